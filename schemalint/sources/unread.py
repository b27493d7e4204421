"""What was recognized as a tool and not read: the causes, and what a user can do about each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

Cause: TypeAlias = Literal["class", "decorator", "call", "script", "tests", "excluded"]
"""Why something that was recognized as a tool, or as a file that serves some, was not read."""

_UNREAD: Final[Mapping[Cause, tuple[str, str, str]]] = {
    "class": (
        "class made a tool by inheritance",
        "classes made tools by inheritance",
        "read one with `schemalint check 'MODULE:CLASS()'`",
    ),
    "decorator": (
        "function decorated by another module's `tool`",
        "functions decorated by another module's `tool`",
        "name a file to check those in it",
    ),
    "call": (
        "tool registered by a call that is not followed",
        "tools registered by calls that are not followed",
        "ask the running server: `schemalint check 'stdio:COMMAND'`",
    ),
    "script": (
        "TypeScript or JavaScript file that calls an MCP SDK",
        "TypeScript or JavaScript files that call an MCP SDK",
        "ask the running server: `schemalint check 'stdio:COMMAND'`",
    ),
    "tests": ("file of tests", "files of tests", "`--include-tests` reads them"),
    "excluded": ("file left out by `exclude`", "files left out by `exclude`", "name a file to check it"),
}
"""Each cause as one, as several, and what to do about it."""


def unread_in(inputs: Iterable[Mapping[Cause, int]]) -> Mapping[Cause, int]:
    """What was recognized and not read, over all inputs."""
    counts: dict[Cause, int] = {}
    for unread in inputs:
        for cause, count in unread.items():
            counts[cause] = counts.get(cause, 0) + count
    return counts


def unread_text(unread: Mapping[Cause, int]) -> str:
    """`not read: 3 classes made tools by inheritance (read one with ...), ...`; empty where all was read."""
    parts = [
        f"{unread[cause]} {several if unread[cause] > 1 else single} ({advice})"
        for cause, (single, several, advice) in _UNREAD.items()
        if unread.get(cause)
    ]
    return f"not read: {', '.join(parts)}" if parts else ""
