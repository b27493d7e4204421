"""Recognizing tools: every form with its places, bad entries beside good ones, and what only looks like tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searches import search

from schemalint.model import Origin, Tool
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.sources.shapes import Recognized, recognize

SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}}}
MCP = {"name": "get_note", "description": "Read.", "inputSchema": SCHEMA}


def tools(found: Recognized) -> list[Tool]:
    return [tool for group in found.groups for tool in group.tools]


def only(value: Json, *, named: bool = True) -> Tool:
    found = recognize(value, named=named)
    assert () == found.problems
    (tool,) = tools(found)
    return tool


def chat(**members: Json) -> dict[str, Json]:
    return {"type": "function", "function": members}


# One row of the table each: the value, the form, the place of the object and of its parameters.
FORMS: list[tuple[str, Json, str, Pointer, Pointer]] = [
    ("mcp", MCP, "mcp", (), ("inputSchema",)),
    ("anthropic", {"name": "get_note", "description": "Read.", "input_schema": SCHEMA}, "anthropic", (), ("input_schema",)),
    (
        "mcp dumped without aliases",
        {"name": "get_note", "description": "Read.", "input_schema": SCHEMA, "output_schema": {}},
        "mcp-snake-case",
        (),
        ("input_schema",),
    ),
    (
        "openai chat",
        chat(name="get_note", description="Read.", parameters=SCHEMA),
        "openai-chat",
        (),
        ("function", "parameters"),
    ),
    (
        "openai responses",
        {"type": "function", "name": "get_note", "description": "Read.", "parameters": SCHEMA},
        "openai-responses",
        (),
        ("parameters",),
    ),
    (
        "bedrock",
        {"toolSpec": {"name": "get_note", "description": "Read.", "inputSchema": {"json": SCHEMA}}},
        "bedrock",
        (),
        ("toolSpec", "inputSchema", "json"),
    ),
    (
        "strands",
        {"name": "get_note", "description": "Read.", "inputSchema": {"json": SCHEMA}},
        "bedrock",
        (),
        ("inputSchema", "json"),
    ),
    (
        "gemini json schema",
        {"name": "get_note", "description": "Read.", "parametersJsonSchema": SCHEMA},
        "gemini",
        (),
        ("parametersJsonSchema",),
    ),
    (
        "gemini in snake case",
        {"name": "get_note", "description": "Read.", "parameters_json_schema": SCHEMA},
        "gemini",
        (),
        ("parameters_json_schema",),
    ),
    (
        "gemini upper case",
        {
            "name": "get_note",
            "description": "Read.",
            "parameters": {"type": "OBJECT", "properties": {"id": {"type": "STRING"}}},
        },
        "gemini",
        (),
        ("parameters",),
    ),
    (
        "gemini group",
        {"functionDeclarations": [{"name": "get_note", "description": "Read.", "parameters": SCHEMA}]},
        "gemini",
        ("functionDeclarations", 0),
        ("functionDeclarations", 0, "parameters"),
    ),
    (
        "gemini group in snake case",
        {"function_declarations": [{"name": "get_note", "description": "Read.", "parameters": SCHEMA}]},
        "gemini",
        ("function_declarations", 0),
        ("function_declarations", 0, "parameters"),
    ),
    (
        "bfcl",
        {"name": "get_note", "description": "Read.", "parameters": {"type": "dict", "properties": {"at": {"type": "tuple"}}}},
        "bfcl",
        (),
        ("parameters",),
    ),
    (
        "bfcl record",
        {"source": "x", "function": {"name": "get_note", "description": "Read.", "parameters": {"type": "dict"}}},
        "bfcl",
        ("function",),
        ("function", "parameters"),
    ),
    ("bare function", {"name": "get_note", "description": "Read.", "parameters": SCHEMA}, "function", (), ("parameters",)),
    (
        "bare function by reference",
        {"name": "get_note", "description": "Read.", "parameters": {"$ref": "#/x"}},
        "function",
        (),
        ("parameters",),
    ),
    (
        "bare function without parameters",
        {"name": "get_note", "description": "Read.", "parameters": {}},
        "function",
        (),
        ("parameters",),
    ),
    (
        "openai agents",
        {"name": "get_note", "description": "Read.", "params_json_schema": SCHEMA},
        "openai-agents",
        (),
        ("params_json_schema",),
    ),
    ("args schema", {"name": "get_note", "description": "Read.", "args_schema": SCHEMA}, "args-schema", (), ("args_schema",)),
    (
        "flat map",
        {"name": "get_note", "description": "Read.", "parameters": {"id": {"type": "str"}}},
        "flat-parameters",
        (),
        ("parameters",),
    ),
    (
        "smolagents",
        {"name": "get_note", "description": "Read.", "inputs": {"id": {"type": "string"}}, "output_type": "string"},
        "smolagents",
        (),
        ("inputs",),
    ),
    (
        "dspy",
        {"name": "get_note", "desc": "Read.", "args": {"id": {"type": "string"}}},
        "dspy",
        (),
        ("args",),
    ),
]


@pytest.mark.parametrize("named", [True, False], ids=["named", "met"])
@pytest.mark.parametrize(("value", "form", "at", "parameters"), [row[1:] for row in FORMS], ids=[row[0] for row in FORMS])
def test_a_tool_alone_is_recognized_in_every_form(
    value: Json, form: str, at: Pointer, parameters: Pointer, named: bool
) -> None:
    tool = only(value, named=named)
    assert (form, "get_note", "Read.") == (tool.origin.framework, tool.name, tool.description)
    assert (at, parameters) == (tool.places[()], tool.places["parameters",])
    assert "get_note" == value_at(value, tool.places["name",])
    assert "Read." == value_at(value, tool.places["description",])


@pytest.mark.parametrize(("value", "form"), [(row[1], row[2]) for row in FORMS], ids=[row[0] for row in FORMS])
def test_the_same_tool_in_a_list_stands_at_its_index(value: Json, form: str) -> None:
    if "source" in value:
        value = {"function": value["function"]}
    for where, document in ((("tools",), {"tools": [{"type": "web_search"}, value]}), ((), [{"type": "web_search"}, value])):
        tool = only(document)
        assert form == tool.origin.framework
        assert (*where, 1) == tool.places[()][: len(where) + 1]
        assert "get_note" == value_at(document, tool.places["name",])


@pytest.mark.parametrize("value", [row[1] for row in FORMS if row[2] not in ("flat-parameters", "smolagents", "dspy")])
def test_the_parameters_are_the_very_value_of_the_document(value: Json) -> None:
    tool = only(value)
    assert tool.parameters is value_at(value, tool.places["parameters",])
    assert "exact" == tool.origin.fidelity


# ----------------------------------------------------------------------------------------------------------------- members


def test_every_member_of_an_mcp_tool_has_its_place() -> None:
    value = {
        **MCP,
        "title": "Get",
        "annotations": {"readOnlyHint": True},
        "outputSchema": {"type": "object"},
        "_meta": {"a": 1},
        "icons": [],
    }
    tool = only([value])
    assert ("Get", {"readOnlyHint": True}, {"type": "object"}) == (tool.title, tool.annotations, tool.output_schema)
    assert {"_meta": {"a": 1}, "icons": []} == tool.extra
    assert {
        (): (0,),
        ("name",): (0, "name"),
        ("description",): (0, "description"),
        ("parameters",): (0, "inputSchema"),
        ("title",): (0, "title"),
        ("annotations",): (0, "annotations"),
        ("output_schema",): (0, "outputSchema"),
        ("extra", "_meta"): (0, "_meta"),
        ("extra", "icons"): (0, "icons"),
    } == tool.places


def test_strict_and_cache_control_are_extra_and_the_wire_structure_is_not() -> None:
    value = {**chat(name="get_note", parameters=SCHEMA, strict=True), "cache_control": {"type": "ephemeral"}}
    tool = only([value])
    assert {"strict": True, "cache_control": {"type": "ephemeral"}} == tool.extra
    assert (0, "function", "strict") == tool.places["extra", "strict"]
    assert (0, "cache_control") == tool.places["extra", "cache_control"]


def test_a_type_that_says_more_than_function_is_extra() -> None:
    assert {"type": "grammar"} == only([{"name": "get_note", "description": "Read.", "type": "grammar"}]).extra
    assert {} == only([{"name": "get_note", "description": "Read.", "type": "custom"}]).extra


def test_a_second_schema_is_extra() -> None:
    tool = only([{**MCP, "parameters": {"type": "string"}}])
    assert (SCHEMA, {"parameters": {"type": "string"}}) == (tool.parameters, dict(tool.extra))


@pytest.mark.parametrize("form", ["bfcl", "gemini"])
def test_a_response_schema_is_the_output_only_where_the_form_has_one(form: str) -> None:
    declared = {"type": {"bfcl": "dict", "gemini": "OBJECT"}[form]}
    tool = only(
        {"name": "get_note", "description": "Read.", "parameters": declared | {"properties": {}}, "response": {"type": "x"}}
    )
    assert ({"type": "x"}, ("response",)) == (tool.output_schema, tool.places["output_schema",])
    assert {"response": 1} == only({**MCP, "response": 1}).extra


@pytest.mark.parametrize("wrong", [None, 5, "text", [], True])
@pytest.mark.parametrize("key", ["description", "parameters", "inputSchema", "input_schema"])
def test_in_a_list_a_member_of_the_wrong_kind_is_kept_for_the_rules(key: str, wrong: Json) -> None:
    tool = only([{"name": "get_note", key: wrong}])
    member = "description" if key == "description" else "parameters"
    assert wrong == getattr(tool, member)
    assert tool.has(member)


def test_absent_members_stay_absent() -> None:
    tool = only([{"name": "get_note", "description": "Read."}])
    assert ["name", "description"] == list(tool.members())
    assert "name-and-description" == tool.origin.framework


def test_a_function_whose_name_stands_outside_of_it_is_still_a_tool() -> None:
    tool = only([{"name": "get_note", "function": {"description": "Read.", "parameters": SCHEMA}}])
    assert ("get_note", (0, "name"), (0, "function", "description")) == (
        tool.name,
        tool.places["name",],
        tool.places["description",],
    )
    assert {} == tool.extra


def test_a_flat_map_is_wrapped_and_its_properties_stand_where_the_map_stands() -> None:
    value = [
        {"name": "get_note", "description": "Read.", "parameters": {"type": {"type": "str"}, "id": {"type": "str, optional"}}}
    ]
    tool = only(value)
    assert {"type": "object", "properties": value[0]["parameters"]} == tool.parameters
    assert (0, "parameters", "id", "type") == tool.document(("parameters", "properties", "id", "type"))
    assert (0, "parameters") == tool.document(("parameters", "type"))
    assert "derived" == tool.origin.fidelity


def test_inputs_of_smolagents_are_required_unless_nullable() -> None:
    inputs = {"id": {"type": "string"}, "note": {"type": "string", "nullable": True}}
    tool = only({"name": "get_note", "description": "Read.", "inputs": inputs, "output_type": "string"})
    assert {"type": "object", "properties": inputs, "required": ["id"]} == tool.parameters
    assert ({"output_type": "string"}, ("inputs", "id")) == (
        dict(tool.extra),
        tool.document(("parameters", "properties", "id")),
    )


@pytest.mark.parametrize("key", ["properties", "$ref", "$defs", "items"])
def test_an_object_with_schema_keywords_is_no_flat_map(key: str) -> None:
    assert {key: {"a": {}}} == only([{"name": "get_note", "parameters": {key: {"a": {}}}}]).parameters


# ------------------------------------------------------------------------------------------------------------- where they are


@pytest.mark.parametrize(
    "steps",
    [
        ("tools",),
        ("toolConfig", "tools"),
        ("functions",),
        ("function",),
        ("result", "tools"),
        ("request", "tools"),
        ("body", "toolConfig", "tools"),
        ("params", "functions"),
        ("config", "tools"),
    ],
)
def test_a_list_is_found_inside_wrappers(steps: tuple[str, ...]) -> None:
    value: Json = [MCP]
    for step in reversed(steps):
        value = {step: value, "other": 1}
    assert (*steps, 0) == only(value, named=False).places[()]


def test_an_answer_and_a_capture_say_which_server_they_are_of() -> None:
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP], "serverInfo": {"name": "notes"}}}
    capture = {"serverInfo": {"name": "notes", "version": "1"}, "result": {"tools": [MCP]}}
    for value in (answer, capture, {"server": "notes", "tools": [MCP]}):
        (group,) = recognize(value, named=True).groups
        assert "notes" == group.server
    assert None is recognize({"tools": [MCP]}, named=True).groups[0].server


def test_a_registry_dump_gives_one_group_for_each_server() -> None:
    value = [{"server": "notes", "tools": [MCP]}, {"name": "mail", "tools": [{"name": "send_mail", "description": "Send."}]}]
    found = recognize(value, named=False)
    assert "grouped list: mcp, name-and-description" == found.shape
    assert [("notes", "notes", "notes"), (None, "mail", "mail")] == [
        (group.server, group.label, group.tools[0].origin.group) for group in found.groups
    ]
    assert (1, "tools", 0) == found.groups[1].tools[0].places[()]


def test_groups_without_tools_are_nothing_to_complain_of_and_bad_entries_in_groups_are() -> None:
    found = recognize([{"server": "notes", "tools": [MCP, 5]}, {"server": "mail", "tools": []}], named=True)
    assert 1 == len(found.groups)
    assert [(0, "tools", 1)] == [problem.at for problem in found.problems]


def test_a_list_in_a_string_ends_every_place_at_the_string() -> None:
    text = json.dumps([{"name": "get_note", "description": "Read.", "parameters": {"id": {"type": "str"}}, "strict": True}])
    tool = only({"query": "?", "tools": text}, named=False)
    for at in ((), ("name",), ("parameters", "properties", "id", "type"), ("extra", "strict")):
        assert ("tools",) == tool.document(at)
    assert ["name", "description", "parameters", "extra"] == list(tool.members())


def test_a_list_in_a_string_that_cannot_be_read_is_a_problem_at_the_string() -> None:
    for text in (
        '[{"name": ',
        '[{"name": "get_note", "description": "a", "description": "b"}]',
        '[{"name": "get_note", "inputSchema": {}}, 5]',
    ):
        found = recognize({"tools": text}, named=True)
        assert [("tools",)] == [problem.at for problem in found.problems]
    assert "" == recognize({"tools": "[1, 2]"}, named=True).shape
    assert "" == recognize({"tools": '[{"name": '}, named=False).shape


@pytest.mark.parametrize("around", [(), ("tools",)])
def test_a_name_map_takes_its_keys_as_names(around: tuple[str, ...]) -> None:
    mapped = {"get_note": {"description": "Read.", "parameters": SCHEMA}, "list_notes": {"inputSchema": {}}}
    value = {"tools": mapped} if around else mapped
    found = recognize(value, named=False)
    assert ["get_note", "list_notes"] == [tool.name for tool in tools(found)]
    tool = tools(found)[0]
    assert ((*around, "get_note"), (*around, "get_note")) == (tool.places[()], tool.places["name",])
    assert (*around, "get_note", "parameters") == tool.places["parameters",]


def test_a_name_map_entry_with_its_own_name_keeps_it() -> None:
    tool = only({"a": {"name": "get_note", "description": "Read.", "parameters": SCHEMA}})
    assert ("get_note", ("a", "name")) == (tool.name, tool.places["name",])


def test_gemini_tools_may_stand_beside_built_ins() -> None:
    value = {
        "tools": [
            {"functionDeclarations": [{"name": "get_note"}, {"description": "Read."}, 5], "googleSearch": {}},
            {"codeExecution": {}},
        ]
    }
    found = recognize(value, named=False)
    assert ["get_note"] == [tool.name for tool in tools(found)]
    assert [("tools", 0, "functionDeclarations", 1), ("tools", 0, "functionDeclarations", 2)] == [p.at for p in found.problems]
    assert ["googleSearch", "codeExecution"] == [note.split("`")[1] for note in found.skipped]


def test_a_declaration_whose_name_is_no_string_is_a_problem() -> None:
    found = recognize([{"functionDeclarations": [{"name": 5, "parameters": {}}]}], named=True)
    assert ([(0, "functionDeclarations", 0, "name")], ()) == ([problem.at for problem in found.problems], found.groups)


def test_an_entry_that_only_names_its_tools_is_no_group() -> None:
    tool = only([{"name": "agent", "description": "Writes.", "tools": ["get_note"]}])
    assert ("agent", {"tools": ["get_note"]}) == (tool.name, dict(tool.extra))


def test_a_bare_schema_is_a_tool_only_when_it_was_named() -> None:
    value = {"title": "GetNote", "description": "Read.", **SCHEMA}
    assert () == recognize(value, named=False).groups
    found = recognize(value, named=True, stem="file")
    (tool,) = tools(found)
    assert ("GetNote", "Read.", value) == (tool.name, tool.description, tool.parameters)
    assert (("title",), (), ("description",)) == tuple(tool.places[at,] for at in ("name", "parameters", "description"))
    assert "bare JSON Schema" in found.skipped[0]
    (tool,) = tools(recognize({"$schema": "https://json-schema.org/draft/2020-12/schema"}, named=True, stem="file"))
    assert ("file", (), False) == (tool.name, tool.places["name",], tool.has("description"))


def test_places_and_origins_take_what_the_caller_says() -> None:
    found = recognize([MCP], named=True, at=("TOOLS",), origin=Origin(source="a.py", document=2))
    assert ("TOOLS", 0) == tools(found)[0].places[()]
    assert Origin("a.py", 2, None, "mcp", "exact") == tools(found)[0].origin


# ---------------------------------------------------------------------------------------------------------------- bad entries

BAD_ENTRIES: list[tuple[str, Json, Pointer, str]] = [
    ("a string", "get_note", (1,), "not a tool: expected an object with `name`, found a string"),
    ("null", None, (1,), "not a tool: expected an object with `name`, found null"),
    ("a list", [], (1,), "not a tool: expected an object with `name`, found a list"),
    ("a number", 1.5, (1,), "not a tool: expected an object with `name`, found a number"),
    ("no name", {"description": "Read.", "inputSchema": {}}, (1,), "this entry has no `name`: a tool needs a string `name`"),
    ("a wrong name", {"name": True, "inputSchema": {}}, (1, "name"), "the name of a tool must be a string, not a boolean"),
    ("no inner name", chat(parameters={}), (1, "function"), "`function` has no `name`: a tool needs a string `name`"),
    ("a wrong inner name", chat(name=None), (1, "function", "name"), "the name of a tool must be a string, not null"),
    ("no spec name", {"toolSpec": {}}, (1, "toolSpec"), "`toolSpec` has no `name`: a tool needs a string `name`"),
    (
        "a name alone",
        {"name": "get_note", "id": 3},
        (1,),
        "not a tool: expected `description`, `parameters`, `inputSchema` or `input_schema` beside `name`",
    ),
]


@pytest.mark.parametrize(("entry", "at", "reason"), [row[1:] for row in BAD_ENTRIES], ids=[row[0] for row in BAD_ENTRIES])
def test_a_bad_entry_is_named_and_does_not_hide_its_siblings(entry: Json, at: Pointer, reason: str) -> None:
    found = recognize([MCP, entry, {**MCP, "name": "list_notes"}], named=False)
    assert [(at, reason)] == [(problem.at, problem.reason) for problem in found.problems]
    assert ["get_note", "list_notes"] == [tool.name for tool in tools(found)]


def test_an_entry_that_means_to_be_a_tool_is_named_even_alone() -> None:
    found = recognize({"tools": [chat(description="Read.")]}, named=True)
    assert [("tools", 0, "function")] == [problem.at for problem in found.problems]


@pytest.mark.parametrize(
    "kind",
    "web_search web_search_preview_2025_03_11 bash_20250124 text_editor_20250728 code_interpreter file_search mcp".split(),
)
def test_a_provider_s_own_tool_is_passed_over_with_a_note(kind: str) -> None:
    found = recognize([MCP, {"type": kind, "name": "x"}], named=False)
    assert ((f"passed over `{kind}`, a tool that the provider defines",), 1) == (found.skipped, len(tools(found)))


def test_only_built_ins_are_nothing_to_check() -> None:
    found = recognize([{"type": "bash_20250124", "name": "bash"}], named=True)
    assert ((), True) == (found.groups, "holds no tools that can be checked" in str(found.explanation))


def test_a_tool_of_a_built_in_type_with_parameters_is_a_tool() -> None:
    assert "memory" == only([{"type": "memory", "name": "memory", "inputSchema": SCHEMA}]).name


# ------------------------------------------------------------------------------------------------------------- what is no tool

NOT_TOOLS: list[tuple[str, Json]] = [
    ("package.json", {"name": "notes", "version": "1.0.0", "type": "module", "description": "Notes.", "config": {"port": 1}}),
    ("tsconfig.json", {"$schema": "https://json.schemastore.org/tsconfig", "compilerOptions": {"strict": True}}),
    ("response format", {"type": "json_schema", "json_schema": {"name": "note", "schema": SCHEMA, "strict": True}}),
    ("inner response format", {"name": "note", "schema": SCHEMA, "strict": True, "description": "Note."}),
    ("openapi", {"openapi": "3.1.0", "servers": [{"url": "/"}], "paths": {}}),
    ("swagger", {"swagger": "2.0", "paths": {}, "parameters": {"a": {"in": "query", "type": "string"}}}),
    ("client configuration", {"mcpServers": {"notes": {"command": "x"}}}),
    ("zed settings", {"context_servers": {"notes": {"command": "x"}}}),
    ("vs code configuration", {"servers": {"notes": {"type": "stdio", "command": "x"}}, "inputs": []}),
    ("json-rpc error", {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no"}}),
    ("json-rpc request", {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"tools": "x"}}),
    ("json-rpc call result", {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}),
    ("a contract's abi", [{"type": "function", "name": "transfer", "inputs": [], "outputs": [], "stateMutability": "view"}]),
    ("a list of names", {"tools": ["get_note", "list_notes"]}),
    ("records with names", [{"name": "Ann", "age": 3}, {"name": "Bob", "age": 4}]),
    (
        "an arm template",
        {"$schema": "https://x/deploymentTemplate.json#", "parameters": {"vm": {"type": "string"}}, "resources": []},
    ),
    (
        "a discovery document",
        {"name": "dns", "description": "DNS.", "parameters": {"alt": {"type": "string", "location": "query"}}, "resources": {}},
    ),
    ("schemas by name", {"Note": SCHEMA, "User": SCHEMA}),
    ("scalars", 5),
    ("null", None),
    ("a text", "get_note"),
    ("an empty object", {}),
    ("an empty list", []),
    ("numbers", [1, 2, 3]),
]


@pytest.mark.parametrize("named", [True, False], ids=["named", "met"])
@pytest.mark.parametrize("value", [row[1] for row in NOT_TOOLS], ids=[row[0] for row in NOT_TOOLS])
def test_what_is_no_tool_is_explained(value: Json, named: bool) -> None:
    found = recognize(value, named=named)
    assert ((), ()) == (found.groups, found.problems)
    assert found.explanation


MET_ONLY: list[tuple[str, Json]] = [
    ("a json schema", {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Note", **SCHEMA}),
    ("a schema without a dialect", SCHEMA),
    ("a list of described things", [{"name": "red", "description": "A color."}]),
    ("functions that are described", {"functions": [{"name": "sin", "description": "Sine."}]}),
    ("a lone described thing", {"name": "red", "description": "A color.", "tools": []}),
    ("a name map without texts", {"build": {"parameters": SCHEMA}}),
]


@pytest.mark.parametrize("value", [row[1] for row in MET_ONLY], ids=[row[0] for row in MET_ONLY])
def test_what_may_be_no_tool_is_passed_over_when_it_was_only_met(value: Json) -> None:
    assert () == recognize(value, named=False).groups


def test_a_tools_list_of_a_manifest_counts_without_schemas() -> None:
    assert "get_note" == only({"name": "x", "tools": [{"name": "get_note", "description": "Read."}]}, named=False).name
    assert () == recognize({"tools": [{"name": "get_note", "description": "Read."}, {"name": "x"}]}, named=False).groups


def explained(value: Json) -> str:
    return str(recognize(value, named=True).explanation)


def test_a_client_configuration_names_its_servers_and_no_secrets() -> None:
    servers: dict[str, Any] = {
        "notes": {"command": "npx -y notes", "args": ["--key", "SECRET"], "env": {"K": "SECRET"}},
        "mail": {"url": "https://user:SECRET@mail.example/SECRET?key=SECRET"},
        "odd": 5,
        "bare": {"type": "http"},
        "off": {"command": "x", "disabled": True},
        "off too": {"command": "x", "enabled": False},
    }
    text = explained({"mcpServers": servers})
    assert (
        "is a client configuration of `notes` (npx), `mail` (https://mail.example), `odd`, `bare` and holds no tool definitions"
        in text
    )
    assert "SECRET" not in text
    assert "--connect" in text
    assert "and 3 more" in explained({"mcpServers": {f"s{i}": {} for i in range(9)}})
    assert "is a client configuration and holds no tool definitions" == explained({"mcpServers": {}})


def test_explanations_say_what_was_found_and_what_was_expected() -> None:
    assert "code -32601, no" in explained(dict(NOT_TOOLS)["json-rpc error"])
    assert "request (`tools/list`)" in explained(dict(NOT_TOOLS)["json-rpc request"])
    assert "without a list at `result.tools`" in explained(dict(NOT_TOOLS)["json-rpc call result"])
    assert "OpenAPI" in explained(dict(NOT_TOOLS)["openapi"])
    assert "response format" in explained(dict(NOT_TOOLS)["response format"])
    assert "found an object with `a`, `b`; expected a list of tools" in explained({"a": 1, "b": 2})
    assert "`f`, ...;" in explained(dict.fromkeys("abcdefg", 1))
    assert "found a list that begins with an object with `name`, `age`" in explained(dict(NOT_TOOLS)["records with names"])
    assert "found a list that begins with an object with no keys" in explained([{}])
    assert "holds an empty list of tools" == explained({"tools": []})
    assert "found an empty object" in explained({})


KEYS = st.sampled_from(
    "name description parameters inputSchema input_schema function type toolSpec tools functions functionDeclarations json"
    " inputs output_type args desc result jsonrpc server serverInfo mcpServers servers command url properties $ref $schema"
    " title a b".split()
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["function", "object", "OBJECT", "dict", "2.0", "x", "[]", "[{", ""])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=25
)


@search(400)
@given(value=VALUES, named=st.booleans())
def test_any_value_is_answered_and_every_place_exists(value: Json, named: bool) -> None:
    found = recognize(value, named=named)
    missing = object()
    for tool in tools(found):
        assert isinstance(tool.name, str)
        for at, where in tool.places.items():
            assert value_at(value, where, missing) is not missing, (at, where)
    for problem in found.problems:
        assert value_at(value, problem.at, missing) is not missing
    assert found.groups or found.problems or found.explanation


# -------------------------------------------------------------------------------------------------------- real definitions


def test_every_captured_server_is_recognized_whole(corpus: Path, captures: dict[str, list[Any]]) -> None:
    count = 0
    for path in sorted((corpus / "mcp").glob("*.json")):
        value = json.loads(path.read_text(encoding="utf-8"))
        for named in (True, False):
            found = recognize(value, named=named)
            assert ((), (), 1) == (found.problems, found.skipped, len(found.groups)), path.name
        for tool in found.groups[0].tools:
            for at, where in tool.places.items():
                assert value_at(tool.members(), at) in (value_at(value, where), tool.members()), (path.name, tool.name, at)
        count += len(found.groups[0].tools)
    assert sum(map(len, captures.values())) == count > 40


ALL_REFUSED = {"schema-from-function-libs"}
"""The one sample in which no library built a tool: it holds recorded errors alone."""


def test_every_framework_s_output_is_recognized(shared: Path) -> None:
    paths = sorted((shared / "samples" / "frameworks").glob("*.json"))
    assert 29 == len(paths)
    for path in paths:
        entries = json.loads(path.read_text(encoding="utf-8"))["tools"]
        # The recorder wrapped what has no tool object of its own (`schema`), or lists several views of one tool.
        emitted = [entry.get("schema", entry) for entry in entries if "error" not in entry]
        found = [recognize(entry, named=True, stem="x") for entry in ([one] for one in emitted)]
        bare = [recognize(one, named=True, stem="x") for one in emitted]
        read = [a if a.groups else b for a, b in zip(found, bare, strict=True)]
        assert (path.stem in ALL_REFUSED) == (not emitted), path.stem
        assert [] == [one.explanation for one in read if not one.groups], path.stem
