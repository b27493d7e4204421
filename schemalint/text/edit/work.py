"""One document of a text that is being edited, and where its parts are. Knows no syntax beyond what a bracket is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from schemalint.edge.read import Lines
from schemalint.record import dataclass
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.text.document import Document

T = TypeVar("T")

Rewrite: TypeAlias = Callable[[Pointer, Json, Json], tuple[int, str]]
"""For a place, its old value and its new one: where the old text ends, and the new text."""


class EditRefused(Exception):
    """A text that cannot be edited without a loss. The message says why, fit for a user."""


@dataclass(frozen=True, slots=True)
class Work:
    """A text and one document of it."""

    text: str
    document: Document
    is_yaml: bool
    lines: Lines

    def extent(self, at: Pointer) -> tuple[int, int]:
        """Where the value at a place starts and ends. Errors: `EditRefused` for a value that is written elsewhere."""
        extent = self.document.extent(at)
        if extent is None:
            raise EditRefused(f"{pointer_text(at)} is written elsewhere in the text; only an alias is here")
        return extent

    def start(self, at: Pointer) -> int:
        """Where a member starts with its key, an element with its value."""
        span = self.document.locate(at)
        if span is None:
            raise EditRefused(f"{pointer_text(at)} has no text of its own")
        return self.lines.offset(span.line, span.column)

    def demand_own(self, at: Pointer) -> None:
        """Errors: `EditRefused` for a value with a YAML anchor, alias or tag, whose text means more than the value."""
        start = self.extent(at)[0]
        first = self.text[start : start + 1] if self.is_yaml else ""
        if mark := {"&": "an anchor", "*": "an alias", "!": "a tag"}.get(first):
            raise EditRefused(f"{pointer_text(at) or 'the whole document'} has {mark} of YAML, and is edited by hand")

    def column(self, offset: int) -> int:
        """How many characters are before an offset on its line."""
        return self.lines.at(offset)[1] - 1

    def indentation(self, offset: int) -> str:
        """The white space at the start of the line of an offset."""
        line = self.text[offset - self.column(offset) : offset]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def is_bracketed(self, at: Pointer) -> bool:
        """Whether a container is written between brackets."""
        return self.text[self.extent(at)[0]] in "{["

    def is_one_line(self, at: Pointer) -> bool:
        """Whether the text of a value has no line end in it."""
        return not has_line_end(self.text[slice(*self.extent(at))])

    def nearest(self, at: Pointer, wanted: Callable[[Pointer, Json], T | None]) -> T | None:
        """The most frequent answer of `wanted` (None is no answer) among the nearest relatives of a place.

        The values inside the container of the place come first, then those inside the next container outwards, and so on.
        """
        seen: Pointer | None = None
        for length in range(len(at), -1, -1):
            around = at[:length]
            answers = Counter(
                answer for place, value in self._inside(around, seen) if (answer := wanted(place, value)) is not None
            )
            if answers:
                return answers.most_common(1)[0][0]
            seen = around
        return None

    def _inside(self, at: Pointer, seen: Pointer | None) -> Iterator[tuple[Pointer, Json]]:
        """Every value from a place down that has a text of its own, without those below a place already seen."""
        stack: list[tuple[Pointer, Json]] = [(at, value_at(self.document.value, at))]
        while stack:
            place, value = stack.pop()
            if place == seen or self.document.extent(place) is None:
                continue
            yield place, value
            if isinstance(value, (dict, list)):
                stack.extend(((*place, step), member) for step, member in steps(value))


def steps(value: dict[str, Json] | list[Json]) -> Iterator[tuple[str | int, Json]]:
    """The members of an object by their keys, the elements of a list by their indexes."""
    yield from value.items() if isinstance(value, dict) else enumerate(value)


def has_line_end(text: str) -> bool:
    """Whether a text goes on to another line."""
    return "\n" in text or "\r" in text
