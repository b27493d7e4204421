"""`schemalint history LOG --mode MODE`: what the next request offers and tells, after a log of headers and tool updates."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from schemalint.canon import canonical_json
from schemalint.cli.inputs import configuration
from schemalint.cli.out import emit
from schemalint.cli.table import History
from schemalint.edge.read import Refused, decode, read_file
from schemalint.edge.show import show
from schemalint.errors import Failure
from schemalint.history import DeveloperMessage, Event, Fold, LogError, Mode, Projection, project, read_log, steps
from schemalint.model import Json


def run(options: History) -> int:
    """The exit code: 0. Errors: `Failure` for a log that cannot be read or followed."""
    name, mode = options.log, options.mode
    config = configuration(options)
    try:
        log = decode(read_file(Path(name), options.max_file_size or config.max_file_size))
        events = _until(log, options.at)
        if options.explain:
            explained = [
                {"seq": step.seq, "event": step.event, "kept": step.kept, "why": step.why} for step in steps(events, mode)
            ]
            emit(_explained(explained, as_json=options.output_format == "json"))
            return 0
        fold = Fold(events)
    except (Refused, LogError) as error:
        raise Failure(f"{name}{f':{error.line}' if error.line else ''}: {error.reason}") from None
    messages = [event for event in events if isinstance(event, DeveloperMessage)]
    projection = project(messages, fold.active, mode, fold.history)
    start = fold.history.start if fold.history is not None else None
    emit(_json(projection, mode, start) if options.output_format == "json" else _printed(projection, start))
    return 0


def _until(log: str, at: int | None) -> list[Event]:
    """The events up to a sequence number; each is tried on a fold, so that a mistake is told with its line."""
    events: list[Event] = []
    fold = Fold()
    for line, event in read_log(log):
        if at is not None and event.seq > at:
            break
        try:
            fold.read(event)
        except LogError as error:
            raise LogError(line, error.reason) from None
        events.append(event)
    if fold.history is None:
        raise LogError(None, "holds no header" if at is None else f"holds no header up to seq {at}")
    return events


def _json(projection: Projection, mode: Mode, start: int | None) -> str:
    """One line in canonical form: the members in order, each tool as the log gave it."""
    tools = b",".join(one.wire() for one in projection.tools)
    messages = [
        {"id": one.id, "blocks": [_block(block.type, block.value) for block in one.blocks]} for one in projection.messages
    ]
    written = b'{"messages":%s,"mode":%s,"series_start":%s,"tools":[%s]}' % (
        canonical_json(cast("Json", messages)),
        canonical_json(mode),
        canonical_json(start),
        tools,
    )
    return written.decode() + "\n"


def _block(kind: str, value: str) -> dict[str, Json]:
    return {"type": kind, "text" if kind == "text" else "name": value}


def _printed(projection: Projection, start: int | None) -> str:
    lines = [f"series since seq {start}", "", "tools:"]
    lines += [f"  {show(one.name)}{' (deferred)' if one.deferred else ''}" for one in projection.tools] or ["  none"]
    lines += ["", "messages:"]
    words_of = {"tool_addition": "adds", "tool_removal": "removes", "text": "says"}
    for message in projection.messages:
        said = "; ".join(f"{words_of[block.type]} {show(block.value)}" for block in message.blocks)
        lines.append(f"  {show(message.id)}: {said}")
    if not projection.messages:
        lines.append("  none")
    return "\n".join(lines) + "\n"


def _explained(explained: list[dict[str, Json]], *, as_json: bool) -> str:
    if as_json:
        return canonical_json(cast("Json", {"version": 1, "steps": explained})).decode() + "\n"
    marks = {True: "kept", False: "lost", None: "new"}
    return "".join(
        f"seq {one['seq']}  {marks[cast('bool | None', one['kept'])]:4}  {show(str(one['event']))}: {show(str(one['why']))}\n"
        for one in explained
    )
