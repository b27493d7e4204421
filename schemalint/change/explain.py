"""What changed between two schemas, place by place, in words: the judge's verdict, and the places to blame for it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from schemalint.canon import PropertyOrder
from schemalint.change import differences
from schemalint.change.accepts import MOST_STEPS, Run, accepts
from schemalint.change.grade import Change, Difference, Grade, Kind, Way, graded
from schemalint.change.layers import elements, is_closed, rest, says_nothing
from schemalint.change.pair import described, renamed
from schemalint.change.schemas import ANYTHING, Place, Verdict, inner, same_text, target, whole
from schemalint.change.view import View, clause, paired_arms, subject, texts_of, view_of, without_null
from schemalint.model import Json, Pointer
from schemalint.record import dataclass, field, replace
from schemalint.schema.keywords import ASSERTIONS, COMBINING

_MOST_OPEN: Final = 126
"""Comparisons that may wait for one another, enough for the deepest schema that is written out; references can go on
without end, through ever new pairs of definitions.
"""
_UNION: Final = COMBINING | {"$ref", "type"}
"""Keywords of a schema that leaves what it says of values to the arms of its union."""
_MOST_ARMS: Final = 12
"""Arms that are asked whether they are what a schema became."""

_Found: TypeAlias = "Difference | Way | tuple[Place, Place]"
"""A difference; only the way of one that is explained already; or two places to compare in turn."""


@dataclass(slots=True, eq=False)
class _Walk:
    tool: str
    output: bool
    property_order: PropertyOrder
    run: Run
    changes: list[Change] = field(default_factory=list)
    seen: dict[tuple[Pointer, Pointer, Way], Way | None] = field(default_factory=dict)
    """Pairs of places that were compared, and the ways of the differences that were reported there; None while that goes on."""
    circular: bool = False
    """Whether a reference led back into a comparison under way, which then passes for reported in both ways."""
    reported: set[tuple[Kind, Pointer, str]] = field(default_factory=set)
    depth: int = 0
    """How many comparisons wait for one another."""

    @property
    def breaking(self) -> Way:
        """The way that breaks: what a tool accepts may not shrink, what it returns may not grow."""
        return Way.WIDER if self.output else Way.NARROWER

    @property
    def word(self) -> str:
        return "field" if self.output else "parameter"


def explain(tool: str, old: Json, new: Json, base: Pointer, property_order: PropertyOrder = "sorted") -> list[Change]:
    """The changes between two schemas of a tool; `base` is `("parameters",)` or `("output_schema",)`."""
    places = whole(old, base), whole(new, base)
    # The larger the schemas, the more there is to ask; what grows faster than they do is cut off.
    steps = MOST_STEPS + 20 * sum(1 + sum(1 for _ in inner(one)) for one in (old, new))
    walk = _Walk(tool, base == ("output_schema",), property_order, Run(steps))
    _compare(walk, *places, Way.NEITHER)
    if walk.circular and not any(change.grade == "breaking" for change in walk.changes):
        verdict = accepts(walk.run, places[0], places[1:]) if walk.output else accepts(walk.run, places[1], places[:1])
        if verdict is not True:
            _net(walk, *places, {walk.breaking: verdict}, Way.NEITHER, Way.NEITHER)
    return walk.changes


def _report(walk: _Walk, found: Iterable[_Found], ruled_out: Way) -> Way:
    """Report differences, each once, and compare what is below; in which ways something was reported."""
    ways = Way.NEITHER
    for one in found:
        if isinstance(one, Way):
            ways |= one
        elif isinstance(one, tuple):
            ways |= _compare(walk, *one, ruled_out)
        elif one.certain or not one.way & ruled_out:
            ways |= one.way
            change = graded(one, walk.tool, output=walk.output)
            if (key := (change.kind, change.pointer, change.message)) not in walk.reported:
                walk.reported.add(key)
                walk.changes.append(change)
    return ways


def _compare(walk: _Walk, old: Place, new: Place, ruled_out: Way, *, texts: bool = True) -> Way:
    """Report what differs at two places and below; in which ways. Without `texts` those of the places are explained already.

    `ruled_out` are the ways that the judge has ruled out for the whole that the places are part of.
    """
    key = (old.at, new.at, ruled_out)
    if key in walk.seen:
        ways = walk.seen[key]
        walk.circular |= ways is None
        return Way.BOTH if ways is None else ways
    text = same_text(old.schema, "schema", property_order=walk.property_order)
    if '"$ref"' not in text and text == same_text(new.schema, "schema", property_order=walk.property_order):
        return Way.NEITHER
    walk.seen[key] = None
    deep = walk.depth >= _MOST_OPEN
    walk.depth += 1
    if not deep and texts and (both := _referred(old, new)) is not None:
        _report(walk, differences.in_texts(subject(new.at), texts_of(old), texts_of(new)), ruled_out)
        ways = _compare(walk, *both, ruled_out)
    else:
        narrower, wider = accepts(walk.run, new, (old,)), accepts(walk.run, old, (new,))
        ruled_out |= (Way.NARROWER if narrower is True else Way.NEITHER) | (Way.WIDER if wider is True else Way.NEITHER)
        views = view_of(old), view_of(new)
        if not texts:
            views = replace(views[0], texts={}), replace(views[1], texts={})
        ways = Way.NEITHER if deep else _differences(walk, *views, ruled_out)
        ways = _net(walk, old, new, {Way.NARROWER: narrower, Way.WIDER: wider}, ways, ruled_out)
    walk.depth -= 1
    walk.seen[key] = ways
    return ways


def _net(walk: _Walk, old: Place, new: Place, verdicts: dict[Way, Verdict], ways: Way, ruled_out: Way) -> Way:
    """Blame the place itself for what the judge says and nothing below explains, first the way that breaks."""
    for way in sorted(verdicts, key=lambda way: way is not walk.breaking):
        verdict = verdicts[way]
        if way in ways or way in ruled_out or (verdict is None and ways and way is not walk.breaking):
            continue  # that it may also go the other way is not news
        if verdict is None:
            message = f"{clause(subject(new.at), 'was')} rewritten"
        else:
            fewer = "fewer" if way is Way.NARROWER else "more"
            message = f"{clause(subject(new.at), 'now allows')} {fewer} values"
        blame = differences.by_verdict(way, verdict, walk.breaking, new.at, message, old.schema, new.schema)
        ways |= _report(walk, [blame], ruled_out)
        if verdict is None:
            ways |= Way.BOTH  # that it may also be wider goes without saying
    return ways


def _referred(old: Place, new: Place) -> tuple[Place, Place] | None:
    """What two references lead to, where nothing else that counts is beside either."""
    found = [
        target(place, place.schema["$ref"])
        for place in (old, new)
        if isinstance(place.schema, dict) and ASSERTIONS & place.schema.keys() == {"$ref"}
    ]
    return (found[0], found[1]) if len(found) == 2 and found[0] is not None and found[1] is not None else None


def _differences(walk: _Walk, old: View, new: View, ruled_out: Way) -> Way:
    ways = _report(walk, differences.in_types(old, new), ruled_out)
    lone = _lone_arm(walk, old, new) if old.types & new.types else None
    inner = [view_of(arm).texts for arm in lone or ()] or [{}, {}]  # the text of an arm is as good as that of its union
    texts = ({**below, **one.texts} for below, one in zip(inner, (old, new), strict=True))
    _report(walk, differences.in_texts(new.name, *texts), ruled_out)
    if lone is not None:
        ways |= _compare(walk, *lone, ruled_out, texts=False)
        return ways | _report(walk, _in_arms(walk, old, new, ruled_out, lone), ruled_out)
    if not (old.types & new.types) - {"null"} and old.types != new.types:
        return ways  # nothing is left to compare
    if not ways or (old.types ^ new.types) == {"null"}:
        ways |= _report(walk, differences.in_values(old, new), ruled_out)
    ways |= _report(walk, differences.in_bounds(walk.run, walk.breaking, old, new, ruled_out), ruled_out)
    for found in (_in_members(walk, old, new), _in_others(walk, old, new), _in_elements(old, new)):
        ways |= _report(walk, found, ruled_out)
    return ways | _report(walk, _in_arms(walk, old, new, ruled_out), ruled_out)


# ----------------------------------------------------------------------------------------------------------------- members


def _in_members(walk: _Walk, old: View, new: View) -> Iterator[_Found]:
    removed = {name: place for name, place in old.members.items() if name not in new.members}
    added = {name: place for name, place in new.members.items() if name not in old.members}
    few = len(removed) == len(added) == 1
    became = renamed(
        {name: (place, name in old.required) for name, place in removed.items()},
        {name: (place, name in new.required) for name, place in added.items()},
        meaning=lambda one: f"{one[1]} {_without_title(one[0].schema)}" if _is_recognizable(one[0], alone=few) else "",
        text=lambda one: described(one[0].schema),
    )
    moved = _moved({name: one for name, one in removed.items() if name not in became}, added)
    for name, place in removed.items():
        if name not in became:
            goal = f"moved into {subject(moved[name].at)}" if name in moved else "was removed"
            message = f"the {walk.word} {subject(place.at)} {goal}"
            yield Difference("parameter-removed", Way.NARROWER, place.at, message, place.schema, certain=True)
            yield Way.BOTH
    for name, other in became.items():
        place, now = old.members[name], new.members[other]
        message = f"the {walk.word} {subject(place.at)} appears to have been renamed to `{other}`"
        yield Difference("parameter-renamed", Way.BOTH, now.at, message, name, other, certain=True)
        yield place, now
    taken = set(became.values())
    for name, place in added.items():
        if name not in taken:
            message = f"the {walk.word} {subject(place.at)} was added"
            refused = is_closed(old.layers)  # whoever knows the old output refuses what it did not list
            yield Difference("parameter-added", Way.WIDER, place.at, message, None, place.schema, certain=True, refused=refused)
            if name in old.required:  # callers had to send it all the same
                yield _others_of(old)[1], place
    common = [name for name in old.members if name in new.members]
    for name in common:
        yield from _in_default(walk, name, old, new)
        yield old.members[name], new.members[name]
    yield from _in_required(old, new, became)
    order = [name for name in new.members if name in old.members]
    if walk.property_order == "authored" and common != order:
        whole = "" if new.name == "the parameters" else f" of {new.name}"
        message = f"the order of the {walk.word}s{whole} changed"
        yield Difference("order-changed", Way.NEITHER, new.at("properties"), message, common, order)


def _moved(removed: Mapping[str, Place], added: Mapping[str, Place]) -> dict[str, Place]:
    """The removed members that are members of exactly one new object under their own name, with the same schema."""
    found: dict[str, list[Place]] = {}
    for holder in added.values() if removed else ():
        for name, place in view_of(holder).members.items():
            if name in removed and _without_title(place.schema) == _without_title(removed[name].schema):
                found.setdefault(name, []).append(place)
    return {name: places[0] for name, places in found.items() if len(places) == 1}


def _in_default(walk: _Walk, name: str, old: View, new: View) -> Iterator[Difference]:
    """Another default of a parameter that may be left out: the call that leaves it out means something else now."""
    views = [view_of(one.members[name]) for one in (old, new)]
    if walk.output or name in new.required or any("default" not in one.texts for one in views):
        return
    before, after = ({"default": one.texts["default"]} for one in views)
    for found in differences.in_texts(views[1].name, before, after):
        yield replace(found, certain=True, grade="breaking")


def _is_recognizable(place: Place, *, alone: bool) -> bool:
    """Whether a schema says enough to be recognized under another name: it is described, or nothing else was renamed."""
    return bool(described(place.schema)) or (alone and not says_nothing(place))


def _without_title(schema: Json) -> str:
    kept = {key: value for key, value in schema.items() if key != "title"} if isinstance(schema, dict) else schema
    return same_text(kept, "schema")


def _in_required(old: View, new: View, became: dict[str, str]) -> Iterator[Difference]:
    prefix = new.name.strip("`") + "." if new.name.startswith("`") else ""
    before = {became.get(name, name) for name in old.required}
    for name in sorted(new.required - before):
        message = f"`{prefix}{name}` is now required"
        yield Difference("required-added", Way.NARROWER, new.at("required"), message, None, name)
    for name in sorted(before - new.required):
        if name in new.members or name not in old.members:
            at = (old if new.find("required") is None else new).at("required")
            yield Difference("required-removed", Way.WIDER, at, f"`{prefix}{name}` is now optional", name)


def _others_of(one: View) -> tuple[Place | None, Place]:
    """What is stated of members that nobody declares, and what that comes to."""
    stated = next((found for layer in one.layers if (found := rest(layer)) is not None), None)
    return stated, ANYTHING if stated is None or says_nothing(stated) else stated


def _in_others(walk: _Walk, old: View, new: View) -> Iterator[_Found]:
    """Members that nobody declares."""
    (before, was), (after, now) = _others_of(old), _others_of(new)
    if was.schema is now.schema and isinstance(was.schema, bool):
        return
    at = (after or before or new.place).at
    values = (before.schema if before else None, after.schema if after else None)
    if now.schema is False:
        message = f"{clause(new.name, 'no longer allows')} undeclared members"
        # Callers send what is declared at the root, by name or by pattern.
        is_root = len(new.place.at) == 1 and before is None and old.find("patternProperties") is None
        grade: Grade | None = "behaviour" if is_root and old.members and not walk.output else None
        yield Difference("closed", Way.NARROWER, at, message, *values, grade=grade)
    elif was.schema is False:
        yield Difference("opened", Way.WIDER, at, f"{clause(new.name, 'now allows')} undeclared members", *values)
    elif now is ANYTHING:
        message = f"undeclared members of {new.name} may now be anything"
        yield Difference("bounds-widened", Way.WIDER, at, message, *values)
    elif was is ANYTHING:
        message = f"undeclared members of {new.name} must now fit a schema"
        yield Difference("bounds-narrowed", Way.NARROWER, at, message, *values)
    else:
        yield was, now


# ---------------------------------------------------------------------------------------------------------- elements and arms


def _in_elements(old: View, new: View) -> Iterator[tuple[Place, Place]]:
    (first, others), (new_first, new_others) = (_stated_elements(one) for one in (old, new))
    for index in range(max(len(first), len(new_first))):
        was = first[index] if index < len(first) else others
        now = new_first[index] if index < len(new_first) else new_others
        yield from _if_stated(was, now)
    yield from _if_stated(others, new_others)


def _stated_elements(one: View) -> tuple[list[Place], Place | None]:
    return next((stated for layer in one.layers if any(stated := elements(layer))), ([], None))


def _if_stated(old: Place | None, new: Place | None) -> Iterator[tuple[Place, Place]]:
    """Two schemas of elements; where one side states none, it allows anything."""
    if (stated := new or old) is not None:
        anything = Place(stated.document, stated.at, ANYTHING.schema)
        yield old or anything, new or anything


def _lone_arm(walk: _Walk, old: View, new: View) -> tuple[Place, Place] | None:
    """A schema and the arm that it became, or the arm that became the schema, where the other side is nothing but a union."""
    if bool(old.arms) == bool(new.arms):
        return None
    plain, union = (old, new) if new.arms else (new, old)
    if any(ASSERTIONS & layer.schema.keys() - _UNION for layer in union.layers if isinstance(layer.schema, dict)):
        return None
    likely = [arm for arm in union.arms if view_of(arm).types & plain.types][:_MOST_ARMS]
    alone = without_null(plain.place)
    arm = next((one for one in likely if accepts(walk.run, one, (alone,)) is True), None)
    if arm is None:
        pairs, _, _ = paired_arms((alone,), likely)
        arm = pairs[0][1] if pairs else None
    if arm is None:
        return None
    return (alone, arm) if new.arms else (arm, alone)


def _in_arms(walk: _Walk, old: View, new: View, ruled_out: Way, lone: tuple[Place, Place] | None = None) -> Iterator[_Found]:
    """The arms of a union: paired where they are alike, else removed or added. `lone` is a pair that is compared already."""
    if lone is not None:
        removed, added = ([arm for arm in one.arms if arm not in lone] for one in (old, new))
    elif old.arms and new.arms:
        pairs, removed, added = paired_arms(old.arms, new.arms)
        yield from pairs
    else:
        return
    if old.values is not None and new.values is not None:
        return  # a union of constants is an enum, and has been explained as one
    sides: tuple[tuple[Kind, Way, str, list[Place], View], ...] = (
        ("type-narrowed", Way.NARROWER, "removed", removed, new),
        ("type-widened", Way.WIDER, "added", added, old),
    )
    for kind, way, word, arms, other in sides:
        for arm in arms:
            found = view_of(arm).types
            if way not in ruled_out and found & other.types and accepts(walk.run, other.place, (arm,)) is not True:
                message = f"an alternative of {new.name} was {word}: {differences.type_words(found)}"
                was, now = (arm.schema, None) if other is new else (None, arm.schema)
                yield Difference(kind, way, arm.at, message, was, now, certain=True)
