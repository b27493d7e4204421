"""One object to the tools that it is: what each says, or what is wrong with it.

Loose objects are found once: a search remembers those it has met. A container shows all that it holds, whoever else holds it,
and what says something else is another tool, though it may stand for the same function.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator, Mapping
from typing import Any

from .functions import facts_of
from .known import Known
from .objects import has, is_mock, lineage, name_of, place_of, static
from .type_map import has_schema
from .values import Budget, Trouble, plain, qualified, short
from .ways import Read, hook, pydantic, taught


class Search:
    """One search through a module: what is known of classes, what was found already, and how much may still be sent.

    Objects that were found are kept alive with their ids: an id alone would be given out again.
    """

    def __init__(self, forms: Mapping[str, Mapping[str, str]], known: Known, scanned: frozenset[str] = frozenset()) -> None:
        self.forms, self.known, self.scanned = forms, known, scanned
        self.budget = Budget()
        self.seen: dict[int, Any] = {}
        self.served: list[Any] = []
        """What the tools of servers say: a server may list copies of the objects that are in the module."""
        self.said: dict[int, list[Any]] = {}
        """What was made of each function, by its identity."""
        self.harvested = False
        """Whether a registry was asked for its tools, which has those of the modules that were loaded."""

    def is_new(self, *values: Any) -> bool:
        """Whether none of these was found before; they are from now on."""
        values = tuple(value for value in values if value is not None)
        new = all(id(value) not in self.seen for value in values)
        self.seen.update((id(value), value) for value in values)
        return new

    def is_told(self, function: Any, made: Any) -> bool:
        """Whether the same was made of a function before; it is from now on."""
        if function is None:
            return False
        told = made in self.said.setdefault(id(function), [])
        self.said[id(function)].append(made)
        return told


Entry = dict[str, Any]
"""One tool: what it says (`wire`) or the facts of a plain function (`function`), or the `trouble` with it, or a `note`."""


def members(member: Any, search: Search, around: tuple[int, ...] = ()) -> Iterator[Entry]:
    """What an element of an agent, a toolkit or a list is: a tool, a further toolkit, or something we do not know.

    `around`: the containers that it is in, of which none is entered again; in one it counts though it was found before.
    """
    inner = None if isinstance(member, type) or is_mock(member) else search.known.opened(member)
    if inner is not None:
        search.is_new(member)
        if id(member) not in around:
            for one in inner:
                yield from members(one, search, (*around, id(member)))
        return
    found = list(entries_of(member, search, functions=True, held=bool(around)))
    yield from found
    if not found and id(member) not in search.seen:
        yield {"note": f"passed over an object of type {qualified(type(member))}, which is not a known tool form"}


def of_methods(value: Any, search: Search) -> list[Entry]:
    """The tools among the methods of an object: those that a decorator has marked, or has made tools of."""
    entries: list[Entry] = []
    for name in sorted({name for cls in type(value).__mro__ for name in vars(cls)}):  # `dir` may run a metaclass's code
        method = static(type(value), name)
        if not (
            search.known.marker(method) is not None if isinstance(method, types.FunctionType) else search.known.is_tool(method)
        ):
            continue
        try:
            entries += entries_of(getattr(value, name), search, functions=True)
        except Exception as error:  # binding it to its object may run the framework's code
            entries.append(refused(qualified(type(value)), error, name))
    return entries


def entries_of(value: Any, search: Search, functions: bool, held: bool = False) -> Iterator[Entry]:
    """The tools that one object is: none where it is not a known form, or was found before; `held` by a container it counts
    again.
    """
    if is_mock(value) or (id(value) in search.seen and not held):
        return
    read = reader_of(value, search, functions)
    if read is None:
        return
    framework, make = read
    function = search.known.function_of(value)
    search.is_new(value, function)
    try:
        made = make(value)
        if made == [] and framework == "__schemalint__":
            what = f"the {type(value).__name__} came up empty: no tool had been added when it was asked"
            yield {"note": f"{what}; import the modules that add theirs in front of it"}
        search.harvested = search.harvested or (framework == "__schemalint__" and isinstance(made, list))
        if isinstance(made, dict) and "facts" in made:
            if not search.is_told(function, made) or held:
                yield {"function": plain(made["facts"], search.budget), "at": place_of(function)}
            return
        for wire in made if isinstance(made, list) else [made]:
            told = wire in search.served or search.is_told(function, wire)
            if held or not told:
                yield entry_of(wire, framework, function, search)
    except Exception as error:
        yield refused(framework, error, name_of(value))


def entry_of(wire: Any, framework: str | None, function: Any, search: Search) -> Entry:
    at = place_of(function)
    try:
        return {"wire": plain(wire, search.budget), "framework": framework, "at": at}
    except Trouble as trouble:
        name = wire.get("name") if isinstance(wire, dict) else None
        return {"trouble": trouble.facts, "name": name if isinstance(name, str) else None, "at": at}


def refused(framework: str, error: Exception, name: str | None) -> Entry:
    if isinstance(error, Trouble):
        return {"trouble": error.facts, "name": name}
    facts = {"kind": "refused", "framework": framework, "type": type(error).__name__, "message": short(error)}
    return {"trouble": facts, "name": name}


def reader_of(value: Any, search: Search, functions: bool) -> tuple[str, Read] | None:
    """How to read an object that is a tool; None where it is none. `functions`: plain functions and Pydantic classes count."""
    if has(value, "__schemalint__"):
        return "__schemalint__", hook
    if isinstance(value, type):
        is_model = any(cls.__module__.split(".")[0] == "pydantic" for cls in value.__mro__[1:])
        return ("pydantic", pydantic) if functions and is_model and has_schema(value) else None
    for name in lineage(value):
        if name in search.forms:
            return name, functools.partial(taught, search.forms[name])
    found = search.known.reader(value)
    if found is None and isinstance(value, (types.FunctionType, types.MethodType)):
        found = search.known.marker(value)
    if found is None and functions and _is_plain_callable(value):
        return "function", lambda function: {"facts": facts_of(function, search.known.injected)}
    return found


def _is_plain_callable(value: Any) -> bool:
    if isinstance(value, (types.FunctionType, types.MethodType, functools.partial)):
        return True
    # An object that can be called, or a function in a cache: the user says that it is a tool by naming it.
    return not isinstance(value, (type, types.BuiltinFunctionType)) and callable(value) and not has(value, "mock_calls")
