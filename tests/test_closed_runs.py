"""Which lists of values in prose are closed, whose they are, and what reading them costs."""

import sys
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.language.closed_runs import ClosedRun, closed_runs
from schemalint.language.cues import last_word
from schemalint.language.defaults import stated_default
from schemalint.language.omission import speaks_of_omission


def one(text: str, name: str = "thing", **more: object) -> ClosedRun | None:
    found = list(closed_runs(text, name, **more))  # type: ignore[arg-type]
    assert len(found) < 2
    return found[0] if found else None


STATED = [
    "One of 'fast', 'slow'",
    "Must be one of the following values: 'fast', 'slow'",
    "Any of these: `fast`, `slow`",
    "Valid periods: 'fast', 'slow'",
    "The allowed values are 'fast' and 'slow'.",
    "Supported: `fast`, `slow`",
    "Possible values include 'fast' and 'slow'",
    "Options: 'fast' or 'slow'",
    "Its options are 'fast' or 'slow'",
    "(either 'fast' or 'slow')",
    "Must be 'fast' or 'slow'.",
    "It can be 'fast' for one thing, or 'slow' for another.",
    "[Enum]: ['fast', 'slow']",
    "One of fast or slow.",
    "One of: fast, slow",
    "Choices: fast, slow (default)",
    "options are fast and slow",
]


@pytest.mark.parametrize("text", STATED)
def test_words_in_front_state_a_list(text: str) -> None:
    run = one(text)
    assert run is not None
    assert ("stated", ("fast", "slow")) == (run.cue, run.texts)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mode", "How to do it, 'fast' or 'slow'."),
        ("sortOrder", "How ('fast' or 'slow')"),
        ("order_by", "fast | slow"),
        ("freq", "'fast', 'slow'"),
        ("kinds", "Kinds of things (fast or slow)"),
        ("status", "fast or slow."),
        ("level", "Level: fast or slow"),
        ("scale", "Scale, either fast or slow"),
        ("network", "Filter (fast/slow)"),
        ("thing", "Order type (fast or slow)"),
        ("thing", "Sort order: fast or slow"),
        ("thing", "fast | slow"),
        ("sort", "Order by fast, or slow"),
    ],
)
def test_a_name_or_a_noun_calls_for_values(name: str, text: str) -> None:
    run = one(text, name)
    assert run is not None
    assert ("named", ("fast", "slow")) == (run.cue, run.texts)


@pytest.mark.parametrize(
    "text", ["Which way (asc/desc)", "Give it as: celsius or fahrenheit", "It is 'buy' or 'sell'", "light or dark"]
)
def test_known_pairs_need_no_cue(text: str) -> None:
    run = one(text)
    assert run is not None
    assert ("named", 2) == (run.cue, len(run.texts))


def test_three_piped_values_in_brackets_are_a_list_under_any_name() -> None:
    run = one("Modifier for the filter (EQUALS|INCLUDES|NOT_EQUALS)", "modifier")
    assert run is not None
    assert ("EQUALS", "INCLUDES", "NOT_EQUALS") == run.texts
    assert one("Owner (person|group)", "owner") is None


def test_records_are_ordered_by_name_or_date() -> None:
    run = one("Sort order: name, date, or id", "sort")
    assert run is not None
    assert ("name", "date", "id") == run.texts
    assert one("Level: name, date, or id", "level") is None


@pytest.mark.parametrize(
    "text", ["What to mark: 'a', 'b', 'c'", "What to mark ('a', 'b', 'c')", "To run: a_1, b_2, or c_3. Yes"]
)
def test_three_values_after_a_colon_are_a_list(text: str) -> None:
    run = one(text)
    assert run is not None
    assert ("listed", 3) == (run.cue, len(run.texts))


@pytest.mark.parametrize(
    "text", ["What to mark: 'a', 'b'", "'a', 'b', 'c'", "What to mark: a, b, c", "Mark a, b or c.", "can be a or b"]
)
def test_without_a_cue_a_list_is_none(text: str) -> None:
    assert one(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "e.g. 'a', 'b'",
        "Mode (e.g., 'a' or 'b')",
        "such as 'a' or 'b'",
        "Mode like 'a', 'b'",
        "Examples: 'a', 'b', 'c'",
        "Example values: 'a', 'b', 'c'",
        "Common values: 'a', 'b', 'c'",
        "Modes including 'a' and 'b'",
        "One of 'a', 'b', etc.",
        "One of 'a', 'b', ...",
        "'a', 'b' or a number",
        "One of 'a', 'b'. It also accepts a number.",
        "'a' (default), 'b'. Use '-' prefix for the other way round",
        "Comma-separated. One of 'a', 'b'",
        "One of 'a', 'b'; custom values are fine",
    ],
)
def test_examples_and_open_lists_are_left_alone(text: str) -> None:
    assert one(text, "mode") is None


@pytest.mark.parametrize(
    "text",
    [
        "Needed for 'a' and 'b'",
        "Required when 'a' or 'b' is set",
        "If the thing is new, 'a' or 'b'",
        "Used by 'a' and 'b' methods",
        "Available fields: 'a', 'b'",
        "Filled in with 'a' or 'b'",
        "Flavour of the machine; asking one of the others (docker, local, remote) for it is refused.",
        "A name of your own, or any of the rest ('docker', 'local', 'remote').",
    ],
)
def test_a_reference_to_something_else_is_left_alone(text: str) -> None:
    assert one(text, "mode") is None


