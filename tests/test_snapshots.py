"""Snapshot files of tests hold definitions where they are JSON, as one tool a file; those of other programs are passed over."""

import json
from pathlib import Path

import pytest

from schemalint.cli.main import main

TOOL = {"name": "wipe_table", "description": "Wipes a table for good.", "inputSchema": {"type": "object", "properties": {}}}


@pytest.mark.parametrize("argument", [".", "snaps", "snaps/*.snap", "**/*.snap"])
def test_a_folder_or_glob_of_snapshots_is_one_set(
    argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "snaps").mkdir()
    for name in ("wipe_table", "read_table"):
        (tmp_path / "snaps" / f"{name}.snap").write_text(json.dumps({**TOOL, "name": name}))
    (tmp_path / "snaps" / "page.test.snap").write_text('// Jest Snapshot v1\n\nexports[`"name" "inputSchema"`] = `<p/>`;\n')
    monkeypatch.chdir(tmp_path)
    assert main(["check", argument, "--isolated"]) == 1
    last = capsys.readouterr().out
    assert "identical-descriptions" in last  # of two tools of one set
    assert "2 tools in 2 files" in last
    assert "not checked" not in last
