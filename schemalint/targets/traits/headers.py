"""Marks for HTTP headers: since MCP 2026-07-28 a client on HTTP leaves out a tool with a mark that breaks the rules."""

from __future__ import annotations

from typing import Final

from schemalint.model import Pointer, Tool
from schemalint.pattern import pattern
from schemalint.targets.positions import positions
from schemalint.targets.traits.trait import Found, Trait

_MARK: Final = "x-mcp-header"
_TYPES: Final = ("string", "integer", "boolean")
_token = pattern(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")


def _invalid(tool: Tool) -> Found:
    names: set[str] = set()
    for place, schema in positions(tool):
        if not isinstance(schema, dict) or _MARK not in schema:
            continue
        name = schema[_MARK]
        at = (*place, _MARK)
        if not isinstance(name, str) or not _token().fullmatch(name):
            yield at, "a header name that is not a token"
        elif name.lower() in names:
            yield at, f"a second header called `{name}`"
        elif not _is_reached(place):
            yield at, "a header for what not only `properties` lead to"
        elif isinstance(schema.get("type"), str) and schema["type"] not in _TYPES:
            yield at, "a header for what is not a string, integer or boolean"
        names |= {name.lower()} if isinstance(name, str) else set()


def _is_reached(at: Pointer) -> bool:
    """Whether a place is a property, and nothing but properties leads to it."""
    return len(at) > 1 and len(at) % 2 == 1 and all(step == "properties" for step in at[1::2])


TRAITS: Final = (
    Trait(
        "mcp-header-invalid",
        "an `x-mcp-header` that breaks the rules",
        "name each header once, with letters, digits and hyphens, on a top-level string, integer or boolean",
        whole=_invalid,
        rules=("x-mcp-header-invalid",),
    ),
)
