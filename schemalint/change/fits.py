"""Whether one value fits a schema, and which arms of a union it can fit at all: yes, no, or cannot tell. Pure."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from schemalint.change.layers import TRIVIAL_PATTERNS, elements, is_factor, is_named, member, members, required, rest
from schemalint.change.patterns import matches
from schemalint.change.schemas import Place, Verdict, arms_of, atom, declared, is_listed, is_sound, joined, kept, listed
from schemalint.model import Json
from schemalint.record import dataclass
from schemalint.schema.equal import same, scalar_key
from schemalint.schema.keywords import is_schema

_DEEPEST: Final = 24
MOST_STEPS: Final = 5_000
"""Schemas that are asked about one value before the answer is "cannot tell"."""


@dataclass(slots=True)
class Effort:
    """How many schemas may still be asked."""

    left: int = MOST_STEPS


Matched: TypeAlias = Collection[tuple[str, Json]]
"""`pattern` and `format` keywords that a value is known to satisfy, each with its value."""


def fits(value: Json, places: Sequence[Place], matched: Matched = (), effort: Effort | None = None) -> Verdict:
    """Whether a value fits schemas together."""
    return _fits(value, places, matched, _DEEPEST, effort or Effort())


def _fits(value: Json, places: Sequence[Place], matched: Matched, room: int, effort: Effort) -> Verdict:
    effort.left -= 1
    if not room or effort.left < 0:
        return None
    what = joined(places)
    if what.never:
        return False
    verdict = all_of(v for layer in what.layers for v in _judged(value, layer, matched, room - 1, effort))
    return None if verdict and what.unknown else verdict


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """No where one is no, yes where all are yes."""
    found: Verdict = True
    for verdict in verdicts:
        if verdict is False:
            return False
        if verdict is None:
            found = None
    return found


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Yes where one is yes, no where all are no."""
    found: Verdict = False
    for verdict in verdicts:
        if verdict is True:
            return True
        if verdict is None:
            found = None
    return found


def negated(verdict: Verdict) -> Verdict:
    return None if verdict is None else not verdict


def _judged(value: Json, layer: Place, matched: Matched, room: int, effort: Effort) -> Iterator[Verdict]:
    """What each keyword of one schema says of a value."""
    if not is_sound(layer):
        yield None
        return
    allowed, values = declared(layer), listed(layer)
    if allowed is not None:
        yield atom(value) in allowed
    if values is not None:
        yield is_listed(value, layer)
    for keyword, stated in layer.schema.items():
        kind, holds = _PLAIN.get(keyword, (None, None))
        if kind is not None and holds is not None and isinstance(value, kind) and not isinstance(value, bool):
            yield holds(value, stated)
    if isinstance(value, str):
        yield from _text(value, layer, matched)
    elif isinstance(value, list):
        yield from _list(value, layer, room, effort)
    elif isinstance(value, dict):
        yield from _object(value, layer, room, effort)
    yield from _applied(value, layer, matched, room, effort)


_NUMBER: Final = (int, float)
_PLAIN: Final[Mapping[str, tuple[type | tuple[type, ...], Callable[[Any, Any], Verdict]]]] = {
    "minimum": (_NUMBER, operator.ge),
    "maximum": (_NUMBER, operator.le),
    "exclusiveMinimum": (_NUMBER, operator.gt),
    "exclusiveMaximum": (_NUMBER, operator.lt),
    "multipleOf": (_NUMBER, lambda value, step: is_factor(step, value)),
    "minLength": (str, lambda text, count: len(text) >= count),
    "maxLength": (str, lambda text, count: len(text) <= count),
    "minItems": (list, lambda items, count: len(items) >= count),
    "maxItems": (list, lambda items, count: len(items) <= count),
    "uniqueItems": (list, lambda items, unique: not unique or not _repeats(items)),
    "minProperties": (dict, lambda members, count: len(members) >= count),
    "maxProperties": (dict, lambda members, count: len(members) <= count),
    "required": (dict, lambda members, names: all(name in members for name in names)),
}
"""Keywords that ask no other schema: the values that they judge, and whether one passes."""


def _text(value: str, layer: Place, matched: Matched) -> Iterator[Verdict]:
    source, form = layer.schema.get("pattern"), layer.schema.get("format")
    if isinstance(source, str) and source not in TRIVIAL_PATTERNS and ("pattern", source) not in matched:
        yield matches(source, value)
    if form is not None and ("format", form) not in matched:
        yield None  # validators differ in which formats they check, and how


def _repeats(items: list[Json]) -> bool:
    return any(same(one, other) for i, one in enumerate(items) for other in items[:i])


def _list(value: list[Json], layer: Place, room: int, effort: Effort) -> Iterator[Verdict]:
    schema = layer.schema
    first, others = elements(layer)
    for one, place in zip(value, first, strict=False):
        yield _fits(one, (place,), (), room, effort)
    for one in value[len(first) :]:
        if others is not None:
            yield _fits(one, (others,), (), room, effort)
    if is_schema(schema.get("contains")):
        verdicts = [_fits(one, (layer.below("contains"),), (), room, effort) for one in value]
        surely, maybe = verdicts.count(True), len(verdicts) - verdicts.count(False)
        low, high = layer.says("minContains"), layer.says("maxContains")
        low, high = 1 if low is None else low, len(value) if high is None else high
        yield True if surely >= low and maybe <= high else None if maybe >= low and surely <= high else False
    if schema.get("unevaluatedItems", True) is not True:
        yield None


