"""Edits applied to values, and as RFC 6902 operations."""

from __future__ import annotations

import pytest

from schemalint.fixing.offers import operations
from schemalint.model import REMOVE, Edit, Pointer, Tool
from schemalint.text.edit.patch import patched

DOCUMENT = [{"name": "t", "inputSchema": {"required": ["a", "b", "c"], "properties": {"a": {}}}}]
PLACES: dict[Pointer, Pointer] = {(): (0,), ("name",): (0, "name"), ("parameters",): (0, "inputSchema")}
TOOL = Tool("t", parameters=DOCUMENT[0]["inputSchema"], places=PLACES)


def test_a_value_is_put_replaced_and_removed_without_touching_the_original() -> None:
    changed = patched(
        DOCUMENT,
        [
            ((0, "inputSchema", "properties", "a", "enum"), ["x"]),
            ((0, "name"), "u"),
            ((0, "inputSchema", "required"), REMOVE),
        ],
    )
    assert [{"name": "u", "inputSchema": {"properties": {"a": {"enum": ["x"]}}}}] == changed
    assert DOCUMENT[0]["name"] == "t"


def test_removals_from_one_list_do_not_move_each_other() -> None:
    at = (0, "inputSchema", "required")
    changed = patched(DOCUMENT, [((*at, 0), REMOVE), ((*at, 2), REMOVE), ((*at, 1), "B")])
    assert ["B"] == changed[0]["inputSchema"]["required"]


def test_the_whole_document_can_be_replaced() -> None:
    assert patched(DOCUMENT, [((), 3)]) == 3


@pytest.mark.parametrize("at", [(0, "missing", "x"), (0, "name", "x"), (3,), (0, "inputSchema", "required", 7)])
def test_a_place_without_a_parent_is_an_error(at: tuple[str | int, ...]) -> None:
    with pytest.raises(KeyError):
        patched(DOCUMENT, [(at, 1)])


def test_edits_become_operations_on_the_document_in_an_order_that_works() -> None:
    edits = [
        Edit(("parameters", "required", 0), REMOVE),
        Edit(("parameters", "required", 1), REMOVE),
        Edit(("parameters", "properties", "a", "x/y"), 1),
        Edit(("parameters", "properties", "a"), {}),
    ]
    assert [
        {"op": "add", "path": "/0/inputSchema/properties/a/x~1y", "value": 1},
        {"op": "replace", "path": "/0/inputSchema/properties/a", "value": {}},
        {"op": "remove", "path": "/0/inputSchema/required/1"},
        {"op": "remove", "path": "/0/inputSchema/required/0"},
    ] == operations(DOCUMENT, TOOL, edits)
