"""A JSON Schema while it is built from Python, with the piece of source that each of its members comes from.

Knows how parts are put together and copied; knows no annotation, no framework, and nothing of the pieces of source.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, TypeAlias

from schemalint.model import Json
from schemalint.record import dataclass, field

Where: TypeAlias = Any
"""A piece of source: a node, marks, or a function that finds it in the text. Whoever reads a source puts them in."""

REF: Final = "#/$defs/"


@dataclass(slots=True)
class Part:
    """One schema, or another object, being built. `members` holds JSON values, parts, and lists and maps of parts.

    `where` is the name that declares it; `body` is what its members come from, unless `texts` has a place for one of them.
    """

    members: dict[str, Json] = field(default_factory=dict)
    where: Where = None
    body: Where = None
    texts: dict[str, Where] = field(default_factory=dict)

    def copy(self, **members: Json) -> Part:
        """A part with the same members and more, that can be changed by itself."""
        return Part({**self.members, **members}, self.where, self.body, dict(self.texts))

    def put(self, key: str, value: Json, where: Where = None) -> None:
        self.members[key] = value
        if where is not None:
            self.texts[key] = where


def ref(name: str, body: Where) -> Part:
    return Part({"$ref": REF + name}, body=body)


def target(part: Part) -> str | None:
    """The definition that a part refers to."""
    at = part.members.get("$ref")
    return at[len(REF) :] if isinstance(at, str) and at.startswith(REF) else None


def children(built: Json) -> Collection[Json]:
    """What is in a part, or in a list or map of parts."""
    if isinstance(built, Part):
        return built.members.values()
    return built.values() if isinstance(built, dict) else built if isinstance(built, list) else ()


def value_of(built: Json) -> Json:
    """The JSON value of a part, a list or map of parts, or a value."""
    if isinstance(built, Part | dict):
        members = built.members if isinstance(built, Part) else built
        return {key: value_of(member) for key, member in members.items()}
    return [value_of(member) for member in built] if isinstance(built, list) else built


def mapped(built: Json, change: Callable[[Part], Part]) -> Json:
    """The same with each part changed, the inner ones first; `change` must return a copy."""
    if isinstance(built, Part):
        members = {key: mapped(member, change) for key, member in built.members.items()}
        return change(Part(members, built.where, built.body, built.texts))
    if isinstance(built, dict):
        return {key: mapped(member, change) for key, member in built.items()}
    if isinstance(built, list):
        return [mapped(member, change) for member in built]
    return built


def without_title(part: Part) -> Part:
    part.members.pop("title", None)
    return part


def with_properties(root: Part, change: Callable[[str, Part], None]) -> Part:
    """A copy of an object whose properties are copies too, each changed in place."""
    properties = {name: part.copy() for name, part in root.members["properties"].items()}
    for name, part in properties.items():
        change(name, part)
    return root.copy(properties=properties)
