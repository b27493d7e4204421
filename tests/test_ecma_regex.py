"""The grammar of ECMA-262 patterns against a real engine, and that hostile patterns cost what they are long."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import time

import pytest

from schemalint.schema.bounds import pattern_fault
from schemalint.schema.regex import fault


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(", "a `(` is not closed"),
        ("(?:a|b", "a `(` is not closed"),
        ("a)", "a `)` closes nothing"),
        ("[a", "a `[` is not closed"),
        ("[]", None),
        ("[^]", None),
        ("[z-a]", "a range in a class is out of order"),
        (r"[\x62-\x61]", "a range in a class is out of order"),
        ("*a", "there is nothing to repeat before `*`"),
        ("a**", "there is nothing to repeat before `*`"),
        ("a++", "there is nothing to repeat before `+`"),
        ("a|?", "there is nothing to repeat before `?`"),
        ("^{2}", "there is nothing to repeat before `{2}`"),
        ("a{2,1}", "the numbers of `{2,1}` are out of order"),
        ("a{10,9}?", "the numbers of `{10,9}` are out of order"),
        ("a\\", "it ends with a lone `\\`"),
        ("[\\", "it ends with a lone `\\`"),
        ("(?P<n>a)", "`(?P` does not begin a group"),
        ("(?i)a", "`(?i` does not begin a group"),
        ("(?>a)", "`(?>` does not begin a group"),
        ("(?#note)", "`(?#` does not begin a group"),
        ("(?", "`(?` does not begin a group"),
        ("(?<1>a)", "a `(?<` is not followed by the name of a group and `>`"),
        ("(?<n>a", "a `(` is not closed"),
        ("(?<n>a)(?<n>b)", "two groups are named `n`"),
        ("(?<n>(?<n>a))", "two groups are named `n`"),
        ("((?<n>a)|b)(?<n>c)", "two groups are named `n`"),
        (r"(?<n>a)\k<m>", r"a `\k` refers to a group that is not there"),
        (r"(?<n>a)\k", r"a `\k` refers to a group that is not there"),
        (r"(?<n>a)[\k]", r"a `\k` refers to a group that is not there"),
        ("(?ii:a)", "the flags of `(?ii:` are not a valid set"),
        ("(?i-i:a)", "the flags of `(?i-i:` are not a valid set"),
        ("(?-:a)", "the flags of `(?-:` are not a valid set"),
        (r"(?<=a)*", "there is nothing to repeat before `*`"),
        ("(*a)", "there is nothing to repeat before `*`"),
        (r"[\c-\x5d]", "a range in a class is out of order"),
        (r"[\u{1F600}-\u{1F64F}]\-", "a range in a class is out of order"),
        ("(?=*a)", "there is nothing to repeat before `*`"),
        ("(?!+a)", "there is nothing to repeat before `+`"),
        ("(?<=?a)", "there is nothing to repeat before `?`"),
        (r"[\c1-\x10]", "a range in a class is out of order"),
    ],
)
def test_what_is_wrong_with_a_pattern_is_said(pattern: str, said: str | None) -> None:
    assert said == pattern_fault(pattern)


@pytest.mark.parametrize(
    "strict",
    [r"\p", r"\u{110000}", "a{", "]", r"[\d-z]", r"\-", r"[\B]", r"\08", r"\xg", r"[\c1]", r"[\01]", r"\k", r"\cA[\-\f\0]\2"],
)
def test_what_the_flag_alone_forbids_is_wrong_only_beside_what_both_forbid(strict: str) -> None:
    assert pattern_fault(strict) is None
    assert "a `(` is not closed" == pattern_fault(f"{strict}(")


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "^a+$",
        "{",
        "a{1",
        "}]",
        r"\p{Lu}\P{Script=Greek}",
        "(?<year>[0-9]{4})-\\k<year>",
        r"\k<year>(?<year>a)",
        "(?<n>a)|(?<n>b)",
        "((?<n>a)|(?<n>b))\\k<n>",
        "(?<$a_1\u00e9>a)",
        r"(?<\u0061\u{62}>a)\k<ab>",
        "(?<=a+)b(?<!c)",
        "(?=a)*",
        "(?i:a)(?m-s:b)(?-i:c)",
        r"\u{1F600}",
        "(?<n>a)+",
        "(?:a)(?=b)(?!c)(?<=d)(?<!e)",
        r"[\x09-\t\x0a-\n\x0b-\v\x0c-\f\x0d-\r]",
        r"[\t-\x09\n-\x0a\v-\x0b\f-\x0c\r-\x0d]",
        r"[\-\u{1F600}-\u{1F64F}]",
        r"[\ud800\udc00-\udbff\udfff]",
        "[\U0001f600-\U0001f64f]",
        r"[\u{1F600}-\u{1F64F}]",
        r"[\ud83d\ude00-\ud83d\ude4f]",
        r"\cA[\c1\c_]\c",
        r"\0[\0]\01\8",
        r"[\d-z]",
        r"[\w-]",
        "[a-]",
        "[-a]",
        r"\/\-\_",
        r"\Aa\Z",
        "x{99999999999}",
        "x{0,}y{00002,2}?",
        r"\12",
        "\ud800",
        "[\n\t]",
    ],
)
def test_a_pattern_of_either_grammar_is_none_that_is_wrong(pattern: str) -> None:
    assert pattern_fault(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "(" * 20_000 + ")" * 20_000,
        "(" * 20_000,
        "[" * 20_000,
        "{1" * 20_000,
        "\\k<" * 20_000,
        "\\u{0" * 20_000,
        "a{" + "1" * 20_000 + "}",
        "a{1," + "9" * 20_000 + "}",
        "|".join(["(?<n>a)"] * 5_000),
        "".join(f"(?<n{index}>" for index in range(5_000)) + ")" * 5_000,
        "\\" * 20_001,
        "\\9" * 20_000,
    ],
    ids=lambda pattern: f"{pattern[:6]} {len(pattern)}",
)
def test_a_hostile_pattern_costs_what_it_is_long(pattern: str) -> None:
    started = time.process_time()
    pattern_fault(pattern)
    assert time.process_time() - started < 2


PIECES = (
    *"ab10-^$.*+?{}()[]|\\,<>/:=!é\n",
    *"{2} {2,} {2,1} {1,3} {,3} [^ ( ( ) ) z-a a-z (?: (?= (?! (?<= (?<! (?< (?<n> (?<m> (?<1> (?<é> (?P<n> (?i) (?".split(),
    *r"\d \b \B \1 \2 \12 \0 \08 \8 \k \k<n> \k<m \x \x41 \u \u0041 \u{1F600} \u{110000} \p{L} \p \P{Script=Greek}".split(),
    *r"\c \cA \c1 \c_ \- \/ \] \n \ud83d\ude00 \Z \A \w- -\d (?<$_a1>".split(),
    "\U0001f600",
    "\U0001f64f",
)
ENGINE = """
const patterns = JSON.parse(require('fs').readFileSync(0));
const takes = (text, flags) => { try { new RegExp(text, flags); return true; } catch { return false; } };
console.log(JSON.stringify(patterns.map((text) => takes(text, '') || takes(text, 'u'))));
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript engine is here")
def test_random_patterns_get_the_verdict_of_a_javascript_engine() -> None:
    chance = random.Random(20261130)
    patterns = ["".join(chance.choices(PIECES, k=chance.randint(1, 8))) for _ in range(60_000)]
    # Names of Unicode properties are not judged, and `\p{2}` is no name of one.
    patterns = [pattern for pattern in patterns if r"\p{2" not in pattern]
    run = subprocess.run(["node", "-e", ENGINE], input=json.dumps(patterns), capture_output=True, text=True, check=True)
    taken = json.loads(run.stdout)
    assert 10_000 < sum(taken) < 50_000
    assert [] == [pattern for pattern, right in zip(patterns, taken, strict=True) if (fault(pattern) is None) != right]
