"""The features of a definition that a target can refuse, drop or rewrite: one list, each with its detector.

Knows no target. A trait is judged on the text as it stands, at every schema position, each once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from schemalint.model import Pointer, Tool
from schemalint.targets.positions import positions
from schemalint.targets.traits import headers, objects, other, references, roots, types, unions, values
from schemalint.targets.traits.trait import Trait as Trait

TRAITS: Final[Mapping[str, Trait]] = {
    trait.id: trait for module in (roots, types, unions, references, values, objects, other, headers) for trait in module.TRAITS
}
"""Every trait, by its id."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A trait found in a tool: where, as a canonical place, and in words that complete "TARGET refuses ..."."""

    trait: str
    at: Pointer
    what: str


_EVERYWHERE: Final = tuple(trait for trait in TRAITS.values() if trait.check is not None and not trait.keywords)
_WHOLE: Final = tuple(trait for trait in TRAITS.values() if trait.whole is not None)


@lru_cache(maxsize=1)
def _by_keyword() -> Mapping[str, tuple[Trait, ...]]:
    found: dict[str, list[Trait]] = {}
    for trait in TRAITS.values():
        for word in trait.keywords:
            found.setdefault(word, []).append(trait)
    return {word: tuple(traits) for word, traits in found.items()}


@lru_cache(maxsize=256)
def hits(tool: Tool) -> tuple[Hit, ...]:
    """Every trait in a tool. Computed once a tool, whatever the number of targets; tools are told apart by identity."""
    return tuple(_hits(tool))


def _hits(tool: Tool) -> Iterator[Hit]:
    found = tuple(positions(tool))
    for trait in _WHOLE:
        if trait.whole is not None:
            yield from (Hit(trait.id, at, what or trait.what) for at, what in trait.whole(tool, found))
    by_keyword = _by_keyword()
    for position in found:
        schema = position.schema
        if not isinstance(schema, dict):
            continue
        traits = dict.fromkeys(_EVERYWHERE)
        for word in schema:
            traits.update(dict.fromkeys(by_keyword.get(word, ())))
        for trait in traits:
            if trait.check is not None and (trait.roots if position.is_root else trait.nested):
                yield from (
                    Hit(trait.id, (*position.at, *steps), what or trait.what)
                    for steps, what in trait.check(position.at, schema)
                )
