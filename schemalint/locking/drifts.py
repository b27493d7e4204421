"""What is different between the tools that were locked and those that are there now, and what that costs. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from schemalint.canon.spelling import utf16
from schemalint.change.grade import GRADE_OF, Change, Diff, Kind, Pair, tools_of
from schemalint.change.pair import Paired, by_key
from schemalint.locking.state import Lock, LockedSet, LockedTool, LockError, lock
from schemalint.model import Json, Pointer, Toolset
from schemalint.record import dataclass
from schemalint.schema.pointer import named_steps

Kinds: TypeAlias = Literal["added", "removed", "changed"]

_DIGESTS_ONLY: Final = (
    "the lock file stores only digests: diff can tell that something changed, but not how; `lock --store-text` stores texts"
)
_WHY: Final = "a lock file without texts (`lock --store-text`) does not show how"


@dataclass(frozen=True, slots=True)
class Drift:
    """One difference. `field` is the text of a pointer inside the tool; `/` is the tool as a whole, `source`, `server`, `order`
    and `property_order` are what their names say. `tool` is None for what concerns a set, such as the `/instructions` of its
    server; `set` is "" for the whole file.

    `old` and `new` are the tools on both sides, where they are there.
    """

    set: str
    tool: str | None
    field: str
    kind: Kinds
    old: LockedTool | None = None
    new: LockedTool | None = None
    detail: str = ""
    was: Json = None
    now: Json = None
    """What a server stated and states at `field`, where that is known."""

    @property
    def at(self) -> Pointer:
        """The canonical place inside the tool; empty for the tool as a whole and for what concerns a set."""
        return named_steps(self.field) if self.field != "/" else ()

    @property
    def is_rewritten(self) -> bool:
        """Whether a part of a tool is there on both sides, with another content."""
        return self.kind == "changed" and self.old is not None and self.field in self.old.fields


def drift(locked: Lock, now: Lock | Iterable[Toolset]) -> list[Drift]:
    """Every difference between what was locked and what is there now: set by set, tool by tool, field by field.

    `drift(read_lock("tools.lock.json"), load("tools.json"))` is what `schemalint lock --check` compares: toolsets are locked
    as `lock` does by default. Raises `CanonError`.
    """
    now = now if isinstance(now, Lock) else lock(now, property_order=locked.property_order)
    return list(_differences(locked, now))


def _differences(locked: Lock, now: Lock) -> Iterator[Drift]:
    if locked.property_order != now.property_order:
        yield Drift("", None, "property_order", "changed", detail=f"{locked.property_order} -> {now.property_order}")
        return
    pairs, removed, added = _matched(locked.sets, now.sets)
    for name in removed:
        yield Drift(name, None, "/", "removed", detail=str(len(locked.sets[name].tools)))
    for before, after in pairs:
        yield from _in_set(after, locked.sets[before], now.sets[after])
    for name in added:
        for tool in now.sets[name].tools:
            yield Drift(name, tool.name, "/", "added", new=tool)


def _matched(old: Mapping[str, LockedSet], new: Mapping[str, LockedSet]) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """The sets that are the same: of one name, or the only ones left on both sides; then those left over on each."""
    pairs = [(name, name) for name in old if name in new]
    removed, added = [name for name in old if name not in new], [name for name in new if name not in old]
    if len(removed) == len(added) == 1:
        return [*pairs, (removed[0], added[0])], [], []
    return pairs, removed, added


def _in_set(name: str, old: LockedSet, new: LockedSet) -> Iterator[Drift]:
    if old.server != new.server:
        yield Drift(name, None, "server", "changed", detail=f"{old.server or 'no name'} -> {new.server or 'no name'}")
    # What is not a live server's listing has nothing here, nor has a lock that was made by hand.
    for at in sorted({*old.about, *new.about}) if old.about and new.about else ():
        if old.about.get(at) != new.about.get(at):
            kind = _kind(old.about.get(at), new.about.get(at))
            yield Drift(name, None, at, kind, was=old.texts.get(at), now=new.texts.get(at))
    pairs, removed, added = _paired(old.tools, new.tools)
    for tool in removed:
        yield Drift(name, tool.name, "/", "removed", old=tool)
    for before, after in pairs:
        yield from _in_tool(name, before, after)
    for tool in added:
        yield Drift(name, tool.name, "/", "added", new=tool)
    if not removed and not added and old.order != new.order:
        moved = next(after for before, after in zip(old.order, new.order, strict=True) if before != after)
        yield Drift(name, None, "order", "changed", detail=moved)


def _paired(old: Sequence[LockedTool], new: Sequence[LockedTool]) -> Paired[LockedTool]:
    """The tools of one name; where a name is there more than once, first those that are equal."""
    equal, removed, added = by_key(lambda tool: f"{tool.wire} {tool.name}", old, new)
    pairs, removed, added = by_key(lambda tool: f"tool {tool.name}", removed, added)
    return sorted((*equal, *pairs), key=lambda pair: utf16(pair[0].name)), removed, added


def _kind(before: str | None, after: str | None) -> Kinds:
    return "added" if before is None else "removed" if after is None else "changed"


def _in_tool(name: str, old: LockedTool, new: LockedTool) -> Iterator[Drift]:
    differs = False
    for at in sorted({*old.fields, *new.fields}):
        before, after = old.fields.get(at), new.fields.get(at)
        if before != after:
            differs = True
            yield Drift(name, new.name, at, _kind(before, after), old, new)
    if not differs and (old.wire, old.meaning) != (new.wire, new.meaning):
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


# ------------------------------------------------------------------------------------------------------ drifts as changes


def diff_of_locks(old: Lock, new: Lock) -> Diff:
    """What changed as far as digests tell: that a part differs and not how, so whatever could break is undecidable.

    Raises `LockError` for locks under different property orders, whose digests cannot be compared.
    """
    if old.property_order != new.property_order:
        raise LockError("the two lock files were written under different property orders")
    drifts = drift(old, new)
    tools = {id(one.new.tool): one.new.tool for one in drifts if one.new is not None and one.new.tool is not None}
    changes = tuple(as_changes(drifts))
    pairs = tuple(Pair(None, tool) for tool in tools.values())
    return Diff(changes, pairs, tools_of(changes, Toolset(tuple(tools.values()))), (_DIGESTS_ONLY,))


def as_changes(drifts: Iterable[Drift]) -> Iterator[Change]:
    """The changes behind the differences between two locks; what only concerns sources and names of sets is left out."""
    for one in drifts:
        found = _change(one)
        if found is not None:
            kind, at, message = found
            yield Change(one.tool, kind, GRADE_OF[kind], at, message)


def _change(one: Drift) -> tuple[Kind, Pointer, str] | None:
    at = tuple(map(str, one.at))
    if one.tool is None:
        if one.field == "order":
            return "order-changed", (), f"the order of the tools changed, from `{one.detail}` on"
        if one.field == "/":
            return "tool-removed", (), f"the set `{one.set}` with {one.detail} tools was removed"
        return ("description-changed", at, f"`{one.field}` of the server differs") if one.field.startswith("/") else None
    if one.field == "/":
        if one.kind == "changed":
            return "undecidable", (), f"the tool differs; {_WHY}"
        return ("tool-added" if one.kind == "added" else "tool-removed"), (), f"the tool `{one.tool}` was {one.kind}"
    if not one.field.startswith("/"):
        return None
    if len(at) == 3 and at[:2] == ("parameters", "properties"):
        if one.kind == "changed":
            return "undecidable", at, f"the parameter `{at[2]}` differs; {_WHY}"
        kind: Kind = "parameter-added" if one.kind == "added" else "parameter-removed"
        return kind, at, f"the parameter `{at[2]}` was {one.kind}"
    match at[0]:
        case "description" | "title":
            return "description-changed", at, f"the {at[0]} differs"
        case "extra":
            return "annotation-changed", at, f"`{at[1]}` differs"
        case "parameters" if len(at) == 2:
            return "order-changed", at, "the order of the parameters changed"
        case _:
            return "undecidable", at, f"the {at[0].replace('_', ' ')} differ{'' if at[0].endswith('s') else 's'}; {_WHY}"
