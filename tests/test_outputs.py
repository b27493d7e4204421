"""Where a report goes: the default under GitHub Actions, the summary of a job, several formats in one run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from schemalint.cli.main import main

TOOL = {"name": "get_x", "description": "Fetch the x of a thing.", "inputSchema": {"properties": {"a": {"type": "array"}}}}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.json").write_text(json.dumps([TOOL]))


@pytest.fixture
def actions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    return tmp_path / "summary.md"


def test_github_actions_get_annotations_and_a_summary_unasked(actions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    actions.write_text("# Before\n")
    assert 1 == main(["check", "t.json"])
    assert capsys.readouterr().out.startswith("::error file=t.json,title=")
    assert actions.read_text().startswith("# Before\n## 1 tool in 1 file: ")
    assert "`array-without-items`" in actions.read_text()


def test_a_format_that_is_asked_for_stays_in_github_actions(actions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "t.json", "--output-format", "text"])
    main(["check", "t.json", "-o", "report.txt"])
    assert capsys.readouterr().out == Path("report.txt").read_text()
    assert not actions.exists()


def test_lock_and_diff_annotate_too(actions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("new.json").write_text(json.dumps([{**TOOL, "description": "Fetch the y of a thing."}]))
    main(["diff", "t.json", "new.json"])
    assert "::warning file=new.json," in capsys.readouterr().out
    main(["lock", "t.json"])
    Path("t.json").write_text(Path("new.json").read_text())
    main(["lock", "--check", "t.json"])
    assert "::error file=t.json,title=definition-drift," in capsys.readouterr().out
    heads = re.findall("(?m)^## .*", actions.read_text())
    assert ["## 1 behaviour", "## tools.lock.json: written, 1 tool"] == heads[:2], heads
    assert heads[2].startswith("## 1 tool differs")


def test_a_summary_that_cannot_be_written_is_a_note(actions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    actions.mkdir()
    assert 1 == main(["check", "t.json"])
    assert "note: the summary of the job could not be written: Is a directory\n" == capsys.readouterr().err


def test_several_formats_each_to_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "t.json", "--output-format", "sarif=out.sarif", "--output-format", "json=out.json"]
    assert 1 == main(words)
    assert capsys.readouterr().out.startswith("t.json:1:")  # the default stays on standard output
    assert "2.1.0" == json.loads(Path("out.sarif").read_text())["version"]
    found = json.loads(Path("out.json").read_text())["findings"]
    assert 1 == main([*words, "--output-format", "json"])
    assert found == json.loads(capsys.readouterr().out)["findings"]
    assert 1 == main([*words, "--output-format", "junit", "-o", "out.xml"])
    assert ("", True) == (capsys.readouterr().out, Path("out.xml").read_text().startswith("<?xml"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["json", "sarif"], "two formats for standard output; give one a file of its own, such as sarif=FILE"),
        (["json=a", "sarif=a"], "two formats for a; give one a file of its own"),
        (["json="], "--output-format: `json=` names no file"),
        (["srif=a"], "`srif` is not one of "),
    ],
)
def test_formats_that_would_be_mixed_are_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["check", "t.json", *(one for word in words for one in ("--output-format", word))])
    assert message in capsys.readouterr().err
    assert not Path("a").exists()


def test_color_does_not_choose_the_layout(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "t.json"])
    plain = capsys.readouterr().out
    main(["check", "t.json", "--color", "always"])
    colored = capsys.readouterr().out
    assert plain != colored
    assert plain == re.sub(r"\x1b\[[\d;]*m", "", colored)
