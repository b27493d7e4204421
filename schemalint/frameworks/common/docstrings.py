"""A docstring -> what the frameworks take from it: its text without sections, the texts of parameters, the returns.

Sections are read by docstring-parser (Google, NumPy, reST), which is imported only for a docstring that has a mark of one.
Each framework cuts a docstring in its own way; the ways that several have are here, the others in their files.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from schemalint.record import dataclass, field

_MAX_SIZE: Final = 20_000
"""Letters of a docstring in which sections are looked for; a longer one is all prose."""
_BRACKET: Final = "\ue000"
"""Stands for `(` where docstring-parser would try every pair of brackets: its time grows with their cube (0.18)."""


@dataclass(frozen=True, slots=True)
class Docstring:
    """`raw` is the text as Python 3.13 and newer keep it, `clean` as `inspect.cleandoc` does; `short` is what docstring-parser
    takes for the text, `parameters` and `returns` what it finds of them.
    """

    node: ast.Constant | None = None
    raw: str = ""
    clean: str = ""
    short: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    returns: tuple[str | None, str] | None = None
    sectioned: bool = False
    style: str = ""
    """Whose way its sections are written in: `google`, `numpydoc`, `rest` or `epydoc`."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Texts in sections for keyword and other parameters, which few take."""


NONE: Final = Docstring()
Taken: TypeAlias = tuple[str, Mapping[str, str]]
"""What a framework takes from a docstring: the description of the tool, and the texts of parameters by their names."""

_PARAMETERS: Final = "args|arguments|parameters|params|keyword args|keyword arguments|other parameters"
_OTHERS: Final = (
    "returns?|yields?|raises|exceptions|except|examples?|attributes|notes?|warnings?|references|see also|todo|tips?|warns"
)
_SECTIONS: Final = f"{_PARAMETERS}|{_OTHERS}"
_OTHER_PARAMETERS: Final = re.compile(
    r"^(?:keyword args|keyword arguments|other parameters):[ \t]*\n((?:[ \t]+\S[^\n]*\n?|[ \t]*\n)+)",
    re.IGNORECASE | re.MULTILINE,
)


@cache
def _mark() -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*(?:(?:{_SECTIONS})[ \t]*:|:\w+|[-=]{{3,}}[ \t]*$|@\w+)", re.IGNORECASE | re.MULTILINE)


@cache
def _heading() -> re.Pattern[str]:
    google = rf"(?P<google>{_SECTIONS})[ \t]*:[ \t]*\n[ \t]+\S"
    numpy = rf"(?:{_SECTIONS})[ \t]*\n-{{3,}}[ \t]*(?:\n|\Z)"
    field_list = r":(?:param|parameter|arg|argument|type|returns?|rtype|raises?|keyword|key)\b[^:\n]*:"
    return re.compile(rf"^(?:{google}|{numpy}|{field_list})", re.IGNORECASE | re.MULTILINE)


def read(node: ast.Constant | None) -> Docstring:
    """A docstring, read; empty for an empty one and for None."""
    if node is None or not isinstance(node.value, str) or not node.value.strip():
        return NONE
    raw, clean = dedented(node.value), inspect.cleandoc(node.value)
    if len(clean) > _MAX_SIZE or _mark().search(clean) is None:
        return Docstring(node, raw, clean, _short(clean))
    import docstring_parser

    try:
        # The line in front keeps the indentation below a first line, which the parser takes away once more.
        parsed = docstring_parser.parse("\n" + _tamed(clean))
    except (docstring_parser.ParseError, ValueError, RecursionError):
        return Docstring(node, raw, clean, clean)
    texts = ((_plain(one.arg_name).lstrip("*"), _plain(one.description)) for one in parsed.params)
    parameters = {name: text for name, text in texts if text}
    returns = parsed.returns
    returned = (_plain(returns.type_name) or None, _plain(returns.description)) if returns is not None else None
    short = "\n\n".join(filter(None, map(_plain, (parsed.short_description, parsed.long_description))))
    style = parsed.style.name.lower() if parsed.style is not None else ""
    others = _others(clean) if style == "google" else {}
    parameters = {name: text for name, text in parameters.items() if name not in others}
    return Docstring(node, raw, clean, short, parameters, returned, sectioned=True, style=style, others=others)


