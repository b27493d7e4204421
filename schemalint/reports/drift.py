"""The findings of `lock`: each drift with its place and the words that changed, and the sentences for them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from schemalint.linting.command_checks import CommandCheck
from schemalint.linting.run import Reported
from schemalint.locking import Drift, Growth, Lock, drift
from schemalint.locking.checks import DRIFT, REGRESSION, UNSTABLE
from schemalint.locking.listings import Relisted
from schemalint.locking.texts import OldTexts, text_of
from schemalint.model import Tool, Toolset
from schemalint.record import replace
from schemalint.reports.comparison import counted
from schemalint.reports.report import by_place, report
from schemalint.schema.pointer import named_steps
from schemalint.sources import Source
from schemalint.sources.source import Place
from schemalint.text.changed import Piece, changed_words


def drifted(
    sources: Sequence[Source], toolsets: Iterable[Toolset], drifts: Iterable[Drift], texts: OldTexts
) -> Iterator[Reported]:
    """The differences from the lock file: first those without a current tool, then the others by place."""
    by_tool: dict[int, list[Reported]] = {}
    for item in drifts:
        sentence = message(item, texts.locked)
        if item.new is None or item.new.tool is None:
            severity = "warning" if item.tool is None and item.field == "/version" else DRIFT.severity
            yield replace(_of_file(str(texts.path), DRIFT, sentence, item.tool), severity=severity, words=_stated(item))
            continue
        finding = Reported(DRIFT.id, DRIFT.severity, item.new.tool, item.at, sentence, words=_words(item, texts))
        by_tool.setdefault(id(item.new.tool), []).append(finding)
    found = ((toolset, [finding for tool in toolset.tools for finding in by_tool.get(id(tool), ())]) for toolset in toolsets)
    yield from by_place(report(sources, (), found).findings)


def _stated(drift: Drift) -> tuple[Piece, ...]:
    """The words of what a server states that changed, where both sides are known."""
    if drift.tool is not None or drift.kind != "changed" or not drift.field.startswith("/") or drift.field == "/":
        return ()
    if drift.was is None or drift.now is None:
        return (Piece("same", "the old text is not in the lock file (--no-store-text)"),)
    return changed_words(text_of(drift.was), text_of(drift.now))


def _of_file(path: str, check: CommandCheck, sentence: str, tool: str | None = None) -> Reported:
    """A finding whose place is a lock file or a server as a whole; the tool that it names need not be there."""
    place = Place(Tool(""), (), Source(path, "lock file", ()), whole=True)
    return Reported(check.id, check.severity, Tool(tool) if tool is not None else None, (), sentence, place=place)


def _words(drift: Drift, texts: OldTexts) -> tuple[Piece, ...]:
    if not drift.is_rewritten:
        return ()
    both = texts.both(drift)
    missing = Piece("same", "the old text is neither in the lock file (--store-text) nor in git")
    return changed_words(*both) if both else (missing,)


def listed_again(relisted: Iterable[Relisted]) -> Iterator[Reported]:
    """What the second listing of live servers shows."""
    for listing in relisted:
        path = listing.source.path
        if listing.order is not None:
            yield _of_file(path, UNSTABLE, f"two listings of the tools {listing.order}")
        for tool in listing.rewritten:
            yield _of_file(path, DRIFT, "the second of two listings defines the tool differently", tool.name)
        for at in listing.restated:
            yield _of_file(path, DRIFT, f"the second of two sessions states another `{at}`")


def grown(path: Path, sets: Iterable[Growth], percent: float) -> Iterator[Reported]:
    """The sets that cost more than when they were locked."""
    for growth in sets:
        more = (
            f"{growth.percent:.0f} % more than the {growth.before} that were locked"
            if growth.before
            else "and cost none before"
        )
        sentence = f"the set `{growth.set}` costs about {growth.after} tokens, {more}; --max-growth allows {percent:g} %"
        yield _of_file(str(path), REGRESSION, sentence)


def closing(path: Path, locked: Lock, now: Lock, renew: str) -> str:
    """The last line: how many tools differ, and the command that records it if that is intended; empty if none does."""
    found = drift(locked, now)
    if not found:
        return ""
    names = {(item.set, item.tool) for item in found if item.tool is not None}
    removed = sum(len(locked.sets[item.set].tools) for item in found if item.tool is None and item.field == "/")
    count = len(names) + removed
    differ = f"{counted(count, 'tool')} {'differs' if count == 1 else 'differ'}" if count else counted(len(found), "difference")
    return f"{differ} from {path}; if the change is intended, run `{renew}` and commit the lock file with it"


# -------------------------------------------------------------------------------------------------------------- the sentences


def message(drift: Drift, locked: Lock) -> str:
    """A drift in a sentence; `locked` is what it is a drift from."""
    if drift.field == "property_order":
        return f"the lock file was written with another property order: {drift.detail}"
    if drift.tool is None and drift.field == "/":
        count = len(locked.sets[drift.set].tools)
        return f"the set `{drift.set}` was removed, with its {counted(count, 'locked tool')}"
    if drift.field == "server":
        return f"the set `{drift.set}` has a new server name since it was locked: {drift.detail}"
    if drift.field == "order":
        return f"the set `{drift.set}` lists its tools in a new order since it was locked, from `{drift.detail}` on"
    if drift.field == "source":
        return f"the tool has a new source since it was locked: {drift.detail}"
    if drift.field == "/" and drift.kind == "changed":
        return "no part differs from the lock file, but the whole does: the file was edited or merged incorrectly"
    if drift.field == "/":
        return "the tool is not in the lock file" if drift.kind == "added" else "the tool was removed"
    part = part_name(drift.field) if drift.tool is not None else _statement(drift)
    if drift.kind == "changed":
        return f"{part} changed since the lock file was written"
    return f"{part} {'were' if drift.field in ('/annotations', '/instructions') else 'was'} {drift.kind}"


def _statement(drift: Drift) -> str:
    """What a server states beside its tools, in a sentence."""
    first, *rest = map(str, named_steps(drift.field))
    kind = {"resourceTemplates": "resource template", "prompts": "prompt"}.get(first, first)
    subject = f"the {kind} `{rest[0]}`" if rest else f"the {kind}"
    return f"{subject} of the server `{drift.set}`"


def part_name(field: str) -> str:
    """What a field of a lock file is called in a sentence."""
    at = named_steps(field)
    if field == "/parameters":
        return "the parameter schema, apart from its properties,"
    if field == "/parameters/properties":
        return "the order of the parameters"
    if len(at) == 3:
        return f"parameter `{at[2]}`"
    return f"member `{at[1]}`" if len(at) == 2 else f"the {str(at[0]).replace('_', ' ')}"
