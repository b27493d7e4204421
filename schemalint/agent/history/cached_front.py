"""Why the cached front of a request survived an event of the log, or where it ended.

Pure. A provider caches a prefix: the tools that are loaded, in their order, then the messages. Deferred tools are not part
of it until an addition names them, so declaring one costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from schemalint.agent.history.events import DeveloperMessage, Event, Header, LogError
from schemalint.agent.history.fold import Fold
from schemalint.agent.history.project import Mode, Projection, project
from schemalint.record import dataclass, replace

MOST: Final = 5000
"""Events that are explained. Each is compared with all that came before it, which for these takes some 20 seconds."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event and what it did. `kept` says whether all that was sent before is still the front; None for the first header."""

    seq: int
    event: str
    kept: bool | None
    why: str


def steps(events: Sequence[Event], mode: Mode) -> Iterator[Step]:
    """Each update of a log, a header and its message as one, and what it did to the cached front. Errors: `LogError`."""
    if len(events) > MOST:
        raise LogError(None, f"has {len(events)} events, and --explain handles at most {MOST}; use --at SEQ to stop earlier")
    fold = Fold()
    messages: list[DeveloperMessage] = []
    before: Projection | None = None
    start: int | None = None
    for event, following in zip_longest(events, events[1:]):
        fold.read(event)
        if before is not None and fold.is_behind and isinstance(following, DeveloperMessage):
            continue  # the loop writes the message right behind its header: no request is sent between the two
        if isinstance(event, DeveloperMessage):
            messages.append(event)
        history = fold.history
        after = project(messages, fold.active, mode, history)
        kind = f"header ({event.reason})" if isinstance(event, Header) else f"message {event.id}"
        if before is None:
            yield Step(event.seq, kind, None, "the first request: nothing is cached yet")
        else:
            kept, why = _compared(before, after)
            if not kept and mode != "none" and history is not None and history.start != start:
                why = f"a new series starts: {why}"
            yield Step(event.seq, kind, kept, why)
        before = replace(after, messages=list(after.messages))  # `messages` may be our own list, which grows
        start = history.start if history is not None else None


def _compared(before: Projection, after: Projection) -> tuple[bool, str]:
    old = [one for one in before.tools if not one.deferred]
    new = [one for one in after.tools if not one.deferred]
    for index, one in enumerate(old):
        if index == len(new):
            return False, f"`{one.name}` is no longer loaded"
        other = new[index]
        if one.name != other.name:
            removed = one.name not in {later.name for later in new}
            return (
                False,
                f"`{one.name}` is no longer loaded" if removed else f"`{other.name}` is now before `{one.name}`",
            )
        if one.meaning != other.meaning:
            return False, f"the definition of `{one.name}` changed"
    if len(new) > len(old):
        # The messages follow the tools, so a tool at the end moves all of them.
        return False, f"`{new[len(old)].name}` was added to the loaded tools, before the messages"
    for index, message in enumerate(before.messages):
        if index == len(after.messages) or not _same(message, after.messages[index]):
            return False, f"the message {message.id} is no longer sent as it was"
    added = [message.id for message in after.messages[len(before.messages) :]]
    declared = [one.name for one in after.tools if one.deferred and one.name not in {known.name for known in before.tools}]
    parts = [f"`{name}` is declared as deferred" for name in declared] + [f"{name} follows what was sent" for name in added]
    return True, "; ".join(parts) or "nothing that is sent changed"


def _same(one: DeveloperMessage, other: DeveloperMessage) -> bool:
    return one is other or (one.id == other.id and one.blocks == other.blocks)
