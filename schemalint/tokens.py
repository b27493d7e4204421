"""What a definition costs: about how many tokens a model reads for it on every request.

Knows four weights and no vocabulary: nothing is downloaded, and the same definition costs the same on every machine. Counted is
the text that nearly all vendors are sent, `name`, `description` and `parameters` as compact JSON. Vendors write it anew before
a model reads it, so the number compares definitions and is no bill.
"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from schemalint.canon import canonical_json
from schemalint.model import Tool
from schemalint.pattern import pattern
from schemalint.schema.keywords import Kind

if TYPE_CHECKING:
    pass

METHOD: Final = "estimate"
"""How these numbers were got, the word for reports."""

# Fitted by tests/fit_tokens.py to o200k on every other server of a corpus of 1,111 tools, 2026-11-30; on the other servers
# half of the estimates are within 3 % and 95 of 100 within 10 %. What a piece is was chosen with all servers in view, so
# that those figures flatter a little; a registry that nothing was fitted to gave 4.8 % and 13 %.
WORD: Final = 1.12
PUNCTUATION: Final = 0.94
DIGITS: Final = 1.23
OTHER: Final = 0.72

_PARTS: Final[tuple[tuple[str, Kind], ...]] = (("name", "data"), ("description", "data"), ("parameters", "schema"))

PARTS: Final = tuple(part for part, _ in _PARTS)
"""What is counted apart."""


def estimate(tool: Tool) -> int:
    """About how many tokens a definition costs. Raises `CanonError` for a value that has no canonical form."""
    return sum(estimate_parts(tool).values())


def estimate_parts(tool: Tool) -> dict[str, int]:
    """The same by part: `name`, `description` and `parameters`, each with its key; 0 for a part that is absent.

    The parts add up to `estimate`. Raises `CanonError`.
    """
    written = texts(tool)
    return {part: estimate_text(written[part]) if part in written else 0 for part, _ in _PARTS}


def at_most(tool: Tool) -> int:
    """A number that `estimate` never passes, got in a third of the time: for who only asks whether a definition is dear."""
    # No piece is shorter than a character, and no weight is above that of digits; each part may have been rounded up.
    most: int | None = tool.memo.get("tokens at most")
    if most is None:  # two rules ask for it
        most = tool.memo["tokens at most"] = int(DIGITS * len(text_of(tool))) + len(_PARTS)
    return most


def text_of(tool: Tool) -> str:
    """The text whose pieces are weighed: the parts that are there, each with its key, one behind the other."""
    return "".join(texts(tool).values())


def counts(text: str) -> tuple[int, int, int, int]:
    """What the weights weigh: parts of ASCII words, runs of punctuation or blanks, groups of digits, other characters."""
    found = Counter(map(_kind_of_piece, _pieces().finditer(text)))
    return found[1], found[2], found[3], found[4]


_kind_of_piece: Final = attrgetter("lastindex")


def texts(tool: Tool) -> dict[str, str]:
    """The text of each part that is there. A part ends with a blank, which weighs nothing, so that no run crosses parts."""
    return {
        part: f'"{part}":{canonical_json(getattr(tool, part), kind, property_order="authored").decode()} '
        for part, kind in _PARTS
        if tool.has(part)
    }


def estimate_text(text: str) -> int:
    """About how many tokens a text costs, in any form."""
    words, runs, digits, other = counts(text)
    return round(WORD * words + PUNCTUATION * runs + DIGITS * digits + OTHER * other)


# One blank, hyphen or underscore before a word is part of the word's token; longer words are seldom one token.
_pieces = pattern(
    r"([_-]?(?:[A-Z]?[a-z]{1,12}|[A-Z]{1,4}))"
    r"|((?:\\u[0-9a-f]{4}|\\.|[!-/:-@\[\]-`{-~])+|[ \x7f]{2,})"
    r"|([0-9]{1,3})"
    r"|([^\x00-\x7f])"
)
