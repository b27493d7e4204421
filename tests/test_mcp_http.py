"""MCP servers over streamable HTTP, on loopback: what is sent, what is read, where it ends, and what is never shown."""

from __future__ import annotations

import base64
import json
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from schemalint.edge import web
from schemalint.edge.read import MAX_FILE_SIZE
from schemalint.sources import Broken, Outcome, Reach, Source, load
from schemalint.sources.mcp import http
from schemalint.sources.mcp.messages import Failed
from schemalint.sources.source import Session

Message = dict[str, Any]

INFO = {"name": "stub", "version": "1.2"}
TOOL = {"name": "read_note", "description": "Read one note by its id.", "inputSchema": {"type": "object"}}


@dataclass
class Asked:
    """One request as the stub got it."""

    method: str
    path: str
    headers: Mapping[str, str]
    message: Message


@dataclass
class Answer:
    status: int = 200
    body: bytes = b""
    kind: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[bytes, ...] = ()
    """Written after the body, a moment apart, while the connection stays open."""
    pause: float = 0.005


Way = Callable[[Asked], Answer | None]
"""How a server answers; None for the honest way."""


def as_json(message: Message, status: int = 200, session: str | None = None) -> Answer:
    headers = {} if session is None else {"Mcp-Session-Id": session}
    return Answer(status, json.dumps({"jsonrpc": "2.0", **message}).encode(), "application/json", headers)


def as_events(*messages: Message, end: str = "\n") -> Answer:
    texts = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
    body = "".join(f"event: message{end}data: {text}{end}{end}" for text in texts)
    return Answer(200, body.encode(), "text/event-stream; charset=utf-8")


def value(asked: Asked) -> Message:
    """What an honest server says to a request."""
    method = asked.message.get("method")
    if method == "initialize":
        version = asked.message["params"]["protocolVersion"]
        said = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": INFO}
    else:
        said = {"tools": [TOOL]}
    return {"id": asked.message.get("id"), "result": said}


def honest(asked: Asked) -> Answer:
    if asked.method == "DELETE":
        return Answer(200)
    if "id" not in asked.message or "method" not in asked.message:
        return Answer(202)
    return as_json(value(asked), session="s-1" if asked.message["method"] == "initialize" else None)


class Stub:
    """A server on loopback that answers as it is told and remembers what it was asked."""

    def __init__(self, way: Way) -> None:
        self.way = way
        self.asked: list[Asked] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def handle_one(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                asked = Asked(self.command, self.path, dict(self.headers.items()), json.loads(body) if body else {})
                stub.asked.append(asked)
                answer = stub.way(asked) or honest(asked)
                self.send_response(answer.status)
                for name, text in answer.headers.items():
                    self.send_header(name, text)
                if answer.kind:
                    self.send_header("Content-Type", answer.kind)
                if not answer.pieces:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)
                try:
                    for piece in answer.pieces:
                        self.wfile.write(piece)
                        self.wfile.flush()
                        time.sleep(answer.pause)
                except OSError:  # the client had enough
                    pass

            do_GET = do_POST = do_DELETE = handle_one  # noqa: N815 - the names that http.server looks for

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that http.server gives it
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/mcp"

    def methods(self) -> list[object]:
        return [asked.message.get("method", asked.method) for asked in self.asked]


@contextmanager
def serving(way: Way = lambda _: None) -> Iterator[Stub]:
    stub = Stub(way)
    thread = threading.Thread(target=stub.server.serve_forever, args=(0.005,))
    thread.start()
    try:
        yield stub
    finally:
        stub.server.shutdown()
        thread.join()
        stub.server.server_close()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def listed(url: str, headers: tuple[str, ...] = (), timeout: float = 10, limit: int = MAX_FILE_SIZE) -> Outcome:
    [outcome] = load(url, limit=limit, reach=Reach(timeout=timeout, headers=headers))
    return outcome


def source(url: str, *headers: str) -> Source:
    outcome = listed(url, headers)
    assert isinstance(outcome, Source), outcome
    return outcome


