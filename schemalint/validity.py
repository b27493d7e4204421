"""Whether a schema is a schema, and whether a value fits one: our own structural checks, without a metaschema at run time.

A metaschema check costs 2 ms a tool and 9 bare Pythons at import; these checks cost microseconds. `jsonschema` is imported
only for values that are objects or lists. Knows drafts 7 and 2020-12; formats are not asserted, patterns are never run.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeGuard

from schemalint.model import Json, Node, Pointer, is_name_list, is_schema, pointer_text, subschemas

TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")
_STRINGS: Final = frozenset(
    "$anchor $comment $dynamicAnchor $dynamicRef $id $ref $schema contentEncoding contentMediaType description format pattern"
    " title".split()
)
_BOOLEANS: Final = frozenset("deprecated readOnly uniqueItems writeOnly".split())
_NUMBERS: Final = frozenset("exclusiveMaximum exclusiveMinimum maximum minimum".split())
_COUNTS: Final = frozenset("maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties".split())
_SCHEMAS: Final = frozenset(
    "additionalProperties contains contentSchema else if not propertyNames then unevaluatedItems unevaluatedProperties".split()
)
_LISTS: Final = frozenset("allOf anyOf oneOf prefixItems".split())
_MAPS: Final = frozenset("$defs definitions dependentSchemas patternProperties properties".split())
KEYWORDS: Final = (
    _STRINGS
    | _BOOLEANS
    | _NUMBERS
    | _COUNTS
    | _SCHEMAS
    | _LISTS
    | _MAPS
    | frozenset(
        "$recursiveAnchor $recursiveRef $vocabulary additionalItems const default dependencies dependentRequired enum examples"
        " items multipleOf required type".split()
    )
)
"""The keywords of drafts 7 and 2020-12."""
_NEWER: Final = frozenset(
    "$anchor $dynamicAnchor $dynamicRef $vocabulary contentSchema dependentRequired dependentSchemas deprecated maxContains"
    " minContains prefixItems unevaluatedItems unevaluatedProperties".split()
)
"""Keywords that draft 7 does not know, so that they may hold anything there. `$defs` is used with draft 7 all the same."""


def is_number(value: Json) -> TypeGuard[float]:
    """Whether a value is a number; true and false are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_count(value: Json) -> bool:
    """Whether a value is a whole number of at least 0; `2.0` is one (JSON Schema 2020-12, core 4.2.3)."""
    return is_number(value) and value >= 0 and float(value).is_integer()


def faults(root: Json, at: Pointer = ()) -> Iterator[tuple[Pointer, str]]:
    """Where a schema breaks the form of its keywords, and what is expected there; the place of the keyword's value.

    Any JSON may be given. Types by unknown names are not reported; `TYPES` has the known ones.
    """
    draft_7 = isinstance(root, dict) and isinstance(root.get("$schema"), str) and "draft-07" in root["$schema"]
    stack: list[tuple[Pointer, Json]] = [(at, root)]
    while stack:
        where, schema = stack.pop()
        if not is_schema(schema):
            yield where, "an object or a boolean is expected where a schema stands"
            continue
        if not isinstance(schema, dict):
            continue
        for keyword, value in schema.items():
            if draft_7 and keyword in _NEWER:
                continue
            expected = _expected(keyword, value, draft_7=draft_7)
            if expected is not None:
                yield (*where, keyword), expected
            elif keyword in _MAPS or keyword in ("dependencies", "dependentRequired"):
                yield from _members(keyword, value, (*where, keyword))
        inside = [(steps, sub) for steps, sub in subschemas(schema) if is_schema(sub) and not (draft_7 and steps[0] in _NEWER)]
        stack.extend(((*where, *steps), sub) for steps, sub in reversed(inside))


def _expected(keyword: str, value: Json, *, draft_7: bool) -> str | None:
    """What the value of a keyword must be, or None where it is that."""
    if keyword in _STRINGS:
        return None if isinstance(value, str) else f"`{keyword}` must be a string"
    if keyword in _BOOLEANS:
        return None if isinstance(value, bool) else f"`{keyword}` must be true or false"
    if keyword in _NUMBERS:
        return None if is_number(value) else f"`{keyword}` must be a number"
    if keyword == "multipleOf":
        return None if is_number(value) and value > 0 else "`multipleOf` must be a number above 0"
    if keyword in _COUNTS:
        return None if is_count(value) else f"`{keyword}` must be a whole number from 0"
    if keyword in _SCHEMAS or (keyword == "items" and not draft_7) or (keyword == "additionalItems" and draft_7):
        return None if is_schema(value) else f"`{keyword}` must be a schema: an object, true or false"
    if keyword in _LISTS or (keyword == "items" and isinstance(value, list)):
        fits = isinstance(value, list) and value and all(map(is_schema, value))
        return None if fits else f"`{keyword}` must be a list of at least one schema"
    if keyword == "items":
        return None if is_schema(value) else "`items` must be a schema or a list of schemas"
    if keyword in _MAPS or keyword in ("dependencies", "dependentRequired", "$vocabulary"):
        return None if isinstance(value, dict) else f"`{keyword}` must be an object"
    if keyword == "required":
        fits = is_name_list(value) and len(set(value)) == len(value)
        return None if fits else "`required` must be a list of different names"
    if keyword == "type":
        fits = isinstance(value, str) or (value and is_name_list(value) and len(set(value)) == len(value))
        return None if fits else "`type` must be the name of a type, or a list of different ones"
    if keyword in ("enum", "examples"):
        return None if isinstance(value, list) else f"`{keyword}` must be a list"
    return None


