"""Which words of a text changed. Pure; whoever shows a piece makes it safe to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from schemalint.pattern import pattern
from schemalint.record import dataclass

_MOST: Final = 3_000
"""Words of each text, beyond the parts that both begin and end with, that are compared one by one."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of both texts, or one that was removed, or one that was added."""

    kind: Literal["same", "removed", "added"]
    text: str


def words(old: str, new: str) -> tuple[Piece, ...]:
    """The pieces of two texts: without the added ones they make the old text, without the removed ones the new text.

    Of very long texts all between their common ends counts as removed and added.
    """
    before, after = _split().findall(old), _split().findall(new)
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    middle = _compared(before[head : len(before) - tail], after[head : len(after) - tail])
    found = [Piece("same", "".join(before[:head])), *middle, Piece("same", "".join(before[len(before) - tail :]))]
    return tuple(_joined([piece for piece in found if piece.text]))


def _joined(pieces: list[Piece]) -> Iterator[Piece]:
    """The pieces with what changed side by side in one: blanks between two changes are part of both texts' change."""
    removed, added = "", ""
    for index, piece in enumerate(pieces):
        between = 0 < index < len(pieces) - 1 and piece.text.isspace()
        if piece.kind == "same" and not between:
            yield from _change(removed, added)
            removed, added = "", ""
            yield piece
            continue
        removed += piece.text if piece.kind != "added" else ""
        added += piece.text if piece.kind != "removed" else ""
    yield from _change(removed, added)


def _change(removed: str, added: str) -> Iterator[Piece]:
    if removed:
        yield Piece("removed", removed)
    if added:
        yield Piece("added", added)


def _compared(before: list[str], after: list[str]) -> Iterator[Piece]:
    if not before or not after or max(len(before), len(after)) > _MOST:
        yield Piece("removed", "".join(before))
        yield Piece("added", "".join(after))
        return
    from difflib import SequenceMatcher

    # The default way, which passes over words that are everywhere, is bounded; the exact one can take cubic time.
    for tag, i, j, k, m in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            yield Piece("same", "".join(before[i:j]))
        else:
            yield Piece("removed", "".join(before[i:j]))
            yield Piece("added", "".join(after[k:m]))


def changed_words(old: str, new: str) -> tuple[Piece, ...]:
    """The words of a change as reports show them, long unchanged parts cut to their ends."""
    return shortened(words(old, new))


_split = pattern(r"\w+|\s+|[^\w\s]")


def shortened(pieces: Iterable[Piece], around: int = 60) -> tuple[Piece, ...]:
    """The same with unchanged parts cut to `around` characters beside each change; "…" stands where something is left off."""
    found = list(pieces)
    cut: list[Piece] = []
    for index, piece in enumerate(found):
        text = piece.text
        if piece.kind == "same":
            left = around if index > 0 else 0
            right = around if index < len(found) - 1 else 0
            if len(text) > left + right + 1:
                text = f"{text[:left]}…{text[len(text) - right :]}"
        cut.append(Piece(piece.kind, text))
    return tuple(cut)
