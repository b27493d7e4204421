"""Closed runs: lists of values in prose that say "these and no others", with the span of every value.

Knows what can be a value and what makes a list open or foreign (`etc.`, another parameter's values). Knows no schema: the
caller passes the parameter's name and its siblings' words. The cue words are English: ask `scripts.reads_latin` first. Linear
in the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from schemalint.language.cues import VALUE_NAMES, Cue, cue_of, last_word
from schemalint.language.pieces import Piece, pieces
from schemalint.language.runs import Run, brackets, read_run
from schemalint.pattern import pattern
from schemalint.record import dataclass

if TYPE_CHECKING:
    pass

_NO_VALUES: Final = frozenset(
    """
    a an are array be boolean case-insensitive case-sensitive date default exclusive hash id ids inclusive integer is it list
    name names number object optional path recommended required sha slug string strings that the these they this those
    timestamp to url urls username we when with you your
    """.split()
)
"""Bare words that say what kind a value is, or are no value at all."""

_ORDERS: Final = frozenset("order ordering sort".split())
_LOGIC: Final = frozenset("and not or xor".split())
_JOINERS: Final = frozenset("combinator conjunction join logic operator".split())


_dotted = pattern(r"[A-Za-z][\w-]*\.[A-Za-z][\w.-]*")


@dataclass(frozen=True, slots=True)
class Value:
    """One value and the span of its text, quotes left out."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ClosedRun:
    """At least two distinct values in the order of the text; `start` and `end` span the first value to the last."""

    values: tuple[Value, ...]
    cue: Cue
    quoted: bool
    start: int
    end: int

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(value.text for value in self.values)


def closed_runs(
    text: str,
    name: str = "",
    *,
    siblings: Collection[str] = (),
    foreign: Collection[str] = (),
    cues: Sequence[str] = (),
    value_names: Collection[str] = (),
) -> Iterator[ClosedRun]:
    """The closed runs of a description, in order.

    `name` is the parameter it belongs to. A run of `siblings` (names of the other parameters) or `foreign` (their enum values)
    is a reference to them. `cues` are more phrases that state a run, `value_names` more last words of value-like names.
    """
    if not _may_list(text) or _open_text().search(text):
        return
    parts = pieces(text)
    closing = brackets(parts)
    own = last_word(name)
    calling = VALUE_NAMES.union(value_names)
    here = 0
    while here < len(parts):
        run = read_run(parts, closing, here)
        if run is not None and not run.open:
            cue = cue_of(parts, closing, run, own, cues, calling)
            if cue is None and not run.quoted:
                here = run.values[-1][1] + 1  # a list may stand in the bracket behind it
                continue
            values = _values(parts, run) if cue is not None else ()
            if cue is not None and len(values) > 1 and _are_values(values, run, cue, own):
                texts = [value.text for value in values]
                if not _are_references(texts, cue, name, siblings, foreign):
                    yield ClosedRun(values, cue, run.quoted, values[0].start, values[-1].end)
        here = max(run.next, here + 1) if run is not None else here + 1


def _may_list(text: str) -> bool:
    lowered = text.lower()
    return len(text) > 6 and any(mark in lowered for mark in (",", "|", "/", " or ", " and ", " - ", "\n", "、"))


_open_text = pattern(
    r"(?i)(?:comma|pipe|semicolon|space)[- ](?:separated|delimited)|separated by|multiple values|combinations?\b"
    r"|can be combined"
    r"|\bprefix(?:ed)? (?:it )?(?:with|by|for|a|an)\b|not limited to|among others|free[- ]?form|free text|wildcards?\b"
    r"|any other|other values|custom values?|or a custom|\balso (?:accepts?|be|supports?|allows?)\b|case by case"
    r"|例如|比如|例：|等。|等）"
)
"""Words anywhere in a text that open its lists: several values in one string, other values, values worked out."""


def _values(parts: Sequence[Piece], run: Run) -> tuple[Value, ...]:
    values: dict[str, Value] = {}
    for first, last in run.values:
        shown = parts[first].text if first == last else " ".join(part.text for part in parts[first : last + 1])
        values.setdefault(shown, Value(shown, parts[first].at, parts[last].at + len(parts[last].text)))
    return tuple(values.values())


_no_value = pattern(
    r"[:*{}<>\"'`=$\\()\[\]?%@;,]|//|^[/.]|\.[A-Za-z][A-Za-z0-9]{0,3}$|\.\.|YY|yyyy|\bMM\b|\bDD\b|\bHH\b|\bhh\b"
)
"""Templates, paths, file names, addresses, code."""


def _are_values(values: Sequence[Value], run: Run, cue: Cue, own: str) -> bool:
    """Whether every text of a run has the form of a value."""
    texts = [value.text for value in values]
    for text in texts:
        if not text or text != text.strip() or len(text) > 30 or len(text.split()) > 3 or _no_value().search(text):
            return False
        if not run.quoted and own not in _ORDERS and any(word in _NO_VALUES for word in text.lower().split()):
            return False
    if own not in _JOINERS and all(text.lower() in _LOGIC for text in texts):
        return False
    if cue != "stated" and all(_dotted().fullmatch(text) for text in texts):
        return False  # two names in a namespace (`web.request`, `mail.send`) are examples of many
    capitals = {text[0].isupper() for text in texts if text[0].isalpha()}
    return run.quoted or cue != "named" or "|" in run.joints or len(capitals) < 2


def _are_references(texts: Sequence[str], cue: Cue, name: str, siblings: Collection[str], foreign: Collection[str]) -> bool:
    """Whether a run speaks of its siblings: of their names, or, where nothing states it, of their values."""
    named = sum(text in siblings or text == name for text in texts)
    if named and (cue != "stated" or 2 * named >= len(texts)):
        return True
    return cue != "stated" and all(text in foreign for text in texts)
