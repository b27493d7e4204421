"""Bounds: what a report repeats of a definition, how much of it is listed, and how much a document may hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemalint.cli.main import main
from schemalint.model import Json
from schemalint.reports import comparison, formats, report
from schemalint.sources import limits

LONG = "n" * 300_000


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def tool(name: str = "get_user", **properties: Json) -> dict[str, Json]:
    return {"name": name, "description": "Get a user.", "inputSchema": {"type": "object", "properties": properties}}


def write(path: str, *tools: Json) -> None:
    Path(path).write_text(json.dumps(tools), encoding="utf-8")


def output(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# ------------------------------------------------------------------------------------------------------------ what is repeated

LONG_ONES: dict[str, list[Json]] = {
    "tool": [tool(LONG, **{f"p{i}": {"type": "strng"} for i in range(20)})],
    "parameter": [
        tool("get_user", **{LONG: {"type": "object", "properties": {f"p{i}": {"type": "strng"} for i in range(20)}}})
    ],
    "value": [tool(p={"type": "string", "enum": [LONG, LONG], "default": LONG[1:]})],
    "keyword": [tool(p={"type": LONG, LONG: 1, "$ref": f"#/{LONG}"})],
}


@pytest.mark.parametrize("kind", LONG_ONES)
@pytest.mark.parametrize("format_", formats.names())
def test_a_report_stays_small_however_long_a_name_or_value_is(
    capsys: pytest.CaptureFixture[str], format_: str, kind: str
) -> None:
    write("tools.json", *LONG_ONES[kind])
    code, out, err = output(capsys, "check", "tools.json", "--set", "strict", "--output-format", format_)
    pages = 600_000 if format_ == "sarif" else 0  # it holds the page of every rule
    assert (1, "") == (code, err)
    assert len(out) < 250_000 + pages
    assert "n" * 2_100 not in out


@pytest.mark.parametrize("kind", ["tool", "parameter", "keyword"])  # old and new values are what a diff is for
@pytest.mark.parametrize("format_", formats.names())
def test_the_report_of_a_diff_stays_small_too(capsys: pytest.CaptureFixture[str], format_: str, kind: str) -> None:
    write("old.json", *LONG_ONES[kind])
    write("new.json", tool("other"))
    _, out, _ = output(capsys, "diff", "old.json", "new.json", "--output-format", format_)
    assert len(out) < 1_000_000
    assert format_ in ("json", "json-lines") or "n" * 2_100 not in out


def test_a_name_that_is_cut_says_how_long_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    write("tools.json", *LONG_ONES["tool"])
    _, out, _ = output(capsys, "check", "tools.json", "--output-format", "json")
    names = {finding["tool"] for finding in json.loads(out)["findings"]}
    assert {f"{'n' * 1_000}… (300000 characters)"} == names


def test_a_pointer_that_is_cut_says_how_long_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    write("tools.json", *LONG_ONES["parameter"])
    _, out, _ = output(capsys, "check", "tools.json", "--select", "unknown-type", "--output-format", "json")
    found = json.loads(out)["findings"]
    assert 20 == len(found)
    assert all(one["pointer"].endswith(" characters)") and len(one["pointer"]) < 1_100 for one in found)


def test_names_of_usual_length_are_exact_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    write("tools.json", tool("n" * 1_000, **{"p" * 500: {"type": "strng"}}))
    _, out, _ = output(capsys, "check", "tools.json", "--select", "unknown-type", "--output-format", "json")
    (found,) = json.loads(out)["findings"]
    assert ("n" * 1_000, f"/0/inputSchema/properties/{'p' * 500}/type") == (found["tool"], found["pointer"])


def test_losses_of_an_export_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    write("tools.json", *LONG_ONES["parameter"])
    _, _, err = output(capsys, "export", "--to", "gemini", "tools.json")
    assert "loss: get_user: /parameters/properties/nnn" in err
    assert len(err) < 100_000


def test_losses_beyond_a_limit_are_counted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schemalint.cli.export._MOST_LOSSES", 3)
    write("tools.json", *LONG_ONES["parameter"])
    _, _, err = output(capsys, "export", "--to", "gemini", "tools.json")
    assert 3 == err.count("loss: ")
    assert " more losses are not listed\n" in err


def test_a_tool_that_cannot_be_read_is_named_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    Path("tools.json").write_text(f'[{{"name": "{LONG}", "description": "d", "description": "e"}}]')
    for format_ in formats.names():
        code, out, _ = output(capsys, "check", "tools.json", "--output-format", format_)
        assert 2 == code
        assert "n" * 2_100 not in out


# --------------------------------------------------------------------------------------------------------------- what is listed


def test_changes_beyond_a_limit_are_counted_in_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "MOST_CHANGES", 3)
    write("old.json", *(tool(f"get_{index}") for index in range(8)))
    write("new.json", tool("get_0"))
    _, out, _ = output(capsys, "diff", "old.json", "new.json", "--output-format", "json")
    whole = json.loads(out)
    assert (3, 4) == (len(whole["changes"]), whole["truncated"])


@pytest.mark.parametrize("format_", ["text", "json", "json-lines", "github", "junit", "sarif", "rdjson", "gitlab"])
def test_what_cannot_be_read_is_counted_beyond_a_limit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    monkeypatch.setattr(report, "MOST_LISTED", 5)
    Path("tools.jsonl").write_text(f"{json.dumps(tool())}\n" + "{oops\n" * 40)
    code, out, _ = output(capsys, "check", "tools.jsonl", "--output-format", format_)
    assert 2 == code
    assert 5 <= out.count("expected a key") <= 10  # in JUnit and others a message may stand twice
    assert format_ not in ("text", "json") or "35" in out


# ----------------------------------------------------------------------------------------------------- what a document may hold


def nested(levels: int) -> Json:
    return {"type": "string"} if levels == 0 else {"anyOf": [nested(levels - 1)] * 2}


def too_large() -> Iterator[tuple[str, str, str]]:
    """A file, its text, and the limit that it is over."""
    yield "one.json", json.dumps([tool(a=nested(14))]), "holds more than 20,971 values"
    yield "enum.json", json.dumps([tool(a={"enum": list(range(30_000))})]), "holds more than 20,971 values"
    yield (
        "all.json",
        json.dumps([tool(f"t{i}", a=nested(11)) for i in range(14)]),
        "holds more than 105,417 values in its tools",
    )
    yield (
        "tools.json",
        json.dumps([{"name": f"t{i}", "description": ""} for i in range(11_000)]),
        "holds more than 10,485 tools",
    )
    yield (
        "values.json",
        f'[{{"name": "a", "description": "b", "parameters": [{"1," * 500_000}1]}}]',
        "holds more than 419,430 values",
    )
    yield "lines.jsonl", f"{json.dumps(tool())}\n{json.dumps(tool('b', a=nested(14)))}\n", "holds more than 20,971 values"
    yield "alias.yaml", f"x: &x [{', '.join('a' * 1 for _ in range(300))}]\ny: [{', '.join(['*x'] * 300)}]\n", "65,536 values"
    yield "long.yaml", "- name: a\n  description: b\n" * 30_000, "holds more than 65,536 values"
    yield "text.yaml", f"- name: a\n  description: {'b ' * 2_200_000}\n", "holds more than 4194304 bytes"
    yield "code.py", "def f(): ...\n" * 90_000, "holds more than 1048576 bytes"


@pytest.mark.parametrize(("path", "text", "reason"), [pytest.param(*one, id=one[0]) for one in too_large()])
def test_what_holds_too_much_is_refused_with_the_limit(
    capsys: pytest.CaptureFixture[str], path: str, text: str, reason: str
) -> None:
    Path(path).write_text(text, encoding="utf-8")
    code, out, err = output(capsys, "check", path)
    assert (2, "") == (code, err)
    assert reason in out
    assert "--max-file-size raises the limit" in out


def test_only_the_tool_that_is_too_large_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    write("tools.json", tool("big", a=nested(14)), tool("typo", a={"type": "strng"}))
    code, out, _ = output(capsys, "check", "tools.json")
    assert 2 == code
    assert "tools.json:1:2: not checked: tool `big`: holds more than 20,971 values" in out
    assert "unknown-type: typo:" in out


def test_every_limit_rises_with_the_one_on_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    write("tools.json", tool("big", a=nested(14)))
    assert 2 == output(capsys, "canon", "tools.json")[0]
    assert 0 == output(capsys, "canon", "tools.json", "--max-file-size", "64MiB")[0]


def test_large_sets_of_usual_tools_are_within_the_limits() -> None:
    most = 16 * 2**20
    assert limits.most_tools(most) >= 10_000
    assert limits.most_values_of(10_000, most) >= 10_000 * 40
    assert limits.most_tool_values(most) > 50 * 346  # the largest tool of 1,111 real ones


@pytest.mark.parametrize("command", ["canon", "catalog", "lock", "export", "diff"])
def test_no_command_works_on_what_holds_too_much(capsys: pytest.CaptureFixture[str], command: str) -> None:
    write("tools.json", tool("big", a=nested(14)))
    words = {"export": ["--to", "openai"], "diff": ["tools.json"]}.get(command, [])
    code, out, err = output(capsys, command, "tools.json", *words)
    assert 2 == code
    assert "holds more than 20,971 values" in out + err
    assert ["tools.json"] == [path.name for path in Path().iterdir()]
