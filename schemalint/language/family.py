"""The names of one family of tools: which of them are one name in several spellings, and how several are listed.

Pure functions over names; knows no tool, no style and no verb.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Pattern

_ONE_JOINT = str.maketrans("-./: ", "_____")


@cache
def _joints() -> Pattern[str]:
    import re

    # Between two digits a joint tells numbers apart: `line_1_1` is not `line_11`.
    return re.compile(r"(?<!\d)[-_./:\s]+|[-_./:\s]+(?!\d)")


def unspelled(name: str) -> str:
    """What all spellings of a name share: `unspelled("perPage") == unspelled("per_page")`; empty for joints alone.

    Case and the joints between words are dropped. Every other character counts, in any script.
    """
    plain = name.casefold()
    return plain if plain.isalnum() else _joints().sub("", plain).translate(_ONE_JOINT)


def listed(names: Iterable[str], most: int = 3) -> str:
    """Names in a sentence, each in backticks: "`a`", "`a` and `b`", "`a`, `b`, `c` and 4 more"."""
    marked = [f"`{name}`" for name in names]
    rest = len(marked) - most
    *front, last = marked if rest <= 0 else [*marked[:most], f"{rest} more"]
    return f"{', '.join(front)} and {last}" if front else last


def agree(count: int, one: str, several: str) -> str:
    """The form of a word that goes with a count."""
    return one if count == 1 else several
