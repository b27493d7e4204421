"""What `schemalint history` prints: the tools and messages of the next request, or what each event did to the cached prompt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schemalint.agent.history.cached_front import Step
from schemalint.agent.history.project import Mode, Projection
from schemalint.canon import canonical_json
from schemalint.edge.show import show
from schemalint.model import Json

_VERBS: Final = {"tool_addition": "adds", "tool_removal": "removes", "text": "says"}
_FATES: Final = {True: "kept", False: "lost", None: "new"}


def request_json(projection: Projection, mode: Mode, start: int | None) -> str:
    """One line in canonical form: the members in order, each tool as the log gave it."""
    tools = b",".join(tool.wire() for tool in projection.tools)
    messages: Json = [
        {"id": message.id, "blocks": [_block(block.type, block.value) for block in message.blocks]}
        for message in projection.messages
    ]
    members = (canonical_json(messages), canonical_json(mode), canonical_json(start), tools)
    return (b'{"messages":%s,"mode":%s,"series_start":%s,"tools":[%s]}' % members).decode() + "\n"


def _block(kind: str, value: str) -> dict[str, Json]:
    return {"type": kind, "text" if kind == "text" else "name": value}


def request_text(projection: Projection, start: int | None) -> str:
    tools = [f"  {show(tool.name)}{' (deferred)' if tool.deferred else ''}" for tool in projection.tools]
    messages = [
        f"  {show(message.id)}: {'; '.join(f'{_VERBS[block.type]} {show(block.value)}' for block in message.blocks)}"
        for message in projection.messages
    ]
    lines = [f"series since seq {start}", "", "tools:", *(tools or ["  none"]), "", "messages:", *(messages or ["  none"])]
    return "\n".join(lines) + "\n"


def steps_json(steps: Iterable[Step]) -> str:
    listed: Json = [{"seq": step.seq, "event": step.event, "kept": step.kept, "why": step.why} for step in steps]
    return canonical_json({"version": 1, "steps": listed}).decode() + "\n"


def steps_text(steps: Iterable[Step]) -> str:
    return "".join(f"seq {step.seq}  {_FATES[step.kept]:4}  {show(step.event)}: {show(step.why)}\n" for step in steps)
