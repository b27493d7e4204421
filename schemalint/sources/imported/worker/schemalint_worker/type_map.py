"""Types to JSON Schema by the standard library alone, for environments without Pydantic 2."""

from __future__ import annotations

import collections.abc
import contextlib
import dataclasses
import datetime as dt
import decimal
import enum
import inspect
import types
import typing
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Annotated, Any

from .objects import has
from .values import Budget, Trouble, plain

_SIMPLE: Mapping[Any, Mapping[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bytes: {"type": "string"},
    type(None): {"type": "null"},
    decimal.Decimal: {"type": "number"},
    dt.datetime: {"type": "string", "format": "date-time"},
    dt.date: {"type": "string", "format": "date"},
    dt.time: {"type": "string", "format": "time"},
    dt.timedelta: {"type": "string", "format": "duration"},
    uuid.UUID: {"type": "string", "format": "uuid"},
    Path: {"type": "string", "format": "path"},
    PurePath: {"type": "string", "format": "path"},
    list: {"type": "array"},
    tuple: {"type": "array"},
    set: {"type": "array", "uniqueItems": True},
    frozenset: {"type": "array", "uniqueItems": True},
    dict: {"type": "object"},
    object: {},
    Any: {},
}
_KINDS = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


class TypeMap:
    """Types to schemas. Classes with members become `definitions`; `unknown` names what has no JSON form."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}
        self.unknown: list[str] = []

    def of(self, kind: Any) -> dict[str, Any]:
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin is Annotated:
            return {**self.of(arguments[0]), **_described(arguments[1:])}
        if origin is typing.Literal:
            return self._enum(list(arguments))
        if is_union(origin):
            return {"anyOf": [self.of(one) for one in arguments]}
        if origin is not None:
            return self._generic(kind, origin, arguments)
        if isinstance(kind, collections.abc.Hashable) and kind in _SIMPLE:
            return dict(_SIMPLE[kind])
        for name in ("__supertype__", "__value__", "__bound__"):  # NewType, `type X = ...`, TypeVar
            inner = getattr(kind, name, None)
            if inner is not None and not isinstance(kind, type):
                return self.of(inner)
        return self._class(kind) if isinstance(kind, type) else self._nothing(kind)

    def _generic(self, kind: Any, origin: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
        name = getattr(origin, "__name__", None) or getattr(origin, "_name", "")
        if name in ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar"):
            return self.of(arguments[0])
        if not isinstance(origin, type):
            return self.of(origin.__value__) if hasattr(origin, "__value__") else self._nothing(kind)
        if issubclass(origin, tuple):
            if len(arguments) == 2 and arguments[1] is ...:
                return {"type": "array", "items": self.of(arguments[0])}
            items = [self.of(one) for one in arguments if one != ()]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if issubclass(origin, collections.abc.Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if origin is collections.abc.Callable:
            return self._nothing(kind)
        if issubclass(origin, (collections.abc.Iterable, collections.abc.Container)) and len(arguments) == 1:
            unique = {"uniqueItems": True} if issubclass(origin, collections.abc.Set) else {}
            return {"type": "array", "items": self.of(arguments[0]), **unique}
        return self._class(origin)

    def _class(self, kind: type) -> dict[str, Any]:
        if issubclass(kind, enum.Enum):
            return self._enum([member.value for member in kind])
        if has_schema(kind):
            return self._model(kind)
        if issubclass(kind, dict) and hasattr(kind, "__total__"):
            return self._named(kind, self._typed_dict)
        if dataclasses.is_dataclass(kind):
            return self._named(kind, self._dataclass)
        for known, name in _KINDS.items():
            if issubclass(kind, known):
                return {"type": name}
        return self._nothing(kind)

    def _nothing(self, kind: Any) -> dict[str, Any]:
        if not isinstance(kind, typing.TypeVar) and kind is not inspect.Parameter.empty:
            self.unknown.append(shown(kind))
        return {}

    def _enum(self, values: list[Any]) -> dict[str, Any]:
        values = [value.value if isinstance(value, enum.Enum) else value for value in values]
        kinds = {_KINDS.get(type(value)) for value in values}
        kind = kinds.pop() if len(kinds) == 1 else None
        return {"type": kind, "enum": values} if kind else {"enum": values}

    def _named(self, kind: type, make: Callable[[type], dict[str, Any]]) -> dict[str, Any]:
        name = kind.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # a class may hold itself
            doc = own_doc(kind)
            is_generated = doc is not None and doc.startswith(f"{name}(")  # by dataclass
            described = {"description": doc} if doc and not is_generated else {}
            self.definitions[name] = {"type": "object", **described, **make(kind)}
        return {"$ref": f"#/$defs/{name}"}

    def _typed_dict(self, kind: type) -> dict[str, Any]:
        hints = typing.get_type_hints(kind, include_extras=True)
        required = [name for name in hints if name in getattr(kind, "__required_keys__", hints)]
        properties = {name: self.of(hint) for name, hint in hints.items()}
        return {"properties": properties, "required": required} if required else {"properties": properties}

    def _dataclass(self, kind: Any) -> dict[str, Any]:
        hints = typing.get_type_hints(kind, include_extras=True)
        properties: dict[str, Any] = {}
        required = []
        for field in dataclasses.fields(kind):
            if not field.init:
                continue
            schema = self.of(hints[field.name])
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
                required.append(field.name)
            elif field.default is not dataclasses.MISSING:
                with contextlib.suppress(Trouble):
                    schema = {**schema, "default": plain(field.default, Budget())}
            properties[field.name] = schema
        return {"properties": properties, "required": required} if required else {"properties": properties}

    def _model(self, kind: Any) -> dict[str, Any]:
        """A class of Pydantic 1, which has no adapter for functions."""
        schema = kind.schema(ref_template="#/$defs/{model}")
        self.definitions.update(schema.pop("definitions", schema.pop("$defs", {})))
        self.definitions[kind.__name__] = schema
        return {"$ref": f"#/$defs/{kind.__name__}"}


def _described(extras: tuple[Any, ...]) -> dict[str, Any]:
    """What `Annotated` says of a parameter in words."""
    for extra in extras:
        text = extra if isinstance(extra, str) else getattr(extra, "description", None) or getattr(extra, "documentation", None)
        if isinstance(text, str):
            return {"description": text}
    return {}


def is_union(origin: Any) -> bool:
    return origin is typing.Union or origin is getattr(types, "UnionType", typing.Union)


def shown(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else repr(annotation)[:200]


def has_schema(model: type) -> bool:
    return has(model, "model_json_schema") or has(model, "__fields__", "schema")


def own_doc(model: type) -> str | None:
    text = vars(model).get("__doc__")
    return inspect.cleandoc(text) if isinstance(text, str) and text.strip() else None
