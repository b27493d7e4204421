"""Whether a schema accepts all that another one accepts: yes, no, or cannot tell. Pure.

A yes is a promise: no instance of the old schema is refused by the new one. It holds under one convention, as callers are
models that fill in the parameters they are told: an object that is open only because nobody closed it is given no members
that it does not declare, so that a new optional parameter is no break. Recursive schemas are taken for equal until something
tells them apart (coinduction), and work is bounded: what takes too long cannot be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from schemalint.change.fitting import all_of, any_of, fits
from schemalint.change.schemas import (
    ASSERTIONS,
    ONLY,
    TRIVIAL_PATTERNS,
    Parts,
    Place,
    Verdict,
    declared,
    element,
    elements,
    floor_of,
    is_closed,
    least,
    listed,
    lower,
    meaning,
    member,
    members,
    most,
    named,
    parts,
    required,
    rest,
    same_text,
    says_nothing,
    types,
    unions,
    upper,
)
from schemalint.model import Json, is_schema
from schemalint.validity import fits as well_formed

_Choices: TypeAlias = "frozenset[tuple[int, str]]"
"""Unions, each the schema it stands in and its keyword, that one arm has been chosen of."""
_Key: TypeAlias = "tuple[tuple[int, int], frozenset[tuple[int, int]], _Choices]"

MOST_STEPS: Final = 20_000
"""Questions that are asked for one pair of schemas before the answer is "cannot tell"."""
_MOST_OPEN: Final = 40
"""Questions that may wait for each other; more would come near Python's limit of recursion."""


@dataclass(slots=True, eq=False)
class Run:
    """What is known so far about the schemas of one comparison, and how many questions may still be asked."""

    steps: int = MOST_STEPS
    known: dict[_Key, Verdict] = field(default_factory=dict)
    open: dict[_Key, int] = field(default_factory=dict)
    """Questions under way, with the depth (in the value) at which they were asked."""
    depth: int = 0
    yes: list[_Key] = field(default_factory=list)
    """The questions answered yes, in order: such an answer may rest on a question that is still open."""


@dataclass(frozen=True, slots=True, eq=False)
class Old:
    """All that is known of a value that fits the old schemas, where one arm of each union in `done` has been chosen."""

    places: tuple[Place, ...]
    parts: Parts
    types: frozenset[str]
    done: _Choices = frozenset()

    @property
    def layers(self) -> tuple[Place, ...]:
        return self.parts.layers

    def said(self, keyword: str) -> Iterator[Json]:
        """Every value that a keyword has."""
        return (value for layer in self.parts.layers if (value := layer.says(keyword)) is not None)

    def are(self, *atoms: str) -> bool:
        """Whether a value may be of one of these kinds."""
        return not self.types.isdisjoint(atoms)


def known(*places: Place, done: _Choices = frozenset()) -> Old:
    """What is known of values that fit schemas."""
    what = parts(places)
    return Old(places, what, types(what), done)


def accepts(run: Run, new: Place, old: Sequence[Place], done: _Choices = frozenset()) -> Verdict:
    """Whether every value that fits all the old schemas fits the new one."""
    key = (new.key, frozenset(place.key for place in old), done)
    if key in run.known:
        return run.known[key]
    if key in run.open:
        # The same question about a part of the value: no difference was found on the way round. About the same value: a circle.
        return True if run.open[key] < run.depth else None
    run.steps -= 1
    if run.steps < 0 or len(run.open) >= _MOST_OPEN:
        return None
    run.open[key] = run.depth
    before = len(run.yes)
    verdict = _answer(run, new, known(*old, done=done))
    del run.open[key]
    if verdict is not True:
        for rested_on_this in run.yes[before:]:
            run.known.pop(rested_on_this, None)
        del run.yes[before:]
    else:
        run.yes.append(key)
    run.known[key] = verdict
    return verdict


def _below(run: Run, new: Place, old: Sequence[Place]) -> Verdict:
    """The same question about a part of the value."""
    run.depth += 1
    try:
        return accepts(run, new, old)
    finally:
        run.depth -= 1


def _answer(run: Run, new: Place, old: Old) -> Verdict:
    if old.parts.never or not old.types or any(place.key == new.key for place in old.places):
        return True
    values = _values(old)
    if values is not None:
        patterns = [pattern for pattern in old.said("pattern") if isinstance(pattern, str)]
        return all_of(fits(value, (new,), patterns) for value in values)
    needed = parts((new,))
    if needed.never:
        return False
    verdict = all_of(verdict for layer in needed.layers for _, verdict in demands(run, layer, old))
    if verdict is True and not needed.unknown <= old.parts.unknown:
        verdict = None
    if verdict is not True:
        verdict = _split(run, new, old, needed, verdict)
    if verdict is False and old.parts.unknown:
        verdict = None  # what cannot be followed may forbid the values that the new schema refuses
    return verdict is True or _is_written_in(new, old.places) or verdict


