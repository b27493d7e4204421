"""MCP itself: definitions written as objects, and servers of the low level. The servers of the SDK are in `mcp_sdk`."""

from schemalint.frameworks.common.record import Framework, Objects

FRAMEWORK = Framework(
    "mcp",
    packages=("mcp", "mcp_types"),
    servers=("Server",),
    definitions=("Tool",),
    objects=Objects(
        ("mcp.types.Tool", "mcp_types._types.Tool"),
        ("inputSchema", "model_dump"),
        read=("",),
        servers=("mcp.server.lowlevel.server.Server",),
    ),
    origins=(),  # the name of a wire form too
)
