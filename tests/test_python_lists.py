"""Functions that are handed over in lists: of the file or of another one of its project, each read or counted as not read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from schemalint.sources import Source, load

HEAD = "from google.adk.agents import Agent\n"
WEATHER = 'def get_weather(city: str) -> str:\n    """Get the weather of a city."""\n'
LOCAL = 'def find_city(name: str) -> str:\n    """Find a city by its name."""\n'


def source(folder: Path, files: Mapping[str, str], name: str = "agent.py") -> Source:
    for path, text in {"__init__.py": "", "pyproject.toml": "", **files}.items():
        (folder / path).write_text(text)
    [found] = load(name, cwd=folder)
    assert isinstance(found, Source), found
    return found


def read(folder: Path, files: Mapping[str, str]) -> list[tuple[str, str | None, str]]:
    """The tools of `agent.py`: name, framework, fidelity."""
    tools = [tool for toolset in source(folder, files).toolsets for tool in toolset.tools]
    return [(tool.name, tool.origin.framework, tool.origin.fidelity) for tool in tools]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("Agent(tools=[find_city])", ["find_city"]),
        ("kit = [find_city]\nAgent(tools=kit)", ["find_city"]),
        ("kit = [find_city]\nAgent(tools=[*kit])", ["find_city"]),
        ("kit = [find_city]\nAgent(tools=kit + [get_weather])", ["find_city", "get_weather"]),
        ("from .weather import get_weather as ask\nAgent(tools=[ask])", ["get_weather"]),
        ("from . import weather\nAgent(tools=[weather.get_weather, find_city])", ["get_weather", "find_city"]),
        ("Agent(tools=(get_weather,))", ["get_weather"]),
        ("Agent(tools=[get_weather, get_weather])", ["get_weather"]),
    ],
)
def test_functions_in_lists_are_tools_of_the_agent_s_framework(tmp_path: Path, given: str, names: list[str]) -> None:
    files = {"weather.py": WEATHER, "agent.py": f"{HEAD}from .weather import get_weather\n{LOCAL}{given}\n"}
    assert [(name, "google-adk", "derived") for name in names] == read(tmp_path, files)


@pytest.mark.parametrize(
    ("head", "call", "framework"),
    [
        ("from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n", "mcp.add_tool(get_weather)", "mcp-sdk"),
        ("from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n", "mcp.tool()(get_weather)", "mcp-sdk"),
        ("from fastmcp import FastMCP\n", "mcp = FastMCP('x', tools=[get_weather])", "fastmcp"),
        ("from langchain_core.tools import StructuredTool\n", "t = StructuredTool.from_function(get_weather)", "langchain"),
        ("from langgraph.prebuilt import create_react_agent\n", "a = create_react_agent('m', [get_weather])", "langchain"),
        ("from langgraph.prebuilt import ToolNode\n", "n = ToolNode([get_weather])", "langchain"),
        ("from langchain.agents import create_agent\n", "a = create_agent('m', tools=[get_weather])", "langchain"),
        ("from pydantic_ai import Agent\n", "a = Agent('m', tools=[get_weather])", "pydantic-ai"),
        ("from pydantic_ai import Tool\n", "t = Tool(get_weather)", "pydantic-ai"),
        ("from agents import function_tool\n", "t = function_tool(get_weather)", "openai-agents"),
        ("from anthropic import beta_tool\n", "t = beta_tool(get_weather)", "anthropic"),
        ("from google.adk.tools import FunctionTool\n", "t = FunctionTool(func=get_weather)", "google-adk"),
        ("import dspy\n", "r = dspy.ReAct('q -> a', tools=[get_weather])", "dspy"),
        ("", "TOOLS = [get_weather]", "function"),
    ],
)
def test_a_function_of_another_file_is_read_there_and_placed_here(tmp_path: Path, head: str, call: str, framework: str) -> None:
    files = {"weather.py": WEATHER, "agent.py": f"{head}from weather import get_weather\n{call}\n"}
    found = source(tmp_path, files)
    [tool] = [tool for toolset in found.toolsets for tool in toolset.tools]
    assert ("get_weather", framework, ["city"]) == (tool.name, tool.origin.framework, list(tool.parameters["properties"]))
    for at in ((), ("name",), ("parameters", "properties", "city")):
        span = found.locate(0, tool.document(at))
        assert span is not None
        assert "get_weather" in found.text.splitlines()[span.line - 1]


def test_types_of_a_function_of_another_file_are_those_of_that_file(tmp_path: Path) -> None:
    there = "from pydantic import BaseModel\nclass In(BaseModel):\n    there: int\ndef find(x: In) -> str:\n    'Find.'\n"
    here = f"{HEAD}from weather import find\nfrom pydantic import BaseModel\nclass In(BaseModel):\n    here: int\n"
    found = source(tmp_path, {"weather.py": there, "agent.py": f"{here}Agent(tools=[find])\n"})
    [tool] = [tool for toolset in found.toolsets for tool in toolset.tools]
    assert ["there"] == list(tool.parameters["$defs"]["In"]["properties"])


def test_what_is_out_of_sight_there_is_said_with_the_line_here(tmp_path: Path) -> None:
    there = "\n" * 30 + "from elsewhere import In\ndef find(x: In) -> str:\n    'Find.'\n"
    found = source(tmp_path, {"weather.py": there, "agent.py": f"{HEAD}from weather import find\nAgent(tools=[find])\n"})
    [tool] = [tool for toolset in found.toolsets for tool in toolset.tools]
    assert "approximate" == tool.origin.fidelity
    assert "first `find` on line 3" in " ".join(found.skipped)


def test_a_result_that_is_out_of_sight_there_is_said_with_the_line_here(tmp_path: Path) -> None:
    there = "\n" * 30 + "from elsewhere import Out\ndef find(x: int) -> Out:\n    'Find.'\n"
    here = "from fastmcp import FastMCP\nfrom weather import find\nmcp = FastMCP('x', tools=[find])\n"
    found = source(tmp_path, {"weather.py": there, "agent.py": here})
    [tool] = [tool for toolset in found.toolsets for tool in toolset.tools]
    assert (("output_schema",),) == tool.origin.unseen
    assert "first `find` on line 3" in " ".join(found.skipped)


@pytest.mark.parametrize("decorator", ["@tool", "@mcp.tool()"])
def test_a_function_that_is_a_tool_in_its_own_file_is_read_there_alone(tmp_path: Path, decorator: str) -> None:
    made = "from langchain_core.tools import tool\nfrom fastmcp import FastMCP\nmcp = FastMCP('x')\n"
    files = {"weather.py": f"{made}{decorator}\n{WEATHER}", "agent.py": f"{HEAD}from weather import get_weather\n{LOCAL}"}
    files["agent.py"] += "Agent(tools=[get_weather, find_city])\n"
    found = source(tmp_path, files)
    assert ["find_city"] == [tool.name for toolset in found.toolsets for tool in toolset.tools]
    assert not found.unread


@pytest.mark.parametrize(
    ("element", "count"),
    [
        ("search", 1),
        ("make_tool()", 1),
        ("kit.search", 1),
        ("*others", 1),
        ("{'name': 'x'}", 1),
        ("google_search", 0),
        ("AgentTool(agent)", 0),
        ("made", 0),
        ("Own()", 0),
        ("'a name'", 0),
    ],
)
def test_what_is_handed_over_and_not_read_is_counted(tmp_path: Path, element: str, count: int) -> None:
    imports = "from elsewhere import search, make_tool, kit, others\nfrom google.adk.tools import google_search, AgentTool\n"
    own = "from google.adk.tools import FunctionTool\nmade = FunctionTool(find_city)\nclass Own:\n    pass\n"
    found = source(tmp_path, {"agent.py": f"{HEAD}{imports}{LOCAL}{own}Agent(tools=[find_city, {element}])\n"})
    assert count == found.unread.get("call", 0)


def test_functions_that_a_model_is_given_are_read_approximately_and_classes_counted(tmp_path: Path) -> None:
    text = "from pydantic import BaseModel\nfrom langchain_core.tools import tool\nclass In(BaseModel):\n    x: int\n"
    text += f"{LOCAL}@tool\n{WEATHER}model = model.bind_tools([find_city, get_weather, In])\n"
    found = source(tmp_path, {"agent.py": text})
    tools = {tool.name: tool.origin.fidelity for toolset in found.toolsets for tool in toolset.tools}
    assert ({"find_city": "approximate", "get_weather": "derived"}, {"call": 1}) == (tools, dict(found.unread))


def test_imports_that_lead_in_a_circle_end(tmp_path: Path) -> None:
    there = f"from agent import find_city\n{WEATHER}"
    files = {"weather.py": there, "agent.py": f"{HEAD}from weather import get_weather, find_city as again\n{LOCAL}"}
    files["agent.py"] += "Agent(tools=[get_weather, again])\n"
    assert ["get_weather", "find_city"] == [name for name, _, _ in read(tmp_path, files)]


def test_a_file_outside_of_the_project_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "weather.py").write_text(WEATHER)
    inner = tmp_path / "app"
    inner.mkdir()
    (inner / ".git").mkdir()
    text = f"{HEAD}from ..weather import get_weather\n{LOCAL}Agent(tools=[find_city, get_weather])\n"
    found = source(inner, {"agent.py": text})
    assert ["find_city"] == [tool.name for toolset in found.toolsets for tool in toolset.tools]
    assert {"call": 1} == dict(found.unread)


def test_many_mentions_of_few_files_are_all_followed(tmp_path: Path) -> None:
    there = "from enum import Enum\nclass Unit(Enum):\n    A = 'a'\n    B = 'b'\n"
    here = "from mcp.server.fastmcp import FastMCP\nfrom units import Unit\nmcp = FastMCP('x')\n"
    here += "".join(f"@mcp.tool()\ndef find_{number}(a: Unit, b: Unit) -> Unit: 'Find.'\n" for number in range(90))
    assert {"derived"} == {fidelity for _, _, fidelity in read(tmp_path, {"units.py": there, "agent.py": here})}
