"""What a sentence of a tool asks for: the classes of its words in a dozen languages, and how near one stands to another.

`lexicon.txt` holds the words, `features.txt` the named pairs with their weights, fitted by `tests/fit_wording.py`. A reading is
the family of attack that a sentence is most like and its points. Knows words and no rule; judges no severity.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, TypeAlias
from unicodedata import combining, normalize

from schemalint.language.mentions import Use, use_of
from schemalint.language.names import tokens
from schemalint.language.texts import prose, sentences
from schemalint.model import Severity, Tool, Toolset
from schemalint.pattern import pattern
from schemalint.record import dataclass
from schemalint.schema.pointer import Pointer

Spots: TypeAlias = dict[str, list[tuple[int, int, int]]]
"""Class of words to where it stands: number of the word, start and end in the sentence."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Classes that stand near each other: `reach` words apart at most, in this order where `ordered`."""

    name: str
    family: str
    weight: float
    classes: tuple[str, ...]
    reach: int
    ordered: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence at a place, the family whose features give it most points, these points, and what of it shows them."""

    at: Pointer
    sentence: str
    family: str
    points: float
    start: int
    end: int
    names: tuple[str, ...]

    @property
    def said(self) -> str:
        return self.sentence[self.start : self.end]

    @property
    def evidence(self) -> int:
        """How many features show it that are of a family, beside those that count for each."""
        return len(set(self.names) - _shared())

    @property
    def use(self) -> Use:
        return use_of(self.sentence, self.start, self.end)


# ------------------------------------------------------------------------------------------------------------------- words


@dataclass(frozen=True, slots=True)
class _Lexicon:
    whole: dict[str, tuple[str, ...]]
    stems: dict[str, tuple[str, ...]]
    inner: dict[str, tuple[tuple[str, str], ...]]
    """First character to the stems that are searched for anywhere in a word, and their class."""
    runs: dict[str, tuple[tuple[tuple[str, ...], str], ...]]
    """First word to the words that follow it, and their class."""


_JOINED: Final = tuple((chr(low), chr(high)) for low, high in (
    (0x600, 0x6FF), (0xE00, 0xE7F), (0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7AF)
))  # fmt: skip
"""Scripts that join words. Compared, since such a pattern is dear to compile at every start."""
_words = pattern(r"[\u0900-\u097f]+|[^\W_]+(?:'(?:t|s|re|ve|ll|d)\b)?")


def _sections(name: str) -> Iterator[tuple[str, str]]:
    section = ""
    for raw in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("["):
            section = line.strip("[]")
        elif line:
            yield section, line


@cache
def _lexicon() -> _Lexicon:
    whole: dict[str, tuple[str, ...]] = {}
    stems: dict[str, tuple[str, ...]] = {}
    inner: dict[str, tuple[tuple[str, str], ...]] = {}
    runs: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {}
    for kind, line in _sections("lexicon.txt"):
        for entry in line.split():
            if entry.isalpha() and entry.isascii():  # most, and this is read at every start
                whole[entry] = (*whole.get(entry, ()), kind)
                continue
            parts = entry.replace("-", "_").split("_")
            first, *rest = parts if entry.isascii() else map(_fold, parts)
            if rest:
                runs[first.rstrip("*")] = (*runs.get(first.rstrip("*"), ()), ((first, *rest), kind))
            elif _is_joined(first[0]):
                stem = first.rstrip("*")
                inner[stem[0]] = (*inner.get(stem[0], ()), (stem, kind))
            elif first.endswith("*"):
                stems[first[:-1]] = (*stems.get(first[:-1], ()), kind)
            else:
                whole[first] = (*whole.get(first, ()), kind)
    return _Lexicon(whole, stems, inner, runs)


def _is_joined(text: str) -> bool:
    """Whether a letter of a text is of a script that joins words."""
    return not text.isascii() and any(low <= char <= high for char in text for low, high in _JOINED)


_Word: TypeAlias = tuple[str, tuple[tuple[int, str], ...], tuple[tuple[tuple[str, ...], str], ...]]


def _fold(word: str) -> str:
    """A word in lower case without accents, where its script can spare them."""
    if word.isascii() or _is_joined(word) or "\u0900" <= word[0] <= "\u097f":
        return word
    return "".join(char for char in normalize("NFKD", word) if not combining(char)).translate(_PLAIN_LETTERS)


_PLAIN_LETTERS: Final = str.maketrans("ıłđøß", "ildos")


@lru_cache(maxsize=16384)
def _known(word: str) -> _Word:
    """A word without accents; its classes, each with how many words of its script stand before it inside; phrases it starts."""
    lexicon, word = _lexicon(), _fold(word)
    starts = (run for length in range(1, len(word) + 1) for run in lexicon.runs.get(word[:length], ()))
    runs = tuple(run for run in starts if run[0][0] == word or (run[0][0].endswith("*") and word.startswith(run[0][0][:-1])))
    if _is_joined(word):
        inside = (
            (at // 2, kind)
            for at, char in enumerate(word)
            for stem, kind in lexicon.inner.get(char, ())
            if word.startswith(stem, at)
        )
        return word, tuple(inside), runs
    found = {*lexicon.whole.get(word, ())}
    for length in range(2, len(word) + 1):
        found.update(lexicon.stems.get(word[:length], ()))
    return word, tuple((0, kind) for kind in sorted(found)), runs


# ------------------------------------------------------------------------------------------------------------------- spots

_address = pattern(
    r"\b(?:https?|ftp|wss?)://[^\s\"'`)>]{1,200}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{2,})+|\+\d[\d ()-]{6,}\d"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b"
)
_tooling = pattern(r"\b[a-z]+(?:_[a-z]+){1,4}\b|\b[a-z]{2,20}[.:]{1,2}[a-z]+_[a-z_]+\b")
_tag = pattern(
    r"</?\s*(?:important|critical|system|secret|hidden|admin|urgent|mandatory|assistant|instructions?)[\s\w:=\"'-]{0,40}>"
    r"|\[(?:system|important|admin|critical|note to (?:ai|assistant|model))\b|<\|\w+\|>|\[/?inst\]"
    r"|^(?:system|important|admin|note to \w+)\s?:"
)
_MANAGED: Final = frozenset(
    "prompt prompts persona chat instruction instructions message messages mail conversation conversations thread".split()
)
_SAID: Final = {"secret", "talk", "person", "stuff", "reply"}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a tool's sentences may name: parameters whose names do not say what they take, switches, what it is about."""

    own: frozenset[tuple[str, ...]]
    switches: frozenset[str]
    about: frozenset[str]


