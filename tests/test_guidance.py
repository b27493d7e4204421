"""The guidance's own examples and exactly the findings expected of them (fixtures/good and fixtures/bad)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schemalint.linting.rule import builtin, load
from schemalint.linting.run import Reported, lint
from schemalint.model import Tool, Toolset
from schemalint.schema.pointer import Json, pointer_text
from schemalint.sources import shapes

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
RULES = [rule for rule in load(builtin()).values() if "recommended" in rule.sets]


def tools(value: Json) -> tuple[Tool, ...]:
    recognized = shapes.recognize(value, named=True)
    assert [] == list(recognized.problems)
    return recognized.groups[0].tools


def findings(value: Json) -> list[Reported]:
    return list(lint(Toolset(tools(value)), RULES))


GOOD = json.loads((FIXTURES / "good" / "guidance.json").read_text(encoding="utf-8"))
BASH = json.loads((FIXTURES / "good" / "guidance_bash.json").read_text(encoding="utf-8"))
BAD = json.loads((FIXTURES / "bad" / "guidance.json").read_text(encoding="utf-8"))


def test_the_good_tools_get_no_warning_and_no_error() -> None:
    assert [] == [(f.rule, f.tool.name if f.tool else "", f.message) for f in findings(GOOD) if f.severity != "info"]


@pytest.mark.parametrize("tool", GOOD, ids=lambda tool: tool["name"])
def test_each_good_tool_alone_gets_no_warning_and_no_error(tool: Json) -> None:
    assert [] == [(f.rule, f.message) for f in findings([tool]) if f.severity != "info"]


def test_the_good_tools_get_only_the_infos_that_the_guidance_allows() -> None:
    allowed = {"default-only-in-prose": {"offset", "limit", "replace_all"}, "optional-without-default": {"include"}}
    infos = [(f.rule, f.at[-1]) for f in findings(GOOD) if f.severity == "info"]
    assert [] == [(rule, name) for rule, name in infos if name not in allowed.get(rule, set())]


def test_bash_gets_exactly_one_warning_for_the_style_of_one_parameter() -> None:
    serious = [(f.rule, f.severity, pointer_text(f.at)) for f in findings([BASH]) if f.severity != "info"]
    assert [("param-name-style", "warning", "/parameters/properties/timeoutMs")] == serious


# Rule, place (None where the guidance names none) and severity; at least these.
EXPECTED: list[tuple[str, list[tuple[str, str | None, str]]]] = [
    (
        "handleFileRequest",
        [
            ("tool-name-style", "/name", "warning"),
            ("vague-verb", "/name", "warning"),
            ("tool-description-restates-name", "/description", "warning"),
            ("god-tool", None, "warning"),
            ("typed-hole", "/parameters/properties/payload", "warning"),
            ("typed-hole", "/parameters/properties/options/properties/flags/items", "warning"),
            ("param-description-missing", None, "warning"),
            ("selector-without-enum", "/parameters/properties/operation", "info"),
        ],
    ),
    (
        "fileOp",
        [
            ("tool-name-style", None, "warning"),
            ("tool-description-restates-name", None, "warning"),
            ("god-tool", None, "warning"),
            ("typed-hole", "/parameters/properties/opts", "warning"),
            ("param-description-missing", None, "warning"),
            ("too-many-required", None, "info"),
            ("selector-without-enum", "/parameters/properties/mode", "info"),
        ],
    ),
    ("export_report", [("enum-in-prose", "/parameters/properties/format", "warning")]),
    ("fsAccessV2", [("tool-name-style", "/name", "warning"), ("version-suffix", "/name", "warning")]),
    ("doSearch", [("tool-name-style", "/name", "warning"), ("vague-verb", "/name", "warning")]),
    ("utility", [("generic-name", "/name", "warning")]),
    ("bash", [("tool-description-restates-name", "/description", "warning")]),
]


@pytest.mark.parametrize(("tool", "expected"), list(zip(BAD, EXPECTED, strict=True)), ids=[name for name, _ in EXPECTED])
def test_each_bad_tool_gets_the_findings_that_the_guidance_expects(
    tool: Json, expected: tuple[str, list[tuple[str, str | None, str]]]
) -> None:
    name, wanted = expected
    assert name == tool["name"]
    found = [(f.rule, pointer_text(f.at), f.severity) for f in findings([tool])]
    missing = [
        (rule, place, severity)
        for rule, place, severity in wanted
        if not any(rule == r and place in (None, p) and severity == s for r, p, s in found)
    ]
    assert [] == missing


def test_the_closed_set_in_prose_is_offered_as_an_enum() -> None:
    [finding] = [f for f in findings([BAD[2]]) if f.rule == "enum-in-prose"]
    assert finding.fix is not None
    assert [(("parameters", "properties", "format", "enum"), ["json", "text", "csv"])] == [
        (edit.at, edit.value) for edit in finding.fix.edits
    ]
