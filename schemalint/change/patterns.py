"""Whether a text matches a pattern, for patterns so plain that every engine agrees and none takes long. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from schemalint.change.schemas import Verdict
from schemalint.pattern import pattern

_LONGEST: Final = 200
_MOST_CHOICES: Final = 2
"""Characters of a text, and places of a pattern where an engine that backtracks may go more than one way. With more of them,
`a?` forty times before `a` forty times takes a trillion steps, and so do forty groups of two equal arms.
"""

_ATOM: Final = (
    r"""(?:[A-Za-z0-9 _\-/:@#%&=,;~!"'<>]|\\[.\-/+*?()\[\]{}|^$\\dw]|\."""
    r"|\[\^?(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9 _./:@#,+*?]|\\[dw.\-/])+-?\])(?:[?*+]|\{[0-9]{1,2}(?:,[0-9]{0,2})?\})?"
)
_plain = pattern(rf"\^?(?:{_ATOM}|\((?:\?:)?(?:{_ATOM}|\|)*\)\??)*\$?")
# Escaped ones are counted too: to tell them apart is not worth a mistake.
_choices = pattern(r"[*+?(]|\{[0-9]+,")


def matches(source: str, text: str) -> Verdict:
    """Whether a pattern is found in a text; None for one that is not plain, or a text that is long or not printable ASCII."""
    if len(text) > _LONGEST or not (text.isascii() and text.isprintable()):
        return None
    compiled = _compiled(source)
    return None if compiled is None else compiled.search(text) is not None


@cache
def _compiled(source: str) -> re.Pattern[str] | None:
    if len(source) > _LONGEST or _plain().fullmatch(source) is None or len(_choices().findall(source)) > _MOST_CHOICES:
        return None
    try:
        return re.compile(source, re.ASCII)
    except re.error:
        return None
