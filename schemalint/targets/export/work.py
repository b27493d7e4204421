"""What the parts of an export share: a copy of the schema that knows where it was read, what the target takes, what was lost.

In the copy each schema carries the places that its text came from under `AT`, a key that no JSON object can have. It travels
through copies and merges by itself, and is taken off at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from schemalint.model import Target, Tool
from schemalint.record import dataclass, field
from schemalint.schema.keywords import changed_below
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer, TooDeep, value_at
from schemalint.targets.tables import Cell, Outcome, Table
from schemalint.targets.traits import TRAITS
from schemalint.targets.verdicts import STRICT
from schemalint.targets.words import is_fatal, is_warned_of

AT: Final = 0
"""The key of the places, the outermost first: a tuple of pointers."""
Schema: TypeAlias = "dict[Json, Json]"
"""A schema of the copy: its keywords, and `AT`."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that the exported tool no longer says, or that its target will not take in. `at` is a canonical place of the
    tool as it was given, `trait` the id of a trait or limit of `targets.trait_names()`.
    """

    tool: str
    at: Pointer
    trait: str
    message: str


@dataclass(frozen=True, slots=True)
class Work:
    """One tool on its way to one target. `table` is the one that judges it, the strict one where the tool asks for strict."""

    tool: Tool
    target: Target
    table: Table
    strict: bool
    upper_types: bool = False
    losses: dict[tuple[Pointer, str], Loss] = field(default_factory=dict)

    def cell(self, trait: str) -> Cell | None:
        """What becomes of a trait, where it is not simply taken."""
        cell = self.table.traits.get(trait)
        return cell if cell is not None and cell.outcome != "ok" and (cell.when != STRICT or self.strict) else None

    def outcome(self, trait: str) -> Outcome:
        """What becomes of a trait; what no table says is taken."""
        cell = self.cell(trait)
        return cell.outcome if cell is not None else "ok"

    def unwanted(self, *traits: str) -> bool:
        """Whether one of the traits is refused, dropped or rewritten, so that another spelling of the same is better."""
        return any(self.cell(trait) is not None for trait in traits)

    def refused(self, *traits: str) -> bool:
        """Whether one of the traits would lose the whole request, as far as `check` warns of it."""
        return any(
            (cell := self.cell(trait)) is not None and cell.outcome == "error" and is_warned_of(cell, self.table, "error")
            for trait in traits
        )

    def fatal(self, trait: str) -> bool:
        """Whether a trait loses the whole request for certain."""
        return (cell := self.cell(trait)) is not None and is_fatal(cell, self.table)

    def takes(self, trait: str) -> bool:
        """Whether the table says that a trait is taken as it stands."""
        cell = self.table.traits.get(trait)
        return cell is not None and cell.outcome == "ok"

    def lose(self, schema: Schema, steps: Pointer, trait: str, what: str) -> None:
        """Note that something is lost at a keyword of a schema; once a place, however often it was written out."""
        self.lose_at(place(self.tool, schema, steps), trait, what)

    def lose_at(self, at: Pointer, trait: str, what: str) -> None:
        """Note that something is lost at a place of the tool."""
        cell = self.table.traits.get(trait)
        why = ""
        if cell is not None and cell.outcome != "ok":
            error = f': "{cell.error.replace("{key}", str(at[-1]))}"' if cell.error else ""
            why = f"; {self.target.label} {_VERBS[cell.outcome]} {TRAITS[trait].what}{error} [{cell.source.split(';')[0]}]"
        self.losses.setdefault((at, trait), Loss(self.tool.name, at, trait, what + why))


_VERBS: Final = {"error": "refuses", "drop": "drops", "rewrite": "rewrites"}


# ------------------------------------------------------------------------------------------------------------------- the copy


def place(tool: Tool, schema: Schema, steps: Pointer) -> Pointer:
    """Where a keyword of a schema of the copy stands in the tool; the schema itself where the keyword is new."""
    places = schema[AT]
    members = tool.members()
    missing = object()
    for at in places:
        if value_at(members, (*at, *steps[:1]), missing) is not missing:
            return (*at, *steps)
    return places[0] if places else ("parameters",)


def annotated(schema: Json, at: Pointer, level: int = 0) -> Json:
    """A copy of a schema in which each schema knows its place."""
    if not isinstance(schema, dict):
        return schema
    if level > MAX_DEPTH:
        raise TooDeep(f"schema nested deeper than {MAX_DEPTH} levels")
    copy = changed_below(schema, lambda sub, steps: annotated(sub, (*at, *steps), level + 1))
    copy[AT] = (at,)
    return copy


def without(schema: Mapping[Json, Json], *keys: Json) -> Schema:
    """A copy of a schema without some of its keywords."""
    return {key: value for key, value in schema.items() if key not in keys}


def plain(schema: Mapping[Json, Json]) -> dict[str, Json]:
    """The keywords of one schema of the copy."""
    return without(schema, AT)


def stripped(schema: Json, here: Pointer, places: dict[Pointer, tuple[Pointer, ...]]) -> Json:
    """A schema of the copy as it is sent; `places` learns where each of its schemas, now at `here`, was read."""
    if not isinstance(schema, dict):
        return schema
    copy = changed_below(schema, lambda sub, steps: stripped(sub, (*here, *steps), places))
    places[here] = copy.pop(AT, ())
    return copy
