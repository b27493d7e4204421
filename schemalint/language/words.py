"""English words: which of them carry content, and one stem for the forms of one word.

Knows inflection (plurals, -ing, -ed and the irregular forms that descriptions of tools use), no meaning and no names. A stem is
a key to compare by, not a word to show.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from schemalint.pattern import pattern

if TYPE_CHECKING:
    pass

STOP_WORDS: Final = frozenset(
    """
    a about after all also an and any are as at be been before being both but by can could do does done each either every
    for from given had has have having here how i if in into is it its itself just may me more most must my need needs no
    nor not of off on one only onto or other our out over own per please s shall should simply so some such t than that the
    their them then there these they this those through to too under until up upon us very via was we were what when where
    which while who whose will with within would you your
    """.split()
)
"""Words that say nothing by themselves: articles, pronouns, prepositions, auxiliaries. Lower case."""

_IRREGULAR: Final = {
    form: word
    for form, _, word in (
        pair.partition(":")
        for pair in """
    agreed:agree analyses:analysis apis:api began:begin begun:begin bought:buy brought:bring built:build children:child
    chose:choose chosen:choose cpus:cpu crises:crisis criteria:criterion dbs:db drawn:draw drew:draw emojis:emoji feet:foot
    found:find freed:free gave:give given:give gone:go got:get gotten:get gpus:gpu held:hold hid:hide hidden:hide
    hypotheses:hypothesis ids:id indices:index ips:ip kept:keep knew:know known:know left:leave lost:lose made:make
    matrices:matrix men:man menus:menu ops:op paid:pay people:person prs:pr ran:run rewritten:rewrite rewrote:rewrite
    running:run said:say saw:see seen:see sent:send shown:show shut:shut sold:sell spoke:speak spoken:speak taken:take
    taught:teach told:tell took:take understood:understand uris:uri used:use using:use vertices:vertex went:go wikis:wiki
    wives:wife women:woman written:write wrote:write
    """.split()
    )
}
_WHOLE: Final = frozenset(
    "bed bleed bring building during embed evening hundred morning naked red sacred series setting species wed".split()
)
"""Words whose end only looks like an inflection, and two (`setting`, `building`) that name another thing than their verb."""
_word = pattern(r"[^\W_]+(?:['’][^\W\d_]+)?")


def words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, in order; letters of any script, digits count as letters, `'s` is dropped."""
    found = (match.group().casefold() for match in _word().finditer(text))
    return tuple(word[:-2] if word.endswith(("'s", "’s")) else word for word in found)


def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that are no stop words: lower case, in order, as written (pass them to `stem` to compare)."""
    return tuple(word for word in words(text) if word not in STOP_WORDS)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The key that the forms of an English word share: `stem("queries") == stem("querying") == stem("query")`."""
    word = word.casefold()
    word = _IRREGULAR.get(word, word)
    if len(word) < 4:
        return word
    if word.endswith("s") and word not in _WHOLE:
        word = _singular(word)
        word = _IRREGULAR.get(word, word)
    if word not in _WHOLE:
        word = _present(word)
    if word.endswith("ie") and len(word) > 3:
        return f"{word[:-2]}y"
    if word.endswith("ll") and len(word) > 5:
        return word[:-1]
    return word[:-1] if word.endswith("e") and not word.endswith("ee") and len(word) > 3 else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) else word[:-1]


def _present(word: str) -> str:
    """The word without -ing or -ed, where a syllable is left of it."""
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 1 and not word.endswith("eed") and any(letter in "aeiouy" for letter in rest):
            if ending == "ed" and rest.endswith("i"):
                return f"{rest[:-1]}y"
            return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "aeiouflsz" else rest
    return word


_FOREIGN: Final = frozenset(
    """
    af alle att auf aus av bei che con cu da das de dei del della dem den der des det di die dla do dos du ein eine
    einen el em en est et för für gli het ein hos il im ist ja je jest la las le les lo los med met mit na nach och og
    op os para por pour på que se sur til till um uma una und une uno van vom von voor z zu zum zur à és één
    """.split()
)
"""Common small words of the European languages beside English, in lower case."""


def is_foreign(text: str) -> bool:
    """Whether a text in Latin letters is in another language than English: more of its small words are foreign than English.

    Texts in other scripts, and texts without small words, are not called foreign: they tell nothing of the names beside them.
    """
    found = words(text[:2000])
    foreign = sum(word in _FOREIGN for word in found)
    return foreign > sum(word in STOP_WORDS and word not in _FOREIGN for word in found) and foreign > 1
