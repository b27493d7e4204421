"""Diagnostics for reviewdog (rdjson)."""

from __future__ import annotations

import json
from typing import Final

from schemalint.edge.read import Lines
from schemalint.edge.show import show
from schemalint.linting.run import Reported
from schemalint.model import Json
from schemalint.reports.lines import message
from schemalint.reports.report import Look, Report, everything

_SEVERITIES: Final = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def render(report: Report, look: Look) -> str:
    """One JSON object. Its columns count bytes of UTF-8, as reviewdog's do."""
    texts: dict[str, Lines] = {}
    found: list[dict[str, Json]] = []
    for item in report.listed_broken:
        location: dict[str, Json] = {"path": show(item.path)}
        if item.line is not None:
            location["range"] = {"start": {"line": item.line}}
        found.append(_diagnostic(show(item.sentence), location, "ERROR", "not-checked"))
    found += [
        _diagnostic(message(finding), _location(finding, texts), _SEVERITIES[finding.severity], finding.rule)
        for finding in everything(report, show_info=look.show_info)
    ]
    return json.dumps({"source": {"name": "schemalint"}, "diagnostics": found}, indent=1) + "\n"


def _diagnostic(text: str, location: dict[str, Json], severity: str, rule: str) -> dict[str, Json]:
    return {"message": text, "location": location, "severity": severity, "code": {"value": rule}}


def _location(finding: Reported, texts: dict[str, Lines]) -> dict[str, Json]:
    span, path = finding.place.span, show(finding.path)
    if span is None:
        return {"path": path}
    if finding.path not in texts:
        texts[finding.path] = Lines(finding.place.source.text)

    def position(line: int, column: int) -> dict[str, Json]:
        before = texts[finding.path].line_text(line)[: column - 1] if finding.place.source.text else "x" * (column - 1)
        return {"line": line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}

    return {
        "path": path,
        "range": {"start": position(span.line, span.column), "end": position(span.end_line, span.end_column)},
    }
