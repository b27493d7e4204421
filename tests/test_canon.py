"""The canonical form: its vectors, RFC 8785, what it refuses, and that order and spelling are all it touches."""

from __future__ import annotations

import hashlib
import json
import math
import random
import shutil
import struct
import subprocess
from collections import OrderedDict
from collections.abc import Iterator
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from schemalint.canon import CanonError, canonical, canonical_json, digest, number, readable
from schemalint.model import Tool, Toolset
from schemalint.schema.keywords import Kind, is_name_list
from schemalint.schema.pointer import MAX_DEPTH, Json, value_at
from schemalint.sources import Source, load

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "canon"
SHARED = Path(__file__).resolve().parents[1].parent / "shared"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared corpus is not here")

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)


def schema_text(text: str, **options: Any) -> str:
    return canonical_json(json.loads(text), "schema", **options).decode()


@pytest.fixture(scope="session")
def wires(captures: dict[str, list[dict[str, Json]]]) -> list[tuple[str, dict[str, Json]]]:
    return [(name, wire) for name, tools in captures.items() for wire in tools]


def tool_of(wire: dict[str, Json]) -> Tool:
    known = {"name": "name", "description": "description", "inputSchema": "parameters", "outputSchema": "output_schema"}
    known |= {"annotations": "annotations", "title": "title"}
    members = {known[key]: value for key, value in wire.items() if key in known}
    return Tool(**members, extra={key: value for key, value in wire.items() if key not in known})


def shuffled(value: Json, chance: random.Random) -> Json:
    if isinstance(value, dict):
        return {key: shuffled(value[key], chance) for key in chance.sample(list(value), len(value))}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


# -------------------------------------------------------------------------------------------------------------- the vectors


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param(
            '{"properties":{"required":{"type":"boolean"},"a":{}},"required":["required","a"],"type":"object"}',
            '{"properties":{"a":{},"required":{"type":"boolean"}},"required":["a","required"],"type":"object"}',
            id="a parameter called required is kept",
        ),
        pytest.param(
            '{"default":{"required":["z","a"]},"type":"object"}',
            '{"default":{"required":["z","a"]},"type":"object"}',
            id="a list inside default is data",
        ),
        pytest.param('{"const":{"b":1,"a":2}}', '{"const":{"a":2,"b":1}}', id="keys of data are sorted"),
        pytest.param('{"required":["b","a","b"]}', '{"required":["a","b"]}', id="required is a set"),
        pytest.param('{"enum":["c","a","b","a"]}', '{"enum":["c","a","b","a"]}', id="enum keeps its order"),
        pytest.param('{"maximum":1.0,"minimum":-0.0}', '{"maximum":1,"minimum":0}', id="numbers are spelled one way"),
        pytest.param('{"maximum":9007199254740993}', '{"maximum":9007199254740993}', id="a large integer keeps its digits"),
        pytest.param(
            '{"dependentRequired":{"dependentRequired":["b","a"]}}',
            '{"dependentRequired":{"dependentRequired":["a","b"]}}',
            id="a name in a name map is no keyword",
        ),
        pytest.param(
            '{"x-schemalint-ignore":["tool-name-no-verb"],"type":"object"}', '{"type":"object"}', id="our own keys are dropped"
        ),
        pytest.param('{"dependencies":{"a":["c","b"],"b":{"required":["z","y"]}}}', None, id="dependencies hold both kinds"),
        pytest.param('{"type":["string","null","string"]}', '{"type":["null","string"]}', id="type is a set"),
        pytest.param('{"anyOf":[{"type":"null"},{"required":["b","a"]}]}', None, id="members of anyOf keep their order"),
        pytest.param('{"items":[{"required":["b","a"]},true]}', None, id="items may be a list of schemas"),
        pytest.param('{"additionalItems":{"required":["b","a"]}}', None, id="additionalItems holds a schema"),
        pytest.param('{"required":["b",1,"a"]}', '{"required":["b",1,"a"]}', id="a required of the wrong type is data"),
        pytest.param(
            '{"not":[{"required":["b","a"]}]}', '{"not":[{"required":["b","a"]}]}', id="a not of the wrong type is data"
        ),
        pytest.param(
            '{"x-own":{"required":["b","a"]}}', '{"x-own":{"required":["b","a"]}}', id="an unknown keyword holds data"
        ),
        pytest.param(
            '{"properties":{"x-schemalint-ignore":{}},"default":{"x-schemalint-ignore":1}}',
            '{"default":{"x-schemalint-ignore":1},"properties":{"x-schemalint-ignore":{}}}',
            id="our keys are dropped from schemas only",
        ),
    ],
)
def test_the_vectors_of_the_form(written: str, expected: str | None) -> None:
    # Where nothing but these two letters changes places, the expected text is written that way.
    expected = expected or written.replace('"c","b"', '"b","c"').replace('"z","y"', '"y","z"').replace('"b","a"', '"a","b"')
    assert expected == schema_text(written)
    assert expected == schema_text(expected)
    assert expected == schema_text(written, property_order="authored").replace(
        '"required":{"type":"boolean"},"a":{}', '"a":{},"required":{"type":"boolean"}'
    )


