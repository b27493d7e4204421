"""Our structural checks against the metaschemas, and values against schemas; no network, no pattern run, no crash."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker

from schemalint.model import Json, Tool
from schemalint.sources import Source
from schemalint.sources import load as load_source
from schemalint.validity import TYPES, faults, has_type, mismatch, pattern_fault, same

YES: Json = True
NO_FORMATS = FormatChecker(formats=())


def accepted(schema: Json) -> bool:
    """The metaschema's verdict, by the dialect that we read the schema in."""
    draft_7 = isinstance(schema, dict) and isinstance(schema.get("$schema"), str) and "draft-07" in schema["$schema"]
    validator = Draft7Validator if draft_7 else Draft202012Validator
    return bool(validator(validator.META_SCHEMA, format_checker=NO_FORMATS).is_valid(schema))


def names_of_types(schema: Json) -> Iterator[Json]:
    """Every value of `type` at a schema position: unknown names are another rule's."""
    yield from (
        node.schema["type"]
        for node in Tool("t", parameters=schema).nodes()
        if isinstance(node.schema, dict) and "type" in node.schema
    )
    for node in Tool("t", parameters=schema).nodes():
        yield from (layer["type"] for _, layer in node.layers if "type" in layer)


def ours(schema: Json) -> bool:
    if next(faults(schema), None) is not None:
        return False
    flat = [name for value in names_of_types(schema) for name in (value if isinstance(value, list) else [value])]
    return all(name in TYPES for name in flat)


# Why the two may differ; each line is a keyword whose form we do not judge.
UNJUDGED = ("$anchor", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "$vocabulary")
"""Their *text* has a form (a URI, a name) that the metaschema checks by pattern; `unresolved-ref` says what leads nowhere."""


def judged(schema: Json) -> bool:
    text = json.dumps(schema)
    if "draft-07" in text and '"$defs"' in text:
        return False  # no keyword of draft 7, yet used with it and reached by `$ref`: we judge what is in there
    return not any(f'"{keyword}": "' in text for keyword in UNJUDGED if keyword != "$schema")


def suite(shared: Path) -> Iterator[tuple[str, Json]]:
    for draft in ("draft7", "draft2020-12"):
        for path in sorted((shared / "corpus" / "jsonschema" / "tests" / draft).rglob("*.json")):
            for case in json.loads(path.read_text(encoding="utf-8")):
                schema = case["schema"]
                if draft == "draft7" and isinstance(schema, dict):
                    schema = {"$schema": "http://json-schema.org/draft-07/schema#", **schema}
                yield f"{draft}/{path.name}: {case['description']}", schema


def test_every_schema_of_the_test_suite_gets_the_metaschemas_verdict(shared: Path) -> None:
    cases = [(name, schema) for name, schema in suite(shared) if judged(schema)]
    assert len(cases) > 600
    assert [name for name, schema in cases if ours(schema) != accepted(schema)] == []


VALUES: tuple[Json, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    2.0,
    "text",
    "",
    [],
    ["a"],
    ["a", "a"],
    [1],
    {},
    {"a": 1},
    {"a": {}},
    [{}],
    [[]],
    "string",
    ["string", "null"],
)


def mutated(schema: Json, chance: random.Random) -> Json:
    """The schema with one member somewhere replaced, removed or added."""
    changed = copy.deepcopy(schema)
    places = [changed]
    for place in places:
        places.extend(
            inner for inner in (place.values() if isinstance(place, dict) else place) if isinstance(inner, (dict, list))
        )
    place = chance.choice(places)
    value = copy.deepcopy(chance.choice(VALUES))
    if isinstance(place, list):
        place.insert(chance.randint(0, len(place)), value)
    elif place and chance.random() < 0.6:
        place[chance.choice(list(place))] = value
    else:
        place[chance.choice(KEYWORDS)] = value
    return changed


KEYWORDS = (
    "type enum const required properties items additionalProperties anyOf oneOf allOf not minimum maximum multipleOf minLength"
    " pattern minItems uniqueItems $defs description title default examples format dependentRequired patternProperties if"
    " prefixItems contains propertyNames maxProperties deprecated readOnly"
).split()


def disagreements(shared: Path, count: int) -> list[str]:
    schemas = [
        tool.parameters
        for source in load_source(str(shared / "corpus" / "mcp"))
        if isinstance(source, Source)
        for toolset in source.toolsets
        for tool in toolset.tools
        if isinstance(tool.parameters, dict) and judged(tool.parameters)
    ]
    chance = random.Random(20261130)
    result = []
    for _ in range(count):
        schema = mutated(chance.choice(schemas), chance)
        if judged(schema) and ours(schema) != accepted(schema):
            result.append(json.dumps(schema)[:200])
    return result


def test_mutated_real_schemas_get_the_metaschemas_verdict(shared: Path) -> None:
    assert disagreements(shared, 250) == []


