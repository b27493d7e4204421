"""What becomes of the members of a container: which stay, which are removed, which are new. Knows values, no text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from schemalint.record import dataclass
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json


@dataclass(frozen=True, slots=True)
class Kept:
    """A member or element that stays, by its index among the old ones; key and value may be other ones than they were."""

    index: int
    key: str
    value: Json


@dataclass(frozen=True, slots=True)
class New:
    """A member or element that was not there; the key of an element is empty."""

    key: str
    value: Json


def is_edited_inside(old: Json, new: Json) -> bool:
    """Whether a container becomes another one of its type, so that its members are edited and not the whole."""
    return isinstance(old, (dict, list)) and type(old) is type(new) and bool(old) and bool(new)


def plan(old: Json, new: Json) -> Sequence[Kept | New]:
    """The members of a container after the edit. Old ones that are not among them are removed; none changes its place."""
    return list(_members(old, new) if isinstance(old, dict) else _elements(old, new))


def _members(old: dict[str, Json], new: dict[str, Json]) -> Iterator[Kept | New]:
    added = [key for key in new if key not in old]
    for index, (key, value) in enumerate(old.items()):
        if key in new:
            yield Kept(index, key, new[key])
            continue
        # A member that comes back under another key was renamed: it keeps its place and its text.
        renamed = next((other for other in added if written_alike(value, new[other])), None)
        if renamed is not None:
            added.remove(renamed)
            yield Kept(index, renamed, new[renamed])
    for key in added:
        yield New(key, new[key])


def _elements(old: list[Json], new: list[Json]) -> Iterator[Kept | New]:
    for start, end, first, last in _changes(old, new):
        common = min(end - start, last - first)
        for step in range(common):
            yield Kept(start + step, "", new[first + step])
        for index in range(first + common, last):
            yield New("", new[index])


def _changes(old: list[Json], new: list[Json]) -> Iterator[tuple[int, int, int, int]]:
    """Runs of old elements and the runs of new ones that take their places."""
    if len(old) == len(new) and any(isinstance(element, (dict, list)) for element in old):
        yield 0, len(old), 0, len(new)
        return
    from difflib import SequenceMatcher

    before, after = ([json.dumps(element, sort_keys=True) for element in elements] for elements in (old, new))
    runs = [run[1:] for run in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes()]
    removed = sum(end - start for start, end, first, last in runs if before[start:end] != after[first:last])
    if len(old) == len(new) and sum(map(str.__ne__, before, after)) <= removed:
        yield 0, len(old), 0, len(new)  # elements got other values; none was added or removed
    else:
        yield from runs