def test_a_schema_may_be_a_boolean_or_of_a_wrong_type() -> None:
    assert b"true" == canonical_json(value=True, kind="schema")
    assert b'["b","a"]' == canonical_json(["b", "a"], "schema")
    assert b'{"properties":[{"b":1,"required":["b","a"]}]}' == canonical_json(
        {"properties": [{"required": ["b", "a"], "b": 1}]}, "schema"
    )


def test_authored_order_is_kept_in_properties_and_nowhere_else() -> None:
    schema = {
        "type": "object",
        "properties": {"why": {"type": "string", "default": {"z": 1, "y": 2}}, "answer": {"properties": {"b": {}, "a": {}}}},
        "$defs": {"z": {}, "a": {}},
        "required": ["why", "answer"],
    }
    assert (
        b'{"$defs":{"a":{},"z":{}},"properties":{"why":{"default":{"y":2,"z":1},"type":"string"},"answer":{"properties":{"b":{},"a":{}}}},'
        b'"required":["answer","why"],"type":"object"}'
    ) == canonical_json(schema, "schema", property_order="authored")


def test_a_property_map_can_be_written_alone() -> None:
    members = {"b": {"required": ["y", "x"]}, "a": True}
    assert b'{"a":true,"b":{"required":["x","y"]}}' == canonical_json(members, "map", keyword="properties")
    assert b'{"b":{"required":["x","y"]},"a":true}' == canonical_json(members, "map", property_order="authored")


def test_private_keys_are_kept_on_request() -> None:
    schema = {"x-schemalint-ignore": ["b", "a"], "type": "object"}
    assert b'{"type":"object","x-schemalint-ignore":["b","a"]}' == canonical_json(schema, "schema", private=True)


@pytest.mark.parametrize("astral", ["\U00010000", "\U00040000", "\U00080000", "\U000c0000", "\U00100000"])
def test_keys_beyond_the_basic_plane_stand_before_its_last_ones(astral: str) -> None:
    last = "\uffee"  # less than any of these by code point, and more by UTF-16
    assert f'{{"{astral}":1,"{last}":2}}'.encode() == canonical_json({last: 2, astral: 1})


def test_members_of_a_tool_are_sorted_in_the_authored_form_too() -> None:
    tool = Tool("t", "d", {"type": "object", "properties": {"b": {}, "a": {}}}, title="T", extra={"z": 1, "a": [2.0]})
    expected = (
        '{"description":"d","extra":{"a":[2],"z":1},"name":"t",'
        '"parameters":{"properties":{"b":{},"a":{}},"type":"object"},"title":"T"}'
    )
    assert expected.encode() == canonical(tool, property_order="authored")


def test_a_text_that_only_speaks_of_private_keys_loses_nothing() -> None:
    schema = {"enum": ["x-schemalint-ignore"], "description": 'Say "x-schemalint-ignore".'}
    expected = b'{"description":"Say \\"x-schemalint-ignore\\".","enum":["x-schemalint-ignore"]}'
    assert expected == canonical_json(schema, "schema")


def test_what_was_given_is_not_changed() -> None:
    schema = {
        "required": ["b", "a"],
        "properties": {"b": {"type": ["string", "null"]}, "a": {"maximum": 1.0}},
        "items": [{"required": ["z", "a"]}],
    }
    before = json.dumps(schema)
    canonical_json(schema, "schema")
    canonical_json(schema, "schema", property_order="authored")
    canonical(Tool("t", parameters=schema, extra={"x-schemalint-ignore": [], "a": schema}))
    assert before == json.dumps(schema)


