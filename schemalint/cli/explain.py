"""`schemalint explain RULE`: the page of a rule, or of a check that a command runs."""

from __future__ import annotations

import json

from schemalint.cli.inputs import all_rules, configuration
from schemalint.cli.out import emit
from schemalint.cli.rules import CHECKS, described
from schemalint.cli.table import Explain
from schemalint.edge.show import did_you_mean
from schemalint.errors import Failure
from schemalint.linting.command_checks import CommandCheck
from schemalint.linting.rule import Rule


def run(options: Explain) -> int:
    """The exit code: 0. Errors: `Failure` for a rule that is not there."""
    known: dict[str, Rule | CommandCheck] = {check.id: check for check in CHECKS}
    known |= all_rules(options, configuration(options))
    found = known.get(options.rule)
    if found is None:
        alike = [name for name in sorted(known) if options.rule in name.split("-")]
        listed = f"; rules with that word: {', '.join(alike[:10])}" if alike else "; `schemalint rules` lists them"
        hint = listed if alike else did_you_mean(options.rule, known, listed)
        raise Failure(f"there is no rule `{options.rule}`{hint}")
    if options.output_format == "json":
        evidence = found.evidence if isinstance(found, Rule) else None
        emit(json.dumps({**described(found), "page": found.page, "evidence": evidence}, indent=1) + "\n")
    else:
        emit(_page(found))
    return 0


def _page(found: Rule | CommandCheck) -> str:
    head = f"{found.id}: {found.severity}, lever {found.lever}, "
    if isinstance(found, CommandCheck):
        return f"{head}run by `schemalint {found.command}`\n\n{found.page.strip()}\n"
    options = "".join(f"  {option.replace('_', '-')} = {value!r}\n" for option, value in found.options.items())
    page = f"{head}sets {', '.join(found.sets)}\n\n{found.page.strip()}\n"
    return page + (f"\nOptions and their defaults:\n{options}" if options else "")
