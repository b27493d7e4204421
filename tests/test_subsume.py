"""Whether one schema accepts all that another one accepts: cases by hand, and a thousand pairs against jsonschema."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemalint.change.accepts import Run, accepts
from schemalint.change.compare import diff
from schemalint.change.fits import all_of, any_of, fits
from schemalint.change.schemas import whole
from schemalint.model import Tool, Toolset

S = {"type": "string"}
N = {"type": "integer"}
NULL = {"type": "null"}
LETTERS = {"$defs": {"t": {"type": "string", "maxLength": 3}}}


def form(kind: str, **members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"kind": {"const": kind}, **members}, "required": ["kind"]}


def open_object(**members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members}


def closed(**members: Any) -> dict[str, Any]:
    return {**open_object(**members), "additionalProperties": False}


OTHER = {"$ref": "other.json"}
CASES: list[tuple[str, Any, Any, bool | None]] = [
    ("a type and itself", S, S, True),
    ("everything", S, True, True),
    ("nothing", S, False, False),
    ("nothing in anything", False, S, True),
    ("an empty schema in a type", {}, S, False),
    ("no type that JSON has", {"type": "text"}, {"type": "text"}, True),
    ("an unknown type", S, {"type": "text"}, None),
    ("what is no schema at all", S, {"items": 3}, None),
    ("a broken keyword that stays", {"maximum": "x"}, {"maximum": "x"}, True),
    ("a broken keyword that comes", N, {"maximum": "x"}, None),
    # types and values
    ("integers are numbers", N, {"type": "number"}, True),
    ("numbers are not all integers", {"type": "number"}, N, False),
    ("a list of types in a union", {"type": ["string", "integer"]}, {"anyOf": [{"type": "number"}, S]}, True),
    ("a union in a list of types", {"anyOf": [S, NULL]}, {"type": ["null", "string"]}, True),
    ("booleans are two values", {"type": "boolean"}, {"enum": [True, False, 1]}, True),
    ("null is one value", NULL, {"const": None}, True),
    ("one value is null", S, {"const": None}, False),
    ("an enum in its type", {"enum": ["a", "b"]}, S, True),
    ("an enum of two types", {"enum": ["a", 1]}, S, False),
    ("an enum in a length", {"enum": ["a", "bb"]}, {"maxLength": 1}, False),
    ("an enum and a pattern that was there", {"enum": ["a"], "pattern": "a"}, {"pattern": "a"}, True),
    ("an enum and another pattern", {"enum": ["a"], "pattern": "a"}, {"pattern": "b"}, False),
    ("an enum and a constant beside it", {"enum": ["a"]}, {"const": "a", "enum": ["b"]}, False),
    ("values that contradict their type", {"type": "integer", "enum": ["a"]}, {"type": "boolean"}, True),
    ("an enum in a union of constants", {"enum": ["b", "a"]}, {"anyOf": [{"const": "a"}, {"const": "b"}]}, True),
    ("a union of constants in an enum", {"anyOf": [{"const": "a"}, {"const": "b"}]}, {"enum": ["b", "a"]}, True),
    ("an enum of objects", {"enum": [{"a": 1}]}, open_object(a=N), True),
    ("an enum of objects in a closed one", {"enum": [{"a": 1, "b": 2}]}, closed(a=N), False),
    ("an enum of lists", {"enum": [[1, 2], [3]]}, {"items": N, "maxItems": 2, "uniqueItems": True}, True),
    # bounds
    ("above 0 is at least 1", {**N, "exclusiveMinimum": 0}, {"minimum": 1}, True),
    ("not so for numbers", {"type": "number", "exclusiveMinimum": 0}, {"minimum": 1}, False),
    ("below 10 is at most 9", {**N, "exclusiveMaximum": 10}, {"maximum": 9}, True),
    ("bounds of joined schemas", {"allOf": [N, {"minimum": 3}]}, {**N, "minimum": 2}, True),
    ("multiples of 6 are even", {**N, "multipleOf": 6}, {"multipleOf": 2}, True),
    ("whole numbers are multiples of 1", N, {"multipleOf": 1}, True),
    ("fractions are not", {"type": "number"}, {"multipleOf": 1}, False),
    ("a bound of numbers for strings", S, {"minimum": 3}, True),
    ("a longest text", {**S, "maxLength": 3}, {"maxLength": 4}, True),
    ("a shortest text", {**S, "minLength": 3}, {"minLength": 4}, False),
    ("the same pattern", {**S, "pattern": "a"}, {"pattern": "a"}, True),
    ("a pattern that says nothing", S, {"pattern": ".*"}, True),
    ("another format", {**S, "format": "uri"}, {"format": "date"}, None),
    # lists
    ("elements", {"items": N}, {"items": {"type": "number"}}, True),
    ("elements of an empty list", {"type": "array", "maxItems": 0}, {"items": S}, True),
    ("one element never repeats", {"type": "array", "maxItems": 1}, {"uniqueItems": True}, True),
    (
        "a row in a list",
        {"type": "array", "prefixItems": [S, N], "items": False},
        {"items": {"type": ["string", "integer"]}},
        True,
    ),
    ("an open row in a list", {"type": "array", "prefixItems": [S, N]}, {"items": {"type": ["string", "integer"]}}, False),
    ("a list in a row", {"type": "array", "items": N}, {"prefixItems": [N, {"type": "number"}]}, True),
    (
        "a row of draft 7",
        {"$schema": "http://json-schema.org/draft-07/schema#", "items": [S], "additionalItems": False},
        {"items": S},
        True,
    ),
    ("lists of draft 7", {"type": "array", "items": [S], "additionalItems": False}, {"items": S}, True),
    ("one that contains", {"type": "array", "contains": {"const": 1}}, {"contains": N}, True),
    ("one that contains two", {"type": "array", "contains": N, "minContains": 2}, {"contains": N}, True),
    ("one that contains one", {"type": "array", "contains": N}, {"contains": N, "minContains": 2}, False),
    ("at most two of them", {"type": "array", "contains": N, "maxContains": 2}, {"contains": N, "maxContains": 3}, True),
    (
        "at most two of more",
        {"type": "array", "contains": N, "maxContains": 2},
        {"contains": {"type": "number"}, "maxContains": 3},
        None,
    ),
    ("none that contains", {"type": "array"}, {"contains": N}, False),
    (
        "at most two of a narrower kind",
        {"type": "array", "contains": {"type": "number"}, "maxContains": 2},
        {"contains": N, "maxContains": 2},
        None,
    ),
    (
        "elements that nothing judges, under another title",
        {"type": "array", "unevaluatedItems": False, "title": "A"},
        {"type": "array", "unevaluatedItems": False, "title": "B"},
        True,
    ),
    (
        "what cannot be followed",
        {"type": "array", "contains": {"$ref": "https://a/b"}},
        {"contains": {"$ref": "https://a/c"}},
        None,
    ),
    ("at most one more", {"type": "array", "contains": N, "maxContains": 3}, {"contains": N, "maxContains": 2}, None),
    ("may contain", {"type": "array"}, {"contains": N, "minContains": 0}, True),
    ("elements that nothing judges", {"type": "array", "unevaluatedItems": False}, {"unevaluatedItems": False}, None),
    ("elements that nothing judged", {"type": "array"}, {"type": "array", "unevaluatedItems": False}, None),
    # objects
    ("one more member", open_object(a=S), open_object(a=S, b=S), True),
    ("a member less", open_object(a=S, b=S), open_object(a=S), True),
    ("closed", open_object(a=S), closed(a=S), False),
    ("closed, and one less", closed(a=S, b=S), closed(a=S), False),
    ("closed, and one that cannot be", closed(a=S, b=False), closed(a=S), True),
    ("a map and a member of its own", {"additionalProperties": S}, {"properties": {"a": N}}, False),
    ("a map of few and a member", {"additionalProperties": S}, {"properties": {"a": {"type": ["string", "null"]}}}, True),
    ("required and not declared", {"type": "object", "required": ["a"]}, open_object(a=S), False),
    ("required", {"type": "object", "required": ["a", "b"]}, {"required": ["b"]}, True),
    ("as many as are required", {"type": "object", "required": ["a", "b"]}, {"minProperties": 2}, True),
    ("as many as there are", closed(a=S, b=S), {"maxProperties": 2}, True),
    ("more than there are", closed(a=S, b=S), {"maxProperties": 1}, False),
    ("names", {"type": "object", "propertyNames": {"maxLength": 2}}, {"propertyNames": {"maxLength": 3}}, True),
    ("names of a closed object", closed(ab=S), {"propertyNames": {"maxLength": 2}}, True),
    ("names of an open one", open_object(ab=S), {"propertyNames": {"maxLength": 2}}, False),
    ("a pattern of names", {"patternProperties": {"^a": N}}, {"patternProperties": {"^a": {"type": "number"}}}, True),
    ("a pattern that comes", open_object(a=S), {"patternProperties": {"^a": N}}, None),
    ("a pattern that all members fit", closed(a=S, b=S), {"patternProperties": {"^a": S}}, True),
    ("a pattern that says nothing of names", open_object(a=S), {"patternProperties": {"^a": True}}, True),
    ("a member that a pattern may mean", {"patternProperties": {"^a": S}}, {"properties": {"ab": N}}, None),
    (
        "a pattern in a map",
        {"type": "object", "patternProperties": {"^a": S}, "additionalProperties": False},
        {"additionalProperties": S},
        True,
    ),
    ("a member behind a pattern", closed(ab=S), {"patternProperties": {"^a": True}, "additionalProperties": False}, None),
    (
        "one needs another",
        {"type": "object", "dependentRequired": {"a": ["b", "c"]}},
        {"dependentRequired": {"a": ["b"]}},
        True,
    ),
    ("one needs more", {"type": "object", "dependentRequired": {"a": ["b"]}}, {"dependentRequired": {"a": ["b", "c"]}}, False),
    ("one that cannot be needs another", closed(b=S), {"dependentRequired": {"a": ["b"]}}, True),
    ("one needs what is required", {"type": "object", "required": ["b"]}, {"dependentRequired": {"a": ["b"]}}, True),
    (
        "one has a schema",
        {"type": "object", "dependentSchemas": {"a": {"required": ["b"]}}},
        {"dependentSchemas": {"a": {"required": ["b"]}}},
        True,
    ),
    ("one gets a schema", {"type": "object"}, {"dependentSchemas": {"a": {"required": ["b"]}}}, None),
    (
        "members that nothing judges",
        {**open_object(a=S), "unevaluatedProperties": False},
        {**open_object(a=S), "unevaluatedProperties": False},
        True,
    ),
    # references
    ("a reference written out", {**LETTERS, "$ref": "#/$defs/t"}, {**S, "maxLength": 3}, True),
    ("written out, a reference", {**S, "maxLength": 3}, {**LETTERS, "$ref": "#/$defs/t"}, True),
    ("two references", {**LETTERS, "$ref": "#/$defs/t"}, {"$defs": {"t": {"maxLength": 2}}, "$ref": "#/$defs/t"}, False),
    ("a reference to a boolean", {"$defs": {"t": False}, "$ref": "#/$defs/t"}, S, True),
    ("the same address outside", {"$ref": "https://example.com/a"}, {"$ref": "https://example.com/a"}, True),
    ("an address beside the schema", OTHER, OTHER, True),
    ("an address beside a schema with a name", {"$id": "https://a/b", **OTHER}, {"$id": "https://a/c/", **OTHER}, None),
    ("another address", {"$ref": "https://example.com/a"}, {"$ref": "https://example.com/b"}, None),
    (
        "an anchor",
        {"$defs": {"t": {"$anchor": "x", **S}}, "$ref": "#x"},
        {"$defs": {"t": {"$anchor": "x", **N}}, "$ref": "#x"},
        None,
    ),
    ("an address inside", {"$defs": {"t": {"$id": "https://example.com/t", **S}}, "$ref": "#/$defs/t"}, S, None),
    ("a dynamic reference", {"$dynamicRef": "#a"}, {"$dynamicRef": "#a"}, None),
    ("a tree", {"items": {"$ref": "#"}, "maxItems": 2}, {"items": {"$ref": "#"}, "maxItems": 3}, True),
    ("a wider tree", {"items": {"$ref": "#"}, "maxItems": 3}, {"items": {"$ref": "#"}, "maxItems": 2}, False),
    ("a tree in two steps", {"items": {"$ref": "#"}}, {"items": {"items": {"$ref": "#"}}}, True),
    ("a circle", {"anyOf": [{"$ref": "#"}, S]}, {"anyOf": [{"$ref": "#"}, N]}, None),
    # joined and chosen schemas
    ("a form of a union", S, {"anyOf": [S, N]}, True),
    ("a form less", {"anyOf": [S, N]}, {"anyOf": [S, NULL]}, False),
    ("a union in a wider one", {"anyOf": [{**N, "maximum": 3}, S]}, {"anyOf": [S, {**N, "maximum": 4}]}, True),
    ("exactly one, told apart by type", {"oneOf": [S, N]}, {"oneOf": [N, S, NULL]}, True),
    ("exactly one, told apart by a constant", {"oneOf": [form("a"), form("b")]}, {"oneOf": [form("b", x=S), form("a")]}, True),
    (
        "exactly one, told apart by what is required",
        form("a"),
        {"oneOf": [form("a"), {**closed(x=S), "required": ["x"]}]},
        True,
    ),
    (
        "exactly one of two closed objects of the same members",
        {**closed(a=S), "required": ["a"]},
        {"oneOf": [{**closed(a=S), "required": ["a"]}, {**closed(a=True), "required": ["a"]}]},
        None,
    ),
    ("exactly one of two that overlap", N, {"oneOf": [N, {"type": "number"}]}, None),
    ("exactly one of the same two", {"oneOf": [N, {"minimum": 3}]}, {"oneOf": [{"minimum": 3}, N]}, True),
    ("not", {**S, "not": {"const": "a"}}, {"not": {"const": "a"}}, True),
    ("not so much", {**S, "not": {"enum": ["a", "b"]}}, {"not": {"const": "a"}}, True),
    ("not more", {**S, "not": {"const": "a"}}, {"not": {"enum": ["a", "b"]}}, None),
    ("not what it is not", N, {"not": S}, True),
    ("not what an open object may be", {**open_object(), "not": open_object(a=S, b=S)}, {"not": open_object(a=S)}, None),
    ("a condition", {"if": S, "then": {"minLength": 2}}, {"if": S, "then": {"minLength": 1}}, True),
    ("a condition that narrows", {"if": S, "then": {"minLength": 1}}, {"if": S, "then": {"minLength": 2}}, False),
    ("another condition", {"if": S, "then": {"minLength": 1}}, {"if": N, "then": {"minimum": 1}}, None),
    ("a condition that holds anyway", {**S, "minLength": 2}, {"if": {"maxLength": 9}, "then": {"minLength": 1}}, True),
    ("a condition that says nothing", S, {"if": N}, True),
]


@pytest.mark.parametrize(("old", "new", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_judge_says(old: Any, new: Any, expected: bool | None) -> None:
    assert expected is accepts(Run(), whole(new, ()), (whole(old, ()),))


REFERS = ("$anchor", "$dynamicRef", "$id", "'anyOf': [{'$ref'")
"""What cannot be followed: it may lead elsewhere in a copy."""


@pytest.mark.parametrize("schema", [schema for case in CASES for schema in case[1:3]], ids=str)
def test_every_schema_accepts_what_its_copy_accepts(schema: Any) -> None:
    found = accepts(Run(), whole(schema, ()), (whole(schema, ()),))
    assert found is (None if any(word in str(schema) for word in REFERS) else True)


def test_too_much_work_cannot_be_told() -> None:
    many = {"anyOf": [open_object(a={"anyOf": [{**N, "minimum": i}, {**S, "minLength": i}]}) for i in range(40)]}
    run = Run(steps=50)
    assert accepts(run, whole(many, ()), (whole({"anyOf": many["anyOf"][1:]}, ()),)) is None
    assert run.steps < 0
    old: dict[str, Any] = {**S, "maxLength": 3}
    new: dict[str, Any] = {**S, "maxLength": 4}
    for _ in range(60):
        old, new = {"items": old}, {"items": new}
    assert accepts(Run(), whole(new, ()), (whole(old, ()),)) is None


@pytest.mark.parametrize(
    ("value", "schema", "expected"),
    [
        (1.0, N, True),
        (True, N, False),
        (3, {"multipleOf": 2}, False),
        (0.5, {"multipleOf": 0.1}, True),
        (3, {"exclusiveMinimum": 3}, False),
        (3, {"exclusiveMaximum": 4, "maximum": 3, "minimum": 3}, True),
        ("a", {"pattern": "a"}, True),
        ("a", {"pattern": ".*", "minLength": 1, "maxLength": 1}, True),
        ([1, 1.0], {"uniqueItems": True}, False),
        ([1, "a"], {"prefixItems": [N], "items": N}, False),
        ([1, "a"], {"contains": S, "maxContains": 1}, True),
        ([1, 2], {"contains": S}, False),
        (["a"], {"contains": {"pattern": "a"}}, True),
        ([1], {"unevaluatedItems": False}, None),
        ({"a": 1}, {"patternProperties": {"a": N}}, True),
        ({"a": 1}, {"propertyNames": {"maxLength": 0}}, False),
        ({"a": 1}, {"dependentRequired": {"a": ["b"]}}, False),
        ({"a": 1}, {"dependentSchemas": {"a": {"minProperties": 2}}}, False),
        ({"a": 1}, {"unevaluatedProperties": False}, None),
        ({"a": 1}, {"additionalProperties": S}, False),
        (1, {"oneOf": [N, {"minimum": 0}]}, False),
        (1, {"oneOf": [N, S]}, True),
        ([1], {"minItems": 1, "maxItems": 1}, True),
        ([1, 2], {"maxItems": 1}, False),
        ([], {"minItems": 1}, False),
        (5, {"exclusiveMaximum": 5}, False),
        (5, {"exclusiveMinimum": 5}, False),
        (5, {"minimum": 5, "maximum": 5, "exclusiveMaximum": 5.5, "exclusiveMinimum": 4.5}, True),
        ("a", {"oneOf": [S, {"pattern": "a"}]}, False),
        (1, {"not": N}, False),
        ("a", {"not": {"pattern": "a"}}, False),
        (1, {"if": N, "then": {"minimum": 2}, "else": False}, False),
        ("a", {"if": N, "then": False}, True),
        ("a", {"if": {"pattern": "a"}, "then": {"minLength": 1}, "else": {"maxLength": 1}}, True),
        ("a", {"if": {"pattern": "a"}, "then": False}, False),
        ("a", {"$ref": "https://example.com"}, None),
        ("a", {"maximum": "x"}, None),
        ("a", False, False),
    ],
)
def test_a_value_fits_or_not(value: Any, schema: Any, expected: bool | None) -> None:
    assert expected is fits(value, (whole(schema, ()),))


def test_a_value_that_is_nested_too_deeply_cannot_be_told() -> None:
    value: list[Any] = []
    schema: dict[str, Any] = S
    for _ in range(40):
        value, schema = [value], {"items": schema}
    assert fits(value, (whole(schema, ()),)) is None


def test_verdicts_are_joined_as_logic_has_it() -> None:
    verdicts: list[tuple[bool | None, ...]] = [(True, True), (True, None), (None, False), (False, True), ()]
    assert [True, None, False, False, True] == [all_of(one) for one in verdicts]
    assert [True, True, None, True, False] == [any_of(one) for one in verdicts]


# ---------------------------------------------------------------------------------------------------- against jsonschema


def campaign() -> ModuleType:
    """The script that does the same over the corpus."""
    spec = importlib.util.spec_from_file_location("change_campaign", Path(__file__).with_name("change_campaign.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def bases() -> list[dict[str, Any]]:
    """Small schemas with every keyword that the judge knows, each as a parameter of its own, and a few as a tool has them."""
    own = [
        schema for case in CASES for schema in case[1:3] if isinstance(schema, dict) and not re.search(r"\$|text", str(schema))
    ]
    tools: list[dict[str, Any]] = [
        {**open_object(path=S, limit={**N, "minimum": 1, "maximum": 100}, mode={"enum": ["a", "b"]}), "required": ["path"]},
        open_object(rows={"type": "array", "items": {**closed(id=N, name=S), "required": ["id"]}, "maxItems": 3}),
        {
            **open_object(tree={"$ref": "#/$defs/t"}),
            "$defs": {"t": open_object(v=N, kids={"type": "array", "items": {"$ref": "#/$defs/t"}})},
        },
        open_object(u={"oneOf": [form("a", x=S), form("b", y=N), NULL]}, map={"type": "object", "additionalProperties": N}),
    ]
    return [*(open_object(p=schema) for schema in own), *tools, *tools, *tools]


def test_what_is_not_called_breaking_breaks_no_call_of_a_thousand_pairs() -> None:
    counts, wrong = campaign().run(bases(), pairs=1_000, seed=11, tries=6)
    assert [] == wrong
    assert 1_000 == counts["pairs"]
    assert 2_000 < counts["instances of pairs that are not breaking"]
    assert 150 < counts["breaking, and an instance shows it"], "a judge that refuses everything would pass too"
    assert counts["undecidable"] <= counts["edits"] / 20


@pytest.mark.parametrize("schema", bases()[::7], ids=str)
def test_a_set_differs_in_nothing_from_itself_in_any_order(schema: dict[str, Any]) -> None:
    def shuffled(value: Any, chance: random.Random) -> Any:
        if isinstance(value, dict):
            items = [(key, shuffled(member, chance)) for key, member in value.items()]
            chance.shuffle(items)
            return dict(items)
        return value

    tools = tuple(Tool(name, "Does it.", schema) for name in ("a", "b", "c"))
    again = tuple(Tool(tool.name, tool.description, shuffled(schema, random.Random(3))) for tool in reversed(tools))
    assert () == diff(Toolset(tools), Toolset(tools)).changes
    assert () == diff(Toolset(tools), Toolset(again)).changes
    assert "safe" == diff(Toolset(tools), Toolset(again)).grade


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^" + "a?" * 40 + "a" * 40 + "$", "a" * 40),
        ("^" + "(a|a)" * 36 + "b$", "a" * 36),
        ("^" + "a{0,99}" * 24 + "b$", "a" * 190),
        ("^" + r"\\\\?" * 40 + "x$", "\\" * 40),
        ("^(?:a|a?)*b$", "a" * 60),
    ],
)
def test_a_pattern_that_could_take_for_ever_is_not_run(pattern: str, text: str) -> None:
    assert fits(text, (whole({"pattern": pattern}, ()),)) is None


def test_a_plain_pattern_is_judged() -> None:
    assert [True, False] == [fits(text, (whole({"pattern": "^(asc|desc)$"}, ()),)) for text in ("asc", "up")]
    assert [True, False] == [fits(text, (whole({"pattern": "^[A-Z]{2,3}-[0-9]+$"}, ()),)) for text in ("AB-12", "A-12")]
