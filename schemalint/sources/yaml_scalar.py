"""What a YAML scalar means as JSON: the core schema of YAML 1.2, decided here and not by a library.

`yes`, `1_000` and `12:30:45` are texts (YAML 1.1 reads a boolean and two numbers); a plain date is refused, because readers
disagree on it. Knows one scalar at a time, and no place.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from schemalint.model import Json

CORE: Final = "tag:yaml.org,2002:"
MAX_DIGITS: Final = 4300
"""Digits of an integer that are read; CPython's own limit (CVE-2020-10735), made independent of its settings."""
_WORDS: Final = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_STARTS: Final = frozenset("+-.0123456789")


class NotJson(ValueError):
    """A scalar that has no JSON value. The message says why."""


@cache
def _number() -> re.Pattern[str]:
    return re.compile(
        r"(?P<int>[-+]?[0-9]+)|0o(?P<oct>[0-7]+)|0x(?P<hex>[0-9a-fA-F]+)"
        r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
        r"|(?P<inf>[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
        r"|(?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}.*)?)"
    )


@cache
def _surrogate() -> re.Pattern[str]:
    return re.compile("([\ud800-\udbff][\udc00-\udfff])|[\ud800-\udfff]")


def join_surrogates(text: str) -> str:
    """The text with each pair of surrogates, written as two escapes, made one character; a lone one is refused."""

    def join(match: re.Match[str]) -> str:
        if match[1] is None:
            raise NotJson(f"lone surrogate \\u{ord(match[0]):04x}: half of a character")
        return match[1].encode("utf-16", "surrogatepass").decode("utf-16")

    return _surrogate().sub(join, text)


def _integer(digits: str, base: int) -> int:
    if base == 10 and len(digits.lstrip("+-")) > MAX_DIGITS:
        raise NotJson(f"integer of {len(digits.lstrip('+-')):,} digits: more than {MAX_DIGITS:,}")
    number = int(digits, base)
    if base != 10 and number.bit_length() > MAX_DIGITS * 3.32:
        raise NotJson(f"integer of more than {MAX_DIGITS:,} digits")
    return number


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise NotJson(f"`{text[:40]}` is too large for a number (IEEE double)")
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
            return _integer(text, 10)
        case "oct":
            return _integer(text[2:], 8)
        case "hex":
            return _integer(text[2:], 16)
        case "float":
            return _float(text)
        case "inf":
            raise NotJson(f"`{text}` is not JSON: JSON has no infinity and no NaN")
        case "date":
            raise NotJson(f"the date `{text[:40]}` is not JSON: quote it")
        case _:
            return text


def scalar(text: str, tag: str | None, quoted: bool) -> Json:
    """The value of a scalar. `tag` is the full tag or None, `quoted` is true for every style but plain."""
    if quoted and not text.isascii():
        text = join_surrogates(text)
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
        return _float(text) if text.lstrip("+-").isdigit() else float(value)
    if type(value) is not expected:
        raise NotJson(f"`{text[:40]}` is no {short_tag(tag)} in YAML 1.2")
    return value


def short_tag(tag: str) -> str:
    """A tag as an author writes it."""
    return f"!!{tag.removeprefix(CORE)}" if tag.startswith(CORE) else tag
