"""The order in which tools stand before a model: by name, or as a list says.

Pure. The order of registration never shows: it would move with the imports of a program, and move the cached prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schemalint.model import Tool

REST: Final = "<unlisted-tools>"
"""Stands in an order for every tool that it does not name, sorted by name."""


def in_listed_order(tools: Sequence[Tool], order: Sequence[str]) -> tuple[Tool, ...]:
    """Tools in the order of a list of their names, in which `REST` stands exactly once for the others.

    Errors: `ValueError` for a list without `REST`, with a name twice, or with a name that no tool has, and for a tool that
    is called `REST`.
    """
    named = {tool.name: tool for tool in tools}
    if REST in named:
        raise ValueError(f"a tool may not be called {REST}: that word stands for the tools that an order does not name")
    twice = sorted({name for name in order if order.count(name) > 1})
    if twice:
        raise ValueError(f"the order names {', '.join(f'`{name}`' for name in twice)} more than once")
    if REST not in order:
        raise ValueError(f"the order must hold {REST} once, for the tools that it does not name")
    unknown = sorted(name for name in order if name != REST and name not in named)
    if unknown:
        known = ", ".join(f"`{name}`" for name in sorted(named))
        raise ValueError(f"the order names {', '.join(f'`{name}`' for name in unknown)}, and the tools are {known or 'none'}")
    rest = sorted((tool for tool in tools if tool.name not in order), key=lambda tool: tool.name)
    at = order.index(REST)
    return (*(named[name] for name in order[:at]), *rest, *(named[name] for name in order[at + 1 :]))
