"""`git:REV:PATH` -> what a file, folder or glob held at a revision.

Asks git's plumbing for objects and nothing else: no checkout, so no filter and no hook; no diff, so no textconv; no index, so
no monitor; no network, also where a clone lacks what it promises. Python files are read, never run. Needs the `git` program.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from schemalint.edge.child import run
from schemalint.sources.assemble import Outcome, PassedOver
from schemalint.sources.document import Broken, Source
from schemalint.sources.reach import TIMEOUT

PREFIX: Final = "git:"

# Names only what reading objects could otherwise reach; the repository's own configuration is in the hands of whoever made it.
_GIT: Final = (
    "git",
    "--no-pager",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "protocol.allow=never",
)
_ENVIRONMENT: Final = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}
_LISTING: Final = 64 * 2**20
"""Bytes of a listing that are read: some 500,000 files."""
_AT_ONCE: Final = 256
_AT_ONCE_BYTES: Final = 32 * 2**20
"""How many files, and bytes of them, one process is asked for."""
_ABSENT: Final = "is not in this clone, and nothing is fetched"
_POINTER: Final = b"version https://git-lfs.github.com/spec/"


class Unreadable(Exception):
    """Why a revision, or something in it, cannot be read; `reason` completes "PATH: ..."."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a tree: what stands at a path, from the top of the repository. `name` is the object's."""

    mode: str
    name: str
    path: str

    @property
    def is_file(self) -> bool:
        return self.mode.startswith("100")

    @property
    def is_folder(self) -> bool:
        return self.mode == "040000"

    @property
    def what(self) -> str:
        return {"040000": "a folder", "120000": "a symbolic link", "160000": "a submodule"}.get(self.mode, "a file")


def split(argument: str) -> tuple[str, str]:
    """The revision and the path of `git:REV:PATH`; a colon in braces is part of the revision. Errors: `Unreadable`."""
    rest = argument.removeprefix(PREFIX)
    depth = 0
    for at, sign in enumerate(rest):
        depth += (sign == "{") - (sign == "}")
        if sign == ":" and depth == 0:
            return rest[:at], rest[at + 1 :]
    raise Unreadable("names no path: expected git:REV:PATH, such as git:HEAD:tools.json")


def path_of(argument: str) -> str:
    """The path that a `git:REV:PATH` names; any other argument as it is."""
    if not argument.startswith(PREFIX):
        return argument
    try:
        return split(argument)[1]
    except Unreadable:
        return argument


def read(argument: str, limit: int, *, cwd: Path, named: bool, timeout: float | None = None) -> Iterator[tuple[Outcome, bool]]:
    """What `git:REV:PATH` holds, as `sources.load` tells it: each outcome, and whether the user named just that input.

    PATH counts from the top of the repository, with `./` in front from `cwd`; it may be a folder, a glob or `file.py:NAME`.
    Sources are shown as `git:REV:path` and cannot be rewritten.
    """
    deadline = timeout or TIMEOUT
    try:
        revision, path = split(argument)
        tree = _tree(revision, cwd, deadline)
        path = _from_top(path, cwd, deadline)
        pairs, several = _wanted(tree, path, cwd, deadline)
    except Unreadable as error:
        yield Broken(argument, error.reason), True
        return
    told = False
    label = f"{PREFIX}{revision}:"
    for outcome in _outcomes(label, pairs, limit, cwd, deadline, named=named and not several):
        told = told or not isinstance(outcome, PassedOver)
        yield outcome, not several
    if several and not told:
        files = f"{len(pairs)} file{'' if len(pairs) == 1 else 's'}"
        what = f"holds no tool definitions: {files} looked at" if pairs else "has no file that could hold tool definitions"
        yield PassedOver(argument, what), True


def changed_in(path: Path, *, timeout: float = TIMEOUT) -> str | None:
    """The newest commit, from HEAD back, that changed a file; None where there is none, or no git."""
    try:
        found = _git(("rev-list", "-1", "HEAD", "--", path.name), path.parent, timeout).decode("ascii", "replace").strip()
    except Unreadable:
        return None
    return found or None


# ----------------------------------------------------------------------------------------------------- what is asked of git


def _git(words: Sequence[str], cwd: Path, deadline: float, *, stdin: bytes = b"", most: int = _LISTING) -> bytes:
    """What a git command prints. Errors: `Unreadable`, with git's own last words."""
    # Variables of a hook or a script that calls us would point git elsewhere.
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _ENVIRONMENT
    result = run((*_GIT, *words), deadline=deadline, cwd=cwd, env=env, input=stdin, stdout_limit=most)
    if result.reason == "start":
        raise Unreadable(f"needs git: {result.message}")
    if result.reason is not None:
        raise Unreadable(f"git was ended: {result.message}")
    if result.returncode != 0:
        lines = result.stderr.decode("utf-8", "surrogateescape").strip().splitlines()
        said = next((line for line in lines if line.startswith(("fatal: ", "error: "))), lines[-1] if lines else "")
        raise Unreadable(f"git says: {said.removeprefix('fatal: ') or f'nothing, and exits with {result.returncode}'}")
    return result.stdout


