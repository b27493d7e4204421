"""The text of JSON values as RFC 8785 spells it: strings, numbers, the order of names; what has no such text, and why.

Knows no schema. One deliberate difference from RFC 8785: an integer keeps its digits, however many.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from json import JSONEncoder
from json.encoder import encode_basestring as _quote  # exactly the escapes of RFC 8785 3.2.2.2, in C where there is C
from typing import Final

from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer

encode: Final = JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")).encode
"""The text by the C encoder: right where there are no floats, and no characters beyond the BMP in keys."""
_DIGITS: Final = 4300
"""Digits of an integer beyond which Python writes none (sys.int_info.default_max_str_digits)."""


def text(value: Json) -> str:
    """The text of a value whose members stand in their final order."""
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, dict):
        return f"{{{','.join([f'{_quote(name)}:{text(member)}' for name, member in value.items()])}}}"
    if isinstance(value, list):
        return f"[{','.join(map(text, value))}]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return number(value)


def in_order(names: Collection[str]) -> list[str]:
    """Names sorted by their UTF-16 code units (RFC 8785 3.2.3). TypeError where one is no string."""
    if "".join(names).isascii():
        return sorted(names)
    return sorted(names, key=utf16)


def utf16(name: str) -> bytes:
    """What to compare to sort by UTF-16 code units."""
    return name.encode("utf-16-be", "surrogatepass")


def has_astral(utf8: bytes) -> bool:
    """Whether there are characters beyond the BMP, which these five bytes begin: code points sort them unlike UTF-16."""
    return 0xF0 in utf8 or 0xF1 in utf8 or 0xF2 in utf8 or 0xF3 in utf8 or 0xF4 in utf8


def number(value: int | float) -> str:
    """The text of a number: ECMAScript's (RFC 8785 3.2.2.3), and all digits of an integer. ValueError for NaN and infinity."""
    if isinstance(value, int):
        return int.__repr__(value)
    if value - value != 0:
        raise ValueError(f"{value} is not a JSON number")
    plain = float.__repr__(value)
    if "e" not in plain:  # from 1e-4 to 1e16 both write digits without an exponent
        plain = plain.removesuffix(".0")
        return "0" if plain == "-0" else plain
    mantissa, _, power = plain.partition("e")
    exponent = int(power)
    sign = "-" if mantissa.startswith("-") else ""
    digits = mantissa.lstrip("-").replace(".", "")
    if 0 <= exponent < 21:
        return sign + digits.ljust(exponent + 1, "0")
    if -7 < exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    return f"{mantissa}e{exponent:+d}"


def unwritable(value: Json, at: Pointer, room: int) -> Iterator[tuple[Pointer, str]]:
    """Every place in a value that has no text, and why; `room` is how many levels of nesting it may have."""
    if isinstance(value, str):
        if _is_broken(value):
            yield at, "half of a surrogate pair, which no UTF-8 text can hold"
    elif isinstance(value, (dict, list)):
        if not room:
            yield at[:4], f"nested deeper than {MAX_DEPTH} levels"
            return
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(value, dict) and not isinstance(key, str):
                yield at, f"the key {key!r} is of type {type(key).__name__}; JSON keys are strings"
            elif isinstance(key, str) and _is_broken(key):
                yield at, f"the key {key!r} holds half of a surrogate pair, which no UTF-8 text can hold"
            else:
                yield from unwritable(member, (*at, key), room - 1)
    elif isinstance(value, float):
        if value - value != 0:
            yield at, f"{value} is not a JSON number"
    elif isinstance(value, int):
        try:
            int.__repr__(value)
        except ValueError:
            yield at, f"an integer of more than {_DIGITS} digits"
    elif value is not None:
        kinds = "object, array, string, number, true, false and null"
        yield at, f"a Python {type(value).__name__} is not a JSON value; those are {kinds}"


def _is_broken(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return True
    return False


def spread(compact: str, indent: int) -> str:
    """Compact JSON text over several lines, `indent` spaces a level."""
    pieces: list[str] = []
    level = 0
    for piece in _pieces().findall(compact):
        if piece in ("{", "["):
            level += 1
            pieces.append(f"{piece}\n{' ' * (indent * level)}")
        elif piece in ("}", "]"):
            level -= 1
            pieces.append(f"\n{' ' * (indent * level)}{piece}")
        elif piece == ",":
            pieces.append(f",\n{' ' * (indent * level)}")
        else:
            pieces.append(": " if piece == ":" else piece)
    return "".join(pieces)


@cache
def _pieces() -> re.Pattern[str]:
    return re.compile(r'"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}\[\],:]|[^{}\[\],:"]+')
