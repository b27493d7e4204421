"""What Python is read with: the outline of a module, and for the tool being read its definitions and what is out of sight.

The outline is what the statements of a module say, in one walk: imports, classes, functions, assigned names. Expressions are
not followed: most of a module is the bodies of functions, and they say nothing here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schemalint.frameworks.common.part import Part, mapped
from schemalint.record import dataclass, field
from schemalint.sources.python.literal import Literal as Value
from schemalint.sources.python.literal import Names
from schemalint.sources.python.places import Scope

if TYPE_CHECKING:
    from schemalint.frameworks.common.record import Marks
    from schemalint.sources.python.beside import Beside, Neighbor

_TYPING: Final = ("typing", "typing_extensions", "collections", "collections.abc", "builtins", "types")
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


Binding: TypeAlias = Literal["module", "function", "type checkers"]
"""Where a name is bound: for the whole module, inside a function, or for type checkers only."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A statement and the functions and classes around it, outermost first."""

    statement: ast.stmt
    around: tuple[Function | ast.ClassDef, ...]


@dataclass(slots=True)
class Outline:
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
    several: dict[str, list[Placed]] = field(default_factory=dict)
    """Where the classes of one name are."""
    bound: dict[str, set[Binding]] = field(default_factory=dict)
    """Where imports and classes bind each name."""
    aliases: set[str] = field(default_factory=set)
    """Names of `type` statements."""
    placed: list[Placed] = field(default_factory=list)
    beside: Beside | None = None
    """What follows its imports; None where they are out of sight."""

    def class_at(self, name: str, use: ast.AST) -> ast.ClassDef | None:
        """The class that a name means where it is used: of several, the one in the innermost scope around that."""
        found = [one for one in self.several.get(name, ()) if _encloses(one.around, use)]
        inner = max(found, key=lambda one: len(one.around), default=None)
        return inner.statement if inner is not None and isinstance(inner.statement, ast.ClassDef) else self.classes.get(name)


def _encloses(around: tuple[Function | ast.ClassDef, ...], use: ast.AST) -> bool:
    """Whether a use is within the functions and classes that are around a definition, and not in another class of the last."""
    line = getattr(use, "lineno", 0)
    if not all(one.lineno <= line <= (one.end_lineno or one.lineno) for one in around):
        return False
    return (
        not around
        or not isinstance(around[-1], ast.ClassDef)
        or any(
            statement.lineno <= line <= (statement.end_lineno or statement.lineno)
            for statement in around[-1].body
            if not isinstance(statement, ast.ClassDef)
        )
    )


def outlined(tree: ast.Module) -> Outline:
    """What the statements of a module say."""
    outline = Outline()
    inner: dict[str, ast.expr | None] = {}
    checked: set[int] = set()
    for placed in _statements(tree.body):
        outline.placed.append(placed)
        statement = placed.statement
        assigned = inner if placed.around else outline.assigned
        if isinstance(statement, ast.Import | ast.ImportFrom | ast.ClassDef):
            _bind(outline, placed, "type checkers" if id(statement) in checked else None)
        match statement:
            case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"), body=body):
                checked.update(map(id, body))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                _first(outline.functions, statement.name, statement, placed)
                for argument in (*statement.args.posonlyargs, *statement.args.args, *statement.args.kwonlyargs):
                    if argument.annotation is not None:
                        outline.typed.setdefault(argument.arg, argument.annotation)
            case ast.ClassDef():
                _first(outline.classes, statement.name, statement, placed)
                outline.several.setdefault(statement.name, []).append(placed)
            case ast.Import():
                for alias in statement.names:
                    bound = alias.asname or alias.name.partition(".")[0]
                    outline.imports[bound] = alias.name if alias.asname else bound
            case ast.ImportFrom():
                module = "." * statement.level + (statement.module or "")
                for alias in statement.names:
                    dot = "" if module.endswith(".") or not module else "."
                    outline.imports[alias.asname or alias.name] = f"{module}{dot}{alias.name}"
            case ast.Assign(targets=[target], value=value):
                _assign(assigned, target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value, annotation=annotation):
                _assign(assigned, target, value)
                if (name := simple(target)) is not None:
                    outline.typed.setdefault(name, annotation)
            case _ if type(statement).__name__ == "TypeAlias":  # Python 3.12; older ones have no such node
                outline.aliases.add(statement.name.id)  # type: ignore[attr-defined]
                _assign(assigned, statement.name, statement.value)  # type: ignore[attr-defined]
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    if item.optional_vars is not None:
                        _assign(assigned, item.optional_vars, item.context_expr)
            case _:
                pass
    outline.assigned = {**inner, **outline.assigned}
    return outline


