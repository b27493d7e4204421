"""What to call a place in a message, and which name probably became which. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from schemalint.model import Json, Pointer, kind_of
from schemalint.schema.keywords import CONSTRAINTS, OF_TYPE, SCHEMA_HOLDERS, SCHEMA_MAPS

ALIKE: Final = 0.7
"""How alike the words of two texts must be (Ratcliff and Obershelp's measure) to be taken for one that was edited."""
_MOST_PAIRS: Final = 400
"""Pairs of names whose texts are compared; beyond, only those with equal schemas are found."""
_LONGEST: Final = 2_000
_MOST_WORDS: Final = 150
"""Characters and words of a text that are compared."""
_ENOUGH: Final = 5
"""Words by which a text is known again that goes on behind them."""
_MOST_TWINS: Final = 20
"""Things with equal schemas that are candidates for one that went."""

Item = TypeVar("Item")


def subject(at: Pointer) -> str:
    """A place as a message names it: "`options.mode`", "`rows[].id`", "an element of `tags`", "the parameters"."""
    names: list[str] = []
    element = False
    steps = list(at[1:])
    while steps:
        keyword = str(steps.pop(0))
        if keyword in SCHEMA_MAPS - CONSTRAINTS and steps:
            if element and names:
                names[-1] += "[]"
            names.append(str(steps.pop(0)))
            element = False
        elif keyword in SCHEMA_HOLDERS & OF_TYPE["array"]:
            if element and names:
                names[-1] += "[]"
            element = True
            if steps and isinstance(steps[0], int):
                steps.pop(0)
        elif keyword == "additionalProperties" and not steps:
            names.append("*")
        elif kind_of(keyword, [{}]) == "schemas" and steps and isinstance(steps[0], int):
            steps.pop(0)
    whole = "the output" if at[:1] == ("output_schema",) else "the parameters"
    name = f"`{'.'.join(names)}`" if names else whole
    return f"an element of {name}" if element else name


def likeness(one: str, other: str) -> float:
    """How alike the words of two texts are, from 0 to 1; 0 for what is below `ALIKE`."""
    import re
    from difflib import SequenceMatcher

    first, second = (re.findall(r"\w+", text[:_LONGEST])[:_MOST_WORDS] for text in (one, other))
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) >= _ENOUGH and longer[: len(shorter)] == shorter:
        return max(ALIKE, 2 * len(shorter) / (len(shorter) + len(longer)))  # a text that was gone on with
    matcher = SequenceMatcher(None, first, second)
    quick = matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE
    ratio = matcher.ratio() if quick else 0.0
    return ratio if ratio >= ALIKE else 0.0


def renamed(
    gone: Mapping[str, Item],
    come: Mapping[str, Item],
    *,
    meaning: Callable[[Item], str],
    text: Callable[[Item], str],
) -> dict[str, str]:
    """Old name to new name, where something of one name is gone and its like has come under another.

    Equal `meaning` makes two alike, and so does a nearly equal `text`. Of several candidates the one with the likest text is
    taken, then the first by name; no name is used twice. An empty meaning or text says nothing.
    """
    if not gone or not come:
        return {}
    alike: dict[str, list[str]] = {}
    for name, item in come.items():
        alike.setdefault(meaning(item), []).append(name)
    few = len(gone) * len(come) <= _MOST_PAIRS
    texts = {name: text(item) for name, item in come.items()}
    found: list[tuple[float, str, str]] = []
    for old, item in gone.items():
        own, own_text = meaning(item), text(item)
        equal = alike.get(own, ())[:_MOST_TWINS] if own else ()
        for new in come if few else equal:
            close = likeness(own_text, texts[new]) if few and own_text and texts[new] else 0.0
            if close or new in equal:
                found.append((-close - (new in equal), old, new))
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, old, new in sorted(found):
        if old not in pairs and new not in taken:
            pairs[old] = new
            taken.add(new)
    return pairs


def described(value: Json) -> str:
    """The description of a schema, or the empty text."""
    text = value.get("description") if isinstance(value, dict) else None
    return text if isinstance(text, str) else ""
