"""What a module, or a value that the user named, holds: servers, containers, registries, collections, and single tools."""

from __future__ import annotations

import enum
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .entries import Entry, Search, entries_of, entry_of, members, of_methods, refused
from .load import file_of
from .objects import has, is_mock, name_of, static
from .values import Trouble, listed, plain, qualified
from .ways import own

Item = dict[str, Any]
"""What one name of a module holds: its `name`, a `form` (server, list, one, value), and `entries` or a `value`."""


def of_module(module: types.ModuleType, search: Search) -> list[Item]:
    """The tools that a module holds, by the names they have in it. What is in a container is found there and nowhere else."""
    if static(module, "__schemalint__") is not None:
        return list(of_value("__schemalint__", module, search, named=True))
    elsewhere = _from_elsewhere(module, search)
    names = [
        (name, value)
        for name, value in list(vars(module).items())
        if not (name.startswith("__") or name in elsewhere or isinstance(value, types.ModuleType) or is_mock(value))
    ]
    collections_by_id = {id(value): name for name, value in names if isinstance(value, (list, tuple, dict))}
    found: dict[str, list[Item]] = {}
    for look in (_server, _container, _registry, _collection, _loose):
        for name, value in names:
            if name not in found:
                items = list(look(name, value, search))
                if items:
                    found[name] = items
                for item in items:
                    if item["form"] == "value":
                        inside = {collections_by_id[one] for one in _ids_inside(value) if one in collections_by_id}
                        item["holds"] = sorted(inside)
    return [item for name, _ in names for item in found.get(name, ())]


def of_value(name: str, value: Any, search: Search, named: bool) -> Iterator[Item]:
    """The tools in a value that the user named: also plain functions, Pydantic classes and the elements of generators."""
    if is_mock(value):
        return
    if isinstance(value, (types.GeneratorType, map, filter, zip)):
        value = listed(value)
    for look in (_server, _container):
        items = list(look(name, value, search))
        if items:
            yield from items
            return
    if isinstance(value, (list, tuple, dict)):
        yield from _collection(name, value, search, named=named)
        return
    entries = list(entries_of(value, search, functions=True))
    if not entries and not isinstance(value, type) and not callable(value):
        entries = of_methods(value, search)
    if entries:
        yield {"name": name, "form": "list" if len(entries) > 1 else "one", "entries": entries}


