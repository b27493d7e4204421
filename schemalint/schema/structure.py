"""Whether the keywords of a schema have the form that JSON Schema gives them: our own checks, without a metaschema.

A check against the metaschema costs 2 ms a tool and 9 bare Pythons at import; these cost microseconds. Knows drafts 7, 2019-09
(only where a list of `items` is concerned) and 2020-12, which also judges what names no dialect or one that we do not know:
nothing is fetched. Says nothing of types by unknown names, of patterns and of references: other modules and rules do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal, TypeAlias, TypeGuard, get_args

from schemalint.schema.keywords import Json, Pointer, is_name_list, is_schema, subschemas

Dialect: TypeAlias = Literal["draft-07", "2019-09", "2020-12"]
DIALECTS: Final[tuple[Dialect, ...]] = get_args(Dialect)
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
    return is_number(value) and value >= 0 and (isinstance(value, int) or value.is_integer())


def dialect(root: Json) -> str:
    """The one of `DIALECTS` that a schema declares, or 2020-12."""
    declared = root.get("$schema") if isinstance(root, dict) else None
    return next((name for name in DIALECTS if isinstance(declared, str) and name in declared), "2020-12")


def faults(root: Json, at: Pointer = (), *, by: str | None = None) -> Iterator[tuple[Pointer, str]]:
    """Where a schema breaks the form of its keywords, and what is expected there; the place of the keyword's value.

    Any JSON may be given. `by` names a dialect to judge by instead of the declared one. Types by unknown names are not
    reported; `TYPES` has the known ones.
    """
    named = by or dialect(root)
    draft_7, tuples = named == "draft-07", named != "2020-12"
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
            expected = _expected(keyword, value, tuples=tuples)
            if expected is not None:
                yield (*where, keyword), expected
            elif keyword in _MAPS or keyword in ("dependencies", "dependentRequired", "$vocabulary"):
                yield from _members(keyword, value, (*where, keyword))
        # What a dialect does not know is data in it.
        unknown = _NEWER if draft_7 else () if tuples else ("additionalItems",)
        inside = [(steps, sub) for steps, sub in subschemas(schema) if is_schema(sub) and steps[0] not in unknown]
        stack.extend(((*where, *steps), sub) for steps, sub in reversed(inside))


def fits(keyword: str, value: Json) -> bool:
    """Whether a value has the form that a keyword takes."""
    return _expected(keyword, value, tuples=True) is None


def _expected(keyword: str, value: Json, *, tuples: bool) -> str | None:
    """What the value of a keyword must be, or None where it is that. With `tuples`, `items` may be a list of schemas."""
    if keyword in _STRINGS:
        if not isinstance(value, str):
            return f"`{keyword}` must be a string"
        return None if tuples or keyword not in _FORMS else _misnamed(keyword, value)
    if keyword in _BOOLEANS:
        return None if isinstance(value, bool) else f"`{keyword}` must be true or false"
    if keyword in _NUMBERS:
        since = " since draft 6" if isinstance(value, bool) and keyword.startswith("exclusive") else ""
        return None if is_number(value) else f"`{keyword}` must be a number{since}"
    if keyword == "multipleOf":
        return None if is_number(value) and value > 0 else "`multipleOf` must be a number above 0"
    if keyword in _COUNTS:
        return None if is_count(value) else f"`{keyword}` must be a whole number from 0"
    if keyword in _SCHEMAS or (keyword == "items" and not tuples) or (keyword == "additionalItems" and tuples):
        if keyword == "items" and isinstance(value, list):
            return "`items` must be one schema; a list of them is `prefixItems` since 2020-12"
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


_FORMS: Final = {
    "$anchor": (r"[A-Za-z_][-A-Za-z0-9._]*", "a name of letters, digits, `-`, `_` and `.`"),
    "$dynamicAnchor": (r"[A-Za-z_][-A-Za-z0-9._]*", "a name of letters, digits, `-`, `_` and `.`"),
    "$id": (r"[^#]*#?", "an address without a fragment"),
}
"""The strings whose form the metaschema of 2020-12 demands by pattern."""


@cache
def _form(keyword: str) -> re.Pattern[str]:
    return re.compile(_FORMS[keyword][0])


def _misnamed(keyword: str, value: str) -> str | None:
    return None if _form(keyword).fullmatch(value) else f"`{keyword}` must be {_FORMS[keyword][1]}"


def _members(keyword: str, members: Mapping[str, Json], at: Pointer) -> Iterator[tuple[Pointer, str]]:
    """The members of a map that are not what the map holds."""
    for name, value in members.items():
        names = is_name_list(value) and len(set(value)) == len(value)
        if keyword == "$vocabulary":
            if not isinstance(value, bool):
                yield (*at, name), f"`{name}` must be true or false"
        elif keyword == "dependentRequired":
            if not names:
                yield (*at, name), f"`{name}` must be a list of different names"
        elif not is_schema(value) and not (keyword == "dependencies" and names):
            yield (*at, name), f"`{name}` must be a schema: an object, true or false"
