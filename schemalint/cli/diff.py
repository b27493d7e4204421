"""`schemalint diff OLD NEW`: what changed between two sets of tools, and whether it breaks something."""

from __future__ import annotations

from pathlib import Path

from schemalint.canon import PropertyOrder
from schemalint.change.allow import sort
from schemalint.change.compare import diff
from schemalint.change.grade import GRADES, Diff
from schemalint.change.pair import as_one
from schemalint.cli.inputs import Inputs, collect, configuration, demand_exact
from schemalint.cli.out import note
from schemalint.cli.printing import print_report
from schemalint.cli.table import Diff as Options
from schemalint.config import Config, ConfigError
from schemalint.errors import Failure
from schemalint.linting.recheck import recheck
from schemalint.locking import Lock, diff_of_locks, is_lock_file, lock, read_lock, toolsets
from schemalint.record import replace
from schemalint.reports.comparison import Comparison, places, worst_first
from schemalint.reports.report import Report, by_place, report, severest
from schemalint.sources import Source


def run(options: Options) -> int:
    """The exit code: 0 nothing at or above `--fail-on`, 1 something, 2 something could not be read."""
    config = configuration(options)
    if options.old == options.new == "-":
        raise ConfigError("-", None, "standard input can be read only once")
    old, new = (_side(options, config, name) for name in (options.old, options.new))
    order = options.property_order or config.property_order or "sorted"
    result = _report(config, _diff(old, new, order), old, new, order)
    print_report(options, result)
    level = {"breaking": 0, "behaviour": 1, "any": 2}[options.fail_on]
    fails = any(GRADES.index(change.grade) <= level for change in result.changes)
    return int(fails or result.fails("warning"))


def _side(options: Options, config: Config, name: str) -> Inputs | Lock:
    """One side: what a source holds, or a lock that has digests only. Errors: `Failure` where not all was read exactly."""
    if is_lock_file(Path(name), config.max_file_size):
        locked = read_lock(name)
        sets = toolsets(locked)
        return locked if sets is None else Inputs((Source(name, "lock file", sets),), (), (), sets)
    inputs = collect(options, config, (name,))
    if inputs.broken or inputs.nothing:
        raise Failure(
            f"nothing was compared{', since something could not be read' if inputs.broken else ': no tool was found'}"
        )
    demand_exact(inputs)
    return inputs


def _diff(old: Inputs | Lock, new: Inputs | Lock, order: PropertyOrder) -> Diff:
    if isinstance(old, Inputs) and isinstance(new, Inputs):
        return diff(old.toolsets, new.toolsets, property_order=order)
    order = next(side.property_order for side in (old, new) if isinstance(side, Lock))
    before, after = (side if isinstance(side, Lock) else lock(side.toolsets, property_order=order) for side in (old, new))
    return diff_of_locks(before, after)


def _report(config: Config, diff: Diff, old: Inputs | Lock, new: Inputs | Lock, order: PropertyOrder) -> Report:
    from datetime import datetime, timezone

    sorted_ = sort(diff.changes, config, datetime.now(timezone.utc).date())
    for idle in sorted_.idle:
        note(f"warning: {idle}")
    cache = None
    if isinstance(old, Inputs) and isinstance(new, Inputs):
        from schemalint.change.cache import effect, payload_of

        payload = payload_of([target for toolset in new.toolsets for target in toolset.targets])
        cache = effect(as_one(old.toolsets), as_one(new.toolsets), property_order=order, target=payload)
    sources = new.sources if isinstance(new, Inputs) else ()
    rules, found = recheck(new.toolsets if isinstance(new, Inputs) else (), config, diff.rewritten)
    security = report(sources, (), found, rules=rules)
    return replace(
        security,
        findings=tuple(severest(by_place(security.findings))),
        in_order=True,
        comparison=Comparison(worst_first(sorted_.left), sorted_.allowed, places(diff, sources), cache),
        notes=diff.notes,
    )
