"""Canonical order as an edit: members and elements change places as the pieces of text that they are.

All that is between them stays, and strings and YAML scalars keep the author's spelling; JSON numbers get the canonical one. In
block style a comment on lines of its own goes with the member below it, a deeper one with the member above it, one behind a
member with that member. Knows which kinds of place there are and the order that each asks for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from schemalint.canon import in_order, number
from schemalint.record import dataclass, replace
from schemalint.schema.keywords import Kind, kind_in_map, kind_of
from schemalint.schema.pointer import Json, Pointer, pointer_text
from schemalint.text.edit import block, bracketed
from schemalint.text.edit.work import EditRefused, Work, steps

Place: TypeAlias = tuple[Kind, str]
"""The kind of a place, and the keyword that it is the value of (which matters for name maps only)."""

DATA: Final[Place] = ("data", "")


@dataclass(frozen=True, slots=True)
class Order:
    """Where in a document schemas start, and whether `properties` keep the author's order."""

    places: Mapping[Pointer, Place]
    authored: bool

    def at(self, at: Pointer) -> Place:
        return self.places.get(at, DATA)

    def inside(self, at: Pointer, place: Place, step: str | int, value: Json) -> Place:
        """The kind of place that a member or element of the value at `at` is."""
        kind, keyword = place
        if kind == "schema" and isinstance(step, str):
            return kind_of(step, value), step
        if kind == "map" and isinstance(step, str):
            return kind_in_map(keyword, value), step
        if kind == "schemas":
            return "schema", ""
        return self.at((*at, step))

    def of(self, names: Sequence[str], value: Json, place: Place) -> Sequence[str]:
        """The names of pieces in their canonical order, each once; the same names where nothing moves."""
        kind, keyword = place
        if kind == "set":
            return in_order(set(names))
        is_free = isinstance(value, dict) and not (kind == "map" and keyword == "properties" and self.authored)
        return in_order(names) if is_free else names


@dataclass(frozen=True, slots=True)
class _Piece:
    """A member or element with its comments; `gap` is the text between the piece before it, or the bracket, and this one.

    `name` is what it is ordered by: the key of a member, the text of an element of a set.
    """

    name: str
    text: str
    gap: str
    commented: bool = False


def reordered(
    work: Work, order: Order, value: Json, at: Pointer, place: Place, extent: tuple[int, int]
) -> tuple[int, int, str]:
    """Where the text of a value, with its comments, starts and ends, and the text in order. `extent` is without comments."""
    start, end = extent
    if not isinstance(value, (dict, list)) or not value:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and not work.is_yaml:
            return start, end, number(value)
        return start, end, work.text[start:end]
    if work.text[start] == "!":
        raise EditRefused(f"the tag at {pointer_text(at)} cannot be moved")
    if work.text[start] in "{[":
        return start, end, _bracketed(work, order, value, at, place, extent)
    return _block(work, order, value, at, place, start)


def _bracketed(work: Work, order: Order, value: Json, at: Pointer, place: Place, extent: tuple[int, int]) -> str:
    start, end = extent
    last = start
    pieces: list[_Piece] = []
    for piece in bracketed.pieces_of(work, at, value, start):
        name, member = _member(value, piece.step, place)
        inside = order.inside(at, place, piece.step, member)
        last, new = reordered(work, order, member, (*at, piece.step), inside, (piece.begin, piece.end))[1:]
        pieces.append(_Piece(name, work.text[piece.offset : piece.begin] + new, piece.gap))
    closing = work.text[last:end]
    names = [piece.name for piece in pieces]
    if (moved := order.of(names, value, place)) != names:
        bracketed.demand_no_comments(work, at, [*(piece.gap for piece in pieces), closing])
    return work.text[start] + _joined(pieces, moved, at) + closing


def _block(work: Work, order: Order, value: Json, at: Pointer, place: Place, start: int) -> tuple[int, int, str]:
    text, pieces = work.text, list[_Piece]()
    column = work.column(start)
    # Comments above the first member of a document are about the whole file.
    first = last = _comments_above(work, start, column) if at else start
    for step, _ in steps(value):
        name, member = _member(value, step, place)
        inside = order.inside(at, place, step, member)
        begin, stop, new = reordered(work, order, member, (*at, step), inside, work.extent((*at, step)))
        offset = work.start((*at, step)) if isinstance(step, str) else max(text.rfind("-", last, begin), last)
        comment = text.find("#", last, offset)
        lead = first if not pieces else offset if comment < 0 else comment
        behind = block.comments_behind(work, stop, column)
        pieces.append(_Piece(name, text[lead:begin] + new + behind, text[last:lead], lead < offset or behind != ""))
        last = stop + len(behind)
    names = [piece.name for piece in pieces]
    if (moved := order.of(names, value, place)) != names:
        if text[:first].rstrip(" ").endswith("?") or not all(_blank().fullmatch(piece.gap) for piece in pieces[1:]):
            raise EditRefused(f"the text between the members at {pointer_text(at)} cannot be moved")
        pieces[1:] = [replace(piece, gap=piece.gap.rstrip(" ") + " " * column) for piece in pieces[1:]]
    return first, last, _joined(pieces, moved, at)


def _member(value: Json, step: str | int, place: Place) -> tuple[str, Json]:
    """The name by which a member or element is ordered, and its value."""
    member = value[step]
    return step if isinstance(step, str) else str(member) if place[0] == "set" else "", member


def _joined(pieces: Sequence[_Piece], names: Sequence[str], at: Pointer) -> str:
    """The pieces in the order of names, each gap where it was. Repeats in a set are dropped, with their gaps."""
    if [piece.name for piece in pieces] == names:
        return "".join([piece.gap + piece.text for piece in pieces])
    first = {piece.name: piece for piece in reversed(pieces)}
    for piece in pieces:
        if piece.commented and piece is not first[piece.name]:
            raise EditRefused(f"the repeated `{piece.name}` at {pointer_text(at)} has a comment that would be lost")
    return "".join([slot.gap + first[name].text for slot, name in zip(pieces, names, strict=False)])


def _comments_above(work: Work, start: int, column: int) -> int:
    """Where the comments begin on the lines right above a member and in its column."""
    line = work.lines.at(start)[0]
    if work.text[start - column : start].strip(" "):
        return start
    own = " " * column + "#"
    while line > 1 and work.text.startswith(own, work.lines.offset(line - 1)):
        line -= 1
        start = work.lines.offset(line) + column
    return start


@cache
def _blank() -> re.Pattern[str]:
    return re.compile(r"(?:[ \t]*(?:\r?\n|\r(?!\n)))+ *")
