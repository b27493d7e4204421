"""The members of a tool beside its schema as the target takes them, and faults of a schema that only the whole tool shows."""

from __future__ import annotations

from typing import Final

from schemalint.model import Tool
from schemalint.record import replace
from schemalint.schema.pointer import Pointer, value_at
from schemalint.targets.export.values import is_alias
from schemalint.targets.export.work import Work
from schemalint.targets.removal import without
from schemalint.targets.traits import TRAITS, Hit, hits

_INVALID: Final = "invalid-schema"
"""No target accepts what is not a schema, whatever its table says."""


_LENGTH: Final = "description-length"


def without_refused(work: Work) -> Tool:
    """The tool without the members that its target refuses."""
    tool = work.tool
    gone: list[Pointer] = []
    for hit in hits(tool):
        if hit.trait == "description-empty" and work.unwanted(hit.trait):
            gone.append(hit.at)  # no description is taken, an empty one is not
        elif hit.trait == _INVALID or (TRAITS[hit.trait].whole and not TRAITS[hit.trait].stays and work.refused(hit.trait)):
            at = _member(work, hit)
            if at:
                gone.append(at)
                work.lose_at(at, hit.trait, f"`{at[-1]}` is left out")
    return _cut(work, without(tool, gone))


def _cut(work: Work, tool: Tool) -> Tool:
    """The tool with its description cut to the length that its target accepts."""
    cell = work.table.traits.get(_LENGTH)
    if cell is None or not work.fatal(_LENGTH) or len(tool.text) <= cell.value:
        return tool
    work.lose_at(("description",), _LENGTH, f"the description is cut after {cell.value:,} characters")
    return replace(tool, description=tool.text[: cell.value])


def _member(work: Work, hit: Hit) -> Pointer:
    """What has to go for a hit: a whole output schema, of a schema the keyword whose value is at fault; () for nothing."""
    at = hit.at
    if at[0] == "output_schema":
        return at[:1]
    if hit.trait != _INVALID:
        return at
    while at and isinstance(at[-1], int):
        at = at[:-1]
    respelled = at[-1:] == ("type",) and is_alias(value_at(work.tool.members(), at))
    return () if len(at) < 2 or respelled else at
