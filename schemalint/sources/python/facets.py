"""What `Field(...)` and other marks say, and what that adds to a schema.

As Pydantic writes it (2.14.4): bounds become keywords of the type that they bound, the rest is members beside it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from schemalint.model import Json
from schemalint.sources.python.parts import Part
from schemalint.sources.python.reader import Reader, known
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
SILENT: Final = frozenset(
    "strict frozen repr init init_var kw_only exclude include validate_default alias_priority union_mode fail_fast hash compare"
    " coerce_numbers_to_str allow_inf_nan max_digits decimal_places strip_whitespace to_upper to_lower validation_alias"
    " serialization_alias metadata doc allow_mutation unique_items".split()
)
"""What `Field` takes and no schema shows."""


@dataclass(slots=True)
class Facets:
    """What a `Field(...)` or other mark says: bounds by Pydantic's names, members of the schema, a default."""

    bounds: dict[str, tuple[Json, ast.expr]] = field(default_factory=dict)
    members: dict[str, tuple[Json, ast.expr]] = field(default_factory=dict)
    default: ast.expr | None = None
    optional: bool = False
    alias: str | None = None


UNSEEN_TEXT: Final = "{...}"
"""Stands for a text that is there and cannot be read, as for an expression in an f-string."""


# --------------------------------------------------------------------------------------------------------- Field and its kin


def is_field(node: ast.expr, reader: Reader) -> bool:
    if not isinstance(node, ast.Call):
        return False
    last = known(node.func, reader).rpartition(".")[2]
    return last in ("Field", "FieldInfo", "Query", "Body", "Path", "field")


def read_field(call: ast.Call, reader: Reader) -> Facets:
    """What the arguments of `Field(...)` or `dataclasses.field(...)` say."""
    facets = Facets()
    if call.args:
        _set_default(call.args[0], facets)
    for keyword in call.keywords:
        read_keyword(keyword, call, facets, reader)
    return facets


def _set_default(node: ast.expr, facets: Facets) -> None:
    if not (isinstance(node, ast.Constant) and node.value is ...):
        facets.default, facets.optional = node, True


def read_keyword(keyword: ast.keyword, call: ast.Call, facets: Facets, reader: Reader) -> None:
    """Take what one argument of a call says."""
    name, node = keyword.arg, keyword.value
    if name == "default":
        _set_default(node, facets)
    elif name == "default_factory":
        facets.optional = True
    elif name in SILENT:
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
        take(name, found.value, node, facets)
    else:
        reader.miss(call if name is None else node, "is not followed")


def take(name: str | None, value: Json, node: ast.expr, facets: Facets) -> None:
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


def apply(part: Part, facets: Facets, reader: Reader) -> Part:
    """A copy of a schema with what a mark adds."""
    changed = _bounded(part, facets, reader) if facets.bounds else part.copy()
    for key, (value, node) in facets.members.items():
        changed.put(key, value, node)
    return changed


def _bounded(part: Part, facets: Facets, reader: Reader) -> Part:
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
