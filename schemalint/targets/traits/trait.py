"""A trait: one feature of a tool or a set that a target may refuse, drop or rewrite, with the function that finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from schemalint.model import Json, Pointer, Tool
from schemalint.record import dataclass
from schemalint.schema.values import type_names

Schema: TypeAlias = "Mapping[str, Json]"
Found: TypeAlias = "Iterator[tuple[Pointer, str]]"
"""Where a trait is, from the schema, the tool or the set on, and the words for it where `Trait.what` is not exact enough."""


@dataclass(frozen=True, slots=True, eq=False)
class Trait:
    """`what` completes "TARGET refuses ..."; `cure` says what to write instead. One of these finds it:

    - `check(schema)` looks at one object schema, and only where one of `keywords` is in it (no keywords: everywhere); `roots`
      and `nested` say whether it looks at the root and below it;
    - `whole(tool)` looks at a tool;
    - `over(tool, value, prefix)` is a limit on a tool: the table has its value; `prefix` is what a client puts before names;
    - `among(tools, value)` is a limit on a set, or with `strict` on its strict tools: each tool comes with its index, which
      the places begin with.

    A trait without any of them is a fact about the target. `rules` are the generic rules that report the same cause; where the
    target thinks no better of one of `unless` at the same place, the trait is not reported. `topic` names the traits that have
    rules of their own. `mild`: to lose it loses nothing that the model needs. `stays`: an export does not cure it by removing
    what is found; `silent`: it does, and that says nothing to the model. `wire`: it is about the request, which a client writes
    itself.
    """

    id: str
    what: str
    cure: str
    check: Callable[[Schema], Found] | None = None
    whole: Callable[[Tool], Found] | None = None
    over: Callable[[Tool, Json, str], Found] | None = None
    among: Callable[[Sequence[tuple[int, Tool]], Json], Found] | None = None
    keywords: tuple[str, ...] = ()
    roots: bool = True
    nested: bool = True
    rules: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    topic: Literal["", "text", "budget"] = ""
    strict: bool = False
    mild: bool = False
    stays: bool = False
    silent: bool = False
    wire: bool = False

    @property
    def is_limit(self) -> bool:
        """Whether a table gives a value for it: a number, a pattern or a template."""
        return self.check is None and self.whole is None


REMOVE_IT: Final = "remove it, and say what it demands in the description"


def keyword(id: str, *keywords: str, cure: str = REMOVE_IT, where: str = "", **rest: Any) -> Trait:  # noqa: A002 - its own name
    """A trait that is the mere presence of a keyword; `where` is added to the words for it."""

    def check(schema: Schema) -> Found:
        return (((name,), f"`{name}`{where}") for name in keywords if name in schema)

    return Trait(id, " or ".join(f"`{name}`" for name in keywords) + where, cure, check, keywords=keywords, **rest)


def at_keyword(key: str, test: Callable[[Json], object]) -> Callable[[Schema], Found]:
    """A check that finds a keyword whose value passes a test."""
    return lambda schema: iter([((key,), "")] if test(schema.get(key)) else ())


def types(schema: Schema) -> tuple[str, ...]:
    """The types that a schema declares, in lower case: Gemini's `STRING` is `string`."""
    return tuple(name.lower() for name in type_names(schema.get("type")))


def is_object(schema: Schema) -> bool:
    """Whether a schema describes an object: by its type, or where it has none by its properties."""
    return "object" in types(schema) or ("type" not in schema and isinstance(schema.get("properties"), dict))


def quoted(names: Sequence[str]) -> str:
    """Names for a message; of many only the first three."""
    shown = ", ".join(f"`{name}`" for name in names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
