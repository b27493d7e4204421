"""The wire shapes: how each provider wants a tool to be written, and the list around its tools.

Knows members and their names, no schema. Beside name, description and parameters a shape carries the members of `extra` that
its provider documents; one that came in the same shape keeps all of them. What a shape has no place for stays behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from schemalint.model import MEMBERS, Json, Pointer, Tool
from schemalint.record import dataclass, replace
from schemalint.targets.removal import without

Name: TypeAlias = Literal["openai-chat", "openai-responses", "anthropic", "gemini", "gemini-json-schema", "bedrock", "mcp"]
Members: TypeAlias = "dict[str, Json]"
"""A tool as its canonical form has it: name, description, parameters, ..., and what was under `extra`."""


@dataclass(frozen=True, slots=True)
class Shape:
    """`tool` writes one tool; `around` puts the tools into the value that a request (or an answer) holds.

    `frameworks` are the forms, as the reader names them, that are this shape; `carries` the members of `extra` that the
    provider documents; `members` those of a tool's own that it has a place for; `whole`: it always writes the parameters;
    `upper_types`: its documents spell types in upper case.
    """

    name: Name
    tool: Callable[[Members], Json]
    around: Callable[[list[Json]], Json]
    frameworks: tuple[str, ...]
    carries: frozenset[str]
    members: frozenset[str] = frozenset()
    whole: bool = False
    upper_types: bool = False


def _listed(tools: list[Json]) -> Json:
    return tools


def _renamed(members: Members, names: Mapping[str, str]) -> Members:
    return dict(sorted((names.get(key, key), value) for key, value in members.items()))


def _chat(members: Members) -> Json:
    return {"function": members, "type": "function"}


def _responses(members: Members) -> Json:
    return dict(sorted({**members, "type": "function"}.items()))


def _anthropic(members: Members) -> Json:
    return _renamed(members, {"parameters": "input_schema"})


def _gemini(members: Members) -> Json:
    return _renamed(members, {"output_schema": "response"})


def _gemini_json_schema(members: Members) -> Json:
    return _renamed(members, {"output_schema": "responseJsonSchema", "parameters": "parametersJsonSchema"})


def _declarations(tools: list[Json]) -> Json:
    return [{"functionDeclarations": tools}] if tools else []


def _bedrock(members: Members) -> Json:
    named = _renamed(members, {"parameters": "inputSchema"})
    if "inputSchema" in named:
        named["inputSchema"] = {"json": named["inputSchema"]}
    return {"toolSpec": named}


def _mcp(members: Members) -> Json:
    return _renamed(members, {"parameters": "inputSchema", "output_schema": "outputSchema"})


def _answer(tools: list[Json]) -> Json:
    return {"tools": tools}


_ANTHROPIC: Final = frozenset("allowed_callers cache_control defer_loading eager_input_streaming input_examples strict".split())
"""anthropic 2.14.0, types/tool_param."""
_RESPONSES: Final = frozenset("allowed_callers defer_loading output_schema strict".split())
"""openai 3.57.0, types/responses/function_tool_param."""

SHAPES: Final[Mapping[str, Shape]] = {
    shape.name: shape
    for shape in (
        Shape("openai-chat", _chat, _listed, ("openai-chat",), frozenset({"strict"})),
        Shape("openai-responses", _responses, _listed, ("openai-responses",), _RESPONSES, whole=True),
        Shape("anthropic", _anthropic, _listed, ("anthropic",), _ANTHROPIC, whole=True),
        Shape("gemini", _gemini, _declarations, ("gemini",), frozenset({"behavior"}), upper_types=True),
        Shape("gemini-json-schema", _gemini_json_schema, _declarations, ("gemini",), frozenset({"behavior"})),
        Shape("bedrock", _bedrock, _listed, ("bedrock",), frozenset({"strict"}), whole=True),
        Shape(
            "mcp",
            _mcp,
            _answer,
            ("mcp", "mcp-snake-case"),
            frozenset({"_meta", "execution", "icons"}),
            frozenset({"title", "annotations", "output_schema"}),
            whole=True,
        ),
    )
}


def carried(tool: Tool, shape: Shape) -> Tool:
    """The tool with the members alone that the shape has a place for; all of them where it came in that shape."""
    if tool.origin.framework in shape.frameworks:
        return tool
    if shape.name == "openai-responses" and "strict" not in tool.extra:
        # The SDK demands the member (openai 3.57.0); a tool from elsewhere was not written for strict.
        tool = replace(tool, extra={**tool.extra, "strict": False})
    gone: list[Pointer] = [(member,) for member in MEMBERS[3:] if member not in shape.members and tool.has(member)]
    gone += [("extra", key) for key in tool.extra if key not in shape.carries]
    return without(tool, gone)


def written(members: Mapping[str, Json], shape: Shape) -> Json:
    """One tool in a shape, from its canonical members; every object keeps its order."""
    flat = {**members, **members.get("extra", {})}
    flat.pop("extra", None)
    if isinstance(flat.get("annotations"), dict):
        flat["annotations"] = {key: value for key, value in flat["annotations"].items() if value is not None}
    # Dumps of objects write null for what is absent, and no provider takes it for that but in `strict`.
    return shape.tool({key: value for key, value in sorted(flat.items()) if value is not None or key == "strict"})
