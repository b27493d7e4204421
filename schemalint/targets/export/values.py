"""Spellings of what limits a single value: types, enums, bounds, patterns; older drafts of them into the one of today."""

from __future__ import annotations

import math
import re
from typing import Final

from schemalint.model import Json
from schemalint.pattern import pattern
from schemalint.schema.equal import same
from schemalint.schema.keywords import ELSEWHERE, OF_TYPE, VALUES
from schemalint.schema.values import TYPES, has_type, type_names, type_of
from schemalint.targets.export.unions import by_type
from schemalint.targets.export.work import Schema, Work, without

_ALIASES: Final = {
    "dict": "object",
    "float": "number",
    "int": "integer",
    "str": "string",
    "bool": "boolean",
    "list": "array",
    "tuple": "array",
}
"""Types as Python spells them, which dumps of tools and BFCL have."""


def spelled_types(schema: Schema) -> Schema:
    """Types in the spelling of JSON Schema; `any` demands nothing."""
    declared = schema.get("type")
    if isinstance(declared, str):
        if declared == "any":
            return without(schema, "type")
        spelled = _spelled(declared)
        return {**schema, "type": spelled} if spelled != declared else schema
    if isinstance(declared, list):
        names = [_spelled(one) if isinstance(one, str) else one for one in declared]
        return {**schema, "type": names} if names != declared else schema
    return schema


def _spelled(declared: str) -> str:
    lower = declared.lower()
    return lower if lower in TYPES else _ALIASES.get(declared, declared)


def is_alias(declared: Json) -> bool:
    """Whether a type is one of JSON Schema in another spelling."""
    return isinstance(declared, str) and (declared == "any" or declared.lower() in TYPES or declared in _ALIASES)


def is_unknown(declared: Json) -> bool:
    """Whether a type is one that no dialect and no alias knows."""
    return isinstance(declared, str) and not is_alias(declared)


def upper_case(schema: Schema) -> Schema:
    """Types as Gemini's documents spell them: `STRING`."""
    declared = schema.get("type")
    return {**schema, "type": declared.upper()} if isinstance(declared, str) and declared in TYPES else schema


def todays(work: Work, schema: Schema) -> Schema:
    """What drafts 4 to 7 wrote otherwise, and what says nothing, where the target does not take it."""
    changed: Schema = dict(schema)
    if changed.get("properties") == []:
        changed["properties"] = {}  # how PHP writes an empty map
    if "required" in changed and (changed["required"] is None or (changed["required"] == [] and not changed.get("properties"))):
        del changed["required"]  # some refuse an empty list, and nobody needs one
    for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if not isinstance(changed.get(exclusive), bool) or not work.unwanted("exclusive-boolean"):
            continue
        if changed.pop(exclusive) and bound in changed:
            changed[exclusive] = changed.pop(bound)
    tuple_taken = "prefixItems" not in changed and not work.refused("prefix-items")
    if isinstance(changed.get("items"), list) and work.unwanted("items-list") and tuple_taken:
        changed["prefixItems"] = changed.pop("items")
        if "additionalItems" in changed:
            changed["items"] = changed.pop("additionalItems")
    for keyword, nothing, trait in _NOTHING:
        if keyword in changed and same(changed[keyword], nothing) and work.unwanted(trait):
            del changed[keyword]
    if "additionalItems" in changed and not isinstance(changed.get("items"), list) and work.unwanted("additional-items"):
        del changed["additionalItems"]
    return changed


_NOTHING: Final = (
    ("minItems", 0, "array-length-one"),
    ("minLength", 0, "string-length"),
    ("minProperties", 0, "min-properties"),
    ("uniqueItems", False, "unique-items"),
    ("unevaluatedItems", True, "unevaluated"),
    ("unevaluatedProperties", True, "unevaluated"),
)
"""Keywords with a value that demands nothing, and the trait of their presence."""


# ----------------------------------------------------------------------------------------------------------------------- enums


def enums(work: Work, schema: Schema) -> Schema:
    """`const` and `enum` in a form that the target takes."""
    if "const" in schema and work.unwanted("const"):
        kept = without(schema, "const")
        schema = {**kept, "enum": [schema["const"]]}
    values = schema.get("enum")
    if not isinstance(values, list) and "const" not in schema:
        return schema
    listed: list[Json] = values if isinstance(values, list) else [schema["const"]]
    if isinstance(values, list) and work.unwanted("enum-against-type"):
        schema, listed = _of_own_type(work, schema, listed)
        if "enum" not in schema:
            return schema
    if "type" not in schema and listed and work.unwanted("untyped-enum") and ELSEWHERE.isdisjoint(schema):
        kinds = list(dict.fromkeys(map(type_of, listed)))
        kinds = ["number"] if set(kinds) == {"integer", "number"} else kinds
        if len(kinds) == 1:
            schema = {**schema, "type": kinds[0]}
        else:
            return by_type(schema, kinds)
    if not work.refused("enum-not-strings") or all(isinstance(value, str) for value in listed):
        return schema
    return _as_bounds(schema, listed) or schema


