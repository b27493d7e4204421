"""Which functions and objects of a module are tools, what is said of the rest, and where each part of a tool stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schemalint.linting.rule import builtin
from schemalint.linting.rule import load as load_rules
from schemalint.linting.run import lint
from schemalint.model import Tool, Toolset
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.sources import Broken, Outcome, PassedOver, Source, load
from schemalint.sources.python import Module, parse
from schemalint.text.document import Malformed


def read(text: str, attribute: str | None = None, *, named: bool = True) -> Module:
    module = parse(text, attribute, named=named)
    assert isinstance(module, Module), module
    return module


def tools(module: Module) -> list[Tool]:
    return [tool for found in module.recognized for group in found.groups for tool in group.tools]


def names(text: str, attribute: str | None = None, *, named: bool = True) -> list[str]:
    return [tool.name for tool in tools(read(text, attribute, named=named))]


def notes(module: Module) -> tuple[str, ...]:
    return tuple(note for found in module.recognized for note in found.skipped)


# --------------------------------------------------------------------------------------------------- which functions are tools

MCP = 'from mcp.server.fastmcp import FastMCP, Context\nmcp = FastMCP("shop")\n'


@pytest.mark.parametrize(
    ("text", "framework"),
    [
        ("from mcp.server import MCPServer as S\ns = S('a')\n@s.tool()\ndef f(): ...", "mcp-sdk"),
        ("import mcp.server.fastmcp as m\ns = m.FastMCP('a')\n@s.tool()\nasync def f(): ...", "mcp-sdk"),
        ("import fastmcp\ns = fastmcp.FastMCP('a')\n@s.tool\ndef f(): ...", "fastmcp"),
        ("from fastmcp import FastMCP\ns: FastMCP = FastMCP('a')\ns.add_tool(f)\ndef f(): ...", "fastmcp"),
        ("from fastmcp.tools import Tool\ndef f(): ...\nt = Tool.from_function(f)", "fastmcp"),
        ("from langchain.tools import tool\n@tool\ndef f(): ...", "langchain"),
        ("from langchain_core import tools as lc\n@lc.tool('f')\ndef f(): ...", "langchain"),
        ("from agents import function_tool as ft\n@ft\ndef f(): ...", "openai-agents"),
        ("import agents\n@agents.function_tool(strict_mode=False)\ndef f(): ...", "openai-agents"),
        ("from pydantic_ai import Agent\na = Agent('x')\n@a.tool_plain\ndef f(): ...", "pydantic-ai"),
        ("from pydantic_ai import Agent\ndef f(): ...\na = Agent('x', tools=[f])", "pydantic-ai"),
        (
            "from pydantic_ai.toolsets import FunctionToolset\nt = FunctionToolset()\nt.add_function(f)\ndef f(): ...",
            "pydantic-ai",
        ),
        ("from anthropic import beta_async_tool\n@beta_async_tool\nasync def f(): ...", "anthropic"),
        ("import strands\n@strands.tool\ndef f(): ...", "strands"),
        ("from smolagents import tool\n@tool\ndef f(): ...", "smolagents"),
        ("from crewai.tools import tool\n@tool('f')\ndef f(): ...", "crewai"),
        ("from haystack.tools import create_tool_from_function as make\ndef f(): ...\nt = make(f)", "haystack"),
        ("from agno.tools import tool\n@tool(show_result=True)\ndef f(): ...", "agno"),
        ("from agno.agent import Agent\ndef f(): ...\nAgent(tools=[f, other()])", "agno"),
        ("from semantic_kernel.functions import kernel_function\n@kernel_function\ndef f(): ...", "semantic-kernel"),
        ("from agent_framework import ai_function\n@ai_function\ndef f(): ...", "agent-framework"),
        ("from mirascope import llm\n@llm.tool\ndef f(): ...", "mirascope"),
        ("from llama_index.core.tools import FunctionTool\ndef f(): ...\nt = FunctionTool.from_defaults(fn=f)", "llama-index"),
        ("from google.adk.agents import Agent\ndef f(): ...\nroot = Agent(name='a', tools=(f,))", "google-adk"),
        ("import ollama\ndef f(): ...\nollama.chat(model='m', tools=[f])", "ollama"),
        (
            "from google.genai import types\ndef f(): ...\nc = types.GenerateContentConfig(temperature=0, tools=[f])",
            "google-genai",
        ),
        ("import dspy\ndef f(): ...\nx = [dspy.Tool(f)]", "dspy"),
        ("def f(): ...\nTOOLS = [f]", "function"),
        ("def f(): ...\nMY_TOOLS: list = (f, 5)", "function"),
    ],
)
def test_a_function_is_a_tool_where_a_known_framework_makes_one_of_it(text: str, framework: str) -> None:
    module = read(text)
    assert [("f", framework)] == [(tool.name, tool.origin.framework) for tool in tools(module)]
    assert f"Python: {framework}" == module.recognized[0].shape


@pytest.mark.parametrize(
    "text",
    [
        "from bokeh import tool\n@tool\ndef f(): ...",
        "from flask import Flask\napp = Flask('x')\n@app.tool()\ndef f(): ...",
        "import click\n@click.command('tool')\ndef f(): ...",
        "class Shelf:\n    def tool(self): ...\nshelf = Shelf()\n@shelf.tool\ndef f(): ...",
        "tools = [1, 'f']\ndef f(): ...",
        "def f(): ...\npool = Pool(f)",
        "from fastmcp import FastMCP\nx = FastMCP\n@make(1)[0].tool\ndef f(): ...",
    ],
)
def test_what_only_sounds_like_a_tool_is_none_when_a_folder_is_read(text: str) -> None:
    module = read(text, named=False)
    assert ([], True) == (tools(module), str(module.explanation).startswith("holds no tool definitions"))


def test_a_decorator_of_another_module_makes_a_tool_only_in_a_file_that_is_named() -> None:
    text = "from .base import tool\n@tool\ndef find_book(title): 'Find a book.'\n@tool\ndef g(): ...\n"
    assert ["find_book", "g"] == names(text)
    module = read(text)
    assert "approximate" == tools(module)[0].origin.fidelity
    assert "`find_book` is made a tool by another module, whose framework is not known" in notes(module)[0]
    told = "2 functions are decorated by another module's `tool`; name the file to check them"
    assert f"holds no tool definitions; {told}" == read(text, named=False).explanation


@pytest.mark.parametrize(
    ("imports", "framework"),
    [
        ("from .app import mcp\nfrom mcp.server.fastmcp import Context", ("mcp-sdk", "derived")),
        ("from .app import mcp\nfrom fastmcp import Context", ("fastmcp", "derived")),
        ("from .app import mcp\nfrom pydantic_ai import RunContext", ("pydantic-ai", "derived")),
        ("from .app import mcp", ("mcp-sdk", "approximate")),
        ("def make(): ...\nmcp = make()", ("mcp-sdk", "approximate")),
    ],
)
def test_a_server_of_another_module_is_of_the_framework_that_is_imported(imports: str, framework: tuple[str, str]) -> None:
    (tool,) = tools(read(f"{imports}\n@mcp.tool()\ndef f(ctx: Context): ...", named=False))
    assert framework == (tool.origin.framework, tool.origin.fidelity)


@pytest.mark.parametrize(
    "text",
    [
        "def register(mcp: FastMCP):\n    @mcp.tool()\n    def f(): ...",
        "def register(mcp: 'FastMCP'):\n    @mcp.tool()\n    def f(): ...",
        "def register(server: FastMCP[int]):\n    server.tool(name='f')(f)\ndef f(): ...",
        (
            "class A:\n    def __init__(self, mcp: FastMCP):\n        self.mcp = mcp\n"
            "        self.mcp.tool()(self.f)\n    def f(self): ..."
        ),
        "class A:\n    def f(self): ...\na = A()\nmcp.tool()(a.f)\nmcp.add_tool(fn=a.f)",
        "if True:\n    try:\n        @mcp.tool()\n        def f(): ...\n    finally:\n        pass",
        "with x as y:\n    @mcp.tool()\n    def f(): ...",
        "match x:\n    case 1:\n        @mcp.tool()\n        def f(): ...",
        "other = mcp\n@other.tool()\ndef f(): ...",
        "FastMCP('more').tool()(f)\ndef f(): ...",
        "@mcp.tool()\n@cached\ndef f(): ...\nmcp.tool()(f)",
    ],
)
def test_registering_is_followed_through_functions_classes_and_other_names(text: str) -> None:
    assert ["f"] == names(f"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('shop')\n{text}\n")


def test_what_is_not_a_parameter_of_the_model_is_dropped() -> None:
    text = (
        "class A:\n    @mcp.tool()\n    async def f(self, a, ctx: Context, /, b, *, c=1, d: Optional[Context] = None): ...\n"
        "    @staticmethod\n    @mcp.tool()\n"
        "    def g(a, ctx: 'Context[int]', b: Annotated[int, Depends(x)] = 1, c=Depends(y)): ...\n"
    )
    assert [["a", "b", "c"], ["a"]] == [list(tool.parameters["properties"]) for tool in tools(read(MCP + text))]


def test_arguments_without_names_are_told() -> None:
    module = read(f"{MCP}@mcp.tool()\ndef f(a, *rest, **more): ...\n")
    (note,) = notes(module)
    assert (
        "1 tool is read in part, first `f` on line 4: `f` takes `*rest`, which is not followed; --import reads it whole" == note
    )
    (note,) = notes(read(f"{MCP}@mcp.tool()\ndef f(**more): ...\n"))
    assert "`f` takes `**more`, which is not followed" in note


def test_two_functions_of_one_name_are_two_tools() -> None:
    module = read(f"{MCP}@mcp.tool()\ndef f(): ...\nclass A:\n    @mcp.tool()\n    def f(self): ...\n")
    assert ["f", "f#2"] == list(module.document.value)


def test_constants_and_functions_are_read_together() -> None:
    text = f'{MCP}SPEC = {{"name": "g", "input_schema": {{"type": "object"}}}}\n@mcp.tool()\ndef f(): ...\n'
    assert [("g", "exact"), ("f", "derived")] == [(tool.name, tool.origin.fidelity) for tool in tools(read(text))]


# ------------------------------------------------------------------------------------------------------ what the user names


LIBRARY = (
    "from typing import Literal\nfrom langchain_core.tools import tool\nfrom pydantic import BaseModel\n"
    "from fastmcp import FastMCP\nserver = FastMCP('s')\nother = FastMCP('o')\n"
    "@tool('first')\ndef a(x: int): 'A.'\n"
    "def b(y: int): 'B.'\n"
    "class C(BaseModel):\n    z: int\n"
    "class D:\n    def m(self, q: int): 'M.'\n    @staticmethod\n    def n(q: int): 'N.'\n"
    "TOOLS = [a, b]\n"
    "made = tool(b)\n"
    "@server.tool\ndef s1(): ...\n@other.tool\ndef s2(): ...\n"
    "N = 5\nmore = make()\n"
)


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("a", [("first", "langchain")]),
        ("b", [("b", "langchain")]),
        ("C", [("C", "pydantic")]),
        ("TOOLS", [("first", "langchain"), ("b", "langchain")]),
        ("made", [("b", "langchain")]),
        ("server", [("s1", "fastmcp")]),
        ("D.m", [("m", "function")]),
        ("D.n", [("n", "function")]),
    ],
)
def test_the_tools_of_one_name_are_read(attribute: str, expected: list[tuple[str, str]]) -> None:
    assert expected == [(tool.name, tool.origin.framework) for tool in tools(read(LIBRARY, attribute))]


def test_a_function_that_the_user_names_is_a_tool() -> None:
    (tool,) = tools(
        read(
            "def find(word: str, limit: int = 5):\n    'Find it.\\n\\n    Args:\\n        word: What to find.\\n    '\n", "find"
        )
    )
    assert ("find", "Find it.", "function", "derived") == (tool.name, tool.text, tool.origin.framework, tool.origin.fidelity)
    assert {
        "type": "object",
        "properties": {
            "word": {"type": "string", "title": "Word", "description": "What to find."},
            "limit": {"type": "integer", "title": "Limit", "default": 5},
        },
        "required": ["word"],
        "additionalProperties": False,
    } == tool.parameters


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [("N", "`N` holds no tool definitions: found a number"), ("more", "`more` is not read: `make()` is not a literal")],
)
def test_a_name_that_is_no_tool_is_explained(attribute: str, expected: str) -> None:
    assert str(read(LIBRARY, attribute).explanation).startswith(expected)


def test_an_object_that_the_user_names_is_read() -> None:
    text = "from mcp.types import Tool\nA = Tool(name='a', inputSchema={})\nB = [Tool(name='b', inputSchema={})]\n"
    assert (["a"], ["b"], ["a", "b"]) == (names(text, "A"), names(text, "B"), names(text))


# ----------------------------------------------------------------------------------------------------------------- settings


def settings(framework: str, call: str, function: str = "def f(x: int): 'Doc.'") -> tuple[Json, Module]:
    module = read(f"{framework}\n{call}\n{function}\n")
    (tool,) = tools(module)
    return value_at(module.document.value, tool.places[()]), module


FASTMCP = (
    "from fastmcp import FastMCP\nfrom mcp.types import ToolAnnotations\n"
    "s = FastMCP('s')\nHINTS = ToolAnnotations(readOnlyHint=True)"
)


@pytest.mark.parametrize(
    ("call", "members"),
    [
        ("@s.tool('g')", {"name": "g", "description": "Doc."}),
        ("@s.tool(name='g', title='G', description='Other.')", {"name": "g", "title": "G", "description": "Other."}),
        ("@s.tool(name=None, description='')", {"name": "f", "title": "F", "description": "Doc."}),
        ("@s.tool(annotations=ToolAnnotations(read_only_hint=True, title=None))", {"annotations": {"readOnlyHint": True}}),
        ("@s.tool(annotations={'readOnlyHint': False})", {"annotations": {"readOnlyHint": False}}),
        ("@s.tool(annotations=HINTS, tags={'a'})", {"annotations": {"readOnlyHint": True}}),
        ("@s.tool(annotations=None)", {"annotations": None}),
    ],
)
def test_settings_of_a_decorator_are_read(call: str, members: Json) -> None:
    wire, module = settings(FASTMCP, call)
    assert members == {key: wire.get(key) for key in members}
    assert () == notes(module)


@pytest.mark.parametrize(
    ("call", "reason", "unseen"),
    [
        ("@s.tool(name=NAME)", "`NAME` is not a literal of this file", (("name",),)),
        ("@s.tool(description=text())", "`text()` is not a literal of this file", (("description",),)),
        ("@s.tool(description=f'{x} y')", "holds an expression", (("description",),)),
        ("@s.tool(annotations=hints())", "`hints()` is not a literal of this file", ()),
        ("@s.tool(**common)", "`common` holds settings that are not followed", ()),
    ],
)
def test_settings_out_of_sight_are_told(call: str, reason: str, unseen: tuple[Pointer, ...]) -> None:
    _, module = settings(FASTMCP, call)
    (tool,) = tools(module)
    assert ("approximate", unseen) == (tool.origin.fidelity, tool.origin.unseen)
    assert reason in notes(module)[0]


LANGCHAIN = "from langchain_core.tools import tool\nfrom pydantic import BaseModel\nclass Q(BaseModel):\n    w: str\n"


@pytest.mark.parametrize(
    ("schema", "properties"),
    [
        ("Q", {"w": {"type": "string"}}),
        ("{'type': 'object', 'properties': {'v': {'type': 'integer'}}}", {"v": {"type": "integer"}}),
        ("{'type': 'object'}", {}),
        ("None", {"x": {"type": "integer"}}),
        ("Elsewhere", {}),
        ("{NAME: int}", {}),
    ],
)
def test_a_schema_given_by_hand_takes_the_place_of_the_signature(schema: str, properties: Json) -> None:
    wire, module = settings(LANGCHAIN, f"@tool('t', args_schema={schema})")
    assert properties == wire["parameters"]["properties"]
    assert (schema in ("Elsewhere", "{NAME: int}")) == bool(notes(module))


@pytest.mark.parametrize(
    ("framework", "call", "member", "expected"),
    [
        ("from autogen_core.tools import FunctionTool", "t = FunctionTool(f, description='D.', strict=True)", "strict", True),
        ("from strands import tool", "t = tool(f)", "description", "f"),
        ("from mcp.server import MCPServer\ns = MCPServer('s')", "s.tool()(f)", "description", ""),
        ("import dspy", "t = dspy.Tool(f, name='g', desc='D.')", "description", "D."),
        ("from anthropic import beta_tool", "t = beta_tool(f, defer_loading=True)", "defer_loading", True),
        (
            "from fastmcp import FastMCP\ns = FastMCP('s')",
            "s.tool(f, output_schema={'type': 'object'})",
            "outputSchema",
            {"type": "object"},
        ),
        (
            "from strands import tool",
            "t = tool(inputSchema={'type': 'object', 'properties': {}})(f)",
            "inputSchema",
            {"json": {"type": "object", "properties": {}}},
        ),
    ],
)
def test_what_else_frameworks_send_is_read(framework: str, call: str, member: str, expected: Json) -> None:
    assert expected == settings(framework, call, "def f(x: int): ...")[0][member]


@pytest.mark.parametrize(
    ("given", "sent"),
    [("Search the Web", "search_the_web"), ("getHTMLPage's v2!", "get_html_pages_v2"), ("Über", "uber"), ("検索", "検索")],
)
def test_crewai_sends_names_as_identifiers(given: str, sent: str) -> None:
    wire, _ = settings("from crewai.tools import tool", f"@tool({given!r})")
    assert sent == wire["name"]


def test_a_docstring_can_be_switched_off() -> None:
    function = "def f(x: int):\n    'Doc.\\n\\n    Args:\\n        x: Text.\\n    '"
    wire, _ = settings("from agents import function_tool", "@function_tool(use_docstring_info=False)", function)
    assert ("", False) == (wire["description"], "description" in wire["parameters"]["properties"]["x"])


RESULTS = {
    "mcp": "from mcp.server import MCPServer\nfrom mcp.types import TextContent\ns = MCPServer('s')",
    "fastmcp": "from fastmcp import FastMCP\nfrom mcp.types import TextContent\ns = FastMCP('s')",
}


@pytest.mark.parametrize(
    ("framework", "result", "published"),
    [
        ("mcp", "str", True),
        ("mcp", "None", True),
        ("mcp", "dict", False),
        ("mcp", "list", False),
        ("mcp", "Any", False),
        ("mcp", "list[TextContent]", False),
        ("mcp", "dict[str, int]", True),
        ("fastmcp", "str", True),
        ("fastmcp", "None", False),
        ("fastmcp", "dict", True),
        ("fastmcp", "list", False),
        ("fastmcp", "list[int]", True),
        ("fastmcp", "bytes", False),
        ("fastmcp", "TextContent", False),
    ],
)
def test_a_result_is_published_where_the_sdk_does_so(framework: str, result: str, published: bool) -> None:
    imports = "from typing import Any\n"
    wire, _ = settings(imports + RESULTS[framework], "@s.tool()", f"def f() -> {result}: 'Doc.'")
    assert published == ("outputSchema" in wire)


MODELS = """
from decimal import Decimal
from typing import Optional
from pydantic import BaseModel, ConfigDict, Field, computed_field
class Leaf(BaseModel):
    model_config = ConfigDict(extra="forbid", title="Blatt")
    n: int