# ------------------------------------------------------------------------------------------------------------------ RFC 8785


@needs_shared
@pytest.mark.parametrize("name", ["arrays", "french", "structures", "unicode", "values", "weird"])
def test_the_published_cases_of_rfc_8785(name: str) -> None:
    folder = SHARED / "corpus" / "jcs" / "rfc8785"
    value = json.loads((folder / f"input__{name}.json").read_bytes())
    assert bytes.fromhex((folder / f"outhex__{name}.txt").read_text()) == canonical_json(value)
    assert (folder / f"output__{name}.json").read_bytes() == canonical_json(value)


@given(JSON)
def test_data_equals_another_implementation_of_rfc_8785(value: Json) -> None:
    assert rfc8785.dumps(value) == canonical_json(value)


@given(JSON)
def test_canonicalizing_twice_changes_nothing(value: Json) -> None:
    kinds: tuple[Kind, ...] = ("data", "schema")
    for kind in kinds:
        once = canonical_json(value, kind)
        assert once == canonical_json(json.loads(once), kind)


def test_keys_are_sorted_by_utf_16_code_units() -> None:
    assert '{"\u20ac":1,"\U0001f600":2,"\ufb33":3}'.encode() == canonical_json({"\ufb33": 3, "\U0001f600": 2, "\u20ac": 1})
    assert '{"required":["\U0001f600","\ufb33"]}'.encode() == canonical_json({"required": ["\ufb33", "\U0001f600"]}, "schema")


def test_strings_have_the_escapes_of_the_rfc_and_no_others() -> None:
    told = '\x00\b\t\n\x0b\f\r\x1f"\\/\x7f\u2028<é\U0001f600'
    assert '"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\"\\\\/\x7f\u2028<é\U0001f600"'.encode() == canonical_json(told)
    assert rfc8785.dumps(told) == canonical_json(told)


def test_composed_and_decomposed_letters_stay_two_keys() -> None:
    assert '{"e\u0301":1,"\u00e9":2}'.encode() == canonical_json({"\u00e9": 2, "e\u0301": 1})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1e16, "10000000000000000"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (1e-6, "0.000001"),
        (-1.5e-6, "-0.0000015"),
        (1e-7, "1e-7"),
        (-1e-7, "-1e-7"),
        (5e-324, "5e-324"),
        (0.1, "0.1"),
        (2.0**68, "295147905179352830000"),
        (2**53, "9007199254740992"),
        (-(2**64), "-18446744073709551616"),
    ],
)
def test_numbers_are_spelled_as_ecmascript_spells_them(value: float, expected: str) -> None:
    assert expected == number(value)
    assert expected == canonical_json([value]).decode()[1:-1]
    assert expected == canonical_json([json.loads(expected)]).decode()[1:-1]


def doubles(count: int) -> Iterator[float]:
    chance = random.Random(8785)
    while count:
        value = struct.unpack("<d", chance.randbytes(8))[0]
        if count % 3 == 0:
            value = (
                chance.choice([-1, 1]) * round(chance.uniform(1, 10), chance.randrange(17)) * 10.0 ** chance.randrange(-10, 26)
            )
        if math.isfinite(value):
            count -= 1
            yield value


def test_doubles_equal_another_implementation() -> None:
    for value in doubles(6000):
        assert rfc8785.dumps(value).decode() == number(value)


NODE = """
import canonicalize from "canonicalize";
import { readFileSync } from "node:fs";
const { numbers, data } = JSON.parse(readFileSync(0, "utf8"));
const texts = [numbers.map((v) => JSON.stringify(v)), data.map((v) => canonicalize(v))];
process.stdout.write(texts.map((t) => t.join("\\n")).join("\\n\\n"));
"""


@pytest.mark.slow
def test_doubles_and_real_definitions_equal_javascript(tmp_path: Path, wires: list[tuple[str, dict[str, Json]]]) -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("node is not here")
    (tmp_path / "package.json").write_text('{"private":true}')
    installed = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "canonicalize"], cwd=tmp_path, capture_output=True, timeout=120
    )
    if installed.returncode:
        pytest.skip("npm could not install canonicalize")
    values = list(doubles(300_000))
    data: list[Json] = [{"\U0001f600": 1, "\ufb33": [1e21, 1e-7, "\u2028\x7f\x01"], "": {"b": None, "a": True}}]
    data += [wire for _, wire in wires]
    script = tmp_path / "spell.mjs"
    script.write_text(NODE)
    ran = subprocess.run(
        [node, str(script)],
        cwd=tmp_path,
        input=json.dumps({"numbers": values, "data": data}).encode(),
        capture_output=True,
        timeout=300,
    )
    assert b"" == ran.stderr
    numbers, _, texts = ran.stdout.decode().partition("\n\n")
    assert numbers.split("\n") == [number(value) for value in values]
    assert texts.split("\n") == [canonical_json(value).decode() for value in data]


