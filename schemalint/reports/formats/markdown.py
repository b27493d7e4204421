"""Markdown for a comment on a pull request or a job summary: the worst first, at most as long as a comment may be.

Whatever comes from a definition stands in a code span or in escaped HTML, so that no name or text is a link, a mention, an
image or a heading of its own. A comment holds 65,536 characters; what would pass that is counted and left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Sized
from html import escape
from typing import Final, TypeAlias

from schemalint.change.grade import GRADES, Change
from schemalint.edge.markdown import cell, code, inline
from schemalint.edge.show import cut, show
from schemalint.linting.run import Reported
from schemalint.model import SEVERITIES
from schemalint.reports.comparison import Comparison, cache_sentences, words_of
from schemalint.reports.lines import sentence, summary
from schemalint.reports.report import Look, Report
from schemalint.schema.pointer import pointer_text
from schemalint.text.changed import Piece

LARGEST: Final = 60_000
_HEADINGS: Final = {"error": "Errors", "warning": "Warnings", "info": "Info"}


_Block: TypeAlias = str | tuple[str, str]
"""A piece of the report; of two texts the second is for where the first does not fit."""


def render(report: Report, look: Look) -> str:
    """The report, with a final newline."""
    written: list[str] = []
    size = left_out = 0
    for block in _blocks(report, look):
        whole, short = (block, "") if isinstance(block, str) else block
        fitting = next((text for text in (whole, short) if text and size + len(text) + 1 <= LARGEST), None)
        left_out += fitting != whole
        if fitting is not None:
            written.append(fitting)
            size += len(fitting) + 1
    if left_out:
        written.append(f"\n*{left_out} more entries do not fit into a comment; the text format has them all.*")
    return "\n".join(written) + "\n"


def _blocks(report: Report, look: Look) -> Iterator[_Block]:
    """Pieces that may be left out one by one; each but the first ends in no blank line."""
    yield f"## {inline(summary(report) or 'no difference')}"
    if report.broken:
        yield _heading("Not checked", report.broken)
    for broken in report.listed_broken:
        yield f"- {code(broken.where)}: {code(broken.sentence)}"
    if look.statistics:
        yield from _table(report)
    else:
        yield from _findings(report, look)
    if report.comparison is not None:
        yield from _changes(report.comparison)
    cache = report.comparison.cache if report.comparison is not None else None
    notes = [*report.notes, *(cache_sentences(cache) if cache is not None else ())]
    if notes:
        yield _heading("Notes", notes)
    yield from (f"- {_sentence(note)}" for note in notes)


def _heading(text: str, entries: Sized) -> str:
    return f"\n### {text} ({len(entries)})\n"


def _findings(report: Report, look: Look) -> Iterator[_Block]:
    listed = report.listed(show_info=look.show_info)
    for severity in SEVERITIES:
        findings = [finding for finding in listed if finding.severity == severity]
        if findings:
            heading = _HEADINGS[severity]
            yield _heading(f"Security {heading.lower()}" if report.comparison is not None else heading, findings)
        by_tool: dict[tuple[str, str | None], list[Reported]] = {}
        for finding in findings:
            by_tool.setdefault((finding.path, finding.tool_name), []).append(finding)
        for (path, tool), own in by_tool.items():
            entries = [line for finding in own for line in (_finding(finding), *_words(finding.words))]
            if len(own) == 1 or report.in_order:
                yield from entries
                continue
            rules = ", ".join(f"{count} {rule}" for rule, count in Counter(finding.rule for finding in own).most_common())
            name = f"<code>{escape(show(cut(tool)))}</code>" if tool is not None else "the set as a whole"
            line = f"{name} in <code>{escape(show(cut(path)))}</code>: {rules}"
            yield "\n".join((f"<details><summary>{line}</summary>\n", *entries, "\n</details>")), f"- {line}"


def _finding(finding: Reported) -> str:
    span = finding.place.span
    place = finding.path + (f":{span.line}" if span is not None else "")
    return f"- {code(finding.rule)} in {code(place)}: {code(sentence(finding))}"


def _table(report: Report) -> Iterator[str]:
    yield "\n| count | severity | rule | finds |\n|---:|---|---|---|"
    for count, rule, severity, _ in report.statistics():
        title = cell(report.rules[rule].title) if rule in report.rules else ""
        yield f"| {count} | {severity} | {code(rule, in_table=True)} | {title} |"


# ----------------------------------------------------------------------------------------------------------------- changes


def _changes(comparison: Comparison) -> Iterator[_Block]:
    """The changes of each tool, folded behind one line, the tools with the worst first."""
    by_tool: dict[str | None, list[Change]] = {}
    for change in comparison.listed:
        by_tool.setdefault(change.tool, []).append(change)
    if by_tool:
        yield _heading("Changed tools", by_tool)
    for tool, changes in by_tool.items():
        counts = Counter(change.grade for change in changes)
        total = ", ".join(f"{counts[grade]} {grade}" for grade in GRADES if counts[grade])
        name = f"<code>{escape(show(tool))}</code>" if tool is not None else "the set as a whole"
        entries = [line for change in changes for line in (_change(change), *_words(words_of(change)))]
        folded = "\n".join((f"<details><summary>{name}: {total}</summary>\n", *entries, "\n</details>"))
        yield folded, f"- {name}: {total}"
    if comparison.allowed:
        yield _heading("Allowed", comparison.allowed)
    for change, reason in comparison.allowed:
        tool = f"{code(change.tool)}: " if change.tool is not None else ""
        yield f"- {tool}{_change(change).removeprefix('- ')}; agreed: {code(reason)}"


def _change(change: Change) -> str:
    place = code(pointer_text(change.pointer) or "/")
    return f"- **{change.grade}** {_sentence(change.message)} (`{change.kind}` at {place})"


def _sentence(message: str) -> str:
    """A message with its names in code spans; one that may not show where a name ends, or that could mention somebody,
    is a code span as a whole.
    """
    is_clear = "``" not in message and "@" not in message and message.count("`") % 2 == 0
    return inline(message) if is_clear else code(message)


def _words(words: Sequence[Piece]) -> Iterator[str]:
    if words:
        tags = {"same": "{}", "removed": "<del>{}</del>", "added": "<ins>{}</ins>"}
        # A line break as an entity: an empty line, or one that opens a list, would end the block inside of a list item.
        text = "".join(tags[piece.kind].format(escape(show(piece.text, lines=True)).replace("\n", "&#10;")) for piece in words)
        yield f"  <pre>{text}</pre>"
