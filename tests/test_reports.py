"""What formats make of a report: places, order, sanitized text, and what is folded."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from schemalint.edge.show import show
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported, lint
from schemalint.linting.silences import Silence
from schemalint.model import REMOVE, Edit, Fix, Toolset
from schemalint.reports import formats
from schemalint.reports.report import Look, Report, by_place, report
from schemalint.sources import load
from schemalint.sources.source import Broken, Place, Source

HOSTILE = "read\x1b[31m\u202eevil\U000e0041"
TEXT = json.dumps(
    [{"name": HOSTILE, "description": "Read.\nNow."}, {"name": "b", "description": "B.", "inputSchema": {"type": "object"}}]
)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.json").write_text(TEXT, encoding="utf-8")
    [source] = load("t.json")
    assert isinstance(source, Source)
    return source


def made(source: Source, *findings: Reported, broken: tuple[Broken, ...] = (), passed_over: int = 0) -> Report:
    return report([source], broken, [(source.toolsets[0], findings)], passed_over)


def finding(
    source: Source, index: int | None, *at: str, rule: str = "a-rule", severity: Any = "warning", **more: Any
) -> Reported:
    tool = None if index is None else source.toolsets[0].tools[index]
    return Reported(rule, severity, tool, at, more.pop("message", "what is wrong"), **more)


def formatted(name: str, result: Report, **look: Any) -> str:
    return formats.renderer(name)(result, Look(**look))


def as_json(result: Report) -> str:
    return formatted("json", result)


def as_text(result: Report, **look: Any) -> str:
    return formatted("text", result, **look)


def test_findings_stand_in_the_order_of_the_text(source: Source) -> None:
    result = made(
        source,
        finding(source, 1, "parameters", rule="z"),
        finding(source, 1, "name", rule="b"),
        finding(source, 1, "name", rule="a"),
        finding(source, None, rule="set"),
        finding(source, 0, "description"),
    )
    assert ["set", "a-rule", "a", "b", "z"] == [one.rule for one in by_place(result.findings)]
    assert ["", "/0/description", "/1/name", "/1/name", "/1/inputSchema"] == [
        item["pointer"] for item in json.loads(as_json(result))["findings"]
    ]


def test_the_fingerprint_tells_two_findings_of_one_rule_at_one_place_apart(source: Source) -> None:
    result = made(source, finding(source, 1, "name", message="x"), finding(source, 1, "name", message="y"))
    first, second = (one.fingerprint for one in result.findings)
    assert first != second
    assert re.fullmatch("[0-9a-f]{32}", first)


def test_the_fingerprint_does_not_depend_on_lines(source: Source, tmp_path: Path) -> None:
    before = made(source, finding(source, 1, "name")).findings[0]
    (tmp_path / "t.json").write_text("\n\n" + TEXT, encoding="utf-8")
    [moved] = load("t.json")
    assert isinstance(moved, Source)
    after = made(moved, finding(moved, 1, "name")).findings[0]
    assert before.fingerprint == after.fingerprint
    assert before.place.span != after.place.span


def test_the_json_report_has_exactly_the_members_of_version_1(source: Source) -> None:
    fix = Fix("Mend it", (Edit(("parameters", "x"), 1), Edit(("parameters", "type"), REMOVE)), safe=True)
    first = source.toolsets[0].tools[0]
    result = made(
        source,
        finding(source, 1, "parameters", "type", fix=fix, related=(Place(first, ("name",)),)),
        broken=(Broken("x.json", "no JSON", 1, 7),),
    )
    value = json.loads(as_json(result))
    assert list(value) == ["version", "findings", "broken", "summary"]
    assert value["version"] == 1
    [shown] = value["findings"]
    assert list(shown) == (
        "rule severity message tool at path pointer line column end_line end_column target fix related fingerprint".split()
    )
    assert shown["fix"] == {
        "title": "Mend it",
        "safe": True,
        "edits": [{"op": "add", "path": "/1/inputSchema/x", "value": 1}, {"op": "remove", "path": "/1/inputSchema/type"}],
    }
    assert [("t.json", "/0/name", 1)] == [(item["path"], item["pointer"], item["line"]) for item in shown["related"]]
    assert value["broken"] == [{"path": "x.json", "reason": "no JSON", "line": 1, "column": 7, "tool": None}]
    assert value["summary"] == {
        "files": 1, "tools": 2, "errors": 0, "warnings": 1, "infos": 0, "suppressed": 0, "baselined": 0, "fixable": 1,
    }  # fmt: skip


def test_a_clean_run_is_an_empty_document(source: Source) -> None:
    value = json.loads(as_json(made(source)))
    assert (value["findings"], value["broken"]) == ([], [])
    assert as_text(made(source), show_info=False) == "2 tools in 1 file: nothing found\n"


ALL_FORMATS: dict[str, Callable[[Report], str]] = {
    **{name: partial(formatted, name) for name in formats.names()},
    "terminal": partial(formatted, "text", width=80),
}


@pytest.mark.parametrize("name", ALL_FORMATS)
def test_no_format_lets_control_bidi_or_hidden_characters_through(name: str, source: Source) -> None:
    hostile = finding(source, 0, "name", message=f"`{HOSTILE}` [bold]is[/nope] bad\n::error::x", severity="info")
    text = ALL_FORMATS[name](made(source, hostile, broken=(Broken(HOSTILE, HOSTILE, 1, 1, tool=HOSTILE),)))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\U000e0000-\U000e007f]", text)
    commands = re.findall(r"^(?:::|##\[).*", text, re.M)
    ours = ["::error file=read\\x1b[31m\\u202eevil\\U000e0041,", "::notice file=t.json,"] if name == "github" else []
    assert ours == [command[: len(mine)] for command, mine in zip_longest(commands, ours, fillvalue="")]
    assert "[bold]is[/nope]" in text


def test_messages_in_json_are_safe_to_print_and_names_exact(source: Source) -> None:
    hostile = finding(source, 0, "name", message=HOSTILE)
    value = json.loads(as_json(made(source, hostile, broken=(Broken(HOSTILE, HOSTILE, 1, 1, tool=HOSTILE),))))
    [found], [broken] = value["findings"], value["broken"]
    assert (show(HOSTILE), HOSTILE) == (found["message"], found["tool"])
    assert (show(HOSTILE), HOSTILE, HOSTILE) == (broken["reason"], broken["path"], broken["tool"])


def test_a_path_cannot_start_a_line_as_a_command_of_a_ci_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "::error file=x::y.json"
    (tmp_path / name).write_text(TEXT, encoding="utf-8")
    [source] = load(name)
    assert isinstance(source, Source)
    for text in (
        as_text(made(source, finding(source, 1, "name")), show_info=False),
        as_text(made(source, finding(source, 1, "name")), show_info=False, color=False, width=80),
    ):
        assert f"./{name}" in text
        assert not re.search(r"^::", text, re.M)


def test_plain_lines_are_one_a_finding_and_never_wrapped(source: Source) -> None:
    result = made(source, finding(source, 1, "name", message="long " * 100))
    assert as_text(result, show_info=False).splitlines()[0].startswith("t.json:1:")
    assert len(as_text(result, show_info=False).splitlines()) == 2


def test_info_is_folded_to_counts_by_rule(source: Source) -> None:
    result = made(
        source,
        *(finding(source, 1, "name", rule=rule, severity="info", message=str(i)) for i, rule in enumerate(["x", "y", "x"])),
        passed_over=2,
    )
    folded = as_text(result, show_info=False)
    assert (
        folded == "info: x 2, y 1 (--show info lists them)\n"
        "2 tools in 1 file: no errors or warnings, 3 info, 2 files without tools passed over\n"
    )
    assert as_text(result, show_info=True).count(": info ") == 3


def test_a_comment_silences_a_rule_on_its_line_or_on_the_first_line_of_the_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text(
        "- name: a  # schemalint: ignore[on-name] upstream\n  description: A.\n"
        "- name: b\n  description: B.  # schemalint: ignore[on-text]\n"
    )
    [source] = load("t.yaml")
    assert isinstance(source, Source)
    found = [
        finding(source, index, member, rule=rule, message=rule)
        for index in (0, 1)
        for member, rule in (("name", "on-name"), ("description", "on-text"), ("description", "on-name"))
    ]
    result = made(source, *found)
    left = [(one.tool_name, one.rule) for one in by_place(result.findings)]
    assert [("a", "on-text"), ("b", "on-name"), ("b", "on-name")] == left
    assert result.suppressed == 3
    assert "3 suppressed" in as_text(result, show_info=False)


def test_a_comment_without_brackets_silences_every_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text("- name: a  # schemalint: ignore\n  description: A.\n- name: b\n  description: B.\n")
    [source] = load("t.yaml")
    assert isinstance(source, Source)
    found = [finding(source, index, "description", rule=rule) for index in (0, 1) for rule in ("x", "y")]
    result = made(source, *found)
    assert [("b", "x"), ("b", "y")] == [(one.tool_name, one.rule) for one in by_place(result.findings)]
    assert result.suppressed == 2


def test_what_the_configuration_silences_is_counted(source: Source) -> None:
    def check(tools: Toolset) -> Any:
        from schemalint.model import Finding

        yield Finding((1, "name"), "x")

    check.__annotations__["tools"] = Toolset
    rule = Rule(check, lever="naming", severity="error", sets=("minimal",))
    result = report(
        [source], (), [(source.toolsets[0], lint(source.toolsets[0], [rule], lambda *_: (Silence("comment", "test", None),)))]
    )
    assert (result.findings, result.suppressed, result.fails("info")) == ((), 1, False)


@pytest.mark.parametrize(("fail_on", "expected"), [("error", False), ("warning", True), ("info", True), (None, False)])
def test_a_report_fails_at_or_above_a_severity(fail_on: Any, expected: bool, source: Source) -> None:
    assert expected == made(source, finding(source, 1, "name")).fails(fail_on)
