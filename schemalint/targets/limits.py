"""The limits of targets: lengths, patterns and counts, on one tool and on a whole set.

Each function says where a limit that a table gives is broken, and by how much; none knows whose limit it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from schemalint.model import Json, Pointer, Tool
from schemalint.targets.positions import Position, positions
from schemalint.targets.traits.trait import is_object, properties, required

Over: TypeAlias = "Iterator[tuple[Pointer, str]]"
"""Where a limit is broken (of a set: the tool's index first), and in words that complete "TARGET refuses ..."."""


@dataclass(frozen=True, slots=True)
class Limit:
    """`what` says what is limited, for the pages of targets; `rules` are the generic rules with the same cause."""

    id: str
    what: str
    cure: str
    rules: tuple[str, ...] = ()


_SHORTER: Final = "use a shorter name for the tool or the server"
_FEWER: Final = "offer fewer tools at a time"
_DESCRIPTION: Final = "put the key facts first and shorten the rest"

LIMITS: Final[Mapping[str, Limit]] = {
    limit.id: limit
    for limit in (
        Limit("name-pattern", "names of tools must match", "use letters, digits and `_`", ("tool-name-invalid",)),
        Limit(
            "name-length",
            "characters in the name of a tool, behind the client's prefix",
            _SHORTER,
            ("tool-name-too-long-when-prefixed", "tool-name-invalid"),
        ),
        Limit("name-prefix", "what stands before the name of a tool", ""),
        Limit("tool-search-name-length", "characters in the name of a tool, with tool search", _SHORTER),
        Limit("unique-names", "tools of one name", "rename one of them", ("duplicate-name",)),
        Limit("description-length", "characters in the description of a tool", _DESCRIPTION, ("description-too-long",)),
        Limit("text-length", "characters in any description", _DESCRIPTION, ("description-too-long",)),
        Limit("tools", "tools in one request", _FEWER, ("too-many-tools",)),
        Limit("strict-tools", "strict tools in one request", "make fewer tools strict"),
        Limit(
            "optional-parameters", "optional parameters of all strict tools together", "require more of them, or split the set"
        ),
        Limit("union-parameters", "parameters with several types of all strict tools together", "give more of them one type"),
        Limit("properties-sum", "parameters of all tools together", _FEWER),
        Limit("max-items-sum", "the sum of `maxItems` of all tools together", "leave `maxItems` out where it is large"),
        Limit("properties", "properties in one tool", "split the tool"),
        Limit("levels", "levels of nested objects", "flatten the objects"),
        Limit("enum-values", "values of all enums of one tool", "take a string where an enum is long"),
        Limit("enum-characters", "characters in one long enum of strings", "take a string where an enum is long"),
        Limit("name-characters", "characters of all names, enums and consts of one tool", "split the tool"),
    )
}
"""Every limit that a table may give, by its name."""

BUDGETS: Final = tuple(LIMITS)[list(LIMITS).index("tools") :]
"""The limits that count; the ones before are about a name or a text."""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def misnamed(tool: Tool, patterns: Json) -> bool:
    """Whether a name breaks a pattern, or one of several."""
    return any(_compiled(one).fullmatch(tool.name) is None for one in (patterns if isinstance(patterns, list) else [patterns]))


def front(tool: Tool, template: str, server: str | None) -> str:
    """What a client puts before a tool's name; of an unknown server only what is certain. Empty for a name recorded behind
    the client.
    """
    begins = template.partition("{server}")[0]
    if begins and tool.name.startswith(begins):
        return ""
    return template.replace("{server}", server or "")


def too_long(tool: Tool, most: int, before: str) -> Over:
    length = len(before) + len(tool.name)
    if length > most:
        behind = f" behind `{before}`" if before else ""
        yield ("name",), f"a name of {length} characters{behind}, {length - most} over {most}"


def description(tool: Tool, most: int) -> Over:
    if len(tool.text) > most:
        yield ("description",), f"a description of {len(tool.text):,} characters, {len(tool.text) - most:,} over {most:,}"


def texts(tool: Tool, most: int) -> Over:
    """Every description, of the tool and of its parameters, that is too long."""
    yield from description(tool, most)
    for at, schema in _schemas(tool):
        text = schema.get("description")
        if isinstance(text, str) and len(text) > most:
            yield (*at, "description"), f"a description of {len(text):,} characters, {len(text) - most:,} over {most:,}"


# ------------------------------------------------------------------------------------------------------------ counts in a tool


def _schemas(tool: Tool) -> Iterator[tuple[Pointer, Mapping[str, Json]]]:
    return ((one.at, one.schema) for one in positions(tool) if isinstance(one.schema, dict))


def _properties(tool: Tool, most: int) -> Over:
    yield from _over(sum(len(properties(schema)) for _, schema in _schemas(tool)), most, "properties")


def _enum_values(tool: Tool, most: int) -> Over:
    yield from _over(sum(len(_enum(schema)) for _, schema in _schemas(tool)), most, "values in enums")


def _name_characters(tool: Tool, most: int) -> Over:
    count = 0
    for _, schema in _schemas(tool):
        for key in ("properties", "$defs", "definitions"):
            members = schema.get(key)
            count += sum(map(len, members)) if isinstance(members, dict) else 0
        count += sum(len(value) for value in (*_enum(schema), schema.get("const")) if isinstance(value, str))
    yield from _over(count, most, "characters of names and enums")


def _over(count: int, most: int, what: str) -> Over:
    if count > most:
        yield ("parameters",), f"{count:,} {what}, more than {most:,}"


def _enum_characters(tool: Tool, bounds: tuple[int, int]) -> Over:
    values, most = bounds
    for at, schema in _schemas(tool):
        texts = [value for value in _enum(schema) if isinstance(value, str)]
        if len(texts) > values and (count := sum(map(len, texts))) > most:
            yield (*at, "enum"), f"an enum of {len(texts):,} strings with {count:,} characters, more than {most:,}"


def _levels(tool: Tool, most: int) -> Over:
    """The deepest object that is nested too deep, counted in its root or definition."""
    found = tuple(positions(tool))
    levels: dict[Pointer, int] = {}
    for one in sorted(found, key=lambda position: len(position.at)):
        own = int(isinstance(one.schema, dict) and is_object(one.schema))
        levels[one.at] = own if _is_definition(one) else own + _enclosing(one.at, levels)
    deepest = max(levels, key=lambda at: levels[at], default=())
    if deepest and levels[deepest] > most:
        yield deepest, f"{levels[deepest]} levels of nested objects, more than {most}"


def _is_definition(position: Position) -> bool:
    return position.at[-2:-1] in (("$defs",), ("definitions",))


def _enclosing(at: Pointer, levels: Mapping[Pointer, int]) -> int:
    for length in range(len(at) - 1, 0, -1):
        if at[:length] in levels:
            return levels[at[:length]]
    return 0


def _enum(schema: Mapping[str, Json]) -> list[Json]:
    values = schema.get("enum")
    return values if isinstance(values, list) else []


PER_TOOL: Final[Mapping[str, Callable[[Tool, Json], Over]]] = {
    "description-length": description,
    "text-length": texts,
    "properties": _properties,
    "levels": _levels,
    "enum-values": _enum_values,
    "enum-characters": _enum_characters,
    "name-characters": _name_characters,
}


# ------------------------------------------------------------------------------------------------------------- counts in a set


def _optional(tool: Tool) -> int:
    return sum(len(properties(schema).keys() - set(required(schema))) for _, schema in _schemas(tool))


def _unions(tool: Tool) -> int:
    return sum(isinstance(schema.get("anyOf"), list) or isinstance(schema.get("type"), list) for _, schema in _schemas(tool))


def _all_properties(tool: Tool) -> int:
    return sum(len(properties(schema)) for _, schema in _schemas(tool))


def _max_items(tool: Tool) -> int:
    bounds = (schema.get("maxItems") for _, schema in _schemas(tool))
    return sum(bound for bound in bounds if isinstance(bound, int) and not isinstance(bound, bool))


def _one(_: Tool) -> int:
    return 1


def repeated(tools: Sequence[tuple[int, Tool]]) -> Over:
    """The tools whose name an earlier one has."""
    seen: set[str] = set()
    for index, tool in tools:
        if tool.name in seen:
            yield (index, "name"), f"two tools called `{tool.name}`"
        seen.add(tool.name)


SUMS: Final[Mapping[str, tuple[Callable[[Tool], int], str]]] = {
    "tools": (_one, "tools"),
    "strict-tools": (_one, "strict tools"),
    "optional-parameters": (_optional, "optional parameters in all strict tools"),
    "union-parameters": (_unions, "parameters with several types in all strict tools"),
    "properties-sum": (_all_properties, "parameters in all tools"),
    "max-items-sum": (_max_items, "as the sum of `maxItems`"),
}
"""What is added up over the tools of a set, and what the sum is called."""


def over_sum(name: str, tools: Sequence[tuple[int, Tool]], most: int) -> Over:
    """The sum of a set where it is over the limit, told at the tool that breaks it; the number of tools at the first one."""
    count, what = SUMS[name]
    total, place = 0, None
    for index, tool in tools:
        total += count(tool)
        if total > most and place is None:
            place = index
    if place is not None:
        yield (tools[0][0] if count is _one else place, "name"), f"{total:,} {what}, more than {most:,}"
