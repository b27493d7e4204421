"""A request's front, tools first, then messages, spelled the same for the same tools; `schemalint.wire` is public. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from schemalint.agent.history.events import DeveloperMessage
from schemalint.agent.history.project import Projection
from schemalint.agent.history.translate import translate
from schemalint.agent.registry import Registry
from schemalint.canon import canonical_json
from schemalint.canon.spelling import text
from schemalint.model import Json, Target, Tool, Toolset
from schemalint.record import replace
from schemalint.targets.export import Exported, Order, export
from schemalint.targets.shapes import SHAPES, Name
from schemalint.targets.tables import find, shape_of

Tools: TypeAlias = Toolset | Registry | Projection
"""A set; the visible tools of a registry; or what a history says that the next request offers, which keeps its order."""

_LIST: Final = (b'"tools":[', b"]", b'"messages":[')
_GEMINI: Final = (b'"tools":[{"functionDeclarations":[', b"]}]", b'"contents":[')
_ENVELOPES: Final[Mapping[Name, tuple[bytes, bytes, bytes]]] = {
    "openai-chat": _LIST,
    "openai-responses": (b'"tools":[', b"]", b'"input":['),
    "anthropic": _LIST,
    "gemini": _GEMINI,
    "gemini-json-schema": _GEMINI,
    "bedrock": (b'"toolConfig":{"tools":[', b"]}", b'"messages":['),
}
"""What stands before and behind the tools in a request of each shape, and before the messages."""
_CACHE_POINT: Final = b'{"cachePoint":{"type":"default"}}'
_DEFER: Final = "defer_loading"
_MARK: Final = "cache_control"


def request(
    tools: Tools,
    target: Target | str,
    messages: Sequence[Any] | None = None,
    *,
    shape: str | None = None,
    order: Order = "name",
    cache: bool = True,
) -> dict[str, Json]:
    """The front of a request, as JSON values: `{"tools": [...], "messages": [...]}`, or what the target calls the two.

    Without tools there is no member for them, since providers refuse an empty list. The tools are the payload of `export`;
    `cache` adds the mark at their end for providers that cache what is marked (`cache_control` on Anthropic's last tool, a
    `cachePoint` behind Bedrock's). Of a projection the messages are by default its own, and developer messages among them are
    translated; `history.translate` also has the header that they need. Only `export` reports what the target loses.

    Errors: `ValueError` for a target that takes no requests, or does not know deferred tools or developer messages where there
    are any; `history.UnsupportedContent`; those of `export`.
    """
    front: dict[str, Json] = json.loads(b"".join(stream(tools, target, messages, shape=shape, order=order, cache=cache)))
    return front


def stream(
    tools: Tools,
    target: Target | str,
    messages: Sequence[Any] | None = None,
    *,
    shape: str | None = None,
    order: Order = "name",
    cache: bool = True,
) -> Iterator[bytes]:
    """The canonical bytes of `request`, piece by piece: one for each tool and each message, and what stands between them.

    Tools stand before messages; each of the two is in canonical form. Errors as those of `request`, before the first piece.
    """
    goal = find(target) if isinstance(target, str) else target
    wire = shape_of(goal, shape).name
    if wire not in _ENVELOPES:
        raise ValueError(f"{goal.label} accepts lists of tools but no requests; name the provider that it sends them to")
    spelled = [canonical_json(message) for message in _messages(tools, messages, goal, wire)]
    return _pieces(_spelled(tools, goal, wire, order, cache=cache), spelled, *_ENVELOPES[wire])


def _pieces(tools: list[bytes], messages: list[bytes], before: bytes, behind: bytes, between: bytes) -> Iterator[bytes]:
    yield b"{" + before if tools else b"{"
    for i, tool in enumerate(tools):
        yield b"," + tool if i else tool
    yield (behind + b"," if tools else b"") + between
    for i, message in enumerate(messages):
        yield b"," + message if i else message
    yield b"]}"


# ------------------------------------------------------------------------------------------------------------------- the tools


def _spelled(tools: Tools, target: Target, wire: Name, order: Order, *, cache: bool) -> list[bytes]:
    """The bytes of each tool, and of the mark behind them."""
    if isinstance(tools, Projection):
        deferred = [one.name for one in tools.tools if one.deferred]
        if deferred and _DEFER not in SHAPES[wire].carries:
            raise ValueError(f"{target.label} does not know deferred tools, and `{deferred[0]}` is one")
        given = tuple(_deferred(one.tool) if one.deferred else one.tool for one in tools.tools)
        exported = export(Toolset(given), target, order="authored", property_order="sorted", shape=wire)
    else:
        toolset = tools.toolset() if isinstance(tools, Registry) else tools
        exported = _exported(toolset.tools, target, order, wire)
    values = list(exported.tools)
    if cache and wire == "anthropic":
        values = _marked(values)
    spelled = [text(value).encode() for value in values]
    return [*spelled, _CACHE_POINT] if cache and wire == "bedrock" and spelled else spelled


@lru_cache(maxsize=16)
def _exported(tools: tuple[Tool, ...], target: Target, order: Order, wire: Name) -> Exported:
    """An export, made once for a registry that does not change; tools are compared by identity."""
    return export(Toolset(tools), target, order=order, shape=wire)


def _deferred(tool: Tool) -> Tool:
    return replace(tool, extra={**tool.extra, _DEFER: True})


def _marked(tools: list[Json]) -> list[Json]:
    """The tools with the cache mark on the last of those that are loaded at once; a deferred tool may not bear it. One that
    the author put somewhere stays the only one.
    """
    loaded = [i for i, tool in enumerate(tools) if tool.get(_DEFER) is not True]
    if not loaded or any(_MARK in tool for tool in tools):
        return tools
    marked = {**tools[loaded[-1]], _MARK: {"type": "ephemeral"}}
    return [*tools[: loaded[-1]], dict(sorted(marked.items())), *tools[loaded[-1] + 1 :]]


# ---------------------------------------------------------------------------------------------------------------- the messages


def _messages(tools: Tools, messages: Sequence[Any] | None, target: Target, wire: str) -> Sequence[Any]:
    own = tools.messages if isinstance(tools, Projection) else ()
    sent = own if messages is None else messages
    if not any(isinstance(one, DeveloperMessage) for one in sent):
        return sent
    if wire != "anthropic":
        raise ValueError(f"{target.label} does not know developer messages; project the history with the mode `none`")
    return translate(Projection(tools.tools if isinstance(tools, Projection) else (), sent)).messages
