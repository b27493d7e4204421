"""Definitions as a registry owns them, which nobody else has or can change, and arguments as they count. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from schemalint.model import Json, Tool
from schemalint.record import replace


def _refuse(*_: object, **__: object) -> NoReturn:
    raise TypeError("the definition belongs to a registry and cannot be changed; copy it with copy.deepcopy")


class _Object(dict[str, Any]):
    """An object of JSON that refuses changes; a copy of it is an ordinary one."""

    __slots__ = ()
    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __deepcopy__(self, memo: object) -> dict[str, Any]:
        return {key: _thawed(value) for key, value in self.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.__deepcopy__(None),)


class _Array(list[Any]):
    """A list of JSON that refuses changes; a copy of it is an ordinary one."""

    __slots__ = ()
    __setitem__ = __delitem__ = append = clear = extend = insert = pop = remove = _refuse
    reverse = sort = __iadd__ = __imul__ = _refuse

    def __deepcopy__(self, memo: object) -> list[Any]:
        return [_thawed(value) for value in self]

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self.__deepcopy__(None),)


def _thawed(value: Json) -> Json:
    return value.__deepcopy__(None) if isinstance(value, (_Object, _Array)) else value


def _frozen(value: Json) -> Json:
    if isinstance(value, dict):
        return _Object((key, _frozen(member)) for key, member in value.items())
    return _Array(map(_frozen, value)) if isinstance(value, list) else value


def owned(tool: Tool) -> Tool:
    """The same tool, of values that nobody else has and nobody can change."""
    members = {name: _frozen(getattr(tool, name)) for name in ("parameters", "output_schema", "annotations")}
    return replace(tool, **members, extra=_frozen(dict(tool.extra)))


# ------------------------------------------------------------------------------------------------------------- arguments


def given(schema: Json, value: Json) -> Json:
    """Arguments without the nulls of members that may be left out and cannot be null: strict modes send these."""
    if isinstance(value, list) and isinstance(schema, dict):
        return [given(schema.get("items"), item) for item in value]
    if not isinstance(value, dict) or not isinstance(schema, dict) or not isinstance(schema.get("properties"), Mapping):
        return value
    return dict(_given(schema, value))


def _given(schema: Mapping[str, Json], value: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    declared, required = schema["properties"], schema.get("required", ())
    for name, member in value.items():
        left_out = member is None and name in declared and name not in required and not _may_be_null(declared[name])
        if not left_out:
            yield name, given(declared.get(name), member)


def _may_be_null(schema: Json) -> bool:
    """Whether null may fit a schema; of a reference that is assumed."""
    if not isinstance(schema, dict):
        return schema is not False
    names = schema.get("type", "null")
    if "null" not in (names if isinstance(names, list) else [names]) and schema.get("nullable") is not True:
        return False
    if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
        return False
    if schema.get("const") is not None:
        return False
    unions = (schema.get(keyword) for keyword in ("anyOf", "oneOf"))
    return all(any(map(_may_be_null, arms)) for arms in unions if isinstance(arms, list))
