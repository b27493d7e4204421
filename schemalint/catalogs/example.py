"""An example call: one that the author gave, else one made from the schema; either way one that the schema accepts. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from schemalint.automaton import Refused, matches, shortest
from schemalint.judge import checker, mismatch
from schemalint.model import Json, Node, Pointer, Tool
from schemalint.schema.members import listed
from schemalint.schema.pointer import TooDeep
from schemalint.schema.values import is_count, is_number, type_names

_DEEPEST: Final = 12
_MOST_STEPS: Final = 2_000
_LONGEST: Final = 200
"""Characters or elements that a bound may demand of a made value."""
_TEXTS: Final[Mapping[str, str]] = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "email": "ada@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com",
    "url": "https://example.com",
    "uri-reference": "/path",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "regex": ".*",
    "json-pointer": "/a",
    "byte": "dGV4dA==",
}
_BY_NAME: Final[tuple[tuple[str, str], ...]] = (
    ("email", "ada@example.com"),
    ("url", "https://example.com"),
    ("uri", "https://example.com"),
    ("timestamp", "2026-01-31T12:00:00Z"),
    ("date", "2026-01-31"),
    ("path", "notes/today.md"),
    ("file", "notes.md"),
    ("directory", "notes"),
    ("query", "open invoices"),
    ("timezone", "Europe/Berlin"),
    ("currency", "EUR"),
    ("country", "DE"),
    ("language", "en"),
    ("branch", "main"),
    ("title", "A title"),
    ("name", "Ada"),
    ("content", "Some text."),
    ("message", "Some text."),
    ("text", "Some text."),
    ("id", "a1"),
)


class _Unable(Exception):
    """No value was found for a position."""


def example(tool: Tool) -> tuple[Json, ...]:
    """At most one value: arguments that the tool's schema accepts."""
    schema = tool.parameters
    if schema is None:
        return ({},)
    if not isinstance(schema, dict):
        return ()
    check = checker(tool)
    for arguments in _candidates(tool, schema):
        if isinstance(arguments, dict) and not check(arguments):
            return (arguments,)
    return ()


def _candidates(tool: Tool, schema: Mapping[str, Json]) -> Iterator[Json]:
    given = tool.extra.get("input_examples")
    for one in (*(given if isinstance(given, list) else ()), *listed(schema, "examples")):
        yield one.get("input", one) if isinstance(one, dict) else one
    try:
        nodes = {node.at: node for node in tool.nodes()}
    except TooDeep:
        return
    root = nodes[("parameters",)]
    for most in (1, 0, _LONGEST):
        with suppress(_Unable):
            yield _Maker(nodes, most).value(root, "", 0)


