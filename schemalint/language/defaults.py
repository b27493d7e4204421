"""Statements of a default in prose, with the literal each states and the literal's span.

Knows the forms `defaults to LIT`, `default: LIT`, `default value is LIT`, `(default LIT)`, and what is none of them: a
condition (`10 for lists`), a unit (`10 minutes`), another parameter. Knows no schema; `typed` alone looks at a type and enum.
The words are English: ask `scripts.reads_latin` first. Linear: each statement is read in a window of the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schemalint.language.names import tokens
from schemalint.language.omission import when_omitted
from schemalint.model import Json
from schemalint.pattern import pattern
from schemalint.record import dataclass

if TYPE_CHECKING:
    from re import Match, Pattern

DefaultKind: TypeAlias = Literal["number", "boolean", "null", "quoted", "bare", "list"]

SYMBOLIC: Final = frozenset(
    """
    all any applied assumed auto automatic automatically both calculated chosen client computed configured current default
    derived detected determined disabled dynamic each either empty enabled everything excluded first global guessed ignored
    included inferred inherited kept last latest machine max maximum min minimum newest no none now off on oldest omitted
    optional original preserved random required returned same selected self server session set shown system taken that the this
    today tomorrow unlimited unset used user varies what whatever yes yesterday your
    """.split()
)
"""Bare words that name no literal unless an enum lists them: `latest`, `now`, `all`."""

_WINDOW: Final = 200
"""Code points read before and after the word `default`."""


@dataclass(frozen=True, slots=True)
class Default:
    """A literal default that a text states: its JSON value, and how it is written, quotes left out, from `start` to `end`."""

    value: Json
    kind: DefaultKind
    text: str
    start: int
    end: int


class _Absent:
    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""What `typed` gives where a statement is no value of the schema; None would be the value null."""
_lead = pattern(
    r"(?i)\b(?P<word>default(?P<verb>s|ing)?)\b(?:[ ](?:value|setting)|[ ]"
    r"(?P<noun>(?!(?:is|to|being|will|equals|are|was|if|when|for)\b)[a-z]+(?:[ ](?!(?:is|to|being|will|equals)\b)[a-z]+)?)"
    r"(?=[ ](?:is|equals)\b|[ ]?[:=]))?"
    r"(?P<link>(?:[ ](?:is|to|being|will[ ]be|equals)\b(?:[ ](?:set[ ])?to\b)?)?[ ]?(?:[:=]|->)?)[ ]?"
)
_literal = pattern(
    r"(?i)(?P<number>[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w%°€$/:]|\.\d|-\d)"
    r"|(?P<list>\[[^\[\]\n]{0,120}\])"
    r"|(?P<boolean>true|false)\b(?![-_])"
    r"|(?P<null>null|none|nil)\b(?![-_])"
    r"|`{1,2}[\"']?(?P<code>[^`\n]{1,80}?)[\"']?`{1,2}|\"(?P<double>[^\"\n]{0,80})\"|“(?P<curly>[^”\n]{1,80})”"
    r"|'(?P<single>[^'\n]{0,80})'(?!\w)|‘(?P<raised>[^’\n]{1,80})’"
    r"|(?P<bare>(?:-|[~.]{0,2}/)?(?:[^\W\d]|\d+(?=[^\W\d]))\w*(?:[.+#/-]+\w+)*)"
)


@cache
def _condition() -> Pattern[str]:
    import re

    after_comma = "if|when|unless|otherwise|else|except|depending"
    anywhere = f"{after_comma}|whenever|for|on|in|with|within|during|while|where|only|or|under|after|before|from"
    return re.compile(rf"[ ]*(?:,[ ]*(?=(?:{after_comma})\b))?[(—–]?[ ]*\b(?:{anywhere})\b", re.IGNORECASE)


def stated_defaults(text: str, name: str = "", *, siblings: Collection[str] = ()) -> Iterator[Default]:
    """The literal defaults that a text states without condition for the parameter `name`, in order.

    `siblings` are the names of the other parameters: a default told with one of them is worked out, no literal.
    """
    for lead in _lead().finditer(text):
        before = text[max(0, lead.start() - _WINDOW) : lead.start()]
        if _is_no_statement(lead, before, name):
            continue
        literal = _literal().match(text, lead.end(), lead.end() + _WINDOW)
        if literal is None or not _stands_alone(literal, lead, before, text):
            continue
        kind = literal.lastgroup or "bare"
        shown = literal[kind]
        if (kind in ("quoted", "bare") or kind in _QUOTES) and not _is_value(shown, kind, text, name):
            continue
        if shown in siblings and kind not in ("number", "boolean", "null"):
            continue
        value, read_as = _valued(kind, shown)
        if (read_as == "number" and value is None) or value is ABSENT:
            continue
        yield Default(value, read_as, shown, literal.start(kind), literal.end(kind))


