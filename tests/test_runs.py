"""Values listed one after another, as they are written."""

import pytest

from schemalint.language.pieces import pieces
from schemalint.language.runs import Run, brackets, read_run


def first_run(text: str) -> tuple[list[str], Run] | None:
    parts = pieces(text)
    closing = brackets(parts)
    for here in range(len(parts)):
        run = read_run(parts, closing, here)
        if run is not None:
            return [" ".join(part.text for part in parts[first : last + 1]) for first, last in run.values], run
    return None


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ("a b c", "Use 'a', 'b' or 'c'."),
        ("a b c", "Use 'a' | 'b' | 'c'."),
        ("a b", "Use 'a'/'b'."),
        ("a b", "Use a 'a' or a 'b'."),
        ("a b c", "Use 'a' (the first), 'b' (default), or the special value 'c'."),
        ("a b", "Use 'a' for the first and best, 'b' otherwise."),
        ("a b c", "Use 'a' - first thing; 'b' - second (not 'x'); 'c'"),
        ("a b", "'a',\n'b'"),
        ("a b", "Of local ('a') and of foreign ones ('b')."),
        ("a b", "- 'a': first\n- 'b': second"),
        ("a b", "* a - first\n* b - second\n"),
        ("a b", "- a\n  and its story\n- b\n\nMore."),
        ("a b", "kinds: - 'a' first. - 'b' second."),
        ("a b c", "of a, b, or c."),
        ("a b", "(a|b)"),
        ("in progress/done", "values: in progress, done"),
        ("CNC MIS", "(CNC for delivery, MIS for today)"),
        ("0 1", "(0 = none, 1 = all)"),
    ],
)
def test_a_run_is_read_in_every_form(values: str, text: str) -> None:
    found = first_run(text)
    assert found is not None
    assert values.split("/" if "/" in values else " ") == found[0]
    assert not found[1].open


@pytest.mark.parametrize(
    "text",
    [
        "'a', 'b', etc.",
        "'a', 'b', ...",
        "'a', 'b' and more",
        "'a', 'b', or any other",
        "'a' or 'b' or a number",
        "'a' | 'b' | string",
        "'a', 'b' (the default), or custom ones",
        "(a, b, etc.)",
        "of a, b, …",
        "- 'a' first\n- 'b' second\n- and others",
    ],
)
def test_a_list_that_goes_on_is_open(text: str) -> None:
    found = first_run(text)
    assert found is not None
    assert found[1].open


@pytest.mark.parametrize(
    "text", ["'a', 'b', or leave it empty", "'a' or 'b', or null", "'a', 'b'. Or not.", "(a or b, default: a)"]
)
def test_or_nothing_does_not_open_a_list(text: str) -> None:
    found = first_run(text)
    assert found is not None
    assert (["a", "b"], False) == (found[0], found[1].open)


@pytest.mark.parametrize(
    "text", ["", "'a'", "'a' b 'c'", "'a'. 'b'", "plain words, and more words", "- 'a' only", "('a')", "of a."]
)
def test_no_run_where_nothing_is_listed(text: str) -> None:
    found = first_run(text)
    assert found is None


def test_a_bare_run_says_whether_its_clause_ends_with_it() -> None:
    whole, broken = first_run("of a, b or c."), first_run("of a, b or c d e f g")
    assert whole is not None
    assert broken is not None
    assert (True, False) == (whole[1].whole, broken[1].whole)


def test_brackets_pair_with_their_like() -> None:
    parts = pieces("( [ ) ] ( )")
    assert {4: 5} == dict(brackets(parts))
