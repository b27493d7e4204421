"""`schemalint diff OLD NEW`: what changed between two sets of tools, and whether it breaks something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from schemalint.canon import CanonError, PropertyOrder
from schemalint.change.allow import sort
from schemalint.change.compare import diff
from schemalint.change.kinds import GRADES, Change, Pair
from schemalint.change.lock import Lock
from schemalint.change.matching import matched
from schemalint.change.schemas import same_text
from schemalint.cli.inputs import Inputs, configuration, gather, notes, say_broken
from schemalint.cli.out import emit, is_terminal, note
from schemalint.cli.table import Diff
from schemalint.config import Config, ConfigError
from schemalint.linting.run import Reported
from schemalint.model import Tool, Toolset, value_at
from schemalint.reports.change_report import ChangeReport, Spot, in_order
from schemalint.reports.report import Report, report
from schemalint.sources import Source

_LOCK_SUFFIX = ".lock.json"


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """Everything that changed, and the tools that it changed in; where each change shows."""

    changes: tuple[Change, ...]
    pairs: tuple[Pair, ...]
    spots: Mapping[int, Spot]
    notes: tuple[str, ...] = ()


def run(options: Diff) -> int:
    """The exit code: 0 nothing at or above `--fail-on`, 1 something, 2 something could not be read."""
    config = configuration(options)
    if options.old == options.new == "-":
        raise ConfigError("-", None, "standard input can be read only once")
    old, new = (_side(options, config, name) for name in (options.old, options.new))
    for side in (old, new):
        if isinstance(side, Inputs) and not _is_whole(options, side):
            return 2
    order = options.property_order or config.property_order or "sorted"
    try:
        compared = _compared(old, new, order)
        result = _report(config, compared, old, new, order)
    except CanonError as error:
        note(f"error: {error}")
        return 2
    _print(options, result)
    level = {"breaking": 0, "behaviour": 1, "any": 2}[options.fail_on]
    fails = any(GRADES.index(change.grade) <= level for change in result.changes)
    return int(fails or any(finding.severity != "info" for finding in result.findings.findings))


# ------------------------------------------------------------------------------------------------------------ the two sides


def _side(options: Diff, config: Config, name: str) -> Inputs | Lock:
    """One side: what a source holds, or a lock that has digests only. Errors: `ConfigError`."""
    path = Path(name)
    if not _is_lock(path, config.max_file_size):
        return gather(options, config, (name,))
    from schemalint.change.lock import toolsets
    from schemalint.change.lockfile import LockError, read

    try:
        locked = read(path)
    except LockError as error:
        raise ConfigError(name, error.line, error.reason) from None
    sets = toolsets(locked)
    return locked if sets is None else Inputs((Source(name, "lock file", sets),), (), (), sets)


def _is_lock(path: Path, limit: int) -> bool:
    """Whether a path names a lock file: by its name, or, as `lock --file` takes any, by how the file begins."""
    if path.suffix != ".json" or not path.is_file():
        return False
    if path.name.endswith(_LOCK_SUFFIX):
        return True
    from schemalint.edge.read import Refused, read_file

    try:
        start = read_file(path, limit)[:200]
    except Refused:
        return False
    return b'"canonical": "canonical-' in start and b'"lock": ' in start


def _is_whole(options: Diff, inputs: Inputs) -> bool:
    """Whether everything was read, and exactly; what was not is told."""
    notes(options, inputs)
    say_broken(inputs)
    if inputs.broken:
        note("error: nothing was compared, since something could not be read")
        return False
    if inputs.nothing:
        note("error: nothing was compared: no tool was found")
        return False
    unsure = [tool for one in inputs.toolsets for tool in one.tools if tool.origin.fidelity == "approximate"]
    if unsure:
        name = unsure[0].name
        note(f"error: `{name}` was read without running its code, so its exact bytes are not known; --import reads them")
    return not unsure


def _compared(old: Inputs | Lock, new: Inputs | Lock, order: PropertyOrder) -> _Compared:
    if isinstance(old, Lock) or isinstance(new, Lock):
        return _by_digest(old, new)
    sets = matched(old.toolsets, new.toolsets)
    changes: list[Change] = []
    pairs: list[Pair] = []
    spots: dict[int, Spot] = {}
    for before, after in sets.pairs:
        found = diff(before, after, property_order=order)
        changes += found.changes
        pairs += found.pairs
        spots |= _spots(found.changes, after, new)
    return _Compared(tuple(changes), tuple(pairs), spots, (sets.note,) if sets.note else ())


def _by_digest(old: Inputs | Lock, new: Inputs | Lock) -> _Compared:
    """What can be said where one side has digests only: which tools and parts differ, and not how."""
    from schemalint.change.digests import changes
    from schemalint.change.drift import drift
    from schemalint.change.lock import lock

    order: PropertyOrder = next(side.property_order for side in (old, new) if isinstance(side, Lock))
    before, after = (side if isinstance(side, Lock) else lock(side.toolsets, property_order=order) for side in (old, new))
    if before.property_order != after.property_order:
        raise ConfigError("diff", None, "the two lock files were written under different property orders")
    drifts = list(drift(before, after))
    found = tuple(changes(drifts))
    tools = {id(one.new.tool): one.new.tool for one in drifts if one.new is not None and one.new.tool is not None}
    spots: dict[int, Spot] = {}
    if isinstance(new, Inputs):
        spots = _spots(found, Toolset(tuple(tools.values())), new)
    said = "the lock file holds digests only, so that changes are told and not how they go; `lock --store-text` keeps texts"
    return _Compared(found, tuple(Pair(None, tool) for tool in tools.values()), spots, (said,))


def _spots(changes: Sequence[Change], after: Toolset, new: Inputs) -> dict[int, Spot]:
    homes = {id(tool): source for source in new.sources for one in source.toolsets for tool in one.tools}
    by_name = {tool.name: tool for tool in after.tools}
    found: dict[int, Spot] = {}
    for change in changes:
        tool = by_name.get(change.tool or "") or next(iter(after.tools), None)
        if tool is None:
            continue
        source = homes[id(tool)]
        there = tool.name == change.tool
        span = source.locate(tool.origin.document, _nearest(tool, change)) if there else None
        found[id(change)] = Spot(source.path, span)
    return found


def _nearest(tool: Tool, change: Change) -> tuple[str | int, ...]:
    """The place of a change in the new document, or of the nearest thing around it that is still there."""
    members, gone = tool.members(), object()
    at = change.pointer
    while at and value_at(members, at, gone) is gone:
        at = at[:-1]
    return tool.document(at)


# --------------------------------------------------------------------------------------------------------------- the report


def _report(config: Config, compared: _Compared, old: Inputs | Lock, new: Inputs | Lock, order: PropertyOrder) -> ChangeReport:
    from datetime import datetime, timezone

    sorted_ = sort(compared.changes, config, datetime.now(timezone.utc).date())
    for idle in sorted_.idle:
        note(f"warning: {idle}")
    cache = None
    if isinstance(old, Inputs) and isinstance(new, Inputs):
        from schemalint.change.cache import effect

        cache = effect(_one(old), _one(new), property_order=order)
    return ChangeReport(
        in_order(sorted_.left),
        sorted_.allowed,
        _security(config, compared, new) if isinstance(new, Inputs) else report((), (), ()),
        cache,
        compared.spots,
        compared.notes,
    )


def _one(inputs: Inputs) -> Toolset:
    """All tools of one side, as a request that offers them all would send them."""
    return Toolset(tuple(tool for one in inputs.toolsets for tool in one.tools))


def _security(config: Config, compared: _Compared, new: Inputs) -> Report:
    """What the security rules find in text that changed: a poisoned update must be loud."""
    from schemalint.linting import rule
    from schemalint.linting.choose import choose, silencer
    from schemalint.linting.run import lint

    before = {id(pair.new): pair.old for pair in compared.pairs if pair.new is not None and _differs(pair)}
    if not before:
        return report(new.sources, (), ())
    rules = dict(rule.load(rule.builtin()))
    chosen, silences = choose(rules, config, select=["security"]), silencer(rules, config)
    found = (
        (one, [reported for reported in lint(one, chosen, silences) if _is_new(reported, before)])
        for one in new.toolsets
        if any(id(tool) in before for tool in one.tools)
    )
    return report(new.sources, (), found)


def _differs(pair: Pair) -> bool:
    return pair.old is None or pair.new is None or same_text(pair.old.members()) != same_text(pair.new.members())


def _is_new(reported: Reported, before: Mapping[int, Tool | None]) -> bool:
    """Whether a finding stands in text that is not what it was. One on the whole set counts where any tool changed."""
    if reported.tool is None:
        return True
    if id(reported.tool) not in before:
        return False
    old = before[id(reported.tool)]
    if old is None:
        return True
    was, now = (value_at(tool.members(), reported.at) for tool in (old, reported.tool))
    return same_text(was) != same_text(now)


def _print(options: Diff, result: ChangeReport) -> None:
    match options.output_format:
        case "json":
            from schemalint.reports.change_json import render

            emit(render(result))
        case "markdown":
            from schemalint.reports.change_markdown import render as as_markdown

            emit(as_markdown(result))
        case "github":
            from schemalint.reports.change_github import render as as_commands

            emit(as_commands(result))
        case _ if is_terminal() or options.color == "always":
            import shutil

            from schemalint.cli.check import wants_color
            from schemalint.reports.change_terminal import pretty

            emit(pretty(result, color=wants_color(options), width=shutil.get_terminal_size((100, 24)).columns))
        case _:
            from schemalint.reports.change_terminal import plain

            emit(plain(result))
