"""A text cut into what the readers of prose look at: quoted literals, words, marks and line ends, each with its span.

Knows quotes of every common kind, knows no grammar. Linear: a literal longer than `LONGEST` is no literal, so that an
unclosed quote costs a bounded look ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schemalint.pattern import pattern
from schemalint.record import dataclass

if TYPE_CHECKING:
    pass

LONGEST: Final = 80
"""Code points between two quotes; what is longer is a sentence or code, not a value."""

PieceKind: TypeAlias = Literal["quoted", "word", "mark", "line"]


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` stands at `at`; for a quoted literal it is what stands between the quotes, and `start`, `end` take them in.

    A mark is one character, or `...` for an ellipsis of any form. `line` is a line end.
    """

    kind: PieceKind
    text: str
    at: int
    start: int
    end: int

    @property
    def word(self) -> str:
        """The word in lower case, or the empty string for anything else."""
        return self.text.lower() if self.kind == "word" else ""

    def is_mark(self, marks: str) -> bool:
        return self.kind == "mark" and self.text in marks


_piece = pattern(
    rf"""(?x)
          ``(?P<double_code>[^`\n]{{1,{LONGEST}}})``
        | `(?P<code>[^`\n]{{1,{LONGEST}}})`
        | "(?P<double>[^"\n]{{1,{LONGEST}}})"
        | “(?P<curly>[^“”\n]{{1,{LONGEST}}})”
        | (?<!\w)'(?P<single>[^'\n]{{1,{LONGEST}}})'(?!\w)
        | ‘(?P<raised>[^‘’\n]{{1,{LONGEST}}})’(?!\w)
        | (?P<word>\w+(?:(?:[.+\#&@-]+|['’])\w+)*(?:\+\+|\#)?)
        | (?P<line>\r\n|\r|\n)
        | (?P<dots>\.\.+|…)
        | (?P<mark>\S)
        """
)


def pieces(text: str) -> Sequence[Piece]:
    """The pieces of a text in order; white space other than line ends is left out. ``"x"`` in code is the literal x."""
    found: list[Piece] = []
    for match in _piece().finditer(text):
        kind = match.lastgroup or "mark"
        start, end = match.span()
        shown, at = match[kind], match.start(kind)
        if kind not in ("word", "line", "dots", "mark"):
            if kind.endswith("code") and len(shown) > 2 and shown[0] == shown[-1] and shown[0] in "\"'":
                shown, at = shown[1:-1], at + 1
            found.append(Piece("quoted", shown, at, start, end))
        elif kind == "dots":
            found.append(Piece("mark", "...", start, start, end))
        elif kind == "line":
            found.append(Piece("line", "\n", start, start, end))
        else:
            found.append(Piece("word" if kind == "word" else "mark", shown, start, start, end))
    return found
