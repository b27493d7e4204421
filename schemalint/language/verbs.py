"""Which words of a tool's name are verbs. The list is our own (`verbs.txt`); no dictionary calls fewer nouns verbs (measured).

Knows words and where they stand in a name, and reads the description as a witness. Does not know tools or rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from schemalint.language.words import stem, words
from schemalint.pattern import pattern
from schemalint.record import dataclass

if TYPE_CHECKING:
    from re import Pattern

_PREFIXES: Final = ("un", "re", "de", "dis", "pre", "auto", "co", "over")
_NO_PREFIX: Final = frozenset("coset discount overview prefix preset rebate recount".split())
"""Nouns that only look like a prefix and a verb."""

_THINGS: Final = frozenset("browser computer follower player provider sender server speaker".split())
"""Agent nouns that name a thing or a person to look up, not what the tool does."""

_HEADS: Final = frozenset(
    "detail details history ids info information levels names statistics stats status summary types versions".split()
)
"""Last words that make a noun of a word that could be either: `test_details`, `match_history`."""

_GESTURES: Final = frozenset(("mouse down", "mouse up", "mouse wheel", "key down", "key up", "touch start", "touch end"))
"""What input devices do, under the names that every browser gives it."""

_DETERMINERS: Final = frozenset(
    "a all an another any between each every for from its more multiple new one several some the this your".split()
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The sections of `verbs.txt`. `programs` maps a program to the words that make an action behind it."""

    actions: frozenset[str]
    predicates: frozenset[str]
    nouns_too: frozenset[str]
    nouns_last: frozenset[str]
    commands: frozenset[str]
    noun_commands: frozenset[str]
    programs: Mapping[str, frozenset[str]]


@cache
def lexicon() -> Lexicon:
    """The word list, read once, when first asked for."""
    from pathlib import Path

    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for raw in Path(__file__).with_name("verbs.txt").read_text(encoding="utf-8").splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("["):
            current = sections.setdefault(line.strip("[]"), [])
        elif line:
            current.append(line)
    programs: dict[str, frozenset[str]] = {}
    for line in sections["sub-commands"]:
        program, _, rest = line.partition(":")
        programs[program] = programs.get(program, frozenset()) | frozenset(rest.split())
    single = {name: frozenset(" ".join(lines).split()) for name, lines in sections.items() if name != "sub-commands"}
    return Lexicon(
        single["actions"],
        single["predicates"],
        single["nouns too"] | single["nouns too, last"],
        single["nouns too, last"],
        single["commands"] | single["database commands"],
        single["commands, nouns too"],
        programs,
    )


@lru_cache(maxsize=4096)
def is_action(word: str) -> bool:
    """Whether a word is a verb wherever it stands in a name; lower case, base form. Prefixed verbs count (`deactivate`)."""
    known = lexicon()
    if word in known.actions:
        return True
    if word in known.nouns_too or word in _NO_PREFIX:
        return False
    return any(
        word.startswith(prefix) and (word[len(prefix) :] in known.actions or word[len(prefix) :] in known.nouns_too)
        for prefix in _PREFIXES
        if len(word) - len(prefix) > 2
    )


def can_act(word: str) -> bool:
    """Whether a word can be the verb at the front of a name: an action, a noun that is a verb as often, a borrowed command."""
    return is_action(word) or word in lexicon().nouns_too or word in lexicon().commands


