"""Literal tool definitions in a Python file, by reading its syntax tree. Nothing is imported and nothing runs.

Knows which constants at the top level of a module are tools and where each part of them is written. What is not literal is
left out and told as a `Gap`; functions and objects are not read. How an expression gets its value is in `literal`.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from schemalint.edge.read import Lines
from schemalint.model import Origin, Pointer
from schemalint.sources.assemble import Gap
from schemalint.sources.document import Document, Fault, Malformed, Span
from schemalint.sources.python.literal import Literal, Names, Refused, Scope, evaluate, extended
from schemalint.sources.shapes import Recognized, recognize
from schemalint.sources.spans import Mark, find, span

_GROWING: Final = ("append", "extend")
_CHANGING: Final = (
    "append",
    "extend",
    "insert",
    "update",
    "setdefault",
    "pop",
    "popitem",
    "remove",
    "clear",
    "sort",
    "reverse",
)
_NOWHERE: Final = Origin()
_NOTHING: Final = "holds no literal tool definitions"


@dataclass(frozen=True, slots=True)
class Module:
    """A module that was read. The document's value maps the names of tool constants to their values."""

    document: Document
    recognized: tuple[Recognized, ...]
    gaps: tuple[Gap, ...] = ()
    explanation: str | None = None


def parse(text: str, attribute: str | None = None, origin: Origin = _NOWHERE) -> Module | Malformed:
    """The constants of a module that hold tools, or only the one called `attribute`.

    Without `attribute` a constant counts only when it certainly holds tools, and one that is part of another counts once.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in somebody's strings are not ours to report
            tree = ast.parse(text)
    except SyntaxError as error:
        line = max(1, min(error.lineno or 1, len(Lines(text))))
        return Malformed(f"not valid Python: {error.msg}", line, max(1, error.offset or 1))
    except (RecursionError, MemoryError):
        return Malformed("not valid Python: nested too deeply", 1, 1)
    except ValueError as error:
        return Malformed(f"not valid Python: {error}", 1, 1)
    scope = Scope(text)
    try:
        names = _names(tree, scope)
        return _named(attribute, names, tree, scope, origin) if attribute is not None else _certain(names, tree, scope, origin)
    except Refused as refused:
        return Malformed(refused.reason, *scope.lines.at(refused.offset))
    except RecursionError:
        return Malformed("nested too deeply", 1, 1)


# ----------------------------------------------------------------------------------------------------------------- the names


def _names(tree: ast.Module, scope: Scope) -> Names:
    """The literal values of the names at the top level, after its last statement."""
    names: Names = {}
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=targets, value=value):
                _assign(targets, value, names, scope)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                _assign([target], value, names, scope)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value) if name in names:
                names[name] = extended(names[name], evaluate(value, names, scope), statement, scope)
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr), args=[argument], keywords=[])
            ) if name in names and attr in _GROWING:
                added = ast.copy_location(ast.List([argument], ast.Load()), argument) if attr == "append" else argument
                names[name] = extended(names[name], evaluate(added, names, scope), statement, scope)
            case _:
                _follow(statement, names, scope)
    return names


def _assign(targets: list[ast.expr], value: ast.expr, names: Names, scope: Scope) -> None:
    literal = evaluate(value, names, scope)
    for target in targets:
        if isinstance(target, ast.Name):
            names[target.id] = literal.named(target, scope)
        else:
            _spoil(target, names, scope)


def _follow(statement: ast.stmt, names: Names, scope: Scope) -> None:
    """What a statement that is not followed does to the names: it may bind them anew, or change what they hold."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        names.pop(statement.name, None)
        return
    if isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            names.pop(alias.asname or alias.name.partition(".")[0], None)
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            names.pop(node.id, None)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            _spoil(node, names, scope)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING:
            _spoil(node.func, names, scope)


