"""Two schemas that must both hold, as one schema; alternatives as one schema, where that says the same.

Works on copies (`work`). Nothing here knows a target; what cannot be said exactly gives None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from schemalint.model import Json
from schemalint.schema.equal import same
from schemalint.schema.keywords import ANNOTATIONS, OF_TYPE, PARTS, having
from schemalint.schema.members import choices, properties, required
from schemalint.schema.values import is_number, type_names
from schemalint.targets.export.work import AT, Schema

_MOST_ARMS: Final = 64
"""Alternatives that are compared with each other, pair by pair."""


def both(outer: Schema, inner: Schema) -> Schema | None:
    """One schema for what two demand together, None where there is no simple one. What one says of the value, such as its
    description, counts before what the other says: it stands beside a reference to say it better (OpenAPI 3.1, 4.8.23).
    """
    if (
        _closes(outer, inner)
        or _closes(inner, outer)
        or any(_entwined(outer.keys() & one, inner.keys() & one) for one in _GROUPS)
    ):
        return None
    merged: Schema = dict(inner)
    for key, value in outer.items():
        if key not in merged:
            merged[key] = value
        elif key is AT:
            merged[AT] = (*value, *merged[AT])
        elif key not in ANNOTATIONS and not same(value, merged[key]) and not str(key).startswith("x-"):
            join = _JOINS.get(key)
            joined = join(value, merged[key]) if join is not None else None
            if joined is None:
                return None
            merged[key] = joined
        else:
            merged[key] = value
    if merged.get("nullable") is True and not (_takes_null(outer) and _takes_null(inner)):
        del merged["nullable"]
    return merged


_GROUPS: Final = (
    PARTS & OF_TYPE["array"],
    frozenset(("contains", "minContains", "maxContains")),
    frozenset(("if", "then", "else")),
)
"""Keywords that change what the others of their schema mean."""


def _entwined(one: AbstractSet[Json], other: AbstractSet[Json]) -> bool:
    return bool(one and other) and not (one == other and len(one) == 1)


def _takes_null(schema: Schema) -> bool:
    return schema.get("nullable") is True or "type" not in schema or "null" in type_names(schema["type"])


def _closes(one: Schema, other: Schema) -> bool:
    """Whether a schema says something of undeclared members, and the other one declares or demands such members."""
    if (
        _is_open(one.get("additionalProperties", True))
        and "patternProperties" not in one
        and "unevaluatedProperties" not in one
    ):
        return False
    return any(name not in properties(one) for name in (*properties(other), *required(other)))


def _types(one: Json, other: Json) -> Json:
    own, others = type_names(one), type_names(other)
    kept = [kind for kind in others if kind in own or (kind == "integer" and "number" in own)]
    kept += [kind for kind in own if kind == "integer" and "number" in others and kind not in kept]
    return None if not kept else kept[0] if len(kept) == 1 else kept


def _schemas(one: Json, other: Json) -> Json:
    if isinstance(one, dict) and isinstance(other, dict):
        return both(one, other)
    return None


def _maps(one: Json, other: Json) -> Json:
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return None
    merged = dict(other)
    for name, sub in one.items():
        merged[name] = sub if name not in merged or same(merged[name], sub) else _schemas(sub, merged[name])
        if merged[name] is None:
            return None
    return merged


def _enums(one: Json, other: Json) -> Json:
    if not (isinstance(one, list) and isinstance(other, list)):
        return None
    return [value for value in other if any(same(value, known) for known in one)] or None


def _least(one: Json, other: Json) -> Json:
    return max(one, other) if is_number(one) and is_number(other) else None


def _most(one: Json, other: Json) -> Json:
    return min(one, other) if is_number(one) and is_number(other) else None


def _openness(one: Json, other: Json) -> Json:
    """The stricter of two, where one of them allows everything."""
    if _is_open(one):
        return other
    return one if _is_open(other) else None


def _is_open(others: Json) -> bool:
    return others is True or (isinstance(others, dict) and others.keys() <= {AT})


def _lists(one: Json, other: Json) -> Json:
    return [*other, *one] if isinstance(one, list) and isinstance(other, list) else None


def _union(one: Json, other: Json) -> Json:
    return list(dict.fromkeys(_lists(one, other) or [])) or None


_JOINS: Final[Mapping[Json, Callable[[Json, Json], Json]]] = {
    "type": _types,
    "properties": _maps,
    "required": _union,
    "enum": _enums,
    "items": _schemas,
    "additionalProperties": _openness,
    "allOf": _lists,
    **dict.fromkeys(having("least") - {"minContains"}, _least),
    **dict.fromkeys(having("most") - {"maxContains"}, _most),
}


# --------------------------------------------------------------------------------------------------------------- alternatives


def exclusive(arms: list[Json]) -> bool:
    """Whether no value fits two of the schemas: their types differ, or something that each demands has other values in each."""
    return len(arms) <= _MOST_ARMS and all(_differ(one, other) for i, one in enumerate(arms) for other in arms[:i])


def _differ(one: Json, other: Json) -> bool:
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return False
    kinds = _kinds(one), _kinds(other)
    if all(kinds) and kinds[0].isdisjoint(kinds[1]):
        return True
    if choices(one) is not None and choices(other) is not None:
        return _told_apart(one, other)
    mine, theirs = properties(one), properties(other)
    shared = mine.keys() & theirs.keys() & set(required(one)) & set(required(other))
    return _are_objects(one, other) and any(_told_apart(mine[name], theirs[name]) for name in shared)


def _are_objects(*schemas: Schema) -> bool:
    return all(_kinds(schema) == {"object"} for schema in schemas)


def _told_apart(one: Json, other: Json) -> bool:
    values = choices(one), choices(other)
    return values[0] is not None and values[1] is not None and not any(same(a, b) for a in values[0] for b in values[1])


def _kinds(schema: Schema) -> set[str]:
    kinds = {kind.lower() for kind in type_names(schema.get("type"))}
    return kinds | {"integer"} if "number" in kinds else kinds
