"""A finding, or an input that was not checked, as one JSON object a line, as the JSON report has them."""

from __future__ import annotations

import json

from schemalint.edge.show import show
from schemalint.model import Json
from schemalint.reports.lines import value
from schemalint.reports.report import Look, Report, everything
from schemalint.sources.source import Broken


def render(report: Report, _: Look) -> str:
    """ASCII, a line each; nothing where nothing was found. What was not checked has the rule `not-checked`."""
    broken: list[dict[str, Json]] = [
        {"rule": "not-checked", "severity": "error", "message": show(item.sentence), "tool": item.tool, **_where(item)}
        for item in report.listed_broken
    ]
    return "".join(f"{json.dumps(item)}\n" for item in [*broken, *map(value, everything(report))])


def _where(broken: Broken) -> dict[str, Json]:
    return {"path": broken.path, "line": broken.line, "column": broken.column}
