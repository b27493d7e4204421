"""The JSON report, format version 1. A report in, text out; pure.

The text is ASCII: hidden and control characters of a definition never leave here as they are. Names, paths and pointers are
exact once parsed; messages are sanitized, since they are printed.
"""

from __future__ import annotations

import json

from schemalint.edge.show import show
from schemalint.fix import FixRefused, operations
from schemalint.model import Json, pointer_text
from schemalint.reports.report import Place, Report, Row
from schemalint.text.document import Span


def render(report: Report, *, statistics: bool = False) -> str:
    """The report as one JSON document with a final newline; `statistics` adds how often each rule found something."""
    value: dict[str, Json] = {
        "version": 1,
        "findings": [finding(row) for row in report.rows],
        "broken": [
            {
                "path": broken.path,
                "reason": show(broken.reason),
                "line": broken.line,
                "column": broken.column,
                "tool": broken.tool,
            }
            for broken in report.broken
        ],
        "summary": {
            "files": report.files,
            "tools": report.tools,
            "errors": report.count("error"),
            "warnings": report.count("warning"),
            "infos": report.count("info"),
            "suppressed": report.suppressed,
            "baselined": 0,
            "fixable": report.fixable,
        },
    }
    if statistics:
        value["statistics"] = [
            {"rule": rule, "severity": severity, "count": count, "fixable": fixable}
            for count, rule, severity, fixable in report.statistics()
        ]
    return json.dumps(value, indent=1) + "\n"


def finding(row: Row) -> dict[str, Json]:
    """A finding as reports show it."""
    fix = row.reported.fix
    tool = row.reported.tool
    edits = None
    if fix is not None and tool is not None:
        document = row.source.documents[tool.origin.document].value if row.source.documents else None
        try:
            written = operations(document, tool, fix.edits)
        except FixRefused:
            written = []  # the document has no such place
        edits = {"title": show(fix.title), "safe": fix.safe, "edits": written}
    return {
        "rule": row.rule,
        "severity": row.severity,
        "message": show(row.message),
        "tool": row.tool,
        "path": row.path,
        "pointer": pointer_text(row.pointer),
        **_span(row.span),
        "target": row.reported.key[0] if len(row.reported.key) == 2 else None,
        "fix": edits,
        "related": [_place(place) for place in row.related],
        "fingerprint": row.fingerprint,
        "url": None,
    }


def _place(place: Place) -> dict[str, Json]:
    value = {"tool": place.tool, "path": place.path, "pointer": pointer_text(place.pointer), **_span(place.span)}
    return value if place.rule is None else {**value, "rule": place.rule}


def _span(span: Span | None) -> dict[str, Json]:
    if span is None:
        return {"line": None, "column": None, "end_line": None, "end_column": None}
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
