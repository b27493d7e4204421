"""`git:REV:PATH`: what stood at a revision is read from objects alone, and nothing of the repository runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from schemalint.cli.main import main
from schemalint.sources import Broken, Outcome, PassedOver, Reach, Source, git, git_objects, load

ONE = [{"name": "read_file", "description": "Read a text file.", "inputSchema": {"type": "object", "properties": {}}}]
TWO = [{**ONE[0], "description": "Read a text file of the project."}]


def do(folder: Path, *words: str) -> str:
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for role in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{role}_NAME": "T", f"GIT_{role}_EMAIL": "t@example.org"}
    return subprocess.run(["git", *words], cwd=folder, env=env, check=True, capture_output=True, text=True).stdout.strip()


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two commits: `tools.json` differs between them, and the second has everything that is odd."""
    top = tmp_path_factory.mktemp("git") / "top"
    top.mkdir()
    do(top, "init", "-q", "-b", "main")
    put(top / "tools.json", ONE)
    do(top, "add", ".")
    do(top, "commit", "-q", "-m", "first: one tool")
    put(top / "tools.json", TWO)
    put(
        top / "more" / "b.yaml",
        "- name: list_files\n  description: List the files of a folder.\n  parameters: {type: object}\n",
    )
    put(top / "more" / "a.json", ONE)
    put(top / "more" / "deep" / "c.jsonl", "".join(f"{json.dumps(ONE[0])}\n" for _ in range(3)))
    put(top / "more" / "package.json", {"name": "no-tool", "version": "1"})
    put(top / "more" / ".hidden" / "d.json", ONE)
    put(top / "more" / "notes.txt", "nothing")
    put(top / "agent.py", "open('ran', 'w')\nTOOLS = " + repr(ONE) + "\nOTHER = []\n")
    put(top / ":odd [name].json", ONE)
    put(top / "big.json", [*ONE, {"name": "x", "description": "y" * 5000}])
    put(top / "lfs.json", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n")
    put(top / "schema.json", {"type": "object", "properties": {"path": {"type": "string"}}})
    (top / "link.json").symlink_to("tools.json")
    (top / "folder").symlink_to("more")
    do(top, "update-index", "--add", "--cacheinfo", "160000,0123456789012345678901234567890123456789,sub")
    do(top, "add", "--all", "--", ":!sub")
    do(top, "commit", "-q", "-m", "second")
    do(top, "tag", "v2")
    return top


def at(folder: Path, argument: str, **more: int) -> list[Outcome]:
    return list(load(argument, cwd=folder, **more))  # type: ignore[arg-type]


def names(outcomes: Sequence[Outcome]) -> list[tuple[str, str]]:
    return [
        (one.path, tool.name)
        for one in outcomes
        if isinstance(one, Source)
        for toolset in one.toolsets
        for tool in toolset.tools
    ]


def refusal(folder: Path, argument: str, **more: int) -> str:
    *others, one = at(folder, argument, **more)
    assert isinstance(one, Broken)
    assert not any(isinstance(other, Broken | Source) for other in others)
    return f"{one.path}: {one.reason}"


# ------------------------------------------------------------------------------------------------------------ what is read


@pytest.mark.parametrize("revision", ["HEAD", "v2^{commit}", "HEAD@{0}", "HEAD^{/second}", "HEAD^{tree}"])
def test_a_file_is_read_as_it_stood(repository: Path, revision: str) -> None:
    [source] = at(repository, f"git:{revision}:tools.json")
    assert isinstance(source, Source)
    assert (f"git:{revision}:tools.json", json.dumps(TWO)) == (source.path, source.text)
    assert "Read a text file of the project." == source.toolsets[0].tools[0].description
    assert source.read_only


def test_an_older_revision_has_the_older_text(repository: Path) -> None:
    [source] = at(repository, "git:HEAD~1:tools.json")
    assert isinstance(source, Source)
    assert json.dumps(ONE) == source.text


def test_a_revision_may_hold_a_colon_in_braces(repository: Path) -> None:
    assert ("HEAD^{/first: one}", "tools.json") == git.split("git:HEAD^{/first: one}:tools.json")
    assert [("git:HEAD^{/first: one}:tools.json", "read_file")] == names(at(repository, "git:HEAD^{/first: one}:tools.json"))


def test_a_folder_is_read_in_the_order_of_names_as_on_disk(repository: Path) -> None:
    found = at(repository, "git:HEAD:more")
    assert [path for path, _ in dict.fromkeys(names(found))] == [
        "git:HEAD:more/a.json",
        "git:HEAD:more/b.yaml",
        "git:HEAD:more/deep/c.jsonl",
    ]
    on_disk = [one.path.replace("more", "git:HEAD:more", 1) for one in at(repository, "more")]
    assert on_disk == [one.path for one in found]
    assert [one.path for one in found if isinstance(one, PassedOver)] == ["git:HEAD:more/package.json"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("more/*.json", ["more/a.json"]),
        ("m*/**/*.jsonl", ["more/deep/c.jsonl"]),
        ("tool?.json", ["tools.json"]),
        ("[st]*.json", ["tools.json"]),
    ],
)
def test_a_glob_is_matched_against_the_revision(repository: Path, pattern: str, expected: list[str]) -> None:
    found = names(at(repository, f"git:HEAD:{pattern}"))
    assert [f"git:HEAD:{one}" for one in expected] == list(dict.fromkeys(path for path, _ in found))


