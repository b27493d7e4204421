"""Regular expressions of strangers, matched in time linear in the text: a set of states goes forward and never back.

Python's parser reads the expression, so that it means what `re` would make of it; what only an engine that backtracks can do
(back-references, look-around, possessive and conditional parts) is refused, and so is a count that would make it too large.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, TypeAlias

from schemalint.record import dataclass, field

if sys.version_info >= (3, 11):
    from re import _constants as names
    from re import _parser as parser
else:
    import sre_constants as names
    import sre_parse as parser

MOST_STATES: Final = 5_000
LONGEST: Final = 1_000
"""Characters of an expression."""
_MOST_KEPT: Final = 2_000
"""Steps that are remembered, so that a long text costs a look-up a character."""

_A_CHARACTER: Final = 20
"""States that a character may visit on average: an expression can be written to visit all of them."""

Test: TypeAlias = Callable[[str], bool]
State: TypeAlias = int


class Refused(ValueError):
    """An expression that is not one, or that cannot be matched without going back. The text completes "`PATTERN` ..."."""


@dataclass(slots=True)
class Automaton:
    """States, each with the characters that lead on to `after`, or with free ways to others; the last one accepts.

    A free way may hold only at the start of the text, or at its end.
    """

    tests: list[Test | None] = field(default_factory=list)
    after: list[list[tuple[State, str]]] = field(default_factory=list)
    steps: dict[tuple[frozenset[State], str], frozenset[State]] = field(default_factory=dict)
    room: int = 500_000
    """States that may still be visited. Each character adds to it, a step that is remembered takes nothing."""


@lru_cache(maxsize=32)
def compiled(pattern: str) -> Automaton:
    """The automaton of an expression. Errors: `Refused`."""
    if len(pattern) > LONGEST:
        raise Refused(f"has more than {LONGEST} characters")
    try:
        tree = parser.parse(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise Refused(f"is not a regular expression: {error}") from None
    if tree.state.flags & ~re.UNICODE:
        raise Refused("sets flags, which are not supported")
    automaton = Automaton()
    start = _state(automaton)
    _accept(automaton, _sequence(automaton, tree, start))
    return automaton


def matches(pattern: str, text: str) -> bool:
    """Whether an expression matches the whole of a text; `$` is the end, also before a last line break. Errors: `Refused`."""
    automaton = compiled(pattern)
    states = _closed(automaton, [0], at_start=True, at_end=not text)
    for index, char in enumerate(text):
        last = index == len(text) - 1
        key = (states, char)
        found = None if last else automaton.steps.get(key)
        if found is None:
            reached = [
                state for one in states if (test := automaton.tests[one]) and test(char) for state, _ in automaton.after[one]
            ]
            found = _closed(automaton, reached, at_start=False, at_end=last)
            automaton.room += _A_CHARACTER - len(reached) - len(found)
            if automaton.room < 0:
                raise Refused("takes too many steps")
            if not last:
                if len(automaton.steps) >= _MOST_KEPT:
                    automaton.steps.clear()
                automaton.steps[key] = found
        states = found
        if not states:
            return False
    return len(automaton.tests) - 1 in states


def _closed(automaton: Automaton, states: Iterable[State], *, at_start: bool, at_end: bool) -> frozenset[State]:
    """The states with all that can be reached from them without a character."""
    found: set[State] = set()
    stack = list(states)
    while stack:
        state = stack.pop()
        if state in found:
            continue
        found.add(state)
        if automaton.tests[state] is None:
            stack += (
                target
                for target, where in automaton.after[state]
                if where == "" or (where == "start" and at_start) or (where == "end" and at_end)
            )
    return frozenset(found)


# ------------------------------------------------------------------------------------------------------- from tree to states


def _state(automaton: Automaton, test: Test | None = None) -> State:
    if len(automaton.tests) >= MOST_STATES:
        raise Refused(f"is too large: written out it has more than {MOST_STATES} parts")
    automaton.tests.append(test)
    automaton.after.append([])
    return len(automaton.tests) - 1


def _link(automaton: Automaton, before: State, after: State, where: str = "") -> None:
    automaton.after[before].append((after, where))


def _accept(automaton: Automaton, end: State) -> None:
    _link(automaton, end, _state(automaton))


def _sequence(automaton: Automaton, items: Any, start: State) -> State:
    for kind, value in items:
        start = _item(automaton, kind, value, start)
    return start


def _item(automaton: Automaton, kind: Any, value: Any, start: State) -> State:
    """The states of one part, from `start` on; returns the state behind it."""
    if kind in (names.MAX_REPEAT, names.MIN_REPEAT):
        least, most, inside = value
        return _repeat(automaton, (least, most), inside, start)
    if kind is names.BRANCH:
        end = _state(automaton)
        for arm in value[1]:
            _link(automaton, _sequence(automaton, arm, _follow(automaton, start)), end)
        return end
    if kind is names.SUBPATTERN:
        _, added, removed, inside = value
        if added or removed:
            raise Refused("sets flags, which are not supported")
        return _sequence(automaton, inside, start)
    if kind is names.AT:
        return _follow(automaton, start, _place(value))
    state = _state(automaton, _test(kind, value))
    _link(automaton, start, state)
    end = _state(automaton)
    _link(automaton, state, end)
    return end


def _follow(automaton: Automaton, before: State, where: str = "") -> State:
    state = _state(automaton)
    _link(automaton, before, state, where)
    return state


def _repeat(automaton: Automaton, counts: tuple[int, Any], inside: Any, start: State) -> State:
    least, most = counts
    for _ in range(least):
        start = _sequence(automaton, inside, _follow(automaton, start))
    end = _state(automaton)
    if most is names.MAXREPEAT:
        loop = _follow(automaton, start)
        _link(automaton, _sequence(automaton, inside, _follow(automaton, loop)), loop)
        _link(automaton, loop, end)
        return end
    for _ in range(most - least):
        _link(automaton, start, end)
        start = _sequence(automaton, inside, _follow(automaton, start))
    _link(automaton, start, end)
    return end


def _place(kind: Any) -> str:
    if kind in (names.AT_BEGINNING, names.AT_BEGINNING_STRING):
        return "start"
    if kind in (names.AT_END, names.AT_END_STRING):
        return "end"
    raise Refused(r"has `\b` or `\B`, which are not supported")


def _test(kind: Any, value: Any) -> Test:
    """Whether a character is one that a part stands for."""
    if kind is names.LITERAL:
        return lambda char: ord(char) == value
    if kind is names.NOT_LITERAL:
        return lambda char: ord(char) != value
    if kind is names.ANY:
        return lambda char: char != "\n"
    if kind is names.IN:
        return _one_of(value)
    raise Refused(f"has a part that needs an engine that goes back ({str(kind).lower().replace('_', ' ')})")


def _one_of(members: Any) -> Test:
    negated = bool(members) and members[0][0] is names.NEGATE
    tests = [_member(kind, value) for kind, value in members[negated:]]
    return lambda char: any(test(char) for test in tests) is not negated


def _member(kind: Any, value: Any) -> Test:
    if kind is names.RANGE:
        low, high = value
        return lambda char: low <= ord(char) <= high
    if kind is names.CATEGORY:
        return _CATEGORIES[str(value)]
    return _test(kind, value)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_digit(char: str) -> bool:
    return unicodedata.category(char) == "Nd"


_CATEGORIES: Final[dict[str, Test]] = {
    "CATEGORY_DIGIT": _is_digit,
    "CATEGORY_NOT_DIGIT": lambda char: not _is_digit(char),
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_SPACE": lambda char: not char.isspace(),
    "CATEGORY_WORD": _is_word,
    "CATEGORY_NOT_WORD": lambda char: not _is_word(char),
}


# --------------------------------------------------------------------------------------------------------- a text that fits

_TRIED: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@ #,+=*()[]{}$%&!?\"'<>\\|~^`;"


def shortest(pattern: str) -> str:
    """A shortest text that an expression matches as a whole, of plain characters where it lets them. Errors: `Refused`."""
    automaton = compiled(pattern)
    last = len(automaton.tests) - 1
    alphabet = _TRIED + "".join(sorted({char for char in pattern if char.isprintable()} - set(_TRIED)))
    if last in _closed(automaton, [0], at_start=True, at_end=True):
        return ""
    seen: set[State] = set()
    texts = [("", _closed(automaton, [0], at_start=True, at_end=False))]
    while texts:
        before, texts = texts, []
        for text, states in before:
            for state in sorted(states - seen):
                seen.add(state)
                test = automaton.tests[state]
                char = next((one for one in alphabet if test(one)), None) if test is not None else None
                if char is None:
                    continue
                reached = [after for after, _ in automaton.after[state]]
                if last in _closed(automaton, reached, at_start=False, at_end=True):
                    return text + char
                texts.append((text + char, _closed(automaton, reached, at_start=False, at_end=False)))
    raise Refused("matches no text that could be made of plain characters")
