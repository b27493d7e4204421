"""A Python type -> what it is in JSON: a schema, and how a value that fits it becomes one of the type.

Knows types, but neither functions nor tools. Building is not coercion: a value is built only from what fits the schema,
the member of an `Enum` from its value, a dataclass from an object, a tuple from a list, a `Path` from a string, an `int` from
2.0. What has no such reading, or no schema that providers accept, is refused with a text that says what to declare.
"""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import inspect
import pathlib
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin

from schemalint.agent.docs import class_docs
from schemalint.agent.errors import Unsupported
from schemalint.agent.json_values import described, losses
from schemalint.agent.members import MISSING, Member, fields_of, shape_of
from schemalint.agent.subset import SCALARS
from schemalint.agent.unions import ANY, NULL, Build, Form, merged, noted
from schemalint.model import Json
from schemalint.record import dataclass, replace


def _whole(value: Json) -> int:
    return int(value)


_PLAIN: Final[Mapping[object, Form]] = {
    str: Form({"type": "string"}),
    int: Form({"type": "integer"}, _whole),
    float: Form({"type": "number"}),
    bool: Form({"type": "boolean"}),
    type(None): NULL,
    object: ANY,
    pathlib.Path: Form({"type": "string"}, pathlib.Path),
    pathlib.PurePath: Form({"type": "string"}, pathlib.PurePath),
}
_LISTS: Final[Mapping[object, Build | None]] = {
    list: None,
    abc.Sequence: None,
    abc.Collection: None,
    abc.Iterable: None,
    tuple: tuple,
    set: set,
    abc.Set: frozenset,
    frozenset: frozenset,
}
_HASHED: Final = (set, frozenset, abc.Set)
_MAPS: Final = (dict, abc.Mapping)
_WRAPPERS: Final = {"Required": True, "NotRequired": False, "ReadOnly": None}


@dataclass(frozen=True, slots=True)
class Scope:
    """What holds inside one tool: whether objects are closed, and the classes that enclose a type."""

    closed: bool = False
    above: tuple[type, ...] = ()


def resolved(thing: Callable[..., object] | type) -> dict[str, object]:
    """The annotations of a function or class, those written as text evaluated in its module.

    Errors: `Unsupported` for one that names what is not there.
    """
    try:
        if sys.version_info < (3, 11) and inspect.isfunction(thing):  # there, a default of None would change the type
            bare = types.SimpleNamespace(__annotations__=thing.__annotations__)
            return typing.get_type_hints(bare, inspect.unwrap(thing).__globals__, include_extras=True)
        return typing.get_type_hints(thing, include_extras=True)
    except NameError as error:
        raise Unsupported(
            f"has an annotation that names `{error.name}`, which is not found in the module `{thing.__module__}`; import it"
            " there, outside of `if TYPE_CHECKING`, and define classes at the top of the module"
        ) from error
    except Exception as error:  # evaluating an annotation runs any expression
        raise Unsupported(f"has an annotation that cannot be evaluated: {type(error).__name__}: {error}") from error


def form_of(hint: object, scope: Scope) -> Form:
    """The form of a type. Errors: `Unsupported`."""
    bounds = dict(_bounds(hint))
    hint, text = _unwrapped(hint)
    form = _form(hint, scope)
    form = _bounded(form, bounds) if bounds else form
    return replace(form, text=text) if text else form


_NUMBERS: Final = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
}
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "integer": _NUMBERS,
    "number": _NUMBERS,
    "string": {"min_length": "minLength", "max_length": "maxLength"},
    "array": {"min_length": "minItems", "max_length": "maxItems"},
}
"""The bounds of `annotated_types` and of Pydantic's `Field`, and the keywords for them, by the type that they bound."""


def _bounds(hint: object) -> Iterable[tuple[str, Json]]:
    """The bounds in the notes of an `Annotated` type, by their names in Python."""
    for note in getattr(hint, "__metadata__", ()) if get_origin(hint) is Annotated else ():
        for one in (note, *(getattr(note, "metadata", None) or ())):
            for name in (*_NUMBERS, "min_length", "max_length", "pattern"):
                value = getattr(one, name, None)
                if value is not None and not callable(value) and (name, value) != ("min_length", 0):
                    yield name, value


