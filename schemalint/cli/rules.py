"""`schemalint rules`: list the rules, or run the examples on the pages of a folder of rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from schemalint.cli.inputs import all_rules, configuration
from schemalint.cli.out import emit
from schemalint.cli.parse import UsageError
from schemalint.cli.printing import main_format, print_report
from schemalint.cli.table import Rules
from schemalint.linting import idle
from schemalint.linting.command_checks import CommandCheck
from schemalint.linting.prove import Complaint, offered_fix, prove
from schemalint.linting.rule import Rule, load
from schemalint.linting.run import Reported
from schemalint.locking import checks
from schemalint.model import Json, Tool
from schemalint.reports.report import Report, numbered
from schemalint.sources.source import Place, Source

CHECKS: Final = (*checks.CHECKS, *idle.CHECKS)
"""What commands check besides the rules."""


def run(options: Rules) -> int:
    """The exit code: 0, or 1 where `--test` found an untrue page."""
    if options.test is not None:
        return _test(options, Path(options.test))
    form = main_format(options)
    if form not in ("text", "json"):
        raise UsageError(f"--output-format {form} is for --test; the list is text or json")
    rules = all_rules(options, configuration(options))
    every: list[Rule | CommandCheck] = [*rules.values(), *CHECKS]
    listed = sorted(every, key=lambda rule: rule.id)
    if form == "json":
        emit(json.dumps([described(rule) for rule in listed], indent=1) + "\n")
    else:
        width = max(len(rule.id) for rule in listed)
        emit("".join(f"{rule.id:<{width}}  {rule.severity:<7}  {_where(rule):<11}  {rule.title}\n" for rule in listed))
    return 0


def _where(rule: Rule | CommandCheck) -> str:
    """The smallest set that a rule is in, or the command that runs a check."""
    return rule.sets[0] if rule.sets or isinstance(rule, Rule) else rule.command.partition(" ")[0]


def described(rule: Rule | CommandCheck) -> dict[str, Json]:
    """A rule as the JSON formats show it; whether it fixes is read off the examples of its page. A check has no scope."""
    if isinstance(rule, CommandCheck):
        facts = {"id": rule.id, "title": rule.title, "lever": rule.lever, "severity": rule.severity}
        return {**facts, "sets": list(rule.sets), "scope": None, "options": {}, "fix": None}
    options = {
        name.replace("_", "-"): list(value) if isinstance(value, tuple) else value for name, value in rule.options.items()
    }
    return {
        "id": rule.id,
        "title": rule.title,
        "lever": rule.lever,
        "severity": rule.severity,
        "sets": list(rule.sets),
        "scope": rule.scope,
        "options": options,
        "fix": offered_fix(rule),
    }


def _test(options: Rules, folder: Path) -> int:
    rules = load(folder)
    found: list[Reported] = []
    passed: list[str] = []
    for rule in rules.values():
        cases = folder / "tests" / f"{rule.id.replace('-', '_')}.yaml"
        complaints = list(prove(rule, cases if cases.is_file() else None))
        found += (_reported(rule, complaint) for complaint in complaints)
        passed += [] if complaints else [rule.id]
    closing = f"{len(passed)} of {len(rules)} pages are correct"
    result = Report(tuple(numbered(found)), files=len(rules), rules=rules, passed=tuple(passed), closing=closing, in_order=True)
    print_report(options, result)
    return int(bool(found))


def _reported(rule: Rule, complaint: Complaint) -> Reported:
    place = Place(Tool(""), (), Source(complaint.path, "rule", ()), whole=True, line=complaint.line)
    return Reported(rule.id, "error", None, (), complaint.message, place=place)
