"""What was recognized as a tool and not read: the causes, and what a user can do about each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

Cause: TypeAlias = str
"""Why something that was recognized as a tool, or as a file that serves some, was not read; else `maker:` and the name of what
seems to make tools and is not known.
"""
MAKER: Final = "maker:"
_MOST_MAKERS: Final = 4

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
    "literal": (
        "definition written inside a function or a call",
        "definitions written inside functions or calls",
        "put them into a constant of the module",
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
    parts += _by_makers({cause.removeprefix(MAKER): count for cause, count in unread.items() if cause.startswith(MAKER)})
    return f"not read: {', '.join(parts)}" if parts else ""


def _by_makers(counts: Mapping[str, int]) -> list[str]:
    if not counts:
        return []
    total = sum(counts.values())
    names = [f"`{name}`" for name in sorted(counts, key=lambda name: (-counts[name], name))]
    shown = ", ".join([*names[:_MOST_MAKERS], *(["others"] if len(names) > _MOST_MAKERS else [])])
    what = "function or class that seems" if total == 1 else "functions and classes that seem"
    return [f"{total} {what} to be made a tool by {shown} (say how in `tool-makers`)"]
