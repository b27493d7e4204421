"""The messages of MCP: how we introduce ourselves, what a message is to us, how a server's request is answered. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from schemalint.edge.read import Refused, decode
from schemalint.model import Json
from schemalint.text import json_text
from schemalint.text.document import Document, Malformed

HANDSHAKE: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""The revisions that begin with `initialize`, oldest first."""
STATELESS: Final = "2026-07-28"
"""The revision that has no handshake: each request says in `_meta` who asks."""
NO_METHOD: Final = -32601

_LIST_CHANGED: Final = "notifications/tools/list_changed"

Kind: TypeAlias = Literal["answer", "request", "changed", "stray", "other"]


class Failed(Exception):
    """A server that cannot be listed. The text follows its name."""


def introduction(version: str) -> dict[str, Json]:
    """The parameters of `initialize`. No capability is declared: what a server lists may depend on them (sources.md 6)."""
    return {"protocolVersion": version, "capabilities": {}, "clientInfo": _client()}


def envelope() -> dict[str, Json]:
    """The `_meta` of a request of the stateless revision."""
    prefix = "io.modelcontextprotocol/"
    return {f"{prefix}protocolVersion": STATELESS, f"{prefix}clientInfo": _client(), f"{prefix}clientCapabilities": {}}


def _client() -> dict[str, Json]:
    from schemalint import __version__

    return {"name": "schemalint", "version": __version__}


def kind_of(message: Json, awaited: Json) -> Kind | None:
    """What a message is to someone who waits for the answer to the request `awaited`; None for what is not a message.

    An error without an id answers a request whose id could not be read; only one is ever waited for.
    """
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return None
    if isinstance(message.get("method"), str):
        if message.get("id") is not None:
            return "request"
        return "changed" if message["method"] == _LIST_CHANGED else "other"
    if "result" not in message and "error" not in message:
        return None
    given = message.get("id")
    if type(given) is type(awaited) and given == awaited:
        return "answer"
    return "answer" if given is None and isinstance(message.get("error"), dict) else "stray"


def answer(request: Mapping[str, Json]) -> dict[str, Json]:
    """What a server's own request is answered with: nothing that it could use, and never a model's or a user's word."""
    head = {"jsonrpc": "2.0", "id": request.get("id")}
    if request.get("method") == "ping":
        return {**head, "result": {}}
    if request.get("method") == "roots/list":
        return {**head, "result": {"roots": []}}
    return {**head, "error": {"code": NO_METHOD, "message": "schemalint only lists tools"}}


def read_message(data: bytes) -> Document | None:
    """One message; None for bytes that are not a JSON object. Errors: `Failed` for a message that cannot be read."""
    means_it = data.lstrip()[:1] == b"{" and b'"jsonrpc"' in data
    try:
        message = json_text.parse(decode(data))
    except Refused as refused:
        if means_it:
            raise Failed(f"sent a message that is {refused.reason}") from None
        return None
    if isinstance(message, Malformed):
        if means_it:
            raise Failed(f"sent a message that is not JSON: {message.reason}, at column {message.column}")
        return None
    return message if isinstance(message.value, dict) else None
