"""Containers between brackets: all of JSON, and the flow style of YAML.

Members that stay are copied as they are written, each with the text before it. New ones are laid out as their siblings are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from schemalint.record import dataclass
from schemalint.schema.pointer import Json, Pointer, pointer_text
from schemalint.text.edit import quoting, style
from schemalint.text.edit.plan import Kept, New, plan
from schemalint.text.edit.work import EditRefused, Rewrite, Work, has_line_end, steps


@dataclass(frozen=True, slots=True)
class Piece:
    """A member or element: the text before it (from the bracket or the piece before), its key with the colon, its value."""

    step: str | int
    gap: str
    offset: int
    begin: int
    end: int


def pieces_of(work: Work, at: Pointer, value: Json, start: int) -> Sequence[Piece]:
    """The members or elements of a container that starts at an offset and holds some."""
    pieces: list[Piece] = []
    last = start + 1
    for step, _ in steps(value):
        begin, end = work.extent((*at, step))
        blank = None if work.is_yaml else _blank_or_comma().match(work.text, last)  # quicker than to ask for the place
        offset = blank.end() if blank else work.start((*at, step))
        pieces.append(Piece(step, work.text[last:offset], offset, begin, end))
        last = end
    return pieces


@cache
def _blank_or_comma() -> re.Pattern[str]:
    return re.compile(r"[ \t\r\n,]*")


def rebuilt(work: Work, at: Pointer, old: Json, new: Json, rewrite: Rewrite) -> str:
    """The text of a container that becomes another one of its type. Neither is empty."""
    start, end = work.extent(at)
    pieces = pieces_of(work, at, old, start)
    items = plan(old, new)
    kept = [item for item in items if isinstance(item, Kept)]
    base = work.indentation(start)
    inline = work.is_one_line(at)
    if not kept:
        return fresh(work, new, at, base=base, inline=inline)
    closing = work.text[pieces[-1].end : end]
    if len(kept) != max(len(items), len(pieces)):
        demand_no_comments(work, at, [*(piece.gap for piece in pieces), closing])
    separator = _separator(work, at, pieces)
    written: list[str] = []
    for item in items:
        gap = separator if written else pieces[0].gap
        if isinstance(item, New):
            indent = re.split(r"[\r\n]", gap)[-1] if has_line_end(gap) else base
            key = _key(work, at, item.key) if isinstance(old, dict) else ""
            text = key + fresh(work, item.value, (*at, "" if key else 0), base=indent, inline=inline)
        else:
            piece = pieces[item.index]
            if written and item.index:
                gap = piece.gap
            head = work.text[piece.offset : piece.begin]
            if isinstance(piece.step, str) and item.key != piece.step:
                head = _renamed(work, head, item.key)
            text = head + rewrite((*at, piece.step), old[piece.step], item.value)[1]
        written += gap, text
    return work.text[start] + "".join(written) + closing


def demand_no_comments(work: Work, at: Pointer, gaps: Sequence[str]) -> None:
    """Errors: `EditRefused` for comments and `?` between members, of which nobody can say to which member they belong."""
    if work.is_yaml and any("#" in gap or "?" in gap for gap in gaps):
        raise EditRefused(f"there are comments between the brackets at {pointer_text(at)}")


def _separator(work: Work, at: Pointer, pieces: Sequence[Piece]) -> str:
    """What separates the members of a container, for one more."""
    if len(pieces) > 1:
        return _one_line_end(pieces[-1].gap)
    if has_line_end(pieces[0].gap):
        return "," + _one_line_end(pieces[0].gap)
    return style.comma(work, at)


def _one_line_end(gap: str) -> str:
    """A gap without the blank lines in it."""
    parts = re.split(r"(\r\n|\r|\n)", gap)
    return parts[0].rstrip() + parts[1] + parts[-1] if len(parts) > 1 else gap


def _key(work: Work, at: Pointer, key: str) -> str:
    """A new key with its colon, quoted as its siblings are."""
    colon = style.colon(work, at)
    if work.is_yaml and not style.quote_of_keys(work, at, bracketed=True) and quoting.is_plain(key, flow=True):
        return _plain_key(key, colon)
    return quoting.quoted(key, ascii_only=style.is_ascii_only(work)) + colon


def _renamed(work: Work, head: str, key: str) -> str:
    """A key with another name, its colon kept."""
    colon = style.colon_after(head) or ": "
    if work.is_yaml and head[:1] not in ("'", '"') and quoting.is_plain(key, flow=True):
        return _plain_key(key, colon)
    written = head[: len(head) - len(colon)] if head.startswith('"') else None
    return quoting.quoted(key, written, ascii_only=style.is_ascii_only(work)) + colon


def _plain_key(key: str, colon: str) -> str:
    return key + (colon if colon[-1:].isspace() else ": ")


# ------------------------------------------------------------------------------------------------------------- new values


def fresh(work: Work, value: Json, at: Pointer, *, base: str, inline: bool, written: str = "") -> str:
    """The text of a new value. `base` is the indentation of its line; `inline` keeps it on that line.

    `written` is the text of the scalar that it replaces.
    """
    if not isinstance(value, (dict, list)):
        return _scalar(work, value, at, written)
    is_object = isinstance(value, dict)
    opening, closing = "{}" if is_object else "[]"
    if not value:
        return opening + closing
    unit = None if inline or style.is_one_line(work, value, at) else style.indent_unit(work, at)
    inner = base + (unit or "")
    items = [
        (_key(work, at, str(key)) if is_object else "") + fresh(work, member, (*at, key), base=inner, inline=unit is None)
        for key, member in steps(value)
    ]
    if unit is None:
        return opening + style.comma(work, at).join(items) + closing
    end = style.line_end(work)
    return opening + end + inner + f",{end}{inner}".join(items) + end + base + closing


def _scalar(work: Work, value: Json, at: Pointer, written: str) -> str:
    if not work.is_yaml:
        return quoting.in_json(value, written or None, ascii_only=style.is_ascii_only(work))
    quote = style.quote_of_texts(work, at[:-1])
    return quoting.in_yaml(value, written, flow=True, column=0, line_end="", quote=quote)[0]
