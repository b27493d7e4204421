"""The register of traits: all that a target can refuse, drop, rewrite or limit, each with the function that finds it.

Knows no target. A trait is judged on the text as it is written, at every schema position, each once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from schemalint.model import Pointer, Tool
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


@lru_cache(maxsize=4)
def _by_keyword(traits: tuple[Trait, ...]) -> tuple[dict[Trait, None], Mapping[str, dict[Trait, None]]]:
    """The traits that look at every schema, and those that look at a keyword, by keyword."""
    found: dict[str, dict[Trait, None]] = {}
    for trait in traits:
        for word in trait.keywords:
            found.setdefault(word, {})[trait] = None
    return {trait: None for trait in traits if trait.check is not None and not trait.keywords}, found


@lru_cache(maxsize=256)
def hits(tool: Tool) -> tuple[Hit, ...]:
    """Every trait in a tool but for limits. Computed once a tool, whatever the number of targets; tools are told apart by
    identity.
    """
    return tuple(_hits(tool, tuple(TRAITS.values())))


def _hits(tool: Tool, traits: tuple[Trait, ...]) -> Iterator[Hit]:
    for trait in traits:
        if trait.whole is not None:
            yield from (Hit(trait.id, at, what or trait.what) for at, what in trait.whole(tool))
    everywhere, by_keyword = _by_keyword(traits)
    for at, schema in positions(tool):
        if not isinstance(schema, dict):
            continue
        looking = dict(everywhere)
        for word in schema:
            looking |= by_keyword.get(word, {})
        for trait in looking:
            if trait.check is not None and (trait.nested if len(at) > 1 else trait.roots):
                yield from (Hit(trait.id, (*at, *steps), what or trait.what) for steps, what in trait.check(schema))
