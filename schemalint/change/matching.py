"""Which set of tools on one side of a comparison belongs to which on the other. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from schemalint.model import Toolset


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """Sets before and after. `note` says how they were matched, where it had to be guessed."""

    pairs: tuple[tuple[Toolset, Toolset], ...]
    note: str | None = None


def matched(old: Sequence[Toolset], new: Sequence[Toolset]) -> Matched:
    """The sets of two sides by server, else by the name of their file, where both sides have the same names; else all as one.

    Sets without tools do not count.
    """
    before, after = ([one for one in side if one.tools] for side in (old, new))
    if len(before) == len(after) == 1:
        return Matched(((before[0], after[0]),))
    if len(before) == len(after):
        for what, names in (("server", _servers), ("file", _files)):
            one, other = names(before), names(after)
            if one is not None and other is not None and one.keys() == other.keys():
                pairs = tuple((one[name], other[name]) for name in sorted(one))
                return Matched(pairs, f"{len(pairs)} sets on each side, matched by {what}")
    note = f"{_sets(before)} before and {_sets(after)} after do not match one by one; their tools are compared as one set"
    return Matched(((as_one(before), as_one(after)),), note)


def _servers(sets: Sequence[Toolset]) -> dict[str, Toolset] | None:
    found = {one.server: one for one in sets if one.server}
    return found if len(found) == len(sets) else None


def _files(sets: Sequence[Toolset]) -> dict[str, Toolset] | None:
    found = {PurePath(one.tools[0].origin.source).name: one for one in sets}
    return found if len(found) == len(sets) else None


def as_one(sets: Sequence[Toolset]) -> Toolset:
    """All tools of several sets, as a request that offers them all would send them."""
    return Toolset(tuple(tool for one in sets for tool in one.tools))


def _sets(sets: Sequence[Toolset]) -> str:
    return "1 set" if len(sets) == 1 else f"{len(sets)} sets"
