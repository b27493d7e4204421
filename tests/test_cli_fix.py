"""`check --fix`: real files and YAML twins, to a fixed point, with everything else as it was."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main
from schemalint.model import Json

Found = Counter[tuple[str, str, str]]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["check", "--isolated", *words])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def findings(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(capsys, "--output-format", "json", *words)[1])["findings"]
    return found


def outside(document: Json) -> str:
    """Everything of a capture but its tools."""
    return json.dumps({**document, "result": {**document["result"], "tools": len(document["result"]["tools"])}})


@pytest.mark.parametrize("unsafe", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_real_files_are_fixed_to_a_fixed_point(unsafe: bool, shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--fix", "--unsafe-fixes"] if unsafe else ["--fix"]
    originals = {path.name: path.read_text(encoding="utf-8") for path in sorted((shared / "corpus" / "mcp").glob("*.json"))}
    for name, text in originals.items():
        Path(name).write_text(text, encoding="utf-8")
    before = findings(capsys, ".")
    wanted = [one for one in before if one["fix"] is not None and (unsafe or one["fix"]["safe"])]
    run(capsys, *flags, ".")
    after = findings(capsys, ".")
    left = [one for one in after if one["fix"] is not None and (unsafe or one["fix"]["safe"])]
    assert len(wanted) > 200
    assert [(one["path"], one["pointer"], one["rule"]) for one in left] == []
    errors: list[Found] = [
        Counter((one["path"], one["tool"], one["rule"]) for one in every if one["severity"] == "error")
        for every in (before, after)
    ]
    assert errors[1] - errors[0] == Counter()
    for name, text in originals.items():
        new = Path(name).read_text(encoding="utf-8")
        assert outside(json.loads(text)) == outside(json.loads(new)), name
    once = {name: Path(name).read_bytes() for name in originals}
    run(capsys, *flags, ".")
    assert once == {name: Path(name).read_bytes() for name in originals}


YAML = """\
# The tools of an agent.
- name: export_notes   # keep this name
  description: Write the notes of one folder to a file and return its path.
  parameters:
    type: object
    title: export_notesArguments
    properties:
      # where from
      folder: {type: string, title: Folder, description: Folder to export.}   # by its path
      format:
        type: string
        description: "Output format: markdown, html, or pdf"   # closed
      limit: {type: integer, description: Most notes. Defaults to 20.}
    required: [folder, format]
- name: list_flags
  description: List the flags that are set for one account.
  parameters:
    type: object
    properties:
      all:
        type: string
        enum: ["true", "false"]
        description: Whether hidden flags are listed too.
"""
FIXED = """\
# The tools of an agent.
- name: export_notes   # keep this name
  description: Write the notes of one folder to a file and return its path.
  parameters:
    type: object
    properties:
      # where from
      folder: {type: string, description: Folder to export.}   # by its path
      format:
        type: string
        description: "Output format: markdown, html, or pdf"   # closed
"""


def test_yaml_keeps_its_comments_and_style(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.yaml").write_text(YAML, encoding="utf-8")
    run(capsys, "--fix", "t.yaml")
    text = Path("t.yaml").read_text(encoding="utf-8")
    assert text.startswith(FIXED)
    run(capsys, "--fix", "--unsafe-fixes", "t.yaml")
    text = Path("t.yaml").read_text(encoding="utf-8")
    for comment in ("# The tools of an agent.", "# keep this name", "# where from", "# by its path", "# closed"):
        assert comment in text
    assert "type: boolean" in text
    assert "default: 20" in text
    assert [one["rule"] for one in findings(capsys, "t.yaml") if one["fix"]] == []


def test_a_diff_writes_nothing_and_says_whether_something_would_change(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.yaml").write_text(YAML, encoding="utf-8")
    code, said = run(capsys, "--diff", "t.yaml")
    assert code == 1
    assert "-    title: export_notesArguments" in said
    assert Path("t.yaml").read_text(encoding="utf-8") == YAML
    Path("t.yaml").write_text(FIXED, encoding="utf-8")
    assert run(capsys, "--diff", "t.yaml")[0] == 0


def test_silenced_findings_are_not_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    text = YAML.replace("# keep this name", "# schemalint: ignore[generated-title] ours")
    Path("t.yaml").write_text(text, encoding="utf-8")
    run(capsys, "--fix", "t.yaml")
    assert Path("t.yaml").read_text(encoding="utf-8") == text
