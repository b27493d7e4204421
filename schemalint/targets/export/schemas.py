"""A schema of the copy, from the root down, as the target takes it: first what says the same otherwise, then what has to go.

Each step is a small function of one schema; here is their order, and what becomes of objects, arrays and of what is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from schemalint.model import Json, Pointer, Target, Tool
from schemalint.schema.keywords import KEYWORDS, changed_below
from schemalint.schema.members import listed, properties, required
from schemalint.schema.values import type_names
from schemalint.targets.export import unions, values
from schemalint.targets.export.work import AT, Schema, Work, annotated, plain, without
from schemalint.targets.removal import removed
from schemalint.targets.tables import Table
from schemalint.targets.traits import TRAITS, Trait
from schemalint.targets.traits.trait import is_object


def root_of(work: Work) -> Schema:
    """The parameters of a tool as a copy to work on: an object, whatever was given."""
    root = work.tool.parameters
    at: Pointer = ("parameters",)
    if isinstance(root, dict) and (key := _wrapped(root)) is not None:
        work.lose_at((*at, key), "root-not-object", f"what is in `{key}` is sent as the parameters")
        root, at = root[key], (*at, key)
    if not isinstance(root, dict):
        if root is not None and root is not True:
            work.lose_at(at, "root-not-object", "parameters that are not an object are left out")
        root = {"type": "object", "properties": {}}
    copy: Schema = annotated(root, at)
    return copy


def _wrapped(root: Mapping[str, Json]) -> str | None:
    """The one member of a root that is not a keyword but holds the schema, as in `{"jsonSchema": {...}}`."""
    [*members] = root.keys() - {"$schema"}
    inner = root[members[0]] if len(members) == 1 and members[0] not in KEYWORDS else None
    return members[0] if isinstance(inner, dict) and inner.get("type") == "object" else None


def fitted(work: Work, schema: Json, *, root: bool = True) -> Json:
    """A schema of the copy as the target accepts it, with all that is below it."""
    if not isinstance(schema, dict):
        return schema
    schema = unions.combined(work, values.spelled_types(schema), root=root)
    schema = values.spelled_types(schema)
    schema = _rooted(work, schema) if root else schema
    for step in (
        values.todays,
        unions.nulls,
        values.enums,
        unions.mixed_enums,
        unions.type_lists,
        values.bounds,
        values.patterns,
    ):
        schema = step(work, schema)
    schema = _array(work, _object(work, schema, root=root))
    schema = changed_below(_without_refused(work, schema, root=root), lambda sub, _: fitted(work, sub, root=False))
    return values.upper_case(schema) if work.upper_types else schema


# ------------------------------------------------------------------------------------------------------------------------ root


def _rooted(work: Work, root: Schema) -> Schema:
    """The root as an object, which arguments always are."""
    declared = root.get("type")
    if declared is None or (isinstance(declared, list) and "object" in declared):
        root = {**root, "type": "object"}
    elif declared != "object":
        work.lose(root, ("type",), "root-not-object", "parameters that are not an object are left out")
        root = {"type": "object", "properties": {}, AT: root[AT]}
    if "properties" not in root and root.get("type") == "object" and work.unwanted("root-without-properties"):
        root = {**root, "properties": {}}
    return root


# -------------------------------------------------------------------------------------------------------------------- objects


def _object(work: Work, schema: Schema, *, root: bool) -> Schema:
    if not isinstance(schema.get("properties", {}), dict):
        return schema
    schema = _with_members(work, schema)
    if not is_object(plain(schema)):
        return schema
    schema = _without_undeclared(work, schema)
    schema = _closed(work, schema, root=root)
    if "properties" in schema and work.unwanted("optional-property"):
        demanded = required(schema)
        members = {
            name: sub if name in demanded or not isinstance(sub, dict) else unions.with_null(work, unions.nulls(work, sub))
            for name, sub in properties(schema).items()
        }
        schema = {**schema, "properties": members, "required": [*demanded, *(name for name in members if name not in demanded)]}
    return schema


def _with_members(work: Work, schema: Schema) -> Schema:
    """The properties as schemas with a type, where the target demands it."""
    if "properties" not in schema:
        return schema
    members: dict[str, Json] = {}
    for name, sub in properties(schema).items():
        at: Pointer = ("properties", name)
        if not isinstance(sub, dict | bool):
            work.lose(schema, at, "property-not-schema", f"`{name}` is left out")
            schema = _unrequired(schema, name)
            continue
        if sub is False and work.unwanted("property-false"):
            if (kept := _forbidden(work, schema, at)) is not None:
                members[name] = kept
            continue
        wanted: Json = {AT: _places(schema, at)} if sub is True and work.unwanted("property-true") else sub
        if isinstance(wanted, dict) and values.is_unknown(wanted.get("type")) and work.refused("type-unknown"):
            work.lose(wanted, ("type",), "type-unknown", f"the type `{wanted['type']}` is left out")
            wanted = without(wanted, "type")
        if values.untyped(wanted) and work.refused("untyped-property"):
            work.lose(wanted, (), "property-true" if sub is True else "untyped-property", _any_as(wanted))
            wanted = {**wanted, "type": values.inferred_type(wanted)}
        members[name] = wanted
    return {**schema, "properties": members}


def _unrequired(schema: Schema, name: str) -> Schema:
    return {**schema, "required": [one for one in required(schema) if one != name]} if name in required(schema) else schema


def _forbidden(work: Work, schema: Schema, at: Pointer) -> Json:
    """What stands for a property that must not be given; None where it can be left out."""
    if work.takes("nested-not"):
        return {"not": {AT: ()}, AT: _places(schema, at)}
    if schema.get("additionalProperties") is False:
        return None
    if not work.refused("property-false"):
        return False
    work.lose(schema, at, "property-false", "the property is left out: that it must not be given")
    return None


def _any_as(schema: Schema) -> str:
    return f"a value of any type is sent as {values.inferred_type(schema)}"


def _places(schema: Schema, steps: Pointer) -> tuple[Pointer, ...]:
    return tuple((*at, *steps) for at in schema[AT])


def _without_undeclared(work: Work, schema: Schema) -> Schema:
    closed = schema.get("additionalProperties") is False
    trait = "required-closed-out" if closed else "required-undeclared"
    if not work.refused(trait) or "$ref" in schema:
        return schema
    names = listed(schema, "required")
    kept = [name for name in names if name in properties(schema)]
    if len(kept) == len(names):
        return schema
    for i, name in enumerate(names):
        if name not in properties(schema):
            work.lose(schema, ("required", i), trait, f"`{name}` is taken out of `required`, as it is declared nowhere")
    rest = without(schema, "required")
    return {**rest, "required": kept} if kept else rest


def _closed(work: Work, schema: Schema, *, root: bool) -> Schema:
    """The object closed, where the target takes closed ones only; without the word, where it does not know it."""
    others = schema.get("additionalProperties")
    if others is False and work.unwanted("additional-properties-false"):
        # Where the word is unknown, as in Gemini's message, an object has the declared members and no others.
        return without(schema, "additionalProperties")
    if "additionalProperties" not in schema and work.unwanted("additional-properties-absent"):
        if not root and not properties(schema):
            work.lose(schema, (), "additional-properties-absent", "an object with free members is closed: it can only be {}")
        return {**schema, "additionalProperties": False}
    if others is not None and others is not False and work.refused("additional-properties-open"):
        what = "members beside the declared ones are not allowed" if properties(schema) else "a map can only be {}"
        rest = without(schema, "additionalProperties")
        if work.unwanted("additional-properties-absent"):
            rest["additionalProperties"] = False
        else:
            what = "what members beside the declared ones are is left out"
        work.lose(schema, ("additionalProperties",), "additional-properties-open", what)
        return rest
    return schema


# --------------------------------------------------------------------------------------------------------------------- arrays


def _array(work: Work, schema: Schema) -> Schema:
    for keyword, trait in (("prefixItems", "prefix-items"), ("items", "items-list")):
        if isinstance(schema.get(keyword), list) and work.refused(trait):
            return _array(work, _without_tuple(work, schema, keyword, trait))
    if isinstance(schema.get("items"), list):
        return schema
    if "array" in type_names(schema.get("type")) and "items" not in schema and "prefixItems" not in schema:
        return _with_items(work, schema, "array-without-items", ())
    items = schema.get("items")
    if items is True:
        return _with_items(work, schema, "items-true", ("items",))
    if isinstance(items, dict) and not plain(items):
        return _with_items(work, schema, "items-empty", ("items",))
    if isinstance(items, dict) and values.untyped(items) and work.refused("items-empty"):
        return {**schema, "items": _typed_items(work, items, "items-empty", schema, ("items",))}
    return schema


def _with_items(work: Work, schema: Schema, trait: str, steps: Pointer) -> Schema:
    """An array whose elements may be anything, said in the way that the target takes."""
    if not work.unwanted(trait):
        return schema
    if trait != "items-empty" and not work.unwanted("items-empty"):
        return {**schema, "items": {AT: _places(schema, steps)}}
    if not work.refused(trait):
        return schema
    return {**schema, "items": _typed_items(work, {AT: _places(schema, steps)}, trait, schema, steps)}


def _typed_items(work: Work, items: Schema, trait: str, schema: Schema, steps: Pointer) -> Schema:
    kind = values.inferred_type(items)
    work.lose(schema, steps, trait, f"elements of any type are sent as {kind}")
    return {**items, "type": kind}


def _without_tuple(work: Work, schema: Schema, keyword: str, trait: str) -> Schema:
    """A tuple as an array whose elements are any of its members."""
    work.lose(schema, (keyword,), trait, "a tuple is sent as a list: which element stands where")
    rest = without(schema, "prefixItems", "items", "additionalItems")
    others = schema.get("items" if keyword == "prefixItems" else "additionalItems")
    arms: list[Json] = [*schema[keyword], *([others] if isinstance(others, dict) else [])]
    return {**rest, "items": unions.one_of_several(arms) if arms else {AT: ()}}


# -------------------------------------------------------------------------------------------------------- what has to go


@lru_cache(maxsize=64)
def _leaving(judge: Table, strict: bool) -> tuple[Trait, ...]:
    """The traits that are taken away where they are found: those that lose the request, and silent ones that do not arrive."""
    work = Work(Tool(""), Target("", ""), judge, strict)
    return tuple(
        trait
        for trait in TRAITS.values()
        if trait.check is not None
        and not trait.stays
        and (work.refused(trait.id) or (trait.silent and work.outcome(trait.id) in ("error", "rewrite")))
    )


def _without_refused(work: Work, schema: Schema, *, root: bool) -> Schema:
    """A schema without the keywords that would lose the request; of an enum only the value that would."""
    kept: Schema = plain(schema)
    for trait in _leaving(work.table, work.strict):
        if trait.check is None or not (trait.roots if root else trait.nested):
            continue
        if not any(word in kept for word in trait.keywords or kept):
            continue
        for steps, _ in list(trait.check(kept)):
            if not steps or steps[0] not in kept:
                continue
            kept = removed(kept, steps)
            if kept.get(steps[0]) == []:
                del kept[steps[0]]
            if not trait.silent:
                value = f"a value of `{steps[0]}`" if isinstance(steps[-1], int) else f"`{steps[-1]}`"
                work.lose(schema, steps, trait.id, f"{value} is left out")
    return {**kept, AT: schema[AT]}
