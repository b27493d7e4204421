"""`schemalint check`: read, choose, lint, report, exit."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from schemalint.cli import suppressions
from schemalint.cli.again import again
from schemalint.cli.inputs import Inputs, configuration, gather, notes, parts
from schemalint.cli.out import emit, note
from schemalint.cli.parse import UsageError
from schemalint.cli.printing import print_report
from schemalint.cli.suppressions import Choice, chosen_by
from schemalint.cli.table import Check
from schemalint.config import Config
from schemalint.errors import Failure
from schemalint.linting.clock import Clock
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported, lint
from schemalint.model import Toolset
from schemalint.reports.report import Look, Report, report, severest
from schemalint.sources.unread import unread_in

BASELINE: Final = "schemalint-baseline.json"


def run(options: Check) -> int:
    """The exit code: 0 nothing at or above `fail-on`, 1 something, 2 something was not read or nothing was checked."""
    config = configuration(options)
    choices: dict[Config, Choice] = {}
    clock = Clock(options.profile_rules)
    checked = _checker(options, config, choices, clock)
    chosen = _choice(options, config, choices, clock).rules
    if options.show_settings:
        import json

        from schemalint.config import settings

        emit(json.dumps(settings(config), indent=2) + "\n")
        return 0
    inputs = gather(options, config, options.sources)
    notes(options, inputs)
    if options.matrix:
        from schemalint.cli.fates import print_fates

        return print_fates(options, config, inputs)

    if options.write_baseline is not None and (options.prune_baseline or options.fix or options.diff):
        raise UsageError("--write-baseline cannot be used together with --prune-baseline, --fix or --diff")
    if options.write_baseline and options.baseline:
        raise UsageError("--write-baseline=FILE and --baseline both name the file")
    if options.since is not None and (options.baseline or options.write_baseline is not None or options.prune_baseline):
        raise UsageError("--since and a baseline both say what is known; use one of them")
    if options.unsafe_fixes and not (options.fix or options.diff):
        raise UsageError("--unsafe-fixes needs --fix, which applies fixes, or --diff, which shows them")
    if options.diff or options.fix:
        from schemalint.cli import fixes

        if options.diff and chosen:
            return fixes.diff(options, config, inputs, checked)
        inputs, result = fixes.fix(options, config, inputs, checked)
    else:
        result = checked(inputs)
    if options.since is not None:
        from schemalint.cli.since import without_known

        result = without_known(options, config, result, checked, options.since)
    else:
        result = suppressions.idle(options, config, inputs, result, choices)
    known = _baseline(options, config) if chosen and not inputs.nothing and options.since is None else None
    if known is not None:
        from schemalint.cli import baseline

        if options.write_baseline is not None:
            return baseline.write(options, config, inputs, result, known)
        result = baseline.applied(options, inputs, result, known)
    if options.add_suppressions is not None:
        return suppressions.add(options, config, inputs, result)
    if not options.fix and result.fixable:
        from schemalint.cli.fixes import offered

        result = offered(result)
    print_report(
        options,
        result,
        Look(
            options.show == "info",
            options.statistics,
            most=options.max_findings,
            next_step=_next_step(options, result),
            show_suppressed=options.show_suppressed,
        ),
        file=options.output_file,
        as_note=options.fix and "-" in options.sources,  # standard output is for the fixed text
    )
    if options.profile_rules:
        note("\n".join(clock.table()))
    for line in () if options.quiet else clock.slow():
        note(f"note: {line}")
    if not chosen:
        raise Failure("no rule is selected, so nothing was checked")
    return _exit_code(options, config, inputs, result)


def found(options: Check) -> Report:
    """What a run finds, before any baseline."""
    config = configuration(options)
    choices: dict[Config, Choice] = {}
    inputs = gather(options, config, options.sources)
    return suppressions.idle(options, config, inputs, _checker(options, config, choices, Clock(every=False))(inputs), choices)


def _choice(options: Check, config: Config, choices: dict[Config, Choice], clock: Clock) -> Choice:
    if config not in choices:
        own = chosen_by(options, config)
        choices[config] = own._replace(rules=clock.around(own.rules))
    return choices[config]


def _checker(options: Check, config: Config, choices: dict[Config, Choice], clock: Clock) -> Callable[[Inputs], Report]:
    """What checks inputs with the rules of the run; `choices` gets what each configuration that counts for a tool chooses."""
    listed = _baseline(options, config)
    listed = os.path.normpath(listed) if listed is not None else None  # a file of ours, met in a folder

    def checked(inputs: Inputs) -> Report:
        ran: dict[str, Rule] = {}
        found: list[tuple[Toolset, list[Reported]]] = []
        members: dict[int, bool] = {}
        for toolset in inputs.toolsets:
            for part, own, tools in parts(options, config, toolset):
                own_choice = _choice(options, own, choices, clock)
                ran |= {rule.id: rule for rule in own_choice.rules}
                reported = lint(part, own_choice.rules, own_choice.ignores.of)
                if len(tools) < len(part.tools):
                    ids = {id(tool) for tool in tools}
                    reported = (one for one in reported if id(one.tool or part.tools[0]) in ids)
                found.append((part, list(reported)))
                members[id(part)] = own.in_schema_ignores
        return report(
            inputs.sources,
            inputs.broken,
            found,
            sum(item.is_input and not item.unread and item.path != listed for item in inputs.passed_over),
            unread=unread_in([*(one.unread for one in inputs.sources), *(one.unread for one in inputs.passed_over)]),
            in_schema_ignores=lambda toolset: members[id(toolset)],
            rules=ran.values(),
            known=_choice(options, config, choices, clock).known,
        )

    return checked


_MANY: Final = 40
"""Findings that nobody mends in one go."""


def _next_step(options: Check, result: Report) -> str | None:
    """The command to go on with, for the sources of this run."""
    if result.safe:
        return again(options, "--fix")
    failing = [one for one in result.findings if one.severity != "info"]
    if len(failing) > _MANY and result.baselined is None:
        return again(options, "--write-baseline")
    rules = {one.rule: one.severity for one in severest(failing)}
    return f"schemalint explain {next(iter(rules))}" if rules else None


def _baseline(options: Check, config: Config) -> str | None:
    """The file with the known findings, as named or found; None where the run has none."""
    if given := options.write_baseline or options.baseline:
        return given
    if config.baseline:
        return os.path.relpath(config.baseline)
    asked = options.write_baseline is not None or options.prune_baseline
    return BASELINE if asked or (not options.isolated and os.path.lexists(BASELINE)) else None


def _exit_code(options: Check, config: Config, inputs: Inputs, result: Report) -> int:
    if inputs.broken:
        return 2
    if inputs.nothing:
        if options.ignore_unrecognized:
            return 0
        raise Failure("nothing was checked: no tool was found")
    fail_on = options.fail_on or config.fail_on
    fails = result.fails(None if fail_on == "never" else fail_on)
    return int(fails and not options.exit_zero)
