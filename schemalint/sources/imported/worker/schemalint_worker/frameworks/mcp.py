from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..objects import loaded, static
from ..values import MAX_TOOLS, Trouble, waited
from ..ways import dumped


def resembles(value: Any) -> bool:
    handlers = static(value, "request_handlers")
    return type(handlers) is dict and any(getattr(key, "__name__", "") == "ListToolsRequest" for key in handlers)


def listed(server: Any) -> Iterator[tuple[Any, Any]]:
    handlers = getattr(server, "request_handlers", None)
    if isinstance(handlers, dict):  # mcp 1
        for request, handler in list(handlers.items()):
            if getattr(request, "__name__", "") == "ListToolsRequest":
                answer = waited(handler(request(method="tools/list")))
                for tool in getattr(answer, "root", answer).tools:
                    yield dumped(tool), tool
        return
    if server.get_request_handler("tools/list") is None:
        return
    client = loaded("mcp.client.client.Client")
    if client is None:
        raise RuntimeError("this version of the library has no client to list the tools with")
    for tool in waited(_ask(client, server)):  # mcp 2
        yield dumped(tool), None


async def _ask(client: Any, server: Any) -> list[Any]:
    found: list[Any] = []
    cursors: set[Any] = {None}
    cursor = None
    async with client(server) as session:
        while True:
            page = await (session.list_tools(cursor=cursor) if cursor is not None else session.list_tools())
            found += page.tools
            cursor = getattr(page, "next_cursor", None)
            if cursor is None:
                return found
            if cursor in cursors or len(found) > MAX_TOOLS:
                raise Trouble("endless", limit=MAX_TOOLS)
            cursors.add(cursor)
