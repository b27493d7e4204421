"""For people: `full` on a terminal; in a pipe one line a finding, fit for grep.

`path:line:column: severity rule: tool: message`, never wrapped. Those of severity `info` are counted by rule unless they are
asked for. Text from definitions only leaves here sanitized.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from schemalint.edge.show import show
from schemalint.reports import lines
from schemalint.reports.comparison import Comparison, cache_sentences, words_of
from schemalint.reports.formats._terminal import styled
from schemalint.reports.lines import Line, line_start
from schemalint.reports.report import Look, Report, by_place


def render(report: Report, look: Look) -> str:
    """The report, each line with its end."""
    if look.width is not None:
        from schemalint.reports.formats import full

        return full.render(report, look)
    return plain(report, look)


def plain(report: Report, look: Look) -> str:
    """A line a finding, on a terminal too."""
    printed = [*(lines.counted_by_rule(report) if look.statistics else _listed(report, look)), *_closing(report, look)]
    return styled(printed, color=look.color)


def _listed(report: Report, look: Look) -> Iterator[Line]:
    yield from lines.broken_lines(report)
    for name in report.passed or ():
        yield [(f"{show(name)}: ok", "safe")]
    for finding in report.listed(show_info=look.show_info, most=look.most):
        yield lines.line(finding)
        yield from lines.words_line(finding.words)
    if look.show_suppressed:
        yield from (lines.suppressed_line(finding) for finding in by_place(report.silenced))
    if report.comparison is not None:
        yield from _changes(report.comparison)
    yield from ([(f"note: {show(note)}", "dim")] for note in report.notes)
    if report.comparison is not None and report.comparison.cache is not None:
        yield from ([(f"cache: {show(sentence)}", "")] for sentence in cache_sentences(report.comparison.cache))


def _changes(comparison: Comparison) -> Iterator[Line]:
    for change in comparison.listed:
        yield lines.change_line(change)
        yield from lines.words_line(words_of(change))
    for change, reason in comparison.allowed:
        yield [("allowed: ", "safe"), *lines.change_line(change), (f" ({show(reason)})", "dim")]


def _closing(report: Report, look: Look) -> Iterator[Line]:
    infos = Counter(finding.rule for finding in report.findings if finding.severity == "info")
    if infos and not look.show_info and not look.statistics:
        counts = ", ".join(f"{rule} {count}" for rule, count in sorted(infos.items()))
        yield [(f"info: {counts} (--show info lists them)", "")]
    if look.most is not None and (left := len(report.listed(show_info=look.show_info)) - look.most) > 0:
        yield [(f"{left} more are not listed (--max-findings {look.most})", "")]
    fixes = [f"{report.safe} fixable with --fix"] if report.safe else []
    if report.unsafe:
        fixes.append(f"{report.unsafe} {'more' if fixes else 'fixable'} with --fix --unsafe-fixes")
    if fixes:
        yield [(", ".join(fixes), "")]
    if summary := lines.summary(report):
        yield [(line_start(summary), "bold")]
