"""Block style of YAML: members below each other in one column, with their comments.

A member that is removed takes its lines and the comment behind it along; comments on the lines above it stay. Everything
else is copied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from schemalint.record import dataclass
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.text.edit import bracketed, quoting, style
from schemalint.text.edit.plan import Kept, New, is_edited_inside, plan
from schemalint.text.edit.work import EditRefused, Rewrite, Work, has_line_end, steps


@dataclass(frozen=True, slots=True)
class _Piece:
    """A member or element: where it starts, where its `:` or `-` ends, its value, and what belongs to it behind that.

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
    """Where the text of a block ends that becomes another one of its type, and its new text. Neither is empty."""
    column = work.column(work.extent(at)[0])
    pieces = _pieces(work, at, old, column)
    items = plan(old, new)
    stop = pieces[-1].stop
    if not any(isinstance(item, Kept) for item in items):
        first, rest = _block(work, new, at, column)
        return stop, first + rest
    written: list[str] = []
    index = 0  # of the next old piece
    left = ""  # of the gaps before removed pieces: comments and blank lines
    for item in items:
        if isinstance(item, New):
            gap = style.line_end(work) + " " * column if written else ""
            written.append(gap + _announced(work, at, item, column, is_member=isinstance(old, dict)))
            continue
        for removed in range(index, item.index):
            left += _without_line(_gap(work, pieces, removed))
        gap = left
        if item.index:
            gap += _gap(work, pieces, item.index)
        elif written:
            gap += style.line_end(work) + " " * column
        written.append(gap if written else _first_gap().sub("", gap))
        written.append(_body(work, at, old, pieces[item.index], item, column, rewrite))
        index, left = item.index + 1, ""
    for removed in range(index, len(pieces)):
        left += _without_line(_gap(work, pieces, removed))
    return stop, "".join(written) + left.rstrip()


def _gap(work: Work, pieces: Sequence[_Piece], index: int) -> str:
    """The text between a piece and the one before it."""
    return work.text[pieces[index - 1].stop : pieces[index].offset] if index else ""


def _without_line(gap: str) -> str:
    """A gap without its last line end and what follows that: comments and blank lines above a removed piece."""
    return re.sub(r"(?:\r\n|\r|\n)[ \t]*\Z", "", gap)


def _pieces(work: Work, at: Pointer, value: Json, column: int) -> Sequence[_Piece]:
    pieces: list[_Piece] = []
    last = work.extent(at)[0]
    for step, _ in steps(value):
        begin, end = work.extent((*at, step))
        if isinstance(step, str):
            offset = work.start((*at, step))
            match = _key_with_colon().match(work.text, offset)
        else:
            match = _dash().match(work.text, last)
            offset = match.end() - 1 if match else begin
        if match is None or match.end() > begin or work.column(offset) != column:
            raise EditRefused(f"{pointer_text((*at, step))} is written in a way that is not edited")
        pieces.append(_Piece(step, offset, match.end(), begin, end, *_behind(work, end, column)))
        last = pieces[-1].stop
    return pieces


def _behind(work: Work, end: int, column: int) -> tuple[str, str]:
    """What belongs to a member behind its value: white space, and comments."""
    blank = _trailing().match(work.text, end)
    stop = blank.end() if blank else end
    return work.text[end:stop], comments_behind(work, stop, column)


def _body(work: Work, at: Pointer, old: Json, piece: _Piece, item: Kept, column: int, rewrite: Rewrite) -> str:
    """A piece that stays, with its new key and value, and its comments."""
    place = (*at, piece.step)
    before = value_at(old, (piece.step,))
    head = work.text[piece.offset : piece.announced]
    if isinstance(piece.step, str) and item.key != piece.step:
        head = _key(work, at, item.key) + ":"
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
    behind = re.split(r"[\r\n]", piece.tail)[0]  # the comment on the line of the value
    below = piece.tail[len(behind) :]
    if len(comments) > 1 or (comments and behind):
        raise EditRefused(f"there are comments around the value at {pointer_text(at)}")
    if comments:
        behind = " " + comments[0]
    if first and not comments and not has_line_end(head) and head.strip(" ") == "":
        first = (head or " ") + first.lstrip(" ")
    # The blanks may be part of an old block of lines, or become part of a new one.
    blank = "" if rest or written[:1] in ("|", ">") else piece.blank
    return first + behind + rest + blank + below


