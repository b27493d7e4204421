"""What `lock --check` says: security findings first, then each drift with its place and the words that changed.

One line a finding, as in the plain report; the changed words stand below it, behind a bar: `[-old-]{+new+}`. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from schemalint.change.drift import Drift
from schemalint.change.lock import Lock
from schemalint.edge.show import show
from schemalint.language.changed import Piece
from schemalint.linting.run import Reported
from schemalint.model import Severity
from schemalint.reports.terminal import line_start


@dataclass(frozen=True, slots=True)
class Line:
    """A finding with its place as text; `words` are those of a changed text."""

    place: str
    severity: Severity
    rule: str
    tool: str | None
    message: str
    words: tuple[Piece, ...] = ()


def render(lines: Sequence[Line]) -> str:
    """The lines of the report, each closed by a line end."""
    return "".join(f"{one}\n" for line in lines for one in _shown(line))


def of(finding: Reported) -> Line:
    """The line of a finding."""
    span = finding.place.span
    place = f"{finding.path}:{span.line}:{span.column}" if span is not None else finding.path
    return Line(place, finding.severity, finding.rule, finding.tool_name, finding.message, finding.words)


def _shown(line: Line) -> Iterator[str]:
    tool = f"{show(line.tool)}: " if line.tool is not None else ""
    yield f"{line_start(line.place)}: {line.severity} {line.rule}: {tool}{show(line.message)}"
    if line.words:
        yield f"    | {marked(line.words)}"


def marked(pieces: Iterable[Piece]) -> str:
    """Changed words as one text: `[-old-]{+new+}` where they differ. Safe to show."""
    marks = {"same": ("", ""), "gone": ("[-", "-]"), "new": ("{+", "+}")}
    return "".join(f"{marks[piece.kind][0]}{show(piece.text)}{marks[piece.kind][1]}" for piece in pieces)


# -------------------------------------------------------------------------------------------------------------- the sentences


def message(drift: Drift, locked: Lock) -> str:
    """What a drift is, in a sentence; `locked` is what it is a drift from."""
    if drift.field == "property_order":
        return f"the lock file was written under another property order: {drift.detail}"
    if drift.tool is None and drift.field == "/":
        count = len(locked.sets[drift.set].tools)
        return f"the set `{drift.set}` is gone, with its {count} locked tool{'' if count == 1 else 's'}"
    if drift.field == "server":
        return f"the set `{drift.set}` has another server name than when it was locked: {drift.detail}"
    if drift.field == "order":
        return f"the set `{drift.set}` lists its tools in another order than when it was locked, from `{drift.detail}` on"
    if drift.field == "source":
        return f"the tool comes from another source than when it was locked: {drift.detail}"
    if drift.field == "/" and drift.kind == "changed":
        return "no part differs from the lock file, and the whole does: the file was edited, or merged by halves"
    if drift.field == "/":
        return "the tool is not in the lock file" if drift.kind == "added" else "the tool is gone"
    part = part_name(drift.field)
    if drift.kind == "changed":
        return f"{part} changed since the lock file was written"
    return f"{part} {'are' if drift.field == '/annotations' else 'is'} {'new' if drift.kind == 'added' else 'gone'}"


def part_name(field: str) -> str:
    """What a field of a lock file is called in a sentence."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in field.split("/")[1:]]
    if field == "/parameters":
        return "the schema of the parameters, beside the properties,"
    if field == "/parameters/properties":
        return "the order of the parameters"
    if len(steps) == 3:
        return f"parameter `{steps[2]}`"
    return f"member `{steps[1]}`" if len(steps) == 2 else f"the {steps[0].replace('_', ' ')}"