def _from_elsewhere(module: types.ModuleType, search: Search) -> set[str]:
    """The names that a module only imports from another module of the same search, where they are found."""
    file = file_of(module)
    if not search.scanned or file is None:
        return set()
    import ast

    tree = ast.parse(Path(file).read_bytes())
    imported = {
        alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    others = [
        other
        for other in list(sys.modules.values())
        if isinstance(other, types.ModuleType) and other is not module and file_of(other) in search.scanned - {file}
    ]
    own = vars(module)
    return {name for name in imported & own.keys() if any(own[name] is value for o in others for value in vars(o).values())}


def _server(name: str, value: Any, search: Search) -> Iterator[Item]:
    if type(value) is dict and value.get("type") == "sdk" and "instance" in value:
        value = value["instance"]  # what Claude's SDK makes of a list of tools
    listing = search.known.listing(value)
    if listing is None or not search.is_new(value):
        return
    item = {"name": name, "form": "server", "server": name_of(value), "framework": listing[0]}
    try:
        pairs = listed(listing[1](value))
    except Exception as error:
        yield {**item, "entries": [refused(listing[0], error, name)]}
        return
    entries = []
    for wire, tool in pairs:
        function = search.known.function_of(tool)
        search.is_new(tool, function)
        search.is_told(function, wire)
        search.served.append(wire)
        entries.append(entry_of(wire, listing[0], function, search))
    find = getattr(own(listing[0]), "unlisted", None)
    listed_names = {wire["name"] for wire, _ in pairs if isinstance(wire, dict)}
    for tool in find(value, listed_names) if find is not None else ():
        search.is_new(tool, search.known.function_of(tool))
        entries.append({"note": f"the server does not list `{name_of(tool)}`, which it was given"})
    yield {**item, "entries": entries}


def _container(name: str, value: Any, search: Search) -> Iterator[Item]:
    if isinstance(value, (list, tuple, dict, type)):
        return
    try:
        inside = search.known.opened(value)
    except Exception as error:
        yield {"name": name, "form": "list", "entries": [refused(qualified(type(value)), error, name)]}
        return
    if inside is None or not search.is_new(value):
        return
    entries = [entry for member in inside for entry in members(member, search, (id(value),))]
    if any("note" not in entry for entry in entries):
        yield {"name": name, "form": "list", "entries": entries}


def _registry(name: str, value: Any, search: Search) -> Iterator[Item]:
    """An object that gives definitions itself and is not a function: its tools may be in the module one by one too."""
    if isinstance(value, type) or callable(value) or not has(value, "__schemalint__"):
        return
    entries = list(entries_of(value, search, functions=False))
    search.served += [entry["wire"] for entry in entries if "wire" in entry]
    if entries:
        yield {"name": name, "form": "list" if len(entries) > 1 else "one", "entries": entries}


def _collection(name: str, value: Any, search: Search, named: bool = False) -> Iterator[Item]:
    """A list, tuple or dictionary: plain data as it is, or a mixture of data, tool objects and functions one by one."""
    if not isinstance(value, (list, tuple, dict)) or not search.is_new(value):
        return
    elements = list(dict.values(value)) if isinstance(value, dict) else list(value)
    functions = named or name.rpartition("_")[2].lower() == "tools"
    is_tool = isinstance(value, dict) and isinstance(value.get("name"), str)
    if is_tool or not any(_is_object(one) for one in elements):
        if named or _may_hold_tools(value):
            try:
                yield {"name": name, "form": "value", "value": plain(value, search.budget)}
            except Trouble as trouble:
                if named or (isinstance(value, list) and functions):
                    yield from _one_by_one(name, [value] if is_tool else elements, search, trouble)
        return
    entries: list[Entry] = []
    sure = named
    for one in listed(elements):
        if isinstance(one, (dict, str, int, float, list, tuple)) or one is None:
            entries.append(entry_of(one, None, None, search))
            continue
        found = list(entries_of(one, search, functions=functions)) or (list(members(one, search)) if functions else [])
        sure = sure or any("note" not in entry for entry in found)
        entries += found
    if sure and entries:
        yield {"name": name, "form": "list", "entries": entries}


def _one_by_one(name: str, elements: list[Any], search: Search, trouble: Trouble) -> Iterator[Item]:
    """A list of which one entry cannot be sent: the others can, and the trouble has a name."""
    if all(isinstance(one, dict) for one in elements) and trouble.facts["kind"] != "too-much":
        yield {"name": name, "form": "list", "entries": [entry_of(one, None, None, search) for one in elements]}
    else:
        yield {"name": name, "form": "list", "entries": [{"trouble": trouble.facts, "name": None}]}


def _ids_inside(value: Any, depth: int = 0) -> Iterator[int]:
    """The identities of the lists and dictionaries inside one: a constant that is part of another is found there."""
    for one in list(value.values()) if isinstance(value, dict) else list(value):
        if isinstance(one, (list, tuple, dict)) and depth < 6:
            yield id(one)
            yield from _ids_inside(one, depth + 1)


def _is_object(value: Any) -> bool:
    return not (value is None or isinstance(value, (dict, list, tuple, str, int, float, enum.Enum)))


_TELLING = frozenset(
    "name function tools functions toolSpec functionDeclarations function_declarations inputSchema input_schema parameters"
    " toolConfig tool_config result request body params config".split()
)


def _may_hold_tools(value: Any, depth: int = 0) -> bool:
    """Whether data is worth sending: tables of other things can be large."""
    if isinstance(value, dict):
        return any(key in _TELLING for key in value if isinstance(key, str)) or (
            depth < 2 and any(_may_hold_tools(one, depth + 1) for one in list(value.values())[:100])
        )
    return isinstance(value, (list, tuple)) and depth < 2 and any(_may_hold_tools(one, depth + 1) for one in value[:100])


def _loose(name: str, value: Any, search: Search) -> Iterator[Item]:
    if isinstance(value, (type, list, tuple, dict)):
        return
    entries = list(entries_of(value, search, functions=False))
    if not entries and id(value) not in search.seen and type(value).__module__ not in _PLAIN_TYPES and not callable(value):
        entries = of_methods(value, search)
    if entries:
        yield {"name": name, "form": "list" if len(entries) > 1 else "one", "entries": entries}


_PLAIN_TYPES = ("builtins", "types", "functools", "typing")
