"""Tool definitions brought into canonical order inside the text that holds them.

Members change places as the pieces of text that they are, so that indentation, spelling, comments, the order of the tools and
all that is no tool stay as the author left them. What cannot be moved without a loss is refused, and what was moved is read
again before anyone may write it. Knows JSON and YAML text; touches no files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from schemalint.canon import CanonError, PropertyOrder, canonical_json
from schemalint.model import Json, Pointer, Tool, value_at
from schemalint.sources.source import Source
from schemalint.text import edit as splice
from schemalint.text import json_text, yaml_text
from schemalint.text.document import Document
from schemalint.text.reorder import in_json, in_yaml
from schemalint.text.reorder.pieces import DATA, CanonTextRefused, Place, Rewritten, Work

__all__ = ["CanonTextRefused", "rewrite"]


def rewrite(source: Source, property_order: PropertyOrder = "authored") -> str:
    """The text of a source with its tools in canonical form; the same text where they are in it already.

    Object keys and sets are put in order, repeats in sets dropped, JSON numbers spelled canonically. Strings keep the author's
    escapes, YAML scalars their spelling, and `x-schemalint-*` keys stay. Raises `CanonTextRefused`.
    """
    if source.path.lower().endswith((".py", ".pyi")):
        raise CanonTextRefused("definitions in Python files are not rewritten; only those in JSON and YAML files are")
    if source.read_only:
        raise CanonTextRefused("a revision is not rewritten; only files are")
    if not source.text or not source.documents:
        raise CanonTextRefused("there is no text to rewrite; only definitions in JSON and YAML files are")
    yaml = _is_yaml(source)
    if yaml and yaml_text.has_aliases(source.text):
        raise CanonTextRefused("YAML with anchors or aliases is not rewritten: one text may stand for several places")
    new = _spliced(source, source.text, source.documents, property_order, is_yaml=yaml)
    if new != source.text:
        _prove(source, new, property_order, is_yaml=yaml)
    return new


def _is_yaml(source: Source) -> bool:
    if source.path.lower().endswith(".jsonc") and not isinstance(json_text.parse(source.text), Document):
        raise CanonTextRefused("JSON with comments is not rewritten")
    return splice.is_yaml(source)


def _tools(source: Source) -> Iterator[Tool]:
    for toolset in source.toolsets:
        yield from toolset.tools


def _places(tool: Tool) -> dict[Pointer, Place]:
    """Where in its document a tool has schemas. A bare map of parameters is the `properties` of a schema nobody wrote."""
    places: dict[Pointer, Place] = {}
    for member in ("parameters", "output_schema"):
        if (member,) in tool.places:
            places[tool.places[member,]] = ("schema", "")
        if (member, "properties") in tool.places:
            places[tool.places[member, "properties"]] = ("map", "properties")
    return places


def _spliced(source: Source, text: str, documents: Sequence[Document], order: PropertyOrder, *, is_yaml: bool) -> str:
    edits = sorted(_edits(source, text, documents, order, is_yaml=is_yaml))
    pieces: list[str] = []
    done = 0
    for start, end, new in edits:
        if start < done:
            raise CanonTextRefused("two tools share one piece of text")
        pieces += text[done:start], new
        done = end
    return "".join((*pieces, text[done:]))


def _edits(
    source: Source, text: str, documents: Sequence[Document], order: PropertyOrder, *, is_yaml: bool
) -> Iterator[Rewritten]:
    for tool in _tools(source):
        document, at, places = documents[tool.origin.document], tool.places.get((), ()), _places(tool)
        value, extent = value_at(document.value, at), document.extent(at)
        if extent is None or not isinstance(value, dict):
            raise CanonTextRefused(f"`{tool.name}` is written inside a string, which is not rewritten")
        work = Work(text, document, places, order == "authored")
        place = places.get(at, DATA)
        yield in_yaml.rewritten(work, value, at, place) if is_yaml else in_json.rewritten(work, extent[0], value, at, place)


def _prove(source: Source, new: str, order: PropertyOrder, *, is_yaml: bool) -> None:
    """Read the new text again: every tool must mean what it meant, no comment be missing, nothing be left to do."""
    documents = [document for document in splice.parsed(source, new) if isinstance(document, Document)]
    if len(documents) != len(source.documents):
        raise CanonTextRefused("the rewritten text could not be read again")
    for tool in _tools(source):
        at, places = tool.places.get((), ()), _places(tool)
        before, after = (value_at(some[tool.origin.document].value, at) for some in (source.documents, documents))
        if _meaning(before, at, places, order) != _meaning(after, at, places, order):
            raise CanonTextRefused(f"`{tool.name}` cannot be rewritten in place without a change of what it says")
    if is_yaml and _comments(source.text) != _comments(new):
        raise CanonTextRefused("a comment would be lost")
    if _spliced(source, new, documents, order, is_yaml=is_yaml) != new:
        raise CanonTextRefused("the rewritten text is not yet canonical")


def _meaning(value: Json, at: Pointer, places: Mapping[Pointer, Place], order: PropertyOrder) -> bytes:
    """The canonical bytes of a tool as it is written, each schema in it as the text of its own."""

    def told(value: Json, at: Pointer) -> Json:
        if at in places:
            kind, keyword = places[at]
            return canonical_json(value, kind, keyword=keyword, property_order=order, private=True).decode()
        if isinstance(value, dict):
            return {key: told(member, (*at, key)) for key, member in value.items()}
        return [told(item, (*at, i)) for i, item in enumerate(value)] if isinstance(value, list) else value

    try:
        return canonical_json(told(value, at))
    except CanonError as error:
        raise CanonTextRefused(f"no canonical form: {error}") from None


def _comments(text: str) -> Counter[str]:
    return Counter(comment for _, comment in yaml_text.comments(text))
