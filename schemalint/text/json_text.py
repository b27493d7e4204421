"""JSON text -> values, and the span each came from, at two speeds.

`json.loads` reads what is sound; whatever it refuses, and whatever it would pass over in silence, goes to `json_scan`. Places
are found when somebody asks for them, container by container, at the speed of the standard library's scanner.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Final

from schemalint.edge.read import Lines
from schemalint.record import dataclass
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer
from schemalint.text.document import Document, Found, Malformed, Mark, Where, marked, step
from schemalint.text.json_scan import BLANK, scan, skip
from schemalint.text.scalars import MAX_DIGITS


def parse(text: str, *, comments: bool = False) -> Document | Malformed:
    """The value of a text. `comments` allows `//`, `/* */` and trailing commas, as the config files of editors have them."""
    where = Lines(text).at
    if comments:
        plain = _without_comments(text)
        if isinstance(plain, int):
            return Malformed("the text ends inside a comment that starts here", *where(plain))
        text = plain
    return _parse(text, where, 0)


def parse_lines(text: str) -> list[Document | Malformed]:
    """The value of each line that is not blank. Lines and offsets are those of the whole text; `locate(())` finds the line."""
    where = Lines(text).at
    return [_parse(line, partial(_shifted, where, start), start) for start, line in _lines(text)]


def is_lines(text: str) -> bool:
    """Whether a text is one value a line: at least two lines that are not blank, each a JSON text."""
    if len(list(islice(_lines(text), 2))) < 2:
        return False
    where = Lines(text).at
    return all(isinstance(_parse(line, where, 0), Document) for _, line in _lines(text))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    # LF, CRLF and CR end a line, U+2028 does not, so not `splitlines`.
    for match in re.finditer(r"[^\r\n]+", text):
        if match[0].strip(BLANK):
            yield match.start(), match[0]


def _shifted(where: Where, start: int, offset: int) -> tuple[int, int]:
    return where(start + offset)


def _parse(text: str, where: Where, base: int) -> Document | Malformed:
    find = partial(_find, _Places(text))
    try:
        return marked(loads(text), find, where, base=base)
    except (ValueError, RecursionError):
        scanned = scan(text, where)
    if isinstance(scanned, Malformed):
        return scanned
    return marked(scanned[0], find, where, tuple(scanned[1]), base=base)


# ------------------------------------------------------------------------------------------------------------ the fast way


class Doubtful(ValueError):
    """A text that `json.loads` would read, but not in the one way that JSON has."""


def loads(text: str) -> Json:
    """The value of a sound text. ValueError or RecursionError for any that is not, or that only a slower look can clear."""
    value = _decoder().decode(text)
    if len(text) > MAX_DEPTH and is_too_deep(value):
        raise Doubtful("depth")
    if "\\u" in text and ("\\ud" in text or "\\uD" in text):
        json.dumps(value, ensure_ascii=False).encode()  # UnicodeEncodeError, a ValueError, for a lone surrogate
    return value


def _unique(members: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(members)
    if len(value) != len(members):
        raise Doubtful("duplicate key")
    return value


def _finite(literal: str) -> float:
    number = float(literal)
    if number in (float("inf"), float("-inf")):
        raise Doubtful("overflow")
    return number


def _short(literal: str) -> int:
    if len(literal) > MAX_DIGITS:
        raise Doubtful("long integer")
    return int(literal)


def _refuse(name: str) -> Json:
    raise Doubtful(name)


@cache
def _decoder() -> json.JSONDecoder:
    # The interpreter's own limit is the same, and quicker, unless somebody has set another.
    is_limited = getattr(sys, "get_int_max_str_digits", int)() == MAX_DIGITS
    integer = None if is_limited else _short
    return json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_int=integer, parse_constant=_refuse)


_CONTAINERS: Final = frozenset((dict, list))


def is_too_deep(value: Json) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) in _CONTAINERS
        ]
        if not level:
            return False
    return True


# ----------------------------------------------------------------------------------------------------------------- places


@dataclass(slots=True)
class _Places:
    """The marks of a text that was read, as far as somebody asked."""

    text: str
    root: Mark | None = None


_MEMBERS: Final[dict[str, Mark]] = {}
_ELEMENTS: Final[list[Mark]] = []
"""What is inside a container that nobody has looked into; compared by identity, so that two threads may look at once."""


def _find(places: _Places, at: Pointer) -> Found:
    """The mark of a place; each container on the way is split into its members once."""
    if places.root is None:
        text = places.text
        start = len(text) - len(text.lstrip(BLANK))
        places.root = _mark(text, start, len(text.rstrip(BLANK)))
    mark = places.root
    for part in at:
        if mark.inside is _MEMBERS:
            mark.inside = _members(places.text, mark.start)
        elif mark.inside is _ELEMENTS:
            mark.inside = _elements(places.text, mark.start)
        inner = step(mark, part)
        if inner is None:
            return None
        mark = inner
    return mark, False


def _mark(text: str, start: int, end: int, key_start: int = -1, key_end: int = -1) -> Mark:
    inside = _MEMBERS if text[start] == "{" else _ELEMENTS if text[start] == "[" else None
    return Mark(start, end, key_start, key_end, inside)


def _members(text: str, start: int) -> dict[str, Mark]:
    end_of = _skipper()
    marks: dict[str, Mark] = {}
    offset = skip(text, start + 1)
    while text[offset] != "}":
        key, key_end = end_of(text, offset)
        value = skip(text, skip(text, key_end) + 1)
        end = end_of(text, value)[1]
        marks[key] = _mark(text, value, end, offset, key_end)
        offset = _next(text, end)
    return marks


def _elements(text: str, start: int) -> list[Mark]:
    end_of = _skipper()
    marks: list[Mark] = []
    offset = skip(text, start + 1)
    while text[offset] != "]":
        end = end_of(text, offset)[1]
        marks.append(_mark(text, offset, end))
        offset = _next(text, end)
    return marks


def _next(text: str, end: int) -> int:
    """The offset of the next member or element, or of the bracket that closes the container."""
    offset = skip(text, end)
    return skip(text, offset + 1) if text[offset] == "," else offset


@cache
def _skipper() -> Callable[[str, int], tuple[Json, int]]:
    # `str` for numbers: nothing is converted, so nothing that is a fault raises.
    return json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str).raw_decode


# --------------------------------------------------------------------------------------------------------------- comments


def _without_comments(text: str) -> str | int:
    """The text with blanks for comments and trailing commas, every offset kept; the offset of a comment that is not closed."""
    pieces: list[str] = []
    copied = 0
    for match in _commented().finditer(text):
        found = match[0]
        if found.startswith("/*") and (len(found) < 4 or not found.endswith("*/")):
            return match.start()
        if found.startswith("/"):
            pieces += text[copied : match.start()], _visible().sub(" ", found)
            copied = match.end()
    text = "".join((*pieces, text[copied:]))
    return _trailing().sub(_without_comma, text)


def _without_comma(match: re.Match[str]) -> str:
    """A blank for a comma that has a value before it and a closing bracket behind it."""
    if match[0] != ",":
        return match[0]
    before = match.start() - 1
    while before >= 0 and match.string[before] in BLANK:
        before -= 1
    return "," if before < 0 or match.string[before] in "[{,:" else " "


@cache
def _commented() -> re.Pattern[str]:
    # A text is matched to its end, so that what looks like a comment inside it is passed over.
    return re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|//[^\r\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)


@cache
def _visible() -> re.Pattern[str]:
    return re.compile(r"[^\r\n]")


@cache
def _trailing() -> re.Pattern[str]:
    return re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|,(?=[ \t\r\n]*[\]}])', re.DOTALL)
