"""`schemalint check --matrix`: what becomes of each tool at each target."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from schemalint.cli.inputs import Inputs, say_broken
from schemalint.cli.out import deliver
from schemalint.cli.printing import main_format
from schemalint.cli.table import Check
from schemalint.config import Config, ConfigError
from schemalint.model import Toolset
from schemalint.record import replace
from schemalint.targets import chosen, fates
from schemalint.targets.tables import ALL

_FORMATS = ("text", "json", "markdown")


def print_fates(options: Check, config: Config, inputs: Inputs) -> int:
    """The exit code: 0 nothing is refused, 1 something is, 2 something could not be read."""
    form = main_format(options)
    if form not in _FORMATS:
        raise ConfigError("--matrix", None, f"is printed as {', '.join(_FORMATS)}, not as {form}")
    say_broken(inputs)
    rows = list(rows_of(inputs.toolsets, config))
    if form == "json":
        text = json.dumps(fates.values(rows), indent=1) + "\n"
    else:
        text = fates.markdown(rows) if form == "markdown" else fates.table(rows)
    deliver(text, options.output_file)
    if inputs.broken:
        return 2
    return int(not options.exit_zero and any(map(fates.is_refused, rows)))


def rows_of(toolsets: Sequence[Toolset], config: Config) -> Iterator[fates.Row]:
    """The rows of sets, each for its own targets, or for all of them where it names none."""
    for toolset in toolsets:
        if toolset.tools:
            targets = toolset.targets or chosen(ALL, config.name_prefix, prefixed=config.client_prefixes)
            yield from fates.rows(replace(toolset, targets=targets))
