"""A folder or a glob -> the files in it that may hold tool definitions, in an order that depends on names alone.

Opens no candidate; reads `.gitignore` files, and nothing else. Which of the files hold tools is for others to see.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from schemalint import globs
from schemalint.record import dataclass
from schemalint.sources.ignores import IgnoreFile, above, ignored, in_folder

SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".py", ".snap")
SCRIPTS: Final = (".ts", ".mts", ".cts", ".js", ".mjs", ".cjs")
"""Files that are only looked at for whether they serve tools."""
_NEVER: Final = ("node_modules", "__pycache__", "site-packages")
_MOST_REMARKS: Final = 10
"""Lines of one `.gitignore` that are reported; a file of nothing but nonsense is not worth a thousand notes."""


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A folder or glob that could not be searched; `reason` completes "PATH: ..."."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the search did not use: a link that leads out, or a line of a `.gitignore`, which ends `path` then."""

    path: Path
    reason: str


def is_glob(argument: str) -> bool:
    """Whether an argument that names nothing on disk has to be read as a pattern."""
    return any(sign in argument for sign in "*?[")


def matcher(glob: str) -> tuple[str, Callable[[str], bool]]:
    """The folder that a glob starts from ("" for the current one), and whether a path below it fits.

    Errors: `globs.BadPattern`.
    """
    base, names = _split(glob)
    pattern = globs.path("/".join(names))
    return "" if base == Path() else base.as_posix(), lambda path: globs.fits_path(pattern, path.split("/"))


def is_searched(folder: str) -> bool:
    """Whether a folder of this name is looked into when it is met on the way."""
    return not folder.startswith(".") and folder not in _NEVER


def candidates(argument: str | Path, cwd: Path = Path()) -> Iterator[Path | Unlisted | Remark]:
    """The files that an argument means, written as the argument is: `folder/name` for a relative folder.

    A file is yielded whatever its suffix, also when it is missing. A folder, and the part of a glob before its first pattern,
    is searched without following links to folders and without hidden folders, environments and what git ignores; only
    `SUFFIXES` and `SCRIPTS` count. A folder that cannot be listed is yielded as `Unlisted` and does not end the search; a link
    that leads out of the repository, or out of the working folder where there is none, is not read.
    """
    text = os.fspath(argument)
    path = cwd / text
    base, pattern, deep = Path(text), None, None
    if is_glob(text) and not os.path.lexists(path):
        base, names = _split(text)
        deep = None if "**" in names else len(names)
        try:
            pattern = globs.path("/".join(names))
        except globs.BadPattern as error:
            yield Unlisted(Path(text), f"is not a usable glob: it {error}")
            return
    elif not os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises on a name that is too long
        yield base
        return
    if not os.path.isdir(cwd / base):  # noqa: PTH112
        return
    below = (found for found in _walk(cwd / base, deep, cwd) if _is_meant(found, pattern))
    for found in _each_once(below):
        match found:
            case _File():
                yield base / found.below
            case Unlisted():
                yield Unlisted(base / found.path, found.reason)
            case Remark():
                yield Remark(base / found.path, found.reason)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that was met: its path below the searched folder, and where it really is if that is elsewhere."""

    below: str
    target: str | None = None


_Met: TypeAlias = "_File | Unlisted | Remark"


def _is_meant(found: _Met, pattern: globs.Path | None) -> bool:
    return pattern is None or not isinstance(found, _File) or globs.fits_path(pattern, found.below.split("/"))


def _each_once(found: Iterable[_Met]) -> Iterator[_Met]:
    """What was met, without links to a file that was met itself, and only the first of several links to one file."""
    met = list(found)
    seen = {item.below for item in met if isinstance(item, _File) and item.target is None}
    for item in met:
        if isinstance(item, _File) and item.target is not None:
            if item.target in seen:
                continue
            seen.add(item.target)
        yield item


def _split(text: str) -> tuple[Path, tuple[str, ...]]:
    """The folder that a glob starts from, and the segments from the first one that is a pattern."""
    parts = Path(text).parts
    first = next(i for i, part in enumerate(parts) if is_glob(part))
    return Path(*parts[:first]), parts[first:]


def _walk(folder: Path, deep: int | None, cwd: Path) -> Iterator[_Met]:
    """What is met below a folder, files and folders of one folder together in the order of names.

    `deep` is how many levels are of interest.
    """
    top = os.path.realpath(folder)
    root = _root(top, os.path.realpath(cwd))
    outer = above(top)
    if any(ignored(part, outer, is_folder=True) for part in _down_to(top, outer)):
        return
    stack: list[tuple[str, int, bool, tuple[IgnoreFile, ...]]] = [("", 0, True, outer)]
    while stack:
        below, level, is_folder, ignores = stack.pop()
        if not is_folder:
            yield _met(f"{top}/{below}", below, top, root)
            continue
        try:
            listed = _listed(f"{top}/{below}")
        except OSError as error:
            yield Unlisted(Path(below), f"cannot be listed: {error.strerror}")
            continue
        if any(entry.name == ".gitignore" for entry in listed):
            own = in_folder(f"{top}/{below}".rstrip("/"))
            yield from (
                Remark(Path(below, f".gitignore:{number}"), text) for file in own for number, text in file.notes[:_MOST_REMARKS]
            )
            ignores = (*ignores, *own)
        for entry in reversed(listed):
            name = f"{below}/{entry.name}" if below else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            wanted = _opens(entry, level, deep) if is_folder else _is_candidate(entry)
            if wanted and not ignored(f"{top}/{name}", ignores, is_folder=is_folder):
                stack.append((name, level + 1, is_folder, ignores))


def _root(top: str, cwd: str) -> str:
    """What links may not lead out of: the repository; without one the working folder, or the searched one outside of it."""
    around = next((part for part in (top, *map(str, Path(top).parents)) if os.path.lexists(f"{part}/.git")), None)
    return around or (cwd if Path(top).is_relative_to(cwd) else top)


def _down_to(top: str, outer: Sequence[IgnoreFile]) -> Iterator[str]:
    """A folder and those around it, as far out as ignore files count."""
    part = top
    while outer and len(part) > len(outer[0].folder):
        yield part
        part = part.rpartition("/")[0]


def _met(path: str, below: str, top: str, root: str) -> _Met:
    if not os.path.islink(path):  # noqa: PTH114
        return _File(below)
    target = os.path.realpath(path)
    if not Path(target).is_relative_to(root):
        return Remark(Path(below), f"is a link to {target}, outside {root}, and is not read")
    return _File(below, target.removeprefix(f"{top}/"))


def _listed(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name)


def _is_candidate(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.name.lower().endswith((*SUFFIXES, *SCRIPTS)) and entry.is_file()
    except OSError:  # a link in a circle
        return False


def _opens(entry: os.DirEntry[str], level: int, deep: int | None) -> bool:
    if not is_searched(entry.name) or (deep is not None and level + 1 >= deep):
        return False
    return not os.path.exists(os.path.join(entry.path, "pyvenv.cfg"))  # noqa: PTH110, PTH118
