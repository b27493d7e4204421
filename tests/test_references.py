"""Dead references against the library `referencing`, circles against what they do, and no crash on any JSON."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT7, DRAFT202012
from searches import search

from schemalint.model import Json, Pointer
from schemalint.schema.references import dead_ends, used

LOST = ("names nothing", "is outside")
SCHEMA_7 = "http://json-schema.org/draft-07/schema#"


def said(schema: Json, *words: str) -> list[tuple[Pointer, str]]:
    return [(at, message) for at, message in dead_ends(schema) if any(word in message for word in words)]


def suite(shared: Path) -> Iterator[Json]:
    for draft in ("draft7", "draft2020-12"):
        for path in sorted((shared / "corpus" / "jsonschema" / "tests" / draft).rglob("*.json")):
            for case in json.loads(path.read_text(encoding="utf-8")):
                known = isinstance(case["schema"], dict) and draft == "draft7"
                yield {"$schema": SCHEMA_7, **case["schema"]} if known else case["schema"]


def lost(schema: Json) -> list[str]:
    """The references that a library finds nothing for in this document alone."""
    specification = DRAFT7 if isinstance(schema, dict) and schema.get("$schema") == SCHEMA_7 else DRAFT202012
    bare = {key: value for key, value in schema.items() if key != "$schema"} if isinstance(schema, dict) else schema
    root = specification.create_resource(bare)
    address = root.id() or "urn:root"
    registry: Registry[Json] = Registry().with_resource(address, root).crawl()
    stack = [(root, registry.resolver(address))]
    found = []
    while stack:
        resource, resolver = stack.pop()
        contents = resource.contents if isinstance(resource.contents, dict) else {}
        for ref in (contents.get("$ref"), contents.get("$dynamicRef")):
            if isinstance(ref, str):
                try:
                    resolver.lookup(ref)
                except Unresolvable:
                    found.append(ref)
        stack.extend((sub, resolver.in_subresource(sub)) for sub in resource.subresources())
    return sorted(found)


def test_every_reference_of_the_test_suite_leads_where_a_library_finds_it(shared: Path) -> None:
    schemas = list(suite(shared))
    assert 100 < sum(bool(lost(schema)) or '"$ref"' in json.dumps(schema) for schema in schemas)
    for schema in schemas:
        assert lost(schema) == sorted(message.split("`")[1] for _, message in said(schema, *LOST))
        assert [] == said(schema, "circle", "without end")


def random_definitions(chance: random.Random, keywords: tuple[str, ...]) -> dict[str, Json]:
    """A few definitions that refer to each other by the given keywords."""

    def one(depth: int) -> Json:
        if depth == 0 or chance.random() < 0.25:
            return {"$ref": f"#/$defs/{chance.choice('ABCD')}"} if chance.random() < 0.7 else {"type": "string"}
        inner = one(depth - 1)
        match chance.choice(keywords):
            case "allOf":
                return {"allOf": [{}, inner]}
            case "required":
                return {"type": "object", "properties": {"p": inner}, "required": ["p"]}
            case "optional":
                return {"type": "object", "properties": {"p": inner}}
            case "items":
                return {"type": "array", "items": inner, "minItems": chance.choice((0, 1))}
            case "first":
                return {"type": "array", "prefixItems": [inner, one(depth - 1)], "minItems": chance.choice((0, 1))}
            case _:
                return {"type": ["object", "null"], "properties": {"p": inner}, "required": ["p"]}

    return {name: one(2) for name in "ABCD"}


def has_value(definitions: dict[str, Json]) -> dict[str, bool]:
    """Whether each definition has a finite value, by adding what has one until nothing is added."""

    def fits(schema: Json, known: dict[str, bool]) -> bool:
        if "$ref" in schema:
            return known[schema["$ref"][-1]]
        if "allOf" in schema:
            return all(fits(arm, known) for arm in schema["allOf"])
        if schema.get("type") == "object" and "required" in schema:
            return fits(schema["properties"]["p"], known)
        if schema.get("minItems"):
            return fits(schema["prefixItems"][0] if "prefixItems" in schema else schema["items"], known)
        return True

    known = dict.fromkeys(definitions, False)
    for _ in definitions:
        known = {name: fits(schema, known) for name, schema in definitions.items()}
    return known


def test_a_definition_without_a_finite_value_is_told_and_no_other() -> None:
    chance = random.Random(20261130)
    told = 0
    for _ in range(3_000):
        definitions = random_definitions(chance, ("allOf", "required", "optional", "items", "first", "nullable"))
        endless = not all(has_value(definitions).values())
        found = said({"$defs": definitions}, "circle", "without end")
        assert endless == bool(found), definitions
        told += endless
    assert 500 < told < 2_500


def never_ends(schema: Json) -> bool:
    try:
        Draft202012Validator(schema).is_valid(3)
    except RecursionError:
        return True
    return False


def test_a_circle_is_what_a_validator_never_comes_back_from() -> None:
    chance = random.Random(20261130)
    told = 0
    for _ in range(300):
        schema = {"$defs": random_definitions(chance, ("allOf", "required", "optional"))}
        found = bool(said(schema, "circle"))
        assert any(never_ends({**schema, "$ref": f"#/$defs/{name}"}) for name in "ABCD") == found, schema
        told += found
    assert 30 < told < 270


@pytest.mark.parametrize(
    ("schema", "at"),
    [
        ({"$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}, ("$defs", "B", "$ref")),
        ({"allOf": [{"$ref": "#"}]}, ("allOf", 0, "$ref")),
        ({"properties": {"x": {"$ref": "#/$defs/A/allOf/0"}}, "$defs": {"A": {"allOf": [{"$ref": "#/$defs/A"}]}}}, None),
        ({"if": {"$ref": "#"}}, ("if", "$ref")),
        ({"dependentSchemas": {"a": {"$ref": "#"}}}, ("dependentSchemas", "a", "$ref")),
        ({"x-own": {"$ref": "#/x-own"}, "$ref": "#/x-own"}, ("x-own", "$ref")),
    ],
)
def test_a_circle_is_told_once_at_a_reference_that_closes_it(schema: Json, at: Pointer | None) -> None:
    places = [place for place, _ in said(schema, "circle")]
    assert 1 == len(places)
    assert "$ref" == places[0][-1]
    assert at is None or at == places[0]


def test_a_circle_that_closes_by_a_step_into_a_schema_is_at_the_last_reference_of_it() -> None:
    schema = {"$ref": "#/$defs/p/allOf/0", "$defs": {"p": {"allOf": [{"$ref": "#/$defs/p"}]}}}
    assert [("$defs", "p", "allOf", 0, "$ref")] == [at for at, _ in dead_ends(schema)]


def test_a_list_demands_an_element_only_where_nothing_but_a_list_fits() -> None:
    endless = {"items": {"$ref": "#"}, "minItems": 1}
    assert [] == list(dead_ends(endless))
    assert [("items", "$ref")] == [at for at, _ in dead_ends({**endless, "type": "array"})]
    assert [] == list(dead_ends({"type": "array", "not": {"$ref": "#/$defs/a"}, "minItems": 1, "$defs": {"a": endless}}))


def test_a_name_that_a_known_address_lacks_is_looked_for_in_it() -> None:
    schema = {"$id": "https://a.example/s/b.json", "allOf": [{"$ref": "b.json#/missing"}, {"$ref": "c.json#/missing"}]}
    assert [
        "`b.json#/missing` names nothing in this schema; declare it in `$defs`",
        "`c.json#/missing` is outside this schema and is never fetched; copy it into `$defs`",
    ] == [message for _, message in dead_ends(schema)]


def test_places_are_counted_from_where_the_schema_stands() -> None:
    assert [("parameters", "$ref")] == [at for at, _ in dead_ends({"$ref": "#/x"}, ("parameters",))]


@pytest.mark.parametrize(
    "schema",
    [
        None,
        3,
        [],
        True,
        {"$ref": 3},
        {"items": {"$ref": "#"}, "$id": "http://[broken"},
        {"$id": "http://[broken", "items": {"$ref": "x"}},
        {"$defs": {"A": {"type": "string"}, "B": True}, "items": {"$ref": "#/$defs/B"}, "x": {"$ref": "#/nowhere"}},
    ],
)
def test_what_is_no_reference_is_let_pass(schema: Json) -> None:
    assert [] == said(schema, "circle", "names nothing", "without end")


def test_a_thousand_definitions_that_all_name_each_other_cost_little() -> None:
    names = [f"D{index}" for index in range(200)]
    every = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
    wide: Json = {"$defs": {name: {"type": "object", "properties": {"p": every}, "required": ["p"]} for name in names}}
    chain: Json = {"$defs": {f"C{index}": {"$ref": f"#/$defs/C{index + 1}"} for index in range(20_000)}}
    started = time.process_time()
    assert [] == list(dead_ends(wide))
    assert 1 == len(list(dead_ends(chain)))
    assert time.process_time() - started < 5


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["#", "#/$defs/a", "#a", "a", "http://[", "#/%", "object"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from("$ref $id $anchor $defs a properties items anyOf allOf required type minItems $dynamicRef".split()),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@search(300)
@given(values)
def test_no_json_is_too_odd(schema: Json) -> None:
    for at, message in dead_ends(schema):
        assert at[-1] in ("$ref", "$dynamicRef")
        assert "`" in message


def test_definitions_are_used_through_pointers_anchors_and_other_definitions_that_are_used() -> None:
    root = {
        "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#mark"}},
        "$defs": {
            "A": {"items": {"$ref": "#/$defs/B/items"}},
            "B": {"items": {"type": "string"}},
            "C": {"$anchor": "mark"},
            "D": {"$ref": "#/$defs/E"},
            "E": {"$ref": "#/$defs/D"},
        },
    }
    declared = [("$defs", name) for name in "ABCDE"]
    assert {("$defs", "A"), ("$defs", "B"), ("$defs", "C")} == used(root, declared)


def test_what_is_used_is_not_known_beside_a_dynamic_reference() -> None:
    assert used({"properties": {"a": {"$dynamicRef": "#x"}}, "$defs": {"X": {"$dynamicAnchor": "x"}}}, [("$defs", "X")]) is None
