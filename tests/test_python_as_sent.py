"""What frameworks do to functions that are written unusually: read as they send it, else said to be out of sight.

What is expected was sent by mcp 2.3.0, fastmcp 4.2.3, pydantic-ai-slim 2.68.0, openai-agents 0.24.0, anthropic 2.14.0,
langchain-core 1.8.3 and google-adk 2.13.0, with pydantic 2.14.4.
"""

from __future__ import annotations

import json

import pytest
from test_python_tools import notes, read, tools

from schemalint.canon import canonical
from schemalint.change.compare import diff
from schemalint.locking.state import locked_tool
from schemalint.model import Json, Tool, Toolset
from schemalint.record import replace

MAKERS = {
    "mcp": ("from mcp.server import MCPServer\nserver = MCPServer('x')", "@server.tool()"),
    "fastmcp": ("from fastmcp import FastMCP\nserver = FastMCP('x')", "@server.tool"),
    "pydantic-ai": ("from pydantic_ai import Agent\nagent = Agent('m')", "@agent.tool_plain"),
    "openai-agents": ("from agents import function_tool", "@function_tool"),
    "anthropic": ("from anthropic import beta_tool", "@beta_tool"),
    "langchain": ("from langchain_core.tools import tool", "@tool"),
}
IMPORTS = """
import functools
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Generic, Optional, TypeVar
from pydantic import BaseModel, ConfigDict, Field
"""


def made(maker: str, function: str, before: str = "", decorator: str | None = None, first: str = "") -> Tool:
    head, usual = MAKERS[maker]
    [tool] = tools(read(f"{first}{IMPORTS}{head}\n{before}\n{decorator or usual}\n{function}\n"))
    return tool


def texts(tool: Tool) -> dict[str, Json]:
    return {name: one.get("description") for name, one in tool.parameters["properties"].items()}


# -------------------------------------------------------------------------------------------------------------- docstrings

ARGS = "\n    Args:\n        q: Words to look for.\n    "
KEYWORDS = "Find notes.\n\n    Args:\n        q: Words.\n\n    Keyword Args:\n        limit: How many.\n    "
OTHERS = KEYWORDS.replace("Keyword Args", "Other Parameters")
EPYDOC = "Find notes.\n\n    @param q: Words.\n    "
GOOGLE = "Find notes.\n\n    Args:\n        q: Words.\n    "


@pytest.mark.parametrize(
    ("maker", "docstring", "text", "parameters"),
    [
        ("fastmcp", ARGS, "Args:\n    q: Words to look for.", {"q": None, "limit": None}),
        ("pydantic-ai", ARGS, "", {"q": "Words to look for.", "limit": None}),
        ("openai-agents", ARGS, "", {"q": "Words to look for.", "limit": None}),
        ("anthropic", ARGS, "", {"q": "Words to look for.", "limit": None}),
        ("fastmcp", "\n    Returns:\n        The text.\n    ", "Returns:\n    The text.", {"q": None, "limit": None}),
        ("fastmcp", ARGS + "\n    Find notes.\n    ", "Find notes.", {"q": "Words to look for.", "limit": None}),
        ("pydantic-ai", ARGS + "\n    Find notes.\n    ", "Find notes.", {"q": "Words to look for.", "limit": None}),
        ("pydantic-ai", KEYWORDS, "Find notes.", {"q": "Words.", "limit": "How many."}),
        ("pydantic-ai", OTHERS, "Find notes.", {"q": "Words.", "limit": "How many."}),
        ("fastmcp", KEYWORDS, "Find notes.", {"q": "Words.", "limit": None}),
        ("fastmcp", OTHERS, "Find notes.", {"q": "Words.", "limit": None}),
        ("openai-agents", KEYWORDS, "Find notes.", {"q": "Words.", "limit": None}),
        ("openai-agents", OTHERS, "Find notes.", {"q": "Words.", "limit": None}),
        ("anthropic", KEYWORDS, "Find notes.", {"q": "Words.", "limit": None}),
        ("fastmcp", EPYDOC, "Find notes.\n\n@param q: Words.", {"q": None, "limit": None}),
        ("pydantic-ai", EPYDOC, "Find notes.\n\n@param q: Words.", {"q": None, "limit": None}),
        ("openai-agents", EPYDOC, "Find notes.\n\n@param q: Words.", {"q": None, "limit": None}),
        ("anthropic", EPYDOC, "Find notes.", {"q": "Words.", "limit": None}),
    ],
)
def test_a_docstring_gives_what_its_framework_takes_from_it(
    maker: str, docstring: str, text: str, parameters: dict[str, Json]
) -> None:
    tool = made(maker, f'def find(q: str, *, limit: int) -> str:\n    """{docstring}"""')
    assert (text, parameters) == (tool.text, texts(tool))


