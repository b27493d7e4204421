"""The Claude Agent SDK: `@tool(name, description, schema)`, where the schema may be a map of types."""

from schemalint.frameworks.common.record import Framework, Objects

FRAMEWORK = Framework(
    "claude-agent-sdk",
    "the Claude Agent SDK",
    packages=("claude_agent_sdk",),
    decorators=("tool",),
    positional=("name", "description", "input_schema"),
    key="inputSchema",
    marks="texts",
    titles="none",
    sent=("title",),
    annotated=True,
    objects=Objects(("claude_agent_sdk.SdkMcpTool",), ("handler", "input_schema")),
)
