"""One line a finding, `path:line:column: severity rule: tool: message`, on a terminal too."""

from __future__ import annotations

from schemalint.reports.formats import text
from schemalint.reports.report import Look, Report


def render(report: Report, look: Look) -> str:
    """As the text goes to a pipe."""
    return text.plain(report, look)
