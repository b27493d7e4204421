"""Git's objects: what a revision names, what a tree holds, what is in a file. The only place that starts `git`.

Plumbing alone: no checkout, so no filter and no hook; no diff, so no textconv; no index, so no monitor; no network, also where
a clone lacks what it promises. Knows nothing of tools.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from schemalint.edge.child import run
from schemalint.record import dataclass
from schemalint.sources.permissions import TIMEOUT

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


class Unreadable(Exception):
    """Why a revision, or something in it, cannot be read; `reason` completes "PATH: ..."."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a tree: what is at a path, from the top of the repository. `name` is the object's."""

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


def ask(words: Sequence[str], cwd: Path, deadline: float, *, stdin: bytes = b"", most: int = _LISTING) -> bytes:
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
        last = next((line for line in lines if line.startswith(("fatal: ", "error: "))), lines[-1] if lines else "")
        raise Unreadable(f"git says: {last.removeprefix('fatal: ') or f'nothing, and exits with {result.returncode}'}")
    return result.stdout


def tree_of(revision: str, cwd: Path, deadline: float) -> str:
    """The name of the tree of a revision."""
    if not revision:
        raise Unreadable("names no revision: expected git:REV:PATH, such as git:HEAD:tools.json")
    if revision.startswith("-") or any(ord(sign) < 32 for sign in revision):
        raise Unreadable(f"`{revision}` is not a revision")
    # By standard input nothing can be taken for an option.
    asked = f"{revision}\n{revision}^{{tree}}\n".encode("utf-8", "surrogateescape")
    lines = ask(("cat-file", "--batch-check"), cwd, deadline, stdin=asked).decode("utf-8", "surrogateescape").splitlines()
    itself, tree = (line.rsplit(" ", 2) for line in [*lines, "", ""][:2])
    if len(tree) == 3 and tree[1] == "tree":
        return tree[0]
    if len(itself) == 3 and itself[2].isdigit():
        raise Unreadable(f"`{revision}` names a {itself[1]}, not a commit")
    if itself[-1] == "ambiguous":
        raise Unreadable(f"`{revision}` is the start of several names; write more of it")
    raise Unreadable(f"there is no revision `{revision}`" + _shallow(cwd, deadline))


def _shallow(cwd: Path, deadline: float) -> str:
    asked = ask(("rev-parse", "--is-shallow-repository"), cwd, deadline).strip()
    return " in this shallow clone; fetch more of its history" if asked == b"true" else ""


def listed(tree: str, paths: Sequence[str], cwd: Path, deadline: float, *flags: str) -> list[Entry]:
    """The entries of a tree at paths; with `-r` all files below them, with `-t` the folders on the way too."""
    found = ask(
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


def sizes_of(names: Sequence[str], cwd: Path, deadline: float) -> dict[str, int]:
    """The sizes of objects in bytes, by name. What a partial clone lacks is left out."""
    if not names:
        return {}
    try:
        found = ask(("cat-file", "--batch-check"), cwd, deadline, stdin="".join(f"{name}\n" for name in names).encode())
    except Unreadable:
        if len(names) == 1:
            return {}
        # A git that knows no GIT_NO_LAZY_FETCH (before 2.39.4) ends at the first object that it may not fetch.
        return {name: size for one in names for name, size in sizes_of([one], cwd, deadline).items()}
    lines = (line.split() for line in found.decode("ascii").splitlines())
    return {name: int(facts[1]) for name, *facts in lines if len(facts) == 2}


def blobs_of(names: Sequence[str], cwd: Path, deadline: float) -> dict[str, bytes]:
    """The content of objects that are there, by name."""
    if not names:
        return {}
    asked = "".join(f"{name}\n" for name in names).encode()
    found = ask(("cat-file", "--batch"), cwd, deadline, stdin=asked, most=2**40)
    blobs: dict[str, bytes] = {}
    at = 0
    while at < len(found):
        end = found.index(b"\n", at)
        name, _, size = found[at:end].decode("ascii").split()
        blobs[name] = found[end + 1 : end + 1 + int(size)]
        at = end + int(size) + 2
    return blobs


def changed_in(path: Path, *, timeout: float = TIMEOUT) -> str | None:
    """The newest commit, from HEAD back, that changed a file; None where there is none, or no git."""
    try:
        found = ask(("rev-list", "-1", "HEAD", "--", path.name), path.parent, timeout).decode("ascii", "replace").strip()
    except Unreadable:
        return None
    return found or None
