"""`schemalint explain RULE`: the page of a rule."""

from __future__ import annotations

import json

from schemalint.cli.check import all_rules
from schemalint.cli.inputs import configuration
from schemalint.cli.out import emit, note
from schemalint.cli.rules import described
from schemalint.cli.table import Explain
from schemalint.edge.show import did_you_mean
from schemalint.linting.checks import Check
from schemalint.locking.checks import CHECKS


def run(options: Explain) -> int:
    """The exit code: 0, or 2 for a rule that is not there."""
    name = options.rule
    rules = all_rules(options, configuration(options))
    checks = {check.id: check for check in CHECKS}
    rule = rules.get(name)
    if rule is None and name in checks:
        _explain(checks[name], as_json=options.output_format == "json")
        return 0
    if rule is None:
        note(f"error: there is no rule `{name}`" + did_you_mean(name, [*rules, *checks], "; `schemalint rules` lists them"))
        return 2
    if options.output_format == "json":
        emit(json.dumps({**described(rule), "page": rule.page, "evidence": rule.evidence}, indent=1) + "\n")
        return 0
    defaults = "".join(f"  {option.replace('_', '-')} = {value!r}\n" for option, value in rule.options.items())
    head = f"{rule.id}: {rule.severity}, lever {rule.lever}, sets {', '.join(rule.sets)}\n"
    emit(f"{head}\n{rule.page.strip()}\n" + (f"\nOptions and their defaults:\n{defaults}" if defaults else ""))
    return 0


def _explain(check: Check, *, as_json: bool) -> None:
    if as_json:
        emit(json.dumps({**described(check), "page": check.page, "evidence": None}, indent=1) + "\n")
    else:
        emit(
            f"{check.id}: {check.severity}, lever {check.lever}, run by `schemalint {check.command}`\n\n{check.page.strip()}\n"
        )
