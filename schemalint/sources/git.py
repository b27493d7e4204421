"""`git:REV:PATH` -> what a file, folder or glob held at a revision.

Knows what the path may be and which of the files count; `git_objects` asks git for them. Python files are read, never run, and
links and submodules are not followed.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from schemalint.edge.show import nearest
from schemalint.record import dataclass, replace
from schemalint.sources.assemble import Outcome, PassedOver, nothing_in, without_tools
from schemalint.sources.git_objects import Entry, Unreadable, ask, blobs_of, listed, sizes_of, tree_of
from schemalint.sources.permissions import TIMEOUT
from schemalint.sources.source import Broken, Source

PREFIX: Final = "git:"

_AT_ONCE: Final = 256
_AT_ONCE_BYTES: Final = 32 * 2**20
"""How many files, and bytes of them, one process is asked for."""
_ABSENT: Final = "is not in this clone, and nothing is fetched"
_POINTER: Final = b"version https://git-lfs.github.com/spec/"


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


def read(argument: str, limit: int, *, cwd: Path, named: bool, timeout: float | None = None) -> Iterator[Outcome]:
    """What `git:REV:PATH` holds. `named`: a file that was named must hold tools.

    PATH counts from the top of the repository, with `./` in front from `cwd`; it may be a folder, a glob or `file.py:NAME`.
    Sources are shown as `git:REV:path` and cannot be rewritten.
    """
    deadline = timeout or TIMEOUT
    try:
        argument.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        yield Broken(argument, "holds half of a surrogate pair, which no name in git can")
        return
    try:
        revision, path = split(argument)
        tree = tree_of(revision, cwd, deadline)
        path = _from_top(path, cwd, deadline)
        pairs, several = _wanted(tree, path, cwd, deadline)
    except Unreadable as error:
        yield Broken(argument, error.reason)
        return
    silent = True
    label = f"{PREFIX}{revision}:"
    for outcome in _outcomes(label, pairs, limit, cwd, deadline, named=named and not several):
        silent = silent and isinstance(outcome, PassedOver)
        yield outcome
    if several and silent:
        yield nothing_in(argument, len(pairs), named)


def _from_top(path: str, cwd: Path, deadline: float) -> str:
    """A path as it counts from the top of the repository, "" for the top itself."""
    if "\0" in path:
        raise Unreadable("the path holds a NUL")
    if path.startswith("/"):
        raise Unreadable("the path must count from the top of the repository, without `/` in front")
    if path in (".", "..") or path.startswith(("./", "../")):
        prefix = ask(("rev-parse", "--show-prefix"), cwd, deadline).decode("utf-8", "surrogateescape").rstrip("\n")
        path = prefix + path
    path = posixpath.normpath(path) if path else "."
    if path == ".." or path.startswith("../"):
        raise Unreadable("the path leads out of the repository")
    return "" if path == "." else path


# ---------------------------------------------------------------------------------------------------------- which files count


def _wanted(tree: str, path: str, cwd: Path, deadline: float) -> tuple[list[tuple[Entry, str | None]], bool]:
    """The entries that a path means, each with the name in a Python file that was asked for; whether it means several."""
    from schemalint.sources.find import is_glob

    head, _, tail = path.rpartition(":")
    asked = [path, head] if head.endswith(".py") else [path]
    found = {entry.path: entry for entry in listed(tree, asked, cwd, deadline, "-t")} if path else {}
    for one, attribute in zip(asked, (None, tail), strict=False):
        if one in found and not found[one].is_folder:
            return [(found[one], attribute)], False
    if path in found or not path:
        return [(entry, None) for entry in _below(tree, path, cwd, deadline)], True
    if is_glob(path):
        from schemalint.globs import BadPattern
        from schemalint.sources.find import matcher

        try:
            base, fits = matcher(path)
        except BadPattern as error:
            raise Unreadable(f"the path is not a usable glob: it {error}") from None
        below = _below(tree, base, cwd, deadline)
        return [(entry, None) for entry in below if fits(entry.path[len(base) :].lstrip("/"))], True
    raise Unreadable(_missing(tree, path, found, cwd, deadline))


def _below(tree: str, folder: str, cwd: Path, deadline: float) -> Iterator[Entry]:
    """The files below a folder that may hold tools, as `find` orders and chooses them on disk."""
    from schemalint.sources.find import SUFFIXES, is_searched

    entries = listed(tree, [f"{folder}/"] if folder else [], cwd, deadline, "-r")
    for entry in sorted(entries, key=lambda entry: entry.path.split("/")):
        *folders, name = entry.path[len(folder) :].lstrip("/").split("/")
        if entry.mode != "160000" and name.lower().endswith(SUFFIXES) and all(map(is_searched, folders)):
            yield entry


def _missing(tree: str, path: str, found: dict[str, Entry], cwd: Path, deadline: float) -> str:
    """Why a path names nothing in a tree: what is in place of a folder, or the nearest name."""
    folder, known = "", tree
    parts = path.split("/")
    for depth in range(1, len(parts)):
        entry = found.get("/".join(parts[:depth]))
        if entry is None or not entry.is_folder:
            break
        folder, known = entry.path, entry.name
    here = {entry.path: entry for entry in listed(known, [], cwd, deadline)}
    step = parts[folder.count("/") + 1 if folder else 0]
    if step in here and not here[step].is_folder:
        return f"`{posixpath.join(folder, step)}` is {here[step].what} at this revision, and nothing is read through it"
    prefix = ask(("rev-parse", "--show-prefix"), cwd, deadline).decode("utf-8", "surrogateescape").rstrip("\n")
    if prefix and listed(tree, [posixpath.normpath(prefix + path)], cwd, deadline):
        return f"there is no `{path}` at this revision; a path counts from the top: write `./{path}` or `{prefix}{path}`"
    near = nearest(step, here)
    hint = f"; did you mean `{posixpath.join(folder, near)}`?" if near is not None else ""
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
        blobs = blobs_of([one.entry.name for one in batch if one.refusal is None], cwd, deadline)
        for one in batch:
            path = label + one.entry.path
            content = blobs.get(one.entry.name, b"")
            refusal = one.refusal
            if content.startswith(_POINTER):
                refusal = "is kept by Git LFS, and the revision holds only a pointer to it"
            if refusal is not None:
                yield without_tools(path, refusal, named or refusal == _ABSENT)
                continue
            for outcome in file.read_bytes(path, content, limit, attribute=one.attribute, named=named):
                if isinstance(outcome, PassedOver):
                    yield without_tools(path, outcome.reason, named)
                else:
                    yield replace(outcome, read_only=True) if isinstance(outcome, Source) else outcome


def _sized(pairs: Sequence[tuple[Entry, str | None]], limit: int, cwd: Path, deadline: float) -> Iterator[_Wanted]:
    from schemalint.sources.file import bytes_at_most

    for start in range(0, len(pairs), _AT_ONCE):
        some = pairs[start : start + _AT_ONCE]
        sizes = sizes_of([entry.name for entry, _ in some if entry.is_file], cwd, deadline)
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
