"""The hooks, run by the real pre-commit in a repository of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow

GOOD = [
    {
        "name": "read_file",
        "description": "Read a text file, or some lines of it.",
        "inputSchema": {"type": "object", "properties": {}},
    }
]
BAD = [
    {
        **GOOD[0],
        "inputSchema": {"type": "object", "properties": {"tags": {"type": "array", "description": "Tags to look for."}}},
    }
]


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that holds this checkout as it stands, committed: what a user's configuration points at."""
    folder = tmp_path_factory.mktemp("hooks")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return folder


@pytest.fixture
def project(tmp_path: Path, hooks: Path) -> Path:
    rev = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hooks, check=True, capture_output=True, text=True).stdout.strip()
    (tmp_path / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hooks}\n  rev: {rev}\n  hooks:\n  - id: schemalint\n  - id: schemalint-canon\n"
        "  - id: schemalint-project\n  - id: schemalint-catalog\n    args: [--check, -o, TOOLS.md, tools]\n"
    )
    git(tmp_path, "init", "-q")
    (tmp_path / "tools").mkdir()
    return tmp_path


def run(folder: Path, hook: str) -> tuple[int, str]:
    git(folder, "add", "-A")
    result = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", hook, "--all-files"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
    )
    return result.returncode, result.stdout + result.stderr


def test_the_hooks_find_pass_over_rewrite_and_compare(project: Path) -> None:
    (project / "package.json").write_text('{"name": "x", "type": "module"}')
    (project / "tsconfig.json").write_text('{/* comments */ "compilerOptions": {}}')
    (project / "tools" / "odd name.json").write_text(json.dumps(GOOD))
    code, said = run(project, "schemalint")
    assert code == 0, said
    (project / "tools" / "bad.json").write_text(json.dumps(BAD))
    code, said = run(project, "schemalint")
    assert code == 1
    assert "array-without-items" in said
    (project / "tools" / "bad.json").unlink()

    code, said = run(project, "schemalint-canon")
    assert code == 1, said
    assert "files were modified by this hook" in said
    assert run(project, "schemalint-canon")[0] == 0

    code, said = run(project, "schemalint-catalog")
    assert code == 1
    assert "TOOLS.md" in said
    subprocess.run([sys.executable, "-m", "schemalint", "catalog", "-o", "TOOLS.md", "tools"], cwd=project, check=True)
    code, said = run(project, "schemalint-catalog")
    assert code == 0, said


def test_rules_on_whole_sets_see_all_files_of_a_commit(project: Path) -> None:
    for number in range(40):
        (project / "tools" / f"t{number}.json").write_text(
            json.dumps({**GOOD[0], "name": "read_file" if number in (0, 39) else f"read_file{number}"})
        )
    code, said = run(project, "schemalint")
    assert code == 1
    assert said.count("error duplicate-name") == 1


def test_the_project_is_imported_under_its_own_interpreter(project: Path) -> None:
    # What the module needs is in the project's environment alone, as its frameworks would be.
    venv.create(project / ".venv", with_pip=False)
    [packages] = (project / ".venv").glob("[Ll]ib/**/site-packages")
    (packages / "acme.py").write_text(f"TOOLS = {json.dumps(GOOD)}\n")
    (project / "agent.py").write_text("import acme\nTOOLS = acme.TOOLS + acme.TOOLS\n")
    (project / "schemalint.toml").write_text('sources = ["agent.py"]\n')
    (project / ".gitignore").write_text(".venv\n")
    code, said = run(project, "schemalint-project")
    assert code == 1, said
    assert "duplicate-name" in said
    (project / "agent.py").write_text("from acme import TOOLS\n")
    code, said = run(project, "schemalint-project")
    assert code == 0, said
    (packages / "acme.py").unlink()
    code, said = run(project, "schemalint-project")
    assert code == 1
    assert "needs the package `acme`" in said
