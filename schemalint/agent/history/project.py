"""A history and a conversation -> the tools and messages of the next request, in one of three modes.

`none` offers the active tools and sends no developer messages; `addition-only` and `in-history` keep the front of the request
as it was, so that its cache lives, and declare later tools as deferred. Pure; what does not change stays the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from schemalint.agent.history.events import Declared, DeveloperMessage
from schemalint.agent.history.fold import History
from schemalint.record import dataclass, replace

Mode: TypeAlias = Literal["none", "addition-only", "in-history"]
"""What a provider's endpoint knows: nothing of changes, additions alone, or additions and removals."""


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """What to send. `messages` holds the conversation as it was given, with the developer messages that still say something."""

    tools: Sequence[Declared]
    messages: Sequence[Any]


def project(messages: Sequence[Any], tools: Sequence[Declared], mode: Mode, history: History | None) -> Projection:
    """The next request's tools and messages. `tools` are the active ones; messages of other kinds pass through untouched."""
    if mode == "none":
        plain = tools if not any(one.deferred for one in tools) else tuple(replace(one, deferred=False) for one in tools)
        return Projection(plain, _without(messages))
    sent = {one.id for one in messages if isinstance(one, DeveloperMessage)}
    if history is None or any(update.message not in sent for update in history.updates):
        return Projection(tools, _without(messages))  # compaction took an update away: start from what is active
    declared = _declarations(history)
    if mode == "addition-only":
        active = {one.name for one in tools}
        if any(one.name not in active for one in declared):
            declared = tuple(one for one in declared if one.name in active)
    return Projection(declared, _filtered(messages, declared, mode, history))


def _without(messages: Sequence[Any]) -> Sequence[Any]:
    if not any(isinstance(one, DeveloperMessage) for one in messages):
        return messages
    return [one for one in messages if not isinstance(one, DeveloperMessage)]


def _declarations(history: History) -> Sequence[Declared]:
    known = {one.name for one in history.tools}
    later: list[Declared] = []
    for update in history.updates:
        for one in update.additions:
            if one.name not in known:
                known.add(one.name)
                later.append(one if one.deferred else replace(one, deferred=True))
    return (*history.tools, *later) if later else history.tools


def _filtered(messages: Sequence[Any], declared: Sequence[Declared], mode: Mode, history: History) -> Sequence[Any]:
    own = {update.message for update in history.updates}
    names = {one.name for one in declared}
    offered = {one.name for one in history.tools if not one.deferred} & names
    kept: list[Any] = []
    for one in messages:
        if not isinstance(one, DeveloperMessage):
            kept.append(one)
        elif one.id in own:
            filtered = _blocks_kept(one, names, offered, mode)
            if filtered is not None:
                kept.append(filtered)
    same = len(kept) == len(messages) and all(a is b for a, b in zip(kept, messages, strict=True))
    return messages if same else kept


def _blocks_kept(message: DeveloperMessage, names: set[str], offered: set[str], mode: Mode) -> DeveloperMessage | None:
    """The message with the blocks that say something new, the same object where all do, None where none does."""
    blocks = []
    for block in message.blocks:
        match block.type:
            case "tool_addition":
                if block.value not in names or block.value in offered:
                    continue
                offered.add(block.value)
            case "tool_removal":
                if mode != "in-history" or block.value not in offered:
                    continue
                offered.discard(block.value)
            case _:
                pass
        blocks.append(block)
    if not blocks:
        return None
    return message if len(blocks) == len(message.blocks) else replace(message, blocks=tuple(blocks))
