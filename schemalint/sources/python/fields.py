"""Parameters and fields: what `Field(...)`, `Annotated`, defaults and names add to the schema of an annotation.

As Pydantic writes them (2.14.4): bounds become keywords of the type that they bound, a default is beside a reference, and a
title is made from the name unless the schema refers to a definition.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from schemalint import frameworks
from schemalint.frameworks.common.part import Part, Where
from schemalint.frameworks.common.signs import pydantic_title
from schemalint.model import Json
from schemalint.record import dataclass, field
from schemalint.sources.python.reader import Reader, arguments, known, last_of, unquoted
from schemalint.sources.python.values import constant

_BOUNDS: Final[Mapping[str, Mapping[str, str]]] = {
    "number": {
        "ge": "minimum",
        "gt": "exclusiveMinimum",
        "le": "maximum",
        "lt": "exclusiveMaximum",
        "multiple_of": "multipleOf",
    },
    "string": {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern", "regex": "pattern"},
    "array": {"min_length": "minItems", "max_length": "maxItems", "min_items": "minItems", "max_items": "maxItems"},
    "object": {"min_length": "minProperties", "max_length": "maxProperties"},
}
_BOUND_NAMES: Final = frozenset(name for names in _BOUNDS.values() for name in names)
_COPIED: Final = ("description", "title", "examples", "deprecated")
_SILENT: Final = frozenset(
    "strict frozen repr init init_var kw_only exclude include validate_default alias_priority union_mode fail_fast hash compare"
    " coerce_numbers_to_str allow_inf_nan max_digits decimal_places strip_whitespace to_upper to_lower validation_alias"
    " serialization_alias doc allow_mutation unique_items".split()
)
"""What `Field` takes and no schema shows."""


@dataclass(slots=True)
class _Facets:
    """What a `Field(...)` or other mark says: bounds by Pydantic's names, members of the schema, a default."""

    bounds: dict[str, tuple[Json, ast.expr]] = field(default_factory=dict)
    members: dict[str, tuple[Json, ast.expr]] = field(default_factory=dict)
    default: ast.expr | None = None
    optional: bool = False
    alias: str | None = None


UNSEEN_TEXT: Final = "{...}"
"""Stands for a text that is there and cannot be read, as for an expression in an f-string."""


def is_field(node: ast.expr, reader: Reader) -> bool:
    return isinstance(node, ast.Call) and last_of(node, reader) in ("Field", "FieldInfo", "Query", "Body", "Path", "field")


def _read_field(call: ast.Call, reader: Reader) -> _Facets:
    """What the arguments of `Field(...)` or `dataclasses.field(...)` say."""
    facets = _Facets()
    if call.args:
        _set_default(call.args[0], facets)
    for keyword in call.keywords:
        _read_keyword(keyword, call, facets, reader)
    return facets


def _set_default(node: ast.expr, facets: _Facets) -> None:
    if not (isinstance(node, ast.Constant) and node.value is ...):
        facets.default, facets.optional = node, True


def _read_keyword(keyword: ast.keyword, call: ast.Call, facets: _Facets, reader: Reader) -> None:
    """Read one argument of a call."""
    name, node = keyword.arg, keyword.value
    if name == "default":
        _set_default(node, facets)
    elif name == "default_factory":
        facets.optional = True
    elif name == "metadata":  # of a dataclass's field
        found = constant(node, reader)
        if isinstance(found.value, dict) and found.unknown is None:
            facets.members.update({key: (found.value[key], node) for key in ("title", "description") if key in found.value})
        elif found.unknown is not None:
            reader.miss(node, "is not a literal of this file")
    elif name in _SILENT:
        if name == "validation_alias":
            reader.miss(node, "is a name that is not followed")
    elif name in _BOUND_NAMES or name in _COPIED or name in ("alias", "json_schema_extra"):
        found = constant(node, reader)
        if found.unknown is not None:
            reader.miss(node, "is not a literal of this file")
            if name == "description":
                facets.members[name] = (UNSEEN_TEXT, node)
            return
        if found.gaps:
            reader.miss(node, "holds an expression")
        _take(name, found.value, node, facets)
    else:
        reader.miss(call if name is None else node, "is not followed")