def reason(way: Way, headers: tuple[str, ...] = (), timeout: float = 10, limit: int = MAX_FILE_SIZE) -> str:
    with serving(way) as stub:
        outcome = listed(stub.url, headers, timeout, limit)
    assert isinstance(outcome, Broken), outcome
    assert stub.url == outcome.path
    return outcome.reason.replace(stub.url.removesuffix("/mcp"), "HERE")


def names_of(found: Source) -> list[str]:
    return [tool.name for toolset in found.toolsets for tool in toolset.tools]


def only(method: str, answer: Callable[[Asked], Answer | None]) -> Way:
    """A way that answers one method so, and every other honestly."""
    return lambda asked: answer(asked) if asked.message.get("method", asked.method) == method else None


# ---------------------------------------------------------------------------------------------------------- an honest server


def test_a_server_is_introduced_listed_and_left() -> None:
    with serving() as stub:
        found = source(stub.url)
    assert (["read_note"], "stub", "MCP server (http)") == (names_of(found), found.toolsets[0].server, found.shape)
    assert (Session("http", "2025-11-25", "stub", "1.2"), ()) == (found.session, found.skipped)
    assert ["initialize", "notifications/initialized", "tools/list", "DELETE"] == stub.methods()
    first, second, third, last = (asked.headers for asked in stub.asked)
    assert "application/json, text/event-stream" == first["Accept"]
    assert "application/json" == first["Content-Type"]
    assert "Mcp-Session-Id" not in first
    assert "MCP-Protocol-Version" not in first
    for headers in (second, third, last):
        assert ("s-1", "2025-11-25") == (headers["Mcp-Session-Id"], headers["MCP-Protocol-Version"])
    assert "Mcp-Method" not in third


def test_a_server_without_sessions_is_not_told_goodbye() -> None:
    with serving(only("initialize", lambda asked: as_json(value(asked)))) as stub:
        assert ["read_note"] == names_of(source(stub.url))
    assert ["initialize", "notifications/initialized", "tools/list"] == stub.methods()


def test_a_server_without_a_handshake_gets_its_revision_and_method_in_headers_too() -> None:
    def way(asked: Asked) -> Answer | None:
        if asked.message["method"] == "initialize":
            return as_json({"id": None, "error": {"code": -32602, "message": "no _meta"}}, 400)
        if asked.message["method"] == "server/discover":
            found = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
            return as_json({"id": asked.message["id"], "result": found})
        return None

    with serving(way) as stub:
        found = source(stub.url)
    assert (Session("http", "2026-07-28"), ["read_note"]) == (found.session, names_of(found))
    assert ["initialize", "server/discover", "tools/list"] == stub.methods()
    for asked in stub.asked[1:]:
        assert ("2026-07-28", asked.message["method"]) == (asked.headers["MCP-Protocol-Version"], asked.headers["Mcp-Method"])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_an_answer_may_come_as_an_event_of_a_stream(end: str) -> None:
    with serving(only("tools/list", lambda asked: as_events(value(asked), end=end))) as stub:
        assert ["read_note"] == names_of(source(stub.url))


def test_an_event_may_have_many_lines_and_others_before_it() -> None:
    def way(asked: Asked) -> Answer:
        text = json.dumps({"jsonrpc": "2.0", **value(asked)}, indent=1)
        data = "".join(f"data:{line}\n" for line in text.splitlines())
        before = ": comment\nid: 1\nretry: 10\ndata:\n\nevent: other\ndata: {}\n\ndata: no json\n\nevent: message\nid: 2\n"
        return Answer(200, f"\ufeff{before}{data}\n".encode(), "text/event-stream")

    with serving(only("tools/list", way)) as stub:
        assert ["read_note"] == names_of(source(stub.url))


def test_a_stream_that_stays_open_is_left_once_the_answer_is_there() -> None:
    def way(asked: Asked) -> Answer:
        return Answer(200, b"", "text/event-stream", {}, (as_events(value(asked)).body, *[b": still here\n\n"] * 400))

    begin = time.monotonic()
    with serving(only("tools/list", way)) as stub:
        assert ["read_note"] == names_of(source(stub.url))
        assert time.monotonic() - begin < 1


