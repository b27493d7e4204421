"""What is different between the tools that were locked and those that are there now, and what that costs. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from schemalint.canon import canonical
from schemalint.canon.spelling import utf16
from schemalint.change.lock import Lock, LockedSet, LockedTool
from schemalint.model import Tool, Toolset

Kinds: TypeAlias = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Drift:
    """One difference. `field` is the text of a pointer inside the tool; `/` is the tool as a whole, `source`, `server`, `order`
    and `property_order` are what their names say. `tool` is None for what concerns a set, `set` is "" for the whole file.

    `old` and `new` are the tools on both sides, where they are there.
    """

    set: str
    tool: str | None
    field: str
    kind: Kinds
    old: LockedTool | None = None
    new: LockedTool | None = None
    detail: str = ""


def drift(locked: Lock, now: Lock) -> Iterator[Drift]:
    """Every difference between what was locked and what is there now: set by set, tool by tool, field by field."""
    if locked.property_order != now.property_order:
        yield Drift("", None, "property_order", "changed", detail=f"{locked.property_order} -> {now.property_order}")
        return
    pairs, gone, new = _matched(locked.sets, now.sets)
    for name in gone:
        yield Drift(name, None, "/", "removed", detail=str(len(locked.sets[name].tools)))
    for before, after in pairs:
        yield from _in_set(after, locked.sets[before], now.sets[after])
    for name in new:
        for tool in now.sets[name].tools:
            yield Drift(name, tool.name, "/", "added", new=tool)


def _matched(old: Mapping[str, LockedSet], new: Mapping[str, LockedSet]) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """The sets that are the same: of one name, or the only ones left on both sides; then those left over on each."""
    pairs = [(name, name) for name in old if name in new]
    gone, come = [name for name in old if name not in new], [name for name in new if name not in old]
    if len(gone) == len(come) == 1:
        return [*pairs, (gone[0], come[0])], [], []
    return pairs, gone, come


def _in_set(name: str, old: LockedSet, new: LockedSet) -> Iterator[Drift]:
    if old.server != new.server:
        yield Drift(name, None, "server", "changed", detail=f"{old.server or 'no name'} -> {new.server or 'no name'}")
    pairs, gone, come = _paired(old.tools, new.tools)
    for tool in gone:
        yield Drift(name, tool.name, "/", "removed", old=tool)
    for before, after in pairs:
        yield from _in_tool(name, before, after)
    for tool in come:
        yield Drift(name, tool.name, "/", "added", new=tool)
    if not gone and not come and old.order != new.order:
        moved = next(after for before, after in zip(old.order, new.order, strict=True) if before != after)
        yield Drift(name, None, "order", "changed", detail=moved)


def _paired(
    old: Sequence[LockedTool], new: Sequence[LockedTool]
) -> tuple[list[tuple[LockedTool, LockedTool]], list[LockedTool], list[LockedTool]]:
    """The tools of one name; where a name is there more than once, first those that are equal."""
    left: dict[str, list[LockedTool]] = {}
    for tool in new:
        left.setdefault(tool.name, []).append(tool)
    pairs, gone = [], []
    equal: Counter[tuple[str, str]] = Counter((tool.name, tool.wire) for tool in new)
    later = []
    for tool in old:
        if equal[tool.name, tool.wire]:
            equal[tool.name, tool.wire] -= 1
            same = next(one for one in left[tool.name] if one.wire == tool.wire)
            left[tool.name].remove(same)
            pairs.append((tool, same))
        else:
            later.append(tool)
    for tool in later:
        if left.get(tool.name):
            pairs.append((tool, left[tool.name].pop(0)))
        else:
            gone.append(tool)
    return sorted(pairs, key=lambda pair: utf16(pair[0].name)), gone, [tool for tools in left.values() for tool in tools]


def _in_tool(name: str, old: LockedTool, new: LockedTool) -> Iterator[Drift]:
    told = False
    for at in sorted({*old.fields, *new.fields}):
        before, after = old.fields.get(at), new.fields.get(at)
        if before != after:
            kind: Kinds = "added" if before is None else "removed" if after is None else "changed"
            told = True
            yield Drift(name, new.name, at, kind, old, new)
    if not told and (old.wire, old.meaning) != (new.wire, new.meaning):
        yield Drift(name, new.name, "/", "changed", old, new)
    if old.source != new.source:
        yield Drift(name, new.name, "source", "changed", old, new, f"{old.source} -> {new.source}")


# --------------------------------------------------------------------------------------------------------------- what it costs


@dataclass(frozen=True, slots=True)
class Growth:
    """A set that costs more than it did, in estimated tokens."""

    set: str
    before: int
    after: int

    @property
    def percent(self) -> float:
        return 100 * (self.after - self.before) / self.before if self.before else float("inf")


def growth(locked: Lock, now: Lock, percent: float) -> Iterator[Growth]:
    """The sets that cost more than `percent` more than when they were locked."""
    for before, after in _matched(locked.sets, now.sets)[0]:
        grown = Growth(after, locked.sets[before].tokens, now.sets[after].tokens)
        if grown.after > grown.before and grown.percent > percent:
            yield grown


def rewritten(first: Toolset, again: Toolset) -> tuple[Tool, ...]:
    """The tools of the second listing of a server that the first has by name, and not as they are. Raises `CanonError`."""
    known = {tool.name for tool in first.tools}
    wires = {canonical(tool) for tool in first.tools}
    return tuple(tool for tool in again.tools if tool.name in known and canonical(tool) not in wires)


def reordered(first: Toolset, again: Toolset) -> str | None:
    """What is different between two listings of one server, as the end of a sentence; None where nothing is."""
    one, other = ([tool.name for tool in listing.tools] for listing in (first, again))
    if one == other:
        return None
    if sorted(one) != sorted(other):
        odd = sorted(((Counter(one) - Counter(other)) + (Counter(other) - Counter(one))).elements())
        return f"hold different tools: `{odd[0]}` is in one of them only"
    at = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    return f"have different orders: tool {at + 1} is `{one[at]}` in the one and `{other[at]}` in the other"
