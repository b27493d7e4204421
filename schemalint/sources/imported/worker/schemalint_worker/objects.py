"""Objects, looked at from afar: nothing of the user's code runs to find out what an object is."""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import sys
import types
from collections.abc import Sequence
from typing import Any

from .values import qualified, waited

_MISSING = object()


def static(value: Any, name: str, default: Any = None) -> Any:
    """An attribute as it is stored: no property runs, and a Mock, which answers to every name, has none."""
    try:
        return inspect.getattr_static(value, name, default)
    except Exception:
        return default


def has(value: Any, *names: str) -> bool:
    return all(static(value, name, _MISSING) is not _MISSING for name in names)


def is_mock(value: Any) -> bool:
    return any(cls.__module__ in ("unittest.mock", "mock", "mock.mock") for cls in type(value).__mro__)


def lineage(value: Any) -> set[str]:
    """The full names of the classes that an object is an instance of."""
    return {qualified(cls) for cls in type(value).__mro__}


def loaded(path: str) -> Any:
    """Something of a module that the user's code has loaded; None where it has not."""
    module, _, name = path.rpartition(".")
    return getattr(sys.modules.get(module), name, None)


def name_of(value: Any) -> str | None:
    for attribute in ("name", "__name__"):
        with contextlib.suppress(Exception):
            name = getattr(value, attribute, None)
            if isinstance(name, str):
                return name
    return None


_FUNCTIONS = (
    "fn",
    "func",
    "function",
    "coroutine",
    "method",
    "entrypoint",
    "handler",
)


def function_of(value: Any, held: Sequence[str] = ()) -> Any:
    """The function of the user that an object stands for, without what wraps it; None where it shows none.

    `held`: further attributes in which an object may keep it.
    """
    for _ in range(20):
        if isinstance(value, types.FunctionType):
            inner = vars(value).get("__wrapped__")
            if inner is None:
                return value
            value = inner
        elif isinstance(value, types.MethodType):
            value = value.__func__
        elif isinstance(value, functools.partial):
            value = value.func
        elif isinstance(value, type):
            return None
        else:
            # What an object was given, and not the methods of its class, which may have any name.
            names = (*_FUNCTIONS, *held, "__wrapped__")
            kept = (getattr(value, "__dict__", {}).get(name) for name in names)
            value = next(
                (one for one in kept if isinstance(one, (types.FunctionType, types.MethodType, functools.partial))), None
            )
            if value is None:
                return None
    return None


def place_of(function: Any) -> dict[str, Any] | None:
    """The file and the first line of a function, decorators included."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, types.CodeType):
        return None
    return {"file": os.path.realpath(code.co_filename), "line": code.co_firstlineno, "name": function.__name__}


def follow(value: Any, path: str) -> Any:
    """What is at a path of attributes, members of dictionaries and calls without arguments (`schema.json()`)."""
    for step in path.split("."):
        name = step[:-2] if step.endswith("()") else step
        value = value[name] if isinstance(value, dict) and name in value else getattr(value, name)
        if step.endswith("()"):
            value = waited(value())
    return value


def takes_nothing(value: Any, name: str) -> bool:
    """Whether a method can be called without arguments."""
    method = static(value, name)
    if not isinstance(method, types.FunctionType):
        return False
    parameters = list(inspect.signature(method).parameters.values())[1:]
    return all(one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in parameters)
