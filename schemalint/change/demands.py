"""What each keyword of a schema demands, and whether what is known of a value sees to it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from schemalint.change.fits import all_of, fits
from schemalint.change.layers import (
    TRIVIAL_PATTERNS,
    Known,
    element,
    elements,
    floor_of,
    is_closed,
    is_factor,
    is_named,
    is_named_in_unions,
    least,
    lower,
    member,
    members,
    most,
    named,
    required,
    rest,
    says_nothing,
    upper,
)
from schemalint.change.schemas import ONLY, Place, Verdict, declared, meaning
from schemalint.model import Json
from schemalint.record import dataclass
from schemalint.schema.keywords import TABLE, is_schema
from schemalint.schema.values import is_number

_SAFE: Final = 2**53 - 1
"""The greatest integer that every JSON reader keeps. Generators write it as a bound, and no caller goes beyond it."""
Question: TypeAlias = Callable[[Place, Sequence[Place]], Verdict]
"""Whether the first schema accepts all that the others accept together."""


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """The question about a part of the value, about the same value, and about a part with no convention (see `accepts`)."""

    below: Question
    here: Question
    strictly: Question
    is_strict: bool = False


def demand(ask: Ask, new: Place, old: Known, keyword: str, value: Json) -> Verdict:
    """Whether all values that are known so far pass one keyword; those of kinds that it does not judge do."""
    judged = TABLE[keyword].judges
    if judged and not old.are(*judged, *(("integer", "fraction") if "number" in judged else ())):
        return True
    layers = old.layers
    match keyword:
        case "type":
            allowed = declared(new)
            return allowed is None or old.types <= allowed
        case "enum" | "const":
            return False  # the old values are not few, or they would have been tried
        case "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum":
            return _bound(old, keyword, value) or (not ask.is_strict and _is_safe(old, keyword, value))
        case "multipleOf":
            return _factor(old, value)
        case "minLength" | "minItems":
            return bool(most(layers, keyword) >= value)
        case "maxLength" | "maxItems":
            return bool(least(layers, keyword) <= value)
        case "minProperties":
            return bool(max(most(layers, keyword), len(required(layers))) >= value)
        case "maxProperties":
            names = len(named(layers)) if is_closed(layers) else float("inf")
            return bool(min(least(layers, keyword), names) <= value)
        case "pattern" | "format":
            stated = list(old.stated(keyword))
            if value in stated or (keyword == "pattern" and value in TRIVIAL_PATTERNS):
                return True
            # Beside another pattern or format, the new one may be the wider one; where there was none, it narrows.
            return None if stated else False
        case "uniqueItems":
            return value is False or True in old.stated(keyword) or least(layers, "maxItems") <= 1
        case "items" | "prefixItems":
            return all_of(_elements(ask, new, old, keyword))
        case "contains":
            return _contains(ask, new, old)
        case "required":
            return required(layers) >= set(value)
        case "properties":
            return all_of(_member(ask, place, old, name) for name, place in members(new).items())
        case "patternProperties":
            return all_of(_pattern(ask, place, old, name) for name, place in members(new, keyword).items())
        case "additionalProperties":
            return all_of(_others(ask, new, old))
        case "propertyNames":
            return _names(ask, new.below(keyword), old)
        case "dependentRequired" | "dependentSchemas" | "dependencies":
            return all_of(_dependent(ask, new, old, keyword, name) for name in value)
        case "unevaluatedItems" | "unevaluatedProperties":
            return value is True or says_nothing(new.below(keyword)) or is_written_in(new, layers) or None
        case _:  # judged with the keyword that it belongs to, or among what is unknown
            return True


def _is_safe(old: Known, keyword: str, value: float) -> bool:
    """Whether a bound is the one that generators put on integers that had none on that side."""
    side = lower if "inimum" in keyword else upper
    return abs(value) == _SAFE and not old.are("fraction") and side(old.layers, whole_only=True) is None


def _bound(old: Known, keyword: str, value: float) -> bool:
    whole_only, strict = not old.are("fraction"), keyword.startswith("exclusive")
    if keyword in ("minimum", "exclusiveMinimum"):
        bound, wanted = lower(old.layers, whole_only), floor_of(value, strict, whole_only)
    else:
        bound, wanted = upper(old.layers, whole_only), floor_of(-value, strict, whole_only)
    return bound is not None and bound >= wanted


def _factor(old: Known, value: float) -> bool:
    steps = list(old.stated("multipleOf"))
    if (value == 1 and not old.are("fraction")) or value in steps:
        return True
    return any(is_factor(value, step) for step in steps if is_number(step))


# ------------------------------------------------------------------------------------------------------------------- arrays


def _elements(ask: Ask, new: Place, old: Known, keyword: str) -> Iterator[Verdict]:
    first, others = elements(new)
    length = least(old.layers, "maxItems")
    stated = max(len(elements(layer)[0]) for layer in (new, *old.layers))
    for index in range(stated):
        wanted = first[index] if index < len(first) else others
        by_prefix = index < len(first) and new.says("prefixItems") is not None
        if index < length and wanted is not None and by_prefix == (keyword == "prefixItems"):
            yield ask.below(wanted, element(old.layers, index))
    if others is not None and keyword == "items" and length > stated:
        yield ask.below(others, element(old.layers, None))


def _contains(ask: Ask, new: Place, old: Known) -> Verdict:
    low, high = _times(new, "minContains", 1), new.says("maxContains")
    if high is not None and not is_number(high):
        return None
    found: Verdict = low == 0 and high is None
    for layer in old.layers:
        if is_schema(layer.says("contains")):
            wider = ask.below(new.below("contains"), (layer.below("contains"),))
            enough = _times(layer, "minContains", 1) >= low
            if wider is True and enough and high is None:
                return True
            if high is not None and enough and _times(layer, "maxContains", high + 1) <= high:
                pair = (layer.below("contains"), new.below("contains"))
                same = ask.strictly(pair[0], pair[1:]) is True and ask.strictly(pair[1], pair[:1]) is True
                found = found or (True if same else None)
            found = found or (None if wider is None or high is not None else False)
    return found


def _times(place: Place, keyword: str, otherwise: float) -> float:
    value = place.says(keyword)
    return value if is_number(value) else otherwise


def is_written_in(new: Place, old: Sequence[Place]) -> bool:
    """Whether one of the old schemas is written as the new one and refers to nothing, so that they are one."""
    text = meaning(new)
    refers = '"$ref"' in text or '"$dynamicRef"' in text or '"$recursiveRef"' in text
    drafts = {place.document.draft_7 for place in old if meaning(place) == text}
    return not refers and new.document.draft_7 in drafts


# ------------------------------------------------------------------------------------------------------------------ objects


def _patterns(old: Known) -> dict[str, tuple[Place, ...]]:
    found: dict[str, tuple[Place, ...]] = {}
    for layer in old.layers:
        for pattern, place in members(layer, "patternProperties").items():
            found[pattern] = (*found.get(pattern, ()), place)
    return found


def _undeclared(old: Known) -> tuple[Place, ...]:
    """What the old schemas say of members that they do not declare; nothing where the object is merely open."""
    return tuple(other for layer in old.layers if (other := rest(layer)) is not None and not says_nothing(other))


def _member(ask: Ask, new: Place, old: Known, name: str) -> Verdict:
    """Whether a member of the new schema accepts all that the old ones allow under its name."""
    if says_nothing(new):
        return True
    if is_named(old.layers, name) or name in required(old.layers):
        return ask.below(new, member(old.layers, name))
    # Whether the name matches a pattern is not known, so both must hold.
    for places in _patterns(old).values():
        if ask.below(new, places) is not True:
            return None
    others = _undeclared(old)
    if is_closed(old.layers):
        return True
    # The convention: an object that is merely open gets no member that no form of it declares.
    asked = others or ask.is_strict or is_named_in_unions(old.layers, name)
    return ask.below(new, others) if asked else True


def _pattern(ask: Ask, new: Place, old: Known, pattern: str) -> Verdict:
    """Whether all members whose names may match a pattern of the new schema are as it wants them."""
    if says_nothing(new):
        return True
    places = _patterns(old).get(pattern)
    if places is not None and ask.below(new, places) is True:
        return True
    covered = [ask.below(new, member(old.layers, name)) for name in named(old.layers)]
    covered += [ask.below(new, one) for one in _patterns(old).values()]
    if not is_closed(old.layers):
        covered.append(ask.below(new, _undeclared(old)))
    return True if all_of(covered) is True else None


def _others(ask: Ask, new: Place, old: Known) -> Iterator[Verdict]:
    """Whether the members that the new schema does not name are as its `additionalProperties` wants them."""
    wanted = new.below("additionalProperties")
    if says_nothing(wanted):
        return
    own, own_patterns = members(new), members(new, "patternProperties")
    patterns = _patterns(old)
    for name in named(old.layers):
        if name not in own:
            fitting = ask.below(wanted, member(old.layers, name))
            yield None if fitting is not True and own_patterns else fitting
    for pattern, places in patterns.items():
        if pattern not in own_patterns:
            yield ask.below(wanted, places)
    if not is_closed(old.layers):
        yield ask.below(wanted, _undeclared(old))


def _names(ask: Ask, new: Place, old: Known) -> Verdict:
    if is_closed(old.layers) and (closed := all_of(fits(name, (new,)) for name in named(old.layers))) is True:
        return closed
    stated = tuple(layer.below("propertyNames") for layer in old.layers if is_schema(layer.says("propertyNames")))
    return ask.below(new, (*stated, ONLY["string"]))


def _dependent(ask: Ask, new: Place, old: Known, keyword: str, name: str) -> Verdict:
    value = new.schema[keyword][name]
    stated = [
        layer.below(other, name)
        for other in ("dependentRequired", "dependentSchemas", "dependencies")
        for layer in old.layers
        if isinstance(layer.says(other), dict) and name in layer.schema[other]
    ]
    if is_closed(old.layers) and not is_named(old.layers, name):
        return True
    if isinstance(value, list):
        lists = [place.schema for place in stated if isinstance(place.schema, list)]
        always = {*required(old.layers), *(one for names in lists for one in names if isinstance(one, str))}
        return all(isinstance(one, str) and one in always for one in value)
    schemas = tuple(place for place in stated if not isinstance(place.schema, list))
    return True if ask.here(new.below(keyword, name), (*old.places, *schemas)) is True else None
