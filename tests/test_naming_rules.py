"""What the pages of the naming rules cannot show: data sets, related places, hostile names, cost, and the labelled tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemalint.linting.rule import Rule, builtin, load
from schemalint.model import Finding, Json, Tool, Toolset

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
SET_RULES = ("tool-name-no-verb", "tool-name-style", "param-name-style", "vague-verb", "version-suffix", "duplicate-name")


@pytest.fixture(scope="module")
def rules() -> dict[str, Rule]:
    return load(builtin())


def found(rule: Rule, *names: str, independent: bool = False) -> list[Finding]:
    return list(rule.check(Toolset(tuple(Tool(name) for name in names), independent=independent)))


def test_a_data_set_may_repeat_names(rules: dict[str, Rule]) -> None:
    assert [] == found(rules["duplicate-name"], "search", "search", independent=True)


def test_each_later_duplicate_points_at_the_first(rules: dict[str, Rule]) -> None:
    assert [((2, "name"), ((0, "name"),)), ((3, "name"), ((0, "name"),))] == [
        (finding.at, finding.related) for finding in found(rules["duplicate-name"], "search", "fetch", "search", "search")
    ]


def test_the_tools_of_a_data_set_make_no_family(rules: dict[str, Rule]) -> None:
    camel = ("readFile", "writeFile", "moveFile", "copyFile")
    assert ["info"] == [finding.severity for finding in found(rules["tool-name-style"], *camel)]
    assert [0, 1, 2, 3] == [finding.at[0] for finding in found(rules["tool-name-style"], *camel, independent=True)]
    assert [] == found(rules["version-suffix"], "search", "search_new", independent=True)
    assert 1 == len(found(rules["version-suffix"], "search", "search_new"))


def test_further_uses_of_a_parameter_are_related_places(rules: dict[str, Rule]) -> None:
    parameters = {"type": "object", "properties": {"pageSize": {}}}
    other = {"type": "object", "properties": {"sort_order": {}}}
    (finding,) = rules["param-name-style"].check(
        Toolset((Tool("a", parameters=other), Tool("b", parameters=parameters), Tool("c", parameters=parameters)))
    )
    assert (1, "parameters", "properties", "pageSize") == finding.at
    assert ((2, "parameters", "properties", "pageSize"),) == finding.related


def test_an_edition_points_at_the_plain_name(rules: dict[str, Rule]) -> None:
    (finding,) = found(rules["version-suffix"], "search_new", "search")
    assert ((0, "name"), ((1, "name"),)) == (finding.at, finding.related)


@pytest.mark.parametrize("rule", SET_RULES)
@pytest.mark.parametrize(
    "name",
    [
        "",
        "_",
        "__",
        "-",
        ".",
        "\x00",
        "\ud800",
        "\u202egpj",
        "a" * 10_000,
        "a_" * 5_000,
        "aB" * 5_000,
        "A" * 10_000,
        "__" * 5_000,
        "v" + "9" * 5_000,
    ],
)
def test_no_name_breaks_a_rule(rules: dict[str, Rule], rule: str, name: str) -> None:
    tools = tuple(Tool(name, description=name, parameters={"properties": {name: {}}}) for _ in range(3))
    for finding in rules[rule].check(Toolset(tools, server=name)):
        assert "\n" not in finding.message


def test_values_of_wrong_types_break_no_rule(rules: dict[str, Rule]) -> None:
    values: tuple[Json, ...] = (7, [], {}, {"properties": 7}, {"properties": {"a": 7}}, True, None)
    for value in values:
        for rule in SET_RULES:
            assert [] == list(rules[rule].check(Toolset((Tool("get_page", description=value, parameters=value),))))


@pytest.mark.parametrize("rule", SET_RULES)
def test_the_work_grows_with_the_number_of_tools_and_not_faster(rules: dict[str, Rule], rule: str) -> None:
    def lines(count: int) -> int:
        import sys

        tools = Toolset(
            tuple(
                Tool(
                    f"do_list_items{i % 50}_v2" if i % 2 else f"shopItem{i}_v2",
                    parameters={"properties": {f"pageSize{i}" if i % 2 else f"page_size{i}": {}}},
                )
                for i in range(count)
            )
        )
        seen = 0

        def tracer(*_: object) -> object:
            nonlocal seen
            seen += 1
            return tracer

        before = sys.gettrace()
        sys.settrace(tracer)  # type: ignore[arg-type]
        try:
            assert any(True for _ in list(rules[rule].check(tools)))
        finally:
            sys.settrace(before)
        return seen

    lines(100)
    assert lines(400) < 3 * lines(200)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared corpus is not here")
def test_the_labelled_names_are_told_apart(rules: dict[str, Rule]) -> None:
    def judged() -> Iterator[tuple[bool, bool]]:
        for line in (SHARED / "corpus" / "labels_dev.jsonl").read_text(encoding="utf-8").splitlines():
            label = json.loads(line)
            if label["rule"] != "tool-name-no-verb":
                continue
            raw, context = label["tool"], label["context"]
            others = (Tool(name) for name in context["tool_names"] if name != raw["name"])
            tools = Toolset((Tool(raw["name"], description=raw.get("description")), *others), server=context["server"])
            hits = {finding.at[0] for finding in rules["tool-name-no-verb"].check(tools)}
            yield label["expected"], 0 in hits

    pairs = list(judged())
    right = sum(expected and hit for expected, hit in pairs)
    assert right >= 0.95 * sum(hit for _, hit in pairs)
    assert right >= 0.90 * sum(expected for expected, _ in pairs)
    assert 30 < len(pairs)
