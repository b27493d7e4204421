"""What a YAML scalar is in JSON: the core schema of YAML 1.2, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from schemalint.text.scalars import CORE, NotJson, plain
from schemalint.text.scalars import in_yaml as scalar

DATE = "is not JSON: quote it"
INFINITE = "JSON has no infinity and no NaN"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[(text, None) for text in ("", "~", "null", "Null", "NULL")],
        *[(text, True) for text in ("true", "True", "TRUE")],
        *[(text, False) for text in ("false", "False", "FALSE")],
        *[(text, text) for text in ("yes", "no", "on", "off", "y", "N", "Yes", "nULL", "tRUE", "none", "None")],
        ("0", 0),
        ("-0", 0),
        ("+12", 12),
        ("-7", -7),
        ("0123", 123),
        ("0o17", 15),
        ("0x1F", 31),
        ("9007199254740993", 9007199254740993),
        ("1.0", 1.0),
        ("-1.5e3", -1500.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1E-2", 0.01),
        *[
            (text, text)
            for text in (
                "1_000 0b11 0o8 0xg -0x1F 12:30:45 1:30 1e + - . .. +. 1.2.3 1,000 -inf inf nan .Nan 2024-01 2024-01-011"
                " 01/02/2024 ١٢ = <<"
            ).split()
        ],
    ],
)
def test_a_plain_scalar_is_what_the_core_schema_says(text: str, value: Any) -> None:
    assert (type(value), value) == (type(plain(text)), plain(text))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *[(text, INFINITE) for text in (".inf", "-.inf", "+.Inf", ".INF", ".nan", ".NaN", ".NAN")],
        *[
            (text, DATE)
            for text in (
                "2024-01-01",
                "2024-1-1",
                "2001-12-14t21:59:43.10-05:00",
                "2001-12-14 21:59:43",
                "2024-01-01T00:00:00Z",
            )
        ],
        ("1e400", "`1e400` is too large for a number"),
        ("-9e999", "`-9e999` is too large for a number"),
        ("1" * 4301, "integer of 4,301 digits; at most 4,300 are read"),
        ("-" + "1" * 4301, "integer of 4,301 digits; at most 4,300 are read"),
        ("0x" + "f" * 4000, "integer of more than 4,300 digits"),
        ("0o" + "7" * 5000, "integer of more than 4,300 digits"),
    ],
)
def test_a_plain_scalar_that_json_cannot_hold_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotJson) as refused:
        plain(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize("text", ["0x" + "f" * 3571, "9" * 4300])
def test_the_longest_integers_that_are_read_can_be_written(text: str) -> None:
    assert 4300 >= len(str(plain(text)))


@pytest.mark.parametrize("text", ["null", "true", "12", "1e400", ".inf", "2024-01-01", "", "<<"])
def test_a_quoted_scalar_is_always_text(text: str) -> None:
    assert text == scalar(text, None, quoted=True)
    assert text == scalar(text, "!", quoted=False)
    assert text == scalar(text, f"{CORE}str", quoted=False)


def test_two_escapes_that_make_a_pair_are_one_character() -> None:
    assert "a\U0001f600b\u00e9" == scalar("a\ud83d\ude00b\u00e9", None, quoted=True)


@pytest.mark.parametrize(("text", "half"), [("\ud83d", "d83d"), ("\ude00\ud83d", "de00"), ("x\ud83d\ude00\udfff", "dfff")])
def test_half_a_pair_is_refused(text: str, half: str) -> None:
    with pytest.raises(NotJson, match=rf"^lone surrogate \\u{half}: half of a character$"):
        scalar(text, None, quoted=True)


@pytest.mark.parametrize(
    ("text", "tag", "quoted", "value"),
    [
        ("3", "int", True, 3),
        ("3", "int", False, 3),
        ("3", "float", False, 3.0),
        ("0x10", "float", False, 16.0),
        ("1.5", "float", True, 1.5),
        ("true", "bool", True, True),
        ("", "null", False, None),
        ("3", "str", False, "3"),
    ],
)
def test_a_core_tag_decides_the_type(text: str, tag: str, quoted: bool, value: Any) -> None:
    read = scalar(text, CORE + tag, quoted)
    assert (type(value), value) == (type(read), read)


@pytest.mark.parametrize(
    ("text", "tag", "reason"),
    [
        ("yes", f"{CORE}bool", "`yes` is not valid as !!bool in YAML 1.2"),
        ("1.5", f"{CORE}int", "`1.5` is not valid as !!int in YAML 1.2"),
        ("true", f"{CORE}int", "`true` is not valid as !!int in YAML 1.2"),
        ("x" * 60, f"{CORE}null", f"`{'x' * 39}…` is not valid as !!null in YAML 1.2"),
        ("x", f"{CORE}float", "`x` is not valid as !!float in YAML 1.2"),
        ("2024-01-01", f"{CORE}timestamp", "tag `!!timestamp` is not JSON: leave it out"),
        ("aGk=", f"{CORE}binary", "tag `!!binary` is not JSON: leave it out"),
        ("x", f"{CORE}python/object/apply:os.system", "tag `!!python/object/apply:os.system` is not JSON: leave it out"),
        ("x", "!mine", "tag `!mine` is not JSON: leave it out"),
        ("3", "int", "tag `int` is not JSON: leave it out"),
    ],
)
def test_other_tags_and_other_types_are_refused(text: str, tag: str, reason: str) -> None:
    with pytest.raises(NotJson) as refused:
        scalar(text, tag, quoted=False)
    assert reason == str(refused.value)
