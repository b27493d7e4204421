"""The editor of JSON and YAML text: whatever does not change stays as it is written, byte for byte.

`edited` gives documents new values, `reordered` brings definitions into canonical order. Either works container by container,
refuses what it cannot do without a loss, and reads its text again before anyone may use it. Knows neither tools nor files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from schemalint.canon import CanonError, PropertyOrder, canonical_json
from schemalint.edge.read import Lines
from schemalint.record import dataclass
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.text import json_text, yaml_text
from schemalint.text.document import Document
from schemalint.text.edit import block, bracketed, reorder
from schemalint.text.edit.plan import is_edited_inside
from schemalint.text.edit.reorder import Order, Place
from schemalint.text.edit.work import EditRefused, Work

__all__ = ["Definition", "EditRefused", "Editable", "edited", "reordered"]


@dataclass(frozen=True, slots=True)
class Editable:
    """A text and the documents that were read from it."""

    text: str
    documents: Sequence[Document]
    kind: Literal["json", "lines", "yaml"]

    def work(self, document: int) -> Work:
        return Work(self.text, self.documents[document], self.kind == "yaml", _lines(self.text))

    def read(self, text: str) -> Editable:
        """Another text in place of this one. Errors: `EditRefused` where it has other documents or other faults in them."""
        parsed = yaml_text.parse(text) if self.kind == "yaml" else None
        if parsed is None:
            parsed = json_text.parse_lines(text) if self.kind == "lines" else [json_text.parse(text)]
        documents = [document for document in parsed if isinstance(document, Document)]
        if len(documents) != len(self.documents):
            raise EditRefused("the edited text could not be read again")
        if [len(document.faults) for document in documents] != [len(document.faults) for document in self.documents]:
            raise EditRefused("the edited text could not be read without faults")
        return Editable(text, documents, self.kind)


@lru_cache(maxsize=4)
def _lines(text: str) -> Lines:
    return Lines(text)


def _replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with pieces of it (start, end) replaced."""
    pieces: list[str] = []
    done = 0
    for start, end, new in sorted(edits):
        if start < done:
            raise EditRefused("two tools share one piece of text")
        pieces += text[done:start], new
        done = end
    return "".join((*pieces, text[done:]))


# ------------------------------------------------------------------------------------------------------------- new values


def edited(old: Editable, values: Mapping[int, Json]) -> str:
    """The text with new values for documents, by their index.

    Errors: `EditRefused` for a text that cannot be edited without a loss, or that would not say just these values.
    """
    new = _replaced(old.text, (_edit(old.work(index), value) for index, value in values.items()))
    for index, document in enumerate(old.read(new).documents):
        if not written_alike(document.value, values.get(index, old.documents[index].value)):
            raise EditRefused("the text cannot be edited without a change elsewhere in it")
    return new


def _edit(work: Work, value: Json) -> tuple[int, int, str]:
    return work.extent(())[0], *_rewritten(work, (), work.document.value, value)


def _rewritten(work: Work, at: Pointer, old: Json, new: Json) -> tuple[int, str]:
    """Where the text of a value ends, and the text of its new value."""
    start, end = work.extent(at)
    if written_alike(old, new):
        return end, work.text[start:end]
    work.demand_own(at)

    def rewrite(place: Pointer, before: Json, after: Json) -> tuple[int, str]:
        return _rewritten(work, place, before, after)

    between = bool(at) and work.is_bracketed(at[:-1])
    if is_edited_inside(old, new):
        if work.is_bracketed(at):
            return end, bracketed.rebuilt(work, at, old, new, rewrite)
        if between:
            raise EditRefused(f"{pointer_text(at)} has no braces of its own")
        return block.rebuilt(work, at, old, new, rewrite)
    if work.is_yaml and not between:
        return end, block.whole(work, new, at)
    written = "" if isinstance(old, (dict, list)) else work.text[start:end]
    inline = between and work.is_one_line(at[:-1])
    return end, bracketed.fresh(work, new, at, base=work.indentation(start), inline=inline, written=written)


# -------------------------------------------------------------------------------------------------------- canonical order


@dataclass(frozen=True, slots=True)
class Definition:
    """A tool definition in a document: its place, and the places in it where schemas start."""

    name: str
    document: int
    at: Pointer
    schemas: Mapping[Pointer, Place]


def reordered(old: Editable, definitions: Sequence[Definition], property_order: PropertyOrder) -> str:
    """The text with definitions in canonical order; the same text where they are in it already.

    Object keys and sets are put in order, repeats in sets dropped, JSON numbers spelled canonically. Strings keep the author's
    escapes, YAML scalars their spelling, and `x-schemalint-*` keys stay. Errors: `EditRefused`.
    """
    if old.kind == "yaml" and yaml_text.has_aliases(old.text):
        raise EditRefused("YAML with anchors or aliases is not rewritten: one text may be that of several places")
    new = _in_order(old, definitions, property_order)
    if new != old.text:
        again = old.read(new)
        for definition in definitions:
            if _meaning(old, definition, property_order) != _meaning(again, definition, property_order):
                raise EditRefused(f"`{definition.name}` cannot be rewritten in place without changing its meaning")
        if old.kind == "yaml" and _comments(old.text) != _comments(new):
            raise EditRefused("a comment would be lost")
        if _in_order(again, definitions, property_order) != new:
            raise EditRefused("the rewritten text is not yet canonical")
    return new


def _in_order(old: Editable, definitions: Sequence[Definition], property_order: PropertyOrder) -> str:
    edits = []
    for definition in definitions:
        work, at = old.work(definition.document), definition.at
        value = value_at(work.document.value, at)
        extent = work.document.extent(at)
        if extent is None or not isinstance(value, dict):
            raise EditRefused(f"`{definition.name}` is written inside a string, which is not rewritten")
        order = Order(definition.schemas, property_order == "authored")
        edits.append(reorder.reordered(work, order, value, at, order.at(at), extent))
    return _replaced(old.text, edits)


def _meaning(text: Editable, definition: Definition, order: PropertyOrder) -> bytes:
    """The canonical bytes of a definition as it is written, each schema in it as the text of its own."""

    def read(value: Json, at: Pointer) -> Json:
        if at in definition.schemas:
            kind, keyword = definition.schemas[at]
            return canonical_json(value, kind, keyword=keyword, property_order=order, private=True).decode()
        if isinstance(value, dict):
            return {key: read(member, (*at, key)) for key, member in value.items()}
        return [read(item, (*at, i)) for i, item in enumerate(value)] if isinstance(value, list) else value

    value = value_at(text.documents[definition.document].value, definition.at)
    try:
        return canonical_json(read(value, definition.at))
    except CanonError as error:
        raise EditRefused(f"no canonical form: {error}") from None


def _comments(text: str) -> Counter[str]:
    return Counter(comment for _, comment in yaml_text.comments(text))
