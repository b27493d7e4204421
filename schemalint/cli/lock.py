"""`schemalint lock`: write down what was reviewed, and report what is different now."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from schemalint.cli.again import again
from schemalint.cli.inputs import Inputs, collect, configuration, demand_exact, reach_of, toolsets_of
from schemalint.cli.out import note
from schemalint.cli.printing import print_report
from schemalint.cli.table import Lock as Options
from schemalint.config import Config, ConfigError
from schemalint.errors import Failure
from schemalint.linting.recheck import recheck
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported
from schemalint.locking import NAME, Lock, drift, growth, lock, read_lock, seen_from, write_lock
from schemalint.locking.checks import CHECKS, DRIFT, REGRESSION
from schemalint.locking.file import Stored
from schemalint.locking.listings import Relisted, list_again
from schemalint.locking.texts import OldTexts
from schemalint.record import replace
from schemalint.reports.comparison import counted
from schemalint.reports.drift import closing, drifted, grown, listed_again
from schemalint.reports.report import by_place, numbered, report, severest
from schemalint.sources import Broken


def run(options: Options) -> int:
    """The exit code: 0 written or equal, 1 drift or growth, 2 something could not be read or written."""
    for name, given in (("--store-text", options.store_text), ("--no-store-text", options.no_store_text)):
        if options.check and given:
            raise ConfigError("lock", None, f"--check writes nothing, so {name} has no place beside it")
    if options.store_text and options.no_store_text:
        raise ConfigError("lock", None, "--store-text and --no-store-text exclude each other")
    percent = options.max_growth
    path = Path(options.file or NAME)
    config = configuration(options)
    locked: Lock | None = None
    if options.check or (percent is not None and os.path.lexists(path)):
        locked = read_lock(path)
    inputs = collect(options, config, options.sources)
    if inputs.nothing and not inputs.broken and options.ignore_unrecognized:
        if not options.check or locked is None or not locked.sets:
            return 0
    elif inputs.broken or inputs.nothing:
        done = "compared with the tools" if options.check else "written"
        why = "something could not be read" if inputs.broken else "no tool was found"
        raise Failure(f"{path} was not {done}, since {why}")
    demand_exact(inputs)
    order = config.property_order or (locked.property_order if locked is not None else "sorted")
    label = seen_from(path.parent)
    now = lock(inputs.toolsets, property_order=order, label=label)
    ignored = {word for layer in config.layers for word in layer.values.get("ignore", ())}
    limit = percent if REGRESSION.id not in ignored else None
    found = list(grown(path, growth(locked, now, limit), limit)) if locked is not None and limit is not None else []
    sentence = ""
    rules: Sequence[Rule] = ()
    if options.check and locked is not None:
        rules, checked = _check(options, config, inputs, path, locked, now)
        found = [finding for finding in checked if finding.rule not in ignored] + found
        renew = again(options, without=("--check", "--max-growth"))
        sentence = closing(path, locked, now, renew) if any(finding.rule == DRIFT.id for finding in found) else ""
        if not found:
            sentence = f"{path}: {_tools(now)} as recorded"
    elif not found:
        live = frozenset(label(source.path) for source in inputs.sources if source.session is not None)
        stored: Stored = options.store_text or (not options.no_store_text and live)
        sentence = _write(path, now, store_text=stored)
    result = report(inputs.sources, (), (), rules=(*rules, *CHECKS))
    print_report(options, replace(result, findings=tuple(numbered(found)), in_order=True, closing=sentence))
    return int(bool(found))


def _write(path: Path, now: Lock, *, store_text: Stored) -> str:
    written = write_lock(path, now, store_text=store_text)
    return f"{path}: {'written' if written else 'is up to date'}, {_tools(now)}"


def _tools(now: Lock) -> str:
    return counted(sum(len(locked.tools) for locked in now.sets.values()), "tool")


def _check(
    options: Options, config: Config, inputs: Inputs, path: Path, locked: Lock, now: Lock
) -> tuple[Sequence[Rule], list[Reported]]:
    """The security rules and the findings: theirs in what changed, then what changed, then what a second listing shows."""
    drifts = drift(locked, now)
    relisted = list(_relisted(options, config, inputs))
    changed = {id(found.new.tool) for found in drifts if found.new is not None}
    changed |= {id(tool) for listing in relisted for tool in listing.rewritten}
    rules: Sequence[Rule] = ()
    security: Sequence[Reported] = ()
    restated = any(found.tool is None and found.field.startswith("/") for found in drifts)
    if changed or restated:
        second = [listing.source for listing in relisted]
        toolsets = (*inputs.toolsets, *toolsets_of(options, config, second))
        rules, found = recheck(toolsets, config, dict.fromkeys(changed), restated=restated)
        security = severest(by_place(report((*inputs.sources, *second), (), found).findings))
    drifting = drifted(inputs.sources, inputs.toolsets, drifts, OldTexts(path, locked))
    return rules, [*security, *drifting, *listed_again(relisted)]


def _relisted(options: Options, config: Config, inputs: Inputs) -> Iterator[Relisted]:
    """What differs in the second listings of live servers; a server that fails the second time is noted."""
    reach = replace(reach_of(options, config, named=bool(options.sources)), again=True)
    limit = options.max_file_size or config.max_file_size
    for item in list_again(inputs.sources, options.sources or config.sources, reach=reach, limit=limit):
        if isinstance(item, Broken):
            note(f"note: {item.path}: was not listed a second time, so that its order is not known: {item.reason}")
        else:
            yield item
