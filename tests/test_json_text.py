"""JSON text: the value, where each place of it stands, lines of JSON, and comments where they are allowed."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.edge.read import Lines
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.text import json_text
from schemalint.text.document import Document, Fault, Malformed, Span

texts = st.text(alphabet='ab{}[]"\\:, \n\té\u2028\U0001f600', max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
gaps = st.lists(st.sampled_from(["", " ", "\n", "\r\n", "\r", "\t  ", "\n\n  "]), min_size=1, max_size=7)


def document(text: str, *, comments: bool = False) -> Document:
    parsed = json_text.parse(text, comments=comments)
    assert isinstance(parsed, Document), parsed
    return parsed


def pointers(value: Json, at: Pointer = ()) -> Iterator[Pointer]:
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, child in inner:
        yield from pointers(child, (*at, step))


def write(value: Json, gap: Iterator[str], ascii_only: bool) -> tuple[str, dict[Pointer, tuple[int, int, int, int]]]:
    """A text of a value with odd white space; for each place the offsets of its report and of its extent, as written."""
    text = next(gap)
    places: dict[Pointer, tuple[int, int, int, int]] = {}

    def put(value: Json, at: Pointer, key: tuple[int, int] | None) -> None:
        nonlocal text
        start = len(text)
        if isinstance(value, dict):
            text += "{" + next(gap)
            for n, (name, child) in enumerate(value.items()):
                text += ("," + next(gap)) if n else ""
                at_key = len(text)
                text += json.dumps(name, ensure_ascii=ascii_only)
                span = (at_key, len(text))
                text += next(gap) + ":" + next(gap)
                put(child, (*at, name), span)
                text += next(gap)
            text += "}"
        elif isinstance(value, list):
            text += "[" + next(gap)
            for n, child in enumerate(value):
                text += ("," + next(gap)) if n else ""
                put(child, (*at, n), None)
                text += next(gap)
            text += "]"
        else:
            text += json.dumps(value, ensure_ascii=ascii_only)
        container = isinstance(value, dict | list)
        shown = (key[0], key[1] if container else len(text)) if key else (start, start + 1 if container else len(text))
        places[at] = (*shown, start, len(text))

    put(value, (), None)
    return text + next(gap), places


@given(values, gaps, st.booleans())
def test_every_place_is_found_where_a_writer_put_it(value: Json, gap: list[str], ascii_only: bool) -> None:
    text, places = write(value, itertools.cycle(gap), ascii_only)
    read, at = document(text), Lines(text).at
    assert value == read.value
    assert list(pointers(value)) == sorted(places, key=list(pointers(value)).index)
    for pointer, (shown, shown_end, start, end) in places.items():
        assert Span(*at(shown), *at(shown_end)) == read.locate(pointer)
        assert (start, end) == read.extent(pointer)


@given(values, st.sampled_from([None, 2]))
def test_the_extent_of_every_place_parses_to_its_value(value: Json, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    read = document(text)
    for pointer in pointers(value):
        extent = read.extent(pointer)
        assert extent is not None
        assert value_at(value, pointer) == json.loads(text[slice(*extent)])


def test_places_count_code_points_and_lf_crlf_and_cr_lines() -> None:
    read = document('{"\U0001f600\u2028": 1, "a": [true],\r\n"b"\r:\n"é"\r}')
    assert Span(1, 1, 1, 2) == read.locate(())
    assert Span(1, 2, 1, 9) == read.locate(("\U0001f600\u2028",))
    assert Span(1, 11, 1, 14) == read.locate(("a",))
    assert Span(1, 17, 1, 21) == read.locate(("a", 0))
    assert Span(2, 1, 4, 4) == read.locate(("b",))


@pytest.mark.parametrize(
    "pointer", [("b",), ("a", "x"), ("a", 2), ("a", -1), (0,), ("a", 0, "x"), ("c", 0), ("a", "0"), ("d", "x"), ("d", 0)]
)
def test_a_place_that_is_not_there_has_neither_place_nor_extent(pointer: Pointer) -> None:
    read = document('{"a": [1, 2], "c": "text", "d": {}}')
    assert read.locate(pointer) is None
    assert read.extent(pointer) is None


def test_the_last_of_equal_keys_is_the_one_that_is_found() -> None:
    text = '{"a": {"x": 1},\n "b": 2, "a": {"y": [NaN, 1e999, ' + "7" * 5000 + ', "\\ud800", 5]}}'
    read = document(text)
    assert {"b": 2, "a": {"y": [None, None, None, None, 5]}} == read.value
    assert 5 == len(read.faults)
    assert Span(2, 10, 2, 13) == read.locate(("a",))
    assert read.locate(("a", "x")) is None
    extent = read.extent(("a", "y", 4))
    assert extent is not None
    assert "5" == text[slice(*extent)]
    for fault in read.faults:
        assert read.locate(fault.at) is not None


def test_a_sound_text_is_read_without_the_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(json_text, "scan", lambda text, where: asked.append(text))
    deep = [json.dumps({"a": "\U0001f600", "b": [1, 2.5, None]}), " ".join(["[" * 128 + "]" * 128])]
    assert [json.loads(text) for text in deep] == [document(text).value for text in deep]
    assert [] == asked


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 1}',
        '["\\ud800"]',
        '["\\uDFFF"]',
        "[NaN]",
        "[1e400]",
        "[" + "1" * 4301 + "]",
        "[" * 129 + "]" * 129,
        "[1,]",
        "",
    ],
)
def test_a_doubtful_text_is_refused_by_the_fast_way(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        json_text.loads(text)


def test_integers_are_bounded_whatever_limit_the_interpreter_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.get_int_max_str_digits", lambda: 0, raising=False)
    json_text._decoder.cache_clear()
    try:
        assert [-12, int("9" * 4300)] == json_text.loads(f"[-12, {'9' * 4300}]")
        with pytest.raises(json_text.Doubtful, match="long integer"):
            json_text.loads("9" * 4301)
    finally:
        json_text._decoder.cache_clear()


def test_places_may_be_asked_for_by_several_threads_at_once() -> None:
    value = [{"name": f"tool_{n}", "parameters": {"properties": {"a": {"type": "string"}}}} for n in range(300)]
    text = json.dumps(value, indent=1)
    asked = [pointer for pointer in pointers(value) if len(pointer) == 5] * 3
    alone, shared = document(text), document(text)
    with ThreadPoolExecutor(4) as pool:
        assert [alone.locate(pointer) for pointer in asked] == list(pool.map(shared.locate, asked))


def test_one_place_in_a_long_text_costs_about_as_much_as_reading_it() -> None:
    text = json.dumps([{"name": f"tool_{n}", "description": "d" * 200, "parameters": {"x": [n] * 20}} for n in range(5000)])
    started = time.process_time()
    read = document(text)
    parsed = time.process_time() - started
    started = time.process_time()
    assert read.locate((4000, "parameters", "x", 3)) is not None
    assert time.process_time() - started < 10 * parsed + 0.05


# ------------------------------------------------------------------------------------------------------------------- lines


def test_each_line_is_a_document_whose_places_are_those_of_the_file() -> None:
    text = '{"a": 1}\n\n  \r\n [2, {"b": "\u2028"}] \r{"c": 3}'
    read = json_text.parse_lines(text)
    assert [{"a": 1}, [2, {"b": "\u2028"}], {"c": 3}] == [one.value for one in read if isinstance(one, Document)]
    first, second, third = (one for one in read if isinstance(one, Document))
    assert Span(1, 2, 1, 8) == first.locate(("a",))
    assert Span(4, 2, 4, 3) == second.locate(())
    assert Span(4, 7, 4, 15) == second.locate((1, "b"))
    assert Span(5, 1, 5, 2) == third.locate(())
    extent = second.extent((1, "b"))
    assert extent is not None
    assert '"\u2028"' == text[slice(*extent)]


def test_one_bad_line_does_not_hide_the_others() -> None:
    read = json_text.parse_lines('{"a": 1}\n{"a": \n{"a": 1, "a": 2}\n3')
    assert Malformed("the text ends inside an object opened on line 2, column 1; expected a value", 2, 7) == read[1]
    reason = "duplicate key `a`: on line 3, column 2 and on line 3, column 10"
    assert isinstance(read[2], Document)
    assert (Fault(("a",), reason, Span(3, 10, 3, 13)),) == read[2].faults
    assert isinstance(read[3], Document)
    assert 3 == read[3].value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1\n2", True),
        ('{"a": 1}\r\n\r\n{"a": 2, "a": 3}\r\n', True),
        ('{"a": 1}', False),
        ("", False),
        ("\n \n", False),
        ("[\n1\n]", False),
        ('{"a": 1}\n{"a": 2', False),
        ('{"a": "\u2028"}', False),
    ],
)
def test_lines_are_two_or_more_and_each_is_a_json_text(text: str, expected: bool) -> None:
    assert expected == json_text.is_lines(text)


# ---------------------------------------------------------------------------------------------------------------- comments


def test_comments_and_trailing_commas_are_passed_over_where_they_are_allowed() -> None:
    text = '// servers\n{"a": "// no /* no */ \\", }", /* one\n two */ "b": [1, 2 , ] , // x, }\r\n}\n/**/'
    read = document(text, comments=True)
    assert {"a": '// no /* no */ ", }', "b": [1, 2]} == read.value
    assert Span(3, 9, 3, 12) == read.locate(("b",))
    assert Span(3, 18, 3, 19) == read.locate(("b", 1))
    extent = read.extent(("b", 1))
    assert extent is not None
    assert "2" == text[slice(*extent)]


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("[1,,]", "unexpected `,`; expected a value", 1, 4),
        ("[,]", "unexpected `,`; expected a value", 1, 2),
        ("{ , }", "unexpected `,`; expected a key in double quotes", 1, 3),
        ('{"a":,}', "unexpected `,`; expected a value", 1, 6),
        (",]", "unexpected `,`; expected a value", 1, 1),
        ("[1] # x", "comment: JSON has no comments", 1, 5),
        ("[1,\n /* x", "the text ends inside a comment that starts here", 2, 2),
        ("[1] /*/", "the text ends inside a comment that starts here", 1, 5),
        ('["a // b', "the text ends inside a string opened on line 1, column 2", 1, 9),
        ("// x", "empty file", 1, 1),
        ("[1 / 2]", "unexpected `/`; expected `,` or `]`", 1, 4),
    ],
)
def test_what_is_wrong_beside_comments_stays_wrong(text: str, reason: str, line: int, column: int) -> None:
    assert Malformed(reason, line, column) == json_text.parse(text, comments=True)


@given(values, gaps)
def test_comments_between_tokens_change_no_value_and_no_place(value: Json, gap: list[str]) -> None:
    with_comments = itertools.cycle([*gap, " // x, ]\r\n", '/* "a" } */'])
    text, places = write(value, with_comments, ascii_only=False)
    read = document(text, comments=True)
    assert value == read.value
    for pointer, (_, _, start, end) in places.items():
        assert (start, end) == read.extent(pointer)


@pytest.mark.parametrize(
    "text", ["/*" * 200_000, '"' + "\\" * 200_000, '"\\"' * 200_000, "," * 200_000, "[" + "1, " * 50_000, "/" * 200_000]
)
def test_hostile_comments_are_judged_within_a_second(text: str) -> None:
    started = time.process_time()
    assert isinstance(json_text.parse(text, comments=True), Malformed)
    assert time.process_time() - started < 1


@given(st.text(alphabet='[]{}",:01/*\\ \n', max_size=30))
def test_any_text_is_answered_without_a_traceback(text: str) -> None:
    answers: list[Any] = [json_text.parse(text), json_text.parse(text, comments=True), *json_text.parse_lines(text)]
    assert all(isinstance(answer, Document | Malformed) for answer in answers)
    if isinstance(answers[0], Document):
        assert isinstance(answers[1], Document)
        assert answers[0].value == answers[1].value
