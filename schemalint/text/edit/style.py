"""How new parts of a text are laid out: as the nearest parts of their kind are.

The parts of their own container are asked first, then those of the next one outwards.
"""

from __future__ import annotations

import re
from functools import cache

from schemalint.schema.pointer import Json, Pointer
from schemalint.text.edit.work import Work, has_line_end, steps


def line_end(work: Work) -> str:
    """The line end of a text: that of its first line."""
    match = re.search(r"\r\n|\r|\n", work.text)
    return match[0] if match else "\n"


def is_ascii_only(work: Work) -> bool:
    """Whether the text escapes every letter beyond ASCII."""
    return work.text.isascii() and re.search(r"(?<!\\)\\u(?!00[0-7])", work.text) is not None


# ------------------------------------------------------------------------------------------------------------- containers


def is_filled(value: Json) -> bool:
    """Whether a value is a container with something in it."""
    return isinstance(value, (dict, list)) and bool(value)


def _alike(one: Json, other: Json) -> bool:
    """Whether two filled containers are laid out alike: both objects or both lists, and both with containers in them or not."""
    return is_filled(one) and isinstance(one, dict) == isinstance(other, dict) and _is_nested(one) == _is_nested(other)


def _is_nested(value: Json) -> bool:
    return any(isinstance(member, (dict, list)) for _, member in steps(value))


def is_one_line(work: Work, value: Json, at: Pointer) -> bool:
    """Whether bracketed containers like a new one are on one line."""

    def answer(place: Pointer, other: Json) -> bool | None:
        return work.is_one_line(place) if _alike(other, value) and work.is_bracketed(place) else None

    return work.nearest(at, answer) is True


def is_bracketed(work: Work, value: Json, at: Pointer) -> bool:
    """Whether containers like a new one are between brackets, as far as there are any."""
    return work.nearest(at, lambda place, other: work.is_bracketed(place) if _alike(other, value) else None) is True


def indent_unit(work: Work, at: Pointer) -> str | None:
    """The indentation of members in a bracketed container of several lines; None where there is no such container."""

    def unit(place: Pointer, value: Json) -> str | None:
        if not is_filled(value) or not work.is_bracketed(place):
            return None
        start, end = work.extent(place)
        first = work.start((*place, next(steps(value))[0]))
        if not has_line_end(work.text[start:first]):
            return None
        outer, inner = work.indentation(end - 1), work.indentation(first)
        return inner[len(outer) :] if inner.startswith(outer) and inner != outer else None

    return work.nearest(at, unit)


def mapping_offset(work: Work, at: Pointer) -> int:
    """By how many columns a block mapping is indented from its key."""
    return work.nearest(at, lambda place, value: _offset(work, place, value, dict) or None) or 2


def list_offset(work: Work, at: Pointer) -> int:
    """By how many columns a block list is indented from its key; 0 where its dashes are below the key."""
    found = work.nearest(at, lambda place, value: _offset(work, place, value, list))
    return 2 if found is None else found


def _offset(work: Work, place: Pointer, value: Json, wanted: type) -> int | None:
    if not place or not isinstance(place[-1], str) or not isinstance(value, wanted) or not value:
        return None
    start = work.extent(place)[0]
    if work.text[start] in "{[&!" or work.document.extent(place[:-1]) is None or work.is_bracketed(place[:-1]):
        return None
    return work.column(start) - work.column(work.start(place))


# -------------------------------------------------------------------------------------------------------------- separators


def comma(work: Work, at: Pointer) -> str:
    """What separates two members on one line."""

    def between(place: Pointer, value: Json) -> str | None:
        if isinstance(value, (dict, list)) and len(value) > 1 and work.is_bracketed(place):
            (first, _), (second, _) = list(steps(value))[:2]
            gap = work.text[work.extent((*place, first))[1] : work.start((*place, second))]
            return gap if gap.strip() == "," and not has_line_end(gap) else None
        return None

    return work.nearest(at, between) or ("," if colon(work, at) == ":" else ", ")


def colon(work: Work, at: Pointer) -> str:
    """What separates a key from its value between brackets."""

    def after_key(place: Pointer, value: Json) -> str | None:  # noqa: ARG001
        if not place or not isinstance(place[-1], str) or not work.is_bracketed(place[:-1]):
            return None
        found = colon_after(work.text[work.start(place) : work.extent(place)[0]])
        return None if has_line_end(found) else found or None

    return work.nearest(at, after_key) or ": "


def colon_after(key: str) -> str:
    """The colon at the end of a key, with the white space around it; empty where there is none."""
    match = _colon().search(key)
    return match[0] if match else ""


@cache
def _colon() -> re.Pattern[str]:
    return re.compile(r"[ \t\r\n]*:[ \t\r\n]*$")


# ------------------------------------------------------------------------------------------------------------ quotes of YAML


def quote_of_keys(work: Work, at: Pointer, *, bracketed: bool) -> str:
    """The quotation mark of the keys around a place, with `bracketed` those between brackets; empty for plain keys or none."""

    def mark(place: Pointer, value: Json) -> str | None:  # noqa: ARG001
        if not place or not isinstance(place[-1], str) or (bracketed and not work.is_bracketed(place[:-1])):
            return None
        first = work.text[work.start(place)]
        return first if first in ("'", '"') else " "

    return (work.nearest(at, mark) or "").strip()


def quote_of_texts(work: Work, at: Pointer) -> str:
    """The quotation mark of all texts in the nearest container with texts; empty where one of them is plain."""

    def mark(place: Pointer, value: Json) -> str | None:
        if not is_filled(value):
            return None
        extents = [work.document.extent((*place, step)) for step, member in steps(value) if isinstance(member, str)]
        marks = {work.text[start] if end > start else " " for start, end in filter(None, extents)}
        return None if not marks else marks.pop() if len(marks) == 1 and marks <= {"'", '"'} else " "

    return (work.nearest(at, mark) or "").strip()
