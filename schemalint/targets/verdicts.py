"""What becomes of a set of tools at its targets: the traits that the tools have, looked up in the tables of the targets.

Pure, and computed once a set: the rules on targets are thin and share the verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from schemalint.model import Pointer, Target, Tool, Toolset
from schemalint.targets import limits
from schemalint.targets.limits import LIMITS
from schemalint.targets.tables import Cell, Table, find, table
from schemalint.targets.traits import TRAITS, hits
from schemalint.targets.traits.references import SPECIAL

STRICT: Final = "strict"
_ON_STRICT: Final = ("strict-tools", "optional-parameters", "union-parameters", "properties-sum")
_ON_ALL: Final = ("tools", "max-items-sum")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing that a target does not take as it stands. `at` begins with the tool's index; `trait` is the id of a trait or a
    limit; `what` completes "TARGET refuses ...". `conditional`: it depends on what the definition does not show.
    """

    target: Target
    table: Table
    at: Pointer
    trait: str
    what: str
    cell: Cell
    conditional: bool = False

    @property
    def cure(self) -> str:
        return TRAITS[self.trait].cure if self.trait in TRAITS else LIMITS[self.trait].cure

    @property
    def rules(self) -> tuple[str, ...]:
        """The generic rules that report the same cause."""
        return TRAITS[self.trait].rules if self.trait in TRAITS else LIMITS[self.trait].rules

    @property
    def is_mild(self) -> bool:
        """Whether what is lost was of no use to the model."""
        return self.trait in TRAITS and TRAITS[self.trait].mild


@lru_cache(maxsize=32)
def verdicts(toolset: Toolset) -> tuple[Verdict, ...]:
    """Everything that the set's targets do not take as it stands, tool by tool, target by target; then what the set as a whole
    breaks. Sets are told apart by identity.
    """
    return tuple(_verdicts(toolset))


def _verdicts(toolset: Toolset) -> Iterator[Verdict]:
    judges = [(target, table(target)) for target in toolset.targets]
    for index, tool in enumerate(toolset.tools):
        for target, own in judges:
            judged_by = _strict_table(own) if is_strict(tool) else own
            for one in (
                *_of_traits(tool, target, judged_by),
                *_of_names(tool, toolset, target, judged_by),
                *_of_limits(tool, target, judged_by),
            ):
                yield Verdict(one.target, one.table, (index, *one.at), one.trait, one.what, one.cell, one.conditional)
    if not toolset.independent:
        for target, own in judges:
            yield from _of_set(toolset, target, own)


def is_strict(tool: Tool) -> bool:
    """Whether the definition itself asks for strict mode."""
    return tool.extra.get("strict") is True


def _strict_table(own: Table) -> Table:
    return table(find(own.strict)) if own.strict is not None else own


def _verdict(target: Target, judge: Table, at: Pointer, trait: str, what: str, cell: Cell) -> Iterator[Verdict]:
    if cell.outcome != "ok":
        yield Verdict(target, judge, at, trait, what, cell, cell.when not in ("", STRICT, *judge.assumes))


def _of_traits(tool: Tool, target: Target, judge: Table) -> Iterator[Verdict]:
    found = hits(tool)
    untold: set[tuple[str, Pointer]] = set()
    if _refuses(judge, "local-ref"):
        # One reference, one cause: what takes none is not told of its kind, and of a circle instead of the reference.
        untold |= {(hit.trait, hit.at) for hit in found if hit.trait in SPECIAL}
        if _refuses(judge, "recursive-ref"):
            untold |= {("local-ref", hit.at) for hit in found if hit.trait == "recursive-ref"}
    for hit in found:
        cell = judge.traits.get(hit.trait)
        if cell is not None and (cell.when != STRICT or is_strict(tool)) and (hit.trait, hit.at) not in untold:
            yield from _verdict(target, judge, hit.at, hit.trait, hit.what, cell)


def _of_names(tool: Tool, toolset: Toolset, target: Target, judge: Table) -> Iterator[Verdict]:
    """What a target says of a name, but for what the traits of names have told already."""
    told = {hit.trait for hit in hits(tool) if hit.trait.startswith("name-") and _refuses(judge, hit.trait)}
    pattern = judge.limits.get("name-pattern")
    if pattern is not None and "name-dot" not in told and limits.misnamed(tool, pattern.value):
        yield from _verdict(target, judge, ("name",), "name-pattern", f"the name `{tool.name}`", pattern)
    template = target.prefix if target.prefix is not None else _value(judge, "name-prefix")
    before = limits.front(tool, template, toolset.server)
    for name in ("name-length", "tool-search-name-length"):
        cell = judge.limits.get(name)
        if cell is not None and not (name == "name-length" and "name-long" in told):
            for at, what in limits.too_long(tool, cell.value, before):
                yield from _verdict(target, judge, at, name, what, cell)


def _refuses(judge: Table, trait: str) -> bool:
    return trait in judge.traits and judge.traits[trait].outcome != "ok"


def _value(judge: Table, name: str) -> str:
    return str(judge.limits[name].value) if name in judge.limits else ""


def _of_limits(tool: Tool, target: Target, judge: Table) -> Iterator[Verdict]:
    for name, over in limits.PER_TOOL.items():
        if (cell := judge.limits.get(name)) is not None:
            for at, what in over(tool, cell.value):
                yield from _verdict(target, judge, at, name, what, cell)


def _of_set(toolset: Toolset, target: Target, own: Table) -> Iterator[Verdict]:
    everything = list(enumerate(toolset.tools))
    judged_strictly = [
        (i, tool) for i, tool in everything if is_strict(tool) or (own.strict is None and "strict" not in tool.extra)
    ]
    strict = _strict_table(own)
    for names, judge, tools in ((_ON_ALL, own, everything), (_ON_STRICT, strict, judged_strictly)):
        for name in names:
            if (cell := judge.limits.get(name)) is not None:
                for at, what in limits.over_sum(name, tools, cell.value):
                    yield from _verdict(target, judge, at, name, what, cell)
    if (cell := own.limits.get("unique-names")) is not None:
        for at, what in limits.repeated(everything):
            yield from _verdict(target, own, at, "unique-names", what, cell)
