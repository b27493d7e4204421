"""Writes down what frameworks send for the modules of this folder: `PYTHON record.py FRAMEWORK > sent/FRAMEWORK.json`.

`PYTHON` is the interpreter of an environment that holds the framework and nothing of schemalint. `FRAMEWORK` is the file in
`schemalint/frameworks/`; it is a row of `CALLS` (what is written for each function of `functions.py.txt`) and of `DUMPS`, and
its own module is `FRAMEWORK.py.txt`.
The record is what `tests/test_python_frameworks.py` compares with what is read without running anything.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.metadata
import json
import logging
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FUNCTIONS = "find store move count bare summary_only long_text no_blank".split()
CALLS = {
    "mcp_sdk": ("mcp", "from mcp.server import MCPServer", 'server = MCPServer("library")', "server.tool()({f})"),
    "fastmcp": ("fastmcp", "from fastmcp import FastMCP", 'server = FastMCP("library")', "server.tool({f})"),
    "langchain": ("langchain-core", "from langchain_core.tools import tool", "", "{f}_tool = tool({f})"),
    "openai_agents": ("openai-agents", "from agents import function_tool", "", "{f}_tool = function_tool({f})"),
    "pydantic_ai": ("pydantic-ai-slim", "from pydantic_ai import Tool", "", "{f}_tool = Tool({f})"),
    "anthropic": ("anthropic", "from anthropic import beta_tool", "", "{f}_tool = beta_tool({f})"),
    "strands": ("strands-agents", "from strands import tool", "", "{f}_tool = tool({f})"),
    "haystack": ("haystack-ai", "from haystack.tools import tool", "", "{f}_tool = tool({f})"),
    "google_adk": ("google-adk", "from google.adk.tools import FunctionTool", "", "{f}_tool = FunctionTool({f})"),
    "agent_framework": ("agent-framework-core", "from agent_framework import tool", "", "{f}_tool = tool({f})"),
    "autogen": (
        "autogen-core",
        "from autogen_core.tools import FunctionTool",
        "",
        '{f}_tool = FunctionTool({f}, description="Do it.")',
    ),
    "dspy": ("dspy", "import dspy", "", "{f}_tool = dspy.Tool({f})"),
}
"""Package, import, first line and the line for each function."""


def form(name: Any, description: Any, parameters: Any, **more: Any) -> dict[str, Any]:
    made = {"name": name, "description": description, "parameters": parameters, **more}
    return {key: value for key, value in made.items() if value is not None}


def mcp_tools(server: Any) -> Iterator[dict[str, Any]]:
    for tool in asyncio.run(server.list_tools()):
        yield tool.model_dump(mode="json", by_alias=True, exclude_none=True)


def fastmcp_tools(server: Any) -> Iterator[dict[str, Any]]:
    inline = importlib.import_module("fastmcp.utilities.json_schema").dereference_refs
    for tool in asyncio.run(server.list_tools()):
        made = tool.to_mcp_tool().model_dump(mode="json", by_alias=True, exclude_none=True)
        made.pop("_meta", None)
        yield {key: inline(value) if key.endswith("Schema") else value for key, value in made.items()}


def langchain(tool: Any) -> dict[str, Any]:
    convert = importlib.import_module("langchain_core.utils.function_calling").convert_to_openai_tool
    return dict(convert(tool)["function"])


DUMPS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "langchain": langchain,
    "openai_agents": lambda t: form(t.name, t.description, t.params_json_schema, strict=t.strict_json_schema),
    "pydantic_ai": lambda t: form(t.tool_def.name, t.tool_def.description, t.tool_def.parameters_json_schema),
    "anthropic": lambda t: dict(t.to_dict()),
    "strands": lambda t: dict(t.tool_spec),
    "haystack": lambda t: dict(t.tool_spec),
    "google_adk": lambda t: t._get_declaration().model_dump(mode="json", by_alias=True, exclude_none=True),
    "agent_framework": lambda t: dict(t.to_json_schema_spec()["function"]),
    "autogen": lambda t: dict(t.schema),
    "dspy": lambda t: dict(t.format_as_litellm_function_call()["function"]),
}


def module_of(framework: str) -> tuple[str, list[str]]:
    """The text of the common module for a framework, and the line that makes a tool of each function."""
    _, imported, first, line = CALLS[framework]
    text = (HERE / "functions.py.txt").read_text(encoding="utf-8")
    head = text.replace("\n\nLIMIT", f"\n{imported}\n\nLIMIT", 1)
    return f"{head}\n\n{first}\n", [line.format(f=name) for name in FUNCTIONS]


def run(text: str, name: str) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def refused(error: Exception) -> dict[str, Any]:
    return {"refused": f"{type(error).__name__}: {str(error).splitlines()[0][:160]}"}


def common(framework: str) -> dict[str, Any]:
    text, lines = module_of(framework)
    module = run(text, "functions")
    return {name: made(framework, module, name, line) for name, line in zip(FUNCTIONS, lines, strict=True)}


def made(framework: str, module: types.ModuleType, name: str, line: str) -> dict[str, Any]:
    try:
        exec(line, module.__dict__)
        if framework in ("mcp_sdk", "fastmcp"):
            listed = (mcp_tools if framework == "mcp_sdk" else fastmcp_tools)(module.server)
            return next(tool for tool in listed if tool["name"] == name)
        return DUMPS[framework](getattr(module, f"{name}_tool"))
    except Exception as error:
        return refused(error)


def own(framework: str) -> dict[str, Any]:
    path = HERE / f"{framework}.py.txt"
    if not path.is_file():
        return {}
    module = run(path.read_text(encoding="utf-8"), "own")
    if framework == "mcp_sdk":
        found = list(mcp_tools(module.server))
    elif framework == "fastmcp":
        found = list(fastmcp_tools(module.mcp))
    elif framework == "pydantic_ai":
        sets = [*module.agent.toolsets, module.more]
        found = [DUMPS[framework](tool) for one in sets for tool in getattr(one, "tools", {}).values()]
    else:
        values = [*vars(module).values(), *(getattr(getattr(module, "desk", None), name, None) for name in ("lend_book",))]
        marks = {
            "langchain": "tool_call_schema",
            "openai_agents": "params_json_schema",
            "anthropic": "to_dict",
            "strands": "tool_spec",
        }
        tools = [value for value in values if hasattr(value, marks[framework]) and not isinstance(value, type)]
        found = [DUMPS[framework](tool) for tool in tools]
    return {tool["name"]: tool for tool in found}


def main() -> None:
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    framework = sys.argv[1]
    package = CALLS[framework][0]
    record = {
        "package": f"{package} {importlib.metadata.version(package)}",
        "python": ".".join(map(str, sys.version_info[:3])),
        "functions": common(framework),
        "own": own(framework),
    }
    lines = [f"{json.dumps(key)}: {json.dumps(record[key])}" for key in ("package", "python")]
    for key in ("functions", "own"):
        tools = record[key]
        assert isinstance(tools, dict)
        inside = ",\n".join(f"  {json.dumps(name)}: {json.dumps(tool, sort_keys=True)}" for name, tool in tools.items())
        lines.append(f"{json.dumps(key)}: {{\n{inside}\n }}")
    sys.stdout.write("{\n " + ",\n ".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
