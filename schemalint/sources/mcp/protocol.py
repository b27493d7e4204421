"""How an MCP server is asked for its tools: the handshake, the pages, and what else it may say meanwhile. Pure.

A conversation is a generator: it yields what to send, is sent what came back, and returns the listing. Sends and receives
nothing itself, knows no clock, and leaves the tools as the wire has them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, TypeAlias, TypeVar

from schemalint.model import Json, Pointer
from schemalint.record import dataclass, field, replace
from schemalint.sources.forms import kind_word
from schemalint.sources.mcp.messages import HANDSHAKE, NO_METHOD, STATELESS, Failed, envelope, introduction
from schemalint.text.document import Document, Fault

MAX_PAGES: Final = 100
MAX_ITEMS: Final = 10_000
WHOLE: Final = 4
"""How many times the size of one message all pages together may have."""

_UNSUPPORTED_VERSION: Final = -32022
_NO_HANDSHAKE: Final = (_UNSUPPORTED_VERSION, NO_METHOD, -32602, -32600)
"""What `initialize` is answered with by servers that do not know it, or miss the `_meta` of the stateless revision in it."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to send, and how many seconds its answer may take. `version` is the revision agreed on so far."""

    message: Mapping[str, Json]
    seconds: float
    version: str | None


@dataclass(frozen=True, slots=True)
class Tell:
    """A notification to send."""

    message: Mapping[str, Json]
    version: str | None


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request, `size` bytes long. `changed`: while it was waited for, the server's list of tools changed."""

    document: Document
    size: int
    changed: bool = False


