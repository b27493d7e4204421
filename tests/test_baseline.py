"""A baseline: known findings are not reported, later ones are, and entries that are no longer found are pruned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main

Output = pytest.CaptureFixture[str]
FILE = "schemalint-baseline.json"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    return tmp_path


def tool(name: str, *bare: str) -> dict[str, Any]:
    """A tool whose required parameters have no description; without any it is clean."""
    described = {"path": {"type": "string", "description": "The file, relative to the project."}}
    schema = {"type": "object", "properties": {**described, **{key: {"type": "string"} for key in bare}}}
    about = f"Read what the {name.split('_')[1]} store holds, one entry a line."
    return {"name": name, "description": about, "inputSchema": {**schema, "required": ["path", *bare]}}


def saved(name: str, *tools: dict[str, Any]) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(json.dumps(list(tools), indent=1), encoding="utf-8")


def run(capsys: Output, *words: str) -> tuple[int, str, str]:
    code = main(["check", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_known_findings_pass_and_a_new_one_fails(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder"))
    assert (0, f"{FILE}: 1 finding written (1 warning)\n", "") == run(capsys, ".", "--write-baseline")
    assert (0, "1 tool in 1 file: no new findings (1 in the baseline)\n", "") == run(capsys, ".")
    saved("a.json", tool("read_mail", "folder"), tool("read_news", "channel"))
    code, out, _ = run(capsys, "a.json")
    assert 1 == code
    assert "read_news: `channel` is required and has no description" in out
    assert "read_mail" not in out
    assert out.endswith("2 tools in 1 file: 0 errors, 1 warning, 1 in the baseline\n")


def test_no_new_findings_is_said_beside_hints_that_no_baseline_lists(capsys: Output) -> None:
    hinted = tool("read_mail", "folder")
    hinted["inputSchema"]["properties"]["mode"] = {"type": "string", "description": "How to read it."}
    saved("a.json", hinted)
    run(capsys, ".", "--write-baseline")
    code, out, _ = run(capsys, ".")
    assert (0, True) == (code, "1 tool in 1 file: no new findings (1 in the baseline), 1 info\n" in out), out


def test_the_baseline_may_be_written_to_a_file_that_is_named_behind_the_equals_sign(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder"))
    assert (0, "known.json: 1 finding written (1 warning)\n", "") == run(capsys, ".", "--write-baseline=known.json")
    assert not Path(FILE).exists()
    assert (0, "1 tool in 1 file: no new findings (1 in the baseline)\n", "") == run(capsys, ".", "--baseline", "known.json")
    before = Path("a.json").read_text(encoding="utf-8")
    assert 0 == run(capsys, "--write-baseline", "a.json")[0]  # an argument behind it is a source, never overwritten
    assert before == Path("a.json").read_text(encoding="utf-8")
    assert Path(FILE).exists()
    for words in (("--write-baseline=",), ("--write-baseline=a", "--baseline", "b")):
        assert 2 == run(capsys, ".", *words)[0]


def test_a_second_parameter_does_not_hide_behind_the_first(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder"))
    run(capsys, ".", "--write-baseline")
    saved("a.json", tool("read_mail", "folder", "account"))
    assert 1 == run(capsys, ".")[0]


def test_describing_one_of_two_parameters_makes_nothing_new(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder", "account"))
    run(capsys, ".", "--write-baseline")
    saved("a.json", tool("read_mail", "account"))
    code, out, err = run(capsys, ".")
    assert (0, "1 tool in 1 file: no new findings (1 in the baseline)\n") == (code, out)
    assert f"note: {FILE}: 1 entry of the baseline is no longer found; --prune-baseline removes it\n" == err


def test_pruning_removes_what_was_fixed_and_keeps_the_rest(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder"))
    saved("b.json", tool("read_news", "channel"))
    run(capsys, ".", "--write-baseline")
    saved("a.json", tool("read_mail"))
    assert (0, f"{FILE}: 1 entry removed, 1 left\n") == run(capsys, ".", "--prune-baseline")[::2]
    assert (0, "") == run(capsys, ".")[::2]
    assert ["b.json"] == [entry["path"] for entry in json.loads(Path(FILE).read_text())["findings"]]
    Path("b.json").unlink()
    assert (0, f"{FILE}: 1 entry removed, 0 left\n") == run(capsys, ".", "--prune-baseline")[::2]


def test_a_run_on_one_file_knows_the_same_findings_and_prunes_no_others(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder"))
    saved("b.json", tool("read_mail", "folder"))
    run(capsys, "a.json", "b.json", "--write-baseline", "--ignore", "duplicate-name")
    for file in ("a.json", "b.json"):
        assert (0, "1 tool in 1 file: no new findings (1 in the baseline)\n", "") == run(capsys, file)
    run(capsys, "a.json", "--prune-baseline")
    assert ["a.json", "b.json"] == [entry["path"] for entry in json.loads(Path(FILE).read_text())["findings"]]


def test_the_file_has_a_sorted_line_a_finding_and_the_same_bytes_each_time(capsys: Output) -> None:
    saved("z.json", tool("read_mail", "folder", "account"))
    saved("a.json", tool("read_news", "channel"))
    run(capsys, "z.json", "a.json", "--write-baseline")
    first = Path(FILE).read_bytes()
    lines = first.decode().splitlines()
    assert 5 == len(lines)
    assert sorted(lines[1:-1], key=lambda line: line.rstrip(",")) == lines[1:-1]
    run(capsys, "a.json", "z.json", "--write-baseline")
    assert first == Path(FILE).read_bytes()


def test_the_configuration_names_the_file_from_its_own_folder(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("schemalint.toml").write_text('baseline = "ci/known.json"\n')
    saved("ci/readme.json", tool("read_news"))
    saved("sub/a.json", tool("read_mail", "folder"))
    run(capsys, "sub", "--write-baseline")
    assert ["../sub/a.json"] == [entry["path"] for entry in json.loads(Path("ci/known.json").read_text())["findings"]]
    monkeypatch.chdir(tmp_path / "sub")
    assert "no new findings (1 in the baseline)" in run(capsys, "a.json")[1]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (None, "there is no such baseline"),
        ("[", "is not a baseline: it is not JSON"),
        ('{"version": 9}', "is not a baseline of version 1"),
        ('{"version": 1, "findings": [{"path": 1}]}', "`findings` must be a list of objects"),
    ],
)
def test_a_baseline_that_cannot_be_read_fails_the_run(capsys: Output, content: str | None, fault: str) -> None:
    saved("a.json", tool("read_mail", "folder"))
    if content is not None:
        Path("known.json").write_text(content)
    code, _, err = run(capsys, "a.json", "--baseline", "known.json")
    assert 2 == code
    assert fault in err


def test_nothing_is_written_where_something_could_not_be_read(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder"))
    Path("b.json").write_text("{")
    code, _, err = run(capsys, "a.json", "b.json", "--write-baseline")
    assert (2, f"error: {FILE}: not written, as something could not be read: b.json\n") == (code, err)
    assert not Path(FILE).exists()


def test_json_counts_what_the_baseline_knows(capsys: Output) -> None:
    saved("a.json", tool("read_mail", "folder"))
    run(capsys, ".", "--write-baseline")
    assert 1 == json.loads(run(capsys, ".", "--output-format", "json")[1])["summary"]["baselined"]


def test_a_configuration_cannot_have_a_file_outside_of_the_repository_written(capsys: Output, tmp_path: Path) -> None:
    saved("a.json", tool("read_mail", "folder"))
    outside = tmp_path.parent / f"{tmp_path.name}-outside.json"
    Path("schemalint.toml").write_text(f"baseline = {json.dumps(str(outside))}\n")
    code, _, err = run(capsys, "a.json", "--write-baseline")
    assert 2 == code
    assert "not written" in err
    assert not outside.exists()
