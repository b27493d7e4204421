"""What is sent says the same as what was given, in the target's own words; what cannot be said is told, at its place."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest
import test_traits
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from schemalint import DuplicateToolError, Registry, Tool, Toolset, canonical, export, load
from schemalint.canon import CanonError
from schemalint.model import Origin, Target
from schemalint.schema.pointer import Json, pointer_text
from schemalint.targets import Verdict, find, names, newest, table, verdicts
from schemalint.targets.export import Exported, Loss
from schemalint.targets.export.combine import both, exclusive
from schemalint.targets.export.values import without_class_escapes
from schemalint.targets.export.work import AT
from schemalint.targets.shapes import SHAPES
from schemalint.targets.words import severity

GOOD = Path(__file__).resolve().parents[1] / "fixtures" / "good"
X = "/parameters/properties/x"


CASES: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load((Path(__file__).parent / "export.yaml").read_text())


def identity(case: dict[str, Any]) -> str:
    return f"{case['target']}-{json.dumps(case['given'])[:60]}"


def parameters(root: Json) -> Tool:
    return Tool("ping", "Ping a host.", root)


def parameter(x: Json, **root: Json) -> Tool:
    """A tool with the one, required parameter `x`."""
    return parameters({"type": "object", "properties": {"x": x}, "required": ["x"], **root})


def sent(tool: Tool, target: str, **options: Any) -> Json:
    """The parameters that a target gets of a tool."""
    exported = export(Toolset((tool,)), target, **options)
    [again] = load(exported.payload)
    return again.tools[0].parameters


def told(exported: Exported) -> list[tuple[str, str]]:
    return [(pointer_text(loss.at), loss.trait) for loss in exported.losses]


def losses(tool: Tool, target: str) -> list[tuple[str, str]]:
    return told(export(Toolset((tool,)), target))


# ------------------------------------------------------------------------------------------------ other words for the same


@pytest.mark.parametrize("case", CASES["same"], ids=identity)
def test_the_same_is_said_in_the_words_of_the_target_and_nothing_is_lost(case: dict[str, Any]) -> None:
    tool = parameter(case["given"])
    assert case["sent"] == sent(tool, case["target"])["properties"]["x"]
    assert [] == losses(tool, case["target"])


@pytest.mark.parametrize("case", CASES["roots"], ids=identity)
def test_the_root_is_said_in_the_words_of_the_target_and_nothing_is_lost(case: dict[str, Any]) -> None:
    assert case["sent"] == sent(parameters(case["given"]), case["target"])
    assert [] == losses(parameters(case["given"]), case["target"])


# ------------------------------------------------------------------------------------------------------- what is lost is told


@pytest.mark.parametrize("case", CASES["lost"], ids=identity)
def test_what_a_target_cannot_be_told_is_a_loss_at_its_place(case: dict[str, Any]) -> None:
    tool = parameter(case["given"])
    assert case["sent"] == sent(tool, case["target"])["properties"]["x"]
    assert [(X + at, trait) for at, trait in case["lost"]] == losses(tool, case["target"])


def test_alternatives_at_the_root_become_one_wider_object() -> None:
    root = {
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "oneOf": [
            {
                "properties": {"action": {"const": "move", "type": "string"}, "to": {"type": "string"}},
                "required": ["action", "to"],
            },
            {"properties": {"action": {"const": "stop", "type": "string"}, "to": {"type": "integer"}}, "required": ["action"]},
        ],
    }
    expected = {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "action": {"type": "string", "enum": ["move", "stop"]},
            "to": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        },
        "required": ["action", "id"],
    }
    assert expected == sent(parameters(root), "anthropic")
    assert [("/parameters/oneOf", "root-combinator")] == losses(parameters(root), "anthropic")


def test_a_loss_says_what_becomes_of_it_who_says_so_and_what_the_error_is() -> None:
    exported = export(Toolset((parameter({"type": "string", "format": "uri"}),)), "openai-strict")
    message = (
        "`format` is left out; openai-strict refuses the format uri: \"'uri' is not a valid format.\" [can1357/oh-my-pi#206]"
    )
    assert (Loss("ping", ("parameters", "properties", "x", "format"), "format-uri", message),) == exported.losses


def test_a_name_that_is_refused_stays_and_is_told() -> None:
    exported = export(Toolset((Tool("files.read", "Read.", {"type": "object", "properties": {}}),)), "openai")
    assert ("files.read",) == exported.names
    assert [("/name", "name-dot")] == told(exported)


def test_a_set_over_a_limit_is_told() -> None:
    tools = tuple(Tool(f"tool_{i}", "Do.", {"type": "object", "properties": {}}) for i in range(129))
    assert [("/name", "tools")] == told(export(Toolset(tools), "openai"))


def test_members_that_the_protocol_refuses_are_left_out_and_told() -> None:
    tool = Tool(
        "ping",
        "Ping.",
        {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}},
        annotations={"readOnlyHint": "yes", "title": "Ping"},
        output_schema={"type": "array"},
        extra={"icons": [{"sizes": ["16x16"]}, {"src": "a.png"}], "execution": {"taskSupport": "always"}},
    )
    exported = export(Toolset((tool,)), "mcp@2025-11-25")
    assert {
        "annotations": {"title": "Ping"},
        "description": "Ping.",
        "execution": {},
        "icons": [{"src": "a.png"}],
        "inputSchema": {"properties": {"a": {"type": "number", "x-mcp-header": "A"}}, "type": "object"},
        "name": "ping",
    } == exported.tools[0]
    assert {"output-schema-not-object", "hint-not-boolean", "icon-without-src", "task-support-unknown"} == {
        loss.trait for loss in exported.losses
    }
    newest_one = export(Toolset((tool,)), "mcp@2026-07-28")
    assert {"a": {"type": "number"}} == newest_one.tools[0]["inputSchema"]["properties"]
    assert ("/parameters/properties/a/x-mcp-header", "mcp-header-invalid") in told(newest_one)


def test_an_empty_description_is_left_out_where_it_is_refused_and_no_loss() -> None:
    exported = export(Toolset((Tool("ping", "", {"type": "object", "properties": {}}),)), "bedrock-converse")
    assert [{"toolSpec": {"inputSchema": {"json": {"properties": {}, "type": "object"}}, "name": "ping"}}] == exported.payload
    assert () == exported.losses


# ----------------------------------------------------------------------------------------------------------------- references

UNIT = {"type": "string", "enum": ["C", "F"], "description": "A unit."}
NODE = {
    "type": "object",
    "properties": {"value": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}},
    "required": ["value", "next"],
}


def with_defs(x: Json, **definitions: Json) -> Tool:
    return parameter(x, **{"$defs": definitions})


def test_references_are_written_out_where_they_are_refused() -> None:
    tool = with_defs({"$ref": "#/$defs/Unit", "description": "Of the answer."}, Unit=UNIT)
    expected = {"type": "STRING", "enum": ["C", "F"], "description": "Of the answer."}
    assert {"type": "OBJECT", "properties": {"x": expected}, "required": ["x"]} == sent(tool, "gemini")
    assert [] == losses(tool, "gemini")


def test_references_stay_where_they_are_taken_unless_all_are_asked_for() -> None:
    tool = with_defs({"$ref": "#/$defs/Unit"}, Unit=UNIT)
    assert tool.parameters == sent(tool, "openai")
    assert {"type": "object", "properties": {"x": UNIT}, "required": ["x"]} == sent(tool, "openai", inline_refs=True)


def test_only_a_reference_beside_other_keywords_is_written_out_where_only_that_is_refused() -> None:
    tool = parameters(
        {
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/U", "description": "A."}, "b": {"$ref": "#/$defs/U"}},
            "required": ["a", "b"],
            "$defs": {"U": {"type": "string"}, "Unused": {"type": "string"}},
        }
    )
    root = sent(tool, "openai-strict")
    assert {"a": {"type": "string", "description": "A."}, "b": {"$ref": "#/$defs/U"}} == root["properties"]
    assert {"U": {"type": "string"}} == root["$defs"]
    assert [] == losses(tool, "openai-strict")


def test_old_definitions_and_places_outside_of_them_move_to_defs() -> None:
    tool = parameters(
        {
            "type": "object",
            "properties": {
                "a": {"type": "object", "properties": {"b": {"$ref": "#/properties/a"}}},
                "c": {"$ref": "#/definitions/C"},
            },
            "definitions": {"C": {"type": "array", "items": {"$ref": "#/definitions/C"}}},
        }
    )
    root = sent(tool, "moonshot")
    assert [] == losses(tool, "moonshot")
    assert {
        "C": {"type": "array", "items": {"$ref": "#/$defs/C"}},
        "a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/a"}}},
    } == root["$defs"]
    assert {"$ref": "#/$defs/C"} == root["properties"]["c"]


def test_a_reference_that_leads_back_to_itself_stays_where_it_is_taken() -> None:
    tool = with_defs({"$ref": "#/$defs/Node", "description": "The first."}, Node={**NODE, "additionalProperties": False})
    root = sent(tool, "openai-strict")
    assert {"description": "The first.", "anyOf": [{"$ref": "#/$defs/Node"}]} == root["properties"]["x"]
    assert {"Node": {**NODE, "additionalProperties": False, "required": ["next", "value"]}} == root["$defs"]
    assert [] == losses(tool, "openai-strict")


def test_a_reference_that_leads_back_to_itself_is_cut_where_it_is_refused_and_told() -> None:
    tool = with_defs({"$ref": "#/$defs/Node"}, Node=NODE)
    expected = {
        "type": "OBJECT",
        "properties": {"value": {"type": "STRING"}, "next": {"type": "OBJECT"}},
        "required": ["next", "value"],
    }
    assert expected == sent(tool, "gemini")["properties"]["x"]
    assert [("/parameters/$defs/Node/properties/next/$ref", "recursive-ref")] == losses(tool, "gemini")


def test_a_root_that_is_a_reference_is_written_out() -> None:
    tool = parameters({"$ref": "#/$defs/Node", "$defs": {"Node": NODE}})
    root = sent(tool, "openai")
    assert {"value": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}} == root["properties"]
    assert ("object", {"Node": {**NODE, "required": ["next", "value"]}}) == (root["type"], root["$defs"])
    assert [] == losses(tool, "openai")


def test_a_definition_that_contradicts_what_stands_beside_its_reference_is_kept_beside_it() -> None:
    tool = with_defs({"$ref": "#/$defs/U", "pattern": "^a"}, U={"type": "string", "pattern": "z$"})
    expected = {"pattern": "^a", "allOf": [{"type": "string", "pattern": "z$"}]}
    assert expected == sent(tool, "openai", inline_refs=True)["properties"]["x"]


def test_references_that_fan_out_without_bound_are_left_as_they_are_and_told() -> None:
    definitions: dict[str, Json] = {"D0": {"type": "string"}}
    for i in range(1, 30):
        definitions[f"D{i}"] = {"type": "object", "properties": {name: {"$ref": f"#/$defs/D{i - 1}"} for name in "ab"}}
    tool = with_defs({"$ref": "#/$defs/D29"}, **definitions)
    exported = export(Toolset((tool,)), "codex", inline_refs=True)
    assert {"$ref": "#/$defs/D29"} == exported.tools[0]["inputSchema"]["properties"]["x"]
    assert ("/parameters", "local-ref") in told(exported)


def test_where_a_circle_is_cut_a_value_of_its_type_is_left() -> None:
    nodes = {"type": "array", "description": "Nodes.", "items": {"$ref": "#/$defs/n"}}
    root = sent(parameter({"$ref": "#/$defs/n"}, **{"$defs": {"n": nodes}}), "gemini-json-schema")
    assert {"type": "array", "description": "Nodes."} == root["properties"]["x"]["items"]


def test_what_stands_beside_a_reference_and_cannot_be_merged_is_demanded_as_well() -> None:
    one = {"$ref": "#/$defs/a", "pattern": "x", "allOf": [{"minLength": 1}]}
    root = sent(parameter(one, **{"$defs": {"a": {"type": "string", "pattern": "z"}}}), "moonshot")
    assert {"pattern": "x", "allOf": [{"minLength": 1}, {"type": "string", "pattern": "z"}]} == root["properties"]["x"]


def test_the_name_of_a_schema_is_nothing_that_stands_beside_its_reference() -> None:
    one = {"$ref": "#/$defs/a", "$id": "https://example.com/x"}
    root = sent(parameter(one, **{"$defs": {"a": {"type": "string"}}}), "openai-strict")
    assert "$ref" in root["properties"]["x"]


def test_a_long_chain_of_references_is_no_recursion_error() -> None:
    definitions = {f"D{i}": {"type": "array", "items": {"$ref": f"#/$defs/D{i + 1}"}} for i in range(500)}
    tool = with_defs({"$ref": "#/$defs/D0"}, **definitions, D500={"type": "string"})
    assert ("/parameters", "local-ref") in losses(tool, "gemini")


# ---------------------------------------------------------------------------------------------------------------------- shapes

PING = Tool("ping", "Ping a host.", {"type": "object", "properties": {}})
SCHEMA = {"properties": {}, "type": "object"}
SHOWN: list[tuple[str, dict[str, Any], Json]] = [
    ("openai", {}, [{"function": {"description": "Ping a host.", "name": "ping", "parameters": SCHEMA}, "type": "function"}]),
    (
        "openai",
        {"shape": "openai-responses"},
        [{"description": "Ping a host.", "name": "ping", "parameters": SCHEMA, "strict": False, "type": "function"}],
    ),
    ("anthropic", {}, [{"description": "Ping a host.", "input_schema": SCHEMA, "name": "ping"}]),
    (
        "anthropic-strict",
        {},
        [
            {
                "description": "Ping a host.",
                "input_schema": {"additionalProperties": False, **SCHEMA},
                "name": "ping",
                "strict": True,
            }
        ],
    ),
    (
        "gemini",
        {},
        [
            {
                "functionDeclarations": [
                    {"description": "Ping a host.", "name": "ping", "parameters": {**SCHEMA, "type": "OBJECT"}}
                ]
            }
        ],
    ),
    (
        "gemini-json-schema",
        {},
        [{"functionDeclarations": [{"description": "Ping a host.", "name": "ping", "parametersJsonSchema": SCHEMA}]}],
    ),
    (
        "bedrock-converse",
        {},
        [{"toolSpec": {"description": "Ping a host.", "inputSchema": {"json": SCHEMA}, "name": "ping"}}],
    ),
    ("mcp", {}, {"tools": [{"description": "Ping a host.", "inputSchema": SCHEMA, "name": "ping"}]}),
]


@pytest.mark.parametrize(("target", "options", "expected"), SHOWN, ids=[f"{one[0]}{one[1]}" for one in SHOWN])
def test_a_tool_is_written_in_the_shape_of_its_target(target: str, options: dict[str, Any], expected: Json) -> None:
    exported = export(Toolset((PING,)), target, **options)
    assert expected == exported.payload
    assert json.dumps(expected, separators=(",", ":")).encode() == exported.canonical()


def test_every_shape_has_a_target() -> None:
    assert set(SHAPES) == {shape for name in names() for shape in table(find(name)).shapes}


def test_a_shape_that_the_target_does_not_speak_is_an_error() -> None:
    with pytest.raises(ValueError, match="anthropic does not take the shape `openai-chat`; it takes anthropic"):
        export(Toolset((PING,)), "anthropic", shape="openai-chat")


def test_an_empty_set_is_an_empty_list() -> None:
    assert [] == export(Toolset(()), "gemini").payload
    assert {"tools": []} == export(Toolset(()), "mcp").payload


def test_only_the_members_that_a_provider_documents_travel_to_it() -> None:
    extra = {"cache_control": {"type": "ephemeral"}, "strict": False, "_meta": {"a": 1}, "colour": "red"}
    tool = replace(PING, title="Ping", annotations={"readOnlyHint": True}, output_schema={"type": "object"}, extra=extra)
    carried = {name: set(export(Toolset((tool,)), name).tools[0]) for name in ("anthropic", "mcp")}
    assert {"cache_control", "description", "input_schema", "name", "strict"} == carried["anthropic"]
    assert {"_meta", "annotations", "description", "inputSchema", "name", "outputSchema", "title"} == carried["mcp"]
    assert {"description", "name", "parameters", "strict"} == set(export(Toolset((tool,)), "openai").tools[0]["function"])


def test_our_own_keys_reach_no_wire() -> None:
    x = {"type": "string", "x-schemalint-ignore": ["too-deep"]}
    assert {"type": "string"} == sent(parameter(x), "openai")["properties"]["x"]


def test_a_tool_that_asks_for_strict_is_fitted_to_the_strict_table() -> None:
    tool = replace(parameter({"type": "string"}), extra={"strict": True})
    assert sent(tool, "openai")["additionalProperties"] is False
    assert "additionalProperties" not in sent(parameter({"type": "string"}), "openai")


@pytest.mark.parametrize(
    ("order", "property_order", "expected"),
    [
        ("name", None, [("a", ["x", "y"]), ("b", ["x", "y"])]),
        ("authored", None, [("b", ["y", "x"]), ("a", ["y", "x"])]),
        ("name", "authored", [("a", ["y", "x"]), ("b", ["y", "x"])]),
        ("authored", "sorted", [("b", ["x", "y"]), ("a", ["x", "y"])]),
    ],
)
def test_tools_and_parameters_stand_in_the_order_that_was_asked_for(order: Any, property_order: Any, expected: Json) -> None:
    schema = {"type": "object", "properties": {"y": {"type": "string"}, "x": {"type": "string"}}}
    toolset = Toolset((Tool("b", "B.", schema), Tool("a", "A.", schema)))
    exported = export(toolset, "anthropic", order=order, property_order=property_order)
    assert expected == [(tool["name"], list(tool["input_schema"]["properties"])) for tool in exported.tools]
    assert exported.canonical() == json.dumps(exported.payload, separators=(",", ":")).encode()


def test_the_cost_of_an_export_grows_with_the_number_of_tools_and_not_faster() -> None:
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}

    def seconds(count: int) -> float:
        toolset = Toolset(tuple(Tool(f"tool_{i}", "Do.", schema) for i in range(count)))
        start = process_time()
        export(toolset, "gemini")
        return process_time() - start

    seconds(10)  # reads the tables
    few, many = seconds(100), seconds(800)
    assert many < 24 * few + 0.1  # linear gives 8, quadratic 64


def test_what_was_given_is_never_changed() -> None:
    tool = with_defs({"$ref": "#/$defs/Node", "const": 1, "x-a": {"b": 1}}, Node=NODE)
    before = canonical(tool)
    for target in newest():
        export(Toolset((tool,)), target)
    assert before == canonical(tool)


def test_a_value_without_json_text_is_an_error() -> None:
    with pytest.raises(CanonError, match="is not a JSON number"):
        export(Toolset((parameter({"type": "number", "default": float("nan")}),)), "openai")


# ----------------------------------------------------------------------------------------- what check says of what is sent

STAYS = {
    "a name is what calls are made with": {"name-dot", "name-long", "name-length", "name-pattern", "tool-search-name-length"},
    "a set is not cut": {
        *("tools", "unique-names", "strict-tools", "optional-parameters", "union-parameters", "properties-sum"),
        *("max-items-sum", "properties", "levels", "description-length"),
    },
    "a circle has no other form (Bedrock with Nova models)": {"root-definitions"},
    "it is believed of Vertex AI alone": {"any-of-siblings"},
    "sources disagree whether it is refused": {
        "properties-empty",
        "ref-conflict",
        "local-ref",
        "ref-outside-defs",
        "type-integer",
    },
}
"""What `rejected-by-target` may still find in what was exported, and why."""
BROKEN = {"invalid-schema", "dangling-ref", "property-not-schema", "root-not-object", "type-unknown", "union-empty"}
"""What the minimal rules find: it is left out for every target, also where its table does not speak of it."""
KNOWN = frozenset().union(*STAYS.values())
FOLLOWS = {"untyped-property", "type-integer"}
"""What shows only once something else was left out or respelled; for some targets `check` is silent on the cause."""


def reported(verdict: Verdict) -> bool:
    """Whether `check` reports a verdict as a warning or worse."""
    text = verdict.trait in ("description-length", "text-length")
    base: Any = "warning" if text else {"error": "error", "drop": "warning", "rewrite": "info"}[verdict.cell.outcome]
    return severity(verdict, base) != "info"


def of_traits() -> Iterator[Tool]:
    yield from (test_traits.tool(case) for own in test_traits.CASES.values() for case in own)


def judged(tools: list[Tool], targets: Iterable[Target]) -> Iterator[str]:
    """What is wrong with the exports of some tools to some targets."""
    named = tuple(replace(tool, name=f"{tool.name}_{i}", origin=Origin()) for i, tool in enumerate(tools))
    for target in targets:
        given = Toolset(named, independent=True, targets=(target,))
        exported = export(given, target, order="authored")
        [again] = load(exported.payload)
        found = verdicts(replace(again, independent=True, targets=(target,)))
        lost = {(loss.tool, loss.trait) for loss in exported.losses}
        failing = {named[int(one.at[0])].name for one in verdicts(given) if reported(one)}
        for name, trait in lost:
            if name not in failing and trait not in BROKEN | FOLLOWS:
                yield f"{target.label} {name}: check passes it, and {trait} is lost"
        for one in found:
            name = named[int(one.at[0])].name
            # What only some of the models behind a client refuse is a warning, and stays in what is sent.
            if one.cell.outcome == "error" and severity(one, "error") == "error" and one.trait not in KNOWN:
                yield f"{target.label} {name}: sent with {one.trait}"
            if one.cell.outcome != "rewrite" and reported(one) and (name, one.trait) not in lost:
                yield f"{target.label} {name}: {one.trait} is not told"
        if export(again, target, order="authored").payload != exported.payload:
            yield f"{target.label}: another export gives other bytes"


def test_what_check_passes_is_exported_without_loss_and_what_is_exported_passes_check() -> None:
    tools = [test_traits.tool(case) for own in test_traits.CASES.values() for case in own[:1]]
    few = ("openai", "openai-strict", "anthropic-strict", "gemini", "deepseek-strict", "moonshot", "mcp", "llguidance")
    assert [] == list(judged(tools, map(find, few)))


@pytest.mark.slow
def test_every_definition_that_check_passes_is_exported_without_loss_to_every_target() -> None:
    assert [] == list(judged(list(of_traits()), newest()))


@pytest.mark.slow
def test_real_tools_that_check_passes_are_exported_without_loss_and_what_is_exported_passes_check(
    corpus: Path, captures: dict[str, list[Any]]
) -> None:
    tools = [tool for path in sorted((corpus / "mcp").glob("*.json")) for one in load(path) for tool in one.tools]
    assert len(tools) == sum(map(len, captures.values()))
    assert [] == list(judged(tools[::4], newest()))


# -------------------------------------------------------------------------------------------------- nothing that is refused


def fatal(exported: Exported) -> list[tuple[str, str]]:
    """What `check` calls an error of the target in what was exported, but for what the export itself says is refused."""
    if not exported.tools:
        return []
    [again] = load(exported.payload)
    told_of = {loss.trait for loss in exported.refused}
    found = verdicts(replace(again, targets=(exported.target,)))
    errors = [one for one in found if one.cell.outcome == "error" and severity(one, "error") == "error"]
    return [(again.tools[int(one.at[0])].name, one.trait) for one in errors if one.trait not in told_of]


@pytest.mark.parametrize("target", newest(), ids=lambda one: one.label)
def test_no_export_of_a_trait_is_refused_by_its_own_target(target: Target) -> None:
    tools = tuple(replace(tool, name=f"ping_{i}", origin=Origin()) for i, tool in enumerate(of_traits()))
    assert [] == [
        (tool.name, told) for tool in tools if (told := fatal(export(Toolset((tool,)), target))) and tool.name != "ping_0"
    ]


SUBS: list[Json] = [
    {"type": "string"},
    {"type": ["integer", "null"], "minimum": 1},
    {"enum": ["a", 1, None]},
    {"const": 3},
    {"type": "array"},
    {"type": "array", "items": [{"type": "number"}, {"type": "string"}]},
    {"$ref": "#/$defs/A", "description": "A."},
    {"$ref": "#/$defs/Gone"},
    {"$ref": "other.json"},
    {"type": "object", "properties": {"a.b": {"type": "string"}, "c": True}, "required": ["c", "d"]},
    {"type": "object", "additionalProperties": {}},
    {"type": "object", "patternProperties": {"^a": {"type": "string"}, "^b": {}}},
    {"type": "string", "pattern": r"^\p{L}(?=a)$", "maxLength": 5000, "format": "uri"},
    {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
    {"type": "text", "default": "a"},
    {"not": {"type": "string"}},
    {"if": {"type": "string"}, "then": {"minLength": 1}},
    {"type": "array", "items": True, "uniqueItems": True, "contains": {"type": "string"}, "minContains": 1},
    {"type": "string", "nullable": True, "enum": ["", "a"]},
    {},
    True,
    False,
    "string",
    {"x-note": "a", "$comment": "b", "examples": ["c"], "title": "D"},
]


def generated(chance: random.Random, depth: int = 2) -> Json:
    """A schema of parts that some target refuses, put together at random."""
    if depth == 0 or chance.random() < 0.4:
        return copy.deepcopy(chance.choice(SUBS))
    kind = chance.choice(("properties", "items", "anyOf", "oneOf", "allOf", "additionalProperties", "dependentSchemas"))
    sub = generated(chance, depth - 1)
    others = [generated(chance, depth - 1) for _ in range(chance.randint(1, 2))]
    value: Json = {"items": sub, "additionalProperties": sub}.get(kind, [sub, *others])
    if kind in ("properties", "dependentSchemas"):
        value = dict(zip(("one", "two words", "$top"), [sub, *others], strict=False))
    return {"type": "array" if kind == "items" else "object", kind: value} if chance.random() < 0.6 else {kind: value}


@pytest.mark.parametrize("target", newest(), ids=lambda one: one.label)
def test_no_export_of_a_generated_schema_is_refused_by_its_own_target(target: Target) -> None:
    chance = random.Random(f"{target.label} 20261130")
    for number in range(60):
        root: Json = {"type": "object", "properties": {f"p{i}": generated(chance) for i in range(3)}, "required": ["p0"]}
        root["$defs"] = {"A": {"type": "object", "properties": {"next": {"$ref": "#/$defs/A"}}}, "B": generated(chance)}
        if number % 5 == 0:
            root[chance.choice(("anyOf", "oneOf", "allOf", "not", "$schema", "enum"))] = generated(chance)
        exported = export(Toolset((parameters(root),)), target)
        assert [] == fatal(exported), root
        assert exported.canonical() == export(Toolset((parameters(root),)), target).canonical()


def test_real_tools_are_never_exported_in_a_form_that_is_refused(shared: Path) -> None:
    sets = [one for path in sorted((shared / "corpus" / "mcp").glob("*.json")) for one in load(path)]
    assert len(sets) > 50
    assert [] == [(target.label, told) for target in newest() for one in sets[::6] if (told := fatal(export(one, target)))]


# ------------------------------------------------------------------------------------------------------------- there and back

FIXTURES = (
    "anthropic.yaml",
    "bedrock.json",
    "gemini.json",
    "mcp_answer.json",
    "openai_responses.json",
    "openai_chat_request.json",
)
OWN = {
    "openai-chat": ("openai", "openai-chat"),
    "openai-responses": ("openai", "openai-responses"),
    "anthropic": ("anthropic", None),
    "bedrock": ("bedrock-converse", None),
    "mcp": ("mcp@2025-11-25", None),
}


@pytest.mark.parametrize("name", FIXTURES)
def test_tools_go_out_in_their_own_shape_and_come_back_the_same(name: str) -> None:
    for toolset in load(GOOD / name):
        framework = toolset.tools[0].origin.framework
        json_schema = any("parametersJsonSchema" in str(place) for tool in toolset.tools for place in tool.places.values())
        gemini = ("gemini-json-schema" if json_schema else "gemini", None)
        target, shape = OWN.get(str(framework), gemini)
        exported = export(toolset, target, shape=shape)
        [again] = load(exported.payload)
        assert () == exported.losses
        assert framework == again.tools[0].origin.framework
        assert canonical(toolset) == canonical(again)


def test_tools_travel_through_every_shape_and_come_back_the_same() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "enum": ["b"]}}, "required": ["a"]}
    toolset = Toolset((Tool("a", "A.", schema), Tool("b", "B.", schema)))
    for target in ("openai", "anthropic", "gemini-json-schema", "bedrock-converse", "mcp", "mistral", "cohere", "vscode"):
        exported = export(toolset, target)
        [again] = load(exported.payload)
        assert (canonical(toolset), ()) == (canonical(again), exported.losses)


def test_a_registry_and_its_json_give_equal_bytes(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "string"}}}
    tools = [{"name": name, "description": "Do.", "parameters": schema} for name in ("beta", "alpha")]
    [read] = load(tools)
    registry = Registry(read.tools)
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(tools[::-1], indent=2))
    module = tmp_path / "tools.py"
    module.write_text(f"TOOLS = {tools!r}\n")
    for target in newest():
        data = export(registry.toolset(), target).canonical()
        assert data == export(load(path)[0], target).canonical() == export(load(module)[0], target).canonical()


# --------------------------------------------------------------------------------------------- what is lossless says the same


def instances() -> Iterator[Json]:
    yield from (None, True, False, 0, 1, 2, 3, 5, 9, 9.5, 10, -1, "", "a", "b", "ab", "7", [], ["a"], ["a", 1], {}, {"a": "b"})
    yield from ({"d": 1}, {"d": None}, {"d": 2})


@pytest.mark.parametrize("case", CASES["same"], ids=identity)
def test_the_other_words_accept_the_same_values(case: dict[str, Any]) -> None:
    before, after = Draft202012Validator(plain(case["given"])), Draft202012Validator(plain(case["sent"]))
    # Gemini's message has the declared members and no others without a word for it.
    closed = case["target"] == "gemini" and "additionalProperties" in json.dumps(case["given"])
    values = [value for value in instances() if not (closed and value and isinstance(value, dict))]
    assert [] == [value for value in values if before.is_valid(value) != after.is_valid(value)]


def plain(schema: Json) -> Json:
    """A schema in the words of 2020-12: types in lower case, null by its type, bounds by numbers."""
    if isinstance(schema, bool):
        return schema
    declared = schema.get("type")
    rest = {key: value for key, value in schema.items() if key not in ("nullable", "type")}
    aliases = {"dict": "object", "float": "number"}
    if isinstance(declared, str) and declared != "any":
        rest["type"] = aliases.get(declared, declared.lower())
    elif isinstance(declared, list):
        rest["type"] = [aliases.get(one, one.lower()) for one in declared]
    for exclusive_bound, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if rest.get(exclusive_bound) is True:
            rest[exclusive_bound] = rest.pop(bound)
        elif rest.get(exclusive_bound) is False:
            del rest[exclusive_bound]
    if isinstance(rest.get("items"), list):
        rest["prefixItems"], rest["items"] = rest["items"], rest.pop("additionalItems", True)
    elif isinstance(rest.get("items"), dict):
        rest["items"] = plain(rest["items"])
    for keyword in ("anyOf", "oneOf", "allOf"):
        if keyword in rest:
            rest[keyword] = [plain(one) for one in rest[keyword]]
    return {"anyOf": [rest, {"type": "null"}]} if schema.get("nullable") is True else rest


# -------------------------------------------------------------------------------------------------------------- small parts


def schema(**keywords: Json) -> dict[Json, Json]:
    return {**keywords, AT: (("parameters",),)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (schema(type="string"), schema(type="integer")),
        (schema(pattern="a"), schema(pattern="b")),
        (schema(enum=["a"]), schema(enum=["b"])),
        (schema(properties={"a": {}}, additionalProperties=False), schema(properties={"b": {}})),
        (schema(required=["b"]), schema(additionalProperties=False)),
        (schema(additionalProperties={"type": "string"}), schema(additionalProperties={"type": "integer"})),
        (schema(prefixItems=[{}]), schema(items={"type": "string"})),
        (schema(contains={}), schema(minContains=2)),
        (schema(then={"required": ["a"]}), schema(**{"if": {}})),
        (schema(properties={"a": schema(type="string")}), schema(properties={"a": schema(type="integer")})),
        (schema(properties={"a": True}), schema(properties={"a": schema(type="integer")})),
        (schema(properties=[]), schema(properties={})),
        (schema(enum="a"), schema(enum=["a"])),
        (schema(minimum="1"), schema(minimum=1)),
        (schema(maximum=1), schema(maximum="1")),
        (schema(patternProperties={"^a": {"type": "string"}}), schema(properties={"ab": {}})),
        (schema(unevaluatedProperties=False), schema(properties={"a": {}})),
        (schema(properties={"a": {}}), schema(properties={"b": {}}, additionalProperties={"type": "string"})),
    ],
)
def test_schemas_without_one_simple_schema_for_both_are_not_merged(one: Json, other: Json) -> None:
    assert both(one, other) is None


def test_what_two_schemas_demand_is_merged_to_the_stricter() -> None:
    one = schema(type=["integer", "null"], minimum=1, maximum=9, enum=[1, 2, 3], required=["a"], title="One")
    other = schema(type="number", minimum=2, maximum=5.5, enum=[2, 3.0, 4], required=["b", "a"], title="Other")
    merged = both(one, other)
    assert merged is not None
    assert {"type": "integer", "minimum": 2, "maximum": 5.5, "enum": [2, 3.0], "required": ["b", "a"], "title": "One"} == {
        key: value for key, value in merged.items() if key is not AT
    }


def test_what_is_open_leaves_the_word_to_what_is_closed_and_null_needs_both() -> None:
    merged = both(schema(additionalProperties=schema(), type="string", nullable=True), schema(additionalProperties=False))
    assert {"type": "string", "nullable": True, "additionalProperties": False} == {k: v for k, v in (merged or {}).items() if k}
    merged = both(schema(additionalProperties=False), schema(additionalProperties=True))
    assert {"additionalProperties": False} == {k: v for k, v in (merged or {}).items() if k}
    merged = both(schema(nullable=True, type="string"), schema(type=["string", "null"]))
    assert {"type": "string", "nullable": True} == {k: v for k, v in (merged or {}).items() if k}
    merged = both(schema(properties={"a": True, "b": {}}), schema(properties={"a": True}))
    assert {"properties": {"a": True, "b": {}}} == {k: v for k, v in (merged or {}).items() if k}
    merged = both(schema(nullable=True), schema(type="string"))
    assert {"type": "string"} == {k: v for k, v in (merged or {}).items() if k}


@pytest.mark.parametrize(
    ("expected", "arms"),
    [
        (True, [{"type": "string"}, {"type": "object"}, {"type": "null"}]),
        (False, [{"type": "integer"}, {"type": "number"}]),
        (True, [{"enum": ["a"]}, {"const": "b"}]),
        (False, [{"enum": [1]}, {"const": 1.0}]),
        (True, [{"const": True}, {"const": 1}]),
        (False, [{"type": "string"}, {}]),
        (False, [{"type": "string"}, True]),
        (
            True,
            [{"type": "object", "properties": {"kind": {"const": kind}}, "required": ["kind"]} for kind in ("a", "b")],
        ),
        (False, [{"type": "object", "properties": {"kind": {"const": kind}}} for kind in ("a", "b")]),
        (False, [{"const": number} for number in range(65)]),
        (False, [{"enum": "a"}, {"const": "b"}]),
    ],
)
def test_alternatives_exclude_each_other_only_where_that_can_be_seen(expected: bool, arms: list[Json]) -> None:
    assert expected is exclusive(arms)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [(r"^\d+$", "^[0-9]+$"), (r"[\d.]\.\w", r"[0-9.]\.[A-Za-z0-9_]"), (r"\W[\D]", r"[^A-Za-z0-9_][\D]"), (r"\\d\s", r"\\d\s")],
)
def test_classes_of_characters_are_spelled_out(pattern: str, expected: str) -> None:
    assert expected == without_class_escapes(pattern)


def test_a_target_can_be_named_by_date_or_given() -> None:
    target = find("anthropic@2025-03")
    assert export(Toolset((PING,)), "anthropic@2025-03") == export(Toolset((PING,)), target)
    assert "provider" == table(target).kind
    assert issubclass(DuplicateToolError, ValueError)
