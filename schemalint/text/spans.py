"""Where the values of a text stand: one mark a value, kept as offsets until somebody asks for lines.

Knows how a place is reported (a member from its key to the end of its scalar, a container by its opening). Knows no syntax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from schemalint.schema.pointer import Pointer
from schemalint.text.document import Span

Where: TypeAlias = Callable[[int], tuple[int, int]]
"""The line and column of an offset."""


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


def step(mark: Mark, part: str | int) -> Mark | None:
    """The mark of one member or element."""
    if isinstance(mark.inside, dict) and isinstance(part, str):
        return mark.inside.get(part)
    if isinstance(mark.inside, list) and isinstance(part, int) and 0 <= part < len(mark.inside):
        return mark.inside[part]
    return None


def find(root: Mark, at: Pointer) -> tuple[Mark, bool] | None:
    """The mark of a place, and whether the way to it led through a borrowed value."""
    mark, borrowed = root, False
    for part in at:
        borrowed = borrowed or mark.borrowed
        inner = step(mark, part)
        if inner is None:
            return None
        mark = inner
    return mark, borrowed


def span(where: Where, start: int, end: int) -> Span:
    return Span(*where(start), *where(end))
