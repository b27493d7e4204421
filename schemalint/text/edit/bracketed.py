"""Containers between brackets: all of JSON, and the flow style of YAML.

Members that stay are copied as they are written, each with the text before it. New ones are laid out as their siblings are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from schemalint.schema.pointer import Json, Pointer, pointer_text
from schemalint.text.edit import json_scalar, yaml_scalar
from schemalint.text.edit.plan import Kept, New, plan
from schemalint.text.edit.work import SpliceRefused, Work, is_filled, kind

Rewrite: TypeAlias = Callable[[Pointer, Json, Json], str]
"""Given a place and the value that stands there and the one that shall: the text that shall stand there."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A member or element: the text before it (from the bracket or the piece before), its key with the colon, its value."""

    gap: str
    offset: int
    begin: int
    end: int


def rebuilt(work: Work, at: Pointer, old: Json, new: Json, rewrite: Rewrite) -> str:
    """The text of a container that becomes another one of its type. Both hold something."""
    start, end = work.extent(at)
    pieces, last = _pieces(work, at, old, start)
    items = plan(old, new)
    kept = [item for item in items if isinstance(item, Kept)]
    base = work.indentation(start)
    inline = work.is_one_line(at)
    if not kept:
        return fresh(work, new, at, base=work.indentation(start), inline=inline)
    gaps = (*(piece.gap for piece in pieces), work.text[last:end])
    if work.is_yaml and len(kept) != max(len(items), len(pieces)) and any("#" in gap or "?" in gap for gap in gaps):
        raise SpliceRefused(f"there are comments between the brackets at {pointer_text(at)}")
    separator = _separator(work, at, pieces)
    steps: Sequence[str | int] = list(old) if isinstance(old, dict) else range(len(old))
    written: list[str] = []
    for item in items:
        gap = separator if written else pieces[0].gap
        if isinstance(item, New):
            indent = re.split(r"[\r\n]", gap)[-1] if {"\n", "\r"} & {*gap} else base
            key = _key(work, at, item.key) if isinstance(old, dict) else ""
            text = key + fresh(work, item.value, (*at, "" if key else 0), base=indent, inline=inline)
        else:
            piece, step = pieces[item.index], steps[item.index]
            if written and item.index:
                gap = piece.gap
            head = work.text[piece.offset : piece.begin]
            if isinstance(step, str) and item.key != step:
                head = _renamed(work, head, item.key)
            text = head + rewrite((*at, step), old[step], item.value)
        written += gap, text
    return work.text[start] + "".join(written) + work.text[last:end]


def _pieces(work: Work, at: Pointer, value: Json, start: int) -> tuple[Sequence[_Piece], int]:
    """The members or elements of a container, and where the last one ends."""
    pieces: list[_Piece] = []
    last = start + 1
    for step in value if isinstance(value, dict) else range(len(value)):
        offset = work.start((*at, step))
        begin, end = work.extent((*at, step))
        pieces.append(_Piece(work.text[last:offset], offset, begin, end))
        last = end
    return pieces, last


def _separator(work: Work, at: Pointer, pieces: Sequence[_Piece]) -> str:
    """What stands between the members of a container, for one more."""
    if len(pieces) > 1:
        return _one_line_end(pieces[-1].gap)
    if {"\n", "\r"} & {*pieces[0].gap}:
        return "," + _one_line_end(pieces[0].gap)
    return _comma(work, at)


def _one_line_end(gap: str) -> str:
    """A gap without the blank lines in it."""
    parts = re.split(r"\r\n|\r|\n", gap)
    ends = re.findall(r"\r\n|\r|\n", gap)
    return parts[0].rstrip() + ends[0] + parts[-1] if ends else gap


def _comma(work: Work, at: Pointer) -> str:
    def between(place: Pointer, value: Json) -> str | None:
        if isinstance(value, (dict, list)) and len(value) > 1 and work.is_bracketed(place):
            first, second = (list(value) if isinstance(value, dict) else range(len(value)))[:2]
            gap = work.text[work.extent((*place, first))[1] : work.start((*place, second))]
            return gap if gap.strip() == "," and not {"\n", "\r"} & {*gap} else None
        return None

    return work.nearest(at, between) or ("," if _colon(work, at) == ":" else ", ")


def _colon(work: Work, at: Pointer) -> str:
    def after_key(place: Pointer, value: Json) -> str | None:  # noqa: ARG001
        if not place or not isinstance(place[-1], str) or not work.is_bracketed(place[:-1]):
            return None
        match = _colon_of().search(work.text[work.start(place) : work.extent(place)[0]])
        return match[0] if match and not {"\n", "\r"} & {*match[0]} else None

    return work.nearest(at, after_key) or ": "


