"""Scripts: what share of a text's letters is Latin, the gate in front of every rule about English words.

Knows letters by their Unicode block alone; guesses no language.
"""

from __future__ import annotations

from typing import Final

_LATIN: Final = (
    (0x41, 0x5A),
    (0x61, 0x7A),
    (0xAA, 0xAA),
    (0xBA, 0xBA),
    (0xC0, 0x2AF),
    (0x1D00, 0x1D25),
    (0x1D2C, 0x1D5C),
    (0x1D62, 0x1D65),
    (0x1D6B, 0x1D77),
    (0x1D79, 0x1DBE),
    (0x1E00, 0x1EFF),
    (0x2C60, 0x2C7F),
    (0xA722, 0xA7FF),
    (0xAB30, 0xAB64),
    (0xFB00, 0xFB06),
    (0xFF21, 0xFF3A),
    (0xFF41, 0xFF5A),
)
"""Code points of Latin letters, first and last (Unicode Scripts.txt, Latin; gaps inside a block left in)."""


def latin_share(text: str) -> float:
    """The share of a text's letters that are Latin, 0 to 1; 1 for a text without letters."""
    if text.isascii():
        return 1.0
    letters = [ord(character) for character in text if character.isalpha()]
    if not letters:
        return 1.0
    latin = sum(1 for letter in letters if any(first <= letter <= last for first, last in _LATIN))
    return latin / len(letters)


def reads_latin(text: str, share: float = 0.8) -> bool:
    """Whether rules about English words may look at a text: at least `share` of its letters are Latin.

    Over 1,934 real tools 28 of 42 naive hits of one such rule were Chinese texts whose letters had been discarded.
    """
    return latin_share(text) >= share
