"""Commands on Python files whose tools are functions: what is printed where, what a comment silences, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schemalint.cli.main import main

SERVER = '''\
from typing import Literal

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("library")


@mcp.tool()
def store_book(
    title: str,
    mode: str = "fast",{comment}
    size: {kind} = "a",
) -> str:
    """Store one book in the archive of the library."""
    return title
'''


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)


def write(comment: str = "", kind: str = 'Literal["a", "b"]') -> None:
    Path("server.py").write_text(SERVER.format(comment=comment, kind=kind), encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main([words[0], "--isolated", *words[1:]])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_findings_stand_at_the_parameter_and_a_comment_on_its_line_silences_them(capsys: pytest.CaptureFixture[str]) -> None:
    write()
    words = ("check", "server.py", "--select", "selector-without-enum", "--show", "info")
    _, out, err = run(capsys, *words)
    assert ("server.py:11:5: info selector-without-enum: store_book: `mode` has no `enum`", "") == (
        out.partition(" and ")[0],
        err,
    )
    write("  # schemalint: ignore[selector-without-enum]")
    assert "1 tool in 1 file: nothing found, 1 suppressed\n" == run(capsys, *words)[1]


def test_the_json_report_addresses_what_the_framework_sends(capsys: pytest.CaptureFixture[str]) -> None:
    write()
    _, out, _ = run(capsys, "check", "server.py", "--select", "selector-without-enum", "--output-format", "json")
    (found,) = json.loads(out)["findings"]
    assert ("/store_book/inputSchema/properties/mode", 11, 5, 11, 9) == (
        *(found[key] for key in ("pointer", "line", "column")),
        *(found[key] for key in ("end_line", "end_column")),
    )


def test_a_tool_that_is_seen_whole_has_bytes_and_a_place_in_the_catalog(capsys: pytest.CaptureFixture[str]) -> None:
    write()
    code, out, err = run(capsys, "canon", "server.py")
    (tool,) = json.loads(out)
    assert (0, "", "store_book", ["a", "b"]) == (code, err, tool["name"], tool["parameters"]["properties"]["size"]["enum"])
    code, out, err = run(capsys, "catalog", "server.py")
    assert (0, "", True, False) == (code, err, "</a>`store_book`" in out, "Approximate" in out)


def test_a_tool_that_is_seen_in_part_is_told_marked_and_has_no_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    write(kind="Size")
    told = (
        "note: server.py: 1 tool is read in part, first `store_book` on line 12: `Size` is a type that is not defined"
        " in this file; --import reads it whole\n"
    )
    code, out, err = run(capsys, "canon", "server.py")
    assert (2, "") == (code, out)
    assert told in err
    assert "`store_book` was read without running its code, so its exact bytes are not known" in err
    code, out, err = run(capsys, "catalog", "server.py")
    assert (0, told, True) == (code, err, "Approximate" in out)
    _, out, err = run(capsys, "check", "server.py", "--select", "type-missing", "--select", "selector-without-enum")
    assert (told, True, False) == (err, "selector-without-enum" in out, "type-missing" in out)


def test_a_file_is_never_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    write()
    before = Path("server.py").read_text(encoding="utf-8")
    _, _, err = run(capsys, "check", "server.py", "--fix", "--unsafe-fixes", "--extend-select", "ALL")
    assert "Python files are edited by hand" in err
    code, _, err = run(capsys, "canon", "--write", "server.py")
    assert (2, True) == (code, "server.py: Python files are edited by hand" in err)
    assert before == Path("server.py").read_text(encoding="utf-8")


def test_nothing_of_a_module_runs(capsys: pytest.CaptureFixture[str]) -> None:
    write()
    text = Path("server.py").read_text(encoding="utf-8")
    Path("server.py").write_text(f"open('ran', 'w')\n{text}\nraise SystemExit(7)\n", encoding="utf-8")
    assert "1 tool in 1 file" in run(capsys, "check", "server.py", "--select", "duplicate-name")[1]
    assert not Path("ran").exists()
