"""One HTTP exchange, bounded in time and bytes: a request out, the answer's head and body in, each waited for to a moment.

Follows no redirect, keeps no cookie, knows no protocol above HTTP. Certificates are verified; proxies are those of the
environment, as urllib reads it. The work is done in a thread of its own, since neither a name server nor a server that sends
a byte a minute heeds a deadline.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from schemalint.edge.inbox import Inbox, Late, close, fill
from schemalint.record import dataclass, field

if TYPE_CHECKING:
    from http.client import HTTPConnection, HTTPResponse
    from queue import SimpleQueue
    from socket import socket

_CHUNK: Final = 2**16
_LAST_WORDS: Final = 1.0
_SAFE: Final = "/?:@!$&'()*+,;=%~-._[]"
_TOKEN: Final = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Unreachable(Exception):
    """An address that cannot be asked, or that does not answer as HTTP; the message completes "ADDRESS ..."."""


@dataclass(frozen=True, slots=True)
class Address:
    """A web address in its parts. `target` is the path with the query; `userinfo` is `user:password`, or empty."""

    scheme: str
    host: str
    port: int
    target: str
    userinfo: str = ""

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port


@dataclass(frozen=True, slots=True)
class Response:
    """The head of an answer, names of headers in lower case, and the body as it comes."""

    status: int
    reason: str
    headers: Mapping[str, str]
    body: Inbox


@dataclass(slots=True)
class _Wire:
    """The connection of an exchange, for the thread that works and the one that may give up."""

    socket: socket | None = None
    given_up: bool = False
    body: Inbox = field(default_factory=Inbox)


def address(url: str) -> Address:
    """The parts of an `http` or `https` address. Errors: `Unreachable`."""
    from urllib.parse import quote, unquote, urlsplit

    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise Unreachable(f"is not an address: {error}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise Unreachable("is not an address: expected http://HOST/PATH or https://HOST/PATH")
    # As browsers do: what may not stand in a path is encoded, what is encoded already stays. Bytes that are no UTF-8 too.
    query = f"?{quote(parts.query, _SAFE, errors='surrogateescape')}" if parts.query else ""
    target = quote(parts.path or "/", _SAFE, errors="surrogateescape") + query
    userinfo = unquote(parts.netloc.rpartition("@")[0])
    return Address(parts.scheme, host, port or (443 if parts.scheme == "https" else 80), target, userinfo)


def is_header(name: str, value: str) -> bool:
    """Whether a header can be sent: a token as name, and a value without control characters, in Latin-1."""
    return bool(name) and set(name) <= _TOKEN and all(" " <= sign <= "\xff" and sign != "\x7f" for sign in value)


@contextmanager
def opened(method: str, where: Address, headers: Mapping[str, str], body: bytes | None, until: float) -> Iterator[Response]:
    """The answer to a request, its body still on the way; the connection is closed when the block is left.

    Errors: `Unreachable`, and `inbox.Late` once `until` (of `time.monotonic`) is past.
    """
    from queue import Empty, SimpleQueue
    from threading import Thread

    heads: SimpleQueue[Response | Exception] = SimpleQueue()
    wire = _Wire()
    # A daemon: a name server that never answers must not hold us.
    thread = Thread(target=_work, args=(method, where, headers, body, until, wire, heads), daemon=True)
    thread.start()
    try:
        try:
            head = heads.get(timeout=max(until - time.monotonic(), 0.001))
        except Empty:
            raise Late from None
        if isinstance(head, Exception):
            if isinstance(head, TimeoutError):
                raise Late
            raise Unreachable(words(head))
        yield head
    finally:
        wire.given_up = True
        close(wire.body)
        _shut(wire.socket)
        thread.join(_LAST_WORDS)


def failure(body: Inbox) -> str:
    """Why a body ended too early, in words; empty where it did not."""
    return words(body.error) if body.error is not None else ""


def _work(
    method: str,
    where: Address,
    headers: Mapping[str, str],
    body: bytes | None,
    until: float,
    wire: _Wire,
    heads: SimpleQueue[Response | Exception],
) -> None:
    connection = None
    try:
        connection, target, more = _connection(where, max(until - time.monotonic(), 0.001))
        connection.connect()
        wire.socket = connection.sock
        if wire.given_up:
            return
        connection.request(method, target, body, {**headers, **more})
        response = connection.getresponse()
        with response:
            head = {name.lower(): value for name, value in response.getheaders()}
            heads.put(Response(response.status, response.reason, head, wire.body))
            fill(wire.body, _chunks(response))
    except Exception as error:  # whatever a server does to the library becomes the answer
        heads.put(error)
    finally:
        if connection is not None:
            connection.close()


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    while chunk := response.read1(_CHUNK):
        yield chunk


def _shut(wire: socket | None) -> None:
    import socket

    if wire is not None:
        with suppress(OSError, ValueError):  # closed already, which is as good
            wire.shutdown(socket.SHUT_RDWR)


# ------------------------------------------------------------------------------------------------------- how a host is reached


def _connection(where: Address, seconds: float) -> tuple[HTTPConnection, str, dict[str, str]]:
    """A connection to be opened, what to ask it for, and the headers that only a proxy needs."""
    from http.client import HTTPConnection, HTTPSConnection
    from ssl import create_default_context

    proxy = _proxy(where)
    host, port = (where.host, where.port) if proxy is None else (proxy.host, proxy.port)
    if where.scheme == "https":
        connection: HTTPConnection = HTTPSConnection(host, port, timeout=seconds, context=create_default_context())
    else:
        connection = HTTPConnection(host, port, timeout=seconds)
    if proxy is None:
        return connection, where.target, {}
    more = {"Proxy-Authorization": basic(proxy.userinfo)} if proxy.userinfo else {}
    if where.scheme == "https":
        connection.set_tunnel(where.host, where.port, more)
        return connection, where.target, {}
    named = f"[{where.host}]" if ":" in where.host else where.host
    return connection, f"http://{named}:{where.port}{where.target}", more


def _proxy(where: Address) -> Address | None:
    from urllib.request import getproxies, proxy_bypass

    url = getproxies().get(where.scheme)
    if not url or proxy_bypass(f"{where.host}:{where.port}"):
        return None
    try:
        return address(url if "://" in url else f"http://{url}")
    except Unreachable:
        raise Unreachable("cannot be reached: the proxy of the environment is not an http:// address") from None


def basic(userinfo: str) -> str:
    """The value of an `Authorization` header for `user:password`."""
    from base64 import b64encode

    return f"Basic {b64encode(userinfo.encode()).decode()}"


def words(error: Exception) -> str:
    """Why an exchange failed; completes "ADDRESS ..."."""
    from http.client import HTTPException, InvalidURL
    from ssl import SSLCertVerificationError

    if isinstance(error, Unreachable):
        return str(error)
    if isinstance(error, SSLCertVerificationError):
        return f"cannot be trusted: {error.verify_message}"
    if isinstance(error, OSError):
        return f"cannot be reached: {error.strerror or error or type(error).__name__}"
    if isinstance(error, HTTPException) and not isinstance(error, InvalidURL):
        return f"does not answer as HTTP: {type(error).__name__}"
    return f"cannot be asked: {error}"
