"""What leaves the program: files only where they belong, lines that no CI runs, and never more than a reader can use."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from difflib import unified_diff
from pathlib import Path

import pytest

from schemalint.cli.fixes import unified
from schemalint.cli.main import main
from schemalint.reports import report as reports
from schemalint.sources import Source

TOOL = '[{"name":"read_page","description":"Read the page of today.","inputSchema":{"type":"object","properties":{}}}]'


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with tools, beside a file of its owner."""
    for name in ("CI", "GITHUB_ACTIONS", "TF_BUILD"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    (tmp_path / "clone" / "tools.json").write_text(TOOL)
    (tmp_path / "mine").write_text("mine\n")
    monkeypatch.chdir(tmp_path / "clone")
    return tmp_path / "clone"


@pytest.mark.parametrize(
    "words",
    [
        ["catalog", "tools.json", "-o"],
        ["export", "tools.json", "--to", "openai", "-o"],
        ["check", "tools.json", "--output-file"],
        ["lock", "tools.json", "--file"],
    ],
    ids=lambda words: str(words[0]),
)
def test_no_command_writes_through_a_link_that_leads_out(
    clone: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    (clone / "out.json").symlink_to("../mine")
    assert 2 == main([*words, "out.json"])
    assert f"out.json: not written, it leads to {clone.parent}/mine, outside {clone}" in capsys.readouterr().err
    assert "mine\n" == (clone.parent / "mine").read_text()


def test_no_command_writes_into_a_folder_that_leads_out(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (clone / "docs").symlink_to("..", target_is_directory=True)
    assert 2 == main(["catalog", "tools.json", "-o", "docs/page.md"])
    assert f"docs/page.md: not written, it leads to {clone.parent}/page.md, outside {clone}" in capsys.readouterr().err
    assert not (clone.parent / "page.md").exists()


@pytest.mark.parametrize("words", [["canon", "--write"], ["check", "--fix", "--set", "strict", "--unsafe-fixes"]], ids=str)
def test_a_named_link_that_leads_out_is_not_rewritten(
    clone: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    before = TOOL.replace("Read the", "Read\u200b  the")
    (clone.parent / "far.json").write_text(before)
    (clone / "near.json").symlink_to("../far.json")
    main([*words, "near.json"])
    assert f"near.json: not written, it leads to {clone.parent}/far.json, outside {clone}" in capsys.readouterr().err
    assert before == (clone.parent / "far.json").read_text()


def test_a_path_that_the_user_wrote_may_be_outside(clone: Path) -> None:
    assert 0 == main(["catalog", "tools.json", "-o", "../page.md"])
    assert "read_page" in (clone.parent / "page.md").read_text()


def test_what_a_killed_run_left_is_removed_by_a_later_one(clone: Path) -> None:
    left, running = (clone / f".schemalint-{sign * 24}.tmp" for sign in "ab")
    other, link = clone / ".schemalint-mine.tmp", clone / f".schemalint-{'c' * 24}.tmp"
    for path in (left, running, other):
        path.write_text("half")
    link.symlink_to("../mine")
    for path in (left, other, clone.parent / "mine"):
        os.utime(path, (0, 0))
    assert 0 == main(["catalog", "tools.json", "-o", "page.md"])
    assert [False, True, True, True] == [path.exists() for path in (left, running, other, link)]


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize("file", ["-", "/dev/stdout"])
def test_standard_output_can_be_named(capsys: pytest.CaptureFixture[str], file: str) -> None:
    assert 0 == main(["catalog", "tools.json"])
    expected = capsys.readouterr().out
    assert 0 == main(["catalog", "tools.json", "-o", file])
    assert expected == capsys.readouterr().out
    assert not Path("-").exists()


@pytest.mark.usefixtures("clone")
def test_the_null_device_takes_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["export", "tools.json", "--to", "openai", "-o", "/dev/null"])
    assert "" == capsys.readouterr().out


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize("form", ["json", "text", "markdown"])
def test_an_unreadable_input_has_a_word_on_the_screen_when_the_report_is_a_file(
    capsys: pytest.CaptureFixture[str], form: str
) -> None:
    Path("torn.json").write_text('[{"name": "a", ')
    assert 2 == main(["check", "torn.json", "--output-format", form, "--output-file", "report"])
    assert capsys.readouterr().err.startswith("error: torn.json:1:16: not checked: ")


DIFF = """- name: read_page
  description: |
    Read  a page.
    ::add-mask::page
    x ##[error]no   {}
  inputSchema:
    type: object
"""


@pytest.mark.parametrize("variable", ["CI", "GITHUB_ACTIONS", "TF_BUILD"])
def test_a_line_of_a_diff_is_not_a_command_of_the_ci(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], variable: str
) -> None:
    (clone / "t.yaml").write_text(DIFF.replace("{}", "\u200b"))
    main(["check", "t.yaml", "--diff", "--set", "strict", "--unsafe-fixes"])
    exact = capsys.readouterr().out
    assert "\n+    x ##[error]no\n" in exact
    assert "::add-mask::" not in exact
    monkeypatch.setenv(variable, "true")
    main(["check", "t.yaml", "--diff", "--set", "strict", "--unsafe-fixes"])
    assert exact.replace("##[", r"#\x23[") == capsys.readouterr().out


CONTEXT = [
    *("a", "  ::error::x", "b", "c", "d", "##[group]e", "f", "g", "h", "::stop-commands::i", "j", "k", "l"),
    *("m", " ::add-mask::n", "o", "p", "q", "r", "s", "t"),
]


@pytest.mark.parametrize("changed", range(len(CONTEXT)))
@pytest.mark.parametrize("also", [None, 4, 12])
def test_a_diff_shows_no_line_around_a_change_that_a_ci_would_run_and_is_a_patch_all_the_same(
    tmp_path: Path, changed: int, also: int | None
) -> None:
    old = "".join(f"{line}\n" for line in CONTEXT)
    new = "".join(f"{line}{'!' if number in (changed, also) else ''}\n" for number, line in enumerate(CONTEXT))
    diff = "".join(unified(Source("f", "", (), text=old), Source("f", "", (), text=new)))
    assert not [line for line in diff.splitlines() if line[:1] == " " and line.lstrip().startswith(("::", "##["))]
    if shutil.which("patch") is None:
        pytest.skip("there is no `patch`")
    (tmp_path / "f").write_text(old)
    done = subprocess.run(["patch", "-s", "f"], cwd=tmp_path, input=diff, text=True, capture_output=True, check=False)
    assert ("", new) == (done.stdout, (tmp_path / "f").read_text())


def test_a_diff_without_such_lines_is_what_every_tool_prints() -> None:
    lines = [f"{n}\n" for n in range(60)]
    for changed in ([3], [3, 9], [3, 11], [0], [59], [20, 21, 40]):
        new = [f"{line[:-1]}!\n" if n in changed else line for n, line in enumerate(lines)]
        expected = "".join(unified_diff(lines, new, "f", "f"))
        found = unified(Source("f", "", (), text="".join(lines)), Source("f", "", (), text="".join(new)))
        assert expected == "".join(found)


@pytest.mark.parametrize("form", ["text", "github", "markdown"])
def test_a_name_without_end_is_cut_in_every_line_and_its_length_shown(
    clone: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    wrong = {f"p{i}": {"type": "wrong", "description": "A page."} for i in range(20)}
    schema = {"type": "object", "properties": wrong}
    (clone / "t.json").write_text(json.dumps([{"name": "q" * 30_000, "description": "Read.", "inputSchema": schema}]))
    assert 1 == main(["check", "t.json", "--output-format", form])
    out = capsys.readouterr().out
    assert "q" * 200 + "… (30000 characters)" in out
    assert len(out) < 60_000


def test_findings_beyond_the_limit_are_counted(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {f"p{i}": {"type": "wrong", "description": "A page."} for i in range(9)}
    schema = {"type": "object", "properties": wrong}
    (clone / "t.json").write_text(json.dumps([{"name": "read_page", "description": "Read a page.", "inputSchema": schema}]))
    monkeypatch.setattr(reports, "MOST_LISTED", 4)
    main(["check", "t.json", "--output-format", "json", "--select", "unknown-type"])
    whole = json.loads(capsys.readouterr().out)
    assert (4, 5, 9) == (len(whole["findings"]), whole["truncated"], whole["summary"]["errors"])
    main(["check", "t.json", "--select", "unknown-type"])
    assert ["1 tool in 1 file: 9 errors, 0 warnings, 5 of them not listed"] == capsys.readouterr().out.splitlines()[4:]
