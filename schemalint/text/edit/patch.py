"""Edits as values: a document with other values at some of its places. Pure; knows no text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from schemalint.model import REMOVE
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at

Edits: TypeAlias = Sequence[tuple[Pointer, Json]]
"""Places of a document, and the values to put there; `REMOVE` takes away what is there."""


def patched(document: Json, edits: Edits) -> Json:
    """A copy of a document with edits applied. Errors: `KeyError` for a place whose parent is not there."""
    changed = _copied(document)
    for place, value in in_safe_order(edits):
        if not place:
            changed = _copied(value)
            continue
        parent: Json = value_at(changed, place[:-1])
        key: Json = place[-1]
        if not (isinstance(parent, dict) or (isinstance(parent, list) and key in range(len(parent)))):
            raise KeyError(pointer_text(place))
        if value is REMOVE:
            del parent[key]
        else:
            parent[key] = _copied(value)
    return changed


def in_safe_order(edits: Iterable[tuple[Pointer, Json]]) -> Edits:
    """Removals after everything else, and later list members first, so that no edit moves the place of another."""
    puts: list[tuple[Pointer, Json]] = []
    removals: list[tuple[Pointer, Json]] = []
    for edit in edits:
        (removals if edit[1] is REMOVE else puts).append(edit)
    removals.sort(key=lambda edit: [(1, part, "") if isinstance(part, int) else (0, 0, part) for part in edit[0]], reverse=True)
    return puts + removals


def _copied(value: Json) -> Json:
    """A copy in which nothing is shared: what YAML aliases share is edited in one place, not in all."""
    if isinstance(value, dict):
        return {key: _copied(member) for key, member in value.items()}
    return [_copied(element) for element in value] if isinstance(value, list) else value
