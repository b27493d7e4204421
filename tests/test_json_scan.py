"""The exact reader of JSON: what it accepts, what it refuses and in which words, and where it says that a fault is."""

from __future__ import annotations

import base64
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.edge.read import Lines
from schemalint.schema.pointer import MAX_DEPTH, Pointer
from schemalint.text import json_text
from schemalint.text.document import Document, Fault, Malformed
from schemalint.text.json_scan import scan

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
SUITE = SHARED / "corpus/jcs/jsontestsuite_parsing_b64.json"
here = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared corpus is not here")

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=30,
)
layouts = st.fixed_dictionaries(
    {
        "ensure_ascii": st.booleans(),
        "indent": st.sampled_from([None, 0, 2]),
        "separators": st.sampled_from([None, (",", ":"), (" , ", " : ")]),
    }
)


def read(text: str) -> tuple[Any, list[Fault]]:
    scanned = scan(text, Lines(text).at)
    assert not isinstance(scanned, Malformed), scanned
    return scanned


def refusal(text: str) -> tuple[str, int, int]:
    """Why a text is refused, by the scanner alone and by `parse` alike."""
    scanned, parsed = scan(text, Lines(text).at), json_text.parse(text)
    assert isinstance(scanned, Malformed)
    assert scanned == parsed
    return scanned.reason, scanned.line, scanned.column


@given(values, layouts)
def test_a_sound_text_gives_the_value_of_json_loads_and_no_fault(value: Any, layout: dict[str, Any]) -> None:
    text = json.dumps(value, **layout)
    assert (json.loads(text), []) == read(text)
    assert repr(json.loads(text)) == repr(read(text)[0])


