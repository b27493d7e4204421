"""What a comparison found, sorted and with every place worked out: the only thing that its formats see. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from schemalint.change.cache import Effect
from schemalint.change.grade import GRADES, Change, Diff, Grade, worst
from schemalint.language.changed import Piece, shortened, words
from schemalint.linting.run import Reported
from schemalint.model import Pointer, Tool, pointer_text, value_at
from schemalint.reports.report import Report, by_place, severest
from schemalint.sources import Source
from schemalint.text.document import Span


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a change shows: the new file, and the place in it or the nearest one that is still there."""

    path: str
    span: Span | None


@dataclass(frozen=True, slots=True, eq=False)
class ChangeReport:
    """`changes` that nobody agreed to, the worst first; `allowed` ones with the reason. `findings` are the security rules' on
    text that changed. `cache` is None where texts are not at hand. `notes` say how the sets were matched, and the like.
    """

    changes: tuple[Change, ...]
    allowed: tuple[tuple[Change, str], ...]
    findings: Report
    cache: Effect | None
    spots: Mapping[int, Spot]
    notes: tuple[str, ...] = ()

    @property
    def grade(self) -> Grade:
        return worst(self.changes)

    def security(self) -> list[Reported]:
        """The findings, the severest first."""
        return severest(by_place(self.findings.findings))

    def spot(self, change: Change) -> Spot | None:
        return self.spots.get(id(change))


def spots(diff: Diff, sources: Iterable[Source]) -> dict[int, Spot]:
    """Where changes show, by the `id` of the change; the sources are those of the new side."""
    homes = {id(tool): source for source in sources for one in source.toolsets for tool in one.tools}
    found: dict[int, Spot] = {}
    for change in diff.changes:
        tool = diff.tools.get(id(change))
        if tool is not None and (source := homes.get(id(tool))) is not None:
            there = tool.name == change.tool
            found[id(change)] = Spot(
                source.path, source.locate(tool.origin.document, _nearest(tool, change)) if there else None
            )
    return found


def _nearest(tool: Tool, change: Change) -> Pointer:
    """The place of a change in the new document, or of the nearest thing around it that is still there."""
    members, missing = tool.members(), object()
    at = change.pointer
    while at and value_at(members, at, missing) is missing:
        at = at[:-1]
    return tool.document(at)


def in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Changes with the worst first, else as they came."""
    return tuple(sorted(changes, key=lambda change: GRADES.index(change.grade)))


def changed_words(change: Change) -> tuple[Piece, ...]:
    """The words that a change of a text consists of; none for any other change."""
    if change.kind != "description-changed" or not isinstance(change.old, str) or not isinstance(change.new, str):
        return ()
    return shortened(words(change.old, change.new))


def place_text(at: Pointer) -> str:
    """A canonical place as text; the tool itself is `/`."""
    return pointer_text(at) or "/"


def counted(changes: Iterable[Change]) -> str:
    """How many changes there are of each grade, in words."""
    grades = [change.grade for change in changes]
    parts = [f"{grades.count(grade)} {grade}" for grade in GRADES if grade in grades]
    return ", ".join(parts) if parts else "no change"


def cache_words(effect: Effect) -> list[str]:
    """What becomes of a cached prompt, in sentences. Names are as they are, for the format to make them safe."""
    if effect.first_changed_byte is None:
        return ["the tools are sent as before, byte for byte, so the cached prompt stays"]
    tool = f"in `{effect.first_changed_tool}`, " if effect.first_changed_tool is not None else ""
    total = effect.kept_tokens + effect.rebilled_tokens
    blocks = f"{effect.kept_blocks} block{'' if effect.kept_blocks == 1 else 's'} of 128"
    kept = f"of about {total} tokens {effect.kept_tokens} stay ({blocks}) and {effect.rebilled_tokens} are billed again"
    said = [f"the cached prompt ends {tool}at byte {effect.first_changed_byte}: {kept} ({effect.method})"]
    if effect.better_order is not None:
        said.append(f"another order of the tools would keep about {effect.better_order.kept_tokens} tokens: new tools last")
    return said