def surroundings(tool: Tool) -> Surroundings:
    held = tool.parameters.get("properties") if isinstance(tool.parameters, dict) else None
    properties = held if isinstance(held, dict) else {}
    names = [tuple(tokens(name)) for name in properties]
    own = frozenset(name for name in names if name and not _SAID.intersection(kinds_of(" ".join(name))))
    switches = {name for name, schema in properties.items() if isinstance(schema, dict) and schema.get("type") == "boolean"}
    return Surroundings(own, frozenset(switches), _about(tool.name))


@lru_cache(maxsize=1024)
def _about(name: str) -> frozenset[str]:
    """Whether a tool or a parameter is there for conversations or instructions: `update_prompt` may speak of replacing them."""
    words = tokens(name)
    manages = not _MANAGED.isdisjoint(words)
    return frozenset(("law", "talk") if manages else {"law", "secret", "talk"} & kinds_of(" ".join(words)))


@lru_cache(maxsize=4096)
def kinds_of(text: str) -> frozenset[str]:
    """The classes that the words of a short text have."""
    return frozenset(spots(text.lower(), None))


_NAMING: Final = frozenset("_/")


def spots(sentence: str, around: Surroundings | None) -> Spots:
    """Where the words of each class stand in a sentence in lower case."""
    found: Spots = {}
    words = [(match[0], match.start(), match.end()) for match in _words().finditer(sentence)]
    number, plain = 0, sentence.isascii()
    for index, (word, start, end) in enumerate(words):
        _, kinds, runs = _known(word)
        if kinds and (sentence[end : end + 1] in _NAMING or (start > 0 and sentence[start - 1] in _NAMING)):
            # what stands in an identifier or a path is a name: `get_field_instructions` gives no instructions
            kinds = tuple([one for one in kinds if one[1] == "harm"])
        for inside, kind in kinds:
            found.setdefault(kind, []).append((number + inside, start, end))
        for run, kind in runs:
            if plain and run[1].rstrip("*") not in sentence:
                continue
            if all(_is(words, index + step, run[step]) for step in range(1, len(run))):
                found.setdefault(kind, []).append((number, start, words[index + len(run) - 1][2]))
        number += 1 if not _is_joined(word) else 1 + len(word) // 2
    if around is not None:
        if "." in sentence or "+" in sentence:
            _mark(found, "address", (one for one in _address().finditer(sentence) if not _is_in_value(sentence, one.start())))
        if "_" in sentence:
            _mark(found, "tooling", _tooling().finditer(sentence))
        if "<" in sentence or "[" in sentence or ":" in sentence:
            _mark(found, "tag", _tag().finditer(sentence))
        for own in around.own if words else ():
            if own[0] in sentence:
                _mark(
                    found, "own", (m for m in _name(own).finditer(sentence) if len(own) > 1 or _is_meant(sentence, *m.span()))
                )
        if "own" in found and (bare := [spot for spot in found["own"] if _is_carrier(sentence[spot[1] : spot[2]])]):
            found["carrier"] = bare
        else:
            found.pop("carrier", None)
    return found


