"""Traits of combinations of schemas, below the root unless they say otherwise."""

from __future__ import annotations

from typing import Final

from schemalint.model import Json
from schemalint.schema.members import listed
from schemalint.targets.traits.trait import Found, Schema, Trait, at_keyword, is_object, keyword

_ONE: Final = "write one schema that takes all of them"


def _with_ref(members: Json) -> bool:
    return isinstance(members, list) and any(isinstance(member, dict) and "$ref" in member for member in members)


def _closed(schema: Schema) -> Found:
    closed = [
        member
        for member in listed(schema, "allOf")
        if isinstance(member, dict) and is_object(member) and member.get("additionalProperties") is False
    ]
    if len(closed) > 1 and any(one.get("properties") != closed[0].get("properties") for one in closed):
        yield ("allOf",), ""


def _beside_type(schema: Schema) -> Found:
    if "type" in schema:
        yield ("type",), ""


def _beside_constraints(schema: Schema) -> Found:
    allowed = ("anyOf", "description", "title", "$defs", "$id")
    if others := [key for key in schema if key not in allowed and key != "type" and not key.startswith("x-")]:
        yield ("anyOf",), f"`anyOf` beside `{others[0]}`"


def _without_members(schema: Schema) -> Found:
    return (((key,), f"`{key}` without members") for key in ("anyOf", "oneOf", "allOf") if schema.get(key) == [])


def _beside_others(schema: Schema) -> Found:
    if others := [key for key in schema if key != "anyOf" and not key.startswith("x-")]:
        yield ("anyOf",), f"`anyOf` beside `{others[0]}`"


TRAITS: Final = (
    keyword("nested-any-of", "anyOf", roots=False, cure=_ONE, stays=True),
    keyword("nested-one-of", "oneOf", roots=False, cure="write `anyOf`"),
    Trait(
        "nested-all-of",
        "`allOf` with several members",
        "merge the members into one schema",
        at_keyword("allOf", lambda members: isinstance(members, list) and len(members) > 1),
        keywords=("allOf",),
        roots=False,
    ),
    Trait(
        "nested-all-of-single",
        "`allOf` with one member",
        "write the member in its place",
        at_keyword("allOf", lambda members: isinstance(members, list) and len(members) == 1),
        keywords=("allOf",),
        roots=False,
    ),
    Trait(
        "all-of-with-ref",
        "`allOf` with a `$ref` in it",
        "write the schema that the reference names in its place",
        at_keyword("allOf", _with_ref),
        keywords=("allOf",),
    ),
    Trait(
        "all-of-closed",
        "`allOf` of closed objects, which no value fits",
        "merge the members into one schema",
        _closed,
        keywords=("allOf",),
    ),
    Trait(
        "any-of-beside-type",
        "`type` beside `anyOf`",
        "write the type into the members of `anyOf`",
        _beside_type,
        keywords=("anyOf",),
        stays=True,
    ),
    Trait(
        "any-of-siblings",
        "`anyOf` beside other keywords",
        "write them into the members of `anyOf`",
        _beside_others,
        keywords=("anyOf",),
        roots=False,
        stays=True,
    ),
    Trait(
        "any-of-constraints",
        "`anyOf` beside keywords other than `title` and `description`",
        "write them into the members of `anyOf`",
        _beside_constraints,
        keywords=("anyOf",),
        stays=True,
    ),
    Trait(
        "union-empty",
        "`anyOf`, `oneOf` or `allOf` without members",
        "remove it",
        _without_members,
        keywords=("anyOf", "oneOf", "allOf"),
        rules=("schema-invalid",),
    ),
    keyword("nested-not", "not", roots=False),
    keyword("nested-conditional", "if", "then", "else", roots=False),
)
