"""What frameworks do to a schema once Pydantic has written it: references, titles, the root.

Each step returns a new part; its members keep the pieces of source that they come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from schemalint.frameworks.common.part import Part, children, mapped, target, without_title
from schemalint.model import Json
from schemalint.record import dataclass, field

if TYPE_CHECKING:
    from schemalint.frameworks.common.record import Framework, Titles

_MAX_INLINED: Final = 5_000
"""Parts of definitions put in the place of references for one schema; classes can refer to each other without end."""


def finished(root: Part, definitions: Mapping[str, Part], framework: Framework, title: str | None = None) -> Part:
    """The schema of a tool as its framework sends it. `root` is an object; `title` is that of the whole."""
    used = dict(definitions)
    references = frozenset(key for key, part in root.members["properties"].items() if target(part) is not None)
    kept = framework.references == "kept"
    if not kept and not (framework.references == "inlined unless circular" and _is_circular(root, definitions)):
        inliner = Inliner(definitions, beside=framework.references != "inlined alone")
        root = root.copy(properties=_inlined(root.members["properties"], inliner))
        used = {key: _inlined(used[key], inliner, (key,)) for key in referred(root, used)}
    if framework.titles != "all":
        root, used = _retitled(root, used, framework.titles, references)
    if framework.closed:
        root = root.copy(additionalProperties=False)
    if title is not None:
        root = root.copy(title=title)
    if used:
        root = root.copy(**{"$defs": dict(sorted(used.items()))})
    return root if framework.reshape is None else framework.reshape(root, references)


# ---------------------------------------------------------------------------------------------------------------- references


@dataclass(slots=True)
class Inliner:
    """What references are replaced with. `beside`: what is beside an inner reference is kept."""

    definitions: Mapping[str, Part]
    beside: bool = True
    left: int = _MAX_INLINED
    recursive: dict[str, bool] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    def takes(self, name: str) -> bool:
        """Whether a definition may stand in one more place: it is known, not inside itself, and there is room for it."""
        if name not in self.definitions:
            return False
        if name not in self.recursive:
            self.recursive[name] = _is_recursive(name, self.definitions)
            self.sizes[name] = _size(self.definitions[name])
        if self.recursive[name] or self.left < self.sizes[name]:
            return False
        self.left -= self.sizes[name]
        return True


def _size(built: Json) -> int:
    """How many parts there are in a definition."""
    return isinstance(built, Part) + sum(map(_size, children(built)))


def _inlined(built: Json, inliner: Inliner, path: tuple[str, ...] = ()) -> Json:
    """The same with definitions in the place of references; one inside itself stays a reference."""
    if isinstance(built, list):
        return [_inlined(one, inliner, path) for one in built]
    if isinstance(built, dict):
        return {key: _inlined(one, inliner, path) for key, one in built.items()}
    if not isinstance(built, Part):
        return built
    name = target(built)
    if name is None:
        members = {key: _inlined(one, inliner, path) for key, one in built.members.items()}
        return Part(members, built.where, built.body, dict(built.texts))
    if not inliner.takes(name):
        return built
    inner = _inlined(inliner.definitions[name], inliner, (*path, name))
    kept = inliner.beside or not path
    beside = {key: one for key, one in built.members.items() if key != "$ref" and kept}
    texts = {key: where for key, where in {**inner.texts, **built.texts}.items() if key != "$ref"}
    return Part({**inner.members, **beside}, built.where or inner.where, inner.body or inner.where, texts)


def _is_recursive(name: str, definitions: Mapping[str, Part]) -> bool:
    seen: set[str] = set()
    stack = [name]
    while stack:
        for other in _references(definitions.get(stack.pop())):
            if other == name:
                return True
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return False


def _is_circular(root: Part, definitions: Mapping[str, Part]) -> bool:
    """Whether a schema refers to something that refers to itself."""
    return any(_is_recursive(name, definitions) for name in referred(root, definitions))


def _references(built: Json) -> list[str]:
    """The names of the definitions that something refers to, not through others."""
    name = target(built) if isinstance(built, Part) else None
    return ([name] if name is not None else []) + [one for part in children(built) for one in _references(part)]


def referred(root: Part, definitions: Mapping[str, Part]) -> list[str]:
    """The definitions that are still needed, through each other too."""
    found: dict[str, None] = {}
    stack = _references(root)
    while stack:
        name = stack.pop()
        if name in definitions and name not in found:
            found[name] = None
            stack += _references(definitions[name])
    return list(found)


# -------------------------------------------------------------------------------------------------------------------- titles

_STRUCTURE: Final = frozenset("type properties $ref items allOf oneOf anyOf required".split())
_METADATA: Final = frozenset("title description deprecated readOnly writeOnly".split())


def _without_spare_title(part: Part) -> Part:
    """A part keeps its title where it has a default and no type (fastmcp/utilities/json_schema.py)."""
    return without_title(part) if part.members.keys() & _STRUCTURE or part.members.keys() <= _METADATA else part


def _retitled(root: Part, used: dict[str, Part], titles: Titles, references: frozenset[str]) -> tuple[Part, dict[str, Part]]:
    own = root.members["properties"]
    if titles in ("none", "none or bare"):
        kept = mapped(root, without_title if titles == "none" else _without_spare_title)
        for key, part in own.items():
            if "title" in part.texts and part.texts["title"] is not part.where:  # somebody wrote it
                kept.members["properties"][key].members["title"] = part.members["title"]
        return kept, {key: mapped(part, without_title) for key, part in used.items()}
    if titles == "nested":
        properties = {key: part if key in references else without_title(part.copy()) for key, part in own.items()}
        return root.copy(properties=properties), used
    properties = mapped(root, _without_property_titles).members["properties"]
    properties = {key: without_title(part.copy()) for key, part in properties.items()}
    return root.copy(properties=properties), {key: mapped(part, _without_property_titles) for key, part in used.items()}


def _without_property_titles(part: Part) -> Part:
    properties = part.members.get("properties")
    if isinstance(properties, dict):
        part.members["properties"] = {
            key: without_title(one.copy()) if isinstance(one, Part) else one for key, one in properties.items()
        }
    return part
