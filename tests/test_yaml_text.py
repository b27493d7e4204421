"""YAML text: values, faults, spans, comments, and quick refusals of what is hostile."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.edge.read import Lines
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer
from schemalint.text import json_text, yaml_text
from schemalint.text.document import Document, Malformed, Span

texts = st.text(alphabet="ab{}[]\"'\\:, #-&*!|>\n\té\u2028\u0085\U0001f600", max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=15,
)


def document(text: str) -> Document:
    (parsed,) = yaml_text.parse(text)
    assert isinstance(parsed, Document), parsed
    return parsed


def sound(text: str) -> Json:
    read = document(text)
    assert () == read.faults
    return read.value


def faults(text: str) -> list[tuple[Pointer, str, int, int, int]]:
    return [(f.at, f.reason, f.span.line, f.span.column, f.span.end_column) for f in document(text).faults]


def pointers(value: Json, at: Pointer = ()) -> Iterator[Pointer]:
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, child in inner:
        yield from pointers(child, (*at, step))


def text_at(text: str, at: Pointer) -> str | None:
    extent = document(text).extent(at)
    return text[slice(*extent)] if extent else None


# ------------------------------------------------------------------------------------------------------- values and places


@given(values, st.sampled_from([None, 2]), st.booleans())
def test_a_json_text_read_as_yaml_has_the_same_values_and_places(value: Json, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    twin, read = json_text.parse(text), document(text)
    assert isinstance(twin, Document)
    assert (value, ()) == (read.value, read.faults)
    for pointer in pointers(value):
        assert twin.locate(pointer) == read.locate(pointer)
        assert twin.extent(pointer) == read.extent(pointer)


def block(value: Json, end: str) -> tuple[str, dict[Pointer, tuple[int, int]]]:
    """Block style, with comments and blank lines between; for each place the offsets that a report points at."""
    text = f"# top{end}"
    places: dict[Pointer, tuple[int, int]] = {}

    def put(value: Json, at: Pointer, indent: str, key: tuple[int, int] | None) -> None:
        nonlocal text
        start = len(text)
        if not value or not isinstance(value, dict | list):
            scalar = json.dumps(value, ensure_ascii=False)
            text += scalar + f" # c: {{{end}{end}"
            ends = start + (1 if isinstance(value, dict | list) else len(scalar))
            places[at] = (key[0], key[1] if isinstance(value, dict | list) else ends) if key else (start, ends)
            return
        if key:
            text += f"{end}{indent}"
            start = len(text)
        places[at] = key or (start, start + 1)
        for n, (step, child) in enumerate(value.items() if isinstance(value, dict) else enumerate(value)):
            text += indent if n else ""
            if isinstance(value, list):
                text += "- "
                put(child, (*at, step), indent + "  ", None)
            else:
                at_key = len(text)
                text += json.dumps(step, ensure_ascii=False)
                name = (at_key, len(text))
                text += ": "
                put(child, (*at, step), indent + "  ", name)

    put(value, (), "", None)
    return text, places


@given(values, st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_block_text_has_every_place_where_a_writer_put_it(value: Json, end: str) -> None:
    text, places = block(value, end)
    read, at = document(text), Lines(text).at
    assert (value, ()) == (read.value, read.faults)
    for pointer, (start, stop) in places.items():
        assert Span(*at(start), *at(stop)) == read.locate(pointer)


@pytest.mark.parametrize(
    ("text", "pointer", "span", "extent"),
    [
        ("a: 1\nb: two words # c\n", ("b",), Span(2, 1, 2, 13), "two words"),
        ("a: |  # why\n  one\n  two\n\n\nb: 1\n", ("a",), Span(1, 1, 3, 6), "|  # why\n  one\n  two"),
        ("a: >-\n\n  one\n   two\n# c\n", ("a",), Span(1, 1, 4, 7), ">-\n\n  one\n   two"),
        ("a: |\nb: 1\n", ("a",), Span(1, 1, 1, 5), "|"),
        ("a: 'it''s\n  so' # c\n", ("a",), Span(1, 1, 2, 6), "'it''s\n  so'"),
        ("a: plain\n  goes on\n\nb: 1", ("a",), Span(1, 1, 2, 10), "plain\n  goes on"),
        ("a:\nb: 1\n", ("a",), Span(1, 1, 1, 3), ""),
        ("a:   # nothing\n\nb: 1\n", ("a",), Span(1, 1, 1, 3), ""),
        ("? a\n? b\n", ("a",), Span(1, 3, 1, 4), ""),
        ("? a\n: 1\n", ("a",), Span(1, 3, 2, 4), "1"),
        ("-\n- # none\n- x\n", (0,), Span(1, 2, 1, 2), ""),
        ("-\n- # none\n- x\n", (1,), Span(2, 2, 2, 2), ""),
        ("- a # - b\n-\n", (1,), Span(2, 2, 2, 2), ""),
        ("- - 1\n  - 2\n", (0,), Span(1, 3, 1, 4), "- 1\n  - 2"),
        ("- name: x\n  b: {}\n\n# c\n- y", (0,), Span(1, 3, 1, 4), "name: x\n  b: {}"),
        ("a:\n- 1\n- 2\nb: 3", ("a",), Span(1, 1, 1, 2), "- 1\n- 2"),
        ("{a, b: , c: 'x'}", ("a",), Span(1, 2, 1, 3), ""),
        ("{a, b: , c: 'x'}", ("b",), Span(1, 5, 1, 7), ""),
        ("{a, b: , c: 'x'}", ("c",), Span(1, 10, 1, 16), "'x'"),
        ("[a: 1]", (0, "a"), Span(1, 2, 1, 6), "1"),
        ("a: &x !!str 1\n", ("a",), Span(1, 1, 1, 14), "&x !!str 1"),
        ("\U0001f600\u2028: [é, \u0085x]", ("\U0001f600\u2028", 1), Span(1, 9, 1, 11), "\u0085x"),
        ("--- # one\na: 1\n", (), Span(2, 1, 2, 2), "a: 1"),
    ],
)
def test_a_place_and_its_extent_are_those_of_the_text(text: str, pointer: Pointer, span: Span, extent: str) -> None:
    assert span == document(text).locate(pointer)
    assert extent == text_at(text, pointer)


@pytest.mark.parametrize("pointer", [("x",), ("a", 0), ("b", "0"), ("b", 2), ("b", -1), ("a", "x"), (0,)])
def test_a_place_that_is_not_there_has_neither_place_nor_extent(pointer: Pointer) -> None:
    read = document("a: 1\nb: [1, 2]\n")
    assert read.locate(pointer) is None
    assert read.extent(pointer) is None


def test_old_line_breaks_are_characters_of_their_line() -> None:
    text = "a: x\u2028y # c\u2029d\nb: 'p\u0085q'\nc: |\n  l\u2028m\nd: \"\\L\\N\"\ne: \U000f0000\u2028\n"
    assert {"a": "x\u2028y", "b": "p\u0085q", "c": "l\u2028m\n", "d": "\u2028\x85", "e": "\U000f0000\u2028"} == sound(text)
    assert Span(2, 1, 2, 9) == document(text).locate(("b",))
    assert [(1, "c\u2029d")] == list(yaml_text.comments(text))


# ----------------------------------------------------------------------------------------------------- aliases and anchors


def test_an_alias_stands_for_what_it_names() -> None:
    text = "a: &x {n: [1]}\nb: *x\nc: [*x, &y z, *y]\n*y : 1\n"
    assert {"a": {"n": [1]}, "b": {"n": [1]}, "c": [{"n": [1]}, "z", "z"], "z": 1} == sound(text)
    read = document(text)
    assert Span(2, 1, 2, 6) == read.locate(("b",))
    assert Span(1, 8, 1, 9) == read.locate(("b", "n")), "what stands behind an alias is where it is written"
    assert "*x" == text_at(text, ("b",))
    assert text_at(text, ("b", "n")) is None, "nobody may splice through an alias"
    assert "[1]" == text_at(text, ("a", "n"))


def test_an_anchor_may_be_set_again_and_may_hold_nothing() -> None:
    assert [1, 2, 2, None, None] == sound("- &a 1\n- &a 2\n- *a\n- &b\n- *b\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &x 1", True),
        ("a: *x", True),
        ("- &x\n", True),
        ("a: '&x *y'\nb: R&D\nc: a * b\n# &x *x\nd: |\n  &x\n", False),
        ("a: 1", False),
        ("a: 'x\n& *", False),
    ],
)
def test_anchors_and_aliases_are_told_from_text(text: str, expected: bool) -> None:
    assert expected == yaml_text.has_aliases(text)


# ------------------------------------------------------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        (
            "a: 1\nb:\n  c: 1\n  c: 2\na: 3\n",
            {"a": 3, "b": {"c": 2}},
            [
                (("b", "c"), "duplicate key `c`: on line 3, column 3 and on line 4, column 3", 4, 3, 4),
                (("a",), "duplicate key `a`: on line 1, column 1 and on line 5, column 1", 5, 1, 2),
            ],
        ),
        (
            "<<: {a: 1}\n'<<': 2\n",
            {"<<": 2},
            [
                (("<<",), "merge key `<<` is not JSON and no longer YAML 1.2; write the members out", 1, 1, 3),
                (("<<",), "duplicate key `<<`: on line 1, column 1 and on line 2, column 1", 2, 1, 5),
            ],
        ),
        ("1: a\n", {"1": "a"}, [(("1",), "key `1` is not a string; JSON keys are strings: quote it", 1, 1, 2)]),
        (
            "on: a\ntrue: b\n",
            {"on": "a", "true": "b"},
            [(("true",), "key `true` is not a string; JSON keys are strings: quote it", 2, 1, 5)],
        ),
        ("{~: 1}", {"~": 1}, [(("~",), "key `~` is not a string; JSON keys are strings: quote it", 1, 2, 3)]),
        ("2024-01-01: 1", {"2024-01-01": 1}, [(("2024-01-01",), "key: the date `2024-01-01` is not JSON: quote it", 1, 1, 11)]),
        ("- ? [a, {b: c}]\n  : 1\n  d: 2\n", [{"d": 2}], [((0,), "key is a container; JSON keys are strings", 1, 5, 16)]),
        (
            "&x 1: 1\n? *x\n: {a: [.inf], 2: x}\n",
            {"1": 1},
            [
                (("1",), "key `1` is not a string; JSON keys are strings: quote it", 1, 1, 5),
                ((), "key `*x` does not name a string; JSON keys are strings", 2, 3, 5),
                ((), "`.inf` is not JSON: JSON has no infinity and no NaN", 3, 8, 12),
                ((), "key `2` is not a string; JSON keys are strings: quote it", 3, 15, 16),
            ],
        ),
        ("- ? - a\n  : 1\n", [{}], [((0,), "key is a container; JSON keys are strings", 1, 5, 8)]),
        ("a: 2024-01-01", {"a": None}, [(("a",), "the date `2024-01-01` is not JSON: quote it", 1, 4, 14)]),
        ("[1, 1e400]", [1, None], [((1,), "`1e400` is too large for a number: IEEE doubles end at 1.8e308", 1, 5, 10)]),
        ("[.nan]", [None], [((0,), "`.nan` is not JSON: JSON has no infinity and no NaN", 1, 2, 6)]),
        ('a: "\\ud800"', {"a": None}, [(("a",), "lone surrogate \\ud800: half of a character", 1, 4, 12)]),
        ('"\\udc00": 1', {"\udc00": 1}, [(("\udc00",), "key: lone surrogate \\udc00: half of a character", 1, 1, 9)]),
        ("a: !mine x", {"a": None}, [(("a",), "tag `!mine` is not JSON: leave it out", 1, 4, 11)]),
        ("a: !!set {x, y}\nb: 1", {"a": None, "b": 1}, [(("a",), "tag `!!set` is not JSON: leave it out", 1, 4, 11)]),
        ("!!omap [a: 1]", None, [((), "tag `!!omap` is not JSON: leave it out", 1, 1, 9)]),
        ("- !!map [1]", [None], [((0,), "tag `!!map` is not JSON: leave it out", 1, 3, 10)]),
        (
            "a: !!python/object/apply:os.system [x]",
            {"a": None},
            [(("a",), "tag `!!python/object/apply:os.system` is not JSON: leave it out", 1, 4, 37)],
        ),
        ("a: &x [1, *x]", {"a": [1, None]}, [(("a", 1), "alias `*x` lies inside what it names", 1, 11, 13)]),
        ("- *x\n- &x 1", [None, 1], [((0,), "alias `*x` names no anchor", 1, 3, 5)]),
    ],
)
def test_what_has_no_json_value_is_a_fault_and_the_rest_is_read(
    text: str, value: Json, found: list[tuple[Pointer, str, int, int, int]]
) -> None:
    assert value == document(text).value
    assert found == faults(text)
    for fault in document(text).faults:
        assert document(text).locate(fault.at) is not None


def test_core_tags_are_accepted() -> None:
    assert {"a": {"b": ["1", 2, 3.0, None]}} == sound("a: !!map {b: !!seq [!!str 1, !!int '2', !!float 3, !!null ~]}")


def test_a_pair_of_surrogate_escapes_is_one_character() -> None:
    assert {"\U0001f600": "\U0001f600"} == sound('"\\ud83d\\ude00": "\\uD83D\\uDE00"')


# ------------------------------------------------------------------------------------------------- documents, broken texts


def test_each_document_is_read_and_empty_ones_are_left_out() -> None:
    text = "---\n---\na: 1\n---\n# nothing\n---\nb: 2\n...\n---\n"
    read = yaml_text.parse(text)
    assert [{"a": 1}, {"b": 2}] == [one.value for one in read if isinstance(one, Document)]
    assert 2 == len(read)
    assert isinstance(read[1], Document)
    assert Span(7, 1, 7, 5) == read[1].locate(("b",))


def test_documents_before_a_broken_one_are_read() -> None:
    first, second = yaml_text.parse("a: 1\n---\nb: [1\n---\nc: 2\n")
    assert isinstance(first, Document)
    assert {"a": 1} == first.value
    assert (
        Malformed("not valid YAML: a `[` or `{` is not closed, or a comma is missing (it starts on line 3, column 4)", 4, 1)
        == second
    )


def test_an_anchor_ends_with_its_document() -> None:
    _, second = yaml_text.parse("- &x 1\n---\n- *x\n")
    assert isinstance(second, Document)
    assert ["alias `*x` names no anchor"] == [fault.reason for fault in second.faults]


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("", "empty file", 1, 1),
        (" \n\t\r\n", "empty file", 1, 1),
        ("# only\n", "empty file: no value, only comments", 1, 1),
        ("---\n---\n", "empty file: no value, only comments", 1, 1),
        ("a: b: c", "not valid YAML: a `:` where no key can be; quote the text or fix the indentation", 1, 5),
        ("\U0001f600: b: c", "not valid YAML: a `:` where no key can be; quote the text or fix the indentation", 1, 5),
        ("a:\n\t- b", "not valid YAML: a tab where YAML wants spaces", 2, 1),
        ("a: `b`", "not valid YAML: a character that cannot start a value; quote the text", 1, 4),
        ("a: @b", "not valid YAML: a character that cannot start a value; quote the text", 1, 4),
        ("a: - b", "not valid YAML: a `-` where no list can start; quote the text or start a new line", 1, 4),
        ("a: 'b", "not valid YAML: a quoted text is never closed (it starts on line 1, column 4)", 1, 6),
        ("a: 1\nb\nc: 2", "not valid YAML: a key without its `:` (it starts on line 2, column 1)", 3, 1),
        (
            "a: [1\nb: 2",
            "not valid YAML: a `[` or `{` is not closed, or a comma is missing (it starts on line 1, column 4)",
            2,
            2,
        ),
        ("- a\nb: 1\n", "not valid YAML: the indentation matches no line above (it starts on line 1, column 1)", 2, 1),
        (
            'a: "\\q"',
            "not valid YAML: an escape that YAML does not have; write `\\\\` for a backslash (it starts on line 1, column 4)",
            1,
            6,
        ),
        (
            'a: "C:\\Users"',
            "not valid YAML: an escape without all its digits; write `\\\\` for a backslash (it starts on line 1, column 4)",
            1,
            9,
        ),
        ('a: 1\nb: "\\UFFFFFFFF"', "not valid YAML: ruamel.yaml cannot read what follows", 2, 2),
        ("a: \x01", "not valid YAML: a control character; write it as an escape in double quotes", 1, 4),
        ("a: \x00", "not valid YAML: a control character; write it as an escape in double quotes", 1, 4),
        ("%YAML 1.1\n---\na: yes", "%YAML other than 1.2: its plain words mean other values; remove the line", 2, 1),
        ("!x!y a", "not valid YAML: found undefined tag handle '!x!'", 1, 1),
    ],
)
def test_a_text_that_is_no_yaml_is_refused_in_words_and_at_its_place(text: str, reason: str, line: int, column: int) -> None:
    assert [Malformed(reason, line, column)] == [one for one in yaml_text.parse(text) if isinstance(one, Malformed)]


def test_a_text_that_says_it_is_yaml_1_2_is_read() -> None:
    assert {"a": "yes"} == sound("%YAML 1.2\n---\na: yes")


# ----------------------------------------------------------------------------------------------------------------- bounds


@pytest.mark.parametrize("text", ["[" * 128 + "]" * 128, "- " * 128 + "x", "{a: " * 128 + "}" * 128])
def test_the_deepest_nesting_allowed_is_read(text: str) -> None:
    assert sound(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 129 + "]" * 129,
        "[" * 20_000,
        "{a: " * 20_000,
        "- " * 20_000,
        "? " * 20_000,
        "? " + "[" * 20_000,
        "[\n" * 20_000,
        "\n".join(" " * n + "a:" for n in range(1000)),
        "a: &a " + "[" * 100 + "]" * 100 + "\nb: " + "[" * 40 + "*a" + "]" * 40,
    ],
)
def test_deeper_nesting_is_refused_soon(text: str) -> None:
    started = time.process_time()
    (refused,) = yaml_text.parse(text)
    assert isinstance(refused, Malformed)
    assert f"nested deeper than {MAX_DEPTH} levels" == refused.reason
    assert time.process_time() - started < 3, "0.6 s at worst where this was written; ruamel.yaml alone takes minutes"


def test_comments_behind_deep_nesting_are_not_looked_for() -> None:
    started = time.process_time()
    assert [(1, "one")] == list(yaml_text.comments("# one\n" + "[\n" * 20_000 + "# two"))
    assert not yaml_text.has_aliases("[\n" * 20_000 + "*x")
    assert time.process_time() - started < 3


def bomb(levels: int) -> str:
    first = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    return first + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, levels))


TOO_MANY = "holds more than 65,536 values once its aliases are written out; --max-file-size raises the limit"


def test_an_alias_bomb_is_refused_before_it_is_built() -> None:
    started = time.process_time()
    assert [Malformed(TOO_MANY, 5, 45)] == yaml_text.parse(bomb(9))
    assert time.process_time() - started < 1


def test_aliases_that_stay_in_bounds_are_read() -> None:
    assert 9 == len(sound(bomb(4))["a3"])


# --------------------------------------------------------------------------------------------------------------- comments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1", []),
        ("# one\na: 1 # two\n#three\n", [(1, "one"), (2, "two"), (3, "three")]),
        ('a: \'# no\' # yes\nb: "# no\\" # no"\n', [(1, "yes")]),
        ("a: x#y # z # w\nb: http://x/#y\n", [(1, "z # w")]),
        ("a: |  # head\n  # no\n  x # no\n\n # after\nb: 1\n", [(1, "head"), (5, "after")]),
        ("a: >-\n  # no\n# yes", [(3, "yes")]),
        ("a: |2-   # head\n   x\n", [(1, "head")]),
        ("a: '|  # no'\nb: > # head\n  | # no\n", [(2, "head")]),
        ("- [1, # one\r  2] # two\r\n- # three", [(1, "one"), (2, "two"), (3, "three")]),
        ("a: # key\n  - x # é \U0001f600\n--- # doc\n# end", [(1, "key"), (2, "é \U0001f600"), (3, "doc"), (4, "end")]),
        ("a: 1 # one\nb: 'x # y", [(1, "one")]),
        ("#\n", [(1, "")]),
    ],
)
def test_comments_are_found_and_nothing_else(text: str, expected: list[tuple[int, str]]) -> None:
    assert expected == list(yaml_text.comments(text))


@given(st.text(alphabet="a1:- \n#[]{},&*!|>'\"%?\\U<.\t", max_size=40))
def test_any_text_is_answered_without_a_traceback(text: str) -> None:
    answers: list[Any] = list(yaml_text.parse(text))
    assert answers
    for answer in answers:
        if isinstance(answer, Document):
            assert all(answer.locate(fault.at) is not None for fault in answer.faults)
        else:
            assert isinstance(answer, Malformed)
            assert 1 <= answer.line <= len(Lines(text))
    lines = text.split("\n")
    assert all(comment in lines[line - 1] for line, comment in yaml_text.comments(text))
    assert yaml_text.has_aliases(text) in (True, False)
