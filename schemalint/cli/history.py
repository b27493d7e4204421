"""`schemalint history LOG --mode MODE`: what the next request offers, after a log of headers and tool updates."""

from __future__ import annotations

from pathlib import Path

from schemalint.cli.inputs import configuration
from schemalint.cli.out import emit
from schemalint.cli.table import History
from schemalint.edge.read import Refused, decode, read_file
from schemalint.errors import Failure
from schemalint.history import DeveloperMessage, Event, Fold, LogError, project, read_log, steps
from schemalint.reports import replay


def run(options: History) -> int:
    """The exit code: 0. Errors: `Failure` for a log that cannot be read or followed."""
    config = configuration(options)
    as_json = options.output_format == "json"
    try:
        log = decode(read_file(Path(options.log), options.max_file_size or config.max_file_size))
        events = _until(log, options.at)
        if options.explain:
            explained = list(steps(events, options.mode))
            emit(replay.steps_json(explained) if as_json else replay.steps_text(explained))
            return 0
        fold = Fold(events)
    except (Refused, LogError) as error:
        raise Failure(f"{options.log}{f':{error.line}' if error.line else ''}: {error.reason}") from None
    messages = [event for event in events if isinstance(event, DeveloperMessage)]
    projection = project(messages, fold.active, options.mode, fold.history)
    start = fold.history.start if fold.history is not None else None
    emit(replay.request_json(projection, options.mode, start) if as_json else replay.request_text(projection, start))
    return 0


def _until(log: str, at: int | None) -> list[Event]:
    """The events up to a sequence number; each is tried on a fold, so that a mistake is reported with its line."""
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
