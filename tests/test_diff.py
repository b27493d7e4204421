"""What changed between two sets: the table of cases, graded by hand in both directions, and what holds for all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from schemalint import change
from schemalint.change.cache import effect
from schemalint.change.compare import diff
from schemalint.change.grade import GRADE_OF, KINDS, Diff
from schemalint.change.pair import ALIKE, likeness
from schemalint.locking.drifts import Drift
from schemalint.locking.drifts import as_changes as of_drifts
from schemalint.model import Origin, Tool, Toolset
from schemalint.schema.pointer import pointer_text

CASES: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(Path(__file__).with_name("changes.yaml"))


def tool(form: str, value: dict[str, Any]) -> Tool:
    match form:
        case "tool":
            return Tool("t", **value)
        case "output":
            return Tool("t", output_schema=value)
        case "schema":
            return Tool("t", parameters=value)
        case _:
            return Tool("t", parameters={"type": "object", "properties": value})


def told(found: Diff) -> list[str]:
    return [f"{change.grade} {change.kind} {pointer_text(change.pointer)}" for change in found.changes]


def both_ways() -> Iterator[Any]:
    for case in CASES:
        old, new = (tool(case.get("form", "properties"), case[side]) for side in ("old", "new"))
        yield pytest.param(old, new, case["forth"], id=f"{case['case']}, forth")
        yield pytest.param(new, old, case["back"], id=f"{case['case']}, back")


@pytest.mark.parametrize(("old", "new", "expected"), list(both_ways()))
def test_a_change_is_graded_as_the_table_says(old: Tool, new: Tool, expected: list[str]) -> None:
    found = diff(Toolset((old,)), Toolset((new,)))
    assert sorted(expected) == sorted(told(found))
    grades = [change.split()[0] for change in expected]
    assert found.grade == next((grade for grade in ("breaking", "behaviour") if grade in grades), "safe")


EXAMPLE = re.compile(r"^    old +(\{.*\})\n    new +(\{.*\})\n((?:    (?:breaking|behaviour|safe) .*\n)+)", re.MULTILINE)


@pytest.mark.parametrize(("old", "new", "expected"), EXAMPLE.findall(change.__doc__ or ""))
def test_the_worked_examples_of_the_package_are_true(old: str, new: str, expected: str) -> None:
    found = diff(Toolset((tool("", json.loads(old)),)), Toolset((tool("", json.loads(new)),)))
    assert sorted(" ".join(line.split()) for line in expected.splitlines()) == sorted(told(found))


def test_the_package_has_three_worked_examples() -> None:
    assert 3 == len(EXAMPLE.findall(change.__doc__ or ""))


def test_the_sets_of_two_sources_are_compared_set_by_set() -> None:
    one, other = (Tool(name, "Do it.", origin=Origin(source=f"{name}.json")) for name in ("a", "b"))
    old = (Toolset((one,), "x"), Toolset((other,), "y"))
    new = (Toolset((other,), "y"), Toolset((replace(one, description="Do it twice."),), "x"))
    found = diff(old, new)
    assert ["behaviour description-changed /description"] == told(found)
    assert ("2 sets on each side, matched by server",) == found.notes
    assert ["a"] == [found.tools[id(change)].name for change in found.changes]
    assert {id(new[1].tools[0]): one} == found.rewritten
    [note] = diff(old, new[:1]).notes
    assert note.startswith("2 sets before and 1 set after do not match")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ({"a": {"type": "string"}}, {"a": False}, "the type of `a` changed from string to nothing"),
        (
            {"o": {"type": "object", "properties": {"b": {}}}},
            {"o": {"type": "object", "properties": {"b": {}}, "required": ["b"]}},
            "`o.b` is now required",
        ),
    ],
)
def test_a_change_is_said_in_words(old: Any, new: Any, message: str) -> None:
    [change] = diff(Toolset((tool("properties", old),)), Toolset((tool("properties", new),))).changes
    assert message == change.message


def test_a_set_is_compared_with_a_list_of_one() -> None:
    one, other = (Toolset((Tool("a", text),)) for text in ("One.", "Two."))
    assert ["behaviour description-changed /description"] == told(diff(one, [other])) == told(diff([one], other))


def test_a_changed_type_is_shown_as_it_is_written_or_else_with_its_schema() -> None:
    one, other = ({"type": "string", "title": "A"}, {"title": "A"})
    [change] = diff(*(Toolset((tool("properties", {"a": schema}),)) for schema in (one, other))).changes
    assert ("string", other) == (change.old, change.new)


# ---------------------------------------------------------------------------------------------------------- which is which


def sets(*pairs: tuple[str, str, dict[str, Any]]) -> Toolset:
    """Tools of a name, a description and properties."""
    return Toolset(tuple(Tool(name, text, {"type": "object", "properties": own}) for name, text, own in pairs))


PATH = {"path": {"type": "string", "description": "The file to read."}}


def test_a_tool_with_the_same_parameters_is_taken_for_the_one_that_went() -> None:
    found = diff(sets(("read", "Read a file.", PATH)), sets(("read_file", "Gives back what a file holds.", PATH)))
    assert ["breaking tool-renamed /name", "behaviour description-changed /description"] == told(found)
    assert ("read", "read_file") == (found.changes[0].old, found.changes[0].new)
    assert "the tool `read` appears to have been renamed to `read_file`" == found.changes[0].message


def test_a_tool_with_nearly_the_same_text_is_taken_for_the_one_that_went() -> None:
    old = sets(("read", "Read a file and give back its text.", PATH))
    found = diff(old, sets(("load", "Read a file and give back all its text.", {**PATH, "n": {"type": "integer"}})))
    assert ["breaking tool-renamed /name"] == [one for one in told(found) if "tool-" in one]
    assert "behaviour parameter-added /parameters/properties/n" in told(found)


def test_a_text_that_goes_on_is_known_again() -> None:
    old, new = (
        {name: {"type": "string", "description": text}}
        for name, text in (
            ("a", "Exact source element reference here"),
            ("b", "Exact source element reference here, or else a selector of your own making"),
        )
    )
    assert "breaking parameter-renamed /parameters/properties/b" in told(diff(sets(("t", "T.", old)), sets(("t", "T.", new))))
    assert likeness("one two", "one two three four five six") == 0.0
    assert likeness("one two three four", "one two three five") >= ALIKE


def test_of_several_candidates_the_likest_is_taken() -> None:
    old = sets(("a", "Read a file.", PATH), ("b", "Delete a file for ever.", PATH))
    new = sets(("x", "Delete a file for ever!", PATH), ("y", "Read a file!", PATH))
    pairs = [(change.old, change.new) for change in diff(old, new).changes if change.kind == "tool-renamed"]
    assert [("b", "x"), ("a", "y")] == pairs


def test_tools_without_parameters_are_not_taken_for_one_another() -> None:
    found = diff(sets(("now", "The time.", {})), sets(("home", "Where the user lives.", {})))
    assert ["behaviour tool-added /", "breaking tool-removed /"] == [
        one if one[-1] == "/" else f"{one}/" for one in told(found)
    ]
    assert ["home", "now"] == [change.tool for change in found.changes]


def test_many_tools_are_matched_by_their_parameters_alone() -> None:
    def many(prefix: str) -> Toolset:
        return sets(*((f"{prefix}{i}", f"Does {i}.", {f"p{i}": {"type": "string"}}) for i in range(30)))

    found = diff(many("a"), many("b"))
    assert 30 == sum(change.kind == "tool-renamed" for change in found.changes)
    assert {"tool-renamed"} == {change.kind for change in found.changes}


def test_namesakes_are_paired_with_their_equals_first() -> None:
    texts = ("One.", "Two.", "Three.")
    tools: list[tuple[str, str, dict[str, Any]]] = [("t", text, {}) for text in texts]
    one, two, three = tools
    assert () == diff(sets(one, two), sets(two, one)).changes
    assert ["behaviour description-changed /description"] == told(diff(sets(one, two), sets(three, one)))
    assert ["behaviour tool-removed "] == told(diff(sets(one, two), sets(two)))
    assert ["behaviour tool-added "] == told(diff(sets(one), sets(two, one)))
    assert ["breaking tool-removed ", "breaking tool-removed "] == told(diff(sets(one, two), sets()))


def test_order_counts_under_authored_only() -> None:
    old = sets(("a", "A.", {"x": {}, "y": {"type": "object", "properties": {"p": {}, "q": {}}}}), ("b", "B.", {}))
    new = sets(("b", "B.", {}), ("a", "A.", {"y": {"type": "object", "properties": {"q": {}, "p": {}}}, "x": {}}))
    assert ((), "safe") == (diff(old, new).changes, diff(old, new).grade)
    assert [
        "behaviour order-changed /parameters/properties/y/properties",
        "behaviour order-changed /parameters/properties",
        "behaviour order-changed ",
    ] == told(diff(old, new, property_order="authored"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"annotations": "none"}, {"annotations": {}}, ["behaviour annotation-changed /annotations"]),
        ({"annotations": {"title": "A"}}, {"annotations": {"title": "B"}}, ["behaviour annotation-changed /annotations/title"]),
        (
            {"annotations": {}},
            {"annotations": {"readOnlyHint": False}},
            ["behaviour annotation-changed /annotations/readOnlyHint"],
        ),
        ({"parameters": "none"}, {"parameters": {"type": "object"}}, ["breaking undecidable /parameters"]),
        ({"parameters": {"type": "object"}}, {"parameters": []}, ["breaking undecidable /parameters"]),
        ({"parameters": {"type": "object"}}, {}, ["behaviour description-changed /parameters"]),
        ({"extra": {"x-schemalint-ignore": ["a"]}}, {}, []),
    ],
)
def test_members_of_the_wrong_kind_are_compared_too(old: dict[str, Any], new: dict[str, Any], expected: list[str]) -> None:
    assert expected == told(diff(Toolset((Tool("t", **old),)), Toolset((Tool("t", **new),))))


def test_messages_name_the_place_in_the_words_of_the_author() -> None:
    def rows(schema: dict[str, Any]) -> Toolset:
        inner = {"type": "array", "items": {"type": "object", "properties": {"id": schema}}}
        return sets(
            (
                "t",
                "T.",
                {
                    "rows": inner,
                    "tags": {"type": "array", "items": schema},
                    "map": {"type": "object", "additionalProperties": schema},
                },
            )
        )

    found = diff(rows({"type": "string", "default": "a"}), rows({"type": "integer", "default": 3}))
    assert [
        'the default of `rows[].id` changed from "a" to 3',
        "the type of `rows[].id` changed from string to integer",
        "the type of an element of `tags` changed from string to integer",
        'the default of an element of `tags` changed from "a" to 3',
        "the type of `map.*` changed from string to integer",
        'the default of `map.*` changed from "a" to 3',
    ] == [change.message for change in found.changes]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({}, {"maxProperties": 2}, "the parameters now have `maxProperties: 2`"),
        ({"maxProperties": 2}, {}, "the parameters no longer have `maxProperties: 2`"),
        ({}, {"additionalProperties": False}, "the parameters no longer allow undeclared members"),
        ({}, {"x-note": 1}, "the parameters now have `x-note`"),
    ],
)
def test_a_sentence_on_the_parameters_is_in_the_plural(old: dict[str, Any], new: dict[str, Any], expected: str) -> None:
    before, after = (Toolset((tool("schema", {"type": "object", **one}),)) for one in (old, new))
    assert [expected] == [change.message for change in diff(before, after).changes]


def test_every_case_that_is_not_safe_has_a_kind_with_one_grade() -> None:
    by_place = ("closed", "default-changed", "output-changed")
    seen = {(change.split()[1], change.split()[0]) for case in CASES for change in (*case["forth"], *case["back"])}
    assert set(KINDS) - {kind for kind, _ in seen} == {"tool-added", "tool-removed", "tool-renamed"}
    graded = {kind: {grade for one, grade in seen if one == kind} for kind, _ in seen}
    assert {kind: {GRADE_OF[kind]} for kind in graded} == {
        kind: grades - {"safe"} if kind == "annotation-changed" else {GRADE_OF[kind]} if kind in by_place else grades
        for kind, grades in graded.items()
    }
    assert [{"breaking", "behaviour"}] * 3 == [graded[kind] for kind in by_place]


def test_the_many_forms_of_a_union_are_compared_one_by_one() -> None:
    def forms(most: int) -> Toolset:
        def form(i: int) -> dict[str, Any]:
            members = {"kind": {"const": f"k{i}"}, "n": {"type": "integer", "maximum": most + i}}
            return {"type": "object", "properties": members, "required": ["kind"]}

        return sets(("t", "T.", {"u": {"oneOf": [form(i) for i in range(60)]}}))

    wider, narrower = diff(forms(5), forms(6)), diff(forms(6), forms(5))
    assert [("bounds-widened", "behaviour")] * 60 == [(change.kind, change.grade) for change in wider.changes]
    assert [("bounds-narrowed", "breaking")] * 60 == [(change.kind, change.grade) for change in narrower.changes]


@pytest.mark.parametrize(
    ("drift", "expected"),
    [
        (Drift("s", None, "/", "removed", detail="3"), "breaking tool-removed "),
        (Drift("s", None, "order", "changed", detail="a"), "behaviour order-changed "),
        (Drift("s", None, "server", "changed", detail="a -> b"), None),
        (Drift("s", "t", "source", "changed", detail="a -> b"), None),
        (Drift("s", "t", "/", "changed"), "breaking undecidable "),
        (Drift("s", "t", "/", "added"), "behaviour tool-added "),
        (Drift("s", "t", "/parameters/properties", "changed"), "behaviour order-changed /parameters/properties"),
        (Drift("s", "t", "/parameters/properties/a~1b", "removed"), "breaking parameter-removed /parameters/properties/a~1b"),
        (Drift("s", "t", "/output_schema", "added"), "breaking undecidable /output_schema"),
    ],
)
def test_digests_tell_what_differs_and_not_how(drift: Drift, expected: str | None) -> None:
    assert [expected] * (expected is not None) == told(Diff(tuple(of_drifts([drift]))))


def test_a_diff_without_changes_is_safe() -> None:
    assert "safe" == Diff(()).grade


def test_definitions_that_lead_to_ever_new_pairs_end() -> None:
    def union(factor: int) -> dict[str, Any]:
        arms = (({"$ref": f"#/$defs/A{(i + 1) % 30}"}, {"$ref": f"#/$defs/A{i * factor % 30}"}) for i in range(30))
        definitions = {f"A{i}": {"anyOf": [*refs, {"type": "string", "maxLength": i + factor}]} for i, refs in enumerate(arms)}
        return {"type": "object", "properties": {"q": {"$ref": "#/$defs/A0"}}, "$defs": definitions}

    old, new = (Toolset((Tool("f", parameters=union(factor)),)) for factor in (7, 3))
    assert "breaking" == diff(old, new).grade


def test_a_difference_behind_a_long_chain_of_references_is_told() -> None:
    def chain(kind: str) -> dict[str, Any]:
        links: dict[str, Any] = {f"A{i}": {"$ref": f"#/$defs/A{i + 1}"} for i in range(2000)}
        return {"type": "object", "properties": {"q": {"$ref": "#/$defs/A0"}}, "$defs": {**links, "A2000": {"type": kind}}}

    old, new = (Toolset((Tool("f", parameters=chain(kind)),)) for kind in ("string", "integer"))
    found = diff(old, new)
    assert ("breaking", "now allows fewer values") == (found.grade, found.changes[0].message.partition(" ")[2])


def test_names_that_differ_in_case_and_separators_are_one_tool_with_its_other_changes() -> None:
    old = sets(("get-rows", "Read rows.", {"page": {"type": "integer"}}), ("get-cols", "Read columns.", {}))
    new = sets(("getRows", "Return what a query finds.", {"offset": {"type": "string"}}), ("get-cols", "Read columns.", {}))
    found = diff(old, new)
    assert "the tool `get-rows` is called `getRows` now" == found.changes[0].message
    assert "breaking parameter-removed /parameters/properties/page" in told(found)


def test_of_two_definitions_of_a_name_the_one_that_is_left_must_accept_the_calls_of_both() -> None:
    old = sets(("list", "List.", {"a": {}, "b": {}}), ("list", "List all.", {"a": {}, "c": {}}))
    assert ["behaviour tool-removed ", "behaviour parameter-added /parameters/properties/c"] == sorted(
        told(diff(old, sets(("list", "List.", {"a": {}, "b": {}, "c": {}})))), reverse=True
    )
    found = told(diff(old, sets(("list", "List.", {"a": {}, "b": {}}))))
    assert ["behaviour tool-removed ", "breaking parameter-removed /parameters/properties/c"] == found


def test_where_only_then_changed_the_message_names_then() -> None:
    def condition(then: dict[str, Any]) -> Toolset:
        schema = {"type": "integer", "if": {"minimum": 5}, "then": then}
        return sets(("t", "T.", {"n": schema}))

    [found] = diff(condition({"maximum": 9}), condition({"multipleOf": 7})).changes
    assert ("parameters", "properties", "n", "then") == found.pointer
    assert "`then` of `n` changed from" in found.message


def test_what_models_are_not_sent_does_not_end_a_cached_prompt() -> None:
    plain = Tool("t", "Read.", {"type": "object", "properties": {}})
    others = [
        replace(plain, annotations={"readOnlyHint": True}),
        replace(plain, output_schema={"type": "object"}),
        replace(plain, title="Reader"),
        replace(plain, extra={"_meta": {"build": 3}, "icons": [{"src": "data:,x"}]}),
    ]
    assert [0] * 4 == [effect(Toolset((plain,)), Toolset((other,))).rebilled_tokens for other in others]
    assert effect(Toolset((plain,)), Toolset((replace(plain, description="Write."),))).rebilled_tokens > 0


def _set(*tools: Tool) -> Toolset:
    return Toolset(tools)


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_a_parameter_that_moved_into_an_object_is_named_as_such() -> None:
    old = Tool("t", "T.", _object(lat={"type": "number"}, unit={"type": "string"}))
    new = Tool("t", "T.", _object(at=_object(lat={"type": "number"}, unit={"type": "integer"})))
    said = [change.message for change in diff(_set(old), _set(new)).changes if change.kind == "parameter-removed"]
    assert ["the parameter `lat` moved into `at.lat`", "the parameter `unit` was removed"] == said


def test_a_tool_that_was_split_by_its_selector_is_named_as_such() -> None:
    text, key = {"type": "string", "description": "Text."}, {"type": "string", "description": "Key."}
    old = Tool("manage_note", "Manage notes.", _object(action={"enum": ["add", "drop"]}, text=text, key=key))
    add, drop = Tool("add_note", "A.", _object(text=text, key=key)), Tool("drop_note", "D.", _object(key=key))
    other = Tool("find_page", "F.", _object(key={"type": "integer"}))

    def removed(*tools: Tool) -> list[str]:
        return [change.message for change in diff(_set(old), _set(*tools)).changes if change.kind == "tool-removed"]

    assert ["the tool `manage_note` was split into `add_note`, `drop_note`"] == removed(add, drop, other)
    assert ["the tool `manage_note` was removed"] == removed(add, other, Tool("x", "X.", _object(text={"type": "number"})))
    assert ["the tool `manage_note` was removed"] == removed(replace(add, name="one"), replace(drop, name="two"))