@pytest.mark.parametrize(("style", "taken"), [("google", True), ("numpy", False), ("sphinx", False)])
def test_a_docstring_in_another_style_than_the_one_asked_for_is_all_text(style: str, taken: bool) -> None:
    function = f'def find(q: str) -> str:\n    """{GOOGLE}"""'
    tool = made("openai-agents", function, decorator=f"@function_tool(docstring_style='{style}')")
    assert ({"q": "Words." if taken else None}, "Args:" in tool.text) == (texts(tool), not taken)


# ---------------------------------------------------------------------------------------------------- parameters and models

EVERY = sorted(MAKERS)


@pytest.mark.parametrize("maker", EVERY)
def test_a_second_name_of_an_enum_s_value_is_sent_again(maker: str) -> None:
    before = "class Color(Enum):\n    RED = 'red'\n    CRIMSON = 'red'\n    BLUE = 'blue'"
    tool = made(maker, "def paint(c: Color) -> str: 'Paint.'", before)
    color = tool.parameters.get("$defs", {}).get("Color") or tool.parameters["properties"]["c"]
    assert ["red", "red", "blue"] == color["enum"]


@pytest.mark.parametrize("maker", EVERY)
@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ("int, str", {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        ("bound=int", {"type": "integer"}),
    ],
)
def test_a_variable_for_types_is_one_of_those_it_is_bound_to(maker: str, bounds: str, expected: dict[str, Json]) -> None:
    tool = made(maker, "def paint(n: N) -> str: 'Paint.'", f"N = TypeVar('N', {bounds})")
    schema = {key: value for key, value in tool.parameters["properties"]["n"].items() if key != "title"}
    assert (expected, "derived") == (schema, tool.origin.fidelity)


@pytest.mark.parametrize("maker", EVERY)
def test_what_a_model_adds_to_its_schema_is_sent(maker: str) -> None:
    before = (
        "class Loan(BaseModel):\n    model_config = ConfigDict(json_schema_extra={'examples': [{'who': 'A'}]})\n    who: str"
    )
    tool = made(maker, "def lend(loan: Loan, days: int) -> str: 'Lend.'", before)
    loan = tool.parameters.get("$defs", {}).get("Loan") or tool.parameters["properties"]["loan"]
    assert [{"who": "A"}] == loan.get("examples")


def test_what_a_model_adds_by_a_function_is_out_of_sight() -> None:
    before = "def more(s): ...\nclass Loan(BaseModel):\n    model_config = ConfigDict(json_schema_extra=more)\n    who: str"
    assert "approximate" == made("mcp", "def lend(loan: Loan) -> str: 'Lend.'", before).origin.fidelity


@pytest.mark.parametrize("maker", EVERY)
def test_the_metadata_of_a_dataclass_s_field_describe_it(maker: str) -> None:
    before = "@dataclass\nclass Visit:\n    day: str = field(metadata={'description': 'Day of the visit.'})"
    tool = made(maker, "def come(visit: Visit, who: str) -> str: 'Come.'", before)
    visit = tool.parameters.get("$defs", {}).get("Visit") or tool.parameters["properties"]["visit"]
    assert "Day of the visit." == visit["properties"]["day"]["description"]


