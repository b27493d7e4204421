"""SARIF 2.1.0, as code scanning of GitHub reads it.

Matching uses our own fingerprint, since the line of a finding says little in a file of one line. Only security rules have a
`security-severity`. GitHub accepts 25,000 results: the worst stay.
"""

from __future__ import annotations

import json
from typing import Final
from urllib.parse import quote

from schemalint import __version__
from schemalint.edge.show import show
from schemalint.linting.command_checks import CommandCheck
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported
from schemalint.linting.silences import Silence
from schemalint.model import Json
from schemalint.reports.lines import message, printed_once
from schemalint.reports.report import Look, Report, everything, severest
from schemalint.sources.source import Broken
from schemalint.text.document import Span

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_PROBLEMS: Final = {"error": "error", "warning": "warning", "info": "recommendation"}
_SCORES: Final = {"error": "8.0", "warning": "5.0", "info": "2.0"}
_MOST: Final = 25_000
_LONGEST: Final = 1_024
"""Characters of a rule's description that GitHub accepts."""


def render(report: Report, look: Look) -> str:
    """One run. The rules that could have found something are all described, found or not."""
    shown = (one for one in report.silenced if look.show_info or one.severity != "info")
    findings = [*severest(everything(report, show_info=look.show_info)), *severest(shown)]
    left_out = len(findings) - _MOST
    findings = findings[:_MOST]
    known = {**dict.fromkeys(finding.rule for finding in findings), **report.rules}
    index = {rule: number for number, rule in enumerate(sorted(known))}
    notes = [_not_checked(item) for item in report.listed_broken]
    if left_out > 0:
        notes.append({"level": "warning", "message": {"text": f"{left_out} findings of low severity are left out"}})
    run: dict[str, Json] = {
        "tool": {
            "driver": {
                "name": "schemalint",
                "semanticVersion": __version__,
                "rules": [_rule(name, known[name]) for name in index],
            }
        },
        "columnKind": "unicodeCodePoints",
        "automationDetails": {"id": "schemalint/"},
        "invocations": [{"executionSuccessful": not report.broken, "toolExecutionNotifications": notes}],
        "results": [_result(finding, index[finding.rule]) for finding in findings],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(name: str, rule: Rule | CommandCheck | None) -> dict[str, Json]:
    page = rule.page.strip() if rule is not None else name
    title = page.split("\n", 1)[0]
    about: dict[str, Json] = {
        "id": name,
        "name": name[:255],
        "shortDescription": {"text": title[:_LONGEST]},
        "fullDescription": {"text": page.split("\n\n```", 1)[0][:_LONGEST]},
        "help": {"text": page, "markdown": page},
    }
    if rule is None:
        return about
    security = rule.lever == "security"
    properties: dict[str, Json] = {"tags": [rule.lever], "precision": "high", "problem.severity": _PROBLEMS[rule.severity]}
    if security:
        properties["security-severity"] = _SCORES[rule.severity]
    return {**about, "defaultConfiguration": {"level": _LEVELS[rule.severity]}, "properties": properties}


def _result(finding: Reported, index: int) -> dict[str, Json]:
    printed = printed_once(finding.path, finding.fingerprint)
    return {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": message(finding)},
        "locations": [_location(finding.path, finding.place.span)] if finding.path else [],
        "partialFingerprints": {"primaryLocationLineHash": printed, "schemalint/v1": finding.fingerprint},
        **({"suppressions": [_suppression(one) for one in finding.silenced]} if finding.silenced else {}),
    }


def _suppression(silence: Silence) -> dict[str, Json]:
    kind = "inSource" if silence.form in ("comment", "member") else "external"
    return {"kind": kind, **({"justification": show(silence.reason)} if silence.reason else {})}


def _not_checked(broken: Broken) -> dict[str, Json]:
    line, column = broken.line, broken.column or 1
    span = Span(line, column, line, column) if line is not None else None
    return {"level": "error", "message": {"text": show(broken.sentence)}, "locations": [_location(broken.path, span)]}


def _location(path: str, span: Span | None) -> dict[str, Json]:
    """Where a finding is. The region is never empty, as GitHub refuses one that is."""
    physical: dict[str, Json] = {"artifactLocation": {"uri": _uri(path)}}
    start, end = ((span.line, span.column), (span.end_line, span.end_column)) if span is not None else ((1, 1), (1, 1))
    if end <= start:
        end = (start[0], start[1] + 1)
    physical["region"] = {"startLine": start[0], "startColumn": start[1], "endLine": end[0], "endColumn": end[1]}
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    """A path as a relative reference: percent-encoded, so that no part of it can be read as a scheme."""
    return quote(path.replace("\\", "/").encode("utf-8", "surrogatepass"), safe="/@~!$&'()*+,;=") or "."
