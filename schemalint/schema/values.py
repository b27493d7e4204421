"""What is true of one JSON value by itself: its type, its text in a message. Knows no schema."""

from __future__ import annotations

import json
import math
from typing import Final, TypeGuard

from schemalint.schema.pointer import Json

TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")
"""The types of JSON Schema."""


def is_number(value: Json) -> TypeGuard[float]:
    """Whether a value is a number; true and false are not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_count(value: Json) -> bool:
    """Whether a value is a whole number of at least 0; `2.0` is one (JSON Schema 2020-12, core 4.2.3)."""
    return is_number(value) and value >= 0 and (isinstance(value, int) or value.is_integer())


def has_type(value: Json, name: str) -> bool:
    """Whether a value is of a JSON Schema type; `1.0` is an integer."""
    match name:
        case "integer":
            return is_number(value) and (isinstance(value, int) or (math.isfinite(value) and value.is_integer()))
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


def type_of(value: Json) -> str:
    """The type of a value: `integer` for what is written as one, `number` for `1.0` and `1.5`."""
    if value is None:
        return "null"
    for kind, name in ((bool, "boolean"), (str, "string"), (int, "integer"), (float, "number"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "object"


def type_names(declared: Json) -> list[str]:
    """The names that the value of `type` holds, one or a list of them; what is not a string is left out."""
    names = declared if isinstance(declared, list) else [declared]
    return [name for name in names if isinstance(name, str)]


def shown(value: Json, most: int = 40) -> str:
    """A value as JSON for a message, cut to a length."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):  # a number of more than 4,300 digits; a value that no reader of ours lets through
        return "a value too long to show"
    return text if len(text) <= most else f"{text[: most - 1]}…"
