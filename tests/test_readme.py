"""What the README claims is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from schemalint.cli.table import COMMANDS
from schemalint.config import read

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "schemalint", *words], cwd=cwd, capture_output=True, text=True, timeout=60)


def test_it_opens_with_two_commands_of_one_line_each() -> None:
    install, test = re.findall(r"^```sh\n(.*?)^```", README, re.S | re.M)
    assert install.endswith(".venv/bin/schemalint check fixtures/demo\n")
    assert test.endswith(".venv/bin/pytest -n auto\n")
    assert (install.count("\n"), test.count("\n")) == (1, 1)


def test_the_first_command_finds_something_with_its_place_and_exits_with_exactly_1() -> None:
    result = run("check", "fixtures/demo")
    assert result.returncode == 1
    assert re.search(r"^fixtures/demo/\S+:\d+:\d+: error default-contradiction: ", result.stdout, re.M)
    assert "It prints what is wrong and where, and exits with 1" in README


def test_the_demo_shows_every_kind_of_trouble_beside_good_tools() -> None:
    found = run("check", "fixtures/demo").stdout
    for rule in (
        "enum-in-prose",
        "god-tool",
        "version-suffix",
        "tool-description-missing",
        "typed-hole",
        "array-without-items",
    ):
        assert f" {rule}: " in found
    good = run("check", "fixtures/demo", "--output-format", "json").stdout
    assert '"broken": []' in good


def test_every_command_is_named() -> None:
    table = README.split("## Commands")[1].split("## The rules")[0]
    assert [command.name for command in COMMANDS if not re.search(rf"[` ]{command.name}\b", table)] == []


def test_the_configuration_shown_is_accepted(tmp_path: Path) -> None:
    [shown] = re.findall(r"^```toml\n(.*?)^```", README, re.S | re.M)
    (tmp_path / "pyproject.toml").write_text(shown)
    result = run("check", "--show-settings", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert read(tmp_path).sources == ("tools/*.json", "agent/tools.py:TOOLS")


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
