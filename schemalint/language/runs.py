"""Runs: values listed one after another in prose, as they are written, whatever they are meant for.

Reads quoted runs (`'a' (gloss), 'b' or 'c'`), bare ones (`a, b or c`), bullets, and values that each follow their gloss in
brackets. Knows separators, glosses and bullets; judges nothing: see `closed_runs`. Looking ahead is bounded, reading is linear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from schemalint.language.pieces import Piece
from schemalint.record import dataclass

AHEAD: Final = 30
"""Pieces that a gloss may have."""

_BULLETS: Final = "-*•·–"
_JOINTS: Final = ",;|/&"
_WORDS_BETWEEN: Final = frozenset("and nor or".split())
_FILLERS: Final = frozenset("a also an both exactly just literal special string the value".split())
_GLOSSES: Final = ":=-–—→"
_MORE: Final = frozenset(
    "additional any anything combination combinations custom etc many more other others similar so".split()
)
_NOTHING: Final = frozenset(
    "blank default defaults empty if leave left none not nothing null omit omitted otherwise undefined unset when".split()
)
_THROUGH: Final = frozenset("through thru til till to until".split())
_LEADS: Final = frozenset("are by either following include includes is of options values".split())


@dataclass(frozen=True, slots=True)
class Run:
    """`values` are (first, last) piece of each value; `next` is the piece after the last value and its bracketed gloss.

    `open` says that the list goes on (`etc.`, `or any other`); `whole` that a bare run ends where its clause or bracket ends.
    """

    values: tuple[tuple[int, int], ...]
    next: int
    quoted: bool
    open: bool
    joints: frozenset[str]
    whole: bool = True


def brackets(parts: Sequence[Piece]) -> Mapping[int, int]:
    """For each opening bracket that is closed, its closing one."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for here, part in enumerate(parts):
        if part.is_mark("([{"):
            opened.append(here)
        elif part.is_mark(")]}") and opened:
            start = opened.pop()
            if parts[start].text + part.text in ("()", "[]", "{}"):
                pairs[start] = here
    return pairs


def read_run(parts: Sequence[Piece], closing: Mapping[int, int], here: int) -> Run | None:
    """The run that starts at a piece, or None. A run has at least two values."""
    part = parts[here]
    if part.kind == "quoted":
        return _quoted(parts, closing, here)
    if _is_bullet(parts, here):
        return _bullets(parts, closing, here)
    if part.is_mark("(") and _in_brackets(parts, closing, here):
        return _trailing(parts, closing, here)
    if part.kind == "word" and (here == 0 or parts[here - 1].is_mark(":=([") or parts[here - 1].word in _LEADS):
        return _bare(parts, closing, here)
    return None


# ------------------------------------------------------------------------------------------------------------ quoted, bracketed


def _quoted(parts: Sequence[Piece], closing: Mapping[int, int], first: int) -> Run | None:
    values = [first]
    joints: set[str] = set()
    while True:
        at, words = _next_quoted(parts, closing, values[-1] + 1)
        if at is None:
            break
        joints |= words
        values.append(at)
    if len(values) < 2:
        return None
    after = _past_bracket(parts, closing, values[-1] + 1)
    return Run(
        tuple((at, at) for at in values), after, quoted=True, open=_goes_on(parts, closing, after), joints=frozenset(joints)
    )


def _next_quoted(parts: Sequence[Piece], closing: Mapping[int, int], here: int) -> tuple[int | None, set[str]]:
    """The next literal of a run: after a separator, or after a gloss (`- in words`, `for that`) and a separator."""
    here = _past_bracket(parts, closing, here)
    at, words = _past_joint(parts, here)
    if words and at < len(parts) and parts[at].kind == "quoted":
        return at, words
    if words or here >= len(parts) or not (parts[here].kind == "word" or parts[here].is_mark(_GLOSSES)):
        return None, set()
    end = min(here + AHEAD, len(parts))
    while here < end:
        at, words = _past_joint(parts, here)
        if words and at < len(parts) and parts[at].kind == "quoted":
            return at, words
        if parts[here].is_mark(".!?") or (parts[here].kind == "line" and not words):
            break
        here = closing.get(here, here) + 1
    return None, set()


