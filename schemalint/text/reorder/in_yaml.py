"""Canonical order inside YAML text, members with their comments. Scalars keep the author's spelling.

A comment on lines of its own goes with the member below it, a deeper one with the member above it, one behind a member with
that member. Refuses where a comment's member cannot be told.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from schemalint.model import Json, Pointer, pointer_text
from schemalint.text.edit.block import tail
from schemalint.text.edit.work import line_starts
from schemalint.text.reorder.pieces import CanonTextRefused, Piece, Place, Rewritten, Work, joined, moves, name_of


def rewritten(work: Work, value: Json, at: Pointer, place: Place) -> Rewritten:
    """The value at a place of the document, in order."""
    extent = work.document.extent(at)
    if extent is None:
        raise CanonTextRefused(f"{pointer_text(at)} has no text of its own")
    start, end = extent
    if not isinstance(value, (dict, list)) or not value:
        return start, end, work.text[start:end]
    if work.text[start] == "!":
        raise CanonTextRefused(f"the tag at {pointer_text(at)} cannot be moved")
    if work.text[start] in "{[":
        return _flow(work, start, end, value, at, place)
    return _block(work, start, value, at, place)


def _steps(work: Work, value: Json, at: Pointer, place: Place) -> Iterator[tuple[str | int, Json, int, Place]]:
    """Each member or element: its step, its value, where its text starts, and what kind of place it is."""
    for step, member in value.items() if isinstance(value, dict) else enumerate(value):
        span = work.document.locate((*at, step))
        if span is None:
            raise CanonTextRefused(f"{pointer_text((*at, step))} has no text of its own")
        yield step, member, line_starts(work.text)[span.line - 1] + span.column - 1, work.inside(at, place, step, member)


def _flow(work: Work, start: int, end: int, value: Json, at: Pointer, place: Place) -> Rewritten:
    """A mapping or sequence between braces or brackets."""
    text, pieces, last = work.text, list[Piece](), start
    for step, member, offset, inside in _steps(work, value, at, place):
        begin, stop, new = rewritten(work, member, (*at, step), inside)
        pieces.append(Piece(name_of(step, member, place), text[offset:begin] + new, text[last:offset]))
        last = stop
    if moves(work, pieces, value, place) and any({"#", "?"} & {*gap} for gap in (*(p.gap for p in pieces), text[last:end])):
        raise CanonTextRefused(f"comments between the brackets at {pointer_text(at)} cannot be moved with their members")
    return start, end, joined(work, pieces, value, place, at) + text[last:end]


def _block(work: Work, start: int, value: Json, at: Pointer, place: Place) -> Rewritten:
    """Members or elements that stand below each other in one column."""
    text, pieces = work.text, list[Piece]()
    column = start - line_starts(text)[bisect_right(line_starts(text), start) - 1]
    # Above the first member of a document stands what is said of the whole file.
    first = last = _above(text, start, column) if at else start
    for step, member, offset, inside in _steps(work, value, at, place):
        begin, stop, new = rewritten(work, member, (*at, step), inside)
        if isinstance(value, list):
            offset = max(text.rfind("-", last, begin), last)
        comment = text.find("#", last, offset)
        lead = first if not pieces else offset if comment < 0 else comment
        below = tail(column).match(text, stop)
        behind = below[0] if below else ""
        commented = lead < offset or behind != ""
        pieces.append(Piece(name_of(step, member, place), text[lead:begin] + new + behind, text[last:lead], commented))
        last = stop + len(behind)
    if moves(work, pieces, value, place):
        if text[:first].rstrip(" ").endswith("?") or not all(_blank().fullmatch(piece.gap) for piece in pieces[1:]):
            raise CanonTextRefused(f"the text between the members at {pointer_text(at)} cannot be moved")
        pieces[1:] = [replace(piece, gap=piece.gap.rstrip(" ") + " " * column) for piece in pieces[1:]]
    return first, last, joined(work, pieces, value, place, at)


def _above(text: str, start: int, column: int) -> int:
    """Where the comments begin that stand on the lines right above a member and in its column."""
    lines = line_starts(text)
    line = bisect_right(lines, start) - 1
    if text[lines[line] : start].strip(" "):
        return start
    own = " " * column + "#"
    while line and text.startswith(own, lines[line - 1]):
        line -= 1
        start = lines[line] + column
    return start


@cache
def _blank() -> re.Pattern[str]:
    return re.compile(r"(?:[ \t]*(?:\r?\n|\r(?!\n)))+ *")
