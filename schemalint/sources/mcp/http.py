"""An MCP server that is asked over streamable HTTP: a POST a message, answered as JSON or as a stream of events.

Asks through `edge.web` only. Credentials go to the address that was named and to no other; follows a redirect only inside its
origin. Knows no OAuth.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

from schemalint.edge.inbox import Inbox, Late, TooLong, rest
from schemalint.edge.web import Address, Response, Unreachable, address, basic, failure, is_header, opened
from schemalint.record import dataclass, field
from schemalint.sources.mcp.events import events
from schemalint.sources.mcp.messages import STATELESS, Failed, answer, kind_of, read_message
from schemalint.sources.mcp.protocol import WHOLE, Ask, Reply, Tell
from schemalint.sources.mcp.secrets import shown_address

_GOODBYE: Final = 2.0
"""Seconds that the end of a session may take."""
_MAX_REDIRECTS: Final = 3
_MAX_REQUESTS: Final = 1000
_OURS: Final = frozenset(
    "accept connection content-length content-type host transfer-encoding".split()
    + "mcp-method mcp-protocol-version mcp-session-id".split()
)
_REASONS: Final = {
    401: "wants credentials; give them with --header 'Authorization: Bearer ...'",
    403: "does not accept these credentials; send others with --header",
    404: "has nothing at this path; name the path of its MCP endpoint, often /mcp",
    405: "accepts no POST at this path; name the path of its MCP endpoint, often /mcp",
    406: "offers neither JSON nor an event stream",
    429: "is asked too often; try again later",
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address to ask, with the headers that go there and nowhere else. `secrets` are values never to be shown."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: tuple[str, ...] = ()


@dataclass(slots=True)
class _Session:
    """A server at an address, and what it wants with every further message."""

    where: Address
    headers: Mapping[str, str]
    id: str | None = None
    version: str | None = None
    size: int = 0
    stray: str = ""
    """The id of the first answer that nobody waits for, as JSON."""


@contextmanager
def connected(endpoint: Endpoint, limit: int) -> Iterator[Callable[[Ask | Tell], Reply | None]]:
    """A server, as the function that exchanges messages with it; its session is ended when the block is left.

    `limit` counts the bytes of a message. Errors: `Failed`.
    """
    try:
        where = address(endpoint.url)
    except Unreachable as error:
        raise Failed(str(error)) from None
    own = dict(endpoint.headers)
    if where.userinfo and not any(name.lower() == "authorization" for name in own):
        own["Authorization"] = basic(where.userinfo)
    session = _Session(where, own)
    try:
        yield lambda step: _exchange(session, step, limit)
    finally:
        if session.id is not None:
            _leave(session)


def headers_of(lines: tuple[str, ...]) -> dict[str, str]:
    """The headers that `Name: value` lines give. Errors: `Failed`, which names no value."""
    headers: dict[str, str] = {}
    for text in lines:
        name, colon, value = text.partition(":")
        name, value = name.strip(), value.strip()
        if not colon or not is_header(name, value):
            raise Failed(f"is not asked: --header expects `Name: value`, and `{name[:40] if colon else '...'}` is not a header")
        demand_free(name)
        headers[name] = value
    return headers


def demand_free(name: str) -> None:
    """Errors: `Failed` for a header that the protocol sets itself."""
    if name.lower() in _OURS:
        raise Failed(f"is not asked: the header `{name}` is set by schemalint itself")


# ------------------------------------------------------------------------------------------------------------------ exchanges


def _exchange(session: _Session, step: Ask | Tell, limit: int) -> Reply | None:
    """Send a message and, for a request, read its answer. Errors: `Failed`."""
    session.version = step.version
    method = str(step.message["method"])
    seconds = step.seconds if isinstance(step, Ask) else _GOODBYE * 5
    until = time.monotonic() + seconds
    try:
        with _posted(session, step.message, until) as response:
            if isinstance(step, Tell):
                if response.status >= 400:
                    raise Failed(_refused(session, response, method))
                return None
            return _reply(session, step, response, until, limit)
    except Late:
        raise Failed(f"did not answer `{method}` within {seconds:g} s") from None
    except Unreachable as error:
        raise Failed(str(error)) from None
    except TooLong:
        raise Failed(f"sent a message of more than {limit} bytes; --max-file-size raises the limit") from None


@contextmanager
def _posted(session: _Session, message: Mapping[str, object], until: float) -> Iterator[Response]:
    """The answer to a POST, redirects inside the origin followed. Errors: `Failed` for any other redirect."""
    body = json.dumps(message, separators=(",", ":")).encode()
    for _ in range(_MAX_REDIRECTS + 1):
        with opened("POST", session.where, _headers(session, message), body, until) as response:
            if response.status not in (301, 302, 303, 307, 308):
                yield response
                return
            session.where = _redirected(session.where, response)
    raise Failed(f"redirects more than {_MAX_REDIRECTS} times")


def _headers(session: _Session, message: Mapping[str, object]) -> dict[str, str]:
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json", **session.headers}
    if session.id is not None:
        headers["Mcp-Session-Id"] = session.id
    if session.version is not None:
        headers["MCP-Protocol-Version"] = session.version
    if session.version == STATELESS:
        headers["Mcp-Method"] = str(message.get("method"))
    return headers


def _redirected(where: Address, response: Response) -> Address:
    from urllib.parse import urljoin

    target = response.headers.get("location", "")
    host = f"[{where.host}]" if ":" in where.host else where.host
    try:
        new = address(urljoin(f"{where.scheme}://{host}:{where.port}{where.target}", target))
    except Unreachable:
        raise Failed(f"redirects ({response.status}) to something that is not an address") from None
    if new.origin != where.origin or response.status not in (307, 308):
        shown = shown_address(f"{new.scheme}://{new.host}:{new.port}{new.target}")
        raise Failed(f"redirects ({response.status}) to {shown}, which is not followed; name that address if it is meant")
    return Address(*new.origin, new.target, where.userinfo)


def _reply(session: _Session, step: Ask, response: Response, until: float, limit: int) -> Reply:
    method, awaited = str(step.message["method"]), step.message["id"]
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if response.status in (401, 403):
        raise Failed(_refused(session, response, method))
    if method == "initialize" and response.status < 300 and "mcp-session-id" in response.headers:
        session.id = _session_id(response.headers["mcp-session-id"])
    if response.status < 300 and kind == "text/event-stream":
        return _from_stream(session, response.body, awaited, method, until, limit)
    if kind == "application/json":
        data = rest(response.body, until, limit)
        _count(session, len(data), limit)
        message = read_message(data)
        meaning = kind_of(message.value, awaited) if message is not None else None
        if message is not None and (meaning == "answer" or (meaning == "stray" and response.status >= 400)):
            return Reply(message, len(data))
        if response.status < 300:
            raise Failed(_no_answer(message.value.get("id") if message is not None and meaning == "stray" else None, method))
    if response.status >= 300:
        raise Failed(_refused(session, response, method, until))
    content = "nothing" if response.status in (202, 204) else f"`{kind}`" if kind else "what it does not name"
    raise Failed(
        f"answered `{method}` with {content}; expected JSON or an event stream: is this the address of an MCP endpoint?"
    )


def _no_answer(other: object, method: str) -> str:
    if other is not None:
        return f"answered `{method}` with id {json.dumps(other)}, which nobody asked with"
    return f"answered `{method}` with JSON that is not an answer"


def _session_id(text: str) -> str:
    if not text or not all("!" <= sign <= "~" for sign in text):
        raise Failed("sent a session id with characters that a header cannot have")
    return text


def _refused(session: _Session, response: Response, method: str, until: float | None = None) -> str:
    """Why a status is the end, with the way out where there is one."""
    if until is not None and method == "initialize" and response.status in (400, 404, 405) and _is_old(session, until):
        return "speaks the old HTTP+SSE transport of 2024-11-05, which is not read here; use its streamable HTTP endpoint"
    known = _REASONS.get(response.status)
    if session.id is not None and response.status == 404:
        known = "has ended the session"
    head = f"answered `{method}` with status {response.status}"
    if known is not None:
        return f"{head}: it {known}"
    return f"{head}{f' {response.reason}' if response.reason else ''}"


def _is_old(session: _Session, until: float) -> bool:
    """Whether a GET opens the stream of the transport before streamable HTTP, whose first event names where to post."""
    headers = {"Accept": "text/event-stream", **session.headers}
    try:
        with opened("GET", session.where, headers, None, until) as response:
            if response.status != 200 or not response.headers.get("content-type", "").startswith("text/event-stream"):
                return False
            return next(events(response.body, until, 2**16), ("", b""))[0] == "endpoint"
    except (Late, TooLong, Unreachable, Failed):
        return False


def _leave(session: _Session) -> None:
    """End the session. What the server makes of that is its own affair."""
    with suppress(Late, Unreachable):
        until = time.monotonic() + _GOODBYE
        with opened("DELETE", session.where, _headers(session, {}), None, until):
            pass


# --------------------------------------------------------------------------------------------------------------------- events


def _from_stream(session: _Session, body: Inbox, awaited: object, method: str, until: float, limit: int) -> Reply:
    """The answer among the events of a stream; requests of the server are answered, everything else is passed over."""
    changed, requests = False, 0
    for name, data in events(body, until, limit):
        _count(session, len(data), limit)
        message = read_message(data) if name == "message" and data else None
        if message is None:
            continue
        kind = kind_of(message.value, awaited)
        if kind == "answer":
            return Reply(message, len(data), changed)
        if kind == "changed":
            changed = True
        elif kind == "request":
            requests += 1
            if requests > _MAX_REQUESTS:
                raise Failed(f"sent more than {_MAX_REQUESTS} requests of its own instead of answering `{method}`")
            with _posted(session, answer(message.value), until):
                pass
        elif kind == "stray":
            session.stray = session.stray or json.dumps(message.value.get("id"))
    if session.stray:
        raise Failed(f"answered `{method}` with id {session.stray}, which nobody asked with")
    why = failure(body)
    raise Failed(f"ended its stream before it answered `{method}`{f': {why}' if why else ''}")


def _count(session: _Session, size: int, limit: int) -> None:
    session.size += size
    if session.size > (WHOLE + 1) * limit:
        raise Failed(f"sent more than {(WHOLE + 1) * limit} bytes")