def _object(value: dict[str, Json], layer: Place, room: int, effort: Effort) -> Iterator[Verdict]:
    schema = layer.schema
    own, patterns, others = members(layer), members(layer, "patternProperties"), rest(layer)
    for name, one in value.items():
        if name in own:
            yield _fits(one, (own[name],), (), room, effort)
        hits = [(matches(source, name), place) for source, place in patterns.items()]
        for hit, place in hits:
            fitting = True if hit is False else _fits(one, (place,), (), room, effort)
            yield fitting if hit is not None else True if fitting else None
        if others is not None and name not in own and any_of(hit for hit, _ in hits) is False:
            yield _fits(one, (others,), (), room, effort)
        elif others is not None and name not in own and any_of(hit for hit, _ in hits) is None:
            yield True if _fits(one, (others,), (), room, effort) else None
        if is_schema(schema.get("propertyNames")):
            yield _fits(name, (layer.below("propertyNames"),), (), room, effort)
    for keyword in ("dependentRequired", "dependencies", "dependentSchemas"):
        for name, needed in (layer.says(keyword) or {}).items():
            if name in value and isinstance(needed, list):
                yield all(one in value for one in needed)
            elif name in value:
                yield _fits(value, (layer.below(keyword, name),), (), room, effort)
    if schema.get("unevaluatedProperties", True) is not True:
        yield None


def _applied(value: Json, layer: Place, matched: Matched, room: int, effort: Effort) -> Iterator[Verdict]:
    """What the keywords say that judge the same value by other schemas."""
    for keyword in ("anyOf", "oneOf"):
        if layer.says(keyword):
            arms = arms_of(layer, keyword)
            verdicts = (_fits(value, (arms[i],), matched, room, effort) for i in arms_for_value(layer, keyword, value))
            yield any_of(verdicts) if keyword == "anyOf" else _one_of(list(verdicts))
    if is_schema(layer.says("not")):
        yield negated(_fits(value, (layer.below("not"),), matched, room, effort))
    if is_schema(layer.says("if")):
        condition = _fits(value, (layer.below("if"),), matched, room, effort)
        then, other = (
            _fits(value, (layer.below(keyword),), matched, room, effort) if is_schema(layer.says(keyword)) else True
            for keyword in ("then", "else")
        )
        yield then if condition is True else other if condition is False else (then if then is other else None)


def _one_of(verdicts: Sequence[Verdict]) -> Verdict:
    surely = verdicts.count(True)
    return surely == 1 if None not in verdicts else False if surely > 1 else None


# ------------------------------------------------------------------------------- arms, where a union of a thousand is read once


@dataclass(frozen=True, slots=True, eq=False)
class Filed:
    """The arms of one union, by number, filed by what rules the others out.

    `by_value`: arms that are a scalar constant, by the constant; `others` are the rest. `discriminator` is a member that every
    arm requires and gives one scalar constant to; `by_member` has the arms by that constant.
    """

    by_value: Mapping[tuple[bool, Json], Sequence[int]]
    others: Sequence[int]
    discriminator: str | None
    by_member: Mapping[tuple[bool, Json], Sequence[int]]


def arms_for_value(place: Place, keyword: str, value: Json) -> Sequence[int]:
    """The arms that a value may fit; that it fits none of the others is certain."""
    filed = _filed(place, keyword)
    if isinstance(value, (dict, list)):
        return filed.others
    return [*filed.by_value.get(scalar_key(value), ()), *filed.others]


def arms_for_object(place: Place, keyword: str, old: Sequence[Place]) -> Sequence[int]:
    """The arms that an object may fit of which schemas are known; all where the schemas do not say which."""
    filed = _filed(place, keyword)
    every = range(len(place.schema[keyword]))
    name = filed.discriminator
    if name is None or name not in required(old) or not is_named(old, name):
        return every
    lists = [values for layer in joined(member(old, name)).layers if (values := listed(layer)) is not None]
    values = min(lists, key=len) if lists else None
    if values is None or any(isinstance(value, (dict, list)) for value in values):
        return every
    return [index for value in values for index in filed.by_member.get(scalar_key(value), ())]


@kept
def _filed(place: Place, keyword: str) -> Filed:
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
    return Filed(by_value, others, name, by_member)


def _constants(arm: Place) -> dict[str, Json]:
    """The members that an arm requires and that have one scalar value."""
    layers = joined((arm,)).layers
    found: dict[str, Json] = {}
    for name in required(layers):
        if is_named(layers, name):
            for layer in joined(member(layers, name)).layers:
                values = listed(layer)
                if values is not None and len(values) == 1 and not isinstance(values[0], (dict, list)):
                    found[name] = values[0]
    return found