def _trailing(parts: Sequence[Piece], closing: Mapping[int, int], first: int) -> Run | None:
    """Values that each follow their gloss: `local ones ('local'), remote ones ('remote') or all ('all')`."""
    values, joints, here = [first + 1], set[str](), closing[first] + 1
    while True:
        at, words = _past_joint(parts, here)
        if not words:
            break
        stop = min(at + 6, len(parts))
        while at < stop and parts[at].kind == "word":
            at += 1
        if not (at < len(parts) and _in_brackets(parts, closing, at)):
            break
        joints |= words
        values.append(at + 1)
        here = closing[at] + 1
    if len(values) < 2:
        return None
    return Run(
        tuple((at, at) for at in values), here, quoted=True, open=_goes_on(parts, closing, here), joints=frozenset(joints)
    )


def _in_brackets(parts: Sequence[Piece], closing: Mapping[int, int], here: int) -> bool:
    return parts[here].is_mark("(") and closing.get(here) == here + 2 and parts[here + 1].kind == "quoted"


# --------------------------------------------------------------------------------------------------------------- bullets, bare


def _is_bullet(parts: Sequence[Piece], here: int) -> bool:
    before = parts[here - 1] if here else None
    begins = before is None or before.kind == "line" or before.is_mark(":.;")
    return begins and parts[here].is_mark(_BULLETS) and here + 1 < len(parts) and parts[here + 1].kind in ("quoted", "word")


def _bullets(parts: Sequence[Piece], closing: Mapping[int, int], first: int) -> Run | None:
    """One value a bullet, its gloss after a colon, a dash or in brackets. Bullets on one line must be quoted."""
    values: list[tuple[int, int]] = []
    here, quoted, mixed = first, parts[first + 1].kind == "quoted", False
    own_lines = here == 0 or parts[here - 1].kind == "line"
    while here < len(parts) and _is_bullet(parts, here):
        last = here + 1
        if quoted:
            mixed = parts[last].kind != "quoted"
        else:
            while last + 1 < len(parts) and last < here + 4 and parts[last + 1].kind == "word":
                last += 1
            ends = last + 1 >= len(parts) or parts[last + 1].kind == "line" or parts[last + 1].is_mark(f"({_GLOSSES}")
            mixed = not own_lines or not ends
        if mixed:
            break
        values.append((here + 1, last))
        here = _next_bullet(parts, last + 1, own_lines)
    if len(values) < 2:
        return None
    return Run(tuple(values), here, quoted=quoted, open=mixed or _goes_on(parts, closing, here), joints=frozenset({"-"}))


def _next_bullet(parts: Sequence[Piece], here: int, own_lines: bool) -> int:
    """The start of the next bullet, or the end of the last one's text."""
    lines = 0
    while here < len(parts):
        if own_lines and parts[here].kind == "line":
            lines += 1
            if here + 1 >= len(parts) or parts[here + 1].kind == "line" or _is_bullet(parts, here + 1) or lines > 3:
                return here + 1
        elif not own_lines and (parts[here].kind == "line" or _is_bullet(parts, here)):
            return here
        here += 1
    return here


