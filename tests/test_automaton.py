"""Regular expressions of strangers: they mean what Python's `re` makes of them, and none takes longer than its text is long."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from schemalint.automaton import Refused, compiled, matches
from schemalint.cli.main import main


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("^[a-z]{2,4}$", "abc", True),
        ("^[a-z]{2,4}$", "abcde", False),
        ("(?:get|set)_\\w+", "get_user", True),
        ("(?:get|set)_\\w+", "got_user", False),
        ("[^._]*?", "a-b", True),
        ("[^._]*?", "a.b", False),
        ("a|", "", True),
        ("a{3}", "aa", False),
        ("\\d+", "٣", True),
        ("x$y", "xy", False),
        (".", "\n", False),
    ],
)
def test_an_expression_matches_a_whole_name(pattern: str, text: str, fits: bool) -> None:
    assert fits == matches(pattern, text)


def grown(pick: random.Random, depth: int) -> str:
    """A random expression over the parts that are supported."""
    if depth == 0 or pick.random() < 0.2:
        return pick.choice(["a", "b", "1", "[ab]", "[^a]", r"\w", r"\d", "[a-c_]", ".", r"\s", r"[^\d]", "^", "$"])
    inner = [grown(pick, depth - 1) for _ in range(2)]
    ending = pick.choice(["*", "+", "?", "{2}", "{1,3}", "{0,2}", "*?", "+?"])
    return pick.choice([f"{inner[0]}{inner[1]}", f"(?:{inner[0]}|{inner[1]})", f"({inner[0]}){ending}"])


def test_random_expressions_mean_what_re_makes_of_them() -> None:
    pick = random.Random(19)
    compared = 0
    for _ in range(1_500):
        pattern = grown(pick, 4)
        try:
            expected = re.compile(pattern)
        except re.error:
            continue
        for _ in range(4):
            text = "".join(pick.choice("ab1_ -") for _ in range(pick.randrange(7)))
            assert (expected.fullmatch(text) is not None) == matches(pattern, text), (pattern, text)
            compared += 1
    assert compared > 3_000


@pytest.mark.parametrize("pattern", ["^(a+)+$", "(a|a)*", "(a?){40}a{40}", r"(\w+\s?)*", "(.*a){12}"])
def test_an_expression_that_would_hang_re_takes_one_pass(pattern: str) -> None:
    assert not matches(pattern, "a" * 30_000 + "!")


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(a)\1", "has a part that needs an engine that goes back"),
        ("a(?=b)", "has a part that needs an engine that goes back"),
        ("(?<!a)b", "has a part that needs an engine that goes back"),
        ("(?i)a", "sets flags"),
        (r"\ba", r"has `\b` or `\B`"),
        ("a{9000}", "is too large"),
        ("(a{99}){99}", "is too large"),
        ("a" * 2_000, "has more than 1000 characters"),
        ("[z-a]", "is not a regular expression: bad character range z-a"),
        ("(", "is not a regular expression: missing )"),
    ],
)
def test_what_cannot_be_matched_in_one_pass_is_refused_in_words(pattern: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        compiled(pattern)
    assert str(refused.value).startswith(reason)


def test_an_expression_made_to_visit_every_state_gives_up() -> None:
    pattern = "(a|b)*a(a|b){600}"
    pick = random.Random(1)
    with pytest.raises(Refused, match="takes too many steps"):
        matches(pattern, "".join(pick.choice("ab") for _ in range(100_000)))


TOOL = '[{"name": "files.read", "description": "Read a file.", "inputSchema": {"type": "object"}}]'


@pytest.mark.parametrize("pattern", ["^(([a-z])+.)+[A-Z]([a-z])+$", "(a|b|ab)*c", r"^(\w+\.?)+\d$"])
def test_an_expression_of_a_configuration_does_not_hang_a_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pattern: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(TOOL.replace("files.read", "ab" * 300 + "!"))
    Path("schemalint.toml").write_text(f"[rules.tool-name-invalid]\npattern = '{pattern}'\n")
    assert 1 == main(["check", "a.json"])
    assert "tool-name-invalid" in capsys.readouterr().out


def test_an_expression_that_needs_to_go_back_is_an_error_of_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(TOOL)
    Path("schemalint.toml").write_text("[rules.tool-name-invalid]\npattern = '(a)\\1'\n")
    assert 2 == main(["check", "a.json"])
    expected = "schemalint.toml:2: `rules.tool-name-invalid.pattern` has a part that needs an engine that goes back"
    assert expected in capsys.readouterr().err
