from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from schemalint.language.params import (
    declaring,
    documented,
    is_hole,
    names_values,
    only_constrains,
    record_of,
    says_free_choice,
    says_instruction,
    says_open,
    says_strings,
    step,
)
from schemalint.linting.rule import Rule, builtin, load
from schemalint.linting.run import lint
from schemalint.model import Node, Tool, Toolset
from schemalint.schema.pointer import value_at

SHAPE_RULES = (
    "array-without-items",
    "god-tool",
    "param-description-missing",
    "root-not-object",
    "selector-without-enum",
    "too-deep",
    "too-many-required",
    "typed-hole",
    "unknown-type",
)


def nodes(parameters: Any) -> dict[str, Node]:
    """The positions of a schema by the last step of their place."""
    return {str(node.at[-1]): node for node in Tool("t", parameters=parameters).nodes()}


def parameter(schema: Any) -> Node:
    return nodes({"type": "object", "properties": {"p": schema}})["p"]


@pytest.mark.parametrize(
    ("expected", "schema"),
    [
        (True, {"type": "object"}),
        (True, {"type": ["object", "null"]}),
        (True, {"anyOf": [{"type": "object"}, {"type": "null"}]}),
        (True, {"type": "object", "properties": {}}),
        (True, {"type": "object", "required": ["a"], "description": "x", "minProperties": 1}),
        (False, {"type": "object", "properties": {"a": {}}}),
        (False, {"type": "object", "properties": ["a"]}),
        (False, {"type": "object", "additionalProperties": True}),
        (False, {"type": "object", "additionalProperties": {"type": "string"}}),
        (False, {"type": "object", "oneOf": [{}, {}]}),
        (False, {"type": "object", "$ref": "https://example.com/a.json"}),
        (False, {"type": ["object", "string"]}),
        (False, {"type": "string"}),
        (False, {}),
        (False, True),
        (False, "object"),
    ],
)
def test_an_object_is_a_hole_when_nothing_is_said_of_its_members(expected: bool, schema: Any) -> None:
    assert expected is is_hole(parameter(schema))


@pytest.mark.parametrize(
    ("expected", "schema"),
    [
        (True, {"type": "object", "additionalProperties": True}),
        (True, {"type": "object", "additionalProperties": {}, "properties": {}}),
        (False, {"type": "object", "additionalProperties": False}),
        (False, {"type": "object", "additionalProperties": {"type": "string"}}),
        (False, {"type": "object", "additionalProperties": True, "patternProperties": {}}),
    ],
)
def test_an_object_that_is_declared_open_is_a_hole_for_those_who_ask(expected: bool, schema: Any) -> None:
    assert expected is is_hole(parameter(schema), declared_open=True)


@pytest.mark.parametrize(
    "text",
    [
        "Headers as key-value pairs.",
        "Map of question id to answer",
        "A dictionary of settings",
        "Dict of extra fields.",
        "Any JSON object",
        "arbitrary data",
        "Free-form options",
        "Object keyed by id",
        "An object with the name as key",
        "Query parameters to send",
        "Keys are parameter names",
        "Arguments matching the schema returned by list_tools.",
        'Such as {"a": 1}',
    ],
)
def test_texts_that_leave_an_object_open_on_purpose(text: str) -> None:
    assert says_open(text)


@pytest.mark.parametrize(
    "text", ["", "What to look for.", "The updated profile of the user.", "Filters as a JSON object", "Roadmap"]
)
def test_texts_that_do_not_leave_an_object_open(text: str) -> None:
    assert not says_open(text)


@pytest.mark.parametrize(
    "text",
    [
        "List of names",
        "List of detection IDs to mark",
        "Array of strings.",
        "A list of the file paths to read",
        "Set of user email addresses",
        "collection of URLs",
    ],
)
def test_texts_that_say_the_elements_are_strings(text: str) -> None:
    assert says_strings(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Names to look for",
        "List of numeric ids",
        "List of integer IDs",
        "List of points",
        "List of names and ages",
        "checklist of ids",
    ],
)
def test_texts_that_do_not_say_the_elements_are_strings(text: str) -> None:
    assert not says_strings(text)


@pytest.mark.parametrize(
    "text",
    [
        "Format: json, csv or xml",
        "One of the known ones",
        "Mode ('fast', 'slow')",
        "“fast” keeps the order",
        "Use `fast`.",
        "Sort order, e.g. newest",
        "such as kilograms",
        "ascending or descending",
        "asc/desc",
        "asc | desc",
        "State (open, closed)",
        "ACTIVE and INACTIVE ones",
        "from 1 to 5",
        "Valid values are fast and slow",
        "see content_format",
    ],
)
def test_texts_that_name_values(text: str) -> None:
    assert names_values(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The operation to perform.",
        "Status of the user's tickets",
        "Format of the file, as needed",
        "Priority and weight",
        "Unit (optional)",
    ],
)
def test_texts_that_name_no_value(text: str) -> None:
    assert not names_values(text)