@given(st.text(alphabet="[]{}\",:0123456789.eE+-truefalsn\\/ud8\n '#\x00\u2028\ud800", max_size=40))
def test_any_text_is_judged_as_json_loads_judges_it(text: str) -> None:
    def reject(name: str) -> None:
        raise ValueError(name)

    try:
        expected = json.loads(text, parse_constant=reject)
    except ValueError:
        scanned = scan(text, Lines(text).at)
        assert isinstance(scanned, Malformed) or scanned[1]
    else:
        value, faults = read(text)
        assert faults or expected == value


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("", "empty file", 1, 1),
        (" \t\r\n", "empty file", 1, 1),
        ("\u00a0[1]", "unexpected character U+00A0; expected a value", 1, 1),
        ("\ufeff[1]", "unexpected character U+FEFF; expected a value", 1, 1),
        ("[1", "the text ends inside a list opened on line 1, column 1; expected `,` or `]`", 1, 3),
        ("[1,\n", "the text ends inside a list opened on line 1, column 1; expected a value", 2, 1),
        ('{\n "a": {', "the text ends inside an object opened on line 2, column 7; expected a key in double quotes", 2, 8),
        ('{"a"', "the text ends inside an object opened on line 1, column 1; expected `:` after the key", 1, 5),
        ('{"a":', "the text ends inside an object opened on line 1, column 1; expected a value", 1, 6),
        ('["abc', "the text ends inside a string opened on line 1, column 2", 1, 6),
        ("[1] [2]", "text after the end of the value: `[`; a file holds one value, or one on each line (JSONL)", 1, 5),
        ("1]", "text after the end of the value: `]`; a file holds one value, or one on each line (JSONL)", 1, 2),
        ("[1, // one\n2]", "comment: JSON has no comments", 1, 5),
        ("/* x */ 1", "comment: JSON has no comments", 1, 1),
        ("[1] # x", "comment: JSON has no comments", 1, 5),
        ("[1,]", "trailing comma: JSON has none before `]`", 1, 3),
        ('{"a": 1 ,\n}', "trailing comma: JSON has none before `}`", 1, 9),
        ("[1,,2]", "unexpected `,`; expected a value", 1, 4),
        ("{,}", "unexpected `,`; expected a key in double quotes", 1, 2),
        ("{'a': 1}", "single quotes: JSON has double quotes only; Python's json.dumps writes them", 1, 2),
        ('{"a": True}', "`True` is Python; JSON writes `true`", 1, 7),
        ('{"a": None}', "`None` is Python; JSON writes `null`", 1, 7),
        ("{a: 1}", "unexpected `a`; expected a key in double quotes", 1, 2),
        ("{1: 1}", "unexpected `1`; expected a key in double quotes", 1, 2),
        ("[undefined]", "unexpected `undefined`; expected a value", 1, 2),
        ('{"a" "b"}', 'unexpected `"`; expected `:` after the key', 1, 6),
        ("[1 2]", "unexpected `2`; expected `,` or `]`", 1, 4),
        ("[1}", "unexpected `}`; expected `,` or `]`", 1, 3),
        ("[`]", "unexpected character U+0060; expected a value", 1, 2),
        ("[01]", "`01` is not a JSON number", 1, 2),
        ("[1.]", "`1.` is not a JSON number", 1, 2),
        ("[1e]", "`1e` is not a JSON number", 1, 2),
        ("[-]", "`-` is not a JSON number", 1, 2),
        ("[.]", "`.` is not a JSON number", 1, 2),
        ("[0" + "1" * 90 + "]", "`" + ("0" + "1" * 38) + "…` is not a JSON number", 1, 2),
        ("[+1]", "a number starts with a digit or `-`, not with `+`", 1, 2),
        ("[.5]", "a number starts with a digit, not with its point", 1, 2),
        ("[１]", "unexpected `１`; expected a value", 1, 2),
        ('["\\x"]', "`\\x` is not a JSON escape; write `\\\\` for a backslash", 1, 3),
        ('["\\u12g4"]', "`\\u` is not a JSON escape; write `\\\\` for a backslash", 1, 3),
        ('["\\\t"]', "a backslash before a control character is not a JSON escape; write `\\\\` for a backslash", 1, 3),
        ('["a\x00"]', "raw control character U+0000 in a string; write `\\u0000`", 1, 4),
        ('["\t"]', "raw control character U+0009 in a string; write `\\u0009`", 1, 3),
        ('["a\nb"]', "the string opened on line 1, column 2 is not closed on its line; a line end is `\\n`", 1, 4),
        ("[\x00]", "unexpected character U+0000; expected a value", 1, 2),
    ],
)
def test_a_malformed_text_is_refused_in_words_and_at_its_place(text: str, reason: str, line: int, column: int) -> None:
    assert (reason, line, column) == refusal(text)


@pytest.mark.parametrize(
    ("text", "value", "at", "reason", "column", "end"),
    [
        ('{"a": NaN}', {"a": None}, ("a",), "`NaN` is not JSON: JSON has no infinity and no NaN", 7, 10),
        ("[-Infinity]", [None], (0,), "`-Infinity` is not JSON: JSON has no infinity and no NaN", 2, 11),
        ("[0, 1e400]", [0, None], (1,), "`1e400` is too large for a number: IEEE doubles end at 1.8e308", 5, 10),
        ("-1e400", None, (), "`-1e400` is too large for a number: IEEE doubles end at 1.8e308", 1, 7),
        ('[["\\ud800x"]]', [[None]], (0, 0), "lone surrogate \\ud800: half of a character", 3, 12),
        ('{"\\udc00": 1}', {"\udc00": 1}, ("\udc00",), "key: lone surrogate \\udc00: half of a character", 2, 10),
        (f"[{'9' * 4301}]", [None], (0,), "integer of 4,301 digits; at most 4,300 are read", 2, 4303),
        (
            '{"a": 1, "b": {"a": 1, "a": [2]}}',
            {"a": 1, "b": {"a": [2]}},
            ("b", "a"),
            "duplicate key `a`: on line 1, column 16 and on line 1, column 24",
            24,
            27,
        ),
    ],
)
def test_a_value_without_one_meaning_is_a_fault_and_the_rest_is_read(
    text: str, value: Any, at: Pointer, reason: str, column: int, end: int
) -> None:
    read_value, faults = read(text)
    assert value == read_value
    assert [(at, reason, (1, column, 1, end))] == [
        (f.at, f.reason, (f.span.line, f.span.column, f.span.end_line, f.span.end_column)) for f in faults
    ]
    parsed = json_text.parse(text)
    assert isinstance(parsed, Document)
    assert (value, tuple(faults)) == (parsed.value, parsed.faults)