def stated_default(text: str, name: str = "", *, siblings: Collection[str] = ()) -> Default | None:
    """The one literal default that a text states; None where it states none, or several that differ."""
    found = list(stated_defaults(text, name, siblings=siblings))
    if not found or any(other.text.lower() != found[0].text.lower() for other in found[1:]):
        return None
    return found[0]


def typed(default: Default, schema: Mapping[str, Json]) -> Json:
    """The value that a statement means for a schema, or `ABSENT` where its type or enum does not agree with it."""
    enum = schema.get("enum")
    if isinstance(enum, list):
        if default.kind != "quoted" and default.value in enum and not isinstance(default.value, str):
            return default.value
        exact = [value for value in enum if value == default.text]
        folded = [value for value in enum if isinstance(value, str) and value.lower() == default.text.lower()]
        return exact[0] if exact else folded[0] if len(folded) == 1 else ABSENT
    declared = _TYPES.get(str(schema.get("type")))
    if default.kind == "list" and isinstance(default.value, list):
        items = schema.get("items")
        fits = schema.get("type") == "array" and isinstance(items, dict) and not isinstance(items.get("enum"), list)
        kinds = _KINDS.get(_TYPES.get(str(items.get("type")), "")) if fits and isinstance(items, dict) else None
        return default.value if kinds is not None and all(type(one) in kinds for one in default.value) else ABSENT
    if declared in ("number", "integer") and (number := as_number(default)) is not None:
        return number if declared == "number" or number == int(number) else ABSENT
    if declared == "boolean" and default.text.lower() in ("true", "false"):
        return default.text.lower() == "true"
    if declared == "string" and (default.kind == "quoted" or (default.kind == "bare" and default.text.lower() not in SYMBOLIC)):
        return default.text
    return ABSENT


def as_number(default: Default) -> int | float | None:
    """The number a statement states, also in quotes."""
    if default.kind not in ("number", "quoted"):
        return None
    match = _literal().fullmatch(default.text)
    return _number(match["number"]) if match is not None and match["number"] is not None else None


def is_symbolic(default: Default, schema: Mapping[str, Json]) -> bool:
    """Whether a statement names no literal but something worked out later: `now`, `latest`, `all`; an enum's value is one."""
    if default.kind != "bare" or default.text.lower() not in SYMBOLIC:
        return False
    return not isinstance(schema.get("enum"), list) or typed(default, schema) is ABSENT


# --------------------------------------------------------------------------------------------- what stands around a literal


def _is_no_statement(lead: Match[str], before: str, name: str) -> bool:
    """Whether the words in front make the statement another thing's, a condition's, or no statement at all."""
    if lead["noun"] and tokens(lead["noun"])[-1:] != tokens(name)[-1:]:
        return True  # "the default size is 100" of `page_size`, and of no other parameter
    linked = bool(lead["link"].strip())
    said = before.rstrip()
    previous = said.rsplit(None, 1)[-1] if said else ""
    if before[-1:] in tuple("`'\"“‘-_"):
        return True
    bare = previous.strip("`'\"*_").lower()
    if bare in ("no", "not", "without", "non", "by", "never", "system's"):
        return True
    if not linked and (
        bare in ("the", "a", "an", "its", "this", "their", "our", "for", "of", "from", "override", "overrides", "use", "uses")
    ):
        return True
    if linked and previous[-1:].isalnum() and bare not in _SUBJECTS and bare not in name.lower():
        return True
    if linked and previous[-1:] in tuple("`'\"") and previous.strip("`'\"") != name:
        return True
    sentence = _sentence(before)
    if when_omitted().search(sentence):
        return False
    first = sentence.lstrip(" *-•(").split(None, 2)
    if not first or first[0].lower() not in ("if", "when", "for", "with", "in", "on", "unless", "during"):
        return False
    return not (len(first) > 1 and first[1].lower().strip(",.") in ("true", "false", "set", "enabled", "given", "provided"))


def _sentence(before: str) -> str:
    """What stands before a statement in its own sentence or bracket."""
    start = max(before.rfind(mark) for mark in (". ", "; ", "\n", "! ", "? ", ".) "))
    return before[start + 1 :] if start >= 0 else before


