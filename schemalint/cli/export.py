"""`schemalint export --to TARGET`: the tools in the wire shape of a provider, and on standard error what is lost on the way."""

from __future__ import annotations

from pathlib import Path

from schemalint.canon import CanonError
from schemalint.cli.inputs import Inputs, configuration, gather, notes, say_broken
from schemalint.cli.out import emit, is_terminal, note
from schemalint.cli.table import Export
from schemalint.config import Config, ConfigError
from schemalint.edge.show import show
from schemalint.model import Target, TooDeep, Toolset, pointer_text
from schemalint.targets import UnknownTarget, find
from schemalint.targets.export import Exported, export
from schemalint.targets.tables import shape_of


def run(options: Export) -> int:
    """The exit code: 0 exported, 1 `--strict` and something is lost, 2 something could not be done."""
    config = configuration(options)
    target = _target(options, config)
    inputs = gather(options, config, options.sources)
    notes(options, inputs)
    say_broken(inputs)
    if inputs.broken:
        # Whoever pastes it would miss a tool without knowing.
        note("error: nothing was exported, since something could not be read")
        return 2
    toolset = _one(inputs)
    if toolset is None:
        if options.ignore_unrecognized:
            return 0
        note("error: no tool was found")
        return 2
    refused = [tool.name for tool in toolset.tools if tool.origin.fidelity == "approximate"]
    if refused:
        note(f"error: `{refused[0]}` was read without running its code, so its exact schema is not known; --import reads it")
        return 2
    try:
        exported = export(
            toolset,
            target,
            order=options.order,
            inline_refs=options.inline_refs,
            property_order=config.property_order,
            shape=options.shape,
        )
        data = exported.canonical() + b"\n"
    except (CanonError, TooDeep) as error:
        note(f"error: {error}")
        return 2
    return _written(options, exported, data)


def _target(options: Export, config: Config) -> Target:
    if options.to is None:
        raise ConfigError("export", None, "needs --to TARGET; `schemalint targets` lists them")
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
    """The set to export; None where there is none. Errors: `ConfigError` for several, since a request holds one list."""
    sets = [one for one in inputs.toolsets if one.tools]
    if len(sets) > 1:
        sources = ", ".join(show(one.tools[0].origin.source) for one in sets)
        raise ConfigError(
            "export",
            None,
            f"a request holds one list of tools, and there are {len(sets)} sets: {sources}; name one, or merge them with"
            " [[tool.schemalint.toolset]]",
        )
    return sets[0] if sets else None


def _written(options: Export, exported: Exported, data: bytes) -> int:
    for loss in exported.losses:
        note(f"loss: {loss.tool}: {pointer_text(loss.at)}: {loss.message}")
    if exported.losses and options.strict:
        note(f"error: nothing was exported, since --strict allows no loss ({len(exported.losses)} told above)")
        return 1
    if options.output is not None:
        from schemalint.edge.write import write_atomic

        write_atomic(Path(options.output), data)
    else:
        printed = data.decode()
        # The bytes are exact wherever they can be kept; a terminal only shows them, so hidden characters become escapes there.
        emit(show(printed, lines=True) if is_terminal() else printed)
    return 0
