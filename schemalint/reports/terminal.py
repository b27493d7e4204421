"""The report for people. On a terminal: grouped by tool, with the source line and its place marked, in colour where wanted.

Elsewhere: one line a finding, `path:line:column: severity rule: message`, never wrapped, fit for grep. Findings of severity
`info` are counted by rule unless they are asked for. Text from definitions only leaves here sanitized.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from schemalint.edge.read import Lines
from schemalint.edge.show import show, window
from schemalint.linting.run import Reported
from schemalint.reports.console import console
from schemalint.reports.report import Report, by_place
from schemalint.sources.source import Broken, described

if TYPE_CHECKING:
    from rich.text import Text

_STYLES = {"error": "bold red", "warning": "bold yellow", "info": "bold cyan"}


def plain(report: Report, *, show_info: bool) -> str:
    """The report as lines for a pipe or file."""
    broken = [_broken(broken) for broken in report.broken]
    findings = [_plain(finding) for finding in _listed(report, show_info)]
    return "\n".join([*broken, *findings, *_closing(report, show_info=show_info)]) + "\n"


def counted(report: Report) -> str:
    """How often each rule found something, a line a rule; `[*]` marks rules of which a finding has a fix."""
    lines = [_broken(broken) for broken in report.broken]
    lines += [
        f"{count:>6}  {'[*]' if fixable else '   '}  {severity:<7}  {rule}"
        for count, rule, severity, fixable in report.statistics()
    ]
    return "\n".join([*lines, *_closing(report, show_info=True)]) + "\n"


def pretty(report: Report, *, show_info: bool, color: bool, width: int) -> str:
    """The report for a terminal `width` columns wide, with escape sequences for colour where `color` is set."""
    from io import StringIO

    from rich.text import Text

    out = StringIO()
    terminal = console(out, color=color, width=width)
    for broken in report.broken:
        terminal.print(Text(_broken(broken), style="bold red"), soft_wrap=True)
    heading: tuple[str, str | None] | None = None
    lines: dict[str, Lines] = {}
    for finding in _listed(report, show_info):
        if heading != (finding.path, finding.tool_name):
            heading = (finding.path, finding.tool_name)
            terminal.print()
            tool, path = show(finding.tool_name or "the whole set"), line_start(finding.path)
            terminal.print(Text.assemble((tool, "bold"), ("  " + path, "dim")), soft_wrap=True)
        terminal.print(_line(finding), soft_wrap=True)
        if finding.place.source.text:
            if finding.path not in lines:
                lines[finding.path] = Lines(finding.place.source.text)
            for text in _snippet(finding, lines[finding.path], width):
                terminal.print(text, soft_wrap=True)
    terminal.print()
    for closing in _closing(report, show_info=show_info):
        terminal.print(Text(closing), soft_wrap=True)
    return out.getvalue()


def _listed(report: Report, show_info: bool) -> Sequence[Reported]:
    return by_place(finding for finding in report.findings if show_info or finding.severity != "info")


def line_start(path: str) -> str:
    """A path for display. It starts a line, and a CI log may read a line that starts with `::` or `##[` as a command.

    Blanks in front of it do not keep GitHub from that (actions/runner, ActionCommand.cs).
    """
    shown = show(path)
    return f"./{shown}" if shown.lstrip().startswith((":", "#")) else shown


def place(finding: Reported) -> str:
    """The path of a finding, with line and column where it has them."""
    span = finding.place.span
    return line_start(finding.path) + (f":{span.line}:{span.column}" if span is not None else "")


def _plain(finding: Reported) -> str:
    tool = f"{show(finding.tool_name)}: " if finding.tool_name is not None else ""
    return f"{place(finding)}: {finding.severity} {finding.rule}: {tool}{show(finding.message)}"


def _broken(broken: Broken) -> str:
    return line_start(described(broken, "not checked: "))


def _line(finding: Reported) -> Text:
    from rich.text import Text

    span, severity = finding.place.span, finding.severity
    column = f"{span.line}:{span.column}" if span is not None else "-"
    return Text.assemble(
        f"  {column:>7}  ", (f"{severity:<7}", _STYLES[severity]), "  ", (finding.rule, "bold"), "  ", show(finding.message)
    )


def _snippet(finding: Reported, lines: Lines, width: int) -> Iterator[Text]:
    """The source line, cut to a window around the place, and a line that marks the place."""
    from rich.text import Text

    span = finding.place.span
    if span is None:
        return
    source = lines.line_text(span.line)
    margin = f"{span.line:>9} | "
    shown, column = window(source, span.column, max(width - len(margin), 20))
    length = 1
    if span.end_line == span.line and span.end_column > span.column:
        length = len(show(source[span.column - 1 : span.end_column - 1]))
    marks = "^" * max(1, min(length, len(shown) - column + 1))
    yield Text.assemble((margin, "dim"), shown)
    yield Text.assemble((" " * 9 + " | ", "dim"), " " * (column - 1), (marks, _STYLES[finding.severity]))


def _closing(report: Report, *, show_info: bool) -> Iterator[str]:
    infos = Counter(finding.rule for finding in report.findings if finding.severity == "info")
    if infos and not show_info:
        counts = ", ".join(f"{rule} {count}" for rule, count in sorted(infos.items()))
        yield f"info: {counts} (--show info lists them)"
    if report.safe or report.unsafe:
        yield ", ".join(_fixes(report))
    parts = [_number(report.count("error"), "error"), _number(report.count("warning"), "warning")]
    if report.count("info"):
        parts.append(f"{report.count('info')} info")
    if report.broken:
        parts.insert(0, f"{len(report.broken)} not checked")
    if report.fixed is not None:
        parts.append(f"{report.fixed} fixed")
    if report.suppressed:
        parts.append(f"{report.suppressed} suppressed")
    if report.passed_over:
        parts.append(f"{_number(report.passed_over, 'file')} without tools passed over")
    yield f"{_number(report.tools, 'tool')} in {_number(report.files, 'file')}: {', '.join(parts)}"


def _fixes(report: Report) -> Iterator[str]:
    if report.safe:
        yield f"{report.safe} fixable with --fix"
    if report.unsafe:
        yield f"{report.unsafe} {'more' if report.safe else 'fixable'} with --fix --unsafe-fixes"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
