"""`check --matrix`, `--target all`, `catalog --target` and `targets --stale`: tools and targets in one table, and old cells."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from schemalint import Toolset
from schemalint import load as read
from schemalint.cli.main import main
from schemalint.config import Config
from schemalint.linting.choose import choose
from schemalint.linting.rule import builtin, load
from schemalint.linting.run import lint
from schemalint.targets import chosen, fates, find, newest, pages, table

TOOLS: list[dict[str, Any]] = [
    {
        "name": "files.read",
        "description": "Read a file.",
        "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "pattern": "^/"}}},
    },
    {
        "name": "list_modes",
        "description": "List the modes.",
        "inputSchema": {"type": "object", "properties": {"kind": {"type": "string", "const": "a"}}},
    },
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(TOOLS)


def put(tools: list[dict[str, Any]]) -> None:
    Path("tools.json").write_text(json.dumps({"tools": tools}), encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> tuple[str, str]:
    assert code == main([*words, "--isolated"])
    return capsys.readouterr()


def test_a_matrix_has_a_mark_for_each_tool_and_target(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, 1, "check", "tools.json", "--matrix", "--target", "openai,gemini,codex")[0].splitlines()
    assert ["files.read  E . D", "list_modes  . E ."] == lines[6:8]
    assert ["openai", "gemini", "codex"] == ["".join(line[at : at + 1] for line in lines[:6]).strip() for at in (12, 14, 16)]
    assert fates.LEGEND == lines[-1]


def test_a_matrix_as_json_names_the_traits_that_decide(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, 1, "check", "tools.json", "--matrix", "--target", "openai,gemini", "--output-format", "json")
    [first, second] = json.loads(out)["tools"]
    assert {"openai": {"fate": "refused", "traits": ["name-dot"]}, "gemini": {"fate": "fine", "traits": []}} == first["targets"]
    assert {"openai": {"fate": "fine", "traits": []}, "gemini": {"fate": "refused", "traits": ["const"]}} == second["targets"]


def test_a_matrix_as_markdown_is_a_table_that_markup_cannot_leave(capsys: pytest.CaptureFixture[str]) -> None:
    put([{**TOOLS[0], "name": "a|<b>`c`"}])
    out, _ = run(capsys, 1, "check", "tools.json", "--matrix", "--target", "openai", "--output-format", "markdown")
    assert "| tool | openai |\n|---|---|\n| a\\|\\<b>\\`c\\` | refused: name-pattern |\n" == out


def test_a_matrix_without_a_target_is_about_all(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, 1, "check", "tools.json", "--matrix", "--output-format", "json")
    labels = [one.label for one in newest() if one.name != "portable"]
    assert [labels, labels] == [list(tool["targets"]) for tool in json.loads(out)["tools"]]


def test_a_set_over_a_limit_has_a_row_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    put([{**TOOLS[1], "name": f"list_{i}", "inputSchema": {"type": "object", "properties": {}}} for i in range(129)])
    out, _ = run(capsys, 1, "check", "tools.json", "--matrix", "--target", "openai")
    assert ["(the whole set)", "E"] == out.splitlines()[-3].rsplit(maxsplit=1)
    assert "list_0           ." in out


def test_a_matrix_where_nothing_is_refused_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, 0, "check", "tools.json", "--matrix", "--target", "mistral")
    run(capsys, 0, "check", "tools.json", "--matrix", "--target", "openai", "--exit-zero")


def test_a_matrix_is_not_printed_in_a_format_for_findings(capsys: pytest.CaptureFixture[str]) -> None:
    _, err = run(capsys, 2, "check", "tools.json", "--matrix", "--output-format", "github")
    assert "--matrix: is printed as text, json, markdown, not as github" in err


def test_target_all_reports_for_every_target(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("check", "tools.json", "--select", "rejected-by-target", "--output-format", "json")
    out, _ = run(capsys, 1, *words, "--target", "all")
    each = {one["target"] for one in json.loads(out)["findings"]}
    assert {"openai", "gemini", "copilot-cli", "kiro"} <= each
    assert "portable" not in each
    alone: set[Any] = set()
    for target in chosen("all"):
        out, _ = run(capsys, int(target.label in each), *words, "--target", target.label)
        alone |= {one["target"] for one in json.loads(out)["findings"]}
    assert alone == each


def test_a_catalog_says_what_becomes_of_each_tool_at_the_targets_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    plain, _ = run(capsys, 0, "catalog", "tools.json")
    with_targets, _ = run(capsys, 0, "catalog", "tools.json", "--target", "openai", "--target", "gemini")
    assert with_targets.startswith(plain)
    rows = "| files.read | refused: name-dot |  |\n| list\\_modes |  | refused: const |\n"
    assert f"\n## Targets\n\n| tool | openai | gemini |\n|---|---|---|\n{rows}" == with_targets[len(plain) :]


def test_cells_are_stale_half_a_year_after_they_were_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    xai = table(find("xai")).traits
    assert [] == pages.stale(date(2027, 5, 31), "xai")
    assert sorted(xai) == sorted(trait for _, trait, _ in pages.stale(date(2027, 6, 2), "xai"))
    old = pages.stale(date(2026, 11, 30))
    assert ("cohere", "name-pattern") in {(target.label, trait) for target, trait, _ in old}
    assert not any(cell.by for _, _, cell in old)
    out, _ = run(capsys, 1, "targets", "--stale", "--output-format", "json")
    assert {"target": "cohere", "trait": "name-pattern"}.items() <= json.loads(out)[0].items()
    out, _ = run(capsys, 1, "targets", "cohere", "--stale")
    assert out.startswith("2024-12-31  cohere: name-pattern [langflow-ai/langflow#5465]\n")


def test_all_targets_cost_at_most_three_times_one_target_for_real_tools(shared: Path) -> None:
    rules = choose(load(builtin()), Config())
    paths = sorted((shared / "corpus" / "mcp").glob("*.json"))

    def seconds(word: str) -> float:
        tools = tuple(tool for path in paths for toolset in read(path) for tool in toolset.tools)[:1000]
        began = process_time()
        list(lint(Toolset(tools, targets=chosen(word)), rules))
        return process_time() - began

    seconds("openai")
    assert seconds("all") < 3 * seconds("openai")
