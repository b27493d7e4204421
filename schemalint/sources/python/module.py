"""A Python file -> the tools in it: constants that hold them, and functions that a framework makes tools of.

The document of a module is a value that is written nowhere: it maps the names of constants to their values and the names of
functions to what their frameworks send. Where each part of it is in the source is worked out only on demand.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from schemalint import frameworks
from schemalint.edge.read import Lines
from schemalint.model import Origin, Pointer
from schemalint.record import dataclass, field
from schemalint.sources.assemble import Gap
from schemalint.sources.python.literal import Literal, Names, Refused, evaluate, extended
from schemalint.sources.python.places import Scope
from schemalint.sources.shapes import Recognized, recognize
from schemalint.sources.unread import Cause
from schemalint.text.document import Document, Fault, Found, Malformed, Mark, find, marked, span

if TYPE_CHECKING:
    from schemalint.sources.python.collect import Tools

_NOWHERE: Final = Origin()
_NOTHING: Final = "holds no tool definitions"
_TOO_DEEP: Final = "nested too deeply"
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


@dataclass(frozen=True, slots=True)
class Module:
    """A module that was read. The document's value maps the names of tool constants and tool functions to their values."""

    document: Document
    recognized: tuple[Recognized, ...]
    gaps: tuple[Gap, ...] = ()
    explanation: str | None = None
    unread: Mapping[Cause, int] = field(default_factory=dict)


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
        return Malformed(f"not valid Python: {error.msg}", line, max(1, error.offset or 1))
    except (RecursionError, MemoryError):
        return Malformed(f"not valid Python: {_TOO_DEEP}", 1, 1)
    except ValueError as error:
        return Malformed(f"not valid Python: {error}", 1, 1)
    scope = Scope(text)
    try:
        names = _names_of(tree, scope)
        if attribute is not None:
            return _named(attribute, names, tree, scope, origin)
        return _all(names, tree, scope, origin, named=named)
    except Refused as refused:
        return Malformed(refused.reason, *scope.lines.at(refused.offset))
    except RecursionError:
        return Malformed(_TOO_DEEP, 1, 1)


# -------------------------------------------------------------------------------------------------------- which of them count


def _all(names: Names, tree: ast.Module, scope: Scope, origin: Origin, *, named: bool) -> Module:
    for name, literal in _returned(tree, names, scope):
        names.setdefault(name, literal)
    held = _certain(names, origin)
    if frameworks.words().search(scope.text) is None:
        return _module(names, held, None, scope, None if held else _nothing(tree))
    from schemalint.sources.python.collect import collect

    tools = collect(tree, names, scope, origin, taken=held, uncertain=named)
    explanation = None if held or tools.recognized else _nothing(tree, tools.notes)
    return _module(names, held, tools, scope, explanation)


def _nothing(tree: ast.Module, notes: tuple[str, ...] = ()) -> str:
    """Why a module holds no tools, as far as it can be seen, and what to do about it."""
    functions = sum(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in tree.body)
    advice = notes
    if functions and not notes:
        several = "1 function is" if functions == 1 else f"{functions} functions are"
        advice = (f"{several} in it: name one as in `file.py:function`, or put them in a list called TOOLS",)
    return "; ".join((_NOTHING, *advice))


def _named(attribute: str, names: Names, tree: ast.Module, scope: Scope, origin: Origin) -> Module | Malformed:
    from schemalint.sources.python.collect import pick

    literal = names.get(attribute)
    whole = literal is not None and not any(note.lost for note in literal.gaps) and literal.unknown is None
    tools = None if whole else pick(attribute, tree, names, scope, origin)
    if tools is not None and tools.recognized:
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
            what = f"`{attribute}` is a class that no schema is written for: not a model, dataclass or typed dict"
            return what, node.lineno, 1
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == attribute:
            return f"`{attribute}` is not a literal at the top level of the module", node.lineno, 1
    holders = [name for name, literal in names.items() if isinstance(literal.value, dict | list)]
    known = f"; literals in it: {', '.join(f'`{name}`' for name in holders[:6])}" if holders else ""
    return f"has no top-level name `{attribute}`{known}", 1, 1


# ----------------------------------------------------------------------------------------------------------------- documents


def _module(
    names: Names, held: Mapping[str, Recognized], tools: Tools | None, scope: Scope, explanation: str | None = None
) -> Module:
    literals = {name: names[name] for name in held}
    root = Mark(0, len(scope.text), inside={name: literal.mark for name, literal in literals.items()})
    value = {name: literal.value for name, literal in literals.items()} | (dict(tools.values) if tools else {})
    faults = [fault for name, literal in literals.items() for fault in _faults_in(name, literal, scope)]
    gaps = [gap for name, literal in literals.items() for gap in _gaps_in(name, literal, scope)]

    def find_mark(at: Pointer) -> Found:
        if tools is not None and at and isinstance(at[0], str) and at[0] in tools.values:
            mark = tools.mark(at[0])
            found = find(mark, at[1:]) if mark is not None else None
        else:
            found = find(root, at)
        return (found[0], False) if found is not None else None

    document = marked(value, find_mark, scope.lines.at, [*faults, *(tools.faults if tools else ())])
    recognized = (*held.values(), *(tools.recognized if tools else ()))
    return Module(document, recognized, tuple(gaps), explanation, tools.unread if tools else {})


# --------------------------------------------------------------------------------------------------------- literal constants


def _names_of(tree: ast.Module, scope: Scope) -> Names:
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
    nodes = list(ast.walk(statement))
    grown = {id(node.target) for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)}
    for node in nodes:
        if isinstance(node, ast.Name) and id(node) in grown and node.id in names:
            names[node.id] = names[node.id].changed(f"`{node.id}` is changed on line {node.lineno}", node, scope)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
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


def _certain(names: Names, origin: Origin) -> dict[str, Recognized]:
    """The constants that certainly hold tools; one that is part of another counts once."""
    found: dict[str, Recognized] = {}
    for name, literal in names.items():
        if isinstance(literal.value, dict | list) and literal.alias is None:
            recognized = recognize(literal.value, named=False, stem=name, at=(name,), origin=origin)
            if recognized.groups or recognized.problems:
                found[name] = recognized
    inner = {used for name in found for used in names[name].uses}
    return {name: recognized for name, recognized in found.items() if name not in inner}


def _returned(tree: ast.Module, names: Names, scope: Scope) -> Iterator[tuple[str, Literal]]:
    """The dictionaries that functions and methods return, written as literals to the last member: `Class.method` and value."""
    owners: list[ast.Module | ast.ClassDef] = [tree, *(one for one in tree.body if isinstance(one, ast.ClassDef))]
    for owner in owners:
        for function in owner.body:
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            returned = [one.value for one in ast.walk(function) if isinstance(one, ast.Return)]
            if len(returned) == 1 and isinstance(returned[0], ast.Dict):
                literal = evaluate(returned[0], names, scope)
                if literal.unknown is None and not literal.gaps:
                    yield (f"{owner.name}." if isinstance(owner, ast.ClassDef) else "") + function.name, literal


def _faults_in(name: str, literal: Literal, scope: Scope) -> Iterator[Fault]:
    """The faults of a constant, placed in the module's document."""
    for note in literal.faults:
        yield Fault((name, *note.at), note.reason, span(scope.lines.at, note.offset, note.offset + 1))


def _gaps_in(name: str, literal: Literal, scope: Scope) -> Iterator[Gap]:
    """What could not be read of a constant, placed in the module's document."""
    for note in literal.gaps:
        yield Gap((name, *note.at), note.reason, scope.lines.at(note.offset)[0], note.lost)
