"""Every text a tool brings along, wherever it stands, and the sentences in it.

A model, a client or a person may be shown any of them: names, descriptions at every depth, enum values, defaults, examples,
keys, annotations, members nobody knows. Knows no rule and no attack; what a text means is for others to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from schemalint.language.hidden import visible, without_hidden
from schemalint.model import MEMBERS, Tool
from schemalint.pattern import pattern
from schemalint.schema.keywords import KEYWORDS, SCHEMA_HOLDERS, SCHEMA_MAPS, VALUES, having
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer, TooDeep
from schemalint.schema.values import TYPES

Text: TypeAlias = tuple[Pointer, str, bool]
"""A place, the text there, and whether the text is the key of that member and not its value."""

Prose: TypeAlias = tuple[Pointer, tuple[str, ...], bool]
"""A place, the sentences there in lower case with single spaces and nothing hidden, and whether they were one name."""

_PLAIN: Final = KEYWORDS.union(
    TYPES,
    MEMBERS,
    "annotations destructiveHint extra idempotentHint openWorldHint readOnlyHint".split(),
)
"""Words of JSON Schema and of this program: nine texts in ten, and nothing can hide in them."""

_SINGULAR: Final = {"enum": "a value", "examples": "an example", "default": "the default", "const": "the constant"}


@lru_cache(maxsize=1)  # the rules on one tool run one after the other, and many want the same texts
def texts(tool: Tool) -> tuple[Text, ...]:
    """Every text of a tool, in the order of the definition, but for the plain words of JSON Schema. Linear, iterative.

    Errors: `TooDeep`.
    """
    return tuple(_strings(tool.members()))


def _strings(members: Json) -> Iterator[Text]:
    stack: list[tuple[Pointer, Json]] = [((), members)]
    while stack:
        at, value = stack.pop()
        if len(at) > 2 * MAX_DEPTH:
            raise TooDeep(f"definition nested deeper than {MAX_DEPTH} levels")
        if at and isinstance(at[-1], str) and at[-1] not in _PLAIN:
            yield at, at[-1], True
        if isinstance(value, str):
            if value not in _PLAIN:
                yield at, value, False
        elif isinstance(value, dict):
            stack.extend(((*at, key), sub) for key, sub in reversed(value.items()))
        elif isinstance(value, list):
            stack.extend(((*at, index), value[index]) for index in range(len(value) - 1, -1, -1))


def keyword_of(at: Pointer) -> tuple[str, str | None]:
    """The keyword that a place inside a tool belongs to, and the parameter or definition around it (None for the tool).

    A parameter called `default` is no keyword: `("parameters", "properties", "default", "title")` is `title` of `default`.
    """
    if not at or at[0] not in ("parameters", "output_schema"):
        return str(at[1] if len(at) > 1 and at[0] == "extra" else at[0] if at else ""), None
    owner: str | None = None
    steps = iter(at[1:])
    for step in steps:
        if step in SCHEMA_MAPS:
            name = next(steps, None)
            if name is None:
                return str(step), owner
            owner = str(name)
        elif isinstance(step, str) and step not in SCHEMA_HOLDERS:
            return step, owner
    return "", owner


def place_words(tool: Tool, at: Pointer, is_key: bool = False) -> str:
    """What stands at a place, in words that start a message: "`path`: the description", "`get_user`: an example"."""
    keyword, owner = keyword_of(at)
    head = f"`{_short(visible(owner if owner is not None else tool.name))}`"
    if is_key:
        return f"{head}: the name" if keyword == "" else f"{head}: the key `{_short(visible(str(at[-1])))}`"
    return f"{head}: {_SINGULAR.get(keyword, f'the {_short(visible(keyword))}' if keyword else 'a text')}"


_MENDABLE: Final = VALUES | having("note", forms=("text", "value", "values"), of="any")


def is_mendable(at: Pointer, is_key: bool) -> bool:
    """Whether a fix may write another text at a place: no name, no key, nothing that refers to one."""
    return not is_key and keyword_of(at)[0] in _MENDABLE


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:39]}…"


# ------------------------------------------------------------------------------------------------------------- sentences


@lru_cache(maxsize=1)
def prose(tool: Tool) -> tuple[Prose, ...]:
    """The texts of a tool that could hold a sentence, as sentences; the words of a name (`read_all_keys`) are parted."""
    return tuple(_said(tool))


def _said(tool: Tool) -> Iterator[Prose]:
    for at, text, _ in texts(tool):
        if len(text) < 9:
            continue
        if " " in text or "\n" in text or "\t" in text or not text.isascii():
            yield at, sentences(text), False
        elif len(text) < 100:
            yield at, (" ".join(_name_parts().findall(text)).lower(),), True


_name_parts = pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^A-Za-z0-9_-]")


# a paragraph, an item of a list, or a mark that ends a sentence and stands before a space
_breaks = pattern(r"\n(?:[^\S\n]*\n|[^\S\n]*(?:[-+•#>]|\d{1,3}[.)])[^\S\n])\s*|(?<=[.!?;])[\"')\]]?\s+|(?<=[。！？；])")
_abbreviations = pattern(r"(?i)\b(?:e\.\s?g|i\.\s?e|etc|incl|approx|resp|vs|cf|max|min|no)\.(?=\s)")


_PLAINER: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "*": None, "\u00a0": " "})


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text in lower case: hidden characters gone, quotes straight, emphasis dropped, spaces single."""
    return _kept_sentences(text) if len(text) < _SHORT else _sentences(text)


_SHORT: Final = 400
"""A text of so many characters may be kept, since it may come again; one of megabytes would be kept for nothing."""


def _sentences(text: str) -> tuple[str, ...]:
    if not text.isascii():
        text = without_hidden(text)
    text = text.translate(_PLAINER).lower()
    if "." in text:
        text = _abbreviations().sub(lambda match: match[0].replace(".", ""), text)
    return tuple(piece for part in _breaks().split(text) for piece in _pieces(" ".join(part.split())))


_kept_sentences = lru_cache(maxsize=4096)(_sentences)


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence, cut into overlapping parts where it is longer than any honest one, so that work stays linear."""
    if len(sentence) <= 1200:
        if sentence:
            yield sentence
        return
    yield from (sentence[start : start + 1200] for start in range(0, len(sentence) - 200, 1000))


def quoted(part: str, most: int = 48) -> str:
    """A piece of a sentence as evidence in a message: in quotation marks, hidden characters visible, cut where long."""
    part = visible(" ".join(part.split()))
    return f'"{part}"' if len(part) <= most else f'"{part[: most - 1]}…"'


def first_sentence(text: str, most: int = 120) -> str:
    """The first sentence of a text as it is written, on one line; cut at a word where it is longer than `most` characters."""
    start = text.strip().lstrip("#>*-• \t\n")[: 10 * most]
    abbreviated = {match.end() for match in _abbreviations().finditer(start)}
    ends = (match.start() for match in _breaks().finditer(start) if match.start() > 1 and start[match.start() - 1] != ";")
    first = next((end for end in ends if end not in abbreviated), len(start))
    line = " ".join(start[:first].split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[most // 2 :] else cut}…"