@pytest.mark.parametrize(
    "text",
    [
        "Field to sort on",
        "Describe the step",
        "In natural language",
        "Any state",
        "As returned by list",
        "https://example.com",
        "A template",
    ],
)
def test_texts_that_leave_the_choice_free(text: str) -> None:
    assert says_free_choice(text)


@pytest.mark.parametrize("text", ["", "The operation to perform.", "Status to filter tickets by.", "Format of the file."])
def test_texts_that_do_not_leave_the_choice_free(text: str) -> None:
    assert not says_free_choice(text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [(True, "An instruction"), (True, "Shell line"), (True, "Describe it"), (False, "What to do"), (False, "")],
)
def test_an_instruction_is_told_from_a_word_to_choose(expected: bool, text: str) -> None:
    assert expected is says_instruction(text)


@pytest.mark.parametrize(
    "description",
    [
        "Read.\n\nArgs:\n    path: The file.",
        "Read.\n\nArgs:\n    path (str): The file.",
        "Read.\n\nArgs:\n    path (str, optional):\n        The file.",
        "Read.\n\nParameters\n----------\npath : \n    The file.",
        "Read.\n\n:param path: The file.",
        "Read.\n\n:param str path: The file.",
        "Read.\n\n@param path - The file.",
        "Read.\n- path: The file.",
        "Read.\n* `path` (string) - The file.",
        "Read.\n- **path**: The file.",
        "Read.\n1. path — The file.",
        "Read. Args: path: The file.",
        "path = The file.",
    ],
)
def test_a_parameter_is_documented_by_a_line_of_its_own(description: str) -> None:
    assert {"path": "The file."} == documented(description, ["path", "limit"])


def test_one_line_may_document_several_parameters_and_go_on_below() -> None:
    text = "Read.\n- frames / frame_count: How many,\n  or which.\n- `a` and `b`: Ends.\nlimit, page: Rows."
    expected = {
        "frames": "How many, or which.",
        "frame_count": "How many, or which.",
        "a": "Ends.",
        "limit": "Rows.",
        "page": "Rows.",
    }
    assert expected == documented(text, ["frames", "frame_count", "a", "limit", "page"])


def test_the_first_text_of_a_parameter_counts() -> None:
    assert {"a": "One.", "b": "Two."} == documented("a: One.\na, b: Two.", ["a", "b"])


@pytest.mark.parametrize(
    "description",
    [
        "",
        "Read the path.",
        "The path: a file.",
        "Path: upper case.",
        "paths: others",
        "path:\nlimit",
        "path:no space",
        "http://path: x",
        "Read (path: x).",
    ],
)
def test_a_name_in_prose_or_without_text_documents_nothing(description: str) -> None:
    assert {} == documented(description, ["path"])


def test_without_names_nothing_is_documented() -> None:
    assert {} == documented("path: The file.", [])


@pytest.mark.parametrize(
    "names",
    [
        ("x", "y", "width", "height"),
        ("lat1", "lon1", "lat2", "longitude"),
        ("startX", "endY"),
        ("start", "end", "from", "to"),
        ("start_date", "end_date"),
        ("fromStation", "to_station"),
        ("year", "month", "day"),
        ("owner", "repo", "branch"),
        ("group", "version", "kind"),
    ],
)
def test_the_parts_of_one_record_share_a_key(names: tuple[str, ...]) -> None:
    assert 1 == len({record_of(name) for name in names})


@pytest.mark.parametrize(
    "names",
    [
        ("path", "content"),
        ("start_date", "max_rows_of"),
        ("start_date", "end_time"),
        ("owner", "path"),
        ("file_version", "kind"),
        ("", "_"),
        ("a1", "b"),
    ],
)
def test_parameters_of_different_records_keep_apart(names: tuple[str, ...]) -> None:
    shared = {record_of(name) for name in names}
    assert (1 if names == ("a1", "b") else len(names)) == len(shared)


