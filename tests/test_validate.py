"""The specification dictionary, the accepted part of JSON Schema, and the validator: what the seed's tables 2.1 to 2.3 say."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from schemalint import DefinitionError, define_tool
from schemalint.agent.json_values import argument_place, copied, losses, place
from schemalint.agent.spec import compiled_parameters, compiled_value
from schemalint.agent.subset import violations
from schemalint.agent.validate import faults
from schemalint.model import Json

STRING = {"type": "string"}


def refused(parameters: Any) -> str:
    """The one fault for which a specification is refused."""
    with pytest.raises(DefinitionError) as caught:
        define_tool("read_file", "Read a file.", parameters)
    assert "UNSUPPORTED_SCHEMA" == caught.value.code
    [fault] = caught.value.faults
    return fault


# ---------------------------------------------------------------------------------------------------------- specification (2.1)


def test_a_property_is_required_where_it_says_true_and_optional_where_it_says_nothing() -> None:
    made = compiled_parameters(
        {"b": {"type": "string", "required": True}, "c": {"type": "integer"}, "a": {"type": "null", "required": True}}
    )
    assert {
        "type": "object",
        "properties": {"b": STRING, "c": {"type": "integer"}, "a": {"type": "null"}},
        "required": ["b", "a"],
    } == made


def test_required_false_is_an_error() -> None:
    expected = "parameters.path.required must be True or left out: what does not say it is optional"
    assert expected == refused({"path": {"type": "string", "required": False}})


@pytest.mark.parametrize(
    ("at", "node"),
    [
        ("parameters.a.items.required", {"type": "array", "items": {"type": "string", "required": True}}),
        ("parameters.a.oneOf[1].required", {"oneOf": [{"type": "null"}, {"type": "string", "required": True}]}),
    ],
)
def test_required_is_illegal_in_items_and_branches(at: str, node: Json) -> None:
    assert f"{at} belongs to parameters and members of objects, not to items, branches and whole values" == refused({"a": node})


def test_required_is_illegal_at_the_root_of_a_value() -> None:
    with pytest.raises(DefinitionError, match=r"returns\.required belongs to parameters and members of objects"):
        define_tool("read_file", "Read a file.", returns={"type": "string", "required": True})


def test_a_nested_object_says_whether_it_is_open_and_the_root_is_open() -> None:
    inside = {"type": "object", "properties": {"b": {"type": "string", "required": True}}}
    expected = "parameters.a.additionalProperties must be True or False: say whether the object takes members not declared"
    assert expected == refused({"a": inside})
    made = compiled_parameters({"a": {**inside, "additionalProperties": False}})
    assert {
        "type": "object",
        "properties": {"a": {"type": "object", "properties": {"b": STRING}, "required": ["b"], "additionalProperties": False}},
    } == made


def test_the_root_cannot_be_closed() -> None:
    # A parameter may have that name; it is no keyword here.
    assert "additionalProperties" not in compiled_parameters({"additionalProperties": {"type": "boolean"}})
    assert "parameters.additionalProperties must be a dictionary that describes a value, not a boolean" == refused(
        {"additionalProperties": False}
    )


def test_a_node_is_written_with_its_type_then_what_tells_then_the_rest() -> None:
    node = {"enum": ["a", "b"], "examples": ["b"], "default": "a", "title": "T", "description": "D.", "type": "string"}
    assert ["type", "description", "title", "default", "examples", "enum"] == list(compiled_value(node))
    union = compiled_value(
        {"oneOf": [{"type": "json", "description": "Any."}, {"const": 1, "type": "integer"}], "description": "D."}
    )
    assert {"description": "D.", "oneOf": [{"description": "Any."}, {"type": "integer", "const": 1}]} == union


LOOP: dict[str, Any] = {"type": "array"}
LOOP["items"] = LOOP
MAP_LOOP: dict[str, Any] = {}
MAP_LOOP["a"] = {"type": "object", "additionalProperties": True, "properties": MAP_LOOP}
DATA_LOOP: list[Any] = []
DATA_LOOP.append(DATA_LOOP)


@pytest.mark.parametrize(
    ("expected", "parameters"),
    [
        ("parameters must be a dictionary of names, not a list", []),
        ("parameters has a name that is an integer", {1: STRING}),
        ("parameters.a must be a dictionary that describes a value, not a string", {"a": "string"}),
        (
            "parameters.a has no type; give one of string, number, integer, boolean, null, array, object, json, or oneOf",
            {"a": {}},
        ),
        ("parameters.a.type must be one of string,", {"a": {"type": "text"}}),
        ("parameters.a.type must be one of string,", {"a": {"type": ["string", "null"]}}),
        ("parameters.a.type must be one of string,", {"a": {"type": "oneOf"}}),
        (
            "parameters.a has both type and oneOf; the branches have the types",
            {"a": {"type": "string", "oneOf": [STRING, STRING]}},
        ),
        ("parameters.a.oneOf must be a list of two branches or more", {"a": {"oneOf": [STRING]}}),
        ("parameters.a.oneOf must be a list of two branches or more", {"a": {"oneOf": "string"}}),
        ("parameters.a.enum must be a list, not a string", {"a": {"type": "string", "enum": "ab"}}),
        (
            "parameters.a.minLength is not supported here; the keywords are type, enum, const, description,",
            {"a": {**STRING, "minLength": 1}},
        ),
        ("parameters.a.enum is not supported here; the keywords are type, items,", {"a": {"type": "array", "enum": []}}),
        ("parameters.a has a key that is an integer", {"a": {"type": "string", 1: 2}}),
        ("parameters.a.description must be a string, not an integer", {"a": {"type": "string", "description": 3}}),
        ("parameters.a.default[0] is nan, and numbers of JSON are finite", {"a": {"type": "json", "default": [math.nan]}}),
        ("parameters.a.examples[0] holds itself", {"a": {"type": "json", "examples": DATA_LOOP}}),
        ("parameters.a.items holds itself; a schema is written out in full", {"a": LOOP}),
        ("parameters.a.properties holds itself; a schema is written out in full", MAP_LOOP),
        ('parameters["a b"] must be a dictionary that describes a value, not null', {"a b": None}),
        # Found by the check of what was compiled:
        ("parameters.properties.a.enum[1] must be a string, not an integer", {"a": {"type": "string", "enum": ["a", 1]}}),
        ("parameters.properties.a.enum must be a list of one value or more", {"a": {"type": "string", "enum": []}}),
        (
            "parameters.properties.a.const is not one of the values of enum",
            {"a": {"type": "string", "enum": ["a"], "const": "b"}},
        ),
    ],
)
def test_a_specification_is_refused_at_its_first_fault_with_its_place(expected: str, parameters: Any) -> None:
    assert refused(parameters).startswith(expected)


def test_siblings_may_share_a_node() -> None:
    shared = {"type": "object", "additionalProperties": False, "properties": {"x": STRING}}
    made = compiled_parameters({"a": shared, "b": shared, "c": {"type": "array", "items": shared}})
    assert made["properties"]["a"] == made["properties"]["b"] == made["properties"]["c"]["items"]
    assert made["properties"]["a"] is not made["properties"]["b"]


def test_what_is_compiled_shares_nothing_with_the_specification() -> None:
    specification: dict[str, Any] = {"a": {"type": "json", "default": {"b": [1]}, "examples": [[1]]}}
    made = define_tool("read_file", "Read a file.", specification)
    specification["a"]["default"]["b"].append(2)
    specification["a"]["examples"][0].append(2)
    assert {"default": {"b": [1]}, "examples": [[1]]} == made.definition.parameters["properties"]["a"]


@pytest.mark.parametrize("name", ["__proto__", "required", "title", "type", "properties", "toString", "oneOf"])
def test_a_property_may_have_any_name(name: str) -> None:
    made = define_tool("read_file", "Read a file.", {name: {"type": "string", "required": True}})
    assert {"type": "object", "properties": {name: STRING}, "required": [name]} == made.definition.parameters
    assert [f"{name} is required, and missing"] == made.faults({})
    assert [] == made.faults({name: "x"})


def test_five_thousand_nested_unions_are_compiled_checked_and_validated() -> None:
    node: dict[str, Json] = {"type": "string"}
    for _ in range(5000):
        node = {"oneOf": [{"type": "integer"}, node]}
    made = define_tool("read_file", "Read a file.", {"a": node})
    assert [] == made.faults({"a": "x"})
    assert [] == violations(made.definition.parameters)
    assert ["a must be exactly one of an integer or a value of a union, not null that fits none of the 2 forms"] == made.faults(
        {"a": None}
    )


# ----------------------------------------------------------------------------------------------------------------- subset (2.2)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"description": "Any.", "title": "T", "default": {"a": [1]}, "examples": [None]},
        {"type": "string", "enum": ["a"], "const": "a"},
        {"type": "integer", "enum": [1, 2.0]},
        {"type": "null", "const": None},
        {"type": "object"},
        {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": True},
        {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "null"}]}},
    ],
    ids=str,
)
def test_the_eight_and_the_four_words_are_accepted(schema: Json) -> None:
    assert [] == violations(schema)


WORDS = "type, oneOf, properties, required, additionalProperties, items, enum, const, description, title, default, examples"
NO_TYPE = "needs a type beside it"
BESIDE = "cannot be beside oneOf; move it into the branches"
EITHER = [STRING, {"type": "null"}]


@pytest.mark.parametrize(
    ("expected", "schema"),
    [
        (["schema must be an object that describes a value, not null"], None),
        (["schema must be an object that describes a value, not a boolean"], True),
        (["schema must be an object that describes a value, not a list"], []),
        (["schema has a key that is an integer"], {1: 2}),
        (["schema.type is a list; give one type, or oneOf with a branch for each"], {"type": ["string", "null"]}),
        (["schema.type must be one of string, number, integer, boolean, null, array, object"], {"type": "text"}),
        (["schema.type must be one of string, number, integer, boolean, null, array, object"], {"type": {}}),
        ([f"schema.type {BESIDE}"], {"type": "string", "oneOf": EITHER}),
        ([f"schema.{word} {NO_TYPE}" for word in ("items", "enum")], {"enum": ["a"], "items": {}}),
        (["schema.oneOf must be a list of two branches or more"], {"oneOf": [STRING]}),
        (["schema.oneOf must be a list of two branches or more"], {"oneOf": {}}),
        (
            [f"schema.{word} {BESIDE}" for word in ("additionalProperties", "items", "const")],
            {"oneOf": EITHER, "items": {}, "const": 1, "additionalProperties": True},
        ),
        (["schema.properties belongs to objects, and the type is string"], {"type": "string", "properties": {}}),
        (["schema.items belongs to arrays, and the type is object"], {"type": "object", "items": {}}),
        (["schema.enum belongs to scalars, and the type is array"], {"type": "array", "enum": [[]]}),
        (["schema.const belongs to scalars, and the type is object"], {"type": "object", "const": {}}),
        (["schema.properties must be an object of names, not a list"], {"type": "object", "properties": []}),
        (["schema.properties has a name that is an integer"], {"type": "object", "properties": {1: {}}}),
        (["schema.required must be a list of names, not a boolean"], {"type": "object", "required": True}),
        (["schema.required[0] must be a string, not an integer"], {"type": "object", "properties": {}, "required": [1]}),
        (
            ["schema.required[0] names `toString`, which properties does not declare"],
            {"type": "object", "required": ["toString"]},
        ),
        (["schema.additionalProperties must be true or false"], {"type": "object", "additionalProperties": {}}),
        (["schema.enum must be a list of one value or more"], {"type": "string", "enum": []}),
        (["schema.enum[1] must be a whole number, not 1.5"], {"type": "integer", "enum": [1, 1.5]}),
        (["schema.enum[0] must be a number that JSON can carry, not nan"], {"type": "number", "enum": [math.nan]}),
        (["schema.enum[0] must be a number that JSON can carry, not -0.0"], {"type": "number", "enum": [-0.0]}),
        (["schema.enum[0] must be an integer, not a boolean"], {"type": "integer", "enum": [True]}),
        (["schema.const must be a string, not an integer"], {"type": "string", "const": 1}),
        (["schema.const is not one of the values of enum"], {"type": "string", "enum": ["a"], "const": "b"}),
        (["schema.enum[0] must be a string, not an integer"], {"type": "string", "enum": [1], "const": "b"}),
        (
            ["schema.description must be a string, not an integer", "schema.title must be a string, not null"],
            {"description": 1, "title": None},
        ),
        (["schema.default.a is a Python date, which JSON does not have"], {"default": {"a": date(2026, 1, 1)}}),
        (
            [f"schema.{word} is not supported; the keywords are {WORDS}" for word in ("$ref", "minimum")],
            {"$ref": "#", "minimum": 1},
        ),
        (["schema.items holds itself; write each level out"], LOOP),
    ],
    ids=lambda value: "" if isinstance(value, list) else repr(value)[:60],
)
def test_a_schema_outside_of_the_subset_is_told_why_and_where(expected: list[str], schema: Json) -> None:
    assert expected == violations(schema)


def test_all_violations_are_collected_in_the_order_of_the_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"oneOf": [STRING, {"type": ["null"]}]}, "b": {"type": "string", "pattern": "x"}, "c": True},
        "required": ["d"],
    }
    assert [
        "schema.required[0] names `d`",
        "schema.properties.a.oneOf[1].type is a list",
        "schema.properties.b.pattern is not supported",
        "schema.properties.c must be an object that describes a value",
    ] == [text.split(",")[0].split(";")[0] for text in violations(schema)]
    with pytest.raises(DefinitionError) as caught:
        define_tool("read_file", "Read a file.", schema=schema)
    assert 4 == len(caught.value.faults)


def test_the_root_is_an_object_where_one_is_asked_for() -> None:
    assert [] == violations(STRING)
    assert ["schema must have the type object, as arguments are named"] == violations(STRING, object_root=True)
    with pytest.raises(DefinitionError, match="schema must have the type object"):
        define_tool("read_file", "Read a file.", schema=STRING)


# -------------------------------------------------------------------------------------------------------------- validator (2.3)

OPEN = {"type": "object", "properties": {"b": STRING, "a": {"type": "integer"}}, "required": ["a", "c"]}


def test_missing_members_come_first_then_declared_then_undeclared_ones() -> None:
    schema = {**OPEN, "properties": {**OPEN["properties"], "c": {}}, "additionalProperties": False}  # type: ignore[dict-item]
    assert [
        "a is required, and missing",
        "c is required, and missing",
        "b must be a string, not an integer",
        "d is not declared; declared are b, a, c",
    ] == faults(schema, {"d": 1, "b": 1})
    assert ["d is not declared; nothing is"] == faults({"type": "object", "additionalProperties": False}, {"d": 1})


def test_undeclared_members_pass_where_the_object_is_open() -> None:
    assert [] == faults({"type": "object", "properties": {"a": STRING}}, {"a": "x", "zz": [1]})
    assert [] == define_tool("read_file", "Read a file.", {"a": {"type": "string"}}).faults({"zz": 1})


def test_no_default_is_applied() -> None:
    made = define_tool("read_file", "Read a file.", {"a": {"type": "integer", "default": 3}}, run=dict)
    assert {} == made.invoke({})
    required = define_tool("read_file", "Read a file.", {"a": {"type": "integer", "default": 3, "required": True}})
    assert ["a is required, and missing"] == required.faults({})


@pytest.mark.parametrize(
    ("expected", "kind", "value"),
    [
        ("must be a number, not a string", "number", "1"),
        ("must be a whole number, not 1.5", "integer", 1.5),
        ("must be an integer, not a boolean", "integer", True),
        ("must be a number, not a boolean", "number", False),
        ("must be a boolean, not a string", "boolean", "true"),
        ("must be a boolean, not an integer", "boolean", 0),
        ("must be null, not a boolean", "null", False),
        ("must be a string, not null", "string", None),
        ("must be a string, not a Python bytes", "string", b"a"),
        ("must be a list, not a Python tuple", "array", (1,)),
        ("must be an object, not a list", "object", []),
        ("must be a number that JSON can carry, not nan", "number", math.nan),
        ("must be a number that JSON can carry, not inf", "number", math.inf),
        ("must be a number that JSON can carry, not -0.0", "number", -0.0),
        ("must be an integer that JSON can carry, not -0.0", "integer", -0.0),
    ],
)
def test_nothing_is_coerced_and_no_strange_number_taken(expected: str, kind: str, value: object) -> None:
    assert [f"a {expected}"] == faults({"type": "object", "properties": {"a": {"type": kind}}}, {"a": value})


@pytest.mark.parametrize(
    ("kind", "value"), [("integer", 2.0), ("integer", 10**30), ("number", 0), ("number", 0.0), ("null", None)]
)
def test_a_whole_float_is_an_integer(kind: str, value: Json) -> None:
    assert [] == faults({"type": kind}, value)
    assert Draft202012Validator({"type": kind}).is_valid(value)


def test_enum_comes_before_const_and_only_the_first_failing_one_is_told() -> None:
    schema = {"type": "string", "enum": ["a", "b"], "const": "a"}
    assert ['arguments must be one of "a", "b", not "c"'] == faults(schema, "c")
    assert ['arguments must be "a", not "b"'] == faults(schema, "b")
    assert ["arguments must be a string, not an integer"] == faults(schema, 1)


def test_one_and_true_are_two_values_and_one_and_one_point_nought_are_one() -> None:
    assert [] == faults({"type": "integer", "enum": [1]}, 1.0)
    assert ["arguments must be one of true, not false"] == faults({"type": "boolean", "enum": [True]}, value=False)


def test_long_enums_and_long_values_are_cut_in_messages() -> None:
    schema = {"type": "string", "enum": [f"v{number}" for number in range(30)]}
    [fault] = faults(schema, "x" * 200)
    assert '"v19" and 10 more, not "xxx' in fault
    assert fault.endswith("xxx...")


def test_a_union_fits_exactly_one_branch() -> None:
    schema = {"oneOf": [{"type": "number"}, {"type": "integer"}]}
    assert ["arguments must be exactly one of a number or an integer, not an integer that fits 2 of the 2 forms"] == faults(
        schema, 1
    )
    assert [] == faults(schema, 1.5)
    expected = "arguments must be exactly one of a number or an integer, not a string that fits none of the 2 forms"
    assert [expected] == faults(schema, "1")


def test_the_faults_inside_of_branches_are_swallowed() -> None:
    tagged = {"type": "object", "properties": {"k": {"type": "string", "enum": ["x"]}}, "required": ["k"]}
    schema = {"oneOf": [tagged, {"type": "string", "enum": ["a"]}, {"oneOf": EITHER}]}
    forms = 'an object or "a" or a value of a union'
    assert [f"arguments must be exactly one of {forms}, not an object that fits none of the 3 forms"] == faults(
        schema, {"k": 1}
    )
    assert [] == faults(schema, {"k": "x"})


@pytest.mark.parametrize(
    ("expected", "value"),
    [
        ("any.a[1] is a Python date, which JSON does not have", {"a": [1, date(2026, 1, 1)]}),
        ("any.f is a Python builtin_function_or_method, which JSON does not have", {"f": len}),
        ("any[0] is a Python tuple, which JSON does not have", [(1,)]),
        ("any holds itself", DATA_LOOP),
        ("any.a is -0.0, which some JSON readers confuse with 0; use 0", {"a": -0.0}),
        ("any.a is inf, and numbers of JSON are finite", {"a": math.inf}),
        ("any has a key that is an integer; keys of JSON are strings", {1: 2}),
        ("any.a holds half of a surrogate pair, which has no UTF-8", {"a": "x\ud800"}),
    ],
)
def test_what_is_not_declared_must_be_json_all_the_same(expected: str, value: object) -> None:
    schema = {"type": "object", "properties": {"any": {}}}
    found = faults(schema, {"any": value})
    assert expected == found[0] if value is not DATA_LOOP else [expected.replace("any", "any[0]")] == found


def test_a_place_is_told_once() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"type": "string"}}}}
    assert ["a must be a string, not a Python set", "b[0] must be a string, not a Python date"] == faults(
        schema, {"a": {1}, "b": [date(2026, 1, 1)]}
    )


def test_a_list_is_looked_at_item_by_item_and_a_map_member_by_member() -> None:
    schema = {
        "type": "object",
        "properties": {"tags": {"type": "array", "items": STRING}, "env": {"type": "object", "additionalProperties": STRING}},
    }
    assert ["tags[1] must be a string, not an integer", 'env["a b"] must be a string, not null'] == faults(
        schema, {"tags": ["a", 1], "env": {"x": "y", "a b": None}}
    )
    assert [] == faults({"type": "array"}, [1, "a", None])


def test_the_root_is_called_arguments_or_as_the_caller_says() -> None:
    assert ["arguments must be an object, not a string"] == faults({"type": "object"}, "x")
    assert ["value must be a string, not an integer"] == faults(STRING, 1, root="value")
    assert ["value[0] must be a string, not an integer"] == faults({"type": "array", "items": STRING}, [1], root="value")


def test_a_forged_type_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="the schema names a type that there is not: 'text'"):
        faults({"type": "text"}, "x")


def test_a_value_deeper_than_the_stack_is_looked_through() -> None:
    value: Any = math.nan
    for _ in range(20_000):
        value = [value]
    assert 1 == len(faults({}, value))
    copy = copied([[1, {"a": [None]}]])
    assert [[1, {"a": [None]}]] == copy
    assert [] == losses(copy)


@pytest.mark.parametrize(
    ("expected", "steps"),
    [
        ("p", ()),
        ("p.a", ("a",)),
        ("p.a[0].b-c", ("a", 0, "b-c")),
        ('p["a b"]', ("a b",)),
        ('p["\\u202e"]', ("\u202e",)),
        ('p[""]', ("",)),
    ],
)
def test_a_place_is_spelled_so_that_strange_names_do_no_harm(expected: str, steps: tuple[str | int, ...]) -> None:
    trail: Any = None
    for step in steps:
        trail = (trail, step)
    assert expected == place("p", trail)
    assert (expected.removeprefix("p.") if expected.startswith("p.") else expected) == argument_place("p", trail)
