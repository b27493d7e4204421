"""What changed between two toolsets: tools matched by name, likely renames offered as such, each difference graded. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from schemalint.canon import PRIVATE, PropertyOrder, canonical, digest, in_order
from schemalint.change import pair
from schemalint.change.explain import explain
from schemalint.change.grade import GRADE_OF, Change, Diff, Grade, Pair, tools_of
from schemalint.change.grade import Kind as ChangeKind
from schemalint.change.schemas import same_text
from schemalint.frameworks.common.docstrings import dedented
from schemalint.model import Json, Tool, Toolset
from schemalint.record import replace
from schemalint.schema.keywords import Kind
from schemalint.schema.values import shown

_WHERE_ABSENT: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
"""What counts where a hint of MCP is absent (MCP schema 2025-11-25, `ToolAnnotations`)."""
_HARMLESS: Final = {"readOnlyHint": True, "destructiveHint": False}
"""The values on which clients leave out a question to the user."""
_CARRIED: Final = frozenset(("_meta", "cache_control", "defer_loading"))
"""Members that say how a definition is carried; they do not count for what it means (decision 20 of the canonical form)."""


Sets: TypeAlias = Toolset | Sequence[Toolset]


def diff(old: Sets, new: Sets, *, property_order: PropertyOrder = "sorted") -> Diff:
    """What changed from one set, or the sets that `load` returns, to another.

    Several sets are matched by server, else by file name, else compared as one; a note of the result says how. Under
    `property_order="authored"` the order of parameters and of tools counts too. Raises `CanonError` for a tool that has no
    canonical form.
    """
    if isinstance(old, Toolset) and isinstance(new, Toolset):
        return _of_sets(old, new, property_order)
    sets, note = pair.matched(*([one] if isinstance(one, Toolset) else one for one in (old, new)))
    diffs = [_of_sets(before, after, property_order) for before, after in sets]
    return Diff(
        tuple(change for one in diffs for change in one.changes),
        tuple(found for one in diffs for found in one.pairs),
        dict(item for one in diffs for item in one.tools.items()),
        (note,) if note else (),
    )


def _of_sets(old: Toolset, new: Toolset, property_order: PropertyOrder) -> Diff:
    pairs = [replace(one, new=_evened(one.old, one.new)) for one in pair.tools(old.tools, new.tools)]
    splits = pair.splits(pairs)
    changes = [change for one in pairs for change in _tool(one, property_order, splits)]
    if property_order == "authored":
        changes += _order(old, new)
    return Diff(tuple(changes), tuple(pairs), tools_of(changes, new))


def _evened(old: Tool | None, new: Tool | None) -> Tool | None:
    """The new tool, with the old text where both differ by the indentation that Python before 3.13 leaves in a docstring.

    A docstring that was read in its source may be sent either way.
    """
    if old is None or new is None or "derived" not in (old.origin.fidelity, new.origin.fidelity):
        return new
    was, now = old.text, new.text
    return replace(new, description=was) if was != now and dedented(was) == dedented(now) else new


def _order(old: Toolset, new: Toolset) -> Iterator[Change]:
    before, after = ([tool.name for tool in one.tools] for one in (old, new))
    both = {*before} & {*after}
    common = [[name for name in names if name in both] for names in (before, after)]
    if common[0] != common[1]:
        yield Change(None, "order-changed", "behaviour", (), "the order of the tools changed", *common)


# ------------------------------------------------------------------------------------------------------------------ one tool


def _tool(one: Pair, property_order: PropertyOrder, splits: Mapping[str, Sequence[str]]) -> Iterator[Change]:
    old, new = one.old, one.new
    if new is None:
        if old is not None:
            parts = ", ".join(f"`{name}`" for name in splits.get(old.name, ()))
            goal = f"was split into {parts}" if parts else "was removed"
            yield Change(old.name, "tool-removed", "breaking", (), f"the tool `{old.name}` {goal}", old.members(), None)
        return
    if old is None:
        message = (
            f"another definition of the tool `{new.name}` was added" if one.duplicate else f"the tool `{new.name}` was added"
        )
        yield Change(new.name, "tool-added", "behaviour", (), message, None, new.members())
        return
    if one.duplicate:
        message = f"one of several definitions of the tool `{old.name}` was removed"
        yield Change(old.name, "tool-removed", "behaviour", (), message, old.members(), None)
        yield from (change for change in _members(old, new, property_order) if change.grade == "breaking")
        return
    if canonical(old, property_order=property_order) == canonical(new, property_order=property_order):
        return
    found = list(_members(old, new, property_order))
    if not found and digest(replace(old, name=new.name)) != digest(new):
        at = next((name for name in ("parameters", "output_schema") if _text(old, name) != _text(new, name)), "parameters")
        word, verb = ("output", "allows") if at == "output_schema" else ("parameter", "accepts")
        message = f"the {word} schema was rewritten; it {verb} the same values"
        found.append(Change(new.name, "description-changed", "behaviour", (at,), message, getattr(old, at), getattr(new, at)))
    if old.name != new.name:
        certain = pair.spelling(old.name) == pair.spelling(new.name)
        became = f"is called `{new.name}` now" if certain else f"appears to have been renamed to `{new.name}`"
        message = f"the tool `{old.name}` {became}"
        yield Change(new.name, "tool-renamed", "breaking", ("name",), message, old.name, new.name)
    yield from found


def _members(old: Tool, new: Tool, property_order: PropertyOrder) -> Iterator[Change]:
    for member in ("description", "title"):
        if _text(old, member) != _text(new, member):
            was, now = getattr(old, member), getattr(new, member)
            message = f"the {member} {'changed' if was and now else 'was added' if now else 'was removed'}"
            yield Change(new.name, "description-changed", "behaviour", (member,), message, was, now)
    if _text(old, "annotations") != _text(new, "annotations"):
        yield from _annotations(new.name, old.annotations, new.annotations)
    if _text(old, "parameters", property_order) != _text(new, "parameters", property_order):
        yield from explain(new.name, _taken(old.parameters), _taken(new.parameters), ("parameters",), property_order)
    if _text(old, "output_schema", property_order) != _text(new, "output_schema", property_order):
        yield from _output(old, new, property_order)
    yield from _extra(new.name, old.extra, new.extra)


def _text(tool: Tool, member: str, property_order: PropertyOrder = "sorted") -> str | None:
    if not tool.has(member):
        return None
    kind: Kind = "schema" if member in ("parameters", "output_schema") else "data"
    return same_text(getattr(tool, member), kind, property_order=property_order)


def _taken(parameters: Json) -> Json:
    """The schema of the parameters. A call's arguments are an object, whether the schema says so or not."""
    if parameters is None:
        return {"type": "object"}
    return {**parameters, "type": "object"} if isinstance(parameters, dict) and "type" not in parameters else parameters


