"""Which framework wrote a definition, as far as its shape or its origin tells, and what its author does about a habit of it.

The same function gives 24 different schemas in 29 versions of frameworks, each wrong in its own way, and the cure is mostly
one argument. A framework is named only where nothing else writes that shape, or where `origin.framework` says so; where
several share it, the cause is named that they share. Knows no rule: a rule asks `hint` and puts the answer behind its message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schemalint.model import Json, Node, Tool

if TYPE_CHECKING:
    from re import Pattern

Habit: TypeAlias = Literal[
    "block",  # the arguments block of a docstring is in the description
    "undescribed",  # a parameter has no description
    "raw docstring",  # the indentation of the source is in the description
    "signature",  # the Python signature stands in front of the description
    "null default",  # a default is null, and the type does not allow it
    "required default",  # a required parameter has a default
    "required",  # what has a default is required, and the default is gone
    "bare object",  # an object stands for a type that the generator does not know
    "empty object",  # the same, closed: only `{}` fits
    "name as text",  # the description of a parameter is its name
    "no items",  # an array lost the schema of its elements
    "defs",  # `defs` stands where `$defs` is meant
]

MCP: Final = "the MCP Python SDK"
LANGCHAIN, LLAMA, AUTOGEN, STRANDS, OLLAMA = "LangChain", "LlamaIndex", "AutoGen", "Strands", "Ollama"
KERNEL, AGNO, SMOL, AGENTS, PYDANTIC = "Semantic Kernel", "agno", "smolagents", "the OpenAI Agents SDK", "Pydantic"
CREW, ADK, GENAI, FRAMEWORK = "CrewAI", "Google ADK", "the Google GenAI SDK", "Microsoft Agent Framework"
DSPY, HAYSTACK, FASTMCP = "DSPy", "Haystack", "FastMCP"

ORIGINS: Final[Mapping[str, str]] = {
    "agent-framework": FRAMEWORK,
    "agno": AGNO,
    "autogen": AUTOGEN,
    "crewai": CREW,
    "dspy": DSPY,
    "fastmcp": FASTMCP,
    "google-adk": ADK,
    "google-genai": GENAI,
    "haystack": HAYSTACK,
    "langchain": LANGCHAIN,
    "langgraph": LANGCHAIN,
    "llama-index": LLAMA,
    "mcp-sdk": MCP,
    "ollama": OLLAMA,
    "openai-agents": AGENTS,
    "semantic-kernel": KERNEL,
    "smolagents": SMOL,
    "strands": STRANDS,
}
"""What `origin.framework` begins with. Wire forms (`mcp`, `openai-chat`, ...) are no frameworks and are not here."""

_FIELD: Final = "Annotated[..., Field(description=...)]"
_TEXT: Final = 'Annotated[..., "text"]'
_SOURCES: Final[Mapping[str, str]] = {
    **dict.fromkeys((MCP, CREW, ADK, GENAI, FRAMEWORK, LLAMA, DSPY), _FIELD),
    **dict.fromkeys((AUTOGEN, HAYSTACK, KERNEL), _TEXT),
}
"""Where frameworks that read no docstring take the descriptions of parameters from (measured, sources.md 2.2 and 2.3)."""
_READERS: Final = (AGENTS, AGNO, OLLAMA, SMOL, STRANDS)
"""Frameworks that take them from the docstring."""

_STRICT: Final = "strict"

HINTS: Final[Mapping[tuple[Habit, str], str]] = {
    ("block", LANGCHAIN): "LangChain leaves it there without parse_docstring=True",
    ("block", FASTMCP): "FastMCP leaves it there before version 3",
    **{("block", name): f"{name} reads {source} only" for name, source in _SOURCES.items()},
    ("undescribed", LANGCHAIN): "LangChain reads the docstring only with parse_docstring=True",
    **{("undescribed", name): f"{name} reads {source}" for name, source in _SOURCES.items()},
    **{("undescribed", name): f"{name} reads the docstring" for name in _READERS},
    **{
        ("raw docstring", name): f"{name} takes docstrings raw: pass description=inspect.getdoc(...)"
        for name in (MCP, FRAMEWORK, HAYSTACK, KERNEL, LANGCHAIN, LLAMA)
    },
    ("raw docstring", CREW): "CrewAI takes docstrings raw: Python 3.13 strips their indentation",
    ("raw docstring", DSPY): "DSPy takes docstrings raw: pass desc=inspect.getdoc(...)",
    ("signature", LLAMA): "LlamaIndex puts it there unless description=... is given",
    ("signature", LANGCHAIN): "older versions of LangChain put it there unless description=... is given",
    ("null default", STRANDS): "Strands loses the null of `T | None`",
    ("null default", PYDANTIC): "Pydantic writes this for `x: T = None`: annotate `T | None`",
    ("required default", AGENTS): "the OpenAI Agents SDK requires everything unless strict_mode=False",
    ("required default", _STRICT): "the strict form requires everything: leave it to the exporter",
    ("required default", PYDANTIC): 'Pydantic writes this with mode="serialization"',
    ("required", OLLAMA): "Ollama requires what has a default, and drops the default",
    ("bare object", KERNEL): "Semantic Kernel writes this for Literal and datetime: annotate str or an Enum",
    ("bare object", SMOL): "smolagents writes this for Enum, datetime and models: annotate str or Literal",
    ("empty object", AGNO): "agno writes this for datetime and Any: annotate str",
    ("name as text", AUTOGEN): f"AutoGen fills in the name without {_TEXT}",
    ("no items", OLLAMA): "Ollama drops them",
    ("defs", OLLAMA): "Ollama writes it so, and its parameters do not refer to it",
}
"""What is said of a habit, by the framework (or `Pydantic`, or the strict form) that has it."""


def hint(habit: Habit, where: Tool | Node) -> str:
    """What to put behind a finding's message, `; CAUSE` with its cure where there is one; empty where no cause is certain."""
    tool = where if isinstance(where, Tool) else where.tool
    name = framework(tool)
    for known in (name, _STRICT if tool.extra.get("strict") is True else None, PYDANTIC if is_titled(where) else None):
        if known is not None and (habit, known) in HINTS:
            return f"; {HINTS[habit, known]}"
    return ""


