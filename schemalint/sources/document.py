"""What reading yields: sources, the tools in them, and where each place stands in the text.

Unreadable input is a value (`Broken`), not an exception that unwinds: it is reported beside the findings of good inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemalint.model import Json, Pointer, Toolset

if TYPE_CHECKING:
    from schemalint.sources.mcp.session import Session


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


@dataclass(frozen=True, slots=True)
class Broken:
    """An input, or one tool of it, that could not be read; `tool` and `pointer` where only a tool is lost."""

    path: str
    reason: str
    line: int | None = None
    column: int | None = None
    tool: str | None = None
    pointer: Pointer | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """A module that defines tools which a registry could not hold, since nothing had loaded it."""

    path: str
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """An input that was read. `path` is as the user wrote it; `text` is what its places refer to."""

    path: str
    shape: str
    toolsets: tuple[Toolset, ...]
    broken: tuple[Broken, ...] = ()
    documents: Sequence[Document] = ()
    text: str = ""
    skipped: tuple[str, ...] = ()
    """Notes on what was passed over on purpose, such as a provider's built-in tools."""
    ignores: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Rules that a comment on a line silences, by line."""
    read_only: bool = False
    """Whether the text is that of a revision, which can be read and shown and not be rewritten."""

    session: Session | None = None
    """How the tools were listed, where a live server did."""

    missing: tuple[Missing, ...] = ()
    """Modules whose tools a registry should have had, where the source is one."""

    def locate(self, document: int, at: Pointer) -> Span | None:
        """Where a place stands; for a place that is not in the text, the nearest enclosing one that is."""
        if document >= len(self.documents):
            return None
        for length in range(len(at), -1, -1):
            span = self.documents[document].locate(at[:length])
            if span is not None:
                return span
        return None
