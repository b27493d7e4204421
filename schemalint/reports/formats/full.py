"""For a terminal: findings by tool, each with its place, its line and a mark; the gravest and the counts at the end.

`text` is this on a terminal. Findings of a tool that differ only in the parameter are together, and messages are wrapped. Text
from definitions only leaves here sanitized.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from schemalint.edge.read import Lines
from schemalint.edge.show import cut, show, window
from schemalint.fixing.offers import can_be_fixed
from schemalint.linting.run import Reported
from schemalint.model import SEVERITIES
from schemalint.reports import lines
from schemalint.reports.comparison import cache_sentences, words_of
from schemalint.reports.formats._terminal import LINK, cells, styled, wrapped, wrapped_pieces
from schemalint.reports.lines import Line, line_start
from schemalint.reports.report import Look, Report, by_place
from schemalint.schema.pointer import pointer_text
from schemalint.sources.source import Place
from schemalint.text.document import Span

if TYPE_CHECKING:
    from schemalint.change.grade import Change

_INDENT: Final = 10
"""Cells before a message: those of a severity and the blanks around it."""
_WIDEST: Final = 120
"""Cells of a line that is still read with ease."""
_MOST_MARKED: Final = 5
_LONGEST_MARK: Final = 40
_NAMED: Final = 3
"""Rules and files that the end names."""


def render(report: Report, look: Look) -> str:
    """The report, each line with its end."""
    width = min(look.width or 100, _WIDEST)
    body = lines.counted_by_rule(report) if look.statistics else _listed(report, look, width)
    return styled([*body, *_closing(report, look, width)], color=look.color)


def _listed(report: Report, look: Look, width: int) -> Iterator[Line]:
    for name in report.passed or ():
        yield [(f"{show(name)}: ok", "safe")]
    findings = report.listed(show_info=look.show_info, most=look.most)
    texts: dict[str, Lines] = {}
    for heading, own in _by_tool(findings, in_order=report.in_order):
        yield []
        yield [(heading, "bold")]
        for together in _folded(own):
            yield from _finding(together, texts, look, width)
    if look.show_suppressed:
        yield []
        yield from (lines.suppressed_line(finding) for finding in by_place(report.silenced))
    if report.comparison is not None:
        yield from _changes(report, width)
    for broken in report.listed_broken:
        yield []
        first, *rest = wrapped(lines.broken_line(broken), width - 2)
        yield [(first, "error")]
        yield from ([("  ", ""), (part, "")] for part in rest)
    yield []


# ---------------------------------------------------------------------------------------------------------------- by tool


def _by_tool(findings: Sequence[Reported], *, in_order: bool) -> Iterator[tuple[str, list[Reported]]]:
    """Each tool once, with its findings: those with an error last, since the end is what a reader sees first."""
    groups: dict[tuple[str, str | None, int], list[Reported]] = {}
    for finding in findings:
        groups.setdefault((finding.path, _heading(finding), id(finding.tool)), []).append(finding)
    listed = list(groups.items())
    if not in_order:
        orders: dict[str, dict[int, int]] = {}

        def order(item: tuple[tuple[str, str | None, int], list[Reported]]) -> tuple[int, str, int]:
            (path, _, tool), own = item
            if path not in orders:
                orders[path] = {id(one): index for index, one in enumerate(own[0].place.source.tools(), 1)}
            return (-min(map(_rank, own)), path, orders[path].get(tool, 0))

        listed = [(key, sorted(own, key=lambda one: -_rank(one))) for key, own in sorted(listed, key=order)]
    for (_, heading, _), own in listed:
        yield heading or "", own


def _heading(finding: Reported) -> str:
    if finding.tool_name is not None:
        return show(cut(finding.tool_name)) or '""'
    return "suppressions" if finding.place.source.shape == "suppression" else "the whole set"


def _rank(finding: Reported) -> int:
    return SEVERITIES.index(finding.severity)


def _folded(findings: Iterable[Reported]) -> list[list[Reported]]:
    """The findings of a tool; those of a rule that differ only in the first name or the place in their message are together."""
    together: dict[tuple[str, str, str], list[Reported]] = {}
    for finding in findings:
        shape = re.sub(r"(?<= at )/[^ )]*", "/", re.sub(r"`[^`]*`", "`", finding.message, count=1))
        together.setdefault((finding.rule, finding.severity, shape), []).append(finding)
    return list(together.values())


# ------------------------------------------------------------------------------------------------------------- one finding


def _finding(together: Sequence[Reported], texts: dict[str, Lines], look: Look, width: int) -> Iterator[Line]:
    first = together[0]
    fix = next((one.fix for one in together if one.fix is not None and can_be_fixed(one)), None)
    mark = "" if fix is None else "  [fix]" if fix.safe else "  [unsafe fix]"
    head: Line = [("  ", ""), (f"{first.severity:<7}", first.severity), (" ", ""), (first.rule, "bold"), (mark, "safe")]
    places = [one.place for one in together]
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    where = _where(places[0], first)
    address = LINK + Path(look.links, first.path).as_uri() if look.links is not None and places[0].span else "dim"
    if sum(cells(text) for text, _ in head) + 2 + cells(where + more) <= width:
        yield [*head, ("  ", ""), (where, address), (more, "dim")]
    else:
        yield head
        yield [(" " * _INDENT, ""), (where, address), (more, "dim")]
    for part in wrapped(_message(together), width - _INDENT):
        yield [(" " * _INDENT, ""), *_code(part)]
    for words in lines.words_line(first.words):
        yield from ([(" " * _INDENT + "| ", "dim"), *row] for row in wrapped_pieces(words[1:], width - _INDENT - 2))
    shown = [place.span for place in places if place.span is not None and place.source.text][:_MOST_MARKED]
    for span in shown:
        text = texts.setdefault(first.path, Lines(first.place.source.text))
        yield from _marked(span, first.severity, text.line_text(span.line), width)
    if shown and len(places) > len(shown):
        left = [place.span for place in places[len(shown) :] if place.span is not None]
        named = ", ".join(f"{span.line}:{span.column}" for span in left[:12]) + (", …" if len(left) > 12 else "")
        yield [(f"{'…':>{_INDENT - 2}}  {named}", "dim")]


def _where(place: Place, finding: Reported) -> str:
    """`path:line:column`; for what has no text, the path and the place in the tool."""
    if place.span is not None or finding.tool is None:
        return line_start(place.where)
    return f"{line_start(place.source.path)} {show(cut(pointer_text(place.at) or '/'))}"


def _message(together: Sequence[Reported]) -> str:
    """What is wrong, once, and for which others it holds."""
    first = show(lines.sentence(together[0], named=False))
    names = [match[0] for one in together[1:] if (match := re.search(r"`[^`]*`", one.message)) and match[0] not in first]
    if not names:
        return first
    listed = [show(cut(name, 60)) for name in dict.fromkeys(names)]
    rest = f", and {len(listed) - 9} more" if len(listed) > 10 else ""
    return f"{first}; the same holds for {', '.join(listed[:9] if rest else listed)}{rest}"


def _code(part: str) -> Line:
    """A line of a message, what stands between back ticks in bold."""
    pieces = part.split("`")
    if len(pieces) % 2 == 0:  # a name was wrapped
        return [(part, "")]
    return [(f"`{piece}`" if index % 2 else piece, "bold" if index % 2 else "") for index, piece in enumerate(pieces) if piece]


def _marked(span: Span, severity: str, source: str, width: int) -> Iterator[Line]:
    """A source line, cut to a window around the place, and a line that marks the place."""
    margin = f"{span.line:>{_INDENT - 2}} | "
    shown, column = window(source, span.column, max(width - len(margin), 20))
    length = 1
    if span.end_line == span.line and span.end_column > span.column:
        length = len(show(source[span.column - 1 : span.end_column - 1]))
    before, marked = shown[: column - 1], shown[column - 1 : column - 1 + max(length, 1)]
    yield [(margin, "dim"), (shown, "")]
    yield [
        (" " * (_INDENT - 2) + " | ", "dim"),
        (" " * cells(before), ""),
        ("^" * min(max(1, cells(marked)), _LONGEST_MARK), severity),
    ]


# --------------------------------------------------------------------------------------------------------- changes, the end


def _changes(report: Report, width: int) -> Iterator[Line]:
    """Changes by tool, the tool with the worst first; tools that are new or gone only by name."""
    comparison = report.comparison
    if comparison is None:
        return
    by_tool: dict[str | None, list[Change]] = {}
    whole: dict[str, list[Change]] = {"tool-removed": [], "tool-added": []}
    for change in comparison.listed:
        own = whole[change.kind] if change.kind in whole else by_tool.setdefault(change.tool, [])
        own.append(change)
    for tool, changes in by_tool.items():
        yield []
        yield [(show(cut(tool)) if tool is not None else "the set", "bold")]
        for change in changes:
            yield from _change(change, width)
    for changes in filter(None, whole.values()):
        yield []
        yield [(f"{changes[0].kind.removeprefix('tool-')} tools", "bold")]
        names = ", ".join(show(cut(change.tool or "")) for change in changes)
        for index, part in enumerate(wrapped(names, width - 12)):
            yield [("  ", ""), (f"{'' if index else changes[0].grade:<9} ", changes[0].grade), (part, "")]
    for change, reason in comparison.allowed:
        yield [("allowed: ", "safe"), *lines.change_line(change), (f" ({show(reason)})", "dim")]
    yield []
    sentences = cache_sentences(comparison.cache) if comparison.cache is not None else ()
    for said in (*(f"note: {show(note)}" for note in report.notes), *(f"cache: {show(sentence)}" for sentence in sentences)):
        yield from ([(part, "")] for part in wrapped(said, width))


def _change(change: Change, width: int) -> Iterator[Line]:
    message = show(cut(change.message, 2_000))
    about = f"{change.kind} {show(cut(pointer_text(change.pointer) or '/'))}"
    *parts, last = wrapped(message, width - 12) if message else [""]
    rows: list[Line] = [_code(part) for part in parts]
    if cells(last) + 2 + cells(about) <= width - 12:
        rows.append([*_code(last), (f"  {about}", "dim")])
    else:
        rows += [_code(last), [(about, "dim")]]
    for words in lines.words_line(words_of(change)):
        rows += ([("| ", "dim"), *row] for row in wrapped_pieces(words[1:], width - 14))
    for index, row in enumerate(rows):
        yield [("  ", ""), (f"{'' if index else change.grade:<9} ", change.grade), *row]


def _closing(report: Report, look: Look, width: int) -> Iterator[Line]:
    """Counts, what they are made of, what can be done, and the sentence that sums up."""
    counting = [one for one in report.findings if look.show_info or one.severity != "info"]
    rows: list[tuple[str, str]] = []
    if len(counting) > _NAMED and report.comparison is None and not look.statistics:
        rows.append(("rules", _most(Counter(one.rule for one in counting), " (--statistics)")))
        if len({one.path for one in counting}) > 1:
            rows.append(("files", _most(Counter(one.path for one in counting))))
    if len(report.changes) > _NAMED:
        rows.append(("kinds", _most(Counter(change.kind for change in report.changes), most=6)))
    infos = report.count("info")
    if infos and report.comparison is None and not look.show_info and not look.statistics:
        rows.append(
            ("info", f"{infos} of {len({one.rule for one in report.findings if one.severity == 'info'})} rules (--show info)")
        )
    fixes = [f"{report.safe} with --fix"] if report.safe else []
    fixes += [f"{report.unsafe}{' more' if fixes else ''} with --fix --unsafe-fixes"] if report.unsafe else []
    if fixes:
        rows.append(("fixes", ", ".join(fixes)))
    if look.next_step and counting:
        rows.append(("next", look.next_step))
    if look.most is not None and len(counting) > look.most:
        rows.insert(0, ("shown", f"{look.most} of {len(counting)} findings (--max-findings)"))
    for name, row in rows:
        first, *rest = wrapped(row, width - 9)
        yield [(f"  {name:<5}  ", "dim"), (first, "")]
        yield from ([(" " * 9, ""), (part, "")] for part in rest)
    if summary := lines.summary(report):
        for part in wrapped(line_start(summary), width):
            yield [(part, _verdict(report))]


def _verdict(report: Report) -> str:
    if report.broken or report.count("error") or any(change.grade == "breaking" for change in report.changes):
        return "error"
    return "warning" if report.count("warning") or report.changes else "safe"


def _most(counts: Counter[str], where: str = "", most: int = _NAMED) -> str:
    named = [f"{count} {show(cut(name, 60))}" for name, count in counts.most_common(most)]
    left = len(counts) - len(named)
    return ", ".join(named) + (f", and {left} more{where}" if left > 0 else "")
