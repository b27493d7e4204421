"""Spellings of null, of several types and of combined schemas, from one into another that the target takes."""

from __future__ import annotations

from typing import Final

from schemalint.model import Json
from schemalint.schema.equal import same
from schemalint.schema.keywords import ANNOTATIONS, OF_TYPE, having
from schemalint.schema.members import choices, properties, required
from schemalint.schema.values import TYPES, type_names, type_of
from schemalint.targets.export.combine import both, exclusive
from schemalint.targets.export.work import AT, Schema, Work, stripped, without

_COMBINES: Final = having("refer", "combine", "test", of="any")
"""Keywords that may refuse a value of any type."""
_ALL_KEYWORDS: Final = frozenset().union(*OF_TYPE.values())


def _null() -> Schema:
    return {"type": "null", AT: ()}


def is_null(schema: Json) -> bool:
    return isinstance(schema, dict) and (schema.get("type") in ("null", "NULL", ["null"]) or choices(schema) == [None])


# ------------------------------------------------------------------------------------------------------------------------ null


def nulls(work: Work, schema: Schema) -> Schema:
    """Null in the target's spelling: in `type`, as an alternative, or by `nullable`."""
    if "nullable" in schema and work.unwanted("nullable"):
        rest = without(schema, "nullable")
        return with_null(work, rest) if schema["nullable"] is True else rest
    if not (work.unwanted("type-list-null") and work.takes("nullable")):
        return schema
    kinds = type_names(schema.get("type"))
    if isinstance(schema.get("type"), list) and "null" in kinds:
        kept = [kind for kind in kinds if kind != "null"]
        if kept:
            return _nullable({**schema, "type": kept[0] if len(kept) == 1 else kept})
    for keyword in ("anyOf", "oneOf"):
        arms = schema.get(keyword)
        if isinstance(arms, list) and any(map(is_null, arms)):
            kept_arms = [arm for arm in arms if not is_null(arm)]
            rest = without(schema, keyword)
            # Null is an alternative only where nothing beside the alternatives rules it out.
            said = _nullable if not kinds and not (rest.keys() & _COMBINES) and choices(rest) is None else dict
            if len(kept_arms) == 1 and isinstance(kept_arms[0], dict) and (merged := both(rest, kept_arms[0])) is not None:
                return said(merged)
            if kept_arms:
                return said({**rest, keyword: kept_arms})
    return schema


def _nullable(schema: Schema) -> Schema:
    values = schema.get("enum")
    if isinstance(values, list) and None in values and len(values) > 1:
        schema = {**schema, "enum": [value for value in values if value is not None]}
    return {**schema, "nullable": True}


def with_null(work: Work, schema: Schema) -> Schema:
    """A schema that takes null beside what it took."""
    if takes_null(schema):
        return schema
    kinds = type_names(schema.get("type"))
    values = choices(schema)
    combines = schema.keys() & _COMBINES
    if kinds and work.takes("type-list-null") and not combines:
        listed: Schema = without(schema, "const")
        if values is not None:
            listed["enum"] = [*values, None]
        return {**listed, "type": [*kinds, "null"]}
    for keyword in ("anyOf", "oneOf"):
        if isinstance(schema.get(keyword), list) and not kinds and values is None and combines == {keyword}:
            return {**schema, keyword: [*schema[keyword], _null()]}
    said = {key: value for key, value in schema.items() if key in ANNOTATIONS}
    arm = {key: value for key, value in schema.items() if key not in ANNOTATIONS}
    return {**said, AT: schema[AT], "anyOf": [arm, _null()]}


def takes_null(schema: Schema) -> bool:
    """Whether null fits a schema already: it names the type, or demands nothing."""
    values = choices(schema)
    if values is not None and None not in values:
        return False
    if "null" in type_names(schema.get("type")) or schema.get("nullable") is True:
        return True
    [*combines] = schema.keys() & _COMBINES
    if len(combines) == 1 and combines[0] in ("anyOf", "oneOf") and isinstance(schema[combines[0]], list):
        return "type" not in schema and any(map(is_null, schema[combines[0]]))
    return not (schema.keys() - {AT} - ANNOTATIONS - _ALL_KEYWORDS)


# --------------------------------------------------------------------------------------------------------------- several types


