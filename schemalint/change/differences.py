"""What differs between two schemas at one place: texts, types, values and bounds. Pure; goes into nothing below the place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemalint.change.accepts import Run, demands
from schemalint.change.grade import Difference, Way
from schemalint.change.layers import known
from schemalint.change.schemas import Verdict, as_values, is_in, same_text
from schemalint.change.view import Texts, View, clause
from schemalint.model import Json, Pointer
from schemalint.schema.keywords import ELSEWHERE, PARTS, VALUES
from schemalint.schema.values import shown

_NOT_BOUNDS: Final = (
    ELSEWHERE
    | VALUES
    | {"required", "type"}
    | PARTS.difference(("patternProperties", "unevaluatedItems", "unevaluatedProperties"))
)
"""Keywords that are explained by other means than the judge's word on each."""

_CONDITION: Final = ("if", "then", "else")


def in_texts(name: str, old: Texts, new: Texts) -> Iterator[Difference]:
    """Keywords that no validator asks: descriptions, defaults, titles, examples, and what we do not know."""
    for keyword in dict.fromkeys((*old, *new)):
        before, after = old.get(keyword), new.get(keyword)
        if keyword == "nullable" or (before and after and same_text(before[1]) == same_text(after[1])):
            continue
        at = (after or before or ((), None))[0]
        was, now = (one[1] if one is not None else None for one in (before, after))
        is_default = keyword == "default"
        word = keyword if keyword in ("default", "description") else f"`{keyword}`"
        if before is None:
            added = f"the default {shown(now)}" if is_default else "a description" if keyword == "description" else word
            message = f"{clause(name, 'now has')} {added}"
        elif after is None:
            message = f"the {word} of {name} was removed" + (f"; it was {shown(was)}" if is_default else "")
        else:
            message = f"the {word} of {name} changed" + (f" from {shown(was)} to {shown(now)}" if is_default else "")
        yield Difference("default-changed" if is_default else "description-changed", Way.NEITHER, at, message, was, now)


def in_types(old: View, new: View) -> Iterator[Difference]:
    if old.types == new.types or old.unknown or new.unknown:
        return
    enums = old.values is not None and new.values is not None and old.declared == new.declared
    if enums and not (old.types ^ new.types) & {"null"}:
        return
    message = f"the type of {new.name} changed from {type_words(old.types)} to {type_words(new.types)}"
    was, now = (one.find("type") or one.place.schema for one in (old, new))
    if old.types < new.types:
        yield Difference("type-widened", Way.WIDER, new.at("type"), message, was, now)
    elif new.types < old.types:
        yield Difference("type-narrowed", Way.NARROWER, new.at("type"), message, was, now)
    else:
        yield Difference("type-changed", Way.BOTH, new.at("type"), message, was, now)


def type_words(atoms: frozenset[str]) -> str:
    """Kinds of value in the words of JSON Schema."""
    if len(atoms) == 7:
        return "any type"
    names = set(atoms)
    if {"integer", "fraction"} <= names:
        names = names - {"integer", "fraction"} | {"number"}
    return " or ".join(sorted(names, key=lambda name: (name == "null", name))) or "nothing"


def in_values(old: View, new: View) -> Iterator[Difference]:
    """What `enum`, `const` or a union of constants leaves."""
    was, now = old.values, new.values
    name, at = new.name, new.at_values if now is not None else old.at_values
    if was is None or now is None:
        if now is not None:
            message = f"{clause(name, 'now allows')} only {_shown_values(now)}"
            yield Difference("enum-narrowed", Way.NARROWER, at, message, was, now)
        elif was is not None:
            message = f"{clause(name, 'now allows')} values other than {_shown_values(was)}"
            yield Difference("enum-widened", Way.WIDER, at, message, was, now)
        return
    removed, added = _without(was, now), _without(now, was)
    if removed:
        message = f"{clause(name, 'no longer allows')} {_shown_values(removed)}"
        yield Difference("enum-narrowed", Way.NARROWER, at, message, was, now)
    if added:
        message = f"{clause(name, 'now allows')} {_shown_values(added)}"
        yield Difference("enum-widened", Way.WIDER, at, message, was, now)
    if not removed and not added and same_text(was) != same_text(now):
        message = f"the order of the values of {name} changed"
        yield Difference("order-changed", Way.NEITHER, at, message, was, now)


def _without(values: list[Json], others: list[Json]) -> list[Json]:
    known_values = as_values(others)
    return [one for one in values if not is_in(one, known_values)]


def _shown_values(values: list[Json], most: int = 6) -> str:
    some = ", ".join(shown(value) for value in values[:most])
    return some if len(values) <= most else f"{some} and {len(values) - most} more"


def in_bounds(run: Run, breaking: Way, old: View, new: View, ruled_out: Way) -> Iterator[Difference | Way]:
    """What the judge says of each keyword that is not explained otherwise; first the way that breaks."""
    explained: set[str] = set()
    sides = [(Way.NARROWER, new, old), (Way.WIDER, old, new)]
    for way, demanding, given in sides if breaking is Way.NARROWER else reversed(sides):
        if way in ruled_out:
            continue
        together = known(*(given.place, *given.layers))
        for layer in demanding.layers:
            for keyword, verdict in demands(run, layer, together, _NOT_BOUNDS):
                if verdict is not True:
                    if keyword == "if":
                        keyword = next((one for one in _CONDITION if not _is_same(old.find(one), new.find(one))), keyword)
                    was, now = old.find(keyword), new.find(keyword)
                    message = _bound_words(new.name, keyword, was, now)
                    at = (old if now is None else new).at(keyword)
                    # One that changed both ways is explained once, as what breaks.
                    yield way if keyword in explained else by_verdict(way, verdict, breaking, at, message, was, now)
                    explained.add(keyword)


def _is_same(one: Json, other: Json) -> bool:
    return same_text(one, "schema") == same_text(other, "schema")


def _bound_words(name: str, keyword: str, was: Json, now: Json) -> str:
    if was is None:
        return f"{clause(name, 'now has')} `{keyword}: {shown(now)}`"
    if now is None:
        return f"{clause(name, 'no longer has')} `{keyword}: {shown(was)}`"
    return f"`{keyword}` of {name} changed from {shown(was)} to {shown(now)}"


def by_verdict(
    way: Way, verdict: Verdict, breaking: Way, at: Pointer, message: str, old: Json = None, new: Json = None
) -> Difference:
    """A bound that narrows or widens; where the judge cannot tell and it could break, that."""
    if verdict is None and way is breaking:
        question = "every old value is still accepted" if way is Way.NARROWER else "it now allows values that it did not"
        message = f"{message}; cannot tell whether {question}"
        return Difference("undecidable", way, at, message, old, new)
    return Difference("bounds-narrowed" if way is Way.NARROWER else "bounds-widened", way, at, message, old, new)
