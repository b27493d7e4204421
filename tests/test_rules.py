"""Every built-in rule: its page tells the truth, and a rule that changed could not hide behind its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schemalint.linting.page import cases, examples
from schemalint.linting.prove import offered_fix, prove, read_example
from schemalint.linting.rule import LEVERS, Rule, builtin, load
from schemalint.model import Finding, Toolset
from schemalint.targets import everything
from schemalint.targets.verdicts import verdicts

RULES = load(builtin())
CASES = Path(__file__).parent / "rules"


def case_file(rule: Rule) -> Path | None:
    path = CASES / f"{rule.id.replace('-', '_')}.yaml"
    return path if path.is_file() else None


def changed(rule: Rule, check: Callable[..., Iterator[Finding]]) -> Rule:
    """The same rule, page and options, with another check behind it."""
    copy = rule.configured()
    object.__setattr__(copy, "check", check)
    return copy


def each(rule: Rule, change: Callable[[Finding], Finding]) -> Rule:
    def check(*targets: Any, **options: Any) -> Iterator[Finding]:
        for finding in rule.check(*targets, **options):
            yield change(finding)

    return changed(rule, check)


def silence(*_targets: Any, **_options: Any) -> Iterator[Finding]:
    return iter(())


every_rule = pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))


@every_rule
def test_the_page_tells_the_truth(rule: Rule) -> None:
    assert [] == list(prove(rule, case_file(rule)))


@every_rule
def test_a_silenced_check_fails_its_page(rule: Rule) -> None:
    assert [] != list(prove(changed(rule, silence)))


@every_rule
def test_an_altered_message_fails_its_page(rule: Rule) -> None:
    assert [] != list(prove(each(rule, lambda finding: replace(finding, message=finding.message + "!"))))


def shows_fix(rule: Rule) -> bool:
    return any(example.after is not None for example in examples(rule.page))


@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if shows_fix(rule)], ids=lambda rule: rule.id)
def test_a_dropped_fix_fails_its_page(rule: Rule) -> None:
    assert offered_fix(rule) is not None
    assert [] != list(prove(each(rule, lambda finding: replace(finding, fix=None))))


@every_rule
def test_the_page_opens_with_one_sentence_and_says_why(rule: Rule) -> None:
    title, _, rest = rule.page.strip().partition("\n")
    assert title.endswith(".")
    assert len(title) <= 120
    prose = rest.split("```")[0].strip()
    assert len(prose) > 80
    assert rule.lever in LEVERS


@every_rule
def test_every_option_is_explained_on_the_page(rule: Rule) -> None:
    assert [] == [name for name in rule.options if f"`{name.replace('_', '-')}`" not in rule.page]


@every_rule
def test_the_examples_are_few_enough_to_read(rule: Rule) -> None:
    assert 2 <= len(list(examples(rule.page))) <= 8


def test_every_file_of_cases_belongs_to_a_rule() -> None:
    known = {f"{rule.replace('-', '_')}.yaml" for rule in RULES}
    assert [] == sorted(path.name for path in CASES.glob("*.yaml") if path.name not in known)


NEEDS_FORM = frozenset(("optional-property", "additional-properties-absent"))
"""Traits of what strict modes want to be there, which no fix for everybody can write."""


def refusals(tools: Toolset) -> set[tuple[str, str]]:
    """Which targets refuse which tool for certain: sources do not contradict each other there."""
    found = verdicts(replace(tools, targets=everything(), independent=True))
    return {
        (tools.tools[int(one.at[0])].name, one.target.name)
        for one in found
        if one.cell.outcome == "error" and not one.cell.contested and one.trait not in NEEDS_FORM
    }


MENDS = frozenset(("keyword-typo", "root-not-object", "unknown-type"))
"""Rules that mend what is no schema: it meant nothing, and some targets took it as such."""
FIXING = [one for one in RULES.values() if one.lever != "target" and one.id not in MENDS and offered_fix(one)]


@pytest.mark.parametrize("rule", FIXING, ids=[one.id for one in FIXING])
def test_no_fix_writes_what_a_target_refuses_that_took_the_old_text(rule: Rule) -> None:
    path = case_file(rule)
    shown = [*examples(rule.page), *(cases(path.read_text(encoding="utf-8")) if path is not None else ())]
    for example in shown:
        if example.after is not None:
            _, before, _ = read_example(example)
            _, after, _ = read_example(replace(example, before=example.after))
            assert before is not None
            assert after is not None
            assert set() == refusals(after) - refusals(before)