def _is_in_value(sentence: str, at: int) -> bool:
    """Whether a place is inside of braces: an example of an argument, not where something is to go."""
    return sentence.count("{", 0, at) > sentence.count("}", 0, at)


@lru_cache(maxsize=1024)
def _is_carrier(name: str) -> bool:
    return any(kind == "carrier" for word in _words().findall(name)[-1:] for _, kind in _known(word)[1])


def _is(words: Sequence[tuple[str, int, int]], index: int, stem: str) -> bool:
    if index >= len(words):
        return False
    word = _known(words[index][0])[0]
    return word.startswith(stem[:-1]) if stem.endswith("*") else word == stem


def _mark(found: Spots, kind: str, matches: Iterator[re.Match[str]]) -> None:
    """Spots of a class that has no words; their number is that of a word there, of six characters at an average."""
    for match in matches:
        number = len(_words().findall(match.string[: match.start()]))
        found.setdefault(kind, []).append((number, match.start(), match.end()))


@lru_cache(maxsize=256)
def _name(own: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){'[ _-]?'.join(map(re.escape, own))}(?!\w)")


_before_name = pattern(
    r"(?:[\"'`]|\b(?:in|into|as|via|to|with|through|using|field|parameter|argument|param|the|en|dans|als|im|nel|no|em|w|в)\s+)$"
)
_after_name = pattern(
    r"^(?:[\"'`]|\s*[=:]|\s+(?:field|parameter|argument|param|input|feld|champ|campo|parámetro|parâmetro|paramètre|parametro|veld|pole|"
    r"поле|параметр|alan\w*)\b|\s?[に에])"
)


def _is_meant(sentence: str, start: int, end: int) -> bool:
    """Whether a word that is a parameter's name stands for the parameter: in quotes, or called one."""
    before, after = _before_name().search(sentence[max(start - 12, 0) : start]), _after_name().search(sentence[end : end + 14])
    foreign = any(not char.isascii() for char in sentence[max(start - 2, 0) : start])
    return foreign or after is not None or (before is not None and not before[0].startswith("the"))


# ---------------------------------------------------------------------------------------------------------------- features


@cache
def features() -> tuple[Feature, ...]:
    """The named features in the order of the table."""
    found: list[Feature] = []
    for family, line in _sections("features.txt"):
        left, _, right = line.partition(":")
        weight, name = left.split()
        *classes, reach = right.replace(">", " ").split()
        found.append(Feature(name, family, float(weight), tuple(classes), int(reach), ">" in right))
    return tuple(found)


