"""JUnit XML: a suite for each source, a case for each finding."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from schemalint.edge.show import show
from schemalint.reports.lines import line_start, message
from schemalint.reports.report import Look, Report, everything


def render(report: Report, look: Look) -> str:
    """A passing case where nothing was found. XML cannot hold control characters: they are shown as escapes."""
    suites: dict[str, list[str]] = {}
    errors: dict[str, int] = {}
    for item in report.listed_broken:
        place = f"{item.line}:{item.column or 1}: " if item.line is not None else ""
        errors[item.path] = errors.get(item.path, 0) + 1
        suites.setdefault(item.path, []).append(_case(item.path, "not-checked", "error", place + show(item.sentence), "error"))
    for finding in everything(report, show_info=look.show_info):
        span = finding.place.span
        place = f"{span.line}:{span.column}: " if span is not None else ""
        text = place + message(finding).replace("\n", " ")
        suites.setdefault(finding.path, []).append(_case(finding.path, finding.rule, "failure", text, finding.severity))
    total, broken = sum(map(len, suites.values())), len(report.broken)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites name="schemalint" tests="{total or 1}" failures="{total - broken}" errors="{broken}">',
    ]
    for path, cases in suites.items():
        wrong = errors.get(path, 0)
        counts = f'tests="{len(cases)}" failures="{len(cases) - wrong}" errors="{wrong}"'
        lines += [f"<testsuite name={_attribute(path)} {counts}>", *cases, "</testsuite>"]
    if not suites:
        lines += [
            '<testsuite name="schemalint" tests="1" failures="0" errors="0">',
            '<testcase name="nothing found" classname="schemalint"/>',
            "</testsuite>",
        ]
    return "\n".join([*lines, "</testsuites>", ""])


def _case(path: str, rule: str, kind: str, text: str, severity: str) -> str:
    shown = quoteattr(text)
    return (
        f"<testcase name={_attribute(rule)} classname={_attribute(path)}>"
        f"<{kind} type={_attribute(severity)} message={shown}/></testcase>"
    )


def _attribute(text: str) -> str:
    return quoteattr(line_start(text) or "schemalint")