def _values(old: Old) -> list[Json] | None:
    """The only values that can fit the old schemas, where they are few and known."""
    lists = [values for layer in old.layers if (values := listed(layer)) is not None]
    found = min(lists, key=len) if lists else None
    if found is None:
        if not old.types <= {"null", "boolean"}:
            return None
        found = [
            value for atom, values in (("null", [None]), ("boolean", [False, True])) if atom in old.types for value in values
        ]
    return [value for value in found if fits(value, old.places) is not False]


def _split(run: Run, new: Place, old: Old, needed: Parts, verdict: Verdict) -> Verdict:
    """The answer by cases: one arm of a union after the other, or one kind of value after the other."""
    for layer in old.layers:
        for arms in unions(layer):
            name = (id(layer.schema), str(arms[0].at[-2]))
            if name not in old.done:
                return all_of(accepts(run, new, (*old.places, arm), old.done | {name}) for arm in arms)
    branching = any(True for layer in needed.layers for keyword in ("anyOf", "oneOf", "not", "if") if layer.says(keyword))
    if branching and len(old.types) > 1:
        return all_of(accepts(run, new, (*old.places, ONLY[atom]), old.done) for atom in sorted(old.types))
    return verdict


# ------------------------------------------------------------------------------------------------- what one schema demands


def demands(run: Run, new: Place, old: Old) -> Iterator[tuple[str, Verdict]]:
    """Each keyword of one schema (its `$ref` and `allOf` aside), and whether the old schemas see to what it demands."""
    for keyword, value in new.schema.items():
        if keyword not in ASSERTIONS or keyword in ("$ref", "allOf") or new.says(keyword) is None:
            continue
        if not well_formed(keyword, value):
            yield keyword, True if any(same_text(value) == same_text(one) for one in old.said(keyword)) else None
        else:
            yield keyword, _demand(run, new, old, keyword, value)


def _demand(run: Run, new: Place, old: Old, keyword: str, value: Json) -> Verdict:
    match keyword:
        case "type":
            allowed = declared(new)
            return allowed is None or old.types <= allowed
        case "enum" | "const":
            return False  # the old values are not few, or they would have been tried
        case "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum" | "multipleOf":
            return not old.are("integer", "fraction") or _number(old, keyword, value)
        case "minLength" | "maxLength" | "pattern" | "format":
            return not old.are("string", *(("integer", "fraction") if keyword == "format" else ())) or _text(
                old, keyword, value
            )
        case "minItems" | "maxItems" | "uniqueItems" | "items" | "prefixItems" | "contains" | "unevaluatedItems":
            return not old.are("array") or _list(run, new, old, keyword, value)
        case "additionalItems" | "minContains" | "maxContains" | "then" | "else":
            return True  # judged with the keyword they belong to
        case "anyOf" | "oneOf" | "not" | "if":
            return _applied(run, new, old, keyword)
        case "$dynamicRef" | "$recursiveRef":
            return True  # among what is unknown
        case _:
            return not old.are("object") or _object(run, new, old, keyword, value)


def _number(old: Old, keyword: str, value: float) -> Verdict:
    whole_only = not old.are("fraction")
    if keyword == "multipleOf":
        steps = list(old.said("multipleOf"))
        if (whole_only and value == 1) or value in steps:
            return True
        return any(isinstance(step, int) and isinstance(value, int) and step % value == 0 for step in steps)
    strict = keyword.startswith("exclusive")
    if keyword.lower().endswith("minimum"):
        bound, wanted = lower(old.layers, whole_only), floor_of(value, strict, whole_only)
    else:
        bound, wanted = upper(old.layers, whole_only), floor_of(-value, strict, whole_only)
    return bound is not None and bound >= wanted


def _text(old: Old, keyword: str, value: Json) -> Verdict:
    if keyword == "minLength":
        return bool(most(old.layers, "minLength") >= value)
    if keyword == "maxLength":
        return bool(least(old.layers, "maxLength") <= value)
    stated = list(old.said(keyword))
    if value in stated or (keyword == "pattern" and value in TRIVIAL_PATTERNS):
        return True
    # Beside another pattern or format, the new one may be the wider one; where there was none, it narrows.
    return None if stated else False


