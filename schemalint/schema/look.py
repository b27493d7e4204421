"""A schema looked through: what it says once local references, nullable unions and one-armed `allOf`s are opened. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from schemalint.schema.keywords import is_schema
from schemalint.schema.pointer import Json, Pointer, parse_pointer, value_at

Layer: TypeAlias = tuple[Pointer, Mapping[str, Json]]
"""The text of one schema and where it stands."""


class Look(NamedTuple):
    """`layers` from the outermost to the innermost, what they say together, and whether null is allowed."""

    layers: tuple[Layer, ...]
    view: Mapping[str, Json]
    nullable: bool


def unquoted(fragment: str) -> str:
    """The fragment of a reference without its percent signs."""
    if "%" not in fragment:
        return fragment
    from urllib.parse import unquote  # rare, and not worth its import at every start

    return unquote(fragment)


def named_by(ref: Json, root: Json) -> Pointer | None:
    """The steps to the schema in `root`, an object or a boolean, that a local `$ref` names; None if it names none there."""
    if not isinstance(ref, str) or not ref.startswith("#"):
        return None
    at = parse_pointer(unquoted(ref[1:]), root)
    return at if at is not None and is_schema(value_at(root, at)) else None


def resolve(ref: Json, root: Json, base: Pointer) -> Layer | None:
    """The object schema that a local `$ref` names inside `root`, and its place; None for remote, broken and other targets."""
    at = named_by(ref, root)
    schema = value_at(root, at) if at is not None else None
    return ((*base, *at), schema) if at is not None and isinstance(schema, dict) else None


def _is_null(schema: Json) -> bool:
    return isinstance(schema, dict) and (
        schema.get("type") in ("null", ["null"]) or ("const" in schema and schema["const"] is None)
    )


def _inside(at: Pointer, schema: Mapping[str, Json], root: Json, base: Pointer) -> tuple[Layer | None, str | None, bool]:
    """The layer that a schema is a mere wrapper of, the keyword that wraps it, and whether the wrapper allows null."""
    if "$ref" in schema:
        return resolve(schema["$ref"], root, base), "$ref", False
    for keyword in ("anyOf", "oneOf", "allOf"):
        arms = schema.get(keyword)
        if not isinstance(arms, list):
            continue
        kept = [i for i, arm in enumerate(arms) if keyword == "allOf" or not _is_null(arm)]
        nullable = len(kept) < len(arms)
        if len(kept) == 1 and (nullable or len(arms) == 1) and isinstance(arms[kept[0]], dict):
            return ((*at, keyword, kept[0]), arms[kept[0]]), keyword, nullable
    return None, None, False


def _wraps(schema: Mapping[str, Json]) -> bool:
    """Whether a schema may be a mere wrapper of another; nine in ten have none of these keywords."""
    return "$ref" in schema or "anyOf" in schema or "oneOf" in schema or "allOf" in schema


def _opened(at: Pointer, schema: Mapping[str, Json], root: Json, base: Pointer) -> Look:
    """A schema with the layers inside it, before its own type is looked at."""
    layers: list[Layer] = [(at, schema)]
    wrappers: list[str] = []
    nullable = False
    seen = {at}
    while True:
        layer, keyword, allows_null = _inside(*layers[-1], root, base)
        if layer is None or keyword is None or layer[0] in seen:
            break
        nullable = nullable or allows_null
        seen.add(layer[0])
        layers.append(layer)
        wrappers.append(keyword)
    if len(layers) == 1:
        return Look(tuple(layers), schema, nullable)
    view: dict[str, Json] = {}
    for (_, members), wrapper in zip(reversed(layers), reversed([*wrappers, ""]), strict=True):
        view.update((k, v) for k, v in members.items() if k != wrapper)
    return Look(tuple(layers), view, nullable)


def look(at: Pointer, schema: Json, root: Json, base: Pointer) -> Look:
    """What a reader sees of the schema at a place; `base` is the place of `root`."""
    if not isinstance(schema, dict):
        return Look((), {}, nullable=False)
    layers, view, nullable = _opened(at, schema, root, base) if _wraps(schema) else (((at, schema),), schema, False)
    declared = view.get("type")
    if isinstance(declared, list) and "null" in declared:
        nullable = True
        kept = [name for name in declared if name != "null"]
        view = {**view, "type": kept[0] if len(kept) == 1 else kept}
    return Look(layers, view, nullable or view.get("nullable") is True)