def test_requests_of_the_server_are_answered_and_a_changed_list_is_read_again() -> None:
    lists = 0

    def way(asked: Asked) -> Answer:
        nonlocal lists
        lists += 1
        if lists > 1:
            return as_events({"method": "notifications/message"}, value(asked))
        return as_events(
            {"id": "p", "method": "ping"},
            {"method": "notifications/tools/list_changed"},
            {"id": 99, "result": {}},
            value(asked),
        )

    with serving(only("tools/list", way)) as stub:
        assert ["read_note"] == names_of(source(stub.url))
    assert {"jsonrpc": "2.0", "id": "p", "result": {}} == stub.asked[3].message
    assert ["tools/list", "POST", "tools/list", "DELETE"] == stub.methods()[2:]


def test_a_redirect_inside_the_origin_is_followed_and_remembered() -> None:
    def way(asked: Asked) -> Answer | None:
        return Answer(307, headers={"Location": "/mcp/"}) if asked.path == "/mcp" else None

    with serving(way) as stub:
        assert ["read_note"] == names_of(source(stub.url, "X-Key: k"))
    assert ["/mcp", "/mcp/", "/mcp/", "/mcp/", "/mcp/"] == [asked.path for asked in stub.asked]
    assert ["k"] * 5 == [asked.headers["X-Key"] for asked in stub.asked]


def test_odd_addresses_are_sent_as_they_must_be() -> None:
    with serving() as stub:
        found = source(f"{stub.url}/\u00e9 x%20y\udcff?a=b c&k=SECRET#frag")
    assert "/mcp/%C3%A9%20x%20y%FF?a=b%20c&k=SECRET" == stub.asked[0].path
    assert f"{stub.url}/\u00e9 x%20y\udcff?a=*** c&k=***" == found.path


# -------------------------------------------------------------------------------------------------------------- credentials


def test_headers_go_with_every_request() -> None:
    with serving() as stub:
        source(stub.url, "Authorization: Bearer abc", "X-Colon:a:b")
    for asked in stub.asked:
        assert ("Bearer abc", "a:b") == (asked.headers["Authorization"], asked.headers["X-Colon"])


def test_a_user_in_the_address_becomes_a_header_and_is_not_shown() -> None:
    with serving() as stub:
        found = source(stub.url.replace("//", "//me:p%40ss@"))
    assert f"Basic {base64.b64encode(b'me:p@ss').decode()}" == stub.asked[0].headers["Authorization"]
    assert stub.url.replace("//", "//***@") == found.path
    with serving() as stub:
        source(stub.url.replace("//", "//me:pass@"), "authorization: mine")
    assert "mine" == stub.asked[0].headers["authorization"]


def test_headers_never_go_to_another_origin() -> None:
    with serving() as other:
        told = reason(lambda _: Answer(307, headers={"Location": f"{other.url}?key=SECRET"}), ("X-Key: k",))
        assert [] == other.asked
    shown = other.url.replace("SECRET", "***")
    assert f"redirects (307) to {shown}?key=***, which is not followed; name that address if it is meant" == told


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("secret", "is not asked: --header expects `Name: value`, and `...` is not a header"),
        ("A B: secret", "is not asked: --header expects `Name: value`, and `A B` is not a header"),
        (": secret", "is not asked: --header expects `Name: value`, and `` is not a header"),
        ("A: sec\nret", "is not asked: --header expects `Name: value`, and `A` is not a header"),
        ("A: \u20ac", "is not asked: --header expects `Name: value`, and `A` is not a header"),
        ("Content-length: 3", "is not asked: the header `Content-length` is set by schemalint itself"),
        ("mcp-session-id: 3", "is not asked: the header `mcp-session-id` is set by schemalint itself"),
    ],
)
def test_a_header_that_is_none_is_an_error_without_its_value(header: str, told: str) -> None:
    assert told == reason(lambda _: None, (header,))


ONLY_NAMED = ", which goes to a server of a configuration only where --server names just that one"