def test_names_and_values_of_siblings_are_references() -> None:
    assert one("Either 'a' or 'b' must be given", "mode", siblings={"a", "b"}) is None
    assert one("'a' or 'c'", "mode", siblings={"a"}) is None
    assert one("'a' or 'mode'", "mode") is None
    assert one("'a' or 'b'", "mode", foreign={"a", "b", "c"}) is None
    stated = one("One of 'a', 'b', 'c'", "mode", siblings={"a"}, foreign={"a", "b", "c"})
    assert stated is not None
    assert ("a", "b", "c") == stated.texts


@pytest.mark.parametrize(
    "value",
    [
        "a:b",
        "a*",
        "<a>",
        "{a}",
        "a=b",
        "a b c d",
        "x" * 31,
        "YYYY-MM-DD",
        "report.pdf",
        "http://a",
        "/etc/a",
        "a?",
        "",
        " a",
        "50%",
    ],
)
def test_what_looks_like_no_value_spoils_a_list(value: str) -> None:
    assert one(f"One of '{value}', 'b'") is None


def test_logical_operators_are_values_only_of_an_operator() -> None:
    assert one("One of 'AND', 'OR'", "query") is None
    assert one("One of 'AND', 'OR'", "operator") is not None


def test_bare_values_share_their_capitals_unless_stated() -> None:
    assert one("Mode (Big, small, tiny)", "mode") is None
    assert one("Mode (Big, Small, Tiny)", "mode") is not None
    assert one("Valid modes: Big, small", "mode") is not None


def test_free_text_has_kinds_where_others_have_values() -> None:
    assert one("Owner (person or group)", "owner") is None
    assert one("Must be one of country, province, or city", "name") is None
    assert one("Picture. Supported formats: png, jpg", "file_path") is None
    named = one("Name of the log. Possible values: access, app, web", "name")
    assert named is not None
    assert ("access", "app", "web") == named.texts


def test_brackets_in_later_sentences_speak_of_other_things() -> None:
    assert one("Filter by type. Most are binary (png, jpg, gif).", "media_type") is None


def test_cues_and_names_can_be_added() -> None:
    assert one("Pick 'a' or 'b'") is None
    assert one("Pick 'a' or 'b'", cues=["pick"]) is not None
    assert one("'a' or 'b'", value_names=["thing"]) is not None


def test_spans_are_those_of_the_values_without_their_quotes() -> None:
    text = "Ink. Valid: ``\"RED\"`` (warm) | 'dark grey'."
    run = one(text)
    assert run is not None
    assert ["RED", "dark grey"] == [text[value.start : value.end] for value in run.values]
    assert "RED\"`` (warm) | 'dark grey" == text[run.start : run.end]
    bare = one("values: in progress, done.")
    assert bare is not None
    assert [(8, 19), (21, 25)] == [(value.start, value.end) for value in bare.values]


def test_repeated_values_count_once() -> None:
    assert one("One of 'a', 'a'") is None
    run = one("One of 'a', 'b', 'a'")
    assert run is not None
    assert ("a", "b") == run.texts


def test_several_lists_come_in_order() -> None:
    runs = list(closed_runs("One of 'a', 'b'. Then one of 'c', 'd'.", "mode"))
    assert [("a", "b"), ("c", "d")] == [run.texts for run in runs]


@pytest.mark.parametrize(
    ("word", "name"),
    [("order", "sortOrders"), ("order", "order_by"), ("status", "pull_status"), ("policy", "policies"), ("", ""), ("by", "by")],
)
def test_the_last_word_of_a_name_is_singular(word: str, name: str) -> None:
    assert word == last_word(name)


@given(st.text(alphabet="ab'\"`,|/:()[]-. \nor", max_size=80), st.sampled_from(["mode", "thing", "query"]))
def test_any_text_gives_values_that_stand_in_it(text: str, name: str) -> None:
    for run in closed_runs(text, name):
        assert len(run.texts) > 1
        for value in run.values:
            assert value.text.split() == text[value.start : value.end].split()


HOSTILE = [
    *"'\"`“,|.( \n",
    *(
        "``",
        "...",
        "a.",
        "a-",
        "'a",
        "'a', ",
        "'a' for b ",
        "'a' - ",
        "- 'a' ",
        "- a\n",
        "()",
        "('a') ",
        "('a'), ",
        "x" * 79 + "'",
    ),
    *("or ", "a, ", "of ", ": a", "one of ", "one of a, ", "values: ", "either ", "e.g. ", "if ", "if not ", "1,000"),
    *("default ", "default: ", "default to ", "defaults to 'a' ", "defaults to 1,"),
]


def calls(work: Callable[[], object]) -> int:
    count = 0

    def counter(_frame: object, _event: str, _argument: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counter)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def read(text: str) -> None:
    list(closed_runs(text, "mode"))
    stated_default(text, "mode")
    speaks_of_omission(text)


@pytest.mark.parametrize("unit", HOSTILE)
def test_work_doubles_when_the_text_does(unit: str) -> None:
    once, twice = (calls(lambda n=n: read(unit * (n // len(unit)))) for n in (2_000, 4_000))  # type: ignore[misc]
    assert twice < 2.5 * once + 200


@pytest.mark.parametrize("unit", HOSTILE)
def test_expressions_do_not_run_away_on_hostile_texts(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        start = process_time()
        read(text)
        return process_time() - start

    # The best of three: a busy machine makes single runs several times slower.
    small, large = (min(seconds(size) for _ in range(3)) for size in (4_000, 16_000))
    assert large < 10 * small + 0.1  # linear gives 4, quadratic 16
