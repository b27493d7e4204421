"""What folders and globs leave out: by configuration, by flag, by default; tests; and that the last line counts it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schemalint.cli.main import main

TOOL = {"name": "read_note", "description": "Read one note.", "inputSchema": {"type": "object", "properties": {}}}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    top = tmp_path / "project"
    top.mkdir()
    monkeypatch.chdir(top)
    for name in ("tools.json", "tests/tools.json", "build/tools.json", "vendor/tools.json", "test_tools.json"):
        path = top / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"tools": [TOOL]}), encoding="utf-8")
    (top / "test_server.py").write_text("TOOLS = []\n", encoding="utf-8")
    return top


def read(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    main(["check", *words, "--select", "schema-invalid"])
    line = capsys.readouterr().out.splitlines()[-1]
    return int(line.split(" ")[0]), line


def test_tests_and_builds_are_left_out_of_a_walk_and_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count, line = read(capsys, ".")
    assert 3 == count
    assert "2 files of tests (`--include-tests` reads them)" in line
    assert "1 file left out by `exclude`" in line


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((".", "--include-tests"), 4),
        (("tests",), 1),
        (("build",), 1),
        (("tests/*.json",), 1),
        (("tests/tools.json", "build/tools.json"), 2),
        ((".", "--exclude", "vendor"), 2),
        ((".", "--exclude", "*.json", "--exclude", "!tools.json"), 2),
        (("tests/tools.json", "tools.json", "--force-exclude"), 1),
        (("vendor/tools.json", "tools.json", "--force-exclude", "--exclude", "vendor/"), 1),
    ],
)
def test_what_is_named_is_read_and_what_is_excluded_is_not(
    words: tuple[str, ...], expected: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected == read(capsys, *words)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('exclude = ["vendor/"]', 3),
        ('extend-exclude = ["vendor/"]', 2),
        ("include-tests = true", 4),
        ("exclude = []\ninclude-tests = true", 5),
        ('exclude = ["*.json", "!vendor/tools.json"]', 1),
    ],
)
def test_the_configuration_says_what_is_left_out(
    text: str, expected: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "schemalint.toml").write_text(text + "\n", encoding="utf-8")
    assert expected == read(capsys, ".")[0]


def test_force_exclude_in_the_configuration_serves_a_hook(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "schemalint.toml").write_text('force-exclude = true\nextend-exclude = ["vendor/"]\n', encoding="utf-8")
    assert 0 == main(["check", "vendor/tools.json", "tests/tools.json", "--ignore-unrecognized"])
    assert "1 file of tests" in capsys.readouterr().out
