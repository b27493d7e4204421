"""A schema as a reader sees it: references followed, a union with null or with one arm opened. Pure.

For explaining differences only; what a schema accepts is the business of `accepts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from schemalint.change.layers import members, required
from schemalint.change.pair import Paired, by_key
from schemalint.change.schemas import Place, declared, joined, listed, meaning, same_text, types, unions
from schemalint.model import Json, Pointer
from schemalint.record import dataclass
from schemalint.schema.keywords import ASSERTIONS, CONSTRAINTS, OF_TYPE, SCHEMA_HOLDERS, SCHEMA_MAPS, kind_of

_DEFINITIONS: Final = frozenset(("$defs", "definitions"))
"""Keywords whose values are compared where they are used."""
_MOST_LAYERS: Final = 64
_MOST_PAIRS: Final = 400
"""Pairs of arms that are compared by the names in them; the other ways are as quick for many arms."""
Texts: TypeAlias = Mapping[str, "tuple[Pointer, Json]"]
"""Keywords that no validator asks, each with its place and value."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a place says. `layers` say it together, the outermost first; of two that say one thing the first is shown.

    `arms` are those of a union of several, without null. `values` are those that enums and constants leave, without null, or
    None where any value may fit. `unknown`: a part cannot be followed, so that the types are a guess.
    """

    place: Place
    layers: tuple[Place, ...]
    types: frozenset[str]
    unknown: bool
    declared: frozenset[str] | None
    arms: tuple[Place, ...]
    values: list[Json] | None
    at_values: Pointer
    members: Mapping[str, Place]
    required: frozenset[str]
    texts: Texts

    @property
    def name(self) -> str:
        return subject(self.place.at)

    def find(self, keyword: str) -> Json:
        """The value of a keyword, or None where no layer says it."""
        return next((value for layer in self.layers if (value := layer.says(keyword)) is not None), None)

    def at(self, keyword: str) -> Pointer:
        """Where a keyword is, or the place itself where no layer says it."""
        return next(((*layer.at, keyword) for layer in self.layers if layer.says(keyword) is not None), self.place.at)


def view_of(place: Place) -> View:
    layers, arms = _opened(place)
    texts: dict[str, tuple[Pointer, Json]] = {}
    own: dict[str, Place] = {}
    for layer in (place, *layers):  # in draft 7 a place with `$ref` is not a layer, and its description is read all the same
        for keyword, found in texts_of(layer).items():
            texts.setdefault(keyword, found)
        for name, member in members(layer).items():
            own.setdefault(name, member)
    allowed = [kinds for layer in layers if (kinds := declared(layer)) is not None]
    together = joined((place,))
    return View(
        place,
        layers,
        types(together),
        bool(together.unknown),
        frozenset.intersection(*allowed) if allowed else None,
        arms,
        *_values(layers, arms, place),
        own,
        required(layers),
        texts,
    )


def texts_of(place: Place) -> Texts:
    """The keywords of one schema that no validator asks."""
    schema = place.schema if isinstance(place.schema, dict) else {}
    return {key: ((*place.at, key), value) for key, value in schema.items() if key not in ASSERTIONS | _DEFINITIONS}


def _opened(place: Place) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """The layers of a place, and the arms of the first union that has more than one beside null."""
    layers = list(joined((place,)).layers)
    keys = {layer.key for layer in layers}
    arms: tuple[Place, ...] = ()
    for layer in layers:  # grows while it is read
        for union in unions(layer):
            proper = tuple(arm for arm in union if types(joined((arm,))) != {"null"})
            if len(proper) != 1:
                arms = arms or proper
                continue
            inner = [one for one in joined(proper).layers if one.key not in keys]
            keys.update(one.key for one in inner)
            layers.extend(inner[: max(_MOST_LAYERS - len(layers), 0)])
    return tuple(layers), arms


def without_null(place: Place) -> Place:
    """The arm that a schema consists of beside null, else the schema itself."""
    schema = place.schema
    if isinstance(schema, dict) and len(ASSERTIONS & schema.keys()) == 1:
        for union in unions(place):
            proper = [arm for arm in union if types(joined((arm,))) != {"null"}]
            if len(proper) == 1:
                return proper[0]
    return place


def _values(layers: tuple[Place, ...], arms: tuple[Place, ...], place: Place) -> tuple[list[Json] | None, Pointer]:
    """The values that are left, and where the keyword is that leaves them."""
    for layer in layers:
        values = listed(layer)
        if values is not None:
            keyword = "const" if "const" in layer.schema else "enum"
            return [value for value in values if value is not None], (*layer.at, keyword)
    of_arms = [listed(arm) for arm in arms]
    if arms and None not in of_arms:
        return [value for values in of_arms for value in values or () if value is not None], arms[0].at[:-1]
    return None, place.at


def subject(at: Pointer) -> str:
    """A place as a message names it: "`options.mode`", "`rows[].id`", "an element of `tags`", "the parameters"."""
    names: list[str] = []
    element = False
    steps = list(at[1:])
    while steps:
        keyword = str(steps.pop(0))
        if keyword in SCHEMA_MAPS - CONSTRAINTS and steps:
            if element and names:
                names[-1] += "[]"
            names.append(str(steps.pop(0)))
            element = False
        elif keyword in SCHEMA_HOLDERS & OF_TYPE["array"]:
            if element and names:
                names[-1] += "[]"
            element = True
            if steps and isinstance(steps[0], int):
                steps.pop(0)
        elif keyword == "additionalProperties" and not steps:
            names.append("*")
        elif kind_of(keyword, [{}]) == "schemas" and steps and isinstance(steps[0], int):
            steps.pop(0)
    whole = "the output" if at[:1] == ("output_schema",) else "the parameters"
    name = f"`{'.'.join(names)}`" if names else whole
    return f"an element of {name}" if element else name


_PLURAL: Final = {"allows": "allow", "has": "have", "was": "were"}


def clause(name: str, verb: str) -> str:
    """A name and a verb that agrees with it: "`a` now has", "the parameters now have"."""
    *before, last = verb.split()
    return " ".join((name, *before, _PLURAL[last] if name == "the parameters" else last))


# ------------------------------------------------------------------------------------------------------------------- arms


def paired_arms(old: Sequence[Place], new: Sequence[Place]) -> Paired[Place]:
    """The arms that belong together, those that were removed and those that were added.

    They belong together where they say the same, else where the same values or constant members are left, else where they are
    of the same kinds and objects among them have most names in common.
    """
    pairs: list[tuple[Place, Place]] = []
    removed, added = list(old), list(new)
    for key in (meaning, _constants):
        found, removed, added = by_key(key, removed, added)
        pairs += found
    if len(removed) * len(added) <= _MOST_PAIRS:
        for arm in list(removed):
            other = next((one for one in added if _are_akin(arm, one)), None)
            if other is not None:
                added.remove(other)
                removed.remove(arm)
                pairs.append((arm, other))
    return pairs, removed, added


def _constants(arm: Place) -> str:
    """The values of an arm that has few, or the members that have one value, and those values."""
    own = view_of(arm).values
    if own is not None:
        return same_text(own)
    found = {
        name: values[0]
        for name, place in view_of(arm).members.items()
        if (values := view_of(place).values) and len(values) == 1
    }
    return same_text(found) if found else ""


def _are_akin(one: Place, other: Place) -> bool:
    if types(joined((one,))) != types(joined((other,))) or _constants(one) != _constants(other):
        return False
    names, others = set(view_of(one).members), set(view_of(other).members)
    return 2 * len(names & others) >= len(names | others)