def _members(keyword: str, members: Mapping[str, Json], at: Pointer) -> Iterator[tuple[Pointer, str]]:
    """The members of a map that are not what the map holds."""
    for name, value in members.items():
        names = is_name_list(value) and len(set(value)) == len(value)
        if keyword == "dependentRequired":
            if not names:
                yield (*at, name), f"`{name}` must be a list of different names"
        elif not is_schema(value) and not (keyword == "dependencies" and names):
            yield (*at, name), f"`{name}` must be a schema: an object, true or false"


# ------------------------------------------------------------------------------------------------------------------- patterns

# What both Python and ECMA-262 call an error; where only Python does, the pattern is not called wrong.
_CERTAIN: Final = (
    "missing ), unterminated subpattern",
    "unbalanced parenthesis",
    "unterminated character set",
    "nothing to repeat",
    "multiple repeat",
    "bad character range",
    "bad escape (end of pattern)",
    "min repeat greater than max repeat",
)


def pattern_fault(pattern: str) -> str | None:
    """Why a pattern is no regular expression by ECMA-262, or None where it is one or only Python refuses it. It is not run."""
    # An empty class and its opposite are ECMA's own; Python reads on to the next bracket.
    translated = re.sub(r"\[\^\]", r"[\\s\\S]", pattern.replace("[]", "(?!)"))
    translated = re.sub(r"\(\?<(?![=!])", "(?P<", translated)
    try:
        re.compile(translated)
    except re.error as error:
        return next((words for words in _CERTAIN if str(error).startswith(words)), None)
    except (RecursionError, OverflowError):
        return None
    return None


# --------------------------------------------------------------------------------------------------------- values in a schema


def mismatch(value: Json, node: Node) -> str | None:
    """Why a value does not fit the schema of a position, in words that follow the value; None where it fits or is not told."""
    view = node.view
    if value is None and node.nullable:
        return None
    if isinstance(value, (dict, list)):
        return _mismatch_inside(value, node)
    declared = view.get("type")
    names = [declared] if isinstance(declared, str) else declared if isinstance(declared, list) else []
    if names and all(name in TYPES for name in names) and not any(has_type(value, name) for name in names):
        return f"is not of type {' or '.join(names)}"
    enum = view.get("enum")
    if isinstance(enum, list) and enum and not any(same(value, one) for one in enum):
        return "is not among its enum values"
    if "const" in view and not same(value, view["const"]):
        return "is not its const"
    return _out_of_bounds(value, view)


def has_type(value: Json, name: str) -> bool:
    """Whether a value is of a JSON Schema type; `1.0` is an integer."""
    match name:
        case "integer":
            return is_number(value) and math.isfinite(value) and float(value).is_integer()
        case "number":
            return is_number(value)
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
        case "array":
            return isinstance(value, list)
        case _:
            return isinstance(value, dict)


def same(one: Json, other: Json) -> bool:
    """Equality of JSON Schema: `1` and `1.0` are one value, `1` and `true` are two."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


def _out_of_bounds(value: Json, view: Mapping[str, Json]) -> str | None:
    bounds = {keyword: view[keyword] for keyword in (*_NUMBERS, "minLength", "maxLength") if is_number(view.get(keyword))}
    if is_number(value):
        if value < bounds.get("minimum", value):
            return f"is below its minimum {bounds['minimum']}"
        if value > bounds.get("maximum", value):
            return f"is above its maximum {bounds['maximum']}"
        if "exclusiveMinimum" in bounds and value <= bounds["exclusiveMinimum"]:
            return f"is not above {bounds['exclusiveMinimum']}"
        if "exclusiveMaximum" in bounds and value >= bounds["exclusiveMaximum"]:
            return f"is not below {bounds['exclusiveMaximum']}"
    if isinstance(value, str):
        if len(value) < bounds.get("minLength", 0):
            return f"is shorter than its minLength {bounds['minLength']}"
        if len(value) > bounds.get("maxLength", len(value)):
            return f"is longer than its maxLength {bounds['maxLength']}"
    return None


_DEEPEST: Final = 64
_LARGEST: Final = 10_000


def _mismatch_inside(value: Json, node: Node) -> str | None:
    """What `jsonschema` says of an object or list, behind guards: it recurses, and is quadratic on large sets."""
    declared = node.view.get("type")
    if isinstance(declared, str) and declared in TYPES and not has_type(value, declared):
        return f"is not of type {declared}"
    root = node.tool.parameters if node.at[0] == "parameters" else node.tool.output_schema
    if not (_is_small(value) and _is_small(root)) or any(True for _ in faults(root)):
        return None
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import UnknownType, best_match
    from referencing import Registry
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    # The registry is given so that a remote `$ref` is not fetched: without one, jsonschema asks the network (4.26).
    address = "urn:schemalint:root"
    contents = (
        {key: member for key, member in root.items() if key not in ("$id", "$schema")} if isinstance(root, dict) else root
    )
    registry: Registry[Json] = Registry().with_resource(address, DRAFT202012.create_resource(contents))
    validator = Draft202012Validator({"$ref": f"{address}#{pointer_text(node.at[1:])}"}, registry=registry)
    try:
        error = best_match(validator.iter_errors(value))
    except (UnknownType, Unresolvable, RecursionError, re.error, ValueError, TypeError, ArithmeticError):
        return None
    if error is None:
        return None
    place = pointer_text(tuple(error.absolute_path))
    said = error.message if len(error.message) <= 80 else f"{error.message[:79]}…"
    return f"does not fit its schema: {said}" + (f" at {place}" if place else "")


def _is_small(value: Json) -> bool:
    """Whether a value is small and flat enough for a library that recurses."""
    level, count = [value], 0
    for _ in range(_DEEPEST):
        level = [
            inner
            for one in level
            if isinstance(one, (dict, list))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        count += len(level)
        if not level or count > _LARGEST:
            break
    return not level and count <= _LARGEST