def _bounded(form: Form, bounds: Mapping[str, Json]) -> Form:
    words = _WORDS.get(str(form.schema.get("type")), {}) if not form.branches else {}
    for name in bounds:
        if name not in words:
            raise Unsupported(f"has the bound `{name}`, which a schema of its type cannot state here; check it in the function")
    stated = {words[name]: value for name, value in bounds.items()}
    lost = [f"has a bound that {loss}" for _, loss in losses(stated)]
    if lost:
        raise Unsupported(*lost)
    return replace(form, schema={**form.schema, **stated})


def _form(hint: object, scope: Scope) -> Form:
    if hint is Any:
        return ANY
    if isinstance(hint, type) and hint in _PLAIN:
        return _PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _choice([(value.value if isinstance(value, Enum) else value, value) for value in args])
    if origin is Union or origin is types.UnionType:
        return merged([form_of(arm, scope) for arm in args])
    kind = origin or hint
    if kind in _LISTS:
        return _list(kind, args, scope)
    if kind in _MAPS:
        return _map(args, scope)
    if isinstance(hint, type) and not isinstance(hint, types.GenericAlias):
        if issubclass(hint, Enum):
            return _choice([(member.value, member) for member in hint])
        if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint) or _is_named_tuple(hint):
            return _record(hint, scope)
    raise Unsupported(f"has the type {_name(hint)}, {_advice(hint)}")


def _unwrapped(hint: object) -> tuple[object, str]:
    """A type without the wrappers that say nothing of its values, and the outermost text that they hold."""
    text = ""
    while True:
        if get_origin(hint) is Annotated:
            alias = cast("Any", hint)
            text = text or next(filter(None, map(_text_of, alias.__metadata__)), "")
            hint = alias.__origin__
        elif _wrapper(hint) in _WRAPPERS:
            [hint] = get_args(hint)
        elif isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        elif type(hint).__name__ == "TypeAliasType":  # `type Name = ...`, from Python 3.12 on
            hint = cast("Any", hint).__value__
        else:
            return hint, text


def _wrapper(hint: object) -> str:
    return str(getattr(get_origin(hint), "_name", ""))


def _text_of(note: object) -> str:
    """A description in `Annotated`: a string, `Doc` of PEP 727 with its `documentation`, or Pydantic's `Field` with its own."""
    names = ("documentation", "description")
    texts = (note,) if isinstance(note, str) else tuple(getattr(note, name, None) for name in names)
    return next((text for text in texts if isinstance(text, str)), "")


def _choice(pairs: Sequence[tuple[Json, object]]) -> Form:
    """A closed set of JSON values, each with the Python value that it means, by their types."""
    if not pairs:
        raise Unsupported("has no values to choose from")
    groups: dict[str, list[tuple[Json, object]]] = {}
    for value, meant in pairs:
        if not isinstance(value, (str, int, float, bool, type(None))) or losses(value):
            raise Unsupported(
                f"offers the value {value!r}, which is {described(value)}; JSON has strings, numbers and booleans"
            )
        groups.setdefault(_type_word(value), []).append((value, meant))
    if "number" in groups:
        groups["number"] = [pair for pair in pairs if _type_word(pair[0]) in ("integer", "number")]
        groups.pop("integer", None)
    return merged([_group(kind, members) for kind, members in groups.items()])


def _type_word(value: Json) -> str:
    if value is None:
        return "null"
    kinds = ((bool, "boolean"), (str, "string"), (int, "integer"), (float, "number"))
    return next(word for kind, word in kinds if isinstance(value, kind))


def _group(kind: str, pairs: Sequence[tuple[Json, object]]) -> Form:
    if kind == "null" and pairs[0][1] is None:
        return NULL
    meanings = dict(pairs)
    plain = all(value is meant for value, meant in pairs) and kind not in ("integer", "number")
    schema = {"type": kind} if kind == "null" else {"type": kind, "enum": list(meanings)}
    return Form(schema, None if plain else meanings.__getitem__)


