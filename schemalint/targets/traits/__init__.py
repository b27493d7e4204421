"""The register of traits: all that a target can refuse, drop, rewrite or limit, each with the function that finds it.

Knows no target. A trait is judged on the text as it is written, at every schema position, each once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from schemalint.model import Json, Pointer, Tool
from schemalint.record import dataclass
from schemalint.targets.positions import positions
from schemalint.targets.traits import headers, limits, objects, other, references, roots, types, unions, values
from schemalint.targets.traits.trait import Trait as Trait

TRAITS: Final[dict[str, Trait]] = {
    trait.id: trait
    for module in (limits, roots, types, unions, references, values, objects, other, headers)
    for trait in module.TRAITS
}
"""Every trait, by its id: what is in here can stand in a table."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A trait found in a tool: where, as a canonical place, and in words that complete "TARGET refuses ..."."""

    trait: str
    at: Pointer
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """Traits by where they look: at a whole tool, at every schema, at a keyword; `by_shape` fills as shapes are met."""

    whole: tuple[Trait, ...]
    everywhere: tuple[Trait, ...]
    by_keyword: Mapping[str, tuple[Trait, ...]]
    by_shape: dict[tuple[object, ...], tuple[Trait, ...]]


@lru_cache(maxsize=64)
def _looks(wanted: frozenset[str]) -> _Looks:
    traits = [trait for trait in TRAITS.values() if trait.id in wanted]
    found: dict[str, list[Trait]] = {}
    for trait in traits:
        for word in trait.keywords:
            found.setdefault(word, []).append(trait)
    everywhere = tuple(trait for trait in traits if trait.check is not None and not trait.keywords)
    whole = tuple(trait for trait in traits if trait.whole is not None)
    return _Looks(whole, everywhere, {word: tuple(those) for word, those in found.items()}, {})


ALL: Final = frozenset(TRAITS)
_MOST_SHAPES: Final = 4096


def hits(tool: Tool, wanted: frozenset[str] = ALL) -> tuple[Hit, ...]:
    """Those traits in a tool that are `wanted`, but for limits. Computed once a tool, whatever the number of targets."""
    kept: dict[frozenset[str], tuple[Hit, ...]] = tool.memo.setdefault("hits", {})
    if wanted not in kept:
        kept[wanted] = tuple(_hits(tool, _looks(wanted)))
    return kept[wanted]


def _hits(tool: Tool, looks: _Looks) -> Iterator[Hit]:
    for trait in looks.whole:
        if trait.whole is not None:
            yield from (Hit(trait.id, at, what or trait.what) for at, what in trait.whole(tool))
    for at, schema in positions(tool):
        if isinstance(schema, dict):
            for trait in _looking(looks, schema, nested=len(at) > 1):
                if trait.check is not None:
                    yield from (Hit(trait.id, (*at, *steps), what or trait.what) for steps, what in trait.check(schema))


def _looking(looks: _Looks, schema: Mapping[str, Json], *, nested: bool) -> tuple[Trait, ...]:
    """The traits that look at a schema of this shape: those that look everywhere, then by its keywords, each once."""
    shape: tuple[object, ...] = (nested, *schema)
    found = looks.by_shape.get(shape)
    if found is None:
        every = dict.fromkeys((*looks.everywhere, *(trait for word in schema for trait in looks.by_keyword.get(word, ()))))
        found = tuple(trait for trait in every if trait.check is not None and (trait.nested if nested else trait.roots))
        if len(looks.by_shape) < _MOST_SHAPES:
            looks.by_shape[shape] = found
    return found
