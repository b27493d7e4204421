"""What Python is read with: the facts of a module and, for the tool being read, its definitions and what of it is out of sight.

Knows the names of types and how a piece of source is shown in a message; knows no schema.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from schemalint.sources.python.facts import Facts, dotted
from schemalint.sources.python.frameworks import Marks
from schemalint.sources.python.literal import Literal, Names, Scope
from schemalint.sources.python.parts import Part

_TYPING: Final = ("typing", "typing_extensions", "collections", "collections.abc", "builtins", "types")


@dataclass(frozen=True, slots=True)
class Unseen:
    """What could not be resolved, why, and the line it stands on."""

    reason: str
    line: int


@dataclass(slots=True)
class Reader:
    """What annotations of one module are read with. `definitions` and `unseen` belong to the tool being read.

    `marks` says which marks in `Annotated` count.
    """

    facts: Facts
    names: Names
    scope: Scope
    schema: Callable[[ast.expr, Reader], Part]
    """How the schema of an annotation is read: handed on here, since what stands in classes are annotations again."""
    marks: Marks = "fields"
    definitions: dict[str, Part] = field(default_factory=dict)
    unseen: list[Unseen] = field(default_factory=list)
    depth: int = 0
    """How many aliases and nested annotations are being read; an alias may name itself."""
    left: int = 20_000
    """How many types may still be read for the tool; aliases can double at each step."""
    kinds: dict[int, str | None] = field(default_factory=dict)
    """Of what kind each class is, by its identity; known to all readers of the module, as are the members of enums."""
    enums: dict[int, dict[str, Literal]] = field(default_factory=dict)
    serialized: bool = False
    """Whether types are read as what is sent of their values, and not as what is taken for one."""

    def fresh(self, marks: Marks) -> Reader:
        """A reader for another tool of the same module."""
        return Reader(self.facts, self.names, self.scope, self.schema, marks, kinds=self.kinds, enums=self.enums)

    def miss(self, node: ast.expr | ast.stmt, why: str) -> None:
        """Tell why a piece of source cannot be resolved: `why` completes "`Mode` ...". A function is told by its name."""
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                what = name
            case _:
                what = words(node, self.scope)
        self.unseen.append(Unseen(f"`{what}` {why}", node.lineno))


def words(node: ast.expr | ast.stmt, scope: Scope) -> str:
    start, end = scope.extent(node)
    text = " ".join(scope.text[start:end].split())
    return text if len(text) <= 40 else text[:39] + "…"


def unquoted(node: ast.expr) -> ast.expr | None:
    """The expression that a quoted annotation holds, placed where the string stands; None for one that holds none."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return node
    try:
        inner = ast.parse(node.value.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for one in ast.walk(inner):
        ast.copy_location(one, node)
    return inner


def known(node: ast.expr, reader: Reader) -> str:
    """The name of a type: the bare one for builtins and `typing`, the full one for what is imported from elsewhere."""
    full = dotted(node, reader.facts)
    module, _, last = full.rpartition(".")
    return last if module in _TYPING else full


def arguments(node: ast.Subscript) -> list[ast.expr]:
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
