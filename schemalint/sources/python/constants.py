"""The literal values of the names at the top level of a module, after its last statement."""

from __future__ import annotations

import ast
from typing import Final

from schemalint.sources.python.literal import Names, evaluate, extended
from schemalint.sources.python.places import Scope

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


def names_of(tree: ast.Module, scope: Scope) -> Names:
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
