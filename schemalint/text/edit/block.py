"""Block style of YAML: members below each other in one column, with their comments.

A member that goes takes its lines and the comment behind it along; comments on lines above it stay. Everything else is copied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.text.edit import bracketed, yaml_scalar
from schemalint.text.edit.plan import Kept, New, is_edited_inside, plan
from schemalint.text.edit.work import SpliceRefused, Work, is_filled, kind

Rewrite: TypeAlias = Callable[[Pointer, Json, Json], tuple[int, str]]
"""Given a place and the value that stands there and the one that shall: where its text ends, and the text that shall stand."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A member or element: where it starts, where the `:` or `-` ends, its value, and what belongs to it behind that.

    `blank` is white space that a block of lines may end in, `tail` the comments.
    """

    step: str | int
    offset: int
    announced: int
    begin: int
    end: int
    blank: str
    tail: str

    @property
    def stop(self) -> int:
        return self.end + len(self.blank) + len(self.tail)


def rebuilt(work: Work, at: Pointer, old: Json, new: Json, rewrite: Rewrite) -> tuple[int, str]:
    """The text of a block that becomes another one of its type, and where the old one ended. Both hold something."""
    start, _ = work.extent(at)
    column = work.column(start)
    pieces = _pieces(work, at, old, start, column)
    items = plan(old, new)
    stop = pieces[-1].stop
    if not any(isinstance(item, Kept) for item in items):
        first, rest = _block(work, new, at, column)
        return stop, first + rest
    written: list[str] = []
    index = 0  # of the next old piece
    left = ""  # of the gaps of pieces that go: comments and blank lines
    for item in items:
        if isinstance(item, New):
            gap = work.line_end + " " * column if written else ""
            written.append(gap + _announced(work, at, item, column, is_member=isinstance(old, dict)))
            continue
        for gone in range(index, item.index):
            left += _without_line(_gap(work, pieces, gone))
        piece = pieces[item.index]
        gap = left + (_gap(work, pieces, item.index) if item.index else work.line_end + " " * column if written else "")
        written.append(gap if written else _first_gap().sub("", gap))
        written.append(_body(work, at, old, piece, item, column, rewrite))
        index, left = item.index + 1, ""
    for gone in range(index, len(pieces)):
        left += _without_line(_gap(work, pieces, gone))
    return stop, "".join(written) + left.rstrip()


def _gap(work: Work, pieces: Sequence[_Piece], index: int) -> str:
    """The text between a piece and the one before it."""
    if not index:
        return ""
    return work.text[pieces[index - 1].stop : pieces[index].offset]


def _without_line(gap: str) -> str:
    """A gap without its last line end and what follows that: comments and blank lines above a piece that goes."""
    return re.sub(r"(?:\r\n|\r|\n)[ \t]*\Z", "", gap)


def _pieces(work: Work, at: Pointer, value: Json, start: int, column: int) -> Sequence[_Piece]:
    pieces: list[_Piece] = []
    last = start
    for step in value if isinstance(value, dict) else range(len(value)):
        begin, end = work.extent((*at, step))
        if isinstance(step, str):
            offset = work.start((*at, step))
            match = _key_with_colon().match(work.text, offset)
        else:
            match = _dash().match(work.text, last)
            offset = match.end() - 1 if match else begin
        if match is None or match.end() > begin or work.column(offset) != column:
            raise SpliceRefused(f"{pointer_text((*at, step))} is written in a way that is not edited")
        pieces.append(_Piece(step, offset, match.end(), begin, end, *_behind(work, end, column)))
        last = pieces[-1].stop
    return pieces


def _behind(work: Work, end: int, column: int) -> tuple[str, str]:
    """What belongs to a member behind its value: white space, and comments."""
    blank = _trailing().match(work.text, end)
    stop = blank.end() if blank else end
    comments = tail(column).match(work.text, stop)
    return work.text[end:stop], comments[0] if comments else ""


def _body(work: Work, at: Pointer, old: Json, piece: _Piece, item: Kept, column: int, rewrite: Rewrite) -> str:
    """A piece that stays, with its value and key as they shall be, and its comments."""
    place = (*at, piece.step)
    before = value_at(old, (piece.step,))
    head = work.text[piece.offset : piece.announced]
    if isinstance(piece.step, str) and item.key != piece.step:
        head = _key_text(work, at, item.key) + ":"
    if written_alike(before, item.value) or is_edited_inside(before, item.value):
        end, text = rewrite(place, before, item.value)
        return head + work.text[piece.announced : piece.begin] + text + "".join(_behind(work, end, column))
    work.demand_own(place)
    return head + _replaced(work, place, item.value, piece, column)


def _replaced(work: Work, at: Pointer, value: Json, piece: _Piece, column: int) -> str:
    """A new value behind the `:` or `-` of an old one. The comment of the line stays on it, also where lines follow."""
    written = work.text[piece.begin : piece.end]
    head = work.text[piece.announced : piece.begin]
    comments = re.findall(r"#[^\r\n]*", head)
    if written[:1] in ("|", ">"):
        comments += re.findall(r"\A[|>][-+0-9]*[ \t]+(#[^\r\n]*)", written)
    first, rest = _value(work, value, at, column, written, is_element=isinstance(at[-1], int))
    behind, below = _split_tail(piece.tail)
    if len(comments) > 1 or (comments and behind):
        raise SpliceRefused(f"there are comments around the value at {pointer_text(at)}")
    if comments:
        behind = " " + comments[0]
    if first and not comments and not {"\n", "\r"} & {*head} and head.strip(" ") == "":
        first = (head or " ") + first.lstrip(" ")
    # The blanks may be part of an old block of lines, or become part of a new one.
    blank = "" if rest or written[:1] in ("|", ">") else piece.blank
    return first + behind + rest + blank + below


def _split_tail(text: str) -> tuple[str, str]:
    """The comment behind a value, and those on the lines below it."""
    match = re.match(r"[^\r\n]*", text)
    behind = match[0] if match else ""
    return behind, text[len(behind) :]


# ------------------------------------------------------------------------------------------------------------- new values


def _announced(work: Work, at: Pointer, item: New, column: int, *, is_member: bool) -> str:
    head = _key_text(work, at, item.key) + ":" if is_member else "-"
    return head + "".join(_value(work, item.value, (*at, item.key if is_member else 0), column, "", is_element=not is_member))


def _key_text(work: Work, at: Pointer, key: str) -> str:
    def mark(place: Pointer, value: Json) -> str | None:  # noqa: ARG001
        first = work.text[work.start(place)] if place and isinstance(place[-1], str) else ""
        return None if not first else first if first in ("'", '"') else " "

    quote = (work.nearest(at, mark) or "").strip()
    return yaml_scalar.scalar(key, "", flow=True, column=0, line_end="", quote=quote)[0]


def _value(work: Work, value: Json, at: Pointer, column: int, written: str, *, is_element: bool) -> tuple[str, str]:
    """The text behind a `:` or `-` in a column: the rest of its line, and the lines below, each with its line end in front."""
    if not isinstance(value, (dict, list)):
        inner = column + (2 if is_element else _unit(work, at))
        quote = "" if written else bracketed.quote_around(work, at[:-1])
        first, rest = yaml_scalar.scalar(value, written, flow=False, column=inner, line_end=work.line_end, quote=quote)
        return " " + first, rest
    if not value or _is_bracketed(work, value, at):
        base = " " * column
        return " " + bracketed.fresh(work, value, at, base=base, inline=True), ""
    if is_element:
        first, rest = _block(work, value, at, column + 2)
        return " " + first, rest
    inner = column + (_unit(work, at) if isinstance(value, dict) else _dash_offset(work, at))
    first, rest = _block(work, value, at, inner)
    return "", work.line_end + " " * inner + first + rest


def whole(work: Work, value: Json, at: Pointer) -> str:
    """The text of a value that takes the place of a whole document."""
    first, rest = _value(work, value, at, 0, "", is_element=True)
    return (
        first.lstrip(" ") + rest
        if not is_filled(value) or _is_bracketed(work, value, at)
        else "".join(_block(work, value, at, 0))
    )


def _block(work: Work, value: Json, at: Pointer, column: int) -> tuple[str, str]:
    """A container in block style, its first line and the lines below; the first one is to begin in `column`."""
    is_member = isinstance(value, dict)
    lines = [
        _announced(work, at, New(str(step), member), column, is_member=is_member)
        for step, member in (value.items() if isinstance(value, dict) else enumerate(value))
    ]
    first, end, rest = (work.line_end + " " * column).join(lines).partition(work.line_end)
    return first, end + rest


def _is_bracketed(work: Work, value: Json, at: Pointer) -> bool:
    """Whether containers like this one stand between brackets, as far as there are any."""

    def alike(place: Pointer, other: Json) -> bool | None:
        return work.is_bracketed(place) if is_filled(other) and kind(other) == kind(value) else None

    return work.nearest(at, alike) is True


def _unit(work: Work, at: Pointer) -> int:
    """By how many columns a mapping stands in from the key that it belongs to."""
    return work.nearest(at, lambda place, value: _offset(work, place, value, dict) or None) or 2


def _dash_offset(work: Work, at: Pointer) -> int:
    """By how many columns a list stands in from the key that it belongs to; it may be none."""
    found = work.nearest(at, lambda place, value: _offset(work, place, value, list))
    return 2 if found is None else found


def _offset(work: Work, place: Pointer, value: Json, wanted: type) -> int | None:
    if not place or not isinstance(place[-1], str) or not isinstance(value, wanted) or not value:
        return None
    start = work.extent(place)[0]
    if work.text[start] in "{[&!" or work.document.extent(place[:-1]) is None or work.is_bracketed(place[:-1]):
        return None
    return work.column(start) - work.column(work.start(place))


# One way to read each line end, so that a long run of them costs no more than its length.


@cache
def tail(column: int) -> re.Pattern[str]:
    """The comment behind a member on its last line, and the comment lines after it that are deeper than its column."""
    return re.compile(rf"(?:[ \t]+#[^\r\n]*)?(?:(?:[ \t]*(?:\r?\n|\r(?!\n)))+ {{{column + 1},}}#[^\r\n]*)*")


@cache
def _trailing() -> re.Pattern[str]:
    """Blanks at the end of a line, and then lines of nothing but blanks: they may be part of a block of lines."""
    end = r"(?:\r\n|\r|\n)"
    return re.compile(rf"[ \t]*(?=[\r\n]|\Z)(?:(?:{end}[ \t]*)*{end}[ \t]+(?=[\r\n]|\Z))?")


@cache
def _first_gap() -> re.Pattern[str]:
    """What stands before the first piece once the ones before it are gone: its line end and indentation."""
    return re.compile(r"\A(?:[ \t]*(?:\r\n|\r|\n))*[ \t]*")


@cache
def _key_with_colon() -> re.Pattern[str]:
    return re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\r\n"'][^\r\n]*?)[ \t]*:(?=\s|\Z)""", re.DOTALL)


@cache
def _dash() -> re.Pattern[str]:
    return re.compile(r"(?:\s|#[^\r\n]*)*-(?=\s|\Z)")
