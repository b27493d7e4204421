"""A report on its way out: in the formats that were asked for, to standard output, to files or beside the results."""

from __future__ import annotations

import os
from typing import Final

from schemalint.cli.out import STANDARD_OUTPUT, deliver, is_terminal, note
from schemalint.cli.parse import UsageError
from schemalint.cli.table import Common, Reporting
from schemalint.record import replace
from schemalint.reports import formats
from schemalint.reports.report import Look, Report
from schemalint.sources.source import described


def print_report(
    options: Reporting, report: Report, look: Look | None = None, *, file: str | None = None, as_note: bool = False
) -> None:
    """Print a report, or write it to a file. As a note it goes to standard error, where standard output has another use."""
    look = look or Look()
    for name, path in outputs(options, file):
        printed = path is None or path in STANDARD_OUTPUT
        width = _width() if printed and is_terminal() else None
        color = wants_color(options) if printed else False
        links = os.getcwd() if width is not None and color and not os.environ.get("CI") else None  # noqa: PTH109
        output = formats.renderer(name)(report, replace(look, width=width, color=color, links=links))
        if as_note and path is None:
            note(output.rstrip("\n"))
            continue
        deliver(output, path)
        if path is None and name == "github":
            _summarize(report, look)
        if not printed:  # the log of a CI has to say why a run failed
            for broken in report.broken[:_MOST_BROKEN]:
                note(f"error: {described(broken, 'not checked: ')}")
            if len(report.broken) > _MOST_BROKEN:
                note(f"error: {len(report.broken) - _MOST_BROKEN} more in {path}")


_MOST_BROKEN: Final = 20


def outputs(options: Reporting, file: str | None = None) -> list[tuple[str, str | None]]:
    """Each format with its file, None for standard output. `file` is that of the one without a file of its own.

    Errors: `UsageError` for two that would be mixed.
    """
    found: list[tuple[str, str | None]] = []
    for given in options.output_format:
        name, equals, own = given.partition("=")
        found.append((name, own if equals else file))
    if file is not None and all("=" in given for given in options.output_format):
        found.append((_default(file), file))
    for path in {path for _, path in found}:
        if sum(other == path for _, other in found) > 1:
            where = path or "standard output"
            raise UsageError(f"--output-format: two formats for {where}; give one a file of its own, such as sarif=FILE")
    if not any(path is None or path in STANDARD_OUTPUT for _, path in found) and file is None:
        found.insert(0, (_default(None), None))
    return found


def main_format(options: Reporting) -> str:
    """The format of standard output, for what is no report."""
    return next((name for name in options.output_format if "=" not in name), "text")


def _default(file: str | None) -> str:
    return "github" if file is None and os.environ.get("GITHUB_ACTIONS") == "true" else "text"


def _width() -> int:
    import shutil

    return shutil.get_terminal_size((100, 24)).columns


def _summarize(report: Report, look: Look) -> None:
    """Append the report to the summary of a job in GitHub Actions, which shows it as Markdown."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path and os.environ.get("GITHUB_ACTIONS") == "true":
        try:
            with open(path, "a", encoding="utf-8", errors="backslashreplace") as summary:  # noqa: PTH123 - it is a name, not a path
                summary.write(formats.renderer("markdown")(report, look))
        except OSError as error:
            note(f"note: the summary of the job could not be written: {error.strerror or error}")


def wants_color(options: Common) -> bool:
    """`--color` first, then NO_COLOR, FORCE_COLOR and TERM=dumb, as other command line tools read them."""
    if options.color != "auto":
        return options.color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal() or bool(os.environ.get("FORCE_COLOR"))
