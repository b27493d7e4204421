"""A folder or a glob -> the files in it that may hold tool definitions, in an order that depends on names alone.

Opens no candidate; reads `.gitignore` files, and nothing else. Which of the files hold tools is for others to see.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from schemalint.record import dataclass

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".py")
_NEVER: Final = ("node_modules", "__pycache__", "site-packages")
_IGNORE_FILE_LIMIT: Final = 2**20

Ignores: TypeAlias = "tuple[tuple[str, GitIgnoreSpec], ...]"
"""The `.gitignore` files that count for a folder, outermost first, each with its folder, absolute."""


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A folder that could not be searched; `reason` completes "PATH: ..."."""

    path: Path
    reason: str


def is_glob(argument: str) -> bool:
    """Whether an argument that names nothing on disk has to be read as a pattern."""
    return any(sign in argument for sign in "*?[")


def matcher(glob: str) -> tuple[str, Callable[[str], bool]]:
    """The folder that a glob starts from ("" for the current one), and whether a path below it fits."""
    base, pattern = _split(glob)
    fits = _translate(pattern)
    return "" if base == Path() else base.as_posix(), lambda path: fits.fullmatch(path) is not None


def is_searched(folder: str) -> bool:
    """Whether a folder of this name is looked into when it is met on the way."""
    return not folder.startswith(".") and folder not in _NEVER


def candidates(argument: str | Path, cwd: Path = Path()) -> Iterator[Path | Unlisted]:
    """The files that an argument means, written as the argument is: `folder/name` for a relative folder.

    A file is yielded whatever its suffix, also when it is missing. A folder, and the part of a glob before its first pattern,
    is searched without following links to folders and without hidden folders, environments and what git ignores; only
    `SUFFIXES` count. A folder that cannot be listed is yielded as `Unlisted` and does not end the search.
    """
    text = os.fspath(argument)
    path = cwd / text
    base, fits, deep = Path(text), None, None
    if is_glob(text) and not os.path.lexists(path):
        base, pattern = _split(text)
        fits, deep = _translate(pattern), None if "**" in pattern else len(pattern)
    elif not os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises on a name that is too long
        yield base
        return
    if not os.path.isdir(cwd / base):  # noqa: PTH112
        return
    for below, trouble in _walk(cwd / base, deep):
        if trouble is not None:
            yield Unlisted(base / below, trouble)
        elif fits is None or fits.fullmatch(below):
            yield base / below


def _split(text: str) -> tuple[Path, tuple[str, ...]]:
    """The folder that a glob starts from, and the segments from the first one that is a pattern."""
    parts = Path(text).parts
    first = next(i for i, part in enumerate(parts) if is_glob(part))
    return Path(*parts[:first]), parts[first:]


@cache
def _translate(segments: tuple[str, ...]) -> re.Pattern[str]:
    """A glob as an expression over paths with `/`: `*` and `?` stay inside a segment, `**` is any number of folders."""
    pieces = []
    for i, segment in enumerate(segments):
        last = i == len(segments) - 1
        if segment == "**":
            pieces.append(".*" if last else "(?:[^/]+/)*")
        else:
            pieces.append(_segment(segment) + ("" if last else "/"))
    return re.compile("".join(pieces), re.DOTALL)


def _segment(segment: str) -> str:
    pieces = []
    at = 0
    while at < len(segment):
        sign = segment[at]
        closing = segment.find("]", at + 2) if sign == "[" else -1
        if closing > 0:
            inside = segment[at + 1 : closing].replace("\\", "\\\\").replace("[", "\\[")
            pieces.append(f"[^{inside[1:]}]" if inside.startswith("!") else f"[{inside}]")
            at = closing
        else:
            pieces.append({"*": "[^/]*", "?": "[^/]"}.get(sign, re.escape(sign)))
        at += 1
    return "".join(pieces)


def _walk(folder: Path, deep: int | None) -> Iterator[tuple[str, str | None]]:
    """The files below a folder as `a/b/c`, files and folders of one folder together in the order of names.

    The second value is None, or why a folder could not be listed. `deep` is how many levels are of interest.
    """
    top = os.path.realpath(folder)
    stack: list[tuple[str, int, bool, Ignores]] = [("", 0, True, _ignores_above(top))]
    while stack:
        below, level, is_folder, ignores = stack.pop()
        if not is_folder:
            yield below, None
            continue
        try:
            listed = _listed(f"{top}/{below}")
        except OSError as error:
            yield below, f"cannot be listed: {error.strerror}"
            continue
        if any(entry.name == ".gitignore" for entry in listed):
            ignores = (*ignores, *_ignore_file(f"{top}/{below}".rstrip("/")))
        for entry in reversed(listed):
            name = f"{below}/{entry.name}" if below else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            wanted = _opens(entry, level, deep) if is_folder else _is_candidate(entry)
            if wanted and not _ignored(f"{top}/{name}", ignores, is_folder=is_folder):
                stack.append((name, level + 1, is_folder, ignores))


def _listed(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name)


def _is_candidate(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.name.lower().endswith(SUFFIXES) and entry.is_file()
    except OSError:  # a link in a circle
        return False


def _opens(entry: os.DirEntry[str], level: int, deep: int | None) -> bool:
    if not is_searched(entry.name) or (deep is not None and level + 1 >= deep):
        return False
    return not os.path.exists(os.path.join(entry.path, "pyvenv.cfg"))  # noqa: PTH110, PTH118


# ------------------------------------------------------------------------------------------------------------ ignore files


def _ignores_above(folder: str) -> Ignores:
    """The ignore files from the top of the repository down to, and without, the folder itself; none outside a repository."""
    above: list[Path] = []
    here = Path(folder)
    while not (here / ".git").exists():
        if here.parent == here:
            return ()
        here = here.parent
        above.append(here)
    return tuple(found for one in reversed(above) for found in _ignore_file(os.fspath(one)))


def _ignore_file(folder: str) -> Ignores:
    from schemalint.edge.read import Refused, read_file

    try:
        data = read_file(Path(folder, ".gitignore"), _IGNORE_FILE_LIMIT)
    except Refused:  # missing, or nothing that git could read either
        return ()
    lines = data.decode("utf-8", "surrogateescape").splitlines()
    from pathspec import GitIgnoreSpec

    try:
        return ((folder, GitIgnoreSpec.from_lines(lines)),)
    except ValueError:  # a pattern that git passes over in silence spoils the list: take the others one by one
        return ((folder, GitIgnoreSpec.from_lines(list(_valid(lines)))),)


def _valid(lines: Sequence[str]) -> Iterator[str]:
    from pathspec import GitIgnoreSpec

    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        yield line


def _ignored(path: str, ignores: Ignores, *, is_folder: bool) -> bool:
    """Whether git would leave a path out: the last pattern that fits decides, the innermost file first (gitignore(5))."""
    for folder, spec in reversed(ignores):
        decided = spec.check_file(path[len(folder) + 1 :] + ("/" if is_folder else "")).include
        if decided is not None:
            return decided
    return False
