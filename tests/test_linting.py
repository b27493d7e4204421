"""The loop over rules: stamps, places, silence and crashes."""

from collections.abc import Iterator
from typing import Any

import pytest

from schemalint.linting.rule import Rule
from schemalint.linting.run import RuleCrash, lint
from schemalint.linting.silences import Silence
from schemalint.model import REMOVE, Edit, Finding, Fix, Lever, Node, Origin, Severity, Tool, Toolset

PARAMETERS = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}}
SET = Toolset((Tool("one", parameters=PARAMETERS), Tool("two", parameters={"type": "object"})), server="s")


def rule(check: Any, severity: Severity = "warning") -> Rule:
    return Rule(check, lever="naming", severity=severity, sets=("recommended",))


def on_tools(tool: Tool, tools: Toolset) -> Iterator[Finding]:
    yield Finding(("name",), f"{tool.name} of {tools.server}")


def on_nodes(node: Node, *, type: str = "string") -> Iterator[Finding]:  # noqa: A002
    if node.type == type:
        yield Finding(node.place("type"), f"a {type}")


def on_sets(tools: Toolset) -> Iterator[Finding]:
    yield Finding((), f"{len(tools.tools)} tools")
    yield Finding((1, "name"), "second", related=((0, "name"),), fix=Fix("rename", (Edit((1, "name"), "2"),)))


def test_each_scope_is_given_its_target_and_places_are_inside_the_tool() -> None:
    found = [
        (f.rule, f.tool.name if f.tool else None, f.at, f.message)
        for f in lint(SET, [rule(on_sets), rule(on_nodes), rule(on_tools)])
    ]
    assert [
        ("test-linting", "one", ("name",), "one of s"),
        ("test-linting", "one", ("parameters", "properties", "a", "type"), "a string"),
        ("test-linting", "two", ("name",), "two of s"),
        ("test-linting", None, (), "2 tools"),
        ("test-linting", "two", ("name",), "second"),
    ] == found


def test_the_same_finding_behind_two_references_is_reported_once() -> None:
    assert [("parameters", "properties", "a", "type")] == [f.at for f in lint(SET, [rule(on_nodes)])]


def test_options_reach_the_check() -> None:
    assert ["a object", "a object"] == [f.message for f in lint(SET, [rule(on_nodes).configured(options={"type": "object"})])]


def test_related_places_and_edits_of_a_set_rule_lose_the_index() -> None:
    [found] = [f for f in lint(SET, [rule(on_sets)]) if f.tool]
    assert [("one", ("name",))] == [(place.tool.name, place.at) for place in found.related]
    assert found.fix == Fix("rename", (Edit(("name",), "2"),))


@pytest.mark.parametrize(
    ("own", "lowered", "expected"), [("error", "info", "info"), ("warning", "error", "warning"), ("info", None, "info")]
)
def test_a_finding_may_lower_its_severity_and_never_raise_it(
    own: Severity, lowered: Severity | None, expected: Severity
) -> None:
    def check(tools: Toolset) -> Iterator[Finding]:
        yield Finding((), "x", severity=lowered)

    assert [expected] == [f.severity for f in lint(SET, [rule(check, own)])]


def test_silenced_findings_are_marked_and_stay_countable() -> None:
    def silences(rule: str, tool: str, at: Any, *_: Any) -> tuple[Silence, ...]:
        return (Silence("comment", rule, None),) if (rule, tool, at) == ("test-linting", "two", ("name",)) else ()

    assert [("one", False), ("two", True)] == [
        (f.tool.name, bool(f.silenced)) for f in lint(SET, [rule(on_tools)], silences) if f.tool
    ]


