"""Bytes that somebody else writes, taken by somebody who waits no longer than to a moment: one thread fills, one takes.

Bounded: what is not taken holds the writer back. Knows neither pipes nor sockets; moments are those of `time.monotonic`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from threading import Condition
from typing import Final

from schemalint.record import dataclass, field

_WAITING: Final = 2**20
"""Bytes that may wait to be taken before the writer has to."""


class Late(Exception):
    """The moment came before the bytes."""


class TooLong(Exception):
    """More bytes came in one piece than the taker allows."""


@dataclass(slots=True)
class Inbox:
    """What came and was not taken yet. `error` is why the bytes ended too early, where they did."""

    error: Exception | None = None
    _bytes: bytearray = field(default_factory=bytearray)
    _searched: int = 0
    _wanted: int = _WAITING
    _ended: bool = False
    _closed: bool = False
    _changed: Condition = field(default_factory=Condition)


def fill(inbox: Inbox, chunks: Iterable[bytes]) -> None:
    """Put everything in that comes, up to its end; to be run in a thread of its own. Whatever goes wrong is kept as `error`."""
    changed = inbox._changed
    try:
        for chunk in chunks:
            with changed:
                changed.wait_for(lambda: len(inbox._bytes) < inbox._wanted or inbox._closed)
                if not inbox._closed:
                    inbox._bytes += chunk
                changed.notify_all()
    except Exception as error:  # a pipe or a connection that breaks; whoever waits has to learn it
        inbox.error = error
    with changed:
        inbox._ended = True
        changed.notify_all()


def close(inbox: Inbox) -> None:
    """Take nothing more: what comes from now on is read and dropped, so that the writer can end."""
    with inbox._changed:
        inbox._closed = True
        inbox._bytes.clear()
        inbox._changed.notify_all()


def line(inbox: Inbox, until: float, limit: int) -> bytes | None:
    """The next line without its end, what stands behind the last line end at last, and None once everything was taken.

    Errors: `Late`, also where lines are there still: somebody who writes without end must not hold whoever reads line by
    line; and `TooLong` for a line of more than `limit` bytes.
    """
    if time.monotonic() > until:
        raise Late
    with inbox._changed:
        while True:
            end = inbox._bytes.find(b"\n", inbox._searched)
            if end < 0 and not inbox._ended:
                inbox._searched = len(inbox._bytes)
                if inbox._searched <= limit:
                    _wait(inbox, until, limit)
                    continue
            length = end if end >= 0 else len(inbox._bytes)
            if length > limit:
                raise TooLong
            return _take(inbox, length, length + 1) if end >= 0 or length else None


def rest(inbox: Inbox, until: float, limit: int) -> bytes:
    """Everything up to the end. Errors: `Late`, and `TooLong` for more than `limit` bytes."""
    with inbox._changed:
        while not inbox._ended and len(inbox._bytes) <= limit:
            _wait(inbox, until, limit)
        if len(inbox._bytes) > limit:
            raise TooLong
        return _take(inbox, len(inbox._bytes), len(inbox._bytes))


def _wait(inbox: Inbox, until: float, limit: int) -> None:
    """Wait for a change; the writer may go on to one byte more than the taker can use."""
    inbox._wanted = max(_WAITING, limit + 1)
    inbox._changed.notify_all()
    left = until - time.monotonic()
    if left <= 0 or not inbox._changed.wait(left):
        raise Late


def _take(inbox: Inbox, length: int, with_end: int) -> bytes:
    taken = bytes(inbox._bytes[:length])
    del inbox._bytes[:with_end]
    inbox._searched = 0
    inbox._changed.notify_all()
    return taken