def acts(
    name: Sequence[str], *, namespace: int = 0, extra: Collection[str] = (), borrowed: Collection[str] = (), alone: bool = False
) -> bool:
    """Whether a name, given as its lower-case words, says an action.

    The first `namespace` words say whose tool it is. `extra` are further verbs, `borrowed` further command names. `alone`:
    no other tool shows what is a namespace, so that the second word may be where the name begins.
    """
    known = lexicon()
    front, rest = name[:namespace], name[namespace:]
    if not rest:
        return False
    if any(program in known.programs and rest[0] in known.programs[program] for program in front):
        return True
    if any(is_action(word) or word in extra for word in rest):
        return True
    first, last = rest[0], rest[-1]
    if first in known.predicates or (first == "new" and len(rest) > 1) or " ".join(name[-2:]) in _GESTURES:
        return True
    if (
        last in known.noun_commands
        or (len(rest) > 1 and last in ("off", "on"))
        or last in known.nouns_last
        or (len(rest) == 1 and last in known.nouns_too)
    ):
        return True
    if any(word in known.commands or word in known.programs or word in borrowed for word in (first, last)):
        return True
    if last not in _HEADS and any(word in known.nouns_too for word in rest[: min(len(rest) - 1, 2 if alone else 1)]):
        return True
    return any(word in ("to", "2") for word in name[1:-1]) or any(_runs_together(word) for word in rest)


@cache
def _glued() -> Pattern[str]:
    import re

    verbs = r"(?:create|delete|update)[a-z]{3,}|get(?!t)[a-z]{4,}|(?:fetch|list|search|send)(?!able|en|er|ing|less)[a-z]{4,}"
    return re.compile(rf"[a-z]+2[a-z]+|{verbs}")


def _runs_together(word: str) -> bool:
    """Whether verb and object are written as one word (`getweather`), or a conversion is (`html2text`)."""
    return _glued().fullmatch(word) is not None


def agent(word: str) -> str | None:
    """The verb that an agent noun is made of: `agent("searcher") == "search"`, `agent("getter") == "get"`; None for others."""
    for ending in ("er", "or"):
        rest = word.removesuffix(ending)
        if rest == word or len(rest) < 3 or word in _THINGS:
            continue
        undoubled = rest[:-1] if rest[-1] == rest[-2] else rest
        for verb in (rest, f"{rest}e", undoubled):
            if is_action(verb):
                return verb
    return None


def leading_verb(text: str) -> str | None:
    """The verb that a description opens with, in its base form: "Retrieves all ..." gives `retrieve`; None where it is none."""
    first = next(iter(words(text[:80])), "")
    return next((form for form in _bases(first) if can_act(form)), None)


def leading_verbs(text: str) -> list[str]:
    """The verbs that a description opens with as a list, in their base forms: "List, open or close a tab" gives three."""
    found: list[str] = []
    for word in words(text[:80]):
        verb = next((form for form in _bases(word) if is_action(form)), None)
        if verb is None and word not in ("and", "or"):
            break
        found += [verb] if verb else []
    return found


def _bases(word: str) -> Iterator[str]:
    yield word
    for ending, instead in (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e")):
        if word.endswith(ending) and len(word) - len(ending) > 1:
            yield word[: len(word) - len(ending)] + instead


_program = pattern(
    r"\b(?:execut|invok|run|wrap)\w*\s+(?:the\s+)?[`'\"]?(?P<object>[\w-]+)|"
    r"\b(?P<name>[\w-]+)[`'\"]?\s+(?:is\s+an?\s+)?(?:binary|cli|command[\s-]line|command|executable|shell)\b"
)


def witnessed(name: Sequence[str], text: str) -> bool:
    """Whether the description uses a word of the name as a verb, or tells that the whole name is a program's.

    "Query the index" and "Queries an index" make a verb of `query`, "Query language" does not; "Runs `skopeo` ..." makes a
    command of `skopeo`.
    """
    head = text[:400].lower()
    start = words(head)[:2]
    if start:
        opening, follower = start[0], start[1] if len(start) > 1 else ""
        for word in name:
            if stem(word) != stem(opening):
                continue
            inflected = opening != word and opening.endswith("s") and not word.endswith("s")
            if inflected or (opening == word and follower in _DETERMINERS):
                return True
    whole = {"_".join(name), "-".join(name), "".join(name)}
    return any((match["object"] or match["name"]) in whole for match in _program().finditer(head))
