"""What changed between two toolsets: tools matched by name, likely renames offered as such, each difference graded. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from schemalint.canon import PropertyOrder, canonical, canonical_json, digest, in_order
from schemalint.change.explain import explain
from schemalint.change.kinds import GRADE_OF, Change, Diff, Grade, Kind, Pair, tools_of
from schemalint.change.matching import matched
from schemalint.change.names import renamed
from schemalint.change.schemas import same_text
from schemalint.model import Json, Tool, Toolset
from schemalint.schema.members import properties
from schemalint.schema.values import shown

_WHERE_ABSENT: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
"""What counts where a hint of MCP is absent (MCP schema 2025-11-25, `ToolAnnotations`)."""
_HARMLESS: Final = {"readOnlyHint": True, "destructiveHint": False}
"""The values on which clients leave out a question to the user."""
_CARRIED: Final = frozenset(("_meta", "cache_control", "defer_loading"))
"""Members that say how a definition is carried; they do not count for what it means (decision 20 of the canonical form)."""


def diff(old: Toolset, new: Toolset, *, property_order: PropertyOrder = "sorted") -> Diff:
    """What changed from one set to another.

    Under `property_order="authored"` the order of parameters and of tools counts too. Raises `CanonError` for a tool that has
    no canonical form.
    """
    pairs = list(_matched(old.tools, new.tools))
    changes = [change for pair in pairs for change in _tool(pair, property_order)]
    if property_order == "authored":
        changes += _order(old, new)
    return Diff(tuple(changes), tuple(pairs), tools_of(changes, new))


def compare(old: Sequence[Toolset], new: Sequence[Toolset], *, property_order: PropertyOrder = "sorted") -> Diff:
    """What changed from the sets of one side to those of the other, set by set where they match. Raises `CanonError`."""
    sets = matched(old, new)
    diffs = [diff(before, after, property_order=property_order) for before, after in sets.pairs]
    return Diff(
        tuple(change for one in diffs for change in one.changes),
        tuple(pair for one in diffs for pair in one.pairs),
        dict(item for one in diffs for item in one.tools.items()),
        (sets.note,) if sets.note else (),
    )


def _order(old: Toolset, new: Toolset) -> Iterator[Change]:
    before, after = ([tool.name for tool in one.tools] for one in (old, new))
    both = {*before} & {*after}
    common = [[name for name in names if name in both] for names in (before, after)]
    if common[0] != common[1]:
        yield Change(None, "order-changed", "behaviour", (), "the tools stand in another order", *common)


# ---------------------------------------------------------------------------------------------------------- which is which


def _matched(old: Sequence[Tool], new: Sequence[Tool]) -> Iterator[Pair]:
    """Every tool with what it was or became, in the order of the new names (the old ones, for what is gone)."""
    before, after = _by_name(old), _by_name(new)
    pairs: list[tuple[str, Pair]] = []
    gone: dict[str, Tool] = {}
    come: dict[str, Tool] = {}
    for name in in_order({*before, *after}):
        olds, news = before.get(name, []), after.get(name, [])
        if len(olds) > 1 or len(news) > 1:
            olds, news = _equal_first(olds, news)
        pairs += [(name, Pair(one, other)) for one, other in zip(olds, news, strict=False)]
        for left, found in ((olds[len(news) :], gone), (news[len(olds) :], come)):
            for tool in left:
                if name in before and name in after:
                    pairs.append((name, Pair(tool, None) if found is gone else Pair(None, tool)))
                else:
                    found.setdefault(name, tool)
                    if found[name] is not tool:
                        pairs.append((name, Pair(tool, None) if found is gone else Pair(None, tool)))
    became = renamed(gone, come, meaning=_parameters, text=lambda tool: tool.text)
    taken = set(became.values())
    pairs += [(became[name], Pair(gone[name], come[became[name]])) for name in became]
    pairs += [(name, Pair(tool, None)) for name, tool in gone.items() if name not in became]
    pairs += [(name, Pair(None, tool)) for name, tool in come.items() if name not in taken]
    order = {name: i for i, name in enumerate(in_order({name for name, _ in pairs}))}
    for _, pair in sorted(pairs, key=lambda one: order[one[0]]):
        yield pair


def _by_name(tools: Sequence[Tool]) -> dict[str, list[Tool]]:
    found: dict[str, list[Tool]] = {}
    for tool in tools:
        found.setdefault(tool.name, []).append(tool)
    return found


def _equal_first(old: list[Tool], new: list[Tool]) -> tuple[list[Tool], list[Tool]]:
    """Namesakes in an order in which equal ones face each other."""
    left: dict[bytes, list[Tool]] = {}
    for tool in new:
        left.setdefault(canonical(tool), []).append(tool)
    olds: list[Tool] = []
    news: list[Tool] = []
    others: list[Tool] = []
    for tool in old:
        twins = left.get(canonical(tool))
        if twins:
            olds.append(tool)
            news.append(twins.pop(0))
        else:
            others.append(tool)
    paired = {id(tool) for tool in news}
    return olds + others, news + [tool for tool in new if id(tool) not in paired]


def _parameters(tool: Tool) -> str:
    """The parameters by which a tool is known again; empty where there are none."""
    return canonical_json(tool.parameters, "schema").decode() if properties(tool.parameters) else ""


# ------------------------------------------------------------------------------------------------------------------ one tool


def _tool(pair: Pair, property_order: PropertyOrder) -> Iterator[Change]:
    old, new = pair.old, pair.new
    if new is None:
        if old is not None:
            yield Change(old.name, "tool-removed", "breaking", (), f"the tool `{old.name}` was removed", old.members(), None)
        return
    if old is None:
        yield Change(new.name, "tool-added", "behaviour", (), f"the tool `{new.name}` was added", None, new.members())
        return
    if canonical(old, property_order=property_order) == canonical(new, property_order=property_order):
        return
    found = list(_members(old, new, property_order))
    if not found and digest(replace(old, name=new.name)) != digest(new):
        at = next((name for name in ("parameters", "output_schema") if _text(old, name) != _text(new, name)), "parameters")
        message = f"the {_word(at)} are written in another way; they take the same"
        found.append(Change(new.name, "description-changed", "behaviour", (at,), message, getattr(old, at), getattr(new, at)))
    if old.name != new.name:
        message = f"the tool `{old.name}` is called `{new.name}` now, it seems"
        yield Change(new.name, "tool-renamed", "breaking", ("name",), message, old.name, new.name)
    yield from found


def _members(old: Tool, new: Tool, property_order: PropertyOrder) -> Iterator[Change]:
    for member in ("description", "title"):
        if _text(old, member) != _text(new, member):
            was, now = getattr(old, member), getattr(new, member)
            message = f"the {member} changed" if was and now else f"the tool has {'a' if now else 'no'} {member} now"
            yield Change(new.name, "description-changed", "behaviour", (member,), message, was, now)
    if _text(old, "annotations") != _text(new, "annotations"):
        yield from _annotations(new.name, old.annotations, new.annotations)
    if _text(old, "parameters", property_order) != _text(new, "parameters", property_order):
        yield from explain(new.name, _taken(old.parameters), _taken(new.parameters), ("parameters",), property_order)
    if _text(old, "output_schema", property_order) != _text(new, "output_schema", property_order):
        yield from _output(old, new, property_order)
    yield from _extra(new.name, old.extra, new.extra)


def _text(tool: Tool, member: str, property_order: PropertyOrder = "sorted") -> str | None:
    kind = "schema" if member in ("parameters", "output_schema") else "data"
    return (
        same_text(getattr(tool, member), "schema" if kind == "schema" else "data", property_order=property_order)
        if tool.has(member)
        else None
    )


def _word(member: str) -> str:
    return "outputs" if member == "output_schema" else "parameters"


def _taken(parameters: Json) -> Json:
    """The schema of the parameters. A call's arguments are an object, whether the schema says so or not."""
    if parameters is None:
        return {"type": "object"}
    return {**parameters, "type": "object"} if isinstance(parameters, dict) and "type" not in parameters else parameters