def _list(run: Run, new: Place, old: Old, keyword: str, value: Json) -> Verdict:
    length = least(old.layers, "maxItems")
    match keyword:
        case "minItems":
            return bool(most(old.layers, "minItems") >= value)
        case "maxItems":
            return bool(length <= value)
        case "uniqueItems":
            return value is False or True in old.said("uniqueItems") or length <= 1
        case "contains":
            return _contains(run, new, old)
        case "unevaluatedItems":
            return value is True or says_nothing(new.below(keyword)) or _is_written_in(new, old.layers)
        case _:
            return all_of(_elements(run, new, old, keyword, length))


def _elements(run: Run, new: Place, old: Old, keyword: str, length: float) -> Iterator[Verdict]:
    first, others = elements(new)
    told = max(len(elements(layer)[0]) for layer in (new, *old.layers))
    for index in range(told):
        wanted = first[index] if index < len(first) else others
        in_first = index < len(first)
        if (
            index >= length
            or wanted is None
            or (keyword == "prefixItems") != (in_first and new.says("prefixItems") is not None)
        ):
            continue
        yield _below(run, wanted, element(old.layers, index))
    if others is not None and keyword == "items" and length > told:
        yield _below(run, others, element(old.layers, None))


def _contains(run: Run, new: Place, old: Old) -> Verdict:
    low, high = new.schema.get("minContains", 1), new.schema.get("maxContains")
    found: Verdict = low == 0 and high is None
    for layer in old.layers:
        if is_schema(layer.says("contains")):
            wider = _below(run, new.below("contains"), (layer.below("contains"),))
            enough = layer.schema.get("minContains", 1) >= low
            if wider is True and enough and high is None:
                return True
            if high is not None and enough and layer.schema.get("maxContains", high + 1) <= high:
                same = wider is True and _below(run, layer.below("contains"), (new.below("contains"),)) is True
                found = found or (True if same else None)
            found = found or (None if wider is None or high is not None else False)
    return found


def _is_written_in(new: Place, old: Sequence[Place]) -> bool:
    """Whether one of the old schemas is written as the new one and refers to nothing, so that they are one."""
    text = meaning(new.schema)
    refers = '"$ref"' in text or '"$dynamicRef"' in text or '"$recursiveRef"' in text
    return not refers and any(meaning(place.schema) == text for place in old)


# ------------------------------------------------------------------------------------------------------------------ objects


def _object(run: Run, new: Place, old: Old, keyword: str, value: Json) -> Verdict:
    layers = old.layers
    match keyword:
        case "required":
            return required(layers) >= set(value)
        case "minProperties":
            return bool(max(most(layers, "minProperties"), len(required(layers))) >= value)
        case "maxProperties":
            names = len(named(layers)) if is_closed(layers) else float("inf")
            return bool(min(least(layers, "maxProperties"), names) <= value)
        case "properties":
            return all_of(_member(run, place, old, name) for name, place in members(new).items())
        case "patternProperties":
            return all_of(_pattern(run, place, old, name) for name, place in members(new, keyword).items())
        case "additionalProperties":
            return all_of(_others(run, new, old))
        case "propertyNames":
            return _names(run, new.below(keyword), old)
        case "dependentRequired" | "dependentSchemas" | "dependencies":
            return all_of(_dependent(run, new, old, keyword, name) for name in value)
        case _:
            return value is True or says_nothing(new.below(keyword)) or _is_written_in(new, old.layers)


def _patterns(old: Old) -> dict[str, tuple[Place, ...]]:
    found: dict[str, tuple[Place, ...]] = {}
    for layer in old.layers:
        for pattern, place in members(layer, "patternProperties").items():
            found[pattern] = (*found.get(pattern, ()), place)
    return found


def _undeclared(old: Old) -> tuple[Place, ...]:
    """What the old schemas say of members that they do not declare; nothing where the object is merely open."""
    return tuple(other for layer in old.layers if (other := rest(layer)) is not None and not says_nothing(other))


def _member(run: Run, new: Place, old: Old, name: str) -> Verdict:
    """Whether a member of the new schema takes all that the old ones allow under its name."""
    if says_nothing(new):
        return True
    if name in named(old.layers) or name in required(old.layers):
        return _below(run, new, member(old.layers, name))
    # Whether the name matches a pattern is not known, so both must hold.
    for places in _patterns(old).values():
        if _below(run, new, places) is not True:
            return None
    others = _undeclared(old)
    return not others or is_closed(old.layers) or _below(run, new, others)


def _pattern(run: Run, new: Place, old: Old, pattern: str) -> Verdict:
    """Whether all members whose names may match a pattern of the new schema are as it wants them."""
    if says_nothing(new):
        return True
    places = _patterns(old).get(pattern)
    if places is not None and _below(run, new, places) is True:
        return True
    covered = [_below(run, new, member(old.layers, name)) for name in named(old.layers)]
    covered += [_below(run, new, one) for one in _patterns(old).values()]
    if not is_closed(old.layers):
        covered.append(_below(run, new, _undeclared(old)))
    return True if all_of(covered) is True else None


