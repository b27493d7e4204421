"""What changed between two schemas, place by place, in words. Pure.

`subsume` judges; this module finds the places to blame. It goes through both schemas side by side as long as they are built
alike and tells each difference where it stands, and only there. Then comes a net: where the judge says that a value is refused
now, or cannot tell, and nothing below was told as the cause, the place itself is told. So a comparison without a breaking
change is one that the judge has agreed to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from schemalint.canon import PropertyOrder
from schemalint.change.kinds import GRADE_OF, Change, Grade, Kind
from schemalint.change.names import described, renamed, subject
from schemalint.change.schemas import (
    ANYTHING,
    ASSERTIONS,
    Place,
    Verdict,
    elements,
    is_closed,
    meaning,
    rest,
    same_text,
    says_nothing,
    target,
    whole,
)
from schemalint.change.subsume import Run, accepts, demands, known
from schemalint.change.views import SILENT, Texts, View, view
from schemalint.model import Json, Pointer
from schemalint.validity import same, shown

_Way: TypeAlias = Literal["narrow", "widen"]
_NARROW: Final[frozenset[_Way]] = frozenset(("narrow",))
_WIDEN: Final[frozenset[_Way]] = frozenset(("widen",))
_BOTH: Final[frozenset[_Way]] = _NARROW | _WIDEN
_ONE: Final[Mapping[_Way, frozenset[_Way]]] = {"narrow": _NARROW, "widen": _WIDEN}
_NEITHER: Final[frozenset[_Way]] = frozenset()

_TEXTS: Final = frozenset(("description-changed", "default-changed", "order-changed", "undecidable"))
"""Kinds that are told of an output too; all others are `output-changed` there."""
_LOST_TO_READERS: Final = frozenset(("parameter-removed", "parameter-renamed", "type-changed"))
"""What breaks those who read an output although it is no widening."""

_TOLD_BY_THE_WALK: Final = frozenset(
    "$ref $dynamicRef $recursiveRef additionalItems additionalProperties allOf anyOf const enum items oneOf prefixItems"
    " properties required type".split()
)
"""Keywords that are told by other means than the judge's word on each."""


@dataclass(slots=True, eq=False)
class _Walk:
    tool: str
    output: bool
    property_order: PropertyOrder
    run: Run = field(default_factory=Run)
    changes: list[Change] = field(default_factory=list)
    seen: dict[tuple[object, ...], frozenset[_Way]] = field(default_factory=dict)
    """Pairs of schemas that were compared, and the ways in which a difference was told there."""
    told: set[tuple[Kind, Pointer, str]] = field(default_factory=set)

    @property
    def hard(self) -> _Way:
        """The way that breaks: what a tool takes may not shrink, what it gives may not grow."""
        return "widen" if self.output else "narrow"


def explain(tool: str, old: Json, new: Json, base: Pointer, property_order: PropertyOrder = "sorted") -> list[Change]:
    """The changes between two schemas of a tool; `base` is `("parameters",)` or `("output_schema",)`."""
    walk = _Walk(tool, base == ("output_schema",), property_order)
    _compare(walk, whole(old, base), whole(new, base), _NEITHER)
    return walk.changes


def _tell(
    walk: _Walk,
    kind: Kind,
    ways: frozenset[_Way],
    at: Pointer,
    message: str,
    old: Json = None,
    new: Json = None,
    *,
    muted: frozenset[_Way] = _NEITHER,
    hard: bool | None = None,
) -> frozenset[_Way]:
    """Note a change, once; in which ways it was told. One whose way is muted is not told."""
    if ways & muted:
        return _NEITHER
    grade: Grade = GRADE_OF[kind]
    shown_kind = kind
    if walk.output and kind not in _TEXTS:
        shown_kind = "output-changed"
        breaks = kind in _LOST_TO_READERS or ("widen" in ways and kind != "parameter-added")
        grade = "breaking" if breaks or hard else "behaviour"
    if (shown_kind, at, message) not in walk.told:
        walk.told.add((shown_kind, at, message))
        walk.changes.append(Change(walk.tool, shown_kind, grade, at, message, old, new))
    return ways


