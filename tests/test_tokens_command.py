"""`schemalint tokens`: what is counted, what a change costs, gates, savings."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from schemalint.catalogs.savings import savings
from schemalint.cli.main import main
from schemalint.linting.rule import load_all
from schemalint.model import Tool, Toolset
from schemalint.tokens import estimate, estimate_text

LONG = "Fails where the account is locked, closed, or was never opened by its owner."


def tool(name: str, text: str = "Read one.", **properties: Any) -> dict[str, Any]:
    return {"name": name, "description": text, "inputSchema": {"type": "object", "properties": properties}}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["tokens", "--isolated", *words])
    out, err = capsys.readouterr()
    return code, out, err


def written(name: str, *tools: dict[str, Any]) -> None:
    Path(name).write_text(json.dumps(list(tools)))


def test_tools_are_listed_the_dearest_first_and_the_parts_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    written("t.json", tool("small"), tool("large", "Read one. " * 9, a={"type": "string"}))
    code, out, _ = ended(capsys, "t.json")
    lines = out.splitlines()
    assert (0, "tool") == (code, lines[0].split()[-1])
    assert ["large", "small"] == [line.split()[-1] for line in lines[1:3]]
    assert "2 tools, about " in out
    _, out, _ = ended(capsys, "t.json", "--output-format", "json")
    value = json.loads(out)
    assert value["total"] == sum(one["total"] for one in value["tools"])
    for one in value["tools"]:
        assert one["total"] == sum(one["parts"].values())
    assert value["tools"][1]["total"] == estimate(Tool("small", "Read one.", {"type": "object", "properties": {}}))


def test_a_payload_is_what_the_target_is_sent(capsys: pytest.CaptureFixture[str]) -> None:
    written("t.json", tool("read_one"))
    _, out, _ = ended(capsys, "t.json", "--payload", "openai", "--output-format", "json")
    main(["export", "t.json", "--isolated", "--to", "openai", "--order", "authored"])
    [sent] = json.loads(capsys.readouterr().out)
    exact = estimate_text(json.dumps(sent, separators=(",", ":")))
    assert exact == json.loads(out)["total"]
    code, _, err = ended(capsys, "t.json", "--payload", "nowhere")
    assert (2, True) == (code, "`nowhere` is not a target" in err)


def test_a_limit_that_is_passed_is_named_and_makes_the_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    written("t.json", tool("read_one"), tool("large", "Read one. " * 30))
    assert 0 == ended(capsys, "t.json", "--max-tool", "1000", "--max-total", "1000")[0]
    code, out, _ = ended(capsys, "t.json", "--max-tool", "50")
    assert (1, True) == (code, "over --max-tool 50: large\n" in out)
    code, out, _ = ended(capsys, "t.json", "--max-total", "50")
    assert (1, True) == (code, "over --max-total 50\n" in out)


def test_before_and_after_are_a_table_for_a_pull_request(capsys: pytest.CaptureFixture[str]) -> None:
    written("old.json", tool("same"), tool("gone|`x"), tool("grows"))
    written("new.json", tool("same"), tool("grows", "Read one. " * 9), tool("new"))
    code, out, _ = ended(capsys, "new.json", "--against", "old.json", "--output-format", "markdown")
    assert 0 == code
    tokens = MarkdownIt("commonmark").enable("table").parse(out)
    cells = [token.content for token in tokens if token.type == "inline"][5:]
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    assert ["`grows`", "`new`"] == [row[0] for row in rows[:2]]
    assert ("0", "gone") == (rows[1][1], rows[2][2])
    assert all(int(row[3].replace(",", "")) == int(row[2]) - int(row[1]) for row in rows[:2])


def test_a_saving_is_what_its_command_saves(capsys: pytest.CaptureFixture[str]) -> None:
    written(
        "t.json", tool("read_one", f"Read one. {LONG}", an_id={"type": "string", "title": "An Id"}), tool("b", f"Do. {LONG}")
    )
    _, out, _ = ended(capsys, "t.json", "--output-format", "json")
    value = json.loads(out)
    titles, repeated = ({one["command"]: one for one in value["savings"]}[command] for command in (
        "schemalint check t.json --select generated-title --fix",
        "schemalint check t.json --select repeated-sentence --show info",
    ))  # fmt: skip
    assert estimate_text(LONG.lower()) == repeated["tokens"]
    main([*titles["command"].split()[1:], "--isolated"])
    capsys.readouterr()
    _, out, _ = ended(capsys, "t.json", "--output-format", "json")
    assert titles["tokens"] == value["total"] - json.loads(out)["total"] > 0


def test_tools_that_cost_what_they_must_have_no_savings() -> None:
    assert [] == savings([Toolset((Tool("read_note", "Read one note.", {"type": "object", "properties": {}}),))], load_all([]))


def test_exact_counts_need_the_library(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    written("t.json", tool("read_one"))
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    code, _, err = ended(capsys, "t.json", "--exact")
    assert (2, True) == (code, "pip install 'schemalint[tokens]'" in err)
