"""What a target refuses even so: it is taken out, the least that will do, until nothing in the parameters is refused.

The steps before this one say things otherwise where they can; this one only leaves out, so that an export keeps its promise
for every trait that has no step of its own.
"""

from __future__ import annotations

from typing import Final

from schemalint.model import Tool
from schemalint.record import replace
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.targets.export.work import Work
from schemalint.targets.traits import hits

Places = dict[Pointer, tuple[Pointer, ...]]
_MOST: Final = 32
"""Rounds: to take one thing out may bring up another, each time further out."""


def without_rest(work: Work, places: Places) -> Tool:
    """The tool that would be sent, without what is refused in its parameters."""
    tool = work.tool
    for _ in range(_MOST):
        gone = {hit.at: hit.trait for hit in hits(tool) if hit.at[:1] == _BASE != hit.at and work.fatal(hit.trait)}
        if not gone:
            break
        root = _copied(tool.parameters)  # once, as thousands of places may go
        for at in sorted(gone, key=lambda at: [str(step).zfill(9) for step in at], reverse=True):
            if value_at(root, at[1:], _NOTHING) is not _NOTHING:
                work.lose_at(read_at(at, places), gone[at], f"`{at[-1]}` is left out")
                _take_out(root, at[1:])
        tool = replace(tool, parameters=root)
    return tool


_NOTHING: Final = object()
_BASE: Final = ("parameters",)


def _copied(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _copied(member) for key, member in value.items()}
    return [_copied(member) for member in value] if isinstance(value, list) else value


def _take_out(root: Json, at: Pointer) -> None:
    """Remove what is at a place of the parameters: a property is not required then, and a list does not stay empty."""
    del value_at(root, at[:-1])[at[-1]]
    above, key, holder = at[:-2], at[-1], at[-2:-1]
    if holder == ("properties",):
        schema = value_at(root, above)
        names = schema.get("required") if isinstance(schema, dict) else None
        if isinstance(names, list) and key in names:
            names.remove(key)
            at = (*above, "required", 0)
    list_at, last = at[:-1], at[-1:]
    if list_at and last and isinstance(last[0], int) and value_at(root, list_at) == []:
        del value_at(root, list_at[:-1])[list_at[-1]]


def read_at(at: Pointer, places: Places) -> Pointer:
    """Where a place of the sent tool is in the given one."""
    for length in range(len(at), 0, -1):
        if places.get(at[:length]):
            return (*places[at[:length]][0], *at[length:])
    return at