def test_a_header_goes_to_a_server_of_a_configuration_only_where_it_is_the_one_that_is_named(tmp_path: Path) -> None:
    with serving() as stub:
        (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"a": {"url": stub.url}, "b": {"url": stub.url}}}))
        for servers, sent in (((), []), (("a", "b"), []), (("b",), ["k"])):
            stub.asked.clear()
            reach = Reach(connect=True, servers=servers, headers=("X-Key: k",))
            found = list(load("mcp.json", cwd=tmp_path, reach=reach))
            assert [1] * (len(servers) or 2) == [len(one.toolsets) for one in found if isinstance(one, Source)]
            assert sent == sorted({asked.headers["X-Key"] for asked in stub.asked if "X-Key" in asked.headers})
            told = () if sent else (f"was not sent --header{ONLY_NAMED}",)
            assert {told} == {one.skipped for one in found if isinstance(one, Source)}


def test_a_server_that_refuses_is_said_not_to_have_been_sent_the_header(tmp_path: Path) -> None:
    with serving(lambda _: Answer(401)) as stub:
        (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"a": {"url": stub.url}}}))
        [found] = load("mcp.json", cwd=tmp_path, reach=Reach(connect=True, headers=("X-Key: k",)))
    assert isinstance(found, Broken)
    assert found.reason.endswith(f"'Authorization: Bearer ...'; it was not sent --header{ONLY_NAMED}")


def test_a_secret_that_the_server_repeats_is_not_shown() -> None:
    def way(asked: Asked) -> Answer:
        told = f"bad {asked.headers['Authorization']}, {asked.headers['X-Key'].split()[1]} and {asked.path}"
        return as_json({"id": asked.message["id"], "error": {"code": 1, "message": told}})

    with serving(only("tools/list", way)) as stub:
        outcome = listed(
            f"{stub.url.replace('//', '//me:pass@')}?key=que%20ry", ("X-Key: Bearer s3cret", "Authorization: whole")
        )
    assert isinstance(outcome, Broken)
    assert "answered `tools/list` with error 1: bad ***, *** and /mcp?key=***" == outcome.reason


# ---------------------------------------------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Answer(401), "status 401: it wants credentials; give them with --header 'Authorization: Bearer ...'"),
        (
            as_json({"error": {"code": 1, "message": "x"}}, 403),
            "status 403: it does not accept these credentials; send others with --header",
        ),
        (Answer(404), "status 404: it has nothing at this path; name the path of its MCP endpoint, often /mcp"),
        (Answer(405), "status 405: it accepts no POST at this path; name the path of its MCP endpoint, often /mcp"),
        (Answer(500, b"<html>", "text/html"), "status 500 Internal Server Error"),
        (Answer(599, b"{", "application/json"), "status 599"),
        (as_json({"id": 1, "error": {"code": -32000, "message": "busy"}}, 503), "error -32000: busy"),
        (as_json({"id": "server-error", "error": {"code": -32000, "message": "bad"}}, 400), "error -32000: bad"),
    ],
)
def test_a_refusal_is_said_with_the_way_out(answer: Answer, told: str) -> None:
    assert f"answered `initialize` with {told}" == reason(only("initialize", lambda _: answer))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            Answer(200, b"<html>", "text/html"),
            "`text/html`; expected JSON or an event stream: is this the address of an MCP endpoint?",
        ),
        (
            Answer(200, b"x"),
            "what it does not name; expected JSON or an event stream: is this the address of an MCP endpoint?",
        ),
        (Answer(202), "nothing; expected JSON or an event stream: is this the address of an MCP endpoint?"),
        (Answer(200, b"[]", "application/json"), "JSON that is not an answer"),
        (Answer(200, b'{"method": "x"}', "application/json"), "JSON that is not an answer"),
        (as_json({"id": 77, "result": {}}), "id 77, which nobody asked with"),
        (as_events({"id": "a", "result": {}}), 'id "a", which nobody asked with'),
    ],
)
def test_an_answer_that_is_none_is_said(answer: Answer, told: str) -> None:
    assert f"answered `tools/list` with {told}" == reason(only("tools/list", lambda _: answer))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Answer(200, b'{"jsonrpc": "2.0",', "application/json"), "sent a message that is not JSON: "),
        (Answer(200, b'{"jsonrpc": "2.0", "\xff"}', "application/json"), "sent a message that is not UTF-8: "),
        (Answer(200, b": hello\n\n", "text/event-stream"), "ended its stream before it answered `tools/list`"),
        (Answer(200, as_events({}).body[:-1], "text/event-stream"), "ended its stream before it answered `tools/list`"),
        (
            Answer(200, b"5\r\nx", "text/event-stream", {"Transfer-Encoding": "chunked"}, (b"",)),
            "ended its stream before it answered `tools/list`: does not answer as HTTP: IncompleteRead",
        ),
        (Answer(404), "answered `tools/list` with status 404: it has ended the session"),
        (Answer(302, headers={"Location": "/x"}), "redirects (302) to HERE/x, which is not followed"),
        (Answer(308, headers={"Location": "ftp://x/"}), "redirects (308) to something that is not an address"),
        (Answer(307), "redirects more than 3 times"),
    ],
)
def test_what_is_no_answer_at_all_is_said(answer: Answer, told: str) -> None:
    assert reason(only("tools/list", lambda _: answer)).startswith(told)


