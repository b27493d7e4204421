"""Foreign text made safe to show: the one sanitizer.

What could move a cursor, reorder or hide text, or fake a line is shown as an escape that can be seen. Knows no markup, no
HTML and no CI log commands: each report format quotes for itself, after this.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

# Ranges, not categories of `unicodedata`: its version differs between Pythons, and the output must not (hostile.md 2.1, 7).
_UNSAFE: Final = (
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidi controls (CVE-2021-42574)
    "\u2028\u2029"  # line and paragraph separator: line ends to some readers
    # Default_Ignorable_Code_Point of Unicode 15: zero width, fillers, variation selectors, tags
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ufff9-\ufffb"  # interlinear annotation
    "\ue000-\uf8ff\U000f0000-\U0010ffff"  # private use
    "\ud800-\udfff"  # lone surrogates
    "\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0xF0000, 0x10000))
)
_EMOJI: Final = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_JOINER: Final = "\u200d"
_EMOJI_STYLE: Final = "\ufe0f"
_SHORT: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


@cache
def _unsafe() -> re.Pattern[str]:
    return re.compile(f"[{_UNSAFE}]")


@cache
def _emoji() -> re.Pattern[str]:
    return re.compile(f"[{_EMOJI}]")


def show(text: object, *, lines: bool = False) -> str:
    r"""A text, path, exception or bytes with every character that could mislead a reader as a visible escape.

    `\x1b` is an ASCII control, `\u202e` or `\U000e0041` another code point, `\x80` to `\xff` a byte that is not UTF-8 (as
    in file names, and in bytes). Newline, return and tab become `\n`, `\r`, `\t`; with `lines` newline and tab stay.
    U+FE0F and the zero width joiner stay inside emoji only. Showing what was shown changes nothing. That is why
    backslashes that were there stay single, and why an author's own `\x1b` looks the same as an escape character: who
    needs to tell them apart reads the JSON report.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    text = text if isinstance(text, str) else str(text)
    if text.isascii() and text.isprintable():
        return text

    def visible(match: re.Match[str]) -> str:
        return match[0] if lines and match[0] in "\n\t" else _visible(text, match.start())

    return _unsafe().sub(visible, text)


def _visible(text: str, at: int) -> str:
    """The escape of one unsafe character of a text, or the character itself where it is part of an emoji."""
    char = text[at]
    if char in _SHORT:
        return _SHORT[char]
    if char in (_JOINER, _EMOJI_STYLE) and _in_emoji(text, at):
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # PEP 383: what Python makes of a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _in_emoji(text: str, at: int) -> bool:
    before, after = text[max(at - 2, 0) : at], text[at + 1 : at + 2]
    if text[at] == _EMOJI_STYLE:
        keycap = before[-1:] in tuple("0123456789#*") and after == "\u20e3"
        return keycap or _emoji().match(before[-1:]) is not None
    before = before.removesuffix(_EMOJI_STYLE)
    return _emoji().match(before[-1:]) is not None and _emoji().match(after) is not None


# ------------------------------------------------------------------------------------------------------------- long lines


def window(text: str, column: int, width: int) -> tuple[str, int]:
    """The part of a foreign line around a column, shown, and the column in what is shown.

    Columns count code points from 1; the column after the last is allowed. At most `width` code points are shown, except
    that the character at the column always is; "…" stands where something is left off. Works on that part alone, however
    long the line.
    """
    caret = min(max(column, 1) - 1, len(text))
    first = max(caret - width, 0)
    part = text[first : caret + width + 1]
    cells = [_visible(part, i) if _unsafe().match(char) else char for i, char in enumerate(part)]
    caret -= first
    before, after = cells[:caret], cells[caret:]
    if len(part) < len(text) or sum(map(len, cells)) > width:
        room = width - 2
        left = min(sum(map(len, before)), room // 2)
        after = after[: max(_fitting(after, room - left), 1)]
        count = _fitting(before[::-1], room - sum(map(len, after)))
        before = before[len(before) - count :]
        # What is cut off from its emoji would be invisible.
        while before and before[0] in (_JOINER, _EMOJI_STYLE):
            del before[0]
        while len(after) > 1 and after[-1] == _JOINER:
            del after[-1]
    head = "…" if first + caret > len(before) else ""
    tail = "…" if first + caret + len(after) < len(text) else ""
    shown = head + "".join(before)
    return f"{shown}{''.join(after)}{tail}", len(shown) + 1


def _fitting(cells: Sequence[str], room: int) -> int:
    """How many of the first cells are together no longer than `room`."""
    return bisect_right(list(accumulate(map(len, cells))), room)


LONGEST_MESSAGE: Final = 2_000
"""Characters of a sentence in a report."""

LONGEST_NAME: Final = 1_000
"""Characters of a name or a pointer in a report for programs; in lines for people it is 200."""


def cut(text: str, most: int = 200) -> str:
    """A foreign text for a line: its beginning and how long it is, where it is longer than a line needs."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant: one that begins with it, or is spelled nearly so; None where none is near."""
    from difflib import get_close_matches

    words = list(known)
    longer = sorted((one for one in words if len(word) > 3 and one.startswith(word)), key=len)
    return next(iter(longer or get_close_matches(word, words, n=1)), None)


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """What ends a message about an unknown word: the nearest right one, else `otherwise`."""
    near = nearest(word, known)
    return f"; did you mean `{near}`?" if near is not None else otherwise
