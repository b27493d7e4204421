"""What a parameter's name and text say about its shape: open on purpose, a closed choice, one part of a record.

Knows the words that authors use for such things, how a tool's description documents parameters, and the few questions about a
position that several rules must answer alike (is it an untyped object, whose is it). Regular expressions are linear and
compile on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from schemalint.language.names import tokens
from schemalint.model import Node
from schemalint.pattern import pattern
from schemalint.schema.keywords import CONSTRAINTS, DESCRIBING_OBJECTS

if TYPE_CHECKING:
    from re import Pattern

# ---------------------------------------------------------------------------------------------------------- untyped objects

OPEN_NAMES: Final = (
    "headers",
    "header",
    "cookies",
    "metadata",
    "meta",
    "env",
    "environment",
    "labels",
    "tags",
    "attributes",
    "annotations",
    "variables",
    "vars",
    "context",
    "extra",
    "extras",
    "json",
    "schema",
    "inputs",
    "values",
    "patch",
    "map",
    "mapping",
    "dict",
)
"""Last words of names whose object is open by nature: its keys belong to a protocol, to the user or to another document."""


def is_hole(node: Node, *, declared_open: bool = False, closed: bool = False) -> bool:
    """Whether a position takes an object and says nothing of its members.

    `declared_open` counts an object that says `additionalProperties: true` (or `{}`) as well, `closed` one that says `false`.
    """
    view = node.view
    if view.get("type") != "object":
        return False
    said = DESCRIBING_OBJECTS & view.keys()
    if view.get("properties") == {}:
        said -= {"properties"}
    more = view.get("additionalProperties")
    if (declared_open and (more is True or more == {})) or (closed and more is False):
        said -= {"additionalProperties"}
    return not said


_open_text = pattern(
    r"(?i)\bkey[- /]?values?\b|\bpairs\b|\bmaps?\b|\bmapping\b|\bhash ?map\b|\bdict\b|\bdictionar(?:y|ies)\b|\bkeyed by\b"
    r"|\bas (?:the )?keys?\b|\bquery (?:string )?param|\bkeys? (?:is|are)\b|\barbitrary\b|\bfree[- ]?form\b"
    r"|\bany (?:valid )?(?:json|object|shape|structure|keys?|fields?|value)"
    r"|\badditional (?:properties|fields|attributes|parameters|options)\b|\bpass[- ]?through\b|\b(?:json|merge)[- ]patch\b"
    r"|\bschema (?:of|returned|given|defined)\b|\bdepend(?:s|ing)? on\b|\{"
)


def says_open(text: str) -> bool:
    """Whether a text says that an object is open on purpose (a map, any JSON, arbitrary keys) or shows an example of one."""
    return _open_text().search(text) is not None


_strings = pattern(
    r"(?i)\b(?:list|array|set|collection|sequence)s? of (?!(?:[\w-]+ ){0,3}(?:int|num)\w*)(?:[\w-]+ ){0,3}?"
    r"(?:names?|ids?|identifiers|strings|urls?|uris|paths?|tags|emails|addresses|keywords|words|slugs|hashes|usernames|logins)\b"
    r"(?! and\b| or\b| with\b|/)"
)


def says_strings(text: str) -> bool:
    """Whether a text says that the elements of a list are names, ids, paths or other strings."""
    return _strings().search(text) is not None


# ---------------------------------------------------------------------------------------------------------- place in a schema


def step(node: Node) -> str | None:
    """The keyword of its parent that a position stands at (`properties`, `items`, `anyOf`); None for a root."""
    if node.parent is None:
        return None
    lengths = [len(at) for at, _ in node.parent.layers if node.at[: len(at)] == at]
    return str(node.at[max(lengths)]) if lengths else None


def declaring(node: Node) -> Node | None:
    """The parameter that a position belongs to: itself, or the nearest one around it; None where there is none."""
    around: Node | None = node
    while around is not None and around.name is None:
        around = around.parent
    return around


def only_constrains(node: Node) -> bool:
    """Whether a position stands below `if`, `not`, `contains` or the like, so that it declares no value of its own."""
    around: Node | None = node
    while around is not None:
        if step(around) in CONSTRAINTS:
            return True
        around = around.parent
    return False


# ------------------------------------------------------------------------------------------------------------ closed choices


_value_cue = pattern(
    # a quoted or marked literal; an apostrophe inside a word is none
    r"(?i)(?<!\w)[\"'`\u201c\u2018\u00ab<]\w"
    # words that introduce values
    r"|\be\.?g\b|\bi\.e\b|\bfor example\b|\bexamples?\b|\bsuch as\b|\blike\b|\binclud(?:es?|ing)\b|\bone of\b|\beither\b"
    r"|\b(?:choices|choose|options)\b|\b(?:valid|allowed|possible|supported|accepted|available) \w+ ?(?:are|:)"
    # alternatives: a/b, a|b, a or b, (a, b), : a, b
    r"|\w ?[/|] ?\w|\bor\b|\([^(),]{1,40},|[:=] ?[^\s,:]{1,30}, ?\w"
    # digits (levels, ranges, codes), constants, names of other things
    r"|\d|(?-i:\b[A-Z]{2,}\w*,? (?:and )?[A-Z]{2,})|\w_\w"
)


def names_values(text: str) -> bool:
    """Whether a text names values that a parameter takes, as examples or as a list, however loosely."""
    return _value_cue().search(text) is not None


_open_choice = pattern(
    r"(?i)\bnatural[- ]language\b|\bfree[- ]?(?:form|text)\b|\barbitrary\b|\bany\b|\bcustom\b|\bdescri(?:be|bing|ption)\b"
    r"|\bexpressions?\b|\btemplates?\b|\bpatterns?\b|\bregex\b|\bstrftime\b|\bsyntax\b|\bquery\b|\bjson\b|\bnotation\b"
    r"|\bfields?\b|\bcolumns?\b|\bpropert(?:y|ies)\b|\battributes?\b|\bprefix\b|\bcomma\b|\blists?\b|\bpermissions?\b|\boctal\b"
    r"|\bmessage\b|\bcontents?\b|\btext\b|\binstructions?\b|\bprompt\b|\bshell\b|\bcommand[- ]line\b"
    r"|https?:|\bsee\b|\bISO\b|\bRFC\b|\breturned by\b|\bobtained\b|\bretrieved\b|\bids?\b|\bidentifiers?\b|\bname of\b"
)


def says_free_choice(text: str) -> bool:
    """Whether a text says that a value is free text, follows a syntax, or comes from elsewhere: no set to close."""
    return _open_choice().search(text) is not None


_instruction = pattern(
    r"(?i)\bnatural[- ]language\b|\bplain english\b|\bin (?:your|plain) (?:own )?words\b|\bfree[- ]?text\b"
    r"|\binstructions?\b|\bprompt\b|\bshell\b|\bbash\b|\bterminal\b|\bcommand[- ]line\b|\bSQL\b"
    r"|\bdescri(?:be|bing|ption of)\b"
)


def says_instruction(text: str) -> bool:
    """Whether a text says that a string is an instruction in natural language or a line for a shell, not a word to choose."""
    return _instruction().search(text) is not None


# ------------------------------------------------------------------------------------------- parameters that the tool documents


@cache
def _entry() -> Pattern[str]:
    import re

    name = r"[`*\"']{0,3}\w[\w.-]*[`*\"']{0,3}"
    return re.compile(
        # a bullet, a number, or `:param str`
        r"[ \t]*(?:[-*+\u2022][ \t]{1,8}|\d{1,2}[.)][ \t]{1,8}|[:@]param(?:eter)?[ \t]{1,8}(?:[\w\[\],|.]{1,40}[ \t]{1,8})?)?"
        # the names, and the type in brackets
        rf"(?P<names>{name}(?:(?: ?[,/] ?| and ){name}){{0,5}})[ \t]{{0,8}}(?:\([^()\n]{{0,80}}\)|\[[^\[\]\n]{{0,80}}\])?"
        r"[`*]{0,2}[ \t]{0,8}(?::|--?|\u2013|\u2014|=)(?:[ \t]+|$)(?P<text>.*)"
    )


_name = pattern(r"\w[\w.-]*")
_inline_block = pattern(r"\b(?:Args|Arguments|Parameters|Params|Inputs)[*_]{0,2}:[*_]{0,2}[ \t]*(?=\S)")


def documented(description: str, names: Iterable[str]) -> Mapping[str, str]:
    """The text that a tool's description gives to its parameters, by name; only names in `names` count.

    Understands lines such as `path: the file`, `- path (string): the file`, `:param path: the file`, `path : str` with the
    text below it, with or without a heading. A name that is listed without any text is not documented.
    """
    wanted = frozenset(names)
    found: dict[str, str] = {}
    if not wanted or not description:
        return found
    lines = _inline_block().sub("\n", description).splitlines()
    for i, line in enumerate(lines):
        match = _entry().match(line)
        listed = wanted.intersection(_name().findall(match["names"])) if match is not None else frozenset[str]()
        if match is None or not listed or found.keys() >= listed:
            continue
        text = [match["text"].strip()]
        indent = _indent(line)
        for below in lines[i + 1 :]:
            if not below.strip() or _indent(below) <= indent:
                break
            text.append(below.strip())
        if said := " ".join(part for part in text if part):
            for name in listed:
                found.setdefault(name, said)
    return found


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# ------------------------------------------------------------------------------------------------------------------- records

_AXES: Final = frozenset(
    "x y z w h left top right bottom width height depth lat lon lng long latitude longitude altitude radius row rows col cols"
    " column columns r g b a red green blue alpha hue saturation lightness".split()
)
_ENDS: Final = frozenset(
    "start end from to begin min max minimum maximum lower upper low high first last since until source target origin"
    " destination src dst dest old new before after input output".split()
)
_RECORDS: Final = (
    frozenset("year month day hour minute second".split()),
    frozenset("owner repo repository branch ref".split()),
    frozenset("group version kind namespace".split()),
    frozenset("street city state zip postcode country".split()),
)


def record_of(name: str) -> str:
    """A key that the parameters of one record share: `x` and `width`; `start_date` and `end_date`; `owner` and `repo`.

    A name that belongs to no record is its own key.
    """
    parts = [part.rstrip("0123456789") for part in tokens(name)]
    parts = [part for part in parts if part]
    if len(parts) == 1:
        for record in _RECORDS:
            if parts[0] in record:
                return min(record)
    if parts and any(part in _AXES for part in (parts[0], parts[-1])):
        return "axis"
    ends = [part for part in parts if part in _ENDS]
    return " ".join(["end", *(part for part in parts if part not in _ENDS)]) if ends else name
