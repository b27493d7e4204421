"""What a run found, with every place worked out: the only thing that formats see.

Lines and columns are made here, and only for findings that exist. Pure.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from schemalint.linting.run import Reported, spellings
from schemalint.model import SEVERITIES, Json, Pointer, Severity, Toolset, pointer_text, value_at
from schemalint.sources.source import Broken, Source
from schemalint.text.document import Span

_IGNORE: Final = "x-schemalint-ignore"


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One finding and where it stands. `pointer` addresses the document on disk; `span` is None where there is no text."""

    rule: str
    severity: Severity
    message: str
    tool: str | None
    path: str
    pointer: Pointer
    span: Span | None
    fingerprint: str
    reported: Reported
    source: Source
    related: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Another place that a finding is about, such as the first of two tools with one name. `rule` names the rule that says
    the same of the place, where the finding stands for its own.
    """

    tool: str
    path: str
    pointer: Pointer
    span: Span | None
    rule: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """Rows ordered by path, line, column and rule; `passed_over` counts files that hold no tools.

    `fixed` counts findings that were there and are fixed, None where nobody asked for it; `safe` and `unsafe` count fixes
    that could be applied.
    """

    rows: tuple[Row, ...]
    broken: tuple[Broken, ...]
    files: int
    tools: int
    suppressed: int = 0
    passed_over: int = 0
    fixed: int | None = None
    safe: int = 0
    unsafe: int = 0

    def count(self, severity: Severity) -> int:
        return sum(row.severity == severity for row in self.rows)

    def statistics(self) -> list[tuple[int, str, Severity, int]]:
        """How often each rule found something, the most frequent first: count, rule, worst severity, how many have a fix."""
        rows: dict[str, list[Row]] = {}
        for row in self.rows:
            rows.setdefault(row.rule, []).append(row)
        counted: list[tuple[int, str, Severity, int]] = []
        for rule, own in rows.items():
            worst = own[0].severity
            for row in own:
                worst = row.severity if SEVERITIES.index(row.severity) < SEVERITIES.index(worst) else worst
            counted.append((len(own), rule, worst, sum(row.reported.fix is not None for row in own)))
        return sorted(counted, key=lambda one: (-one[0], one[1]))

    @property
    def fixable(self) -> int:
        return sum(row.reported.fix is not None for row in self.rows)

    def fails(self, fail_on: Severity | None) -> bool:
        """Whether something stands at or above a severity; None for never."""
        return fail_on is not None and any(SEVERITIES.index(row.severity) <= SEVERITIES.index(fail_on) for row in self.rows)


def report(
    sources: Sequence[Source],
    broken: Iterable[Broken],
    found: Iterable[tuple[Toolset, Iterable[Reported]]],
    passed_over: int = 0,
    *,
    in_schema_ignores: bool = False,
) -> Report:
    """The report of a run: what was read, what could not be, and what the rules said of each toolset.

    `in_schema_ignores` honours `x-schemalint-ignore` members, in sets of the user's own: a stranger must not silence himself.
    """
    homes = {id(tool): source for source in sources for toolset in source.toolsets for tool in toolset.tools}
    suppressed = 0
    rows: list[Row] = []
    seen: Counter[tuple[str, str | None, Pointer]] = Counter()
    for toolset, reported in found:
        told: list[Row] = []
        inside = in_schema_ignores and toolset.trust == "own"
        for finding in reported:
            row = _row(finding, toolset, homes, seen)
            if finding.silenced or _silenced_by_comment(row) or (inside and _silenced_in_schema(row)):
                suppressed += 1
            else:
                told.append(row)
        rows.extend(_once(told) if any(row.reported.replaces for row in told) else told)
    return Report(
        tuple(sorted(rows, key=_order)),
        tuple(sorted(broken, key=lambda b: (b.path, b.line or 0, b.column or 0, b.reason))),
        files=len(sources),
        tools=sum(len(toolset.tools) for source in sources for toolset in source.toolsets),
        suppressed=suppressed,
        passed_over=passed_over,
    )


def _row(
    finding: Reported, toolset: Toolset, homes: Mapping[int, Source], seen: Counter[tuple[str, str | None, Pointer]]
) -> Row:
    tool = finding.tool or toolset.tools[0]
    source = homes[id(tool)]
    pointer = tool.document(finding.at) if finding.tool is not None else ()
    name = finding.tool.name if finding.tool is not None else None
    identity = (finding.rule, name, finding.at)
    parts = [finding.rule, name, pointer_text(finding.at), seen[identity]]
    seen[identity] += 1
    digest = hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:32]
    return Row(
        finding.rule,
        finding.severity,
        finding.message,
        name,
        source.path,
        pointer,
        source.locate(tool.origin.document, pointer),
        digest,
        finding,
        source,
        tuple(_places(finding, homes)),
    )


def _once(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows without those whose cause another row tells at the same place: that one names their rule and has their fix."""
    here: dict[tuple[str, int, Pointer], list[Row]] = {}
    below: dict[tuple[str, int, Pointer], list[Row]] = {}
    for row in rows:
        here.setdefault((row.rule, id(row.reported.tool), row.reported.at), []).append(row)
        below.setdefault((row.rule, id(row.reported.tool), row.reported.at[:-1]), []).append(row)

    def same(row: Row) -> list[Row]:
        """What says the same of this place, or of the schema that it is a keyword of, or of a keyword in it."""
        found: list[Row] = []
        tool, at = id(row.reported.tool), row.reported.at
        for rule in row.reported.replaces:
            for others, place in ((here, at), (here, at[:-1]), (below, at)):
                found += (one for one in others.get((rule, tool, place), ()) if one not in found)
        return [one for one in found if SEVERITIES.index(row.severity) <= SEVERITIES.index(one.severity)]

    causes = {id(row): same(row) for row in rows if row.reported.replaces}
    replaced = {id(other) for others in causes.values() for other in others}
    mended: set[int] = set()
    for row in rows:
        if id(row) not in replaced:
            others = causes.get(id(row), [])
            # A fix is offered once, also where several targets tell what it mends.
            yield _standing_for(row, others, [other for other in others if id(other) not in mended])
            mended.update(map(id, others))


