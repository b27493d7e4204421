"""What a comparison finds: differences, which way each goes, and changes with their grades. Pure values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Flag
from typing import Final, Literal, TypeAlias, get_args

from schemalint.canon import CanonError, canonical
from schemalint.model import Json, Pointer, Tool, Toolset
from schemalint.record import dataclass, field
from schemalint.schema.equal import same

Kind: TypeAlias = Literal[
    "tool-added", "tool-removed", "tool-renamed", "parameter-added", "parameter-removed", "parameter-renamed",
    "required-added", "required-removed", "type-narrowed", "type-widened", "type-changed", "enum-narrowed", "enum-widened",
    "bounds-narrowed", "bounds-widened", "closed", "opened", "default-changed", "description-changed", "annotation-weakened",
    "annotation-changed", "order-changed", "output-changed", "undecidable",
]  # fmt: skip
Grade: TypeAlias = Literal["breaking", "behaviour", "safe"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
GRADES: Final[tuple[Grade, ...]] = get_args(Grade)
"""The worst first."""

_BREAKING: Final = frozenset(
    "tool-removed tool-renamed parameter-removed parameter-renamed required-added type-narrowed type-changed enum-narrowed"
    " bounds-narrowed closed annotation-weakened undecidable".split()
)
GRADE_OF: Final[Mapping[Kind, Grade]] = {kind: "breaking" if kind in _BREAKING else "behaviour" for kind in KINDS}
"""The grade of each kind, for what a tool accepts; `graded` knows outputs."""
_ALSO_OF_OUTPUTS: Final = frozenset(("description-changed", "default-changed", "order-changed", "undecidable"))
"""Kinds that keep their name in an output; all others are `output-changed` there."""
_LOST_TO_READERS: Final = frozenset(("parameter-removed", "parameter-renamed", "type-changed"))
"""Kinds that break those who read an output although they widen nothing."""


class Way(Flag):
    """What becomes of the values that are accepted: some are refused now, some are new, or both."""

    NEITHER = 0
    NARROWER = 1
    WIDER = 2
    BOTH = 3


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """One difference between two schemas, not yet graded.

    It is dropped where the judge has ruled out its way for the whole around it, unless it is `certain`. `refused`: readers of
    the old output refuse what is new. `grade` is one other than that of its kind, where the place decides.
    """

    kind: Kind
    way: Way
    at: Pointer
    message: str
    old: Json = None
    new: Json = None
    certain: bool = False
    refused: bool = False
    grade: Grade | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `pointer` is canonical, in the new tool, or in the old one for what was removed; `tool` is its new name.

    `old` and `new` are the values at this place, None where there is none. A change of the set as a whole has no tool.
    """

    tool: str | None
    kind: Kind
    grade: Grade
    pointer: Pointer
    message: str
    old: Json = None
    new: Json = None


def graded(found: Difference, tool: str, *, output: bool) -> Change:
    """A difference as a change: what a tool accepts may not shrink, what it returns may not grow."""
    kind, grade = found.kind, found.grade or GRADE_OF[found.kind]
    if output and kind not in _ALSO_OF_OUTPUTS:
        grows = Way.WIDER in found.way and kind != "parameter-added"
        grade = "breaking" if grows or found.refused or kind in _LOST_TO_READERS else "behaviour"
        kind = "output-changed"
    return Change(tool, kind, grade, found.at, found.message, found.old, found.new)


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A tool before and after; None where there is none. A `duplicate` is one of several definitions of a name, without one of
    its own on the other side.
    """

    old: Tool | None
    new: Tool | None
    duplicate: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Diff:
    """All that changed, the tools in the order of their names, and which tool became which.

    `tools` maps the `id` of a change to the new tool that shows it: the one that changed, else the first of its set.
    `notes` say what a reader has to know of the comparison itself, such as how several sets were matched.
    """

    changes: tuple[Change, ...]
    pairs: tuple[Pair, ...] = ()
    tools: Mapping[int, Tool] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def grade(self) -> Grade:
        """The worst grade of all changes; "safe" where there is none."""
        return worst(self.changes)

    @property
    def rewritten(self) -> dict[int, Tool | None]:
        """The new tools that are not what they were, by `id`, each with the tool that it was."""
        return {
            id(pair.new): pair.old
            for pair in self.pairs
            if pair.new is not None and (pair.old is None or not _is_same(pair.old, pair.new)) and not _is_lost(pair)
        }


def _is_same(one: Tool, other: Tool) -> bool:
    try:
        return canonical(one) == canonical(other)
    except CanonError:
        return same(one.members(), other.members())


def _is_lost(pair: Pair) -> bool:
    return pair.duplicate and pair.old is not None


def tools_of(changes: Iterable[Change], after: Toolset) -> dict[int, Tool]:
    """The tools of a new set that show changes, by the `id` of the change."""
    by_name = {tool.name: tool for tool in after.tools}
    return {id(one): by_name.get(one.tool or "", after.tools[0]) for one in changes} if after.tools else {}


def worst(changes: Iterable[Change]) -> Grade:
    """The worst grade of changes; "safe" where there is none."""
    grades = {change.grade for change in changes}
    found: list[Grade] = [grade for grade in GRADES if grade in grades]
    return found[0] if found else "safe"
