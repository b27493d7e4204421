"""An expression -> its value, as far as the module shows it: literals, constants, members of enums, values of `Literal`.

Knows of what kind a class of the module is; knows no schema but that of one value among several.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from schemalint.record import replace
from schemalint.schema.pointer import MAX_DEPTH, Json
from schemalint.sources.python.literal import Literal, evaluate
from schemalint.sources.python.reader import Reader, arguments, beside, known, last_of
from schemalint.text.document import Mark

_ENUMS: Final = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum")
MODELS: Final = ("BaseModel", "BaseSettings", "OpenAISchema")
_KINDS: Final = {str: "string", int: "integer", bool: "boolean", float: "number", type(None): "null"}


def kind_of_class(node: ast.ClassDef, reader: Reader) -> str | None:
    """`model`, `dataclass`, `typed dict` or `enum`; None for any other class."""
    if id(node) not in reader.kinds:
        reader.kinds[id(node)] = _kind(node, reader)
    return reader.kinds[id(node)]


def _kind(node: ast.ClassDef, reader: Reader) -> str | None:
    """The kind of the first base that has one, depth first; a base that is met twice counts once."""
    stack: list[ast.ClassDef | ast.expr] = [node]
    seen: set[int] = set()
    while stack:
        one = stack.pop()
        if isinstance(one, ast.ClassDef):
            if id(one) in seen:
                continue
            seen.add(id(one))
            if any(last_of(decorator, reader) == "dataclass" for decorator in one.decorator_list):
                return "dataclass"
            stack += reversed(one.bases)
            continue
        name = known(one.value if isinstance(one, ast.Subscript) else one, reader)
        last = name.rpartition(".")[2]
        if last in _ENUMS:
            return "enum"
        if last in MODELS:
            return "model"
        if last == "TypedDict":
            return "typed dict"
        if (owner := reader.outline.class_at(name, one)) is not None:
            stack.append(owner)
        elif (other := class_of(one, reader)) is not None and (kind := kind_of_class(*other)) is not None:
            return kind
    return None


def class_of(node: ast.expr, reader: Reader) -> tuple[ast.ClassDef, Reader] | None:
    """The class that an expression names, of the file or of another one of the project, and what reads it."""
    plain = node.value if isinstance(node, ast.Subscript) else node
    own = reader.outline.class_at(plain.id, plain) if isinstance(plain, ast.Name) else None
    if isinstance(plain, ast.Name) and own is not None and plain.id not in reader.outline.imports:
        return own, reader
    found = beside(plain, reader.outline)
    if found is None or found[1] not in found[0].outline.classes:
        return None
    return found[0].outline.classes[found[1]], reader.over(found[0], plain)


def enum_members(node: ast.ClassDef, reader: Reader) -> Iterator[tuple[str, ast.expr, Literal]]:
    """The members of an enum in their order: name, the expression that gives the value, and the value."""
    textual = any(last_of(base, reader) == "StrEnum" for base in node.bases)
    last: Json = 0
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not name.startswith("_"):
                if isinstance(value, ast.Call) and last_of(value, reader) == "auto":
                    number = last + 1 if isinstance(last, int) else 1
                    text: ast.expr = ast.Constant(name.lower() if textual else number)
                    found = evaluate(ast.copy_location(text, value), reader.names, reader.scope)
                else:
                    found = evaluate(value, reader.names, reader.scope)
                last = found.value
                yield name, value, found
            case _:
                pass


def enum_member(node: ast.Attribute, reader: Reader) -> Literal | None:
    """The value of `Unit.METRIC` or `Unit.METRIC.value`; None for what is not a member of an enum of the module."""
    inner = node.value if node.attr == "value" and isinstance(node.value, ast.Attribute) else node
    if not isinstance(inner, ast.Attribute) or (found_class := class_of(inner.value, reader)) is None:
        return None
    owner, other = found_class
    if kind_of_class(owner, other) != "enum":
        return None
    if id(owner) not in reader.enums:
        reader.enums[id(owner)] = {name: value for name, _, value in reversed(list(enum_members(owner, other)))}
    found = reader.enums[id(owner)].get(inner.attr)
    if found is None or found.unknown is not None:
        return None
    start, end = reader.scope.extent(node)
    return replace(found, mark=replace(found.mark, start=start, end=end))


def literal_values(inner: list[ast.expr], reader: Reader, level: int = 0) -> Iterator[Json]:
    """The values that the arguments of `Literal` are, also those of one inside it."""
    for one in inner:
        reader.left -= 1
        if reader.left < 0 or level > MAX_DEPTH:
            reader.miss(one, "is nested too deeply or too large")
            return
        if isinstance(one, ast.Subscript) and known(one.value, reader) == "Literal":
            yield from literal_values(arguments(one), reader, level + 1)
            continue
        alias = reader.outline.assigned.get(one.id) if isinstance(one, ast.Name) else None
        if isinstance(alias, ast.Subscript) and known(alias.value, reader) == "Literal":
            yield from literal_values(arguments(alias), reader, level + 1)
            continue
        found = constant(one, reader)
        if found.unknown is not None:
            reader.miss(one, "is not a literal of this file")
        else:
            yield found.value


def choice(values: list[Json]) -> dict[str, Json]:
    """The schema of one of several values, as Pydantic writes it."""
    members: dict[str, Json] = {"const": values[0]} if len(values) == 1 else {"enum": values}
    kinds = {type(value) for value in values}
    if len(kinds) == 1:
        members["type"] = _KINDS.get(kinds.pop(), "string")
    return members


def _imported(node: ast.Name, reader: Reader) -> Literal | None:
    """A constant of another file of the project, placed where it is mentioned; None for one that is not seen whole."""
    other = beside(node, reader.outline)
    literal = other[0].names.get(other[1]) if other is not None else None
    if literal is None or literal.unknown is not None or literal.gaps or literal.faults:
        return None
    return replace(literal, mark=Mark(*reader.scope.extent(node)))


def constant(node: ast.expr, reader: Reader) -> Literal:
    """The value of an expression: a literal, a constant of the module, a member of one of its enums, an empty container."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in ("list", "dict", "tuple", "set", "frozenset"):
            empty: ast.expr = ast.Dict([], []) if name == "dict" else ast.List([], ast.Load())
            return evaluate(ast.copy_location(empty, node), reader.names, reader.scope)
        case ast.Attribute():
            member = enum_member(node, reader)
            if member is not None:
                return member
        case ast.Name(id=name) if name not in reader.names and (value := reader.outline.assigned.get(name)) is not None:
            if reader.depth < MAX_DEPTH:  # a constant of a function, given once
                reader.depth += 1
                found = constant(value, reader)
                reader.depth -= 1
                return found
        case ast.Name() if (imported := _imported(node, reader)) is not None:
            return imported
        case _:
            pass
    found = evaluate(node, reader.names, reader.scope)
    return replace(found, unknown=found.faults[0].reason) if found.faults and found.unknown is None else found
