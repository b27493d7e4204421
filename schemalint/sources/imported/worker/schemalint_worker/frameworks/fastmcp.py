from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..objects import has, loaded
from ..values import waited
from ..ways import dumped


def resembles(value: Any) -> bool:
    return has(value, "_tool_manager", "get_tools")


def listed(server: Any) -> Iterator[tuple[Any, Any]]:
    tools = waited(server.list_tools() if has(server, "list_tools") else server.get_tools())
    for tool in list(tools.values()) if isinstance(tools, dict) else tools:
        yield dumped(tool.to_mcp_tool()), tool


def unlisted(server: Any, names: set[str]) -> Iterator[Any]:
    """The tools that a server has and does not list: they were disabled."""
    for provider in getattr(server, "providers", None) or ():
        held = getattr(provider, "_components", None)
        for tool in list(held.values()) if isinstance(held, dict) else ():
            if has(tool, "fn") and getattr(tool, "name", None) not in names:
                yield tool


def marked(function: Any) -> Any:
    made = loaded("fastmcp.tools.function_tool.FunctionTool") or loaded("fastmcp.tools.tool.FunctionTool")
    return dumped(made.from_function(function).to_mcp_tool())
