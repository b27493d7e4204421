"""A schema of ours and a value -> everything that is wrong with the value.

Knows the words that `spec`, `subset` and `hints` write, and no other. Nothing is converted and no default filled in: "1" is no
number and 1.5 no integer; 2.0 is one, as JSON has one kind of number. NaN, infinities and -0.0 are refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final

from schemalint.agent.json_values import Trail, Walk, argument_place, described, is_negative_zero, is_whole, losses, run, steps
from schemalint.judge import out_of_bounds
from schemalint.model import Json, Pointer
from schemalint.schema.equal import same

Found = list[tuple[Trail, str]]

TYPES: Final = {
    "string": "a string",
    "number": "a number",
    "integer": "an integer",
    "boolean": "a boolean",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
_LISTED: Final = 20
"""Values of an enum that a message lists at most."""


def faults(schema: Json, value: object, *, root: str = "arguments") -> list[str]:
    """All that is wrong with a value, one text each, with places such as `config.host`; `root` stands for the value itself.

    Of an object first what is missing, then its members in the order of the schema, then what is not declared. A union must
    fit exactly one of its branches. Errors: `ValueError` for a schema with a type that there is not.
    """
    found: Found = []
    run(_check(schema, value, None, found))
    lost = losses(value)
    if lost:
        known = [steps(at) for at, _ in found]
        found.extend((at, loss) for at, loss in lost if not _is_known(steps(at), known))
    return [f"{argument_place(root, at)} {fault}" for at, fault in found]


def fits(schema: Json, value: object) -> bool:
    """Whether nothing is wrong with a value."""
    return not faults(schema, value)


def _is_known(at: Pointer, known: Sequence[Pointer]) -> bool:
    return any(at[: len(place)] == place for place in known)


def _check(schema: Json, value: object, at: Trail, found: Found) -> Walk:
    if "oneOf" in schema:
        yield from _check_union(schema["oneOf"], value, at, found)
        return
    kind = schema.get("type")
    if kind is None:
        return  # any JSON, which is looked at in the end
    if kind not in TYPES:
        raise ValueError(f"the schema names a type that there is not: {kind!r}")
    fault = type_fault(kind, value) or _choice_fault(schema, value) or out_of_bounds(value, schema)
    if fault is not None:
        found.append((at, fault))
    elif isinstance(value, dict):
        yield from _check_object(schema, value, at, found)
    elif isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield _check(schema["items"], item, (at, index), found)


def _check_union(branches: list[Json], value: object, at: Trail, found: Found) -> Walk:
    fitting = 0
    for branch in branches:
        inside: Found = []
        yield _check(branch, value, at, inside)
        fitting += not inside
    if fitting != 1:
        forms = " or ".join(dict.fromkeys(map(_form, branches)))
        count = f"{described(value)} that fits {fitting or 'none'} of the {len(branches)} forms"
        found.append((at, f"must be exactly one of {forms}, not {count}"))


def _check_object(schema: Json, value: dict[str, object], at: Trail, found: Found) -> Walk:
    declared = schema.get("properties", {})
    found.extend(((at, name), "is required, and missing") for name in schema.get("required", ()) if name not in value)
    for name, member in declared.items():
        if name in value:
            yield _check(member, value[name], (at, name), found)
    others = schema.get("additionalProperties", True)
    for name in value:
        if name in declared or others is True or not isinstance(name, str):
            continue
        if others is False:
            found.append(((at, name), f"is not declared; {_names(declared)}"))
        else:
            yield _check(others, value[name], (at, name), found)


def _names(declared: dict[str, Json]) -> str:
    return f"declared are {', '.join(declared)}" if declared else "nothing is"


def type_fault(kind: str, value: object) -> str | None:
    """What is wrong with a value as one of a type of JSON Schema; None where it is one."""
    if kind in ("number", "integer") and isinstance(value, float):
        if not math.isfinite(value) or is_negative_zero(value):
            return f"must be {TYPES[kind]} that JSON can carry, not {value}"
        return None if kind == "number" or is_whole(value) else f"must be a whole number, not {value}"
    return None if _is_a(kind, value) else f"must be {TYPES[kind]}, not {described(value)}"


def _is_a(kind: str, value: object) -> bool:
    if kind == "null":
        return value is None
    if kind == "boolean":
        return isinstance(value, bool)
    if kind in ("number", "integer"):
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, {"string": str, "array": list, "object": dict}[kind])


def _choice_fault(schema: Json, value: object) -> str | None:
    if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
        return f"must be one of {listed(schema['enum'])}, not {_shown(value)}"
    if "const" in schema and not same(value, schema["const"]):
        return f"must be {_shown(schema['const'])}, not {_shown(value)}"
    return None


def listed(values: Sequence[Json]) -> str:
    """The values of an enum as a message lists them."""
    more = f" and {len(values) - _LISTED} more" if len(values) > _LISTED else ""
    return ", ".join(map(_shown, values[:_LISTED])) + more


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _form(branch: Json) -> str:
    if "enum" in branch:
        return listed(branch["enum"])
    return TYPES.get(branch.get("type"), "a value of a union" if "oneOf" in branch else "any value")
