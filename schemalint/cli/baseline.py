"""`schemalint check` with a baseline: which file it is, writing and pruning it, and a report without what it lists."""

from __future__ import annotations

import os
from pathlib import Path

from schemalint.cli.inputs import Inputs
from schemalint.cli.out import emit, note
from schemalint.cli.table import Check
from schemalint.config import Config
from schemalint.edge.read import Refused, decode, read_file
from schemalint.errors import Failure
from schemalint.model import SEVERITIES
from schemalint.reports import baseline
from schemalint.reports.comparison import counted
from schemalint.reports.report import Report

_LARGEST = 2**26
"""Bytes of a baseline that are read."""


def applied(options: Check, inputs: Inputs, result: Report, name: str) -> Report:
    """The report without what the baseline lists; entries that are no longer found are pruned, or noted."""
    file = Path(name)
    if not os.path.lexists(file):
        raise Failure(f"{file}: there is no such baseline; `schemalint check --write-baseline` writes it")
    known = baseline.read(str(file), _content(file))

    def named(path: str) -> str:
        return name_in(file, path)

    def exists(path: str) -> bool:
        return not is_file_name(path) or os.path.lexists(file.parent / path)

    read = {source.path for source in inputs.sources}
    gone = [] if inputs.broken else baseline.removed(result, known, named, read=read, exists=exists)
    if options.prune_baseline:
        if inputs.broken:
            raise Failure(f"{file}: not pruned, as something could not be read")
        if gone:
            dropped = set(gone)
            _write(options, file, [entry for entry in known if entry not in dropped])
        note(f"{file}: {_entries(len(gone))} removed, {len(known) - len(gone)} left")
    elif gone and not options.quiet:
        are, them = ("is", "it") if len(gone) == 1 else ("are", "them")
        note(f"note: {file}: {_entries(len(gone))} of the baseline {are} no longer found; --prune-baseline removes {them}")
    return baseline.compared(result, known, named)


def write(options: Check, config: Config, inputs: Inputs, result: Report, name: str) -> int:
    """Write the findings that could fail a run to the baseline. The exit code: 0."""
    file = Path(name)
    if inputs.broken:
        raise Failure(f"{file}: not written, as something could not be read: {inputs.broken[0].path}")
    lowest = "info" if options.show == "info" or "info" in (options.fail_on, config.fail_on) else "warning"
    severities = SEVERITIES[: SEVERITIES.index(lowest) + 1]
    kept = [finding for finding in result.findings if finding.severity in severities]
    _write(options, file, baseline.entries(kept, lambda path: name_in(file, path)))
    counts = ", ".join(
        counted(number, severity)
        for severity in severities
        if (number := sum(finding.severity == severity for finding in kept))
    )
    emit(f"{file}: {counted(len(kept), 'finding')} written" + (f" ({counts})\n" if counts else "\n"))
    return 0


def is_file_name(path: str) -> bool:
    return path != "-" and not path.startswith(("stdio:", "http://", "https://", "git:"))


def name_in(file: Path, path: str) -> str:
    """A source as the baseline names it: a file from the folder of the baseline, anything else as it is."""
    if not is_file_name(path):
        return path
    try:
        return Path(os.path.relpath(path, file.parent)).as_posix()
    except ValueError:  # another drive
        return path


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _content(file: Path) -> str:
    try:
        return decode(read_file(file, _LARGEST))
    except Refused as error:
        raise Failure(f"{file}: {error.reason}") from None


def _write(options: Check, file: Path, entries: list[baseline.Entry]) -> None:
    """Write the file. One that a configuration names, or that was found, is inside the repository: both may be a stranger's."""
    from schemalint.edge.write import repository, root_of, write_atomic

    root = root_of(file) if options.baseline or options.write_baseline else repository()
    write_atomic(file, baseline.text(entries).encode(), root=root)
