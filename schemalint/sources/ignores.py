"""`.gitignore` files: which paths git would leave out (gitignore(5)), in time linear in their lines.

The files come with the clone, so lines and their lengths are bounded, and a line that cannot be used is reported and ignored.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from schemalint import globs
from schemalint.edge.read import Refused, read_file
from schemalint.record import dataclass, field

_LARGEST: Final = 2**20
_MOST_LINES: Final = 10_000
_MOST_PATTERNS: Final = 1_000
"""Lines with a star, a bracket or a slash: each of them is tried on every path."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A pattern of an ignore file; `path` is None for one without a slash, which the name alone has to fit."""

    excludes: bool
    folders_only: bool
    name: globs.Segment = ()
    path: globs.Path | None = None


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """The patterns of one `.gitignore`; `folder` is where it is, absolute. `notes` say what is not used, each with its line.

    `plain` has the lines that only one name fits, so that long lists of names cost nothing.
    """

    folder: str
    lines: tuple[tuple[int, _Line], ...] = ()
    plain: dict[str, tuple[tuple[int, _Line], ...]] = field(default_factory=dict)
    notes: tuple[tuple[int, str], ...] = ()

    def decides(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether the last pattern that fits a path leaves it out; None where none fits."""
        names = path[len(self.folder) :].strip("/").split("/")
        latest: tuple[int, _Line] | None = None
        for number, line in reversed(self.plain.get(names[-1], ())):
            if is_folder or not line.folders_only:
                latest = number, line
                break
        for number, line in reversed(self.lines):
            if latest is not None and number < latest[0]:
                break
            if (is_folder or not line.folders_only) and _fits(line, names):
                latest = number, line
                break
        return latest[1].excludes if latest is not None else None


def _fits(line: _Line, names: Sequence[str]) -> bool:
    return globs.fits(line.name, names[-1]) if line.path is None else globs.fits_path(line.path, names)


def ignored(path: str, files: Sequence[IgnoreFile], *, is_folder: bool) -> bool:
    """Whether git would leave a path out; the innermost file decides first. Folders around the path are the caller's matter."""
    for file in reversed(files):
        decided = file.decides(path, is_folder=is_folder)
        if decided is not None:
            return decided
    return False


def excluded(path: str, file: IgnoreFile) -> bool:
    """Whether the patterns of a file leave out a path below its folder, or a folder around the path."""
    inside = path.removeprefix(file.folder.rstrip("/") + "/")
    if inside == path:
        return False
    names = inside.split("/")
    steps = range(1, len(names) + 1)
    return any(file.decides(f"{file.folder}/{'/'.join(names[:n])}", is_folder=n < len(names)) for n in steps)


@cache
def patterns(folder: str, lines: Sequence[str]) -> IgnoreFile:
    """Patterns that a configuration in a folder holds, written as in `.gitignore`."""
    return parsed(os.path.realpath(folder), "\n".join(lines))


def file_of(source: str) -> str | None:
    """The file that a source names; None for servers and standard input."""
    if source == "-" or source.startswith(("stdio:", "http://", "https://")):
        return None
    name = source.split(":", 2)[-1] if source.startswith("git:") else source
    return f"{name.partition('.py:')[0]}.py" if ".py:" in name else name


def is_within(source: str, folder: str, lines: Sequence[str]) -> bool:
    """Whether a source is a file that patterns in a folder mean."""
    file = file_of(source)
    return file is not None and excluded(os.path.realpath(file), patterns(folder, tuple(lines)))


def above(folder: str) -> tuple[IgnoreFile, ...]:
    """The ignore files from the top of the repository down to, and without, a folder; none outside a repository."""
    outer: list[Path] = []
    current = Path(folder)
    while not (current / ".git").exists():
        if current.parent == current:
            return ()
        current = current.parent
        outer.append(current)
    return tuple(found for one in reversed(outer) for found in in_folder(os.fspath(one)))


def in_folder(folder: str) -> tuple[IgnoreFile, ...]:
    """The ignore file of a folder; nothing where there is none that git could read."""
    try:
        data = read_file(Path(folder, ".gitignore"), _LARGEST)
    except Refused:
        return ()
    return (parsed(folder, data.decode("utf-8", "surrogateescape")),)


def parsed(folder: str, text: str) -> IgnoreFile:
    """The patterns of a text."""
    lines: list[tuple[int, _Line]] = []
    plain: dict[str, tuple[tuple[int, _Line], ...]] = {}
    notes: list[tuple[int, str]] = []
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if number > _MOST_LINES or len(lines) == _MOST_PATTERNS:
            notes.append((number, f"from here on ignored; at most {_MOST_LINES} lines and {_MOST_PATTERNS} patterns are used"))
            break
        line = _line(written.removesuffix("\r"))
        if isinstance(line, str):
            notes.append((number, f"the pattern {line}, so the line is ignored"))
        elif line is not None and line.path is None and len(line.name) == 1 and isinstance(line.name[0], str):
            plain[line.name[0]] = (*plain.get(line.name[0], ()), (number, line))
        elif line is not None:
            lines.append((number, line))
    return IgnoreFile(folder, tuple(lines), plain, tuple(notes))


def _line(text: str) -> _Line | str | None:
    """The pattern of a line, or what is wrong with it; None for a comment and for what is empty."""
    while text.endswith(" ") and not text.endswith("\\ "):
        text = text[:-1]
    if text.startswith("#"):
        return None
    excludes = not text.startswith("!")
    text = text if excludes else text[1:]
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    try:
        if "/" in text:
            return _Line(excludes, folders_only, path=globs.path(text.removeprefix("/"), escapes=True))
        return _Line(excludes, folders_only, globs.segment(text, escapes=True)) if text else None
    except globs.BadPattern as error:
        return str(error)
