"""Traits of `type`, and of schemas that leave it out or are no objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from schemalint.model import Json, Tool
from schemalint.schema.keywords import ELSEWHERE, VALUES
from schemalint.schema.members import properties
from schemalint.schema.values import TYPES, type_names
from schemalint.targets.positions import positions
from schemalint.targets.traits.trait import Found, Schema, Trait, at_keyword, keyword, types


def _list(schema: Schema) -> tuple[str, ...] | None:
    return types(schema) if isinstance(schema.get("type"), list) else None


def _list_with_null(schema: Schema) -> Found:
    if (names := _list(schema)) is not None and "null" in names:
        yield ("type",), "a list of types with null"


def _other_list(schema: Schema) -> Found:
    if (names := _list(schema)) is not None and "null" not in names:
        yield ("type",), ""


def _upper_case(schema: Schema) -> Found:
    if any(name not in TYPES and name.lower() in TYPES for name in type_names(schema.get("type"))):
        yield ("type",), ""


def _unknown(schema: Schema) -> Found:
    if unknown := [name for name in types(schema) if name not in TYPES]:
        yield ("type",), f"the type `{unknown[0]}`"


def _untyped(schema: Schema) -> Found:
    for name, sub in properties(schema).items():
        if isinstance(sub, dict) and "type" not in sub and (ELSEWHERE | VALUES).isdisjoint(sub):
            yield ("properties", name), ""


def _untyped_enum(schema: Schema) -> Found:
    if "type" not in schema and ELSEWHERE.isdisjoint(schema):
        yield (), ""


def _property(test: Callable[[Json], bool]) -> Callable[[Schema], Found]:
    """A check that finds the properties whose schema passes a test."""
    return lambda schema: ((("properties", name), "") for name, sub in properties(schema).items() if test(sub))


_no_schema: Final = _property(lambda sub: not isinstance(sub, dict | bool))
_no_map: Final = at_keyword("properties", lambda members: not isinstance(members, dict))
_null: Final = at_keyword("required", lambda names: names is None)


def _invalid(tool: Tool) -> Found:
    """What breaks the form of a keyword by 2020-12, but for what has a trait of its own."""
    if not isinstance(tool.parameters, dict):
        return
    from schemalint.schema.forms import faults

    own = {
        (*at, *steps)
        for at, schema in positions(tool)
        if isinstance(schema, dict)
        for check, key in ((_no_schema, "properties"), (_no_map, "properties"), (_null, "required"), (_own, ""))
        if not key or key in schema
        for steps, _ in check(schema)
    }
    for at, expected in faults(tool.parameters, ("parameters",), by="2020-12"):
        if at not in own:
            yield at, f"a schema that breaks draft 2020-12 ({expected})"


def _own(schema: Schema) -> Found:
    """The faults that `items-list` and `exclusive-boolean` tell."""
    if isinstance(schema.get("items"), list):
        yield ("items",), ""
    for key in ("exclusiveMinimum", "exclusiveMaximum"):
        if isinstance(schema.get(key), bool):
            yield (key,), ""


_TYPE: Final = "give it a type"

TRAITS: Final = (
    Trait(
        "type-list-null",
        "a list of types with null",
        "leave the parameter out of `required` instead, or write `anyOf` with null",
        _list_with_null,
        keywords=("type",),
        stays=True,
    ),
    Trait("type-list", "a list of types", "write `anyOf` with one type an arm", _other_list, keywords=("type",), stays=True),
    Trait(
        "type-upper-case",
        "a type in upper case",
        "write types in lower case",
        _upper_case,
        keywords=("type",),
        rules=("unknown-type",),
        stays=True,
    ),
    Trait(
        "type-unknown",
        "a type that JSON Schema does not have",
        "write one of string, integer, number, boolean, object, array",
        _unknown,
        keywords=("type",),
        rules=("unknown-type",),
        stays=True,
    ),
    Trait(
        "type-integer",
        "the type `integer`",
        "write `number`, and say in the description that it is whole",
        at_keyword("type", lambda declared: declared == "integer"),
        keywords=("type",),
        stays=True,
    ),
    keyword("nullable", "nullable", cure="add null to `type` or `anyOf`"),
    Trait(
        "untyped-property",
        "a property without type",
        _TYPE,
        _untyped,
        keywords=("properties",),
        rules=("type-missing",),
        stays=True,
    ),
    Trait("untyped-enum", "`enum` or `const` without type", _TYPE, _untyped_enum, keywords=("enum", "const"), stays=True),
    Trait(
        "property-true",
        "a property whose schema is `true`",
        _TYPE,
        _property(lambda sub: sub is True),
        keywords=("properties",),
        rules=("type-missing",),
        stays=True,
    ),
    Trait(
        "property-empty",
        "a property whose schema is `{}`",
        _TYPE,
        _property(lambda sub: sub == {}),
        keywords=("properties",),
        stays=True,
        rules=("type-missing",),
    ),
    Trait(
        "property-false",
        "a property whose schema is `false`",
        "leave the property out",
        _property(lambda sub: sub is False),
        keywords=("properties",),
        stays=True,
    ),
    Trait(
        "property-not-schema",
        "a property that is not a schema",
        "write an object with `type` and `description`",
        _no_schema,
        keywords=("properties",),
        rules=("schema-invalid",),
        stays=True,
    ),
    Trait(
        "properties-not-object",
        "`properties` that is not an object",
        "write a map from names to schemas, {} where there are none",
        _no_map,
        keywords=("properties",),
        rules=("schema-invalid",),
        stays=True,
    ),
    Trait(
        "required-null",
        "`required` that is null",
        "leave it out, or write a list",
        _null,
        keywords=("required",),
        rules=("schema-invalid",),
    ),
    Trait(
        "invalid-schema",
        "a schema that breaks draft 2020-12",
        "fix the schema",
        whole=_invalid,
        rules=("schema-invalid",),
    ),
)