def _output(old: Tool, new: Tool, property_order: PropertyOrder) -> Iterator[Change]:
    was, now = old.output_schema, new.output_schema
    if was is None or now is None:
        grade: Grade = "breaking" if now is None else "behaviour"
        message = f"the output schema was {'removed' if now is None else 'added'}"
        yield Change(new.name, "output-changed", grade, ("output_schema",), message, was, now)
    else:
        yield from explain(new.name, was, now, ("output_schema",), property_order)


def _annotations(name: str, old: Json, new: Json) -> Iterator[Change]:
    if not all(isinstance(one, dict) or one is None for one in (old, new)):
        yield Change(name, "annotation-changed", "behaviour", ("annotations",), "the annotations changed", old, new)
        return
    before, after = old or {}, new or {}
    for key in _differing(before, after):
        was, now = before.get(key), after.get(key)
        kind: ChangeKind = "annotation-weakened" if _is_weaker(key, before, after) else "annotation-changed"
        message = f"the annotation `{key}` changed from {_hint(key, before)} to {_hint(key, after)}"
        if key not in before and key in _WHERE_ABSENT and now is _WHERE_ABSENT[key]:
            message = f"the annotation `{key}` now states what its absence meant: {shown(now)}"
        if kind == "annotation-weakened":
            message += (
                "; clients will treat the tool as less dangerous (accept it with `[[allow-change]]` in the configuration)"
            )
        yield Change(name, kind, GRADE_OF[kind], ("annotations", key), message, was, now)


def _differing(before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[str]:
    """The members that are not the same on both sides, in canonical order."""
    for key in in_order({*before, *after}):
        if key not in before or key not in after or same_text(before[key]) != same_text(after[key]):
            yield key


def _is_weaker(key: str, before: dict[str, Json], after: dict[str, Json]) -> bool:
    """Whether a hint newly claims that the tool is harmless. "Not destructive" means nothing for a tool that only reads."""
    if key not in _HARMLESS or (key == "destructiveHint" and after.get("readOnlyHint") is True):
        return False
    was, now = (one.get(key, _WHERE_ABSENT[key]) for one in (before, after))
    return was is not _HARMLESS[key] and now is _HARMLESS[key]


def _hint(key: str, annotations: dict[str, Json]) -> str:
    absent = f"absent (meaning {shown(_WHERE_ABSENT[key])})" if key in _WHERE_ABSENT else "absent"
    return shown(annotations[key]) if key in annotations else absent


def _extra(name: str, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[Change]:
    for key in _differing(before, after):
        if not key.startswith(PRIVATE):
            grade: Grade = "safe" if key in _CARRIED else "behaviour"
            was, now = (shown(one[key]) if key in one else "absent" for one in (before, after))
            message = f"`{key}` changed from {was} to {now}"
            yield Change(name, "annotation-changed", grade, ("extra", key), message, before.get(key), after.get(key))