def _list(kind: object, args: tuple[object, ...], scope: Scope) -> Form:
    make = _LISTS[kind]
    if kind is tuple and args and not (len(args) == 2 and args[1] is Ellipsis):
        raise Unsupported("is a tuple of a fixed length, which not every provider accepts; declare a NamedTuple or a dataclass")
    if not args or isinstance(args[0], typing.TypeVar):  # `typing.List` without an element has a variable in its place
        if kind in _HASHED:
            raise Unsupported("is a set without an element type")
        return Form({"type": "array"}, make)
    item = form_of(args[0], scope)
    if kind in _HASHED and not all(branch.schema.get("type") in SCALARS for branch in item.branches or (item,)):
        raise Unsupported("is a set of values that a set cannot hold; declare a list")
    return Form({"type": "array", "items": noted(item)}, _list_builder(item.build, make))


def _list_builder(build: Build | None, make: Build | None) -> Build | None:
    if build is None:
        return make
    return lambda values: (make or list)(map(build, values))


def _map(args: tuple[object, ...], scope: Scope) -> Form:
    if not args or isinstance(args[1], typing.TypeVar):
        return Form({"type": "object", "additionalProperties": True})
    if _unwrapped(args[0])[0] is not str:
        raise Unsupported(f"is a map with keys of {_name(args[0])}; names in a JSON object are strings")
    member = form_of(args[1], scope)
    schema = {"type": "object", "additionalProperties": noted(member) or True}
    build = member.build
    if build is None:
        return Form(schema)
    return Form(schema, lambda values: {name: build(value) for name, value in values.items()})


def _record(cls: type, scope: Scope) -> Form:
    if cls in scope.above:
        raise Unsupported(f"has the class {cls.__name__} inside itself; a tool's schema is written out in full")
    inner = replace(scope, above=(*scope.above, cls))
    docs = class_docs(cls)
    hints = resolved(cls)
    if dataclasses.is_dataclass(cls):
        members = fields_of(cls, hints)
    elif _is_named_tuple(cls):
        defaults: dict[str, object] = cast("Any", cls)._field_defaults
        members = [Member(name, hint, name not in defaults, defaults.get(name, MISSING)) for name, hint in hints.items()]
    else:
        members = [Member(name, hint, _is_required(cls, name, hint)) for name, hint in hints.items()]
    shape = shape_of(members, docs.members, lambda hint: form_of(hint, inner), closed=scope.closed)
    if typing.is_typeddict(cls):  # its values are dictionaries, which may hold more than is declared
        return Form(shape.schema, lambda given: {**given, **shape.built(given)}, about=docs.text)
    return Form(shape.schema, lambda given: cls(**shape.built(given)), about=docs.text)


def _is_required(cls: type, name: str, hint: object) -> bool:
    """Whether a TypedDict must have a key. What the class says is wrong where its annotations were text."""
    while get_origin(hint) is Annotated or _wrapper(hint) in _WRAPPERS:
        stated = _WRAPPERS.get(_wrapper(hint))
        if stated is not None:
            return stated
        hint = cast("Any", hint).__origin__ if get_origin(hint) is Annotated else get_args(hint)[0]
    required: Iterable[str] = cast("Any", cls).__required_keys__
    return name in required


def _is_named_tuple(hint: type) -> bool:
    return issubclass(hint, tuple) and hasattr(hint, "_field_defaults")


def _name(hint: object) -> str:
    if isinstance(hint, str):
        return f"{hint!r}, which is a text"
    return f"`{hint.__name__}`" if isinstance(hint, type) and not get_args(hint) else f"`{inspect.formatannotation(hint)}`"


def _advice(hint: object) -> str:
    if isinstance(hint, (str, typing.ForwardRef)):
        return "which was not evaluated; write the type without quotes"
    if isinstance(hint, typing.TypeVar):
        return "which stands for any type; declare a concrete one"
    name = getattr(hint, "__name__", "")
    if name in ("datetime", "date", "time", "timedelta", "UUID", "Decimal", "bytes"):
        return "which JSON does not have; declare str, describe the format, and parse it in the function"
    if hasattr(hint, "model_json_schema"):
        return "which is a Pydantic model; declare a dataclass or a TypedDict"
    if get_origin(hint) is not None:
        return "which a schema cannot express; declare a class that is not generic"
    return "which has no schema; declare a dataclass, TypedDict, NamedTuple or Enum, or one of the types of JSON"