def framework(tool: Tool) -> str | None:
    """The framework that wrote a tool, by the name that its users know; None where neither origin nor shape tells."""
    origin = (tool.origin.framework or "").replace("_", "-")
    named = next((name for start, name in ORIGINS.items() if origin.startswith(start)), None)
    return named or next((name for name, wrote in _SHAPES if wrote(tool)), None)


def signature(text: str, name: str) -> str | None:
    """The Python signature of `name` that a description begins with, None where it begins with none.

    It ends the line, or a dash parts it from the docstring, and it shows an annotation, a default or a return type.
    """
    if not name or not text.startswith(f"{name}("):
        return None
    depth = 0
    for index in range(len(name), len(text)):
        depth += (text[index] in "([{") - (text[index] in ")]}")
        if depth == 0:
            return _signature_to(text, len(name), index + 1)
    return None


def _signature_to(text: str, start: int, end: int) -> str | None:
    """The signature whose parameters are `text[start:end]`, brackets included, if what follows is what follows one."""
    line = text[end:].split("\n", 1)[0]
    returns, dash, _ = line.partition(" - ")
    typed = _returns().fullmatch(returns) is not None
    inside = text[start + 1 : end - 1]
    if not typed and (returns.strip() or not (":" in inside or "=" in inside)):
        return None
    if not typed and not dash and "\n" not in text[end:]:
        return None
    return text[:end] + returns.rstrip()


@cache
def _returns() -> Pattern[str]:
    import re

    one = r"(?:[A-Za-z_][\w.]*(?:\[[^\n]*\])?|'[\w.]+')"
    return re.compile(rf" -> {one}(?: \| {one})*:?[ \t]*")


