"""What becomes of a set of tools at its targets: the traits that the tools have, looked up in the tables of the targets.

Pure, and computed once a set: the rules on targets are thin and share the verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from schemalint.model import Pointer, Target, Tool, Toolset
from schemalint.record import dataclass
from schemalint.targets.tables import OUTCOMES, Cell, Table, find, table
from schemalint.targets.traits import TRAITS, Trait, hits
from schemalint.targets.traits.limits import front

STRICT: Final = "strict"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing that a target does not accept as it is. `at` begins with the tool's index; `trait` is the id of a trait; `what`
    completes "TARGET refuses ...". `conditional`: it depends on what the definition does not show.
    """

    target: Target
    table: Table
    at: Pointer
    trait: str
    what: str
    cell: Cell
    conditional: bool = False

    @property
    def about(self) -> Trait:
        return TRAITS[self.trait]

    @property
    def topic(self) -> str:
        """What groups verdicts into rules: what is limited, else what becomes of the trait."""
        return self.about.topic or self.cell.outcome


@lru_cache(maxsize=32)
def verdicts(toolset: Toolset) -> tuple[Verdict, ...]:
    """Everything that the set's targets do not accept as it is, tool by tool, target by target; then what the set as a whole
    breaks. Sets are told apart by identity.
    """
    return tuple(_verdicts(toolset))


def _verdicts(toolset: Toolset) -> Iterator[Verdict]:
    judges = [(target, table(target)) for target in toolset.targets]
    wanted = frozenset(trait for _, own in judges for judge in (own, _strict(own)) for trait in judge.traits)
    for index, tool in enumerate(toolset.tools):
        for target, own in judges:
            yield from _of_tool(index, tool, toolset.configured, target, judge_of(own, tool), wanted)
    if not toolset.independent:
        for target, own in judges:
            yield from _of_set(list(enumerate(toolset.tools)), target, own)


def is_strict(tool: Tool) -> bool:
    """Whether the definition itself asks for strict mode."""
    return tool.extra.get("strict") is True


def judge_of(own: Table, tool: Tool) -> Table:
    """The table that judges a tool at a target: that of its strict mode where the tool asks for it."""
    return _strict(own) if is_strict(tool) else own


def _strict(own: Table) -> Table:
    return table(find(own.strict)) if own.strict is not None else own


def _of_tool(
    index: int, tool: Tool, server: str | None, target: Target, judge: Table, wanted: frozenset[str]
) -> Iterator[Verdict]:
    found = [(hit.trait, hit.at, hit.what) for hit in hits(tool, wanted) if hit.trait in judge.traits]
    own_prefix = judge.traits.get("name-prefix")
    template = target.prefix if target.prefix is not None else str(own_prefix.value) if own_prefix is not None else ""
    prefix = front(tool, template, server)
    for trait, cell in judge.traits.items():
        if (over := TRAITS[trait].over) is not None:
            found += [(trait, at, what) for at, what in over(tool, cell.value, prefix)]
    ranks = {(trait, at): OUTCOMES.index(judge.traits[trait].outcome) for trait, at, _ in found}
    for trait, at, what in found:
        cell, rank = judge.traits[trait], ranks[trait, at]
        applies = cell.outcome != "ok" and (cell.when != STRICT or is_strict(tool))
        if applies and not any(ranks.get((other, at), rank + 1) <= rank for other in TRAITS[trait].unless):
            yield _verdict(target, judge, (index, *at), trait, what)


def _of_set(tools: Sequence[tuple[int, Tool]], target: Target, own: Table) -> Iterator[Verdict]:
    strict_tools = [
        (index, tool) for index, tool in tools if is_strict(tool) or (own.strict is None and "strict" not in tool.extra)
    ]
    for strict, judge, counted in ((False, own, tools), (True, _strict(own), strict_tools)):
        for trait, cell in judge.traits.items():
            among = TRAITS[trait].among
            if among is not None and TRAITS[trait].strict == strict and cell.outcome != "ok":
                yield from (_verdict(target, judge, at, trait, what) for at, what in among(counted, cell.value))


def _verdict(target: Target, judge: Table, at: Pointer, trait: str, what: str) -> Verdict:
    cell = judge.traits[trait]
    return Verdict(target, judge, at, trait, what, cell, is_conditional(cell, judge))


def is_conditional(cell: Cell, judge: Table) -> bool:
    """Whether a cell depends on what neither the definition shows nor the target's table assumes."""
    return cell.when not in ("", STRICT, *judge.assumes)
