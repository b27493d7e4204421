"""The showing door: what reaches a terminal cannot mislead."""

from __future__ import annotations

import re
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.edge.show import show, window

FAMILY = "👨\u200d👩\u200d👧"
HEART_ON_FIRE = "❤\ufe0f\u200d🔥"
KEYCAP = "#\ufe0f\u20e3"
# Text in which what is unsafe, and what makes it safe, comes often.
texts = st.text(
    st.sampled_from("a1#\\x\n\r\t\x1b\x85\u202e\u200b\u200d\ufe0f\ufe0e\u20e3👨❤️☎日\udc9b\ud800\U000e0041\ue000")
    | st.characters(),
    max_size=30,
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "a\\x1b",
        "naïve café",
        "日本語",
        "שלום",
        "नमस्ते",
        "§ – “x” …",
        "\u00a0",
        "👍🏽",
        "☎\ufe0f",
        FAMILY,
        HEART_ON_FIRE,
        KEYCAP,
    ],
)
def test_what_can_be_seen_stays(text: str) -> None:
    assert text == show(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]52;c;aGk=\x07", r"\x1b]52;c;aGk=\x07"),
        ("a\0b\x7f", r"a\x00b\x7f"),
        ("\x9b31m\x85", r"\u009b31m\u0085"),
        ("\u202eevil\u202c\u2066x\u2069\u200f\u061c", r"\u202eevil\u202c\u2066x\u2069\u200f\u061c"),
        ("pay\u200bpal\u200c\u2060\ufeff\u00ad", r"pay\u200bpal\u200c\u2060\ufeff\u00ad"),
        ("\U000e0041\U000e007f", r"\U000e0041\U000e007f"),
        ("x\ufe00\ufe0e\ufe0f\U000e0100", r"x\ufe00\ufe0e\ufe0f\U000e0100"),
        ("\ue000\U000f0000\U0010fffd", r"\ue000\U000f0000\U0010fffd"),
        ("\ud800", r"\ud800"),
        ("name-\udcff\udc80.json", r"name-\xff\x80.json"),
        ("a\u2028b\u2029c", r"a\u2028b\u2029c"),
        ("\u3164\uffa0\u115f\u034f\u180e", r"\u3164\uffa0\u115f\u034f\u180e"),
        ("\ufff9\uffff\ufdd0\U0001fffe", r"\ufff9\uffff\ufdd0\U0001fffe"),
        ("1\n2\r3\t4", r"1\n2\r3\t4"),
    ],
)
def test_what_could_mislead_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert shown == show(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u200db", r"a\u200db"),
        ("👨\u200d", r"👨\u200d"),
        ("👨\u200da", r"👨\u200da"),
        ("\u200d👨", r"\u200d👨"),
        ("👨\u200d\u200d👩", r"👨\u200d\u200d👩"),
        ("☎\ufe0f\ufe0f", "☎\ufe0f" + r"\ufe0f"),
        ("#\ufe0f", r"#\ufe0f"),
        ("\ufe0f", r"\ufe0f"),
        ("x\ufe0f\u200d👩", r"x\ufe0f\u200d👩"),
        (KEYCAP + "\u200d👩", KEYCAP + r"\u200d👩"),
    ],
)
def test_joiners_and_selectors_outside_emoji_are_escapes(text: str, shown: str) -> None:
    assert shown == show(text)


def test_with_lines_newline_and_tab_stay_and_nothing_else_does() -> None:
    assert "a\n\tb\\rc\\x0b\\x0c\\u2028" == show("a\n\tb\rc\x0b\x0c\u2028", lines=True)


def test_any_object_is_shown_by_its_text() -> None:
    assert "7" == show(7)
    assert r"a\x1b" == show(Path("a\x1b"))
    assert r"no \u202e" == show(ValueError("no \u202e"))


def test_bytes_are_shown_as_utf_8_with_what_is_not_as_bytes() -> None:
    assert r"é\xe9\x1b[2J\n" == show("é".encode() + b"\xe9\x1b[2J\n")
    assert "\\x80\n" == show(b"\x80\n", lines=True)


