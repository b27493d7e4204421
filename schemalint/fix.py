"""Edits as values: a fix applied to a parsed document, and the same fix as RFC 6902 operations.

Pure. Knows where a canonical place stands in its document (`Tool.document`), and which places stand for none of their own;
does not know files or how text is spliced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from schemalint.model import REMOVE, Edit, Json, Pointer, Tool, pointer_text, value_at
from schemalint.schema.equal import written_alike

_MISSING = object()


class FixRefused(Exception):
    """A fix that cannot be written where its tool was read. The message says why, fit for a user."""


def operations(document: Json, tool: Tool, edits: Iterable[Edit]) -> list[dict[str, Json]]:
    """Edits as RFC 6902 operations on the document the tool was read from, in an order in which they can be applied.

    Errors: `FixRefused`.
    """
    return [_operation(document, place, value) for place, value in _ordered(placed(document, tool, edits))]


def placed(document: Json, tool: Tool, edits: Iterable[Edit]) -> list[tuple[Pointer, Json]]:
    """Edits at their places in the document that the tool was read from.

    Errors: `FixRefused` for a place that the document has not: one inside a string that holds the tool, and the parts of an
    object schema that a bare map of parameters goes without.
    """
    members = tool.members()
    return [(_place(document, tool, members, edit), edit.value) for edit in edits]


def _place(document: Json, tool: Tool, members: Json, edit: Edit) -> Pointer:
    place = tool.document(edit.at)
    meant = value_at(members, edit.at, _MISSING)
    if meant is not _MISSING:
        if written_alike(value_at(document, place, _MISSING), meant):
            return place
    elif len(edit.at) > 1:
        # To be added: what is around it must be in the document, and as it is in the tool.
        around = tool.document(edit.at[:-1])
        outer = value_at(members, edit.at[:-1], _MISSING)
        if place == (*around, edit.at[-1]) and written_alike(value_at(document, around, _MISSING), outer):
            return place
    if isinstance(value_at(document, tool.document(())), str):
        raise FixRefused("the tool is written inside a string, which is not edited")
    raise FixRefused(f"{pointer_text(edit.at)} has no place of its own in this form of a tool")


def _operation(document: Json, place: Pointer, value: Json) -> dict[str, Json]:
    path = pointer_text(place)
    if value is REMOVE:
        return {"op": "remove", "path": path}
    present = value_at(document, place, _MISSING) is not _MISSING
    return {"op": "replace" if present else "add", "path": path, "value": value}


def applied(document: Json, edits: Sequence[tuple[Pointer, Json]]) -> Json:
    """A copy of a document with values put at places (`REMOVE` takes away). A place whose parent is not there is a KeyError."""
    changed = _copied(document)
    for place, value in _ordered(edits):
        if not place:
            changed = _copied(value)
            continue
        parent: Json = value_at(changed, place[:-1], _MISSING)
        key: Json = place[-1]
        if not (isinstance(parent, dict) or (isinstance(parent, list) and key in range(len(parent)))):
            raise KeyError(pointer_text(place))
        if value is REMOVE:
            del parent[key]
        else:
            parent[key] = _copied(value)
    return changed


def _copied(value: Json) -> Json:
    """A copy of a value in which nothing stands twice: what YAML aliases share is edited in one place, not in all."""
    if isinstance(value, dict):
        return {key: _copied(member) for key, member in value.items()}
    return [_copied(element) for element in value] if isinstance(value, list) else value


def _ordered(edits: Iterable[tuple[Pointer, Json]]) -> list[tuple[Pointer, Json]]:
    """Removals after everything else, and later list members first, so that no edit moves the place of another."""
    puts: list[tuple[Pointer, Json]] = []
    removals: list[tuple[Pointer, Json]] = []
    for edit in edits:
        (removals if edit[1] is REMOVE else puts).append(edit)
    removals.sort(
        key=lambda edit: [(isinstance(part, int), part if isinstance(part, int) else 0, str(part)) for part in edit[0]]
    )
    return puts + removals[::-1]
