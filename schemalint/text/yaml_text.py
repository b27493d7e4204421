"""YAML text -> JSON values, and the span each came from; the comments of a text.

ruamel.yaml splits the text into events; `yaml_build` makes values of them. Its errors become `Malformed` in our words here.
Knows no tool and no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from schemalint.edge.read import Lines
from schemalint.schema.pointer import MAX_DEPTH
from schemalint.text.document import Document, Malformed, Unreadable
from schemalint.text.yaml_build import Events, Reading

_ESCAPES: Final = (ValueError, OverflowError, AssertionError, IndexError, AttributeError, TypeError)
"""What ruamel.yaml lets escape beside its own errors, as for "\\UFFFFFFFF", or might. They carry no position."""
_IN_OUR_WORDS: Final = (
    ("cannot start any token", r"'\t'", "a tab where YAML wants spaces"),
    ("cannot start any token", "", "a character that cannot start a value; quote the text"),
    ("mapping values are not allowed here", "", "a `:` where no key can be; quote the text or fix the indentation"),
    ("sequence entries are not allowed here", "", "a `-` where no list can start; quote the text or start a new line"),
    ("could not find expected ':'", "", "a key without its `:`"),
    ("expected escape sequence", "", "an escape without all its digits; write `\\\\` for a backslash"),
    ("found unknown escape character", "", "an escape that YAML does not have; write `\\\\` for a backslash"),
    ("found unexpected end of stream", "", "a quoted text is never closed"),
    ("expected <block end>", "", "the indentation matches no line above"),
    ("expected ',' or ", "", "a `[` or `{` is not closed, or a comma is missing"),
    ("expected '<document start>'", "", "text after the end of the document"),
    ("special characters are not allowed", "", "a control character; write it as an escape in double quotes"),
)


MAX_VALUES: Final = 65_536


def parse(text: str, most: int = MAX_VALUES) -> list[Document | Malformed]:
    """The documents of a text, empty ones left out; where one cannot be read, it and the rest are one `Malformed`.

    `most` values may be in the text, aliases written out: ruamel.yaml reads some ten thousand a second.
    """
    if not text.strip(" \t\r\n"):
        return [Malformed("empty file", 1, 1)]
    lines = Lines(text)
    read: list[Document | Malformed] = []
    try:
        events = _events(text)
        for kind, event in events:
            if kind == "DocumentStartEvent":
                if event.version is not None and tuple(event.version) != (1, 2):
                    raise Unreadable(
                        "%YAML other than 1.2: its plain words mean other values; remove the line", event.start_mark.index
                    )
                reading = Reading(text, lines, most)
                document = reading.document(events)
                most -= reading.nodes
                if document is not None:
                    read.append(document)
    except Unreadable as error:
        read.append(Malformed(error.reason, *lines.at(error.offset)))
    return read or [Malformed("empty file: no value, only comments", 1, 1)]


def _events(text: str) -> Events:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    text, originals = _without_old_breaks(text)
    reached = 0
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            reached = event.end_mark.index
            if originals and type(event).__name__ == "ScalarEvent":
                event.value = event.value.translate(originals)
            yield type(event).__name__, event
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Unreadable(_explain(error, text), min(mark.index, len(text)) if mark else 0) from None
    except YAMLError as error:  # the reader's own, which has a position and no mark
        raise Unreadable(_words(str(getattr(error, "reason", error))), getattr(error, "position", 0)) from None
    except _ESCAPES:
        raise Unreadable("not valid YAML: ruamel.yaml cannot read what follows", reached) from None


def _without_old_breaks(text: str) -> tuple[str, dict[int, int]]:
    """The text with stand-ins of the same length for U+0085, U+2028 and U+2029, and what they replace.

    They broke lines in YAML 1.1, and still do in ruamel.yaml; in YAML 1.2 (5.4) they are characters like any other.
    """
    old = [char for char in "\x85\u2028\u2029" if char in text]
    if not old:
        return text, {}
    free = (code for code in range(0xF0000, 0x110000) if chr(code) not in text)
    stand_ins = {ord(char): code for char, code in zip(old, free, strict=False)}
    return text.translate(stand_ins), {code: char for char, code in stand_ins.items()}


def _words(problem: str) -> str:
    for phrase, also, ours in _IN_OUR_WORDS:
        if phrase in problem and also in problem:
            return f"not valid YAML: {ours}"
    return f"not valid YAML: {problem}"


def _explain(error: Any, text: str) -> str:
    reason = _words(error.problem or error.context or "unreadable")
    opened = error.context_mark
    if opened and error.problem_mark and opened.index != error.problem_mark.index and "while" in (error.context or ""):
        line, column = Lines(text).at(opened.index)
        reason += f" (it starts on line {line}, column {column})"
    return reason


def comments(text: str) -> Iterator[tuple[int, str]]:
    """The line and the text of each comment, without `#` and outer white space, up to a place that cannot be read."""
    if "#" not in text:
        return
    lines = Lines(text)
    end = 0
    for start, stop, style in _tokens(text):
        yield from _comments_between(text, end, start, lines)
        match = _header().match(text, start) if style in ("|", ">") else None
        if match:
            yield lines.at(match.start(1))[0], match[1].strip()
        end = max(end, stop)


def has_aliases(text: str) -> bool:
    """Whether a text has an anchor or an alias: one text may then be that of several places."""
    return ("&" in text or "*" in text) and any(style == "anchor" for _, _, style in _tokens(text))


def _tokens(text: str) -> Iterator[tuple[int, int, str | None]]:
    """Start, end and style of each token; an anchor's or alias's style is `anchor`. Ends quietly where the text breaks."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    depth = 0
    try:
        for token in YAML(typ="safe", pure=True).scan(_without_old_breaks(text)[0]):
            kind = type(token).__name__
            depth += kind.endswith(("SequenceStartToken", "MappingStartToken"))
            depth -= kind.endswith(("SequenceEndToken", "MappingEndToken", "BlockEndToken"))
            if depth > MAX_DEPTH:  # `parse` refuses it too, and the scanner is quadratic in the depth
                return
            style = "anchor" if kind in ("AnchorToken", "AliasToken") else getattr(token, "style", None)
            yield token.start_mark.index, token.end_mark.index, style
    except (YAMLError, *_ESCAPES):
        return


def _comments_between(text: str, start: int, end: int, lines: Lines) -> Iterator[tuple[int, str]]:
    """The comments in a gap between two tokens, where there is nothing else but white space."""
    for match in _comment().finditer(text, start, end):
        yield lines.at(match.start())[0], match[1].strip()


@cache
def _comment() -> re.Pattern[str]:
    return re.compile(r"#([^\r\n]*)")


@cache
def _header() -> re.Pattern[str]:
    return re.compile(r"[|>][-+0-9]*[ \t]+#([^\r\n]*)")