def _tell_verdict(
    walk: _Walk,
    way: _Way,
    verdict: Verdict,
    at: Pointer,
    message: str,
    old: Json = None,
    new: Json = None,
    *,
    muted: frozenset[_Way],
) -> frozenset[_Way]:
    """Note that a bound narrows or widens; where the judge cannot tell and it could break, that."""
    if verdict is None and way == walk.hard:
        words = "takes all that it took" if way == "narrow" else "gives only what it gave"
        message = f"{message}; cannot tell whether it still {words}"
        return _tell(walk, "undecidable", _ONE[way], at, message, old, new, muted=muted)
    kind: Kind = "bounds-narrowed" if way == "narrow" else "bounds-widened"
    return _tell(walk, kind, _ONE[way], at, message, old, new, muted=muted)


def _compare(walk: _Walk, old: Place, new: Place, muted: frozenset[_Way]) -> frozenset[_Way]:
    """Tell what differs at two places and below, and in which ways it was told.

    `muted` are the ways that the judge has ruled out for the whole that the places are part of.
    """
    key = (old.key, new.key, muted)
    if key in walk.seen:
        return walk.seen[key]
    text = same_text(old.schema, "schema", property_order=walk.property_order)
    if '"$ref"' not in text and text == same_text(new.schema, "schema", property_order=walk.property_order):
        return _NEITHER
    walk.seen[key] = _BOTH
    led = _led(old, new)
    if led is not None:
        _texts(walk, subject(new.at), *(_own_texts(place) for place in (old, new)))
        walk.seen[key] = _compare(walk, *led, muted)
        return walk.seen[key]
    narrow, widen = accepts(walk.run, new, (old,)), accepts(walk.run, old, (new,))
    muted = muted | (_NARROW if narrow is True else _NEITHER) | (_WIDEN if widen is True else _NEITHER)
    told = _differences(walk, view(old), view(new), muted)
    name = subject(new.at)
    nets: list[tuple[_Way, Verdict, str]] = [("narrow", narrow, "less"), ("widen", widen, "more")]
    for way, verdict, direction in reversed(nets) if walk.output else nets:
        if way not in told and way not in muted:
            message = f"{name} {'gives' if walk.output else 'takes'} {direction} than before"
            if verdict is None:
                message = f"{name} is put in other words"
            told |= _tell_verdict(walk, way, verdict, new.at, message, old.schema, new.schema, muted=muted)
            if verdict is None:
                told |= _BOTH  # that it may be wider too goes without saying
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


