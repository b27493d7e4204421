"""The objects that tools are registered with: servers and agents, of the module or of another file of its project."""

from __future__ import annotations

import ast
from typing import Final

from schemalint import frameworks
from schemalint.frameworks.common.record import Framework
from schemalint.sources.python.reader import Outline, beside, dotted, simple
from schemalint.sources.python.units import unit_of

_MAX_ALIASES: Final = 8
USUAL: Final = "mcp-sdk"
"""The framework of a server of another module, where nothing shows a different one."""


def made_by(node: ast.expr, outline: Outline, level: int = 0) -> tuple[ast.Call | None, Framework | None]:
    """The call that made an object, and the framework whose class it is: of `mcp` in `mcp = FastMCP("shop")`."""
    if isinstance(node, ast.Call):
        return node, _serving(node.func, outline)
    name = simple(node)
    if name is None:
        return None, None
    if (found := beside(node, outline)) is not None and found[1] in found[0].outline.assigned:  # of another file of the project
        return made_by(ast.copy_location(ast.Name(found[1], ast.Load()), node), found[0].outline, level + 1)
    made = outline.assigned.get(name)
    if isinstance(made, ast.Call) and (framework := _serving(made.func, outline)) is not None:
        return made, framework
    if made is not None and simple(made) not in (None, name) and level < _MAX_ALIASES:  # self.mcp = mcp
        return made_by(made, outline, level + 1)
    annotation = outline.typed.get(name)
    if annotation is not None:
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = ast.Name(annotation.value.partition("[")[0], ast.Load())
        return None, _serving(annotation, outline)
    return None, None


def registry_of(node: ast.expr, outline: Outline, level: int = 0) -> str:
    """What tells a server or agent from all others, also in other files: where it is made, else the project that hands it in.

    Empty where that is not known.
    """
    if outline.beside is None:
        return ""
    name = simple(node)
    if name is not None and level < _MAX_ALIASES:
        if (found := beside(node, outline)) is not None and found[1] in found[0].outline.assigned:
            return registry_of(ast.copy_location(ast.Name(found[1], ast.Load()), node), found[0].outline, level + 1)
        made = outline.assigned.get(name)
        if made is not None and not isinstance(made, ast.Call) and simple(made) not in (None, name):
            return registry_of(made, outline, level + 1)
        if name in outline.assigned and made is None:
            return ""  # several objects of this name, each in its scope
        if made is None:
            return f"{unit_of(outline.beside.file)}:{outline.imports.get(name, '')}"
        node = made
    if isinstance(node, ast.Call):
        return f"{outline.beside.file}:{node.lineno}:{node.col_offset}"
    return f"{unit_of(outline.beside.file)}:{dotted(node, outline)}"


def _serving(node: ast.expr, outline: Outline, level: int = 0) -> Framework | None:
    """The framework of the class of a server or agent: `FastMCP`, `Agent[Deps, str]`, a class derived from one."""
    node = plain(node)
    derived = outline.classes.get(node.id) if isinstance(node, ast.Name) and node.id not in outline.imports else None
    if derived is None:
        known = frameworks.serving(dotted(node, outline))
        other = beside(node, outline) if known is None and level < _MAX_ALIASES else None
        if other is None or other[1] not in other[0].outline.classes:
            return known
        return _serving(ast.Name(other[1], ast.Load()), other[0].outline, level + 1)
    if level == _MAX_ALIASES:
        return None
    return next((found for base in derived.bases if (found := _serving(base, outline, level + 1)) is not None), None)


def plain(node: ast.expr) -> ast.expr:
    """A class without its type arguments."""
    return node.value if isinstance(node, ast.Subscript) else node


def may_be_server(name: str, outline: Outline) -> bool:
    """Whether a name that nobody in the module defines may be a server or agent of another one."""
    if name in outline.imports:
        return True
    made = outline.assigned.get(name, outline.typed.get(name))
    if made is None:  # handed in without a word on its type
        return True
    # A function may make a server; a class that is none of a known framework does not.
    full = dotted(made.func, outline) if isinstance(made, ast.Call) else ""
    return bool(full) and not full.rpartition(".")[2][:1].isupper()


def imported(outline: Outline) -> Framework | None:
    """The framework of servers or agents that a module imports something of, where its server itself is out of sight."""
    packages = {frameworks.package(name) for name in outline.imports.values()}
    found = [one for one in frameworks.known() if one.methods and not packages.isdisjoint(one.packages)]
    return min(found, key=lambda one: one.name != USUAL, default=None)