def _tree(revision: str, cwd: Path, deadline: float) -> str:
    """The name of the tree of a revision."""
    if not revision:
        raise Unreadable("names no revision: expected git:REV:PATH, such as git:HEAD:tools.json")
    if revision.startswith("-") or any(ord(sign) < 32 for sign in revision):
        raise Unreadable(f"`{revision}` is no revision")
    # By standard input nothing can be taken for an option.
    asked = f"{revision}\n{revision}^{{tree}}\n".encode("utf-8", "surrogateescape")
    lines = _git(("cat-file", "--batch-check"), cwd, deadline, stdin=asked).decode("utf-8", "surrogateescape").splitlines()
    itself, tree = (line.rsplit(" ", 2) for line in [*lines, "", ""][:2])
    if len(tree) == 3 and tree[1] == "tree":
        return tree[0]
    if len(itself) == 3 and itself[2].isdigit():
        raise Unreadable(f"`{revision}` names a {itself[1]}, not a commit")
    if itself[-1] == "ambiguous":
        raise Unreadable(f"`{revision}` is the start of several names; write more of it")
    raise Unreadable(f"there is no revision `{revision}`" + _shallow(cwd, deadline))


def _shallow(cwd: Path, deadline: float) -> str:
    asked = _git(("rev-parse", "--is-shallow-repository"), cwd, deadline).strip()
    return " in this shallow clone; fetch more of its history" if asked == b"true" else ""


def _from_top(path: str, cwd: Path, deadline: float) -> str:
    """A path as it counts from the top of the repository, "" for the top itself."""
    if "\0" in path:
        raise Unreadable("the path holds a NUL")
    if path.startswith("/"):
        raise Unreadable("the path must count from the top of the repository, without `/` in front")
    if path in (".", "..") or path.startswith(("./", "../")):
        prefix = _git(("rev-parse", "--show-prefix"), cwd, deadline).decode("utf-8", "surrogateescape").rstrip("\n")
        path = prefix + path
    path = posixpath.normpath(path) if path else "."
    if path == ".." or path.startswith("../"):
        raise Unreadable("the path leads out of the repository")
    return "" if path == "." else path


def _listed(tree: str, paths: Sequence[str], cwd: Path, deadline: float, *flags: str) -> list[Entry]:
    """The entries of a tree at paths; with `-r` all files below them, with `-t` the folders on the way too."""
    found = _git(
        ("ls-tree", "-z", "--full-tree", *flags, tree, "--", *paths),
        cwd,
        deadline,
    )
    entries = []
    for record in found.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        facts, _, path = record.partition("\t")
        mode, _, name = facts.split()
        entries.append(Entry(mode, name, path))
    return entries


# ---------------------------------------------------------------------------------------------------------- which files count


def _wanted(tree: str, path: str, cwd: Path, deadline: float) -> tuple[list[tuple[Entry, str | None]], bool]:
    """The entries that a path means, each with the name in a Python file that was asked for; whether it means several."""
    from schemalint.sources.find import is_glob

    head, _, tail = path.rpartition(":")
    asked = [path, head] if head.endswith(".py") else [path]
    found = {entry.path: entry for entry in _listed(tree, asked, cwd, deadline, "-t")} if path else {}
    for one, attribute in zip(asked, (None, tail), strict=False):
        if one in found and not found[one].is_folder:
            return [(found[one], attribute)], False
    if path in found or not path:
        return [(entry, None) for entry in _below(tree, path, cwd, deadline)], True
    if is_glob(path):
        from schemalint.sources.find import matcher

        base, fits = matcher(path)
        below = _below(tree, base, cwd, deadline)
        return [(entry, None) for entry in below if fits(entry.path[len(base) :].lstrip("/"))], True
    raise Unreadable(_missing(tree, path, found, cwd, deadline))


def _below(tree: str, folder: str, cwd: Path, deadline: float) -> Iterator[Entry]:
    """The files below a folder that may hold tools, as `find` orders and chooses them on disk."""
    from schemalint.sources.find import SUFFIXES, is_searched

    entries = _listed(tree, [f"{folder}/"] if folder else [], cwd, deadline, "-r")
    for entry in sorted(entries, key=lambda entry: entry.path.split("/")):
        *folders, name = entry.path[len(folder) :].lstrip("/").split("/")
        if entry.mode != "160000" and name.lower().endswith(SUFFIXES) and all(map(is_searched, folders)):
            yield entry


