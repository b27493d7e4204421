"""Cues: what in the words around a run says that it is closed, an example, or about something else.

Knows the English phrases and the names that call for values. Judges where a run stands, not what its values look like: see
`closed_runs`. Looks at a bounded number of pieces around a run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schemalint.language.names import tokens
from schemalint.language.pieces import Piece
from schemalint.language.runs import Run
from schemalint.pattern import pattern

if TYPE_CHECKING:
    from re import Match, Pattern

Cue: TypeAlias = Literal["stated", "named", "listed"]
"""What closes a run: words in front of it; a name or noun that calls for values; three or more values after a colon."""
VALUE_NAMES: Final = frozenset(
    """
    access action affiliation aggregation algorithm align alignment behavior behaviour chain codec criticality difficulty
    direction encoding event exchange expand format freq frequency gender granularity importance impact interval kind layout
    level measurement medium method metric mode network operation operator option order ordering orientation outcome period
    permission phase placement platform policy position precision priority privacy protocol quality range reporter resolution
    role scale scanner scheme scope sensitivity severity shape sex side size sort source speed stage standard state status step
    strategy style subtype system theme tier timeframe tone transition transport trigger type unit urgency variant verbosity
    view visibility
    """.split()
)
"""Last words of parameter names that call for one of a few values."""

_FREE_NAMES: Final = frozenset(
    """
    address body code command comment content cypher date datetime description document domain email expression file filename
    filter folder host hostname html id image input ip jql keyword label message name note path pattern phrase prompt query
    regex script search selector sql summary tag template text time timestamp title uri url value
    """.split()
)
"""Last words of names whose values are anybody's text: bare words after them say what kind, not which."""

_PARTS: Final = frozenset(
    "attribute column example field header key keyword operator parameter placeholder property qualifier variable".split()
)
"""What a list is of when it names parts of something and not the values of the parameter."""

_ASPECTS: Final = frozenset("character encoding extension format prefix protocol scheme suffix tag type unit version".split())
"""Nouns of a cue that may list an aspect of the value, not the value: `supported formats: png, jpg` of an image's path."""

_OTHERS: Final = frozenset(
    """
    action argument command endpoint event field key keyword method mode operation option parameter property tool type
    """.split()
)
"""Nouns that follow literals which are another parameter's: `required for 'add' and 'reply' methods`."""

_REFERRING: Final = frozenset("except for from if than unless until via when where while with without".split())
_EXAMPLES: Final = frozenset(
    """
    common commonly e.g eg example examples include includes including instance like often popular sample such typical typically
    usually
    """.split()
)
_PAIRS: Final = frozenset(
    frozenset(pair.split("/"))
    for pair in """
    asc/desc ascending/descending buy/sell celsius/fahrenheit dark/light female/male horizontal/vertical imperial/metric
    landscape/portrait no/yes off/on
    """.split()
)


def last_word(name: str) -> str:
    """The last word of a parameter's name, lower case and singular, without a trailing `by`: `sortOrders` gives `order`."""
    words = tokens(name)
    if len(words) > 1 and words[-1] in ("by", "in", "filter"):
        words = words[:-1]
    word = words[-1] if words else ""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


@cache
def _stating() -> Pattern[str]:
    """The end of what stands before a run, where that states it: `one of`, `valid values are`, `options :`, `either (`."""
    import re

    nouns = "values?|options?|choices|enum|enumeration|inputs?"
    closers = "allowed|valid|possible|accepted|acceptable|supported|available|permitted|legal|recogni[sz]ed|admissible"
    verb = "are|is|include|includes|can be|may be|must be"
    other = "by|for|in|when|if|with|on|only|as|at|from|via|to|is|are"
    words = rf"the|these|those|following|{closers}|\w+(?= [:(\[]$)|{nouns}"
    one_of = rf"\b(?:one|any) of(?! the (?:others?|rest)\b)(?: (?:{words})){{0,4}}"  # others are no values of this one
    closing = rf"\b(?:{closers})(?: (?!(?:{other})\b)[\w-]+){{0,2}}(?: (?:{verb}))?(?: one of)?"
    counting = rf"\b(?:{nouns}) (?:{verb})(?: one of)?"
    heading = rf"(?:^|[.;,)(\[] )(?:[\w-]+ )?(?:{nouns}|can be|must be)(?: \])?(?= [:=])"
    return re.compile(rf"(?:{one_of}|{closing}|{counting}|{heading}|\beither)(?: [:=])?(?: [(\[{{])*$")


_saying = pattern(
    r"\b(?:must|should|can|may) be(?: set to| exactly| either)?(?: [:=])?(?: [(\[{])*$|\b(?:accepts|takes)(?: :)?$"
)


