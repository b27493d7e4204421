"""`catalog --changelog git:OLD..NEW`: which commit changed which tool, and how."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from schemalint.cli.main import main


def commit(subject: str, *tools: tuple[str, dict[str, object]], day: str) -> None:
    Path("t.json").write_text(
        json.dumps([{"name": name, "description": "Read.", "parameters": schema} for name, schema in tools])
    )
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "add", "-A"], check=True)
    env = {"GIT_COMMITTER_DATE": f"{day}T12:00:00Z", "PATH": "/usr/bin:/bin", "HOME": "/nowhere"}
    subprocess.run(["git", *identity, "commit", "-qm", subject], check=True, env=env)


def test_each_commit_that_changed_a_tool_has_a_section_the_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    wide: dict[str, object] = {"type": "object", "properties": {"a": {"type": "string"}}}
    commit("First", ("read_it", wide), day="2026-01-01")
    subprocess.run(["git", "tag", "v1"], check=True)
    commit("Ask for <b>a</b>\u202e", ("read_it", {**wide, "required": ["a"]}), day="2026-02-01")
    Path("other.txt").write_text("x")
    commit("Nothing of tools", ("read_it", {**wide, "required": ["a"]}), day="2026-03-01")
    commit("Add one", ("read_it", {**wide, "required": ["a"]}), ("new_one", {}), day="2026-04-01")
    assert 0 == main(["catalog", "t.json", "--isolated", "--changelog", "git:v1..HEAD"])
    page = capsys.readouterr().out
    assert page.index("2026-04-01: Add one") < page.index("2026-02-01: Ask for")
    assert "2026-03-01" not in page
    assert "- `read_it` (breaking): " in page
    assert "- `new_one` (" in page
    tokens = MarkdownIt("commonmark").parse(page)
    assert 3 == sum(token.type == "heading_open" for token in tokens)
    assert not any(child.type == "html_inline" for token in tokens for child in token.children or ())
    assert "\u202e" not in page
    Path("later.json").write_text(Path("t.json").read_text())
    commit("A second file", ("read_it", {}), day="2026-05-01")
    assert 0 == main(["catalog", "later.json", "--isolated", "--changelog", "git:v1..HEAD"])
    assert "`new_one` (" in capsys.readouterr().out
    assert 0 == main(["catalog", "t.json", "--isolated", "--changelog", "git:HEAD..HEAD"])
    assert capsys.readouterr().out.endswith("No tool changed.\n")


@pytest.mark.parametrize("span", ["v1..HEAD", "git:HEAD", "git:..HEAD", "git:--output=x..HEAD", "git:nope..HEAD"])
def test_a_span_that_is_none_is_refused(
    span: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    commit("First", ("read_it", {}), day="2026-01-01")
    assert 2 == main(["catalog", "t.json", "--isolated", "--changelog", span])
    assert "--changelog: " in capsys.readouterr().err