# ------------------------------------------------------------------------------------------------------------- new values


def whole(work: Work, value: Json, at: Pointer) -> str:
    """The text of a value that takes the place of a whole document."""
    if style.is_filled(value) and not style.is_bracketed(work, value, at):
        return "".join(_block(work, value, at, 0))
    first, rest = _value(work, value, at, 0, "", is_element=True)
    return first.lstrip(" ") + rest


def _announced(work: Work, at: Pointer, item: New, column: int, *, is_member: bool) -> str:
    """A new member or element from its key or dash on."""
    head = _key(work, at, item.key) + ":" if is_member else "-"
    return head + "".join(_value(work, item.value, (*at, item.key if is_member else 0), column, "", is_element=not is_member))


def _key(work: Work, at: Pointer, key: str) -> str:
    quote = style.quote_of_keys(work, at, bracketed=False)
    return quoting.in_yaml(key, "", flow=True, column=0, line_end="", quote=quote)[0]


def _value(work: Work, value: Json, at: Pointer, column: int, written: str, *, is_element: bool) -> tuple[str, str]:
    """The text behind a `:` or `-` in a column: the rest of its line, and the lines below, each with its line end in front."""
    if not isinstance(value, (dict, list)):
        inner = column + (2 if is_element else style.mapping_offset(work, at))
        quote = "" if written else style.quote_of_texts(work, at[:-1])
        end = style.line_end(work)
        first, rest = quoting.in_yaml(value, written, flow=False, column=inner, line_end=end, quote=quote)
        return " " + first, rest
    if not value or style.is_bracketed(work, value, at):
        return " " + bracketed.fresh(work, value, at, base=" " * column, inline=True), ""
    if is_element:
        first, rest = _block(work, value, at, column + 2)
        return " " + first, rest
    inner = column + (style.mapping_offset(work, at) if isinstance(value, dict) else style.list_offset(work, at))
    first, rest = _block(work, value, at, inner)
    return "", style.line_end(work) + " " * inner + first + rest


def _block(work: Work, value: Json, at: Pointer, column: int) -> tuple[str, str]:
    """A container in block style, its first line and the lines below; the first one is to begin in `column`."""
    is_member = isinstance(value, dict)
    lines = [_announced(work, at, New(str(step), member), column, is_member=is_member) for step, member in steps(value)]
    end = style.line_end(work)
    first, end, rest = (end + " " * column).join(lines).partition(end)
    return first, end + rest


# -------------------------------------------------------------------------------------------------------------- comments
# One way to read each line end, so that a long run of them costs no more than its length.


def comments_behind(work: Work, stop: int, column: int) -> str:
    """The comment behind a member on its last line, and the comment lines after it that are deeper than its column."""
    match = _comments(column).match(work.text, stop)
    return match[0] if match else ""


@cache
def _comments(column: int) -> re.Pattern[str]:
    return re.compile(rf"(?:[ \t]+#[^\r\n]*)?(?:(?:[ \t]*(?:\r?\n|\r(?!\n)))+ {{{column + 1},}}#[^\r\n]*)*")


@cache
def _trailing() -> re.Pattern[str]:
    """Blanks at the end of a line, and then lines of nothing but blanks: they may be part of a block of lines."""
    end = r"(?:\r\n|\r|\n)"
    return re.compile(rf"[ \t]*(?=[\r\n]|\Z)(?:(?:{end}[ \t]*)*{end}[ \t]+(?=[\r\n]|\Z))?")


@cache
def _first_gap() -> re.Pattern[str]:
    """What is before the first piece that stays once those before it are removed: its line end and indentation."""
    return re.compile(r"\A(?:[ \t]*(?:\r\n|\r|\n))*[ \t]*")


@cache
def _key_with_colon() -> re.Pattern[str]:
    return re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\r\n"'][^\r\n]*?)[ \t]*:(?=\s|\Z)""", re.DOTALL)


@cache
def _dash() -> re.Pattern[str]:
    return re.compile(r"(?:\s|#[^\r\n]*)*-(?=\s|\Z)")
