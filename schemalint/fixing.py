"""The fixes of one run: which are applied together, in which text they end, and when it is enough.

Findings in, new sources out; nothing is written here. Each round applies fixes that do not touch each other, reads the new
text and looks again, because one fix may make another needless or possible. Asks others to read and to check.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from schemalint.errors import Failure
from schemalint.fix import FixRefused, applied, placed
from schemalint.linting.run import Reported
from schemalint.model import REMOVE, Fix, Json, Pointer, pointer_text
from schemalint.schema.equal import written_alike
from schemalint.sources import Source
from schemalint.sources.editing import editable, reread
from schemalint.text.edit import EditRefused, edited

ROUNDS: Final = 10
"""How often a run looks again before it says that two rules undo each other's work."""


@dataclass(frozen=True, slots=True, eq=False)
class Refusal:
    """A fix that was asked for and not applied, and why."""

    finding: Reported
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """Where a run ended: the sources as they shall be, how many findings were fixed, and what could not be."""

    sources: tuple[Source, ...]
    count: int = 0
    refused: tuple[Refusal, ...] = ()


class FixesDisagree(Failure):
    """Fixes that find no end. The message names the rules and the place, for a user; nothing was written."""


Check: TypeAlias = Callable[[Sequence[Source]], Iterable[Reported]]
"""Given sources: what is found in them, each finding with its place, without what is silenced."""

Edits: TypeAlias = Sequence[tuple[Pointer, Json]]


def fixed(sources: Sequence[Source], check: Check, *, unsafe: bool = False) -> Fixed:
    """The sources after all fixes that can be applied; with `unsafe` those too that may change what a tool accepts or says.

    Of two fixes that touch the same place, that of the rule that comes first by its id is applied, and then it is looked again.
    Errors: `FixesDisagree`.
    """
    state = _State(list(sources))
    seen = [{source.text} for source in sources]
    before: Sequence[_Choice] = ()
    for _ in range(ROUNDS):
        wanted = state.wanted(check(state.sources), unsafe=unsafe)
        before, state.applied = state.applied, []
        for index, source in enumerate(state.sources):
            mine = [finding for finding in wanted if finding.place.source is source]
            new = state.round(source, mine) if mine else None
            if new is None:
                continue
            state.sources[index] = new
            if new.text in seen[index]:
                raise _disagreement(before, state.applied)
            seen[index].add(new.text)
        if not state.applied:
            break
    else:
        if state.wanted(check(state.sources), unsafe=unsafe):
            raise _disagreement(before, state.applied)
    return Fixed(tuple(state.sources), state.count, tuple(state.refused.values()))


def can_be_fixed(finding: Reported) -> bool:
    """Whether a finding has a fix for which its file has a place; whether the text can be edited there is seen only then."""
    fix, tool, source = finding.fix, finding.tool, finding.place.source
    if fix is None or tool is None or _is_python(source) or not _is_file(source):
        return False
    try:
        return bool(placed(source.documents[tool.origin.document].value, tool, fix.edits))
    except FixRefused:
        return False


def _disagreement(before: Sequence[_Choice], now: Sequence[_Choice]) -> FixesDisagree:
    for choice in now:
        for other in before:
            if choice.finding.path == other.finding.path and choice.document == other.document:
                for place in choice.places:
                    if any(_touch(place, earlier) for earlier in other.places):
                        return _words(choice, place, sorted({choice.rule, other.rule}))
    choice = now[0]
    return _words(choice, choice.places[0], [choice.rule])


def _words(choice: _Choice, place: Pointer, rules: Sequence[str]) -> FixesDisagree:
    where = f"{choice.finding.path}: at {pointer_text(place) or 'the whole document'}"
    what = (
        f"the fixes of {rules[0]} and {rules[1]} undo each other; leave one of the two rules out"
        if len(rules) > 1
        else f"the fix of {rules[0]} finds no end; leave the rule out"
    )
    return FixesDisagree(f"{where} {what}. Nothing was written")


# ------------------------------------------------------------------------------------------------------------- one round


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """A finding with the edits of its fix at places of one document."""

    finding: Reported
    document: int
    edits: Edits

    @property
    def rule(self) -> str:
        return self.finding.rule

    @property
    def places(self) -> Sequence[Pointer]:
        return [place for place, _ in self.edits]


_Key: TypeAlias = tuple[str, int, str, Pointer, str]


