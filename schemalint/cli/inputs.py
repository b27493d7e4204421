"""From what the user named to toolsets: configuration, sources and what could not be read. Shared by every command."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from schemalint.cli.out import note
from schemalint.cli.table import Common, Reading, Ruled, Targeting, Trusting
from schemalint.config import Config, ConfigError, ToolsetTable, read
from schemalint.errors import Failure
from schemalint.globs import means
from schemalint.linting.configured import configured
from schemalint.linting.rule import Rule, load_all
from schemalint.model import Target, Tool, Toolset, Trust
from schemalint.record import dataclass, replace
from schemalint.sources import Broken, PassedOver, Reach, Source, load, together
from schemalint.sources.source import described


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """What was read. `toolsets` are the sets that models see: the sources' own, merged as the configuration says."""

    sources: tuple[Source, ...]
    broken: tuple[Broken, ...]
    passed_over: tuple[PassedOver, ...]
    toolsets: tuple[Toolset, ...]

    @property
    def nothing(self) -> bool:
        """Whether nothing at all was there to be checked."""
        return not any(toolset.tools for toolset in self.toolsets)


def configuration(options: Common) -> Config:
    """The configuration for this run. Errors: `ConfigError`."""
    return read(
        Path.cwd(),
        file=Path(options.config) if options.config is not None else None,
        isolated=options.isolated,
        trusted=isinstance(options, Trusting) and options.trust,
    )


def all_rules(options: Ruled, config: Config) -> dict[str, Rule]:
    """Our rules and the user's, by id."""
    return load_all([*config.rule_folders, *map(Path, options.rules)])


def gather(options: Reading, config: Config, sources: Sequence[str]) -> Inputs:
    """Read everything that the command line, else the configuration, else the current folder names."""
    named = sources or config.sources or (".",)
    if list(named).count("-") > 1:
        raise ConfigError("-", None, "standard input can be read only once")
    if options.import_ and not (sources or config.sources):
        raise ConfigError(
            "--import", None, "needs files or modules to import: as arguments, or as `sources` of the configuration"
        )
    reach = reach_of(options, config, named=bool(sources))
    found: list[Source] = []
    seen: set[tuple[object, ...]] = set()
    broken: list[Broken] = []
    passed_over: list[PassedOver] = []
    for argument in named:
        for item in load(
            argument,
            stdin=sys.stdin.buffer if sys.stdin is not None else None,
            stdin_filename=options.stdin_filename,
            limit=options.max_file_size or config.max_file_size,
            ignore_unrecognized=options.ignore_unrecognized,
            reach=reach,
        ):
            match item:
                case Source():
                    # A file may be named twice, by itself and with its folder; `a.py:A` and `a.py:B` are two sources. So are
                    # two servers whose names differ in what is not shown of them.
                    places = (
                        argument if item.session is not None else None,
                        item.path,
                        *(tool.places.get(()) for toolset in item.toolsets for tool in toolset.tools),
                    )
                    if places not in seen:
                        seen.add(places)
                        found.append(item)
                        broken.extend(item.broken)
                case Broken():
                    broken.append(item)
                case _:
                    passed_over.append(item)
    return Inputs(tuple(found), tuple(broken), tuple(passed_over), toolsets_of(options, config, found))


def reach_of(options: Reading, config: Config, *, named: bool) -> Reach:
    """How far reading may go: what the command line asks for, and what the configuration names where it may run things.

    `named`: whether the command line names the sources itself.
    """
    python = options.python or (config.python if config.may_run else None)
    return Reach(
        allowed=named or config.may_run,
        importing=options.import_,
        python=python,
        refused_python=config.python if python is None else None,
        timeout=options.timeout,
        connect=options.connect,
        servers=options.server,
        headers=options.header,
        pass_env=options.pass_env,
        home=config.layers[-1].path.parent if config.layers else Path.cwd(),
        exclude=(*config.exclude, *config.extend_exclude, *options.exclude),
        include_tests=config.include_tests or options.include_tests,
        force_exclude=config.force_exclude or options.force_exclude,
        forms=config.tool_classes,
        makers=config.tool_makers,
    )


def toolsets_of(options: Reading, config: Config, sources: Sequence[Source]) -> tuple[Toolset, ...]:
    """The sets that models see of sources. Errors: `ConfigError`."""
    return tuple(stamped(options, config, toolset) for toolset in _served(options, config, _merged(config, together(sources))))


def _merged(config: Config, toolsets: Sequence[Toolset]) -> Iterator[Toolset]:
    """The sets as the `toolset` tables of the configuration merge them; a set that no table names stays as it is."""
    left = list(toolsets)
    for table in config.toolsets:
        members = [toolset for toolset in left if toolset.tools and _names(table.sources, toolset.tools[0].origin.source)]
        if members:
            left = [toolset for toolset in left if toolset not in members]
            tools = tuple(tool for toolset in members for tool in toolset.tools)
            server = table.server or next((toolset.server for toolset in members if toolset.server), None)
            about = next((toolset.about for toolset in members if toolset.about), {})
            yield Toolset(tools, server, configured=table.server, about=about)
    yield from left


def stamped(options: Reading, run: Config, toolset: Toolset, own: Config | None = None) -> Toolset:
    """A set with its trust and its targets: those of its `toolset` table, else of the configuration of its first tool.

    `own` is that of some of its tools, where they are judged apart. Errors: `ConfigError`.
    """
    first = toolset.tools[0].origin.source if toolset.tools else "-"
    table = next((table for table in run.toolsets if _names(table.sources, first)), None)
    own = own or configured(run, first, toolset.server)
    said = table.trust if table is not None and table.trust is not None else own.trust
    trust: Trust = "own" if options.own else said or ("third-party" if toolset.about else "own")
    return replace(toolset, trust=trust, targets=targets_of(options, own, table, run))


