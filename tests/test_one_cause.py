"""One cause is one finding: what one rule says of a place, another does not say again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main


def rules(tmp_path: Path, capsys: pytest.CaptureFixture[str], tools: list[dict[str, Any]], *words: str) -> dict[str, list[str]]:
    """The rules that speak of each place, and of which findings a finding says that it represents them."""
    (tmp_path / "tools.json").write_text(json.dumps(tools), encoding="utf-8")
    main(["check", str(tmp_path / "tools.json"), "--isolated", "--set", "strict", "--output-format", "json", *words])
    found: dict[str, list[str]] = {}
    for one in json.loads(capsys.readouterr().out)["findings"]:
        represented = [other["rule"] for other in one["related"] if "rule" in other]
        found.setdefault(f"{one['tool']} {one['at']}", []).append(" > ".join([one["rule"], *represented]))
    return found


def tool(name: str, **parameters: Any) -> dict[str, Any]:
    return {
        "name": name,
        "description": "Look for cards by their words.",
        "parameters": {"type": "object", "properties": parameters},
    }


def test_a_parameter_without_a_text_is_not_asked_for_its_default_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = rules(tmp_path, capsys, [tool("find_cards", limit={"type": "integer"})])
    at = "find_cards /parameters/properties/limit"
    assert ["param-description-missing > optional-without-default"] == found[at]
    alone = rules(tmp_path, capsys, [tool("find_cards", limit={"type": "integer"})], "--ignore", "param-description-missing")
    assert ["optional-without-default"] == alone[at]


def test_a_second_spelling_is_not_another_style_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = {"type": "integer", "default": 1, "description": "Page to show, from 1."}
    tools = [tool(f"find_{word}", page_size=text, sort_order=text) for word in ("cards", "boards", "lists")]
    found = rules(tmp_path, capsys, [*tools, tool("find_users", pageSize=text)])
    assert ["param-spelling-variants > param-name-style"] == [
        one for one in found["find_users /parameters/properties/pageSize"] if "param" in one
    ]
