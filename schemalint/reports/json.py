"""The JSON report, format version 1. A report in, text out; pure.

The text is ASCII: hidden and control characters of a definition never leave here as they are. Names, paths and pointers are
exact once parsed; messages are sanitized, since they are printed.
"""

from __future__ import annotations

import json

from schemalint.edge.show import show
from schemalint.fixing.offers import FixRefused, operations
from schemalint.linting.run import Reported
from schemalint.model import Json, pointer_text
from schemalint.reports.report import Report, by_place
from schemalint.sources.source import Place
from schemalint.text.document import Span


def render(report: Report, *, statistics: bool = False) -> str:
    """The report as one JSON document with a final newline; `statistics` adds how often each rule found something."""
    whole: dict[str, Json] = {
        "version": 1,
        "findings": [value(finding) for finding in by_place(report.findings)],
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
            "fixable": report.fixable,
        },
    }
    if statistics:
        whole["statistics"] = [
            {"rule": rule, "severity": severity, "count": count, "fixable": fixable}
            for count, rule, severity, fixable in report.statistics()
        ]
    return json.dumps(whole, indent=1) + "\n"


def value(finding: Reported) -> dict[str, Json]:
    """A finding as reports show it."""
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": show(finding.message),
        "tool": finding.tool_name,
        "path": finding.path,
        "pointer": pointer_text(finding.place.pointer),
        **_span(finding.place.span),
        "target": finding.key[0] if len(finding.key) == 2 else None,
        "fix": _fix(finding),
        "related": [
            *({"tool": place.tool.name, **_place(place)} for place in finding.related),
            *({"tool": other.tool_name or "", **_place(other.place), "rule": other.rule} for other in finding.covers),
        ],
        "fingerprint": finding.fingerprint,
    }


def _fix(finding: Reported) -> dict[str, Json] | None:
    if finding.fix is None or finding.tool is None:
        return None
    documents = finding.place.source.documents
    document = documents[finding.tool.origin.document].value if documents else None
    try:
        edits = operations(document, finding.tool, finding.fix.edits)
    except FixRefused:
        edits = []  # the document has no such place
    return {"title": show(finding.fix.title), "safe": finding.fix.safe, "edits": edits}


def _place(place: Place) -> dict[str, Json]:
    return {"path": place.source.path, "pointer": pointer_text(place.pointer), **_span(place.span)}


def _span(span: Span | None) -> dict[str, Json]:
    if span is None:
        return {"line": None, "column": None, "end_line": None, "end_column": None}
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