@pytest.mark.slow
def test_five_thousand_mutated_real_schemas_get_the_metaschemas_verdict(shared: Path) -> None:
    assert disagreements(shared, 5_500) == []


@pytest.mark.parametrize(
    ("schema", "places"),
    [
        ({"properties": {"type": 3, "required": {"type": "string"}}}, [("properties", "type")]),
        ({"default": {"required": 3}, "const": {"type": []}, "x": {"type": 3}}, []),
        ({"items": [1]}, [("items",)]),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{}, {"minimum": "1"}]}, [("items", 1, "minimum")]),
        ({"allOf": [{"maxLength": -1}, {"maxLength": 2.0}]}, [("allOf", 0, "maxLength")]),
        ({"dependentRequired": {"a": ["b", "b"]}}, [("dependentRequired", "a")]),
        ({"dependencies": {"a": ["b"], "c": {}, "d": 3}}, [("dependencies", "d")]),
        ({"multipleOf": 0}, [("multipleOf",)]),
        (3, [()]),
        (True, []),
    ],
)
def test_a_fault_stands_at_the_value_of_its_keyword(schema: Json, places: list[Any]) -> None:
    assert places == [at for at, _ in faults(schema)]


@pytest.mark.parametrize("pattern", ["(", ")", "[a", "a**", "*a", "[b-a]", "a\\", "a{2,1}", "(?<n>a"])
def test_a_pattern_that_nobody_can_compile_is_a_fault(pattern: str) -> None:
    assert pattern_fault(pattern) is not None


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "^a+$",
        r"\p{Lu}",
        "(?<year>[0-9]{4})",
        "(?<=a+)b",
        "[^]",
        "[]",
        r"\u{1F600}",
        "^(a+)+$",
        "{",
        "a{1",
        "(" * 5000 + ")" * 5000,
        r"\/",
        "x{99999999999}",
    ],
)
def test_a_pattern_that_ecma_262_takes_is_none(pattern: str) -> None:
    assert pattern_fault(pattern) is None


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        ({"type": "integer"}, 1.0, None),
        ({"type": "integer"}, 1.5, "is not of type integer"),
        ({"type": "integer"}, True, "is not of type integer"),
        ({"type": ["string", "null"]}, None, None),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, None, None),
        ({"type": "string", "enum": ["a"]}, "b", "is not among its enum values"),
        ({"enum": [1]}, YES, "is not among its enum values"),
        ({"const": "a"}, "b", "is not its const"),
        ({"type": "number", "exclusiveMinimum": 0}, 0, "is not above 0"),
        ({"type": "number", "exclusiveMaximum": 1}, 1, "is not below 1"),
        ({"type": "number", "minimum": 2}, 1, "is below its minimum 2"),
        ({"type": "string", "minLength": 2}, "é", "is shorter than its minLength 2"),
        ({"type": "string", "maxLength": 1}, "ab", "is longer than its maxLength 1"),
        ({"type": "string", "pattern": "^(a+)+$"}, "a" * 40 + "!", None),
        ({"type": "float"}, "x", None),
        ({"type": "array"}, {}, "is not of type array"),
        ({"$ref": "#/$defs/L"}, ["a", 1], "does not fit its schema: 1 is not of type 'string' at /1"),
        ({"type": "array", "items": {"$ref": "http://127.0.0.1:9/x"}}, [1], None),
        ({"type": "object", "properties": {"a": {"$ref": "#/properties/p"}}}, {"a": {"a": {}}}, None),
        ({"type": "object", "properties": {"a": {"multipleOf": 0}}}, {"a": 3}, None),
        ({"type": "object", "properties": {"a": {"type": "dict"}}}, {"a": 3}, None),
        ({"type": "dict"}, {}, None),
    ],
)
def test_a_value_fits_its_schema_or_the_reason_is_said(
    schema: Json, value: Json, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    monkeypatch.setattr("urllib.request.urlopen", lambda *_: pytest.fail("something was fetched"))
    parameters = {"properties": {"p": schema}, "$defs": {"L": {"type": "array", "items": {"type": "string"}}}}
    node = next(node for node in Tool("t", parameters=parameters).nodes() if node.name == "p")
    assert said == mismatch(value, node)


def test_a_value_too_deep_or_too_large_for_a_library_is_left_alone() -> None:
    deep: Json = []
    for _ in range(100):
        deep = [deep]
    node = next(
        node
        for node in Tool("t", parameters={"properties": {"p": {"type": "array", "items": {"type": "string"}}}}).nodes()
        if node.name
    )
    assert mismatch(deep, node) is None
    assert mismatch([[]] * 20_000, node) is None
    assert mismatch([[]], node) is not None


def test_values_are_equal_as_json_schema_says() -> None:
    assert same(1, 1.0)
    assert same({"a": [1, None]}, {"a": [1.0, None]})
    assert not same(1, YES)
    assert not same([1], [1, 2])
    assert not same({"a": 1}, {"b": 1})
    assert has_type({}, "object")
    assert not has_type(float("inf"), "integer")
