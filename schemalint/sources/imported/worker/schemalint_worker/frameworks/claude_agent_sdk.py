from __future__ import annotations

from typing import Any

from ..type_map import TypeMap
from ..ways import dumped, shown


def read(tool: Any) -> Any:
    schema = tool.input_schema
    if isinstance(schema, dict) and not isinstance(schema.get("type"), str):
        # A map from names to Python types, all of them required (claude_agent_sdk, create_sdk_mcp_server).
        mapped = TypeMap()
        properties = {name: mapped.of(kind) for name, kind in schema.items()}
        schema = {"type": "object", "properties": properties, "required": list(schema)}
    made = {"name": tool.name, "description": tool.description, "inputSchema": shown(schema)}
    annotations = getattr(tool, "annotations", None)
    return {**made, "annotations": dumped(annotations)} if annotations is not None else made
