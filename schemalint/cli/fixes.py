"""`schemalint check --fix` and `--diff`: the fixes of a run written to their files, printed, or shown as a diff."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

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
        emit_exact(harmless("".join(unified(old, new))))
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


_CONTEXT: Final = 3
"""Lines around a change that are shown."""


def unified(old: Source, new: Source) -> Iterator[str]:
    """The lines of a unified diff, as `patch` reads them.

    A line of context that a CI would run as a command is left out, which makes its hunk shorter or two of it.
    """
    from difflib import SequenceMatcher

    before, after = _lines(old.text), _lines(new.text)
    name = old.path.replace("\n", "\\n")
    yield f"--- {name}\n+++ {name}\n"
    for hunk in _hunks(SequenceMatcher(None, before, after).get_opcodes(), before):
        first, last = hunk[0], hunk[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for tag, i, j, k, m in hunk:
            kept, gone, come = (before[i:j], [], []) if tag == "equal" else ([], before[i:j], after[k:m])
            for mark, lines in ((" ", kept), ("-", gone), ("+", come)):
                for line in lines:
                    yield f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"


Opcode: TypeAlias = tuple[str, int, int, int, int]


def _hunks(opcodes: Sequence[Opcode], before: Sequence[str]) -> Iterator[list[Opcode]]:
    """The changes with the lines around them, those that stand close in one."""
    hunk: list[Opcode] = []
    for index, (tag, i, j, k, m) in enumerate(opcodes):
        if tag != "equal":
            hunk.append((tag, i, j, k, m))
            continue
        bad = any(map(_is_command, before[i:j]))
        if hunk and not bad and j - i <= 2 * _CONTEXT and index < len(opcodes) - 1:
            hunk.append((tag, i, j, k, m))
            continue
        if hunk:
            yield _trimmed([*hunk, (tag, i, min(i + _CONTEXT, j), k, min(k + _CONTEXT, m))], before)
        hunk = [(tag, max(j - _CONTEXT, i), j, max(m - _CONTEXT, k), m)]
    if any(tag != "equal" for tag, *_ in hunk):
        yield _trimmed(hunk, before)


def _trimmed(hunk: list[Opcode], before: Sequence[str]) -> list[Opcode]:
    """The hunk with as many lines around it as no CI takes for a command, the same on either side, as `patch` wants it."""
    inside = [code for number, code in enumerate(hunk) if code[0] != "equal" or 0 < number < len(hunk) - 1]
    (_, start, _, new_start, _), (_, _, end, _, new_end) = inside[0], inside[-1]
    above = before[hunk[0][1] : start][::-1]
    below = before[end : hunk[-1][2]]
    if any(map(_is_command, (*above, *below))):
        lengths = (next((n for n, line in enumerate(lines) if _is_command(line)), len(lines)) for lines in (above, below))
        up = down = min(lengths)
    else:
        up, down = len(above), len(below)
    lead, tail = ("equal", start - up, start, new_start - up, new_start), ("equal", end, end + down, new_end, new_end + down)
    return [lead, *inside, tail]


def _is_command(line: str) -> bool:
    return line.lstrip().startswith(("::", "##["))


def _range(start: int, end: int) -> str:
    """Lines as the head of a hunk names them: the first and how many; of none, the line before them."""
    length = end - start
    return str(start + 1) if length == 1 else f"{start + bool(length)},{length}"


def _lines(text: str) -> list[str]:
    """The lines of a text as `patch` counts them: a carriage return is a character of its line."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
