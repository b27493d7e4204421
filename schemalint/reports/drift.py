"""What `lock --check` says: security findings first, then each drift with its place and the words that changed.

One line a finding, as in the plain report; the changed words stand below it, behind a bar: `[-old-]{+new+}`. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from schemalint.edge.show import show
from schemalint.language.changed import Piece, changed_words
from schemalint.linting.run import Reported
from schemalint.locking import Drift, Growth, Lock, drift
from schemalint.locking.checks import DRIFT, REGRESSION, UNSTABLE
from schemalint.locking.listings import Relisted
from schemalint.locking.state import steps
from schemalint.locking.texts import OldTexts
from schemalint.model import Severity, Toolset
from schemalint.reports.report import by_place, report, severest
from schemalint.reports.terminal import line_start
from schemalint.sources import Source


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


# ------------------------------------------------------------------------------------------------------------------ the lines


def security(sources: Sequence[Source], found: Iterable[tuple[Toolset, Iterable[Reported]]]) -> Iterator[Line]:
    """What the security rules find in tools that changed, the severest first."""
    yield from map(of, severest(by_place(report(sources, (), found).findings)))


def drifted(sources: Sequence[Source], toolsets: Iterable[Toolset], drifts: Iterable[Drift], texts: OldTexts) -> Iterator[Line]:
    """The differences from the lock file: first those that concern no tool that is there now, then the others by place."""
    by_tool: dict[int, list[Reported]] = {}
    for one in drifts:
        sentence = message(one, texts.locked)
        if one.new is None or one.new.tool is None:
            yield Line(str(texts.path), DRIFT.severity, DRIFT.id, one.tool, sentence)
            continue
        reported = Reported(DRIFT.id, DRIFT.severity, one.new.tool, one.at, sentence, words=_words(one, texts))
        by_tool.setdefault(id(one.new.tool), []).append(reported)
    found = ((one, [reported for tool in one.tools for reported in by_tool.get(id(tool), ())]) for one in toolsets)
    yield from map(of, by_place(report(sources, (), found).findings))


def _words(one: Drift, texts: OldTexts) -> tuple[Piece, ...]:
    if not one.is_rewritten:
        return ()
    both = texts.both(one)
    missing = Piece("same", "the old text is not at hand: neither in the lock file (--store-text) nor in git")
    return changed_words(*both) if both else (missing,)


def listed_again(relisted: Iterable[Relisted]) -> Iterator[Line]:
    """What the second listing of live servers shows."""
    for one in relisted:
        path = one.source.path
        if one.order is not None:
            yield Line(path, UNSTABLE.severity, UNSTABLE.id, None, f"two listings of the tools {one.order}")
        for tool in one.rewritten:
            sentence = "the second of two listings defines the tool otherwise"
            yield Line(path, DRIFT.severity, DRIFT.id, tool.name, sentence)


def grown(path: Path, sets: Iterable[Growth], percent: float) -> list[Line]:
    """The sets that cost more than when they were locked."""
    return [Line(str(path), REGRESSION.severity, REGRESSION.id, None, _growth(one, percent)) for one in sets]


def _growth(one: Growth, percent: float) -> str:
    more = f"{one.percent:.0f} % more than" if one.before else "and nothing in"
    return (
        f"the set `{one.set}` costs about {one.after} tokens, {more} the {one.before} that were locked; "
        f"--max-growth allows {percent:g} %"
    )


def closing(path: Path, locked: Lock, now: Lock) -> str:
    """The last line: how many tools differ, and what to do where that is intended; empty where nothing differs."""
    found = drift(locked, now)
    if not found:
        return ""
    names = {(one.set, one.tool) for one in found if one.tool is not None}
    gone = sum(len(locked.sets[one.set].tools) for one in found if one.tool is None and one.field == "/")
    count = len(names) + gone or len(found)
    what = (
        ("tool differs" if count == 1 else "tools differ") if names or gone else "difference" if count == 1 else "differences"
    )
    return f"{count} {what} from {show(path)}; when the change is wanted, run `schemalint lock` and commit the file with it\n"


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
    at = steps(field)
    if field == "/parameters":
        return "the schema of the parameters, beside the properties,"
    if field == "/parameters/properties":
        return "the order of the parameters"
    if len(at) == 3:
        return f"parameter `{at[2]}`"
    return f"member `{at[1]}`" if len(at) == 2 else f"the {str(at[0]).replace('_', ' ')}"
