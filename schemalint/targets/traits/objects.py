"""Traits of objects and arrays."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from schemalint.schema.members import listed, properties, required
from schemalint.targets.traits.trait import Found, Schema, Trait, at_keyword, is_object, keyword, quoted, types

KEYS: Final = r"[a-zA-Z0-9_.-]{1,64}"
NARROW_KEYS: Final = r"[a-zA-Z_][a-zA-Z0-9_]{0,63}"


# --------------------------------------------------------------------------------------------------------------------- objects


def _open_by_default(schema: Schema) -> Found:
    if is_object(schema) and "additionalProperties" not in schema:
        yield (), ""


def _optional(schema: Schema) -> Found:
    demanded = frozenset(required(schema))
    if optional := [name for name in properties(schema) if name not in demanded]:
        yield ("properties",), f"{quoted(optional)} outside of `required`"


def _undeclared(schema: Schema) -> list[tuple[int, str]]:
    declared = properties(schema)
    return [(i, name) for i, name in enumerate(listed(schema, "required")) if isinstance(name, str) and name not in declared]


def _required_undeclared(schema: Schema) -> Found:
    if schema.get("additionalProperties") is not False and "$ref" not in schema:
        yield from ((("required", i), f"`{name}` in `required`, which is not a property") for i, name in _undeclared(schema))


def _required_closed_out(schema: Schema) -> Found:
    if schema.get("additionalProperties") is False:
        yield from (
            (("required", i), f"`{name}` in `required` of a closed object without it") for i, name in _undeclared(schema)
        )


def _patterns_mixed(schema: Schema) -> Found:
    patterns = schema["patternProperties"]
    if isinstance(patterns, dict) and len(patterns) > 1 and properties(schema):
        yield ("patternProperties",), ""


def _names_mixed(schema: Schema) -> Found:
    if properties(schema):
        yield ("propertyNames",), ""


def _bad_keys(schema: Schema, pattern: str) -> Found:
    fits = re.compile(pattern).fullmatch
    for name in properties(schema):
        if not fits(name):
            yield ("properties", name), f"the property key `{name}`"


def _top_keys(schema: Schema) -> Found:
    return _bad_keys(schema, KEYS)


def _dotted_keys(schema: Schema) -> Found:
    yield from ((("properties", name), f"the property key `{name}`") for name in properties(schema) if "." in name)


def _slashed_keys(schema: Schema) -> Found:
    for key in ("properties", "$defs"):
        members = schema.get(key)
        for name in members if isinstance(members, dict) else ():
            if "/" in name:
                yield (key, name), f"the name `{name}` in `{key}`"


_RESERVED: Final = frozenset("$defs $ref additionalProperties anyOf required".split())


def _named_keys(is_bad: Callable[[str], bool]) -> Callable[[Schema], Found]:
    """A check that finds the properties whose name passes a test."""
    return lambda schema: ((("properties", name), f"the property key `{name}`") for name in properties(schema) if is_bad(name))


def _of_nothing(schema: Schema) -> Found:
    if isinstance(schema["required"], list) and not properties(schema):
        yield ("required",), ""


def _of_no_object(schema: Schema) -> Found:
    if "type" in schema and not is_object(schema):
        yield ("properties",), ""


def _narrow_keys(schema: Schema) -> Found:
    fits = re.compile(KEYS).fullmatch
    return ((steps, what) for steps, what in _bad_keys(schema, NARROW_KEYS) if fits(str(steps[1])))


# ---------------------------------------------------------------------------------------------------------------------- arrays


def _without_items(schema: Schema) -> Found:
    if "array" in types(schema) and "items" not in schema and "prefixItems" not in schema:
        yield (), ""


def _length(schema: Schema) -> Found:
    for key in ("minItems", "maxItems"):
        if key in schema and not (key == "minItems" and schema[key] in (0, 1)):
            yield (key,), f"`{key}`"


_CLOSE: Final = "add `additionalProperties: false`"
_KEY: Final = "use letters, digits and `_` in names of parameters, at most 64"

TRAITS: Final = (
    Trait("additional-properties-absent", "an object without `additionalProperties`", _CLOSE, _open_by_default, stays=True),
    Trait(
        "additional-properties-open",
        "`additionalProperties` that is true or a schema",
        "declare the properties, or take a list of key and value",
        at_keyword("additionalProperties", lambda others: others is not False),
        keywords=("additionalProperties",),
    ),
    Trait(
        "additional-properties-false",
        "`additionalProperties: false`",
        "leave it out",
        at_keyword("additionalProperties", lambda others: others is False),
        keywords=("additionalProperties",),
    ),
    Trait(
        "optional-property",
        "properties outside of `required`",
        "require them all, and let the optional ones be null",
        _optional,
        keywords=("properties",),
        stays=True,
    ),
    Trait(
        "required-undeclared",
        "a name in `required` that is not a property",
        "declare it in `properties`, or take it out of `required`",
        _required_undeclared,
        keywords=("required",),
        rules=("required-undeclared",),
        stays=True,
    ),
    Trait(
        "required-closed-out",
        "a name in `required` that a closed object does not have",
        "declare it in `properties`, or take it out of `required`",
        _required_closed_out,
        keywords=("required",),
        rules=("required-undeclared",),
        stays=True,
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
        stays=True,
    ),
    Trait(
        "property-key-nested",
        "a nested property key outside of `[a-zA-Z0-9_.-]{1,64}`",
        _KEY,
        _top_keys,
        keywords=("properties",),
        roots=False,
        stays=True,
    ),
    Trait(
        "property-key-dot",
        "a top-level property key with a dot",
        _KEY,
        _dotted_keys,
        keywords=("properties",),
        nested=False,
        stays=True,
    ),
    Trait(
        "property-key-narrow",
        "a property key with a dot, a hyphen or a digit in front",
        _KEY,
        _narrow_keys,
        keywords=("properties",),
        stays=True,
    ),
    Trait(
        "array-without-items",
        "an array without `items`",
        "say what its elements are",
        _without_items,
        keywords=("type",),
        rules=("array-without-items",),
        stays=True,
    ),
    Trait(
        "property-key-slash",
        "a property or definition whose name has a slash",
        _KEY,
        _slashed_keys,
        keywords=("properties", "$defs"),
        stays=True,
    ),
    Trait(
        "property-key-reserved",
        "a property called like a keyword",
        "give the parameter another name",
        _named_keys(_RESERVED.__contains__),
        keywords=("properties",),
        stays=True,
    ),
    Trait(
        "property-key-empty",
        "a property without a name",
        "give the parameter a name",
        _named_keys(lambda name: name == ""),
        keywords=("properties",),
        stays=True,
    ),
    Trait(
        "required-without-properties",
        "`required` of an object without properties",
        "leave `required` out",
        _of_nothing,
        keywords=("required",),
    ),
    Trait(
        "properties-empty",
        "a parameter with empty `properties`",
        "leave the parameter out, or declare its members",
        at_keyword("properties", lambda members: members == {}),
        keywords=("properties",),
        roots=False,
        stays=True,
    ),
    Trait(
        "properties-of-no-object",
        "`properties` of what is not an object",
        "write `type: object`, or remove them",
        _of_no_object,
        keywords=("properties",),
    ),
    Trait(
        "additional-properties-empty",
        "`additionalProperties: {}`",
        "write true, or a schema with a type",
        at_keyword("additionalProperties", lambda others: others == {}),
        keywords=("additionalProperties",),
        stays=True,
    ),
    Trait(
        "items-empty",
        "`items: {}`",
        "give the elements a type",
        at_keyword("items", lambda items: items == {}),
        keywords=("items",),
        stays=True,
    ),
    Trait(
        "items-true",
        "`items: true`",
        "give the elements a type",
        at_keyword("items", lambda items: items is True),
        keywords=("items",),
        stays=True,
    ),
    Trait(
        "items-list",
        "`items` that is a list",
        "write `prefixItems`, or an object with named members",
        at_keyword("items", lambda items: isinstance(items, list)),
        keywords=("items",),
        rules=("schema-invalid",),
        stays=True,
    ),
    keyword("prefix-items", "prefixItems", cure="write an object with named members, or one schema for all elements"),
    Trait(
        "array-length",
        "`maxItems`, or `minItems` over 1",
        "say the number in the description",
        _length,
        keywords=("minItems", "maxItems"),
    ),
    Trait(
        "array-length-one",
        "`minItems` of 0 or 1",
        "say it in the description",
        at_keyword("minItems", lambda least: least in (0, 1)),
        keywords=("minItems",),
    ),
    keyword("unique-items", "uniqueItems"),
    keyword("contains", "contains", "minContains", "maxContains"),
    keyword("contains-bounds", "minContains", "maxContains"),
    keyword("additional-items", "additionalItems"),
)
