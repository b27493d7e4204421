"""What is released and from what: equal builds, the contents of the wheel, pinned tools, and the workflow that publishes."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
CONSTRAINTS = ROOT / ".ci" / "constraints.txt"


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    return {normal(line.split("==")[0]): line.split("==")[1] for line in lines if line and not line.startswith("#")}


def wanted() -> dict[str, str]:
    """Every direct requirement with its lower bound."""
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    project = toml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    listed = [*project["dependencies"], *extras["test"], *extras["lint"]]
    found = {}
    for line in listed:
        match = re.match(r"([\w.-]+)\s*>=\s*([\d.]+)", line)
        assert match is not None, line
        if "python_version" not in line:
            found[normal(match[1])] = match[2]
    return found


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def test_every_tool_of_development_is_pinned_within_its_bounds() -> None:
    pinned = pins()
    assert [] == [name for name in wanted() if name not in pinned]
    assert [] == [name for name, least in wanted().items() if numbers(pinned[name]) < numbers(least)]


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two builds of copies that differ in folder, age and permissions."""
    found = []
    for number, umask in enumerate((0o022, 0o077)):
        home = tmp_path_factory.mktemp(f"build{number}")
        copy = home / ("long" * (number + 1))
        shutil.copytree(
            ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", ".hypothesis", "dist")
        )
        for path in copy.rglob("*") if number else ():
            path.touch()
        subprocess.run(
            [sys.executable, "-m", "build", "--outdir", str(home / "dist"), str(copy)],
            check=True, capture_output=True, umask=umask,
        )  # fmt: skip
        found.append(home / "dist")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_two_builds_have_equal_bytes(builds: list[Path], kind: str) -> None:
    one, other = (next(build.glob(kind)) for build in builds)
    assert one.name == other.name
    assert hashlib.sha256(one.read_bytes()).hexdigest() == hashlib.sha256(other.read_bytes()).hexdigest()


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_its_rules_and_nothing_else(builds: list[Path]) -> None:
    with zipfile.ZipFile(next(builds[0].glob("*.whl"))) as wheel:
        names = wheel.namelist()
        metadata = wheel.read(next(name for name in names if name.endswith("/METADATA"))).decode()
        scripts = wheel.read(next(name for name in names if name.endswith("/entry_points.txt"))).decode()
    folders = {name.split("/")[0] for name in names}
    assert {"schemalint", next(name for name in folders if name.endswith(".dist-info"))} == folders
    kinds = {Path(name).suffix for name in names if name.startswith("schemalint/")}
    assert kinds <= {".py", ".json", ".yaml", ".yml", ".md", ".toml", ".txt", ".typed", ".css", ".js", ""}
    assert [] == [name for name in names if "__pycache__" in name or "/tests/" in name or Path(name).name.startswith(".")]
    tracked = subprocess.run(
        ["git", "ls-files", "schemalint", "rules"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    expected = {name if name.startswith("schemalint/") else f"schemalint/{name}" for name in tracked.split()}
    missing = expected - set(names)
    assert not missing
    assert "schemalint = schemalint.__main__:main" in scripts
    assert "License-Expression: MIT" in metadata
    assert any(name.endswith("/licenses/LICENSE") for name in names)


# --------------------------------------------------------------------------------------------------------------- the workflow


@pytest.fixture(scope="module")
def workflow() -> dict[str, Any]:
    loaded: dict[str, Any] = YAML(typ="safe", pure=True).load(WORKFLOW.read_text(encoding="utf-8"))
    return loaded


def test_only_the_job_that_publishes_may_ask_for_an_identity(workflow: dict[str, Any]) -> None:
    assert {} == workflow["permissions"]
    rights = {name: job["permissions"] for name, job in workflow["jobs"].items()}
    assert {"build": {"contents": "read"}, "test": {}, "publish": {"id-token": "write", "attestations": "write"}} == rights
    assert "pypi" == workflow["jobs"]["publish"]["environment"]


def test_the_workflow_needs_no_secret_and_runs_nothing_of_the_tag_where_it_publishes(workflow: dict[str, Any]) -> None:
    assert "secrets." not in WORKFLOW.read_text(encoding="utf-8")
    steps = workflow["jobs"]["publish"]["steps"]
    assert [] == [step for step in steps if "run" in step or "checkout" in step.get("uses", "")]


def test_what_is_published_was_built_twice_and_tried_on_three_systems(workflow: dict[str, Any]) -> None:
    jobs = workflow["jobs"]
    assert ("build", "test") == (jobs["test"]["needs"], jobs["publish"]["needs"])
    assert 3 == len(jobs["test"]["strategy"]["matrix"]["os"])
    assert any("sha256sum --check" in step.get("run", "") for step in jobs["build"]["steps"])


@pytest.mark.parametrize("words", ["rule ids", "fingerprints", "JSON", "lock format", "canonical", "exit codes"])
def test_the_stability_policy_speaks_of_what_others_build_on(words: str) -> None:
    assert words in (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