@pytest.mark.parametrize("maker", EVERY)
def test_a_class_in_a_class_is_found_before_one_of_its_name_outside(maker: str) -> None:
    before = (
        "class Person(BaseModel):\n    name: str\n"
        "class Loan(BaseModel):\n    class Person(BaseModel):\n        card: int\n    reader: Person"
    )
    tool = made(maker, "def lend(loan: Loan, days: int) -> str: 'Lend.'", before)
    assert ("derived", True, False) == (tool.origin.fidelity, "card" in str(tool.parameters), "name" in str(tool.parameters))


def test_two_classes_of_one_name_in_one_tool_are_out_of_sight() -> None:
    before = (
        "class Person(BaseModel):\n    name: str\n"
        "class Loan(BaseModel):\n    class Person(BaseModel):\n        card: int\n    reader: Person"
    )
    tool = made("mcp", "def lend(loan: Loan, who: Person) -> str: 'Lend.'", before)
    assert "approximate" == tool.origin.fidelity


def test_a_class_of_a_function_is_found_in_it() -> None:
    text = (
        f"{IMPORTS}from agents import function_tool\n"
        "def one():\n    class In(BaseModel):\n        a: int\n    @function_tool\n    def first(x: In): 'One.'\n"
        "def two():\n    class In(BaseModel):\n        b: int\n    @function_tool\n    def second(x: In): 'Two.'\n"
    )
    found = {tool.name: list(tool.parameters["$defs"]["In"]["properties"]) for tool in tools(read(text))}
    assert {"first": ["a"], "second": ["b"]} == found


@pytest.mark.parametrize(("maker", "required"), [(one, one != "pydantic-ai") for one in EVERY])
def test_a_field_as_a_default_is_one_for_pydantic_ai_alone(maker: str, required: bool) -> None:
    tool = made(maker, "def find(q: str = Field(..., min_length=1)) -> str: 'Find.'")
    assert (["q"] if required else []) == tool.parameters.get("required", [])


def test_langchain_sends_the_names_of_a_model_s_fields_and_other_frameworks_their_aliases() -> None:
    before = "class In(BaseModel):\n    days: int = Field(default=14, alias='numDays')"
    tool = made("langchain", "def lend(days: int = 14) -> str: 'Lend.'", before, "@tool('lend', args_schema=In)")
    assert ["days"] == list(tool.parameters["properties"])
    tool = made("pydantic-ai", "def lend(x: In) -> str: 'Lend.'", before)
    assert ["numDays"] == list(tool.parameters["properties"])


@pytest.mark.parametrize(
    "field",
    [
        "Field(3, deprecated=True)",
        "Field(3, json_schema_extra={'unit': 'm'})",
        "Field(3, alias='qAlias')",
        "Field(3, examples=[4])",
    ],
)
def test_langchain_leaves_out_what_it_does_not_copy_of_a_field(field: str) -> None:
    tool = made("langchain", f"def find(q: int = {field}) -> str: 'Find.'")
    assert {"q": {"type": "integer", "default": 3}} == tool.parameters["properties"]


NUMPY = "\n    Parameters\n    ----------\n    q\n        Words.\n    "


@pytest.mark.parametrize("docstring", [ARGS, NUMPY])
def test_pydantic_ai_sends_an_empty_text_for_a_docstring_that_is_all_sections(docstring: str) -> None:
    tool = made("pydantic-ai", f'def find(q: str) -> str:\n    """{docstring}"""')
    assert ("", "description") == (tool.description, next(iter(tool.members().keys() & {"description"})))


