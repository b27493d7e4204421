"""`schemalint check --fix` and `--diff`: the fixes of a run written to their files, printed, or shown as a diff."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from schemalint.cli.inputs import Inputs, toolsets_of
from schemalint.cli.out import emit, emit_exact, harmless, note
from schemalint.cli.table import Check
from schemalint.config import Config, ConfigError
from schemalint.errors import Failure
from schemalint.fixing import FixedSources, fix_sources
from schemalint.fixing.offers import Refusal, can_be_fixed
from schemalint.linting.run import Reported
from schemalint.record import replace
from schemalint.reports.report import Report
from schemalint.sources import Source
from schemalint.sources.source import described

Checked: TypeAlias = Callable[[Inputs], Report]
"""Checks inputs with the rules of the run."""


def fix(options: Check, config: Config, inputs: Inputs, checked: Checked) -> tuple[Inputs, Report]:
    """Apply the fixes and write the files that they change; standard input is printed. Then what is left.

    Errors: `Failure`, for fixes that never end and, once the others are written, for files that cannot be.
    """
    printed = is_printed(options)
    if printed and len(options.sources) > 1:
        raise ConfigError("check --fix", None, "prints what standard input holds, so `-` must be the only source")
    after, result, done = _fixed(options, config, inputs, checked)
    if printed:
        for source in done.sources:
            emit(source.text)
    else:
        _write_all(inputs.sources, done.sources)
    return after, result


def is_printed(options: Check) -> bool:
    """Whether standard output is for the fixed text, so that the report goes elsewhere."""
    return options.fix and not options.diff and "-" in options.sources


def diff(options: Check, config: Config, inputs: Inputs, checked: Checked) -> int:
    """Print what the fixes would change. The exit code: 0 nothing, 1 something, 2 something could not be read."""
    _, result, done = _fixed(options, config, inputs, checked)
    changed = [(old, new) for old, new in zip(inputs.sources, done.sources, strict=True) if old.text != new.text]
    for old, new in changed:
        emit_exact(harmless("".join(_unified(old, new))))
    for broken in result.broken:
        note(described(broken, "not checked: "))
    if inputs.broken:
        return 2
    if inputs.nothing and not options.ignore_unrecognized:
        raise Failure("nothing was checked: no tool was found")
    return int(bool(changed))


def offered(result: Report, refused: Sequence[Refusal] = (), *, with_safe: bool = True, with_unsafe: bool = True) -> Report:
    """A report with its counts of fixes that could be applied, without those that a run has refused."""
    left = {id(refusal.finding) for refusal in refused}
    counts = {True: 0, False: 0}
    for finding in result.findings:
        if finding.fix is not None and id(finding) not in left and can_be_fixed(finding):
            counts[finding.fix.safe] += 1
    return replace(result, safe=counts[True] if with_safe else 0, unsafe=counts[False] if with_unsafe else 0)


def _fixed(options: Check, config: Config, inputs: Inputs, checked: Checked) -> tuple[Inputs, Report, FixedSources]:
    """The sources with their fixes applied, and the report on what is left; refused fixes are noted."""
    after, result = inputs, checked(inputs)

    def check(sources: Sequence[Source]) -> Iterable[Reported]:
        nonlocal after, result
        if tuple(sources) != after.sources:
            after = replace(inputs, sources=tuple(sources), toolsets=toolsets_of(options, config, sources))
            result = checked(after)
        return result.findings

    done = fix_sources(inputs.sources, check, unsafe=options.unsafe_fixes)
    if not options.quiet:
        for refusal in done.refused:
            note(f"{refusal.finding.place.where}: not fixed: {refusal.finding.rule}: {refusal.reason}")
    result = offered(result, done.refused, with_safe=False, with_unsafe=not options.unsafe_fixes)
    return after, replace(result, fixed=done.count), done


def _write_all(before: Sequence[Source], after: Sequence[Source]) -> None:
    """Write the files that changed and are still what was read; one that cannot be written keeps none of the others."""
    from schemalint.edge.write import WriteRefused, replace_text

    failed: list[str] = []
    for old, new in zip(before, after, strict=True):
        if old.text != new.text:
            try:
                replace_text(Path(old.path), old.text, new.text)
            except WriteRefused as error:
                failed.append(error.reason)
    if failed:
        raise WriteRefused("\n".join(failed))


def _unified(old: Source, new: Source) -> Iterator[str]:
    """The lines of a unified diff, as `patch` reads them."""
    from difflib import unified_diff

    before, after = _lines(old.text), _lines(new.text)
    name = old.path.replace("\n", "\\n")
    for line in unified_diff(before, after, name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """The lines of a text as `patch` counts them: a carriage return is a character of its line."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
