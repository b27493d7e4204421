"""Edits as values: a fix applied to a parsed document, and the same fix as RFC 6902 operations.

Pure. Knows where a canonical place stands in its document (`Tool.document`); does not know files or how text is spliced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy

from schemalint.model import REMOVE, Edit, Json, Pointer, Tool, pointer_text, value_at

_MISSING = object()


def operations(document: Json, tool: Tool, edits: Iterable[Edit]) -> list[dict[str, Json]]:
    """Edits as RFC 6902 operations on the document the tool was read from, in an order in which they can be applied."""
    return [_operation(document, place, value) for place, value in _ordered((tool.document(e.at), e.value) for e in edits)]


def _operation(document: Json, place: Pointer, value: Json) -> dict[str, Json]:
    path = pointer_text(place)
    if value is REMOVE:
        return {"op": "remove", "path": path}
    present = value_at(document, place, _MISSING) is not _MISSING
    return {"op": "replace" if present else "add", "path": path, "value": value}


def applied(document: Json, edits: Sequence[tuple[Pointer, Json]]) -> Json:
    """A copy of a document with values put at places (`REMOVE` takes away). A place whose parent is not there is a KeyError."""
    changed = deepcopy(document)
    for place, value in _ordered(edits):
        if not place:
            changed = value
            continue
        parent: Json = value_at(changed, place[:-1], _MISSING)
        key: Json = place[-1]
        if not (isinstance(parent, dict) or (isinstance(parent, list) and key in range(len(parent)))):
            raise KeyError(pointer_text(place))
        if value is REMOVE:
            del parent[key]
        else:
            parent[key] = value
    return changed


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
