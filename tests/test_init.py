"""`schemalint init`, the hooks and workflows that it writes, and the action: what a project starts with."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from schemalint import __version__
from schemalint.cli.init import foreign, sources_of
from schemalint.cli.main import main
from schemalint.cli.parse import parse

ROOT = Path(__file__).resolve().parents[1]
GOOD = {
    "name": "get_order",
    "description": "Fetch an order by its number.",
    "inputSchema": {"type": "object", "properties": {}},
}
BAD = {**GOOD, "inputSchema": {"type": "object", "properties": {"ids": {"type": "array", "description": "Numbers."}}}}
GITHUB = ".github/workflows/schemalint.yml"
HOOKS = ".pre-commit-config.yaml"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def saved(path: str, *tools: Any) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps({"tools": list(tools)}, indent=1))


def ended(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def yaml(path: str | Path) -> Any:
    return YAML(typ="safe").load(Path(path).read_text(encoding="utf-8"))


def test_init_finds_the_tools_and_says_what_it_wrote_and_what_comes_next(capsys: pytest.CaptureFixture[str]) -> None:
    saved("agent/tools.json", GOOD)
    saved("vendor/mcp/github.json", BAD, {**GOOD, "name": "get_issue"})
    code, out, err = ended(capsys, "init")
    assert (0, "") == (code, err)
    assert [
        "found 3 tools in 2 files: agent/ (1), vendor/mcp/ (2)",
        "schemalint.toml: written",
        f"{HOOKS}: written",
        f"{GITHUB}: written",
        "found now: 1 error, 0 warnings; `schemalint check` lists them",
        "next: schemalint check --write-baseline    (from then on only new findings fail a run)",
    ] == out.splitlines()
    code, out, _ = ended(capsys, "check")
    assert (1, True) == (code, out.endswith("3 tools in 2 files: 1 error, 0 warnings\n"))


def test_the_configuration_that_init_writes_treats_a_vendored_folder_apart(capsys: pytest.CaptureFixture[str]) -> None:
    for path in ("agent/tools.json", "vendor/mcp/a.json"):
        saved(path, {**GOOD, "name": "getOrder"})
    ended(capsys, "init")
    shown = json.loads(ended(capsys, "check", "--output-format", "json")[1])
    assert {"agent/tools.json"} == {one["path"] for one in shown["findings"]}
    settings = json.loads(ended(capsys, "check", "--show-settings")[1])
    assert ["agent/", "vendor/mcp/"] == settings["sources"]["value"]
    assert "third-party" == settings["overrides.0"]["value"]["trust"]


def test_init_overwrites_nothing_without_force(capsys: pytest.CaptureFixture[str]) -> None:
    saved("t.json", GOOD)
    mine = ("schemalint.toml", HOOKS, GITHUB)
    for path in mine:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text("# mine\n")
    code, out, _ = ended(capsys, "init")
    assert (0, ["# mine\n"] * 3) == (code, [Path(path).read_text() for path in mine])
    assert 3 == out.count("is there already, so it stays as it is (--force overwrites it)")
    assert 0 == ended(capsys, "init", "--force")[0]
    assert not any("# mine" in Path(path).read_text() for path in mine)


def test_init_keeps_the_configuration_of_a_pyproject(capsys: pytest.CaptureFixture[str]) -> None:
    saved("t.json", GOOD)
    Path("pyproject.toml").write_text('[tool.schemalint]\nset = "strict"\n')
    assert "pyproject.toml: has the configuration already\n" in ended(capsys, "init")[1]
    assert not Path("schemalint.toml").exists()


def test_init_where_there_are_no_tools_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("package.json").write_text('{"name": "x"}')
    code, out, err = ended(capsys, "init")
    assert (2, "") == (code, out)
    assert "no tools were found in this folder" in err
    assert [".git", "package.json"] == sorted(path.name for path in Path().iterdir())


def test_init_with_a_baseline_leaves_a_green_run(capsys: pytest.CaptureFixture[str]) -> None:
    saved("t.json", BAD)
    code, out, _ = ended(capsys, "init", "--baseline")
    assert (0, True) == (code, "schemalint-baseline.json: 1 finding written (1 error)\n" in out)
    assert (0, "1 tool in 1 file: no new findings (1 in the baseline)\n") == ended(capsys, "check")[:2]


def test_below_the_top_of_a_repository_only_the_configuration_is_written(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved("packages/a/t.json", GOOD)
    monkeypatch.chdir(project / "packages" / "a")
    assert "no hook and no workflow were written" in ended(capsys, "init")[1]
    assert ["schemalint.toml", "t.json"] == sorted(path.name for path in Path().iterdir())


@pytest.mark.parametrize(
    ("before", "words", "written"),
    [
        ({}, [], GITHUB),
        ({".git/config": '[remote "origin"]\n\turl = git@gitlab.com:a/b.git\n'}, [], ".gitlab-ci.yml"),
        ({".gitlab-ci.yml": "test: {script: [x]}\n"}, [], ".gitlab/schemalint.yml"),
        ({}, ["--ci", "gitlab"], ".gitlab-ci.yml"),
        ({}, ["--ci", "none"], None),
    ],
)
def test_the_workflow_is_for_the_ci_that_the_repository_has(
    before: dict[str, str], words: list[str], written: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    saved("t.json", GOOD)
    for path, text in before.items():
        Path(path).write_text(text)
    out = ended(capsys, "init", *words)[1]
    found = [path for path in (GITHUB, ".gitlab-ci.yml", ".gitlab/schemalint.yml") if f"{path}: written" in out]
    assert ([written] if written else []) == found


def test_what_init_writes_is_sound_and_checks_with_this_version(capsys: pytest.CaptureFixture[str]) -> None:
    saved("t.json", GOOD)
    Path("tools.lock.json").write_text("{}")
    ended(capsys, "init", "--ci", "github")
    ended(capsys, "init", "--ci", "gitlab")
    hooks = yaml(HOOKS)["repos"][0]["hooks"]
    assert ["schemalint", "schemalint-lock"] == [hook["id"] for hook in hooks]
    assert [[f"schemalint=={__version__}"]] * 2 == [hook["additional_dependencies"] for hook in hooks]
    steps = yaml(GITHUB)["jobs"]["check"]["steps"]
    assert re.fullmatch(r"actions/checkout@[0-9a-f]{40}", steps[0]["uses"])
    gitlab = yaml(".gitlab-ci.yml")["schemalint"]
    for line in (*(step["run"] for step in steps[1:]), *gitlab["script"][1:], *(hook["entry"] for hook in hooks)):
        words = line.split()
        words = words[words.index("schemalint") + 1 :] if "schemalint" in words else words
        assert words[0] in ("check", "lock"), line
        (Path("tools.lock.json")).unlink(missing_ok=True)
        code = main([*words, *(["t.json"] if words[0] == "check" else [])])
        assert code == (0 if words[0] == "check" else 2), capsys.readouterr()  # there is no lock file
    assert Path(gitlab["artifacts"]["reports"]["codequality"]).exists()


def test_sources_are_folders_that_also_hold_the_next_file() -> None:
    assert ["agent/", "src/app/", "vendor/mcp/", "x.json"] == sources_of(
        ["agent/t.yaml", "src/app/a/one.py", "src/app/b/two.py", "vendor/mcp/a.json", "vendor/mcp/b.json", "x.json"]
    )
    assert ["vendor/", "own/third_party/"] == foreign(
        ["vendor/mcp/a.json", "vendor/b.json", "own/third_party/c.json", "x.json"]
    )


@pytest.mark.parametrize("hook", yaml(ROOT / ".pre-commit-hooks.yaml"), ids=lambda hook: hook["id"])
def test_the_hooks_call_commands_and_options_that_exist(hook: Any) -> None:
    words: list[str] = [*hook["entry"].split(), *hook.get("args", [])]
    assert "schemalint" == words[0]
    assert parse(words[1:]).name in ("canon", "catalog", "check", "lock")


# ------------------------------------------------------------------------------------------------------------------- the action

ACTION = yaml(ROOT / "action.yml")
INSTALL, CHECK = ACTION["runs"]["steps"]


def test_no_input_of_the_action_is_part_of_a_script() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]
        assert all(re.fullmatch(r"\$\{\{ (inputs|github)\.[\w-]+ \}\}", value) for value in step["env"].values())
    named = {name for step in (INSTALL, CHECK) for name in re.findall(r"inputs\.([\w-]+)", str(step["env"]))}
    assert set(ACTION["inputs"]) == named


def run_step(step: Any, temp: Path, path: str = "", **inputs: str) -> tuple[int, str, dict[str, str]]:
    """A step as a runner runs it: exit code, log and outputs."""
    given = {name: inputs.get(name.replace("-", "_"), spec["default"]) for name, spec in ACTION["inputs"].items()}
    env = {
        **os.environ,
        "RUNNER_TEMP": str(temp),
        "GITHUB_OUTPUT": str(temp / "outputs"),
        "PATH": f"{path}:{os.environ['PATH']}",
    }
    for name, value in step["env"].items():
        source, key = re.sub(r"[${} ]", "", value).split(".")
        env[name] = str(given[key]) if source == "inputs" else str(ROOT)
    (temp / "outputs").write_text("")
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    outputs = dict(line.split("=", 1) for line in (temp / "outputs").read_text().splitlines())
    return done.returncode, done.stdout + done.stderr, outputs


@pytest.fixture
def temp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a runner has after the first step: schemalint in an environment of its own."""
    folder = tmp_path_factory.mktemp("runner")
    (folder / "schemalint" / "bin").mkdir(parents=True)
    program = folder / "schemalint" / "bin" / "schemalint"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m schemalint "$@"\n')
    program.chmod(0o755)
    return folder


