"""Members and elements as pieces of text that change places while all that stands between them stays.

Knows kinds of place and which order each asks for. Knows no syntax.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from schemalint.canon import in_order
from schemalint.model import Json, Kind, Pointer, kind_in_map, kind_of, pointer_text
from schemalint.text.document import Document

Place: TypeAlias = tuple[Kind, str]
"""The kind of a place, and the keyword that it is the value of (which matters for name maps only)."""

Rewritten: TypeAlias = tuple[int, int, str]
"""Where a piece of text started and ended, and what stands there now."""

DATA: Final[Place] = ("data", "")


class CanonTextRefused(Exception):
    """A text that cannot be rewritten without a loss. The message says why, fit for a user."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A member or element with its comments. `gap` is the text between the piece before it, or the bracket, and this one."""

    name: str
    text: str
    gap: str
    commented: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """One document of a text, where in it schemas start, and whether `properties` keep the author's order."""

    text: str
    document: Document
    places: Mapping[Pointer, Place]
    authored: bool

    def inside(self, at: Pointer, place: Place, step: str | int, value: Json) -> Place:
        """The kind of place that a member or element of the value at `at` is."""
        kind, keyword = place
        if kind == "schema" and isinstance(step, str):
            return kind_of(step, value), step
        if kind == "map" and isinstance(step, str):
            return kind_in_map(keyword, value), step
        if kind == "schemas":
            return "schema", ""
        return self.places.get((*at, step), DATA)


def name_of(step: str | int, value: Json, place: Place) -> str:
    """What a piece is ordered by: a member's key, the text of an element of a set."""
    if isinstance(step, str):
        return step
    return str(value) if place[0] == "set" else ""


def moves(work: Work, pieces: Sequence[Piece], value: Json, place: Place) -> bool:
    """Whether any piece of a value has to change its place."""
    return (isinstance(value, dict) or place[0] == "set") and _order(work, pieces, place) != [piece.name for piece in pieces]


def joined(work: Work, pieces: Sequence[Piece], value: Json, place: Place, at: Pointer) -> str:
    """The pieces in order, each gap where it was. Repeats in a set are dropped, with their gaps."""
    if not moves(work, pieces, value, place):
        return "".join([piece.gap + piece.text for piece in pieces])
    first = {piece.name: piece for piece in reversed(pieces)}
    for piece in pieces:
        if piece.commented and piece is not first[piece.name]:
            raise CanonTextRefused(f"the repeated `{piece.name}` at {pointer_text(at)} has a comment that would be lost")
    return "".join([slot.gap + first[name].text for slot, name in zip(pieces, _order(work, pieces, place), strict=False)])


def _order(work: Work, pieces: Sequence[Piece], place: Place) -> list[str]:
    kind, keyword = place
    names = [piece.name for piece in pieces]
    if kind == "set":
        return in_order(set(names))
    return names if kind == "map" and keyword == "properties" and work.authored else in_order(names)
