"""Plain functions as facts: name, docstring, and the schema of their parameters, by the user's Pydantic or without it."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import types
import typing
import warnings
from collections.abc import Collection
from typing import Annotated, Any

from .objects import function_of, static
from .type_map import TypeMap, is_union, shown
from .values import Budget, Trouble, plain, short


def facts_of(function: Any, injected: Collection[str] = ()) -> dict[str, Any]:
    """What a plain function says of itself: name, docstring, the schema of its parameters, and what has none (`gaps`).

    `injected`: types by which frameworks hand a function what the model never sees.
    """
    body = function_of(function)
    if body is None:
        call = static(type(function), "__call__")
        body = call if isinstance(call, types.FunctionType) else function
    annotations, gaps = _annotations(body)
    parameters: list[inspect.Parameter] = []
    is_open = False
    for position, one in enumerate(inspect.signature(function).parameters.values()):
        annotation = annotations.get(one.name, Any)
        is_self = position == 0 and one.name in ("self", "cls") and "." in getattr(body, "__qualname__", "")
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            is_open = is_open or one.kind is one.VAR_KEYWORD
        elif not is_self and not _is_context(one.annotation, injected) and not _is_context(annotation, injected):
            parameters.append(one.replace(kind=one.KEYWORD_ONLY, annotation=annotation))
    kept = {one.name for one in parameters}
    gaps = [gap for gap in gaps if gap["parameter"] in kept]
    made = _by_pydantic(parameters, gaps)
    schema = _by_types(parameters, gaps) if made is None else made
    if is_open:
        schema["additionalProperties"] = True
    name = getattr(function if function_of(function) is None else body, "__name__", type(function).__name__)
    return {"name": name, "doc": inspect.getdoc(body), "parameters": schema, "gaps": gaps, "pydantic": made is not None}


def _annotations(function: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The annotations of a function as objects; those that cannot be resolved are gaps, and the others do without them."""
    with contextlib.suppress(Exception):
        return typing.get_type_hints(function, include_extras=True), []
    found: dict[str, Any] = {}
    gaps = []
    for name, annotation in list(getattr(function, "__annotations__", {}).items()):
        holder = types.FunctionType((lambda: None).__code__, getattr(function, "__globals__", {}))
        holder.__annotations__ = {name: annotation}
        try:
            found.update(typing.get_type_hints(holder, include_extras=True))
        except Exception as error:
            text = annotation if isinstance(annotation, str) else repr(annotation)
            gaps.append({"parameter": name, "why": "unresolved", "type": text[:200], "message": short(error)[:200]})
    return found, gaps


def _is_context(annotation: Any, injected: Collection[str]) -> bool:
    if isinstance(annotation, str):
        return any(part.split("[")[0].strip().rpartition(".")[2] in injected for part in annotation.split("|"))
    if annotation is inspect.Parameter.empty:
        return False
    origin = typing.get_origin(annotation)
    if origin is Annotated or is_union(origin):
        return any(_is_context(one, injected) for one in typing.get_args(annotation))
    return getattr(origin or annotation, "__name__", None) in injected


def _by_pydantic(parameters: list[inspect.Parameter], gaps: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The schema that the user's own Pydantic derives; None where it is not there, or too old to."""
    try:
        adapter = importlib.import_module("pydantic").TypeAdapter
    except (ImportError, AttributeError):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of defaults that have no JSON form
        try:
            return _adapted(adapter, parameters)
        except Exception:
            return _adapted(adapter, [_adaptable(adapter, one, gaps) for one in parameters])


def _adaptable(adapter: Any, parameter: inspect.Parameter, gaps: list[dict[str, Any]]) -> inspect.Parameter:
    """The parameter itself, or one that takes any value where Pydantic knows no schema for its type."""
    try:
        _adapted(adapter, [parameter])
    except Exception as error:
        gap = {"parameter": parameter.name, "why": "no-json", "type": shown(parameter.annotation), "message": short(error)}
        gaps.append(gap)
        default = parameter.default if parameter.default in (True, False, parameter.empty) else None
        return parameter.replace(annotation=Any, default=default)
    return parameter


def _adapted(adapter: Any, parameters: list[inspect.Parameter]) -> dict[str, Any]:
    # A stand-in with every parameter by name, whatever the function itself does with them.
    def stand_in() -> None: ...

    stand_in.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    stand_in.__annotations__ = {one.name: one.annotation for one in parameters}
    schema: dict[str, Any] = adapter(stand_in).json_schema()
    return schema


def _by_types(parameters: list[inspect.Parameter], gaps: list[dict[str, Any]]) -> dict[str, Any]:
    """The schema by the standard library alone. What has no JSON form is a gap and takes any value."""
    mapped = TypeMap()
    properties: dict[str, Any] = {}
    required = []
    for one in parameters:
        mapped.unknown.clear()
        schema = dict(mapped.of(one.annotation))
        gaps += [{"parameter": one.name, "why": "no-json", "type": unknown, "message": ""} for unknown in mapped.unknown]
        default = one.default
        if type(default).__name__ == "FieldInfo":
            described = getattr(default, "description", None)
            if isinstance(described, str):
                schema["description"] = described
            default = getattr(default, "default", one.empty)
            default = one.empty if default is ... or type(default).__name__.startswith(("Pydantic", "Undefined")) else default
        if default is one.empty:
            required.append(one.name)
        else:
            with contextlib.suppress(Trouble):  # a default that JSON does not know is left out
                schema["default"] = plain(default, Budget())
        properties[one.name] = schema
    made: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        made["required"] = required
    if mapped.definitions:
        made["$defs"] = mapped.definitions
    return made
