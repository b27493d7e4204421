"""The members of a tool beside its schema as the target takes them, and faults of a schema that only the whole tool shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from schemalint.model import Json, Pointer, Tool, value_at
from schemalint.targets.export.values import is_alias
from schemalint.targets.export.work import Work
from schemalint.targets.traits import Hit, hits

_LEFT_OUT: Final = (
    "output-schema-not-object",
    "hint-not-boolean",
    "task-support-unknown",
    "icon-without-src",
    "strict-member",
    "unknown-member",
    "mcp-header-invalid",
    "invalid-schema",
)
"""Traits of a whole tool whose place is what has to go."""


def without_refused(work: Work) -> Tool:
    """The tool without the members that its target refuses."""
    tool = work.tool
    gone: list[Pointer] = []
    for hit in hits(tool):
        if hit.trait == "description-empty" and work.unwanted(hit.trait):
            gone.append(hit.at)  # no description is taken, an empty one is not
        elif hit.trait in _LEFT_OUT and work.refused(hit.trait):
            at = _member(work, hit)
            if at:
                gone.append(at)
                work.lose_at(at, hit.trait, f"`{at[-1]}` is left out")
    return _without(tool, gone) if gone else tool


def _member(work: Work, hit: Hit) -> Pointer:
    """What has to go for a hit: a whole output schema, of a schema the keyword whose value is at fault; () for nothing."""
    at = hit.at
    if at[0] == "output_schema":
        return at[:1]
    if hit.trait != "invalid-schema":
        return at
    while at and isinstance(at[-1], int):
        at = at[:-1]
    respelled = at[-1:] == ("type",) and is_alias(value_at(work.tool.members(), at))
    return () if len(at) < 2 or respelled else at


def _without(tool: Tool, gone: list[Pointer]) -> Tool:
    members = tool.members()
    for at in sorted(set(gone), key=len, reverse=True):
        members = _removed(members, at)
    extra = members.pop("extra", {})
    places = {at: place for at, place in tool.places.items() if at[:1] not in [one for one in gone if len(one) == 1]}
    return replace(
        tool,
        description=members.get("description"),
        parameters=members.get("parameters"),
        annotations=members.get("annotations"),
        output_schema=members.get("output_schema"),
        title=members.get("title"),
        extra=extra,
        places=places,
    )


def _removed(value: Json, at: Pointer) -> Json:
    """A copy of a value without what stands at a place; of a list without that element."""
    if isinstance(value, list) and isinstance(at[0], int):
        rest = [] if len(at) == 1 else [_removed(value[at[0]], at[1:])]
        return [*value[: at[0]], *rest, *value[at[0] + 1 :]]
    if not isinstance(value, dict) or at[0] not in value:
        return value
    if len(at) == 1:
        return {key: member for key, member in value.items() if key != at[0]}
    return {**value, at[0]: _removed(value[at[0]], at[1:])}
