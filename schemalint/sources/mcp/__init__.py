"""A live MCP server, or those that a client's configuration file names -> sources whose tools have no text and no lines.

Starts and asks only what it is asked for; `Reach` has decided before what may be started. The tools go through the same
recognition as those of a file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from schemalint.edge.read import Refused, decode, read_file
from schemalint.edge.system import words
from schemalint.model import Json, Origin, Pointer
from schemalint.record import replace
from schemalint.schema.pointer import pointer_text
from schemalint.sources.assemble import Outcome, PassedOver, Reading, assemble, without_tools
from schemalint.sources.forms import kind_word
from schemalint.sources.mcp import clients, http, stdio
from schemalint.sources.mcp.http import Endpoint
from schemalint.sources.mcp.messages import Failed
from schemalint.sources.mcp.protocol import Ask, Listing, Reply, Tell, converse, listing
from schemalint.sources.mcp.secrets import inside, reported, shown
from schemalint.sources.mcp.stdio import Command, Heard
from schemalint.sources.nontools import explain
from schemalint.sources.permissions import TIMEOUT, Reach
from schemalint.sources.shapes import recognize
from schemalint.sources.source import Broken, Session, Source
from schemalint.text.document import Document, Malformed

_DOWNLOAD: Final = 120.0
"""Seconds that a start may take when the program may have to fetch the server first."""
_PAGE: Final = 15.0
_PAGES_TOGETHER: Final = 8
"""How many slow pages are waited for, start included, before the whole list is too late."""


def live(argument: str, limit: int, cwd: Path, reach: Reach) -> Outcome:
    """What the server of a `stdio:` command or a web address lists. `limit` counts the bytes of one message."""
    path = shown(argument)
    if not reach.allowed:
        return Broken(path, "would start or call a server; a configuration may ask for that only with --trust")
    try:
        return _source(path, _named(argument, cwd, reach), limit, reach)
    except Failed as error:
        return Broken(path, str(error))


def configuration(path: str, actual: Path, limit: int, reach: Reach, *, named: bool) -> Iterable[Outcome] | None:
    """What the servers of a client's configuration file list, each a source `FILE:NAME`. `named`: there must be some.

    None for any other file. Starts nothing without `reach.connect`.
    """
    try:
        text = decode(read_file(actual, limit))
    except Refused:
        return None  # the reader of files has the words for it
    client = clients.read(text, actual, os.environ)
    if client is None:
        return None
    if isinstance(client, Malformed):
        return [Broken(path, client.reason, client.line, client.column)] if actual.suffix == ".toml" else None
    if not reach.connect:
        explained = explain({"mcpServers": client.servers})
        return [without_tools(path, explained[1] if explained else "", named)]
    if not reach.allowed:
        return [Broken(path, "would start or call servers; a configuration may ask for that only with --trust")]
    return _connected(path, client, limit, reach, named=named)


def _connected(path: str, client: clients.Client, limit: int, reach: Reach, *, named: bool) -> Iterator[Outcome]:
    for name in reach.servers:
        if name not in client.servers:
            names = ", ".join(f"`{one}`" for one in client.servers) or "none"
            yield Broken(path, f"has no server `{name}`; its servers: {names}")
    asked = 0
    for name, entry in client.servers.items():
        if reach.servers and name not in reach.servers:
            continue
        shown_name = f"{path}:{name}"
        # Who names a server means it, also one that its client does not start.
        if clients.is_off(entry) and not reach.servers:
            yield PassedOver(shown_name, "is disabled in the configuration")
            continue
        asked += 1
        withheld = False
        try:
            where = _chosen(client, name, reach)
            withheld = isinstance(where, Endpoint) and bool(reach.headers) and len(reach.servers) != 1
            found = _source(shown_name, where, limit, reach, name)
        except Failed as error:
            found = Broken(shown_name, str(error))
        yield _without_header(found) if withheld else found
    if not asked and not reach.servers:
        why = "all its servers are disabled" if client.servers else "it names no server"
        yield without_tools(path, f"is a client configuration, and {why}", named)


def _without_header(found: Source | Broken) -> Source | Broken:
    """The outcome of a server that was not sent a given header, with a note on that: it may be why tools are missing."""
    why = "was not sent --header, which goes to a server of a configuration only where --server names just that one"
    if isinstance(found, Source):
        return replace(found, skipped=(*found.skipped, why))
    return replace(found, reason=f"{found.reason}; it {why}")


def _named(argument: str, cwd: Path, reach: Reach) -> Command | Endpoint:
    """What a SOURCE names. Errors: `Failed`."""
    if not argument.startswith("stdio:"):
        return clients.with_headers(Endpoint(argument), http.headers_of(reach.headers))
    try:
        argv = words(argument.removeprefix("stdio:"))
    except ValueError as error:
        raise Failed(f"cannot be split into words: {error}") from None
    if not argv:
        raise Failed("names no command: expected stdio:COMMAND ARGS")
    passed = _passed(reach)
    return Command(argv, passed, cwd, tuple(passed.values()))


def _chosen(client: clients.Client, name: str, reach: Reach) -> Command | Endpoint:
    where = clients.target(client, name)
    if isinstance(where, Command):
        passed = _passed(reach)
        return replace(where, env={**passed, **where.env}, secrets=(*where.secrets, *passed.values()))
    # A header given for one server must not go to the others of the file.
    return clients.with_headers(where, http.headers_of(reach.headers)) if len(reach.servers) == 1 else where


def _passed(reach: Reach) -> dict[str, str]:
    for name in reach.pass_env:
        if name not in os.environ:
            raise Failed(f"is not started: --pass-env names `{name}`, which is not set")
    return {name: os.environ[name] for name in reach.pass_env}


# ------------------------------------------------------------------------------------------------------------------ listing


def _source(path: str, where: Command | Endpoint, limit: int, reach: Reach, name: str | None = None) -> Source | Broken:
    """What one server lists; `name` is what its client calls it. Errors: `Failed`."""
    timeout = reach.timeout
    secrets = (*where.secrets, *(inside(where.url) if isinstance(where, Endpoint) else ()))
    try:
        if isinstance(where, Command):
            heard = Heard()
            slow = Path(where.argv[0]).stem in stdio.DOWNLOADERS
            with stdio.started(where, limit, heard) as exchange:
                found = _listed(
                    exchange, timeout or (_DOWNLOAD if slow else TIMEOUT), timeout or _PAGE, limit, again=reach.again
                )
            found = replace(found, notes=(*found.notes, *stdio.notes(heard)))
            transport, errors = "stdio", heard.errors
        else:
            with http.connected(where, limit) as exchange:
                found = _listed(exchange, timeout or TIMEOUT, timeout or _PAGE, limit, again=reach.again)
            transport, errors = "http", ()
    except Failed as error:
        raise Failed(reported(str(error), secrets)) from None
    found = replace(found, notes=tuple(reported(note, secrets) for note in found.notes))
    session = Session(transport, found.protocol, found.server, found.server_version, (), errors)
    return _assembled(path, found, name, session)


def _listed(
    exchange: Callable[[Ask | Tell], Reply | None], start: float, page: float, limit: int, *, again: bool = False
) -> Listing:
    """The conversation, kept to a time for all of it together: a hundred pages may each be slow."""
    whole = start + _PAGES_TOGETHER * page
    end = time.monotonic() + whole

    def bounded(step: Ask | Tell) -> Reply | None:
        if isinstance(step, Tell):
            return exchange(step)
        left = end - time.monotonic()
        if left > step.seconds:
            return exchange(step)
        try:
            return exchange(replace(step, seconds=max(left, 0)))
        except Failed:
            if time.monotonic() < end:
                raise
            raise Failed(f"did not list its tools within {whole:g} s") from None

    return converse(listing(start=start, page=page, limit=limit, again=again), bounded)


def _assembled(path: str, found: Listing, configured: str | None, session: Session) -> Source | Broken:
    value: dict[str, Json] = {"tools": list(found.tools)}
    if server := configured or found.server:
        value["serverInfo"] = {"name": server}
    document = Document(value, _nowhere, _nowhere, found.faults)
    recognized = recognize(value, named=True, origin=Origin(source=path))
    source = assemble(Reading(path, "", [document], [(0, recognized)]), named=True)
    if source is None:
        if found.faults:
            return Broken(path, found.faults[0].reason)
        what = f"lists {kind_word(found.tools[0])} where a tool should be" if found.tools else "lists no tools"
        return Broken(path, what)
    about = _about(found)
    return replace(
        source,
        toolsets=tuple(replace(toolset, about=about, configured=configured) for toolset in source.toolsets),
        shape=f"MCP server ({session.transport})",
        # The wire has no lines that a user could look up, so places end at the tool.
        documents=(),
        broken=tuple(replace(one, line=None, column=None) for one in source.broken),
        skipped=(*found.notes, *source.skipped),
        session=session,
    )


_NAMED_BY: Final = {"prompts": "name", "resources": "uri", "resourceTemplates": "uriTemplate"}


def _about(found: Listing) -> dict[str, Json]:
    """What the server states beside its tools, by the text of a pointer; what has no name is left out."""
    about: dict[str, Json] = {"/instructions": found.instructions or ""}  # none is something that a lock records, too
    if found.server_version is not None:
        about["/version"] = found.server_version
    for member, items in found.others.items():
        for item in items:
            name = item.get(_NAMED_BY[member]) if isinstance(item, dict) else None
            if isinstance(name, str):
                about[pointer_text((member, name))] = item
    return about


def _nowhere(_: Pointer) -> None:
    return None
