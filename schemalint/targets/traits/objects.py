"""Traits of objects and arrays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from schemalint.model import Json, Pointer
from schemalint.targets.traits.trait import Found, Trait, is_object, keyword, listed, properties, required, types

KEYS: Final = r"[a-zA-Z0-9_.-]{1,64}"
NARROW_KEYS: Final = r"[a-zA-Z_][a-zA-Z0-9_]{0,63}"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


# --------------------------------------------------------------------------------------------------------------------- objects


def _open_by_default(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if is_object(schema) and "additionalProperties" not in schema:
        yield (), ""


def _open(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if schema["additionalProperties"] is not False:
        yield ("additionalProperties",), ""


def _closed(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if schema["additionalProperties"] is False:
        yield ("additionalProperties",), ""


def _optional(_: Pointer, schema: Mapping[str, Json]) -> Found:
    demanded = frozenset(required(schema))
    if optional := [name for name in properties(schema) if name not in demanded]:
        yield ("properties",), f"{listed(optional)} outside of `required`"


def _undeclared(schema: Mapping[str, Json]) -> list[tuple[int, str]]:
    names = schema["required"]
    declared = properties(schema)
    listed_names = enumerate(names) if isinstance(names, list) else ()
    return [(i, name) for i, name in listed_names if isinstance(name, str) and name not in declared]


def _required_undeclared(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if schema.get("additionalProperties") is not False and "$ref" not in schema:
        yield from ((("required", i), f"`{name}` in `required`, which is no property") for i, name in _undeclared(schema))


def _required_closed_out(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if schema.get("additionalProperties") is False:
        yield from (
            (("required", i), f"`{name}` in `required` of a closed object without it") for i, name in _undeclared(schema)
        )


def _patterns_mixed(_: Pointer, schema: Mapping[str, Json]) -> Found:
    patterns = schema["patternProperties"]
    if isinstance(patterns, dict) and len(patterns) > 1 and properties(schema):
        yield ("patternProperties",), ""


def _names_mixed(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if properties(schema):
        yield ("propertyNames",), ""


def _bad_keys(schema: Mapping[str, Json], pattern: str) -> Found:
    fits = _compiled(pattern).fullmatch
    for name in properties(schema):
        if not fits(name):
            yield ("properties", name), f"the property key `{name}`"


def _top_keys(_: Pointer, schema: Mapping[str, Json]) -> Found:
    return _bad_keys(schema, KEYS)


def _dotted_keys(_: Pointer, schema: Mapping[str, Json]) -> Found:
    yield from ((("properties", name), f"the property key `{name}`") for name in properties(schema) if "." in name)


def _narrow_keys(_: Pointer, schema: Mapping[str, Json]) -> Found:
    fits = _compiled(KEYS).fullmatch
    return ((steps, what) for steps, what in _bad_keys(schema, NARROW_KEYS) if fits(str(steps[1])))


# ---------------------------------------------------------------------------------------------------------------------- arrays


def _without_items(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if "array" in types(schema) and "items" not in schema and "prefixItems" not in schema:
        yield (), ""


def _empty_items(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if schema["items"] == {}:
        yield ("items",), ""


def _true_items(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if schema["items"] is True:
        yield ("items",), ""


def _listed_items(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if isinstance(schema["items"], list):
        yield ("items",), ""


def _length(_: Pointer, schema: Mapping[str, Json]) -> Found:
    for key in ("minItems", "maxItems"):
        if key in schema and not (key == "minItems" and schema[key] in (0, 1)):
            yield (key,), f"`{key}`"


def _least_one(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if schema["minItems"] in (0, 1):
        yield ("minItems",), ""


_CLOSE: Final = "add `additionalProperties: false`"
_KEY: Final = "use letters, digits and `_` in names of parameters, at most 64"

TRAITS: Final = (
    Trait("additional-properties-absent", "an object without `additionalProperties`", _CLOSE, _open_by_default),
    Trait(
        "additional-properties-open",
        "`additionalProperties` that is true or a schema",
        "declare the properties, or take a list of key and value",
        _open,
        keywords=("additionalProperties",),
    ),
    Trait(
        "additional-properties-false",
        "`additionalProperties: false`",
        "leave it out",
        _closed,
        keywords=("additionalProperties",),
    ),
    Trait(
        "optional-property",
        "properties outside of `required`",
        "require them all, and let the optional ones be null",
        _optional,
        keywords=("properties",),
    ),
    Trait(
        "required-undeclared",
        "a name in `required` that is no property",
        "declare it in `properties`, or take it out of `required`",
        _required_undeclared,
        keywords=("required",),
        rules=("required-undeclared",),
    ),
    Trait(
        "required-closed-out",
        "a name in `required` that a closed object does not have",
        "declare it in `properties`, or take it out of `required`",
        _required_closed_out,
        keywords=("required",),
        rules=("required-undeclared",),
    ),
    keyword("pattern-properties", "patternProperties", cure="declare the properties, or take a list of key and value"),
    Trait(
        "pattern-properties-mixed",
        "several `patternProperties` beside `properties`",
        "declare the properties",
        _patterns_mixed,
        keywords=("patternProperties",),
    ),
    keyword("property-names", "propertyNames"),
    Trait(
        "property-names-mixed", "`propertyNames` beside `properties`", "remove it", _names_mixed, keywords=("propertyNames",)
    ),
    keyword("min-properties", "minProperties"),
    keyword("max-properties", "maxProperties"),
    keyword("dependent-keywords", "dependentRequired", "dependentSchemas"),
    keyword("dependencies", "dependencies"),
    Trait(
        "property-key-top",
        "a top-level property key outside of `[a-zA-Z0-9_.-]{1,64}`",
        _KEY,
        _top_keys,
        keywords=("properties",),
        nested=False,
    ),
    Trait(
        "property-key-nested",
        "a nested property key outside of `[a-zA-Z0-9_.-]{1,64}`",
        _KEY,
        _top_keys,
        keywords=("properties",),
        roots=False,
    ),
    Trait(
        "property-key-dot",
        "a top-level property key with a dot",
        _KEY,
        _dotted_keys,
        keywords=("properties",),
        nested=False,
    ),
    Trait(
        "property-key-narrow",
        "a property key with a dot, a hyphen or a digit in front",
        _KEY,
        _narrow_keys,
        keywords=("properties",),
    ),
    Trait(
        "array-without-items",
        "an array without `items`",
        "say what its elements are",
        _without_items,
        keywords=("type",),
        rules=("array-without-items",),
    ),
    Trait("items-empty", "`items: {}`", "give the elements a type", _empty_items, keywords=("items",)),
    Trait("items-true", "`items: true`", "give the elements a type", _true_items, keywords=("items",)),
    Trait(
        "items-list",
        "`items` that is a list",
        "write `prefixItems`, or an object with named members",
        _listed_items,
        keywords=("items",),
        rules=("schema-invalid",),
    ),
    keyword("prefix-items", "prefixItems", cure="write an object with named members, or one schema for all elements"),
    Trait(
        "array-length",
        "`maxItems`, or `minItems` over 1",
        "say the number in the description",
        _length,
        keywords=("minItems", "maxItems"),
    ),
    Trait("array-length-one", "`minItems` of 0 or 1", "say it in the description", _least_one, keywords=("minItems",)),
    keyword("unique-items", "uniqueItems"),
    keyword("contains", "contains", "minContains", "maxContains"),
    keyword("additional-items", "additionalItems"),
)
