"""The block of a docstring that lists arguments: where it stands in a description, and the text it gives each name.

Reads Google (`Args:`, `**Parameters:**`, a line that ends in `the following parameters:`), NumPy (`Parameters` and a line of
dashes) and reST (`:param x:`). Knows no schema: which names are
parameters is the caller's business. Linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from schemalint.pattern import pattern
from schemalint.record import dataclass


@dataclass(frozen=True, slots=True)
class ArgumentsBlock:
    """`start` and `end` are offsets of whole lines in the text; `entries` are (name, text on one line), in order."""

    start: int
    end: int
    entries: tuple[tuple[str, str], ...]


_google = pattern(
    r"(?i)(?P<indent>[ \t]*)(?:[#*_]{1,6} ?)?"
    r"(?:(?:(?:keyword|input|required|optional) )?(?:args|arguments|parameters|params)|takes"
    r"|\w.{0,120} (?:following|these) (?:arguments|parameters))[*_]{0,3}[ \t]*:[*_]{0,3}[ \t]*"
)
_entry = pattern(
    r"(?P<indent>[ \t]*)(?P<bullet>[-*][ \t]+)?[`*]{0,3}(?P<name>[A-Za-z_][\w.-]{0,80})[`*]{0,3}"
    r"[ \t]*(?:[(\[](?P<type>[^()\n]{0,200}(?:\([^()\n]{0,80}\)[^()\n]{0,80})?)[)\]])?[ \t]*:(?:[ \t]+(?P<text>.*))?"
)


@cache
def _field() -> re.Pattern[str]:
    name = r"(?:[^:\n]{0,80}[ \t])?(?P<name>\*{0,2}\w+)"
    return re.compile(rf"(?P<indent>[ \t]*):(?P<kind>param|parameter|arg|argument|type)[ \t]+{name}:[ \t]*(?P<text>.*)")


_numpy = pattern(r"(?P<indent>[ \t]*)(?:Other )?Parameters[ \t]*")
_numpy_entry = pattern(r"(?P<indent>[ \t]*)(?P<names>\*{0,2}\w+(?:, \*{0,2}\w+)*)(?:[ \t]*:[ \t]*.*)?")


def arguments_block(text: str) -> ArgumentsBlock | None:
    """The first block of a text that lists arguments, None where there is none."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        bare = line.rstrip("\r\n")
        block = None
        if (heading := _google().fullmatch(bare)) is not None:
            block = _google_block(lines, number, len(heading["indent"].expandtabs()))
        elif (
            (heading := _numpy().fullmatch(bare)) is not None
            and number + 1 < len(lines)
            and set(lines[number + 1].strip()) == {"-"}
        ):
            block = _numpy_block(lines, number, len(heading["indent"].expandtabs()))
        elif (field := _field().fullmatch(bare)) is not None and field["kind"] != "type":
            block = _fields_block(lines, number)
        if block is not None and block[1]:
            last, entries = block
            start = sum(map(len, lines[:number]))
            return ArgumentsBlock(start, start + sum(map(len, lines[number:last])), tuple(entries))
    return None


@cache
def _results() -> re.Pattern[str]:
    words = "returns?|yields?|raises?|throws|exceptions?"
    return re.compile(
        rf"(?P<indent>[ \t]*)(?:(?P<plain>{words})|[*_]{{0,3}}(?:{words})[*_]{{0,3}}[ \t]*:[*_]{{0,3}}(?P<text>[ \t].*)?"
        rf"|:(?P<field>{words}|rtype|except)(?:[ \t][^:\n]{{1,80}})?:.*)[ \t]*",
        re.IGNORECASE,
    )


def without_results(text: str) -> str:
    """A docstring without the blocks that tell of results and errors (`Returns:`, `Yields:`, `Raises:`), in all three styles.

    Of what is left, the last line ends as the last line of the text did.
    """
    lines = text.splitlines(keepends=True)
    kept: list[str] = []
    number = 0
    while number < len(lines):
        end = _end_of_results(lines, number)
        if end is None:
            kept.append(lines[number])
        number = number + 1 if end is None else end
    left = "".join(kept).rstrip()
    if len(kept) == len(lines):
        return text
    return left + next((end for end in ("\r\n", "\n") if left and text.endswith(end)), "")


def _end_of_results(lines: Sequence[str], number: int) -> int | None:
    """The line after a block that begins at a line and the blank lines behind it; None where none begins."""
    heading = _results().fullmatch(lines[number].rstrip("\r\n"))
    if heading is None:
        return None
    own, end = _indent(heading["indent"] + "."), number + 1
    following = lines[end].strip() if end < len(lines) else ""
    if heading["plain"] is not None:  # NumPy, up to a blank line: entries stand as deep as the heading
        if not following or set(following) != {"-"}:
            return None
        while end < len(lines) and lines[end].strip():
            end += 1
    else:
        while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > own):
            end += 1
        if heading["field"] is None and not (heading["text"] or "").strip() and not "".join(lines[number + 1 : end]).strip():
            return None
    while end < len(lines) and not lines[end].strip():
        end += 1
    return end


def _indent(line: str) -> int:
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


def _google_block(lines: Sequence[str], heading: int, indent: int) -> tuple[int, list[tuple[str, str]]]:
    """The line after the block, and its entries: deeper than the heading, or a list of bullets below it."""
    entries: list[tuple[str, list[str]]] = []
    depth: int | None = None
    end = number = heading + 1
    while number < len(lines):
        line = lines[number].rstrip("\r\n")
        if not line.strip():
            number += 1
            continue
        own = _indent(line)
        match = _entry().fullmatch(line)
        bulleted = match is not None and match["bullet"] is not None and own >= indent
        if own <= indent and not bulleted:
            break
        if match is not None and (depth is None or own == depth):
            depth = own
            entries.append((match["name"], [match["text"] or ""]))
        elif depth is not None and own > depth:
            entries[-1][1].append(line.strip())
        else:
            break
        number += 1
        end = number
    return end, _joined(entries)


def _numpy_block(lines: Sequence[str], heading: int, indent: int) -> tuple[int, list[tuple[str, str]]]:
    entries: list[tuple[str, list[str]]] = []
    end = number = heading + 2
    while number < len(lines):
        line = lines[number].rstrip("\r\n")
        if not line.strip():
            number += 1
            continue
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        if following and set(following) == {"-"}:
            break
        own = _indent(line)
        match = _numpy_entry().fullmatch(line)
        if own == indent and match is not None:
            shared: list[str] = []
            entries.extend((name.strip("*"), shared) for name in match["names"].split(", "))
        elif own > indent and entries:
            entries[-1][1].append(line.strip())
        else:
            break
        number += 1
        end = number
    return end, _joined(entries)


def _fields_block(lines: Sequence[str], first: int) -> tuple[int, list[tuple[str, str]]]:
    entries: list[tuple[str, list[str]]] = []
    end = number = first
    typed = False
    while number < len(lines):
        line = lines[number].rstrip("\r\n")
        match = _field().fullmatch(line)
        if match is not None:
            typed = match["kind"] == "type"
            if not typed:
                entries.append((match["name"].strip("*"), [match["text"]]))
        elif line.strip() and _indent(line) > _indent(lines[first]) and not line.strip().startswith(":"):
            if not typed:
                entries[-1][1].append(line.strip())
        elif line.strip():
            break
        number += 1
        end = number if line.strip() else end
    return end, _joined(entries)


def _joined(entries: Sequence[tuple[str, list[str]]]) -> list[tuple[str, str]]:
    return [(name.strip("*"), " ".join(part.strip() for part in parts if part.strip())) for name, parts in entries]
