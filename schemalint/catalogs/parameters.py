"""A schema as a list of parameters by their dotted names, in words that every face of a catalog shows.

`options.flags[].name` is the member `name` of each element of the list `flags` in `options`; `labels.*` is any other member of
`labels`. Looks through local `$ref`s. Pure; all texts are as written, and a face makes them safe.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from schemalint.model import Json, Node, Pointer, Tool, walk
from schemalint.record import dataclass, field
from schemalint.schema.members import listed, properties
from schemalint.schema.values import is_number

MOST: Final = 1000
"""Parameters of one tool."""
_DEEPEST: Final = 40
_STEPS: Final = 10 * MOST
"""Positions that are looked at for one list: definitions that use each other twice double with every level."""
_SHOWN_ELSEWHERE: Final = frozenset(
    "$ref type properties required items additionalProperties title $defs definitions nullable allOf anyOf oneOf".split()
)
_MADE_BY_GENERATORS: Final = frozenset({2**53 - 1, -(2**53 - 1), 2**31 - 1, -(2**31), 2**63 - 1, -(2**63)})
"""Bounds of a number type, which narrow nothing that an author meant."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. `default` holds at most one value; `bounds` are phrases such as "at least 1"."""

    name: str
    depth: int = 0
    type: str = ""
    required: bool = False
    form: int = 0
    """The number of the alternative that it belongs to; 0 for one that stands in every call."""
    default: tuple[Json, ...] = ()
    allowed: tuple[Json, ...] = ()
    bounds: tuple[str, ...] = ()
    text: str = ""
    deprecated: bool = False


@dataclass(slots=True)
class _Walk:
    """All positions of one schema, those that enclose the current one, and how much was looked at."""

    nodes: Mapping[Pointer, Node]
    open: list[Pointer] = field(default_factory=list)
    steps: int = 0

    @property
    def cut(self) -> bool:
        return self.steps > _STEPS


def parameters(schema: Json, base: Pointer, tool: Tool) -> Iterator[Parameter]:
    """What a schema that stands at `base` in a tool declares, in the order of the text; a last one says if any are left out.

    Errors: `model.TooDeep`.
    """
    known = _Walk({node.at: node for node in walk(schema, base, tool)})
    for count, found in enumerate(_members(known, known.nodes[base], "", 0, 0)):
        if count == MOST:
            known.steps = _STEPS + 1
            break
        yield found
    if known.cut:
        yield Parameter("…", text="More parameters than are shown here.")


def _members(known: _Walk, node: Node, prefix: str, form: int, depth: int) -> Iterator[Parameter]:
    """What a schema holds: its members, the elements of a list, and what its alternatives hold."""
    known.steps += 1
    if node.view_at in known.open or known.cut:
        return
    if len(known.open) >= _DEEPEST:
        known.steps = _STEPS + 1
        return
    known.open.append(node.view_at)
    for name, at, required in _properties(node):
        if (child := known.nodes.get(at)) is not None:
            path = f"{prefix}.{name}" if prefix else name
            yield _parameter(known, child, path, depth, form, required=required)
            yield from _members(known, child, path, form, depth + 1)
    for keyword, mark in (("items", "[]"), ("additionalProperties", ".*")):
        inside = known.nodes.get(node.place(keyword)) if isinstance(node.view.get(keyword), dict) else None
        if inside is not None:
            path = f"{prefix}{mark}".removeprefix(".")
            told = bool(inside.view.keys() - _SHOWN_ELSEWHERE)
            if told:
                yield _parameter(known, inside, path, depth, form)
            yield from _members(known, inside, path, form, depth + told)
    for keyword in ("prefixItems", "items"):
        for index, inside in _listed(known, node, keyword):
            path = f"{prefix}[{index}]"
            yield _parameter(known, inside, path, depth, form)
            yield from _members(known, inside, path, form, depth + 1)
    for keyword in ("allOf", "anyOf", "oneOf"):
        for index, inside in _listed(known, node, keyword):
            yield from _members(known, inside, prefix, form if keyword == "allOf" else index + 1, depth)
    known.open.pop()


def _properties(node: Node) -> Iterator[tuple[str, Pointer, bool]]:
    """The members that a position declares: name, place, whether it is required. All layers count, the outermost first."""
    lists = [listed(layer, "required") for _, layer in node.layers]
    seen: set[str] = set()
    for at, layer in node.layers:
        for name in properties(layer):
            if name not in seen:
                seen.add(name)
                yield name, (*at, "properties", name), any(name in names for names in lists)


