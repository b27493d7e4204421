"""What each configuration of a run chooses, suppressions that have rotted, and `check --add-suppressions`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from schemalint.cli.inputs import Inputs, all_rules
from schemalint.cli.out import emit
from schemalint.cli.table import Check
from schemalint.config import Config, read
from schemalint.edge.read import Refused, decode, read_file
from schemalint.errors import Failure
from schemalint.linting.choose import choose, choose_checks
from schemalint.linting.command_checks import IDS, CommandCheck
from schemalint.linting.configured import configured
from schemalint.linting.idle import CHECKS, Looked
from schemalint.linting.idle import idle as rotten
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported
from schemalint.linting.silences import Ignores, suppressions, today
from schemalint.record import replace
from schemalint.reports.comparison import counted
from schemalint.reports.report import Report, numbered
from schemalint.schema.pointer import pointer_text
from schemalint.sources.ignores import file_of


class Choice(NamedTuple):
    """What a configuration chooses: the rules that run, where they are silent, and all that there are."""

    rules: tuple[Rule, ...]
    ignores: Ignores
    known: Mapping[str, Rule]
    checks: tuple[CommandCheck, ...]


def chosen_by(options: Check, config: Config) -> Choice:
    """What a configuration and the command line choose. Errors: `ConfigError`."""
    rules = all_rules(options, config)
    words: dict[str, Any] = {"select": options.select, "ignore": options.ignore}
    words |= {"extend_select": options.extend_select, "set_name": options.set}
    chosen = choose(rules, config, **words)
    return Choice(chosen, suppressions(rules, config, options.ignore), rules, choose_checks(CHECKS, rules, config, **words))


def idle(options: Check, config: Config, inputs: Inputs, result: Report, choices: Mapping[Config, Choice]) -> Report:
    """The report with the suppressions that have rotted. `choices` are those of the configurations that counted for a tool."""
    main = choices[config]
    if not main.checks:
        return result
    own = [one for one in inputs.sources if not one.read_only and configured(config, one.path).trust != "third-party"]
    looked = Looked(
        result.rules,
        main.known,
        own,
        set() if inputs.broken else {used.layers[-1].name for used in choices if _reads_all_of(options, config, used)},
        today(),
        frozenset(target.label for toolset in inputs.toolsets for target in toolset.targets),
        config.in_schema_ignores,
    )
    tables = [
        one for used in choices.values() for one in (*used.ignores.entries, *used.ignores.expired) if one.form != "ignore"
    ]
    found = tuple(rotten(looked, result.silenced, tables, main.checks))
    rules = {**result.rules, **{check.id: check for check in main.checks}}
    return replace(result, findings=(*result.findings, *numbered(found)), rules=rules)


def _reads_all_of(options: Check, run: Config, used: Config) -> bool:
    """Whether the run reads every tool that a configuration counts for."""
    if not used.layers:
        return False
    if used is run and run.sources and not options.sources:
        return True
    home = os.path.realpath(used.layers[-1].path.parent)
    named = options.sources or run.sources or (".",)
    return any(os.path.isdir(name) and Path(home).is_relative_to(os.path.realpath(name)) for name in named)  # noqa: PTH112


# ---------------------------------------------------------------------------------------------------------- --add-suppressions


def add(options: Check, config: Config, inputs: Inputs, result: Report) -> int:
    """Write a `suppress` table for each place with findings that could fail a run. The exit code: 0."""
    reason = (options.add_suppressions or "").strip()
    if options.isolated:
        raise Failure("--add-suppressions writes into the configuration, and --isolated means none")
    if inputs.broken:
        raise Failure(f"--add-suppressions: nothing written, as something could not be read: {inputs.broken[0].path}")
    if not reason:
        raise Failure("--add-suppressions needs a reason, such as --add-suppressions 'the upstream API is like that'")
    path = config.layers[-1].path if config.layers else Path("schemalint.toml")
    kept = [one for one in result.findings if one.rule not in IDS and (options.show == "info" or one.severity != "info")]
    tables = list(_tables(kept, path.parent, "tool.schemalint." if path.name == "pyproject.toml" else "", reason))
    if tables:
        _append(path, "\n" + "\n".join(tables))
    emit(f"{_shown(path)}: {counted(len(tables), 'suppression')} written, of {counted(len(kept), 'finding')}\n")
    return 0


def _tables(findings: list[Reported], home: Path, prefix: str, reason: str) -> Iterator[str]:
    by_place: dict[tuple[str, str, str], list[str]] = {}
    for one in sorted(findings, key=lambda one: (one.path, one.tool_name or "", pointer_text(one.at))):
        name, at = (one.tool_name, pointer_text(one.at)) if one.tool_name else ("*", "")
        by_place.setdefault((one.path, name, at), []).append(one.rule)
    for (source, tool, at), rules in by_place.items():
        lines = [f"[[{prefix}suppress]]", f"tool = {_quoted(tool)}"]
        if (pattern := _pattern(source, home)) is not None:
            lines.append(f"source = {_quoted(pattern)}")
        if at:
            lines.append(f"at = {_quoted(at)}")
        lines.append(f"rules = [{', '.join(map(_quoted, sorted(set(rules))))}]")
        yield "\n".join((*lines, f"reason = {_quoted(reason)}", ""))


def _pattern(source: str, home: Path) -> str | None:
    """A file as a pattern that means it alone, from the folder of the configuration; None for what is no file there."""
    file = file_of(source)
    if file is None or source.startswith("git:"):
        return None
    path = os.path.relpath(os.path.realpath(file), os.path.realpath(home))
    if path.startswith(".."):
        return None
    written = "".join(f"\\{sign}" if sign in "\\*?[" else sign for sign in Path(path).as_posix())
    return written if "/" in written else f"/{written}"


def _quoted(text: str) -> str:
    """A text as TOML writes it. A lone surrogate has no spelling there."""
    plain = text.encode("utf-8", "replace").decode()
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")


def _append(path: Path, text: str) -> None:
    """Append tables to a configuration, which must be right with them."""
    from schemalint.edge.write import write_inside

    old = b""
    if os.path.lexists(path):
        try:
            old = read_file(path, 2**20)
        except Refused as error:
            raise Failure(f"{_shown(path)}: {error.reason}") from None
    before = decode(old)
    new = before + ("" if not before or before.endswith("\n") else "\n") + (text if before else text.lstrip("\n"))
    write_inside(Path(_shown(path)), new.encode())
    try:
        read(Path.cwd(), file=Path(_shown(path)), trusted=True)
    except Failure as error:
        write_inside(Path(_shown(path)), old)
        raise Failure(f"{error}\nThe suppressions could not be added; the file is as it was.") from None


def _shown(path: Path) -> str:
    return os.path.relpath(path)
