"""Pointers, kinds of place, and the one walk over a schema."""

from __future__ import annotations

import pytest

from schemalint.model import REMOVE, Edit, Fix, Node, Target, Tool
from schemalint.schema.keywords import kind_in_map, kind_of, subschemas
from schemalint.schema.look import resolve
from schemalint.schema.pointer import Json, Pointer, TooDeep, parse_pointer, pointer_text, value_at


def nodes(parameters: Json) -> list[Node]:
    return list(Tool("t", parameters=parameters).nodes())


def named(parameters: Json) -> dict[str, Node]:
    return {node.name: node for node in nodes(parameters) if node.name is not None}


def test_a_pointer_is_written_with_the_escapes_of_rfc_6901() -> None:
    assert "/a~1b/m~0n/0" == pointer_text(("a/b", "m~n", 0))
    assert "" == pointer_text(())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("/a~1b/1", ("a/b", 1)),
        ("/a~1b/01", None),
        ("/a~1b/2", None),
        ("/a~1b/-1", None),
        ("/a~1b/²", None),
        ("/missing", None),
        ("a", None),
        ("/", ("",)),
    ],
)
def test_a_pointer_is_read_only_where_it_names_something(text: str, expected: Pointer | None) -> None:
    assert expected == parse_pointer(text, {"a/b": [1, 2], "": 3})


def test_a_value_is_found_at_its_place_or_the_default_is_given() -> None:
    document = {"a": [{"b": None}]}
    assert value_at(document, ("a", 0, "b"), "default") is None
    assert "default" == value_at(document, ("a", 1, "b"), "default")
    assert "default" == value_at(document, ("a", "0"), "default")
    assert "default" == value_at(document, ("a", 0, "b", "c"), "default")


@pytest.mark.parametrize(
    ("keyword", "value", "expected"),
    [
        ("items", {}, "schema"),
        ("items", True, "schema"),
        ("items", [{}], "schemas"),
        ("items", "string", "data"),
        ("anyOf", [], "schemas"),
        ("anyOf", {}, "data"),
        ("properties", {}, "map"),
        ("properties", [], "data"),
        ("$defs", {}, "map"),
        ("dependencies", {}, "map"),
        ("required", ["a"], "set"),
        ("required", ["a", 1], "data"),
        ("required", True, "data"),
        ("type", ["a"], "set"),
        ("type", "a", "data"),
        ("default", {}, "data"),
        ("const", {}, "data"),
        ("x-own", {}, "data"),
    ],
)
def test_a_keyword_says_what_kind_of_place_its_value_is(keyword: str, value: Json, expected: str) -> None:
    assert expected == kind_of(keyword, value)


def test_a_member_of_a_map_is_a_schema_a_set_or_data() -> None:
    assert "schema" == kind_in_map("properties", {})
    assert "schema" == kind_in_map("dependencies", {})
    assert "set" == kind_in_map("dependencies", ["a"])
    assert "set" == kind_in_map("dependentRequired", ["a"])
    assert "data" == kind_in_map("dependentRequired", {})
    assert "data" == kind_in_map("properties", ["a"])


def test_subschemas_come_in_the_order_of_the_text_and_broken_parameters_too() -> None:
    schema = {"properties": {"a": "string", "b": {}}, "allOf": [{}, 1], "not": False, "default": {"items": {}}}
    assert [(("properties", "a"), "string"), (("properties", "b"), {}), (("allOf", 0), {}), (("not",), False)] == list(
        subschemas(schema)
    )


def test_the_walk_yields_the_root_first_and_knows_names_required_and_depth() -> None:
    found = nodes(
        {
            "properties": {
                "a": {"type": "object", "properties": {"b": {"properties": {"c": {}}}}, "required": ["b"]},
                "list": {"items": {"properties": {"d": {}}}},
            },
            "required": ["a"],
        }
    )
    assert [
        (None, False, 0),
        ("a", True, 0),
        ("b", True, 1),
        ("c", False, 2),
        ("list", False, 0),
        (None, False, 1),
        ("d", False, 1),
    ] == [(node.name, node.required, node.depth) for node in found]
    assert found[0].is_root
    assert ["a", "list"] == [node.name for node in found if node.is_parameter]


def test_parameters_called_like_keywords_are_names() -> None:
    found = named(
        {"properties": {"required": {"type": "boolean"}, "properties": {"type": "object"}, "$ref": {"type": "string"}}}
    )
    assert {"required": "boolean", "properties": "object", "$ref": "string"} == {n: node.type for n, node in found.items()}


