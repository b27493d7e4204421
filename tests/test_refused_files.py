"""Lock files and options that somebody edited: refused with their line, never a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main

TOOL = '[{"name":"read_page","description":"Read the page of today.","inputSchema":{"type":"object","properties":{}}}]'


@pytest.mark.parametrize(
    "command", [["lock", "--check", "--file", "tools.lock.json", "a.json"], ["diff", "tools.lock.json", "a.json"]]
)
@pytest.mark.parametrize("member", ["text", "fields"])
def test_a_part_without_a_name_is_refused_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str], member: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(TOOL)
    main(["lock", "a.json", "--store-text"])
    capsys.readouterr()
    whole: dict[str, Any] = json.loads(Path("tools.lock.json").read_text())
    tool = next(iter(whole["sets"].values()))["tools"]["read_page"]
    tool[member][""] = next(iter(tool[member].values()))
    Path("tools.lock.json").write_text(json.dumps(whole))
    assert 2 == main(command)
    out, err = capsys.readouterr()
    assert f"/{member}/ has an empty name, which is not that of a part of a tool" in out + err
    assert "bug" not in out + err


@pytest.mark.parametrize("pattern", ["[a", "(?P<n>a", "*x"])
def test_an_option_that_is_not_a_regular_expression_is_an_error_of_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pattern: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(TOOL)
    Path("schemalint.toml").write_text(f"[rules.tool-name-invalid]\npattern = '{pattern}'\n")
    assert 2 == main(["check", "a.json"])
    assert capsys.readouterr().err.startswith(
        "error: schemalint.toml:2: `rules.tool-name-invalid.pattern` is not a regular expression: "
    )
