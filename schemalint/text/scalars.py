"""What a scalar means: JSON and YAML in the same words. Knows one scalar at a time, and no place.

Scalars that JSON cannot hold or that readers disagree on are refused. YAML is the core schema of YAML 1.2, decided here and not
by a library: `yes`, `1_000` and `12:30:45` are texts (YAML 1.1 reads a boolean and two numbers); a plain date is refused.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from schemalint.schema.pointer import Json

MAX_DIGITS: Final = 4300
"""Digits of an integer that are read: CPython's own limit (CVE-2020-10735), whatever the interpreter is set to."""
CORE: Final = "tag:yaml.org,2002:"
"""What a tag of YAML's own starts with."""


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
    except ValueError:  # the interpreter is set to read fewer: PYTHONINTMAXSTRDIGITS
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
    """A text short enough for a message."""
    return text if len(text) <= 40 else f"{text[:39]}…"


@cache
def _surrogate() -> re.Pattern[str]:
    return re.compile("([\ud800-\udbff][\udc00-\udfff])|[\ud800-\udfff]")


# -------------------------------------------------------------------------------------------------------------------- YAML

_WORDS: Final = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAX_BITS: Final = 14_284
"""The bits of 10**4300, less one: what can still be written out in decimal."""
_STARTS: Final = frozenset("+-.0123456789")


@cache
def _number() -> re.Pattern[str]:
    return re.compile(
        r"(?P<int>[-+]?[0-9]+)|0o(?P<oct>[0-7]+)|0x(?P<hex>[0-9a-fA-F]+)"
        r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
        r"|(?P<inf>[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
        r"|(?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}.*)?)"
    )


def _power_of_two(digits: str, base: int) -> int:
    number = int(digits, base)
    if number.bit_length() > _MAX_BITS:
        raise NotJson(f"integer of more than {MAX_DIGITS:,} digits")
    return number


def plain(text: str) -> Json:
    """The value of an unquoted scalar without a tag."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _STARTS:
        return text
    match = _number().fullmatch(text)
    match match and match.lastgroup:
        case "int":
            return integer(text)
        case "oct":
            return _power_of_two(text[2:], 8)
        case "hex":
            return _power_of_two(text[2:], 16)
        case "float":
            return double(text)
        case "inf":
            raise NotJson(f"`{text}` is not JSON: JSON has no infinity and no NaN")
        case "date":
            raise NotJson(f"the date `{shorten(text)}` is not JSON: quote it")
        case _:
            return text


def in_yaml(text: str, tag: str | None, quoted: bool) -> Json:
    """The value of a scalar. `tag` is the full tag or None, `quoted` is true for every style but plain."""
    if quoted:
        text = joined(text)
    if tag is None:
        return text if quoted else plain(text)
    if tag in ("!", f"{CORE}str"):
        return text
    kind = tag.removeprefix(CORE)
    expected = {"null": type(None), "bool": bool, "int": int, "float": float}.get(kind) if tag.startswith(CORE) else None
    if expected is None:
        raise NotJson(f"tag `{short_tag(tag)}` is not JSON: leave it out")
    value = plain(text)
    if expected is float and type(value) is int:
        return double(text) if text.lstrip("+-").isdigit() else float(value)
    if type(value) is not expected:
        raise NotJson(f"`{shorten(text)}` is not valid as {short_tag(tag)} in YAML 1.2")
    return value


def short_tag(tag: str) -> str:
    """A tag as an author writes it."""
    return f"!!{tag.removeprefix(CORE)}" if tag.startswith(CORE) else tag
