"""Finding files: what a folder or glob means, in which order, and what is left out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from schemalint.sources.find import Unlisted, candidates, is_glob


def fill(root: Path, *names: str, text: str = "{}") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(argument: str, cwd: Path) -> list[str]:
    return [one.as_posix() for one in candidates(argument, cwd) if isinstance(one, Path)]


def test_a_folder_gives_its_files_in_the_order_of_their_names(tmp_path: Path) -> None:
    fill(tmp_path, "t/b.json", "t/a/z.yaml", "t/a/y.yml", "t/c.py", "t/a.jsonl", "t/B.ndjson", "t/b/c/d.json")
    assert ["t/B.ndjson", "t/a/y.yml", "t/a/z.yaml", "t/a.jsonl", "t/b/c/d.json", "t/b.json", "t/c.py"] == found("t", tmp_path)


@pytest.mark.parametrize(("argument", "prefix"), [("t", "t/"), ("t/", "t/"), ("./t", "t/"), (".", "t/"), ("../x/t", "../x/t/")])
def test_members_are_written_as_the_folder_was(tmp_path: Path, argument: str, prefix: str) -> None:
    fill(tmp_path, "x/t/a.json")
    assert [f"{prefix}a.json"] == found(argument, tmp_path / "x")


def test_an_absolute_folder_gives_absolute_members(tmp_path: Path) -> None:
    fill(tmp_path, "t/a.json")
    assert [f"{tmp_path.as_posix()}/t/a.json"] == found(str(tmp_path / "t"), Path("/"))


def test_other_files_hidden_folders_and_environments_are_left_out(tmp_path: Path) -> None:
    fill(tmp_path, "a.json", "A.JSON", ".b.json", "c.txt", "d.json.bak", "json", "e.toml")
    fill(
        tmp_path,
        ".hidden/a.json",
        "node_modules/a.json",
        "__pycache__/a.py",
        "env/pyvenv.cfg",
        "env/a.py",
        "site-packages/a.py",
    )
    assert [".b.json", "A.JSON", "a.json"] == found(".", tmp_path)


def test_a_folder_that_is_hidden_itself_is_searched_when_it_is_named(tmp_path: Path) -> None:
    fill(tmp_path, ".hidden/a.json", "node_modules/b.json")
    assert [".hidden/a.json"] == found(".hidden", tmp_path)
    assert ["node_modules/b.json"] == found("node_modules", tmp_path)


def test_a_file_is_itself_whatever_its_suffix_and_even_when_missing(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt")
    assert ["a.txt"] == found("a.txt", tmp_path)
    assert ["missing.json"] == found("missing.json", tmp_path)


def test_links_to_folders_are_not_followed_and_links_to_files_are(tmp_path: Path) -> None:
    fill(tmp_path, "t/a.json", "other/b.json")
    (tmp_path / "t" / "loop").symlink_to(tmp_path / "t", target_is_directory=True)
    (tmp_path / "t" / "out").symlink_to(tmp_path / "other", target_is_directory=True)
    (tmp_path / "t" / "link.json").symlink_to(tmp_path / "other" / "b.json")
    (tmp_path / "t" / "dangling.json").symlink_to(tmp_path / "none.json")
    (tmp_path / "t" / "self.json").symlink_to(tmp_path / "t" / "self.json")
    assert ["t/a.json", "t/link.json"] == found("t", tmp_path)


def test_a_link_that_is_named_is_searched(tmp_path: Path) -> None:
    fill(tmp_path, "t/a.json")
    (tmp_path / "link").symlink_to(tmp_path / "t", target_is_directory=True)
    assert ["link/a.json"] == found("link", tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_fifo_in_a_folder_is_no_candidate(tmp_path: Path) -> None:
    fill(tmp_path, "a.json")
    os.mkfifo(tmp_path / "b.json")
    assert ["a.json"] == found(".", tmp_path)


@pytest.mark.parametrize(
    "name", ["a\nb.json", "-rf.json", "--select=ALL.json", "@x.json", "[x].json", "*.json", "é𝒳.json", " .json"]
)
def test_odd_names_are_names(tmp_path: Path, name: str) -> None:
    fill(tmp_path, f"t/{name}")
    assert [f"t/{name}"] == found("t", tmp_path)
    assert [f"t/{name}"] == found(f"t/{name}", tmp_path)


def test_a_name_that_is_no_text_is_found(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/\xff.json"
    try:
        with open(raw, "wb"):  # noqa: PTH123
            pass
    except OSError:
        pytest.skip("this file system wants UTF-8 names")
    assert ["\udcff.json"] == found(".", tmp_path)
    assert ["\udcff.json"] == found("*.json", tmp_path)


def test_a_folder_that_cannot_be_listed_is_told_and_does_not_end_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, "t/a.json", "t/b/c.json", "t/d.json")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("/b"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert [Path("t/a.json"), Unlisted(Path("t/b"), "cannot be listed: Permission denied"), Path("t/d.json")] == list(
        candidates("t", tmp_path)
    )


def test_a_deep_tree_is_walked_without_recursion(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * 300)
    deep.mkdir(parents=True)
    (deep / "a.json").write_text("{}")
    assert [f"{'d/' * 300}a.json"] == found(".", tmp_path)


# ---------------------------------------------------------------------------------------------------------------------- globs

TREE = ("a.json", "b.yaml", "t/a.json", "t/ab.json", "t/b.txt", "t/u/a.json", "t/u/v/a.json", "w/a.json", ".h/a.json")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.json", ["a.json"]),
        ("*", ["a.json", "b.yaml"]),
        ("t/*.json", ["t/a.json", "t/ab.json"]),
        ("t/?.json", ["t/a.json"]),
        ("t/[ab]*.json", ["t/a.json", "t/ab.json"]),
        ("t/a[!x].json", ["t/ab.json"]),
        ("*/a.json", ["t/a.json", "w/a.json"]),
        ("t/**/a.json", ["t/a.json", "t/u/a.json", "t/u/v/a.json"]),
        ("**/a.json", ["a.json", "t/a.json", "t/u/a.json", "t/u/v/a.json", "w/a.json"]),
        ("**", ["a.json", "b.yaml", "t/a.json", "t/ab.json", "t/u/a.json", "t/u/v/a.json", "w/a.json"]),
        ("**/u/**", ["t/u/a.json", "t/u/v/a.json"]),
        (".h/*.json", [".h/a.json"]),
        ("./t/*b.json", ["t/ab.json"]),
        ("t/[a.json", []),
        ("none/*.json", []),
        ("*.toml", []),
    ],
)
def test_a_glob_gives_the_files_that_fit(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    fill(tmp_path, *TREE)
    assert expected == found(pattern, tmp_path)


def test_a_file_whose_name_looks_like_a_glob_is_that_file(tmp_path: Path) -> None:
    fill(tmp_path, "[a].json", "a.json")
    assert ["[a].json"] == found("[a].json", tmp_path)
    (tmp_path / "d*").mkdir()
    fill(tmp_path, "d*/b.json", "dd/c.json")
    assert ["d*/b.json"] == found("d*", tmp_path)


def test_a_glob_without_stars_for_folders_opens_no_deeper_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, *TREE)
    opened: list[str] = []
    scandir = os.scandir

    def note(path: str) -> object:
        opened.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", note)
    assert ["t/a.json", "w/a.json"] == found("*/a.json", tmp_path)
    assert 3 == len(opened)


def test_what_a_glob_is() -> None:
    assert [True, True, True, False, False] == [is_glob(text) for text in ("a*", "a?", "[a]", "a", "a]")]


# --------------------------------------------------------------------------------------------------------------- ignore files


def test_ignore_files_are_respected_the_innermost_first(tmp_path: Path) -> None:
    fill(tmp_path, "a.json", "b.json", "gen/a.json", "t/a.json", "t/b.json", "t/keep/a.json", "t/gen/c.json", "t/drop/d.json")
    (tmp_path / ".gitignore").write_text("# generated\ngen/\nb.json\n", encoding="utf-8")
    (tmp_path / "t" / ".gitignore").write_text("!b.json\n/drop\n", encoding="utf-8")
    assert ["a.json", "t/a.json", "t/b.json", "t/keep/a.json"] == found(".", tmp_path)


def test_ignore_files_above_count_inside_a_repository_only(tmp_path: Path) -> None:
    fill(tmp_path, "t/a.json", "t/b.json")
    (tmp_path / ".gitignore").write_text("b.json\n", encoding="utf-8")
    assert ["t/a.json", "t/b.json"] == found("t", tmp_path)
    (tmp_path / ".git").mkdir()
    assert ["t/a.json"] == found("t", tmp_path)
    assert ["t/a.json"] == found("t/*.json", tmp_path)
    assert ["../t/a.json"] == found("../t", tmp_path / "t")


def test_patterns_with_a_slash_are_anchored_where_their_file_stands(tmp_path: Path) -> None:
    fill(tmp_path, "t/a.json", "t/u/a.json", "u/a.json")
    (tmp_path / "t" / ".gitignore").write_text("/u/*\n!/u/b.json\n", encoding="utf-8")
    assert ["t/a.json", "u/a.json"] == found(".", tmp_path)


def test_a_named_file_is_read_even_if_git_ignores_it(tmp_path: Path) -> None:
    fill(tmp_path, "a.json")
    (tmp_path / ".gitignore").write_text("*\n", encoding="utf-8")
    assert ["a.json"] == found("a.json", tmp_path)
    assert [] == found(".", tmp_path)


def test_an_ignore_file_that_is_odd_ignores_what_it_can(tmp_path: Path) -> None:
    fill(tmp_path, "a.json", "b.json")
    (tmp_path / ".gitignore").write_bytes(b"\xff\n!\nb.json\n")
    assert ["a.json"] == found(".", tmp_path)
    (tmp_path / ".gitignore").unlink()
    (tmp_path / ".gitignore").mkdir()
    assert ["a.json", "b.json"] == found(".", tmp_path)
