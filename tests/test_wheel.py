"""The wheel, and the wheel built from the source distribution, run the main job in a clean environment elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow


def run(*words: str | Path, cwd: Path, code: int = 0) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(words, cwd=cwd, env=clean, capture_output=True, text=True, timeout=600)
    assert code == result.returncode, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", out / "direct", ROOT, cwd=out)
    run(sys.executable, "-m", "build", "--outdir", out / "through_sdist", ROOT, cwd=out)
    return {kind: next((out / kind).glob("*.whl")) for kind in ("direct", "through_sdist")}


@pytest.mark.parametrize("kind", ["direct", "through_sdist"])
def test_the_installed_wheel_runs_the_main_job(kind: str, built: dict[str, Path], tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", built[kind], cwd=tmp_path)
    shutil.copytree(ROOT / "fixtures" / "demo", tmp_path / "demo", ignore=shutil.ignore_patterns("__pycache__"))
    command = tmp_path / "env" / "bin" / "schemalint"
    found = run(command, "check", "demo", cwd=tmp_path, code=1)
    assert run(sys.executable, "-m", "schemalint", "check", "demo", cwd=tmp_path, code=1) == found
    assert "enum-in-prose" in found
    assert "enum-in-prose" in run(command, "rules", cwd=tmp_path)
    assert run(command, "catalog", "demo", cwd=tmp_path).startswith("<!--")
    assert "anthropic-strict" in run(command, "targets", cwd=tmp_path)
    (tmp_path / "own.py").write_text("TOOLS = [{'name': 'read_note', 'parameters': {'type': 'object'}}]\n", encoding="utf-8")
    assert "read_note" in run(command, "canon", "own:TOOLS", cwd=tmp_path)
    assert (
        len(run(command, "canon", "--digest", *map(str, sorted(tmp_path.glob("demo/*.json"))), cwd=tmp_path).splitlines()) > 5
    )
    assert "Usage" in run(command, "--help", cwd=tmp_path)
    same = "from schemalint.linting.rule import INDEX, builtin, index_text, load, _load_files as files; "
    same += "inside = builtin(); paths = sorted(inside.glob('*.py')); assert (inside / INDEX).is_file(); "
    same += "assert list(load(inside).values())[0].path in map(str, paths); "
    same += "assert index_text(files(paths)) == (inside / INDEX).read_text(encoding='utf-8')"
    run(python, "-c", same, cwd=tmp_path)
