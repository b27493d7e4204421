"""A Python file -> the tools in it: constants that hold them, and functions that a framework makes tools of.

The document of a module is a value that is written nowhere: it maps the names of constants to their values and the names of
functions to what their frameworks send. Where each part of it stands in the source is worked out when somebody asks.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from schemalint.edge.read import Lines
from schemalint.model import Origin, Pointer
from schemalint.sources.assemble import Gap
from schemalint.sources.python import constants
from schemalint.sources.python.gathered import Tools, telling
from schemalint.sources.python.literal import Names, Refused, Scope
from schemalint.sources.shapes import Recognized, recognize
from schemalint.text.document import Document, Malformed, Span
from schemalint.text.spans import Mark, find, span

_NOWHERE: Final = Origin()
_NOTHING: Final = "holds no tool definitions"
_TOO_DEEP: Final = "nested too deeply"


@dataclass(frozen=True, slots=True)
class Module:
    """A module that was read. The document's value maps the names of tool constants and tool functions to their values."""

    document: Document
    recognized: tuple[Recognized, ...]
    gaps: tuple[Gap, ...] = ()
    explanation: str | None = None


def parse(text: str, attribute: str | None = None, origin: Origin = _NOWHERE, *, named: bool = True) -> Module | Malformed:
    """The tools of a module, or only those that `attribute` is: a constant, a function, a class, a list, a server.

    Without `attribute` a constant counts only when it certainly holds tools, and one that is part of another counts once.
    Unless `named`, a decorator called `tool` whose framework is out of sight makes no tool.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in somebody's strings are not ours to report
            tree = ast.parse(text)
    except SyntaxError as error:
        line = max(1, min(error.lineno or 1, len(Lines(text))))
        return Malformed(f"not valid Python: {error.msg} [L007]", line, max(1, error.offset or 1))
    except (RecursionError, MemoryError):
        return Malformed(f"not valid Python: {_TOO_DEEP} [L007]", 1, 1)
    except ValueError as error:
        return Malformed(f"not valid Python: {error} [L007]", 1, 1)
    scope = Scope(text)
    try:
        names = constants.names_of(tree, scope)
        if attribute is not None:
            return _named(attribute, names, tree, scope, origin)
        return _all(names, tree, scope, origin, named=named)
    except Refused as refused:
        return Malformed(refused.reason, *scope.lines.at(refused.offset))
    except RecursionError:
        return Malformed(_TOO_DEEP, 1, 1)


# -------------------------------------------------------------------------------------------------------- which of them count


def _all(names: Names, tree: ast.Module, scope: Scope, origin: Origin, *, named: bool) -> Module:
    held = constants.certain(names, origin)
    if telling().search(scope.text) is None:
        return _module(names, held, Tools(), scope, None if held else _nothing(tree))
    from schemalint.sources.python.collect import collect

    tools = collect(tree, names, scope, origin, taken=held, uncertain=named)
    explanation = None if held or tools.recognized else _nothing(tree, tools.notes)
    return _module(names, held, tools, scope, explanation)


def _nothing(tree: ast.Module, notes: tuple[str, ...] = ()) -> str:
    """Why a module holds no tools, as far as it can be seen, and what to do about it."""
    functions = sum(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in tree.body)
    told = notes
    if functions and not notes:
        several = "1 function is" if functions == 1 else f"{functions} functions are"
        told = (f"{several} in it: name one as in `file.py:function`, or put them in a list called TOOLS",)
    return "; ".join((_NOTHING, *told)) + " [L011]"


def _named(attribute: str, names: Names, tree: ast.Module, scope: Scope, origin: Origin) -> Module | Malformed:
    from schemalint.sources.python.collect import pick

    literal = names.get(attribute)
    whole = literal is not None and not any(note.lost for note in literal.gaps) and literal.unknown is None
    tools = Tools() if whole else pick(attribute, tree, names, scope, origin)
    if tools.recognized:
        return _module(names, {}, tools, scope)
    if literal is None:
        return Malformed(*_why_not(attribute, names, tree))
    recognized = recognize(literal.value, named=True, stem=attribute, at=(attribute,), origin=origin)
    explanation = None if recognized.explanation is None else f"`{attribute}` {recognized.explanation}"
    if literal.unknown is not None:
        explanation = f"`{attribute}` is not read: {literal.unknown}"
    return _module(names, {attribute: recognized}, tools, scope, explanation)


def _why_not(attribute: str, names: Names, tree: ast.Module) -> tuple[str, int, int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == attribute:
            what = f"`{attribute}` is a class that no schema is written for: no model, dataclass or typed dict [L012]"
            return what, node.lineno, 1
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == attribute:
            return f"`{attribute}` is not a literal at the top level of the module [L010]", node.lineno, 1
    holders = [name for name, literal in names.items() if isinstance(literal.value, dict | list)]
    known = f"; literals in it: {', '.join(f'`{name}`' for name in holders[:6])}" if holders else ""
    return f"has no top-level name `{attribute}`{known} [L010]", 1, 1


# ----------------------------------------------------------------------------------------------------------------- documents


def _module(names: Names, held: Mapping[str, Recognized], tools: Tools, scope: Scope, explanation: str | None = None) -> Module:
    literals = {name: names[name] for name in held}
    root = Mark(0, len(scope.text), inside={name: literal.mark for name, literal in literals.items()})
    value = {**{name: literal.value for name, literal in literals.items()}, **tools.values}
    faults = [fault for name, literal in literals.items() for fault in constants.faults_in(name, literal, scope)]
    gaps = [gap for name, literal in literals.items() for gap in constants.gaps_in(name, literal, scope)]

    def mark_at(at: Pointer) -> Mark | None:
        if at and isinstance(at[0], str) and at[0] in tools.values:
            mark = tools.mark(at[0])
            found = find(mark, at[1:]) if mark is not None else None
        else:
            found = find(root, at)
        return found[0] if found is not None else None

    def locate(at: Pointer) -> Span | None:
        mark = mark_at(at)
        return span(scope.lines.at, *mark.reported()) if mark is not None else None

    def extent(at: Pointer) -> tuple[int, int] | None:
        mark = mark_at(at)
        return (mark.start, mark.end) if mark is not None else None

    document = Document(value, locate, extent, [*faults, *tools.faults])
    return Module(document, (*held.values(), *tools.recognized), tuple(gaps), explanation)
