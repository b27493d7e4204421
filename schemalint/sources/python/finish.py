"""What a framework does to a schema once Pydantic has written it: titles, references, strict forms.

Each step takes a part and returns a new one; the pieces of source that its members come from go along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from schemalint.model import Json
from schemalint.sources.python.frameworks import AUTOGEN, DSPY, FASTMCP, LANGCHAIN, STRANDS, Framework
from schemalint.sources.python.parts import REF, Part, mapped

_MAX_INLINED: Final = 5_000
"""Parts of definitions put in the place of references for one schema; classes can refer to each other without end."""


def finished(root: Part, definitions: Mapping[str, Part], framework: Framework, name: str) -> Part:
    """The schema of a tool as its framework sends it. `root` is an object; `name` is the function's.

    FastMCP is known by its name: for results it comes as a copy with other settings.
    """
    used = dict(definitions)
    referring = {key for key, part in root.members["properties"].items() if _target(part) is not None}
    if framework.inline and not (framework.name == FASTMCP.name and _is_circular(root, definitions)):
        # autogen_core and DSPY take a definition for the whole of an inner schema, whatever stands beside the reference.
        inliner = _Inliner(definitions, beside=framework not in (AUTOGEN, DSPY))
        root = root.copy(properties=_inlined(root.members["properties"], inliner))
        used = {key: _inlined(used[key], inliner, (key,)) for key in referred(root, used)}
    if framework.titles != "all":
        root, used = _retitled(root, used, framework, referring)
    if framework.closed:
        root = root.copy(additionalProperties=False)
    if framework.root_title is not None:
        root = root.copy(title=framework.root_title.format(name))
    if used:
        root = root.copy(**{"$defs": dict(sorted(used.items()))})
    if framework is STRANDS:
        root = _strands(root)
    elif framework is AUTOGEN:
        root = _autogen(root, referring)
    return root


# ---------------------------------------------------------------------------------------------------------------- references


def _target(part: Part) -> str | None:
    at = part.members.get("$ref")
    return at[len(REF) :] if isinstance(at, str) and at.startswith(REF) else None


@dataclass(slots=True)
class _Inliner:
    """What references are replaced with. `beside`: what stands beside an inner reference is kept."""

    definitions: Mapping[str, Part]
    beside: bool
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
    if isinstance(built, Part):
        return 1 + sum(map(_size, built.members.values()))
    if isinstance(built, dict):
        return sum(map(_size, built.values()))
    return sum(map(_size, built)) if isinstance(built, list) else 0


def _inlined(built: Json, inliner: _Inliner, path: tuple[str, ...] = ()) -> Json:
    """The same with definitions in the place of references; one inside itself stays a reference."""
    if isinstance(built, list):
        return [_inlined(one, inliner, path) for one in built]
    if isinstance(built, dict):
        return {key: _inlined(one, inliner, path) for key, one in built.items()}
    if not isinstance(built, Part):
        return built
    name = _target(built)
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
    """Whether a schema refers to something that refers to itself; FastMCP then leaves every reference as it is."""
    return any(_is_recursive(name, definitions) for name in referred(root, definitions))


def _references(built: Json) -> list[str]:
    """The names of the definitions that something refers to, not through others."""
    if isinstance(built, Part):
        name = _target(built)
        return ([name] if name is not None else []) + [one for part in built.members.values() for one in _references(part)]
    if isinstance(built, dict):
        return [one for part in built.values() for one in _references(part)]
    if isinstance(built, list):
        return [one for part in built for one in _references(part)]
    return []


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


def _without_title(part: Part) -> Part:
    part.members.pop("title", None)
    return part


_STRUCTURE: Final = frozenset("type properties $ref items allOf oneOf anyOf required".split())
_METADATA: Final = frozenset("title description deprecated readOnly writeOnly".split())


def _without_spare_title(part: Part) -> Part:
    """FastMCP keeps the title of what has a default and no type (fastmcp/utilities/json_schema.py)."""
    return _without_title(part) if part.members.keys() & _STRUCTURE or part.members.keys() <= _METADATA else part


def _plainer(built: Json) -> Json:
    """A schema without titles, but for those inside lists, which LangChain's converter does not enter."""
    if isinstance(built, Part):
        members = {key: _plainer(one) for key, one in built.members.items() if key != "title"}
        return Part(members, built.where, built.body, dict(built.texts))
    if isinstance(built, dict):
        return {key: _plainer(one) for key, one in built.items()}
    return built


