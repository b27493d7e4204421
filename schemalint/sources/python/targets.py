"""What an expression means that is handed over as a tool: a function, of this file or of another, a tool, or nothing known."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from schemalint import frameworks
from schemalint.record import dataclass
from schemalint.sources.python.reader import Function, Outline, Placed, beside, dotted
from schemalint.sources.python.servers import plain

if TYPE_CHECKING:
    from schemalint.sources.python.beside import Neighbor


@dataclass(frozen=True, slots=True, eq=False)
class Meant:
    """The function that an expression names, whether it is bound to an object, and the other file that it is in.

    `is_tool`: it is none, or one that is a tool already, which is read where that is made.
    """

    function: Function | None = None
    bound: bool = False
    neighbor: Neighbor | None = None
    is_tool: bool = False


def function_at(target: ast.expr, placed: Placed, outline: Outline) -> Meant:
    """What an expression names: `f`, `self.f`, `shop.f`, or what another file of the project defines."""
    if isinstance(target, ast.Name) and target.id in outline.functions and target.id not in outline.imports:
        return Meant(outline.functions[target.id])
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        owner = target.value.id
        if owner in ("self", "cls"):
            classes = [one for one in placed.around if isinstance(one, ast.ClassDef)]
            return Meant(method_of(classes[-1], target.attr) if classes else None, bound=True)
        made = outline.assigned.get(owner)
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in outline.classes:
            return Meant(method_of(outline.classes[made.func.id], target.attr), bound=True)
    found = beside(target, outline) if isinstance(target, ast.Name | ast.Attribute) else None
    if found is None:
        return Meant()
    neighbor, name = found
    function = neighbor.outline.functions.get(name)
    if function is None:
        return Meant(is_tool=not is_unknown(ast.copy_location(ast.Name(name, ast.Load()), target), neighbor.outline))
    return Meant(is_tool=True) if is_tool(function, neighbor.outline) else Meant(function, neighbor=neighbor)


def is_tool(function: Function, outline: Outline) -> bool:
    """Whether a decorator makes a tool of a function where it is defined."""
    return any(_makes(decorator, outline) for decorator in function.decorator_list)


def is_class(node: ast.expr, outline: Outline) -> bool:
    """Whether a name is that of a class of another file of the project."""
    found = beside(node, outline)
    return found is not None and found[1] in found[0].outline.classes


_MAX_LISTS: Final = 8


def listed_at(node: ast.expr, outline: Outline) -> ast.expr:
    """The list that a name is given, else the expression itself."""
    made = outline.assigned.get(node.id) if isinstance(node, ast.Name) and node.id not in outline.imports else None
    return made if isinstance(made, ast.List | ast.Tuple) else node


def elements(node: ast.expr, outline: Outline, level: int = 0) -> Iterator[ast.expr]:
    """The elements of a list, also of one that has a name, of a sum of lists, and of those that are put into it with a star."""
    value = listed_at(node, outline)
    if level > _MAX_LISTS or isinstance(value, ast.Constant):
        return
    if isinstance(value, ast.List | ast.Tuple):
        for element in value.elts:
            if isinstance(element, ast.Starred):
                yield from elements(element.value, outline, level + 1)
            elif not isinstance(element, ast.Constant):
                yield element
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from elements(value.left, outline, level + 1)
        yield from elements(value.right, outline, level + 1)
    else:
        yield value


def _makes(decorator: ast.expr, outline: Outline) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    is_method = isinstance(named, ast.Attribute) and named.attr in frameworks.methods()
    return is_method or frameworks.making(dotted(named, outline)) is not None


def is_unknown(element: ast.expr, outline: Outline) -> bool:
    """Whether a tool that is handed over is nothing that is read elsewhere, and no tool that a framework brings."""
    if isinstance(element, ast.Name) and element.id not in outline.imports:
        made = outline.assigned.get(element.id)
        if isinstance(made, ast.Call):
            element = made
        elif made is not None or element.id in outline.functions or element.id in outline.classes:
            return False
    named = plain(element.func) if isinstance(element, ast.Call) else element
    name = dotted(named, outline)
    if isinstance(element, ast.Call) and isinstance(named, ast.Name) and named.id in outline.classes:
        return False  # a class of the module, which is read or counted by itself
    return not name or not frameworks.brings(name)


def method_of(owner: ast.ClassDef, name: str) -> Function | None:
    for statement in owner.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name == name:
            return statement
    return None


def is_bound(method: Function) -> bool:
    """Whether a function in a class takes the object or class first."""
    return not any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in method.decorator_list)
