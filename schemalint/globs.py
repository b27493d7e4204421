"""Glob patterns without a regular expression: matched in time linear in pattern and text, whatever a stranger has written.

A pattern is cut at its stars into runs, and each run is looked for as far left as possible; nothing is tried twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

Letter: TypeAlias = "str | Ranges | None"
"""What one character of a text has to be: this one, one of a bracket, or any."""
Ranges: TypeAlias = "tuple[bool, tuple[tuple[str, str], ...]]"
"""A bracket: whether it holds what is not in it, and its ranges, both ends included."""
Segment: TypeAlias = "tuple[str | tuple[Letter, ...], ...]"
"""The runs between the stars of one name; a run of plain characters is a text."""
Path: TypeAlias = "tuple[tuple[Segment, ...], ...]"
"""The runs between the `**` of a path."""

LONGEST: Final = 4096
"""Characters of a pattern; no path on disk is longer."""

_CLASSES: Final = {
    "alnum": "09AZaz",
    "alpha": "AZaz",
    "blank": "  \t\t",
    "cntrl": "\x00\x1f\x7f\x7f",
    "digit": "09",
    "graph": "!~",
    "lower": "az",
    "print": " ~",
    "punct": "!/:@[`{~",
    "space": "\t\r  ",
    "upper": "AZ",
    "xdigit": "09AFaf",
}
"""The POSIX classes that git knows, as ranges of ASCII."""


class BadPattern(ValueError):
    """A pattern that can match nothing that its author meant. The text completes "`PATTERN` ..."."""


# ------------------------------------------------------------------------------------------------------------------ to match


def fits(pattern: Segment, text: str) -> bool:
    """Whether a pattern matches the whole of a text."""
    first = pattern[0]
    if len(pattern) == 1:
        return text == first if isinstance(first, str) else len(text) == len(first) and _stands(first, text, 0)
    last = pattern[-1]
    at, end = len(first), len(text) - len(last)
    if end < at or not _stands(first, text, 0) or not _stands(last, text, end):
        return False
    for run in pattern[1:-1]:
        if isinstance(run, str):
            at = text.find(run, at, end)
        else:
            at = next((start for start in range(at, end - len(run) + 1) if _stands(run, text, start)), -1)
        if at < 0:
            return False
        at += len(run)
    return at <= end


def means(pattern: str, name: str) -> bool:
    """Whether a pattern means a name: it is the name, or fits it. One that cannot be used as a pattern means only itself."""
    try:
        return pattern == name or fits(segment(pattern), name)
    except BadPattern:
        return False


def fits_path(pattern: Path, names: Sequence[str]) -> bool:
    """Whether a pattern matches a whole path, given as the names in it."""

    def stands(run: Sequence[Segment], start: int) -> bool:
        return all(fits(segment, names[start + i]) for i, segment in enumerate(run))

    first, last = pattern[0], pattern[-1]
    if len(pattern) == 1:
        return len(first) == len(names) and stands(first, 0)
    at, end = len(first), len(names) - len(last)
    if end < at or not stands(first, 0) or not stands(last, end):
        return False
    for run in pattern[1:-1]:
        at = next((start for start in range(at, end - len(run) + 1) if stands(run, start)), -1)
        if at < 0:
            return False
        at += len(run)
    return at <= end


def _stands(run: str | tuple[Letter, ...], text: str, start: int) -> bool:
    if isinstance(run, str):
        return text.startswith(run, start)
    return all(letter is None or _is(letter, text[start + i]) for i, letter in enumerate(run))


def _is(letter: str | Ranges, char: str) -> bool:
    if isinstance(letter, str):
        return letter == char
    negated, ranges = letter
    return negated != any(low <= char <= high for low, high in ranges)


# ------------------------------------------------------------------------------------------------------------------- to read


@cache
def path(text: str, *, escapes: bool = False) -> Path:
    """A pattern over paths: `*` and `?` stay inside a name, `**` is any number of folders. Errors: `BadPattern`.

    With `escapes` a backslash makes the next character plain, as in `.gitignore`.
    """
    _demand_short(text)
    names = text.split("/")
    if names[-1] == "**":  # something must be there
        names.append("*")
    runs: list[list[Segment]] = [[]]
    for name in names:
        if name != "**":
            runs[-1].append(segment(name, escapes=escapes))
        elif len(runs) == 1 or runs[-1]:
            runs.append([])
    return tuple(map(tuple, runs))


@cache
def segment(text: str, *, escapes: bool = False) -> Segment:
    """A pattern over a name, `/` being a character as any other. Errors: `BadPattern`."""
    _demand_short(text)
    runs: list[list[Letter]] = [[]]
    at = 0
    while at < len(text):
        sign = text[at]
        at += 1
        if sign == "*":
            if len(runs) == 1 or runs[-1]:
                runs.append([])
        elif sign == "[":
            bracket, at = _bracket(text, at, escapes)
            runs[-1].append(bracket)
        elif sign == "\\" and escapes:
            if at == len(text):
                raise BadPattern("ends with a backslash")
            runs[-1].append(text[at])
            at += 1
        else:
            runs[-1].append(None if sign == "?" else sign)
    return tuple(map(_run, runs))


def _run(letters: list[Letter]) -> str | tuple[Letter, ...]:
    plain = [letter for letter in letters if isinstance(letter, str)]
    return "".join(plain) if len(plain) == len(letters) else tuple(letters)


def _bracket(text: str, at: int, escapes: bool) -> tuple[Letter, int]:
    """The bracket that opens before a place, and the place behind it."""
    negated = text[at : at + 1] in ("!", "^")
    at += negated
    first, ranges = at, list[tuple[str, str]]()
    while at < len(text) and (text[at] != "]" or at == first):
        if text.startswith("[:", at) and (end := text.find(":]", at)) > 0:
            name = text[at + 2 : end]
            if name not in _CLASSES:
                raise BadPattern(f"has the unknown class `[:{name}:]`")
            ends = _CLASSES[name]
            ranges += [(ends[i], ends[i + 1]) for i in range(0, len(ends), 2)]
            at = end + 2
            continue
        low, at = _member(text, at, escapes)
        high = low
        if text[at : at + 1] == "-" and text[at + 1 : at + 2] not in ("", "]"):
            high, at = _member(text, at + 1, escapes)
        if high < low:
            raise BadPattern(f"has the range `{low}-{high}`, which is empty")
        ranges.append((low, high))
    if at >= len(text):
        raise BadPattern("has a `[` that is not closed")
    return (negated, tuple(ranges)), at + 1


def _member(text: str, at: int, escapes: bool) -> tuple[str, int]:
    at += escapes and text[at] == "\\" and at + 1 < len(text)
    return text[at], at + 1


def _demand_short(text: str) -> None:
    if len(text) > LONGEST:
        raise BadPattern(f"is longer than {LONGEST} characters")
