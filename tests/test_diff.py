"""What changed between two sets: the table of cases, graded by hand in both directions, and what holds for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from schemalint.change.compare import diff
from schemalint.change.kinds import Diff
from schemalint.model import Tool, Toolset, pointer_text

CASES: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(Path(__file__).with_name("changes.yaml"))


def tool(form: str, value: dict[str, Any]) -> Tool:
    match form:
        case "tool":
            return Tool("t", **value)
        case "output":
            return Tool("t", output_schema=value)
        case "schema":
            return Tool("t", parameters=value)
        case _:
            return Tool("t", parameters={"type": "object", "properties": value})


def told(found: Diff) -> list[str]:
    return [f"{change.grade} {change.kind} {pointer_text(change.pointer)}" for change in found.changes]


def both_ways() -> Iterator[Any]:
    for case in CASES:
        old, new = (tool(case.get("form", "properties"), case[side]) for side in ("old", "new"))
        yield pytest.param(old, new, case["forth"], id=f"{case['case']}, forth")
        yield pytest.param(new, old, case["back"], id=f"{case['case']}, back")


@pytest.mark.parametrize(("old", "new", "expected"), list(both_ways()))
def test_a_change_is_graded_as_the_table_says(old: Tool, new: Tool, expected: list[str]) -> None:
    found = diff(Toolset((old,)), Toolset((new,)))
    assert sorted(expected) == sorted(told(found))
    grades = [change.split()[0] for change in expected]
    assert found.grade == next((grade for grade in ("breaking", "behaviour") if grade in grades), "safe")
