"""A comparison as annotations of GitHub: workflow commands that mark the lines of the new files, the worst first.

A command that a definition could forge would speak for us: line ends and `%` are escaped in messages, `:` and `,` in properties
too, as actions/toolkit does (core/src/command.ts). Files are named as they were given; a change without a file has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemalint.change.grade import Change
from schemalint.edge.show import show
from schemalint.reports.change_report import ChangeReport, changed_words, counted, place_text
from schemalint.text.document import Span

_LEVELS: Final = {
    "breaking": "error",
    "behaviour": "warning",
    "safe": "notice",
    "error": "error",
    "warning": "warning",
    "info": "notice",
}


def render(report: ChangeReport) -> str:
    """One command a line, then a line that sums up. GitHub shows the first ten of each level."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: ChangeReport) -> Iterator[str]:
    for finding in report.security():
        tool = f"{show(finding.tool_name)}: " if finding.tool_name is not None else ""
        message = f"{tool}{show(finding.message)}"
        yield _command(_LEVELS[finding.severity], finding.path, finding.place.span, finding.rule, message)
    for change in report.changes:
        spot = report.spot(change)
        path, span = (spot.path, spot.span) if spot is not None else (None, None)
        yield _command(_LEVELS[change.grade], path, span, f"{change.grade}: {change.kind}", _message(change))
    yield counted(report.changes)


def _message(change: Change) -> str:
    tool = f"{show(change.tool)}: " if change.tool is not None else ""
    marks = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    changed = "".join(marks[one.kind].format(show(one.text)) for one in changed_words(change))
    said = f"{tool}{show(change.message)} ({show(place_text(change.pointer))})"
    return f"{said}\n{changed}" if changed else said


def _command(level: str, path: str | None, span: Span | None, title: str, message: str) -> str:
    properties = {"title": title}
    if path is not None:
        properties = {"file": show(path), **properties}
        if span is not None:
            properties |= {"line": str(span.line), "endLine": str(span.end_line)}
            if span.line == span.end_line:  # GitHub takes columns only within one line
                properties |= {"col": str(span.column), "endColumn": str(span.end_column)}
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {written}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
