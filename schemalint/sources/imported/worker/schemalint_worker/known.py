"""What is known of frameworks: the records of the request, and the questions to them.

Whose tool an object is, how a server lists its tools, what is in an agent or toolkit, which framework has marked a function.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .objects import follow, function_of, has, is_mock, lineage, loaded, static, takes_nothing
from .values import listed
from .ways import Read, guessed, own, reading

Wires = Iterable[tuple[Any, Any]]
"""What each tool of a server says, and its object or function where the server shows it."""


class Known:
    """The records of frameworks, and the types by which they hand a function what the model never sees."""

    def __init__(self, records: Sequence[Mapping[str, Any]], injected: Sequence[str] = ()) -> None:
        self.records = records
        # Of two frameworks that an object looks like, the one that more of it speaks for counts.
        self.looks = sorted((one for one in records if one["marks"]), key=lambda one: -len(one["marks"]))
        self.injected = frozenset(injected)
        self.held = [name for one in records for name in one["held"]]

    def function_of(self, value: Any) -> Any:
        return function_of(value, self.held)

    def is_tool(self, value: Any) -> bool:
        """Whether an object is a tool by its class, and not only by what it has."""
        names = lineage(value)
        return any(not names.isdisjoint(one["classes"]) for one in self.records)

    def reader(self, value: Any) -> tuple[str, Read] | None:
        """The framework whose tool an object is, and how it is read: by the names of its classes, else by what it has."""
        names = lineage(value)
        for one in self.records:
            if not names.isdisjoint(one["classes"]):
                return one["name"], reading(one)
        if type(value).__module__ in ("builtins", "types", "functools"):
            return None
        for one in self.looks:
            if has(value, *one["marks"]):
                return one["name"], functools.partial(guessed, reading(one))
        return None

    def marker(self, function: Any) -> tuple[str, Read] | None:
        """The framework that has marked a function as a tool without wrapping it."""
        function = getattr(function, "__func__", function)
        for one in self.records:
            if one["marker"] is not None:
                path, wanted = one["marker"]
                name, *rest = path.split(".")
                found = static(function, name)
                for step in rest:
                    found = getattr(found, step, None)
                if isinstance(found, (str, bool)) and found == wanted:
                    return one["name"], own(one["name"]).marked
        return None

    def listing(self, value: Any) -> tuple[str, Callable[[Any], Wires]] | None:
        """How a server lists its tools; None for everything else."""
        if isinstance(value, type) or is_mock(value):
            return None
        names = lineage(value)
        servers = [one for one in self.records if one["servers"]]
        found = next((one["name"] for one in servers if not names.isdisjoint(one["servers"])), None)
        if found is None:
            found = next((one["name"] for one in servers if own(one["name"]).resembles(value)), None)
        return None if found is None else (found, own(found).listed)

    def opened(self, value: Any) -> list[Any] | None:
        """The members of an agent, toolkit or other container of tools; None for what is none."""
        names = lineage(value)
        paths = (path for one in self.records for name, path in one["containers"].items() if name in names)
        path, is_guess = next(paths, None), False
        if path is None and self.listing(value) is None and self.reader(value) is None:
            path = next((name for name in ("tools_by_name", "functions", "tools") if _holds(value, name)), None)
            if path is None:
                path = next((f"{name}()" for name in ("to_tool_list", "get_tools") if takes_nothing(value, name)), None)
                is_guess = True
        if path is None:
            return None
        try:
            held = follow(value, path)
        except Exception:
            if is_guess:
                return None
            raise
        if isinstance(held, Mapping):
            held = list(held.values())
        wrap = self._wrapper(names)
        return [wrap(one) if isinstance(one, types.FunctionType) else one for one in listed(held or [])]

    def _wrapper(self, names: set[str]) -> Callable[[Any], Any]:
        """What an agent makes of a plain function among its tools."""
        for one in self.records:
            if one["wraps"] is not None:
                start, maker = one["wraps"]
                if any(name.startswith(start) for name in names):
                    wrap = loaded(maker) if maker else own(one["name"]).wrap
                    return wrap or (lambda function: function)
        return lambda function: function


def _holds(value: Any, name: str) -> bool:
    held = static(value, name)
    return type(held) in (list, tuple, dict) and bool(held)
