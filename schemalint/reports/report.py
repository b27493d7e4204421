"""What a command found: the only thing that formats see.

Where a finding is in its text is worked out for those that are printed, and here for none. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from schemalint.edge.show import LONGEST_MESSAGE, cut
from schemalint.linting.command_checks import CommandCheck
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported
from schemalint.model import SEVERITIES, Severity, Toolset
from schemalint.record import dataclass, field, replace
from schemalint.reports.comparison import Comparison, as_findings
from schemalint.schema.pointer import Pointer
from schemalint.sources.source import Broken, Place, Source
from schemalint.sources.unread import Cause

if TYPE_CHECKING:
    from schemalint.change.grade import Change

Identity: TypeAlias = tuple[str, str, str | None, Pointer, tuple[str, ...]]
"""The source, rule, tool, place and key of a finding: those that share it are told apart by their order."""

MOST_LISTED: Final = 20_000
"""Findings that are printed; nobody reads more, and a hostile file can have millions."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the reader asked for. `width` is that of the terminal, None where the text goes to a pipe or a file."""

    show_info: bool = True
    """Whether findings of severity `info` are listed; where they are not, formats for people leave them out."""
    statistics: bool = False
    """Whether the findings of each rule are counted in place of listed."""
    width: int | None = None
    color: bool = False
    most: int | None = None
    """How many findings are listed at most, the gravest; None for all of them."""
    next_step: str | None = None
    """The command to go on with; a format for terminals ends with it."""
    links: str | None = None
    """The folder that paths are relative to, where the terminal can follow links to files; else None."""
    show_suppressed: bool = False
    """Whether suppressed findings are listed too, with what suppresses them."""


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """Whatever a command found; what its command does not look for is empty or None.

    `rules` are those that could have found something, by id. `silenced` are those that are suppressed, each with
    what suppresses it. `passed_over` counts files that hold no tools. `fixed` counts
    findings that were there and are fixed, `baselined` those that a baseline knows; both are None where nobody asked. `safe`
    and `unsafe` count fixes that could be applied. `passed` names what was tested and holds. `closing` is the last sentence
    where counts do not say it all. `unread` counts what was recognized and not read, by cause.
    """

    findings: tuple[Reported, ...] = ()
    broken: tuple[Broken, ...] = ()
    files: int = 0
    tools: int = 0
    suppressed: int = 0
    silenced: tuple[Reported, ...] = ()
    baselined: int | None = None
    known: str = "in the baseline"
    """Where the `baselined` findings are known from, in words."""
    passed_over: int = 0
    unread: Mapping[Cause, int] = field(default_factory=dict)
    fixed: int | None = None
    safe: int = 0
    unsafe: int = 0
    rules: Mapping[str, Rule | CommandCheck] = field(default_factory=dict)
    comparison: Comparison | None = None
    passed: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()
    closing: str | None = None
    in_order: bool = False
    """Whether findings are in the order to be read; else they are put in that of the text, those that are printed."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """What changed and nobody agreed to; nothing where nothing was compared."""
        return self.comparison.changes if self.comparison is not None else ()

    def listed(self, *, show_info: bool = True, most: int | None = None) -> Sequence[Reported]:
        """The findings to print, in the order to be read; the gravest where `most` is fewer than all."""
        shown = [finding for finding in self.findings if show_info or finding.severity != "info"]
        if len(shown) > (most := min(MOST_LISTED, MOST_LISTED if most is None else most)):
            shown = severest(shown)[:most]
        return shown if self.in_order else by_place(shown)

    @property
    def listed_broken(self) -> Sequence[Broken]:
        """What could not be read, as far as it is printed."""
        return self.broken[:MOST_LISTED]

    @property
    def truncated(self) -> int:
        """How many findings, changes and inputs that could not be read are counted and not listed."""
        found = sum(max(len(items) - MOST_LISTED, 0) for items in (self.findings, self.broken))
        return found + (len(self.changes) - len(self.comparison.listed) if self.comparison is not None else 0)

    def count(self, severity: Severity) -> int:
        return sum(finding.severity == severity for finding in self.findings)

    def statistics(self) -> list[tuple[int, str, Severity, int]]:
        """How often each rule found something at each severity, the most frequent first: count, rule, severity, fixable."""
        counts: Counter[tuple[str, Severity]] = Counter((finding.rule, finding.severity) for finding in self.findings)
        fixable = Counter((finding.rule, finding.severity) for finding in self.findings if _fixable(finding))
        counted: list[tuple[int, str, Severity, int]] = [
            (count, rule, severity, fixable[rule, severity]) for (rule, severity), count in counts.items()
        ]
        return sorted(counted, key=lambda one: (-one[0], one[1], SEVERITIES.index(one[2])))

    @property
    def fixable(self) -> int:
        return sum(map(_fixable, self.findings))

    def fails(self, fail_on: Severity | None) -> bool:
        """Whether a finding is at or above a severity; None for never."""
        return fail_on is not None and any(_rank(finding) <= SEVERITIES.index(fail_on) for finding in self.findings)


def everything(report: Report, *, show_info: bool = True) -> list[Reported]:
    """The findings to print, and the changes as findings: all that a format needs that knows nothing else."""
    changes = as_findings(report.comparison) if report.comparison is not None else ()
    return [*report.listed(show_info=show_info), *numbered(changes)]


def numbered(findings: Iterable[Reported]) -> Iterator[Reported]:
    """Findings that are counted anew, each by its source, rule, tool and place: no two of a source have one fingerprint."""
    seen: Counter[Identity] = Counter()
    for finding in findings:
        yield replace(finding, nth=_nth(finding, seen))


def _nth(finding: Reported, seen: Counter[Identity]) -> int:
    identity = (finding.path, finding.rule, finding.tool_name, finding.at, finding.key)
    seen[identity] += 1
    return seen[identity] - 1


def _short(broken: Broken) -> Broken:
    """The same with a reason and a name that are no longer than a line needs."""
    tool = cut(broken.tool) if broken.tool is not None else None
    return replace(broken, reason=cut(broken.reason, LONGEST_MESSAGE), tool=tool)


def by_place(findings: Iterable[Reported]) -> list[Reported]:
    """Findings ordered by path, line, column and rule."""

    def place(finding: Reported) -> tuple[str, int, int, str, str]:
        span = finding.place.span
        return (finding.path, span.line if span else 0, span.column if span else 0, finding.rule, finding.message)

    return sorted(findings, key=place)


def severest(findings: Iterable[Reported]) -> list[Reported]:
    """Findings, the severest first."""
    return sorted(findings, key=_rank)


def _fixable(finding: Reported) -> bool:
    """Whether a fix can be applied: it has one, and its file can be edited there."""
    if finding.fix is None:
        return False
    from schemalint.fixing.offers import can_be_fixed

    return can_be_fixed(finding)


def _rank(finding: Reported) -> int:
    return SEVERITIES.index(finding.severity)


def report(
    sources: Sequence[Source],
    broken: Iterable[Broken],
    found: Iterable[tuple[Toolset, Iterable[Reported]]],
    passed_over: int = 0,
    *,
    unread: Mapping[Cause, int] | None = None,
    in_schema_ignores: Callable[[Toolset], bool] | None = None,
    rules: Iterable[Rule | CommandCheck] = (),
    known: Mapping[str, Rule] | None = None,
) -> Report:
    """The report of a run: what was read, what could not be, and what the rules found in each toolset.

    Comments silence findings in sets of the user's own, and `x-schemalint-ignore` members where `in_schema_ignores` says so: a
    stranger must not silence himself. `known` are all rules that a suppression may name.
    """
    homes = {id(tool): source for source in sources for toolset in source.toolsets for tool in toolset.tools}
    silenced: list[Reported] = []
    findings: list[Reported] = []
    seen: Counter[Identity] = Counter()
    for toolset, reported in found:
        kept: list[Reported] = []
        own = toolset.trust == "own"
        members = own and in_schema_ignores is not None and in_schema_ignores(toolset)
        for unplaced in reported:
            finding = _placed(unplaced, toolset, homes, seen)
            if members or (own and finding.place.source.ignores):
                from schemalint.linting.silences import beside, today

                written = beside(finding, known or {}, today(), members=members)
                finding = replace(finding, silenced=(*finding.silenced, *written)) if written else finding
            (silenced if finding.silenced else kept).append(finding)
        findings.extend(_once(kept) if any(finding.replaces for finding in kept) else kept)
    return Report(
        tuple(findings),
        tuple(map(_short, sorted(broken, key=lambda b: (b.path, b.line or 0, b.column or 0, b.reason)))),
        files=len(sources),
        tools=sum(len(toolset.tools) for source in sources for toolset in source.toolsets),
        suppressed=len(silenced),
        silenced=tuple(silenced),
        passed_over=passed_over,
        unread=unread or {},
        rules={rule.id: rule for rule in rules},
    )


def _placed(finding: Reported, toolset: Toolset, homes: Mapping[int, Source], seen: Counter[Identity]) -> Reported:
    """The finding with its places in the sources, and which of its kind it is."""
    tool = finding.tool or toolset.tools[0]
    placed = replace(
        finding,
        place=Place(tool, finding.at, homes[id(tool)], whole=finding.tool is None),
        related=tuple(replace(place, source=homes[id(place.tool)]) for place in finding.related),
    )
    return replace(placed, nth=_nth(placed, seen))


def _once(findings: Sequence[Reported]) -> Iterator[Reported]:
    """The findings without those whose cause another one reports at the same place: that one covers them and has their fix."""
    exactly: dict[tuple[str, int, Pointer], list[Reported]] = {}
    below: dict[tuple[str, int, Pointer], list[Reported]] = {}
    for finding in findings:
        exactly.setdefault((finding.rule, id(finding.tool), finding.at), []).append(finding)
        below.setdefault((finding.rule, id(finding.tool), finding.at[:-1]), []).append(finding)

    def same(finding: Reported) -> list[Reported]:
        """What has the same cause at this place, or at the schema that it is a keyword of, or at a keyword in it."""
        found: list[Reported] = []
        tool, at = id(finding.tool), finding.at
        for rule in finding.replaces:
            for others, place in ((exactly, at), (exactly, at[:-1]), (below, at)):
                found += (other for other in others.get((rule, tool, place), ()) if other not in found)
        return [other for other in found if _rank(finding) <= _rank(other)]

    covers = {id(finding): same(finding) for finding in findings if finding.replaces}
    covered = {id(other) for others in covers.values() for other in others}
    fixed: set[int] = set()
    for finding in findings:
        if id(finding) not in covered:
            others = covers.get(id(finding), [])
            # A fix is offered once, also where several targets report what it fixes.
            fixes = [finding.fix, *(other.fix for other in others if id(other) not in fixed)]
            yield replace(finding, fix=next(filter(None, fixes), None), covers=tuple(others)) if others else finding
            fixed.update(map(id, others))
