"""Pieces of lines to text with colors: shared by the formats for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import TYPE_CHECKING, Final

from schemalint.reports.lines import Line

if TYPE_CHECKING:
    from rich.text import Text

STYLES: Final = {
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold cyan",
    "breaking": "bold red",
    "behaviour": "bold yellow",
    "safe": "green",
    "removed": "red",
    "added": "green",
    "dim": "dim",
    "bold": "bold",
}
LINK: Final = "link "
"""A kind that starts with it is the address that a piece leads to where the terminal can follow it."""


def styled(printed: Iterable[Line], *, color: bool) -> str:
    """The lines with escape sequences for color where they are wanted."""
    if not color:
        return "".join(f"{''.join(text for text, _ in line)}\n" for line in printed)
    from rich.console import Console

    out = StringIO()
    # Markup, emoji codes and highlighting are off: they would let a definition draw on the user's terminal.
    console = Console(
        file=out, width=1_000, force_terminal=True, color_system="standard", markup=False, emoji=False, highlight=False
    )
    for line in printed:
        console.print(_text(line), soft_wrap=True)
    return out.getvalue()


def _text(line: Line) -> Text:
    from rich.style import Style
    from rich.text import Text

    def style(kind: str) -> str | Style:
        return Style(link=kind.removeprefix(LINK)) if kind.startswith(LINK) else STYLES.get(kind, "")

    return Text.assemble(*((text, style(kind)) for text, kind in line))


def wrapped(text: str, width: int) -> Iterator[str]:
    """A text in lines of at most so many cells, broken at blanks where it has some.

    A CI may take a line for a command that starts with `::` behind blanks; such a line begins with a bar.
    """
    line = ""
    for word in text.split(" "):
        while cells(word) > width:  # a path or a value that fits into no line
            if line:
                yield _harmless(line)
                line = ""
            end = next((end for end in range(len(word)) if cells(word[: end + 1]) > width), len(word))
            yield _harmless(word[: max(end, 1)])
            word = word[max(end, 1) :]
        if line and cells(line) + 1 + cells(word) > width:
            yield _harmless(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield _harmless(line)


def wrapped_pieces(line: Line, width: int) -> Iterator[Line]:
    """As `wrapped`, for a line of pieces, each of which keeps its kind; a word that fits into no line is not broken."""
    row: Line = []
    used = 0
    for text, kind in line:
        for index, word in enumerate(text.split(" ")):
            word = f" {word}" if index else word
            if row and index and used + cells(word) > width:
                yield row
                row, used, word = [], 0, word[1:]
            row.append((word, kind))
            used += cells(word)
    if row:
        yield row


def _harmless(line: str) -> str:
    return f"| {line}" if line.lstrip().startswith(("::", "##[")) else line


def cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
