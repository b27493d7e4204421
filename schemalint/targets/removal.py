"""Values and tools without what is at some of their places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from schemalint.model import Json, Pointer, Tool
from schemalint.record import replace


def removed(value: Json, at: Pointer) -> Json:
    """A copy of a value without what is at a place; of a list without that element."""
    if isinstance(value, list) and isinstance(at[0], int):
        rest = [] if len(at) == 1 else [removed(value[at[0]], at[1:])]
        return [*value[: at[0]], *rest, *value[at[0] + 1 :]]
    if not isinstance(value, dict) or at[0] not in value:
        return value
    if len(at) == 1:
        return {key: member for key, member in value.items() if key != at[0]}
    return {**value, at[0]: removed(value[at[0]], at[1:])}


def without(tool: Tool, gone: Iterable[Pointer]) -> Tool:
    """The tool without what is at some places; the same object where there are none."""
    places = sorted(set(gone), reverse=True, key=lambda at: [str(step).zfill(9) for step in at])
    if not places:
        return tool
    members = tool.members()
    for at in places:
        members = removed(members, at)
    changed = rebuilt(tool, members)
    return replace(changed, places={at: place for at, place in tool.places.items() if at[:1] not in places})


def rebuilt(tool: Tool, members: Mapping[str, Json]) -> Tool:
    """A tool with other members; absent ones are absent."""
    return replace(
        tool,
        name=members.get("name", tool.name),
        description=members.get("description"),
        parameters=members.get("parameters"),
        annotations=members.get("annotations"),
        output_schema=members.get("output_schema"),
        title=members.get("title"),
        extra=members.get("extra", {}),
    )
