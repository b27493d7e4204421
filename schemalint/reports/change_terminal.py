"""A comparison for people: security findings first, then the changes, the worst first, with the words that changed.

One line a change, `tool: grade kind pointer: message`, never wrapped, fit for grep; on a terminal the same in colour. Text from
definitions only leaves here sanitized.
"""

from __future__ import annotations

from collections.abc import Iterator

from schemalint.change.grade import Change
from schemalint.edge.show import show
from schemalint.linting.run import Reported
from schemalint.reports.change_report import ChangeReport, cache_words, changed_words, counted, place_text
from schemalint.reports.console import console
from schemalint.reports.terminal import place

_STYLES = {
    "breaking": "bold red",
    "behaviour": "bold yellow",
    "safe": "green",
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold cyan",
    "gone": "red",
    "new": "green",
}

Line = list[tuple[str, str]]
"""Texts and the style of each."""


def plain(report: ChangeReport) -> str:
    """The report as lines for a pipe or file."""
    return "".join(f"{''.join(text for text, _ in line)}\n" for line in _lines(report))


def pretty(report: ChangeReport, *, color: bool, width: int) -> str:
    """The report for a terminal, with escape sequences for colour where `color` is set."""
    from io import StringIO

    from rich.text import Text

    out = StringIO()
    terminal = console(out, color=color, width=width)
    for line in _lines(report):
        terminal.print(Text.assemble(*line), soft_wrap=True)
    return out.getvalue()


def _lines(report: ChangeReport) -> Iterator[Line]:
    for finding in report.security():
        yield _finding(finding)
    for change in report.changes:
        yield _change(change)
        yield from _words(change)
    for change, reason in report.allowed:
        yield [("allowed: ", "green"), *_change(change), (f" ({show(reason)})", "dim")]
    for note in report.notes:
        yield [(f"note: {show(note)}", "dim")]
    if report.cache is not None:
        yield from ([(f"cache: {show(said)}", "")] for said in cache_words(report.cache))
    yield [(_closing(report), "bold")]


def _finding(finding: Reported) -> Line:
    tool = f"{show(finding.tool_name)}: " if finding.tool_name is not None else ""
    return [
        (f"{place(finding)}: ", ""),
        (finding.severity, _STYLES[finding.severity]),
        (f" {finding.rule}: {tool}{show(finding.message)}", ""),
    ]


def _change(change: Change) -> Line:
    name = show(change.tool) if change.tool is not None else "the set"
    name = f"`{name}`" if name.lstrip().startswith((":", "#")) else name
    return [
        (f"{name}: ", ""),
        (change.grade, _STYLES[change.grade]),
        (f" {change.kind} {show(place_text(change.pointer))}: {show(change.message)}", ""),
    ]


def _words(change: Change) -> Iterator[Line]:
    pieces = changed_words(change)
    if pieces:
        marks = {"same": ("", ""), "gone": ("[-", "-]"), "new": ("{+", "+}")}
        yield [
            ("    | ", ""),  # blanks alone would let a text that starts with `::` be a command in the log of a CI
            *((f"{marks[one.kind][0]}{show(one.text)}{marks[one.kind][1]}", _STYLES.get(one.kind, "")) for one in pieces),
        ]


def _closing(report: ChangeReport) -> str:
    said = counted(report.changes)
    if report.allowed:
        said += f", {len(report.allowed)} allowed"
    count = len(report.findings.findings)
    if count:
        said += f"; {count} security finding{'' if count == 1 else 's'} in changed text"
    return said