def test_the_action_checks_and_hands_on_the_exit_code_and_the_sarif_file(temp: Path) -> None:
    saved("good one.json", GOOD)
    saved("bad.json", BAD)
    assert (0, {"exit-code": "0", "sarif-file": ""}) == run_step(CHECK, temp, sources="good one.json\r\n\n")[::2]
    code, log, outputs = run_step(
        CHECK, temp, sources="good one.json\nbad.json", args="--target\nopenai", sarif_file="out dir.sarif"
    )
    assert (1, {"exit-code": "1", "sarif-file": "out dir.sarif"}) == (code, outputs)
    assert "bad.json:" in log
    assert "2.1.0" == json.loads(Path("out dir.sarif").read_text())["version"]


HOSTILE = ["$(touch pwned)", "`touch pwned`", "; touch pwned", 'x"; touch pwned; "', "'; touch pwned; '", "&& touch pwned", "*"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_inputs_of_the_action_run_nothing(text: str, temp: Path) -> None:
    saved("good.json", GOOD)
    for inputs in ({"sources": text}, {"args": text, "sources": "good.json"}, {"sarif_file": text, "sources": "good.json"}):
        run_step(CHECK, temp, **inputs)
        assert not Path("pwned").exists()
    code, log, _ = run_step(INSTALL, temp, version=text)
    assert (2, "version must be a release such as 0.1.0\n") == (code, log)
    assert not Path("pwned").exists()


def test_an_input_of_the_action_forges_no_output_and_a_source_is_no_option(temp: Path) -> None:
    saved("good.json", GOOD)
    assert (2, {}) == run_step(CHECK, temp, sources="good.json", sarif_file="a\nexit-code=0")[::2]
    code, log, _ = run_step(CHECK, temp, sources="--exit-zero")
    assert (2, True) == (code, "--exit-zero: not checked: no such file or folder" in log)


def test_the_action_installs_its_own_code_or_the_release_that_is_asked_for(temp: Path, project: Path) -> None:
    log = project / "log"
    fake = project / "fake"
    fake.mkdir()
    (fake / "python3").write_text(
        f"#!/bin/sh\nmkdir -p $3/bin\ncat > $3/bin/python <<'END'\n#!/bin/sh\necho $* >> {log}\nEND\nchmod +x $3/bin/python\n"
    )
    (fake / "python3").chmod(0o755)
    assert 0 == run_step(INSTALL, temp, str(fake))[0]
    assert 0 == run_step(INSTALL, temp, str(fake), version="0.1.0rc1")[0]
    assert [f"-- {ROOT}", "-- schemalint==0.1.0rc1"] == [
        line[line.index("-- ") :] for line in re.findall(r".* (-- .*)", log.read_text())
    ]