def test_a_notification_that_is_refused_is_the_end() -> None:
    told = "answered `notifications/initialized` with status 400 Bad Request"
    assert told == reason(only("notifications/initialized", lambda _: Answer(400)))


def test_a_session_id_that_is_no_header_is_refused() -> None:
    told = "sent a session id with characters that a header cannot have"
    assert told == reason(only("initialize", lambda asked: as_json(value(asked), session="a b")))


def test_the_transport_before_streamable_http_is_named() -> None:
    def way(asked: Asked) -> Answer:
        if asked.method == "POST":
            return Answer(405)
        return Answer(200, b"", "text/event-stream", {}, (b"event: endpoint\ndata: /messages?id=1\n\n",))

    told = "speaks the old HTTP+SSE transport of 2024-11-05, which is not read here; use its streamable HTTP endpoint"
    assert told == reason(way)


def test_a_server_that_never_answers_is_given_up_in_time() -> None:
    def way(asked: Asked) -> Answer:
        time.sleep(0.4)
        return Answer(200)

    begin = time.monotonic()
    assert "did not answer `initialize` within 0.15 s" == reason(way, timeout=0.15)
    assert time.monotonic() - begin < 1.5


@pytest.mark.parametrize("kind", ["text/event-stream", pytest.param("application/json", marks=pytest.mark.slow)])
def test_a_slow_drip_does_not_stretch_the_deadline(kind: str) -> None:
    begin = time.monotonic()
    drip = Answer(200, b"", kind, {}, (b" ",) * 50, 0.01)
    assert "did not answer `initialize` within 0.15 s" == reason(lambda _: drip, timeout=0.15)
    assert time.monotonic() - begin < 1.5


def test_a_head_that_drips_does_not_either() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        stop = threading.Event()

        def drip() -> None:
            connection, _ = listener.accept()
            with connection:
                try:
                    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                    while not stop.wait(0.02):
                        connection.sendall(b"x")
                except OSError:
                    pass

        thread = threading.Thread(target=drip)
        thread.start()
        outcome = listed(f"http://127.0.0.1:{listener.getsockname()[1]}/", timeout=0.15)
        stop.set()
        thread.join()
    assert isinstance(outcome, Broken)
    assert "did not answer `initialize` within 0.15 s" == outcome.reason


@pytest.mark.parametrize(
    "answer",
    [
        Answer(200, b" " * 5000, "application/json"),
        Answer(200, b"data: " + b"x" * 5000, "text/event-stream"),
        Answer(200, b"data: xxxxxxxx\n" * 600, "text/event-stream"),
    ],
)
def test_a_message_over_the_limit_is_refused(answer: Answer) -> None:
    told = "sent a message of more than 4096 bytes; --max-file-size raises the limit"
    assert told == reason(lambda _: answer, limit=4096)


def test_all_messages_together_are_bounded() -> None:
    flood = Answer(200, b"data: " + b"x" * 1000 + b"\n\n", "text/event-stream")
    flood.body *= 30
    assert "sent more than 5120 bytes" == reason(only("tools/list", lambda _: flood), limit=1024)


