"""How a difference between two schemas is told: its kind, its grade and the way it goes. Pure.

A difference narrows what is accepted, or widens it, or both. What a tool takes may not narrow and what it gives may not widen;
so one walk serves parameters and outputs, and the grade is worked out here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from schemalint.canon import PropertyOrder
from schemalint.change.kinds import GRADE_OF, Change, Grade, Kind
from schemalint.change.schemas import Verdict
from schemalint.change.subsume import Run
from schemalint.model import Json, Pointer

Way: TypeAlias = Literal["narrow", "widen"]
NARROW: Final[frozenset[Way]] = frozenset(("narrow",))
WIDEN: Final[frozenset[Way]] = frozenset(("widen",))
BOTH: Final[frozenset[Way]] = NARROW | WIDEN
ONE: Final[Mapping[Way, frozenset[Way]]] = {"narrow": NARROW, "widen": WIDEN}
NEITHER: Final[frozenset[Way]] = frozenset()

_TEXTS: Final = frozenset(("description-changed", "default-changed", "order-changed", "undecidable"))
"""Kinds that are told of an output too; all others are `output-changed` there."""
_LOST_TO_READERS: Final = frozenset(("parameter-removed", "parameter-renamed", "type-changed"))
"""What breaks those who read an output although it is no widening."""


@dataclass(slots=True, eq=False)
class Walk:
    tool: str
    output: bool
    property_order: PropertyOrder
    run: Run
    changes: list[Change] = field(default_factory=list)
    seen: dict[tuple[object, ...], frozenset[Way]] = field(default_factory=dict)
    """Pairs of schemas that were compared, and the ways in which a difference was told there."""
    told: set[tuple[Kind, Pointer, str]] = field(default_factory=set)
    depth: int = 0
    """How many comparisons wait for one another."""

    @property
    def hard(self) -> Way:
        """The way that breaks: what a tool takes may not shrink, what it gives may not grow."""
        return "widen" if self.output else "narrow"


def tell(
    walk: Walk,
    kind: Kind,
    ways: frozenset[Way],
    at: Pointer,
    message: str,
    old: Json = None,
    new: Json = None,
    *,
    muted: frozenset[Way] = NEITHER,
    hard: bool | None = None,
) -> frozenset[Way]:
    """Note a change, once; in which ways it was told. One whose way is muted is not told."""
    if ways & muted:
        return NEITHER
    grade: Grade = GRADE_OF[kind]
    shown_kind = kind
    if walk.output and kind not in _TEXTS:
        shown_kind = "output-changed"
        breaks = kind in _LOST_TO_READERS or ("widen" in ways and kind != "parameter-added")
        grade = "breaking" if breaks or hard else "behaviour"
    if (shown_kind, at, message) not in walk.told:
        walk.told.add((shown_kind, at, message))
        walk.changes.append(Change(walk.tool, shown_kind, grade, at, message, old, new))
    return ways


def tell_verdict(
    walk: Walk,
    way: Way,
    verdict: Verdict,
    at: Pointer,
    message: str,
    old: Json = None,
    new: Json = None,
    *,
    muted: frozenset[Way],
) -> frozenset[Way]:
    """Note that a bound narrows or widens; where the judge cannot tell and it could break, that."""
    if verdict is None and way == walk.hard:
        words = "takes all that it took" if way == "narrow" else "gives only what it gave"
        message = f"{message}; cannot tell whether it still {words}"
        return tell(walk, "undecidable", ONE[way], at, message, old, new, muted=muted)
    kind: Kind = "bounds-narrowed" if way == "narrow" else "bounds-widened"
    return tell(walk, kind, ONE[way], at, message, old, new, muted=muted)
