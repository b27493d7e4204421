"""Whether the keywords of a schema have the form that JSON Schema gives them: our own checks, without a metaschema.

A check against the metaschema costs 2 ms a tool and 9 bare Pythons at import; these cost microseconds. Knows drafts 7, 2019-09
(only where a list of `items` is concerned) and 2020-12, which also judges what names no dialect or one that we do not know:
nothing is fetched. Says nothing of types by unknown names, of patterns and of references: other modules and rules do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from schemalint.schema.keywords import KEYWORDS, SINCE_2019, TABLE, having, is_name_list, is_schema, subschemas
from schemalint.schema.pointer import Json, Pointer
from schemalint.schema.uri import is_reference
from schemalint.schema.values import is_count, is_number

Dialect: TypeAlias = Literal["draft-07", "2019-09", "2020-12"]
DIALECTS: Final[tuple[Dialect, ...]] = get_args(Dialect)
_MAPS: Final = having(forms=("schema-map", "names-map", "mixed-map", "flag-map"))


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
            yield where, "a schema must be an object, true or false"
            continue
        if not isinstance(schema, dict):
            continue
        for keyword, value in schema.items():
            if draft_7 and keyword in SINCE_2019:
                continue
            expected = _expected(keyword, value, tuples=tuples)
            if expected is not None:
                yield (*where, keyword), expected
            elif keyword in _MAPS:
                yield from _members(keyword, value, (*where, keyword))
        # What a dialect does not know is data in it.
        unknown = SINCE_2019 if draft_7 else () if tuples else ("additionalItems",)
        inside = [(steps, sub) for steps, sub in subschemas(schema) if is_schema(sub) and steps[0] not in unknown]
        stack.extend(((*where, *steps), sub) for steps, sub in reversed(inside))


def fits(keyword: str, value: Json) -> bool:
    """Whether a value has the form that a keyword takes."""
    return _expected(keyword, value, tuples=True) is None


def _expected(keyword: str, value: Json, *, tuples: bool) -> str | None:
    """What the value of a keyword must be, or None if it is that. With `tuples`, `items` may be a list of schemas."""
    form = TABLE[keyword].form if keyword in KEYWORDS else "data"
    match form:
        case "text":
            if not isinstance(value, str):
                return f"`{keyword}` must be a string"
            if keyword in _ADDRESSES and not is_reference(value):
                return f"`{keyword}` must be a URI reference, without spaces and brackets"
            return None if tuples or keyword not in _PATTERNS else _misnamed(keyword, value)
        case "flag":
            return None if isinstance(value, bool) else f"`{keyword}` must be true or false"
        case "number":
            since = " since draft 6" if isinstance(value, bool) and keyword.startswith("exclusive") else ""
            return None if is_number(value) else f"`{keyword}` must be a number{since}"
        case "factor":
            return None if is_number(value) and value > 0 else f"`{keyword}` must be a number above 0"
        case "count":
            return None if is_count(value) else f"`{keyword}` must be a whole number from 0"
        case "schema":
            fits = is_schema(value) or (keyword == "additionalItems" and not tuples)
            return None if fits else f"`{keyword}` must be a schema: an object, true or false"
        case "items" if not isinstance(value, list):
            forms = "a schema or a list of schemas" if tuples else "a schema: an object, true or false"
            return None if is_schema(value) else f"`{keyword}` must be {forms}"
        case "items" if not tuples:
            return f"`{keyword}` must be one schema; a list of them is `prefixItems` since 2020-12"
        case "schemas" | "items":
            fits = isinstance(value, list) and bool(value) and all(map(is_schema, value))
            return None if fits else f"`{keyword}` must be a list of at least one schema"
        case "schema-map" | "names-map" | "mixed-map" | "flag-map":
            return None if isinstance(value, dict) else f"`{keyword}` must be an object"
        case "names":
            return None if _are_different_names(value) else f"`{keyword}` must be a list of different names"
        case "type":
            fits = isinstance(value, str) or (bool(value) and _are_different_names(value))
            return None if fits else f"`{keyword}` must be the name of a type, or a list of different ones"
        case "values":
            return None if isinstance(value, list) else f"`{keyword}` must be a list"
        case _:
            return None


def _are_different_names(value: Json) -> bool:
    return is_name_list(value) and len(set(value)) == len(value)


_ADDRESSES: Final = ("$id", "$ref", "$schema")
"""The strings whose form the metaschema gives as `uri-reference` or `uri`; validators that check formats refuse others."""
_PATTERNS: Final = {
    "$anchor": (r"[A-Za-z_][-A-Za-z0-9._]*", "a name of letters, digits, `-`, `_` and `.`"),
    "$dynamicAnchor": (r"[A-Za-z_][-A-Za-z0-9._]*", "a name of letters, digits, `-`, `_` and `.`"),
    "$id": (r"[^#]*#?", "an address without a fragment"),
}
"""The strings whose form the metaschema of 2020-12 demands by pattern."""


@cache
def _form(keyword: str) -> re.Pattern[str]:
    return re.compile(_PATTERNS[keyword][0])


def _misnamed(keyword: str, value: str) -> str | None:
    return None if _form(keyword).fullmatch(value) else f"`{keyword}` must be {_PATTERNS[keyword][1]}"


def _members(keyword: str, members: Mapping[str, Json], at: Pointer) -> Iterator[tuple[Pointer, str]]:
    """The members of a map that are not what the map holds."""
    form = TABLE[keyword].form
    for name, value in members.items():
        if form == "flag-map":
            fits, expected = isinstance(value, bool), "true or false"
        elif form == "names-map":
            fits, expected = _are_different_names(value), "a list of different names"
        else:
            fits = is_schema(value) or (form == "mixed-map" and _are_different_names(value))
            expected = "a schema: an object, true or false"
        if not fits:
            yield (*at, name), f"`{name}` must be {expected}"
