"""Whether a schema accepts all that others accept together: yes, no, or cannot tell. Pure; see the package."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, TypeAlias

from schemalint.change.demands import Ask, demand, is_written_in
from schemalint.change.fits import Effort, all_of, any_of, arms_for_object, fits
from schemalint.change.layers import Choices, Known, is_closed, is_named, known, lower, member, required, upper
from schemalint.change.schemas import (
    ONLY,
    Joined,
    Place,
    Verdict,
    arms_of,
    is_sound,
    joined,
    listed,
    meaning,
    same_text,
    unions,
)
from schemalint.model import Json
from schemalint.record import dataclass, field
from schemalint.schema.forms import fits as well_formed
from schemalint.schema.keywords import ASSERTIONS, COMBINING, is_schema

_Key: TypeAlias = "tuple[tuple[int, int], frozenset[tuple[int, int]], Choices, bool]"

_BRANCHES: Final = COMBINING - {"allOf"} | {"if", "not"}
"""Keywords whose schemas judge the same value by cases."""

MOST_STEPS: Final = 3_000
"""Questions that are asked about two schemas before the answer is "cannot tell"; those of real tools ask 10, at most 400."""
_MOST_ARMS: Final = 12
"""Arms of a union that are compared to find the one that another arm became."""
_MOST_INTEGERS: Final = 100
"""Integers between two bounds that are tried one by one."""
_MOST_OPEN: Final = 40
"""Questions that may wait for each other; more would come near Python's limit of recursion."""


@dataclass(slots=True, eq=False)
class Run:
    """What is known so far about the schemas of one comparison, and how many questions may still be asked."""

    steps: int = MOST_STEPS
    known: dict[_Key, Verdict] = field(default_factory=dict)
    open: dict[_Key, int] = field(default_factory=dict)
    """Questions under way, with the depth (in the value) at which they were asked."""
    olds: dict[tuple[tuple[tuple[int, int], ...], Choices], Known] = field(default_factory=dict)
    values: dict[int, list[Json] | None] = field(default_factory=dict)
    """What is known of values that fit the old schemas, and the only values there are, by what is known."""
    depth: int = 0
    strict: bool = False
    """Whether the convention is off: where more accepted below means less accepted above, it would promise too much."""
    yes: list[_Key] = field(default_factory=list)
    """The questions answered yes, in order: such an answer may rest on a question that is still open."""


def accepts(run: Run, new: Place, old: Sequence[Place], done: Choices = frozenset()) -> Verdict:
    """Whether every value that fits all the old schemas fits the new one."""
    key = (new.key, frozenset(place.key for place in old), done, run.strict)
    if key in run.known:
        return run.known[key]
    if key in run.open:
        # About a part of the value: no difference was found on the way round. About the same value: a circle.
        return True if run.open[key] < run.depth else None
    run.steps -= 1
    if run.steps < 0 or len(run.open) >= _MOST_OPEN:
        return None
    run.open[key] = run.depth
    before = len(run.yes)
    verdict = _answer(run, new, _known(run, old, done))
    del run.open[key]
    if verdict is not True:
        for rested_on_this in run.yes[before:]:
            run.known.pop(rested_on_this, None)
        del run.yes[before:]
    else:
        run.yes.append(key)
    run.known[key] = verdict
    return verdict


def _known(run: Run, places: Sequence[Place], done: Choices) -> Known:
    key = tuple(place.key for place in places), done
    if key not in run.olds:
        run.olds[key] = known(*places, done=done)
        run.steps -= len(run.olds[key].layers) // 4
    return run.olds[key]


def _ask(
    run: Run, new: Place, old: Sequence[Place], done: Choices = frozenset(), *, below: bool = False, strict: bool = False
) -> Verdict:
    """The same question about a part of the value, or without the convention."""
    depth, was_strict = run.depth, run.strict
    run.depth, run.strict = depth + below, was_strict or strict
    try:
        return accepts(run, new, old, done)
    finally:
        run.depth, run.strict = depth, was_strict


