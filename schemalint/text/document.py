"""What parsing a text yields: its values, its faults, and where each place is in it. Knows no tool and no file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from schemalint.schema.pointer import Json, Pointer


@dataclass(frozen=True, slots=True)
class Span:
    """Where a place stands in a text. Lines and columns count from 1, columns in code points; the end is exclusive.

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

    `locate` says where a place of it stands; `extent` gives the code point offsets (start, end) of the whole value there,
    for those who splice text. Both give None where the text has no such place.
    """

    value: Json
    locate: Callable[[Pointer], Span | None]
    extent: Callable[[Pointer], tuple[int, int] | None]
    faults: Sequence[Fault] = ()


@dataclass(frozen=True, slots=True)
class Malformed:
    """A text, or one document of it, that has no value at all. Line and column count from 1."""

    reason: str
    line: int
    column: int


Parsed: TypeAlias = Sequence[Document | Malformed]
