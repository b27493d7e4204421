"""Workflow commands for GitHub Actions: annotations on the lines of a pull request, the worst first.

A command that a definition could forge would speak for us: line ends and `%` are escaped in messages, `:` and `,` in properties
too, as actions/toolkit does (core/src/command.ts). Files are named as they were given; a change without a file has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemalint.edge.show import show
from schemalint.reports.formats import text as plain
from schemalint.reports.lines import line_start, message, summary
from schemalint.reports.report import Look, Report, everything, severest
from schemalint.text.document import Span

_LEVELS: Final = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, look: Look) -> str:
    """One command a line, then a line that sums up. GitHub shows the first ten of each level."""
    return plain.render(report, look) if look.statistics else "".join(f"{line}\n" for line in _lines(report, look))


def _lines(report: Report, look: Look) -> Iterator[str]:
    for broken in report.listed_broken:
        span = Span(broken.line, broken.column or 1, broken.line, broken.column or 1) if broken.line is not None else None
        yield _command("error", broken.path, span, "not checked", show(broken.sentence))
    for finding in severest(everything(report, show_info=look.show_info))[: look.most]:
        yield _command(_LEVELS[finding.severity], finding.path, finding.place.span, finding.rule, message(finding))
    if closing := summary(report):
        yield line_start(closing)


def _command(level: str, path: str, span: Span | None, title: str, text: str) -> str:
    properties = {"file": show(path)} if path else {}
    properties["title"] = title
    if path and span is not None:
        properties |= {"line": str(span.line), "endLine": str(span.end_line)}
        if span.line == span.end_line:  # GitHub takes columns only within one line
            properties |= {"col": str(span.column), "endColumn": str(span.end_column)}
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {written}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