def type_lists(work: Work, schema: Schema) -> Schema:
    """A list of types as alternatives with one type each, where the target takes no lists."""
    declared = schema.get("type")
    if not isinstance(declared, list):
        return schema
    kinds = type_names(declared)
    if len(kinds) == 1 and len(declared) == 1 and work.unwanted("type-list", "type-list-null"):
        return {**schema, "type": kinds[0]}
    trait = "type-list-null" if "null" in kinds else "type-list"
    if len(kinds) < 2 or not work.unwanted(trait):
        return schema
    if "anyOf" in schema and work.refused(trait):
        work.lose(schema, ("type",), trait, "the types beside `anyOf` are left out")
        return without(schema, "type")
    return by_type(schema, kinds)


def mixed_enums(work: Work, schema: Schema) -> Schema:
    """An enum of several types as alternatives with one type each, where the target wants enums of one."""
    values = schema.get("enum")
    if not isinstance(values, list) or not work.unwanted("enum-mixed"):
        return schema
    kinds = list(dict.fromkeys(_declared_kind(type_of(value), schema) for value in values))
    if len(kinds) == 1 and kinds[0] == "boolean" and len(values) == 2:
        return {**without(schema, "enum"), "type": "boolean"}
    return by_type(schema, kinds) if len(kinds) > 1 else schema


def _declared_kind(kind: str, schema: Schema) -> str:
    return "number" if kind == "integer" and "number" in type_names(schema.get("type")) else kind


def by_type(schema: Schema, kinds: list[str]) -> Schema:
    """One alternative for each type, with the keywords that look at that type; what is said of the value stays outside."""
    outside = {
        key: value
        for key, value in schema.items()
        if key not in ("type", "enum", "const") and (key is AT or key in ANNOTATIONS or key not in _ALL_KEYWORDS)
    }
    if "anyOf" in outside:
        return schema
    values = choices(schema)
    arms: list[Json] = []
    for kind in kinds:
        words = OF_TYPE.get("number" if kind == "integer" else kind, frozenset())
        arm: Schema = {"type": kind, **{key: value for key, value in schema.items() if key in words}, AT: schema[AT]}
        if values is not None:
            own = [value for value in values if _is_of(value, kind)]
            if not own:
                continue
            arm["enum"] = own
            if kind == "null" or (kind == "boolean" and len(own) == 2):
                del arm["enum"]
        arms.append(arm)
    return {**outside, "anyOf": arms}


def _is_of(value: Json, kind: str) -> bool:
    found = type_of(value)
    return found == kind or (kind == "number" and found == "integer")


# -------------------------------------------------------------------------------------------------------- combined schemas


def combined(work: Work, schema: Schema, *, root: bool) -> Schema:
    """`allOf`, `oneOf` and `anyOf` in forms that the target takes; at the root it may take none."""
    return _any_of(work, _one_of(work, _all_of(work, schema, root=root), root=root), root=root)


def _all_of(work: Work, schema: Schema, *, root: bool) -> Schema:
    members = schema.get("allOf")
    if not isinstance(members, list):
        return schema
    traits = ["root-combinator"] if root else ["nested-all-of" if len(members) > 1 else "nested-all-of-single"]
    closed = sum(isinstance(one, dict) and one.get("additionalProperties") is False for one in members) > 1
    traits += ["all-of-closed"] if closed else []
    if not work.unwanted(*traits):
        return schema
    merged: Schema | None = without(schema, "allOf")
    for member in members:
        if member is True or not isinstance(member, (dict, bool)):
            continue
        merged = both(merged, combined_below(work, member)) if merged is not None and isinstance(member, dict) else None
    if merged is not None:
        return merged
    trait = next((one for one in traits if work.refused(one)), None)
    if trait is None:
        return schema
    work.lose(schema, ("allOf",), trait, "the members of `allOf` are laid over one another, and the last one counts")
    laid: Schema = {}
    places = schema[AT]
    for member in members:
        if isinstance(member, dict):
            laid.update(member)
            places = (*places, *member[AT])
    return {**laid, **without(schema, "allOf"), AT: places}


def combined_below(work: Work, member: Schema) -> Schema:
    """A member of `allOf` with its own `allOf` merged first."""
    return _all_of(work, member, root=False) if "allOf" in member else member


