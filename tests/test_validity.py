"""Our structural checks against the metaschemas, and values against schemas; no network, no pattern run, no crash."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker
from searches import search

from schemalint.judge import mismatch
from schemalint.model import Json, Tool
from schemalint.schema.bounds import contradictions, pattern_faults
from schemalint.schema.forms import dialect, faults
from schemalint.schema.values import TYPES, has_type, shown, type_of
from schemalint.sources import Source
from schemalint.sources import load as load_source

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


def judged(schema: Json) -> bool:
    """Whether the two should agree. The one difference: what draft 7 does not know is data to its metaschema, and we walk it:
    `$defs` is used with draft 7 and reached by `$ref`."""
    text = json.dumps(schema)
    return "draft-07" not in text or not any(f'"{keyword}"' in text for keyword in ("$defs", "prefixItems"))


def suite(shared: Path) -> Iterator[tuple[str, Json]]:
    for draft in ("draft7", "draft2020-12"):
        for path in sorted((shared / "corpus" / "jsonschema" / "tests" / draft).rglob("*.json")):
            for case in json.loads(path.read_text(encoding="utf-8")):
                schema = case["schema"]
                if draft == "draft7" and isinstance(schema, dict):
                    schema = {"$schema": "http://json-schema.org/draft-07/schema#", **schema}
                yield f"{draft}/{path.name}: {case['description']}", schema


def test_every_schema_of_the_test_suite_gets_the_metaschemas_verdict(shared: Path) -> None:
    cases = list(suite(shared))
    assert 782 == len(cases)
    assert [] == [name for name, schema in cases if ours(schema) != accepted(schema)]


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
    "#/a",
    10**400,
    {"a": True},
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
    " prefixItems contains propertyNames maxProperties deprecated readOnly $id $anchor $dynamicAnchor $ref $dynamicRef $comment"
    " $vocabulary additionalItems unevaluatedItems unevaluatedProperties contentSchema dependentSchemas dependencies"
    " maxContains $schema"
).split()


def disagreements(corpus: Path, count: int) -> list[str]:
    schemas = [
        tool.parameters
        for source in load_source(str(corpus / "mcp"))
        if isinstance(source, Source)
        for toolset in source.toolsets
        for tool in toolset.tools
        if isinstance(tool.parameters, dict) and judged(tool.parameters)
    ]
    chance = random.Random(20261130)
    result, refused = [], 0
    for index in range(count):
        schema = mutated(chance.choice(schemas), chance)
        if index % 4 == 0:
            schema = {**schema, "$schema": "http://json-schema.org/draft-07/schema#"}
        if judged(schema):
            right = accepted(schema)
            refused += not right
            if ours(schema) != right:
                result.append(json.dumps(schema)[:200])
    assert count / 4 < refused < count * 9 / 10  # the mutations break many of them, and not all
    return result


def test_mutated_real_schemas_get_the_metaschemas_verdict(corpus: Path) -> None:
    assert [] == disagreements(corpus, 250)


@pytest.mark.slow
def test_five_thousand_mutated_real_schemas_get_the_metaschemas_verdict(corpus: Path) -> None:
    assert [] == disagreements(corpus, 5_500)


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
        ({"maxLength": 10**400, "minimum": -(10**400), "maxItems": -1.0}, [("maxItems",)]),
        ({"$anchor": "1st", "$id": "a#b", "$vocabulary": {"u": 1}}, [("$anchor",), ("$id",), ("$vocabulary", "u")]),
        ({"$schema": "https://json-schema.org/draft/2019-09/schema", "items": [{}]}, []),
        ({"$schema": "https://json-schema.org/draft/2019-09/schema", "items": [{}, 3]}, [("items",)]),
        ({"additionalItems": {"type": 3}}, []),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "additionalItems": {"type": 3}}, [("additionalItems", "type")]),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": 3, "$id": "#a"}, []),
        (3, [()]),
        (True, []),
    ],
)
def test_a_fault_stands_at_the_value_of_its_keyword(schema: Json, places: list[Any]) -> None:
    assert places == [at for at, _ in faults(schema)]


schemas: st.SearchStrategy[Json] = st.recursive(
    st.sampled_from([None, True, 0, 1.5, "string", "object", "#", "#/properties/p", "(", [], ["a"], {}, 10**400]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYWORDS, "a", "b"]), inner, max_size=5),
    max_leaves=15,
)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({"minimum": 3, "maximum": 1}, [("maximum", "`minimum` 3 is above `maximum` 1, so no value is accepted")]),
        ({"minLength": 3, "maxLength": 3, "minItems": "3", "maxItems": 1, "minProperties": True, "maxProperties": 0}, []),
        (
            {"minimum": 1, "exclusiveMaximum": 1, "exclusiveMinimum": 0.5},
            [("exclusiveMaximum", "`minimum` 1 is not below `exclusiveMaximum` 1, so no value is accepted")],
        ),
        ({"exclusiveMinimum": True, "maximum": 0}, []),
    ],
)
def test_bounds_that_leave_no_value_are_told(view: dict[str, Json], said: list[tuple[str, str]]) -> None:
    assert said == list(contradictions(view))


def test_patterns_are_judged_where_they_stand() -> None:
    view: Json = {"pattern": "(", "patternProperties": {"^a": {}, "[": {}}}
    assert [
        (("pattern",), "`pattern` is not a regular expression: a `(` is not closed"),
        (("patternProperties", "["), "`[` is not a regular expression: a `[` is not closed"),
    ] == list(pattern_faults(view))
    assert [] == list(pattern_faults({"pattern": 3, "patternProperties": ["("]}))


def test_another_dialect_may_be_asked_for() -> None:
    tuples: Json = {"items": [{}]}
    assert [] == list(faults(tuples, by="draft-07"))
    assert ("2020-12", "draft-07") == (dialect(tuples), dialect({"$schema": "http://json-schema.org/draft-07/schema"}))
    assert [(("p", "items"), "`items` must be one schema; a list of them is `prefixItems` since 2020-12")] == list(
        faults({"$schema": "http://json-schema.org/draft-07/schema", **tuples}, ("p",), by="2020-12")
    )


def test_a_schema_of_great_depth_is_no_trouble() -> None:
    deep: Json = {"type": 3}
    for _ in range(3_000):
        deep = {"items": deep}
    assert [(*["items"] * 3_000, "type")] == [at for at, _ in faults(deep)]


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
        ({"type": "integer"}, 10**400, None),
        ({"type": "integer", "maximum": 10**400}, 10**401, f"is above its maximum 1{'0' * 38}…"),
        ({"type": "integer", "multipleOf": 10}, 25, "is not a multiple of 10"),
        ({"type": "number", "multipleOf": 0.1}, 0.3, None),
        ({"type": "string", "nullable": True}, None, None),
        ({"type": "array", "items": {"pattern": "^(a+)+$"}}, ["a" * 60 + "!"], None),
        ({"type": "object", "patternProperties": {"^(a+)+$": False}}, {"a" * 60 + "!": 1}, None),
        ({"type": "object", "patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}, {"a" * 60 + "!": 1}, None),
        ({"type": "object", "patternProperties": {"^(a+)+$": {}}, "unevaluatedProperties": False}, {"a" * 60 + "!": 1}, None),
        (
            {"type": "object", "additionalProperties": False},
            {"a": 1},
            "does not fit its schema: Additional properties are not allowed ('a' was unexpected)",
        ),
        ({"type": "array", "uniqueItems": True}, [1, 1], "does not fit its schema: [1, 1] has non-unique elements"),
        ({"type": "array", "uniqueItems": True}, [{}] * 5_000, None),
        ({"type": "array", "items": {"format": "date"}}, ["x"], None),
        (
            {"type": "object", "properties": {"a%2Fb": {"items": {"type": "string"}}}},
            {"a%2Fb": [1]},
            "does not fit its schema: 1 is not of type 'string' at /a%2Fb/0",
        ),
        (
            {"type": "array", "items": {"$schema": "http://json-schema.org/draft-04/schema#", "pattern": "^(a+)+$"}},
            ["a" * 60 + "!"],
            None,
        ),
        ({"type": "array", "items": {"$id": "http://[", "type": "string"}}, [1], None),
        ({"type": "array", "items": {"$ref": "#/$defs/L/items", "minimum": 3}}, ["x"], None),
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


def node_of(parameters: Json) -> Any:
    return next(node for node in Tool("t", parameters=parameters).nodes() if node.name == "p")


def test_a_place_whose_name_must_be_escaped_is_found() -> None:
    parameters = {"properties": {"p": {"$ref": "#/$defs/a~1b%25%20c"}}, "$defs": {"a/b% c": {"items": {"type": "string"}}}}
    assert "does not fit its schema: 1 is not of type 'string' at /0" == mismatch([1], node_of(parameters))
    odd = Tool("t", parameters={"properties": {"a/b%41 #": {"items": {"type": "string"}}}})
    assert mismatch([1], list(odd.nodes())[1]) == "does not fit its schema: 1 is not of type 'string' at /0"


def test_a_tuple_of_draft_7_is_judged_as_one() -> None:
    pair = {"type": "array", "items": [{"type": "string"}, {"type": "integer"}], "additionalItems": False}
    node = node_of({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"p": pair}})
    assert mismatch(["a", 1], node) is None
    assert "does not fit its schema: 'b' is not of type 'integer' at /1" == mismatch(["a", "b"], node)


def test_an_example_may_be_partial() -> None:
    inner = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"]}
    node = node_of({"properties": {"p": inner}})
    assert "does not fit its schema: 'a' is a required property" == mismatch({}, node)
    assert mismatch({}, node, partial=True) is None
    assert "does not fit its schema: 3 is not of type 'string' at /a" == mismatch({"a": 3}, node, partial=True)


def test_a_schema_that_doubles_its_work_at_every_step_is_given_up() -> None:
    doubles = {f"D{index}": {"anyOf": [{"$ref": f"#/$defs/D{index + 1}"}] * 2} for index in range(40)}
    parameters = {"properties": {"p": {"type": "array", "items": {"$ref": "#/$defs/D0"}}}, "$defs": {**doubles, "D40": False}}
    started = time.process_time()
    assert mismatch([1], node_of(parameters)) is None
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "schema",
    [
        {"additionalItems": {"$ref": None}},
        {"additionalItems": {"items": [3]}},
        {"$schema": "http://json-schema.org/draft-07/schema#", "contentSchema": {"$ref": 3}},
        {"items": {"$ref": "#/properties/p/x"}, "x": {"$ref": None}},
        {"items": {"$ref": "#/properties/p/x"}, "additionalProperties": {"$ref": "#/properties/p/x"}, "x": {"properties": 3}},
        {"$ref": "#/properties/p/x", "x": {"dependentRequired": 3}},
    ],
)
def test_what_is_no_schema_in_the_dialect_and_is_used_as_one_gives_no_verdict(schema: dict[str, Json]) -> None:
    root = {"$schema": schema["$schema"]} if "$schema" in schema else {}
    inner = {key: value for key, value in schema.items() if key != "$schema"}
    for node in Tool("t", parameters={**root, "properties": {"p": inner}}).nodes():
        assert [None] * 3 == [mismatch(value, node) for value in ([1], {"a": 1}, [])]


def test_names_of_schemas_have_the_form_that_the_dialect_demands() -> None:
    assert [] == list(faults({"$id": "https://a.example/b#", "$anchor": "a_1", "$dynamicAnchor": "_b.c-d"}))
    found = [message for _, message in faults({"$id": "b#c", "$anchor": "1a", "$dynamicAnchor": "a b"})]
    named = "must be a name of letters, digits, `-`, `_` and `.`"
    assert ["`$id` must be an address without a fragment", f"`$anchor` {named}", f"`$dynamicAnchor` {named}"] == found


def test_values_are_of_the_type_that_they_are_written_as() -> None:
    values: list[Json] = [None, True, "a", 1, 1.0, [], {}]
    assert ["null", "boolean", "string", "integer", "number", "array", "object"] == [type_of(value) for value in values]


def test_an_empty_value_is_judged_like_any_other() -> None:
    def empty(schema: Json, value: Json) -> str | None:
        return mismatch(value, node_of({"properties": {"p": schema}}))

    assert empty({"type": "array", "items": {"type": "string"}}, []) is None
    assert empty({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, {}) is None
    assert "is not of type array" == empty({"type": "array"}, {})
    assert "does not fit its schema: [] should be non-empty" == empty({"type": "array", "minItems": 1}, [])
    assert "does not fit its schema: 'a' is a required property" == empty({"type": "object", "required": ["a"]}, {})
    assert "does not fit its schema: [] does not contain items matching the given schema" == empty({"contains": {}}, [])


def test_a_value_is_shown_in_short() -> None:
    assert '{"é": [1, null]}' == shown({"é": [1, None]})
    assert f'"{"a" * 38}…' == shown("a" * 100)
    assert "a value too long to show" == shown(10**5000)


@search(200)
@given(schemas, st.lists(st.integers() | st.text(max_size=3) | st.dictionaries(st.sampled_from("ab"), st.none()), max_size=3))
def test_no_schema_and_no_value_is_too_odd(schema: Json, value: Json) -> None:
    for node in Tool("t", parameters={"properties": {"p": schema}}).nodes():
        mismatch(value, node)
        mismatch(3, node)
    list(faults(schema))


def test_a_whole_float_is_an_integer_and_infinity_is_not() -> None:
    assert has_type(1.0, "integer")
    assert has_type({}, "object")
    assert not has_type(float("inf"), "integer")


def test_a_library_is_imported_only_for_objects_and_lists_that_hold_something() -> None:
    script = (
        "import sys\nfrom schemalint.model import Tool\nfrom schemalint.judge import mismatch\n"
        "schema = {'properties': {'a': {'type': 'array'}, 'b': {'type': 'string', 'pattern': 'x'}, 'c': {'type': 'object'}}}\n"
        "for node in Tool('t', parameters=schema).nodes():\n    [mismatch(value, node) for value in ([], {}, 1, 'x', None)]\n"
        "print('jsonschema' in sys.modules)\n"
        "[mismatch(['x'], node) for node in Tool('t', parameters=schema).nodes()]\n"
        "print('jsonschema' in sys.modules)\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert "False\nTrue\n" == result.stdout