def _of_own_type(work: Work, schema: Schema, values: list[Json]) -> tuple[Schema, list[Json]]:
    """An enum without the values that its type excludes: no value fits them, so nothing is lost while one is left."""
    kinds = type_names(schema.get("type"))
    kept = [value for value in values if any(has_type(value, kind) for kind in kinds)]
    if not kinds or not set(kinds) <= set(TYPES) or len(kept) == len(values):
        return schema, values
    if kept:
        return {**schema, "enum": kept}, kept
    work.lose(schema, ("enum",), "enum-against-type", "no value of the enum is of the type, so the enum is left out")
    return without(schema, "enum"), kept


def _as_bounds(schema: Schema, values: list[Json]) -> Schema | None:
    """What values that are no strings demand, said without an enum; None where only an enum says it."""
    rest = without(schema, "enum", "const")
    if (
        all(type_of(value) == "boolean" for value in values)
        and len(values) == 2
        and type_names(schema.get("type")) == ["boolean"]
    ):
        return rest
    whole = sorted({value for value in values if type_of(value) == "integer"})
    if len(whole) != len(values) or type_names(schema.get("type")) not in (["integer"], ["number"]):
        return None
    if whole[-1] - whole[0] != len(whole) - 1 or (len(whole) > 1 and type_names(schema.get("type")) == ["number"]):
        return None
    least, most = rest.get("minimum", whole[0]), rest.get("maximum", whole[-1])
    return {**rest, "minimum": max(whole[0], least), "maximum": min(whole[-1], most)}


# ------------------------------------------------------------------------------------------------------------ bounds, patterns


def bounds(work: Work, schema: Schema) -> Schema:
    """Exclusive bounds as inclusive ones, where the target takes those alone; exact for whole numbers."""
    if not work.unwanted("exclusive-bounds") or work.unwanted("numeric-bounds"):
        return schema
    changed: Schema = dict(schema)
    for exclusive, bound, step in (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)):
        value = changed.get(exclusive)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        nearest: int | float = value
        if type_names(schema.get("type")) == ["integer"]:
            nearest = math.floor(value) + 1 if step > 0 else math.ceil(value) - 1
        elif work.refused("exclusive-bounds"):
            work.lose(schema, (exclusive,), "exclusive-bounds", f"`{exclusive}` is sent as `{bound}`, which takes {value} too")
        else:
            continue
        del changed[exclusive]
        other = changed.get(bound)
        numbers = [nearest, other] if isinstance(other, int | float) and not isinstance(other, bool) else [nearest]
        changed[bound] = max(numbers) if step > 0 else min(numbers)
    return changed


def patterns(work: Work, schema: Schema) -> Schema:
    r"""Patterns without `\d` and `\w`, where the target does not know those."""
    pattern = schema.get("pattern")
    if not isinstance(pattern, str) or not work.unwanted("pattern-class-escape"):
        return schema
    return {**schema, "pattern": without_class_escapes(pattern)}


_pieces = pattern(r"(?s)\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.")


_CLASSES: Final = {r"\d": "0-9", r"\w": "A-Za-z0-9_"}


def without_class_escapes(pattern: str) -> str:
    r"""The pattern with `\d`, `\w`, `\D` and `\W` as what ECMA-262 says they are; those that a class cannot hold stay."""

    def spelled(piece: str) -> str:
        if piece.lower() in _CLASSES:
            return f"[{'^' if piece[1].isupper() else ''}{_CLASSES[piece.lower()]}]"
        if piece.startswith("["):
            return re.sub(r"\\.", lambda found: _CLASSES.get(found[0], found[0]), piece, flags=re.S)
        return piece

    return "".join(map(spelled, _pieces().findall(pattern)))


def inferred_type(schema: Schema) -> str:
    """The type that the keywords of an untyped schema speak of; string where they speak of none."""
    return next((kind for kind, words in OF_TYPE.items() if schema.keys() & words), "string")


def untyped(sub: Json) -> bool:
    """Whether a schema says no type, neither itself nor through what it combines."""
    return isinstance(sub, dict) and "type" not in sub and (ELSEWHERE | VALUES).isdisjoint(sub)
