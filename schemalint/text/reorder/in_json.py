"""Canonical order inside JSON text that is known to be sound. Strings keep the author's escapes; numbers are spelled anew."""

from __future__ import annotations

import re
from functools import cache
from json import loads

from schemalint.canon import number
from schemalint.model import Json, Pointer
from schemalint.text.reorder.pieces import Piece, Place, Rewritten, Work, joined, name_of


def rewritten(work: Work, start: int, value: Json, at: Pointer, place: Place) -> Rewritten:
    """The value that starts at an offset, in order."""
    if not isinstance(value, (dict, list)):
        end = _token_end(work.text, start)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return start, end, number(value) if is_number else work.text[start:end]
    text, pieces = work.text, list[Piece]()
    last, offset = start, _skip(text, start + 1)
    while text[offset] not in "}]":
        step: str | int = len(pieces)
        member, begin = None, offset
        if isinstance(value, dict):
            end = _token_end(text, offset)
            step, begin = str(loads(text[offset:end])), _skip(text, end)
            member = value[step]
        else:
            member = value[len(pieces)]
        _, end, new = rewritten(work, begin, member, (*at, step), work.inside(at, place, step, member))
        pieces.append(Piece(name_of(step, member, place), text[offset:begin] + new, text[last:offset]))
        last, offset = end, _skip(text, end)
    return start, offset + 1, joined(work, pieces, value, place, at) + text[last : offset + 1]


def _skip(text: str, offset: int) -> int:
    """The next offset that is no white space, comma or colon."""
    while text[offset] in " \t\r\n,:":
        offset += 1
    return offset


def _token_end(text: str, offset: int) -> int:
    match = _token().match(text, offset)
    return match.end() if match else offset


@cache
def _token() -> re.Pattern[str]:
    return re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,:\]}]+')