# ------------------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("value", "at", "reason"),
    [
        ({"maximum": float("inf")}, ("maximum",), "inf is not a JSON number"),
        ({"a": [{"b": float("nan")}]}, ("a", 0, "b"), "nan is not a JSON number"),
        (["\ud800"], (0,), "half of a surrogate pair"),
        ({"a": {"\udfff": 1}}, ("a",), r"the key '\udfff' holds half of a surrogate pair"),
        ({"a": {1: "x"}}, ("a",), "the key 1 is of type int; JSON keys are strings"),
        ({"properties": {None: {}}}, ("properties",), "the key None is of type NoneType"),
        ({1: 2, 3: 4}, (), "the key 1 is of type int"),
        ({"enum": ("a", "b")}, ("enum",), "a Python tuple is not a JSON value"),
        ({"default": {"a", "b"}}, ("default",), "a Python set is not a JSON value"),
        ([Decimal("1.5")], (0,), "a Python Decimal is not a JSON value"),
        (object(), (), "a Python object is not a JSON value"),
        ({"maximum": 10**4300}, ("maximum",), "an integer of more than 4300 digits"),
        ({"required": ["b", "\ud800"]}, ("required", 1), "half of a surrogate pair"),
    ],
)
@pytest.mark.parametrize("kind", ["data", "schema"])
@pytest.mark.parametrize("order", ["sorted", "authored"])
def test_what_is_no_json_is_refused_with_its_place(
    value: Json, at: tuple[Any, ...], reason: str, kind: Any, order: Any
) -> None:
    with pytest.raises(CanonError) as refused:
        canonical_json(value, kind, property_order=order)
    assert at == refused.value.at
    assert refused.value.reason.startswith(reason)
    assert "the root" in str(refused.value) or "/" in str(refused.value)


def nested(levels: int, step: str) -> Json:
    value: Json = {} if step != "list" else []
    for _ in range(levels - 1):
        value = [value] if step == "list" else {step: value}
    return value


@pytest.mark.parametrize("step", ["list", "a", "items", "properties", "required"])
@pytest.mark.parametrize("kind", ["data", "schema"])
def test_depth_is_bounded_and_said_to_be(step: str, kind: Any) -> None:
    assert canonical_json(nested(MAX_DEPTH, step), kind).endswith((b"}", b"]"))
    for levels in (MAX_DEPTH + 1, 100_000):
        with pytest.raises(CanonError, match="nested deeper than 128 levels"):
            canonical_json(nested(levels, step), kind)


def test_a_set_counts_as_a_level() -> None:
    deep = nested(MAX_DEPTH - 1, "items")
    inner = value_at(deep, ("items",) * (MAX_DEPTH - 2))
    inner["items"] = {"required": ["a"]}
    with pytest.raises(CanonError, match="nested deeper"):
        canonical_json(deep, "schema")


def test_a_value_that_holds_itself_is_refused() -> None:
    value: dict[str, Json] = {}
    value["a"] = {"b": value, "c": value}
    with pytest.raises(CanonError, match="nested deeper"):
        canonical_json(value)


def test_a_fault_in_a_tool_is_placed_in_it_and_in_its_set() -> None:
    tool = Tool("bad", parameters={"properties": {"a": {"default": float("nan")}}})
    for value, at in ((tool, ()), (Toolset((Tool("good"), tool)), (1,))):
        with pytest.raises(CanonError) as refused:
            canonical(value)
        assert (*at, "parameters", "properties", "a", "default") == refused.value.at


def test_every_member_of_a_tool_may_be_as_deep_as_reading_allows() -> None:
    deep = nested(MAX_DEPTH, "a")
    assert canonical(Tool("t", parameters=deep, output_schema=deep, annotations=deep))
    with pytest.raises(CanonError, match=r"at /parameters/a/a/a$"):
        canonical(Tool("t", parameters=nested(MAX_DEPTH + 1, "a")))


