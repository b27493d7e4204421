"""What stands where in a value: keys by their code units, sets sorted and without repeats, each place by its kind.

Knows kinds of place (from `model`) and nothing of text. Each function gives back what it was given where nothing has to move,
else a copy; what was given is never changed. `room` is how many levels of nesting may still follow.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from schemalint.canon.spelling import in_order, number
from schemalint.schema.keywords import Kind, kind_in_map, kind_of
from schemalint.schema.pointer import MAX_DEPTH, Json

PRIVATE: Final = "x-schemalint-"
"""Keys that start so are notes to this program; they stay in the author's file and never reach the wire."""

_SCALARS: Final = frozenset((str, int, bool, type(None)))
"""Types that the C encoder writes as RFC 8785 asks; a float it may not, nor a subclass."""


class Refused(Exception):
    """Something in a value cannot be written, or not in the plain way; which and where is found out only then."""


class Form(NamedTuple):
    authored: bool = False
    private: bool = False
    careful: bool = True
    """Bring every object into its final order, for our own writer; otherwise leave to the C encoder all that it gets right."""


SORTED: Final = Form()
AUTHORED: Final = Form(authored=True)
PLAIN: Final = Form(careful=False)


def placed(value: Json, kind: Kind, keyword: str, form: Form, room: int = MAX_DEPTH) -> Json:
    """A value with everything in its place. Raises `Refused`, or TypeError for a key that is no string."""
    if type(value) in _SCALARS:
        return value
    if isinstance(value, dict):
        if kind == "schema":
            return _schema(value, form, room)
        return _map(value, keyword, form, room) if kind == "map" else _data(value, form, room)
    if isinstance(value, list):
        if kind == "set":
            return _set(value, room)
        return _list(value, "schema" if kind == "schemas" else "data", form, room)
    if form.careful and isinstance(value, (str, int, float)):
        return value
    if type(value) is float:
        return _as_encoded(value)
    raise Refused


def _schema(schema: dict[str, Json], form: Form, room: int) -> dict[str, Json]:
    if not room:
        raise Refused
    out = schema
    new: Json
    for keyword, value in schema.items():
        if type(value) in _SCALARS:
            continue
        if isinstance(value, dict):
            kind = _kind_of_object(keyword)
            if kind == "map":
                new = _map(value, keyword, form, room - 1)
            elif kind == "schema":
                new = _schema(value, form, room - 1)
            else:
                new = _data(value, form, room - 1)
        elif (kind := kind_of(keyword, value)) == "set":
            new = _set(value, room - 1)
        else:
            new = placed(value, kind, "", form, room - 1)
        if new is not value:
            out = dict(schema) if out is schema else out
            out[keyword] = new
    "".join(out)  # a TypeError where a key is no string; the C encoder would quietly make one of it
    return _ordered(out, private=form.private) if form.careful else out


def _map(members: dict[str, Json], keyword: str, form: Form, room: int) -> dict[str, Json]:
    if not room:
        raise Refused
    out = members
    schemas = kind_in_map(keyword, {}) == "schema"
    for name, value in members.items():
        if type(value) in _SCALARS:
            continue
        if schemas and isinstance(value, dict):
            new = _schema(value, form, room - 1)
        else:
            new = placed(value, kind_in_map(keyword, value), "", form, room - 1)
        if new is not value:
            out = dict(members) if out is members else out
            out[name] = new
    "".join(out)
    return _ordered(out, private=True) if form.careful and not (form.authored and keyword == "properties") else out


def _data(value: dict[str, Json], form: Form, room: int) -> dict[str, Json]:
    if not room:
        raise Refused
    out = value
    for name, member in value.items():
        if type(member) in _SCALARS:
            continue
        new = placed(member, "data", "", form, room - 1)
        if new is not member:
            out = dict(value) if out is value else out
            out[name] = new
    "".join(out)
    return _ordered(out, private=True) if form.careful else out


def _list(items: list[Json], kind: Kind, form: Form, room: int) -> list[Json]:
    if not room:
        raise Refused
    for item in items:
        if type(item) not in _SCALARS:
            return [placed(item, kind, "", form, room - 1) for item in items]
    return items


def _set(names: list[str], room: int) -> list[str]:
    if not room:
        raise Refused
    ordered = in_order(set(names))
    return names if names == ordered else ordered


def _as_encoded(value: float) -> int | float:
    """The number for which the C encoder writes the text that this one should have: 1 for 1.0, but none for 1e-7."""
    text = number(value)
    if text == float.__repr__(value):
        return value
    if "e" in text or "." in text:
        raise Refused
    return int(text)


def _ordered(value: dict[str, Json], *, private: bool) -> dict[str, Json]:
    return {name: value[name] for name in in_order(value) if private or not name.startswith(PRIVATE)}


@lru_cache(maxsize=1024)
def _kind_of_object(keyword: str) -> Kind:
    """What `kind_of` says of any object at a keyword; it looks no further than that it is one."""
    return kind_of(keyword, {})