def _bind(outline: Outline, placed: Placed, where: Binding | None) -> None:
    """Note where an import or a class binds its names."""
    statement = placed.statement
    if isinstance(statement, ast.ClassDef):
        names = [statement.name]
    else:
        aliases = statement.names if isinstance(statement, ast.Import | ast.ImportFrom) else []
        names = [alias.asname or alias.name.partition(".")[0] for alias in aliases]
    is_inner = any(not isinstance(one, ast.ClassDef) for one in placed.around)
    for name in names:
        outline.bound.setdefault(name, set()).add(where or ("function" if is_inner else "module"))


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


def dotted(node: ast.expr, outline: Outline) -> str:
    """The full name of what an expression names, through the imports; empty where it is not a chain of names."""
    steps: list[str] = []
    while isinstance(node, ast.Attribute):
        steps.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    steps.append(outline.imports.get(node.id, node.id))
    return ".".join(reversed(steps))


# ------------------------------------------------------------------------------------------------------------ reading one tool


@dataclass(frozen=True, slots=True)
class Unseen:
    """What could not be resolved, why, and on which line."""

    reason: str
    line: int


@dataclass(slots=True)
class Reader:
    """What annotations of one module are read with. `definitions` and `unseen` belong to the tool being read.

    `marks` says which marks in `Annotated` count.
    """

    outline: Outline
    names: Names
    scope: Scope
    schema: Callable[[ast.expr, Reader], Part]
    """How the schema of an annotation is read: passed in, since classes hold annotations again."""
    marks: Marks = "fields"
    definitions: dict[str, Part] = field(default_factory=dict)
    unseen: list[Unseen] = field(default_factory=list)
    depth: int = 0
    """How many aliases and nested annotations are being read; an alias may name itself."""
    left: int = 20_000
    """How many types may still be read for the tool; aliases can double at each step."""
    kinds: dict[int, str | None] = field(default_factory=dict)
    """Of what kind each class is, by its identity; known to all readers of the module, as are the members of enums."""
    enums: dict[int, dict[str, Value]] = field(default_factory=dict)
    serialized: bool = False
    """Whether types are read as what is sent of their values, and not as what is taken for one."""
    owners: dict[str, ast.ClassDef] = field(default_factory=dict)
    """The class that each definition is of."""
    relay: tuple[Reader, ast.expr] | None = None
    """For a reader of another file: who reads the tool, and the mention there that stands for what is unseen here."""

    def fresh(self, marks: Marks) -> Reader:
        """A reader for another tool of the same module."""
        return Reader(
            self.outline, self.names, self.scope, self.schema, marks, kinds=self.kinds, enums=self.enums, relay=self.relay
        )

    def over(self, neighbor: Neighbor, mention: ast.expr) -> Reader:
        """A reader of another file for the same tool, which shares its definitions and what may still be read."""
        return Reader(
            neighbor.outline,
            neighbor.names,
            neighbor.scope,
            self.schema,
            self.marks,
            self.definitions,
            self.unseen,
            self.depth,
            self.left // 2,
            serialized=self.serialized,
            owners=self.owners,
            relay=(self, mention),
        )

    def miss(self, node: ast.expr | ast.stmt, why: str) -> None:
        """Report why a piece of source cannot be resolved: `why` completes "`Mode` ...". A function is shown by its name."""
        if self.relay is not None:
            reader, mention = self.relay
            reader.miss(mention, "is of another file, where it is read in part")
            return
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
    """The expression that a quoted annotation holds, placed where the string is; None for one that holds none."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return node
    try:
        inner = ast.parse(node.value.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for one in ast.walk(inner):
        ast.copy_location(one, node)
    return inner


def beside(node: ast.expr, outline: Outline) -> tuple[Neighbor, str] | None:
    """The file of the project that an imported name is from, and its name there; None where it is not followed."""
    if outline.beside is None:
        return None
    plain = node.value if isinstance(node, ast.Subscript) else node
    first = plain
    while isinstance(first, ast.Attribute):
        first = first.value
    if not (isinstance(first, ast.Name) and first.id in outline.imports):
        return None
    return outline.beside.find(dotted(plain, outline))


def moved(part: Part, node: ast.expr) -> Part:
    """A part of another file, placed where this one mentions it."""
    placed: Part = mapped(part, lambda one: Part(one.members, node, node))
    return placed


def move_new(definitions: dict[str, Part], known_before: Collection[str], node: ast.expr) -> None:
    """Place the definitions that were added while another file was read."""
    for name in definitions.keys() - set(known_before):
        part = definitions[name]
        part.members, part.where, part.body, part.texts = moved(part, node).members, node, node, {}


def known(node: ast.expr, reader: Reader) -> str:
    """The name of a type: the bare one for builtins and `typing`, the full one for what is imported from elsewhere."""
    full = dotted(node, reader.outline)
    module, _, last = full.rpartition(".")
    return last if module in _TYPING else full


def last_of(node: ast.expr, reader: Reader) -> str:
    """The last part of a name, whatever module it is from; of what is called, where it is called."""
    return known(node.func if isinstance(node, ast.Call) else node, reader).rpartition(".")[2]


def arguments(node: ast.Subscript) -> list[ast.expr]:
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
