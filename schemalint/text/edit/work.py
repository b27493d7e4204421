"""One document of a text that is being edited: where its parts stand, and how their relatives are laid out.

A new part is written as the nearest parts of its kind are: first those of its own container, then those of the next one
outwards. Knows no syntax beyond what a bracket is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.text.document import Document

T = TypeVar("T")


class SpliceRefused(Exception):
    """A text that cannot be edited without a loss. The message says why, fit for a user."""


@dataclass(frozen=True, slots=True)
class Work:
    """A text and one document of it."""

    text: str
    document: Document
    is_yaml: bool

    def extent(self, at: Pointer) -> tuple[int, int]:
        """Where the value at a place starts and ends. Errors: `SpliceRefused` for what is written elsewhere."""
        extent = self.document.extent(at)
        if extent is None:
            raise SpliceRefused(f"{pointer_text(at)} is written elsewhere in the text: an alias stands for it")
        return extent

    def demand_own(self, at: Pointer) -> None:
        """Errors: `SpliceRefused` for a value with an anchor, an alias or a tag of YAML, which means more than it says."""
        first = self.text[(start := self.extent(at)[0]) : start + 1] if self.is_yaml else ""
        if what := {"&": "an anchor", "*": "an alias", "!": "a tag"}.get(first):
            raise SpliceRefused(f"{pointer_text(at) or 'the whole document'} has {what} of YAML, and is edited by hand")

    def start(self, at: Pointer) -> int:
        """Where a member starts with its key, an element with its value."""
        span = self.document.locate(at)
        if span is None:
            raise SpliceRefused(f"{pointer_text(at)} has no text of its own")
        return line_starts(self.text)[span.line - 1] + span.column - 1

    def column(self, offset: int) -> int:
        """How many characters stand before an offset on its line."""
        return offset - self._line(offset)

    def indentation(self, offset: int) -> str:
        """The white space that the line of an offset starts with."""
        start = self._line(offset)
        line = self.text[start:offset]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _line(self, offset: int) -> int:
        starts = line_starts(self.text)
        return starts[bisect_right(starts, offset) - 1]

    @property
    def line_end(self) -> str:
        """What ends a line of this text: that which ends its first one."""
        match = re.search(r"\r\n|\r|\n", self.text)
        return match[0] if match else "\n"

    def is_bracketed(self, at: Pointer) -> bool:
        """Whether a container is written between brackets."""
        return self.text[self.extent(at)[0]] in "{["

    def is_one_line(self, at: Pointer) -> bool:
        start, end = self.extent(at)
        return not {"\n", "\r"} & {*self.text[start:end]}

    def nearest(self, at: Pointer, wanted: Callable[[Pointer, Json], T | None]) -> T | None:
        """What most of the nearest relatives of a place say, of those that `wanted` gives an answer for.

        Asked are the values inside the container of the place, then those inside the next container outwards, and so on.
        """
        seen: Pointer | None = None
        for length in range(len(at), -1, -1):
            around = at[:length]
            said = Counter(
                answer for place, value in self._inside(around, seen) if (answer := wanted(place, value)) is not None
            )
            if said:
                return said.most_common(1)[0][0]
            seen = around
        return None

    def _inside(self, at: Pointer, seen: Pointer | None) -> Iterator[tuple[Pointer, Json]]:
        """Every value from a place down that has a text of its own, without those of a place already seen."""
        stack: list[tuple[Pointer, Json]] = [(at, value_at(self.document.value, at))]
        while stack:
            place, value = stack.pop()
            if place == seen or self.document.extent(place) is None:
                continue
            yield place, value
            if isinstance(value, dict):
                stack.extend(((*place, key), member) for key, member in value.items())
            elif isinstance(value, list):
                stack.extend(((*place, index), member) for index, member in enumerate(value))


def kind(value: Json) -> tuple[bool, bool]:
    """What decides how a container is laid out: whether it is an object, and whether it holds containers."""
    inner = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict), any(isinstance(member, (dict, list)) for member in inner)


def is_filled(value: Json) -> bool:
    """Whether a value is a container with something in it."""
    return isinstance(value, (dict, list)) and bool(value)


@lru_cache(maxsize=4)
def line_starts(text: str) -> Sequence[int]:
    """The offset of each line, as `edge.read.Lines` counts them."""
    return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
