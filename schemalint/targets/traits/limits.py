"""Limits: lengths, patterns and counts, on one tool and on a whole set. The table of a target has the value.

Each function says where a limit is broken, and by how much; none knows whose limit it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from schemalint.model import Json, Pointer, Tool
from schemalint.schema.members import listed, properties, required
from schemalint.targets.positions import positions
from schemalint.targets.traits.trait import Found, Schema, Trait, is_object


def front(tool: Tool, template: str, server: str | None) -> str:
    """What a client puts before a tool's name; of an unknown server only what is certain. Empty for a name recorded behind
    the client.
    """
    begins = template.partition("{server}")[0]
    if begins and tool.name.startswith(begins):
        return ""
    return template.replace("{server}", server or "")


def _misnamed(tool: Tool, patterns: Json, _: str) -> Found:
    """A name that breaks a pattern, or one of several."""
    for pattern in patterns if isinstance(patterns, list) else [patterns]:
        if re.compile(pattern).fullmatch(tool.name) is None:
            return iter([(("name",), f"the name `{tool.name}`")])
    return iter(())


def _too_long(tool: Tool, most: Json, prefix: str) -> Found:
    length = len(prefix) + len(tool.name)
    if length > most:
        behind = f" behind `{prefix}`" if prefix else ""
        yield ("name",), f"a name of {length} characters{behind}, {length - most} over {most}"


def _reserved(tool: Tool, names: Json, _: str) -> Found:
    if tool.name in names:
        yield ("name",), f"the name `{tool.name}`, which it reserves"


def _description(tool: Tool, most: Json, _: str) -> Found:
    return _long_texts([(("description",), tool.text)], most)


def _texts(tool: Tool, most: Json, _: str) -> Found:
    """Every description, of the tool and of its parameters, that is too long."""
    nested = (((*at, "description"), schema.get("description")) for at, schema in _schemas(tool))
    return _long_texts([(("description",), tool.text), *nested], most)


def _long_texts(texts: Sequence[tuple[Pointer, Json]], most: int) -> Found:
    for at, text in texts:
        if isinstance(text, str) and len(text) > most:
            yield at, f"a description of {len(text):,} characters, {len(text) - most:,} over {most:,}"


# ------------------------------------------------------------------------------------------------------------ counts in a tool


def _schemas(tool: Tool) -> Iterator[tuple[Pointer, Schema]]:
    return ((at, schema) for at, schema in positions(tool) if isinstance(schema, dict))


def _count(count: Callable[[Schema], int]) -> Callable[[Tool], int]:
    """What is counted in each schema, added up over a tool."""
    return lambda tool: sum(count(schema) for _, schema in _schemas(tool))


def _at_most(count: Callable[[Tool], int], what: str) -> Callable[[Tool, Json, str], Found]:
    """A limit on what is counted in a tool."""

    def over(tool: Tool, most: Json, _: str) -> Found:
        if (total := count(tool)) > most:
            yield ("parameters",), f"{total:,} {what}, more than {most:,}"

    return over


def _name_characters(schema: Schema) -> int:
    names = [
        name for key in ("properties", "$defs", "definitions") if isinstance(schema.get(key), dict) for name in schema[key]
    ]
    values = [value for value in (*listed(schema, "enum"), schema.get("const")) if isinstance(value, str)]
    return sum(map(len, names)) + sum(map(len, values))


def _enum_characters(tool: Tool, bounds: Json, _: str) -> Found:
    values, most = bounds
    for at, schema in _schemas(tool):
        texts = [value for value in listed(schema, "enum") if isinstance(value, str)]
        if len(texts) > values and (count := sum(map(len, texts))) > most:
            yield (*at, "enum"), f"an enum of {len(texts):,} strings with {count:,} characters, more than {most:,}"


def _longest(keyword: str) -> Callable[[Tool, Json, str], Found]:
    """A limit on the members of a list."""

    def over(tool: Tool, most: Json, _: str) -> Found:
        for at, schema in _schemas(tool):
            if (count := len(listed(schema, keyword))) > most:
                yield (*at, keyword), f"`{keyword}` with {count:,} members, more than {most:,}"

    return over


def _largest(*keywords: str) -> Callable[[Tool, Json, str], Found]:
    """A limit on the bounds that schemas give."""

    def over(tool: Tool, most: Json, _: str) -> Found:
        for at, schema in _schemas(tool):
            for key in keywords:
                if isinstance(bound := schema.get(key), int | float) and bound > most:
                    yield (*at, key), f"`{key}` over {most:,}"

    return over


def _depth(tool: Tool, most: Json, _: str) -> Found:
    """The deepest property, where each level of `properties` counts."""
    depth, at = max(((at[1::2].count("properties"), at) for at, _ in positions(tool)), default=(0, ()))
    if depth > most:
        yield at, f"properties {depth} levels deep, more than {most}"


def _levels(tool: Tool, most: Json, _: str) -> Found:
    """The deepest object that is nested too deep, counted in its root or definition."""
    levels: dict[Pointer, int] = {}
    for at, schema in sorted(positions(tool), key=lambda position: len(position[0])):
        own = int(isinstance(schema, dict) and is_object(schema))
        levels[at] = own if at[-2:-1] in (("$defs",), ("definitions",)) else own + _enclosing(at, levels)
    deepest = max(levels, key=lambda at: levels[at], default=())
    if deepest and levels[deepest] > most:
        yield deepest, f"{levels[deepest]} levels of nested objects, more than {most}"


def _enclosing(at: Pointer, levels: Mapping[Pointer, int]) -> int:
    return next((levels[at[:length]] for length in range(len(at) - 1, 0, -1) if at[:length] in levels), 0)


# ------------------------------------------------------------------------------------------------------------- counts in a set


def _optional(schema: Schema) -> int:
    return len(properties(schema).keys() - set(required(schema)))


def _is_union(schema: Schema) -> bool:
    return isinstance(schema.get("anyOf"), list) or isinstance(schema.get("type"), list)


def _max_items(schema: Schema) -> int:
    bound = schema.get("maxItems")
    return bound if isinstance(bound, int) and not isinstance(bound, bool) else 0


def _sum(what: str, count: Callable[[Tool], int] | None = None) -> Callable[[Sequence[tuple[int, Tool]], Json], Found]:
    """A limit on a sum over the tools of a set, found at the tool that breaks it; on the number of tools at the first."""

    def over(tools: Sequence[tuple[int, Tool]], most: Json) -> Found:
        total, place = 0, None
        for index, tool in tools:
            total += count(tool) if count is not None else 1
            if total > most and place is None:
                place = index if count is not None else tools[0][0]
        if place is not None:
            yield (place, "name"), f"{total:,} {what}, more than {most:,}"

    return over


def _mixed(tools: Sequence[tuple[int, Tool]], _: Json) -> Found:
    """A set in which only some tools are strict."""
    strict = [tool.extra.get("strict") is True for _, tool in tools]
    if any(strict) and not all(strict):
        yield (tools[0][0], "name"), "tools of which only some say `strict: true`"


def _repeated(tools: Sequence[tuple[int, Tool]], _: Json) -> Found:
    """The tools whose name an earlier one has."""
    seen: set[str] = set()
    for index, tool in tools:
        if tool.name in seen:
            yield (index, "name"), f"two tools called `{tool.name}`"
        seen.add(tool.name)


_SHORTER: Final = "use a shorter name for the tool or the server"
_LEAVE: Final = "leave the bound out"
_FEWER: Final = "offer fewer tools at a time"
_FACTS: Final = "put the key facts first and shorten the rest"
_LONG: Final = ("description-too-long",)
_STRING: Final = "take a string where an enum is long"
_PROPERTIES: Final = _count(lambda schema: len(properties(schema)))
_ENUM_VALUES: Final = _count(lambda schema: len(listed(schema, "enum")))
_budget: Final = partial(Trait, topic="budget")

TRAITS: Final = (
    Trait(
        "name-pattern",
        "names of tools must match",
        "use letters, digits and `_`",
        over=_misnamed,
        rules=("tool-name-invalid",),
        unless=("name-dot",),
    ),
    Trait(
        "name-length",
        "characters in the name of a tool, behind the client's prefix",
        _SHORTER,
        over=_too_long,
        rules=("tool-name-too-long-when-prefixed", "tool-name-invalid"),
        unless=("name-long",),
    ),
    Trait("reserved-names", "names of tools must not be", "use another name", over=_reserved),
    Trait("name-prefix", "what stands before the name of a tool", ""),
    Trait("tool-search-name-length", "characters in the name of a tool, with tool search", _SHORTER, over=_too_long),
    Trait("unique-names", "tools of one name", "rename one of them", among=_repeated, rules=("duplicate-name",)),
    Trait(
        "description-length", "characters in the description of a tool", _FACTS, over=_description, rules=_LONG, topic="text"
    ),
    Trait("text-length", "characters in any description", _FACTS, over=_texts, rules=_LONG, topic="text"),
    _budget("tools", "tools in one request", _FEWER, among=_sum("tools"), rules=("too-many-tools",)),
    _budget("strict-tools", "strict tools in one request", "make fewer tools strict", among=_sum("strict tools"), strict=True),
    _budget(
        "optional-parameters",
        "optional parameters of all strict tools together",
        "require more of them, or split the set",
        among=_sum("optional parameters in all strict tools", _count(_optional)),
        strict=True,
    ),
    _budget(
        "union-parameters",
        "parameters with several types of all strict tools together",
        "give more of them one type",
        among=_sum("parameters with several types in all strict tools", _count(_is_union)),
        strict=True,
    ),
    _budget(
        "properties-sum",
        "parameters of all tools together",
        _FEWER,
        among=_sum("parameters in all tools", _PROPERTIES),
        strict=True,
    ),
    _budget(
        "max-items-sum",
        "the sum of `maxItems` of all tools together",
        "leave `maxItems` out where it is large",
        among=_sum("as the sum of `maxItems`", _count(_max_items)),
    ),
    _budget("properties", "properties in one tool", "split the tool", over=_at_most(_PROPERTIES, "properties")),
    _budget("mixed-strict", "kinds of strictness in one request", "say `strict` on all tools or on none", among=_mixed),
    _budget("depth", "levels of properties in one tool", "flatten the objects", over=_depth),
    _budget("union-members", "members of one `anyOf`", "split the tool", over=_longest("anyOf")),
    _budget("enum-length", "values of one enum", _STRING, over=_longest("enum")),
    Trait("length-bound", "`minLength` and `maxLength` up to", _LEAVE, over=_largest("minLength", "maxLength")),
    Trait("items-bound", "`minItems` and `maxItems` up to", _LEAVE, over=_largest("minItems", "maxItems")),
    Trait(
        "properties-bound", "`minProperties` and `maxProperties` up to", _LEAVE, over=_largest("minProperties", "maxProperties")
    ),
    _budget("levels", "levels of nested objects", "flatten the objects", over=_levels),
    _budget("enum-values", "values of all enums of one tool", _STRING, over=_at_most(_ENUM_VALUES, "values in enums")),
    _budget("enum-characters", "characters in one long enum of strings", _STRING, over=_enum_characters),
    _budget(
        "name-characters",
        "characters of all names, enums and consts of one tool",
        "split the tool",
        over=_at_most(_count(_name_characters), "characters of names and enums"),
    ),
)
