"""Lines for people: one a finding, fit for grep; in a terminal with colors, the source line and a mark under its place.

`path:line:column: severity rule: tool: message`, never wrapped. `check` groups its findings by tool in a terminal, and counts
those of severity `info` by rule unless they are asked for. Text from definitions only leaves here sanitized.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from schemalint.edge.read import Lines
from schemalint.edge.show import cut, show, window
from schemalint.linting.run import Reported
from schemalint.reports import lines
from schemalint.reports.comparison import Comparison, cache_sentences, words_of
from schemalint.reports.lines import Line, line_start
from schemalint.reports.report import Look, Report, by_place
from schemalint.text.document import Span

_STYLES: Final = {
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold cyan",
    "breaking": "bold red",
    "behaviour": "bold yellow",
    "safe": "green",
    "removed": "red",
    "added": "green",
    "dim": "dim",
    "bold": "bold",
}


def render(report: Report, look: Look) -> str:
    """The report, each line with its end."""
    printed = [*(_counted(report) if look.statistics else _listed(report, look)), *_closing(report, look)]
    return (
        _styled(printed, look)
        if look.width is not None or look.color
        else "".join(f"{''.join(t for t, _ in line)}\n" for line in printed)
    )


def _styled(printed: Iterable[Line], look: Look) -> str:
    """The lines for a terminal, with escape sequences for color where they are wanted."""
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    out = StringIO()
    # Markup, emoji codes and highlighting are off: they would let a definition draw on the user's terminal.
    console = Console(
        file=out,
        width=look.width or 100,
        force_terminal=look.color,
        color_system="standard" if look.color else None,
        markup=False,
        emoji=False,
        highlight=False,
    )
    for line in printed:
        console.print(Text.assemble(*((text, _STYLES.get(kind, "")) for text, kind in line)), soft_wrap=True)
    return out.getvalue()


def _listed(report: Report, look: Look) -> Iterator[Line]:
    yield from _broken(report)
    for name in report.passed or ():
        yield [(f"{show(name)}: ok", "safe")]
    findings = report.listed(show_info=look.show_info)
    if look.width is not None and not report.in_order:
        yield from _grouped(findings, look.width)
    else:
        for finding in findings:
            yield lines.line(finding)
            yield from lines.words_line(finding.words)
    if look.show_suppressed:
        yield from (lines.suppressed_line(finding) for finding in by_place(report.silenced))
    if report.comparison is not None:
        yield from _changes(report.comparison)
    yield from ([(f"note: {show(note)}", "dim")] for note in report.notes)
    if report.comparison is not None and report.comparison.cache is not None:
        yield from ([(f"cache: {show(sentence)}", "")] for sentence in cache_sentences(report.comparison.cache))


def _broken(report: Report) -> Iterator[Line]:
    yield from ([(lines.broken_line(broken), "error")] for broken in report.listed_broken)


def _changes(comparison: Comparison) -> Iterator[Line]:
    for change in comparison.listed:
        yield lines.change_line(change)
        yield from lines.words_line(words_of(change))
    for change, reason in comparison.allowed:
        yield [("allowed: ", "safe"), *lines.change_line(change), (f" ({show(reason)})", "dim")]


def _counted(report: Report) -> Iterator[Line]:
    """How often each rule found something, a line a rule; `[*]` marks rules of which a finding has a fix."""
    yield from _broken(report)
    for count, rule, severity, fixable in report.statistics():
        yield [(f"{count:>6}  {'[*]' if fixable else '   '}  ", ""), (f"{severity:<7}", severity), (f"  {rule}", "")]


def _closing(report: Report, look: Look) -> Iterator[Line]:
    infos = Counter(finding.rule for finding in report.findings if finding.severity == "info")
    if infos and not look.show_info and not look.statistics:
        counts = ", ".join(f"{rule} {count}" for rule, count in sorted(infos.items()))
        yield [(f"info: {counts} (--show info lists them)", "")]
    fixes = [f"{report.safe} fixable with --fix"] if report.safe else []
    if report.unsafe:
        fixes.append(f"{report.unsafe} {'more' if fixes else 'fixable'} with --fix --unsafe-fixes")
    if fixes:
        yield [(", ".join(fixes), "")]
    if summary := lines.summary(report):
        yield [(line_start(summary), "bold")]


# --------------------------------------------------------------------------------------------- by tool, with the source line


def _grouped(findings: Iterable[Reported], width: int) -> Iterator[Line]:
    heading: tuple[str, str | None] | None = None
    texts: dict[str, Lines] = {}
    for finding in findings:
        if heading != (finding.path, finding.tool_name):
            heading = (finding.path, finding.tool_name)
            yield []
            yield [(show(cut(finding.tool_name or "the whole set")), "bold"), (f"  {line_start(finding.path)}", "dim")]
        span, severity = finding.place.span, finding.severity
        place = f"{span.line}:{span.column}" if span is not None else "-"
        message = show(lines.sentence(finding, named=False))
        yield [(f"  {place:>7}  ", ""), (f"{severity:<7}", severity), ("  ", ""), (finding.rule, "bold"), (f"  {message}", "")]
        if span is not None and finding.place.source.text:
            if finding.path not in texts:
                texts[finding.path] = Lines(finding.place.source.text)
            yield from _marked(span, severity, texts[finding.path].line_text(span.line), width)
    yield []


def _marked(span: Span, severity: str, source: str, width: int) -> Iterator[Line]:
    """A source line, cut to a window around the place, and a line that marks the place."""
    margin = f"{span.line:>9} | "
    shown, column = window(source, span.column, max(width - len(margin), 20))
    length = 1
    if span.end_line == span.line and span.end_column > span.column:
        length = len(show(source[span.column - 1 : span.end_column - 1]))
    marks = "^" * max(1, min(length, len(shown) - column + 1))
    yield [(margin, "dim"), (shown, "")]
    yield [(" " * 9 + " | ", "dim"), (" " * (column - 1), ""), (marks, severity)]
