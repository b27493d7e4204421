"""Whether a text says what happens when a parameter is left out."""

import pytest

from schemalint.language.omission import speaks_of_omission, when_omitted


@pytest.mark.parametrize(
    "text",
    [
        "Defaults to 5",
        "By default all",
        "Omit for all",
        "omitted means all",
        "Optional: if not given, all",
        "when it is not set, all",
        "All unless stated",
        "Otherwise all",
        "Without it all are shown",
        "Leave empty for all",
        "leave this blank",
        "left out: all",
        "falls back to all",
        "absent means all",
        "If none, all",
        "0 means all",
        "-1 for all",
        "Empty means all",
        "unspecified is all",
        "If the day is not over",
    ],
)
def test_any_word_on_omission_counts(text: str) -> None:
    assert speaks_of_omission(text)


@pytest.mark.parametrize(
    "text", ["", "Most rows", "Optional.", "Rows to read, 1 to 100", "10 for lists", "No more than 5", "Is not for you"]
)
def test_other_texts_say_nothing(text: str) -> None:
    assert not speaks_of_omission(text)


@pytest.mark.parametrize(
    "text",
    [
        "if omitted",
        "if not specified",
        "when it is not given",
        "if the value is missing",
        "when left blank",
        "if none is given",
        "if no value is set",
        "unless otherwise specified",
        "when limit is not provided",
        "if null",
    ],
)
def test_conditions_that_only_say_left_out_are_known(text: str) -> None:
    assert when_omitted().search(text) is not None


@pytest.mark.parametrize("text", ["if the day is over", "when a and b are omitted", "for lists", "when true"])
def test_other_conditions_are_not(text: str) -> None:
    assert when_omitted().search(text) is None
