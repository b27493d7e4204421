"""Traits of what limits single values: enums, formats, patterns, bounds; and of keywords that only describe."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from schemalint.model import Json
from schemalint.schema.members import listed
from schemalint.schema.values import TYPES, has_type, type_names
from schemalint.targets.traits.trait import REMOVE_IT, Found, Schema, Trait, at_keyword, keyword

COMMON_FORMATS: Final = frozenset("email hostname ipv4 ipv6 uuid".split())
RARE_FORMATS: Final = frozenset(
    "idn-email idn-hostname iri iri-reference json-pointer regex relative-json-pointer uri-reference uri-template".split()
)
NUMBER_FORMATS: Final = frozenset("int32 int64 float double".split())
_FAMILIES: Final[Mapping[str, frozenset[str]]] = {
    "format-date-time": frozenset({"date-time"}),
    "format-date-or-time": frozenset({"date", "time", "duration"}),
    "format-common": COMMON_FORMATS,
    "format-uri": frozenset({"uri"}),
    "format-rare": RARE_FORMATS,
    "format-number": NUMBER_FORMATS,
}
_KNOWN_FORMATS: Final = frozenset().union(*_FAMILIES.values(), {"enum"})
HUGE: Final = 2000
"""Characters from which on a length makes a grammar too large (firecrawl/firecrawl#4512: "maxLength of thousands")."""


def _not_strings(schema: Schema) -> Found:
    if any(not isinstance(value, str) for value in listed(schema, "enum")):
        yield ("enum",), "an enum of values that are not strings"


def _empty_string(schema: Schema) -> Found:
    if "" in listed(schema, "enum"):
        yield ("enum", listed(schema, "enum").index("")), ""


def _mixed(schema: Schema) -> Found:
    kinds = {
        "number" if isinstance(one, float | int) and not isinstance(one, bool) else type(one).__name__
        for one in listed(schema, "enum")
    }
    if len(kinds) > 1 or kinds - {"number", "str"}:
        yield ("enum",), ""


def _against_type(schema: Schema) -> Found:
    kinds = type_names(schema.get("type"))
    if kinds and set(kinds) <= set(TYPES):
        for index, value in enumerate(listed(schema, "enum")):
            if not any(has_type(value, kind) for kind in kinds):
                yield ("enum", index), f"a value of an enum that is not of type {' or '.join(kinds)}"


def _family(names: frozenset[str]) -> Callable[[Schema], Found]:
    def check(schema: Schema) -> Found:
        if isinstance(name := schema["format"], str) and name in names:
            yield ("format",), f"the format `{name}`"

    return check


def _unknown_format(schema: Schema) -> Found:
    if isinstance(name := schema["format"], str) and name not in _KNOWN_FORMATS:
        yield ("format",), f"the format `{name}`"


def _format_enum(schema: Schema) -> Found:
    if schema["format"] == "enum" and "enum" not in schema:
        yield ("format",), ""


# -------------------------------------------------------------------------------------------------------------------- patterns


_PIECES: Final = r"\\[1-9]|\\k<|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|."
"""A pattern as pieces: back-references, other escapes, character classes, look-around, any other character."""


def _pieces(pattern: Json) -> list[str]:
    return re.compile(_PIECES).findall(pattern[:_LONGEST]) if isinstance(pattern, str) else []


_LONGEST: Final = 10_000
"""Characters of a pattern that are looked at; `re` compiles a million of them for two seconds."""


def _looks_around(pattern: Json) -> bool:
    return any(
        (piece.startswith("(?") and len(piece) > 2)
        or (piece.startswith("\\") and ((piece[1].isdigit() and piece[1] != "0") or piece == "\\k<"))
        for piece in _pieces(pattern)
    )


def _plain(schema: Schema) -> Found:
    if isinstance(schema["pattern"], str) and not _looks_around(schema["pattern"]):
        yield ("pattern",), "`pattern`"


@lru_cache(maxsize=1024)
def _compiles_in_python(pattern: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            return False
    return True


def _foreign(pattern: Json) -> bool:
    return isinstance(pattern, str) and len(pattern) <= _LONGEST and not _compiles_in_python(pattern)


def _property_escape(pattern: Json) -> bool:
    return any(escape in piece for piece in _pieces(pattern) for escape in (r"\p", r"\P"))


def _unanchored(pattern: Json) -> bool:
    return isinstance(pattern, str) and not (pattern.startswith("^") and _pieces(pattern)[-1:] == ["$"])


def _class_escape(schema: Schema) -> Found:
    pieces = _pieces(schema["pattern"])
    found = [escape for piece in pieces for escape in (r"\d", r"\w", r"\s", r"\D", r"\W", r"\S") if escape in piece]
    if found:
        yield ("pattern",), f"a pattern with `{found[0]}`"


def _word_boundary(pattern: Json) -> bool:
    return any(piece in (r"\b", r"\B") for piece in _pieces(pattern))


def _in_items(schema: Schema) -> Found:
    items = schema["items"]
    if isinstance(items, dict) and isinstance(items.get("pattern"), str):
        yield ("items", "pattern"), ""


def _with_length(schema: Schema) -> Found:
    if ("pattern" in schema or "format" in schema) and ("minLength" in schema or "maxLength" in schema):
        first = "pattern" if "pattern" in schema else "format"
        yield (first,), f"`{first}` beside a bound on the length"


# ---------------------------------------------------------------------------------------------------------------------- bounds


def _huge(schema: Schema) -> Found:
    for key in ("minLength", "maxLength"):
        value = schema.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and value >= HUGE:
            yield (key,), f"`{key}` of {value}"


def _exclusive(schema: Schema) -> Found:
    for key in ("exclusiveMinimum", "exclusiveMaximum"):
        if key in schema and not isinstance(schema[key], bool):
            yield (key,), f"`{key}`"


def _exclusive_boolean(schema: Schema) -> Found:
    for key in ("exclusiveMinimum", "exclusiveMaximum"):
        if isinstance(schema.get(key), bool):
            yield (key,), f"`{key}` that is true or false"


_TYPED: Final = "remove it, and say the form in the description or in a `pattern`"
_SIMPLE: Final = "write a pattern without it, or say the form in the description"
_PATTERN: Final = ("pattern",)

TRAITS: Final = (
    keyword("const", "const", cure="write an enum of this one value"),
    Trait(
        "enum-not-strings",
        "an enum of values that are not strings",
        "write the values as strings, or bounds and a description",
        _not_strings,
        keywords=("enum",),
    ),
    Trait(
        "enum-empty-string",
        "an empty string in an enum",
        "remove it, and make the parameter optional",
        _empty_string,
        keywords=("enum",),
    ),
    Trait(
        "enum-empty",
        "an enum without values",
        "write the values, or remove `enum`",
        at_keyword("enum", lambda values: values == []),
        keywords=("enum",),
        rules=("enum-malformed",),
    ),
    Trait(
        "enum-mixed",
        "an enum of values that are neither all strings nor all numbers",
        "write an enum of one type",
        _mixed,
        keywords=("enum",),
    ),
    Trait(
        "enum-against-type",
        "a value of an enum that its type excludes",
        "remove the value, or widen `type`",
        _against_type,
        keywords=("enum",),
    ),
    keyword("default", "default", cure="say the default in the description"),
    keyword("title", "title", cure="remove it", mild=True, silent=True),
    keyword("examples", "examples", cure="say them in the description", mild=True),
    keyword("comment", "$comment", cure="remove it", mild=True, silent=True),
    *(
        Trait(name, f"the format {' or '.join(sorted(formats))}", _TYPED, _family(formats), keywords=("format",))
        for name, formats in _FAMILIES.items()
    ),
    Trait("format-unknown", "a format that JSON Schema does not have", _TYPED, _unknown_format, keywords=("format",)),
    Trait("format-enum-alone", "the format `enum` without `enum`", "add the `enum`", _format_enum, keywords=("format",)),
    Trait("pattern", "`pattern`", "say the form in the description", _plain, keywords=_PATTERN),
    Trait(
        "pattern-lookaround",
        "a pattern with look-around or a back-reference",
        _SIMPLE,
        at_keyword("pattern", _looks_around),
        keywords=_PATTERN,
    ),
    Trait(
        "pattern-unanchored",
        "a pattern without `^` and `$` at its ends",
        "anchor it: `^...$`",
        at_keyword("pattern", _unanchored),
        keywords=_PATTERN,
    ),
    Trait(
        "pattern-not-python",
        "a pattern that Python's `re` does not compile",
        r"write what Python knows too: `[A-Za-z]` for `\p{L}`, `(?P<name>` for `(?<name>`",
        at_keyword("pattern", _foreign),
        keywords=_PATTERN,
    ),
    Trait(
        "pattern-property-escape",
        r"a pattern with `\p{...}`",
        _SIMPLE,
        at_keyword("pattern", _property_escape),
        keywords=_PATTERN,
    ),
    Trait(
        "pattern-class-escape",
        r"a pattern with `\d`, `\w` or `\s`",
        "write the characters: `[0-9]`",
        _class_escape,
        keywords=_PATTERN,
    ),
    Trait("pattern-word-boundary", r"a pattern with `\b`", _SIMPLE, at_keyword("pattern", _word_boundary), keywords=_PATTERN),
    Trait(
        "pattern-in-items",
        "a pattern on the items of an array",
        "say the form in the description",
        _in_items,
        keywords=("items",),
    ),
    Trait(
        "pattern-with-length",
        "`pattern` or `format` beside a bound on the length",
        "keep one of the two",
        _with_length,
        keywords=("pattern", "format"),
    ),
    keyword("string-length", "minLength", "maxLength"),
    Trait(
        "string-length-huge", f"a length of {HUGE} or more", "leave the bound out", _huge, keywords=("minLength", "maxLength")
    ),
    keyword("numeric-bounds", "minimum", "maximum"),
    Trait(
        "exclusive-bounds",
        "`exclusiveMinimum` or `exclusiveMaximum`",
        "write `minimum` or `maximum` with the next value",
        _exclusive,
        keywords=("exclusiveMinimum", "exclusiveMaximum"),
    ),
    Trait(
        "exclusive-boolean",
        "`exclusiveMinimum` or `exclusiveMaximum` that is true or false",
        "write the bound itself, a number",
        _exclusive_boolean,
        keywords=("exclusiveMinimum", "exclusiveMaximum"),
        rules=("schema-invalid",),
    ),
    keyword("multiple-of", "multipleOf", cure=REMOVE_IT),
)
