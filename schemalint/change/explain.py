"""What changed between two schemas, place by place, in words. Pure.

`subsume` judges; this module finds the places to blame. It goes through both schemas side by side as long as they are built
alike and tells each difference where it stands, and only there. Then comes a net: where the judge says that a value is refused
now, or cannot tell, and nothing below was told as the cause, the place itself is told. So a comparison without a breaking
change is one that the judge has agreed to.
"""

from __future__ import annotations

from typing import Final

from schemalint.canon import PropertyOrder
from schemalint.change import position
from schemalint.change.arms import paired
from schemalint.change.kinds import Change
from schemalint.change.layers import elements, is_closed, rest, says_nothing
from schemalint.change.names import described, renamed, subject
from schemalint.change.schemas import ANYTHING, Place, Verdict, same_text, target, whole
from schemalint.change.subsume import MOST_STEPS, Run, accepts
from schemalint.change.telling import BOTH, NARROW, NEITHER, WIDEN, Walk, Way, tell, tell_verdict
from schemalint.change.views import SILENT, View, view
from schemalint.model import Json, Pointer, subschemas
from schemalint.schema.keywords import ASSERTIONS

_MOST_OPEN: Final = 126
"""Comparisons that may wait for one another, enough for the deepest schema that is written out; references can go on
without end, through ever new pairs of definitions.
"""


def explain(tool: str, old: Json, new: Json, base: Pointer, property_order: PropertyOrder = "sorted") -> list[Change]:
    """The changes between two schemas of a tool; `base` is `("parameters",)` or `("output_schema",)`."""
    places = whole(old, base), whole(new, base)
    # The larger the schemas, the more there is to ask; what grows faster than they do is cut off.
    steps = MOST_STEPS + 20 * sum(map(_size, (old, new)))
    walk = Walk(tool, base == ("output_schema",), property_order, Run(steps))
    _compare(walk, *places, NEITHER)
    return walk.changes


def _size(schema: Json) -> int:
    """How many schemas there are in one."""
    count, stack = 0, [schema]
    while stack:
        one = stack.pop()
        count += 1
        if isinstance(one, dict):
            stack.extend(sub for _, sub in subschemas(one))
    return count


def _compare(walk: Walk, old: Place, new: Place, muted: frozenset[Way]) -> frozenset[Way]:
    """Tell what differs at two places and below, and in which ways it was told.

    `muted` are the ways that the judge has ruled out for the whole that the places are part of.
    """
    key = (old.at, new.at, muted)
    if key in walk.seen:
        return walk.seen[key]
    text = same_text(old.schema, "schema", property_order=walk.property_order)
    if '"$ref"' not in text and text == same_text(new.schema, "schema", property_order=walk.property_order):
        return NEITHER
    walk.seen[key] = BOTH
    deep = walk.depth >= _MOST_OPEN
    led = None if deep else _led(old, new)
    if led is not None:
        position.texts(walk, subject(new.at), *(_own_texts(place) for place in (old, new)))
        walk.depth += 1
        walk.seen[key] = _compare(walk, *led, muted)
        walk.depth -= 1
        return walk.seen[key]
    narrow, widen = accepts(walk.run, new, (old,)), accepts(walk.run, old, (new,))
    muted = muted | (NARROW if narrow is True else NEITHER) | (WIDEN if widen is True else NEITHER)
    walk.depth += 1
    told = NEITHER if deep else _differences(walk, view(old), view(new), muted)
    walk.depth -= 1
    name = subject(new.at)
    nets: list[tuple[Way, Verdict, str]] = [("narrow", narrow, "less"), ("widen", widen, "more")]
    for way, verdict, direction in reversed(nets) if walk.output else nets:
        if way not in told and way not in muted:
            message = f"{name} {'gives' if walk.output else 'takes'} {direction} than before"
            if verdict is None and told and way != walk.hard:
                continue  # that it may go the other way too is no news
            if verdict is None:
                message = f"{name} is put in other words"
            told |= tell_verdict(walk, way, verdict, new.at, message, old.schema, new.schema, muted=muted)
            if verdict is None:
                told |= BOTH  # that it may be wider too goes without saying
    walk.seen[key] = told
    return told


