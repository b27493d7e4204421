"""The MCP Python SDK: servers that make tools of functions."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.part import Part
from schemalint.frameworks.common.record import FIELD, Framework, Objects, Results
from schemalint.frameworks.common.signs import RAW, is_titled, root_of
from schemalint.model import Tool

_PUBLISHED = ("string", "integer", "number", "boolean", "null")


def _hides(schema: Part, _: bool) -> bool:
    return schema.members.get("type") not in _PUBLISHED or schema.members.get("format", "binary") != "binary"


def _wrote(tool: Tool) -> bool:
    """The root is titled with the name of a function and `Arguments`, and its members as Pydantic does."""
    title = root_of(tool).get("title")
    if not isinstance(title, str) or not title.endswith("Arguments"):
        return False
    function = title.removesuffix("Arguments")
    return function == tool.name or (function.isidentifier() and function[0].islower() and is_titled(tool))


FRAMEWORK = Framework(
    "mcp-sdk",
    "the MCP Python SDK",
    packages=("mcp",),
    calls=("Tool.from_function",),
    servers=("FastMCP", "MCPServer"),
    methods=("tool", "add_tool"),
    key="inputSchema",
    reads=docstrings.raw,
    undescribed="empty",
    root_title=lambda _, function: f"{function}Arguments",
    untyped=str,
    refuses=frozenset(("underscore",)),
    injected=frozenset(("Context", "Resolve")),
    sent=("title",),
    annotated=True,
    results=Results(_hides, title="Output", enums=False, dataclasses=False),
    objects=Objects(
        ("mcp.server.fastmcp.tools.base.Tool", "mcp.server.mcpserver.tools.base.Tool"),
        read=({"name": "name", "description": "description", "inputSchema": "parameters"},),
        servers=("mcp.server.fastmcp.server.FastMCP", "mcp.server.mcpserver.server.MCPServer"),
    ),
    texts_from=FIELD,
    habits={"raw docstring": RAW.format("the MCP Python SDK")},
    wrote=_wrote,
)
