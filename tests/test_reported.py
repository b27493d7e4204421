"""Refusals that users reported from 2024 to 2026, rebuilt: their target predicts them, and is silent on what helped."""

from __future__ import annotations

import reports

FOUND = list(reports.judged())


def test_nine_of_ten_reported_refusals_are_predicted_by_their_target() -> None:
    assert len(FOUND) >= 60
    assert len({one.source for one in FOUND}) == len(FOUND)
    missed = [one.source for one in FOUND if not one.found]
    assert len(missed) <= len(FOUND) // 10, missed


def test_what_helped_is_not_reported() -> None:
    assert [] == [(one.source, one.alarms) for one in FOUND if one.alarms]


def test_the_log_of_reports_is_what_the_definitions_say() -> None:
    assert reports.page() == reports.RESULT.read_text(encoding="utf-8")