def _listed(known: _Walk, node: Node, keyword: str) -> Iterator[tuple[int, Node]]:
    schemas = node.view.get(keyword)
    for index in range(len(schemas)) if isinstance(schemas, list) else ():
        inside = known.nodes.get(node.place(keyword, index))
        if inside is not None:
            yield index, inside


def _parameter(known: _Walk, node: Node, path: str, depth: int, form: int, *, required: bool = False) -> Parameter:
    view = node.view
    return Parameter(
        path,
        depth,
        _type(known, node) + (" (recursive)" if node.view_at in known.open else ""),
        required,
        form,
        (view["default"],) if "default" in view else (),
        (*listed(view, "enum"), *([view["const"]] if "const" in view else [])),
        tuple(_bounds(view)),
        node.text,
        view.get("deprecated") is True,
    )


def _type(known: _Walk, node: Node, depth: int = 0) -> str:
    """The type in words, such as "array of string or null"."""
    if node.schema is False:
        return "nothing"
    if depth > 3:
        return "…"
    view = node.view
    declared = view.get("type")
    names = [declared] if isinstance(declared, str) else declared if isinstance(declared, list) else []
    words = [_named(known, node, name, depth) for name in names if isinstance(name, str)]
    if not words:
        arms = [arm for keyword in ("anyOf", "oneOf") for _, arm in _listed(known, node, keyword)]
        words = [_type(known, arm, depth + 1) for arm in arms]
    if not words:
        values = view.get("enum") if isinstance(view.get("enum"), list) else [view["const"]] if "const" in view else []
        words = [_json_type(value) for value in values or ()]
    if not words and declared != []:
        words = ["object" if node.properties else _named(known, node, "array", depth) if "items" in view else "any"]
    if node.nullable and "any" not in words:
        words.append("null")
    return " or ".join(dict.fromkeys(words))


def _named(known: _Walk, node: Node, name: str, depth: int) -> str:
    if name == "array" and isinstance(node.view.get("items"), dict):
        inside = known.nodes.get(node.place("items"))
        elements = _type(known, inside, depth + 1) if inside is not None else "any"
        return "array" if elements == "any" else f"array of ({elements})" if " or " in elements else f"array of {elements}"
    written = node.view.get("format")
    return f"{name} ({written})" if name == "string" and isinstance(written, str) else name


def _json_type(value: Json) -> str:
    if value is None:
        return "null"
    kinds = ((bool, "boolean"), (str, "string"), (int, "integer"), (float, "number"), (list, "array"), (dict, "object"))
    return next((words for kind, words in kinds if isinstance(value, kind)), "any")


def _bounds(view: Mapping[str, Json]) -> Iterator[str]:
    """The bounds in words, such as "1 to 5", "more than 0", "at most 3 items"."""
    yield from _range(view, "minimum", "maximum", "")
    for keyword, words in (
        ("exclusiveMinimum", "more than"),
        ("exclusiveMaximum", "less than"),
        ("multipleOf", "a multiple of"),
    ):
        if is_number(bound := view.get(keyword)):
            yield f"{words} {_number(bound)}"
    yield from _range(view, "minLength", "maxLength", " characters")
    yield from _range(view, "minItems", "maxItems", " items")
    if isinstance(written := view.get("pattern"), str):
        yield f"matches {written}"
    if view.get("uniqueItems") is True:
        yield "no item twice"


def _range(view: Mapping[str, Json], low: str, high: str, unit: str) -> Iterator[str]:
    least, most = (
        bound if is_number(bound := view.get(keyword)) and bound not in _MADE_BY_GENERATORS else None for keyword in (low, high)
    )
    if least == 0 and unit:
        least = None  # nothing is shorter
    if least is not None and most is not None:
        yield f"exactly {_number(least)}{unit}" if least == most else f"{_number(least)} to {_number(most)}{unit}"
    elif least is not None:
        yield f"at least {_number(least)}{_one(unit, least)}"
    elif most is not None:
        yield f"at most {_number(most)}{_one(unit, most)}"


def _one(unit: str, count: float) -> str:
    return unit.removesuffix("s") if count == 1 else unit


def _number(value: float) -> str:
    return json.dumps(value)


def shown(value: Json) -> str:
    """A JSON value as readers know it: a string without its quotation marks unless it would look like another value."""
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and value.strip():
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            return value
    return text