def _answer(run: Run, new: Place, old: Known) -> Verdict:
    if old.joined.never or not old.types or any(place.key == new.key for place in old.places):
        return True
    if id(old) not in run.values:
        run.values[id(old)] = _values(old)
    values = run.values[id(old)]
    if values is not None:
        matched = [(keyword, value) for keyword in ("pattern", "format") for value in old.stated(keyword)]
        effort = Effort(max(10 * run.steps, 0))
        verdict = all_of(fits(value, (new,), matched, effort) for value in values)
        run.steps = min(run.steps, effort.left // 10)
        return verdict
    needed = joined((new,))
    if needed.never:
        return False
    verdict = all_of(verdict for layer in needed.layers for _, verdict in demands(run, layer, old))
    if verdict is True and not needed.unknown <= old.joined.unknown:
        verdict = None
    if verdict is not True:
        verdict = _split(run, new, old, needed, verdict)
    if verdict is False and old.joined.unknown:
        verdict = None  # what cannot be followed may forbid the values that the new schema refuses
    return verdict is True or is_written_in(new, old.places) or verdict


def _values(old: Known) -> list[Json] | None:
    """The only values that can fit the old schemas, where they are few and known."""
    lists = [values for layer in old.layers if (values := listed(layer)) is not None]
    lists += [values for layer in old.layers for arms in unions(layer) if (values := _constants(arms)) is not None]
    found = min(lists, key=len) if lists else _few(old)
    if found is None:
        return None
    return [value for value in found if fits(value, old.places) is not False]


def _few(old: Known) -> list[Json] | None:
    """The values of kinds that have few: null, booleans, and integers between near bounds."""
    if not old.types <= {"null", "boolean", "integer"}:
        return None
    found: list[Json] = [None] if "null" in old.types else []
    found += [False, True] if "boolean" in old.types else []
    if "integer" in old.types:
        low, high = lower(old.layers, whole_only=True), upper(old.layers, whole_only=True)
        if low is None or high is None or -high[0] - low[0] > _MOST_INTEGERS:
            return None
        found += range(int(low[0]), int(-high[0]) + 1)
    return found


def _constants(arms: Sequence[Place]) -> list[Json] | None:
    """The values of a union of constants; None for any other."""
    found = [values for arm in arms if (values := listed(arm)) is not None]
    return [value for values in found for value in values] if len(found) == len(arms) else None


def _split(run: Run, new: Place, old: Known, needed: Joined, verdict: Verdict) -> Verdict:
    """The answer by cases: one arm of a union after the other, or one kind of value after the other."""
    for layer in old.layers:
        for arms in unions(layer):
            name = (id(layer.schema), str(arms[0].at[-2]))
            if name not in old.done:
                return all_of(accepts(run, new, (*old.places, arm), old.done | {name}) for arm in arms)
    branching = any(True for layer in needed.layers for keyword in _BRANCHES if layer.says(keyword))
    if branching and len(old.types) > 1:
        return all_of(accepts(run, new, (*old.places, ONLY[atom]), old.done) for atom in sorted(old.types))
    return verdict


# ------------------------------------------------------------------------------------------------- what one schema demands


def demands(run: Run, new: Place, old: Known, without: Collection[str] = ()) -> Iterator[tuple[str, Verdict]]:
    """Each keyword of one schema, and whether the old schemas see to what it demands.

    `$ref` and `allOf` are no demands of their own; keywords in `without` are left out.
    """
    ask = Ask(
        below=lambda place, places: _ask(run, place, places, below=True),
        strictly=lambda place, places: _ask(run, place, places, below=True, strict=True),
        here=lambda place, places: accepts(run, place, places, old.done),
        is_strict=run.strict,
    )
    for keyword, value in new.schema.items():
        if keyword not in ASSERTIONS or keyword in ("$ref", "allOf") or keyword in without:
            continue
        if new.says(keyword) is None and keyword != "const":  # unknown to the dialect, or null, which only `const` may be
            continue
        if not (is_sound(new) or well_formed(keyword, value)):
            yield keyword, True if any(same_text(value) == same_text(one) for one in old.stated(keyword)) else None
        elif keyword in _BRANCHES:
            yield keyword, _applied(run, new, old, keyword)
        else:
            yield keyword, demand(ask, new, old, keyword, value)


# ------------------------------------------------------------------------------------- keywords that judge the same value


def _applied(run: Run, new: Place, old: Known, keyword: str) -> Verdict:
    match keyword:
        case "anyOf":
            return any_of(accepts(run, arm, old.places, old.done) for arm in _arms(new, keyword, old))
        case "oneOf":
            return _one_of(run, new, old)
        case "not":
            refused = new.below("not")
            for layer in old.layers:
                if is_schema(layer.says("not")) and _ask(run, layer.below("not"), (refused,), strict=True) is True:
                    return True
            return True if disjoint(run, old.places, (refused,)) else None
        case _:
            return _conditional(run, new, old)


def _arms(place: Place, keyword: str, old: Known) -> list[Place]:
    """The arms of a union that may be the right one, first that of the number of the last arm chosen."""
    indexes = list(
        arms_for_object(place, keyword, old.layers) if old.types == {"object"} else range(len(place.schema[keyword]))
    )
    chosen = next((one.at[-1] for one in reversed(old.places) if one.at[-2:-1] in (("anyOf",), ("oneOf",))), None)
    if chosen in indexes:
        indexes.remove(chosen)
        indexes.insert(0, chosen)
    arms = arms_of(place, keyword)
    return [arms[i] for i in indexes]


def _one_of(run: Run, new: Place, old: Known) -> Verdict:
    undecided = [layer for layer in old.layers if (id(layer.schema), "oneOf") not in old.done]
    if any(_same_arms(run, new, layer) for layer in undecided):
        return True
    found: Verdict = False
    arms = _arms(new, "oneOf", old)
    for arm in arms:
        verdict = accepts(run, arm, old.places, old.done)
        if verdict is True and all(other is arm or disjoint(run, old.places, (other,)) for other in arms):
            return True
        found = None if verdict is not False else found
    return found


def _same_arms(run: Run, new: Place, old: Place) -> bool:
    """Whether two unions have arms that accept the same, one by one, in whatever order they stand."""
    if not isinstance(old.says("oneOf"), list) or len(old.schema["oneOf"]) != len(new.schema["oneOf"]):
        return False
    left = list(arms_of(old, "oneOf"))
    for arm in arms_of(new, "oneOf"):
        likely = sorted(left, key=lambda other: meaning(other) != meaning(arm))
        found = next((other for other in likely[:_MOST_ARMS] if _are_one(run, arm, other)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _are_one(run: Run, one: Place, other: Place) -> bool:
    """Whether two schemas accept the same values."""
    return _ask(run, one, (other,), strict=True) is True and _ask(run, other, (one,), strict=True) is True


def _conditional(run: Run, new: Place, old: Known) -> Verdict:
    branches = {keyword: new.below(keyword) for keyword in ("then", "else") if is_schema(new.says(keyword))}
    if branches and disjoint(run, old.places, (new.below("if"),)):
        branches.pop("then", None)  # no old value meets the condition
    elif "else" in branches and _ask(run, new.below("if"), old.places, strict=True) is True:
        branches.pop("else")  # every old value meets it
    verdicts = [accepts(run, branch, old.places, old.done) for branch in branches.values()]
    if all(verdict is True for verdict in verdicts):
        return True
    for layer in old.layers:
        if is_schema(layer.says("if")) and _are_one(run, new.below("if"), layer.below("if")):
            verdicts = []
            for keyword in ("then", "else"):
                stated = (layer.below(keyword),) if is_schema(layer.says(keyword)) else ()
                if is_schema(new.says(keyword)):
                    verdicts.append(accepts(run, new.below(keyword), (*old.places, *stated), old.done))
            return all_of(verdicts)
    return None


def disjoint(run: Run, some: Sequence[Place], others: Sequence[Place], room: int = 6) -> bool:
    """Whether it is certain that no value fits both; "no" may only mean that it does not show."""
    run.steps -= 1
    if run.steps < 0:
        return False
    both = known(*some, *others)
    if both.joined.never or not both.types:
        return True
    values = _values(both)
    if (values is not None and not values) or (both.types <= {"integer", "fraction"} and _is_empty_range(both)):
        return True
    if not room or both.types != {"object"}:
        return False
    one, other = joined(some).layers, joined(others).layers
    needed = required(both.layers)
    if any(is_closed(layers) and not is_named(layers, name) for layers in (one, other) for name in needed):
        return True
    shared = (name for name in needed if is_named(one, name) and is_named(other, name))
    return any(disjoint(run, member(one, name), member(other, name), room - 1) for name in shared)


def _is_empty_range(numbers: Known) -> bool:
    whole_only = not numbers.are("fraction")
    low, high = lower(numbers.layers, whole_only), upper(numbers.layers, whole_only)
    return low is not None and high is not None and (low[0] > -high[0] or (low[0] == -high[0] and (low[1] or high[1])))