def test_the_strict_form_puts_a_class_that_refers_to_itself_in_place_once_where_a_text_is_beside() -> None:
    before = "class Tree(BaseModel):\n    words: str\n    inner: Optional['Tree'] = None"
    tool = made("openai-agents", f'def find(x: Tree) -> str:\n    """{GOOGLE.replace("q:", "x:")}"""', before)
    x = tool.parameters["properties"]["x"]
    assert ("Words.", ["words", "inner"], "#/$defs/Tree") == (
        x["description"],
        x["required"],
        x["properties"]["inner"]["anyOf"][0]["$ref"],
    )


def test_a_model_that_refers_to_itself_stands_alone_as_a_reference() -> None:
    before = "class Cond(BaseModel):\n    words: str\n    but: Optional['Cond'] = None"
    tool = made("pydantic-ai", "def find(condition: Cond) -> str: 'Find.'", before)
    assert ({"$ref", "$defs"}, "#/$defs/Cond") == (set(tool.parameters), tool.parameters["$ref"])


def test_google_adk_sends_no_schema_for_a_function_without_parameters() -> None:
    text = (
        "from google.adk.tools import FunctionTool\ndef get_time() -> dict:\n    'Get the time.'\ntool = FunctionTool(get_time)"
    )
    [tool] = tools(read(text))
    assert {"name": "get_time", "description": "Get the time."} == json.loads(canonical(tool))


@pytest.mark.parametrize(
    ("maker", "signature", "said", "fidelity"),
    [
        ("mcp", "_n: int", "refuses a parameter whose name begins with an underscore", "derived"),
        ("openai-agents", "_n: int", "refuses a parameter whose name begins with an underscore", "derived"),
        ("langchain", "_n: int", "leaves out", "approximate"),
        ("fastmcp", "_n: int", "", "derived"),
        ("fastmcp", "n: int, /", "refuses parameters by position only", "derived"),
        ("anthropic", "n: int, /", "by position only", "approximate"),
        ("langchain", "n: int, /", "by position only", "approximate"),
        ("mcp", "n: int, /", "", "derived"),
        ("mcp", "n: int", "", "derived"),
    ],
)
def test_parameters_that_a_framework_refuses_or_changes_are_told(maker: str, signature: str, said: str, fidelity: str) -> None:
    head, decorator = MAKERS[maker]
    module = read(f"{head}\n{decorator}\ndef paint({signature}) -> str: 'Paint.'\n")
    [tool] = tools(module)
    assert fidelity == tool.origin.fidelity
    assert said in " ".join(notes(module)) if said else not notes(module)


@pytest.mark.parametrize(("maker", "published"), [("mcp", False), ("fastmcp", True)])
@pytest.mark.parametrize("kind", ["Enum", "str, Enum"])
def test_the_mcp_sdk_publishes_no_schema_for_an_enum_alone(maker: str, published: bool, kind: str) -> None:
    before = f"class Color({kind}):\n    RED = 'red'\n    BLUE = 'blue'"
    assert published == made(maker, "def pick(q: str) -> Color: 'Pick.'", before).has("output_schema")
    assert made(maker, "def pick(q: str) -> list[Color]: 'Pick.'", before).has("output_schema")


@pytest.mark.parametrize(("maker", "seen"), [("mcp", False), ("fastmcp", True)])
def test_a_dataclass_with_fields_is_published_by_the_mcp_sdk_in_a_way_of_its_own(maker: str, seen: bool) -> None:
    before = "@dataclass\nclass Visit:\n    day: str\n    notes: list[str] = field(default_factory=list)"
    tool = made(maker, "def come(q: str) -> Visit: 'Come.'", before)
    assert (seen, ("output_schema",) in tool.origin.unseen) == (tool.has("output_schema"), not seen)


def test_a_final_parameter_is_out_of_sight() -> None:
    tool = made("mcp", "def find(q: Final[int] = 3) -> str: 'Find.'", "from typing import Final")
    assert "approximate" == tool.origin.fidelity


# -------------------------------------------------------------------------------------------------------------- out of sight

