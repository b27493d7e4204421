"""`check --since REV`: only what a branch adds."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main

BAD = {
    "name": "get_order",
    "description": "Fetch an order by its number.",
    "inputSchema": {"type": "object", "properties": {"ids": {"type": "array", "description": "Numbers."}}},
}


def git(*words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], check=True, capture_output=True)


def saved(path: str, *tools: Any) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps(list(tools), indent=1))


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    git("init", "-q", "-b", "main")
    saved("tools/a.json", BAD)
    git("add", "-A")
    git("commit", "-qm", "first")
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["check", *words])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_what_was_there_at_the_revision_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, "1 tool in 1 file: no new findings (1 at main)\n") == check(capsys, "--since", "main")
    saved("tools/a.json", {**BAD, "name": "get_news"}, BAD)
    saved("tools/b.json", BAD)
    code, out = check(capsys, "tools", "--since", "main")
    assert 1 == code
    assert ["tools/a.json", "tools/b.json"] == sorted(line.split(":")[0] for line in out.splitlines() if ": error " in line)
    assert re.search(r"(?m)^3 tools in 2 files: 2 errors, \d+ warnings?.*, 1 at main$", out), out


def test_it_works_below_the_top_and_for_single_files(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository / "tools")
    for source in ("a.json", ".", "*.json", "../tools"):
        assert (0, "1 tool in 1 file: no new findings (1 at HEAD)\n") == check(capsys, source, "--since", "HEAD"), source


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--since", "nowhere"], "error: --since nowhere: "),
        (["--since", "main", "--baseline", "b.json"], "error: --since and a baseline both say what is known; use one of them"),
        (["git:main:tools", "--since", "main"], "and `git:main:tools` is at a revision itself"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, *words)
    assert (2, True) == (code, message in out), out
