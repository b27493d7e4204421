"""A schema as the rows of a table: every parameter by its dotted name, with its type, default and the values it takes.

`options.flags[].name` is the member `name` of each element of the list `flags` in `options`; `labels.*` is any other member of
`labels`. Looks through local `$ref`s. Pure; of Markdown it knows code spans and table cells.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from schemalint.edge.markdown import cell, code
from schemalint.model import Json, Node, Pointer, Tool, walk
from schemalint.record import dataclass, field
from schemalint.schema.members import listed, properties

MOST: Final = 1000
"""Rows of one table."""
_DEEPEST: Final = 40
_STEPS: Final = 10 * MOST
"""Positions that are looked at for one table: definitions that use each other twice double with every level."""
_SHOWN_ELSEWHERE: Final = frozenset(
    "$ref type properties required items additionalProperties title $defs definitions nullable allOf anyOf oneOf".split()
)
_BOUNDS: Final = (
    ("minimum", "≥ {}"),
    ("exclusiveMinimum", "&gt; {}"),
    ("maximum", "≤ {}"),
    ("exclusiveMaximum", "&lt; {}"),
    ("multipleOf", "multiple of {}"),
    ("minLength", "length ≥ {}"),
    ("maxLength", "length ≤ {}"),
    ("pattern", "matches {}"),
    ("minItems", "items ≥ {}"),
    ("maxItems", "items ≤ {}"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One parameter. All but `name`, which is as written, is Markdown that is safe in a table cell."""

    name: str
    type: str
    required: str
    default: str
    allowed: str
    description: str


@dataclass(slots=True)
class _Walk:
    """All positions of one schema, those that enclose the current one, and how much was looked at."""

    nodes: Mapping[Pointer, Node]
    open: list[Pointer] = field(default_factory=list)
    steps: int = 0

    @property
    def cut(self) -> bool:
        return self.steps > _STEPS


def rows(schema: Json, base: Pointer, tool: Tool) -> Iterator[Row]:
    """The rows for a schema that stands at `base` in a tool, in the order of the text; a last one says if any are left out.

    Errors: `model.TooDeep`.
    """
    known = _Walk({node.at: node for node in walk(schema, base, tool)})
    for count, row in enumerate(_members(known, known.nodes[base], "", "")):
        if count == MOST:
            known.steps = _STEPS + 1
            break
        yield row
    if known.cut:
        yield Row("…", "", "", "", "", "More parameters than are shown here.")


def _members(known: _Walk, node: Node, prefix: str, form: str) -> Iterator[Row]:
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
            yield from _parameter(known, child, f"{prefix}.{name}" if prefix else name, form, required=required)
    for keyword, mark in (("items", "[]"), ("additionalProperties", ".*")):
        inside = known.nodes.get(node.place(keyword)) if isinstance(node.view.get(keyword), dict) else None
        if inside is not None:
            path = f"{prefix}{mark}".removeprefix(".")
            if inside.view.keys() - _SHOWN_ELSEWHERE:
                yield _row(known, inside, path, "")
            yield from _members(known, inside, path, form)
    for keyword in ("prefixItems", "items"):
        for index, inside in _listed(known, node, keyword):
            yield from _parameter(known, inside, f"{prefix}[{index}]", form)
    for keyword in ("allOf", "anyOf", "oneOf"):
        for index, inside in _listed(known, node, keyword):
            yield from _members(known, inside, prefix, form if keyword == "allOf" else f" in form {index + 1}")
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


def _parameter(known: _Walk, node: Node, path: str, form: str, *, required: bool = False) -> Iterator[Row]:
    yield _row(known, node, path, f"{'yes' if required else 'no'}{form}")
    yield from _members(known, node, path, form)


def _row(known: _Walk, node: Node, path: str, required: str) -> Row:
    kind = _type(known, node) + (" (recursive)" if node.view_at in known.open else "")
    default = _value(node.view["default"]) if "default" in node.view else ""
    deprecated = "Deprecated. " if node.view.get("deprecated") is True else ""
    return Row(path, kind, required, default, ", ".join(_allowed(node.view)), f"{deprecated}{cell(node.text)}")


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
    return f"{cell(name)} ({cell(written)})" if name == "string" and isinstance(written, str) else cell(name)


def _json_type(value: Json) -> str:
    if value is None:
        return "null"
    kinds = ((bool, "boolean"), (str, "string"), (int, "integer"), (float, "number"), (list, "array"), (dict, "object"))
    return next((words for kind, words in kinds if isinstance(value, kind)), "any")


def _allowed(view: Mapping[str, Json]) -> Iterator[str]:
    values = view.get("enum")
    if isinstance(values, list):
        yield from map(_value, values)
    if "const" in view:
        yield _value(view["const"])
    for keyword, words in _BOUNDS:
        bound = view.get(keyword)
        if isinstance(bound, int | float | str) and not isinstance(bound, bool):
            yield words.format(code(bound, in_table=True) if isinstance(bound, str) else json.dumps(bound))
    if view.get("uniqueItems") is True:
        yield "no repeats"


def _value(value: Json) -> str:
    """A JSON value as a code span; a string without its quotation marks unless it would look like another value."""
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and value.strip():
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            text = value
    return code(text, in_table=True)
