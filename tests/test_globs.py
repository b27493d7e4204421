"""Glob patterns and ignore files: what fits, what is refused, and that no pattern takes long."""

from __future__ import annotations

import random
import subprocess
import time
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from schemalint import globs
from schemalint.cli.main import main
from schemalint.sources.find import Remark, candidates
from schemalint.sources.ignores import ignored, parsed


def test_a_name_fits_as_the_standard_library_says() -> None:
    rand = random.Random(1)
    for _ in range(20_000):
        pattern = "".join(rand.choice("aab*?[!]-c") for _ in range(rand.randrange(9)))
        text = "".join(rand.choice("aabc") for _ in range(rand.randrange(9)))
        if "[" not in pattern:
            assert fnmatchcase(text, pattern) == globs.fits(globs.segment(pattern), text), (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("[a-c]*", "bat", True),
        ("[!a-c]*", "bat", False),
        ("[^a-c]*", "zoo", True),
        ("[]x]", "]", True),
        ("[a-]", "-", True),
        ("[[:digit:]_]x", "7x", True),
        ("[a&&b]", "&", True),
        ("*?z", "z", False),
        ("", "", True),
        ("***", "", True),
    ],
)
def test_brackets_and_stars(pattern: str, text: str, expected: bool) -> None:
    assert expected == globs.fits(globs.segment(pattern), text)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("[z-a].json", "has the range `z-a`, which is empty"),
        ("[!9-0]", "has the range `9-0`, which is empty"),
        ("tools[.json", "has a `[` that is not closed"),
        ("[[:letters:]]", "has the unknown class `[:letters:]`"),
        ("a" * 5000, "is longer than 4096 characters"),
    ],
)
def test_a_pattern_that_cannot_be_meant_is_refused_with_a_reason(pattern: str, reason: str) -> None:
    with pytest.raises(globs.BadPattern) as caught:
        globs.segment(pattern)
    assert reason == str(caught.value)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("*e" * 60 + "x.json", "e" * 240 + ".json"),
        ("?*" * 100 + "x", "q" * 250),
        ("[ab]*" * 80 + "c", "ab" * 120),
    ],
)
def test_many_stars_over_a_long_name_take_no_time(pattern: str, name: str) -> None:
    start = time.process_time()
    assert not globs.fits(globs.segment(pattern), name)
    assert time.process_time() - start < 0.5


def test_many_folders_of_any_depth_take_no_time() -> None:
    start = time.process_time()
    assert not globs.fits_path(globs.path("**/d/" * 40 + "x"), ["d"] * 400)
    assert globs.fits_path(globs.path("**/d/" * 40 + "x"), [*["d"] * 400, "x"])
    assert time.process_time() - start < 0.5


# -------------------------------------------------------------------------------------------------------------- ignore files

LINES = (
    "*.log", "build", "build/", "/top", "/top/", "a/b", "a/*", "a/**", "**/b", "a/**/b", "**", "*", "!b", "!a/b", "!*.json",
    "\\#x",
    "\\!x", "# c", "", "x ", "x\\ ", "[ab]", "[!a]", "a?", "b/", "!b/", "/a/b/", "*b*", "a/*/b", "a**b", "b.json", "!/b.json",
)  # fmt: skip
PATHS = (
    "a",
    "b",
    "a/b",
    "a/b/a",
    "a/a/b",
    "b/a",
    "b/b.json",
    "x",
    "x ",
    "#x",
    "!x",
    "top",
    "a/top",
    "build",
    "a/build/b",
    "b.json",
)