@dataclass(slots=True)
class _State:
    """What a run has come to. `applied` are the fixes of the last round."""

    sources: list[Source]
    applied: list[_Choice] = field(default_factory=list)
    refused: dict[_Key, Refusal] = field(default_factory=dict)
    count: int = 0

    def wanted(self, findings: Iterable[Reported], *, unsafe: bool) -> list[Reported]:
        """The findings whose fixes may be applied and were not refused yet, in the order of their rules."""
        wanted = [
            finding
            for finding in findings
            if finding.fix is not None and (finding.fix.safe or unsafe) and _key(finding) not in self.refused
        ]
        return sorted(wanted, key=lambda finding: finding.rule)

    def round(self, source: Source, findings: Sequence[Reported]) -> Source | None:
        """The source after those fixes that go together, or None where none of them could be applied."""
        choices = [choice for finding in findings if (choice := self._choice(finding)) is not None]
        first, twins = _apart(choices)
        if not first:
            return None
        new, accepted = self._writable(source, [], first)
        if new is None:
            return None
        self.applied += accepted
        self.count += sum(1 + len(twins.get(id(choice), ())) for choice in accepted)
        return new

    def _writable(self, source: Source, before: list[_Choice], choices: list[_Choice]) -> tuple[Source | None, list[_Choice]]:
        """The source with `before` and what can be written of `choices`, and all of these; halved until the others are found.

        Each attempt reads the whole text again, so that a search one by one would cost the square of the findings.
        """
        attempt = _edited(source, [*before, *choices])
        if isinstance(attempt, Source):
            return attempt, [*before, *choices]
        if len(choices) == 1:
            self._refuse(choices[0].finding, attempt)
            return None, before
        half = len(choices) // 2
        left, accepted = self._writable(source, before, choices[:half])
        right, accepted = self._writable(source, accepted, choices[half:])
        return right or left, accepted

    def _choice(self, finding: Reported) -> _Choice | None:
        fix, tool, source = finding.fix, finding.tool, finding.place.source
        if fix is None or tool is None:
            return None
        if _is_python(source):
            self._refuse(finding, f"Python files are edited by hand; to {_lowered(fix.title)}, {'; '.join(_proposed(fix))}")
            return None
        if not _is_file(source):
            self._refuse(finding, "there is no file to edit")
            return None
        document = tool.origin.document
        try:
            return _Choice(finding, document, placed(source.documents[document].value, tool, fix.edits))
        except FixRefused as error:
            self._refuse(finding, str(error))
            return None

    def _refuse(self, finding: Reported, reason: str) -> None:
        self.refused[_key(finding)] = Refusal(finding, reason)


def _key(finding: Reported) -> _Key:
    document = finding.tool.origin.document if finding.tool is not None else 0
    return finding.path, document, finding.rule, finding.place.pointer, finding.message


def _is_file(source: Source) -> bool:
    """Whether a source has a text that can be written back."""
    return bool(source.text) and not source.read_only


def _is_python(source: Source) -> bool:
    return source.kind == "python"


def _lowered(title: str) -> str:
    return title[:1].lower() + title[1:]


def _proposed(fix: Fix) -> Iterator[str]:
    for edit in fix.edits:
        place = pointer_text(edit.at)
        yield f"remove {place}" if edit.value is REMOVE else f"write {json.dumps(edit.value)} at {place}"


def _apart(choices: Sequence[_Choice]) -> tuple[list[_Choice], Mapping[int, Sequence[_Choice]]]:
    """The choices that touch none before them, and for each the others that ask for just the same."""
    taken: set[tuple[int, Pointer]] = set()
    around: set[tuple[int, Pointer]] = set()
    first: list[_Choice] = []
    twins: dict[int, list[_Choice]] = {}
    for choice in choices:
        if any(
            (choice.document, place) in around or any((choice.document, place[:n]) in taken for n in range(len(place) + 1))
            for place in choice.places
        ):
            twin = next((one for one in first if one.document == choice.document and _alike(one.edits, choice.edits)), None)
            if twin is not None:
                twins.setdefault(id(twin), []).append(choice)
            continue
        first.append(choice)
        for place in choice.places:
            taken.add((choice.document, place))
            around.update((choice.document, place[:n]) for n in range(len(place) + 1))
    return first, twins


def _alike(one: Edits, other: Edits) -> bool:
    return list(one) == list(other)


def _touch(one: Pointer, other: Pointer) -> bool:
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def _edited(source: Source, choices: Sequence[_Choice]) -> Source | str:
    """The source with some fixes applied, read from its new text, or why they cannot be."""
    edits: dict[int, list[tuple[Pointer, Json]]] = {}
    for choice in choices:
        edits.setdefault(choice.document, []).extend(choice.edits)
    try:
        text = edited(editable(source), {index: applied(source.documents[index].value, some) for index, some in edits.items()})
    except EditRefused as refused:
        return str(refused)
    except KeyError as missing:
        return f"there is nothing around {missing.args[0]}"
    if text == source.text:
        return "the fix changes nothing"
    new = reread(source, text)
    if new is None or not all(
        written_alike(one.members(), meant) for one, meant in zip(new.tools(), _meant(source, choices), strict=True)
    ):
        return "the edited text would be read as other tools"
    return new


def _meant(source: Source, choices: Sequence[_Choice]) -> Iterator[Json]:
    """The tools of a source as they are to be read from it after some fixes."""
    edits: dict[int, list[tuple[Pointer, Json]]] = {}
    for choice in choices:
        if (fix := choice.finding.fix) is not None:
            edits.setdefault(id(choice.finding.tool), []).extend((edit.at, edit.value) for edit in fix.edits)
    for tool in source.tools():
        yield applied(tool.members(), edits[id(tool)]) if id(tool) in edits else tool.members()
