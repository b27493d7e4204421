"""The YAML text of a scalar that YAML 1.1 and 1.2 readers understand alike, in the style of the one it replaces.

Plain where that is safe, a block of lines where the text has lines, else quoted. Knows no document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import isfinite
from typing import Final

from schemalint.schema.pointer import Json
from schemalint.text.edit.json_scalar import quoted
from schemalint.text.edit.json_scalar import scalar as json_scalar

_WORDS: Final = frozenset("y n yes no on off true false null ~ .inf +.inf .nan << =".split())
"""What some reader of YAML 1.1 or 1.2 takes for something else than a text, whatever the case of its letters."""
_INDICATORS: Final = frozenset("-?:,[]{}#&*!|>'\"%@`")


def scalar(value: Json, written: str, *, flow: bool, column: int, line_end: str, quote: str = "") -> tuple[str, str]:
    """The text of a scalar: its first line and, for a block of lines, the lines below, each with its line end in front.

    `written` is the text it replaces, empty where there is none; `column` is where the lines of a block are to begin;
    `quote` is the mark in which its siblings stand, empty where they are plain.
    """
    if not isinstance(value, str):
        return (_number(value) if isinstance(value, float) else json_scalar(value, None, ascii_only=False)), ""
    style = written[:1] if written[:1] in ("|", ">", "'", '"') else ""
    if not flow and (style in ("|", ">") or (not style and "\n" in value)):
        block = _block(value, written, style or "|", column, line_end)
        if block is not None:
            return block
    style = style if style in ("'", '"') else quote
    if style != '"' and value.isprintable():
        if not style and is_plain(value, flow=flow):
            return value, ""
        if style == "'":
            return "'" + value.replace("'", "''") + "'", ""
    return quoted(value, written if style == '"' else None), ""


def is_plain(text: str, *, flow: bool) -> bool:
    """Whether a text may stand without quotes and is a text for readers of YAML 1.1 and 1.2."""
    if not text.isprintable() or not text or text[0] in _INDICATORS or text != text.strip() or text.lower() in _WORDS:
        return False
    if ": " in text or " #" in text or text.endswith(":") or text.startswith(("...", "=")):
        return False
    if flow and (set(",[]{}") & set(text) or ":" in text):
        return False
    return _numeric().fullmatch(text) is None


def _number(value: float) -> str:
    text = repr(value)
    mantissa, exponent, power = text.partition("e")
    if not exponent or not isfinite(value):
        return text
    # YAML 1.1 demands the point and the sign.
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}e{power if power.startswith('-') else '+' + power.lstrip('+')}"


# -------------------------------------------------------------------------------------------------------- blocks of lines


def _block(text: str, written: str, style: str, column: int, line_end: str) -> tuple[str, str] | None:
    """A text as a block of lines; None where a block cannot hold it."""
    body = text.rstrip("\n")
    ended = len(text) - len(body)
    if not body or not all(line.replace("\t", "").isprintable() for line in body.split("\n")):
        return None
    if body.lstrip("\n")[:1] in (" ", "\t"):
        return None  # it would need its indentation said in its header
    old = re.split(r"\r\n|\r|\n", written)[1:]
    first = next((line for line in old if line.strip()), None)
    indent = " " * (column if first is None else len(first) - len(first.lstrip(" ")))
    if style == ">":
        folded = _folded(body, [line[len(indent) :] for line in old])
        if folded is None:
            return None
        lines = folded
    else:
        lines = body.split("\n")
    lines = [*lines, *[""] * (ended - 1)]
    chomping = "-" if ended == 0 else "" if ended == 1 else "+"
    return style + chomping, "".join(line_end + (indent + line if line else "") for line in lines)


def _folded(body: str, old: list[str]) -> list[str] | None:
    """The lines that fold to a text, broken where the old ones were as far as the text is the same."""
    paragraphs = body.split("\n")
    if any(text != text.strip(" \t") for text in paragraphs) or not paragraphs[0]:
        return None
    width = max((len(line) for line in old), default=80)
    groups = _paragraphs(old)
    lines = [*_wrapped(paragraphs[0], groups, width)]
    for text in paragraphs[1:]:
        lines += ["", *_wrapped(text, groups, width)]
    return lines


def _paragraphs(old: list[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for line in old:
        if line:
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return groups


def _wrapped(text: str, old: list[list[str]], width: int) -> Iterator[str]:
    """A paragraph in lines: those of the old paragraph that begins alike, then as many words as the widest old line holds."""
    kept: list[str] = []
    for group in old:
        same = 0
        while same < len(group) and f"{text} ".startswith(" ".join(group[: same + 1]) + " "):
            same += 1
        if same > len(kept):
            kept = group[:same]
    yield from kept
    rest = text[len(" ".join(kept)) + bool(kept) :]
    while len(rest) > width:
        # A line is broken at a single blank only: of several, folding would leave the wrong number.
        breaks = [match.start() for match in re.finditer(r"(?<=\S) (?=\S)", rest)]
        at = max((place for place in breaks if place <= width), default=min(breaks, default=len(rest)))
        yield rest[:at]
        rest = rest[at + 1 :]
    if rest:
        yield rest


@cache
def _numeric() -> re.Pattern[str]:
    """What a reader may take for a number or a time: wider than any of them."""
    return re.compile(r"[-+.0-9][-+.,:_0-9a-fA-FxXoObBtTzZeE ]*")
