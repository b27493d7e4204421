"""Tools in the wire shape of a target: respelled where that says the same, and every loss told. Pure.

What `check` would warn of for the target is respelled, left out, or sent as it is, in this order of preference; the last two
are losses. What it would not warn of goes out as it came in. The verdicts on the tools that are sent are told too, so that
nothing leaves without a word. Members that a shape has no place for, such as the annotations of the protocol, are for programs
and no loss to a model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from schemalint.canon import PropertyOrder, assembled, canonical
from schemalint.canon.spelling import text
from schemalint.model import Json, Pointer, Severity, Target, Tool, Toolset
from schemalint.record import dataclass, replace
from schemalint.schema.equal import written_alike
from schemalint.targets.export.last import Places, read_at, without_rest
from schemalint.targets.export.members import without_refused
from schemalint.targets.export.references import written_out
from schemalint.targets.export.schemas import fitted, root_of
from schemalint.targets.export.work import Loss as Loss
from schemalint.targets.export.work import Work, stripped
from schemalint.targets.shapes import Shape, carried, written
from schemalint.targets.tables import find, shape_of, table
from schemalint.targets.verdicts import Verdict, is_strict, judge_of, verdicts
from schemalint.targets.words import is_fatal, is_warned_of, message

Order: TypeAlias = Literal["name", "authored"]


@dataclass(frozen=True, slots=True)
class Exported:
    """`payload` is the value that the target's requests hold under `tools` (of the protocol: the result of `tools/list`), as
    JSON values whose objects stand in their final order; `tools` are those in it, one by one, `names` their names.
    `refused` are the losses for which the target would refuse the request: names and counts, that no other words can help.
    """

    target: Target
    shape: str
    payload: Json
    tools: tuple[Json, ...]
    names: tuple[str, ...]
    losses: tuple[Loss, ...]
    refused: tuple[Loss, ...] = ()

    def canonical(self) -> bytes:
        """The canonical bytes of the payload: UTF-8, compact, no final newline."""
        return text(self.payload).encode()


def export(
    toolset: Toolset,
    target: Target | str,
    *,
    order: Order = "name",
    inline_refs: bool = False,
    property_order: PropertyOrder | None = None,
    shape: str | None = None,
) -> Exported:
    """The tools of a set in the wire shape of a target such as `anthropic` or `mcp@2025-11-25`, and what is lost on the way.

    `order` is that of the tools: by name (then equal tools give equal bytes wherever they come from), or as they are given.
    `property_order` is that of the parameters; by default it follows `order`. `inline_refs` writes out every local reference,
    whether or not the target takes them. `shape` is `openai-chat` or `openai-responses`, for targets that speak both.

    Errors: `targets.UnknownTarget`; `ValueError` for a shape that the target does not speak; `canon.CanonError` for a value
    that JSON has no text for.
    """
    goal = find(target) if isinstance(target, str) else target
    wire = shape_of(goal, shape)
    fitted_tools = [_settled(tool, goal, wire, inline_refs=inline_refs) for tool in toolset.tools]
    sent = [one.tool for one in fitted_tools]
    losses: list[dict[tuple[Pointer, str], Loss]] = [dict(one.losses) for one in fitted_tools]
    refused: list[Loss] = []
    for index, loss, is_refused in _remaining(replace(toolset, tools=tuple(sent), targets=(goal,)), fitted_tools):
        losses[index].setdefault((loss.at, loss.trait), loss)
        refused += [loss] if is_refused else []
    keys: PropertyOrder = property_order or ("sorted" if order == "name" else "authored")
    spelled = [canonical(tool, property_order=keys) for tool in sent]
    ranks = (
        assembled((tool.name, one) for tool, one in zip(sent, spelled, strict=True))[0] if order == "name" else range(len(sent))
    )
    tools = tuple(written(json.loads(spelled[rank]), wire) for rank in ranks)
    names = tuple(sent[rank].name for rank in ranks)
    told = tuple(loss for own in losses for loss in own.values())
    return Exported(goal, wire.name, wire.around(list(tools)), tools, names, told, tuple(refused))


@dataclass(frozen=True, slots=True)
class _Fitted:
    """One tool as it is sent, what is lost on the way, and where each of its schemas was read."""

    tool: Tool
    losses: dict[tuple[Pointer, str], Loss]
    places: Places


_MOST: Final = 4
"""Rounds: what was left out may show more that the target refuses, or a shorter spelling of the rest."""


def _settled(given: Tool, target: Target, wire: Shape, *, inline_refs: bool) -> _Fitted:
    """A tool as it is sent, such that another export of it changes nothing."""
    result = _fitted(given, target, wire, inline_refs=inline_refs)
    before = given.parameters
    for _ in range(_MOST):
        if written_alike(result.tool.parameters, before):
            break
        before = result.tool.parameters
        more = _fitted(result.tool, target, wire, inline_refs=inline_refs)
        losses = dict(result.losses)
        for loss in more.losses.values():
            at = read_at(loss.at, result.places)
            losses.setdefault((at, loss.trait), replace(loss, at=at))
        places = {at: tuple(read_at(one, result.places) for one in read) for at, read in more.places.items()}
        result = _Fitted(more.tool, losses, places)
    return result


def _fitted(given: Tool, target: Target, wire: Shape, *, inline_refs: bool) -> _Fitted:
    tool = carried(given, wire)
    if target.name.endswith("-strict"):
        tool = replace(tool, extra={**tool.extra, "strict": True})
    work = Work(tool, target, judge_of(table(target), tool), is_strict(tool), wire.upper_types)
    tool = without_refused(work)
    work = replace(work, tool=tool)
    places: Places = {}
    if not wire.whole and not tool.has("parameters") and not work.refused("parameters-missing"):
        return _Fitted(tool, work.losses, places)
    copy = fitted(work, written_out(work, root_of(work), everything=inline_refs))
    root = stripped(copy, ("parameters",), places)
    # The same object where nothing changed, so that what is known of it is not found out again.
    work = work if root == tool.parameters else replace(work, tool=replace(tool, parameters=root))
    return _Fitted(without_rest(work, places), work.losses, places)


def _remaining(sent: Toolset, tools: list[_Fitted]) -> Iterator[tuple[int, Loss, bool]]:
    """The verdicts on what is sent, as losses at the places where it was read: each with the index of its tool, and whether
    the request would be refused for it.
    """
    for verdict in verdicts(sent):
        outcome = verdict.cell.outcome
        if outcome in _BASES and is_warned_of(verdict.cell, verdict.table, _base(verdict)) and not _is_harmless(verdict):
            index = int(verdict.at[0])
            at = read_at(verdict.at[1:], tools[index].places)
            loss = Loss(tools[index].tool.name, at, verdict.trait, message(replace(verdict, at=(index, *at))))
            yield index, loss, is_fatal(verdict.cell, verdict.table)


_BASES: Final[dict[str, Severity]] = {"error": "error", "drop": "warning"}


def _base(verdict: Verdict) -> Severity:
    """The severity of the rule that reports a verdict."""
    return "warning" if verdict.about.topic == "text" else _BASES[verdict.cell.outcome]


def _is_harmless(verdict: Verdict) -> bool:
    return verdict.about.mild and verdict.cell.outcome == "drop"
