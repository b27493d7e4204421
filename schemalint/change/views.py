"""A schema as a reader sees it: references followed, unions with null or with one arm opened. Pure.

For telling differences only; what a schema accepts is the business of `subsume`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from schemalint.change.layers import members, required
from schemalint.change.schemas import Place, declared, listed, parts, types, unions
from schemalint.model import Json, Pointer
from schemalint.schema.keywords import ASSERTIONS

SILENT: Final = frozenset(("$defs", "definitions"))
"""Keywords whose values are told where they are used."""
Texts: TypeAlias = Mapping[str, "tuple[Pointer, Json]"]
"""Keywords that no validator asks, each with its place and value."""
_MOST_LAYERS: Final = 64


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What stands at a place. `layers` say it together, the outermost first; of two that say one thing the first is shown.

    `arms` are the forms of a union of several, without null. `values` are those that enums and constants leave, without null,
    or None where any value may fit. `unknown`: a part cannot be followed, so that the types are a guess. `texts` are the
    keywords that no validator asks.
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

    def find(self, keyword: str) -> Json:
        """The value of a keyword, or None where no layer says it."""
        return next((value for layer in self.layers if (value := layer.says(keyword)) is not None), None)

    def at(self, keyword: str) -> Pointer:
        """Where a keyword stands, or the place itself where no layer says it."""
        return next(((*layer.at, keyword) for layer in self.layers if layer.says(keyword) is not None), self.place.at)


def view(place: Place) -> View:
    layers, arms = _opened(place)
    texts: dict[str, tuple[Pointer, Json]] = {}
    own: dict[str, Place] = {}
    for layer in (place, *layers):  # in draft 7 a place with `$ref` is no layer, and its description is read all the same
        if isinstance(layer.schema, dict):
            for keyword, value in layer.schema.items():
                if keyword not in ASSERTIONS and keyword not in SILENT:
                    texts.setdefault(keyword, ((*layer.at, keyword), value))
            for name, member in members(layer).items():
                own.setdefault(name, member)
    allowed = [kinds for layer in layers if (kinds := declared(layer)) is not None]
    values, at_values = _values(layers, arms, place)
    said = parts((place,))
    return View(
        place,
        layers,
        types(said),
        bool(said.unknown),
        frozenset.intersection(*allowed) if allowed else None,
        arms,
        values,
        at_values,
        own,
        required(layers),
        texts,
    )


def _opened(place: Place) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """The layers of a place, and the arms of the first union that has more than one beside null."""
    layers = list(parts((place,)).layers)
    keys = {layer.key for layer in layers}
    arms: tuple[Place, ...] = ()
    for layer in layers:  # grows while it is read
        for union in unions(layer):
            proper = tuple(arm for arm in union if types(parts((arm,))) != {"null"})
            if len(proper) != 1:
                arms = arms or proper
                continue
            inner = [one for one in parts(proper).layers if one.key not in keys]
            keys.update(one.key for one in inner)
            layers.extend(inner[: max(_MOST_LAYERS - len(layers), 0)])
    return tuple(layers), arms


def _values(layers: tuple[Place, ...], arms: tuple[Place, ...], place: Place) -> tuple[list[Json] | None, Pointer]:
    """The values that are left, and where the keyword stands that leaves them."""
    for layer in layers:
        values = listed(layer)
        if values is not None:
            keyword = "const" if "const" in layer.schema else "enum"
            return [value for value in values if value is not None], (*layer.at, keyword)
    of_arms = [listed(arm) for arm in arms]
    if arms and None not in of_arms:
        return [value for values in of_arms for value in values or () if value is not None], arms[0].at[:-1]
    return None, place.at