def _differences(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    told = _types(walk, old, new, muted)
    _texts(walk, subject(new.place.at), old.texts, new.texts)
    told |= _nullable(walk, old, new)
    if not (old.types & new.types) - {"null"} and old.types != new.types:
        return told  # nothing is left to compare
    if not told or (old.types ^ new.types) == {"null"}:
        told |= _values(walk, old, new, muted)
    told |= _bounds(walk, old, new, muted)
    told |= _members(walk, old, new, muted)
    told |= _others(walk, old, new, muted)
    told |= _elements(walk, old, new, muted)
    return told | _arms(walk, old, new, muted)


# ------------------------------------------------------------------------------------------------------------- one position


def _texts(walk: _Walk, name: str, old: Texts, new: Texts) -> None:
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
        _tell(walk, kind, _NEITHER, at, message, was, now)


def _nullable(walk: _Walk, old: View, new: View) -> frozenset[_Way]:
    """OpenAPI's word for null, which validators do not know and some vendors follow."""
    was, now = (one.texts.get("nullable", (one.place.at, None)) for one in (old, new))
    if (was[1] is True) == (now[1] is True) or "null" in old.types & new.types:
        return _NEITHER
    name = subject(new.place.at)
    if now[1] is True:
        return _tell(walk, "type-widened", _WIDEN, now[0], f"{name} may be null now", was[1], now[1])
    return _tell(walk, "type-narrowed", _NARROW, was[0], f"{name} may not be null now", was[1], now[1])


def _types(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    if old.types == new.types or old.unknown or new.unknown:
        return _NEITHER
    enums = old.values is not None and new.values is not None and old.declared == new.declared
    if enums and not (old.types ^ new.types) & {"null"}:
        return _NEITHER
    at = new.at("type")
    name = subject(new.place.at)
    message = f"{name} {'were' if name == 'the parameters' else 'was'} {_of_types(old.types)}, now {_of_types(new.types)}"
    was, now = (one.find("type") or one.place.schema for one in (old, new))
    if old.types < new.types:
        return _tell(walk, "type-widened", _WIDEN, at, message, was, now, muted=muted)
    if new.types < old.types:
        return _tell(walk, "type-narrowed", _NARROW, at, message, was, now, muted=muted)
    return _tell(walk, "type-changed", _BOTH, at, message, was, now, muted=muted)


def _of_types(atoms: frozenset[str]) -> str:
    """Kinds of value in the words of JSON Schema."""
    if len(atoms) == 7:
        return "of any type"
    names = set(atoms)
    if {"integer", "fraction"} <= names:
        names = names - {"integer", "fraction"} | {"number"}
    return " or ".join(sorted(names, key=lambda name: (name == "null", name))) or "nothing at all"


def _values(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    """What `enum`, `const` or a union of constants leaves."""
    before, after = old.values, new.values
    if before is None and after is None:
        return _NEITHER
    name = subject(new.place.at)
    at, was, now = new.at_values if after is not None else old.at_values, before, after
    if before is None:
        takes = f"{name} takes only {_shown_values(after or [])} now"
        return _tell(walk, "enum-narrowed", _NARROW, at, takes, was, now, muted=muted)
    if after is None:
        return _tell(
            walk,
            "enum-widened",
            _WIDEN,
            at,
            f"{name} takes other values than {_shown_values(before)} too now",
            was,
            now,
            muted=muted,
        )
    gone = [one for one in before if not any(same(one, other) for other in after)]
    come = [one for one in after if not any(same(one, other) for other in before)]
    told = _NEITHER
    if gone:
        message = f"{name} does not take {_shown_values(gone)} any more"
        told |= _tell(walk, "enum-narrowed", _NARROW, at, message, was, now, muted=muted)
    if come:
        told |= _tell(walk, "enum-widened", _WIDEN, at, f"{name} takes {_shown_values(come)} now", was, now, muted=muted)
    if not gone and not come and same_text(before) != same_text(after):
        _tell(walk, "order-changed", _NEITHER, at, f"the values of {name} stand in another order", was, now)
    return told


def _shown_values(values: list[Json], most: int = 6) -> str:
    some = ", ".join(shown(value) for value in values[:most])
    return some if len(values) <= most else f"{some} and {len(values) - most} more"


def _bounds(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    """What the judge says of each keyword that the walk does not go into."""
    told = _NEITHER
    told_keywords: set[str] = set()
    sides: list[tuple[_Way, View, View]] = [("narrow", new, old), ("widen", old, new)]
    for way, demanding, given in reversed(sides) if walk.output else sides:  # first the way that breaks
        if way in muted:
            continue
        what = known(*(given.place, *given.layers))
        for layer in demanding.layers:
            for keyword, verdict in demands(walk.run, layer, what):
                if verdict is True or keyword in _TOLD_BY_THE_WALK:
                    continue
                told |= _ONE[way]
                if keyword in told_keywords:
                    continue  # changed both ways, and told as the one that breaks
                told_keywords.add(keyword)
                was, now = old.find(keyword), new.find(keyword)
                at = (old if now is None else new).at(keyword)
                message = _bound_words(subject(new.place.at), keyword, was, now)
                _tell_verdict(walk, way, verdict, at, message, was, now, muted=muted)
    return told


def _bound_words(name: str, keyword: str, was: Json, now: Json) -> str:
    if was is None:
        return f"{name} has `{keyword}` {shown(now)} now"
    if now is None:
        return f"{name} has no `{keyword}` any more; it was {shown(was)}"
    return f"`{keyword}` of {name} changed from {shown(was)} to {shown(now)}"


# ----------------------------------------------------------------------------------------------------------------- members


def _members(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    before, after = old.members, new.members
    told = _NEITHER
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
    word = "field" if walk.output else "parameter"
    for name, place in gone.items():
        if name not in became:
            message = f"the {word} {subject(place.at)} was removed"
            told |= _BOTH | _tell(walk, "parameter-removed", _NARROW, place.at, message, place.schema)
    for name, other in became.items():
        place, now = before[name], after[other]
        message = f"the {word} {subject(place.at)} is called `{other}` now, it seems"
        told |= _tell(walk, "parameter-renamed", _BOTH, now.at, message, name, other)
        told |= _compare(walk, place, now, muted)
    for name, place in come.items():
        if name not in became.values():
            message = f"the {word} {subject(place.at)} was added"
            hard = is_closed(old.layers)  # whoever knows the old output refuses what it did not list
            told |= _tell(walk, "parameter-added", _WIDEN, place.at, message, None, place.schema, hard=hard)
    for name, place in before.items():
        if name in after:
            told |= _compare(walk, place, after[name], muted)
    told |= _required(walk, old, new, became, muted)
    if walk.property_order == "authored":
        common = [[name for name in one if name in before and name in after] for one in (before, after)]
        if common[0] != common[1]:
            at = new.at("properties")
            message = f"the {word}s of {subject(new.place.at)} stand in another order"
            _tell(walk, "order-changed", _NEITHER, at, message.replace(f"s of the {word}s", "s"), *common)
    return told


def _tells_apart(place: Place, gone: int, come: int) -> bool:
    """Whether a schema says enough to be known again under another name: it is described, or the only one that went."""
    return bool(described(place.schema)) or (gone == come == 1 and not says_nothing(place))


def _without_title(schema: Json) -> str:
    kept = {key: value for key, value in schema.items() if key != "title"} if isinstance(schema, dict) else schema
    return same_text(kept, "schema")


def _required(walk: _Walk, old: View, new: View, became: dict[str, str], muted: frozenset[_Way]) -> frozenset[_Way]:
    told = _NEITHER
    prefix = subject(new.place.at).strip("`") + "." if subject(new.place.at).startswith("`") else ""
    before = {became.get(name, name) for name in old.required}
    for name in sorted(new.required - before):
        message = f"`{prefix}{name}` is required now"
        told |= _tell(walk, "required-added", _NARROW, new.at("required"), message, None, name, muted=muted)
    for name in sorted(before - new.required):
        if name in new.members or name not in old.members:
            at = (old if new.find("required") is None else new).at("required")
            told |= _tell(walk, "required-removed", _WIDEN, at, f"`{prefix}{name}` is optional now", name, None, muted=muted)
    return told


def _others(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    """Members that nobody declares."""
    before, after = (_only_other(one) for one in (old, new))
    name = subject(new.place.at)
    was, now = (ANYTHING if one is None or says_nothing(one) else one for one in (before, after))
    if was.schema is now.schema and isinstance(was.schema, bool):
        return _NEITHER
    at = (after or before or new.place).at
    values = (before.schema if before else None, after.schema if after else None)
    if now.schema is False:
        message = f"{name} {'take' if name.startswith('the p') else 'takes'} no undeclared members any more"
        return _tell(walk, "closed", _NARROW, at, message, *values, muted=muted)
    if was.schema is False:
        message = f"{name} {'take' if name.startswith('the p') else 'takes'} undeclared members now"
        return _tell(walk, "opened", _WIDEN, at, message, *values, muted=muted)
    if now is ANYTHING or was is ANYTHING:
        way: _Way = "widen" if now is ANYTHING else "narrow"
        message = f"undeclared members of {name} {'may be anything' if now is ANYTHING else 'must fit a schema'} now"
        return _tell_verdict(walk, way, verdict=False, at=at, message=message, old=values[0], new=values[1], muted=muted)
    return _compare(walk, was, now, muted)


def _only_other(one: View) -> Place | None:
    return next((place for layer in one.layers if (place := rest(layer)) is not None), None)


# ---------------------------------------------------------------------------------------------------------- elements and arms


def _elements(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    (first, others), (new_first, new_others) = (_told_elements(one) for one in (old, new))
    told = _NEITHER
    for index in range(max(len(first), len(new_first))):
        was = first[index] if index < len(first) else others
        now = new_first[index] if index < len(new_first) else new_others
        told |= _element(walk, was, now, muted)
    return told | _element(walk, others, new_others, muted)


def _told_elements(one: View) -> tuple[list[Place], Place | None]:
    return next((told for layer in one.layers if any(told := elements(layer))), ([], None))


def _element(walk: _Walk, old: Place | None, new: Place | None, muted: frozenset[_Way]) -> frozenset[_Way]:
    if old is None and new is None:
        return _NEITHER
    if new is None and old is not None:
        new = Place(old.document, old.at, ANYTHING.schema)
    elif old is None and new is not None:
        old = Place(new.document, new.at, ANYTHING.schema)
    assert old is not None and new is not None  # noqa: S101, PT018 - for the type checkers
    return _compare(walk, old, new, muted)


def _arms(walk: _Walk, old: View, new: View, muted: frozenset[_Way]) -> frozenset[_Way]:
    """The forms of a union: paired where they are alike, else gone or new."""
    if not old.arms or not new.arms:
        return _NEITHER
    told = _NEITHER
    left = list(new.arms)
    pairs: list[tuple[Place, Place]] = []
    gone: list[Place] = []
    for arm in old.arms:
        twin = next((one for one in left if meaning(one.schema) == meaning(arm.schema)), None)
        if twin is not None:
            left.remove(twin)
            pairs.append((arm, twin))
        else:
            gone.append(arm)
    for arm in list(gone):
        twin = next((one for one in left if _are_akin(arm, one)), None)
        if twin is not None:
            left.remove(twin)
            gone.remove(arm)
            pairs.append((arm, twin))
    for arm, twin in pairs:
        told |= _compare(walk, arm, twin, muted)
    name = subject(new.place.at)
    for arm in gone:
        if "narrow" not in muted and view(arm).types & new.types and accepts(walk.run, new.place, (arm,)) is not True:
            message = f"a form of {name} was removed: {_of_types(view(arm).types)}"
            told |= _tell(walk, "type-narrowed", _NARROW, arm.at, message, arm.schema)
    for arm in left:
        if "widen" not in muted and view(arm).types & old.types and accepts(walk.run, old.place, (arm,)) is not True:
            message = f"a form of {name} was added: {_of_types(view(arm).types)}"
            told |= _tell(walk, "type-widened", _WIDEN, arm.at, message, None, arm.schema)
    return told


def _are_akin(one: Place, other: Place) -> bool:
    """Whether two forms are one that was edited: of the same kinds, and for objects with a constant or most names in common."""
    first, second = view(one), view(other)
    if first.types != second.types:
        return False
    if first.types != {"object"}:
        return True
    names, others = set(first.members), set(second.members)
    if not names or not others:
        return names == others
    for name in names & others:
        was, now = view(first.members[name]).values, view(second.members[name]).values
        if was is not None and now is not None and len(was) == len(now) == 1:
            return same(was[0], now[0])
    return 2 * len(names & others) >= len(names | others)