def _output(old: Tool, new: Tool, property_order: PropertyOrder) -> Iterator[Change]:
    was, now = old.output_schema, new.output_schema
    if was is None or now is None:
        grade: Grade = "breaking" if now is None else "behaviour"
        message = "the tool does not say any more what it gives" if now is None else "the tool says now what it gives"
        yield Change(new.name, "output-changed", grade, ("output_schema",), message, was, now)
    else:
        yield from explain(new.name, was, now, ("output_schema",), property_order)


def _annotations(name: str, old: Json, new: Json) -> Iterator[Change]:
    if not all(isinstance(one, dict) or one is None for one in (old, new)):
        yield Change(name, "annotation-changed", "behaviour", ("annotations",), "the annotations changed", old, new)
        return
    before, after = old or {}, new or {}
    for key in in_order({*before, *after}):
        was, now = before.get(key), after.get(key)
        if key in before and key in after and same_text(was) == same_text(now):
            continue
        kind: Kind = "annotation-weakened" if _is_weaker(key, before, after) else "annotation-changed"
        message = f"the annotation `{key}` was {_hint(key, before)} and is now {_hint(key, after)}"
        if key not in before and key in _WHERE_ABSENT and now is _WHERE_ABSENT[key]:
            message = f"the annotation `{key}` says now what its absence meant: {shown(now)}"
        if kind == "annotation-weakened":
            message += ": clients take the tool for less dangerous than before"
        yield Change(name, kind, GRADE_OF[kind], ("annotations", key), message, was, now)


def _is_weaker(key: str, before: dict[str, Json], after: dict[str, Json]) -> bool:
    """Whether a hint says now that the tool is harmless. To be no destroyer means nothing of a tool that only reads."""
    if key not in _HARMLESS or (key == "destructiveHint" and after.get("readOnlyHint") is True):
        return False
    was, now = (one.get(key, _WHERE_ABSENT[key]) for one in (before, after))
    return was is not _HARMLESS[key] and now is _HARMLESS[key]


def _hint(key: str, annotations: dict[str, Json]) -> str:
    absent = f"absent, which means {shown(_WHERE_ABSENT[key])}," if key in _WHERE_ABSENT else "absent"
    return shown(annotations[key]) if key in annotations else absent


def _given(value: Json, present: bool) -> str:
    return shown(value) if present else "absent"


def _extra(name: str, old: object, new: object) -> Iterator[Change]:
    before, after = (dict(one) if isinstance(one, dict) else {} for one in (old, new))
    for key in in_order({*before, *after}):
        if key.startswith("x-schemalint-") or (
            key in before and key in after and same_text(before[key]) == same_text(after[key])
        ):
            continue
        grade: Grade = "safe" if key in _CARRIED else "behaviour"
        message = f"`{key}` was {_given(before.get(key), key in before)} and is now {_given(after.get(key), key in after)}"
        yield Change(name, "annotation-changed", grade, ("extra", key), message, before.get(key), after.get(key))
