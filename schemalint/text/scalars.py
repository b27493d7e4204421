"""Scalars that JSON cannot hold or that readers disagree on: refused here, in the same words for JSON and YAML."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

MAX_DIGITS: Final = 4300
"""Digits of an integer that are read: CPython's own limit (CVE-2020-10735), whatever the interpreter is set to."""


class NotJson(ValueError):
    """A scalar without one JSON value. The message says why."""


def integer(digits: str) -> int:
    """The integer of a decimal literal, sign allowed."""
    count = len(digits.lstrip("+-"))
    too_long = NotJson(f"integer of {count:,} digits; at most {MAX_DIGITS:,} are read")
    if count > MAX_DIGITS:
        raise too_long
    try:
        return int(digits)
    except ValueError:  # the interpreter was told to read fewer: PYTHONINTMAXSTRDIGITS
        raise too_long from None


def double(literal: str) -> float:
    """The IEEE double of a decimal literal."""
    number = float(literal)
    if number in (float("inf"), float("-inf")):
        raise NotJson(f"`{shorten(literal)}` is too large for a number: IEEE doubles end at 1.8e308")
    return number


def joined(text: str) -> str:
    """The text with each pair of surrogates, written as two escapes, made one character; a lone one is refused."""

    def join(match: re.Match[str]) -> str:
        if match[1] is None:
            raise NotJson(f"lone surrogate \\u{ord(match[0]):04x}: half of a character")
        return match[1].encode("utf-16", "surrogatepass").decode("utf-16")

    return text if text.isascii() else _surrogate().sub(join, text)


def shorten(text: str) -> str:
    """A text short enough to stand in a message."""
    return text if len(text) <= 40 else f"{text[:39]}…"


@cache
def _surrogate() -> re.Pattern[str]:
    return re.compile("([\ud800-\udbff][\udc00-\udfff])|[\ud800-\udfff]")
