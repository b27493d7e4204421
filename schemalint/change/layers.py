"""What several schemas say together of one value: its bounds, its members, its elements. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from schemalint.change.schemas import Joined, Place, joined, types, unions
from schemalint.model import Json
from schemalint.record import dataclass
from schemalint.schema.keywords import ASSERTIONS, is_schema
from schemalint.schema.values import is_number

_MOST_ARMS: Final = 300


# ------------------------------------------------------------------------------------------------------------------ bounds


def lower(layers: Sequence[Place], whole_only: bool) -> tuple[float, bool] | None:
    """The greatest lower bound of numbers and whether it is itself shut out; None where there is none."""
    found = [
        floor_of(bound, strict, whole_only)
        for layer in layers
        for keyword, strict in (("minimum", False), ("exclusiveMinimum", True))
        if is_number(bound := layer.says(keyword))
    ]
    return max(found, default=None)


def upper(layers: Sequence[Place], whole_only: bool) -> tuple[float, bool] | None:
    """The least upper bound of numbers, turned around its zero: `(-10, True)` says below 10."""
    found = [
        floor_of(-bound, strict, whole_only)
        for layer in layers
        for keyword, strict in (("maximum", False), ("exclusiveMaximum", True))
        if is_number(bound := layer.says(keyword))
    ]
    return max(found, default=None)


def floor_of(bound: float, strict: bool, whole_only: bool) -> tuple[float, bool]:
    """A lower bound in one spelling: for whole numbers "above 0" and "at least 0.5" are "at least 1"."""
    if not whole_only:
        return bound, strict
    return (math.floor(bound) + 1 if strict else math.ceil(bound)), False


def is_factor(step: float, value: float) -> bool:
    """Whether a number is a multiple of another, as the decimals that they are written as."""
    return bool(step) and Fraction(str(value)) % Fraction(str(step)) == 0


def most(layers: Sequence[Place], keyword: str) -> float:
    """The greatest of the counts that a `min...` keyword gives, at least 0."""
    return max((count for layer in layers if is_number(count := layer.says(keyword))), default=0)


def least(layers: Sequence[Place], keyword: str) -> float:
    """The least of the counts that a `max...` keyword gives, or infinity."""
    return min((count for layer in layers if is_number(count := layer.says(keyword))), default=math.inf)


# ----------------------------------------------------------------------------------------------------------------- members


def required(layers: Sequence[Place]) -> frozenset[str]:
    names = (layer.says("required") for layer in layers)
    return frozenset(name for one in names if isinstance(one, list) for name in one if isinstance(name, str))


def members(place: Place, keyword: str = "properties") -> dict[str, Place]:
    """The schemas in a map of one schema, by name."""
    value = place.says(keyword)
    return {name: place.below(keyword, name) for name in value} if isinstance(value, dict) else {}


def says_nothing(place: Place) -> bool:
    """Whether every value fits a schema, as its text shows at once."""
    return place.schema is True or (isinstance(place.schema, dict) and ASSERTIONS.isdisjoint(place.schema))


def rest(place: Place) -> Place | None:
    """The schema of members that `properties` does not name; None where one schema says nothing of them."""
    return place.below("additionalProperties") if is_schema(place.says("additionalProperties")) else None


def is_closed(layers: Sequence[Place]) -> bool:
    """Whether no member but the named ones can be there."""
    return any(layer.says("additionalProperties") is False and not members(layer, "patternProperties") for layer in layers)


def named(layers: Sequence[Place]) -> list[str]:
    """The names of all declared members, in the order of the text."""
    return list(dict.fromkeys(name for layer in layers for name in _declared(layer)))


def is_named(layers: Sequence[Place], name: str) -> bool:
    """Whether a member is declared."""
    return any(name in _declared(layer) for layer in layers)


def _declared(layer: Place) -> Mapping[str, Json]:
    value = layer.says("properties")
    return value if isinstance(value, dict) else {}


def is_named_in_unions(layers: Sequence[Place], name: str) -> bool:
    """Whether an arm of a union names a member, whichever arm a value fits; of a very large union that is assumed."""
    seen: set[tuple[int, int]] = set()
    left = [arm for layer in layers for arms in unions(layer) for arm in arms]
    while left:
        arm = left.pop()
        if arm.key in seen:
            continue
        seen.add(arm.key)
        inner = joined((arm,)).layers
        if is_named(inner, name) or name in required(inner) or len(seen) > _MOST_ARMS:
            return True
        left.extend(one for layer in inner for arms in unions(layer) for one in arms)
    return False


def member(layers: Sequence[Place], name: str) -> tuple[Place, ...]:
    """What layers say of one declared member. What patterns say of it is left out."""
    found: list[Place] = []
    for layer in layers:
        if name in _declared(layer):
            found.append(layer.below("properties", name))
        elif (other := rest(layer)) is not None and not members(layer, "patternProperties"):
            found.append(other)
    return tuple(found)


def elements(place: Place) -> tuple[list[Place], Place | None]:
    """The schemas of the first elements, and that of the others; None where one schema says nothing of them."""
    items, prefix = place.says("items"), place.says("prefixItems")
    if isinstance(items, list):
        other = place.says("additionalItems")
        return [place.below("items", i) for i in range(len(items))], (
            place.below("additionalItems") if is_schema(other) else None
        )
    first = [place.below("prefixItems", i) for i in range(len(prefix))] if isinstance(prefix, list) else []
    return first, place.below("items") if is_schema(items) else None


def element(layers: Sequence[Place], index: int | None) -> tuple[Place, ...]:
    """What layers say of the element with an index, or of those after all that are listed one by one (None)."""
    found: list[Place] = []
    for layer in layers:
        first, other = elements(layer)
        if index is not None and index < len(first):
            found.append(first[index])
        elif other is not None:
            found.append(other)
    return tuple(found)


TRIVIAL_PATTERNS: Final = frozenset(("", "^", "$", ".*", "^.*", "(?:)"))
"""Patterns that every text matches."""


# ------------------------------------------------------------------------------------------------------------ all together

Choices: TypeAlias = "frozenset[tuple[int, str]]"
"""Unions, each the schema it stands in and its keyword, that one arm has been chosen of."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """All that is known of a value that fits several schemas, where one arm of each union in `done` has been chosen."""

    places: tuple[Place, ...]
    joined: Joined
    types: frozenset[str]
    done: Choices = frozenset()

    @property
    def layers(self) -> tuple[Place, ...]:
        return self.joined.layers

    def stated(self, keyword: str) -> Iterator[Json]:
        """Every value that a keyword has."""
        return (value for layer in self.joined.layers if (value := layer.says(keyword)) is not None)

    def are(self, *atoms: str) -> bool:
        """Whether a value may be of one of these kinds."""
        return not self.types.isdisjoint(atoms)


def known(*places: Place, done: Choices = frozenset()) -> Known:
    """What is known of values that fit schemas."""
    what = joined(places)
    return Known(places, what, types(what), done)