def _bare(parts: Sequence[Piece], closing: Mapping[int, int], first: int) -> Run | None:
    values: list[tuple[int, int]] = []
    joints: set[str] = set()
    here, goes_on = first, False
    glossed = first > 0 and parts[first - 1].kind == "mark"
    while True:
        last = here
        while last + 1 < len(parts) and last < here + 3 and _is_plain(parts[last + 1], glossed):
            last += 1
        led = any(part.word in _LEADS for part in parts[here : last + 1]) and (
            here < last or here == first or parts[last].word == "either"
        )
        if led or (not values and first == 0 < last):
            return None
        values.append((here, last))
        after = _past_bracket(parts, closing, last + 1)
        if glossed and after < len(parts) and (parts[after].word == "for" or parts[after].is_mark(_GLOSSES)):
            after = _past_gloss(parts, after)
        at, words = _past_joint(parts, after)
        wraps = bool(words & {",", "or", "and"}) and "-" not in words
        if not words or at >= len(parts) or ("\n" in words and not wraps):
            break
        if parts[at].word in _NOTHING and parts[at].word != "none":
            break
        if parts[at].kind != "word" or parts[at].word in _MORE:
            goes_on = True
            break
        joints |= words
        here = at
    if len(values) < 2:
        return None
    ends = after >= len(parts) or parts[after].kind == "line" or parts[after].is_mark(".)]};,–—-")
    goes_on = goes_on or _goes_on(parts, closing, after)
    return Run(tuple(values), after, quoted=False, open=goes_on, joints=frozenset(joints), whole=ends)


# --------------------------------------------------------------------------------------------------------- between and after


def _is_plain(part: Piece, glossed: bool) -> bool:
    return part.kind == "word" and not _joins(part) and not (glossed and part.word == "for")


def _past_gloss(parts: Sequence[Piece], here: int) -> int:
    """The end of a short gloss of a bare value (`= descending`, `for delivery`), or `here` where it is none."""
    at = here + 1
    while at < min(here + 7, len(parts)) and parts[at].kind == "word" and not _joins(parts[at]):
        at += 1
    return at if at > here + 1 else here


def _joins(part: Piece) -> bool:
    return part.word in _WORDS_BETWEEN


def _past_bracket(parts: Sequence[Piece], closing: Mapping[int, int], here: int) -> int:
    return closing[here] + 1 if here in closing and parts[here].is_mark("(") else here


def _past_joint(parts: Sequence[Piece], here: int) -> tuple[int, set[str]]:
    """The piece after a separator and its fillers (`, or the special value`), and the separating words; none: no separator."""
    words: set[str] = set()
    end = min(here + 8, len(parts))
    while here < end:
        part = parts[here]
        if part.is_mark(_JOINTS) or _joins(part) or part.kind == "line":
            words.add(part.word or part.text)
        elif (words and _is_bullet(parts, here)) or (part.is_mark(".") and _quotes_a_bullet(parts, here + 1)):
            words.add("-")
        elif not (words and part.word in _FILLERS and here + 1 < len(parts) and _leads_to_quoted(parts, here + 1)):
            break
        here += 1
    return here, words


def _quotes_a_bullet(parts: Sequence[Piece], here: int) -> bool:
    return here + 1 < len(parts) and _is_bullet(parts, here) and parts[here + 1].kind == "quoted"


def _leads_to_quoted(parts: Sequence[Piece], here: int) -> bool:
    end = min(here + 4, len(parts))
    while here < end and parts[here].word in _FILLERS:
        here += 1
    return here < len(parts) and parts[here].kind == "quoted"


def _goes_on(parts: Sequence[Piece], closing: Mapping[int, int], here: int) -> bool:
    """Whether the list is said to go on after its last value: `...`, `etc.`, `and more`, `or` with anything but a literal."""
    end = min(here + AHEAD, len(parts))
    glossed = False
    if here + 1 < end and parts[here].word in _THROUGH and parts[here + 1].kind == "quoted":
        return True  # `'H1' through 'H4'` stands for values that are not written
    while here < end:
        if parts[here].text == "..." or parts[here].word == "etc":
            return True
        at, words = _past_joint(parts, here)
        following = parts[at] if at < len(parts) else None
        if words - {"\n"} and following is not None:
            if following.text == "..." or following.word in _MORE:
                return True
            if words & {"or", "|"} and not glossed and following.kind != "quoted" and following.word not in _NOTHING:
                return True
        if parts[here].is_mark(")]") and here + 2 < len(parts) and parts[here + 1].word == "or":
            return parts[here + 2].word in _MORE or parts[here + 2].word in ("a", "an", "your")
        if parts[here].is_mark(".!?)]") or parts[here].kind == "line":
            return False
        glossed = True
        here = closing.get(here, here) + 1
    return False
