"""Edits that only widen: whatever fitted the old schema fits the new one by construction, so `diff` must not call it breaking.

For tests/change_campaign.py. Only places where more values mean more accepted are edited: not what is under `not`, `if` or
`oneOf`, nor shared definitions, which may be referred to from there.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

Schema = dict[str, Any]
Edit = Callable[[Schema, random.Random], bool]

UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
NARROWING = (*UPPER, *LOWER, "pattern", "multipleOf", "uniqueItems", "format", "propertyNames", "contains", "not")
ARMS: Sequence[Schema] = (
    {"type": "string"},
    {"type": "null"},
    {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False},
    {"type": "array", "items": {"type": "string"}},
    {"type": "string", "format": "date"},
    {"type": "number", "multipleOf": 0.1},
)


def positive(schema: Schema) -> list[Schema]:
    """The object schemas of which a wider one makes the whole wider, itself first."""
    found, stack = [], [schema]
    while stack:
        one = stack.pop()
        found.append(one)
        conditional = not {"if", "oneOf", "unevaluatedProperties", "unevaluatedItems"}.isdisjoint(one)
        inside = list((one.get("properties") or {}).values()) if isinstance(one.get("properties"), dict) else []
        for key in ("items", "additionalProperties"):
            inside.append(one.get(key))
        for key in ("anyOf", "allOf"):
            inside += one[key] if isinstance(one.get(key), list) else []
        if not conditional and "$ref" not in one:
            stack += [sub for sub in inside if isinstance(sub, dict)]
    return found


def drop(one: Schema, chance: random.Random) -> bool:
    """Leave out a bound. Beside `contains` its counts go too."""
    known = [key for key in NARROWING if key in one]
    if not known:
        return False
    key = chance.choice(known)
    del one[key]
    if key == "contains":
        one.pop("minContains", None)
        one.pop("maxContains", None)
    return True


def loosen(one: Schema, chance: random.Random) -> bool:
    known = [key for key in (*UPPER, *LOWER) if isinstance(one.get(key), int | float) and not isinstance(one[key], bool)]
    if not known:
        return False
    key = chance.choice(known)
    one[key] = (
        one[key] + chance.choice([1, 5, 100]) if key in UPPER else max(0, one[key] - 1) if key[3] in "LIP" else one[key] - 3
    )
    return True


def add_type(one: Schema, chance: random.Random) -> bool:
    kinds = [one["type"]] if isinstance(one.get("type"), str) else list(one.get("type") or [])
    if not kinds:
        return False
    if kinds == ["integer"] and chance.random() < 0.3:
        one["type"] = "number"
        return True
    one["type"] = [*dict.fromkeys([*kinds, chance.choice(["string", "integer", "boolean", "null", "array"])])]
    return True


def more_values(one: Schema, chance: random.Random) -> bool:
    if not isinstance(one.get("enum"), list) or not one["enum"]:
        return False
    if chance.random() < 0.3:
        del one["enum"]
    else:
        one["enum"] = [*one["enum"], f"more_{chance.randint(0, 99)}"]
    return True


def fewer_required(one: Schema, chance: random.Random) -> bool:
    names = one.get("required")
    if not isinstance(names, list) or not names:
        return False
    one["required"] = [name for name in names if name != chance.choice(names)]
    return True


def open_up(one: Schema, chance: random.Random) -> bool:
    if one.get("additionalProperties") is not False:
        return False
    if chance.random() < 0.5:
        del one["additionalProperties"]
    else:
        one["additionalProperties"] = True
    return True


def add_arm(one: Schema, chance: random.Random) -> bool:
    before = dict(one)
    one.clear()
    one["anyOf"] = [before, copy.deepcopy(chance.choice(ARMS))]
    return True


def one_arm(one: Schema, chance: random.Random) -> bool:
    before = dict(one)
    one.clear()
    one["allOf" if chance.random() < 0.5 else "anyOf"] = [before]
    return True


def more_text(one: Schema, chance: random.Random) -> bool:
    one[chance.choice(["description", "title", "$comment"])] = f"Other words, {chance.randint(0, 999)}."
    return True


EDITS: Sequence[tuple[int, Edit]] = (
    (3, drop),
    (3, loosen),
    (3, add_type),
    (3, more_values),
    (3, fewer_required),
    (2, open_up),
    (3, add_arm),
    (1, one_arm),
    (2, more_text),
)
ROOT_EDITS = (fewer_required, open_up, more_text)
"""What may be done to the root, which stays an object."""


def widened(schema: Schema, chance: random.Random) -> Schema:
    """A copy with one to three edits, none of which refuses what was accepted."""
    new: Schema = copy.deepcopy(schema)
    wanted, done = chance.choice([1, 1, 2, 3]), 0
    for _ in range(40):
        if done == wanted:
            break
        one = chance.choice(positive(new))
        (edit,) = chance.choices([edit for _, edit in EDITS], [weight for weight, _ in EDITS])
        if one is not new or edit in ROOT_EDITS:
            done += edit(one, chance)
    return new
