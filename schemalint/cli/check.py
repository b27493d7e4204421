"""`schemalint check`: read, choose, lint, report, exit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from schemalint.cli.inputs import Inputs, configuration, gather, notes, text, words
from schemalint.cli.out import emit, is_terminal, note
from schemalint.cli.table import Values
from schemalint.config import Config
from schemalint.linting import rule as rule_module
from schemalint.linting.choose import choose, silencer
from schemalint.linting.rule import Rule, RuleError
from schemalint.linting.run import lint
from schemalint.model import RuleSet, Severity
from schemalint.reports.report import Report, report


def run(values: Values) -> int:
    """The exit code: 0 nothing at or above `fail-on`, 1 something, 2 something was not read or nothing was checked."""
    config = configuration(values)
    rules = all_rules(values, config)
    chosen = choose(
        rules,
        config,
        select=words(values["select"]),
        ignore=words(values["ignore"]),
        extend_select=words(values["extend_select"]),
        set_name=cast("RuleSet | None", values["set"]),
    )
    if values["show_settings"]:
        emit(_settings(config))
        return 0
    inputs = gather(values, config)
    silences = silencer(rules, config, words(values["ignore"]))
    notes(values, inputs)

    def checked(inputs: Inputs) -> Report:
        found = [(toolset, list(lint(toolset, chosen, silences))) for toolset in inputs.toolsets if toolset.tools]
        return report(
            inputs.sources,
            inputs.broken,
            found,
            len(inputs.passed_over),
            in_schema_ignores=config.in_schema_ignores,
        )

    if values["diff"] or values["fix"]:
        from schemalint.cli import fixes

        if values["diff"] and chosen:
            return fixes.diff(values, config, inputs, checked)
        inputs, result = fixes.fix(values, config, inputs, checked)
    else:
        result = checked(inputs)
        if result.fixable:
            from schemalint.cli.fixes import offered

            result = offered(result)
    _print(values, result)
    if not chosen:
        note("error: no rule is selected, so nothing was checked")
        return 2
    return _exit_code(values, config, inputs, result)


def all_rules(values: Values, config: Config) -> Mapping[str, Rule]:
    """Our rules and the user's, by id. Errors: `RuleError`, also for two rules with one id."""
    rules = dict(rule_module.load(rule_module.builtin()))
    for folder in [*config.rule_folders, *map(Path, words(values["rules"]))]:
        for own in rule_module.load(folder).values():
            if own.id in rules:
                raise RuleError(f"{own.path}: a rule called {own.id} is there already: {rules[own.id].path}; rename the file")
            rules[own.id] = own
    return rules


def _exit_code(values: Values, config: Config, inputs: Inputs, result: Report) -> int:
    if inputs.broken:
        return 2
    if inputs.nothing:
        if values["ignore_unrecognized"]:
            return 0
        note("error: nothing was checked: no tool was found")
        return 2
    fail_on = text(values["fail_on"]) or config.fail_on
    fails = result.fails(None if fail_on == "never" else cast("Severity", fail_on))
    return int(fails and not values["exit_zero"])


def _settings(config: Config) -> str:
    import json

    from schemalint.config import settings

    return json.dumps(settings(config), indent=2) + "\n"


def _print(values: Values, result: Report) -> None:
    show_info = values["show"] == "info"
    file = text(values["output_file"])
    if values["output_format"] == "json":
        from schemalint.reports.json import render

        output = render(result, statistics=values["statistics"] is True)
    elif values["statistics"]:
        from schemalint.reports.terminal import counted

        output = counted(result)
    elif file is None and (is_terminal() or values["color"] == "always"):
        import shutil

        from schemalint.reports.terminal import pretty

        output = pretty(
            result, show_info=show_info, color=wants_color(values), width=shutil.get_terminal_size((100, 24)).columns
        )
    else:
        from schemalint.reports.terminal import plain

        output = plain(result, show_info=show_info)
    if file is None and values["fix"] and "-" in words(values["arguments"]):
        note(output.rstrip("\n"))  # standard output is for the fixed text
    elif file is None:
        emit(output)
    else:
        from schemalint.edge.write import write_atomic

        write_atomic(Path(file), output.encode("utf-8", "backslashreplace"))


def wants_color(values: Values) -> bool:
    """`--color` first, then NO_COLOR, FORCE_COLOR and TERM=dumb, as other command line tools read them."""
    import os

    if values["color"] != "auto":
        return values["color"] == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal() or bool(os.environ.get("FORCE_COLOR"))
