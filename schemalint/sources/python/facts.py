"""What a module says of itself: the names it imports, its classes and functions, the names it assigns, in one walk.

Follows statements only, never expressions: most of a module is the bodies of functions, and they say nothing here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A statement and the functions and classes around it, outermost first."""

    statement: ast.stmt
    around: tuple[Function | ast.ClassDef, ...]


@dataclass(slots=True)
class Facts:
    """`imports` maps a local name to what it was imported as (`tool` to `langchain_core.tools.tool`); a relative import
    keeps its dots. `assigned` maps a name, or `self.name`, to the one expression it is given at the top level, else anywhere;
    None where there are several. `classes` and `functions` prefer those at the top level.
    """

    imports: dict[str, str] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    assigned: dict[str, ast.expr | None] = field(default_factory=dict)
    typed: dict[str, ast.expr] = field(default_factory=dict)
    """Annotations of parameters and names, for those of servers and agents that a function is handed."""
    aliases: set[str] = field(default_factory=set)
    """Names of `type` statements."""
    placed: list[Placed] = field(default_factory=list)


def gather(tree: ast.Module) -> Facts:
    """What the statements of a module say."""
    facts = Facts()
    inner: dict[str, ast.expr | None] = {}
    for placed in _statements(tree.body):
        facts.placed.append(placed)
        statement = placed.statement
        assigned = inner if placed.around else facts.assigned
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                _first(facts.functions, statement.name, statement, placed)
                for argument in (*statement.args.posonlyargs, *statement.args.args, *statement.args.kwonlyargs):
                    if argument.annotation is not None:
                        facts.typed.setdefault(argument.arg, argument.annotation)
            case ast.ClassDef():
                _first(facts.classes, statement.name, statement, placed)
            case ast.Import():
                for alias in statement.names:
                    bound = alias.asname or alias.name.partition(".")[0]
                    facts.imports[bound] = alias.name if alias.asname else bound
            case ast.ImportFrom():
                module = "." * statement.level + (statement.module or "")
                for alias in statement.names:
                    dot = "" if module.endswith(".") or not module else "."
                    facts.imports[alias.asname or alias.name] = f"{module}{dot}{alias.name}"
            case ast.Assign(targets=[target], value=value):
                _assign(assigned, target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value, annotation=annotation):
                _assign(assigned, target, value)
                if (name := simple(target)) is not None:
                    facts.typed.setdefault(name, annotation)
            case _ if type(statement).__name__ == "TypeAlias":  # Python 3.12; older ones have no such node
                facts.aliases.add(statement.name.id)  # type: ignore[attr-defined]
                _assign(assigned, statement.name, statement.value)  # type: ignore[attr-defined]
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    if item.optional_vars is not None:
                        _assign(assigned, item.optional_vars, item.context_expr)
            case _:
                pass
    facts.assigned = {**inner, **facts.assigned}
    return facts


def _statements(body: list[ast.stmt]) -> Iterator[Placed]:
    stack: list[Placed] = [Placed(statement, ()) for statement in reversed(body)]
    while stack:
        placed = stack.pop()
        yield placed
        statement, around = placed.statement, placed.around
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            around = (*around, statement)
        below: list[ast.stmt] = []
        for name in ("body", "orelse", "finalbody"):
            below += getattr(statement, name, ())
        for holder in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            below += holder.body
        stack.extend(Placed(inner, around) for inner in reversed(below))


def _first(known: dict[str, ast.ClassDef] | dict[str, Function], name: str, statement: ast.stmt, placed: Placed) -> None:
    if name not in known or not placed.around:
        known[name] = statement  # type: ignore[assignment]


def _assign(assigned: dict[str, ast.expr | None], target: ast.expr, value: ast.expr) -> None:
    name = simple(target)
    if name is not None:
        assigned[name] = value if name not in assigned else None


def simple(node: ast.expr) -> str | None:
    """A name, or an attribute of `self`, as one word; None for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
        return f"self.{node.attr}"
    return None


def dotted(node: ast.expr, facts: Facts) -> str:
    """The full name of what an expression names, through the imports; empty where it is no chain of names."""
    steps: list[str] = []
    while isinstance(node, ast.Attribute):
        steps.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    steps.append(facts.imports.get(node.id, node.id))
    return ".".join(reversed(steps))