HIDING = "def logged(f):\n    def inner(*args, **kwargs):\n        return f(*args, **kwargs)\n    return inner"
WRAPPING = HIDING.replace("    def inner", "    @functools.wraps(f)\n    def inner")
FACTORY = f"def retried(times):\n    {WRAPPING.replace(chr(10), chr(10) + '    ')}\n    return logged"
GIVING_BACK = "SEEN = []\ndef noted(f):\n    SEEN.append(f)\n    return f"


@pytest.mark.parametrize(
    ("before", "decorator", "fidelity"),
    [
        (HIDING, "@logged", "approximate"),
        (WRAPPING, "@logged", "derived"),
        (WRAPPING.replace("    return inner", "    inner.__signature__ = None\n    return inner"), "@logged", "approximate"),
        (FACTORY, "@retried(3)", "derived"),
        (GIVING_BACK, "@noted", "derived"),
        ("", "@functools.lru_cache(maxsize=9)", "derived"),
        ("from tenacity import retry", "@retry", "derived"),
        ("from somewhere import traced", "@traced", "approximate"),
        ("from somewhere import traced", "@traced.span('x')", "approximate"),
    ],
)
@pytest.mark.parametrize("maker", ["mcp", "openai-agents", "anthropic"])
def test_a_decorator_beneath_may_hide_the_signature(maker: str, before: str, decorator: str, fidelity: str) -> None:
    head, usual = MAKERS[maker]
    text = f"{IMPORTS}{head}\n{before}\n{usual}\n{decorator}\ndef find(title: str) -> str: 'Find.'\n"
    assert [fidelity] == [tool.origin.fidelity for tool in tools(read(text))]


def test_a_decorator_above_the_one_that_makes_the_tool_changes_nothing() -> None:
    text = f"{IMPORTS}{MAKERS['mcp'][0]}\n{HIDING}\n@logged\n@server.tool()\ndef find(title: str) -> str: 'Find.'\n"
    assert ["derived"] == [tool.origin.fidelity for tool in tools(read(text))]


def test_where_the_signature_is_hidden_its_parameters_are_not_judged() -> None:
    text = f"{IMPORTS}{MAKERS['mcp'][0]}\n{HIDING}\n@server.tool()\n@logged\ndef find(title: str) -> str: 'Find.'\n"
    [tool] = tools(read(text))
    assert ("parameters",) in tool.origin.unseen


LATER = "from __future__ import annotations\n"


@pytest.mark.parametrize(
    ("first", "before", "function", "fidelity"),
    [
        (LATER, "if TYPE_CHECKING:\n    from datetime import date", "def find(day: date) -> str: 'Find.'", "approximate"),
        ("", "if TYPE_CHECKING:\n    from datetime import date", "def find(day: 'date') -> str: 'Find.'", "approximate"),
        (LATER, "if TYPE_CHECKING:\n    from datetime import date", "def find(day: str) -> date: 'Find.'", "approximate"),
        (
            LATER,
            "if TYPE_CHECKING:\n    from datetime import date\nelse:\n    from datetime import date",
            "def find(day: date) -> str: 'Find.'",
            "derived",
        ),
        (LATER, "from datetime import date", "def find(day: date) -> str: 'Find.'", "derived"),
        (
            LATER,
            "import typing as t\nif t.TYPE_CHECKING:\n    import uuid",
            "def find(x: uuid.UUID) -> str: 'F.'",
            "approximate",
        ),
    ],
)
@pytest.mark.parametrize("maker", ["mcp", "fastmcp", "langchain"])
def test_what_is_imported_for_type_checkers_only_is_out_of_sight(
    maker: str, first: str, before: str, function: str, fidelity: str
) -> None:
    assert fidelity == made(maker, function, before, first=first).origin.fidelity