def _standing_for(row: Row, others: Sequence[Row], unmended: Sequence[Row]) -> Row:
    if not others:
        return row
    fix = row.reported.fix or next((other.reported.fix for other in unmended if other.reported.fix is not None), None)
    places = (Place(one.tool or "", one.path, one.pointer, one.span, one.rule) for one in others)
    return replace(row, reported=replace(row.reported, fix=fix), related=(*row.related, *places))


def _places(finding: Reported, homes: Mapping[int, Source]) -> Iterator[Place]:
    for tool, at in finding.related:
        source, pointer = homes[id(tool)], tool.document(at)
        yield Place(tool.name, source.path, pointer, source.locate(tool.origin.document, pointer))


def _silenced_by_comment(row: Row) -> bool:
    """Whether a comment on the line of the finding, or on the first line of its tool, names the rule or none at all."""
    ignores = row.source.ignores
    if not ignores:
        return False
    lines = [row.span.line] if row.span is not None else []
    tool = row.reported.tool
    if tool is not None and (first := row.source.locate(tool.origin.document, tool.document(()))) is not None:
        lines.append(first.line)
    words = ("*", *spellings(row.rule, row.reported.key))
    return any(name in words for line in lines for name in ignores.get(line, ()))


def _silenced_in_schema(row: Row) -> bool:
    """Whether an `x-schemalint-ignore` of the tool, or of a schema around the finding, names the rule."""
    finding = row.reported
    if finding.tool is None:
        return False
    words = spellings(row.rule, finding.key)
    around: list[Json] = [finding.tool.extra]
    value: Json = finding.tool.members()
    for step in finding.at:
        value = value_at(value, (step,))
        around.append(value)
    lists = (one.get(_IGNORE) for one in around if isinstance(one, Mapping))
    return any(isinstance(names, list) and any(word in names for word in words) for names in lists)


def _order(row: Row) -> tuple[str, int, int, str, str]:
    return (row.path, row.span.line if row.span else 0, row.span.column if row.span else 0, row.rule, row.message)
