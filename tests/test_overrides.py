"""What counts for single files and servers: `overrides`, the nearest configuration, and where a suppression holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main

TOOL = {
    "name": "getOrder",
    "description": "Fetch an order by its number from the order system of the shop.",
    "inputSchema": {"type": "object", "properties": {"n": {"type": "string"}}, "required": ["n"]},
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for path in ("own/a.json", "vendor/mcp/b.json"):
        write(path, TOOL)
    return tmp_path


def write(path: str, *tools: Any, text: str = "") -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text or json.dumps({"tools": list(tools)}, indent=1))


def check(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    code = main(["check", "--output-format", "json", *words])
    captured = capsys.readouterr()
    assert code in (0, 1), captured.err
    found: list[dict[str, Any]] = json.loads(captured.out)["findings"]
    return found


def rules(found: list[dict[str, Any]], path: str) -> dict[str, str]:
    return {one["rule"]: one["severity"] for one in found if one["path"] == path}


MISSING = "param-description-missing"


def test_an_override_changes_rules_severities_and_options_for_its_paths_alone(capsys: pytest.CaptureFixture[str]) -> None:
    before = check(capsys)
    assert rules(before, "own/a.json") == rules(before, "vendor/mcp/b.json")
    assert "warning" == rules(before, "own/a.json")[MISSING]
    text = f'[[overrides]]\npaths = ["vendor/"]\nignore = ["naming"]\nrules.{MISSING}.severity = "info"\n'
    write("schemalint.toml", text=text)
    after = check(capsys)
    assert rules(before, "own/a.json") == rules(after, "own/a.json")
    assert {MISSING: "info"} == {rule: level for rule, level in rules(after, "vendor/mcp/b.json").items() if "name" not in rule}
    assert not any("name" in rule for rule in rules(after, "vendor/mcp/b.json") if rule != MISSING)


def test_the_last_override_that_fits_wins_and_none_replaces_what_it_does_not_name(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        "schemalint.toml",
        text=f'rules.{MISSING}.severity = "error"\nignore = ["naming"]\n[[overrides]]\npaths = "**/*.json"\nset = "strict"\n'
        f'[[overrides]]\npaths = ["vendor/**", "!vendor/keep.json"]\nrules.{MISSING}.severity = "info"\n',
    )
    write("vendor/keep.json", TOOL)
    found = check(capsys)
    levels = {path: rules(found, path)[MISSING] for path in ("own/a.json", "vendor/mcp/b.json", "vendor/keep.json")}
    assert {"own/a.json": "error", "vendor/mcp/b.json": "info", "vendor/keep.json": "error"} == levels


def test_trust_and_targets_of_an_override_never_merge_sets(capsys: pytest.CaptureFixture[str]) -> None:
    write("vendor/mcp/c.json", TOOL)
    before = [one for one in check(capsys) if one["rule"] == "duplicate-tool-name"]
    write("schemalint.toml", text='[[overrides]]\npaths = ["vendor/"]\ntrust = "third-party"\ntargets = ["openai-strict"]\n')
    found = check(capsys)
    assert [] == before == [one for one in found if one["rule"] == "duplicate-tool-name"]
    assert {"openai-strict"} == {one["target"] for one in found if one["path"].startswith("vendor")} - {None}
    assert {None} == {one["target"] for one in found if one["path"].startswith("own")}


def test_an_override_by_server_counts_for_the_tools_that_this_server_offers(capsys: pytest.CaptureFixture[str]) -> None:
    write("schemalint.toml", text=f'[[overrides]]\nserver = "git*"\nignore = ["{MISSING}"]\n')
    assert MISSING in rules(check(capsys, "own/a.json"), "own/a.json")
    assert MISSING not in rules(check(capsys, "own/a.json", "--server-name", "github"), "own/a.json")
    assert MISSING in rules(check(capsys, "own/a.json", "--server-name", "shop"), "own/a.json")


def test_the_configuration_nearest_to_a_file_counts_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    write("schemalint.toml", text='ignore = ["naming"]\nfail-on = "never"\n')
    write("own/pyproject.toml", text=f'[tool.schemalint]\nrules.{MISSING}.severity = "error"\nfail-on = "error"\n')
    found = check(capsys)
    assert ("error", "warning") == (rules(found, "own/a.json")[MISSING], rules(found, "vendor/mcp/b.json")[MISSING])
    assert "tool-name-style" in rules(found, "own/a.json") or any("name" in one for one in rules(found, "own/a.json"))
    assert 0 == main(["check"])  # what concerns the run comes from where it starts


def test_a_file_outside_of_the_working_folder_has_its_own_configuration_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("own/schemalint.toml", text=f'rules.{MISSING}.severity = "error"\n')
    monkeypatch.chdir("vendor")
    found = check(capsys, "../own/a.json", "mcp/b.json")
    assert ("error", "warning") == (rules(found, "../own/a.json")[MISSING], rules(found, "mcp/b.json")[MISSING])


def test_one_configuration_counts_for_all_where_it_was_named(capsys: pytest.CaptureFixture[str]) -> None:
    write("own/schemalint.toml", text=f'rules.{MISSING}.severity = "error"\n')
    write("other.toml", text='ignore = ["naming"]\n')
    assert "warning" == rules(check(capsys, "--config", "other.toml"), "own/a.json")[MISSING]
    assert "warning" == rules(check(capsys, "--isolated"), "own/a.json")[MISSING]


def test_a_third_party_does_not_choose_the_rules_for_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    write("vendor/mcp/schemalint.toml", text='ignore = ["ALL"]\n')
    assert {} == rules(check(capsys), "vendor/mcp/b.json")
    write("schemalint.toml", text='[[overrides]]\npaths = ["vendor/"]\ntrust = "third-party"\n')
    assert MISSING in rules(check(capsys), "vendor/mcp/b.json")


def test_comments_in_files_of_a_third_party_silence_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        "vendor/t.yaml",
        text="- name: getOrder  # schemalint: ignore\n  description: Fetch it.\n  inputSchema: {type: object}\n",
    )
    assert {"blanket-suppression"} == rules(check(capsys, "vendor/t.yaml"), "vendor/t.yaml").keys()
    write("schemalint.toml", text='[[overrides]]\npaths = ["vendor/"]\ntrust = "third-party"\n')
    assert MISSING not in rules(check(capsys, "vendor/t.yaml"), "vendor/t.yaml")
    assert "tool-name-style" in rules(check(capsys, "vendor/t.yaml"), "vendor/t.yaml")


def test_a_configuration_beside_a_file_makes_nothing_run(capsys: pytest.CaptureFixture[str]) -> None:
    write("own/schemalint.toml", text='sources = ["evil.module"]\npython = "./evil"\n')
    assert check(capsys)
    write("own/schemalint.toml", text='rule-folders = ["rules"]\n')
    assert 2 == main(["check"])
    assert "own/schemalint.toml:1: `rules` would load rules" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("where", "left"),
    [
        ('source = "vendor/mcp/b.json"\n', {"own/a.json"}),
        ('source = "vendor/"\n', {"own/a.json"}),
        ('source = "*.json"\n', set[str]()),
        ('server = "shop"\n', {"own/a.json", "vendor/mcp/b.json"}),
        ("", set[str]()),
    ],
)
def test_a_suppression_holds_where_its_source_or_server_says(
    where: str, left: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    write("schemalint.toml", text=f'[[suppress]]\ntool = "getOrder"\n{where}rules = ["{MISSING}"]\nreason = "Upstream."\n')
    assert left == {one["path"] for one in check(capsys) if one["rule"] == MISSING}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[overrides]]\nignore = ["naming"]\n', "schemalint.toml:1: an `overrides` table needs the key `paths` or `server`"),
        ('[[overrides]]\npaths = ["a"]\nfail-on = "error"\n', "schemalint.toml:3: unknown key `overrides.fail-on`"),
        ('[[overrides]]\npaths = ["own/"]\nignore = ["nameing"]\n', "schemalint.toml:3: `nameing` is not a rule"),
        (f'[[overrides]]\npaths = ["own/"]\nrules.{MISSING}.colour = 1\n', f"{MISSING} has no such option"),
        ('[[overrides]]\npaths = ["own/"]\ntargets = ["openia"]\n', "schemalint.toml:3"),
    ],
)
def test_what_is_wrong_in_an_override_is_named_with_its_line(
    text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("schemalint.toml", text=text)
    assert 2 == main(["check"])
    assert message in capsys.readouterr().err


def test_settings_show_the_overrides_and_where_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    write("schemalint.toml", text='ignore = []\n[[overrides]]\npaths = ["own/"]\nset = "strict"\n')
    assert 0 == main(["check", "--show-settings"])
    shown = json.loads(capsys.readouterr().out)["overrides.0"]
    assert {"value": {"paths": ["own/"], "server": None, "set": "strict"}, "from": "schemalint.toml:2"} == shown