def crashes_on_node(node: Node) -> Iterator[Finding]:
    yield Finding(node.at, str(1 // (node.name != "a")))


def crashes_on_tool(tool: Tool) -> Iterator[Finding]:
    raise ValueError(tool.name)


def crashes_on_set(tools: Toolset) -> Iterator[Finding]:
    raise RecursionError("deep")


@pytest.mark.parametrize(
    ("check", "said"),
    [
        (crashes_on_node, "rule test-linting crashed on tool `one` at /parameters/properties/a: ZeroDivisionError"),
        (crashes_on_tool, "rule test-linting crashed on tool `one`: ValueError: one"),
        (crashes_on_set, "rule test-linting crashed on a set of 2 tools: RecursionError: deep"),
    ],
)
def test_a_crash_names_the_rule_and_where_it_happened(check: Any, said: str) -> None:
    with pytest.raises(RuleCrash) as caught:
        list(lint(SET, [rule(check)]))
    assert said in str(caught.value)


@pytest.mark.parametrize("at", [("name",), (2, "name"), (True and "1",)])
def test_a_set_finding_must_name_a_tool_of_the_set(at: Any) -> None:
    def check(tools: Toolset) -> Iterator[Finding]:
        yield Finding(at, "x")

    with pytest.raises(RuleCrash, match="must start with the index of a tool"):
        list(lint(SET, [rule(check)]))


def test_a_fix_that_edits_another_tool_is_a_bug() -> None:
    def check(tools: Toolset) -> Iterator[Finding]:
        yield Finding((0, "name"), "x", fix=Fix("t", (Edit((1, "name"), REMOVE),)))

    with pytest.raises(RuleCrash, match="edits another tool"):
        list(lint(SET, [rule(check)]))


# ------------------------------------------------------------------------------------------------ tools that are seen in part

SEEN = Tool("seen", parameters=PARAMETERS)
PART = Tool("part", parameters=PARAMETERS, origin=Origin(fidelity="approximate", unseen=(("parameters", "properties", "a"),)))
NAMELESS = Tool("nameless", parameters=PARAMETERS, origin=Origin(fidelity="approximate", unseen=(("name",),)))
RESULT = Tool("result", parameters=PARAMETERS, origin=Origin(fidelity="approximate", unseen=(("output_schema",),)))


def on_names(tool: Tool) -> Iterator[Finding]:
    yield Finding(("name",), "a name")


def on_parameters(node: Node) -> Iterator[Finding]:
    yield Finding(node.at, "a schema")


def on_all(tools: Toolset) -> Iterator[Finding]:
    yield Finding((), "the set")
    yield from (Finding((index, "name"), "a name") for index in range(len(tools.tools)))


def said(check: Any, lever: Lever, *tools: Tool) -> list[str]:
    found = lint(Toolset(tools), [Rule(check, lever=lever, severity="warning", sets=("recommended",))])
    return [one.tool.name if one.tool else "the set" for one in found]


@pytest.mark.parametrize("lever", ["naming", "description", "enum", "required", "security"])
def test_rules_on_names_and_texts_judge_what_is_seen_in_part(lever: Lever) -> None:
    assert ["seen", "part"] == said(on_names, lever, SEEN, PART)
    assert ["the set", "seen", "part"] == said(on_all, lever, SEEN, PART)


@pytest.mark.parametrize("lever", ["shape", "validity", "budget", "target", "consistency", "metadata"])
def test_rules_on_whole_schemas_are_silent_on_what_is_seen_in_part(lever: Lever) -> None:
    assert ["seen"] == said(on_names, lever, SEEN, PART)
    assert ["seen"] == said(on_all, lever, SEEN, PART)
    assert ["the set", "seen"] == said(on_all, lever, SEEN)
    assert [] == said(on_parameters, lever, PART)


def test_every_rule_is_silent_on_a_place_that_is_out_of_sight() -> None:
    assert ["part", "part"] == said(on_parameters, "naming", PART)  # the whole and `b`, whose text is that of `a`
    assert ["seen"] == said(on_names, "naming", SEEN, NAMELESS)
    assert ["the set", "seen"] == said(on_all, "naming", SEEN, NAMELESS)


def test_a_result_out_of_sight_silences_only_rules_on_all_of_a_tool() -> None:
    fair: tuple[Lever, ...] = ("shape", "validity", "consistency", "metadata")
    for lever in fair:
        assert ["result"] == said(on_names, lever, RESULT)
    whole: tuple[Lever, ...] = ("budget", "target")
    for lever in whole:
        assert [] == said(on_names, lever, RESULT)
