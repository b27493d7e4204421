"""Values made plain: what may be sent, how much of it, and what is sent where something cannot be.

Decided by the real type of a value: a class may lie about itself.
"""

from __future__ import annotations

import enum
import inspect
import math
import os
import sys
import types
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

MAX_TOOLS = 10_000
"""Tools of one container or generator that are listed."""
_MAX_VALUES = 1_000_000
_MAX_TEXT = 16 * 2**20
"""Code points of all texts together that are sent."""
_MAX_DEPTH = 128
_MAX_DIGITS = 4000
"""Digits of a whole number that are sent; Python itself refuses to print more than 4300 (CVE-2020-10735)."""
_OWN = str(Path(__file__).parent)


class Trouble(Exception):
    """What keeps a module or a tool from being read: `kind` and facts, of which the other side makes a message."""

    def __init__(self, kind: str, **facts: Any) -> None:
        super().__init__(kind)
        self.facts = {"kind": kind, **facts}


class Budget:
    """How much may still be sent; shared by all values of one answer."""

    def __init__(self) -> None:
        self.values, self.text = _MAX_VALUES, _MAX_TEXT


def plain(value: Any, budget: Budget, at: tuple[str | int, ...] = ()) -> Any:
    """A value as plain JSON types, decided by its real type: a class may lie about itself. Errors: `Trouble`."""
    kind = type(value)
    budget.values -= 1
    if budget.values < 0 or len(at) > _MAX_DEPTH:
        raise Trouble(
            "too-much", limit=f"{_MAX_DEPTH} levels" if len(at) > _MAX_DEPTH else f"{_MAX_VALUES} values", at=list(at)
        )
    if value is None or kind is bool:
        return value
    if issubclass(kind, str):
        return _text(str.__str__(value), budget, at)
    if issubclass(kind, int):
        number = int.__int__(value)
        if number.bit_length() > 3.3 * _MAX_DIGITS:
            raise Trouble("not-json", at=list(at), type=f"whole number of more than {_MAX_DIGITS} digits")
        return number
    if issubclass(kind, float):
        real = float.__float__(value)
        if not math.isfinite(real):
            raise Trouble("not-finite", at=list(at), value=repr(real))
        return real
    if issubclass(kind, dict):
        return _object(list(dict.items(value)), budget, at)
    if issubclass(kind, types.MappingProxyType):
        return _object(listed(value.items()), budget, at)
    if issubclass(kind, list):
        return [plain(one, budget, (*at, i)) for i, one in enumerate(list.__getitem__(value, slice(None)))]
    if issubclass(kind, tuple):
        return [plain(one, budget, (*at, i)) for i, one in enumerate(tuple.__getitem__(value, slice(None)))]
    if issubclass(kind, enum.Enum):
        return plain(object.__getattribute__(value, "_value_"), budget, at)
    raise Trouble("not-json", at=list(at), type=qualified(kind))


def _text(text: str, budget: Budget, at: tuple[str | int, ...]) -> str:
    budget.text -= len(text)
    if budget.text < 0:
        raise Trouble("too-much", limit=f"{_MAX_TEXT} characters", at=list(at))
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise Trouble("surrogate", at=list(at))
    return text


def _object(members: list[tuple[Any, Any]], budget: Budget, at: tuple[str | int, ...]) -> dict[str, Any]:
    # Beside what a tool says, user code keeps what it runs: such a member can never be sent to a model.
    is_tool = any(issubclass(type(key), str) and key in ("name", "function") for key, _ in members)
    made: dict[str, Any] = {}
    for key, member in members:
        if not issubclass(type(key), str):
            raise Trouble("not-json", at=list(at), type=f"member name of type {qualified(type(key))}")
        name = _text(str.__str__(key), budget, at)
        if is_tool and name not in ("name", "description", "parameters") and _runs(member):
            continue
        made[name] = plain(member, budget, (*at, name))
    return made


def _runs(value: Any) -> bool:
    return isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type))


# ------------------------------------------------------------------------------------------------- what may never end, or fail


def waited(value: Any) -> Any:
    """The value itself, or what a coroutine or an asynchronous generator comes to."""
    if not (inspect.isawaitable(value) or inspect.isasyncgen(value)):
        return value
    import asyncio

    if inspect.isawaitable(value):

        async def awaited() -> Any:
            return await value

        return asyncio.run(awaited())

    async def drained() -> list[Any]:
        found: list[Any] = []
        async for one in value:
            found.append(one)
            if len(found) > MAX_TOOLS:
                raise Trouble("endless", limit=MAX_TOOLS)
        return found

    return asyncio.run(drained())


def listed(values: Iterable[Any]) -> list[Any]:
    """The elements of what may never end."""
    found: list[Any] = []
    for one in values:
        found.append(one)
        if len(found) > MAX_TOOLS:
            raise Trouble("endless", limit=MAX_TOOLS)
    return found


def raised(error: BaseException, roots: Sequence[str]) -> dict[str, Any]:
    """An exception as facts: of what kind, with which words, and where in the user's own files."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(_OWN):
            frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    own = [frame for frame in frames if any(_is_below(frame[0], root) for root in roots) and "-packages" not in frame[0]]
    place = [frame for frame in own or frames if not frame[0].startswith("<frozen ")][-1:]
    where = {"file": place[0][0], "line": place[0][1]} if place else {}
    if isinstance(error, Trouble):
        return {**error.facts, **where}
    if isinstance(error, ModuleNotFoundError) and error.name:
        return {"kind": "missing", "name": error.name, "parent": error.name.partition(".")[0] in sys.modules, **where}
    if isinstance(error, SystemExit):
        return {"kind": "exit", "code": short(error.code), **where}
    if isinstance(error, EOFError) and "reading a line" in str(error):
        return {"kind": "input", **where}
    if isinstance(error, SyntaxError) and error.filename:
        where = {"file": error.filename, "line": error.lineno or 1, "column": error.offset or 1}
        return {"kind": "syntax", "message": short(error.msg), **where}
    environment = isinstance(error, KeyError) and bool(frames) and frames[-1][0] in ("<frozen os>", os.__file__)
    return {"kind": "raised", "type": type(error).__name__, "message": short(error), "environment": environment, **where}


def _is_below(file: str, root: str) -> bool:
    return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(root))


def short(value: object) -> str:
    try:
        return str(value)[:2000]
    except BaseException:  # what a user raises may not know how to show itself
        return f"<{type(value).__name__}>"


def qualified(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