@given(texts, st.booleans())
def test_showing_twice_changes_nothing(text: str, lines: bool) -> None:
    shown = show(text, lines=lines)
    assert shown == show(shown, lines=lines)


@given(texts)
def test_nothing_unsafe_is_left_and_it_can_be_written_as_utf_8(text: str) -> None:
    shown = show(text)
    shown.encode("utf-8")
    rest = re.sub("[\ufe0f\u200d]", "", shown)
    # The arabic and other subtending signs are "format" and yet visible; what Unicode has not assigned differs by Python.
    visible_format = "\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd\U00013430-\U0001343f"
    rest = re.sub(f"[{visible_format}]", "", rest)
    assert set() == {unicodedata.category(char) for char in rest} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def test_every_code_point_that_unicode_calls_control_or_format_is_escaped_but_for_visible_signs() -> None:
    left = [
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and show(char) == char
    ]
    names = {unicodedata.name(char).split()[0] for char in left}
    assert names <= {"ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN"}


def test_plain_text_of_a_megabyte_takes_no_time() -> None:
    text = "a plain description. " * 50_000
    start = time.process_time()
    assert text is show(text)
    assert time.process_time() - start < 0.1


# -------------------------------------------------------------------------------------------------------------- long lines


@pytest.mark.parametrize(
    ("text", "column", "width", "shown"),
    [
        ("short", 3, 40, ("short", 3)),
        ("short", 6, 40, ("short", 6)),
        ("", 1, 40, ("", 1)),
        ("exactly10!", 10, 10, ("exactly10!", 10)),
        ("abc\x1bdef", 6, 40, (r"abc\x1bdef", 9)),
        ("abcdefghijklmnopqrstuvwxyz", 1, 10, ("abcdefgh…", 1)),
        ("abcdefghijklmnopqrstuvwxyz", 13, 10, ("…ijklmnop…", 6)),
        ("abcdefghijklmnopqrstuvwxyz", 26, 10, ("…stuvwxyz", 9)),
        ("abcdefghijklmnopqrstuvwxyz", 27, 10, ("…stuvwxyz", 10)),
        ("abcdefghijklmnopqrstuvwxyz", 999, 10, ("…stuvwxyz", 10)),
        ("abcdefghijklmnopqrstuvwxyz", -3, 10, ("abcdefgh…", 1)),
        ("aaaaaa\U000e0041bbbbbb", 7, 4, ("…\\U000e0041…", 2)),
    ],
)
def test_a_window_shows_the_line_around_the_column(text: str, column: int, width: int, shown: tuple[str, int]) -> None:
    assert shown == window(text, column, width)


def test_a_window_into_a_line_of_twenty_megabytes_is_quick_and_right() -> None:
    text = "x" * 10_000_000 + "HERE\x1b" + "y" * 10_000_000
    start = time.process_time()
    shown, column = window(text, 10_000_001, 60)
    assert time.process_time() - start < 0.1
    assert shown[column - 1 :].startswith(r"HERE\x1by")
    assert len(shown) <= 60


def test_a_window_that_cuts_through_an_emoji_leaves_nothing_invisible() -> None:
    for column in range(1, 40):
        shown, _ = window(FAMILY * 10, column, 24)
        assert shown == show(shown)


@given(st.lists(texts, max_size=8).map("".join), st.integers(1, 260), st.integers(24, 100))
def test_a_window_keeps_its_width_its_column_and_its_safety(text: str, column: int, width: int) -> None:
    shown, at = window(text, column, width)
    assert len(shown) <= width
    assert shown == show(shown)
    if column > len(text):
        assert len(shown) + 1 == at
    else:
        assert 1 <= at <= len(shown)
        char = text[column - 1]
        assert shown[at - 1 :].startswith(char if shown[at - 1] == char else show(char))


@given(texts)
def test_a_window_that_is_wide_enough_shows_the_whole_line(text: str) -> None:
    assert show(text) == window(text, 1, 1000)[0]
