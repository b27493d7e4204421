"""What differs at one place of two schemas: texts, types, values and bounds. Pure; goes into nothing that stands below."""

from __future__ import annotations

from typing import Final

from schemalint.change.demands import known
from schemalint.change.kinds import Kind
from schemalint.change.names import subject
from schemalint.change.schemas import as_values, is_in, same_text
from schemalint.change.subsume import demands
from schemalint.change.telling import BOTH, NARROW, NEITHER, ONE, WIDEN, Walk, Way, tell, tell_verdict
from schemalint.change.views import Texts, View
from schemalint.model import Json
from schemalint.schema.keywords import ELSEWHERE, PARTS, VALUES
from schemalint.schema.values import shown

_TOLD_BY_THE_WALK: Final = (
    ELSEWHERE
    | VALUES
    | {"required", "type"}
    | PARTS.difference(("patternProperties", "unevaluatedItems", "unevaluatedProperties"))
)
"""Keywords that are told by other means than the judge's word on each."""


def texts(walk: Walk, name: str, old: Texts, new: Texts) -> None:
    """Keywords that no validator asks: descriptions, defaults, titles, examples, and what we do not know."""
    for keyword in dict.fromkeys((*old, *new)):
        before, after = old.get(keyword), new.get(keyword)
        if keyword == "nullable" or (before and after and same_text(before[1]) == same_text(after[1])):
            continue
        at = (after or before or ((), None))[0]
        was, now = (one[1] if one is not None else None for one in (before, after))
        word = "default" if keyword == "default" else "description" if keyword == "description" else f"`{keyword}`"
        if before is None:
            message = f"{name} has a {word} now" + (f": {shown(now)}" if keyword == "default" else "")
        elif after is None:
            message = f"{name} has no {word} any more" + (f"; it was {shown(was)}" if keyword == "default" else "")
        else:
            message = f"the {word} of {name} changed"
            message += f" from {shown(was)} to {shown(now)}" if keyword == "default" else ""
        kind: Kind = "default-changed" if keyword == "default" else "description-changed"
        tell(walk, kind, NEITHER, at, message, was, now)


def nullable(walk: Walk, old: View, new: View) -> frozenset[Way]:
    """OpenAPI's word for null, which validators do not know and some vendors follow."""
    was, now = (one.texts.get("nullable", (one.place.at, None)) for one in (old, new))
    if (was[1] is True) == (now[1] is True) or "null" in old.types & new.types:
        return NEITHER
    name = subject(new.place.at)
    if now[1] is True:
        return tell(walk, "type-widened", WIDEN, now[0], f"{name} may be null now", was[1], now[1])
    return tell(walk, "type-narrowed", NARROW, was[0], f"{name} may not be null now", was[1], now[1])


def types(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    if old.types == new.types or old.unknown or new.unknown:
        return NEITHER
    enums = old.values is not None and new.values is not None and old.declared == new.declared
    if enums and not (old.types ^ new.types) & {"null"}:
        return NEITHER
    at = new.at("type")
    name = subject(new.place.at)
    message = f"{name} {'were' if name == 'the parameters' else 'was'} {of_types(old.types)}, now {of_types(new.types)}"
    was, now = (one.find("type") or one.place.schema for one in (old, new))
    if old.types < new.types:
        return tell(walk, "type-widened", WIDEN, at, message, was, now, muted=muted)
    if new.types < old.types:
        return tell(walk, "type-narrowed", NARROW, at, message, was, now, muted=muted)
    return tell(walk, "type-changed", BOTH, at, message, was, now, muted=muted)


def of_types(atoms: frozenset[str]) -> str:
    """Kinds of value in the words of JSON Schema."""
    if len(atoms) == 7:
        return "of any type"
    names = set(atoms)
    if {"integer", "fraction"} <= names:
        names = names - {"integer", "fraction"} | {"number"}
    return " or ".join(sorted(names, key=lambda name: (name == "null", name))) or "nothing at all"


def values(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    """What `enum`, `const` or a union of constants leaves."""
    before, after = old.values, new.values
    if before is None and after is None:
        return NEITHER
    name = subject(new.place.at)
    at, was, now = new.at_values if after is not None else old.at_values, before, after
    if before is None:
        takes = f"{name} takes only {_shown_values(after or [])} now"
        return tell(walk, "enum-narrowed", NARROW, at, takes, was, now, muted=muted)
    if after is None:
        return tell(
            walk,
            "enum-widened",
            WIDEN,
            at,
            f"{name} takes other values than {_shown_values(before)} too now",
            was,
            now,
            muted=muted,
        )
    gone, come = _without(before, after), _without(after, before)
    told = NEITHER
    if gone:
        message = f"{name} does not take {_shown_values(gone)} any more"
        told |= tell(walk, "enum-narrowed", NARROW, at, message, was, now, muted=muted)
    if come:
        told |= tell(walk, "enum-widened", WIDEN, at, f"{name} takes {_shown_values(come)} now", was, now, muted=muted)
    if not gone and not come and same_text(before) != same_text(after):
        tell(walk, "order-changed", NEITHER, at, f"the values of {name} stand in another order", was, now)
    return told


def _without(values: list[Json], others: list[Json]) -> list[Json]:
    known_values = as_values(others)
    return [one for one in values if not is_in(one, known_values)]


def _shown_values(values: list[Json], most: int = 6) -> str:
    some = ", ".join(shown(value) for value in values[:most])
    return some if len(values) <= most else f"{some} and {len(values) - most} more"


def bounds(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    """What the judge says of each keyword that the walk does not go into."""
    told = NEITHER
    told_keywords: set[str] = set()
    sides: list[tuple[Way, View, View]] = [("narrow", new, old), ("widen", old, new)]
    for way, demanding, given in reversed(sides) if walk.output else sides:  # first the way that breaks
        if way in muted:
            continue
        what = known(*(given.place, *given.layers))
        for layer in demanding.layers:
            for keyword, verdict in demands(walk.run, layer, what, _TOLD_BY_THE_WALK):
                if verdict is True:
                    continue
                told |= ONE[way]
                if keyword in told_keywords:
                    continue  # changed both ways, and told as the one that breaks
                told_keywords.add(keyword)
                was, now = old.find(keyword), new.find(keyword)
                at = (old if now is None else new).at(keyword)
                message = _bound_words(subject(new.place.at), keyword, was, now)
                tell_verdict(walk, way, verdict, at, message, was, now, muted=muted)
    return told


def _bound_words(name: str, keyword: str, was: Json, now: Json) -> str:
    if was is None:
        return f"{name} has `{keyword}` {shown(now)} now"
    if now is None:
        return f"{name} has no `{keyword}` any more; it was {shown(was)}"
    return f"`{keyword}` of {name} changed from {shown(was)} to {shown(now)}"
