"""How a scalar is written: quotes, escapes, blocks of lines. A text that changes keeps the author's style and escapes.

Plain where readers of YAML 1.1 and 1.2 agree on it, a block where the text has lines, else quoted. Knows no document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import isfinite
from typing import Final

from schemalint.schema.pointer import Json

_ESCAPES: Final = dict(zip('0abt\tnvfre "/\\N_LP', '\0\a\b\t\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029', strict=True))
_WORDS: Final = frozenset("y n yes no on off true false null ~ .inf +.inf .nan << =".split())
"""What some reader of YAML 1.1 or 1.2 takes for something else than a text, whatever the case of its letters."""
_INDICATORS: Final = frozenset("-?:,[]{}#&*!|>'\"%@`")


def in_yaml(value: Json, written: str, *, flow: bool, column: int, line_end: str, quote: str = "") -> tuple[str, str]:
    """The text of a scalar: its first line and, for a block of lines, the lines below, each with its line end in front.

    `written` is the text it replaces, empty where there is none; `column` is where the lines of a block are to begin;
    `quote` is the quotation mark of its siblings, empty where they are plain.
    """
    if not isinstance(value, str):
        return (_number(value) if isinstance(value, float) else in_json(value)), ""
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
    """Whether a text needs no quotes to be a text for readers of YAML 1.1 and 1.2."""
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


# ---------------------------------------------------------------------------------------- texts in double quotes


def in_json(value: Json, written: str | None = None, *, ascii_only: bool = False) -> str:
    """The JSON text of a scalar. `written` is the text it replaces; `ascii_only` escapes other letters."""
    if isinstance(value, str):
        return quoted(value, written, ascii_only=ascii_only)
    return json.dumps(value)


def quoted(value: str, written: str | None = None, *, ascii_only: bool = False) -> str:
    """A text in double quotes. The beginning and end that it shares with `written` stay as they were written there."""
    units = _units(written) if written is not None and written.startswith('"') else ()
    if units and any(len(unit) > 2 and not char.isascii() for char, unit in units):
        ascii_only = all(unit.isascii() for _, unit in units)
    if kept := _shortened(units, value):
        return f'"{"".join(kept)}"'
    head = 0
    while head < min(len(units), len(value)) and units[head][0] == value[head]:
        head += 1
    tail = 0
    while tail < min(len(units), len(value)) - head and units[-1 - tail][0] == value[-1 - tail]:
        tail += 1
    before, after = (unit for _, unit in units[:head]), (unit for _, unit in units[len(units) - tail :])
    return f'"{"".join(before)}{_escaped(value[head : len(value) - tail], ascii_only=ascii_only)}{"".join(after)}"'


def _shortened(units: Sequence[tuple[str, str]], value: str) -> list[str] | None:
    """The written characters that are left where a text only lost some; None where it also got others."""
    kept: list[str] = []
    for char, unit in units:
        if len(kept) < len(value) and char == value[len(kept)]:
            kept.append(unit)
    return kept if len(kept) == len(value) else None


def _units(written: str) -> Sequence[tuple[str, str]]:
    """Each character of a quoted text with its spelling; nothing for a text of several lines."""
    return () if "\n" in written or "\r" in written else list(_spelled(written[1:-1]))


def _spelled(inner: str) -> Iterator[tuple[str, str]]:
    for match in _unit().finditer(inner):
        unit = match[0]
        if match["pair"]:
            yield json.loads(f'"{unit}"'), unit
        elif match["code"]:
            yield chr(int(unit[2:], 16)), unit
        else:
            yield (_ESCAPES.get(unit[1], unit[1]) if len(unit) == 2 else unit), unit


def _escaped(text: str, *, ascii_only: bool) -> str:
    plain = json.dumps(text, ensure_ascii=ascii_only)[1:-1]
    return _unprintable().sub(lambda match: f"\\u{ord(match[0]):04x}", plain)


@cache
def _unit() -> re.Pattern[str]:
    pair = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    code = r"\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}"
    return re.compile(rf"(?P<pair>{pair})|(?P<code>{code})|\\.|.", re.DOTALL)


@cache
def _unprintable() -> re.Pattern[str]:
    """What no editor shows or what ends a line in some readers: C1 controls, the line separators, and what breaks YAML."""
    return re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


# -------------------------------------------------------------------------------------------------------- blocks of lines


def _block(text: str, written: str, style: str, column: int, line_end: str) -> tuple[str, str] | None:
    """A text as a block of lines; None where a block cannot hold it."""
    body = text.rstrip("\n")
    ended = len(text) - len(body)
    if not body or not all(line.replace("\t", "").isprintable() for line in body.split("\n")):
        return None
    if body.lstrip("\n")[:1] in (" ", "\t"):
        return None  # its header would have to name its indentation
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
