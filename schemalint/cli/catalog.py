"""`schemalint catalog`: write the catalog, print it, or compare it with the file."""

from __future__ import annotations

from pathlib import Path

from schemalint.catalogs import first_difference, markdown
from schemalint.cli.inputs import collect, configuration, missing
from schemalint.cli.out import deliver, emit, note
from schemalint.cli.table import Catalog
from schemalint.config import ConfigError
from schemalint.edge.read import Refused, decode, read_file
from schemalint.edge.show import show
from schemalint.errors import Failure


def run(options: Catalog) -> int:
    """The exit code: 0 written or equal, 1 `--check` found a difference, 2 something could not be read or written."""
    output = options.output
    if options.check and output is None:
        raise ConfigError("catalog --check", None, "needs the file to compare with: -o FILE")
    inputs = collect(options, configuration(options), options.sources)
    if inputs.broken:  # a catalog that silently lacks a tool is worse than an old one
        raise Failure("the catalog was not written, since something could not be read")
    absent = missing(inputs)
    if absent:
        for line in absent if options.quiet else ():
            note(line)
        raise Failure("the catalog was not written, since it would lack what the registry has not loaded")
    new = markdown(inputs.toolsets, title=options.title) if options.title is not None else markdown(inputs.toolsets)
    if options.target:
        from schemalint.targets import fates

        rows = [row for toolset in inputs.toolsets for row in fates.rows(toolset)]
        new += f"\n## Targets\n\n{fates.markdown(rows)}"
    if options.check and output is not None:
        return _compare(output, new)
    deliver(new, output)
    return 0


def _compare(output: str, new: str) -> int:
    path = Path(output)
    if not path.exists():
        emit(f"{output}: there is no such file; write it with schemalint catalog -o {output}\n")
        return 1
    try:
        old = decode(read_file(path))
    except Refused as error:
        raise Failure(f"{output}: {error.reason}") from None
    difference = first_difference(old, new)
    if difference is None:
        return 0
    line, before, after = difference
    emit(f"{output}:{line}: the catalog is out of date\n- {show(before)}\n+ {show(after)}\n")
    return 1