def cue_of(
    parts: Sequence[Piece], closing: Mapping[int, int], run: Run, own: str, cues: Sequence[str], value_names: frozenset[str]
) -> Cue | None:
    """What closes a run, or None where nothing does, or where it is an example or a reference.

    `own` is the last word of the parameter's name; `cues` are more phrases that state a run.
    """
    start = _start(parts, run)
    before = _before(parts, start)
    statement = _stating().search(before)
    stated = statement is not None or any(before.rstrip(" :=([").endswith(cue.lower()) for cue in cues)
    led = f"{before[: statement.start()]} {statement.group().partition(' ')[0]}" if statement else before
    if _is_example(parts, start, led, stated) or _lists_parts(before, statement, own, value_names):
        return None
    if not stated and (_refers(parts, start, before) or _is_others(parts, run, own)):
        return None
    if run.quoted and any(
        parts[at].word in ("through", "thru") and parts[at - 1].kind == "quoted" for at in range(max(start - 1, 1), run.next)
    ):
        return None  # a range stands for values that are not written
    if stated and (run.quoted or _states_bare(before, run, own)):
        return "stated"
    opened = before[-1:] in tuple(":=([{")
    noun = last_word(_noun(before)) if opened else ""
    named = own in value_names or (noun in value_names and noun not in _ASPECTS) or (noun == "type" and own not in _FREE_NAMES)
    if run.quoted:
        if _saying().search(before) and own not in _FREE_NAMES:
            return "stated"
        pair = frozenset(parts[at].text.lower() for at, _ in run.values) in _PAIRS
        if named or pair:
            return "named"
        listed = (
            (opened and not _is_json(parts, run) and len(run.values) > 2) or _is_bulleted(parts, run) or _fills_text(parts, run)
        )
        return "listed" if listed and own not in _FREE_NAMES else None
    return _bare_cue(parts, closing, run, before, named, own, value_names)


def _bare_cue(
    parts: Sequence[Piece], closing: Mapping[int, int], run: Run, before: str, named: bool, own: str, noun_names: frozenset[str]
) -> Cue | None:
    first = run.values[0][0]
    if not run.whole or own in _FREE_NAMES or any(last > start for start, last in run.values):
        return None
    alternatives = bool(run.joints & {"or", "|", "/"}) or len(run.values) > 2
    pair = frozenset(parts[at].word for at, _ in run.values) in _PAIRS
    if before.endswith(("(", "[")):
        fills = _fills_bracket(parts, closing, first - 1, run.next) and _in_first_sentence(parts, first)
        piped = "|" in run.joints and len(run.values) > 2
        return "named" if fills and ((named and alternatives) or pair or piped) else None
    if before.endswith("either"):
        return "named" if named or pair else None
    if before.endswith(" by") and own in ("order", "ordering", "sort"):
        return "named" if "or" in run.joints else None
    if before.endswith((":", "=")):
        if _is_label(parts, first - 1, own, noun_names):
            return None
        if (named and alternatives) or pair:
            return "named"
        machine = sum("_" in parts[at].text for at, _ in run.values)
        return "listed" if len(run.values) > 2 and machine > 1 and "or" in run.joints else None
    if first == 0:
        return "named" if (named and alternatives) or pair or "|" in run.joints else None
    return None


def _states_bare(before: str, run: Run, own: str) -> bool:
    """Whether the words before a bare run state it: with a colon, or `one of` and single words to the end of the clause."""
    if not run.whole or before.endswith("either"):
        return False
    colon = before.endswith((":", "=", "(", "[", "{"))
    return colon or (own not in _FREE_NAMES and all(first == last for first, last in run.values))


def _start(parts: Sequence[Piece], run: Run) -> int:
    start = run.values[0][0]
    while start and (parts[start - 1].word in ("a", "an", "the", "exactly", "literal", "both") or "-" in run.joints):
        start -= 1
        if parts[start].kind == "mark":
            break
    return start


def _before(parts: Sequence[Piece], start: int) -> str:
    """The eight pieces before a run inside its sentence, lower case, one space between them."""
    found: list[str] = []
    for at in range(start - 1, max(start - 10, 0) - 1, -1):
        if _ends_sentence(parts, at):
            break
        if parts[at].kind != "line":
            found.append(parts[at].text[:24].lower())
    return " ".join(reversed(found))


def _ends_sentence(parts: Sequence[Piece], at: int) -> bool:
    if not parts[at].is_mark(".!?"):
        return False
    abbreviated = at > 0 and parts[at - 1].word in ("e.g", "i.e", "eg", "ie", "vs")
    return not abbreviated and (at + 1 >= len(parts) or parts[at + 1].start > parts[at].end)