def _key(work: Work, at: Pointer, key: str) -> str:
    """A new key with its colon, quoted as its siblings are."""
    colon = _colon(work, at)
    if work.is_yaml and not _quote(work, at) and yaml_scalar.is_plain(key, flow=True):
        return key + (colon if colon[-1:].isspace() else ": ")
    return json_scalar.quoted(key, ascii_only=_ascii_only(work)) + colon


def _renamed(work: Work, head: str, key: str) -> str:
    """A key with another name, its colon kept."""
    match = _colon_of().search(head)
    colon = match[0] if match else ": "
    if work.is_yaml and head[:1] not in ("'", '"') and yaml_scalar.is_plain(key, flow=True):
        return key + (colon if colon[-1:].isspace() else ": ")
    written = head[: len(head) - len(colon)] if head.startswith('"') else None
    return json_scalar.quoted(key, written, ascii_only=_ascii_only(work)) + colon


def _quote(work: Work, at: Pointer) -> str:
    """The mark in which the keys around a place are quoted; empty where they are plain or there are none."""

    def mark(place: Pointer, value: Json) -> str | None:  # noqa: ARG001
        if not place or not isinstance(place[-1], str) or not work.is_bracketed(place[:-1]):
            return None
        first = work.text[work.start(place)]
        return first if first in ("'", '"') else " "

    return (work.nearest(at, mark) or "").strip()


# ------------------------------------------------------------------------------------------------------------- new values


def fresh(work: Work, value: Json, at: Pointer, *, base: str, inline: bool, written: str = "") -> str:
    """The text of a new value. `base` is the indentation of its line; `inline` keeps it on that line.

    `written` is the text of the scalar that it replaces.
    """
    if not isinstance(value, (dict, list)):
        return scalar(work, value, at, written)
    is_object = isinstance(value, dict)
    opening, closing = "{}" if is_object else "[]"
    if not value:
        return opening + closing
    unit = None if inline or _is_inline(work, value, at) else indent_unit(work, at)
    inner = base + (unit or "")
    items = [
        (_key(work, at, str(key)) if is_object else "") + fresh(work, member, (*at, key), base=inner, inline=unit is None)
        for key, member in (value.items() if isinstance(value, dict) else enumerate(value))
    ]
    if unit is None:
        return opening + _comma(work, at).join(items) + closing
    end = work.line_end
    return opening + end + inner + f",{end}{inner}".join(items) + end + base + closing


def scalar(work: Work, value: Json, at: Pointer, written: str) -> str:
    """The text of a scalar between brackets."""
    if not work.is_yaml:
        return json_scalar.scalar(value, written or None, ascii_only=_ascii_only(work))
    return yaml_scalar.scalar(value, written, flow=True, column=0, line_end="", quote=quote_around(work, at[:-1]))[0]


def quote_around(work: Work, at: Pointer) -> str:
    """The mark in which every text in the nearest container with texts is quoted; empty where one is plain."""

    def mark(place: Pointer, value: Json) -> str | None:
        if not is_filled(value):
            return None
        steps = value if isinstance(value, dict) else range(len(value))
        texts = [(*place, step) for step in steps if isinstance(value[step], str) and work.document.extent((*place, step))]
        marks = {work.text[work.extent(text)[0]] if work.extent(text)[1] > work.extent(text)[0] else " " for text in texts}
        return None if not marks else marks.pop() if len(marks) == 1 and marks <= {"'", '"'} else " "

    return (work.nearest(at, mark) or "").strip()


def _is_inline(work: Work, value: Json, at: Pointer) -> bool:
    """Whether containers like this one stand on one line; as all others do where there is none like it."""

    def alike(place: Pointer, other: Json) -> bool | None:
        wanted = is_filled(other) and kind(other) == kind(value) and work.is_bracketed(place)
        return work.is_one_line(place) if wanted else None

    return work.nearest(at, alike) is True


def indent_unit(work: Work, at: Pointer) -> str | None:
    """By how much the members of a container of several lines are indented; None where there is no such container."""

    def unit(place: Pointer, value: Json) -> str | None:
        if not is_filled(value) or not work.is_bracketed(place):
            return None
        start, end = work.extent(place)
        first = work.start((*place, next(iter(value)) if isinstance(value, dict) else 0))
        if not {"\n", "\r"} & {*work.text[start:first]}:
            return None
        outer, inner = work.indentation(end - 1), work.indentation(first)
        return inner[len(outer) :] if inner.startswith(outer) and inner != outer else None

    return work.nearest(at, unit)


@cache
def _colon_of() -> re.Pattern[str]:
    return re.compile(r"[ \t\r\n]*:[ \t\r\n]*$")


def _ascii_only(work: Work) -> bool:
    """Whether the text escapes every letter beyond ASCII."""
    return work.text.isascii() and re.search(r"(?<!\\)\\u(?!00[0-7])", work.text) is not None
