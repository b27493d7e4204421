"""`schemalint canon`: the canonical form, printed, checked, written, or as digests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from schemalint.canon import PropertyOrder, canonical, digest, readable
from schemalint.cli.again import again
from schemalint.cli.inputs import Inputs, collect, configuration, demand_exact
from schemalint.cli.out import emit, emit_exact, harmless, note
from schemalint.cli.table import Canon
from schemalint.config import Config, ConfigError
from schemalint.edge.show import show
from schemalint.errors import Failure
from schemalint.model import Tool, Toolset
from schemalint.record import replace
from schemalint.reports.comparison import counted
from schemalint.sources.editing import in_canonical_order
from schemalint.text.edit import EditRefused


def run(options: Canon) -> int:
    """The exit code: 0 done, 1 `--check` found a file that is not canonical, 2 something could not be done."""
    if options.check + options.write + options.digest > 1:
        raise ConfigError("canon", None, "--check, --write and --digest exclude each other")
    if options.diff and (options.write or options.digest):
        raise ConfigError("canon --diff", None, "shows what --write would change, so it goes with --check alone")
    if options.write and "-" in options.sources and len(options.sources) > 1:
        raise ConfigError("canon --write", None, "prints what standard input holds, so `-` must be the only source")
    config = configuration(options)
    inputs = collect(options, config, options.sources)
    if inputs.nothing and not options.ignore_unrecognized:
        raise Failure("no tool was found")
    demand_exact(inputs)
    code = 2 if inputs.broken else 0
    if options.check or options.write or options.diff:
        return max(code, _files(options, config, inputs))
    emit_exact("".join(_printed(options, config, inputs)))
    return code


def _order(options: Canon, config: Config, default: PropertyOrder) -> PropertyOrder:
    return options.property_order or config.property_order or default


def _printed(options: Canon, config: Config, inputs: Inputs) -> Iterator[str]:
    order = _order(options, config, "sorted")
    for toolset in inputs.toolsets:
        if not toolset.tools:
            continue
        if options.digest:
            yield from (f"{digest(tool)}  {show(tool.name)}\n" for tool in _by_name(toolset))
            yield f"{digest(toolset)}  {show(toolset.server or toolset.tools[0].origin.source)} ({len(toolset.tools)} tools)\n"
        elif options.indent is not None:
            yield readable(toolset, indent=options.indent, property_order=order) + "\n"
        else:
            yield canonical(toolset, property_order=order).decode() + "\n"


def _by_name(toolset: Toolset) -> list[Tool]:
    return sorted(toolset.tools, key=lambda tool: tool.name.encode("utf-16-be", "surrogatepass"))


def _files(options: Canon, config: Config, inputs: Inputs) -> int:
    """Compare each file with its canonical text, or write it. The worst of their codes."""
    order = _order(options, config, "authored")
    code = files = changed = 0
    for source in inputs.sources:
        if not any(toolset.tools for toolset in source.toolsets):
            continue
        files += 1
        try:
            new = in_canonical_order(source, order)
        except EditRefused as error:
            note(f"{source.path}: {error}")
            code = 2
            continue
        if new == source.text:
            continue
        changed += 1
        if not options.write:
            from schemalint.cli.fixes import unified

            emit_exact(harmless("".join(unified(source, replace(source, text=new))))) if options.diff else emit(
                f"{source.path}: not canonical\n"
            )
            code = max(code, 1)
        elif "-" in options.sources:
            emit(new)
        else:
            from schemalint.edge.write import replace_text

            replace_text(Path(source.path), source.text, new)
            emit(f"{source.path}: rewritten\n")
    if not options.write and files and not options.quiet:
        advice = again(options, "--write", without=("--check", "--diff"))
        does = f"; {advice} rewrites {'it' if changed == 1 else 'them'}" if changed else ""
        are = f"{changed} of {counted(files, 'file')} {'is' if changed == 1 else 'are'} not canonical" if changed else None
        note(f"{are or counted(files, 'file') + ' checked, all canonical'}{does}")
    return code
