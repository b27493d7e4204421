"""The conversation with an MCP server, without a server: what is sent, what is made of every answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from schemalint.model import Json
from schemalint.sources import mcp
from schemalint.sources.mcp import messages, protocol
from schemalint.sources.mcp.messages import Failed, answer, kind_of, read_message
from schemalint.sources.mcp.protocol import Ask, Listing, Reply, Tell, converse, listing
from schemalint.text import json_text
from schemalint.text.document import Document

Message = dict[str, Any]
Server = Callable[[Message], Message | str]
"""What a server says to a request: `result` or `error` as members, or the whole text."""

KNOWN = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
INFO = {"name": "notes", "version": "3"}
HELLO: Message = {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": INFO}}
TOOL = {"name": "read_note", "inputSchema": {"type": "object"}}


def reply(request: Message, said: Message | str, changed: bool = False) -> Reply:
    text = said if isinstance(said, str) else json.dumps({"jsonrpc": "2.0", "id": request["id"], **said})
    document = json_text.parse(text)
    assert isinstance(document, Document)
    return Reply(document, len(text), changed)


def talk(server: Server, changed: Sequence[int] = (), limit: int = 10_000) -> tuple[Listing, list[Message]]:
    """The listing, and all that was sent; `changed` counts the questions during which the list changes."""
    sent: list[Message] = []

    def exchange(step: Ask | Tell) -> Reply | None:
        sent.append(dict(step.message))
        if isinstance(step, Tell):
            return None
        return reply(sent[-1], server(sent[-1]), len(sent) in changed)

    return converse(listing(start=30, page=15, limit=limit), exchange), sent


def serving(**said: Message | str) -> Server:
    """A server that says one thing to each method, named without its first part; hello to `initialize`."""
    answers: dict[str, Message | str] = {
        "initialize": HELLO,
        "tools/list": {"result": {"tools": [TOOL]}},
        "server/discover": unknown(),
    }
    answers |= {name.replace("_", "/"): value for name, value in said.items()}
    return lambda request: answers[request["method"]]


def unknown(code: int = -32601, **data: Json) -> Message:
    return {"error": {"code": code, "message": "no", **({"data": data} if data else {})}}


def failure(server: Server, **more: Any) -> str:
    with pytest.raises(Failed) as raised:
        talk(server, **more)
    return str(raised.value)


# ------------------------------------------------------------------------------------------------------------- the handshake


def test_a_handshake_declares_no_capabilities_and_is_followed_by_its_notification() -> None:
    found, sent = talk(serving())
    first, then, question = sent
    assert {"protocolVersion": "2025-11-25", "capabilities": {}} == {
        k: v for k, v in first["params"].items() if k != "clientInfo"
    }
    assert "schemalint" == first["params"]["clientInfo"]["name"]
    assert {"jsonrpc": "2.0", "method": "notifications/initialized"} == then
    assert {"jsonrpc": "2.0", "id": 2, "method": "tools/list"} == question
    assert Listing("notes", "3", "2025-11-25", [TOOL], has_tools=True) == found


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_revision_with_a_handshake_that_a_server_chooses_is_taken(version: str) -> None:
    steps: list[Ask | Tell] = []

    def exchange(step: Ask | Tell) -> Reply | None:
        steps.append(step)
        said: Message = {"result": {"protocolVersion": version, "tools": []}}
        return reply(dict(step.message), said) if isinstance(step, Ask) else None

    found = converse(listing(start=30, page=15, limit=1000), exchange)
    assert (version, None, ()) == (found.protocol, found.server, tuple(note for note in found.notes if "revision" in note))
    assert [None, version, version] == [step.version for step in steps]
    assert [30, 15] == [step.seconds for step in steps if isinstance(step, Ask)]


def test_a_revision_that_nobody_knows_is_told_and_listed() -> None:
    found, _ = talk(serving(initialize={"result": {**HELLO["result"], "protocolVersion": "2031-01-01"}}))
    assert ([TOOL], ("speaks revision `2031-01-01` of the protocol, which is not known here",)) == (found.tools, found.notes)


def test_a_server_that_names_older_revisions_is_asked_by_the_newest_of_them() -> None:
    def server(request: Message) -> Message | str:
        if request["method"] == "initialize" and request["params"]["protocolVersion"] != "2025-06-18":
            return unknown(-32602, supported=["2024-11-05", "2025-06-18", "1999-01-01"])
        version = request.get("params", {}).get("protocolVersion")
        return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "tools": [TOOL]}}

    found, sent = talk(server)
    assert ("2025-06-18", [TOOL]) == (found.protocol, found.tools)
    assert ["initialize", "initialize", "notifications/initialized", "tools/list"] == [one["method"] for one in sent]


@pytest.mark.parametrize("code", [-32022, -32601, -32602, -32600])
def test_a_server_without_a_handshake_is_asked_what_it_speaks(code: int) -> None:
    discovered: Message = {
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "old place"},
    }
    discovered["_meta"] = {"io.modelcontextprotocol/serverInfo": INFO}
    found, sent = talk(serving(initialize=unknown(code), server_discover={"result": discovered}))
    assert Listing("notes", "3", "2026-07-28", [TOOL], has_tools=True) == found
    for request in sent[1:]:
        meta = request["params"]["_meta"]
        assert ("2026-07-28", {}) == tuple(
            meta[f"io.modelcontextprotocol/{key}"] for key in ("protocolVersion", "clientCapabilities")
        )
        assert "schemalint" == meta["io.modelcontextprotocol/clientInfo"]["name"]


def test_a_server_that_knows_no_introduction_at_all_is_listed() -> None:
    found, _ = talk(serving(initialize=unknown()))
    assert Listing(None, None, "2026-07-28", [TOOL]) == found


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"initialize": unknown(-32000)}, "answered `initialize` with error -32000: no"),
        ({"initialize": unknown(), "server_discover": unknown(-32603)}, "answered `initialize` with error -32601: no"),
        (
            {"initialize": unknown(-32022), "server_discover": unknown(-32022, supported=["2031-01-01"])},
            "answered `server/discover` with error -32022: no",
        ),
        (
            {"initialize": unknown(), "server_discover": {"result": {"supportedVersions": ["2031-01-01"]}}},
            f"speaks none of the revisions known here: it names 2031-01-01; expected one of {', '.join(KNOWN)}",
        ),
        ({"initialize": {"result": []}}, "answered `initialize` with a list as `result`; expected an object"),
        ({"initialize": {}}, "answered `initialize` with nothing as `result`; expected an object"),
        ({"initialize": {"result": {}}}, "answered `initialize` with null as `protocolVersion`; expected a string"),
        ({"tools_list": unknown(-32000)}, "answered `tools/list` with error -32000: no"),
        ({"tools_list": unknown()}, "offers no tools: it does not know `tools/list`"),
        (
            {"initialize": {"result": {"protocolVersion": "2025-11-25", "capabilities": {}}}, "tools_list": unknown(-1)},
            "offers no tools: it does not declare the `tools` capability, and answered `tools/list` with error -1: no",
        ),
        ({"tools_list": {"result": {}}}, "answered `tools/list` with nothing as `tools`; expected a list"),
        ({"tools_list": {"result": {"tools": {}}}}, "answered `tools/list` with an object as `tools`; expected a list"),
        (
            {"tools_list": {"result": {"tools": [], "nextCursor": 7}}},
            "page 1 of its list has a number as `nextCursor`; expected a string",
        ),
        ({"tools_list": {"error": "no"}}, "answered `tools/list` with nothing as `result`; expected an object"),
    ],
)
def test_what_is_no_list_is_said(said: dict[str, Message], expected: str) -> None:
    assert expected == failure(serving(**said))


# ----------------------------------------------------------------------------------------------------------------- the pages


def paged(page: Callable[[int], Message]) -> Server:
    """A server whose pages are numbered from 1; `page` gives what stands in one beside the tools."""
    asked = 0

    def server(request: Message) -> Message | str:
        nonlocal asked
        if request["method"] != "tools/list":
            return HELLO
        asked += 1
        said = page(asked)
        return said if "error" in said else {"result": {"tools": [{"name": f"a{asked}"}], **said}}

    return server


def test_pages_are_joined_and_each_cursor_is_sent_back_as_it_came() -> None:
    cursors: dict[int, Message] = {1: {"nextCursor": ""}, 2: {"nextCursor": "\u00e9 x"}, 3: {"nextCursor": None}}
    found, sent = talk(paged(lambda number: cursors[number]))
    assert [{"name": "a1"}, {"name": "a2"}, {"name": "a3"}] == found.tools
    assert [None, {"cursor": ""}, {"cursor": "\u00e9 x"}] == [one.get("params") for one in sent[2:]]


def test_a_cursor_that_was_there_before_is_the_end_with_an_error() -> None:
    told = "page 3 of its list leads back to an earlier page by its `nextCursor`, so it never ends"
    assert told == failure(paged(lambda number: {"nextCursor": "ab"[number % 2]}))


def test_a_hundred_pages_are_read_and_no_more() -> None:
    assert 100 == len(talk(paged(lambda number: {"nextCursor": f"{number}"} if number < 100 else {}))[0].tools)
    assert "lists more than 100 pages of tools" == failure(paged(lambda number: {"nextCursor": f"{number}"}))


def test_tools_and_bytes_are_counted_over_all_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = paged(lambda number: {"nextCursor": f"{number}"})
    assert "lists more than 400 bytes, which no client could use" == failure(pages, limit=100)
    monkeypatch.setattr(protocol, "MAX_ITEMS", 4)
    assert "lists more than 4 tools, which no client could use" == failure(paged(lambda number: {"nextCursor": f"{number}"}))


def test_an_error_on_a_later_page_names_the_page() -> None:
    told = "page 2: answered `tools/list` with error -32602: no"
    assert told == failure(paged(lambda number: {"nextCursor": "x"} if number == 1 else unknown(-32602)))


def test_a_list_that_changes_while_it_is_read_is_read_once_more() -> None:
    found, sent = talk(paged(lambda _: {}), changed=[3])
    assert ([{"name": "a2"}], ()) == (found.tools, found.notes)
    assert 4 == len(sent)


def test_a_list_that_changes_again_is_told() -> None:
    found, sent = talk(paged(lambda _: {}), changed=[3, 4])
    told = "reports that its tools changed while they were listed, twice in a row; the second list was read"
    assert ([{"name": "a2"}], (told,), 4) == (found.tools, found.notes, len(sent))


def test_a_list_that_cannot_be_read_again_is_an_error() -> None:
    told = "answered `tools/list` with error -32603: no"
    assert told == failure(paged(lambda number: {} if number == 1 else unknown(-32603)), changed=[3])


def test_a_change_before_the_list_is_of_no_interest() -> None:
    assert 3 == len(talk(paged(lambda _: {}), changed=[1])[1])


def test_asked_again_in_one_session_a_server_shows_what_it_lists_the_second_time() -> None:
    lists = {3: [{"name": "clean"}], 4: [{"name": "poisoned"}]}

    def exchange(step: Ask | Tell) -> Reply | None:
        if isinstance(step, Tell):
            return None
        sent.append(step.message)
        result: dict[str, Any] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
        if step.message["method"] == "tools/list":
            result = {"tools": lists[len(sent) + 1]}
        document = json_text.parse(json.dumps({"jsonrpc": "2.0", "id": step.message["id"], "result": result}))
        assert isinstance(document, Document)
        return Reply(document, 100)

    sent: list[Any] = []
    assert [{"name": "poisoned"}] == converse(listing(start=1, page=1, limit=1000, again=True), exchange).tools
    sent = []
    assert [{"name": "clean"}] == converse(listing(start=1, page=1, limit=1000), exchange).tools


def test_tools_that_were_not_declared_are_read_and_told() -> None:
    found, _ = talk(serving(initialize={"result": {"protocolVersion": "2025-11-25", "capabilities": {}}}))
    assert ("lists tools though it does not declare the `tools` capability, so clients may not ask for them",) == found.notes


def test_faults_are_placed_in_the_joined_list_and_those_elsewhere_in_no_tool() -> None:
    def page(request: Message) -> Message | str:
        if request["method"] != "tools/list":
            return HELLO
        more = ', "nextCursor": "x"' if "params" not in request else ""
        return (
            f'{{"jsonrpc": "2.0", "id": {request["id"]}, "x": 1e999, "result": {{"tools":'
            f' [{{"name": "a"}}, {{"name": "b", "title": 1, "title": 2}}]{more}}}}}'
        )

    found, _ = talk(page)
    assert 4 == len(found.tools)
    assert [(), ("tools", 1, "title"), (), ("tools", 3, "title")] == [fault.at for fault in found.faults]


def test_a_question_needs_a_reply() -> None:
    with pytest.raises(ValueError, match="`initialize` was sent and no reply given"):
        converse(listing(start=1, page=1, limit=1), lambda _: None)


# -------------------------------------------------------------------------------------------------------------- its messages


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ({"id": 3, "result": {}}, "answer"),
        ({"id": 3, "error": {"code": 1}}, "answer"),
        ({"id": None, "error": {"code": -32700}}, "answer"),
        ({"error": {"code": -32700}}, "answer"),
        ({"id": "3", "result": {}}, "stray"),
        ({"id": 4, "result": {}}, "stray"),
        ({"id": True, "result": {}}, "stray"),
        ({"id": None, "result": {}}, "stray"),
        ({"id": 3, "method": "ping"}, "request"),
        ({"id": "x", "method": "ping", "result": {}}, "request"),
        ({"method": "notifications/tools/list_changed"}, "changed"),
        ({"method": "notifications/message"}, "other"),
        ({"id": 3}, None),
        ({"id": 3, "method": 5}, None),
    ],
)
def test_a_message_is_told_by_its_members(message: Message, kind: str | None) -> None:
    assert kind == kind_of({"jsonrpc": "2.0", **message}, 3)


@pytest.mark.parametrize("message", [None, [], 3, {"id": 3, "result": {}}, {"jsonrpc": "1.0", "id": 3, "result": {}}])
def test_what_is_no_json_rpc_is_no_message(message: Json) -> None:
    assert kind_of(message, 3) is None


def test_true_is_no_number() -> None:
    assert "stray" == kind_of({"jsonrpc": "2.0", "id": True, "result": {}}, 1)


def test_requests_of_a_server_get_a_polite_nothing() -> None:
    head = {"jsonrpc": "2.0", "id": "q"}
    assert {**head, "result": {}} == answer({"id": "q", "method": "ping"})
    assert {**head, "result": {"roots": []}} == answer({"id": "q", "method": "roots/list"})
    refusal = {"code": messages.NO_METHOD, "message": "schemalint only lists tools"}
    assert {**head, "error": refusal} == answer({"id": "q", "method": "sampling/createMessage"})


@pytest.mark.parametrize("data", [b"hello", b"[1]", b"\xff", b'{"a": ', b'"jsonrpc"', b"3"])
def test_bytes_that_mean_to_be_no_message_are_noise(data: bytes) -> None:
    assert read_message(data) is None


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b' {"jsonrpc": "2.0", "\xff": 1}', "sent a message that is not UTF-8: byte 0xff at offset 21"),
        (b'{"jsonrpc": "2.0",}', "sent a message that is not JSON: "),
    ],
)
def test_a_message_that_cannot_be_read_is_an_error(data: bytes, expected: str) -> None:
    with pytest.raises(Failed) as raised:
        read_message(data)
    assert str(raised.value).startswith(expected)


# ------------------------------------------------------------------------------------------------------------------ its time


def test_all_pages_together_have_a_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    now, given = 1000.0, []
    monkeypatch.setattr(mcp, "time", SimpleNamespace(monotonic=lambda: now))
    server = paged(lambda number: {"nextCursor": f"{number}"})

    def exchange(step: Ask | Tell) -> Reply | None:
        nonlocal now
        if isinstance(step, Tell):
            return None
        given.append(step.seconds)
        now += 14
        if step.seconds < 14:
            raise Failed("too late")
        return reply(dict(step.message), server(dict(step.message)))

    with pytest.raises(Failed, match=r"^did not list its tools within 150 s$"):
        mcp._listed(exchange, 30, 15, 10_000)
    assert [30, *[15] * 9, 10] == given


def test_what_fails_near_the_end_of_the_time_is_said_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "_PAGES_TOGETHER", 0)

    def exchange(step: Ask | Tell) -> Reply | None:
        raise Failed("ended")

    with pytest.raises(Failed, match=r"^ended$"):
        mcp._listed(exchange, 30, 15, 10_000)
