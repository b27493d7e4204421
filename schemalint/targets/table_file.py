"""The form of a target's file: what may be in it. What is not known is refused, with the file, the key and the nearest word."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from schemalint.edge.show import did_you_mean
from schemalint.model import Json
from schemalint.targets import sources
from schemalint.targets.shapes import SHAPES
from schemalint.targets.traits import TRAITS

KINDS: Final = ("provider", "protocol", "client", "engine", "computed")
OUTCOMES: Final = ("error", "drop", "rewrite", "ok")
SURE: Final = ("read in code", "documented", "reported", "inferred")
"""How a cell is known, the surest first: from code that was read or run, from the documents of the target, from what users or
maintainers say happened, or only from what is like it."""

Form: TypeAlias = "Callable[[Json], str | None]"
"""What is wrong with a value, None where nothing is."""


class UnknownTarget(ValueError):
    """A name or date that has no table: `word`. The message names what there is."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


class BrokenTable(UnknownTarget):
    """A file of a table that cannot be used. The message names the file, the key and what is wrong there."""


def nearest(word: str, known: Collection[str]) -> str:
    """The end of a message about an unknown word: the one that was meant, or all that there are."""
    return did_you_mean(word.lower(), known, f"; there are {', '.join(known)}")


def wrong(path: Path, key: str, what: str) -> BrokenTable:
    return BrokenTable(path.stem, f"{path}: {key}{': ' if key else ''}{what}")


def read(path: Path) -> Mapping[str, Any]:
    """The members of a file, each in its form. Errors: `BrokenTable`."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise wrong(path, "", f"cannot be read: {error}") from None
    _check(path, raw, "", _FILE, ("name", "date"))
    if path.stem != f"{raw['name']}@{raw['date']}":
        raise wrong(path, "name", f"a file of {raw['name']}@{raw['date']} is called {raw['name']}@{raw['date']}.json")
    for trait, cell in raw.get("traits", {}).items():
        if trait not in TRAITS:
            raise wrong(path, f"traits.{trait}", f"`{trait}` is not a trait{nearest(trait, TRAITS)}")
        if cell is not None:
            _check(path, cell, f"traits.{trait}", _CELL, ("outcome", "sure", "source"))
            if TRAITS[trait].is_limit != ("value" in cell):
                what = "a limit needs a `value`" if TRAITS[trait].is_limit else "only a limit has a `value`"
                raise wrong(path, f"traits.{trait}", what)
    members: Mapping[str, Any] = raw
    return members


def _check(path: Path, raw: Json, at: str, forms: Mapping[str, Form], required: tuple[str, ...]) -> None:
    if not isinstance(raw, dict):
        raise wrong(path, at, "must be an object")
    for key, value in raw.items():
        inner = f"{at}.{key}" if at else key
        if key not in forms:
            raise wrong(path, inner, f"`{key}` is not a member{nearest(key, forms)}")
        if (what := forms[key](value)) is not None:
            raise wrong(path, inner, what)
    for key in required:
        if key not in raw:
            raise wrong(path, at, f"needs `{key}`")


def _text(value: Json) -> str | None:
    return None if isinstance(value, str) and value == value.strip() != "" else "must be a text"


def _source(value: Json) -> str | None:
    lacking = [part for part in sources.parts(value) if sources.address(part) is None] if isinstance(value, str) else [""]
    return f"`{lacking[0]}` has no address: write owner/repository#1, PyPI NAME VERSION or https://..." if lacking else None


def _date(value: Json) -> str | None:
    fits = isinstance(value, str) and re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", value)
    return None if fits else "must be a date such as 2026-11-30"


def _one_of(known: Collection[Any]) -> Form:
    def form(value: Json) -> str | None:
        fits = any(type(value) is type(word) and value == word for word in known)
        return None if fits else f"`{value}` is not known{nearest(str(value), [str(word) for word in known])}"

    return form


def _list_of(form: Form) -> Form:
    def listed(value: Json) -> str | None:
        if not isinstance(value, list) or not value:
            return "must be a list that is not empty"
        return next((what for member in value if (what := form(member)) is not None), None)

    return listed


def _value(value: Json) -> str | None:
    several = value if isinstance(value, list) and value else [value]
    numbers = all(isinstance(number, int) and not isinstance(number, bool) and number > 0 for number in several)
    fits = numbers or all(_text(text) is None for text in several)
    return None if fits else "must be a number over 0, a pattern, a template, or a list of those"


def _object(value: Json) -> str | None:
    return None if isinstance(value, dict) else "must be an object"


_TEXTS: Final = _list_of(_text)
_FILE: Final[Mapping[str, Form]] = {
    "name": _text,
    "date": _date,
    "base": _text,
    "title": _text,
    "kind": _one_of(KINDS),
    "shapes": _list_of(_one_of(SHAPES)),
    "strict": _text,
    "assumes": _TEXTS,
    "notes": _TEXTS,
    "members": _TEXTS,
    "api": _TEXTS,
    "routes": _TEXTS,
    "traits": _object,
}
_CELL: Final[Mapping[str, Form]] = {
    "outcome": _one_of(OUTCOMES),
    "sure": _one_of(SURE),
    "source": _source,
    "date": _date,
    "when": _text,
    "contested": _one_of((True,)),
    "error": _text,
    "note": _text,
    "value": _value,
}
