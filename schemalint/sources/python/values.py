"""An expression -> its value, as far as the module shows it: literals, constants, members of enums, values of `Literal`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from schemalint.model import MAX_DEPTH, Json
from schemalint.sources.python.kinds import enum_member
from schemalint.sources.python.literal import Literal, evaluate
from schemalint.sources.python.reader import Reader, arguments, known

_KINDS: Final = {str: "string", int: "integer", bool: "boolean", float: "number", type(None): "null"}


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
        alias = reader.facts.assigned.get(one.id) if isinstance(one, ast.Name) else None
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
        case ast.Name(id=name) if name not in reader.names and (value := reader.facts.assigned.get(name)) is not None:
            if reader.depth < MAX_DEPTH:  # a constant of a function, given once
                reader.depth += 1
                found = constant(value, reader)
                reader.depth -= 1
                return found
        case _:
            pass
    found = evaluate(node, reader.names, reader.scope)
    return replace(found, unknown=found.faults[0].reason) if found.faults and found.unknown is None else found
