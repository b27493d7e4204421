"""Where a tool that was imported is in its Python file.

The file is read as it always is, statically: a tool found there under the same name has a place for each of its parts. A tool
that only its running program shows has the line of its function, which the worker sends, or of the name it is bound to.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from schemalint.edge.read import Lines
from schemalint.model import Json, Pointer, Tool
from schemalint.record import dataclass
from schemalint.sources.python import module
from schemalint.text.document import Malformed, Span


@dataclass(frozen=True, slots=True)
class Placed:
    """A tool, the top-level name it is reached by, and the file and first line of its function where the worker knows them."""

    tool: Tool
    attribute: str
    file: str | None = None
    line: int | None = None


def locator(text: str, file: str, placed: Sequence[Placed]) -> Callable[[Pointer], Span | None]:
    """The function of a document that says where its places are in a file. Nothing is read before somebody asks."""
    by_place = {one.tool.places[()]: one for one in placed}

    @cache
    def known() -> Mapping[str, Callable[[Pointer], Span | None]]:
        return _static(text)

    @cache
    def lines_and_names() -> tuple[Mapping[int, Span], Mapping[str, Span]]:
        found = _definitions(text)[::-1]  # the first one counts
        return {line: span for _, line, span in found}, {name: span for name, _, span in found}

    def locate(at: Pointer) -> Span | None:
        one = next((by_place[at[:n]] for n in range(len(at), -1, -1) if at[:n] in by_place), None)
        if one is None or (one.file is not None and one.file != file):
            return None
        canonical = _canonical(one.tool, at)
        if one.tool.name in known() and (span := known()[one.tool.name](canonical)) is not None:
            return span
        if canonical:
            return None  # the nearest place around it is the tool's own
        by_line, by_name = lines_and_names()
        found = by_line.get(one.line) if one.line is not None else None
        return found or by_name.get(one.tool.name) or by_name.get(one.attribute)

    return locate


def _canonical(tool: Tool, at: Pointer) -> Pointer:
    """The place in the tool for a place of the document."""
    key, place = max(
        ((key, place) for key, place in tool.places.items() if at[: len(place)] == place), key=lambda pair: len(pair[1])
    )
    return (*key, *at[len(place) :])


def _static(text: str) -> Mapping[str, Callable[[Pointer], Span | None]]:
    """The tools that are seen without running the file, each with where its parts are; a name that two have is left out."""
    read = module.parse(text)
    if isinstance(read, Malformed):
        return {}
    tools = [tool for found in read.recognized for group in found.groups for tool in group.tools]
    counts = Counter(tool.name for tool in tools)

    def located(tool: Tool) -> Callable[[Pointer], Span | None]:
        return lambda canonical: read.document.locate(tool.document(canonical))

    return {tool.name: located(tool) for tool in tools if counts[tool.name] == 1}


def _definitions(text: str) -> list[tuple[str, int, Span]]:
    """The functions, classes and names bound in a file: name, first line with decorators, and where the name is."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    lines = Lines(text)
    found: list[tuple[str, int, Span]] = []

    def add(name: str, first: int, line: int, column: int) -> None:
        start = lines.line_text(line).find(name, column)
        if start >= 0:
            found.append((name, first, Span(line, start + 1, line, start + 1 + len(name))))

    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            add(node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)]), node.lineno, node.col_offset)
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name):
                add(target.id, 0, target.lineno, target.col_offset)
    return found


def attribute_of(name: str) -> str:
    """The top-level name in `attr.sub` or `factory()`."""
    return name.partition(".")[0].removesuffix("()")


Facts = Mapping[str, Json]


def placed(tool: Tool, name: str, facts: Facts | None) -> Placed:
    """A tool with what the worker says of its function."""
    facts = facts or {}
    return Placed(tool, attribute_of(name), facts.get("file"), facts.get("line"))