def parts(options: Reading, run: Config, toolset: Toolset) -> Iterator[tuple[Toolset, Config, Sequence[Tool]]]:
    """A set for each configuration that counts for some of its tools, with those tools; most sets have one."""
    by_config: dict[Config, list[Tool]] = {}
    for tool in toolset.tools:
        by_config.setdefault(configured(run, tool.origin.source, toolset.server), []).append(tool)
    for own, tools in by_config.items():
        yield (toolset if len(by_config) == 1 else stamped(options, run, toolset, own)), own, tools


def targets_of(
    options: Reading, config: Config, table: ToolsetTable | None = None, run: Config | None = None
) -> tuple[Target, ...]:
    """The targets that a set is judged for: the command line's, else those of its table, else those of the configuration.

    None for a command that judges for no target. `run` is the configuration with the table.
    Errors: `ConfigError` for an unknown name.
    """
    if not isinstance(options, Targeting):
        return ()
    given = options.target
    in_table = table is not None and table.targets is not None
    names = given or (table.targets if table is not None and table.targets is not None else config.targets)
    if not names:
        return ()
    from schemalint.targets import UnknownTarget, chosen

    try:
        found = [target for name in names for target in chosen(name, config.name_prefix, prefixed=config.client_prefixes)]
    except UnknownTarget as error:
        if given:
            raise ConfigError("--target", None, str(error)) from None
        home = run if run is not None and in_table else config
        steps = ("toolset", home.toolsets.index(table), "targets") if in_table and table is not None else ("targets",)
        layer = next(layer for layer in reversed(home.layers) if steps[0] in layer.values)
        raise layer.wrong(str(error), *steps, error.word) from None
    return tuple(dict.fromkeys(found))


def _names(patterns: Sequence[str], path: str) -> bool:
    return any(path.startswith(pattern.rstrip("/") + "/") or means(pattern, path) for pattern in patterns)


def _served(options: Reading, config: Config, toolsets: Iterator[Toolset]) -> Iterator[Toolset]:
    """The sets with the server's name that the user gave. Errors: `ConfigError` where it could mean several sets."""
    sets = list(toolsets)
    name = options.server_name
    if name is not None and sum(bool(toolset.tools) for toolset in sets) > 1:
        raise ConfigError(
            "--server-name", None, f"names one server, and there are {len(sets)} sets of tools; use [[tool.schemalint.toolset]]"
        )
    name = name or (config.server_name if len(sets) == 1 else None)
    return (replace(toolset, server=name, configured=name) if name is not None else toolset for toolset in sets)


_MOST_NOTES: Final = 20


def _folded(sources: Iterable[Source], most: int | None) -> Iterator[str]:
    """What was passed over, one line for what several files have alike, and the count of what is over the most lines."""
    paths: dict[str, list[str]] = {}
    for source in sources:
        for skipped in source.skipped:
            paths.setdefault(skipped, []).append(source.path)
    lines = [
        f"{where[0]}: {text}" if len(where) == 1 else f"in {len(where)} files, first {where[0]}: {text}"
        for text, where in paths.items()
    ]
    yield from lines[:most]
    if len(lines) > len(lines[:most]):
        yield f"{len(lines) - len(lines[:most])} more notes on files; -v lists them"


def notes(options: Common, inputs: Inputs) -> None:
    """Note on standard error what was passed over."""
    if options.quiet:
        return
    for line in _folded(inputs.sources, most=None if options.verbose else _MOST_NOTES):
        note(f"note: {line}")
    for line in missing(inputs):
        note(f"note: {line}")
    if options.verbose:
        for source in inputs.sources:
            for line in source.session.errors if source.session is not None else ():
                note(f"note: {source.path}: standard error: {line}")
    for item in inputs.passed_over:
        if not item.is_input:
            note(f"note: {item.path}: {item.reason}")
        elif options.verbose:
            note(f"note: {item.path}: passed over: {item.reason}")


def missing(inputs: Inputs) -> list[str]:
    """What a registry could not hold and no other source does, a line for each module."""
    known = {tool.name for toolset in inputs.toolsets for tool in toolset.tools}
    lines = []
    for source in inputs.sources:
        for module in source.missing:
            names = [name for name in module.tools if name not in known]
            if names:
                fault = f"`{module.path}` defines {', '.join(f'`{name}`' for name in names)} and was not loaded"
                lines.append(f"{source.path}: {fault}; import it where the registry is filled, or name it as another source")
    return lines


def collect(options: Reading, config: Config, sources: Sequence[str]) -> Inputs:
    """As `gather`, and note on standard error what was passed over and what could not be read."""
    inputs = gather(options, config, sources)
    notes(options, inputs)
    say_broken(inputs)
    return inputs


def demand_exact(inputs: Inputs) -> None:
    """Errors: `Failure` for tools of code that was not run, as their schemas are not known to the byte."""
    for toolset in inputs.toolsets:
        for tool in toolset.tools:
            if tool.origin.fidelity == "approximate":
                raise Failure(
                    f"`{tool.name}` was read without running its code, so its exact bytes are not known; --import reads them"
                )


def say_broken(inputs: Inputs) -> None:
    """Note on standard error what could not be read, for the commands that have no report of their own."""
    for broken in inputs.broken:
        note(described(broken))
