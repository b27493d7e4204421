"""Where the parts of a Python file are: offsets of syntax nodes, names, parameters and lines of docstrings.

A part of a schema holds nodes of the syntax tree; places are worked out only when somebody asks for one.
"""

from __future__ import annotations

import ast
import re
from itertools import accumulate
from typing import Final

from schemalint.edge.read import Lines
from schemalint.frameworks.common.part import Part, Where
from schemalint.model import Json
from schemalint.record import dataclass, field
from schemalint.text.document import Mark


@dataclass(slots=True)
class Scope:
    """A text, and the offsets of the nodes of its syntax tree (which count lines, and columns in UTF-8 bytes)."""

    text: str
    lines: Lines = field(init=False)
    _starts: list[int] = field(init=False)
    _lines: dict[int, tuple[bytes, list[int]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.lines = Lines(self.text)
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", self.text))]

    def extent(self, node: ast.expr | ast.stmt | ast.arg) -> tuple[int, int]:
        """Where a node starts and ends, in code points of the text."""
        end_line = node.end_lineno if node.end_lineno is not None else node.lineno
        end_column = node.end_col_offset if node.end_col_offset is not None else node.col_offset
        return self.offset(node.lineno, node.col_offset), self.offset(end_line, end_column)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column as the syntax tree counts them: from 1, and from 0 in UTF-8 bytes."""
        return self._starts[line - 1] + (column if self.text.isascii() else self._points(line, column))

    def _points(self, line: int, column: int) -> int:
        """How many code points the first bytes of a line are, in the same time wherever in a long line that is."""
        if line not in self._lines:
            data = self.lines.line_text(line).encode()
            blocks = (_points(data[at : at + _BLOCK]) for at in range(0, len(data), _BLOCK))
            self._lines[line] = data, list(accumulate(blocks, initial=0))
        data, counts = self._lines[line]
        block = min(column, len(data)) // _BLOCK
        return counts[block] + _points(data[block * _BLOCK : column])


_BLOCK: Final = 4096


def _points(data: bytes) -> int:
    """The code points that begin in bytes of UTF-8."""
    return len(data.translate(None, bytes(range(0x80, 0xC0))))


def mark_of(built: Json, around: Where, scope: Scope) -> Mark:
    """The marks of a part and of all that is in it; what has no piece of source of its own is where `around` is."""
    if not isinstance(built, Part):
        if isinstance(around, Mark):
            return around
        mark = _scalar(around, scope)
        if isinstance(built, dict):
            mark.inside = {key: mark_of(member, around, scope) for key, member in built.items()}
        elif isinstance(built, list):
            mark.inside = [mark_of(member, around, scope) for member in built]
        if mark.inside is not None:
            mark.key_start, mark.key_end = mark.start, mark.end
        return mark
    own = built.where or built.body or around
    start, end = offsets(own, scope)
    body = built.body or own
    inside = {key: mark_of(member, built.texts.get(key, body), scope) for key, member in built.members.items()}
    return Mark(start, end, start, end, inside)


def _scalar(where: Where, scope: Scope) -> Mark:
    return Mark(*offsets(where, scope))


def offsets(where: Where, scope: Scope) -> tuple[int, int]:
    if where is None:
        return 0, 0
    if isinstance(where, Mark):
        return where.start, where.end
    found: tuple[int, int] = scope.extent(where) if isinstance(where, ast.expr | ast.stmt) else where(scope)
    return found


def name_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Where:
    """Where the name is in the first line of a function or class."""
    name, line, column = node.name, node.lineno, node.col_offset  # not the node, which would keep all of its body

    def find(scope: Scope) -> tuple[int, int]:
        start = scope.offset(line, column)
        match = re.compile(rf"\b(?:def|class)\s+({re.escape(name)})").search(scope.text, start)
        return match.span(1) if match is not None else (start, start + 1)

    return find


def argument(node: ast.arg) -> Where:
    """Where the name of a parameter is."""

    def find(scope: Scope) -> tuple[int, int]:
        start, _ = scope.extent(node)
        return start, start + len(node.arg)

    return find


def line_in(node: ast.expr, name: str) -> Where:
    """The line of a docstring that describes a parameter, or the docstring where no line begins with its name."""

    def find(scope: Scope) -> tuple[int, int]:
        start, end = scope.extent(node)
        before = r":\w{1,40}[ \t](?:[^:\n]{0,80}\b)?|[-*+]?[ \t]{0,8}[`*]{0,3}"
        match = re.compile(rf"^[ \t]*((?:{before}){re.escape(name)}\b[^\n]*)", re.MULTILINE).search(scope.text, start, end)
        return (match.start(1), match.start(1) + len(match[1].rstrip())) if match is not None else (start, end)

    return find