def test_requests_without_end_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_MAX_REQUESTS", 2)
    told = "sent more than 2 requests of its own instead of answering `tools/list`"
    assert told == reason(only("tools/list", lambda _: as_events(*[{"id": "a", "method": "ping"}] * 5)))


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://", "is not an address: expected http://HOST/PATH or https://HOST/PATH"),
        ("http://h:x/", "is not an address: Port could not be cast to integer value as 'x'"),
        ("http://[::1/", "is not an address: Invalid IPv6 URL"),
        ("http://127.0.0.1:1/", "cannot be reached: Connection refused"),
        ("http://a\x01b/", "cannot be "),
    ],
)
def test_an_address_that_leads_nowhere_is_an_error(url: str, told: str) -> None:
    outcome = listed(url)
    assert isinstance(outcome, Broken)
    assert outcome.reason.startswith(told)


def test_what_is_no_http_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def greet() -> None:
            with listener.accept()[0] as connection:
                asked = b""
                while b"}}" not in asked:  # a connection that is closed with something unread is reset
                    asked += connection.recv(4096)
                connection.sendall(b"SSH-2.0-x\r\n")

        thread = threading.Thread(target=greet)
        thread.start()
        outcome = listed(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        thread.join()
    assert isinstance(outcome, Broken)
    assert "does not answer as HTTP: BadStatusLine" == outcome.reason


def test_a_certificate_that_nobody_vouches_for_is_not_trusted() -> None:
    error = ssl.SSLCertVerificationError("x")
    error.verify_message = "self-signed certificate"
    assert "cannot be trusted: self-signed certificate" == web.words(error)
    assert ssl.CERT_REQUIRED == ssl.create_default_context().verify_mode
    assert ssl.create_default_context().check_hostname


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
def test_a_server_that_vouches_for_itself_is_told_nothing_until_it_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-keyout",
        key,
        "-out",
        certificate,
        *names,
    ]
    subprocess.run(made, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving() as stub:
        stub.server.socket = context.wrap_socket(stub.server.socket, server_side=True)
        url = stub.url.replace("http:", "https:")
        outcome = listed(url, ("X-Key: k",))
        assert isinstance(outcome, Broken)
        assert "cannot be trusted: self-signed certificate" == outcome.reason.replace("self signed", "self-signed")
        assert [] == stub.asked
        monkeypatch.setenv("SSL_CERT_FILE", certificate)
        assert ["read_note"] == names_of(source(url, "X-Key: k"))


def test_a_server_that_speaks_no_tls_is_not_asked_in_the_open() -> None:
    with serving() as stub:
        outcome = listed(stub.url.replace("http:", "https:"), ("X-Key: k",))
        assert [] == stub.asked
    assert isinstance(outcome, Broken)
    assert outcome.reason.startswith("cannot be reached: ")


# ------------------------------------------------------------------------------------------------------------------- proxies


def test_a_proxy_of_the_environment_is_used_and_told_its_own_password_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.replace("//", "//u:p@").removesuffix("/mcp"))
        source("http://server.example/mcp?a=1")
        first = proxy.asked[0]
        assert ("http://server.example:80/mcp?a=1", "server.example") == (first.path, first.headers["Host"].partition(":")[0])
        assert f"Basic {base64.b64encode(b'u:p').decode()}" == first.headers["Proxy-Authorization"]


def test_a_host_that_needs_no_proxy_is_asked_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "127.0.0.1:1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as stub:
        assert ["read_note"] == names_of(source(stub.url))
    monkeypatch.delenv("no_proxy")
    outcome = listed("http://server.example/")
    assert isinstance(outcome, Broken)
    assert "cannot be reached: Connection refused" == outcome.reason


def test_through_a_proxy_tls_goes_in_a_tunnel(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        proxy.way = lambda _: Answer(502)
        outcome = listed("https://server.example/mcp", ("X-Key: k",))
        asked = proxy.asked
    assert isinstance(outcome, Broken)
    assert outcome.reason.startswith("cannot be reached: Tunnel connection failed: ")
    assert [] == asked  # CONNECT is no method of the stub


def test_a_proxy_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "socks5://127.0.0.1:1")
    outcome = listed("http://server.example/")
    assert isinstance(outcome, Broken)
    assert "cannot be reached: the proxy of the environment is not an http:// address" == outcome.reason


def test_headers_of_lines_are_read_in_order() -> None:
    assert {"A": "1", "B": ""} == http.headers_of(("A:1", " B : "))
    with pytest.raises(Failed):
        http.headers_of(("no",))