def test_the_whole_tree_is_read_for_an_empty_path(repository: Path) -> None:
    found = {path for path, _ in names(at(repository, "git:HEAD:"))}
    assert {"git:HEAD:tools.json", "git:HEAD:more/a.json", "git:HEAD:agent.py", "git:HEAD::odd [name].json"} <= found


def test_a_path_counts_from_the_top_and_with_a_dot_from_here(repository: Path) -> None:
    here = repository / "more"
    assert [("git:HEAD:tools.json", "read_file")] == names(at(here, "git:HEAD:tools.json"))
    assert [("git:HEAD:more/a.json", "read_file")] == names(at(here, "git:HEAD:./a.json"))
    assert [("git:HEAD:tools.json", "read_file")] == names(at(here, "git:HEAD:../tools.json"))
    assert 5 == len(names(at(here, "git:HEAD:.")))


def test_a_python_file_is_read_and_never_run(repository: Path) -> None:
    for reach in (Reach(), Reach(importing=True)):
        found = list(load("git:HEAD:agent.py:TOOLS", cwd=repository, reach=reach))
        assert [("git:HEAD:agent.py", "read_file")] == names(found)
    assert not (repository / "ran").exists()
    assert "has no name `NONE`" in refusal(repository, "git:HEAD:agent.py:NONE") or "NONE" in refusal(
        repository, "git:HEAD:agent.py:NONE"
    )


def test_a_bare_schema_is_named_after_its_file(repository: Path) -> None:
    assert [("git:HEAD:schema.json", "schema")] == names(at(repository, "git:HEAD:schema.json"))


def test_a_file_that_is_really_called_so_is_read_from_disk(tmp_path: Path) -> None:
    put(tmp_path / "git:HEAD:x.json", ONE)
    [source] = at(tmp_path, "git:HEAD:x.json")
    assert isinstance(source, Source)
    assert not source.read_only