def _take(name: str | None, value: Json, node: ast.expr, facets: _Facets) -> None:
    """Take a value by the name that Pydantic has for it."""
    if name == "alias":
        facets.alias = value if isinstance(value, str) else None
    elif name == "json_schema_extra":
        if isinstance(value, dict):
            facets.members.update({key: (member, node) for key, member in value.items()})
    elif name in _COPIED:
        if value is not None and not (name == "deprecated" and value is False):
            facets.members[name] = (True if name == "deprecated" else value, node)
    elif name is not None and value is not None:
        facets.bounds[name] = (value, node)


def _apply(part: Part, facets: _Facets, reader: Reader) -> Part:
    """A copy of a schema with what a mark adds."""
    changed = _bounded(part, facets, reader) if facets.bounds else part.copy()
    for key, (value, node) in facets.members.items():
        changed.put(key, value, node)
    return changed


def _bounded(part: Part, facets: _Facets, reader: Reader) -> Part:
    arms: list[Part] = part.members.get("anyOf", [])
    kinds = [arm.members.get("type") for arm in arms]
    bounded = (
        kinds.index("number") if kinds == ["number", "string"] and isinstance(part.body, ast.Name | ast.Attribute) else None
    )
    if kinds.count("null") == len(kinds) - 1:
        bounded = next(index for index, kind in enumerate(kinds) if kind != "null")
    if bounded is not None:  # what may be null, and Decimal, which is a number or its text
        return part.copy(anyOf=[_bounded(arm, facets, reader) if index == bounded else arm for index, arm in enumerate(arms)])
    if "$ref" in part.members:
        for _, node in facets.bounds.values():
            reader.miss(node, "bounds a class, which is not followed")
        return part.copy()
    declared = part.members.get("type")
    kind = "number" if declared == "integer" else declared
    names = _BOUNDS.get(kind, {}) if isinstance(kind, str) else {}
    changed = part.copy()
    for name, (value, node) in facets.bounds.items():
        if name in names:
            changed.put(names[name], value, node)
        elif not (kind == "string" and "format" in part.members):  # bounds of dates are checked and never written
            changed.put(name, value, node)
    return changed


_MARKS: Final[Mapping[str, tuple[str, ...]]] = {
    **{name: (name.lower(),) for name in ("Ge", "Gt", "Le", "Lt")},
    "MultipleOf": ("multiple_of",),
    "MinLen": ("min_length",),
    "MaxLen": ("max_length",),
    "Len": ("min_length", "max_length"),
    "Interval": (),
    "StringConstraints": (),
}
"""Marks of annotated-types and Pydantic, and what their positional arguments are."""
_WITHOUT_EFFECT: Final = frozenset(
    "BeforeValidator AfterValidator PlainSerializer WrapSerializer SkipValidation Strict FailFast AllowInfNan Doc Tag".split()
)
"""Marks in `Annotated` that change no input schema."""
_CON: Final = {"conint": "int", "constr": "str", "confloat": "float", "conlist": "list", "conset": "set", "conbytes": "bytes"}


@dataclass(frozen=True, slots=True)
class Member:
    """A parameter or field: its name on the wire, its schema, and whether it has to be given."""

    name: str
    part: Part
    required: bool


# ----------------------------------------------------------------------------------------------------------------- Annotated


def annotated(node: ast.Subscript, reader: Reader) -> Part:
    """The schema of `Annotated[T, mark, ...]`."""
    first, *marks = arguments(node)
    part = reader.schema(first, reader)
    for mark in marks if reader.marks != "none" else ():
        facets = _mark(mark, reader)
        if facets is not None:
            part = _apply(part, facets, reader)
            if facets.optional and facets.default is not None:
                part = _with_default(part, facets.default, reader)
    return part


