"""The names under which a model sees the tools of MCP servers: `mcp__SERVER__TOOL`.

Pure. A public name is made here and, for people, taken apart; dispatch keeps the raw name, as two raw names may differ in
nothing that a public name may hold.
"""

from __future__ import annotations

from typing import Final

PREFIX: Final = "mcp__"
BOUNDARY: Final = "__"
LIMIT: Final = 64
"""Characters that most providers allow in a tool's name."""

_ALLOWED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_DIGITS: Final = 12
"""Hexadecimal digits of the hash that a changed or cut name ends with."""


def mcp_name(server: str, tool: str, limit: int = LIMIT) -> str:
    """The name that a model sees: `mcp__SERVER__TOOL` where that is short and plain enough.

    Otherwise each other character becomes `_`, and the name is cut and ends in `_` and 12 hexadecimal digits of SHA-256 over
    server, NUL and tool, so that two tools never share a name and no name depends on the order of adding. So does the name of a
    server that holds `__` or ends in `_`, since its end would not show. `limit` counts characters. Errors: `ValueError` for an
    empty server or tool, and for a limit that leaves no room for the hash.
    """
    if not server or not tool:
        raise ValueError(f"an MCP name needs a server and a tool, not {server!r} and {tool!r}")
    if limit <= len(PREFIX) + _DIGITS + 1:
        raise ValueError(f"a limit of {limit} characters leaves no room for a name")
    joined = f"{PREFIX}{server}{BOUNDARY}{tool}"
    plain = "".join(character if character in _ALLOWED else "_" for character in joined)
    ends_at_first = BOUNDARY not in server and not server.endswith("_")
    if plain == joined and len(joined) <= limit and ends_at_first and not _has_digits(tool):
        return joined
    from hashlib import sha256

    # A lone surrogate has no UTF-8; it is distinguished all the same.
    raw = f"{server}\0{tool}".encode("utf-8", "surrogatepass")
    return f"{plain[: limit - _DIGITS - 1]}_{sha256(raw).hexdigest()[:_DIGITS]}"


def _has_digits(tool: str) -> bool:
    """Whether a tool's own name ends as one does that was changed or cut."""
    before, mark, digits = tool.rpartition("_")
    return bool(before and mark) and len(digits) == _DIGITS and set(digits) <= set("0123456789abcdef")


def split_mcp_name(name: str) -> tuple[str, str] | None:
    """Server and tool of `mcp__SERVER__TOOL`; None for any other name.

    The first `__` ends the server: one whose own name holds `__` is split in the wrong place, and `mcp_name` may have cut
    the tool. So this is for showing and grouping, never for dispatch.
    """
    if not name.startswith(PREFIX):
        return None
    server, boundary, tool = name[len(PREFIX) :].partition(BOUNDARY)
    return (server, tool) if server and boundary and tool else None


def under(name: str, prefix: str, *, anywhere: bool = False) -> bool:
    """Whether a name lies under a prefix: equal to it, or parted from it by `__`; with `anywhere` wherever it ends.

    So `mcp__fs` covers `mcp__fs__read` and not `mcp__fs2__read`.
    """
    if not name.startswith(prefix):
        return False
    return anywhere or name == prefix or prefix.endswith(BOUNDARY) or name[len(prefix) :].startswith(BOUNDARY)