def _noun(before: str) -> str:
    words = before.rstrip(" :=([{").rsplit(" ", 1)
    return words[-1] if words[-1].replace("_", "").isalpha() else ""


def _is_example(parts: Sequence[Piece], start: int, led: str, stated: bool) -> bool:
    """Whether words in front call the values examples: near the cue for a stated run, else within 45 characters."""
    if stated:
        return any(word in _EXAMPLES for word in led.split()[-3:])
    for at in range(start - 1, max(start - 12, 0) - 1, -1):
        if parts[start].start - parts[at].end > 45 or _ends_sentence(parts, at):
            return False
        if parts[at].word in _EXAMPLES:
            return True
    return False


def _lists_parts(before: str, statement: Match[str] | None, own: str, value_names: frozenset[str]) -> bool:
    """Whether a run is of fields, columns, operators, units: parts or aspects of something, not values of the parameter."""
    said = statement.group() if statement else ""
    nouns = {last_word(word) for word in said.split()}
    parts = _PARTS - {own} if own in value_names else _PARTS
    if f"{own} of {_noun(before)}" in before:
        return False  # "type of header (" lists types
    if last_word(_noun(before)) in parts or nouns & parts or (nouns & _ASPECTS and own not in value_names | nouns):
        return True
    return own in parts and "value" not in said and "option" not in said


def _refers(parts: Sequence[Piece], start: int, before: str) -> bool:
    """Whether a run says under what condition something holds, not what the parameter may be."""
    words = before.rstrip(" ([").split()
    if words and ((words[-1] in _REFERRING and before == before.rstrip(" ([")) or words[-1] in ("others", "rest")):
        return True
    first = ""
    for at in range(start - 1, max(start - 25, 0) - 1, -1):
        if _ends_sentence(parts, at) or parts[at].kind == "line" or parts[at].is_mark("(;"):
            break
        first = parts[at].word
    return first in ("for", "if", "required", "unless", "when")


def _is_others(parts: Sequence[Piece], run: Run, own: str) -> bool:
    """Whether a noun after a run says whose values they are: `'add' and 'reply' methods`."""
    noun = parts[run.next].word if run.next < len(parts) else ""
    return last_word(noun) in _OTHERS and last_word(noun) != own


def _is_json(parts: Sequence[Piece], run: Run) -> bool:
    """Whether a run is of the keys of an example in JSON."""
    first = run.values[0][0]
    return first > 0 and parts[first - 1].is_mark("{") and first + 1 < len(parts) and parts[first + 1].is_mark(":")


def _is_bulleted(parts: Sequence[Piece], run: Run) -> bool:
    """Whether the values stand in bullets, none of them called required or optional as fields of an object are."""
    inside = parts[run.values[0][0] : run.next]
    return "-" in run.joints and not any(part.word in ("required", "optional") for part in inside)


def _fills_text(parts: Sequence[Piece], run: Run) -> bool:
    """Whether glossed values are the whole of a text, the end of the sentence left aside."""
    first, last = run.values[0][0], run.values[-1][0]
    glossed = any(part.is_mark("(") for part in parts[first:last])
    return (
        glossed
        and run.values[0][0] == 0
        and all(part.is_mark(".") or part.kind == "line" for part in parts[run.next : run.next + 3])
    )


def _is_label(parts: Sequence[Piece], colon: int, own: str, noun_names: frozenset[str]) -> bool:
    """Whether a later sentence is one word and a colon, of something else: `Bubbles: x, y, size` in a text on charts."""
    if colon < 2 or not _ends_sentence(parts, colon - 2):
        return False
    word = last_word(parts[colon - 1].word)
    return bool(word) and word != own and word not in noun_names and _stating().search(f"{parts[colon - 1].word} :") is None


def _in_first_sentence(parts: Sequence[Piece], here: int) -> bool:
    """Later sentences speak of other things. Bounded: a first sentence of more than sixty pieces is none."""
    return here <= 60 and not any(_ends_sentence(parts, at) for at in range(here))


def _fills_bracket(parts: Sequence[Piece], closing: Mapping[int, int], opening: int, here: int) -> bool:
    """Whether a bare run is all that stands in its bracket, a statement of the default left aside."""
    end = closing.get(opening)
    if end is None:
        return False
    rest = [part for part in parts[here : min(end, here + 12)] if not part.is_mark(",;")]
    return end - here < 12 and (not rest or rest[0].word.startswith("default") or rest[-1].word == "default")