def _mark(node: ast.expr, reader: Reader) -> _Facets | None:
    if is_field(node, reader) and isinstance(node, ast.Call):
        return _read_field(node, reader)
    if not isinstance(node, ast.Call):
        text = constant(node, reader)
        if isinstance(text.value, str) and text.unknown is None:
            return _Facets(members={"description": (text.value, node)}) if reader.marks == "texts" else None
    last = last_of(node, reader)
    if last in _WITHOUT_EFFECT or last in frameworks.injected():
        return None
    if not isinstance(node, ast.Call) or last not in _MARKS:
        reader.miss(node, "is a mark that is not followed")
        return None
    facets = _Facets()
    given: list[tuple[str | None, ast.expr]] = list(zip(_MARKS[last], node.args, strict=False))
    given += [(keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg not in _SILENT]
    for name, value in given:
        found = constant(value, reader)
        if found.unknown is not None or name is None:
            reader.miss(value, "is not a literal of this file")
        else:
            _take(name, found.value, value, facets)
    return facets


def constrained(name: str, node: ast.Call, reader: Reader) -> Part | None:
    """The schema of `conint(ge=1)` and its kin; None for any other function."""
    if name not in _CON:
        return None
    inner: ast.expr = ast.copy_location(ast.Name(_CON[name], ast.Load()), node)
    if name in ("conlist", "conset") and node.args:
        inner = ast.copy_location(ast.Subscript(inner, node.args[0], ast.Load()), node)
    facets = _Facets()
    for keyword in node.keywords:
        _read_keyword(keyword, node, facets, reader)
    return _apply(reader.schema(inner, reader), facets, reader)


def is_injected(node: ast.expr | None, reader: Reader, marks: frozenset[str]) -> bool:
    """Whether an annotation says that the framework fills the parameter in: a context type, or a mark in `Annotated`."""
    node = unquoted(node) if node is not None else None
    match node:
        case ast.Name() | ast.Attribute():
            return last_of(node, reader) in marks
        case ast.BinOp(left=left, right=right):
            return is_injected(left, reader, marks) or is_injected(right, reader, marks)
        case ast.Call(func=func):
            return is_injected(func, reader, marks)
        case ast.Subscript(value=value):
            name = known(value, reader)
            if name in ("Annotated", "Optional", "Union"):
                return any(is_injected(one, reader, marks) for one in arguments(node))
            return name.rpartition(".")[2] in marks
        case _:
            return False


# ---------------------------------------------------------------------------------------------------- parameters and fields


def member(
    name: str, where: Where, annotation: ast.expr | None, default: ast.expr | None, reader: Reader, *, aliased: bool = True
) -> Member:
    """One parameter or field: the schema of its annotation with its default, description, bounds and title."""
    part = (reader.schema(annotation, reader) if annotation is not None else Part(body=where)).copy()
    required = default is None and "default" not in part.members and _in_marks("default_factory", annotation, reader) is None
    if default is not None and is_field(default, reader) and isinstance(default, ast.Call):
        facets = _read_field(default, reader)
        part = _apply(part, facets, reader)
        name = facets.alias or name if aliased and not reader.serialized else name
        required = not facets.optional
        default = facets.default
    elif aliased and not reader.serialized and isinstance(alias := _in_marks("alias", annotation, reader), ast.Constant):
        name = alias.value if isinstance(alias.value, str) else name
    if default is not None and isinstance(default, ast.Constant) and default.value is ...:
        required = True
    elif default is not None:
        part = _with_default(part, default, reader)
    if "title" not in part.members and is_titled(part):
        part.put("title", pydantic_title(name), where)
    part.where = where
    return Member(name, part, required)


def _in_marks(name: str, annotation: ast.expr | None, reader: Reader) -> ast.expr | None:
    """An argument of the first `Field(...)` in `Annotated` that has it."""
    node = unquoted(annotation) if annotation is not None else None
    if not (isinstance(node, ast.Subscript) and known(node.value, reader) == "Annotated"):
        return None
    marks = [mark for mark in arguments(node)[1:] if isinstance(mark, ast.Call) and is_field(mark, reader)]
    return next((keyword.value for mark in marks for keyword in mark.keywords if keyword.arg == name), None)


def _with_default(part: Part, node: ast.expr, reader: Reader) -> Part:
    found = constant(node, reader)
    changed = part.copy()
    if found.unknown is not None or found.gaps or found.faults:
        reader.miss(node, "is a default that is computed")
    else:
        changed.put("default", found.value, node)
    return changed


def is_titled(part: Part) -> bool:
    """Whether Pydantic gives a field a title: not where it is a definition, or a definition or null."""
    arms: list[Part] = part.members.get("anyOf", [])
    others = [arm for arm in arms if arm.members.get("type") != "null"]
    if len(others) == 1 and len(arms) > 1:
        return is_titled(others[0])
    return "$ref" not in part.members