def test_many_files_are_read_in_batches(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = names(at(repository, "git:HEAD:more"))
    monkeypatch.setattr(git, "_AT_ONCE", 2)
    assert whole == names(at(repository, "git:HEAD:more"))
    monkeypatch.setattr(git, "_AT_ONCE", 256)
    monkeypatch.setattr(git, "_AT_ONCE_BYTES", 1)
    assert whole == names(at(repository, "git:HEAD:more"))


# ------------------------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ("git:nope:tools.json", "there is no revision `nope`"),
        ("git:-x:tools.json", "`-x` is not a revision"),
        ("git:--output=x:tools.json", "`--output=x` is not a revision"),
        ("git:a\nb:tools.json", "`a\nb` is not a revision"),
        ("git::tools.json", "names no revision: expected git:REV:PATH, such as git:HEAD:tools.json"),
        ("git:HEAD", "names no path: expected git:REV:PATH, such as git:HEAD:tools.json"),
        ("git:HEAD:tool.json", "there is no `tool.json` at this revision; did you mean `tools.json`?"),
        ("git:HEAD:more/x/y.json", "there is no `more/x/y.json` at this revision"),
        ("git:HEAD:moer/a.json", "there is no `moer/a.json` at this revision; did you mean `more`?"),
        ("git:HEAD:tools.json/x", "`tools.json` is a file at this revision, and nothing is read through it"),
        ("git:HEAD:folder/a.json", "`folder` is a symbolic link at this revision, and nothing is read through it"),
        ("git:HEAD:link.json", "is a symbolic link at this revision, not a file"),
        ("git:HEAD:sub", "is a submodule at this revision, not a file"),
        ("git:HEAD:sub/x.json", "`sub` is a submodule at this revision, and nothing is read through it"),
        ("git:HEAD:../x.json", "the path leads out of the repository"),
        ("git:HEAD:more/../../x.json", "the path leads out of the repository"),
        ("git:HEAD:/tools.json", "the path must count from the top of the repository, without `/` in front"),
        ("git:HEAD:a\0b", "the path holds a NUL"),
        ("git:\ud800:x", "holds half of a surrogate pair, which no name in git can"),
        ("git:HEAD:\udcff", "there is no `\udcff` at this revision"),
        ("git:HEAD:lfs.json", "is kept by Git LFS, and the revision holds only a pointer to it"),
        ("git:HEAD:more/package.json", "holds no tool definitions"),
        ("git:HEAD:*.yaml", "has no file that could hold tool definitions"),
        ("git:HEAD:more/p*.json", "holds no tool definitions: 1 file looked at"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(repository: Path, argument: str, reason: str) -> None:
    assert refusal(repository, argument).startswith(f"{argument}: {reason}")


def test_a_name_of_something_else_is_said_to_be_that(repository: Path) -> None:
    blob = do(repository, "rev-parse", "HEAD:tools.json")
    assert f"git:{blob}:x: `{blob}` names a blob, not a commit" == refusal(repository, f"git:{blob}:x")


def test_a_path_from_here_that_should_count_from_the_top_is_told_so(repository: Path) -> None:
    expected = "there is no `a.json` at this revision; a path counts from the top: write `./a.json` or `more/a.json`"
    assert f"git:HEAD:a.json: {expected}" == refusal(repository / "more", "git:HEAD:a.json")


def test_a_file_over_the_limit_is_named_and_not_read(repository: Path) -> None:
    size = (repository / "big.json").stat().st_size
    assert f"git:HEAD:big.json: holds {size} bytes, more than 1000; --max-file-size raises the limit" == refusal(
        repository, "git:HEAD:big.json", limit=1000
    )
    # The limit is for one document: a file of lines may be longer.
    assert [("git:HEAD:more/deep/c.jsonl", "read_file")] * 3 == names(at(repository, "git:HEAD:more/deep/c.jsonl", limit=150))


def test_the_start_of_several_names_is_no_revision(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_objects, "ask", lambda *_a, **_k: b"ab ambiguous\nab^{tree} missing\n")
    assert "git:ab:x: `ab` is the start of several names; write more of it" == refusal(repository, "git:ab:x")


def test_no_repository_is_said(tmp_path: Path) -> None:
    assert "git says: not a git repository" in refusal(tmp_path, "git:HEAD:tools.json")


def test_no_git_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_objects, "_GIT", ("no-such-git",))
    assert "git:HEAD:tools.json: needs git: `no-such-git` cannot be started: " in refusal(repository, "git:HEAD:tools.json")
    assert None is git_objects.changed_in(repository / "tools.json")


def test_a_git_that_hangs_is_ended(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = put(tmp_path / "git", "#!/bin/sh\nexec sleep 20\n")
    slow.chmod(0o755)
    monkeypatch.setattr(git_objects, "_GIT", (str(slow),))
    [one] = load("git:HEAD:tools.json", cwd=repository, reach=Reach(timeout=0.1))
    assert isinstance(one, Broken)
    assert one.reason == f"git was ended: `{slow}` did not end within 0.1 s"


def test_a_git_that_fails_without_a_word_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_objects, "_GIT", ("false",))
    assert "git:HEAD:x: git says: nothing, and exits with 1" == refusal(repository, "git:HEAD:x")


# --------------------------------------------------------------------------------------- worktrees, clones, and what may run


def test_a_worktree_a_bare_clone_and_a_shallow_clone_are_read(repository: Path, tmp_path: Path) -> None:
    do(repository, "worktree", "add", "-q", "--detach", str(tmp_path / "tree"), "HEAD~1")
    do(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")
    do(tmp_path, "clone", "-q", "--depth=1", repository.as_uri(), "shallow")
    older = [("git:HEAD:tools.json", "read_file")]
    assert older == names(at(tmp_path / "tree", "git:HEAD:tools.json"))
    assert "there is no `more` at this revision" in refusal(tmp_path / "tree", "git:HEAD:more")
    for folder in ("bare.git", "bare.git/objects", "shallow"):
        assert older == names(at(tmp_path / folder, "git:HEAD:tools.json"))
        assert "there is no `x.json` at this revision" in refusal(tmp_path / folder, "git:HEAD:x.json")
    assert "there is no revision `HEAD~1` in this shallow clone; fetch more of its history" in refusal(
        tmp_path / "shallow", "git:HEAD~1:tools.json"
    )


def test_variables_of_a_hook_do_not_lead_elsewhere(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert [("git:HEAD:tools.json", "read_file")] == names(at(repository, "git:HEAD:tools.json"))


def test_nothing_that_the_repository_names_is_run(repository: Path, tmp_path: Path) -> None:
    top = tmp_path / "clone"
    do(tmp_path, "clone", "-q", str(repository), "clone")
    trap = put(tmp_path / "trap.sh", f'#!/bin/sh\necho "$0 $@" >> {tmp_path}/ran\nexit 0\n')
    trap.chmod(0o755)
    put(top / ".gitattributes", "*.json filter=trap diff=trap merge=trap\n")
    do(top, "add", ".gitattributes")
    do(top, "commit", "-q", "-m", "attributes")
    for hook in (
        "pre-commit",
        "post-checkout",
        "post-index-change",
        "reference-transaction",
        "post-merge",
        "fsmonitor-watchman",
    ):
        shutil.copy(trap, top / ".git" / "hooks" / hook)
    for key in (
        "filter.trap.smudge", "filter.trap.clean", "filter.trap.process", "diff.trap.textconv", "diff.trap.command",
        "diff.external", "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy", "core.askPass",
        "core.alternateRefsCommand",
        "credential.helper", "remote.origin.uploadpack", "uploadpack.packObjectsHook", "alias.cat-file", "alias.ls-tree",
        "pager.ls-tree", "pager.cat-file", "pager.rev-parse", "sequence.editor", "gpg.program", "trailer.x.command",
    ):  # fmt: skip
        do(top, "config", key, str(trap))
    for argument in ("git:HEAD:tools.json", "git:HEAD:more", "git:HEAD~1:*.json", "git:HEAD:./nothing.json", "git:nope:x"):
        assert at(top, argument)
    assert git_objects.changed_in(top / "tools.json")
    assert not (tmp_path / "ran").exists()
    put(top / "tools.json", TWO)
    subprocess.run(["git", "--no-pager", "diff", "--textconv"], cwd=top, check=False, capture_output=True)
    # The traps are armed: git itself walks into them.
    assert (tmp_path / "ran").exists()


def test_a_partial_clone_fetches_nothing(repository: Path, tmp_path: Path) -> None:
    do(repository, "config", "uploadpack.allowFilter", "true")
    do(tmp_path, "clone", "-q", "--filter=blob:none", "--no-checkout", repository.as_uri(), "partial")
    trap = put(tmp_path / "trap.sh", f'#!/bin/sh\ntouch {tmp_path}/ran\nexec git-upload-pack "$@"\n')
    trap.chmod(0o755)
    do(tmp_path / "partial", "config", "remote.origin.uploadpack", str(trap))
    expected = "is not in this clone, and nothing is fetched"
    assert f"git:HEAD:tools.json: {expected}" == refusal(tmp_path / "partial", "git:HEAD:tools.json")
    assert [expected] * 4 == [one.reason for one in at(tmp_path / "partial", "git:HEAD:more") if isinstance(one, Broken)]
    assert not (tmp_path / "ran").exists()


# ------------------------------------------------------------------------------------------------------------- the commands


def test_check_canon_and_catalog_take_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    put(repository / "now.json", TWO)
    for words in (["canon"], ["canon", "--digest"]):
        assert 0 == main([*words, "git:HEAD:tools.json"])
        old = capsys.readouterr().out
        assert 0 == main([*words, "now.json"])
        assert old.replace("git:HEAD:tools.json", "now.json") == capsys.readouterr().out
    assert 0 == main(["catalog", "git:HEAD:more"])
    assert "list_files" in capsys.readouterr().out
    assert 1 == main(["check", "git:HEAD:big.json"])
    assert "git:HEAD:big.json:1:" in capsys.readouterr().out


def test_a_revision_is_not_fixed_and_not_rewritten(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    titled = {**ONE[0], "inputSchema": {"type": "object", "properties": {"a": {"type": "string", "title": "A"}}}}
    put(repository / "titled.json", [titled])
    do(repository, "add", "titled.json")
    tree = do(repository, "write-tree")
    before = do(repository, "status", "--porcelain")
    main(["check", "--fix", "--select", "generated-title", f"git:{tree}:titled.json"])
    assert f"git:{tree}:titled.json:1:" in (err := capsys.readouterr().err)
    assert "not fixed: generated-title: there is no file to edit" in err
    assert 2 == main(["canon", "--write", f"git:{tree}:titled.json"])
    assert "a revision is not edited; only files are" in capsys.readouterr().err
    assert before == do(repository, "status", "--porcelain")
    do(repository, "rm", "-q", "-f", "titled.json")


def test_the_commit_that_changed_a_file_last_is_found(repository: Path, tmp_path: Path) -> None:
    assert do(repository, "rev-parse", "HEAD") == git_objects.changed_in(repository / "tools.json")
    assert None is git_objects.changed_in(repository / "never.json")
    assert None is git_objects.changed_in(tmp_path / "tools.json")


def test_the_path_of_an_argument() -> None:
    assert ["a/b.json", "x.json", "git:HEAD"] == [git.path_of(one) for one in ("git:HEAD:a/b.json", "x.json", "git:HEAD")]
