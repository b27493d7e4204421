"""The JSON report of a comparison, format version 1. A report in, text out; pure.

The text is ASCII, as in the JSON report of a check; messages are sanitized, since they are printed, and values are exact.
"""

from __future__ import annotations

import json

from schemalint.change.cache import Effect
from schemalint.change.grade import Change
from schemalint.edge.show import show
from schemalint.model import Json, pointer_text
from schemalint.reports.change_report import ChangeReport
from schemalint.reports.json import value


def render(report: ChangeReport) -> str:
    """The report as one JSON document with a final newline."""
    whole: dict[str, Json] = {
        "version": 1,
        "grade": report.grade,
        "findings": [value(finding) for finding in report.security()],
        "changes": [_change(change) for change in report.changes],
        "cache": _cache(report.cache) if report.cache is not None else None,
        "allowed": [{**_change(change), "reason": show(reason)} for change, reason in report.allowed],
        "notes": [show(note) for note in report.notes],
    }
    return json.dumps(whole, indent=1) + "\n"


def _change(change: Change) -> dict[str, Json]:
    return {
        "tool": change.tool,
        "kind": change.kind,
        "grade": change.grade,
        "pointer": pointer_text(change.pointer),
        "message": show(change.message),
        "old": change.old,
        "new": change.new,
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
    }
