"""The names of one family of tools: which of them are one name in several spellings, and how several are listed.

Pure functions over names; knows no tool, no style and no verb.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from schemalint.pattern import pattern

if TYPE_CHECKING:
    pass


_joints = pattern(r"[-_./:\s]+")


def unspelled(name: str) -> str:
    """What all spellings of a name share: `unspelled("perPage") == unspelled("per_page")`; empty for joints alone.

    Case and the joints between words are dropped. Every other character counts, in any script, and so does a joint between
    two digits: `line_1_1` is not `line_11`.
    """
    plain = name.casefold()
    if plain.isalnum():
        return plain
    first, *parts = _joints().split(plain)
    told = [first]
    for before, part in zip((first, *parts), parts, strict=False):
        told.append(f"_{part}" if before[-1:].isdigit() and part[:1].isdigit() else part)
    return "".join(told)


def listed(names: Iterable[str], most: int = 3) -> str:
    """Names in a sentence, each in backticks: "`a`", "`a` and `b`", "`a`, `b`, `c` and 4 more"."""
    marked = [f"`{name}`" for name in names]
    rest = len(marked) - most
    *front, last = marked if rest <= 0 else [*marked[:most], f"{rest} more"]
    return f"{', '.join(front)} and {last}" if front else last


def agree(count: int, one: str, several: str) -> str:
    """The form of a word that goes with a count."""
    return one if count == 1 else several