@cache
def _by_class() -> dict[str, list[tuple[int, Feature]]]:
    """The features and their numbers by the class of each that the fewest features have, so that most need no look."""
    uses = Counter(kind for feature in features() for kind in feature.classes)
    found: dict[str, list[tuple[int, Feature]]] = {}
    for number, feature in enumerate(features()):
        found.setdefault(min(feature.classes, key=lambda kind: uses[kind]), []).append((number, feature))
    return found


@lru_cache(maxsize=4096)
def _possible(kinds: frozenset[str]) -> tuple[Feature, ...]:
    """The features whose classes are among these, in the order of the table."""
    by_class = _by_class()
    found = [entry for kind in kinds for entry in by_class.get(kind, ()) if kinds.issuperset(entry[1].classes)]
    return tuple(feature for _, feature in sorted(found, key=lambda entry: entry[0]))


def active(there: Spots) -> list[tuple[Feature, int, int]]:
    """The features that a sentence has, and from where to where each shows."""
    possible = _possible(frozenset(there))
    return [(feature, *span) for feature in possible if (span := _near(feature, there)) is not None]


def _near(feature: Feature, spots: Spots) -> tuple[int, int] | None:
    first, *others = (spots[kind] for kind in feature.classes if kind not in ("place", "bare"))
    for number, start, end in first:
        low, high, taken = start, end, [number]
        for other in others:
            least = taken[-1] if feature.ordered else number - feature.reach - 1
            near = [
                spot for spot in other if spot[0] > least and abs(spot[0] - number) <= feature.reach and spot[0] not in taken
            ]
            if not near:
                break
            best = min(near, key=lambda spot: abs(spot[0] - number))
            taken.append(best[0])
            low, high = min(low, best[1]), max(high, best[2])
        else:
            return low, high
    return None


WARNING, ERROR, REVIEW = 5.5, 9.0, 1.5
"""Points of a warning, of an error, and of a sentence that is worth a look where it is new."""


@cache
def _shared() -> frozenset[str]:
    return frozenset(feature.name for feature in features() if feature.family == "shared")


@lru_cache(maxsize=2)
def readings(tool: Tool, least: float = REVIEW) -> tuple[Reading, ...]:
    """What the sentences of a tool ask for that have a family and so many points, in the order of the definition."""
    around = surroundings(tool)
    found: list[Reading] = []
    for at, said, is_name in prose(tool):
        if is_name and said[0].count(" ") < 5:
            continue  # `system_prompt_override` is an option of the product
        of_place = _OF_PLACE if tuple(tokens(_parameter(at))) in around.own else _NONE
        told = _NONE
        for number, sentence in enumerate(said):
            could = _could(sentence, around)
            if _may_have(could | of_place | (told & _SAID if "own" in could else _NONE), least):
                before = spots(said[number - 1], around) if number else {}
                reading = _read(sentence, at, around, spots(sentence, around), before)
                if reading is not None and reading.points >= least:
                    found.append(reading)
            told = could
    return tuple(found)


# Few sentences have words for the features of a family. Which have is asked of their words alone, before places are found.

_NONE: Final[frozenset[str]] = frozenset()
_OF_PLACE: Final = frozenset(("place", "bare"))
_APART: Final = "".join(chr(code) if chr(code).isalnum() or chr(code) == "'" else " " for code in range(128))


@lru_cache(maxsize=8192)
def _may_have(kinds: frozenset[str], least: float) -> bool:
    """Whether a sentence with these classes may have a feature of a family and so many points."""
    most: dict[str, float] = {}
    for feature in _possible(kinds):
        most[feature.family] = most.get(feature.family, 0.0) + max(feature.weight, 0.0)
    shared = most.pop("shared", 0.0)
    return bool(most) and max(most.values()) + shared >= least


