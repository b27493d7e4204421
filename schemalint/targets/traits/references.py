"""Traits of references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from schemalint.model import Json, Pointer, Tool
from schemalint.schema.look import resolve
from schemalint.schema.references import endless
from schemalint.targets.positions import positions
from schemalint.targets.traits.trait import Found, Schema, Trait, quoted

_BASE: Final = ("parameters",)
_STRUCTURE: Final = frozenset("$ref $defs definitions $schema $id".split())
_TEXTS: Final = frozenset("description default".split())
_INLINE: Final = "write the schema that it names in its place"


def _is_local(ref: Json) -> bool:
    return isinstance(ref, str) and ref.startswith("#")


def _local(schema: Schema) -> Found:
    if _is_local(schema["$ref"]):
        yield ("$ref",), "a `$ref`"


def _definitions(schema: Schema) -> Found:
    if _is_local(schema["$ref"]) and schema["$ref"].startswith("#/definitions/"):
        yield ("$ref",), ""


def _outside(schema: Schema) -> Found:
    ref = schema["$ref"]
    if _is_local(ref) and ref.startswith("#/") and not ref.startswith(("#/$defs/", "#/definitions/")):
        yield ("$ref",), f"the `$ref` `{ref}`"


def _siblings(schema: Schema) -> Found:
    if others := [key for key in schema if key not in _STRUCTURE and key not in _TEXTS]:
        yield ("$ref",), f"`$ref` beside {quoted(others)}"


def _text_siblings(schema: Schema) -> Found:
    others = [key for key in schema if key not in _STRUCTURE]
    if others and _TEXTS.issuperset(others):
        yield ("$ref",), f"`$ref` beside {quoted(others)}"


def _named(tool: Tool, key: str) -> list[tuple[Pointer, str]]:
    """The schemas that have a keyword with a text, and the text."""
    return [
        (at, schema[key]) for at, schema in positions(tool) if isinstance(schema, dict) and isinstance(schema.get(key), str)
    ]


def _external(tool: Tool) -> Found:
    refs = [(at, ref) for at, ref in _named(tool, "$ref") if not ref.startswith("#")]
    names = {name for _, name in _named(tool, "$id")} if refs else ()
    for at, ref in refs:
        if ref.partition("#")[0] not in names:
            yield (*at, "$ref"), "a `$ref` to another document"


def _dangling(tool: Tool) -> Found:
    for at, ref in _named(tool, "$ref"):
        dangles = ref.startswith("#") and resolve(ref, tool.parameters, _BASE) is None
        if dangles and not any(name and ref[1:] == name for _, name in _named(tool, "$anchor")):
            yield (*at, "$ref"), f"the `$ref` `{ref}`, which names nothing"


def _conflicts(tool: Tool) -> Found:
    """References beside a keyword that what they name has too."""
    for at, schema in positions(tool):
        layer = resolve(schema.get("$ref"), tool.parameters, _BASE) if isinstance(schema, dict) else None
        if layer is not None and (both := [key for key in schema if key in layer[1] and key not in _STRUCTURE]):
            yield (*at, "$ref"), f"`$ref` beside {quoted(both)}, which what it names has too"


def _endless(tool: Tool) -> Found:
    return (((*at, "$ref"), "") for at in endless(tool.parameters, _BASE)) if isinstance(tool.parameters, dict) else iter(())


def _recursive(tool: Tool) -> Found:
    """The references that close a circle: those whose target leads back to the place where they stand.

    A graph of the targets: one leads to another by a reference inside it, or because the other stands inside it.
    """
    refs = [(at, layer[0]) for at, ref in _named(tool, "$ref") if (layer := resolve(ref, tool.parameters, _BASE)) is not None]
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


_ANY_REF: Final = ("local-ref", "external-ref")
"""A target that accepts no reference refuses it once, whatever else is wrong with it; a circle is named in its place."""

TRAITS: Final = (
    Trait("local-ref", "a `$ref`", _INLINE, _local, keywords=("$ref",), unless=("recursive-ref",), stays=True),
    Trait(
        "ref-to-definitions",
        "a `$ref` to `#/definitions`",
        "move the definitions to `$defs`",
        _definitions,
        keywords=("$ref",),
        unless=_ANY_REF,
        stays=True,
    ),
    Trait(
        "ref-outside-defs",
        "a `$ref` to a place outside of `$defs`",
        "move what it names to `$defs`",
        _outside,
        keywords=("$ref",),
        unless=_ANY_REF,
        stays=True,
    ),
    Trait(
        "ref-siblings",
        "`$ref` beside other keywords",
        "move them into the schema that it names",
        _siblings,
        keywords=("$ref",),
        unless=_ANY_REF,
        stays=True,
    ),
    Trait(
        "ref-siblings-text",
        "`$ref` beside a description or a default alone",
        "move them into the schema that it names",
        _text_siblings,
        keywords=("$ref",),
        unless=_ANY_REF,
        stays=True,
    ),
    Trait(
        "recursive-ref",
        "a `$ref` that leads back to itself",
        "bound the depth: write the levels that are needed",
        whole=_recursive,
        stays=True,
    ),
    Trait(
        "ref-conflict",
        "a keyword beside `$ref` that what it names has too",
        "leave it out in one of the two places",
        whole=_conflicts,
        stays=True,
    ),
    Trait(
        "recursion-endless",
        "a `$ref` that demands itself without end",
        "do not require the property that leads back",
        whole=_endless,
        stays=True,
        rules=("unresolved-ref",),
    ),
    Trait("external-ref", "a `$ref` to another document", _INLINE, whole=_external, rules=("unresolved-ref",), stays=True),
    Trait(
        "dangling-ref",
        "a `$ref` that names nothing",
        "declare it in `$defs`",
        whole=_dangling,
        rules=("unresolved-ref",),
        unless=_ANY_REF,
        stays=True,
    ),
)
