"""The authoritative reader of JSON text: RFC 8259 exactly, without recursion, every fault with its place.

Slow beside `json.loads`, so it reads only what that refuses or what looks doubtful. Names what is wrong in words: what was
open at a truncated end, comments, trailing commas, Python's spelling. Knows no tool, and keeps no spans of what is sound.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from json import JSONDecoder
from typing import Final

from schemalint.record import dataclass, field
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer
from schemalint.text.document import Fault, Malformed, Unreadable, Where, duplicate, span
from schemalint.text.scalars import NotJson, double, integer, joined, shorten

BLANK: Final = " \t\n\r"
_CLOSER: Final = {"{": "}", "[": "]"}
_KIND: Final = {"}": "an object", "]": "a list"}
_VALUE: Final = "a value"
_NAMES: Final = {"true": True, "false": False, "null": None}
_PYTHON: Final = {"True": "true", "False": "false", "None": "null"}


@dataclass(slots=True)
class _Open:
    """A container that is being read; `keys` are the offsets of its keys, `key` the one whose value comes next."""

    value: Json
    start: int
    closer: str
    key: str | None = None
    keys: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Patterns:
    blank: re.Pattern[str] = re.compile(r"[ \t\n\r]*")
    plain: re.Pattern[str] = re.compile(r'"([^"\\\x00-\x1f\ud800-\udfff]*)"')
    member: re.Pattern[str] = re.compile(r'"([^"\\\x00-\x1f]*)"[ \t\n\r]*:[ \t\n\r]*')
    string: re.Pattern[str] = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*')
    number: re.Pattern[str] = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![0-9.eE])")
    numeral: re.Pattern[str] = re.compile(r"[-+.0-9][-+.0-9eE]*")
    name: re.Pattern[str] = re.compile(r"-?[^\W\d][\w$]*")


_patterns = cache(_Patterns)


@cache
def _unescape() -> Callable[[str, int], tuple[str, int]]:
    return JSONDecoder().raw_decode


def scan(text: str, where: Where) -> tuple[Json, list[Fault]] | Malformed:
    """The value of a text and its faults; `where` gives line and column of an offset.

    The value at a fault is None, at a duplicate key the last of its values. Raises nothing for any text.
    """
    try:
        return _scan(text, where)
    except Unreadable as error:
        return Malformed(error.reason, *where(error.offset))


def _scan(text: str, where: Where) -> tuple[Json, list[Fault]]:
    faults: list[Fault] = []
    stack: list[_Open] = []
    plain = _patterns().plain.match
    offset = skip(text, 0)
    if offset == len(text):
        raise Unreadable("empty file", 0)
    while True:
        value: Json
        char = text[offset : offset + 1]
        if char in _CLOSER:
            if len(stack) == MAX_DEPTH:
                raise Unreadable(f"nested deeper than {MAX_DEPTH} levels", offset)
            top = _Open({} if char == "{" else [], offset, _CLOSER[char])
            stack.append(top)
            offset = skip(text, offset + 1)
            if text[offset : offset + 1] != top.closer:
                if char == "{":
                    offset = _key(text, offset, stack, where, faults)
                continue
            value = stack.pop().value
            offset += 1
        elif match := plain(text, offset):
            value, offset = match[1], match.end()
        else:
            start = offset
            try:
                value, offset = _scalar(text, offset, stack, where)
            except _BadScalar as problem:
                value, offset = None, problem.end
                faults.append(Fault(_place(stack), str(problem), span(where, start, offset)))
        while stack:
            top = stack[-1]
            if top.key is None:
                top.value.append(value)
            else:
                top.value[top.key] = value
            offset = skip(text, offset)
            char = text[offset : offset + 1]
            if char == ",":
                comma, offset = offset, skip(text, offset + 1)
                if text[offset : offset + 1] == top.closer:
                    raise Unreadable(f"trailing comma: JSON has none before `{top.closer}`", comma)
                if top.key is not None:
                    offset = _key(text, offset, stack, where, faults)
                break
            if char != top.closer:
                raise _unexpected(text, offset, f"`,` or `{top.closer}`", stack, where)
            value = stack.pop().value
            offset += 1
        else:
            offset = skip(text, offset)
            if offset < len(text):
                raise _after(text, offset)
            return value, faults


class _BadScalar(NotJson):
    """A scalar that is a fault; where it ends."""

    def __init__(self, reason: str, end: int) -> None:
        super().__init__(reason)
        self.end = end


def skip(text: str, offset: int) -> int:
    """The offset of what follows JSON's white space."""
    if text[offset : offset + 1] > " ":
        return offset
    match = _patterns().blank.match(text, offset)
    return match.end() if match else offset


def _place(stack: list[_Open]) -> Pointer:
    return tuple(len(top.value) if top.key is None else top.key for top in stack)