def _stands_alone(literal: Match[str], lead: Match[str], before: str, text: str) -> bool:
    """Whether a literal is the whole of what is stated: no unit, no condition, no alternative after it."""
    after = text[literal.end() : literal.end() + _WINDOW]
    kind = literal.lastgroup
    if _condition().match(after) and not when_omitted().match(after.lstrip(" ,(")):
        return False
    following = after.lstrip()[:1]
    ended = not following or following in ".,;)]}\n" or following in "!|—–-" or after[:1] in "\r\n"
    if kind == "bare":
        linked = bool(lead["link"].strip())
        if not linked and not (before.rstrip()[-1:] in "([" and following in ")],"):
            return False
        return (ended and following != "-") or bool(when_omitted().match(after.lstrip(" ,(")))
    if kind == "number":
        word = after.lstrip(" (")[:24].split(None, 1)
        said = word[0].lower().strip(",:.=)") if word else ""
        allowed = not said[:1].isalpha() or (said not in _UNITS if following == "(" else said in _AFTER_NUMBER)
        omitted = bool(when_omitted().match(after.lstrip(" ,(")))
        return (allowed or omitted) and following != "/"
    return following != "/" and not after.lstrip().lower().startswith(("or ", "and "))


_template = pattern(r"<[^<>]+>|\{\w[^{}]*\}|\$\{?\w|%[sd]\b|\bN\b|(?<=[a-z_-])N\b|\[\w[^\[\]]*\]|(?<=\w)\.\.\.")
"""Marks in a text that stand for something that differs from call to call."""
_PLACES: Final = frozenset("base desktop documents downloads home parent project root top workspace".split())
_PLACE_NAMES: Final = frozenset("cwd dir directory folder location parent path place root workspace".split())
_FORMS: Final = {
    "hex": r"#?[0-9a-fA-F]{3,8}",
    "iso": r".*\d.*",
    "yyyy": r".*\d.*",
    "url": r".*[.:/].*",
    "uuid": r"[0-9a-fA-F-]{32,36}",
    "base64": r"[A-Za-z0-9+/=_-]{8,}",
    "e-mail": r".*@.*",
    "email": r".*@.*",
}
"""Words of a text that demand a form, and the form."""
_form_word = pattern(r"(?i)\b(hex|iso|yyyy|urls?|uuid|base64|e-?mail)\b")


def _is_value(shown: str, kind: str, text: str, name: str) -> bool:
    """Whether a word or quoted text can be sent as it stands: not a template, a place by its name, or another form's word."""
    import re

    if _template().search(shown):
        return False
    if kind == "bare" and shown.lower() in _PLACES and not _PLACE_NAMES.isdisjoint(tokens(name)[-1:]):
        return False
    words = {word.lower().removesuffix("s") for word in _form_word().findall(text)} if kind == "bare" else set[str]()
    return all(re.fullmatch(_FORMS[word], shown) for word in words)


_QUOTES: Final = ("code", "double", "curly", "single", "raised")
_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_TYPES: Final = {
    alias: name
    for name, aliases in {
        "integer": "integer int long",
        "number": "number float double decimal",
        "boolean": "boolean bool",
        "string": "string str String",
    }.items()
    for alias in aliases.split()
}
_SUBJECTS: Final = frozenset(
    """
    also and argument be but can currently field input is it may option optional or param parameter same setting should so that
    the then this value which whose will with would
    """.split()
)
"""Words that `defaults to` may follow when it speaks of this parameter; `minimal defaults to 5` speaks of something else."""
_UNITS: Final = frozenset(
    """
    b byte bytes c characters chars day days degrees gb gib h hour hours hr hrs kb kib kilometers km m mb meters mib miles
    milliseconds min mins minute minutes mo month months ms ns percent pixels px s sec second seconds secs us week weeks y year
    years
    """.split()
)
_AFTER_NUMBER: Final = frozenset(
    "max maximum min minimum range valid must and which so but capped optional see use can".split()
)


def _valued(kind: str, shown: str) -> tuple[Json, DefaultKind]:
    if kind == "number":
        return _number(shown), "number"
    if kind == "boolean":
        return shown.lower() == "true", "boolean"
    if kind == "null":
        return None, "null"
    if kind == "list":
        return _list(shown), "list"
    return shown, "bare" if kind == "bare" else "quoted"


def _list(text: str) -> Json:
    """The list that is written as JSON or with single quotes; `ABSENT` where it is neither."""
    import json

    for written in (text, text.replace("'", '"')):
        try:
            values: Json = json.loads(written)
        except ValueError:
            continue
        return values
    return ABSENT


def _number(text: str) -> int | float | None:
    """The number written, or None for one that no double holds."""
    plain = text.replace(",", "").lstrip("+")
    if not any(mark in plain for mark in ".eE"):
        return int(plain)
    number = float(plain)
    return None if number in (float("inf"), float("-inf")) else number