def _one_of(work: Work, schema: Schema, *, root: bool) -> Schema:
    arms = schema.get("oneOf")
    if not isinstance(arms, list) or not work.unwanted("root-combinator" if root else "nested-one-of"):
        return schema
    rest = without(schema, "oneOf")
    if len(arms) == 1 and isinstance(arms[0], dict) and (merged := both(rest, arms[0])) is not None:
        return merged
    if root or "anyOf" in schema:
        return schema
    if not exclusive(arms):
        what = "`oneOf` is sent as `anyOf`, so that a value may fit several alternatives"
        if not work.refused("nested-one-of"):
            return schema
        work.lose(schema, ("oneOf",), "nested-one-of", what)
    return {**rest, "anyOf": arms}


def _any_of(work: Work, schema: Schema, *, root: bool) -> Schema:
    if root:
        for keyword in ("anyOf", "oneOf"):
            if isinstance(schema.get(keyword), list) and work.unwanted("root-combinator"):
                schema = _alternatives_at_root(work, schema, keyword)
        return schema
    arms = schema.get("anyOf")
    if isinstance(arms, list) and work.refused("nested-any-of"):
        return _first_choice(work, schema)
    if isinstance(arms, list) and "type" in schema and work.unwanted("any-of-beside-type"):
        rest = without(schema, "anyOf", "type")
        typed: list[Json] = [
            both(arm, {"type": schema["type"], AT: schema[AT]}) if isinstance(arm, dict) and "$ref" not in arm else None
            for arm in arms
        ]
        if all(arm is not None for arm in typed):
            return {**rest, "anyOf": typed}
        if work.refused("any-of-beside-type"):
            work.lose(schema, ("type",), "any-of-beside-type", "the type beside `anyOf` is left out")
            return {**rest, "anyOf": arms}
    return schema


def _first_choice(work: Work, schema: Schema) -> Schema:
    """Alternatives where the target knows none: the only one beside null, or what all of them share."""
    arms = [arm for arm in schema["anyOf"] if isinstance(arm, dict) and not is_null(arm)]
    rest = without(schema, "anyOf")
    if len(arms) == 1 and (merged := both(rest, arms[0])) is not None:
        work.lose(schema, ("anyOf",), "nested-any-of", "that it may be null is left out")
        return merged
    work.lose(schema, ("anyOf",), "nested-any-of", "`anyOf` is left out: which values are allowed")
    kinds = {str(arm.get("type")) for arm in arms}
    return {**rest, "type": kinds.pop()} if len(kinds) == 1 and "type" not in rest and arms[0].get("type") in TYPES else rest


def _alternatives_at_root(work: Work, schema: Schema, keyword: str) -> Schema:
    """The parameters of all alternatives together, required where all of them require them: wider than what was said."""
    arms = [arm for arm in schema[keyword] if isinstance(arm, dict)]
    rest = without(schema, keyword)
    if len(arms) == 1 == len(schema[keyword]) and (merged := both(rest, arms[0])) is not None:
        return merged
    if not work.refused("root-combinator"):
        return schema
    work.lose(schema, (keyword,), "root-combinator", f"`{keyword}` at the root is left out: which parameters go together")
    declared = dict(properties(rest))
    added: dict[str, list[Json]] = {}
    for arm in arms:
        for name, sub in properties(arm).items():
            if name not in declared:
                added.setdefault(name, []).append(sub)
    declared.update({name: one_of_several(subs) for name, subs in added.items()})
    demanded = [frozenset(required(arm)) for arm in arms]
    always = frozenset.intersection(*demanded) if demanded else frozenset()
    names = [*required(rest), *sorted(always.difference(required(rest)))]
    wide: Schema = {**rest, "properties": declared}
    return {**wide, "required": names} if names else wide


def one_of_several(subs: list[Json]) -> Json:
    """What any of several schemas takes; those that say the same count once."""
    told = [stripped(sub, (), {}) for sub in subs]
    subs = [sub for i, sub in enumerate(subs) if not any(same(told[i], known) for known in told[:i])]
    if len(subs) == 1:
        return subs[0]
    values = [choices(sub) for sub in subs]
    if all(isinstance(sub, dict) and sub.get("type") == subs[0].get("type") for sub in subs) and None not in values:
        merged = without(subs[0], "const")
        flat: list[Json] = [value for own in values for value in own or ()]
        return {**merged, "enum": list(dict.fromkeys(flat)) if all(isinstance(one, str) for one in flat) else flat}
    return {"anyOf": subs, AT: ()}
