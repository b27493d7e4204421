"""A trait: one feature of a definition that a target may refuse, drop or rewrite, with the detector that finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from schemalint.model import Json, Pointer, Tool
from schemalint.targets.positions import Position

Found: TypeAlias = "Iterator[tuple[Pointer, str]]"
"""Where a trait is, from the position (or the tool) on, and the words for it where `Trait.what` is not exact enough."""
SchemaCheck: TypeAlias = "Callable[[Pointer, Mapping[str, Json]], Found]"
ToolCheck: TypeAlias = "Callable[[Tool, tuple[Position, ...]], Found]"


@dataclass(frozen=True, slots=True, eq=False)
class Trait:
    """`what` completes "TARGET refuses ..."; `cure` says what to write instead.

    `check(at, schema)` looks at one object schema, and only where one of `keywords` stands in it (no keywords: everywhere);
    `roots` and `nested` say whether it looks at the root and at what lies below it. `whole(tool, positions)` looks at a tool.
    `rules` are the generic rules that report the same cause. `mild`: to lose it loses nothing that the model needs.
    """

    id: str
    what: str
    cure: str
    check: SchemaCheck | None = None
    whole: ToolCheck | None = None
    keywords: tuple[str, ...] = ()
    roots: bool = True
    nested: bool = True
    rules: tuple[str, ...] = ()
    mild: bool = False


REMOVE_IT: Final = "remove it, and say what it demands in the description"


def keyword(id: str, *keywords: str, cure: str = REMOVE_IT, where: str = "", **rest: Any) -> Trait:  # noqa: A002 - its own name
    """A trait that is the mere presence of a keyword; `where` is added to the words for it."""

    def check(_: Pointer, schema: Mapping[str, Json]) -> Found:
        for name in keywords:
            if name in schema:
                yield (name,), f"`{name}`{where}"

    return Trait(id, " or ".join(f"`{name}`" for name in keywords) + where, cure, check, keywords=keywords, **rest)


def types(schema: Mapping[str, Json]) -> tuple[str, ...]:
    """The types that a schema declares, in lower case: Gemini's `STRING` is `string`."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return (declared.lower(),)
    return tuple(name.lower() for name in declared if isinstance(name, str)) if isinstance(declared, list) else ()


def is_object(schema: Mapping[str, Json]) -> bool:
    """Whether a schema describes an object: by its type, or where it has none by its properties."""
    return "object" in types(schema) or ("type" not in schema and isinstance(schema.get("properties"), dict))


def properties(schema: Mapping[str, Json]) -> Mapping[str, Json]:
    members = schema.get("properties")
    return members if isinstance(members, dict) else {}


def required(schema: Mapping[str, Json]) -> tuple[str, ...]:
    names = schema.get("required")
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def listed(names: tuple[str, ...] | list[str]) -> str:
    """Names for a message; of many only the first three."""
    shown = ", ".join(f"`{name}`" for name in names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
