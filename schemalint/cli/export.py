"""`schemalint export --to TARGET`: the tools in the wire shape of a provider, and on standard error what is lost on the way."""

from __future__ import annotations

from typing import Final

from schemalint.cli.inputs import Inputs, collect, configuration, demand_exact
from schemalint.cli.out import STANDARD_OUTPUT, deliver, emit_exact, note
from schemalint.cli.table import Export
from schemalint.config import Config, ConfigError
from schemalint.edge.show import LONGEST_MESSAGE, cut, show
from schemalint.errors import Failure
from schemalint.model import Target, Toolset
from schemalint.reports.comparison import counted
from schemalint.schema.pointer import pointer_text
from schemalint.targets import UnknownTarget, find
from schemalint.targets.export import Exported, export
from schemalint.targets.tables import shape_of

_MOST_LOSSES: Final = 10_000


def run(options: Export) -> int:
    """The exit code: 0 exported, 1 refused by the target, or lossy under `--strict`, 2 something could not be done."""
    config = configuration(options)
    target = _target(options, config)
    inputs = collect(options, config, options.sources)
    if inputs.broken:  # whoever pastes it would miss a tool without knowing
        raise Failure("nothing was exported, since something could not be read")
    toolset = _one(inputs)
    if toolset is None:
        if options.ignore_unrecognized:
            return 0
        raise Failure("no tool was found")
    demand_exact(inputs)
    exported = export(
        toolset,
        target,
        order=options.order,
        inline_refs=options.inline_refs,
        property_order=config.property_order,
        shape=options.shape,
    )
    return _written(options, exported, exported.canonical() + b"\n")


def _target(options: Export, config: Config) -> Target:
    if options.to is None:
        raise Failure("export needs --to TARGET; `schemalint targets` lists them")
    try:
        target = find(options.to, config.name_prefix, prefixed=config.client_prefixes)
    except UnknownTarget as error:
        raise ConfigError("--to", None, str(error)) from None
    try:
        shape_of(target, options.shape)
    except ValueError as error:
        raise ConfigError("--shape", None, str(error)) from None
    return target


def _one(inputs: Inputs) -> Toolset | None:
    """The set to export; None where there is none. Errors: `Failure` for several, since a request holds one list."""
    sets = [toolset for toolset in inputs.toolsets if toolset.tools]
    if len(sets) > 1:
        sources = ", ".join(show(toolset.tools[0].origin.source) for toolset in sets)
        raise Failure(
            f"a request holds one list of tools, and there are {len(sets)} sets: {sources}; name one, or merge them with"
            " [[tool.schemalint.toolset]]"
        )
    return sets[0] if sets else None


def _written(options: Export, exported: Exported, data: bytes) -> int:
    for loss in exported.losses[:_MOST_LOSSES]:
        note(f"loss: {cut(loss.tool)}: {cut(pointer_text(loss.at))}: {cut(loss.message, LONGEST_MESSAGE)}")
    if len(exported.losses) > _MOST_LOSSES:
        note(f"{len(exported.losses) - _MOST_LOSSES} more losses are not listed")
    if exported.losses and options.strict:
        note(f"error: nothing was exported, since --strict allows no loss ({len(exported.losses)} reported above)")
        return 1
    if exported.refused:
        count = len(exported.refused)
        note(f"error: nothing was exported, since {exported.target.label} would refuse it ({count} reported above)")
        return 1
    if options.output is None:
        emit_exact(data.decode())
    else:
        deliver(data.decode(), options.output)
        if options.output not in STANDARD_OUTPUT and not options.quiet:
            note(f"{options.output}: written, {counted(len(exported.tools), 'tool')} for {exported.target.label}")
    return 0
