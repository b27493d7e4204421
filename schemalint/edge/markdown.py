"""Foreign text as Markdown that shows exactly this text and does nothing else.

Paragraphs, lists and code keep their form; everything else an author wrote (HTML, images, links, headings, tables, template
syntax) is shown as characters. What CommonMark and Python-Markdown both unescape is escaped with a backslash, the rest with
a character reference, which neither takes for structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from schemalint.edge.show import show
from schemalint.pattern import pattern
from schemalint.record import dataclass

BREAK: Final = "<br>"
_INSIDE: Final = {"<": "&lt;", "|": "&#124;", "~": "&#126;", "$": "&#36;", "&": "&amp;", ":": "&#58;", ".": "&#46;"}
_AT_START: Final = {
    "=": "&#61;",
    ":": "&#58;",
    "%": "&#37;",
    "?": "&#63;",
    ">": "&gt;",
    "#": r"\#",
    "+": r"\+",
    "-": r"\-",
    "!": r"\!",
}
_DEEPEST: Final = 6
"""Levels of lists that are kept; renderers stop at some depth and would show what is deeper in another way."""


@cache
def _special() -> re.Pattern[str]:
    """What means something inside a line; and what begins an address that GFM would link, escapes and all."""
    escaped = r"[\\`*\[\]{<|~$&]|_(?![^\W_])|(?<![^\W_])_"
    return re.compile(rf"[\\`*_\[\]{{<|~$]|&(?=[#A-Za-z])|(?::(?=//)|(?<=[wW]{{3}})\.)(?=\S{{0,500}}?(?:{escaped}))")


_ticks = pattern("`+")
_item = pattern(r"(?P<indent> *)(?P<marker>[-*+]|\d{1,9}[.)]) +(?P<text>\S.*)")


# More than one word beside the fence is no name of a language, but text that must not get lost.
_fence = pattern(r"(?P<indent> *)(?P<fence>`{3,}|~{3,}) *[\w+#.-]*")


# ------------------------------------------------------------------------------------------------------------ inside a line


def code(text: str, *, in_table: bool = False, in_link: bool = False) -> str:
    """A code span that shows a text, what is hidden as escapes; within quotation marks where nothing could be seen."""
    shown = show(text)
    if not shown.strip(" "):
        shown = f'"{shown}"'
    if (in_table and "|" in shown) or (in_link and "]" in shown):
        # A bar splits the cell even inside a code span, and renderers differ on a backslash before it. A bracket with a
        # colon ends the label of a link definition even there, and the line would be gone (CommonMark 4.7).
        return f"<code>{_escaped(shown)}</code>"
    runs = {len(run) for run in _ticks().findall(shown)}
    ticks = "`" * next(length for length in range(1, len(runs) + 2) if length not in runs)
    padding = " " if "`" in (shown[0], shown[-1]) or shown[0] == shown[-1] == " " else ""
    return f"{ticks}{padding}{shown}{padding}{ticks}"


def inline(line: str, *, in_table: bool = False) -> str:
    """One line of text. Its code spans stay code spans; nothing else in it is structure, not even at its start."""
    *before, last = _pieces(show(line))
    return "".join(_code_or_text(*piece, in_table) for piece in before) + _escaped(last[0])


def cell(text: str) -> str:
    """A text of any number of lines as the content of a table cell."""
    return BREAK.join(inline(line.strip(), in_table=True) for line in _lines(text) if line.strip())


def _code_or_text(piece: str, is_code: bool, in_table: bool) -> str:
    # A text before a code span is escaped with the backtick in sight, as an address would go on through it.
    return code(piece, in_table=in_table) if is_code else _escaped(f"{piece}`").removesuffix("\\`")


def _escaped(text: str) -> str:
    def escape(match: re.Match[str]) -> str:
        char, at = match[0], match.start()
        if char == "_" and text[at - 1 : at].isalnum() and text[at + 1 : at + 2].isalnum():
            return char  # inside a word it emphasizes nothing, and most names have one
        return _INSIDE.get(char, f"\\{char}")

    return _special().sub(escape, text)


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    """A line as text and the content of code spans (True): a run of backticks up to the next run that is as long."""
    runs = [match.span() for match in _ticks().finditer(line)]
    closing: list[int | None] = [None] * len(runs)
    later: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        closing[index] = later.get(length)
        later[length] = index
    index = done = 0
    while index < len(runs):
        close = closing[index]
        if close is not None and line[runs[index][1] : runs[close][0]].strip(" "):
            yield line[done : runs[index][0]], False
            content = line[runs[index][1] : runs[close][0]]
            # One space at both ends only keeps the backticks apart (CommonMark 6.1).
            yield content[1:-1] if content[0] == content[-1] == " " else content, True
            done = runs[close][1]
            index = close
        index += 1
    yield line[done:], False


def _lines(text: str) -> list[str]:
    ends = text.replace("\r\n", "\n").replace("\r", "\n")
    return [line.rstrip() for line in show(ends, lines=True).expandtabs(4).split("\n")]


def _start(line: str) -> str:
    """A line of text for the start of a block or of a list item: its first characters begin nothing."""
    shown = inline(line)
    if number := re.match(r"\d{1,9}(?=[.)](?: |$))", line):
        return f"{number[0]}\\{shown[len(number[0]) :]}"
    return _AT_START[line[0]] + shown[1:] if line[:1] in _AT_START else shown


# -------------------------------------------------------------------------------------------------------------- many lines


@dataclass(frozen=True, slots=True)
class _Item:
    """An open list item: how far its marker is indented in the text, how far its content is here, its kind of marker."""

    indent: int
    content: int
    kind: str


def blocks(text: str, *, joined: bool = False) -> str:
    """A text of many lines as Markdown blocks: paragraphs with their line breaks and indents, nested lists, fenced code.

    With `joined`, a paragraph or an item is one line of the Markdown, with breaks where its text has them.
    """
    lines = _lines(text)
    # In code nothing can be escaped, and no line of ours may look like a marker that a tool writes and searches.
    fences = not any("<!--" in line for line in lines)
    out: list[str] = []
    items: list[_Item] = []
    continues = False  # whether the next line may belong to what the last one began
    at = 0
    while at < len(lines):
        line = lines[at]
        if fences and line and (end := _fence_end(lines, at)) is not None:
            out += [*_blank(out), *_fenced(lines[at:end])]
            items, continues, at = [], False, end
            continue
        at += 1
        if not line:
            continues = False
            continue
        indent = len(line) - len(line.lstrip(" "))
        if item := _item().fullmatch(line):
            items = _add_item(out, items, item)
        elif continues and joined and (not items or indent > items[-1].indent):
            out[-1] += BREAK + (_start(line.strip()) if items else _paragraph_line(line, indent))
        elif continues and (not items or indent > items[-1].indent):
            out[-1] += BREAK
            out.append(" " * items[-1].content + _start(line.strip()) if items else _paragraph_line(line, indent))
        else:
            items = [one for one in items if one.indent < indent] if not continues else []
            out += _blank(out)
            out.append(" " * items[-1].content + _start(line.strip()) if items else _paragraph_line(line, indent))
        continues = True
    return "\n".join(out)


def _blank(out: Sequence[str]) -> list[str]:
    return [""] if out else []


def _paragraph_line(line: str, indent: int) -> str:
    return "&nbsp;" * min(indent, 16) + _start(line.strip())


def _add_item(out: list[str], items: Sequence[_Item], item: re.Match[str]) -> list[_Item]:
    """Write a list item and return the items that are open after it."""
    indent = len(item["indent"])
    # Python-Markdown knows no `1)`, and would take what is nested below it for code.
    marker = f"{item['marker'][:-1]}." if item["marker"][0].isdigit() else "-"
    parents = [one for one in items if one.indent < indent][:_DEEPEST]
    column = parents[-1].content if parents else 0
    # A list that does not start with 1 cannot follow a paragraph without a blank line (CommonMark 5.3).
    if not items or items[-1].kind != marker[-1] or (len(parents) == len(items) and marker[:-1] not in ("", "1")):
        out += _blank(out)
    out.append(f"{' ' * column}{marker} {_start(item['text'])}")
    return [*parents, _Item(indent, column + len(marker) + 1, marker[-1])]


def _fence_end(lines: Sequence[str], at: int) -> int | None:
    """The line after a fenced block that starts here; the end of the text where nothing closes it."""
    opening = _fence().fullmatch(lines[at])
    if opening is None:
        return None
    fence = opening["fence"]
    for number in range(at + 1, len(lines)):
        line = lines[number].strip(" ")
        if len(line) >= len(fence) and not line.strip(fence[0]):
            return number + 1
    return len(lines)


def _fenced(lines: Sequence[str]) -> Iterator[str]:
    """A fenced block within a fence of our own, without its info string, on which some renderers draw or even run code."""
    opening = _fence().fullmatch(lines[0])
    closed = opening is not None and len(lines) > 1 and lines[-1].strip(" ") and not lines[-1].strip(f" {opening['fence'][0]}")
    indent = len(opening["indent"]) if opening else 0
    body = lines[1:-1] if closed else lines[1:]
    ticks = "`" * max(3, 1 + max((len(run) for line in body for run in _ticks().findall(line)), default=0))
    yield f"{ticks}text"
    for line in body:
        yield line[min(indent, len(line) - len(line.lstrip(" "))) :]
    yield ticks
