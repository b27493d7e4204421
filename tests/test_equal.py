"""Equality of JSON values: what it says, and that the package defines it once."""

from __future__ import annotations

import ast
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from schemalint.model import Json
from schemalint.schema.equal import same, scalar_key, written_alike

PACKAGE = Path(__file__).resolve().parents[1] / "schemalint"
YES: Json = True
SCALARS = st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-2, 2) | st.sampled_from(["", "1"])


def test_values_are_equal_as_json_schema_defines_it() -> None:
    assert same(1, 1.0)
    assert same({"a": [1, None]}, {"a": [1.0, None]})
    assert not same(1, YES)
    assert not same([1], [1, 2])
    assert not same({"a": 1}, {"b": 1})
    assert not same([{"a": [1]}], [{"a": [YES]}])


def test_values_written_alike_have_the_same_types_at_every_depth() -> None:
    assert written_alike({"a": [1, {"b": None}], "c": YES}, {"c": YES, "a": [1, {"b": None}]})
    assert not written_alike([{"a": 1}], [{"a": 1.0}])
    assert not written_alike([1], [YES])


@given(SCALARS, SCALARS)
def test_scalars_share_a_key_exactly_if_they_are_the_same_value(one: Json, other: Json) -> None:
    assert same(one, other) == (len({scalar_key(one), scalar_key(other)}) == 1)


def test_json_equality_is_defined_in_one_module() -> None:
    """A function that compares two of its arguments and looks at the types of both defines an equality of JSON values."""
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and defines_an_equality(node)
    }
    assert {"schema/equal.py"} == found


def defines_an_equality(function: ast.FunctionDef) -> bool:
    nodes = list(ast.walk(function))
    arguments = {argument.arg for argument in function.args.args}
    typed = {
        node.args[0].id
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("type", "isinstance")
        if node.args and isinstance(node.args[0], ast.Name)
    }
    compared = [
        {node.left.id, node.comparators[0].id}
        for node in nodes
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.Is, ast.IsNot))
        if isinstance(node.left, ast.Name) and isinstance(node.comparators[0], ast.Name)
    ]
    return any(len(pair) == 2 and pair <= arguments & typed for pair in compared)