class Named(Leaf):
    price: Decimal = Field(alias="Price")
class Node(BaseModel):
    leaf: Leaf
    next: Optional["Node"] = None
class Loose(BaseModel):
    any: object = None
class Sum(BaseModel):
    @computed_field
    def total(self) -> int: ...
"""


def test_settings_of_a_model_hold_for_those_that_are_made_of_it() -> None:
    wire, _ = settings(RESULTS["mcp"] + MODELS, "@s.tool()", "def f(x: Named): 'Doc.'")
    named = wire["inputSchema"]["$defs"]["Named"]
    assert ("Blatt", False, ["n", "Price"]) == (named["title"], named["additionalProperties"], list(named["properties"]))


def test_a_result_that_refers_to_itself_keeps_its_definition() -> None:
    for framework in RESULTS:
        wire, _ = settings(RESULTS[framework] + MODELS, "@s.tool()", "def f(x: int) -> Node: 'Doc.'")
        made = wire["outputSchema"]
        assert {"Leaf", "Node"} == set(made["$defs"])
        assert {"$ref": "#/$defs/Leaf"} == made["properties"]["leaf"] == made["$defs"]["Node"]["properties"]["leaf"]


def test_fastmcp_publishes_results_as_they_are_sent() -> None:
    wire, module = settings(RESULTS["fastmcp"] + MODELS, "@s.tool", "def f(x: Named) -> Named: 'Doc.'")
    assert {"n", "Price"} == set(wire["inputSchema"]["properties"]["x"]["properties"])
    assert {"n": {"type": "integer"}, "price": {"type": "string"}} == wire["outputSchema"]["properties"]
    assert "derived" == tools(module)[0].origin.fidelity
    wire, _ = settings(RESULTS["fastmcp"] + MODELS, "@s.tool", "def f(x: int) -> Loose: 'Doc.'")
    assert {"default": None, "title": "Any"} == wire["outputSchema"]["properties"]["any"]
    _, module = settings(RESULTS["fastmcp"] + MODELS, "@s.tool", "def f(x: int) -> Sum: 'Doc.'")
    assert (("output_schema",),) == tools(module)[0].origin.unseen


def test_a_result_out_of_sight_leaves_the_parameters_to_be_judged() -> None:
    _, module = settings(RESULTS["mcp"] + "\nfrom .models import Book", "@s.tool()", "def f(x: list) -> Book: 'Doc.'")
    (tool,) = tools(module)
    assert ("derived", (("output_schema",),)) == (tool.origin.fidelity, tool.origin.unseen)


# ------------------------------------------------------------------------------------------------------- tools as objects

LOW = """\
from enum import Enum
import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.types import Tool, ToolAnnotations
from pydantic import BaseModel

