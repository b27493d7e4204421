"""A hundred nasty values for every kind of parameter: a call is answered, and its answer names the parameter at fault."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import pytest
from jsonschema import Draft202012Validator

from schemalint import Registry, define_tool, tool
from schemalint.model import Tool


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Point:
    x: int
    y: int = 0


class Filter(TypedDict, total=False):
    field: str
    values: list[int]


class Pair(NamedTuple):
    left: str
    right: float


class AtLeast:
    ge = 1
    le = 100


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


NASTY: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 100, 101, 2**31, 2**53, 2**53 + 1, -(2**63), 10**400),
    *(0.0, -0.0, 1.0, 1.5, 2.0, 100.5, 1e308, -1e308, 5e-324, math.nan, math.inf, -math.inf),
    *("", " ", "0", "1", "1.0", "true", "null", "None", "red", "RED", "blue", "a", "b", "[]", "{}", "x" * 100_000),
    *(
        "\x00",
        "\ud800",
        "\udfff\ud800",
        "\u202e",
        "\u200b",
        "\ufeff",
        "é",
        "e\u0301",
        "💥",
        "../../etc/passwd",
        "a\nb",
        "\\",
        '"',
    ),
    *("'; DROP TABLE notes; --", "${HOME}", "$(id)", "{{7*7}}", "<script>", "%s%n", "__proto__", "constructor", "1e400", "NaN"),
    *([], [None], [1], [1.0], [True], ["a"], [[]], [{}], [1, "a"], [math.nan], ["\ud800"], [1] * 10_000, deep(50), deep(200)),
    *({}, {"x": 1}, {"x": 1, "y": 2}, {"x": "1"}, {"x": None}, {"x": 1.5}, {"y": 1}, {"x": 1, "z": 3}, {"": 1}, {"\ud800": 1}),
    *({"field": 1}, {"field": "a"}, {"values": ["a"]}, {"values": [1, 2]}, {"values": None}, {"left": "a", "right": 1}),
    *({"left": 1, "right": 1}, {"left": "a"}, {"a": 1}, {"a": "b"}, {"a": [1]}, {"a": {"a": {}}}, {"__class__": "x"}),
    *({1: 2}, {None: 1}, (1, 2), {1, 2}, b"bytes", object(), 1j, int, print, Color.RED, Point(1)),
]


def kinds() -> Mapping[str, Callable[..., object]]:
    """One function for each kind of parameter."""

    def text(value: str) -> object: ...
    def whole(value: int) -> object: ...
    def number(value: float) -> object: ...
    def switch(value: bool) -> object: ...
    def bounded(value: Annotated[int, AtLeast()]) -> object: ...
    def choice(value: Literal["a", "b", 3]) -> object: ...
    def member(value: Color) -> object: ...
    def many(value: list[int]) -> object: ...
    def unique(value: set[str]) -> object: ...
    def mapped(value: dict[str, int]) -> object: ...
    def record(value: Point) -> object: ...
    def typed(value: Filter) -> object: ...
    def named(value: Pair) -> object: ...
    def either(value: int | list[str] | None) -> object: ...
    def path(value: Path) -> object: ...
    def anything(value: Any) -> object: ...

    return {name: function for name, function in locals().items() if callable(function)}


def is_json(value: object) -> bool:
    """Whether JSON can carry a value as it is."""
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, float):
        return math.isfinite(value) and not (value == 0 and math.copysign(1, value) < 0)
    if isinstance(value, list):
        return all(map(is_json, value))
    if isinstance(value, dict):
        return all(isinstance(name, str) and is_json(name) and is_json(one) for name, one in value.items())
    return value is None or type(value) in (bool, int)


@pytest.mark.parametrize("name", kinds())
def test_every_nasty_value_is_accepted_as_the_schema_says_or_named(name: str) -> None:
    assert len(NASTY) >= 100
    function = kinds()[name]
    function.__doc__ = "Do it."
    registry = Registry()
    made = tool(function)
    registry.add(made)
    judge = Draft202012Validator(made.definition.parameters)
    for value in NASTY:
        answer = registry.dispatch(name, {"value": value})
        # Null for a declared member that may be left out counts as left out.
        is_partial = name == "typed" and isinstance(value, dict)
        bare = {key: one for key, one in value.items() if one is not None} if is_partial else value
        fits = is_json(value) and any(judge.is_valid({"value": one}) for one in (value, bare))
        shown = ascii(value)[:60]
        assert (fits, fits) == (answer.code is None, answer.message == ""), f"{shown}: {answer.message[:300]}"
        assert fits or "value" in answer.message, f"{shown}: {answer.message[:300]}"
        answer.message.encode("utf-8")


@pytest.mark.parametrize("arguments", [None, [], "value", 3, {}, {"other": 1}, {"value": "a", "other": 1}, {3: "a"}])
def test_arguments_that_are_no_object_of_the_parameters_are_refused(arguments: Any) -> None:
    registry = Registry()
    registry.add(define_tool("find_note", "Find a note.", {"value": {"type": "string", "required": True}}, run=dict))
    registry.add(
        Tool("plain", "P.", {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]}), dict
    )
    for name in ("find_note", "plain"):
        answer = registry.dispatch(name, arguments)
        accepted = arguments == {"value": "a", "other": 1}  # both schemas are open
        assert (None if accepted else "INVALID_ARGS") == answer.code, answer
