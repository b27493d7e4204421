"""One file, or standard input -> what it holds. Picks the reader by suffix, and by content where there is none.

Reads bytes through `edge.read` only. Knows which faults break a file and which only mean that it is not a tool definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import BinaryIO, Final, TypeAlias, cast

from schemalint.edge.read import Refused, decode, read_file, read_stdin
from schemalint.model import Origin
from schemalint.record import dataclass, field, replace
from schemalint.sources.assemble import Outcome, PassedOver, Reading, assemble, faults
from schemalint.sources.comments import comments
from schemalint.sources.find import SCRIPTS
from schemalint.sources.limits import most_source_bytes, most_values, most_yaml_bytes, most_yaml_values, too_many, values_in
from schemalint.sources.shapes import Recognized, recognize
from schemalint.sources.source import Broken
from schemalint.sources.unread import Cause
from schemalint.text.document import Document, Malformed, Parsed

_KINDS: Final[Mapping[str, str]] = {
    ".json": "json",
    ".jsonc": "jsonc",
    ".jsonl": "lines",
    ".ndjson": "lines",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".py": "python",
    ".toml": "toml",
    **dict.fromkeys(SCRIPTS, "script"),
}
_SDK: Final = re.compile(
    r"""(?:from|require\(|import)\s*["'](?:@modelcontextprotocol/(?:sdk/)?server|fastmcp|mcp-framework)\b"""
)
"""How a file of TypeScript or JavaScript names a library that serves tools."""
_LINES_FACTOR: Final = 16
"""The limit is for one document; a file of lines, each of them a document, may be this many times larger."""
_TELLING: Final = (
    "inputSchema",
    "input_schema",
    "parametersJsonSchema",
    "toolSpec",
    "functionDeclarations",
    "function_declarations",
)


Makers: TypeAlias = Mapping[str, Mapping[str, str]]
_NONE: Final[Makers] = {}


@dataclass(frozen=True, slots=True)
class Place:
    """Where Python is read: the file, whose imports are followed in its project, and what the user said of its decorators."""

    file: Path
    makers: Makers = field(default_factory=dict)


def read(
    path: str, actual: Path, limit: int, *, attribute: str | None = None, named: bool, makers: Makers = _NONE
) -> Iterator[Outcome]:
    """What the file `actual`, shown as `path`, holds: one `Source`, or `PassedOver`, or one `Broken` for each thing wrong.

    `named`: the user named this very file, so that whatever keeps it from being read is `Broken`. Otherwise it is that only
    where the text looks like tool definitions, since a folder holds broken files that are nobody's tools.
    """
    try:
        data = read_file(actual, bytes_at_most(path, limit))
    except Refused as refused:
        # What cannot even be opened may hold tools; what is too large for a definition does not look like it.
        yield from _refused(path, refused, named=named or not _is_large(actual, limit))
        return
    yield from read_bytes(path, data, limit, attribute=attribute, named=named, place=Place(actual, makers))


def read_bytes(
    path: str, data: bytes, limit: int, *, attribute: str | None = None, named: bool, place: Place | None = None
) -> Iterator[Outcome]:
    """What the content of a file holds; the suffix of `path` decides its kind. Imports of Python are followed from `place`."""
    kind = _kind(path)
    try:
        text = decode(data)
        if len(data) > limit:
            _demand_short_lines(data, limit)
    except Refused as refused:
        yield from _refused(path, refused, named=named or _tells(data))
        return
    yield from _read_text(path, text, kind, attribute, limit, named=named, place=place)


def bytes_at_most(path: str, limit: int) -> int:
    """How many bytes of a file are read when a document may have `limit`."""
    most = {"lines": limit * _LINES_FACTOR, "python": most_source_bytes(limit), "yaml": most_yaml_bytes(limit)}
    return most.get(_kind(path), limit)


def _kind(path: str) -> str:
    return _KINDS.get(PurePath(path).suffix.lower(), "")


def read_standard_input(stream: BinaryIO | None, filename: str | None, limit: int, *, named: bool) -> Iterator[Outcome]:
    """What standard input holds; `filename` gives it a name and, by its suffix, a kind."""
    path = filename or "<stdin>"
    if stream is None:
        import sys

        if sys.stdin is None:  # the process was started without one
            yield Broken(path, "cannot be read: there is no standard input")
            return
        stream = cast("BinaryIO", sys.stdin.buffer)
    kind = _kind(path)
    try:
        text = decode(read_stdin(stream, bytes_at_most(path, limit)))
    except Refused as refused:
        yield Broken(path, refused.reason, refused.line, refused.column)
        return
    yield from _read_text(path, text, kind, None, limit, named=named)


def _refused(path: str, refused: Refused, *, named: bool) -> Iterator[Outcome]:
    if named:
        yield Broken(path, refused.reason, refused.line, refused.column)
    else:
        yield PassedOver(path, refused.reason)


def _is_large(actual: Path, limit: int) -> bool:
    try:
        return actual.stat().st_size > limit
    except OSError:
        return False


def _demand_short_lines(data: bytes, limit: int) -> None:
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > limit:
            raise Refused(f"a line holds more than {limit} bytes; --max-file-size raises the limit", number, 1)


def _tells(data: bytes) -> bool:
    """Whether bytes that cannot be read as they should be speak of tools all the same, in whatever encoding."""
    plain = data.replace(b"\0", b"").decode("latin-1")
    return any(key in plain for key in _TELLING) or all(key in plain for key in ("name", "description", "parameters"))


# ---------------------------------------------------------------------------------------------------------- texts to sources


def _read_text(
    path: str, text: str, kind: str, attribute: str | None, limit: int, *, named: bool, place: Place | None = None
) -> Iterator[Outcome]:
    unread: Mapping[Cause, int] = {}
    if kind == "script":
        if _SDK.search(text) is not None:
            yield PassedOver(path, "is not Python", unread={"script": 1})
        elif named:
            yield PassedOver(path, "is a script without a word of MCP; expected JSON, JSONL, YAML or Python")
        return
    if not named and path.endswith(".snap") and text.lstrip()[:1] not in ("{", "["):
        yield PassedOver(path, "is a snapshot that is not JSON")
        return
    if kind == "python":
        reading, reason, unread = _python(path, text, attribute, limit, place, named=named)
    elif kind == "toml":
        yield PassedOver(path, "is TOML, which holds no tool definitions; expected JSON, JSONL, YAML or Python")
        return
    else:
        reading, reason = _documents(path, text, kind, limit, named=named), None
    source = assemble(reading, named=named)
    if source is not None:
        yield replace(source, unread=unread) if unread else source
        return
    broken = list(_breaks(path, reading.parsed))
    if not named:  # other programs have YAML with tags of their own; of what may be tools one message is enough
        whole = reading.kind == "yaml" and not any(isinstance(one, Malformed) for one in reading.parsed)
        broken = [] if whole else broken[:1]
    known = any(found.shape == "OpenAPI" for _, found in reading.recognized)  # the words of tools are in it too
    if broken and (named or (not known and _tells(text.encode("utf-8", "replace")))):
        yield from broken
    elif broken:
        yield PassedOver(path, f"holds no tool definitions, and cannot be read: {broken[0].reason}")
    else:
        known_as = (found.explanation for _, found in reading.recognized if found.explanation is not None)
        yield PassedOver(path, reason or next(known_as, "holds no tool definitions"), unread=unread)


def _breaks(path: str, parsed: Parsed) -> Iterator[Broken]:
    """What keeps a text without tools from being sure of that: it, or a value in it, cannot be read."""
    for one in parsed:
        if isinstance(one, Malformed):
            yield Broken(path, one.reason, one.line, one.column)
        else:
            yield from (broken for broken, _ in faults(path, one))


def _documents(path: str, text: str, kind: str, limit: int, *, named: bool) -> Reading:
    parsed, kind = _parse(text, kind or ("json" if text.lstrip()[:1] in ("{", "[") else "yaml"), limit)
    parsed = _bounded(parsed, text, limit)
    documents = [one for one in parsed if isinstance(one, Document)]
    # `git:REV:tools.json`: the revision is not part of the file's name.
    stem = PurePath(path.rpartition(":")[2] if path.startswith("git:") else path).stem

    def recognized(index: int, *, named: bool) -> Recognized:
        origin = Origin(source=path, document=index)
        return recognize(documents[index].value, named=named, stem=stem, origin=origin)

    found = [recognized(index, named=named) for index in range(len(documents))]
    if not named and kind == "lines" and any(one.groups for one in found):
        # A file of lines is a tool file as soon as one line certainly is; then the others have to be as well.
        found = [one if one.groups else recognized(index, named=True) for index, one in enumerate(found)]
    ignores = comments(text, kind)
    return Reading(path, text, parsed, list(enumerate(found)), kind=kind, ignores=ignores, limit=limit)


def _bounded(parsed: Parsed, text: str, limit: int) -> Parsed:
    """The documents, those that hold too many values as what cannot be read."""
    most = most_values(limit)
    if len(text) <= most:  # no value is shorter than a character
        return parsed
    return [
        Malformed(too_many(most, "values"), *_start(one))
        if isinstance(one, Document) and values_in(one.value, most) > most
        else one
        for one in parsed
    ]


def _start(document: Document) -> tuple[int, int]:
    span = document.locate(())
    return (span.line, span.column) if span is not None else (1, 1)


def _parse(text: str, kind: str, limit: int) -> tuple[Parsed, str]:
    """The documents of a text, and how it is written: text of kind `json` may turn out to be `lines` or `jsonc`."""
    if kind == "yaml":
        from schemalint.text import yaml_text

        return yaml_text.parse(text, most_yaml_values(limit)), kind
    from schemalint.text import json_text

    if kind == "lines":
        return json_text.parse_lines(text) or [Malformed("empty file", 1, 1)], kind
    parsed = json_text.parse(text, comments=kind == "jsonc")
    if isinstance(parsed, Malformed) and kind == "json":
        if json_text.is_lines(text):
            return json_text.parse_lines(text), "lines"
        # Editors allow comments in their configuration files; such a file is explained, not called broken.
        relaxed = json_text.parse(text, comments=True)
        if isinstance(relaxed, Document) and recognize(relaxed.value, named=False).shape == "client configuration":
            return [relaxed], "jsonc"
    return [parsed], kind


def _python(
    path: str, text: str, attribute: str | None, limit: int, place: Place | None, *, named: bool
) -> tuple[Reading, str | None, Mapping[Cause, int]]:
    from schemalint.sources import python

    module = python.parse(text, attribute, Origin(source=path), named=named, place=place)
    if isinstance(module, Malformed):
        return Reading(path, text, [module], []), None, {}
    found = [(0, recognized) for recognized in module.recognized]
    ignores = comments(text, "python")
    reading = Reading(path, text, [module.document], found, kind="python", gaps=module.gaps, ignores=ignores, limit=limit)
    return reading, module.explanation, module.unread
