"""Characters that do not show: which ones hide in a text, which turn its direction, which control a terminal.

Knows which scripts and emoji need such characters, and leaves them there. Ranges, not categories of `unicodedata`, so that
every Python says the same. Knows no rule and no message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from schemalint.pattern import pattern

# Default_Ignorable_Code_Point of Unicode 15 without the bidi controls, interlinear annotation, private use, noncharacters.
_HIDDEN: Final = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff"
)
_TAGS: Final = "\U000e0020-\U000e007e"
_EMOJI: Final = (
    "\u00a9\u00ae\u203c\u2049\u20e3\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff\u3030"
    "\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_JOINED: Final = (
    # scripts whose letters change their form beside a joiner: Arabic to Mongolian, the scripts of India, Khmer, Tibetan
    "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1a20-\u1aff\u1b00-\u1bff\ua840-\ua87f\ua8e0-\ua8ff\uaa00-\uaadf"
    "\uabc0-\uabff\ufb50-\ufdcf\ufe70-\ufefc\U00010a00-\U00010aff\U00011000-\U000114df"
)
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df"  # Thai, Lao, Myanmar, Khmer: U+200B parts words
_HAN: Final = "\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_VARIED: Final = "\u2200-\u22ff\u2a00-\u2aff\u1000-\u109f\u1800-\u18af\ua840-\ua87f\uff00-\uff65\u3000-\u30ff"
_BIDI: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_MARKS: Final = frozenset("\u061c\u200e\u200f")
_RIGHT_TO_LEFT: Final = "\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_CONTROL: Final = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_legitimate = pattern(
    rf"(?:(?<=\U0001f3f4)[{_TAGS}]{{3,6}}\U000e007f"  # the flag of a region: England, Texas
    rf"|(?<=[{_EMOJI}])[\ufe0e\ufe0f]?\u200d(?=[{_EMOJI}])"
    rf"|(?<=[{_EMOJI}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    rf"|(?<=[{_JOINED}])[\u200c\u200d]|(?<=[{_UNSPACED}])\u200b(?=[{_UNSPACED}])"
    rf"|(?<=[{_HAN}])[\ufe00-\ufe02\U000e0100-\U000e01ef]|(?<=[{_VARIED}])[\ufe00-\ufe02]"
    rf"|(?<=[\u1820-\u18aa])[\u180b-\u180f]|\u180e(?=[\u1820\u1821])"
    rf"|\u115f(?=[\u1160-\u11a7])|(?<=[\u1100-\u115f])\u1160|(?<=[\u0300-\u036f\u0590-\u05cf])\u034f)"
    rf"(?![{_HIDDEN}])"  # one after another is a code, not a script
    rf"|\u2800+(?=[\u2801-\u28ff])|(?<=[\u2801-\u28ff])\u2800+|\u2800(?!\u2800)"  # braille words and pictures
    rf"|(?P<hidden>[{_HIDDEN}]|\u2800\u2800+)"
)
"""Hidden characters with what makes them right, or one hidden character alone in the group `hidden`."""


def hidden_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where hidden characters stand in a text that no script and no emoji there needs: starts and ends."""
    if text.isascii():
        return
    for match in _legitimate().finditer(text):
        if match.lastgroup == "hidden":
            yield match.span()


def without_hidden(text: str) -> str:
    """A text without the characters that `hidden_spans` finds; those that join letters or emoji stay."""
    return _legitimate().sub(lambda match: "" if match.lastgroup == "hidden" else match[0], text)


def tag_text(text: str) -> str:
    """The ASCII text that tag characters (U+E0020 to U+E007E) of a text spell; empty where they spell none."""
    return "".join(chr(ord(char) - 0xE0000) for char in text if "\U000e0020" <= char <= "\U000e007e")


_bidi = pattern(f"[{_BIDI}]")
_rtl = pattern(f"[{_RIGHT_TO_LEFT}]")


def bidi_controls(text: str) -> list[str]:
    """The characters that turn a text's direction; the marks U+200E, U+200F, U+061C are right beside right-to-left letters."""
    if text.isascii():
        return []
    found = _bidi().findall(text)
    if found and _MARKS.issuperset(found) and _rtl().search(text.replace("\u061c", "")):
        return []
    return [char for char in found if char not in _MARKS] or found


def without_bidi(text: str) -> str:
    """A text without the characters that turn the direction of what is shown."""
    return _bidi().sub("", text)


_control = pattern(f"[{_CONTROL}]")


def controls(text: str) -> list[str]:
    """The control characters of a text but for tab, newline and return."""
    return [] if text.isascii() and text.isprintable() else _control().findall(text)


# CSI, OSC and the like (ECMA-48 5.4, 5.6), then any single control character
_sequence = pattern(
    rf"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    rf"|\x1b[ -/]*[0-~]|[{_CONTROL}]"
)


def without_controls(text: str) -> str:
    """The text without control characters; an escape sequence goes as a whole, what it hid stays and shows."""
    return _sequence().sub("", text)


_any = pattern(f"[{_HIDDEN}{_BIDI}\x00-\x1f\x7f-\x9f\u2028\u2029]")


def visible(text: str) -> str:
    """A text with each character that does not show as its code point: `read\u202e` is `readU+202E`."""
    if text.isascii() and text.isprintable():
        return text
    return _any().sub(lambda match: code_point(match[0]), text)


def code_point(char: str) -> str:
    return f"U+{ord(char):04X}"


def code_points(chars: Iterable[str], most: int = 4) -> str:
    """The distinct characters of a text as code points in order of appearance: "U+200B, U+2060 and 3 more"."""
    distinct = list(dict.fromkeys(chars))
    shown = ", ".join(map(code_point, distinct[:most]))
    return f"{shown} and {len(distinct) - most} more" if len(distinct) > most else shown