def _others(run: Run, new: Place, old: Old) -> Iterator[Verdict]:
    """Whether the members that the new schema does not name are as its `additionalProperties` wants them."""
    wanted = new.below("additionalProperties")
    if says_nothing(wanted):
        return
    own, own_patterns = members(new), members(new, "patternProperties")
    patterns = _patterns(old)
    for name in named(old.layers):
        if name not in own:
            fitting = _below(run, wanted, member(old.layers, name))
            yield None if fitting is not True and own_patterns else fitting
    for pattern, places in patterns.items():
        if pattern not in own_patterns:
            yield _below(run, wanted, places)
    if not is_closed(old.layers):
        yield _below(run, wanted, _undeclared(old))


def _names(run: Run, new: Place, old: Old) -> Verdict:
    if is_closed(old.layers) and (closed := all_of(fits(name, (new,)) for name in named(old.layers))) is True:
        return closed
    stated = tuple(layer.below("propertyNames") for layer in old.layers if is_schema(layer.says("propertyNames")))
    return _below(run, new, (*stated, ONLY["string"]))


def _dependent(run: Run, new: Place, old: Old, keyword: str, name: str) -> Verdict:
    value = new.schema[keyword][name]
    stated = [
        layer.below(other, name)
        for other in ("dependentRequired", "dependentSchemas", "dependencies")
        for layer in old.layers
        if isinstance(layer.says(other), dict) and name in layer.schema[other]
    ]
    if is_closed(old.layers) and name not in named(old.layers):
        return True
    if isinstance(value, list):
        always = required(old.layers).union(*(place.schema for place in stated if isinstance(place.schema, list)))
        return always >= set(value)
    schemas = tuple(place for place in stated if not isinstance(place.schema, list))
    return True if accepts(run, new.below(keyword, name), (*old.places, *schemas), old.done) is True else None


# ------------------------------------------------------------------------------------- keywords that judge the same value


def _applied(run: Run, new: Place, old: Old, keyword: str) -> Verdict:
    match keyword:
        case "anyOf":
            return any_of(accepts(run, arm, old.places, old.done) for arm in _arms(new, keyword))
        case "oneOf":
            return _one_of(run, new, old)
        case "not":
            refused = new.below("not")
            for layer in old.layers:
                if is_schema(layer.says("not")) and accepts(run, layer.below("not"), (refused,)) is True:
                    return True
            return True if disjoint(old.places, (refused,)) else None
        case _:
            return _conditional(run, new, old)


def _arms(place: Place, keyword: str) -> list[Place]:
    return [place.below(keyword, i) for i in range(len(place.schema[keyword]))]


def _one_of(run: Run, new: Place, old: Old) -> Verdict:
    arms = sorted(_arms(new, "oneOf"), key=lambda arm: meaning(arm.schema))
    for layer in old.layers:
        before = sorted(_arms(layer, "oneOf"), key=lambda arm: meaning(arm.schema)) if layer.says("oneOf") else []
        if len(arms) == len(before) and all(map(lambda a, b: _are_one(run, a, b), arms, before)):
            return True
    verdicts = [accepts(run, arm, old.places, old.done) for arm in arms]
    for arm, verdict in zip(arms, verdicts, strict=True):
        if verdict is True and all(other is arm or disjoint(old.places, (other,)) for other in arms):
            return True
    return None if any(verdict is not False for verdict in verdicts) else False


def _are_one(run: Run, one: Place, other: Place) -> bool:
    """Whether two schemas accept the same values."""
    return accepts(run, one, (other,)) is True and accepts(run, other, (one,)) is True


def _conditional(run: Run, new: Place, old: Old) -> Verdict:
    branches = [new.below(keyword) for keyword in ("then", "else") if is_schema(new.says(keyword))]
    if all(accepts(run, branch, old.places, old.done) is True for branch in branches):
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


def disjoint(some: Sequence[Place], others: Sequence[Place], room: int = 6) -> bool:
    """Whether it is certain that no value fits both; "no" may only mean that it does not show."""
    both = known(*some, *others)
    if both.parts.never or not both.types:
        return True
    values = _values(both)
    if values is not None and not values:
        return True
    if not room or both.types != {"object"}:
        return False
    one, other = parts(some).layers, parts(others).layers
    needed = required(both.layers)
    if any(is_closed(layers) and name not in named(layers) for layers in (one, other) for name in needed):
        return True
    shared = (name for name in needed if name in named(one) and name in named(other))
    return any(disjoint(member(one, name), member(other, name), room - 1) for name in shared)
