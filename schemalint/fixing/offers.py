"""What a finding offers: the edits of its fix at places of the document that its tool was read from, or why there are none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from schemalint.linting.run import Reported
from schemalint.model import REMOVE, Edit, Fix, Tool
from schemalint.record import dataclass
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.text.edit.patch import Edits, in_safe_order

_MISSING = object()


class FixRefused(Exception):
    """A fix that cannot be written where its tool was read. The message says why, fit for a user."""


@dataclass(frozen=True, slots=True, eq=False)
class Refusal:
    """A fix that was asked for and not applied, and why."""

    finding: Reported
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A fix with its edits at places of one document, and the findings that all ask for just these edits."""

    findings: tuple[Reported, ...]
    document: int
    edits: Edits

    @property
    def rule(self) -> str:
        return self.findings[0].rule

    @property
    def path(self) -> str:
        return self.findings[0].path


def offer(finding: Reported) -> Offer | Refusal:
    """The fix of a finding, placed in its document; whether the text can be edited there is seen only when it is edited."""
    fix, tool, source = finding.fix, finding.tool, finding.place.source
    if fix is None or tool is None:
        return Refusal(finding, "there is no fix for it")
    if source.kind == "python":
        title = fix.title[:1].lower() + fix.title[1:]
        return Refusal(finding, f"Python files are edited by hand; to {title}, {'; '.join(_proposed(fix))}")
    if not source.text or source.read_only:
        return Refusal(finding, "there is no file to edit")
    document = tool.origin.document
    try:
        return Offer((finding,), document, placed(source.documents[document].value, tool, fix.edits))
    except FixRefused as error:
        return Refusal(finding, str(error))


def _proposed(fix: Fix) -> Iterator[str]:
    for edit in fix.edits:
        place = pointer_text(edit.at)
        yield f"remove {place}" if edit.value is REMOVE else f"write {json.dumps(edit.value)} at {place}"


def can_be_fixed(finding: Reported) -> bool:
    """Whether a finding has a fix for which its file has a place."""
    offered = offer(finding)
    return isinstance(offered, Offer) and bool(offered.edits)


def placed(document: Json, tool: Tool, edits: Iterable[Edit]) -> Edits:
    """Edits at their places in the document that the tool was read from.

    Errors: `FixRefused` for a place that the document does not have: one inside a string that holds the tool, and the parts of
    an object schema that a bare map of parameters goes without.
    """
    members = tool.members()
    return [(_place(document, tool, members, edit), edit.value) for edit in edits]


def _place(document: Json, tool: Tool, members: Json, edit: Edit) -> Pointer:
    place = tool.document(edit.at)
    meant = value_at(members, edit.at, _MISSING)
    if meant is not _MISSING:
        if written_alike(value_at(document, place, _MISSING), meant):
            return place
    elif len(edit.at) > 1:
        # To be added: what is around it must be in the document, and as it is in the tool.
        around = tool.document(edit.at[:-1])
        outer = value_at(members, edit.at[:-1], _MISSING)
        if written_alike(value_at(document, around, _MISSING), outer):
            return place
    if isinstance(value_at(document, tool.document(())), str):
        raise FixRefused("the tool is written inside a string, which is not edited")
    raise FixRefused(f"{pointer_text(edit.at)} has no place of its own in this form of a tool")


def operations(document: Json, tool: Tool, edits: Iterable[Edit]) -> list[dict[str, Json]]:
    """Edits as RFC 6902 operations on the document the tool was read from, in an order in which they can be applied.

    Errors: `FixRefused`.
    """
    return [_operation(document, place, value) for place, value in in_safe_order(placed(document, tool, edits))]


def _operation(document: Json, place: Pointer, value: Json) -> dict[str, Json]:
    path = pointer_text(place)
    if value is REMOVE:
        return {"op": "remove", "path": path}
    present = value_at(document, place, _MISSING) is not _MISSING
    return {"op": "replace" if present else "add", "path": path, "value": value}
