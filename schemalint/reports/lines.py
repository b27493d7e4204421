"""A finding, a change and what could not be read as a line and as a value: what every format prints alike.

A new member of a finding is added here, and every format has it. Lines are safe to show; sentences are as they are, for the
format to make safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from schemalint.edge.show import LONGEST_MESSAGE, LONGEST_NAME, cut, show
from schemalint.linting.run import Reported
from schemalint.reports.comparison import Comparison, counted
from schemalint.reports.report import Report
from schemalint.schema.pointer import Json, pointer_text
from schemalint.sources.source import Broken, Place, described
from schemalint.sources.unread import unread_text
from schemalint.text.document import Span

if TYPE_CHECKING:
    from schemalint.change.grade import Change
    from schemalint.linting.silences import Silence
    from schemalint.text.changed import Piece

Line: TypeAlias = list[tuple[str, str]]
"""Pieces of a line and what each is: a severity, a grade, `removed`, `added`, `dim`, or nothing of note."""


# ---------------------------------------------------------------------------------------------------------------- findings


def sentence(finding: Reported, *, named: bool = True) -> str:
    """What is wrong, where `named` after the name of the tool; a message that begins with it does not say it twice."""
    message = finding.message
    if finding.tool is not None:
        message = message.removeprefix(f"`{finding.tool.name}`: ")
    message = cut(message, LONGEST_MESSAGE)
    return f"{cut(finding.tool_name or '')}: {message}" if named and finding.tool is not None else message


_LONGEST_EDITS: Final = 100_000
"""Characters that the edits of a fix may write in a report; of a larger fix only the title is there."""

_MOST_RELATED: Final = 100


def message(finding: Reported) -> str:
    """The sentence of a finding, safe to show, and the words that changed below it."""
    return show(sentence(finding)) + (f"\n{marked(finding.words)}" if finding.words else "")


def printed_once(path: str, fingerprint: str) -> str:
    """A fingerprint for programs that keep one for a whole project: duplicates in two files are told apart."""
    import hashlib

    return hashlib.sha256(f"{path}\n{fingerprint}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def line(finding: Reported) -> Line:
    """A finding as one line: `path:line:column: severity rule: tool: message`."""
    place = line_start(finding.place.where)
    return [(f"{place}: ", ""), (finding.severity, finding.severity), (f" {finding.rule}: {show(sentence(finding))}", "")]


def value(finding: Reported) -> dict[str, Json]:
    """A finding as a JSON value. Names, paths and pointers are exact unless they are long; messages are sanitized, since they
    are printed.
    """
    members: dict[str, Json] = {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": show(cut(finding.message, LONGEST_MESSAGE)),
        "tool": cut(finding.tool_name, LONGEST_NAME) if finding.tool_name is not None else None,
        "at": cut(pointer_text(finding.at), LONGEST_NAME),
        **_place(finding.place),
        "target": finding.key[0] if len(finding.key) == 2 else None,
        "fix": _fix(finding),
        "related": [
            *map(_related, finding.related[:_MOST_RELATED]),
            *({**_related(other.place), "rule": other.rule} for other in finding.covers),
        ],
        "fingerprint": finding.fingerprint,
    }
    words: list[Json] = [[piece.kind, cut(piece.text, LONGEST_MESSAGE)] for piece in finding.words]
    return {**members, "words": words} if words else members


def suppressed_line(finding: Reported) -> Line:
    """A suppressed finding as one line, with where it is suppressed and why."""
    by = "; ".join(f"{_written_at(one)}{f': {one.reason}' if one.reason else ''}" for one in finding.silenced)
    place = line_start(finding.place.where)
    return [(f"{place}: suppressed {finding.rule}: {show(sentence(finding))} ({show(cut(by))})", "dim")]


def suppressed_value(finding: Reported) -> dict[str, Json]:
    """A suppressed finding as a JSON value."""
    by: list[Json] = [
        {"form": one.form, "word": one.word, "path": one.path or None, "line": one.line, "reason": show(one.reason) or None}
        for one in finding.silenced
    ]
    return {**value(finding), "suppressed_by": by}


def _written_at(silence: Silence) -> str:
    return f"{silence.path}:{silence.line}" if silence.line else silence.path or f"--ignore {silence.word}"


def _fix(finding: Reported) -> dict[str, Json] | None:
    if finding.fix is None or finding.tool is None:
        return None
    from schemalint.fixing.offers import FixRefused, operations

    documents = finding.place.source.documents
    document = documents[finding.tool.origin.document].value if documents else None
    try:
        edits = operations(document, finding.tool, finding.fix.edits)
    except FixRefused:
        edits = []  # the document has no such place
    if sum(len(str(edit.get("value", ""))) for edit in edits) > _LONGEST_EDITS:
        edits = []
    return {"title": show(finding.fix.title), "safe": finding.fix.safe, "edits": edits}


def _related(place: Place) -> dict[str, Json]:
    return {"tool": cut(place.tool.name, LONGEST_NAME), **_place(place)}


def _place(place: Place) -> dict[str, Json]:
    return {"path": place.source.path, "pointer": cut(pointer_text(place.pointer), LONGEST_NAME), **_span(place.span)}


def _span(span: Span | None) -> dict[str, Json]:
    if span is None:
        return {"line": None, "column": None, "end_line": None, "end_column": None}
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


# ----------------------------------------------------------------------------------------------------------------- changes


def change_line(change: Change) -> Line:
    """A change as one line: `tool: grade kind pointer: message`."""
    name = show(cut(change.tool)) if change.tool is not None else "the set"
    name = f"`{name}`" if name.lstrip().startswith((":", "#")) else name
    kind = f" {change.kind} {show(cut(pointer_text(change.pointer) or '/'))}: {show(cut(change.message, LONGEST_MESSAGE))}"
    return [(f"{name}: ", ""), (change.grade, change.grade), (kind, "")]


def change_value(change: Change) -> dict[str, Json]:
    """A change as a JSON value."""
    return {
        "tool": cut(change.tool, LONGEST_NAME) if change.tool is not None else None,
        "kind": change.kind,
        "grade": change.grade,
        "pointer": cut(pointer_text(change.pointer), LONGEST_NAME),
        "message": show(cut(change.message, LONGEST_MESSAGE)),
        "old": change.old,
        "new": change.new,
    }


def words_line(words: Sequence[Piece]) -> Iterator[Line]:
    """Changed words, to stand below what changed; no line where there are none."""
    if words:
        # Blanks alone would let a text that starts with `::` be a command in the log of a CI.
        yield [("    | ", ""), *((marked([piece]), piece.kind) for piece in words)]


def marked(words: Iterable[Piece]) -> str:
    """Changed words as one text: `[-old-]{+new+}` where they differ."""
    marks = {"same": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}
    return "".join(f"{marks[piece.kind][0]}{show(cut(piece.text, LONGEST_MESSAGE))}{marks[piece.kind][1]}" for piece in words)


# ---------------------------------------------------------------------------------------------------------------- the rest


def broken_line(broken: Broken) -> str:
    """What could not be read, as one line."""
    return line_start(cut(described(broken, "not checked: "), LONGEST_MESSAGE))


def broken_lines(report: Report) -> Iterator[Line]:
    """What could not be read, a line each."""
    yield from ([(broken_line(broken), "error")] for broken in report.listed_broken)


def counted_by_rule(report: Report) -> Iterator[Line]:
    """How often each rule found something, a line for a rule and a severity."""
    yield from broken_lines(report)
    for count, rule, severity, fixable in report.statistics():
        fixes = f"  {fixable} fixable" if fixable else ""
        yield [(f"{count:>6}  ", ""), (f"{severity:<7}", severity), (f"  {rule}", ""), (fixes, "dim")]


def line_start(path: str) -> str:
    """A path for display. It starts a line, and a CI log may read a line that starts with `::` or `##[` as a command.

    Blanks in front of it do not keep GitHub from that (actions/runner, ActionCommand.cs).
    """
    shown = show(path)
    return f"./{shown}" if shown.lstrip().startswith((":", "#")) else shown


def summary(report: Report) -> str:
    """The sentence that sums a report up; empty where there is nothing to sum up."""
    if report.closing is not None:
        return report.closing
    if report.comparison is not None:
        return _changes(report.comparison, len(report.findings))
    parts = [_found(report)]
    if report.count("info"):
        parts.append(f"{report.count('info')} info")
    if report.broken:
        parts.insert(0, f"{len(report.broken)} not checked")
    if report.fixed is not None:
        parts.append(f"{report.fixed} fixed")
    if report.baselined is not None and report.known not in parts[0]:
        parts.append(f"{report.baselined} {report.known}")
    if report.suppressed:
        parts.append(f"{report.suppressed} suppressed")
    if report.passed_over:
        parts.append(f"{counted(report.passed_over, 'file')} without tools passed over")
    if report.truncated:
        parts.append(f"{report.truncated} of them not listed")
    counts = f"{counted(report.tools, 'tool')} in {counted(report.files, 'file')}: {', '.join(parts)}"
    return "; ".join(filter(None, (counts, unread_text(report.unread))))


def _found(report: Report) -> str:
    """What was found that could fail a run, in words where that is nothing."""
    errors, warnings = report.count("error"), report.count("warning")
    if errors or warnings:
        return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    if report.broken:
        return "nothing found in the rest"
    if report.baselined:
        return f"no new findings ({report.baselined} {report.known})"
    return "no errors or warnings" if report.count("info") else "nothing found"


def _changes(comparison: Comparison, findings: int) -> str:
    from schemalint.change.grade import GRADES

    grades = [change.grade for change in comparison.changes]
    parts = [f"{grades.count(grade)} {grade}" for grade in GRADES if grade in grades] or ["no change"]
    if comparison.allowed:
        parts.append(f"{len(comparison.allowed)} allowed")
    security = f"; {counted(findings, 'security finding')} in changed text" if findings else ""
    return ", ".join(parts) + security
