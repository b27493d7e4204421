"""Traits of references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from schemalint.model import Json, Pointer, Tool, resolve
from schemalint.targets.positions import Position
from schemalint.targets.traits.trait import Found, Trait, listed

_BASE: Final = ("parameters",)
_STRUCTURE: Final = frozenset("$ref $defs definitions $schema $id".split())
_TEXTS: Final = frozenset("description default".split())
_INLINE: Final = "write the schema that it names in its place"


def _is_local(ref: Json) -> bool:
    return isinstance(ref, str) and ref.startswith("#")


def _local(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if _is_local(schema["$ref"]):
        yield ("$ref",), "a `$ref`"


def _definitions(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if _is_local(schema["$ref"]) and schema["$ref"].startswith("#/definitions/"):
        yield ("$ref",), ""


def _outside(_: Pointer, schema: Mapping[str, Json]) -> Found:
    ref = schema["$ref"]
    if _is_local(ref) and ref.startswith("#/") and not ref.startswith(("#/$defs/", "#/definitions/")):
        yield ("$ref",), f"the `$ref` `{ref}`"


def _siblings(_: Pointer, schema: Mapping[str, Json]) -> Found:
    if others := [key for key in schema if key not in _STRUCTURE and key not in _TEXTS]:
        yield ("$ref",), f"`$ref` beside {listed(others)}"


def _text_siblings(_: Pointer, schema: Mapping[str, Json]) -> Found:
    others = [key for key in schema if key not in _STRUCTURE]
    if others and _TEXTS.issuperset(others):
        yield ("$ref",), f"`$ref` beside {listed(others)}"


def _refs(found: Iterable[Position]) -> list[tuple[Pointer, str]]:
    return [
        (position.at, position.schema["$ref"])
        for position in found
        if isinstance(position.schema, dict) and isinstance(position.schema.get("$ref"), str)
    ]


def _external(_: Tool, found: tuple[Position, ...]) -> Found:
    refs = [(at, ref) for at, ref in _refs(found) if not ref.startswith("#")]
    names = {one.schema.get("$id") for one in found if isinstance(one.schema, dict)} if refs else set()
    for at, ref in refs:
        if ref.partition("#")[0] not in names:
            yield (*at, "$ref"), "a `$ref` to another document"


def _dangling(tool: Tool, found: tuple[Position, ...]) -> Found:
    for at, ref in _refs(found):
        if ref.startswith(("#/", "#")) and resolve(ref, tool.parameters, _BASE) is None and not _is_anchor(ref, found):
            yield (*at, "$ref"), f"the `$ref` `{ref}`, which names nothing"


def _is_anchor(ref: str, found: Iterable[Position]) -> bool:
    name = ref[1:]
    return (
        bool(name)
        and "/" not in name
        and any(isinstance(one.schema, dict) and one.schema.get("$anchor") == name for one in found)
    )


def _recursive(tool: Tool, found: tuple[Position, ...]) -> Found:
    """The references that close a circle: those whose target leads back to the place where they stand.

    A graph of the targets: one leads to another by a reference inside it, or because the other stands inside it.
    """
    refs = [(at, layer[0]) for at, ref in _refs(found) if (layer := resolve(ref, tool.parameters, _BASE)) is not None]
    targets = {target for _, target in refs}

    def home(at: Pointer, *, strictly: bool) -> Pointer | None:
        """The innermost target that a place stands in."""
        for length in range(len(at) - strictly, 0, -1):
            if at[:length] in targets:
                return at[:length]
        return None

    edges: dict[Pointer, list[Pointer]] = {target: [] for target in targets}
    for at, target in refs:
        if (place := home(at, strictly=False)) is not None:
            edges[place].append(target)
    for target in targets:
        if (outer := home(target, strictly=True)) is not None:
            edges[outer].append(target)
    circle = _components(edges)
    for at, target in refs:
        place = home(at, strictly=False)
        if place is not None and circle[place] == circle[target]:
            yield (*at, "$ref"), "a `$ref` that leads back to itself"


def _components(edges: Mapping[Pointer, list[Pointer]]) -> dict[Pointer, int]:
    """The strongly connected components of a graph, as a number for each point: Tarjan's algorithm, without recursion."""
    index: dict[Pointer, int] = {}
    low: dict[Pointer, int] = {}
    component: dict[Pointer, int] = {}
    open_points: list[Pointer] = []
    for start in edges:
        way = [(start, iter(edges[start]))] if start not in index else []
        while way:
            point, rest = way[-1]
            if point not in index:
                index[point] = low[point] = len(index)
                open_points.append(point)
            step = next((one for one in rest if one not in component), None)
            if step is None:
                way.pop()
                if low[point] == index[point]:
                    while point not in component:
                        component[open_points.pop()] = index[point]
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[point])
            elif step in index:
                low[point] = min(low[point], index[step])
            else:
                way.append((step, iter(edges[step])))
    return component


SPECIAL: Final = frozenset("dangling-ref ref-outside-defs ref-siblings ref-siblings-text ref-to-definitions".split())
"""Special cases of `local-ref`, of which a target that takes no reference need not be told; a circle is, in its place."""

TRAITS: Final = (
    Trait("local-ref", "a `$ref`", _INLINE, _local, keywords=("$ref",)),
    Trait(
        "ref-to-definitions", "a `$ref` to `#/definitions`", "move the definitions to `$defs`", _definitions, keywords=("$ref",)
    ),
    Trait(
        "ref-outside-defs",
        "a `$ref` to a place outside of `$defs`",
        "move what it names to `$defs`",
        _outside,
        keywords=("$ref",),
    ),
    Trait(
        "ref-siblings", "`$ref` beside other keywords", "move them into the schema that it names", _siblings, keywords=("$ref",)
    ),
    Trait(
        "ref-siblings-text",
        "`$ref` beside a description or a default alone",
        "move them into the schema that it names",
        _text_siblings,
        keywords=("$ref",),
    ),
    Trait(
        "recursive-ref",
        "a `$ref` that leads back to itself",
        "bound the depth: write the levels that are needed",
        whole=_recursive,
    ),
    Trait("external-ref", "a `$ref` to another document", _INLINE, whole=_external, rules=("unresolved-ref",)),
    Trait("dangling-ref", "a `$ref` that names nothing", "declare it in `$defs`", whole=_dangling, rules=("unresolved-ref",)),
)