def test_ignore_files_mean_what_git_means(tmp_path: Path) -> None:
    rand = random.Random(3)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for _ in range(30):
        text = "\n".join(rand.sample(LINES, rand.randrange(1, 6))) + "\n"
        (tmp_path / ".gitignore").write_text(text, encoding="utf-8")
        told = subprocess.run(
            ["git", "-c", "core.quotePath=false", "check-ignore", "--stdin", "-z", "--no-index"],
            cwd=tmp_path,
            input="\0".join(PATHS),
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split("\0")
        file = parsed("/r", text)
        for path in PATHS:
            steps = path.split("/")
            outer = ["/".join(steps[:n]) for n in range(1, len(steps))]
            ours = any(ignored(f"/r/{folder}", (file,), is_folder=True) for folder in outer) or ignored(
                f"/r/{path}", (file,), is_folder=False
            )
            assert (path in told) == ours, (text, path)


TOOL = '[{"inputSchema": {"type": "object", "properties": {}}, "name": "read_page", "description": "Read the page of today."}]'


def folder(tmp_path: Path, ignores: str, *names: str) -> Path:
    (tmp_path / ".gitignore").write_text(ignores, encoding="utf-8")
    for name in names:
        (tmp_path / name).write_text(TOOL, encoding="utf-8")
    return tmp_path


def test_a_line_that_no_file_can_fit_is_one_note_and_the_others_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder(tmp_path, "drop.json\n[9-0].json\n*\\\n", "keep.json", "drop.json"))
    main(["check", "."])
    out, err = capsys.readouterr()
    assert "1 tool in 1 file" in out
    assert [
        "note: .gitignore:2: the pattern has the range `9-0`, which is empty, so the line is ignored",
        "note: .gitignore:3: the pattern ends with a backslash, so the line is ignored",
    ] == err.splitlines()


def test_a_list_without_end_is_cut_with_a_note(tmp_path: Path) -> None:
    found = list(candidates(".", folder(tmp_path, "x*y*z*\n" * 5_000 + "keep.json\n", "keep.json")))
    assert [
        Remark(Path(".gitignore:1001"), "from here on ignored; at most 10000 lines and 1000 patterns are used"),
        Path("keep.json"),
    ] == found


@pytest.mark.parametrize("line", ["*z*z*z*z*z*z*z*z*z*z*y.json", "**/z/**/z/**/z/**/z/**/z/**/y", "[z]*[z]*[z]*[z]*[z]*[z]*y"])
def test_no_ignore_line_holds_a_walk_up(tmp_path: Path, line: str) -> None:
    folder(tmp_path, line + "\n", "z" * 240 + ".json")
    (tmp_path / "/".join("z" * 50)).mkdir(parents=True)
    start = time.process_time()
    assert ["z" * 240 + ".json"] == [str(found) for found in candidates(".", tmp_path)]
    assert time.process_time() - start < 2


@pytest.mark.parametrize("argument", ["t/[z-a].json", "[!].yaml", "**/[[:nope:]]"])
def test_an_argument_that_is_a_bad_pattern_is_an_error_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argument: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert 2 == main(["check", argument])
    assert f"{argument}: not checked: is not a usable glob: it has " in capsys.readouterr().out


def test_a_bad_pattern_of_tool_names_is_an_error_of_the_configuration_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder(tmp_path, "", "a.json"))
    (tmp_path / "schemalint.toml").write_text('[per-tool-ignores]\n"ok_*" = ["enum-drift"]\n"job_[z-a]" = ["enum-drift"]\n')
    assert 2 == main(["check", "."])
    assert "error: schemalint.toml:3: the pattern `job_[z-a]` has the range `z-a`, which is empty\n" == capsys.readouterr().err


# --------------------------------------------------------------------------------------------------------------------- links


def test_a_link_out_of_the_working_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = tmp_path / "clone"
    clone.mkdir()
    folder(clone, "", "tools.json")
    (tmp_path / "mine.json").write_text(TOOL)
    (clone / "alias.json").symlink_to("../mine.json")
    monkeypatch.chdir(clone)
    main(["canon", "--write", "."])
    out, err = capsys.readouterr()
    assert ["tools.json: rewritten"] == out.splitlines()
    assert [f"note: alias.json: is a link to {tmp_path}/mine.json, outside {clone}, and is not read"] == err.splitlines()
    assert TOOL == (tmp_path / "mine.json").read_text()


def test_a_file_with_links_to_it_counts_once_under_its_own_name(tmp_path: Path) -> None:
    folder(tmp_path, "", "m.json")
    for name in ("a.json", "z.json"):
        (tmp_path / name).symlink_to("m.json")
    assert [Path("m.json")] == list(candidates(".", tmp_path))
    assert [Path("a.json")] == list(candidates("[a]*.json", tmp_path))
    assert [Path("a.json")] == list(candidates("[az].json", tmp_path))


def test_a_link_to_another_part_of_the_repository_is_read(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "t").mkdir()
    folder(tmp_path, "", "m.json")
    (tmp_path / "t" / "a.json").symlink_to("../m.json")
    assert [Path("a.json")] == list(candidates(".", tmp_path / "t"))