def test_subclasses_of_json_types_are_written_as_what_they_are() -> None:
    class Word(str, Enum):
        A = "a"

    class Level(IntEnum):
        ONE = 1

    class Half(float):
        pass

    value = OrderedDict(b=Word.A, a=[Level.ONE, Half(0.5), True])
    assert b'{"a":[1,0.5,true],"b":"a"}' == canonical_json(value)
    assert b'{"a":[1,0.5,true],"b":"a"}' == canonical_json(value, "schema", property_order="authored")


# ------------------------------------------------------------------------------------------------------------ tools and sets


def test_a_tool_is_its_members_and_what_is_absent_stays_absent() -> None:
    assert b'{"name":"t"}' == canonical(Tool("t"))
    assert b'{"description":null,"name":"t"}' == canonical(Tool("t", places={("description",): ("description",)}))
    full = Tool("t", "d", {"type": "object"}, {"readOnlyHint": True}, {"type": "string"}, "T", {"z": 1, "a": {"c": 1, "b": 2}})
    assert (
        b'{"annotations":{"readOnlyHint":true},"description":"d","extra":{"a":{"b":2,"c":1},"z":1},"name":"t",'
        b'"output_schema":{"type":"string"},"parameters":{"type":"object"},"title":"T"}'
    ) == canonical(full)


def test_sets_are_sorted_in_both_schemas_of_a_tool_and_in_no_other_member() -> None:
    listed = {"required": ["b", "a"]}
    tool = Tool("t", listed, listed, listed, listed, extra={"required": ["b", "a"]})
    told = json.loads(canonical(tool))
    assert [["a", "b"]] * 2 == [told[member]["required"] for member in ("parameters", "output_schema")]
    assert [["b", "a"]] * 3 == [told[member]["required"] for member in ("description", "annotations", "extra")]


def test_members_of_a_tool_that_are_our_own_are_dropped_and_leave_no_empty_extra() -> None:
    assert b'{"name":"t"}' == canonical(Tool("t", extra={"x-schemalint-ignore": ["vague-verb"]}))
    assert b'{"extra":{"strict":true},"name":"t"}' == canonical(Tool("t", extra={"x-schemalint-ignore": [], "strict": True}))


def test_a_set_is_its_tools_by_name_and_then_by_bytes() -> None:
    tools = (Tool("b"), Tool("\uffff"), Tool("\U0001f600"), Tool("a", "2"), Tool("a", "1"))
    expected = (
        '[{"description":"1","name":"a"},{"description":"2","name":"a"},{"name":"b"},{"name":"\U0001f600"},{"name":"\uffff"}]'
    )
    assert expected.encode() == canonical(Toolset(tools))
    assert expected.encode() == canonical(Toolset(tools[::-1]))
    assert b"[]" == canonical(Toolset(()))


def test_a_digest_is_the_hash_of_the_sorted_bytes() -> None:
    assert f"sha256:{hashlib.sha256(canonical(Tool('t', 'd'))).hexdigest()}" == digest(Tool("t", "d"))
    pair = Toolset((Tool("b"), Tool("a")))
    assert f"sha256:{hashlib.sha256(canonical(pair)).hexdigest()}" == digest(pair)


def test_a_digest_does_not_see_how_a_definition_is_carried() -> None:
    carried = {"_meta": {"v": 1}, "cache_control": {"type": "ephemeral"}, "defer_loading": True}
    plain = Tool("t", "d", extra={"strict": True})
    assert digest(plain) == digest(Tool("t", "d", extra={"strict": True, **carried}))
    assert digest(Tool("t")) == digest(Tool("t", extra=carried))
    assert digest(Toolset((plain,))) == digest(Toolset((Tool("t", "d", extra={**carried, "strict": True}),)))
    assert canonical(plain) != canonical(Tool("t", "d", extra={"strict": True, **carried}))


@pytest.mark.parametrize(
    "other",
    [
        Tool("t", "d.", {"enum": ["a", "b"]}),
        Tool("t", "d", {"enum": ["b", "a"]}),
        Tool("t", "d", {"enum": ["a", "b"], "title": ""}),
        Tool("t", "d", {"enum": ["a", "b"]}, title="t"),
        Tool("t", "d", {"enum": ["a", "b"]}, extra={"strict": False}),
        Tool("u", "d", {"enum": ["a", "b"]}),
    ],
)
def test_a_digest_sees_every_change_that_a_model_could_see(other: Tool) -> None:
    assert digest(Tool("t", "d", {"enum": ["a", "b"]})) != digest(other)


