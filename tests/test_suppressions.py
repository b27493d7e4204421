"""Suppressions that cannot rot: what is told of them, where comments work, and what writes and shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main

MISSING = "array-without-items"
DAY = "2026-03-01"
NAME_THEM = f"also what is found later; name those that you mean: `{MISSING}`"
CHOICE = "selector-without-enum"
TEXT = "Fetch an order by its number from the order system of the shop."
YAML = """\
- type: function
  function:
    name: get_order{name}
    description: {text}
    parameters:
      type: object
      required: [n]
      properties:
        n:{n}
          type: array
          description: Numbers of the orders.
"""
PYTHON = '''\
from fastmcp import FastMCP
mcp = FastMCP("shop")
@mcp.tool{decorator}
def get_order(
    mode: str,{n}
) -> str:
    """Fetch an order by its number from the order system of the shop."""
    return mode
'''


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)


def yaml(name: str = "", n: str = "", path: str = "t.yaml") -> None:
    Path(path).write_text(YAML.format(name=name, n=n, text=TEXT))


def configure(text: str) -> None:
    Path("schemalint.toml").write_text(text)


def report(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code = main(["check", "--output-format", "json", *words])
    captured = capsys.readouterr()
    assert code in (0, 1), captured.err
    whole: dict[str, Any] = json.loads(captured.out)
    return whole


def told(capsys: pytest.CaptureFixture[str], *words: str) -> list[tuple[str, str, int, str]]:
    """What is said of suppressions: rule, path, line, message."""
    return [
        (one["rule"], one["path"], one["line"], one["message"])
        for one in report(capsys, *words)["findings"]
        if "suppression" in one["rule"]
    ]


def rules(capsys: pytest.CaptureFixture[str], *words: str) -> set[str]:
    return {one["rule"] for one in report(capsys, *words)["findings"] if one["severity"] != "info"}


def test_a_suppression_that_is_needed_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    yaml(n=f"  # schemalint: ignore[{MISSING}] upstream")
    configure(f'[[suppress]]\ntool = "get_order"\nrules = ["{MISSING}"]\n')
    assert [] == told(capsys)


@pytest.mark.parametrize(
    ("comment", "rule", "message"),
    [
        ("ignore[god-tool]", "unused-suppression", "the comment silences `god-tool`, and nothing is found there; remove it"),
        (
            "ignore[array-without-item]",
            "unknown-rule-in-suppression",
            f"the comment names `array-without-item`, and there is no such rule; did you mean `{MISSING}`?",
        ),
        (
            "ignore",
            "blanket-suppression",
            f"the comment silences every rule, {NAME_THEM}",
        ),
        (
            f"ignore[{MISSING}] upstream, until 2026-03-01",
            "expired-suppression",
            f"the comment that silences `{MISSING}` ran out on 2026-03-01; remove it, or give it a new day",
        ),
    ],
)
def test_a_comment_that_has_rotted_is_a_finding_at_its_place(
    comment: str, rule: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    yaml(n=f"  # schemalint: {comment}")
    assert [(rule, "t.yaml", 9, message)] == told(capsys)
    main(["check", "t.yaml"])
    assert f"t.yaml:9:13: warning {rule}: {message}\n" in capsys.readouterr().out


def test_an_expired_comment_silences_nothing_and_one_with_days_left_does(capsys: pytest.CaptureFixture[str]) -> None:
    yaml(n=f"  # schemalint: ignore[{MISSING}] upstream, until 2026-03-01")
    assert MISSING in rules(capsys)
    yaml(n=f"  # schemalint: ignore[{MISSING}] upstream, until 2999-03-01")
    assert MISSING not in rules(capsys)


def test_of_a_comment_each_word_is_judged_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    yaml(n=f"  # schemalint: ignore[{MISSING}, god-tool]")
    assert ["the comment silences `god-tool`, and nothing is found there; remove it"] == [one[3] for one in told(capsys)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            '[[suppress]]\ntool = "no_such_tool"\nrules = ["naming"]\n',
            (
                "unused-suppression",
                3,
                "the suppression silences `naming` in `no_such_tool`, and nothing is found there; remove it",
            ),
        ),
        (
            '[per-tool-ignores]\n"nosuch_*" = ["naming"]\n',
            (
                "unused-suppression",
                2,
                "`per-tool-ignores` silences `naming` in `nosuch_*`, and nothing is found there; remove it",
            ),
        ),
        (
            f'[[suppress]]\ntool = "get_order"\nrules = ["{MISSING}"]\nexpires = 2026-03-01\n',
            (
                "expired-suppression",
                3,
                f"the suppression that silences `{MISSING}` in `get_order` ran out on {DAY}; remove it, or give it a new day",
            ),
        ),
        (
            '[[suppress]]\ntool = "get_order"\nrules = ["ALL"]\n',
            (
                "blanket-suppression",
                3,
                f"the suppression silences every rule in `get_order`, {NAME_THEM}",
            ),
        ),
    ],
)
def test_a_table_that_has_rotted_is_a_finding_in_the_configuration(
    text: str, found: tuple[str, int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    yaml()
    configure(text)
    rule, line, message = found
    assert [(rule, "schemalint.toml", line, message)] == told(capsys)


def test_a_member_that_silences_nothing_or_is_misspelt_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    tool = {"name": "get_order", "description": TEXT, "x-schemalint-ignore": ["god-tool", "god-tol"], "inputSchema": {}}
    Path("t.json").write_text(json.dumps([tool]))
    assert [] == told(capsys)
    configure("in-schema-ignores = true\n")
    assert ["unknown-rule-in-suppression", "unused-suppression"] == sorted(one[0] for one in told(capsys))


def test_what_a_run_did_not_look_at_may_be_needed(capsys: pytest.CaptureFixture[str]) -> None:
    yaml(n="  # schemalint: ignore[god-tool, rejected-by-target(openai:root-combinator)]")
    yaml(path="other.yaml")
    other = '[[suppress]]\ntool = "x"\nsource = "/other.yaml"\nrules = ["naming"]\n'
    configure(f'[[suppress]]\ntool = "elsewhere"\nrules = ["{MISSING}"]\n{other}')
    assert [] == told(capsys, "t.yaml", "--ignore", "god-tool")  # neither the rule nor a target nor all files
    assert ["schemalint.toml"] == [one[1] for one in told(capsys, "other.yaml")]  # the file that `source` names was read
    assert 3 == len(told(capsys))
    assert 4 == len(told(capsys, "--target", "openai"))


def test_nothing_is_said_of_comments_in_a_file_that_was_read_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.yaml").write_text(
        YAML.format(name="", n="  # schemalint: ignore[god-tool]", text=TEXT) + "- name: 5\n  description: x\n"
    )
    assert 2 == main(["check"])
    assert "unused-suppression" not in capsys.readouterr().out


def test_the_checks_are_chosen_and_graded_like_rules(capsys: pytest.CaptureFixture[str]) -> None:
    yaml(n="  # schemalint: ignore[god-tool]")
    assert [] == told(capsys, "--ignore", "unused-suppression")
    assert [] == told(capsys, "--select", "god-tool")
    assert 1 == len(told(capsys, "--select", "god-tool,unused-suppression"))
    assert [] == told(capsys, "--set", "minimal")
    configure('rules.unused-suppression.severity = "error"\n')
    assert ["error"] == [one["severity"] for one in report(capsys)["findings"] if "suppression" in one["rule"]]
    assert 0 == main(["explain", "unused-suppression"])
    assert "A suppression silences nothing." in capsys.readouterr().out


@pytest.mark.parametrize("place", ["name", "n"])
def test_a_comment_works_on_the_name_of_a_wrapped_yaml_tool_and_on_the_parameter(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    yaml(**{place: f"  # schemalint: ignore[{MISSING}]"})
    assert MISSING not in rules(capsys)
    assert [] == told(capsys)


@pytest.mark.parametrize("place", ["decorator", "n"])
def test_a_comment_works_on_a_decorator_and_on_the_parameter_in_python(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = {"decorator": "", "n": ""}
    Path("t.py").write_text(PYTHON.format(**nothing))
    assert CHOICE in {one["rule"] for one in report(capsys)["findings"]}
    Path("t.py").write_text(PYTHON.format(**{**nothing, place: f"  # schemalint: ignore[{CHOICE}]"}))
    assert CHOICE not in {one["rule"] for one in report(capsys)["findings"]}
    assert [] == told(capsys)


def test_what_is_suppressed_is_shown_with_place_and_reason(capsys: pytest.CaptureFixture[str]) -> None:
    yaml(n=f"  # schemalint: ignore[{MISSING}] upstream")
    assert MISSING not in (main(["check"]), capsys.readouterr().out)[1]
    main(["check", "--show-suppressed"])
    out = capsys.readouterr().out
    assert f"t.yaml:9:9: suppressed {MISSING}: get_order: " in out
    assert "(t.yaml:9: upstream)" in out
    (one,) = report(capsys, "--show-suppressed")["suppressed"]
    by = {"form": "comment", "word": MISSING, "path": "t.yaml", "line": 9, "reason": "upstream"}
    assert (MISSING, "get_order", [by]) == (one["rule"], one["tool"], one["suppressed_by"])
    assert "suppressed" not in report(capsys)


def test_sarif_says_what_is_suppressed_and_how(capsys: pytest.CaptureFixture[str]) -> None:
    yaml(n=f"  # schemalint: ignore[{MISSING}] upstream")
    main(["check", "--output-format", "sarif"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert [[{"kind": "inSource", "justification": "upstream"}]] == [
        one["suppressions"] for one in results if one["ruleId"] == MISSING
    ]


def test_at_in_the_json_report_is_what_a_suppression_takes(capsys: pytest.CaptureFixture[str]) -> None:
    yaml()
    found = [one for one in report(capsys)["findings"] if one["rule"] == MISSING]
    assert ["/parameters/properties/n"] == [one["at"] for one in found]
    configure(
        "".join(f'[[suppress]]\ntool = "{one["tool"]}"\nat = "{one["at"]}"\nrules = ["{one["rule"]}"]\n' for one in found)
    )
    assert MISSING not in rules(capsys)


@pytest.mark.parametrize("file", ["schemalint.toml", "pyproject.toml", None])
def test_add_suppressions_writes_tables_that_silence_the_findings_of_the_run(
    file: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    yaml()
    Path("a [b].json").write_text(json.dumps([{"name": 'say "hi"', "inputSchema": {}}, {"name": "getIt", "inputSchema": {}}]))
    old = {"schemalint.toml": 'set = "strict"', "pyproject.toml": '[tool.schemalint]\nset = "strict"\n'}.get(file or "", "")
    if file:
        Path(file).write_text(old)
    before = report(capsys)["summary"]
    assert before["warnings"] + before["errors"] > 2
    assert 0 == main(["check", "--add-suppressions", 'Known since "the" audit'])
    path = file or "schemalint.toml"
    out = capsys.readouterr().out
    assert out.startswith(f"{path}: ")
    assert out.endswith(f"suppressions written, of {before['errors'] + before['warnings']} findings\n")
    assert Path(path).read_text().startswith(old)
    after = report(capsys)
    assert [] == [one for one in after["findings"] if one["severity"] != "info"]
    assert 0 == main(["check"])


def test_add_suppressions_leaves_a_file_that_it_cannot_append_to(capsys: pytest.CaptureFixture[str]) -> None:
    yaml()
    configure(f'suppress = [{{tool = "x", rules = ["{MISSING}"]}}]\n')
    old = Path("schemalint.toml").read_text()
    assert 2 == main(["check", "--add-suppressions", "Because."])
    assert "The suppressions could not be added; the file is as it was." in capsys.readouterr().err
    assert old == Path("schemalint.toml").read_text()
    assert 2 == main(["check", "--isolated", "--add-suppressions", "Because."])
    assert 2 == main(["check", "--add-suppressions", " "])
