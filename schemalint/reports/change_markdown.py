"""A comparison as Markdown, made for a comment on a pull request: security findings first, then the changes by grade.

Whatever comes from a definition stands in a code span or in escaped HTML, so that no name or text is a link, a mention, an
image or a heading of its own. A comment holds 65,536 characters at most; what would pass that is counted and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Final

from schemalint.change.grade import GRADES, Change
from schemalint.edge.show import show
from schemalint.reports.change_report import ChangeReport, cache_words, changed_words, counted, place_text

LARGEST: Final = 60_000
_HEADINGS: Final = {"breaking": "Breaking", "behaviour": "Behaviour", "safe": "Safe"}


def render(report: ChangeReport) -> str:
    """The report, with a final newline."""
    written: list[str] = []
    size = 0
    left_out = 0
    for block in _blocks(report):
        if size + len(block) + 1 > LARGEST:
            left_out += 1
            continue
        written.append(block)
        size += len(block) + 1
    if left_out:
        written.append(f"\n*{left_out} more entries do not fit into a comment; `schemalint diff` prints them all.*")
    return "\n".join(written) + "\n"


def _blocks(report: ChangeReport) -> Iterator[str]:
    """Pieces that may be left out one by one; each but the first ends in no blank line."""
    yield f"## Tool definitions: {counted(report.changes)}"
    findings = report.security()
    if findings:
        yield "\n### :warning: Security findings in changed text\n"
    for finding in findings:
        tool = f" in {code(finding.tool_name)}" if finding.tool_name is not None else ""
        line = f":{span.line}" if (span := finding.place.span) is not None else ""
        yield f"- **{finding.severity}** `{finding.rule}`{tool}, {code(finding.path + line)}: {code(finding.message)}"
    for grade in GRADES:
        changes = [change for change in report.changes if change.grade == grade]
        if changes:
            yield f"\n### {_HEADINGS[grade]} ({len(changes)})\n"
        for change in changes:
            yield _item(change)
            yield from _words(change)
    if report.allowed:
        yield f"\n### Allowed ({len(report.allowed)})\n"
        for change, reason in report.allowed:
            yield f"{_item(change)}; agreed: {code(reason)}"
    said = [*report.notes, *(cache_words(report.cache) if report.cache is not None else ())]
    if said:
        yield f"\n### {'Cached prompt' if report.cache is not None else 'Notes'}\n"
        yield from (f"- {code(one)}" for one in said)


def _item(change: Change) -> str:
    tool = f"{code(change.tool)} " if change.tool is not None else ""
    return f"- {tool}`{change.kind}` at {code(place_text(change.pointer))}: {code(change.message)}"


def _words(change: Change) -> Iterator[str]:
    pieces = changed_words(change)
    if pieces:
        tags = {"same": "{}", "gone": "<del>{}</del>", "new": "<ins>{}</ins>"}
        # A line break as an entity: an empty line, or one that opens a list, would end the block inside of a list item.
        text = "".join(tags[one.kind].format(escape(show(one.text, lines=True)).replace("\n", "&#10;")) for one in pieces)
        yield f"  <pre>{text}</pre>"


def code(text: str) -> str:
    """A text as a code span of one line, whatever is in it."""
    shown = show(text)
    longest = max(map(len, _ticks().findall(shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown[:1] in ("`", " ", "") or shown[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


@cache
def _ticks() -> re.Pattern[str]:
    return re.compile("`+")
