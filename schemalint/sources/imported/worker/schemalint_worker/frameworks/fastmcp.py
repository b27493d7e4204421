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


def marked(function: Any) -> Any:
    made = loaded("fastmcp.tools.function_tool.FunctionTool") or loaded("fastmcp.tools.tool.FunctionTool")
    return dumped(made.from_function(function).to_mcp_tool())
