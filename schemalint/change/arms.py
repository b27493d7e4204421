"""Which form of a union became which: the forms of two versions, paired. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from schemalint.change.schemas import Place, meaning, parts, same_text, types
from schemalint.change.views import view

_MOST_PAIRS: Final = 400
"""Pairs of forms that are compared by their names; the other ways take no longer for many forms."""

Paired = tuple[list[tuple[Place, Place]], list[Place], list[Place]]


def paired(old: Sequence[Place], new: Sequence[Place]) -> Paired:
    """The forms that belong together, those that are gone and those that are new.

    They belong together where they say the same, else where the same values or constant members are left, else where they are
    of the same kinds and objects among them have most names in common.
    """
    pairs: list[tuple[Place, Place]] = []
    gone, come = list(old), list(new)
    for told_apart_by in (meaning, _constants):
        found, gone, come = _by(told_apart_by, gone, come)
        pairs += found
    if len(gone) * len(come) <= _MOST_PAIRS:
        for arm in list(gone):
            twin = next((one for one in come if _are_akin(arm, one)), None)
            if twin is not None:
                come.remove(twin)
                gone.remove(arm)
                pairs.append((arm, twin))
    return pairs, gone, come


def _by(key: Callable[[Place], str], old: Sequence[Place], new: Sequence[Place]) -> Paired:
    """Forms with equal keys, the first with the first; an empty key says nothing."""
    left: dict[str, list[Place]] = {}
    for arm in new:
        left.setdefault(key(arm), []).append(arm)
    pairs: list[tuple[Place, Place]] = []
    gone: list[Place] = []
    for arm in old:
        name = key(arm)
        if name and left.get(name):
            pairs.append((arm, left[name].pop(0)))
        else:
            gone.append(arm)
    taken = {twin.at for _, twin in pairs}
    return pairs, gone, [arm for arm in new if arm.at not in taken]


def _constants(arm: Place) -> str:
    """The values of a form that has few, or the members that have one value, and those values."""
    own = view(arm).values
    if own is not None:
        return same_text(own)
    found = {
        name: values[0] for name, place in view(arm).members.items() if (values := view(place).values) and len(values) == 1
    }
    return same_text(found) if found else ""


def _are_akin(one: Place, other: Place) -> bool:
    if types(parts((one,))) != types(parts((other,))) or _constants(one) != _constants(other):
        return False
    names, others = set(view(one).members), set(view(other).members)
    return names == others or 2 * len(names & others) >= len(names | others)
