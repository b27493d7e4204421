"""An annotation -> the JSON Schema that Pydantic writes for it, where that can be seen in the module.

Knows `typing`, the standard types, and the classes and aliases of the module itself. What it cannot resolve becomes the empty
schema and is reported; a definition is built once and referred to. How a class is read is in `classes`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from schemalint.frameworks.common.part import Part, ref
from schemalint.schema.pointer import MAX_DEPTH, Json
from schemalint.sources.python import pydantic_types as types
from schemalint.sources.python.classes import defined
from schemalint.sources.python.fields import annotated, constrained
from schemalint.sources.python.reader import Reader, arguments, beside, known, last_of, move_new, moved, unquoted
from schemalint.sources.python.values import choice, kind_of_class, literal_values

_WRAPPERS: Final = ("Required", "NotRequired", "ReadOnly", "ClassVar")
_MISSING: Final = object()
_MAX_LEVELS: Final = MAX_DEPTH // 2 - 4
"""Each level of an annotation can be two of JSON, and all have to fit into a tool."""


def schema(node: ast.expr, reader: Reader) -> Part:
    """The schema of an annotation."""
    reader.left -= 1
    if reader.depth > _MAX_LEVELS or reader.left < 0:
        reader.miss(node, "is nested too deeply or too large")
        return Part(body=node)
    reader.depth += 1
    try:
        return _schema(node, reader)
    finally:
        reader.depth -= 1


def _schema(node: ast.expr, reader: Reader) -> Part:
    match node:
        case ast.Constant(value=None):
            return Part({"type": "null"}, body=node)
        case ast.Constant(value=str()):
            inner = unquoted(node)
            if inner is not None:
                return schema(inner, reader)
        case ast.BinOp(op=ast.BitOr()):
            return _union(node, reader)
        case ast.Subscript():
            return _subscript(node, reader)
        case ast.Name() | ast.Attribute():
            return _named(node, reader)
        case ast.Call():
            return _called(node, reader)
        case _:
            pass
    return _unknown(node, reader)


def _unknown(node: ast.expr, reader: Reader) -> Part:
    reader.miss(node, "is a type that is not defined in this file")
    return Part(body=node)


def _named(node: ast.expr, reader: Reader) -> Part:
    name = known(node, reader)
    outline = reader.outline
    if (owner := outline.class_at(name, node)) is not None:
        return defined(owner, node, reader)
    if name in outline.assigned:
        alias = outline.assigned[name]
        if alias is None:
            return _unknown(node, reader)
        if isinstance(alias, ast.Call) and last_of(alias, reader) == "TypeVar":
            return _variable(alias, node, reader)
        if name in outline.aliases:  # a `type` statement makes a definition, and may mention itself
            if name not in reader.definitions:
                reader.definitions[name] = placeholder = Part(body=alias)
                placeholder.members = schema(alias, reader).members
            return ref(name, node)
        return schema(alias, reader)
    plain = types.PLAIN.get(name, _MISSING)
    if plain is _MISSING:
        root, _, last = name.rpartition(".")
        plain = types.QUALIFIED.get(f"pydantic.{last}" if root.startswith("pydantic") else name, _MISSING)
    if plain is _MISSING:
        return _imported(node, reader) or _unknown(node, reader)
    if reader.serialized and name == "decimal.Decimal":
        plain = {"type": "string"}
    return _plain(plain, node)


def _imported(node: ast.expr, reader: Reader) -> Part | None:
    """The schema of a class or alias of another file of the project, placed where it is mentioned."""
    found = beside(node, reader.outline)
    if found is None:
        return None
    neighbor, name = found
    other, before = reader.over(neighbor, node), set(reader.definitions)
    outline = neighbor.outline
    alias = outline.assigned.get(name)
    if name in outline.classes and kind_of_class(outline.classes[name], other) is not None:
        part = defined(outline.classes[name], node, other)
    elif alias is not None and name not in outline.aliases and not _is_union(alias, other):
        part = moved(schema(alias, other), node)
    else:
        return None
    move_new(reader.definitions, before, node)
    return part


def _variable(made: ast.Call, node: ast.expr, reader: Reader) -> Part:
    """A variable for types is one of those that it is bound to, or any type."""
    bounds = [one.value for one in made.keywords if one.arg in ("bound", "default")]
    if len(bounds) > 1 or any(isinstance(one, ast.Starred) for one in made.args):
        return _unknown(node, reader)
    if bounds:
        return schema(bounds[0], reader)
    arms = [schema(one, reader) for one in made.args[1:]]
    return Part({"anyOf": arms} if arms else {}, body=node)


def _plain(value: Json, node: ast.expr) -> Part:
    """A ready schema as a part, and the schemas in it too."""
    part = Part(dict(value), body=node)
    for key, member in value.items():
        if key == "anyOf":
            part.members[key] = [_plain(one, node) for one in member]
        elif isinstance(member, dict):
            part.members[key] = _plain(member, node)
    return part


def _subscript(node: ast.Subscript, reader: Reader) -> Part:
    name = known(node.value, reader)
    inner = arguments(node)
    if name == "Annotated":
        return annotated(node, reader)
    if name in ("Optional", "Union"):
        return _union(node, reader)
    if name == "Literal":
        return _literal(node, inner, reader)
    if name in _WRAPPERS and inner:
        return schema(inner[0], reader)
    if name in types.TUPLES:
        return _tuple(node, inner, reader)
    if name in types.LISTS and len(inner) == 1:
        return Part({"items": schema(inner[0], reader), "type": "array"}, body=node)
    if name in types.SETS and len(inner) == 1:
        return Part({"items": schema(inner[0], reader), "type": "array", "uniqueItems": True}, body=node)
    if name in types.MAPS and len(inner) == 2:
        return _map(node, inner, reader)
    if name == "Counter":
        return _plain(types.PLAIN["Counter"], node)
    if name in ("Pattern", "re.Pattern"):
        return _plain(types.PLAIN["Pattern"], node)
    return _unknown(node, reader)


def _tuple(node: ast.Subscript, inner: list[ast.expr], reader: Reader) -> Part:
    if len(inner) == 2 and isinstance(inner[1], ast.Constant) and inner[1].value is ...:
        return Part({"items": schema(inner[0], reader), "type": "array"}, body=node)
    members: dict[str, Json] = {"maxItems": len(inner), "minItems": len(inner), "type": "array"}
    if inner:
        members["prefixItems"] = [schema(one, reader) for one in inner]
    return Part(members, body=node)


def _map(node: ast.Subscript, inner: list[ast.expr], reader: Reader) -> Part:
    values = schema(inner[1], reader)
    members: dict[str, Json] = {"additionalProperties": values if values.members else True, "type": "object"}
    keys = schema(inner[0], reader)
    names = {key: member for key, member in keys.members.items() if key not in ("type", "title", "description")}
    if names and keys.members.get("type", "string") == "string":
        members["propertyNames"] = Part(names, body=inner[0])
    return Part(members, body=node)


def _literal(node: ast.Subscript, inner: list[ast.expr], reader: Reader) -> Part:
    values = list(literal_values(inner, reader))
    if not values:
        return Part(body=node)
    return Part(choice(values), body=node)


# -------------------------------------------------------------------------------------------------------------------- unions


def arms(node: ast.expr, reader: Reader, path: tuple[str, ...] = ()) -> Iterator[ast.expr]:
    """The types of a union, also of one inside another; None of an `Optional` is the constant. `path`: aliases on the way."""
    reader.left -= 1
    match node:
        case ast.Constant(value=str()) if (inner := unquoted(node)) is not None and not isinstance(inner, ast.Constant):
            yield from arms(inner, reader, path)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from arms(left, reader, path)
            yield from arms(right, reader, path)
        case ast.Subscript() if (name := known(node.value, reader)) in ("Optional", "Union"):
            for one in arguments(node):
                yield from arms(one, reader, path)
            if name == "Optional":
                yield ast.copy_location(ast.Constant(None), node)
        case ast.Name() if isinstance(alias := reader.outline.assigned.get(node.id), ast.Subscript | ast.BinOp) and (
            node.id not in {*reader.outline.classes, *reader.outline.aliases} and _is_union(alias, reader) and reader.left > 0
        ):
            if node.id in path or len(path) == MAX_DEPTH:
                reader.miss(node, "is nested too deeply or mentions itself")
            else:
                yield from arms(alias, reader, (*path, node.id))
        case _:
            yield node


def _is_union(node: ast.expr, reader: Reader) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr)
    return isinstance(node, ast.Subscript) and known(node.value, reader) in ("Optional", "Union")


def _union(node: ast.expr, reader: Reader) -> Part:
    kept: list[Part] = []
    nullable = False
    seen: set[str] = set()
    for arm in arms(node, reader):
        if isinstance(arm, ast.Constant) and arm.value is None:
            nullable = True
            continue
        key = arm.id if isinstance(arm, ast.Name) else ast.dump(arm)
        if key not in seen:
            seen.add(key)
            kept.append(schema(arm, reader))
    if nullable:
        kept.append(Part({"type": "null"}, body=node))
    if len(kept) == 1:
        return kept[0]
    return Part({"anyOf": kept}, body=node)


def _called(node: ast.Call, reader: Reader) -> Part:
    """What a call gives that makes a type: `NewType`, `TypeVar`, `conint` and its kin."""
    name = known(node.func, reader)
    if name == "NewType" and len(node.args) == 2:
        return schema(node.args[1], reader)
    if name == "TypeVar":
        bound = next((keyword.value for keyword in node.keywords if keyword.arg == "bound"), None)
        return schema(bound, reader) if bound is not None else Part(body=node)
    if name.startswith("pydantic."):
        found = constrained(name.rpartition(".")[2], node, reader)
        if found is not None:
            return found
    return _unknown(node, reader)