def test_a_digest_does_not_depend_on_the_order_of_properties() -> None:
    one: Json = {"properties": {"a": {}, "b": {}}}
    other: Json = {"properties": {"b": {}, "a": {}}}
    assert digest(Tool("t", parameters=one)) == digest(Tool("t", parameters=other))
    assert canonical(Tool("t", parameters=one), property_order="authored") != canonical(
        Tool("t", parameters=other), property_order="authored"
    )


def test_the_readable_form_is_the_same_text_over_several_lines() -> None:
    tool = Tool("t", 'A "b": {c}, [d]', {"properties": {"b": {}, "a": {"enum": [1.0, []]}}})
    assert (
        '{\n  "description": "A \\"b\\": {c}, [d]",\n  "name": "t",\n  "parameters": {\n    "properties": {\n      "a": {\n'
        '        "enum": [\n          1,\n          []\n        ]\n      },\n      "b": {}\n    }\n  }\n}'
    ) == readable(tool)
    assert json.loads(canonical(tool)) == json.loads(readable(tool, 4))
    assert '[\n{\n"name": "t"\n}\n]' == readable(Toolset((Tool("t"),)), 0)
    authored = readable(tool, property_order="authored")
    assert authored.index('"b": {}') < authored.index('"a": {')


# ------------------------------------------------------------------------------------------------------------ the whole corpus


def test_real_definitions_as_data_equal_another_implementation(wires: list[tuple[str, dict[str, Json]]]) -> None:
    assert [] == [name for name, wire in wires if rfc8785.dumps(wire) != canonical_json(wire)]


def has_unsorted_set(value: Json) -> bool:
    """Whether any list of names below, whatever it is called, is out of order or has repeats."""
    if isinstance(value, dict):
        return any(map(has_unsorted_set, value.values()))
    if not isinstance(value, list):
        return False
    return (is_name_list(value) and value != sorted(set(value))) or any(map(has_unsorted_set, value))


def test_real_tools_equal_rfc_8785_where_their_sets_are_in_order(wires: list[tuple[str, dict[str, Json]]]) -> None:
    tools = [tool_of(wire) for _, wire in wires if not has_unsorted_set(wire)]
    assert len(tools) > len(wires) / 3
    assert [] == [tool.name for tool in tools if rfc8785.dumps(tool.members()) != canonical(tool)]


@pytest.mark.parametrize("order", ["sorted", "authored"])
def test_real_tools_are_stable_and_keep_every_fact(order: Any, wires: list[tuple[str, dict[str, Json]]]) -> None:
    for name, wire in wires:
        tool = tool_of(wire)
        once = canonical(tool, property_order=order)
        members = json.loads(once)
        extra = members.pop("extra", {})
        assert once == canonical(Tool(**members, extra=extra), property_order=order), (name, tool.name)


def test_real_tools_with_shuffled_keys_give_equal_bytes(wires: list[tuple[str, dict[str, Json]]]) -> None:
    chance = random.Random(1)
    for name, wire in wires:
        other = tool_of(shuffled(wire, chance))
        assert canonical(tool_of(wire)) == canonical(other), (name, wire["name"])
        assert digest(tool_of(wire)) == digest(other)


@pytest.mark.parametrize(
    "members",
    [
        {"icons": [{"src": "data:,"}], "_meta": {"a": 1}},
        {"extra": {"a": 1}},
        {"extra": {"extra": {"a": 1}}, "strict": True},
        {"extra": 1},
        {"title": "T", "annotations": {"readOnlyHint": True}, "execution": {"taskSupport": "optional"}},
    ],
)
def test_canonical_bytes_are_read_as_the_tool_that_they_were_made_of(members: dict[str, Any], tmp_path: Path) -> None:
    def read(text: bytes) -> Toolset:
        path = tmp_path / "tools.json"
        path.write_bytes(text)
        [source] = load(str(path))
        assert isinstance(source, Source)
        return source.toolsets[0]

    tool = {"name": "read", "description": "Read.", "inputSchema": {"type": "object", "properties": {}}, **members}
    first = read(json.dumps([tool]).encode())
    again = read(canonical(first))
    assert (canonical(first), digest(first.tools[0])) == (canonical(again), digest(again.tools[0]))