def _key(text: str, offset: int, stack: list[_Open], where: Where, faults: list[Fault]) -> int:
    """Read a key and its colon into the object that is open; the offset of the value."""
    top = stack[-1]
    match = _patterns().member.match(text, offset)
    if match:
        key, end, value = match[1], match.end(1) + 1, match.end()
    elif text[offset : offset + 1] != '"':
        raise _unexpected(text, offset, "a key in double quotes", stack, where)
    else:
        key, end = _string(text, offset, where)
        colon = skip(text, end)
        if text[colon : colon + 1] != ":":
            raise _unexpected(text, colon, "`:` after the key", stack, where)
        value = skip(text, colon + 1)
    top.key = key
    if not key.isascii():
        try:
            joined(key)
        except NotJson as problem:
            faults.append(Fault(_place(stack), f"key: {problem}", span(where, offset, end)))
    if key in top.keys:
        faults.append(Fault(_place(stack), duplicate(key, where, top.keys[key], offset), span(where, offset, end)))
    else:
        top.keys[key] = offset
    return value


def _scalar(text: str, offset: int, stack: list[_Open], where: Where) -> tuple[Json, int]:
    if text[offset : offset + 1] == '"':
        value, end = _string(text, offset, where)
        try:
            return joined(value), end
        except NotJson as problem:
            raise _BadScalar(str(problem), end) from None
    match = _patterns().number.match(text, offset)
    if match:
        try:
            return (integer if match.lastindex is None else double)(match[0]), match.end()
        except NotJson as problem:
            raise _BadScalar(str(problem), match.end()) from None
    match = _patterns().name.match(text, offset)
    if match:
        if match[0] in _NAMES:
            return _NAMES[match[0]], match.end()
        if match[0] in ("NaN", "Infinity", "-Infinity"):
            raise _BadScalar(f"`{match[0]}` is not JSON: JSON has no infinity and no NaN", match.end())
    raise _unexpected(text, offset, _VALUE, stack, where)


def _string(text: str, offset: int, where: Where) -> tuple[str, int]:
    """The text of a string with its escapes resolved, and where it ends."""
    match = _patterns().string.match(text, offset)
    end = match.end() if match else offset
    stopper = text[end : end + 1]
    if stopper == '"':
        return (text[offset + 1 : end], end + 1) if text.find("\\", offset, end) < 0 else _unescape()(text, offset)
    line, column = where(offset)
    if not stopper:
        raise Unreadable(f"the text ends inside a string opened on line {line}, column {column}", end)
    if stopper == "\\":
        escape = text[end : end + 2]
        shown = f"`{escape}` is" if escape.isprintable() else "a backslash before a control character is"
        raise Unreadable(f"{shown} not a JSON escape; write `\\\\` for a backslash", end)
    if stopper in "\r\n":
        raise Unreadable(
            f"the string opened on line {line}, column {column} is not closed on its line; a line end is `\\n`", end
        )
    raise Unreadable(f"raw control character U+{ord(stopper):04X} in a string; write `\\u{ord(stopper):04x}`", end)


# ----------------------------------------------------------------------------------------------------------- what is wrong


def _unexpected(text: str, offset: int, wanted: str, stack: list[_Open], where: Where) -> Unreadable:
    if offset >= len(text):
        line, column = where(stack[-1].start)
        opened = f"{_KIND[stack[-1].closer]} opened on line {line}, column {column}"
        return Unreadable(f"the text ends inside {opened}; expected {wanted}", offset)
    hint = _comment_or_quote(text, offset) or (_no_value(text, offset) if wanted == _VALUE else None)
    return Unreadable(hint or f"unexpected {_shown(text, offset)}; expected {wanted}", offset)


def _after(text: str, offset: int) -> Unreadable:
    reason = f"text after the end of the value: {_shown(text, offset)}; a file holds one value, or one on each line (JSONL)"
    return Unreadable(_comment_or_quote(text, offset) or reason, offset)


def _comment_or_quote(text: str, offset: int) -> str | None:
    if text.startswith(("//", "/*", "#"), offset):
        return "comment: JSON has no comments"
    if text[offset] == "'":
        return "single quotes: JSON has double quotes only; Python's json.dumps writes them"
    return None


def _no_value(text: str, offset: int) -> str | None:
    """What was probably meant by the text in place of a value."""
    name = _patterns().name.match(text, offset)
    if name and name[0] in _PYTHON:
        return f"`{name[0]}` is Python; JSON writes `{_PYTHON[name[0]]}`"
    numeral = _patterns().numeral.match(text, offset, offset + 80)
    if numeral is None:
        return None
    if numeral[0][0] == "+":
        return "a number starts with a digit or `-`, not with `+`"
    if numeral[0][0] == "." and len(numeral[0]) > 1:
        return "a number starts with a digit, not with its point"
    return f"`{shorten(numeral[0])}` is not a JSON number"


def _shown(text: str, offset: int) -> str:
    """The word or character at an offset, fit for a message."""
    name = _patterns().name.match(text, offset)
    if name:
        return f"`{shorten(name[0])}`"
    char = text[offset]
    return f"`{char}`" if char.isprintable() and char != " " and char != "`" else f"character U+{ord(char):04X}"