def test_a_reference_is_looked_through_and_what_stands_beside_it_wins() -> None:
    found = named(
        {
            "properties": {"mode": {"$ref": "#/$defs/Mode", "description": "Here.", "default": "a"}},
            "$defs": {"Mode": {"type": "string", "enum": ["a", "b"], "description": "There."}},
        }
    )["mode"]
    assert {"type": "string", "enum": ["a", "b"], "description": "Here.", "default": "a"} == found.view
    assert ("parameters", "$defs", "Mode") == found.view_at
    assert ("parameters", "$defs", "Mode", "enum") == found.place("enum")
    assert ("parameters", "properties", "mode", "default") == found.place("default")
    assert found.at == found.place("missing")


@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": None},
        {"oneOf": [{"const": None}, {"type": "integer", "minimum": 1}], "default": None},
        {"type": ["integer", "null"], "minimum": 1, "default": None},
        {"type": "integer", "nullable": True, "minimum": 1, "default": None},
    ],
)
def test_a_nullable_union_is_read_as_what_it_allows_beside_null(schema: Json) -> None:
    found = named({"properties": {"n": schema}})["n"]
    assert (True, "integer", 1, None) == (found.nullable, found.type, found.view["minimum"], found.view["default"])


def test_an_all_of_with_one_arm_is_looked_through_and_one_with_two_is_not() -> None:
    found = named({"properties": {"one": {"allOf": [{"type": "string"}]}, "two": {"allOf": [{"type": "string"}, {}]}}})
    assert ("string", None) == (found["one"].type, found["two"].type)


def test_a_union_of_two_kinds_is_not_looked_through() -> None:
    found = named({"properties": {"u": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}}})["u"]
    assert found.type is None
    assert not found.nullable


def test_a_definition_is_visited_once_where_it_is_first_used_and_never_if_nothing_refers_to_it() -> None:
    found = nodes(
        {
            "properties": {"a": {"$ref": "#/$defs/P"}, "b": {"$ref": "#/$defs/P"}},
            "$defs": {"P": {"type": "object", "properties": {"x": {"type": "string"}}}, "Unused": {"properties": {"y": {}}}},
        }
    )
    assert [
        (),
        ("properties", "a"),
        ("$defs", "P", "properties", "x"),
        ("properties", "b"),
    ] == [node.at[1:] for node in found]
    assert 1 == found[2].depth
    old = nodes({"definitions": {"P": {}, "Q": {}}, "properties": {"a": {"$ref": "#/definitions/P"}}})
    assert [(), ("properties", "a")] == [node.at[1:] for node in old]
    assert ["a", "b"] == [node.name for node in found if node.is_parameter]
    assert [()] == [node.at[1:] for node in found if node.is_root]
    assert [] == [node.at for node in found if node.required]


def test_a_parameter_that_another_one_refers_to_is_still_a_parameter() -> None:
    found = named({"properties": {"a": {"$ref": "#/properties/b"}, "b": {"type": "object", "properties": {"c": {}}}}})
    assert ["a", "c", "b"] == list(found)


def test_recursive_definitions_end() -> None:
    found = nodes({"$ref": "#/$defs/T", "$defs": {"T": {"properties": {"kids": {"items": {"$ref": "#/$defs/T"}}}}}})
    assert [(), ("$defs", "T", "properties", "kids"), ("$defs", "T", "properties", "kids", "items")] == [
        n.at[1:] for n in found
    ]
    assert [()] == [node.at[1:] for node in nodes({"$ref": "#"})]
    assert 2 == len(nodes({"properties": {"a": {"$ref": "#/properties/a"}}}))


def test_references_that_double_at_every_level_cost_one_visit_each() -> None:
    defs = {
        f"d{i}": {"properties": {"l": {"$ref": f"#/$defs/d{i + 1}"}, "r": {"$ref": f"#/$defs/d{i + 1}"}}} for i in range(30)
    }
    assert 31 * 2 + 1 >= len(nodes({"$ref": "#/$defs/d0", "$defs": {**defs, "d30": {"type": "string"}}}))


@pytest.mark.parametrize(
    "ref", ["https://example.com/s.json", "other.json#/a", "#/missing", "#/list", "#anchor", 7, None, "#/a%ZZ"]
)
def test_a_reference_that_is_remote_broken_or_names_no_schema_resolves_to_nothing(ref: Json) -> None:
    assert resolve(ref, {"list": []}, ()) is None