def _led(old: Place, new: Place) -> tuple[Place, Place] | None:
    """What two references lead to, where nothing else that counts stands beside either."""
    led = [
        target(place, place.schema["$ref"])
        for place in (old, new)
        if isinstance(place.schema, dict) and ASSERTIONS & place.schema.keys() == {"$ref"}
    ]
    return (led[0], led[1]) if len(led) == 2 and led[0] is not None and led[1] is not None else None


def _own_texts(place: Place) -> dict[str, tuple[Pointer, Json]]:
    return {key: ((*place.at, key), value) for key, value in place.schema.items() if key not in ASSERTIONS | SILENT}


def _differences(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    told = position.types(walk, old, new, muted)
    position.texts(walk, subject(new.place.at), old.texts, new.texts)
    told |= position.nullable(walk, old, new)
    if not (old.types & new.types) - {"null"} and old.types != new.types:
        return told  # nothing is left to compare
    if not told or (old.types ^ new.types) == {"null"}:
        told |= position.values(walk, old, new, muted)
    told |= position.bounds(walk, old, new, muted)
    told |= _members(walk, old, new, muted)
    told |= _others(walk, old, new, muted)
    told |= _elements(walk, old, new, muted)
    return told | _arms(walk, old, new, muted)


# ----------------------------------------------------------------------------------------------------------------- members


def _members(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    before, after = old.members, new.members
    told = NEITHER
    if not before and not after and not old.required and not new.required:
        return told
    gone = {name: place for name, place in before.items() if name not in after}
    come = {name: place for name, place in after.items() if name not in before}
    became = renamed(
        {name: (place, name in old.required) for name, place in gone.items()},
        {name: (place, name in new.required) for name, place in come.items()},
        meaning=lambda one: f"{one[1]} {_without_title(one[0].schema)}" if _tells_apart(one[0], len(gone), len(come)) else "",
        text=lambda one: described(one[0].schema),
    )
    new_names = set(became.values())
    word = "field" if walk.output else "parameter"
    for name, place in gone.items():
        if name not in became:
            message = f"the {word} {subject(place.at)} was removed"
            told |= BOTH | tell(walk, "parameter-removed", NARROW, place.at, message, place.schema)
    for name, other in became.items():
        place, now = before[name], after[other]
        message = f"the {word} {subject(place.at)} is called `{other}` now, it seems"
        told |= tell(walk, "parameter-renamed", BOTH, now.at, message, name, other)
        told |= _compare(walk, place, now, muted)
    for name, place in come.items():
        if name not in new_names:
            message = f"the {word} {subject(place.at)} was added"
            hard = is_closed(old.layers)  # whoever knows the old output refuses what it did not list
            told |= tell(walk, "parameter-added", WIDEN, place.at, message, None, place.schema, hard=hard)
    for name, place in before.items():
        if name in after:
            told |= _compare(walk, place, after[name], muted)
    told |= _required(walk, old, new, became, muted)
    if walk.property_order == "authored":
        common = [[name for name in one if name in before and name in after] for one in (before, after)]
        if common[0] != common[1]:
            at = new.at("properties")
            message = f"the {word}s of {subject(new.place.at)} stand in another order"
            tell(walk, "order-changed", NEITHER, at, message.replace(f"s of the {word}s", "s"), *common)
    return told


def _tells_apart(place: Place, gone: int, come: int) -> bool:
    """Whether a schema says enough to be known again under another name: it is described, or the only one that went."""
    return bool(described(place.schema)) or (gone == come == 1 and not says_nothing(place))


def _without_title(schema: Json) -> str:
    kept = {key: value for key, value in schema.items() if key != "title"} if isinstance(schema, dict) else schema
    return same_text(kept, "schema")


def _required(walk: Walk, old: View, new: View, became: dict[str, str], muted: frozenset[Way]) -> frozenset[Way]:
    told = NEITHER
    prefix = subject(new.place.at).strip("`") + "." if subject(new.place.at).startswith("`") else ""
    before = {became.get(name, name) for name in old.required}
    for name in sorted(new.required - before):
        message = f"`{prefix}{name}` is required now"
        told |= tell(walk, "required-added", NARROW, new.at("required"), message, None, name, muted=muted)
    for name in sorted(before - new.required):
        if name in new.members or name not in old.members:
            at = (old if new.find("required") is None else new).at("required")
            told |= tell(walk, "required-removed", WIDEN, at, f"`{prefix}{name}` is optional now", name, None, muted=muted)
    return told


def _others(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    """Members that nobody declares."""
    before, after = (_only_other(one) for one in (old, new))
    name = subject(new.place.at)
    was, now = (ANYTHING if one is None or says_nothing(one) else one for one in (before, after))
    if was.schema is now.schema and isinstance(was.schema, bool):
        return NEITHER
    at = (after or before or new.place).at
    values = (before.schema if before else None, after.schema if after else None)
    if now.schema is False:
        message = f"{name} {'take' if name.startswith('the p') else 'takes'} no undeclared members any more"
        return tell(walk, "closed", NARROW, at, message, *values, muted=muted)
    if was.schema is False:
        message = f"{name} {'take' if name.startswith('the p') else 'takes'} undeclared members now"
        return tell(walk, "opened", WIDEN, at, message, *values, muted=muted)
    if now is ANYTHING or was is ANYTHING:
        way: Way = "widen" if now is ANYTHING else "narrow"
        message = f"undeclared members of {name} {'may be anything' if now is ANYTHING else 'must fit a schema'} now"
        return tell_verdict(walk, way, verdict=False, at=at, message=message, old=values[0], new=values[1], muted=muted)
    return _compare(walk, was, now, muted)


def _only_other(one: View) -> Place | None:
    return next((place for layer in one.layers if (place := rest(layer)) is not None), None)


# ---------------------------------------------------------------------------------------------------------- elements and arms


def _elements(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    (first, others), (new_first, new_others) = (_told_elements(one) for one in (old, new))
    told = NEITHER
    for index in range(max(len(first), len(new_first))):
        was = first[index] if index < len(first) else others
        now = new_first[index] if index < len(new_first) else new_others
        told |= _element(walk, was, now, muted)
    return told | _element(walk, others, new_others, muted)


def _told_elements(one: View) -> tuple[list[Place], Place | None]:
    return next((told for layer in one.layers if any(told := elements(layer))), ([], None))


def _element(walk: Walk, old: Place | None, new: Place | None, muted: frozenset[Way]) -> frozenset[Way]:
    if old is None and new is None:
        return NEITHER
    if new is None and old is not None:
        new = Place(old.document, old.at, ANYTHING.schema)
    elif old is None and new is not None:
        old = Place(new.document, new.at, ANYTHING.schema)
    assert old is not None and new is not None  # noqa: S101, PT018 - for the type checkers
    return _compare(walk, old, new, muted)


def _arms(walk: Walk, old: View, new: View, muted: frozenset[Way]) -> frozenset[Way]:
    """The forms of a union: paired where they are alike, else gone or new."""
    if not old.arms or not new.arms:
        return NEITHER
    told = NEITHER
    pairs, gone, come = paired(old.arms, new.arms)
    for arm, twin in pairs:
        told |= _compare(walk, arm, twin, muted)
    if old.values is not None and new.values is not None:
        return told  # a union of constants is an enum, and has been told as one
    name = subject(new.place.at)
    for arm in gone:
        if "narrow" not in muted and view(arm).types & new.types and accepts(walk.run, new.place, (arm,)) is not True:
            message = f"a form of {name} was removed: {position.of_types(view(arm).types)}"
            told |= tell(walk, "type-narrowed", NARROW, arm.at, message, arm.schema)
    for arm in come:
        if "widen" not in muted and view(arm).types & old.types and accepts(walk.run, old.place, (arm,)) is not True:
            message = f"a form of {name} was added: {position.of_types(view(arm).types)}"
            told |= tell(walk, "type-widened", WIDEN, arm.at, message, None, arm.schema)
    return told
