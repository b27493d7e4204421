"""One JSON document for programs: everything that the other formats show, and fixes as RFC 6902 operations.

Format version 1. The text is ASCII: hidden and control characters of a definition never leave here as they are.
"""

from __future__ import annotations

import json

from schemalint.change.cache import Effect
from schemalint.edge.show import show
from schemalint.model import Json
from schemalint.reports.comparison import Comparison
from schemalint.reports.lines import change_value, suppressed_value, value
from schemalint.reports.report import Look, Report, by_place


def render(report: Report, look: Look) -> str:
    """The report with a final newline; members that its command has no use for are left out."""
    whole: dict[str, Json] = {"version": 1, "findings": [value(finding) for finding in report.listed()]}
    if report.comparison is not None:
        whole |= _comparison(report.comparison)
    if report.passed is not None:
        whole["passed"] = list(report.passed)
    if report.comparison is not None or report.notes:
        whole["notes"] = [show(note) for note in report.notes]
    whole["broken"] = [
        {"path": one.path, "reason": show(one.reason), "line": one.line, "column": one.column, "tool": one.tool}
        for one in report.listed_broken
    ]
    whole["summary"] = {
        "files": report.files,
        "tools": report.tools,
        "errors": report.count("error"),
        "warnings": report.count("warning"),
        "infos": report.count("info"),
        "suppressed": report.suppressed,
        "baselined": report.baselined or 0,
        "fixable": report.fixable,
    }
    if look.show_suppressed:
        whole["suppressed"] = [suppressed_value(finding) for finding in by_place(report.silenced)]
    if report.truncated:
        whole["truncated"] = report.truncated
    if look.statistics:
        whole["statistics"] = [
            {"rule": rule, "severity": severity, "count": count, "fixable": fixable}
            for count, rule, severity, fixable in report.statistics()
        ]
    return json.dumps(whole, indent=1) + "\n"


def _comparison(comparison: Comparison) -> dict[str, Json]:
    return {
        "grade": comparison.grade,
        "changes": [change_value(change) for change in comparison.listed],
        "cache": _cache(comparison.cache) if comparison.cache is not None else None,
        "allowed": [{**change_value(change), "reason": show(reason)} for change, reason in comparison.allowed],
    }


def _cache(effect: Effect) -> dict[str, Json]:
    better = effect.better_order
    return {
        "first_changed_tool": effect.first_changed_tool,
        "first_changed_byte": effect.first_changed_byte,
        "kept_tokens": effect.kept_tokens,
        "rebilled_tokens": effect.rebilled_tokens,
        "kept_blocks": effect.kept_blocks,
        "rebilled_blocks": effect.rebilled_blocks,
        "better_order": None
        if better is None
        else {"names": list(better.names), "kept_tokens": better.kept_tokens, "kept_blocks": better.kept_blocks},
        "method": effect.method,
        "payload": effect.payload,
    }