def test_a_reference_may_be_escaped_and_percent_encoded() -> None:
    assert (("b", "$defs", "a/b c"), {"x": 1}) == resolve("#/$defs/a~1b%20c", {"$defs": {"a/b c": {"x": 1}}}, ("b",))


def test_properties_below_a_condition_name_no_parameters() -> None:
    found = nodes(
        {"properties": {"a": {}}, "if": {"properties": {"a": {"const": 1}}}, "not": {"allOf": [{"properties": {"b": {}}}]}}
    )
    assert ["a"] == [node.name for node in found if node.name]
    assert 6 == len(found)
    deeper = nodes(
        {"not": {"properties": {"a": {"type": "object", "properties": {"b": {"items": {"properties": {"c": {}}}}}}}}}
    )
    assert ([], 6) == ([node.name for node in deeper if node.name], len(deeper))


@pytest.mark.parametrize("parameters", [None, True, 3, "text", [], {"properties": []}, {"properties": {"a": None}}])
def test_wrong_types_everywhere_are_walked_without_an_error(parameters: Json) -> None:
    for node in nodes(parameters):
        assert isinstance(node.view, dict)
        assert isinstance(node.properties, dict)
        assert (node.text, node.type) == ("", None)


def test_a_schema_deeper_than_the_limit_is_refused_by_name() -> None:
    schema: Json = {}
    for _ in range(300):
        schema = {"items": schema}
    with pytest.raises(TooDeep, match="deeper than 128 levels"):
        nodes(schema)


def test_a_canonical_place_is_found_in_the_document() -> None:
    tool = Tool("t", places={(): (0,), ("name",): (0, "function", "name"), ("parameters",): (0, "function", "parameters")})
    assert (0, "function", "parameters", "properties", "a") == tool.document(("parameters", "properties", "a"))
    assert (0,) == tool.document(())
    assert ("name",) == Tool("t").document(("name",))


def test_a_member_that_was_written_as_null_is_present() -> None:
    tool = Tool("t", places={("parameters",): ("inputSchema",)}, extra={"strict": True})
    assert {"name": "t", "parameters": None, "extra": {"strict": True}} == tool.members()
    assert not tool.has("description")
    every = Tool("t", "d", {"type": "object"}, {"readOnlyHint": True}, {"type": "array"}, "T")
    assert {
        "name": "t",
        "description": "d",
        "parameters": {"type": "object"},
        "annotations": {"readOnlyHint": True},
        "output_schema": {"type": "array"},
        "title": "T",
    } == every.members()
    assert "" == Tool("t", description=3).text


def test_a_target_is_named_with_its_date_where_it_is_a_version_of_the_protocol() -> None:
    assert "mcp@2025-11-25" == Target("mcp", "2025-11-25").label
    assert "openai" == Target("openai", "2026-11-30").label


def test_a_fix_that_does_not_say_that_it_is_safe_is_not() -> None:
    assert not Fix("Remove it", (Edit(("title",), REMOVE),)).safe
    assert "REMOVE" == repr(REMOVE)


def test_null_is_allowed_where_a_union_says_it_and_not_by_other_wrappers() -> None:
    found = named(
        {
            "properties": {
                "union": {"anyOf": [{"type": "string"}, {"const": None}]},
                "alone": {"anyOf": [{"type": "string"}]},
                "joined": {"allOf": [{"type": "string"}]},
                "three": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
                "anything": True,
                "word": {"type": "string", "nullable": True},
            }
        }
    )
    assert ["union", "word"] == [name for name, node in found.items() if node.nullable]
    assert ["string", "string", "string", None, None, "string"] == [node.type for node in found.values()]


def test_a_reference_that_leads_nowhere_or_round_in_a_circle_shows_what_stands_there() -> None:
    definitions = {"b": {"$ref": "#/$defs/c", "title": "B"}, "c": {"$ref": "#/$defs/b", "description": "C"}}
    found = named(
        {
            "properties": {"a": {"$ref": "#/$defs/b"}, "gone": {"$ref": "#/$defs/d", "title": "Gone"}},
            "$defs": definitions,
            "required": ["a", 3, ["gone"]],
        }
    )
    assert ({"title": "B", "description": "C"}, True) == (
        {k: v for k, v in found["a"].view.items() if k != "$ref"},
        found["a"].required,
    )
    assert ({"$ref": "#/$defs/d", "title": "Gone"}, False) == (found["gone"].view, found["gone"].required)