class Status(BaseModel):
    path: str

class Names(str, Enum):
    STATUS = "get_status"

server = Server("git")

@server.list_tools()
async def list_tools() -> list[Tool]:
    schema = {"type": "object", "properties": {"x": {"type": "string"}}}
    return [
        Tool(name=Names.STATUS, description="Show it.", inputSchema=Status.model_json_schema()),
        types.Tool(
            name="add_file", description="Add " "it.",
            inputSchema=schema, annotations=ToolAnnotations(readOnlyHint=False), icons=[icon()],
        ),
        %s
    ]
"""


def test_tools_that_are_objects_are_read_with_their_server() -> None:
    module = read(LOW % "")
    assert [("get_status", "derived", "mcp"), ("add_file", "exact", "mcp")] == [
        (tool.name, tool.origin.fidelity, tool.origin.framework) for tool in tools(module)
    ]
    assert ["git"] == [group.server for group in module.recognized[0].groups]
    assert {"readOnlyHint": False} == tools(module)[1].annotations
    title = {"path": {"title": "Path", "type": "string"}}
    assert {"properties": title, "required": ["path"], "title": "Status", "type": "object"} == tools(module)[0].parameters


@pytest.mark.parametrize(
    ("call", "unseen"),
    [
        ("Tool(name='x', description=TEXT, inputSchema={})", (("description",),)),
        ("Tool(name='x', description=f'{a}', inputSchema={})", (("description",),)),
        ("Tool(name='x', inputSchema=make())", (("parameters",),)),
        ("Tool(name='x', inputSchema=Elsewhere.model_json_schema())", (("parameters",),)),
        ("Tool(name='x', inputSchema={'properties': {'y': KIND}})", (("parameters", "properties", "y"),)),
        ("Tool(name='x', inputSchema={'properties': {**MORE}})", (("parameters", "properties"),)),
        ("Tool(name='x', inputSchema={}, outputSchema=make())", (("output_schema",),)),
        ("Tool(name='x', inputSchema={}, **more)", ()),
        ("Tool(name='x', inputSchema={}, title=TITLE)", ()),
    ],
)
def test_an_object_with_parts_out_of_sight_is_approximate(call: str, unseen: tuple[Pointer, ...]) -> None:
    module = read(LOW % call)
    tool = tools(module)[2]
    assert ("x", "approximate", unseen) == (tool.name, tool.origin.fidelity, tool.origin.unseen)
    assert "1 of 3 tools is read in part" in notes(module)[0]


def test_an_object_whose_name_is_computed_is_counted_and_breaks_nothing(tmp_path: Path) -> None:
    (tmp_path / "low.py").write_text(LOW % "Tool(name=NAME, inputSchema={})", encoding="utf-8")
    (source,) = load("low.py", cwd=tmp_path)
    assert isinstance(source, Source)
    assert [["get_status", "add_file"]] == [[tool.name for tool in one.tools] for one in source.toolsets]
    assert () == source.broken
    told = "1 tool is registered by a call on line 24, with what cannot be followed; --import reads it"
    assert told == source.skipped[-1]
    module = read("from mcp.types import Tool\ndef convert(x):\n    return Tool(name=x.name, description=x.text)\n")
    assert ((), f"holds no tool definitions; {told.replace('24', '3')}") == (module.recognized, module.explanation)


def test_declarations_and_typed_dicts_of_providers_are_objects_too() -> None:
    text = (
        "from google.genai import types\nfrom anthropic.types import ToolParam\n"
        "decl = types.FunctionDeclaration(name='a', description='A.', parameters={'type': 'OBJECT', 'properties': {}})\n"
        "one = types.Tool(function_declarations=[decl])\n"
        "two = ToolParam(name='b', input_schema={'type': 'object'})\n"
    )
    assert [("a", "gemini"), ("b", "anthropic")] == [(tool.name, tool.origin.framework) for tool in tools(read(text))]


# -------------------------------------------------------------------------------------------------------------------- notes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "for g in (a, b):\n    mcp.tool()(g)\n",
            "1 tool is registered by a call on line 6, with what cannot be followed; --import reads it",
        ),
        (
            "mcp.tool()(imported)\nmcp.add_tool(x.y)\nmcp.tool()(wrap(f))\n",
            "2 tools are registered by calls, the first on line 5, with what cannot be followed; --import reads them",
        ),
        (
            "from crewai.tools import BaseTool as B\nfrom smolagents import Tool\nclass A(B): ...\nclass C(Tool): ...\n",
            "2 classes are made a tool by inheritance; --import reads them",
        ),
        (
            "from schemalint import define_tool\nd = define_tool('get_word', 'Get it.', {})\n",
            "1 tool is registered by a call on line 6, with what cannot be followed; --import reads it",
        ),
        (
            "from agno.tools import tool\n@tool\ndef g(): ...\n",
            "tools of agno are read approximately, since it makes schemas in a way of its own; --import reads them exactly",
        ),
    ],
)
def test_what_cannot_be_seen_is_said_once(text: str, expected: str) -> None:
    assert (expected,) == notes(read(f"{MCP}@mcp.tool()\ndef f(): ...\n{text}"))


def test_a_module_in_which_nothing_can_be_followed_says_so() -> None:
    told = "1 tool is registered by a call on line 3, with what cannot be followed; --import reads it"
    assert f"holds no tool definitions; {told}" == read(f"{MCP}mcp.tool()(imported)\n").explanation


# ------------------------------------------------------------------------------------------------------------------- places

PLACED = '''\
from enum import Enum
from typing import Annotated, Literal
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("shop")

class Kind(Enum):
    PAPER = "paper"

class Book(BaseModel):
    """A book."""
    title: str = Field(description="Its title.")
    pages: int = 0

@mcp.tool(
    title="Store",
    annotations={"readOnlyHint": False},
)
async def store(
    book: Book,
    ü: int, where: Annotated[str, Field(max_length=5, description="Its shelf.")] = "a",
    mode: Literal["x", "y"] = "x",  # schemalint: ignore[noise]
    kind: Kind = Kind.PAPER,
    size: int = Field(3, ge=1),
) -> int:
    """Store a book.

    It is there at once.
    """
'''
DOCUMENTED = '''\
from fastmcp import FastMCP
mcp = FastMCP("shop")
@mcp.tool(description="Find it.")
def find(word: str, *, limit: int = 3,
         near: str = "x"):
    r"""Not sent.

    Args:
        word: What to find.
            All of it.
        limit (int): How many.
    """
'''


def spot(text: str, *at: str | int) -> str:
    """The text of the source that a place of the one tool stands in."""
    module = read(text)
    (tool,) = tools(module)
    span = module.document.locate(tool.document(at))
    assert span is not None, at
    lines = text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


P = ("parameters", "properties")
PLACES: list[tuple[tuple[str | int, ...], str]] = [
    ((), "store"),
    (("name",), "store"),
    (("title",), '"Store"'),
    (("annotations", "readOnlyHint"), '"readOnlyHint": False'),
    (("description",), '"""Store a book.\n\n    It is there at once.\n    """'),
    (("parameters",), "store"),
    (P, "store"),
    ((*P, "book"), "book"),
    ((*P, "book", "$ref"), "Book"),
    ((*P, "ü"), "ü"),
    ((*P, "ü", "type"), "int"),
    ((*P, "where"), "where"),
    ((*P, "where", "type"), "str"),
    ((*P, "where", "description"), '"Its shelf."'),
    ((*P, "where", "maxLength"), "5"),
    ((*P, "where", "default"), '"a"'),
    ((*P, "mode", "enum"), 'Literal["x", "y"]'),
    ((*P, "mode", "enum", 1), 'Literal["x", "y"]'),
    ((*P, "kind", "default"), "Kind.PAPER"),
    ((*P, "size", "minimum"), "1"),
    ((*P, "size", "default"), "3"),
    (("parameters", "$defs", "Kind", "enum"), "Kind"),
    (("parameters", "$defs", "Book"), "Book"),
    (("parameters", "$defs", "Book", "description"), '"""A book."""'),
    (("parameters", "$defs", "Book", "properties", "title", "description"), '"Its title."'),
    (("parameters", "$defs", "Book", "properties", "pages"), "pages"),
    (("parameters", "$defs", "Book", "properties", "pages", "type"), "int"),
    (("output_schema", "properties", "result", "type"), "int"),
]


@pytest.mark.parametrize(("at", "expected"), PLACES)
def test_a_place_is_the_piece_of_source_that_says_it(at: tuple[str | int, ...], expected: str) -> None:
    assert expected == spot(PLACED, *at)
    assert expected == spot(PLACED.replace("\n", "\r\n"), *at).replace("\r", "")


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (("description",), '"Find it."'),
        ((*P, "word", "description"), "word: What to find."),
        ((*P, "limit", "description"), "limit (int): How many."),
        ((*P, "near", "default"), '"x"'),
    ],
)
def test_the_text_of_a_parameter_stands_in_its_line_of_the_docstring(at: tuple[str | int, ...], expected: str) -> None:
    assert expected == spot(DOCUMENTED, *at)


def test_an_extent_is_the_whole_of_a_value() -> None:
    module = read(PLACED)
    start, end = module.document.extent(("store", "title")) or (0, 0)
    assert '"Store"' == PLACED[start:end]
    assert None is module.document.extent(("store", "nothing", "here"))
    assert None is module.document.locate(("store", "nothing"))


def test_a_text_that_no_line_names_stands_at_the_docstring() -> None:
    text = DOCUMENTED.replace("        limit (int): How many.\n", "        word2: x\n")
    assert "word: What to find." == spot(text, *P, "word", "description")


def test_half_a_character_breaks_the_tool_and_no_other(tmp_path: Path) -> None:
    text = f"{MCP}@mcp.tool()\ndef f(a: str = '\\ud800'): 'One.'\n@mcp.tool()\ndef g(): '\\ud800'\n@mcp.tool()\ndef h(): ...\n"
    (tmp_path / "tools.py").write_text(text, encoding="utf-8")
    (source,) = load("tools.py", cwd=tmp_path)
    assert isinstance(source, Source)
    assert [("g", 6, "lone surrogate: half of a character")] == [(one.tool, one.line, one.reason) for one in source.broken]
    assert "`f` on line 4: `'\\ud800'` is a default that is computed" in source.skipped[0]
    assert [["f", "h"]] == [[tool.name for tool in one.tools] for one in source.toolsets]


# ------------------------------------------------------------------------------------------------- reports, folders and rules


def outcomes(folder: Path, argument: str) -> list[Outcome]:
    return list(load(argument, cwd=folder))


def test_a_folder_gives_the_tools_of_its_python_files(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"{MCP}@mcp.tool()\ndef f(): ...\n", encoding="utf-8")
    (tmp_path / "b.py").write_text("from strands import tool\n@tool\ndef g(): ...\n", encoding="utf-8")
    (tmp_path / "c.py").write_text("import os\ndef tools(): ...\n", encoding="utf-8")
    found = outcomes(tmp_path, ".")
    assert [["f"], ["g"]] == [
        [tool.name for one in source.toolsets for tool in one.tools] for source in found if isinstance(source, Source)
    ]
    assert ["c.py"] == [one.path for one in found if isinstance(one, PassedOver)]


def test_a_file_that_is_named_and_holds_none_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text("def find(): ...\ndef get(): ...\n", encoding="utf-8")
    (broken,) = outcomes(tmp_path, "c.py")
    told = "2 functions are in it: name one as in `file.py:function`, or put them in a list called TOOLS"
    assert Broken("c.py", f"holds no tool definitions; {told}") == broken
    (source,) = outcomes(tmp_path, "c.py:find")
    assert isinstance(source, Source)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(:\n", "not valid Python: invalid syntax"),
        ("x = " + "(" * 500 + ")" * 500, "not valid Python: too many nested parentheses"),
        ("x = 1 +" + "-" * 100_000 + "1", "not valid Python: nested too deeply"),
        ("x = '\0'", "not valid Python: source code string cannot contain null bytes"),
    ],
)
def test_text_that_is_no_python_is_told(text: str, reason: str) -> None:
    found = parse(text)
    assert isinstance(found, Malformed)
    assert reason.split(":")[0] == found.reason.split(":")[0]


# ------------------------------------------------------------------------------------------------------------------- bounds


DOUBLING = {
    "unions": ("A0 = Union[int, str]", "A{n} = Union[A{m}, list[A{m}]]"),
    "tuples": ("A0 = int", "A{n} = tuple[A{m}, A{m}]"),
    "literals": ("A0 = Literal['a']", "A{n} = Literal[A{m}, A{m}]"),
    "classes": ("class A0(BaseModel):\n    x: int", "class A{n}(BaseModel):\n    a: A{m}\n    b: A{m} = Field(None)"),
}


@pytest.mark.parametrize("kind", DOUBLING)
def test_what_doubles_at_every_step_is_given_up_and_told(kind: str) -> None:
    first, step = DOUBLING[kind]
    steps = "\n".join(step.format(n=n, m=n - 1) for n in range(1, 60))
    text = "from typing import Literal, Union\nfrom fastmcp import FastMCP\nfrom pydantic import BaseModel, Field\n"
    (tool,) = tools(read(f"{text}{first}\n{steps}\ns = FastMCP('s')\n@s.tool\ndef f(x: A59): 'Doc.'\n"))
    assert ("f", kind == "classes") == (tool.name, tool.origin.fidelity == "derived")


TOGETHER = {
    "strict": "from agents import function_tool as tool\n",
    "inlined": "from langchain_core.tools import tool\n",
}


@pytest.mark.parametrize("framework", TOGETHER)
def test_definitions_that_double_when_they_are_put_in_place_stay_references(framework: str) -> None:
    steps = "".join(
        f"class A{n}(BaseModel):\n    a: A{n - 1} = Field(description='A.')\n    b: A{n - 1} = Field(description='B.')\n"
        for n in range(1, 30)
    )
    first = "from pydantic import BaseModel, Field\nclass A0(BaseModel):\n    x: int\n"
    (tool,) = tools(read(f"{TOGETHER[framework]}{first}{steps}@tool\ndef f(x: A29): 'Doc.'\n"))
    written = json.dumps(tool.parameters)
    assert ("f", True) == (tool.name, '"$ref": "#/$defs/A' in written)
    assert len(written) < 2_000_000


def test_classes_that_share_their_bases_are_read_once() -> None:
    mesh = "".join(f"class B{n}({', '.join(f'B{m}' for m in range(n))}):\n    x{n}: int\n" for n in range(1, 14))
    text = f"{MCP}from pydantic import BaseModel\nclass B0(BaseModel):\n    x0: int\n{mesh}@mcp.tool()\ndef f(q: B13): 'Doc.'\n"
    (tool,) = tools(read(text))
    assert {f"x{n}" for n in range(14)} == set(tool.parameters["$defs"]["B13"]["properties"])


def test_the_last_word_on_a_field_of_several_bases_is_the_first_base_s() -> None:
    classes = "class D(BaseModel):\n    x: int\nclass B(D):\n    y: int\nclass C(D):\n    x: str\nclass A(B, C): ...\n"
    (tool,) = tools(read(f"{MCP}from pydantic import BaseModel\n{classes}@mcp.tool()\ndef f(q: A): 'Doc.'\n"))
    properties = tool.parameters["$defs"]["A"]["properties"]
    assert [("x", "string"), ("y", "integer")] == [(name, one["type"]) for name, one in properties.items()]


def test_long_enums_are_read_in_time_and_repeat_the_values_of_second_names() -> None:
    members = "".join(f"    M{n} = {n}\n" for n in range(3000))
    text = f"{MCP}from enum import Enum\nclass E(Enum):\n{members}    AGAIN = 7\n    ONE = 1.0\n    YES = True\n"
    (tool,) = tools(read(f"{text}@mcp.tool()\ndef f(q: E = E.M2999): 'Doc.'\n"))
    assert [*range(3000), 7, 1.0, True] == (found := tool.parameters["$defs"]["E"]["enum"])
    assert [float, bool] == [type(one) for one in found[-2:]]
    assert 2999 == tool.parameters["properties"]["q"]["default"]


def test_a_tool_that_is_nested_too_deeply_is_broken_and_no_other(tmp_path: Path) -> None:
    deep = "{'a': " * 128 + "1" + "}" * 128
    text = f"from mcp.types import Tool\nOUT = Tool(name='f', inputSchema={deep})\nIN = Tool(name='g', inputSchema={{}})\n"
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    (source,) = load("a.py", cwd=tmp_path)
    assert isinstance(source, Source)
    assert [["g"]] == [[tool.name for tool in one.tools] for one in source.toolsets]
    assert [("f", "nested deeper than 128 levels", 2)] == [(one.tool, one.reason, one.line) for one in source.broken]


def test_a_type_out_of_sight_may_bring_its_text() -> None:
    (tool,) = tools(read(f"{MCP}from .models import Address\n@mcp.tool()\ndef ship(to: Address, speed: int): 'Send it.'\n"))
    rule = load_rules(builtin())["param-description-missing"]
    assert ["`speed` is required and has no description"] == [
        one.message.partition(";")[0] for one in lint(Toolset((tool,)), [rule])
    ]


def test_what_mentions_itself_ends() -> None:
    text = (
        "from typing import Literal, Union\nfrom agents import function_tool\nfrom pydantic import BaseModel, Field\n"
        "L = Literal[L]\nU = Union[U, int]\n"
        "class N(BaseModel):\n    left: 'N' = Field(None, description='Left.')\n    right: 'N | None' = None\n"
        "@function_tool\ndef f(a: L, b: U, n: N): 'Doc.'\n"
    )
    (tool,) = tools(read(text))
    assert ("approximate", ["a", "b", "n"]) == (tool.origin.fidelity, list(tool.parameters["properties"]))
    assert {"$ref": "#/$defs/N", "description": "Left."} == tool.parameters["$defs"]["N"]["properties"]["left"]


def test_many_tools_of_one_name_are_told_apart() -> None:
    module = read(f"{MCP}" + "@mcp.tool()\ndef f(): ...\n" * 2000)
    assert (2000, "f", "f#2", "f#2000") == (len(tools(module)), *(list(module.document.value)[index] for index in (0, 1, 1999)))


@pytest.mark.parametrize(
    "line", [":" + "a" * 60_000, "a" + " " * 60_000 + "b", "- " * 30_000, "a: " * 20_000, "Args:\n    " * 5000]
)
def test_places_in_long_docstrings_are_found_in_time(line: str) -> None:
    text = f'{MCP}@mcp.tool()\ndef f(a: int):\n    """Doc.\n\n    {line}\n\n    Args:\n        a: Text.\n    """\n'
    module = read(text.replace("mcp.server.fastmcp", "fastmcp"))
    (tool,) = tools(module)
    described = "description" in tool.parameters["properties"]["a"]
    place = ("parameters", "properties", "a", "description") if described else ("description",)
    span = module.document.locate(tool.document(place))
    assert span is not None
    at = text.split("\n")[span.line - 1][span.column - 1 :]
    assert at.startswith("a" if described else '"""Doc.')
