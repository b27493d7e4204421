"""Every trait is found where our own definitions have it and nowhere else, and every filled cell follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from schemalint.model import Origin, Target, Tool, Toolset
from schemalint.schema.pointer import parse_pointer, pointer_text
from schemalint.sources.forms import Problem, read_tool
from schemalint.targets import TRAITS, everything, hits, table
from schemalint.targets.positions import positions
from schemalint.targets.verdicts import verdicts

CASES: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load((Path(__file__).parent / "traits.yaml").read_text())
X = "/parameters/properties/x"


def tool(case: dict[str, Any], **extra: Any) -> Tool:
    """The tool of a case, as it is read from a file."""
    if "tool" in case:
        value = dict(case["tool"])
    elif "root" in case:
        value = {"name": "ping", "description": "Ping a host.", "parameters": case["root"]}
    else:
        value = {
            "name": "ping",
            "description": "Ping a host.",
            "parameters": {"type": "object", "properties": {"x": case["x"]}},
        }
    read = read_tool({**value, **extra}, (), Origin(), name="ping")
    assert not isinstance(read, Problem)
    return read


def places(case: dict[str, Any]) -> list[str]:
    base = "" if "tool" in case else "/parameters" if "root" in case else X
    return [base + at for at in case.get("at", ())]


def cases(*, found: bool) -> list[Any]:
    return list(_cases(found=found))


def _cases(*, found: bool) -> Iterator[Any]:
    for trait, own in CASES.items():
        for number, case in enumerate(own):
            if bool(case.get("at")) == found:
                yield pytest.param(trait, case, id=f"{trait}-{number}")


@cache
def positive(trait: str) -> dict[str, Any]:
    return next(case for case in CASES[trait] if case.get("at"))


@pytest.mark.parametrize(("trait", "case"), cases(found=True))
def test_a_trait_is_found_at_its_places(trait: str, case: dict[str, Any]) -> None:
    assert sorted(places(case)) == sorted(pointer_text(hit.at) for hit in hits(tool(case)) if hit.trait == trait)


@pytest.mark.parametrize(("trait", "case"), cases(found=False))
def test_a_trait_is_not_found_where_it_is_not(trait: str, case: dict[str, Any]) -> None:
    assert [] == [hit for hit in hits(tool(case)) if hit.trait == trait]


@pytest.mark.parametrize("trait", [name for name, trait in TRAITS.items() if not trait.is_limit])
def test_each_trait_has_a_definition_with_it_and_one_without(trait: str) -> None:
    assert {True, False} == {bool(case.get("at")) for case in CASES[trait]}


def test_no_definition_is_for_a_trait_that_is_gone() -> None:
    assert [] == [trait for trait in CASES if trait not in TRAITS]


@pytest.mark.parametrize("target", everything(), ids=lambda one: f"{one.name}@{one.date}")
def test_the_verdict_on_a_definition_with_a_trait_is_that_of_each_filled_cell(target: Target) -> None:
    wrong = []
    for trait, cell in table(target).traits.items():
        if TRAITS[trait].is_limit:
            continue
        strict = {"strict": True} if cell.when == "strict" and trait not in ("strict-member", "unknown-member") else {}
        toolset = Toolset((tool(positive(trait), **strict),), targets=(target,))
        # One cause is one verdict: where a target accepts no reference, that of the reference, or of the circle that it closes.
        names = {trait, *TRAITS[trait].unless}
        found = [one for one in verdicts(toolset) if one.trait in names]
        at = [] if cell.outcome == "ok" else sorted(places(positive(trait)))
        outcomes = {one.cell.outcome for one in found if one.trait == trait}
        if at != sorted({pointer_text(one.at[1:]) for one in found}) or not outcomes <= {cell.outcome}:
            wrong.append((trait, cell, found))
    assert [] == wrong


def test_every_hit_stands_at_something_that_is_there() -> None:
    for own in CASES.values():
        for case in own:
            one = tool(case)
            for hit in hits(one):
                assert parse_pointer(pointer_text(hit.at), one.members()) == hit.at, (case, hit)


def test_hits_are_computed_once_a_tool() -> None:
    one = tool(positive("const"))
    assert hits(one) is hits(one)


def test_each_position_is_visited_once() -> None:
    root = {
        "type": "object",
        "properties": {
            "properties": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "a": {"$ref": "#/$defs/A"},
            "b": {"$ref": "#/$defs/A"},
            "c": {"$ref": "#/components/C"},
            "d": True,
        },
        "$defs": {"A": {"type": "object", "properties": {"n": {"not": {"type": "string"}}}}, "Unused": {"type": "string"}},
        "components": {"C": {"type": "string"}},
    }
    found = [pointer_text(at)[len("/parameters") :] for at, _ in positions(tool({"root": root}))]
    assert sorted(
        [
            "",
            "/properties/properties",
            "/properties/properties/items",
            "/properties/properties/items/anyOf/0",
            "/properties/properties/items/anyOf/1",
            "/properties/a",
            "/properties/b",
            "/properties/c",
            "/properties/d",
            "/$defs/A",
            "/$defs/A/properties/n",
            "/$defs/A/properties/n/not",
            "/components/C",
        ]
    ) == sorted(found)


def test_values_are_never_taken_for_schemas() -> None:
    data = {"anyOf": [{"type": "array"}], "const": 1, "$ref": "#/nowhere", "format": "uri"}
    x = {"type": "object", "default": data, "examples": [data], "enum": [data], "properties": {}}
    found = {hit.trait for hit in hits(tool({"x": x}))}
    assert found.isdisjoint({"nested-any-of", "const", "dangling-ref", "format-uri", "array-without-items"})


def test_a_wide_circle_of_references_costs_no_more_than_its_size() -> None:
    count = 3000
    definitions = {f"D{i}": {"properties": {"next": {"$ref": f"#/$defs/D{(i + 1) % count}"}}} for i in range(count)}
    one = tool({"root": {"type": "object", "properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": definitions}})
    assert count == sum(hit.trait == "recursive-ref" for hit in hits(one))