def _missing(tree: str, path: str, found: dict[str, Entry], cwd: Path, deadline: float) -> str:
    """Why a path names nothing in a tree: what stands where a folder should, or the nearest name."""
    folder, known = "", tree
    parts = path.split("/")
    for depth in range(1, len(parts)):
        entry = found.get("/".join(parts[:depth]))
        if entry is None or not entry.is_folder:
            break
        folder, known = entry.path, entry.name
    here = {entry.path: entry for entry in _listed(known, [], cwd, deadline)}
    step = parts[folder.count("/") + 1 if folder else 0]
    if step in here and not here[step].is_folder:
        return f"`{posixpath.join(folder, step)}` is {here[step].what} at this revision, and nothing is read through it"
    from difflib import get_close_matches

    close = get_close_matches(step, here, n=1)
    prefix = _git(("rev-parse", "--show-prefix"), cwd, deadline).decode("utf-8", "surrogateescape").rstrip("\n")
    if prefix and _listed(tree, [posixpath.normpath(prefix + path)], cwd, deadline):
        return f"there is no `{path}` at this revision; a path counts from the top: write `./{path}` or `{prefix}{path}`"
    hint = f"; did you mean `{posixpath.join(folder, close[0])}`?" if close else ""
    return f"there is no `{path}` at this revision{hint}"


# -------------------------------------------------------------------------------------------------------------- their content


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An entry with the name in it that was asked for, its size in bytes, and why its content is not asked for."""

    entry: Entry
    attribute: str | None
    size: int
    refusal: str | None


def _outcomes(
    label: str, pairs: Sequence[tuple[Entry, str | None]], limit: int, cwd: Path, deadline: float, *, named: bool
) -> Iterator[Outcome]:
    from schemalint.sources import file

    for batch in _batches(_sized(pairs, limit, cwd, deadline)):
        blobs = _blobs([one.entry.name for one in batch if one.refusal is None], cwd, deadline)
        for one in batch:
            path = label + one.entry.path
            content = blobs.get(one.entry.name, b"")
            refusal = one.refusal
            if content.startswith(_POINTER):
                refusal = "is kept by Git LFS, and the revision holds only a pointer to it"
            if refusal is not None:
                yield Broken(path, refusal) if named or refusal == _ABSENT else PassedOver(path, refusal)
                continue
            for outcome in file.read_bytes(path, content, limit, attribute=one.attribute, named=named):
                yield replace(outcome, read_only=True) if isinstance(outcome, Source) else outcome


def _sized(pairs: Sequence[tuple[Entry, str | None]], limit: int, cwd: Path, deadline: float) -> Iterator[_Wanted]:
    from schemalint.sources.file import bytes_at_most

    for start in range(0, len(pairs), _AT_ONCE):
        some = pairs[start : start + _AT_ONCE]
        sizes = _sizes([entry.name for entry, _ in some if entry.is_file], cwd, deadline)
        for entry, attribute in some:
            size = sizes.get(entry.name, 0)
            most = bytes_at_most(entry.path, limit)
            refusal = None
            if not entry.is_file:
                refusal = f"is {entry.what} at this revision, not a file"
            elif entry.name not in sizes:
                refusal = _ABSENT
            elif size > most:
                refusal = f"holds {size} bytes, more than {most}; --max-file-size raises the limit"
            yield _Wanted(entry, attribute, 0 if refusal else size, refusal)


def _batches(wanted: Iterator[_Wanted]) -> Iterator[list[_Wanted]]:
    batch: list[_Wanted] = []
    for one in wanted:
        if batch and (len(batch) == _AT_ONCE or sum(other.size for other in batch) + one.size > _AT_ONCE_BYTES):
            yield batch
            batch = []
        batch.append(one)
    if batch:
        yield batch


def _sizes(names: Sequence[str], cwd: Path, deadline: float) -> dict[str, int]:
    """The sizes of objects in bytes, by name. What a partial clone lacks is left out."""
    if not names:
        return {}
    try:
        found = _git(("cat-file", "--batch-check"), cwd, deadline, stdin="".join(f"{name}\n" for name in names).encode())
    except Unreadable:
        if len(names) == 1:
            return {}
        # A git that knows no GIT_NO_LAZY_FETCH (before 2.39.4) ends at the first object that it may not fetch.
        return {name: size for one in names for name, size in _sizes([one], cwd, deadline).items()}
    lines = (line.split() for line in found.decode("ascii").splitlines())
    return {name: int(facts[1]) for name, *facts in lines if len(facts) == 2}


def _blobs(names: Sequence[str], cwd: Path, deadline: float) -> dict[str, bytes]:
    """The content of objects that are there, by name."""
    if not names:
        return {}
    asked = "".join(f"{name}\n" for name in names).encode()
    found = _git(("cat-file", "--batch"), cwd, deadline, stdin=asked, most=2**40)
    blobs: dict[str, bytes] = {}
    at = 0
    while at < len(found):
        end = found.index(b"\n", at)
        name, _, size = found[at:end].decode("ascii").split()
        blobs[name] = found[end + 1 : end + 1 + int(size)]
        at = end + int(size) + 2
    return blobs
