"""Live servers through the commands: findings without lines, catalogs and canonical forms, and what is refused."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from schemalint.cli.main import main
from schemalint.cli.table import Check
from schemalint.edge import child
from schemalint.sources.mcp import clients, messages, protocol, stdio

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")

STUB = Path(__file__).with_name("stub_server.py")
README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    monkeypatch.setattr(child, "GRACE", 0.1)


def server(way: str, *words: str) -> str:
    return "stdio:" + shlex.join([sys.executable, "-S", "-I", str(STUB), way, *words])


def ended(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_findings_name_the_tool_and_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(
        capsys, "check", server("empty_cursor"), "--select", "tool-description-too-short,identical-descriptions"
    )
    assert 1 == code
    first = out.splitlines()[0]
    assert first.startswith(f"{server('empty_cursor')}: warning identical-descriptions: read_second: ")


def test_findings_in_json_have_the_pointer_into_the_list_and_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(
        capsys, "check", server("empty_cursor"), "--select", "identical-descriptions", "--output-format", "json"
    )
    [finding] = json.loads(out)["findings"]
    assert 1 == code
    assert ("read_second", "/tools/1/description", server("empty_cursor")) == (
        finding["tool"],
        finding["pointer"],
        finding["path"],
    )
    assert {"line": None, "column": None, "end_line": None, "end_column": None} == {
        key: finding[key] for key in ("line", "column", "end_line", "end_column")
    }
    assert [None] == [place["line"] for place in finding["related"]]


def test_a_server_that_fails_is_broken_and_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "check", server("dies"), "--output-format", "json")
    [broken] = json.loads(out)["broken"]
    assert (2, None, None) == (code, broken["line"], broken["column"])
    assert broken["reason"].endswith("cannot open\\tthe vault | key is s3cr3t-value")


def test_a_broken_tool_of_a_server_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "check", server("duplicate"))
    assert 2 == code
    assert f"{server('duplicate')} at /tools/1/inputSchema/type: not checked: tool `delete_note`: duplicate key `type`" in out


def test_the_noise_of_a_server_is_a_note_that_can_do_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = ended(capsys, "canon", server("noise"))
    assert 0 == code
    assert "note: " in err
    assert "`Server is up`, `\\x1b[31mred\\x1b[0m`" in err


def test_standard_error_is_shown_to_those_who_ask(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the vault" not in ended(capsys, "canon", server("flood"))[2]
    told = ended(capsys, "canon", "-v", server("flood"))[2].splitlines()
    assert [f"note: {server('flood')}: standard error: trouble with the vault"] * 50 == told


def test_a_catalog_of_a_server_is_that_of_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    import importlib.util

    spec = importlib.util.spec_from_file_location("stub_server", STUB)
    assert spec is not None
    assert spec.loader is not None
    stub = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stub)
    answer = stub.honest({"id": 2, "method": "tools/list"})
    Path("list.json").write_text(json.dumps({"jsonrpc": "2.0", **answer, "serverInfo": stub.INFO}))
    for words in (("catalog",), ("canon", "--digest")):
        code, out, _ = ended(capsys, *words, server("honest"))
        listed = ended(capsys, *words, "list.json")
        assert (0, out) == (listed[0], listed[1].replace(" · [`list.json`](list.json)", ""))
        assert 0 == code
        assert "read_note" in out


@pytest.mark.parametrize("words", [("check", "--fix", "--unsafe-fixes"), ("check", "--diff")])
def test_a_server_cannot_be_mended(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, _ = ended(capsys, *words, server("empty_cursor"), "--select", "ALL")
    assert "fixable" not in out
    assert code == (0 if "--diff" in words else 1)
    assert not [path for path in Path().iterdir() if path.name != ".git"]


def test_a_server_cannot_be_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = ended(capsys, "canon", "--write", server("honest"))
    assert 2 == code
    assert server("honest") in err


def test_the_servers_of_a_configuration_are_checked_where_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(server("honest").removeprefix("stdio:"))
    Path("mcp.json").write_text(json.dumps({"mcpServers": {"notes": {"command": words[0], "args": words[1:]}}}))
    code, out, _ = ended(capsys, "check", "mcp.json", "--connect", "--timeout", "10")
    assert (0, "2 tools") == (code, out.splitlines()[-1][:7])
    code, out, _ = ended(capsys, "canon", "--digest", "mcp.json", "--connect", "--server", "notes")
    assert (0, "notes (2 tools)") == (code, out.splitlines()[-1].split("  ")[1])
    code, _, err = ended(capsys, "canon", "mcp.json", "--connect", "--server", "mail")
    assert (2, True) == (code, "has no server `mail`; its servers: `notes`" in err)


def test_what_the_readme_says_of_live_servers_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    section = README.split("### Live MCP servers")[1].split("\n## ")[0]
    flags = {flag for option in Check.every() for flag in option.flags}
    assert set(re.findall(r"(?<=[` ])--[a-z-]+", section)) <= flags
    for name in ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setattr(sys, "platform", "linux")
    assert sorted(stdio.environment({})) == re.findall(r"`([A-Z]+)`", section.partition("`--pass-env")[0])
    assert f"{protocol.MAX_PAGES} pages, {protocol.MAX_ITEMS:,} tools" in " ".join(section.split())
    assert f"revisions {messages.HANDSHAKE[0]} to {messages.STATELESS}." in " ".join(section.split())
    for folder in ("Cursor", "Zed", "Gemini", "Codex", "Claude"):
        assert folder in section
        assert f".{folder.lower()}" in clients.EDITORS