class _Maker:
    """Makes the values of one tool; `optional` parameters are filled in where a call would be empty without them."""

    def __init__(self, nodes: Mapping[Pointer, Node], optional: int) -> None:
        self.nodes, self.optional, self.steps = nodes, optional, 0

    def value(self, node: Node, name: str, depth: int) -> Json:
        self.steps += 1
        if depth > _DEEPEST or self.steps > _MOST_STEPS or node.schema is False:
            raise _Unable
        view = node.view
        given = [*listed(view, "examples"), *([view["example"]] if "example" in view else [])]
        if view.get("default") is not None:
            given.append(view["default"])
        given += [view["const"]] if "const" in view else listed(view, "enum")
        for one in given:
            if mismatch(one, node) is None and _matches(one, view):
                return one
        return self._joined(node, name, depth)

    def _joined(self, node: Node, name: str, depth: int) -> Json:
        """The value of a position without values of its own, together with what its alternatives and parts demand."""
        view = node.view
        for keyword in ("anyOf", "oneOf"):
            arms = [arm for _, arm in self._inside(node, keyword)]
            if arms:
                return self._of_arms(node, arms, name, depth)
        parts = [part for _, part in self._inside(node, "allOf")]
        if parts:
            made = [self.value(part, name, depth + 1) for part in parts]
            own = self._plain(node, name, depth) if "properties" in view or "type" in view else {}
            objects = [one for one in (own, *made) if isinstance(one, dict)]
            return {key: one[key] for one in objects for key in one} if len(objects) > len(made) - 1 else made[0]
        return self._plain(node, name, depth)

    def _of_arms(self, node: Node, arms: list[Node], name: str, depth: int) -> Json:
        own = self._object(node, depth, fill=False) if node.properties else None
        for arm in arms:
            try:
                made = self._own_required(node, arm, name, depth)
            except _Unable:
                continue
            if isinstance(own, dict) and isinstance(made, dict):
                made = {**own, **made}
            if made is not None and mismatch(made, node) is None:
                return made
        raise _Unable

    def _own_required(self, node: Node, arm: Node, name: str, depth: int) -> Json:
        """The value of an arm, which may only say which members of the whole are required."""
        if node.properties and not arm.properties:
            named = [key for key in listed(arm.view, "required") if isinstance(key, str)]
            return {key: self._member(node, key, depth) for key in named}
        return self.value(arm, name, depth + 1)

    def _member(self, node: Node, key: str, depth: int) -> Json:
        child = self.nodes.get(node.place("properties", key))
        if child is None:
            for at, _ in node.layers:
                child = child or self.nodes.get((*at, "properties", key))
        return self.value(child, key, depth + 1) if child is not None else "text"

    def _plain(self, node: Node, name: str, depth: int) -> Json:
        view = node.view
        kinds = type_names(view.get("type"))
        kind = next((one for one in kinds if one != "null"), kinds[0] if kinds else "")
        if not kind:
            kind = "object" if node.properties or "required" in view else "array" if "items" in view else "string"
        match kind:
            case "object":
                return self._object(node, depth)
            case "array":
                return self._array(node, name, depth)
            case "boolean":
                return True
            case "null":
                return None
            case "integer" | "number":
                return _number(view, name)
            case _:
                return _text(view, name)

    def _object(self, node: Node, depth: int, *, fill: bool = True) -> Json:
        required = [key for _, layer in node.layers for key in listed(layer, "required") if isinstance(key, str)]
        made = {key: self._member(node, key, depth) for key in dict.fromkeys(required)}
        stated = node.view.get("minProperties")
        least = int(stated) if is_count(stated) and isinstance(stated, int) else 0
        wanted = max(self.optional if fill and not made else 0, least)
        for key in node.properties:
            if len(made) >= wanted:
                break
            if key not in made:
                try:
                    made[key] = self._member(node, key, depth)
                except _Unable:
                    continue
        return made

    def _array(self, node: Node, name: str, depth: int) -> Json:
        view = node.view
        first = [self.value(inside, "", depth + 1) for _, inside in self._inside(node, "prefixItems")]
        first += [self.value(inside, "", depth + 1) for _, inside in self._inside(node, "items")]
        least = int(view["minItems"]) if is_count(view.get("minItems")) else 0
        most = view.get("maxItems")
        wanted = max(least, 0 if is_number(most) and most < 1 else 1)
        if wanted > _LONGEST:
            raise _Unable
        inside = self.nodes.get(node.place("items")) if isinstance(view.get("items"), dict) else None
        while len(first) < wanted:
            try:
                made = self.value(inside, name.removesuffix("s"), depth + 1) if inside is not None else f"text{len(first) + 1}"
            except _Unable:
                if least:
                    raise
                break
            if view.get("uniqueItems") is True and made in first:
                made = self._another(inside, first)
            first.append(made)
        return first

    def _another(self, inside: Node | None, taken: list[Json]) -> Json:
        """A value of a list whose elements must all differ."""
        view = inside.view if inside is not None else {}
        for one in (*listed(view, "enum"), *(f"text{n}" for n in range(2, 20)), *range(20)):
            if one not in taken and inside is not None and mismatch(one, inside) is None and _matches(one, view):
                return one
        raise _Unable

    def _inside(self, node: Node, keyword: str) -> Iterator[tuple[int, Node]]:
        schemas = node.view.get(keyword)
        for index in range(len(schemas)) if isinstance(schemas, list) else ():
            if (inside := self.nodes.get(node.place(keyword, index))) is not None:
                yield index, inside


def _number(view: Mapping[str, Json], name: str) -> Json:
    low = view.get("minimum")
    over = view.get("exclusiveMinimum")
    high = view.get("maximum")
    under = view.get("exclusiveMaximum")
    step = view.get("multipleOf")
    usual = 10 if name.lower() in ("limit", "count", "per_page", "page_size", "max_results") else 1
    tries: list[float] = [usual, 1, 0, *(bound for bound in (low, high, step) if is_number(bound))]
    if is_number(over):
        tries += [over + 1, over + 0.5, over + 0.01]
    if is_number(under):
        tries += [under - 1, under - 0.5, under - 0.01]
    if is_number(low) and is_number(high):
        tries.append((low + high) / 2)
    if is_number(step) and step > 0:
        for bound in (low, over):
            if is_number(bound):
                tries.append((bound // step + 1) * step)
    for one in tries:
        if (
            not (view.get("type") == "integer" and one != int(one))
            and not (is_number(low) and one < low)
            and not (is_number(high) and one > high)
            and not (is_number(over) and one <= over)
            and not (is_number(under) and one >= under)
            and not (is_number(step) and step > 0 and one % step)
        ):
            return int(one) if one == int(one) and abs(one) < 2**53 else one
    raise _Unable


def _text(view: Mapping[str, Json], name: str) -> Json:
    written = view.get("format")
    known = _TEXTS.get(written) if isinstance(written, str) else None
    lowered = name.lower()
    words = set(lowered.replace("-", "_").split("_"))
    named = next((text for word, text in _BY_NAME if word in words or lowered.endswith(word)), "text")
    tries = [known] if known else [named, "text", "a1", "1"]
    least = int(view["minLength"]) if is_count(view.get("minLength")) else 0
    most = view.get("maxLength")
    if least > 10 * _LONGEST:
        raise _Unable
    expression = view.get("pattern")
    if isinstance(expression, str):
        tries.append("2026-01-31")
        try:
            tries.append(shortest(expression))
        except Refused:
            raise _Unable from None
    else:
        tries.append("text" * (least // 4 + 1) if least else "a")
        tries.append(("text" * (least // 4 + 1))[:least])
    for one in tries:
        if len(one) >= least and not (is_number(most) and len(one) > most) and _matches(one, view):
            return one
    raise _Unable


def _matches(value: Json, view: Mapping[str, Json]) -> bool:
    expression = view.get("pattern")
    if not isinstance(value, str) or not isinstance(expression, str):
        return True
    try:
        return matches(f"[\\s\\S]*(?:{expression})[\\s\\S]*", value)
    except Refused:
        return False
