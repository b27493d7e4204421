"""Statements of a default in prose: which literal, where, and what is no statement at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.language.defaults import ABSENT, as_number, is_symbolic, stated_default, stated_defaults, typed
from schemalint.model import Json


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (10, "number", "Defaults to 10."),
        (10, "number", "Most hits (default: 10)"),
        (10, "number", "Most hits (default 10, max 100)"),
        (10, "number", "Most hits, default = 10, max = 20."),
        (10, "number", "Optional and default to 10"),
        (10, "number", "Default value is 10"),
        (10, "number", "Default value 10"),
        (10, "number", "The default is 10."),
        (10, "number", "It will default to 10"),
        (10, "number", "Defaults to 10 if not specified."),
        (10, "number", "Defaults to 10 (the first ten)."),
        (10, "number", "Defaults to 10 when omitted"),
        (0.7, "number", "Threshold (0-1, default: 0.7). More"),
        (-1, "number", "default: -1"),
        (1e-6, "number", "default: 1e-6"),
        (600000, "number", "default: 600,000"),
        (False, "boolean", "Default is false which blocks it"),
        (True, "boolean", "Defaults to True"),
        (None, "null", "Default: None."),
        (None, "null", "(optional - defaults to null)"),
        ("desc", "quoted", 'default = "desc".'),
        ("desc", "quoted", "Default: ``desc``"),
        ("desc", "quoted", 'Default: ``"desc"``'),
        ("a b", "quoted", "Defaults to 'a b'. Then 'c'"),
        ("a b", "quoted", "Defaults to ‘a b’"),
        ("a b", "quoted", "Defaults to “a b”"),
        ("", "quoted", "Default is ''"),
        ("left", "bare", "Button to click, defaults to left"),
        ("armv8-a", "bare", "Architecture (default: armv8-a)"),
        ("json", "bare", "Format (default json)"),
        ("30d", "bare", "Defaults to 30d."),
        ("-created", "bare", "Default: -created"),
        ("/tmp/out.csv", "bare", "Defaults to /tmp/out.csv."),
        ("km/h", "bare", "If not provided, the default is km/h"),
        ("page.pdf", "bare", "Name of the file (default: page.pdf)"),
    ],
)
def test_a_literal_is_read_in_every_form(value: Json, kind: str, text: str) -> None:
    found = stated_default(text, "limit")
    assert found is not None
    assert (value, kind) == (found.value, found.kind)
    assert type(value) is type(found.value)
    assert found.text == text[found.start : found.end]


@pytest.mark.parametrize(
    "text",
    [
        "No literal here.",
        "There is no default.",
        "By default 10 hits are shown",
        "by default, false",
        "The default branch of the repository",
        "Defaults to the repository's default branch",
        "Defaults to 10 minutes.",
        "Defaults to 10 (seconds).",
        "Defaults to 10%",
        "Defaults to 10ms or so",
        "Defaults to 10 for lists",
        "Defaults to true when the time changes",
        "Defaults to 10, unless the day is over",
        "Defaults to 10 or 20",
        "Defaults to 'a' or 'b'",
        "Defaults to 10/20",
        "Defaults to 1-5",
        "Defaults to 1.2.3",
        "default: 1e400",
        "(0 for default of 100)",
        "Overrides the default 'main'",
        "For lists, defaults to 10",
        "If the day is over, defaults to 10",
        "Minimal defaults to 5",
        "'full' defaults to 5",
        "The server's high-precision default is used",
        "Use 'default' or 10",
        "my_default: 10",
        "Default 30d is a balance",
        "Defaults to best match",
        "Defaults to 2 days ago.",
        "default: ",
    ],
)
def test_what_states_no_literal_is_none(text: str) -> None:
    assert stated_default(text, "limit") is None


@pytest.mark.parametrize(
    "text",
    [
        "When true, more is shown. Defaults to 10",
        "When set, defaults to 10",
        "If omitted, defaults to 10",
        "Limit defaults to 10",
    ],
)
def test_conditions_that_every_default_has_are_none(text: str) -> None:
    found = stated_default(text, "limit")
    assert found is not None
    assert 10 == found.value


def test_names_of_siblings_are_no_literals() -> None:
    assert stated_default("Defaults to 'owner' when omitted.", siblings={"owner"}) is None
    assert stated_default("Defaults to networkName", siblings={"networkName"}) is None
    assert stated_default("Defaults to 'owner' when omitted.") is not None


def test_statements_that_differ_state_nothing() -> None:
    assert stated_default("Default: 5. Default: 6.") is None
    agreed = stated_default("Default: True. If omitted, defaults to true.")
    assert agreed is not None
    assert agreed.value is True
    assert [5, 6] == [found.value for found in stated_defaults("Default: 5. Default: 6.")]


@pytest.mark.parametrize(
    ("value", "text", "schema"),
    [
        (10, "default: 10", {"type": "integer"}),
        (10, "default: '10'", {"type": "number"}),
        (2.0, "default: 2.0", {"type": "integer"}),
        (ABSENT, "default: 2.5", {"type": "integer"}),
        (2.5, "default: 2.5", {"type": "float"}),
        (False, "default: `False`", {"type": "boolean"}),
        (ABSENT, "default: 1", {"type": "boolean"}),
        ("x", "default: x", {"type": "string"}),
        ("5", "default: '5'", {"type": "string"}),
        (ABSENT, "default: 5", {"type": "string"}),
        (ABSENT, "default: now", {"type": "string"}),
        ("now", "default: 'now'", {"type": "string"}),
        (ABSENT, "default: null", {"type": "string"}),
        (ABSENT, "default: 'x'", {"type": "array"}),
        (ABSENT, "default: 'x'", {}),
        ("all", "default: all", {"enum": ["all", "some"]}),
        ("ASC", "default: asc", {"enum": ["ASC", "DESC"]}),
        (ABSENT, "default: asc", {"enum": ["ASC", "Asc"]}),
        (ABSENT, "default: none", {"enum": ["all", "some"]}),
        (3, "default: 3", {"enum": [1, 3]}),
        ("none", "default: none", {"enum": ["none", "some"]}),
    ],
)
def test_a_statement_means_a_value_where_type_and_enum_agree(value: Json, text: str, schema: dict[str, Json]) -> None:
    stated = stated_default(text)
    assert stated is not None
    assert value == typed(stated, schema)


def test_absence_shows_itself() -> None:
    assert "ABSENT" == repr(ABSENT)


def test_a_symbol_is_a_bare_word_that_no_enum_lists() -> None:
    now, quoted, plain = stated_default("default: now"), stated_default("default: 'now'"), stated_default("default: x")
    assert now is not None
    assert quoted is not None
    assert plain is not None
    assert is_symbolic(now, {"type": "string"})
    assert is_symbolic(now, {"enum": ["later"]})
    assert not is_symbolic(now, {"enum": ["now", "later"]})
    assert not is_symbolic(quoted, {})
    assert not is_symbolic(plain, {})


@pytest.mark.parametrize(
    ("number", "text"),
    [(5, "default: 5"), (5, "default: '5'"), (None, "default: '5 x'"), (None, "default: true"), (None, "default: '1e400'")],
)
def test_a_number_is_read_out_of_quotes(number: int | None, text: str) -> None:
    stated = stated_default(text)
    assert stated is not None
    assert number == as_number(stated)


@given(st.text(alphabet="defaults o:=10.'\"`(),/-trun", max_size=60))
def test_any_text_gives_literals_that_stand_in_it(text: str) -> None:
    for found in stated_defaults(text, "limit"):
        assert found.text == text[found.start : found.end]
        typed(found, {"type": "integer"})
        as_number(found)
