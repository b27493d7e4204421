"""The one console that reports for a terminal are printed to: what a definition holds is text there and never a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from io import StringIO

    from rich.console import Console


def console(out: StringIO, *, color: bool, width: int) -> Console:
    """A console `width` columns wide, with escape sequences for colour where `color` is set. Print `Text` to it, no strings.

    Markup, emoji codes and highlighting are off: they would let a definition draw on the user's terminal.
    """
    from rich.console import Console

    return Console(
        file=out,
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        markup=False,
        emoji=False,
        highlight=False,
    )
