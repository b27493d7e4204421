"""A report on its way out: in the format that was asked for, to standard output, to a file or beside the results."""

from __future__ import annotations

from typing import Final

from schemalint.cli.out import STANDARD_OUTPUT, deliver, is_terminal, note
from schemalint.cli.table import Common, Reporting
from schemalint.reports import formats
from schemalint.reports.report import Look, Report
from schemalint.sources.source import described


def print_report(
    options: Reporting,
    report: Report,
    *,
    show_info: bool = True,
    statistics: bool = False,
    show_suppressed: bool = False,
    file: str | None = None,
    as_note: bool = False,
) -> None:
    """Print a report, or write it to a file. As a note it goes to standard error, where standard output has another use."""
    width = None
    if (file is None or file in STANDARD_OUTPUT) and (is_terminal() or options.color == "always"):
        import shutil

        width = shutil.get_terminal_size((100, 24)).columns
    look = Look(show_info, statistics, width, wants_color(options), show_suppressed)
    output = formats.renderer(options.output_format)(report, look)
    if as_note and file is None:
        note(output.rstrip("\n"))
        return
    deliver(output, file)
    if file is not None and file not in STANDARD_OUTPUT:  # the log of a CI has to say why a run failed
        for broken in report.broken[:_MOST_BROKEN]:
            note(f"error: {described(broken, 'not checked: ')}")
        if len(report.broken) > _MOST_BROKEN:
            note(f"error: {len(report.broken) - _MOST_BROKEN} more in {file}")


_MOST_BROKEN: Final = 20


def wants_color(options: Common) -> bool:
    """`--color` first, then NO_COLOR, FORCE_COLOR and TERM=dumb, as other command line tools read them."""
    import os

    if options.color != "auto":
        return options.color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal() or bool(os.environ.get("FORCE_COLOR"))
