"""Texts in double quotes, as JSON and YAML write them: what an edit leaves of a text keeps the author's escapes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache

from schemalint.schema.pointer import Json

_YAML_ESCAPES = dict(zip('0abt\tnvfre "/\\N_LP', '\0\a\b\t\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029', strict=True))


def scalar(value: Json, written: str | None, *, ascii_only: bool) -> str:
    """The JSON text of a scalar; `written` is the text that stood there, `ascii_only` how other letters are escaped."""
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
            yield (_YAML_ESCAPES.get(unit[1], unit[1]) if len(unit) == 2 else unit), unit


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
