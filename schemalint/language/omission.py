"""Omission: whether a text says what happens when a parameter is left out, and phrases that only say "left out".

Knows English phrases; knows no schema. Each expression looks a bounded number of words ahead.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Pattern


@cache
def when_omitted() -> Pattern[str]:
    """`if omitted`, `when it is not given`, `unless specified`: conditions that every statement of a default has anyway."""
    import re

    given = "provided|specified|set|given|passed|supplied"
    gone = (
        r"(?:omitted|unspecified|unset|absent|missing|empty|blank|undefined|null|none|left (?:out|blank|empty|unset)"
        rf"|not (?:\w+ ){{0,2}}?(?:{given}|present|defined|included|used|stated|found))"
    )
    subject = r"(?:(?:it|this|that|they|the|parameter|value|field|argument|is|was|are|left|both) ){0,4}"
    return re.compile(
        rf"\b(?:if|when|where|whenever|unless) {subject}{gone}"
        rf"|\b(?:if|when) (?:none|no|nothing|neither)\b(?: \w+){{0,2}} (?:is|are|was|{given})"
        rf"|\bunless (?:\w+ ){{0,3}}(?:{given}|overridden|stated)|\b(?:if|when) \w+ (?:is )?{gone}",
        re.IGNORECASE,
    )


def speaks_of_omission(text: str) -> bool:
    """Whether a text says anything on what happens when the parameter is left out. Generous: any such word counts."""
    return _on_omission().search(text) is not None


@cache
def _on_omission() -> Pattern[str]:
    import re

    unset = "empty|blank|out|unset|off"
    return re.compile(
        r"\bdefault|\bomit|\botherwise\b|\bunless\b|\bwithout\b|\babsent\b|\bunspecified\b|\bfall(?:s|ing)? ?back\b"
        rf"|\bleav(?:e|ing) (?:\w+ ){{0,2}}(?:{unset})\b|\bleft (?:{unset})\b"
        r"|\b(?:if|when) (?:\w+ ){0,5}not\b|\bnot (?:provided|specified|set|given|passed|supplied)\b"
        r"|\b(?:if|when) (?:none|no|nothing|neither|empty|unset|unspecified|null|blank|missing)\b"
        r"|\bempty (?:means|for|returns|string|list|=)|(?<![\w.])(?:0|zero|null|none|-1) (?:means|for|=|to\b)",
        re.IGNORECASE,
    )