def test_a_position_knows_its_keyword_its_parameter_and_whether_it_only_constrains() -> None:
    found = nodes(
        {
            "type": "object",
            "properties": {
                "list": {
                    "type": "array",
                    "items": {"anyOf": [{"type": "object"}, {"type": "string"}]},
                    "contains": {"const": 1},
                },
                "ref": {"$ref": "#/$defs/Thing"},
            },
            "if": {"properties": {"under": {"not": {"type": "null"}}}},
            "$defs": {"Thing": {"type": "object", "additionalProperties": {"type": "string"}}, "Unused": {"type": "object"}},
        }
    )
    assert (None, None) == (step(found["parameters"]), declaring(found["parameters"]))
    assert ("properties", found["list"]) == (step(found["list"]), declaring(found["list"]))
    assert ("items", found["list"]) == (step(found["items"]), declaring(found["items"]))
    assert ("anyOf", found["list"]) == (step(found["0"]), declaring(found["0"]))
    assert ("additionalProperties", found["ref"]) == (
        step(found["additionalProperties"]),
        declaring(found["additionalProperties"]),
    )
    assert "Unused" not in found
    constrained = {name for name, node in found.items() if only_constrains(node)}
    assert {"contains", "if", "under", "not"} == constrained


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000,
        "list of " * 6_000,
        "list of " + "a" * 50_000,
        "list of " + "a-" * 25_000,
        "path" + " " * 50_000,
        " " * 50_000 + "path",
        ":param " + " " * 50_000,
        "path: x\n" * 6_000,
        "".join(" " * (i % 50) + "path:\n" for i in range(1_500)),
        "a, " * 15_000,
        "a/" * 25_000,
        "`" * 50_000,
        "any " * 50_000,
        "Args:" * 10_000,
        ":" * 50_000,
        "AB " * 15_000,
    ],
    ids=lambda text: f"{text[:10]!r}",
)
def test_hostile_text_costs_no_more_than_its_length(text: str) -> None:
    started = time.process_time()
    for ask in (says_open, says_strings, names_values, says_free_choice, says_instruction):
        assert ask(text) in (True, False)
    assert set(documented(text, ["path", "limit"])) <= {"path"}
    assert 5 > time.process_time() - started, (
        "a search that backs up is quadratic: it takes minutes here, a linear one well under a second"
    )


# ------------------------------------------------------------------------------------------- the rules that rest on these words


@pytest.fixture(scope="module")
def shape_rules() -> list[Rule]:
    rules = load(builtin())
    return [rules[name] for name in SHAPE_RULES]


def _odd(chance: random.Random, depth: int = 4) -> Any:
    """A value made of schema keywords, with types where they do not belong."""
    kind = chance.randrange(9 if depth else 6)
    if kind < 6:
        return chance.choice([None, True, False, 0, 1.5, "", "object", "array", "string", "float", "#/$defs/a", "#", [], {}])
    if kind == 6:
        return [_odd(chance, depth - 1) for _ in range(chance.randrange(4))]
    words = (
        "type properties items required enum const default description anyOf oneOf allOf $ref $defs not if"
        " additionalProperties action payload mode x y a metadata prefixItems pattern examples"
    ).split()
    return {chance.choice(words): _odd(chance, depth - 1) for _ in range(chance.randrange(1, 6))}


@pytest.mark.parametrize("seed", range(20))
def test_rules_on_shape_stand_values_of_any_kind_and_report_places_that_exist(shape_rules: list[Rule], seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        root = chance.choice(
            [_odd(chance), {"type": "object", "properties": {name: _odd(chance) for name in ("mode", "data", "x", "y")}}]
        )
        tool = Tool("odd", description=_odd(chance, 1), parameters=root, places={(): (), ("parameters",): ("parameters",)})
        for reported in lint(Toolset((tool,)), shape_rules):
            assert value_at(tool.members(), reported.at, missing := object()) is not missing, reported
            assert "\n" not in reported.message
            assert not reported.message.endswith(".")


def test_each_parameter_without_a_text_is_a_finding_at_its_own_place(shape_rules: list[Rule]) -> None:
    parameters = {"type": "object", "properties": {f"parameter_{i}": {"type": "string"} for i in range(40)}}
    found = [(one.at[-1], one.message) for one in lint(Toolset((Tool("wide", parameters=parameters),)), shape_rules)]
    assert [(f"parameter_{i}", f"`parameter_{i}` has no description") for i in range(40)] == found


def test_a_parameter_that_repeats_without_a_text_is_told_once_with_its_places(shape_rules: list[Rule]) -> None:
    parameters = {"type": "object", "properties": {"sheet": {"type": "string"}}, "required": ["sheet"]}
    tools = tuple(Tool(f"change_{i}", parameters=parameters) for i in range(46))
    [found] = lint(Toolset(tools), shape_rules)
    told = (found.tool_name, found.message, len(found.related))
    assert ("change_0", "`sheet` is required and has no description in 46 tools", 45) == told
    assert 46 == len(list(lint(Toolset(tools, independent=True), shape_rules)))


def test_rules_on_shape_stand_in_the_folder_of_rules() -> None:
    assert set(SHAPE_RULES) <= {path.stem.replace("_", "-") for path in Path(builtin()).glob("*.py")}