def _retitled(root: Part, used: dict[str, Part], framework: Framework, referring: set[str]) -> tuple[Part, dict[str, Part]]:
    if framework is LANGCHAIN:
        kept = _plainer(root)
        for part in kept.members["properties"].values():
            part.members.pop("examples", None)
        return kept, {key: _plainer(part) for key, part in used.items()}
    if framework.titles == "none":
        kept = mapped(root, _without_title if framework.name != FASTMCP.name else _without_spare_title)
        for key, part in root.members["properties"].items():
            if "title" in part.texts and part.texts["title"] is not part.where:  # somebody wrote it
                kept.members["properties"][key].members["title"] = part.members["title"]
        return kept, {key: mapped(part, _without_title) for key, part in used.items()}
    if framework.titles == "nested":
        own = root.members["properties"]
        properties = {key: part if key in referring else _without_title(part.copy()) for key, part in own.items()}
        return root.copy(properties=properties), used
    properties = mapped(root, _without_property_titles).members["properties"]
    properties = {key: _without_title(part.copy()) for key, part in properties.items()}
    return root.copy(properties=properties), {key: mapped(part, _without_property_titles) for key, part in used.items()}


def _without_property_titles(part: Part) -> Part:
    properties = part.members.get("properties")
    if isinstance(properties, dict):
        part.members["properties"] = {
            key: _without_title(one.copy()) if isinstance(one, Part) else one for key, one in properties.items()
        }
    return part


# ------------------------------------------------------------------------------------------------- frameworks by themselves


def strict(root: Part) -> Part:
    """The strict form of the OpenAI Agents SDK: closed objects, everything required, no null defaults."""
    definitions = root.members.get("$defs", {})
    inliner = _Inliner(definitions, beside=True)

    def close(part: Part) -> Part:
        name = _target(part)
        if name is not None and len(part.members) > 1 and inliner.takes(name):
            inner = mapped(definitions[name], close)
            beside = {key: one for key, one in part.members.items() if key != "$ref"}
            part = Part({**inner.members, **beside}, part.where, part.body, part.texts)
        if part.members.get("type") == "object":
            part.members.setdefault("additionalProperties", False)
        if isinstance(part.members.get("properties"), dict):
            part.members["required"] = list(part.members["properties"])
        if "default" in part.members and part.members["default"] is None:
            del part.members["default"]
        return part

    closed: Part = mapped(root, close)
    if not closed.members.get("properties"):
        closed.members["required"] = []
    return closed


def is_open(built: Json) -> bool:
    """Whether an object in a schema takes members that are not declared, which the strict form refuses."""
    if isinstance(built, Part):
        extra = built.members.get("additionalProperties", False)
        return extra is not False or any(is_open(one) for one in built.members.values())
    if isinstance(built, dict):
        return any(is_open(one) for one in built.values())
    return isinstance(built, list) and any(is_open(one) for one in built)


def _strands(root: Part) -> Part:
    """Nullable parameters lose their null, and open maps their openness (strands/tools/decorator.py)."""
    required = root.members.get("required", [])
    properties: dict[str, Json] = {}
    for name, part in root.members["properties"].items():
        changed = part.copy()
        arms = changed.members.get("anyOf")
        if isinstance(arms, list) and name not in required and len(arms) == 2:
            kept = [arm for arm in arms if arm.members.get("type") != "null"]
            if len(kept) == 1:
                del changed.members["anyOf"]
                changed.members.update(kept[0].members)
        changed.members.pop("additionalProperties", None)
        changed.members.pop("title", None)
        properties[name] = changed
    return root.copy(properties=properties)


def _autogen(root: Part, referring: set[str]) -> Part:
    """A parameter without a text gets its name for one; a definition keeps its own and loses its default (autogen_core 0.7)."""
    properties: dict[str, Json] = {}
    for name, part in root.members["properties"].items():
        changed = part.copy()
        if name in referring:
            changed.members.pop("default", None)
        else:
            changed.members.setdefault("description", name)
        properties[name] = changed
    return root.copy(properties=properties)
