"""Which framework wrote a definition, and what a finding says of it: on definitions of our own, and on what frameworks made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from schemalint import frameworks
from schemalint.frameworks.common.hints import framework, hint, hints
from schemalint.frameworks.common.record import Habit
from schemalint.frameworks.common.signs import is_titled, pydantic_title, signature
from schemalint.linting.rule import builtin, load
from schemalint.linting.run import lint
from schemalint.model import Json, Node, Origin, Tool, Toolset
from schemalint.sources import shapes

RULES = list(load(builtin()).values())
ORIGINS = {start: one.title for one in frameworks.known() for start in ((one.name,) if one.origins is None else one.origins)}
HINTS = hints()


def read(*values: Json, origin: str | None = None) -> Tool:
    """The one tool of a list, as a file would give it; `origin` as an import would name its framework."""
    recognized = shapes.recognize(list(values), named=True)
    (tool,) = recognized.groups[0].tools
    return tool if origin is None else replace(tool, origin=replace(tool.origin, framework=origin))


def wrote(tool: Tool) -> str | None:
    """What the users of the framework that wrote a tool call it."""
    found = framework(tool)
    return None if found is None else found.title


def schema(title: str | None = None, **properties: Json) -> dict[str, Json]:
    return {"type": "object", "properties": properties, **({"title": title} if title is not None else {})}


TITLED: Final[dict[str, Json]] = {"type": "string", "title": "Note Id"}
RAW: Final = "Read one note.\n\n    Args:\n        note_id: Id of the note.\n    "

BY_SHAPE: dict[str, Tool] = {
    "the MCP Python SDK": read(
        {"name": "read_note", "description": RAW, "inputSchema": schema("read_noteArguments", note_id=TITLED)}
    ),
    "LangChain": read(
        {
            "name": "read_note",
            "description": RAW.strip(),
            "parameters": {**schema("read_note", note_id=TITLED), "description": RAW},
        }
    ),
    "LlamaIndex": read(
        {
            "name": "read_note",
            "description": f"read_note(note_id: str) -> str\n{RAW}",
            "parameters": schema("read_note", note_id=TITLED),
        }
    ),
    "Google ADK": read({"name": "read_note", "parametersJsonSchema": schema("read_noteParams", note_id=TITLED)}),
    "the OpenAI Agents SDK": read({"name": "read_note", "params_json_schema": schema("read_note_args", note_id=TITLED)}),
    "Microsoft Agent Framework": read(
        {"type": "function", "function": {"name": "read_note", "parameters": schema("read_note_input", note_id=TITLED)}}
    ),
    "Strands": read({"name": "read_note", "description": "x", "inputSchema": {"json": schema(day={"type": "string"})}}),
    "Ollama": read(
        {
            "type": "function",
            "function": {
                "name": "read_note",
                "parameters": {**schema(note={"type": "string", "description": "Id."}), "defs": {}, "required": ["note"]},
            },
        }
    ),
    "AutoGen": read(
        {
            "name": "read_note",
            "strict": False,
            "parameters": {**schema(note_id={**TITLED, "description": "note_id"}), "additionalProperties": False},
        }
    ),
    "smolagents": read({"name": "read_note", "inputs": {"day": {"type": "object"}}, "output_type": "string"}),
    "DSPy": read({"name": "read_note", "desc": RAW, "args": {"note_id": TITLED}}),
}


@pytest.mark.parametrize(("name", "tool"), BY_SHAPE.items(), ids=list(BY_SHAPE))
def test_a_shape_that_nothing_else_has_names_its_framework(name: str, tool: Tool) -> None:
    assert name == wrote(tool)


@pytest.mark.parametrize(("start", "name"), ORIGINS.items(), ids=list(ORIGINS))
def test_an_origin_that_is_known_names_the_framework_whatever_the_shape(start: str, name: str) -> None:
    for origin in (start, f"{start}-core", start.replace("-", "_")):
        assert name == wrote(replace(BY_SHAPE["LangChain"], origin=Origin(framework=origin)))


@pytest.mark.parametrize("origin", [None, "mcp", "anthropic", "openai-chat", "gemini", "bedrock", "function", "bare-schema"])
def test_a_wire_form_names_no_framework(origin: str | None) -> None:
    tool = Tool("read_note", "Read one note.", schema(note_id={"type": "string"}), origin=Origin(framework=origin))
    assert wrote(tool) is None


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"name": "find", "inputSchema": schema("searchArguments", q={"type": "string"})}, id="a title by hand"),
        pytest.param({"name": "find", "inputSchema": schema("SearchArguments", q=TITLED)}, id="the name of a class"),
        pytest.param({"name": "find", "inputSchema": schema("search_args", q=TITLED)}, id="the title of another tool"),
        pytest.param({"name": "Find", "description": "x", "parameters": {**schema("Find"), "description": "x"}}, id="a model"),
        pytest.param(
            {"name": "find", "description": "x", "parameters": {**schema("find"), "description": "y"}}, id="other words"
        ),
        pytest.param({"toolSpec": {"name": "find", "inputSchema": {"json": schema()}}}, id="Bedrock itself"),
        pytest.param({"name": "find", "parameters": {**schema(q={"$ref": "#/defs/Q"}), "defs": {}}}, id="defs that are used"),
        pytest.param({"name": "find", "parameters": {**schema(), "defs": []}}, id="defs that are none"),
        pytest.param(
            {"name": "find", "strict": True, "parameters": {**schema(q=TITLED), "additionalProperties": False}}, id="strict"
        ),
        pytest.param({"name": "find", "description": "find(a)\nFinds.", "parameters": schema()}, id="no signature"),
        pytest.param({"name": "find", "parameters": None}, id="no parameters"),
        pytest.param({"name": "find", "parameters": {"type": "object", "title": "Arguments"}}, id="a title that is the word"),
    ],
)
def test_a_shape_that_others_write_too_names_none(value: Json) -> None:
    assert wrote(read(value)) is None


# ---------------------------------------------------------------------------------------------------------------- signatures


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a: int)\nAdds.", "f(a: int)"),
        ("f(a=1)\nAdds.", "f(a=1)"),
        ("f() -> int\nAdds.", "f() -> int"),
        ("f(a, b) -> dict[str, list[int]] | None\nAdds.", "f(a, b) -> dict[str, list[int]] | None"),
        ("f(a) -> 'Node':\nAdds.", "f(a) -> 'Node':"),
        ("f(a: tuple[int, ...] = (1, 2)) -> a.b.C - Adds.", "f(a: tuple[int, ...] = (1, 2)) -> a.b.C"),
        ("f(a: int) - Adds.", "f(a: int)"),
        ("f(a: int) -> str", "f(a: int) -> str"),
        ("f(a) - Adds.", None),
        ("f(a)\nAdds.", None),
        ("f(a: int)", None),
        ("f(a: int) adds", None),
        ("f(a) -> adds two numbers", None),
        ("f(a: int", None),
        ("f (a: int)\nAdds.", None),
        ("See f(a: int) -> int\n", None),
        ("", None),
    ],
)
def test_a_signature_at_the_beginning_is_told_from_prose(text: str, expected: str | None) -> None:
    assert expected == signature(text, "f")


def test_a_tool_without_a_name_has_no_signature_and_brackets_cost_no_more_than_their_number() -> None:
    assert signature("(a: int) -> int\n", "") is None
    assert signature("f(" + "[" * 200_000, "f") is None


# --------------------------------------------------------------------------------------------------------------------- hints

PYDANTIC_TOOL = Tool("read_note", "Read.", schema(note_id={**TITLED, "default": None}))
STRICT_TOOL = Tool("read_note", "Read.", schema(note_id={"type": "string"}), extra={"strict": True})
OLD_LANGCHAIN = Tool("read_note", "read_note(note_id: str) -> str - Read one note.", schema(note_id=TITLED))


def known(name: str) -> Tool:
    """A tool of our own that a framework would write."""
    if name in BY_SHAPE:
        return BY_SHAPE[name]
    if name in ("Pydantic", "strict"):
        return PYDANTIC_TOOL if name == "Pydantic" else STRICT_TOOL
    origin = next(start for start, own in ORIGINS.items() if own == name)
    return replace(PYDANTIC_TOOL, origin=Origin(framework=origin))


@pytest.mark.parametrize(("habit", "name"), HINTS, ids=[f"{habit}, {name}" for habit, name in HINTS])
def test_every_hint_is_given_for_a_tool_of_that_framework(habit: Habit, name: str) -> None:
    assert habit in get_args(Habit)
    assert f"; {HINTS[habit, name]}" == hint(habit, known(name))
    assert name.removeprefix("the ").split()[0] in HINTS[habit, name]
    assert len(HINTS[habit, name]) <= 90
    assert not HINTS[habit, name].endswith(".")


def test_every_habit_has_a_hint() -> None:
    assert set(get_args(Habit)) == {habit for habit, _ in HINTS}


def test_of_two_causes_the_framework_s_own_comes_first() -> None:
    strands = replace(PYDANTIC_TOOL, origin=Origin(framework="strands"))
    assert "Strands loses" in hint("null default", strands)
    assert "Pydantic writes" in hint("null default", replace(strands, origin=Origin(framework="crewai")))
    titled = replace(STRICT_TOOL, parameters=PYDANTIC_TOOL.parameters)
    assert "the strict form" in hint("required default", titled)


def test_where_no_cause_is_certain_nothing_is_said() -> None:
    plain = Tool("read_note", RAW, schema(note_id={"type": "string", "default": None}))
    assert [""] * len(get_args(Habit)) == [hint(habit, plain) for habit in get_args(Habit)]


def node(tool: Tool, name: str) -> Node:
    return next(one for one in tool.nodes() if one.name == name)


def test_a_title_is_pydantic_s_only_as_pydantic_makes_it() -> None:
    assert ["Repo Name", "A", "Userid", "X"] == [pydantic_title(name) for name in ("repo_name", "a", "userId", "_x")]
    mixed = Tool("t", "x", schema(repo_name={"title": "Repo Name"}, other={"title": "other"}, none={}))
    assert [True, False, False] == [is_titled(node(mixed, name)) for name in ("repo_name", "other", "none")]
    assert is_titled(mixed)
    assert not is_titled(Tool("t", "x", schema(other={"title": "The other"})))


# ------------------------------------------------------------------------------------------------------- in what rules find


def said(tool: Tool) -> dict[str, set[str]]:
    """Which hints the findings on a tool end with: rule -> names."""
    found: dict[str, set[str]] = {}
    for one in lint(Toolset((tool,)), RULES):
        for (_, name), text in HINTS.items():
            if one.message.endswith(text):
                found.setdefault(one.rule, set()).add(name)
        if "as Pydantic writes them" in one.message:
            found.setdefault(one.rule, set()).add("Pydantic")
    return found


OWN: list[tuple[str, str, Tool]] = [
    ("docstring-arguments-block", "LangChain", BY_SHAPE["LangChain"]),
    ("docstring-arguments-block", "the MCP Python SDK", BY_SHAPE["the MCP Python SDK"]),
    ("description-whitespace", "the MCP Python SDK", BY_SHAPE["the MCP Python SDK"]),
    ("generated-title", "Pydantic", BY_SHAPE["Google ADK"]),
    ("param-description-missing", "Google ADK", BY_SHAPE["Google ADK"]),
    ("python-repr-in-description", "LlamaIndex", BY_SHAPE["LlamaIndex"]),
    ("python-repr-in-description", "LangChain", OLD_LANGCHAIN),
    ("null-default-non-nullable", "Pydantic", PYDANTIC_TOOL),
    (
        "null-default-non-nullable",
        "Strands",
        read({"name": "a_b", "description": "x", "inputSchema": {"json": schema(day={"type": "string", "default": None})}}),
    ),
    ("typed-hole", "smolagents", BY_SHAPE["smolagents"]),
    (
        "typed-hole",
        "Semantic Kernel",
        read({"name": "shop-buy", "parameters": schema(mode={"type": "object"})}, origin="semantic-kernel"),
    ),
    (
        "typed-hole",
        "agno",
        read(
            {"name": "buy", "parameters": schema(due={"type": "object", "properties": {}, "additionalProperties": False})},
            origin="agno",
        ),
    ),
    (
        "required-with-default",
        "the OpenAI Agents SDK",
        read(
            {
                "name": "buy",
                "params_json_schema": {**schema("buy_args", n={"type": "integer", "default": 1}), "required": ["n"]},
            }
        ),
    ),
    (
        "required-with-default",
        "Pydantic",
        Tool("buy", "x", {**schema(how_many={"title": "How Many", "default": 1}), "required": ["how_many"]}),
    ),
    ("required-with-default", "strict", replace(STRICT_TOOL, parameters={**schema(n={"default": 1}), "required": ["n"]})),
    ("param-description-restates-name", "AutoGen", BY_SHAPE["AutoGen"]),
    ("keyword-typo", "Ollama", BY_SHAPE["Ollama"]),
    (
        "array-without-items",
        "Ollama",
        read({"name": "buy", "parameters": {**schema(lines={"type": "array"}), "defs": {}}}),
    ),
    (
        "too-many-required",
        "Ollama",
        read(
            {
                "name": "buy",
                "parameters": {
                    **schema(None, **{n: {"type": "string"} for n in (*"abcde", "limit")}),
                    "defs": {},
                    "required": [*"abcde", "limit"],
                },
            }
        ),
    ),
]


@pytest.mark.parametrize(("rule", "name", "tool"), OWN, ids=[f"{rule}, {name}" for rule, name, _ in OWN])
def test_a_finding_names_the_cause(rule: str, name: str, tool: Tool) -> None:
    assert name in said(tool).get(rule, set())


# ---------------------------------------------------------------------------------------------------- what frameworks made

SCHEMAS: Final = ("schema_from_args_schema", "schema_from_tool_call_schema", "get_parameters_dict")


def made(path: Path) -> Iterator[Tool]:
    """The tools of one recorded framework, each as that framework would send it."""
    recorded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for entry in recorded["tools"]:
        entry = entry.get("schema", entry)
        key = next((key for key in SCHEMAS if key in entry), None)
        if key is not None:
            entry = {"name": entry["name"], "description": entry["description"], "parameters": entry[key]}
        if "error" not in entry:
            for group in shapes.recognize([entry], named=True).groups:
                yield from group.tools


WHITE, BLOCK, BARE, TITLE = (
    "description-whitespace",
    "docstring-arguments-block",
    "param-description-missing",
    "generated-title",
)
# What the findings say by the shape alone, and what they say in addition where the origin is known.
MADE: dict[str, tuple[set[tuple[str, str]], set[tuple[str, str]]]] = {
    "agent-framework": (
        {(WHITE, "Microsoft Agent Framework"), (BLOCK, "Microsoft Agent Framework"), (TITLE, "Pydantic")},
        set(),
    ),
    "agno": (set(), {(BARE, "agno"), ("typed-hole", "agno")}),
    "anthropic-beta-tool": ({(TITLE, "Pydantic")}, set()),
    "autogen-core": ({(TITLE, "Pydantic"), (BARE, "AutoGen"), ("param-description-restates-name", "AutoGen")}, set()),
    "claude-agent-sdk": (set(), set()),
    "crewai": ({(TITLE, "Pydantic")}, {(WHITE, "CrewAI"), (BLOCK, "CrewAI")}),
    "dspy": ({(WHITE, "DSPy"), (BLOCK, "DSPy"), (TITLE, "Pydantic"), (BARE, "DSPy")}, set()),
    "fastmcp-v2": (set(), {(BLOCK, "FastMCP")}),
    "fastmcp-v3": (set(), set()),
    "fastmcp-v4": (set(), set()),
    "google-adk": ({(BLOCK, "Google ADK"), (TITLE, "Pydantic")}, set()),
    "google-genai": ({(TITLE, "Pydantic")}, {(BLOCK, "the Google GenAI SDK"), (BARE, "the Google GenAI SDK")}),
    "haystack-ai": (set(), {(WHITE, "Haystack"), (BLOCK, "Haystack"), (BARE, "Haystack")}),
    "instructor": ({(TITLE, "Pydantic")}, set()),
    "langchain-core": ({(WHITE, "LangChain"), (BLOCK, "LangChain"), (TITLE, "Pydantic")}, set()),
    "llama-index-core": ({(BLOCK, "LlamaIndex"), (TITLE, "Pydantic"), ("python-repr-in-description", "LlamaIndex")}, set()),
    "mcp-sdk-v1": ({(WHITE, "the MCP Python SDK"), (BLOCK, "the MCP Python SDK"), (TITLE, "Pydantic")}, set()),
    "mcp": ({(WHITE, "the MCP Python SDK"), (BLOCK, "the MCP Python SDK"), (TITLE, "Pydantic")}, set()),
    "mirascope": ({(TITLE, "Pydantic")}, set()),
    "ollama": (
        {("array-without-items", "Ollama"), ("keyword-typo", "Ollama"), (BARE, "Ollama"), ("too-many-required", "Ollama")},
        set(),
    ),
    "openai-agents": (
        {(TITLE, "Pydantic"), (BARE, "the OpenAI Agents SDK"), ("required-with-default", "the OpenAI Agents SDK")},
        set(),
    ),
    "openai-pydantic-function-tool": ({(TITLE, "Pydantic"), ("required-with-default", "strict")}, set()),
    "plain-function-typeadapter": (set(), set()),
    "pydantic-ai": ({(TITLE, "Pydantic")}, set()),
    "pydantic-model": (set(), set()),
    "schema-from-function-libs": (set(), set()),
    "semantic-kernel": (
        set(),
        {(WHITE, "Semantic Kernel"), (BLOCK, "Semantic Kernel"), (BARE, "Semantic Kernel"), ("typed-hole", "Semantic Kernel")},
    ),
    "smolagents": ({("typed-hole", "smolagents")}, set()),
    "strands-agents": ({(TITLE, "Pydantic"), ("null-default-non-nullable", "Strands")}, set()),
}


@pytest.mark.parametrize("name", MADE)
def test_what_a_framework_made_is_told_by_its_shape_and_by_its_origin(name: str, shared: Path) -> None:
    by_shape, by_origin = MADE[name]
    tools = list(made(shared / "samples" / "frameworks" / f"{name}.json"))
    assert by_shape == {(rule, told) for tool in tools for rule, names in said(tool).items() for told in names}
    named = [replace(tool, origin=replace(tool.origin, framework=name)) for tool in tools]
    assert by_shape | by_origin == {(rule, told) for tool in named for rule, names in said(tool).items() for told in names}


def test_every_recorded_framework_is_in_the_table(shared: Path) -> None:
    assert sorted(MADE) == sorted(path.stem for path in (shared / "samples" / "frameworks").glob("*.json"))


def test_no_real_tool_is_said_to_be_of_a_framework_that_it_is_not_of(corpus: Path, captures: dict[str, list[Any]]) -> None:
    from schemalint.sources import Source
    from schemalint.sources import load as load_source

    sources = [one for one in load_source(str(corpus / "mcp")) if isinstance(one, Source)]
    named = {wrote(tool) for one in sources for toolset in one.toolsets for tool in toolset.tools}
    # All of these are MCP servers: their tools come from an SDK for MCP, or are written by hand.
    ours = {"LlamaIndex"} if "garden.json" in captures else set[str]()  # one of our own is written in its way
    assert {None, "the MCP Python SDK"} | ours == named