def _others(clean: str) -> Mapping[str, str]:
    """The texts of a Google docstring's keyword and other parameters."""
    import docstring_parser

    texts: dict[str, str] = {}
    for found in _OTHER_PARAMETERS.finditer(clean):
        block = docstring_parser.parse(f"\n\nArgs:\n{found[1]}", docstring_parser.DocstringStyle.GOOGLE)
        texts.update((_plain(one.arg_name), _plain(one.description)) for one in block.params if one.description)
    return texts


def _tamed(clean: str) -> str:
    """The text with other letters for the brackets in front of the colon of a line: all in a long line, else all but one."""
    if "(" not in clean:
        return clean
    lines = clean.split("\n")
    for index, line in enumerate(lines):
        head, colon, rest = line.partition(":")
        first, bracket, others = head.partition("(")
        if "(" in others or (bracket and len(head) > 200):
            kept = bracket if len(head) <= 200 else _BRACKET
            lines[index] = first + kept + others.replace("(", _BRACKET) + colon + rest
    return "\n".join(lines)


def _plain(text: str | None) -> str:
    return (text or "").replace(_BRACKET, "(").strip()


def _short(clean: str) -> str:
    """A docstring without sections as docstring-parser puts it together again: its first line, a blank one, the rest."""
    first, _, rest = clean.partition("\n")
    return "\n\n".join(filter(None, (first.strip(), rest.strip())))


def dedented(text: str) -> str:
    """A docstring as the compiler has kept it since Python 3.13: without its common indentation, its blank lines empty.

    Older interpreters keep the indentation; what they send has the same words, and white space that nobody wrote for a model.
    """
    lines = text.expandtabs(8).split("\n")
    margins = [len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    return "\n".join([lines[0].lstrip(" "), *(line[margin:] if line.strip() else "" for line in lines[1:])])


# ------------------------------------------------------------------------------------------- what several frameworks make of it


def raw(doc: Docstring) -> Taken:
    return doc.raw, {}


def clean(doc: Docstring) -> Taken:
    return doc.clean, {}


def griffe(doc: Docstring) -> Taken:
    """The text in front of the first section, as griffe parts them: a Google section has a blank line above it."""
    return _griffe(doc, loose="")


def griffe_with_args(doc: Docstring) -> Taken:
    """The same, and a list of arguments needs no blank line above it (agents/function_schema.py)."""
    return _griffe(doc, loose=_PARAMETERS)


def _griffe(doc: Docstring, loose: str) -> Taken:
    if not doc.sectioned or doc.style == "epydoc":
        return doc.clean, {}
    end = len(doc.clean)
    parameters: Mapping[str, str] = {name: _spaced(text, doc.clean) for name, text in doc.parameters.items()}
    for heading in _heading().finditer(doc.clean):
        before = doc.clean[: heading.start()]
        word = (heading["google"] or "").lower()
        apart = not word or not before or before.endswith("\n\n") or word in loose.split("|")
        if apart:
            end = min(end, heading.start())
        elif word in _PARAMETERS.split("|"):
            parameters = {}
    text = doc.clean[:end].strip() if end or doc.style != "google" else _behind(doc.clean)
    return text, parameters


def _behind(clean: str) -> str:
    """The text behind the section that a Google docstring opens with, up to the next one."""
    found = re.search(r"\n[ \t]*\n(\S.*)\Z", clean, re.DOTALL)
    heading = _heading().search(found[1]) if found is not None else None
    return "" if found is None else found[1][: heading.start() if heading is not None else None].strip()


def _spaced(text: str, clean: str) -> str:
    """A text of several lines with the blank line behind its first one, which docstring-parser loses."""
    first, newline, rest = text.partition("\n")
    if newline and rest and not rest.startswith("\n") and re.search(rf"{re.escape(first)}[ \t]*\n[ \t]*\n", clean):
        return f"{first}\n\n{rest}"
    return text


def has_returns(doc: Docstring) -> bool:
    """Whether a section or a field of a docstring describes what is returned."""
    return any(
        not heading["google"] or heading["google"].lower() in ("returns", "return")
        for heading in _heading().finditer(doc.clean)
        if "return" in heading[0].lower()
    )
