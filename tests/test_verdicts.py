"""What becomes of sets of tools: limits, names behind prefixes, strict tools, conditions, and the words for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from schemalint import Target, Tool, Toolset
from schemalint.schema.pointer import pointer_text
from schemalint.targets import find, table, verdicts
from schemalint.targets.verdicts import Verdict, is_strict
from schemalint.targets.words import findings, message, severity

OPEN = {"type": "object", "properties": {}}
CLOSED = {"type": "object", "properties": {}, "additionalProperties": False}


def named(name: str = "ping", parameters: Any = OPEN, **members: Any) -> Tool:
    return Tool(name, description=members.pop("description", "Ping a host."), parameters=parameters, **members)


def judged(*tools: Tool, target: str | Target, server: str | None = None, independent: bool = False) -> tuple[Verdict, ...]:
    one = find(target) if isinstance(target, str) else target
    return verdicts(Toolset(tools, configured=server, independent=independent, targets=(one,)))


def told(*tools: Tool, target: str | Target, **rest: Any) -> list[tuple[str, str]]:
    return [(one.trait, pointer_text(one.at)) for one in judged(*tools, target=target, **rest)]


# ----------------------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "target", "expected"),
    [
        ("files.read", "openai", ["name-dot"]),
        ("files.read/v1", "openai", ["name-dot"]),
        ("files read", "openai", ["name-pattern"]),
        ("read\n", "openai", ["name-pattern"]),
        ("", "openai", ["name-pattern"]),
        ("files.read", "gemini", []),
        ("2d_plot", "gemini", ["name-pattern"]),
        ("2d_plot", "moonshot", ["name-pattern"]),
        ("2d_plot", "cohere", ["name-pattern"]),
        ("plot-2d", "cohere", ["name-pattern"]),
        ("files.read", "vscode", ["name-pattern"]),
        ("read_file", "vscode", []),
        ("list-pages", "cursor", []),
        ("pages.list", "cursor", ["name-pattern"]),
        ("search", "dashscope", ["reserved-names"]),
        ("search_files", "dashscope", []),
        ("files.read", "codex", ["name-dot"]),
        ("files/read" * 60, "mcp", []),
        ("x" * 64, "openai", []),
        ("x" * 65, "openai", ["name-long"]),
        ("x" * 65, "anthropic", ["tool-search-name-length"]),
        ("x" * 129, "anthropic", ["name-length", "tool-search-name-length"]),
        ("x" * 65, "anthropic@2025-03-01", ["name-length"]),
        ("files.read", "portable", ["name-dot"]),
        ("2d_plot", "portable", ["name-pattern"]),
    ],
)
def test_a_name_is_told_once(name: str, target: str, expected: list[str]) -> None:
    assert expected == [
        trait for trait, _ in told(named(name, CLOSED), target=target) if trait.startswith(("name-", "tool-search", "reserved"))
    ]


@pytest.mark.parametrize(
    ("target", "prefix", "server", "length", "over"),
    [
        ("openai", None, "github", 64, False),
        ("openai", "mcp__{server}__", "github", 64 - len("mcp__github__"), False),
        ("openai", "mcp__{server}__", "github", 65 - len("mcp__github__"), True),
        ("openai", "mcp__{server}__", None, 64 - len("mcp____"), False),
        ("openai", "mcp__{server}__", None, 65 - len("mcp____"), True),
        ("cursor", None, "github", 60 - len("github:"), False),
        ("cursor", None, "github", 61 - len("github:"), True),
        ("gemini-cli", None, "github", 63 - len("mcp_github_"), False),
        ("gemini-cli", None, "github", 64 - len("mcp_github_"), True),
        ("vscode", None, "github", 64 - len("mcp_github_"), False),
        ("vscode", None, "github", 65 - len("mcp_github_"), True),
        ("cursor", "", "github", 60, False),
        ("claude-code", None, "github", 64 - len("mcp__github__"), False),
        ("claude-code", None, "github", 65 - len("mcp__github__"), True),
    ],
)
def test_a_name_is_measured_behind_the_prefix(
    target: str, prefix: str | None, server: str | None, length: int, over: bool
) -> None:
    found = told(named("x" * length), target=find(target, prefix), server=server)
    assert over == any("length" in trait for trait, _ in found)


def test_what_a_server_calls_itself_is_no_part_of_the_prefix() -> None:
    tool = named("x" * 60)
    target = find("openai", "mcp__{server}__")
    [unknown] = verdicts(Toolset((tool,), "github", targets=(target,)))
    assert "67 characters behind `mcp____`" in unknown.what
    [one] = verdicts(Toolset((tool,), "x", configured="github", targets=(target,)))
    assert "73 characters behind `mcp__github__`" in one.what


def test_a_name_that_was_recorded_behind_the_prefix_is_taken_as_it_stands() -> None:
    name = "mcp__github__" + "x" * 51
    assert [] == told(named(name), target=find("openai", "mcp__{server}__"), server="github")


def test_the_message_names_the_prefix_and_the_excess() -> None:
    [one] = judged(named("x" * 60), target=find("openai", "mcp__{server}__"), server="github")
    assert message(one).startswith(
        "openai refuses a name of 73 characters behind `mcp__github__`, 9 over 64 (name-length); use"
    )


# ------------------------------------------------------------------------------------------------------------ limits of a tool


def deep(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": {"end": {"type": "string"}}, "required": ["end"]}
    for _ in range(levels - 1):
        schema = {"type": "object", "properties": {"in": schema}, "required": ["in"], "additionalProperties": False}
    return schema


def many(count: int, schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {f"p{i:04}": schema for i in range(count)}}


def budgets(*tools: Tool, target: str) -> list[tuple[str, str]]:
    traits = ("description-length", "text-length", "levels", "properties", "enum-values", "enum-characters", "name-characters")
    return [one for one in told(*tools, target=target) if one[0] in traits]


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        (deep(10), []),
        (deep(11), [("levels", "/0/parameters" + "/properties/in" * 10)]),
        ({**deep(10), "$defs": {"A": deep(10)}}, []),
        ({**OPEN, "$defs": {"A": deep(11)}}, []),  # nothing refers to it
        (many(5000, {"type": "string"}), []),
        (many(5001, {"type": "string"}), [("properties", "/0/parameters")]),
        (many(10, {"type": "integer", "enum": list(range(100))}), []),
        (many(10, {"type": "integer", "enum": list(range(101))}), [("enum-values", "/0/parameters")]),
        (many(1, {"type": "string", "enum": [f"{i:060}" for i in range(250)]}), []),
        (
            many(1, {"type": "string", "enum": [f"{i:060}" for i in range(251)]}),
            [("enum-characters", "/0/parameters/properties/p0000/enum")],
        ),
        (many(1, {"type": "string", "enum": [f"{i:03}" for i in range(251)]}), []),
        (many(12, {"type": "string", "enum": ["x" * 9995]}), []),
        (many(12, {"type": "string", "enum": ["x" * 9996]}), [("name-characters", "/0/parameters")]),
        ({**many(1, {"$ref": "#/$defs/D"}), "$defs": {"D": {"const": "y" * 120_000}}}, [("name-characters", "/0/parameters")]),
    ],
    ids=range(14),
)
def test_the_budgets_of_one_strict_tool(parameters: Any, expected: list[tuple[str, str]]) -> None:
    assert expected == budgets(named(parameters=parameters), target="openai-strict")


@pytest.mark.parametrize(
    ("target", "length", "expected"),
    [
        ("azure", 1024, []),
        ("azure", 1025, [("description-length", "/0/description")]),
        ("claude-code", 2049, [("description-length", "/0/description")]),
        ("anthropic", 5000, []),
        ("vscode", 1025, [("text-length", "/0/description"), ("text-length", "/0/parameters/properties/x/description")]),
    ],
)
def test_the_length_of_descriptions(target: str, length: int, expected: list[tuple[str, str]]) -> None:
    text = "a" * length
    parameters = {"type": "object", "properties": {"x": {"type": "string", "description": text}}}
    assert expected == budgets(named(description=text, parameters=parameters), target=target)


# ------------------------------------------------------------------------------------------------------------- limits of a set


def sums(*tools: Tool, target: str, **rest: Any) -> list[tuple[str, str]]:
    known = (
        "tools",
        "strict-tools",
        "optional-parameters",
        "union-parameters",
        "properties-sum",
        "max-items-sum",
        "unique-names",
    )
    return [one for one in told(*tools, target=target, **rest) if one[0] in known]


@pytest.mark.parametrize(
    ("target", "most"),
    [("openai", 128), ("cursor", 80), ("xai", 200), ("gemini", 512), ("gemini-cli", 512), ("windsurf@2025-04", 50)],
)
def test_tools_are_counted(target: str, most: int) -> None:
    tools = [named(f"t{i}") for i in range(most + 1)]
    assert [] == sums(*tools[:most], target=target)
    assert [("tools", "/0/name")] == sums(*tools, target=target)
    assert [] == sums(*tools, target=target, independent=True)


def test_strict_tools_and_their_optional_parameters_are_added_up() -> None:
    optional = many(8, {"type": "string"})
    assert [] == sums(*(named(f"t{i}", optional) for i in range(3)), target="anthropic-strict")
    four = [named(f"t{i}", optional) for i in range(4)]
    assert [("optional-parameters", "/3/name")] == sums(*four, target="anthropic-strict")
    assert [] == sums(*four, target="anthropic")
    strict = [named(one.name, optional, extra={"strict": True}) for one in four]
    assert [("optional-parameters", "/3/name")] == sums(*strict, target="anthropic")
    free = [*strict[:3], named("free", optional, extra={"strict": False})]
    assert [] == sums(*free, target="anthropic-strict")
    assert [("strict-tools", "/0/name")] == sums(*(named(f"t{i}", CLOSED) for i in range(21)), target="anthropic-strict")


def test_parameters_with_several_types_are_added_up() -> None:
    union = {**many(8, {"anyOf": [{"type": "string"}, {"type": "null"}]}), "required": [f"p{i:04}" for i in range(8)]}
    typed = {**many(9, {"type": ["string", "null"]}), "required": [f"p{i:04}" for i in range(9)]}
    assert [] == sums(named("a", union), named("b", union), target="anthropic-strict")
    assert [("union-parameters", "/1/name")] == sums(named("a", union), named("b", typed), target="anthropic-strict")


def test_the_sum_of_max_items_is_bounded() -> None:
    parameters = many(1, {"type": "array", "items": {"type": "string"}, "maxItems": 480})
    assert [] == sums(named("a", parameters), named("b", parameters), target="gemini-json-schema")
    three = (named(name, parameters) for name in "abc")
    assert [("max-items-sum", "/2/name")] == sums(*three, target="gemini-json-schema")


def test_all_parameters_of_a_set_are_counted_for_cohere() -> None:
    tools = [named("a", many(100, {"type": "string"})), named("b", many(101, {"type": "string"}))]
    [one] = [one for one in judged(*tools, target="cohere") if one.trait == "properties-sum"]
    assert (True, "201 parameters in all tools, more than 200") == (one.conditional, one.what)
    assert "warning" == severity(one, "error")


def test_names_are_unique() -> None:
    assert [("unique-names", "/1/name")] == sums(named("a"), named("a"), target="anthropic")
    assert [] == sums(named("a"), named("a"), target="anthropic", independent=True)


# --------------------------------------------------------------------------------------------------- strictness and conditions


def test_a_tool_that_says_strict_is_judged_by_the_strict_table() -> None:
    tool = named(parameters=OPEN, extra={"strict": True})
    assert is_strict(tool)
    [one] = judged(tool, target="openai")
    assert ("additional-properties-absent", "openai", "openai-strict") == (one.trait, one.target.label, one.table.name)
    assert message(one).startswith("openai (strict) refuses an object without `additionalProperties`")
    assert () == judged(named(parameters=OPEN, extra={"strict": False}), target="openai")


def test_a_cell_for_strict_tools_is_silent_on_others() -> None:
    parameters = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}
    assert [] == told(named(parameters=parameters), target="bedrock-converse")
    strict = named(parameters=parameters, extra={"strict": True})
    assert [("numeric-bounds", "/0/parameters/properties/n/minimum")] == told(strict, target="bedrock-converse")


def test_what_depends_on_the_model_is_told_more_softly_and_says_so() -> None:
    parameters = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "additionalProperties": True}
    [one] = judged(named(parameters=parameters), target="vscode")
    assert (True, "info") == (one.conditional, severity(one, "warning"))
    assert message(one).startswith(
        "vscode (with gpt-4 models) drops `minimum` (numeric-bounds at /parameters/properties/n/minimum);"
    )


def test_what_a_target_assumes_is_no_condition() -> None:
    [one] = judged(named(parameters={**OPEN, "$defs": {}}), target="gemini")
    assert ("the developer API", False) == (one.cell.when, one.conditional)
    assert ("root-definitions", "error") == (one.trait, severity(one, "error"))


def test_a_reference_is_told_once_to_a_target_that_takes_none() -> None:
    parameters = {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/properties/b", "title": "A"},
            "b": {"type": "array", "items": {"$ref": "#/properties/b"}},
        },
    }
    refs = [(trait, at) for trait, at in told(named(parameters=parameters), target="gemini") if "ref" in trait]
    assert [
        ("local-ref", "/0/parameters/properties/a/$ref"),
        ("recursive-ref", "/0/parameters/properties/b/items/$ref"),
    ] == sorted(refs)
    strict = [trait for trait, _ in told(named(parameters=parameters), target="openai-strict") if "ref" in trait]
    assert ["ref-outside-defs", "ref-outside-defs", "ref-siblings"] == sorted(strict)


@pytest.mark.parametrize(
    ("target", "parameters", "trait", "base", "expected", "verb"),
    [
        ("moonshot", {**OPEN, "$schema": "x"}, "dollar-schema", "error", "warning", "moonshot may not take"),
        (
            "openai",
            {**OPEN, "properties": {"a": {"type": "string", "nullable": True}}},
            "nullable",
            "warning",
            "info",
            "openai probably drops",
        ),
        (
            "openai-strict",
            {**CLOSED, "properties": {"a": {"type": "string", "default": "b"}}, "required": ["a"]},
            "default",
            "error",
            "warning",
            "openai-strict may not take",
        ),
        ("outlines", {**OPEN, "title": "T"}, "title", "warning", "info", "outlines does not enforce"),
        ("codex", {**OPEN, "properties": {"a": {"const": "b"}}}, "const", "info", "info", "codex rewrites"),
    ],
)
def test_doubt_lowers_the_severity_and_shows_in_the_words(
    target: str, parameters: Any, trait: str, base: Any, expected: str, verb: str
) -> None:
    [one] = [one for one in judged(named(parameters=parameters), target=target) if one.trait == trait]
    assert expected == severity(one, base)
    assert message(one).startswith(f"{verb} ")


# -------------------------------------------------------------------------------------------------------------- words and sets


def test_a_message_has_target_trait_place_error_cure_and_source() -> None:
    [one] = judged(named(parameters={"type": "object", "properties": {"a": {"type": "array"}}}), target="openai")
    assert (
        "openai refuses an array without `items` (array-without-items at /parameters/properties/a):"
        ' "array schema missing items."; say what its elements are [szeider/mcp-dblp#3]'
    ) == message(one)


def test_an_error_that_names_the_keyword_names_the_one_at_hand() -> None:
    [one] = judged(named(parameters={**OPEN, "deprecated": True}), target="gemini")
    assert 'Unknown name "deprecated": Cannot find field.' in message(one)


def test_a_long_error_is_cut() -> None:
    [one] = judged(named(parameters={**OPEN, "anyOf": [{}]}), target="anthropic")
    long = replace(one, cell=replace(one.cell, error="x" * 161))
    assert f': "{"x" * 160}..."; ' in message(long)
    assert f': "{"x" * 160}"; ' in message(replace(one, cell=replace(one.cell, error="x" * 160)))


def test_verdicts_are_computed_once_a_set_and_target_by_target() -> None:
    toolset = Toolset((named("a.b"), named("c.d")), targets=(find("openai"), find("anthropic")))
    assert verdicts(toolset) is verdicts(toolset)
    assert [(0, "openai"), (0, "anthropic"), (1, "openai"), (1, "anthropic")] == [
        (one.at[0], one.target.label) for one in verdicts(toolset)
    ]


def test_no_target_no_verdict() -> None:
    assert () == verdicts(Toolset((named("a.b"),)))


def test_each_verdict_belongs_to_one_rule() -> None:
    text = "a" * 3000
    parameters = {"type": "object", "anyOf": [{}], "properties": {"a": {"type": "string", "pattern": "^a$", "const": "a"}}}
    tools = tuple(named(f"a.{i}", parameters, description=text) for i in range(130))
    toolset = Toolset(tools, targets=tuple(find(name) for name in ("openai", "codex", "claude-code", "cursor", "gemini")))
    parts = [list(findings(toolset, outcome, "error")) for outcome in ("error", "drop", "rewrite", "budget", "text")]
    assert all(parts)
    assert len(verdicts(toolset)) == sum(map(len, parts))
    assert all(one.key in {(v.target.label, v.trait) for v in verdicts(toolset)} for part in parts for one in part)


def test_broken_tools_are_judged_without_a_crash() -> None:
    everything = tuple(
        find(name) for name in ("portable", "openai-strict", "anthropic-strict", "moonshot", "codex", "outlines", "mcp")
    )
    values: list[Any] = [
        None,
        True,
        [],
        "x",
        3,
        {"properties": [1]},
        {"required": 3, "enum": {}, "type": [3, None], "pattern": 7},
    ]
    values += [{"properties": {"a": {"$ref": 3, "allOf": "x", "items": 4, "anyOf": {}, "format": [], "minItems": "a"}}}]
    values += [{"properties": {"a": {"$ref": "#/$defs/%zz", "enum": [[], {}], "const": [], "maxItems": 1e9}}, "$defs": []}]
    tools = tuple(Tool("a", value, value, value, value, value, {"icons": value, "execution": value}) for value in values)
    assert verdicts(Toolset(tools, targets=everything))


def test_the_tables_behind_strict_targets_are_there() -> None:
    for name in ("openai", "azure", "anthropic", "deepseek"):
        strict = table(find(name)).strict
        assert strict is not None
        assert table(find(strict)).traits["additional-properties-absent"].outcome == "error"
