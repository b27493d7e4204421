"""A source and a new text for it: what the editor gets, the text in canonical order, and a new text read as a source again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from schemalint.model import Pointer, Tool
from schemalint.sources.file import read_bytes
from schemalint.sources.source import Source
from schemalint.text import json_text
from schemalint.text.document import Document
from schemalint.text.edit import Definition, Editable, EditRefused, reordered
from schemalint.text.edit.reorder import Place

if TYPE_CHECKING:
    from schemalint.canon import PropertyOrder


def editable(source: Source) -> Editable:
    """The text of a source as the editor takes it. Errors: `EditRefused` for what is not edited."""
    if source.kind == "python":
        raise EditRefused("Python files are edited by hand")
    if source.read_only:
        raise EditRefused("a revision is not edited; only files are")
    if not source.text or not source.documents:
        raise EditRefused("there is no text to edit; only definitions in JSON and YAML files are edited")
    if source.kind == "jsonc" and not isinstance(json_text.parse(source.text), Document):
        raise EditRefused("JSON with comments or trailing commas is not edited")
    kinds: dict[str, Literal["lines", "yaml"]] = {"lines": "lines", "yaml": "yaml"}
    return Editable(source.text, source.documents, kinds.get(source.kind, "json"))


def in_canonical_order(source: Source, property_order: PropertyOrder = "authored") -> str:
    """The text of a source with its tools in canonical form; the same text where they are in it. Errors: `EditRefused`."""
    definitions = [
        Definition(tool.name, tool.origin.document, tool.places.get((), ()), _schemas(tool)) for tool in source.tools()
    ]
    return reordered(editable(source), definitions, property_order)


def _schemas(tool: Tool) -> dict[Pointer, Place]:
    """Where in its document a tool has schemas. A bare map of parameters is the `properties` of a schema nobody wrote."""
    places: dict[Pointer, Place] = {}
    for member in ("parameters", "output_schema"):
        if (member,) in tool.places:
            places[tool.places[member,]] = ("schema", "")
        if (member, "properties") in tool.places:
            places[tool.places[member, "properties"]] = ("map", "properties")
    return places


_ANY_SIZE: Final = 2**40
"""What was read once within the limits is read again."""


def reread(source: Source, text: str) -> Source | None:
    """The source that another text in place of a source's own is; None where other tools would be read from it."""
    data = text.encode()
    # A file that was named is read more willingly than one met in a folder; which it was is seen from what was read.
    for named in (True, False):
        for outcome in read_bytes(source.path, data, _ANY_SIZE, named=named):
            if isinstance(outcome, Source) and _tools(outcome) == _tools(source) and len(outcome.broken) == len(source.broken):
                return outcome
    return None


def _tools(source: Source) -> list[tuple[int, Pointer]]:
    return [(tool.origin.document, tool.document(())) for tool in source.tools()]
