"""The events of a stream (WHATWG HTML, "Server-sent events"): lines into names and data. Reconnects to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from schemalint.edge.inbox import Inbox, TooLong, line


def events(body: Inbox, until: float, limit: int) -> Iterator[tuple[str, bytes]]:
    """The events of a stream as name and data (WHATWG HTML, "Server-sent events"); an event without its blank line is none.

    Errors: `Late`, `TooLong` for an event of more than `limit` bytes.
    """
    name, size = "", 0
    data: list[bytes] = []
    for text in _lines(body, until, limit):
        if not text:
            if data:
                yield name or "message", b"\n".join(data)
            name, data, size = "", [], 0
            continue
        field_name, _, value = text.partition(b":")
        value = value.removeprefix(b" ")
        if field_name == b"data":
            data.append(value)
            size += len(value) + 1
            if size > limit:
                raise TooLong
        elif field_name == b"event":
            name = value.decode("utf-8", "replace")


def _lines(body: Inbox, until: float, limit: int) -> Iterator[bytes]:
    """The lines of a stream, which may end with CR, LF or both."""
    first = True
    while (text := line(body, until, limit + 64)) is not None:
        text = text.removesuffix(b"\r")
        yield from (text.removeprefix(b"\xef\xbb\xbf") if first else text).split(b"\r")
        first = False