# ----------------------------------------------------------------------------------------------------------- what shapes tell


def _root(tool: Tool) -> Mapping[str, Json]:
    return tool.parameters if isinstance(tool.parameters, dict) else {}


def _members(tool: Tool) -> list[Mapping[str, Json]]:
    properties = _root(tool).get("properties")
    return [one for one in properties.values() if isinstance(one, dict)] if isinstance(properties, dict) else []


def _from_mcp_sdk(tool: Tool) -> bool:
    """The root is titled with the name of a function and `Arguments`, and its members as Pydantic does."""
    title = _root(tool).get("title")
    if not isinstance(title, str) or not title.endswith("Arguments"):
        return False
    function = title.removesuffix("Arguments")
    return function == tool.name or (function.isidentifier() and function[0].islower() and is_titled(tool))


def _by_name(end: str) -> Callable[[Tool], bool]:
    """Whether the root is titled with the very name of the tool and a word behind it."""
    return lambda tool: bool(tool.name) and _root(tool).get("title") == tool.name + end


def _from_langchain(tool: Tool) -> bool:
    """The root repeats the tool's name as its title and the docstring as its description."""
    root = _root(tool)
    text = root.get("description")
    if not tool.text.strip() or not isinstance(text, str):
        return False
    return root.get("title") == tool.name and tool.name.islower() and text.split() == tool.text.split()


def _from_llama_index(tool: Tool) -> bool:
    found = signature(tool.text, tool.name)
    return found is not None and tool.text[len(found) :].startswith("\n")


def _from_old_langchain(tool: Tool) -> bool:
    found = signature(tool.text, tool.name)
    return found is not None and tool.text[len(found) :].startswith(" - ")


def _from_strands(tool: Tool) -> bool:
    """Bedrock's `inputSchema.json` without Bedrock's `toolSpec` around it."""
    place = tool.places.get(("parameters",), ())
    return place[-2:] == ("inputSchema", "json") and "toolSpec" not in place


_OLLAMA_ROOT: Final = frozenset("defs items properties required type".split())
_OLLAMA_MEMBER: Final = frozenset("description enum items type".split())


def _from_ollama(tool: Tool) -> bool:
    """`defs`, and no keyword that its classes for a function do not have."""
    root = _root(tool)
    return (
        isinstance(root.get("defs"), dict)
        and root.keys() <= _OLLAMA_ROOT
        and all(member.keys() <= _OLLAMA_MEMBER for member in _members(tool))
    )


def _from_autogen(tool: Tool) -> bool:
    """`strict` beside the parameters, a closed root without a title, titles in it, and names for descriptions."""
    root = _root(tool)
    properties = root.get("properties")
    return (
        isinstance(tool.extra.get("strict"), bool)
        and root.get("additionalProperties") is False
        and "title" not in root
        and isinstance(properties, dict)
        and any(isinstance(one, dict) and one.get("description") == name for name, one in properties.items())
        and any("title" in one for one in _members(tool))
    )


_SHAPES: Final[tuple[tuple[str, Callable[[Tool], bool]], ...]] = (
    (LLAMA, _from_llama_index),
    (LANGCHAIN, _from_old_langchain),
    (MCP, _from_mcp_sdk),
    (ADK, _by_name("Params")),
    (AGENTS, _by_name("_args")),
    (FRAMEWORK, _by_name("_input")),
    (LANGCHAIN, _from_langchain),
    (STRANDS, _from_strands),
    (OLLAMA, _from_ollama),
    (AUTOGEN, _from_autogen),
)


def is_titled(where: Tool | Node) -> bool:
    """Whether a parameter has the title that Pydantic makes of its name."""
    if isinstance(where, Node):
        return where.name is not None and where.view.get("title") == pydantic_title(where.name)
    return any(is_titled(node) for node in where.nodes() if node.is_parameter)


def pydantic_title(name: str) -> str:
    """The title that Pydantic gives a field: `Repo Name` for `repo_name`."""
    return name.title().replace("_", " ").strip()
