"""The fixer: findings in, new sources out; nothing is written here.

A finding offers the edits of its fix (`offers`). Each round applies the offers that do not touch each other, makes the new
text, reads it, and checks again, because one fix may make another needless or possible. Others read and check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from schemalint.errors import Failure
from schemalint.fixing.offers import Offer, Refusal, offer
from schemalint.linting.run import Reported
from schemalint.record import dataclass, replace
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, pointer_text
from schemalint.sources import Source
from schemalint.sources.editing import editable, reread
from schemalint.text.edit import EditRefused, edited
from schemalint.text.edit.patch import patched

ROUNDS: Final = 10
"""How many rounds there are before the fixes are reported to undo each other."""


@dataclass(frozen=True, slots=True, eq=False)
class FixedSources:
    """Where a run ended: the new sources, how many findings were fixed, and which fixes could not be applied."""

    sources: tuple[Source, ...]
    count: int = 0
    refused: tuple[Refusal, ...] = ()


class FixesDisagree(Failure):
    """Fixes that never end. The message names the rules and the place, for a user; nothing was written."""


Check: TypeAlias = Callable[[Sequence[Source]], Iterable[Reported]]
"""Given sources: what is found in them, each finding with its place, without what is silenced."""

Key: TypeAlias = tuple[str, int, str, Pointer, str]
"""What makes a finding the same in the next round: path, document, rule, place, message."""


def fix_sources(sources: Sequence[Source], check: Check, *, unsafe: bool = False) -> FixedSources:
    """The sources after all fixes that can be applied; with `unsafe` those too that may change meaning.

    Of two fixes that touch the same place, the one whose rule id sorts first is applied; then the sources are checked again.
    Errors: `FixesDisagree`.
    """
    now = list(sources)
    seen = [{source.text} for source in sources]
    refused: dict[Key, Refusal] = {}
    count = 0
    before: list[Offer] = []
    applied: list[Offer] = []
    for _ in range(ROUNDS):
        before, applied = applied, []
        refused.clear()  # what was refused beside other faults may be possible now that those are fixed
        wanted = _wanted(check(now), refused, unsafe=unsafe)
        for index, source in enumerate(now):
            mine = [finding for finding in wanted if finding.place.source is source]
            new, accepted = _round(source, mine, refused)
            if new is None:
                continue
            now[index] = new
            applied += accepted
            if new.text in seen[index]:
                raise _disagreement(before, applied)
            seen[index].add(new.text)
        count += sum(len(offered.findings) for offered in applied)
        if not applied:
            break
    else:
        if _wanted(check(now), refused, unsafe=unsafe):
            raise _disagreement(before, applied)
    return FixedSources(tuple(now), count, tuple(refused.values()))


def _wanted(findings: Iterable[Reported], refused: dict[Key, Refusal], *, unsafe: bool) -> list[Reported]:
    """The findings whose fixes may be applied and were not refused yet, in the order of their rules."""
    wanted = (finding for finding in findings if finding.fix is not None and (finding.fix.safe or unsafe))
    return sorted((finding for finding in wanted if _key(finding) not in refused), key=lambda finding: finding.rule)


def _key(finding: Reported) -> Key:
    document = finding.tool.origin.document if finding.tool is not None else 0
    return finding.path, document, finding.rule, finding.place.pointer, finding.message


def _disagreement(before: Sequence[Offer], now: Sequence[Offer]) -> FixesDisagree:
    for new in now:
        for old in before:
            if (new.path, new.document) == (old.path, old.document):
                for place, _ in new.edits:
                    if any(_touch(place, earlier) for earlier, _ in old.edits):
                        return _in_words(new, place, sorted({new.rule, old.rule}))
    return _in_words(now[0], now[0].edits[0][0], [now[0].rule])


def _touch(one: Pointer, other: Pointer) -> bool:
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def _in_words(offered: Offer, place: Pointer, rules: Sequence[str]) -> FixesDisagree:
    if len(rules) > 1:
        problem = f"the fixes of {rules[0]} and {rules[1]} undo each other; leave one of the two rules out"
    else:
        problem = f"the fix of {rules[0]} never ends; leave the rule out"
    return FixesDisagree(f"{offered.path}: at {pointer_text(place) or 'the whole document'} {problem}. Nothing was written")


# ------------------------------------------------------------------------------------------------------------- one round


def _round(source: Source, findings: Sequence[Reported], refused: dict[Key, Refusal]) -> tuple[Source | None, list[Offer]]:
    """The source after those fixes that go together, and these; None where none of them could be applied."""
    offers: list[Offer] = []
    for finding in findings:
        offered = offer(finding)
        if isinstance(offered, Offer) and (target := _refusing(finding)) is not None:
            offered = Refusal(finding, f"{target} would refuse the tool then")
        if isinstance(offered, Refusal):
            refused[_key(finding)] = offered
        else:
            offers.append(offered)
    return _writable(source, [], _apart(offers), refused) if offers else (None, [])


def _refusing(finding: Reported) -> str | None:
    """A target that accepts the tool of a finding and would refuse it once it is fixed."""
    from schemalint.targets.safety import worsened  # only for those who fix

    if finding.tool is None or finding.fix is None:
        return None
    try:
        members = patched(finding.tool.members(), [(edit.at, edit.value) for edit in finding.fix.edits])
    except KeyError:
        return None  # there is no such place; to write it says so
    return worsened(finding.tool, members)


def _apart(offers: Sequence[Offer]) -> list[Offer]:
    """The offers that touch none before them; one that asks for just the same edits joins its findings to theirs."""
    taken: set[tuple[int, Pointer]] = set()
    around: set[tuple[int, Pointer]] = set()
    apart: list[Offer] = []
    for new in offers:
        places = [(new.document, place) for place, _ in new.edits]
        if any((at, place) in around or any((at, up) in taken for up in _upwards(place)) for at, place in places):
            for index, old in enumerate(apart):
                if (old.document, list(old.edits)) == (new.document, list(new.edits)):
                    apart[index] = replace(old, findings=(*old.findings, *new.findings))
                    break
            continue
        apart.append(new)
        for at, place in places:
            taken.add((at, place))
            around.update((at, up) for up in _upwards(place))
    return apart


def _upwards(place: Pointer) -> Iterator[Pointer]:
    """A place and all places around it."""
    yield from (place[:length] for length in range(len(place) + 1))


def _writable(
    source: Source, before: list[Offer], offers: list[Offer], refused: dict[Key, Refusal]
) -> tuple[Source | None, list[Offer]]:
    """The source with `before` and what can be written of `offers`, and all of these; halved until the others are found.

    Each attempt reads the whole text again, so that a search one by one would cost the square of the findings.
    """
    attempt = _attempt(source, [*before, *offers])
    if isinstance(attempt, Source):
        return attempt, [*before, *offers]
    if len(offers) == 1:
        refused.update((_key(finding), Refusal(finding, attempt)) for finding in offers[0].findings)
        return None, before
    half = len(offers) // 2
    left, accepted = _writable(source, before, offers[:half], refused)
    right, accepted = _writable(source, accepted, offers[half:], refused)
    return right or left, accepted


# --------------------------------------------------------------------------------------------------------------- new texts


def _attempt(source: Source, offers: Sequence[Offer]) -> Source | str:
    """The source with some fixes applied, read from its new text, or why they cannot be."""
    edits: dict[int, list[tuple[Pointer, Json]]] = {}
    for offered in offers:
        edits.setdefault(offered.document, []).extend(offered.edits)
    try:
        values = {index: patched(source.documents[index].value, some) for index, some in edits.items()}
        text = edited(editable(source), values)
    except EditRefused as refused:
        return str(refused)
    except KeyError as missing:
        return f"there is nothing around {missing.args[0]}"
    if text == source.text:
        return "the fix changes nothing"
    new = reread(source, text)
    if new is None or not all(map(written_alike, (tool.members() for tool in new.tools()), _meant(source, offers))):
        return "the edited text would be read as other tools"
    return new


def _meant(source: Source, offers: Sequence[Offer]) -> Iterator[Json]:
    """The tools of a source as they are to be read from it after some fixes."""
    edits: dict[int, list[tuple[Pointer, Json]]] = {}
    for finding in (offered.findings[0] for offered in offers):
        if finding.fix is not None:
            edits.setdefault(id(finding.tool), []).extend((edit.at, edit.value) for edit in finding.fix.edits)
    for tool in source.tools():
        yield patched(tool.members(), edits[id(tool)]) if id(tool) in edits else tool.members()