def _spoil(target: ast.expr, names: Names, scope: Scope) -> None:
    """Mark what a name holds as changed in a way that is not followed."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and node.id in names:
            if isinstance(node.ctx, ast.Store | ast.Del):
                del names[node.id]
            else:
                names[node.id] = names[node.id].changed(f"`{node.id}` is changed on line {target.lineno}", node, scope)


# -------------------------------------------------------------------------------------------------------- which of them count


def _certain(names: Names, tree: ast.Module, scope: Scope, origin: Origin) -> Module:
    found: dict[str, Recognized] = {}
    for name, literal in names.items():
        if isinstance(literal.value, dict | list) and literal.alias is None:
            recognized = recognize(literal.value, named=False, stem=name, at=(name,), origin=origin)
            if recognized.groups or recognized.problems:
                found[name] = recognized
    inner = {used for name in found for used in names[name].uses}
    kept = {name: recognized for name, recognized in found.items() if name not in inner}
    if not kept:
        return _module(names, {}, scope, _explain(tree))
    return _module(names, kept, scope)


def _named(attribute: str, names: Names, tree: ast.Module, scope: Scope, origin: Origin) -> Module | Malformed:
    literal = names.get(attribute)
    if literal is None:
        return Malformed(*_why_not(attribute, names, tree))
    recognized = recognize(literal.value, named=True, stem=attribute, at=(attribute,), origin=origin)
    explanation = None if recognized.explanation is None else f"`{attribute}` {recognized.explanation}"
    if literal.unknown is not None:
        explanation = f"`{attribute}` is not read: {literal.unknown}"
    return _module(names, {attribute: recognized}, scope, explanation)


def _why_not(attribute: str, names: Names, tree: ast.Module) -> tuple[str, int, int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == attribute:
            kind = "a class" if isinstance(node, ast.ClassDef) else "a function"
            return f"`{attribute}` is {kind}; only literal tool definitions are read", node.lineno, 1
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == attribute:
            return f"`{attribute}` is not a literal at the top level of the module", node.lineno, 1
    holders = [name for name, literal in names.items() if isinstance(literal.value, dict | list)]
    known = f"; literals in it: {', '.join(f'`{name}`' for name in holders[:6])}" if holders else ""
    return f"has no top-level name `{attribute}`{known}", 1, 1


def _explain(tree: ast.Module) -> str:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    tools = sum(any("tool" in _last_name(one).lower() for one in function.decorator_list) for function in functions)
    if not tools:
        return _NOTHING
    what = "1 function decorated as a tool is" if tools == 1 else f"{tools} functions decorated as tools are"
    return f"{_NOTHING}; {what} not read"


def _last_name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


# ----------------------------------------------------------------------------------------------------------------- documents


def _module(names: Names, kept: dict[str, Recognized], scope: Scope, explanation: str | None = None) -> Module:
    literals = {name: names[name] for name in kept}
    root = Mark(0, len(scope.text), inside={name: literal.mark for name, literal in literals.items()})
    value = {name: literal.value for name, literal in literals.items()}
    faults = [fault for name, literal in literals.items() for fault in _faults(name, literal, scope)]
    gaps = [
        Gap((name, *note.at), note.reason, scope.lines.at(note.offset)[0], note.lost)
        for name, literal in literals.items()
        for note in literal.gaps
    ]
    document = Document(value, partial(_locate, root, scope.lines), partial(_extent, root), faults)
    return Module(document, tuple(kept.values()), tuple(gaps), explanation)


def _faults(name: str, literal: Literal, scope: Scope) -> Iterator[Fault]:
    for note in literal.faults:
        yield Fault((name, *note.at), note.reason, span(scope.lines.at, note.offset, note.offset + 1))


def _locate(root: Mark, lines: Lines, at: Pointer) -> Span | None:
    found = find(root, at)
    return span(lines.at, *found[0].reported()) if found else None


def _extent(root: Mark, at: Pointer) -> tuple[int, int] | None:
    found = find(root, at)
    return (found[0].start, found[0].end) if found else None