def _could(sentence: str, around: Surroundings) -> frozenset[str]:
    """The classes that a sentence has, and perhaps some more."""
    words, kinds = _worded(sentence)
    for own in around.own:
        if own[0] in sentence and (own[0] in words or len(own) > 1 or not sentence.isascii()):
            return kinds | _OWN
    return kinds


_OWN: Final = frozenset(("own", "carrier"))


@lru_cache(maxsize=8192)
def _worded(sentence: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a sentence, and the classes that it has by them and by its marks, whatever its tool is."""
    plain = sentence.isascii()
    if not plain or "'" in sentence:
        words = {*_words().findall(sentence), *sentence.translate(_APART).replace("'", " ").split()}
    else:
        words = set(sentence.translate(_APART).split())
    found = set[str]()
    for word in words:
        _, kinds, runs = _known(word)
        for _, kind in kinds:
            found.add(kind)
        for run, kind in runs:
            if not plain or run[1].rstrip("*") in sentence:
                found.add(kind)
    if "://" in sentence or "@" in sentence or "+" in sentence or sentence.count(".") > 2:
        found.add("address")
    if "_" in sentence or ":" in sentence or "." in sentence[:-1]:
        found.add("tooling")
    if "<" in sentence or "[" in sentence or ":" in sentence:
        found.add("tag")
    return frozenset(words), frozenset(found)


def _parameter(at: Pointer) -> str:
    """The parameter of the tool whose text stands at a place; empty for a text of the tool."""
    return str(at[2]) if at[:2] == ("parameters", "properties") and len(at) > 2 else ""


def _read(sentence: str, at: Pointer, around: Surroundings, there: Spots, before: Spots) -> Reading | None:
    """What one sentence at a place asks for, after the one `before` it; None where it has no feature of a family."""
    parameter = _parameter(at)
    if "model" not in there:
        if parameter in around.switches:
            return None  # an option of the product: "Ignore system messages"
        if "address" not in there and (about := around.about | _about(parameter)):
            there = {kind: found for kind, found in there.items() if kind not in about}
    if (name := tuple(tokens(parameter))) in around.own:
        there = {**there, "place": []}
        if _is_carrier(name[-1]):
            there["bare"] = []
    if "own" in there and "deed" in there and _SAID.isdisjoint(there):  # "Look up the address. Put it into `note`."
        there = {**there, **{kind: [(-2, 0, 0)] for kind in _SAID.intersection(before)}}
    shown = active(there)
    points: dict[str, float] = {}
    for feature, _, _ in shown:
        points[feature.family] = points.get(feature.family, 0.0) + feature.weight
    shared = points.pop("shared", 0.0)
    if not points:
        return None
    family = max(points, key=lambda name: points[name])
    spans = [(start, end) for feature, start, end in shown if feature.family == family]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    names = tuple(feature.name for feature, _, _ in shown)
    return Reading(at, sentence, family, sum(points.values()) + shared, start, end, names)


def judged(tool: Tool, *families: str) -> Iterator[tuple[Reading, Severity | None]]:
    """The strongest reading of these families at each place that has the points, "warning" where it is not certain."""
    best: dict[Pointer, Reading] = {}
    for reading in readings(tool):
        if reading.family in families and reading.points >= WARNING and reading.evidence > 1 and reading.use != "mention":
            best[reading.at] = max(best.get(reading.at, reading), reading, key=lambda one: one.points)
    for reading in best.values():
        sure = reading.points >= ERROR and reading.use == "order" and reading.evidence > 2
        yield reading, None if sure else "warning"


def points(text: str) -> float:
    """The points of the worst sentence of a text that stands by itself, as one that was decoded or that is new."""
    around = Surroundings(frozenset(), frozenset(), frozenset())
    found = [_read(sentence, (), around, spots(sentence, around), {}) for sentence in sentences(text)]
    return max((reading.points for reading in found if reading is not None), default=0.0)


def advice(tools: Toolset, own: str) -> str:
    """What to do about a text that speaks to the model: one's own is mended, another's is not connected to."""
    return "do not connect until its author explains" if tools.trust == "third-party" else own
