"""The frameworks whose decorators and calls make tools of functions, and how each turns a function into a definition.

Facts only, measured by running each framework on one function (versions in sources.md 2.1, and tests/test_python_frameworks.py,
which compares them): where the description comes from, which texts of parameters are read, what is left out of the schema. The
newest version speaks for all where versions differ; how a schema is finished is in `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from schemalint.sources.python import docstrings
from schemalint.sources.python.docstrings import Docstring, Taken

Titles: TypeAlias = Literal["all", "none", "definitions", "nested"]
"""Which titles stay: all; none; only those of definitions; all but those of the parameters themselves."""

Marks: TypeAlias = Literal["fields", "texts", "none"]
"""Which marks in `Annotated` count: Pydantic's; a bare string too, as a description; none."""

_CONTEXT: Final = frozenset(
    "Context RunContext RunContextWrapper ToolContext InvocationContext CurrentContext ToolRuntime RunnableConfig"
    " InjectedToolArg InjectedState InjectedStore InjectedToolCallId Depends Resolve CallbackManagerForToolRun "
    "AsyncCallbackManagerForToolRun FunctionContext KernelArguments Kernel".split()
)


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework. `key` is the member of its definition that holds the schema; `reads` makes the description of a docstring
    and takes from it the texts of parameters, which win over those of `Field` where `documented_first`. `root_title` is the
    title of the whole, from the function's name. `faithful` is False where the framework builds schemas in a way of its own
    that is not followed.
    """

    name: str
    key: str = "parameters"
    reads: Callable[[Docstring], Taken] = docstrings.griffe
    documented_first: bool = False
    marks: Marks = "fields"
    closed: bool = False
    titles: Titles = "all"
    root_title: str | None = None
    inline: bool = False
    output: bool = False
    injected: frozenset[str] = _CONTEXT
    injected_names: frozenset[str] = frozenset()
    faithful: bool = True


MCP: Final = Framework("mcp-sdk", "inputSchema", docstrings.raw, root_title="{}Arguments", output=True)
FASTMCP: Final = Framework(
    "fastmcp", "inputSchema", docstrings.griffe, marks="texts", closed=True, titles="none", inline=True, output=True
)
LANGCHAIN: Final = Framework(
    "langchain",
    reads=docstrings.clean,
    marks="texts",
    titles="none",
    inline=True,
    injected_names=frozenset(("run_manager", "callbacks", "runtime", "config")),
)
OPENAI_AGENTS: Final = Framework(
    "openai-agents", reads=docstrings.griffe_with_args, documented_first=True, marks="texts", root_title="{}_args"
)
PYDANTIC_AI: Final = Framework("pydantic-ai", reads=docstrings.marked_up, closed=True, titles="definitions")
ANTHROPIC: Final = Framework("anthropic", "input_schema", docstrings.short, closed=True)
STRANDS: Final = Framework(
    "strands",
    "inputSchema",
    docstrings.without_arguments,
    marks="texts",
    titles="nested",
    injected_names=frozenset(("agent",)),
)
CREWAI: Final = Framework("crewai", reads=docstrings.raw, root_title="{}", faithful=False)
HAYSTACK: Final = Framework("haystack", reads=docstrings.raw, marks="texts", titles="none")
GOOGLE_ADK: Final = Framework("google-adk", "parametersJsonSchema", docstrings.clean, root_title="{}Params")
AGENT_FRAMEWORK: Final = Framework("agent-framework", reads=docstrings.raw, marks="texts", root_title="{}_input")
MIRASCOPE: Final = Framework("mirascope", reads=docstrings.clean_with_parameters, marks="texts", closed=True, faithful=False)
AUTOGEN: Final = Framework("autogen", reads=docstrings.clean, marks="texts", closed=True, inline=True)
DSPY: Final = Framework("dspy", reads=docstrings.raw, marks="none", titles="nested", inline=True)
CLAUDE_AGENT_SDK: Final = Framework("claude-agent-sdk", "inputSchema", titles="none", marks="texts")
LLAMA_INDEX: Final = Framework("llama-index", reads=docstrings.clean, faithful=False)
AGNO: Final = Framework("agno", reads=docstrings.griffe, titles="nested", inline=True, faithful=False)
SMOLAGENTS: Final = Framework("smolagents", reads=docstrings.griffe, titles="none", inline=True, faithful=False)
SEMANTIC_KERNEL: Final = Framework(
    "semantic-kernel", reads=docstrings.raw, marks="texts", titles="none", inline=True, faithful=False
)
GOOGLE_GENAI: Final = Framework("google-genai", reads=docstrings.clean, titles="none", inline=True, faithful=False)
OLLAMA: Final = Framework("ollama", reads=docstrings.griffe, titles="none", inline=True, faithful=False)
SCHEMALINT: Final = Framework(
    "schemalint", reads=docstrings.griffe_with_args, marks="texts", titles="none", inline=True, faithful=False
)
FUNCTION: Final = Framework("function", reads=docstrings.griffe, marks="texts", closed=True)
"""A plain function: the schema that Pydantic gives it, with the texts of its docstring."""

Kind: TypeAlias = Literal["decorator", "method", "wrapper"]

CALLS: Final[Mapping[tuple[str, str], Framework]] = {
    ("langchain", "tool"): LANGCHAIN,
    ("langchain_core", "tool"): LANGCHAIN,
    ("langchain_core", "StructuredTool.from_function"): LANGCHAIN,
    ("langchain", "StructuredTool.from_function"): LANGCHAIN,
    ("agents", "function_tool"): OPENAI_AGENTS,
    ("anthropic", "beta_tool"): ANTHROPIC,
    ("anthropic", "beta_async_tool"): ANTHROPIC,
    ("strands", "tool"): STRANDS,
    ("smolagents", "tool"): SMOLAGENTS,
    ("crewai", "tool"): CREWAI,
    ("crewai_tools", "tool"): CREWAI,
    ("haystack", "tool"): HAYSTACK,
    ("haystack", "create_tool_from_function"): HAYSTACK,
    ("agno", "tool"): AGNO,
    ("semantic_kernel", "kernel_function"): SEMANTIC_KERNEL,
    ("agent_framework", "tool"): AGENT_FRAMEWORK,
    ("agent_framework", "ai_function"): AGENT_FRAMEWORK,
    ("mirascope", "tool"): MIRASCOPE,
    ("claude_agent_sdk", "tool"): CLAUDE_AGENT_SDK,
    ("pydantic_ai", "Tool"): PYDANTIC_AI,
    ("llama_index", "FunctionTool.from_defaults"): LLAMA_INDEX,
    ("autogen_core", "FunctionTool"): AUTOGEN,
    ("google.adk", "FunctionTool"): GOOGLE_ADK,
    ("google.adk", "LongRunningFunctionTool"): GOOGLE_ADK,
    ("dspy", "Tool"): DSPY,
    ("fastmcp", "tool"): FASTMCP,
    ("fastmcp", "Tool.from_function"): FASTMCP,
    ("fastmcp", "FunctionTool.from_function"): FASTMCP,
    ("mcp", "Tool.from_function"): MCP,
    ("schemalint", "tool"): SCHEMALINT,
}
"""Functions and classes that make a tool of a function: the package, the name; as a decorator or by a call."""

MAKERS: Final[Mapping[tuple[str, str], Framework]] = {
    ("mcp", "FastMCP"): MCP,
    ("mcp", "MCPServer"): MCP,
    ("fastmcp", "FastMCP"): FASTMCP,
    ("pydantic_ai", "Agent"): PYDANTIC_AI,
    ("pydantic_ai", "FunctionToolset"): PYDANTIC_AI,
}
"""Classes whose objects have methods that register functions as tools."""
METHODS: Final = ("tool", "tool_plain", "add_tool", "add_function")
"""Those methods."""

TAKERS: Final[Mapping[tuple[str, str], Framework]] = {
    ("pydantic_ai", "Agent"): PYDANTIC_AI,
    ("pydantic_ai", "FunctionToolset"): PYDANTIC_AI,
    ("google.adk", "Agent"): GOOGLE_ADK,
    ("google.adk", "LlmAgent"): GOOGLE_ADK,
    ("agno", "Agent"): AGNO,
    ("agno", "Toolkit"): AGNO,
    ("fastmcp", "FastMCP"): FASTMCP,
    ("ollama", "chat"): OLLAMA,
    ("google.genai", "GenerateContentConfig"): GOOGLE_GENAI,
}
"""Calls that take plain functions in `tools=[...]`."""

DEFINITIONS: Final = frozenset(
    (
        ("mcp", "Tool"),
        ("mcp_types", "Tool"),
        ("google.genai", "FunctionDeclaration"),
        ("google.generativeai", "FunctionDeclaration"),
        ("vertexai", "FunctionDeclaration"),
        ("anthropic", "ToolParam"),
        ("openai", "FunctionToolParam"),
        ("pydantic_ai", "ToolDefinition"),
    )
)
"""Classes whose objects are definitions as they are sent."""

PACKAGES: Final = frozenset(package for table in (CALLS, MAKERS, TAKERS) for package, _ in table)


def package(dotted: str) -> str:
    """The package that a full name begins with: `google.adk` for those of Google, else its first part."""
    parts = dotted.split(".")
    return ".".join(parts[:2]) if parts[0] == "google" else parts[0]


def lookup(table: Mapping[tuple[str, str], Framework], dotted: str) -> Framework | None:
    """What a table says of a full name: its package with its last part, or its last two."""
    first = package(dotted)
    if first not in PACKAGES:
        return None
    parts = dotted.rsplit(".", 2)
    return table.get((first, parts[-1])) or (table.get((first, ".".join(parts[-2:]))) if len(parts) > 2 else None)
