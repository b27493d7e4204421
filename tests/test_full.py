"""What a terminal shows: tools in order, one line to click, wrapped messages, marks, folds, and an end that helps."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.again import again
from schemalint.cli.main import main
from schemalint.cli.parse import parse
from schemalint.edge.show import show
from schemalint.linting.run import Reported
from schemalint.model import Edit, Fix, Tool, Toolset
from schemalint.reports import formats
from schemalint.reports.formats._terminal import cells, wrapped
from schemalint.reports.report import Look, Report, report
from schemalint.sources import Source, load

TOOLS = [{"name": name, "description": f"Fetch the {name}.", "inputSchema": {"type": "object"}} for name in ("c", "a", "b")]


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.json").write_text(json.dumps(TOOLS, indent=1), encoding="utf-8")
    [source] = load("t.json")
    assert isinstance(source, Source)
    return source


def finding(source: Source, index: int, *at: str, rule: str = "a-rule", severity: Any = "warning", **more: Any) -> Reported:
    tool = source.toolsets[0].tools[index]
    return Reported(rule, severity, tool, at, more.pop("message", "what is wrong"), **more)


def made(source: Source, *findings: Reported) -> Report:
    return report([source], (), [(source.toolsets[0], findings)])


def full(result: Report, **look: Any) -> str:
    return formats.renderer("text")(result, Look(**{"show_info": False, "width": 70, **look}))


def test_severity_rule_and_a_place_to_click_are_one_line_and_the_message_is_wrapped_below(source: Source) -> None:
    text = full(made(source, finding(source, 1, "description", message="word " * 40)), width=60)
    head, *below = text.splitlines()[2:]
    assert "  warning a-rule  t.json:11:3" == head
    assert all(line.startswith(" " * 10 + "word") and len(line) <= 60 for line in below[:4])
    row = next(index for index, line in enumerate(below) if " | " in line)
    start = below[row + 1].index("^")
    assert '"description": "Fetch the a."' == below[row][start : start + below[row + 1].count("^")]


def test_a_place_that_does_not_fit_is_on_a_line_of_its_own_and_stays_whole(source: Source) -> None:
    lines = full(made(source, finding(source, 1, "name", rule="a-rule-with-quite-a-long-name")), width=40).splitlines()
    assert ["  warning a-rule-with-quite-a-long-name", "          t.json:10:3"] == lines[2:4]


def test_each_tool_stands_once_and_those_with_errors_come_last(source: Source) -> None:
    errors = [finding(source, 0, "name", severity="error"), finding(source, 0, "description")]
    text = full(made(source, *errors, finding(source, 2, "name"), finding(source, 1, "name")))
    assert ["a", "b", "c"] == re.findall(r"(?m)^(\w)$", text)
    assert ["warning", "warning", "warning", "error"] == re.findall(r"(?m)^  (\w+) +a-rule", text)


def test_the_tools_of_a_server_stand_in_its_order_each_once() -> None:
    tools = tuple(Tool(name, parameters={}) for name in ("zebra", "ant", "mole"))
    live = Source("stdio:server", "live", (Toolset(tools),))
    found = [
        Reported(rule, "warning", tool, ("parameters",), rule) for rule in ("one-rule", "two-rule") for tool in reversed(tools)
    ]
    text = full(report([live], (), [(live.toolsets[0], found)]))
    assert ["zebra", "ant", "mole"] == re.findall(r"(?m)^(zebra|ant|mole)$", text)
    assert 6 == text.count("  stdio:server /parameters\n")


def test_findings_that_differ_in_the_parameter_alone_are_folded_and_each_place_is_marked(source: Source) -> None:
    at = ("name", "description", "parameters")
    found = [finding(source, 1, member, message=f"`{member}` is odd") for member in at]
    text = full(made(source, *found, finding(source, 1, "name", message="`name` is even")))
    assert "  warning a-rule  t.json:10:3 and 2 more\n" in text
    assert "`name` is odd; the same holds for `description`,\n          `parameters`\n" in text
    assert 4 == text.count("| ^") + text.count("|   ^")
    many = [finding(source, 1, "name", rule="r", message=f"`p{index:02}` is odd") for index in range(40)]
    folded = full(made(source, *many))
    assert "`p01`, `p02`, `p03`, `p04`, `p05`, `p06`, `p07`, `p08`, `p09`, and 30 more" in " ".join(folded.split())
    assert len(re.findall(r"\^+", folded)) == 5


def test_what_can_be_fixed_is_marked(source: Source) -> None:
    def fix(*, safe: bool) -> Fix:
        return Fix("Mend it", (Edit(("description",), "Other."),), safe=safe)

    found = [finding(source, 0, "name", fix=fix(safe=True)), finding(source, 1, "name", fix=fix(safe=False))]
    text = full(made(source, *found, finding(source, 2, "name")))
    assert ["  [fix]", "  [unsafe fix]", ""] == re.findall(r"warning a-rule(.*?)  t\.json", text)


def test_the_end_counts_names_the_worst_and_says_what_to_do(source: Source) -> None:
    found = [finding(source, index % 3, "name", rule=f"r{index % 5}") for index in range(9)]
    lines = full(made(source, *found), next_step="schemalint check t.json --fix").splitlines()
    assert ["  rules  2 r0, 2 r1, 2 r2, and 2 more (--statistics)", "  next   schemalint check t.json --fix"] == lines[-3:-1]
    assert "3 tools in 1 file: 0 errors, 9 warnings" == lines[-1]
    assert "\n3 tools in 1 file: nothing found\n" == full(made(source))


def test_a_limit_keeps_the_gravest_and_counts_all(capsys: pytest.CaptureFixture[str], source: Source) -> None:
    found = [finding(source, index, "name", severity=level) for index, level in enumerate(("warning", "error", "warning"))]
    text = full(made(source, *found), most=1)
    assert ["a"] == re.findall(r"(?m)^(\w)$", text)
    assert "  shown  1 of 3 findings (--max-findings)\n" in text
    assert text.endswith("3 tools in 1 file: 1 error, 2 warnings\n")
    assert main(["check", "t.json", "--max-findings", "0"]) == main(["check", "t.json"])
    assert re.search(r"(?m)^\d+ more are not listed \(--max-findings 0\)$", capsys.readouterr().out)


def test_statistics_add_up_to_the_totals(capsys: pytest.CaptureFixture[str], source: Source) -> None:
    mixed = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}
    Path("t.json").write_text(json.dumps([{**TOOLS[0], "inputSchema": mixed}]))
    main(["check", "t.json", "--statistics"])
    *rows, end = capsys.readouterr().out.splitlines()
    counted = [(int(row.split()[0]), row.split()[1]) for row in rows if re.match(r" +\d", row)]
    for level, said in (("warning", r"(\d+) warnings?"), ("info", r"(\d+) info")):
        match = re.search(said, end)
        assert match is not None, end
        assert int(match[1]) == sum(count for count, severity in counted if severity == level) > 0


def test_full_is_a_format_of_its_own_in_a_pipe_too(capsys: pytest.CaptureFixture[str], source: Source) -> None:
    main(["check", "t.json", "--output-format", "full"])
    assert "\x1b" not in (out := capsys.readouterr().out)
    assert re.search(r"(?m)^  warning [\w-]+  t\.json:\d+:\d+$", out) or out.startswith("\n")


def test_places_are_links_where_a_terminal_can_follow_them(source: Source, tmp_path: Path) -> None:
    found = made(source, finding(source, 1, "name"))
    assert f"{(tmp_path / 't.json').as_uri()}" in full(found, color=True, links=str(tmp_path))
    assert "\x1b]8" not in full(found, color=True)


def test_no_line_of_a_wrapped_message_is_a_command_of_a_ci(source: Source) -> None:
    hostile = "x" * 48 + " ::error::owned " + "y" * 30 + " ##[error]owned"
    for width in range(20, 90):
        text = full(made(source, finding(source, 0, "name", message=hostile)), width=width)
        assert not re.search(r"(?m)^\s*(::|##\[)", text), width


def test_wide_characters_are_measured_in_cells() -> None:
    assert all(cells(line) <= 20 for line in wrapped(show("漢字" * 30 + " word " * 9), 20))
    assert "漢字" * 30 == "".join(wrapped("漢字" * 30, 20))


def test_changes_stand_by_tool_and_new_tools_by_name(capsys: pytest.CaptureFixture[str], source: Source) -> None:
    gone = [{**TOOLS[0], "description": "Other."}, {**TOOLS[1], "name": "zeta"}, {**TOOLS[1], "name": "eta"}]
    Path("new.json").write_text(json.dumps(gone))
    main(["diff", "t.json", "new.json", "--output-format", "full"])
    out = capsys.readouterr().out
    assert "\nc\n  behaviour the description changed  description-changed /description\n            | " in out
    assert "removed tools\n  breaking  b\n\nadded tools\n  behaviour zeta\n" in out, out


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["check", "a.json", "--select", "x", "--color", "always"], "schemalint check a.json --select x --fix"),
        (["check", "--statistics", "--max-findings=3", "--", "x.json"], "schemalint check x.json --fix"),
        (["check", "a `b`.json", "c.json"], "schemalint check ... c.json --fix"),
        (
            ["check", "https://a.b/mcp", "--header", "Authorization: s3cret"],
            "schemalint check https://a.b/mcp --header ... --fix",
        ),
        (["check", "https://a.b/mcp", "--header=Authorization: s3cret"], "schemalint check https://a.b/mcp ... --fix"),
        (["check", "stdio:server --token s3cret", "https://u:s3cret@a.b"], "schemalint check ... ... --fix"),
    ],
)
def test_advice_repeats_the_arguments_of_the_run_and_nothing_secret_or_hostile(words: list[str], advice: str) -> None:
    assert advice == again(parse(words), "--fix")
