"""A Code Quality report for merge requests of GitLab."""

from __future__ import annotations

import json
from typing import Final

from schemalint.edge.show import show
from schemalint.reports.lines import message, printed_once
from schemalint.reports.report import Look, Report, everything

_SEVERITIES: Final = {"error": "critical", "warning": "major", "info": "info"}


def render(report: Report, look: Look) -> str:
    """A JSON array. GitLab shows the description alone, so the rule is in it, and one of two entries with one fingerprint."""
    entries = [
        _entry("not-checked", show(item.sentence), "blocker", item.path, item.line, printed_once(item.path, item.sentence))
        for item in report.listed_broken
    ]
    for finding in everything(report, show_info=look.show_info):
        span = finding.place.span
        fingerprint = printed_once(finding.path, finding.fingerprint)
        severity = _SEVERITIES[finding.severity]
        entries.append(_entry(finding.rule, message(finding), severity, finding.path, span.line if span else None, fingerprint))
    return json.dumps(entries, indent=1) + "\n"


def _entry(rule: str, text: str, severity: str, path: str, line: int | None, fingerprint: str) -> dict[str, object]:
    return {
        "description": f"{rule}: {text}",
        "check_name": rule,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": show(path).removeprefix("./") or ".", "lines": {"begin": line or 1}},
    }
