"""A projection -> messages and tools of an endpoint that knows changes of tools inside a conversation.

The dialect is that of the seed document's Messages endpoint: a developer message becomes a `system` message with
`tool_addition` and `tool_removal` blocks, behind a user's turn. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from schemalint.agent.history.events import DEFER, Declared, DeveloperMessage
from schemalint.agent.history.project import Projection
from schemalint.model import Json
from schemalint.record import dataclass

BETA: Final = "mid-conversation-tool-changes-2026-07-01"
"""Value of the beta header, sent only with a request that holds a change of tools."""

_CHANGES: Final = ("tool_addition", "tool_removal")


class UnsupportedContent(ValueError):
    """A conversation that the endpoint has no form for; the message says which part."""


@dataclass(frozen=True, slots=True, eq=False)
class Translation:
    """What to send: messages and tools as JSON values, and the headers that they need."""

    messages: list[Mapping[str, Json]]
    tools: list[dict[str, Json]]
    headers: Mapping[str, str]


def translate(projection: Projection) -> Translation:
    """The wire form of a projection whose other messages are mappings with `role` and `content`.

    A change of tools goes after the user's turn (or tool result) that precedes it and before the assistant's next one: if it
    follows an assistant's turn, it waits for the next user's turn. Errors: `UnsupportedContent` where no such turn is
    there, and for a change of tools in a message of any other role.
    """
    messages: list[Mapping[str, Json]] = []
    waiting: list[Mapping[str, Json]] = []
    turned = changes = False
    for one in projection.messages:
        if isinstance(one, DeveloperMessage):
            content = [_block(block.type, block.value) for block in one.blocks if block.type != "text" or block.value]
            if not content:
                continue
            if not turned:
                raise UnsupportedContent(f"the developer message `{one.id}` has no user turn before it")
            changes = changes or any(block["type"] in _CHANGES for block in content)
            waits = messages[-1].get("role") == "assistant"
            (waiting if waits else messages).append({"role": "system", "content": content})
            continue
        _refuse_changes(one)
        messages.append(one)
        if one.get("role") in ("user", "tool"):
            turned = True
            messages.extend(waiting)
            waiting.clear()
    if waiting:
        raise UnsupportedContent("a developer message follows the assistant's last turn, and no user turn comes after it")
    return Translation(messages, [tool_of(one) for one in projection.tools], {"anthropic-beta": BETA} if changes else {})


def tool_of(declared: Declared) -> dict[str, Json]:
    """One tool in the endpoint's shape: name, description, input_schema, and `defer_loading` where it is deferred."""
    tool: dict[str, Json] = {"name": declared.name}
    if declared.tool.description is not None:
        tool["description"] = declared.tool.description
    tool["input_schema"] = (
        declared.tool.parameters if declared.tool.parameters is not None else {"type": "object", "properties": {}}
    )
    if declared.deferred:
        tool[DEFER] = True
    return tool


def _block(kind: str, value: str) -> dict[str, Json]:
    if kind == "text":
        return {"type": "text", "text": value}
    return {"type": kind, "tool": {"type": "tool_reference", "name": value}}


def _refuse_changes(message: Mapping[str, Any]) -> None:
    content = message.get("content")
    for block in content if isinstance(content, Sequence) and not isinstance(content, str) else ():
        if isinstance(block, Mapping) and block.get("type") in _CHANGES:
            role = message.get("role")
            raise UnsupportedContent(
                f"a `{block['type']}` block stands in a message of the role {role!r}; only developer messages change tools"
            )
