"""Named members -> the form of an object: the parameters of a function, the fields of a dataclass, the keys of a TypedDict.

Knows how members are declared and what their defaults are in JSON; reading a type is passed in (`read`). Pure.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import PurePath
from typing import Any, Final, TypeAlias, cast

from schemalint.agent.errors import Unsupported
from schemalint.agent.unions import Build, Form, noted, without_null
from schemalint.agent.validate import faults, fits
from schemalint.model import Json
from schemalint.record import dataclass

Read: TypeAlias = "Callable[[object], Form]"
Values: TypeAlias = "dict[str, Any]"


class _Missing:
    __slots__ = ()


MISSING: Final = _Missing()
_EMPTY_MADE: Final = (list, dict, set, frozenset, tuple)
"""Factories whose default is the same each time; that of any other is not stated."""


@dataclass(frozen=True, slots=True)
class Member:
    """One named member of a Python type. `default` is `MISSING` if there is none that can be stated."""

    name: str
    hint: object
    required: bool
    default: object = MISSING


@dataclass(frozen=True, slots=True)
class Shape:
    """The form of an object as parts: its schema, and `built`, which makes the given members' Python values by their names."""

    schema: dict[str, Json]
    built: Callable[[Mapping[str, Json]], Values]


def shape_of(members: Sequence[Member], texts: Mapping[str, str], read: Read, *, closed: bool) -> Shape:
    """The schema of an object with these members, and how their values are built; members that it lacks are left out.

    Errors: `Unsupported` with the faults of every member.
    """
    properties: dict[str, Json] = {}
    builds: dict[str, Build | None] = {}
    found: list[str] = []
    for member in members:
        read_one = _read(member, texts.get(member.name, ""), read)
        if isinstance(read_one, Unsupported):
            found += [_of(member.name, fault) for fault in read_one.faults]
        else:
            properties[member.name], builds[member.name] = read_one
    if found:
        raise Unsupported(*found)
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    required = [member.name for member in members if member.required]
    if required:
        schema["required"] = required
    if closed:
        schema["additionalProperties"] = False

    def built(given: Mapping[str, Json]) -> Values:
        return {name: given[name] if build is None else build(given[name]) for name, build in builds.items() if name in given}

    return Shape(schema, built)


def fields_of(cls: type, hints: Mapping[str, object]) -> list[Member]:
    """The fields of a dataclass that its constructor takes. Errors: `Unsupported` for an `InitVar`."""
    members = []
    for name, hint in hints.items():
        if isinstance(hint, dataclasses.InitVar):
            raise Unsupported(f"`{name}` is an InitVar, which has no value to show")
    for field in dataclasses.fields(cast("Any", cls)):
        if field.init:
            default: object = field.default
            if field.default_factory is not dataclasses.MISSING and field.default_factory in _EMPTY_MADE:
                default = field.default_factory()
            required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
            members.append(
                Member(field.name, hints[field.name], required, MISSING if default is dataclasses.MISSING else default)
            )
    return members


def plain(value: object) -> Json:
    """A Python value as the JSON that it is built of. Errors: `Unsupported` for anything else."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, PurePath):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        members = {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if field.init}
        return {name: plain(member) for name, member in members.items() if member is not None}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(member) for name, member in cast("Any", value)._asdict().items() if member is not None}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=json.dumps)  # its own order changes from run to run
    if isinstance(value, Mapping):
        return {str(name): plain(member) for name, member in value.items()}
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise Unsupported(f"has a default that is not a JSON value: a Python {type(value).__name__}")


def _read(member: Member, text: str, read: Read) -> tuple[dict[str, Json], Build | None] | Unsupported:
    """The schema of a member and how its value is built, or what is wrong with it."""
    try:
        form = _form(member, read)
        return noted(form, text, **_default(member, form)), form.build
    except Unsupported as error:
        return error


def _form(member: Member, read: Read) -> Form:
    """The form of a member. With the default None it is left out rather than null, and its form is without null."""
    form = read(member.hint)
    if member.default is not None:
        return form
    if not fits(form.schema, None):
        raise Unsupported("has the default None, which its type does not allow; declare `| None`")
    return without_null(form)


def _default(member: Member, form: Form) -> dict[str, Json]:
    if member.default is MISSING or member.default is None:
        return {}
    value = plain(member.default)
    wrong = faults(form.schema, value, root="its default")
    if wrong:
        raise Unsupported(*(f"has a default that does not fit: {fault}" for fault in wrong))
    return {"default": value}


def _of(name: str, fault: str) -> str:
    """A fault one level further out: `config` and "`host` has no type" become "`config.host` has no type"."""
    return f"`{name}.{fault[1:]}" if fault.startswith("`") else f"`{name}` {fault}"
