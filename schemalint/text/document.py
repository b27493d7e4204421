"""What parsing a text yields: its values, its faults, and where each place is in it. Knows no syntax, no tool and no file.

A value has one mark, kept as offsets until somebody asks for lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from schemalint.record import dataclass
from schemalint.schema.pointer import Json, Pointer

Where: TypeAlias = Callable[[int], tuple[int, int]]
"""The line and column of an offset."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a place is in a text. Lines and columns count from 1, columns in code points; the end is exclusive.

    A member starts at its key and ends at the end of its scalar value, or at the key's end for an object or list; an
    element is its value (for an object or list: its opening bracket).
    """

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A value inside otherwise parseable text that has no one meaning: a duplicate key, NaN, 1e400, a lone surrogate.

    `at` is the member or element; `span` is the offending text; `reason` names both places where there are two.
    """

    at: Pointer
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed value of a text.

    `locate` finds the span of a place; `extent` gives the code point offsets (start, end) of the whole value there, for
    those who edit text. Both give None where the text has no such place.
    """

    value: Json
    locate: Callable[[Pointer], Span | None]
    extent: Callable[[Pointer], tuple[int, int] | None]
    faults: Sequence[Fault] = ()

    def nearest(self, at: Pointer) -> Span | None:
        """The span of a place, or else of the nearest one around it that is in the text."""
        spans = (self.locate(at[:length]) for length in range(len(at), -1, -1))
        return next((span for span in spans if span is not None), None)


@dataclass(frozen=True, slots=True)
class Malformed:
    """A text, or one document of it, that has no value at all. Line and column count from 1."""

    reason: str
    line: int
    column: int


Parsed: TypeAlias = Sequence[Document | Malformed]


class Unreadable(Exception):
    """Why a reader stops, and at which offset: what makes a text `Malformed`."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


def duplicate(key: str, where: Where, first: int, again: int) -> str:
    """The reason of the fault that a key is for the second time in an object, from the offsets of both."""
    places = (f"on line {line}, column {column}" for line, column in map(where, (first, again)))
    return f"duplicate key `{key}`: {' and '.join(places)}"


# ------------------------------------------------------------------------------------------------------------------- marks


@dataclass(slots=True)
class Mark:
    """Offsets of one value, and of its key where it is a member; `inside` are the marks of its members or elements.

    `borrowed`: the value is written elsewhere and only named here (a YAML alias).
    """

    start: int
    end: int
    key_start: int = -1
    key_end: int = -1
    inside: dict[str, Mark] | list[Mark] | None = None
    borrowed: bool = False

    def reported(self) -> tuple[int, int]:
        """What a report points at: key to scalar's end, the key of a container, or the first character of a container."""
        container = self.inside is not None and not self.borrowed
        if self.key_start >= 0:
            return self.key_start, self.key_end if container else self.end
        return self.start, self.start + 1 if container else self.end


Found: TypeAlias = tuple[Mark, bool] | None
"""The mark of a place, and whether the way to it led through a borrowed value."""


def find(root: Mark, at: Pointer) -> Found:
    """The mark of a place below another one."""
    mark, borrowed = root, False
    for part in at:
        borrowed = borrowed or mark.borrowed
        inner = step(mark, part)
        if inner is None:
            return None
        mark = inner
    return mark, borrowed


def step(mark: Mark, part: str | int) -> Mark | None:
    """The mark of one member or element."""
    if isinstance(mark.inside, dict) and isinstance(part, str):
        return mark.inside.get(part)
    if isinstance(mark.inside, list) and isinstance(part, int) and 0 <= part < len(mark.inside):
        return mark.inside[part]
    return None


def marked(
    value: Json, find: Callable[[Pointer], Found], where: Where, faults: Sequence[Fault] = (), *, base: int = 0
) -> Document:
    """A document whose places are known by their marks. `base` is where the text that they count in starts in its file."""

    def locate(at: Pointer) -> Span | None:
        found = find(at)
        return span(where, *found[0].reported()) if found is not None else None

    def extent(at: Pointer) -> tuple[int, int] | None:
        found = find(at)
        return (base + found[0].start, base + found[0].end) if found is not None and not found[1] else None

    return Document(value, locate, extent, faults)


def span(where: Where, start: int, end: int) -> Span:
    return Span(*where(start), *where(end))