@pytest.mark.parametrize(("first", "fidelity"), [(LATER, "approximate"), ("", "derived")])
def test_what_a_function_imports_is_out_of_sight_where_annotations_are_postponed(first: str, fidelity: str) -> None:
    head = MAKERS["openai-agents"][0]
    body = "    from datetime import date\n    @function_tool\n    def find(day: date) -> str: 'Find.'"
    [tool] = tools(read(f"{first}{head}\ndef make():\n{body}\n"))
    assert fidelity == tool.origin.fidelity


# ------------------------------------------------------------------------------------------------------- objects made by hand


def test_a_function_tool_made_by_hand_is_sent_in_the_strict_form() -> None:
    text = (
        "from agents import FunctionTool\nfrom pydantic import BaseModel\n"
        "class Args(BaseModel):\n    who: str\n    age: int = 3\n"
        "tool = FunctionTool(name='add_user', description='Add one.', params_json_schema=Args.model_json_schema(),"
        " on_invoke_tool=run{more})\n"
    )
    [tool] = tools(read(text.format(more="")))
    assert (["who", "age"], False, "derived") == (
        tool.parameters["required"],
        tool.parameters["additionalProperties"],
        tool.origin.fidelity,
    )
    [tool] = tools(read(text.format(more=", strict_json_schema=False")))
    assert (["who"], "additionalProperties" in tool.parameters) == (tool.parameters["required"], False)


@pytest.mark.parametrize(
    "text",
    [
        "from langchain_core.tools import Tool\ndef f(x): ...\nt = Tool(name='find', func=f, description='Find.')",
        "from langchain.agents import Tool\ndef f(x): ...\nt = [Tool('find', f, 'Find.')]",
        "from agents import FunctionTool\nasync def f(c, a): ...\nt = FunctionTool('find', 'Find.', {}, f)",
    ],
)
def test_an_object_that_is_not_followed_is_counted_and_leads_to_the_import(text: str) -> None:
    module = read(text)
    assert ([], {"call": 1}) == (tools(module), dict(module.unread))
    assert "--import reads it" in (module.explanation or "")


# --------------------------------------------------------------------------------------------- what older interpreters send


def sent_by_python_312(tool: Tool) -> Tool:
    """The tool as a server sends it whose interpreter keeps the indentation of docstrings."""
    indented = "\n".join(f"    {line}" if number and line else line for number, line in enumerate(tool.text.split("\n")))
    return replace(tool, description=indented + "    ", origin=replace(tool.origin, fidelity="exact"))


def test_a_docstring_with_its_indentation_is_no_change_and_no_drift() -> None:
    read_here = made("mcp", 'def find(q: str) -> str:\n    """Find notes.\n\n    Args:\n        q: Words.\n    """')
    sent = sent_by_python_312(read_here)
    assert sent.text != read_here.text
    for old, new in ((read_here, sent), (sent, read_here)):
        assert () == diff(Toolset((old,)), Toolset((new,))).changes
    first, second = locked_tool(read_here), locked_tool(sent)
    assert (first.meaning, first.wire, first.fields) == (second.meaning, second.wire, second.fields)


def test_between_two_listings_the_indentation_is_a_change() -> None:
    read_here = made("mcp", 'def find(q: str) -> str:\n    """Find notes.\n\n    Args:\n        q: Words.\n    """')
    sent = sent_by_python_312(read_here)
    listed = replace(read_here, origin=replace(read_here.origin, fidelity="exact"))
    assert ["description-changed"] == [one.kind for one in diff(Toolset((listed,)), Toolset((sent,))).changes]


def test_another_word_in_a_docstring_is_a_drift_all_the_same() -> None:
    read_here = made("mcp", 'def find(q: str) -> str:\n    """Find notes.\n\n    Args:\n        q: Words.\n    """')
    sent = sent_by_python_312(read_here)
    other = replace(sent, description=sent.text.replace("Words", "Secrets"))
    assert locked_tool(read_here).fields != locked_tool(other).fields
    assert ["description-changed"] == [one.kind for one in diff(Toolset((read_here,)), Toolset((other,))).changes]
