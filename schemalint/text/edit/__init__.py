"""New values spliced into the text that holds the old ones: what does not change stays as it is written, byte for byte.

Given is the text and, for each document of it, the value that it shall have; the difference is worked out here, container by
container. What was written is read again before anyone may use it. Knows JSON and YAML text; knows neither tools nor files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, pointer_text
from schemalint.sources.source import Source
from schemalint.text import json_text, yaml_text
from schemalint.text.document import Document, Parsed
from schemalint.text.edit import block, bracketed
from schemalint.text.edit.plan import is_edited_inside
from schemalint.text.edit.work import SpliceRefused, Work

__all__ = ["SpliceRefused", "is_yaml", "parsed", "same", "spliced"]

_SUFFIXES: Final = {"json": False, "jsonc": False, "jsonl": False, "ndjson": False, "yaml": True, "yml": True}
"""Whether a file with this suffix is YAML."""


def is_yaml(source: Source) -> bool:
    """Whether the text of a source is YAML, not JSON or JSON lines."""
    suffix = source.path.lower().rpartition(".")[2]
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    return source.text.lstrip()[:1] not in ("{", "[")  # as `sources` tells the two apart where there is no suffix


def parsed(source: Source, text: str) -> Parsed:
    """The documents of a text that stands in place of a source's own."""
    if is_yaml(source):
        return yaml_text.parse(text)
    return json_text.parse_lines(text) if source.shape.startswith("JSONL") else [json_text.parse(text)]


def spliced(source: Source, values: Mapping[int, Json]) -> str:
    """The text of a source in which documents, by their index, have other values.

    Errors: `SpliceRefused` where the text cannot be edited without a loss, and where it would not say just these values.
    """
    if source.path.lower().endswith((".py", ".pyi")):
        raise SpliceRefused("Python files are edited by hand")
    if not source.text or not source.documents:
        raise SpliceRefused("there is no text to edit; only definitions in JSON and YAML files are edited")
    yaml = is_yaml(source)
    lines = source.shape.startswith("JSONL")
    if not yaml and not lines and not isinstance(json_text.parse(source.text), Document):
        raise SpliceRefused("JSON with comments or trailing commas is not edited")
    edits: list[tuple[int, int, str]] = []
    for index, value in values.items():
        work = Work(source.text, source.documents[index], yaml)
        start, _ = work.extent(())
        edits.append((start, *_rewritten(work, (), work.document.value, value)))
    pieces: list[str] = []
    done = 0
    for start, end, new in sorted(edits):
        pieces += source.text[done:start], new
        done = end
    text = "".join((*pieces, source.text[done:]))
    _prove(source, text, [values.get(index, document.value) for index, document in enumerate(source.documents)])
    return text


def _rewritten(work: Work, at: Pointer, old: Json, new: Json) -> tuple[int, str]:
    """Where the text of a value ends, and what shall stand there."""
    start, end = work.extent(at)
    if written_alike(old, new):
        return end, work.text[start:end]
    work.demand_own(at)

    def rewrite(place: Pointer, before: Json, after: Json) -> tuple[int, str]:
        return _rewritten(work, place, before, after)

    between = bool(at) and work.is_bracketed(at[:-1])
    if is_edited_inside(old, new):
        if work.is_bracketed(at):
            return end, bracketed.rebuilt(work, at, old, new, lambda *change: rewrite(*change)[1])
        if between:
            raise SpliceRefused(f"{pointer_text(at)} has no braces of its own")
        return block.rebuilt(work, at, old, new, rewrite)
    if work.is_yaml and not between:
        return end, block.whole(work, new, at)
    written = "" if isinstance(old, (dict, list)) else work.text[start:end]
    inline = between and work.is_one_line(at[:-1])
    return end, bracketed.fresh(work, new, at, base=work.indentation(start), inline=inline, written=written)


def _prove(source: Source, text: str, values: Sequence[Json]) -> None:
    """Read the new text: it must say just what it shall. Errors: `SpliceRefused`."""
    documents = [document for document in parsed(source, text) if isinstance(document, Document)]
    if len(documents) != len(values):
        raise SpliceRefused("the edited text could not be read again")
    if not all(written_alike(document.value, value) for document, value in zip(documents, values, strict=True)):
        raise SpliceRefused("the text cannot be edited without a change elsewhere in it")
    if [len(document.faults) for document in documents] != [len(document.faults) for document in source.documents]:
        raise SpliceRefused("the edited text could not be read without faults")