def test_the_third_of_three_equal_keys_names_the_first() -> None:
    _, faults = read('{"a": 1,\n"a": 2,\n"a": 3}')
    assert [
        "duplicate key `a`: on line 1, column 2 and on line 2, column 1",
        "duplicate key `a`: on line 1, column 2 and on line 3, column 1",
    ] == [fault.reason for fault in faults]


def test_a_pair_of_surrogate_escapes_is_one_character() -> None:
    assert (["\U0001f600"], []) == read('["\\ud83d\\uDE00"]')


def test_a_raw_surrogate_which_no_decoder_lets_through_is_a_fault_too() -> None:
    assert ["lone surrogate \\ud800: half of a character"] == [fault.reason for fault in read('["\ud800"]')[1]]


def test_an_integer_keeps_its_digits_and_a_float_is_a_double() -> None:
    assert [2**53 + 1, int("9" * 4300), 1.0, -0.0, 0] == read(f"[9007199254740993, {'9' * 4300}, 1.0, -0.0, -0]")[0]
    assert "[1.0, -0.0, 0, 0.0]" == repr(read("[1.0, -0.0, -0, 1e-999]")[0])


@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="this Python has no limit for integers")
def test_an_integer_limit_set_lower_gives_a_fault_and_no_traceback() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(700)
    try:
        assert ["integer of 1,000 digits; at most 4,300 are read"] == [f.reason for f in read("9" * 1000)[1]]
    finally:
        sys.set_int_max_str_digits(before)


def test_the_deepest_nesting_allowed_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert json.loads(text) == read(text)[0]
    assert json.loads(text) == getattr(json_text.parse(text), "value", None)


@pytest.mark.parametrize(
    ("opening", "column"),
    [("[", MAX_DEPTH + 1), ('{"a":', 5 * MAX_DEPTH + 1), ('[{"":', 1 + 6 * (MAX_DEPTH // 2) - MAX_DEPTH // 2)],
)
@pytest.mark.parametrize("levels", [129, 600, 100_000])
def test_deeper_nesting_is_refused_within_a_second(opening: str, column: int, levels: int) -> None:
    started = time.process_time()
    reason, line, at = refusal(opening * levels)
    assert ("nested deeper than 128 levels", 1, column) == (reason, line, at)
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    "text", ["9" * 5_000_000, f"[1.5e{'9' * 5_000_000}]", f'["{"a" * 5_000_000}\\x"]', " " * 5_000_000 + "x"]
)
def test_one_huge_token_is_judged_within_a_second(text: str) -> None:
    started = time.process_time()
    parsed = json_text.parse(text)
    assert isinstance(parsed, Malformed) or parsed.faults
    assert time.process_time() - started < 1


# ----------------------------------------------------------------------------------------------------- the suite of others


def cases() -> list[Any]:
    if not SUITE.is_file():
        return []
    suite = json.loads(SUITE.read_text(encoding="utf-8"))
    return [pytest.param(name, base64.b64decode(text), id=name) for name, text in suite.items()]


@here
@pytest.mark.parametrize(("name", "raw"), cases())
def test_every_case_of_json_test_suite_is_judged_as_its_name_says(name: str, raw: bytes) -> None:
    try:
        text = raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError:
        assert not name.startswith("y_")
        return
    parsed, scanned = json_text.parse(text), scan(text, Lines(text).at)
    if isinstance(parsed, Malformed):
        assert not name.startswith("y_")
        assert parsed == scanned
        return
    assert not isinstance(scanned, Malformed)
    assert (parsed.value, list(parsed.faults)) == scanned
    if name.startswith("n_"):
        assert parsed.faults
    if name.startswith("y_") and parsed.faults:
        assert all(fault.reason.startswith("duplicate key") for fault in parsed.faults)
