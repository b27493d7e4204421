"""Which arms of a union a value can fit at all, by the constants in them; a union of a thousand forms is read once. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schemalint.change.layers import is_named, member, required
from schemalint.change.schemas import Place, arms_of, listed, parts
from schemalint.model import Json
from schemalint.schema.equal import scalar_key


@dataclass(frozen=True, slots=True, eq=False)
class Branches:
    """The arms of one union by what rules the others out.

    `by_value`: arms that are a scalar constant, by the constant; `others` are the rest. `discriminator` is a member that every
    arm requires and gives one scalar constant to; `by_member` has the arms by that constant.
    """

    by_value: Mapping[tuple[bool, Json], Sequence[int]]
    others: Sequence[int]
    discriminator: str | None
    by_member: Mapping[tuple[bool, Json], Sequence[int]]


def of_value(place: Place, keyword: str, value: Json) -> Sequence[int]:
    """The arms that a value may fit; that it fits none of the others is certain."""
    branches = _branches(place, keyword)
    if isinstance(value, (dict, list)):
        return branches.others
    return [*branches.by_value.get(scalar_key(value), ()), *branches.others]


def of_object(place: Place, keyword: str, old: Sequence[Place]) -> Sequence[int]:
    """The arms that an object may fit of which schemas are known; all where the schemas do not say which."""
    branches = _branches(place, keyword)
    every = range(len(place.schema[keyword]))
    name = branches.discriminator
    if name is None or name not in required(old) or not is_named(old, name):
        return every
    lists = [values for layer in parts(member(old, name)).layers if (values := listed(layer)) is not None]
    values = min(lists, key=len) if lists else None
    if values is None or any(isinstance(value, (dict, list)) for value in values):
        return every
    return [index for value in values for index in branches.by_member.get(scalar_key(value), ())]


def _branches(place: Place, keyword: str) -> Branches:
    kept = place.document.branches
    key = id(place.schema[keyword])
    if key not in kept:
        kept[key] = _read(place, keyword)
    found = kept[key]
    assert isinstance(found, Branches)  # noqa: S101 - the cache of the document does not know what it holds
    return found


def _read(place: Place, keyword: str) -> Branches:
    arms = arms_of(place, keyword)
    by_value: dict[tuple[bool, Json], list[int]] = {}
    others: list[int] = []
    for index, arm in enumerate(arms):
        plain = isinstance(arm.schema, dict) and not (arm.document.draft_7 and "$ref" in arm.schema)
        if plain and "const" in arm.schema and not isinstance(arm.schema["const"], (dict, list)):
            by_value.setdefault(scalar_key(arm.schema["const"]), []).append(index)
        else:
            others.append(index)
    constants = [_constants(arm) for arm in arms]
    shared = set(constants[0]).intersection(*constants[1:]) if constants else set[str]()
    name = max(sorted(shared), key=lambda one: len({scalar_key(found[one]) for found in constants}), default=None)
    by_member: dict[tuple[bool, Json], list[int]] = {}
    if name is not None:
        for index, found in enumerate(constants):
            by_member.setdefault(scalar_key(found[name]), []).append(index)
    return Branches(by_value, others, name, by_member)


def _constants(arm: Place) -> dict[str, Json]:
    """The members that an arm requires and that have one scalar value."""
    layers = parts((arm,)).layers
    found: dict[str, Json] = {}
    for name in required(layers):
        if is_named(layers, name):
            for layer in parts(member(layers, name)).layers:
                values = listed(layer)
                if values is not None and len(values) == 1 and not isinstance(values[0], (dict, list)):
                    found[name] = values[0]
    return found