Steps: TypeAlias = "Generator[Ask | Tell, Reply | None, T]"


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server listed: its tools in the order of the wire, and the faults in their text, at `("tools", i, ...)`."""

    server: str | None
    server_version: str | None
    protocol: str
    tools: Sequence[Json] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    has_tools: bool | None = None
    """Whether the server declared tools; None where it was not asked."""
    instructions: str | None = None
    offers: tuple[str, ...] = ()
    """The lists that the server declared beside its tools: `prompts`, `resources`, `resourceTemplates`."""
    others: Mapping[str, Sequence[Json]] = field(default_factory=dict)
    """Those lists, as the wire has them."""


@dataclass(frozen=True, slots=True)
class _Error:
    """A JSON-RPC error. `supported` are the revisions that it names."""

    code: Json
    message: Json
    supported: tuple[str, ...]

    def text(self, method: str) -> str:
        return f"answered `{method}` with error {self.code}: {self.message}"


# ------------------------------------------------------------------------------------------------------------ conversations


def converse(steps: Steps[T], exchange: Callable[[Ask | Tell], Reply | None]) -> T:
    """Run a conversation: `exchange` sends each step and gives the reply to an `Ask`. Errors are those of the two."""
    reply: Reply | None = None
    failed: Failed | None = None
    while True:
        try:
            step = steps.throw(failed) if failed is not None else steps.send(reply)
        except StopIteration as done:
            value: T = done.value
            return value
        reply = failed = None
        try:
            reply = exchange(step)
        except Failed as error:
            failed = error  # the conversation may do without this answer


def listing(*, start: float, page: float, limit: int, again: bool = False) -> Steps[Listing]:
    """The conversation that lists a server's tools, and what it offers beside them. `start` and `page` are seconds, `limit` the
    bytes of a message.

    With `again` the server is asked a second time in the same session, and the second list is returned: a server may wait for
    that. Declares no capabilities. Errors: `Failed`.
    """
    ids = count(1)
    session = yield from _opened(ids, start)
    found = yield from _pages(ids, session, page, limit)
    if isinstance(found, _Error):
        raise Failed(_no_tools(session, found))
    notes = session.notes
    if session.has_tools is False:
        notes += ("lists tools though it does not declare the `tools` capability, so clients may not ask for them",)
    if found.changed or again:
        # As sources.md 6: list once more, since the pages may be of two different lists.
        second = yield from _pages(ids, session, page, limit)
        if isinstance(second, _Error):
            raise Failed(second.text("tools/list"))
        twice, found = found.changed and second.changed, second
        if twice:
            notes += ("reports that its tools changed while they were listed, twice in a row; the second list was read",)
    others, more = yield from _others(ids, session, page, limit)
    notes = (*notes, *more)
    return replace(session, tools=found.items, faults=(*session.faults, *found.faults), notes=notes, others=others)


_LISTS: Final = {
    "prompts": ("prompts", "prompts/list"),
    "resources": ("resources", "resources/list"),
    "resourceTemplates": ("resources", "resources/templates/list"),
}
"""What a server may list beside its tools: the member of the answer, the capability that declares it, and the method."""


def _others(
    ids: Iterator[int], session: Listing, seconds: float, limit: int
) -> Steps[tuple[dict[str, Sequence[Json]], tuple[str, ...]]]:
    """The other lists that the server declared, and notes on those that it did not give: tools are read without them."""
    found: dict[str, Sequence[Json]] = {}
    notes: list[str] = []
    for member in session.offers:
        try:
            pages = yield from _pages(ids, session, seconds, limit, member)
        except Failed as error:
            return found, (*notes, f"its {_words(member)} were not read: it {error}")
        if isinstance(pages, _Pages):
            found[member] = pages.items
        elif pages.code != NO_METHOD:
            notes.append(f"its {_words(member)} were not read: it {pages.text(_LISTS[member][1])}")
    return found, tuple(notes)


def _words(member: str) -> str:
    return "resource templates" if member == "resourceTemplates" else member


def _no_tools(session: Listing, error: _Error) -> str:
    if error.code == NO_METHOD:
        return "offers no tools: it does not know `tools/list`"
    if session.has_tools is False:
        return f"offers no tools: it does not declare the `tools` capability, and {error.text('tools/list')}"
    return error.text("tools/list")


def _opened(ids: Iterator[int], seconds: float) -> Steps[Listing]:
    """The handshake, or where the server has none the stateless question that takes its place."""
    asked = HANDSHAKE[-1]
    reply = yield from _ask(ids, "initialize", introduction(asked), seconds)
    if isinstance(reply, _Error):
        mutual = [version for version in HANDSHAKE if version in reply.supported and version != asked]
        if mutual:
            reply = yield from _ask(ids, "initialize", introduction(mutual[-1]), seconds)
    if isinstance(reply, _Error):
        if reply.code not in _NO_HANDSHAKE:
            raise Failed(reply.text("initialize"))
        return (yield from _discovered(ids, seconds, reply))
    result = _result(reply, "initialize")
    protocol = result.get("protocolVersion")
    if not isinstance(protocol, str):
        raise Failed(f"answered `initialize` with {kind_word(protocol)} as `protocolVersion`; expected a string")
    yield Tell({"jsonrpc": "2.0", "method": "notifications/initialized"}, protocol)
    notes = () if protocol in HANDSHAKE else (f"speaks revision `{protocol}` of the protocol, which is not known here",)
    return _session(result.get("serverInfo"), protocol, result, reply, notes)


def _discovered(ids: Iterator[int], seconds: float, refusal: _Error) -> Steps[Listing]:
    reply = yield from _ask(ids, "server/discover", {}, seconds, STATELESS)
    if isinstance(reply, _Error):
        if reply.code == NO_METHOD:
            return Listing(None, None, STATELESS)  # some servers list without any introduction (sources.md 6)
        # Which of the two refusals is more useful depends on which revision the server speaks.
        raise Failed(reply.text("server/discover") if reply.supported else refusal.text("initialize"))
    result = _result(reply, "server/discover")
    versions = result.get("supportedVersions")
    if isinstance(versions, list) and STATELESS not in versions:
        raise Failed(
            f"speaks none of the revisions known here: it names {', '.join(map(str, versions[:6]))};"
            f" expected one of {', '.join((*HANDSHAKE, STATELESS))}"
        )
    meta = result.get("_meta")
    info = meta.get("io.modelcontextprotocol/serverInfo") if isinstance(meta, dict) else result.get("serverInfo")
    return _session(info, STATELESS, result, reply, ())


def _session(info: Json, protocol: str, result: Mapping[str, Json], reply: Reply, notes: tuple[str, ...]) -> Listing:
    name, version = (info.get(key) if isinstance(info, dict) else None for key in ("name", "version"))
    declared = result.get("capabilities")
    capabilities = declared if isinstance(declared, dict) else {}
    instructions = result.get("instructions")
    return Listing(
        name if isinstance(name, str) and name else None,
        version if isinstance(version, str) and version else None,
        protocol,
        faults=tuple(replace(fault, at=()) for fault in reply.document.faults),
        notes=notes,
        has_tools="tools" in capabilities,
        instructions=instructions if isinstance(instructions, str) and instructions else None,
        offers=tuple(member for member, (capability, _) in _LISTS.items() if capability in capabilities),
    )


@dataclass(frozen=True, slots=True)
class _Pages:
    items: Sequence[Json]
    faults: tuple[Fault, ...]
    changed: bool


def _pages(ids: Iterator[int], session: Listing, seconds: float, limit: int, member: str = "tools") -> Steps[_Pages | _Error]:
    """All pages of a list, in order; the error, where already the first one is refused. Errors: `Failed`."""
    method = _LISTS[member][1] if member in _LISTS else "tools/list"
    items: list[Json] = []
    faults: list[Fault] = []
    seen: set[str] = set()
    params: dict[str, Json] = {}
    size, changed = 0, False
    for number in range(1, MAX_PAGES + 1):
        reply = yield from _ask(ids, method, params, seconds, session.protocol)
        if isinstance(reply, _Error):
            if number == 1:
                return reply
            raise Failed(f"page {number}: {reply.text(method)}")
        result = _result(reply, method)
        listed = result.get(member)
        if not isinstance(listed, list):
            raise Failed(f"answered `{method}` with {_found(result, member)} as `{member}`; expected a list")
        size, changed = size + reply.size, changed or reply.changed
        faults += (replace(fault, at=_joined(fault.at, len(items))) for fault in reply.document.faults)
        items += listed
        if len(items) > MAX_ITEMS or size > WHOLE * limit:
            most = f"{MAX_ITEMS} {_words(member)}" if len(items) > MAX_ITEMS else f"{WHOLE * limit} bytes"
            raise Failed(f"lists more than {most}, which no client could use")
        cursor = result.get("nextCursor")
        if cursor is None:
            return _Pages(items, tuple(faults), changed)
        # The empty string is a cursor like any other: only its absence ends the list.
        if not isinstance(cursor, str):
            raise Failed(f"page {number} of its list has {kind_word(cursor)} as `nextCursor`; expected a string")
        if cursor in seen:
            raise Failed(f"page {number} of its list leads back to an earlier page by its `nextCursor`, so it never ends")
        seen.add(cursor)
        params = {"cursor": cursor}
    raise Failed(f"lists more than {MAX_PAGES} pages of {_words(member)}")


def _joined(at: Pointer, offset: int) -> Pointer:
    """A place in the answer with a page as a place in the whole list; `()` for one that is in no tool."""
    if len(at) > 2 and at[:2] == ("result", "tools") and isinstance(at[2], int):
        return ("tools", offset + at[2], *at[3:])
    return ()


# ----------------------------------------------------------------------------------------------------------------- messages


def _ask(
    ids: Iterator[int], method: str, params: Mapping[str, Json], seconds: float, version: str | None = None
) -> Steps[Reply | _Error]:
    if version == STATELESS:
        params = {**params, "_meta": envelope()}
    message = {"jsonrpc": "2.0", "id": next(ids), "method": method, **({"params": params} if params else {})}
    reply = yield Ask(message, seconds, version)
    if reply is None:
        raise ValueError(f"`{method}` was sent and no reply given")
    error = reply.document.value.get("error")
    if not isinstance(error, dict):
        return reply
    data = error.get("data")
    supported = data.get("supported") if isinstance(data, dict) else None
    named = tuple(one for one in supported if isinstance(one, str)) if isinstance(supported, list) else ()
    return _Error(error.get("code"), error.get("message"), named)


def _result(reply: Reply, method: str) -> Mapping[str, Json]:
    result = reply.document.value.get("result")
    if not isinstance(result, dict):
        raise Failed(f"answered `{method}` with {_found(reply.document.value, 'result')} as `result`; expected an object")
    return result


def _found(holder: Mapping[str, Json], member: str) -> str:
    return kind_word(holder[member]) if member in holder else "nothing"
