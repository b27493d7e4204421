"""Whether a change makes a tool less portable: a known target refuses what it accepted before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from schemalint.model import Target, Tool
from schemalint.schema.pointer import Json
from schemalint.targets import tables
from schemalint.targets.removal import rebuilt
from schemalint.targets.tables import newest, table
from schemalint.targets.traits import TRAITS, hits
from schemalint.targets.verdicts import STRICT, is_strict
from schemalint.targets.words import is_fatal


def worsened(tool: Tool, members: Mapping[str, Json]) -> str | None:
    """A target that refuses more of a tool once it has other members, None where there is none.

    A target that says nothing of what goes, though others refuse it, may have refused it all the same: it does not count. Nor
    does a strict mode that the tool does not ask for.
    """
    before, after = (Counter(hit.trait for hit in hits(one)) for one in (tool, rebuilt(tool, members)))
    if not after - before:
        return None
    known = _refused(tables.FOLDERS)
    gone = (before - after).keys() & frozenset().union(*known.values())
    modes = {table(target).strict for target in known} if not is_strict(tool) else ()
    for target, refused in known.items():
        more = sum(after[trait] for trait in refused) > sum(before[trait] for trait in refused)
        if more and target.name not in modes and gone <= table(target).traits.keys():
            return target.label
    return None


@lru_cache(maxsize=4)
def _refused(_: tuple[Path, ...]) -> Mapping[Target, frozenset[str]]:
    """The traits that each target refuses for certain, limits apart."""
    return {
        target: frozenset(
            trait
            for trait, cell in table(target).traits.items()
            if not TRAITS[trait].is_limit and cell.when != STRICT and is_fatal(cell, table(target))
        )
        for target in newest()
    }
