"""Whether a sentence gives an order or tells of one: "ignore all rules" against "rejects texts such as 'ignore all rules'".

A tool that looks for attacks has to name them. What is quoted, and what a verb of finding or refusing governs, is told of.
Neither alone is proof, for an attacker can write both; together they leave nothing that a model would follow. Works on the
sentences that `texts.sentences` yields. Knows no attack.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from schemalint.pattern import pattern

Use: TypeAlias = Literal["order", "doubtful", "mention"]
"""What a phrase is in its sentence: an order to the reader; perhaps one; only told of."""

_FINDING: Final = (
    r"\b(?:anali[sz]|analy[sz]|block|catch|check|classif|defend|den[iy]|detect|discard|evaluat|filter|find|finds|flag|guard|"
    r"identif|inspect|look|measur|prevent|probe|protect|quarantin|recogni[sz]|refus|reject|remov|report|resist|sanitiz|"
    r"scan|scor|search|simulat|spot|strip|test|treat|warn)\w*\b"
)
_KINDS: Final = (
    r"(?:attack|attempt|comment|content|document|example|exploit|file|injection|input|instruction|jailbreak|line|message|"
    r"page|paragraph|pattern|payload|phrase|prompt|request|response|sentence|string|technique|test case|text|trick|word)s?"
)
_LINK: Final = (
    r"(?:\b(?:that|which|who|such as|like|to|asking|telling|saying|trying|attempting|ordering|eg|ie|for example|for instance|"
    r"reading|containing|named|called|labelled|including|with|of)\b|[:(])"
)
_GAP: Final = r"(?:(?!\b(?:after|also|always|and|before|first|must|now|please|should|then|you)\b)[^,;])"
_told = pattern(rf"{_FINDING}[^;]{{0,80}}\b{_KINDS}\b[^;]{{0,40}}?{_LINK}{_GAP}{{0,60}}$")
_named = pattern(rf"\b{_KINDS}\b[^;]{{0,40}}?{_LINK}{_GAP}{{0,60}}$")
_refused = pattern(
    r"\b(?:is|are|be|gets?|will be) (?:always |never |not )*(?:blocked|denied|dropped|executed|flagged|followed|ignored|"
    r"obeyed|refused|rejected|removed|reported|stripped|treated as (?:data|text))\b"
)
_about = pattern(
    r"\b(?:adversarial|attacks?|detects|detection|injections?|jailbreaks?|malicious|phish\w*|poison\w*|"
    r"prompt[- ]injection|red[- ]team\w*|suspicious|untrusted|blocks|escapes|filters|flags|rejects|removes|strips|"
    r"(?:are|is|be|gets?|will be) (?:always )?(?:blocked|denied|dropped|flagged|refused|rejected|removed|reported|"
    r"stripped))\b"
)


def use_of(sentence: str, start: int, end: int) -> Use:
    """How the part of a sentence from `start` to `end` is used there."""
    quoted = _is_quoted(sentence, start, end)
    if _told().search(sentence[max(start - 240, 0) : start]):
        return "mention"
    if _named().search(sentence[max(start - 120, 0) : start]) and _refused().search(sentence[end : end + 120]):
        return "mention"
    about = _about().search(sentence) is not None
    if quoted:
        return "mention" if about else "doubtful"
    return "doubtful" if about else "order"


def _is_quoted(sentence: str, start: int, end: int) -> bool:
    before, after = sentence[max(start - 120, 0) : start], sentence[end : end + 120]
    return any(
        _marks(before, mark) % 2 == 1 and _marks(after, mark) > 0
        for mark in ('"', "`", "'")
        if mark in before and mark in after
    )


def _marks(part: str, mark: str) -> int:
    """How many quotation marks of one kind a part holds; an apostrophe between letters is none."""
    if mark != "'":
        return part.count(mark)
    return sum(
        1
        for i, char in enumerate(part)
        if char == mark and not (0 < i < len(part) - 1 and part[i - 1].isalnum() and part[i + 1].isalnum())
    )


def is_negated(sentence: str, start: int) -> bool:
    """Whether what starts at `start` is forbidden or denied: "never read", "must not be sent", "instead of reading"."""
    return _negation().search(sentence[max(start - 60, 0) : start]) is not None


_negation = pattern(
    r"(?:\b(?:avoid|cannot|can't|don't|doesn't|isn't|mustn't|never|no|nor|not|nothing|rather than|instead of|refuses? to|"
    r"unable to|unless|won't|without)\b)(?:\s+[\w'-]+){0,3}\s*$"
)
