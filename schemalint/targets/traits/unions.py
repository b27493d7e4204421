"""Traits of combinations of schemas, below the root unless they say otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from schemalint.model import Json, Pointer
from schemalint.targets.traits.trait import Found, Trait, is_object, keyword

_ONE: Final = "write one schema that takes all of them"


def _members(schema: Mapping[str, Json]) -> list[Json]:
    members = schema.get("allOf")
    return members if isinstance(members, list) else []


def _several(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if len(_members(schema)) > 1:
        yield ("allOf",), "`allOf` with several members"


def _single(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if len(_members(schema)) == 1:
        yield ("allOf",), ""


def _with_ref(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if any(isinstance(member, dict) and "$ref" in member for member in _members(schema)):
        yield ("allOf",), ""


def _closed(_: Pointer, schema: Mapping[str, Json]) -> Found:
    closed = [
        member
        for member in _members(schema)
        if isinstance(member, dict) and is_object(member) and member.get("additionalProperties") is False
    ]
    if len(closed) > 1 and any(one.get("properties") != closed[0].get("properties") for one in closed):
        yield ("allOf",), ""


def _beside_type(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if "type" in schema:
        yield ("type",), ""


def _beside_others(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if others := [key for key in schema if key != "anyOf" and not key.startswith("x-")]:
        yield ("anyOf",), f"`anyOf` beside `{others[0]}`"


TRAITS: Final = (
    keyword("nested-any-of", "anyOf", roots=False, cure=_ONE),
    keyword("nested-one-of", "oneOf", roots=False, cure="write `anyOf`"),
    Trait(
        "nested-all-of",
        "`allOf` with several members",
        "merge the members into one schema",
        _several,
        keywords=("allOf",),
        roots=False,
    ),
    Trait(
        "nested-all-of-single",
        "`allOf` with one member",
        "write the member in its place",
        _single,
        keywords=("allOf",),
        roots=False,
    ),
    Trait(
        "all-of-with-ref",
        "`allOf` with a `$ref` in it",
        "write the schema that the reference names in its place",
        _with_ref,
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
    ),
    Trait(
        "any-of-siblings",
        "`anyOf` beside other keywords",
        "write them into the members of `anyOf`",
        _beside_others,
        keywords=("anyOf",),
        roots=False,
    ),
    keyword("nested-not", "not", roots=False),
    keyword("nested-conditional", "if", "then", "else", roots=False),
)
