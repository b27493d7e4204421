"""Places: pointers into a value, and what stands at each keyword of a JSON Schema.

Knows which keys of a schema hold schemas, which hold names and which hold data (canonical form, version 1), so that a
parameter *called* `required` is never taken for the keyword. Knows no tool. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias, cast

Json: TypeAlias = Any
"""A parsed JSON value: dict with string keys, list, str, int, float, bool or None."""

Pointer: TypeAlias = tuple[str | int, ...]
"""A place inside a value: the keys and list indexes that lead to it. The only notion of place inside the program."""

MAX_DEPTH: Final = 128
"""Levels of nesting that are read, walked or written; deeper input is refused with a message, never a RecursionError."""


class TooDeep(ValueError):
    """A value is nested deeper than `MAX_DEPTH`. The message says so in words fit for a user."""


# ---------------------------------------------------------------------------------------------------------------- pointers


def pointer_text(at: Pointer) -> str:
    """The RFC 6901 text of a pointer: `("a/b", 0)` is `/a~1b/0`, the whole document is the empty string."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in at)


def parse_pointer(text: str, document: Json) -> Pointer | None:
    """The pointer that an RFC 6901 text names in `document`, or None where it names nothing there."""
    if text == "":
        return ()
    if not text.startswith("/"):
        return None
    at: list[str | int] = []
    value = document
    for part in text[1:].split("/"):
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            at.append(key)
            value = value[key]
        elif isinstance(value, list) and key.isascii() and key.isdigit() and key == str(int(key)) and int(key) < len(value):
            at.append(int(key))
            value = value[int(key)]
        else:
            return None
    return tuple(at)


def value_at(document: Json, at: Pointer, default: Json = None) -> Json:
    """The value that stands at a place, or `default` where there is none."""
    for part in at:
        known = document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
        if part not in known:
            return default
        document = cast("Json", document)[part]
    return document


# ---------------------------------------------------------------------------------------------------------- kinds of place

Kind: TypeAlias = Literal["schema", "schemas", "map", "names", "set", "data"]
"""What stands at a keyword: a schema; a list of schemas; a map from author's names to schemas or name lists; a set; data."""

_ONE_SCHEMA: Final = frozenset(
    "additionalItems additionalProperties contains contentSchema else if items not propertyNames then"
    " unevaluatedItems unevaluatedProperties".split()
)
_SCHEMA_LIST: Final = frozenset("allOf anyOf items oneOf prefixItems".split())
_NAME_MAP: Final = frozenset(
    "$defs definitions dependencies dependentRequired dependentSchemas patternProperties properties".split()
)
CONSTRAINTS: Final = frozenset("contains dependencies dependentSchemas else if not propertyNames then".split())
"""Keywords below which `properties` restate parameters that are declared elsewhere; they name no parameter of their own."""


def is_schema(value: Json) -> bool:
    """Whether a value can stand where a schema is expected: an object or a boolean (JSON Schema 2020-12, core 4.3)."""
    return isinstance(value, (dict, bool))  # a tuple: `dict | bool` would be built anew at each of many calls


def is_name_list(value: Json) -> bool:
    if not isinstance(value, list):
        return False
    # A list, not a generator: this is asked at every schema, and the names are few.
    return all([isinstance(name, str) for name in value])  # noqa: C419


def kind_of(keyword: str, value: Json) -> Kind:
    """What kind of place a keyword's value is. A value of the wrong type for its keyword is data, like an unknown keyword's."""
    if keyword in _ONE_SCHEMA and is_schema(value):
        return "schema"
    if keyword in _SCHEMA_LIST and isinstance(value, list):
        return "schemas"
    if keyword in _NAME_MAP and isinstance(value, dict):
        return "map"
    if keyword in ("required", "type") and is_name_list(value):
        return "set"
    return "data"


def kind_in_map(keyword: str, value: Json) -> Kind:
    """What kind of place a member of the name map at `keyword` is."""
    if is_schema(value) and keyword != "dependentRequired":
        return "schema"
    if keyword in ("dependentRequired", "dependencies") and is_name_list(value):
        return "set"
    return "data"


def subschemas(schema: Mapping[str, Json]) -> Iterator[tuple[Pointer, Json]]:
    """Every schema directly inside one schema, with the steps that lead to it, in the order of the text.

    A member of `properties` is yielded whatever its value is: it is a parameter even when its schema is broken.
    """
    for keyword, value in schema.items():
        match kind_of(keyword, value):
            case "schema":
                yield (keyword,), value
            case "schemas":
                yield from (((keyword, i), sub) for i, sub in enumerate(value) if is_schema(sub))
            case "map":
                for name, sub in value.items():
                    if keyword == "properties" or kind_in_map(keyword, sub) == "schema":
                        yield (keyword, name), sub
            case _:
                pass
