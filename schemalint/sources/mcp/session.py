"""What is kept of the talk with a live MCP server, beside its tools."""

from __future__ import annotations

from schemalint.record import dataclass


@dataclass(frozen=True, slots=True)
class Session:
    """How a live MCP server was asked. What it lists may depend on the `capabilities` that were declared to it."""

    transport: str
    """`stdio` or `http`."""
    protocol: str
    """The revision of the protocol, such as `2025-11-25`."""
    server: str | None = None
    """The name that the server gives itself."""
    version: str | None = None
    capabilities: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """The last lines of its standard error."""
