"""Imports a user's module and writes down the tools it holds: one JSON record, under the user's own interpreter.

Started by path, alone: standard library only, Python 3.9 syntax, and nothing of schemalint, which need not be installed where
this runs; that is why it is one file. Imports no framework: what it asks, it asks of modules that the user's code has loaded.
Judges nothing and words nothing: it sends facts, and the process that started it makes messages and tools of them.

The record goes to what was standard output when the process began; before the first foreign line runs, everybody else's
standard output has become standard error. Magic, length and digest sign it off: an exit without it is a failure.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 9):  # noqa: UP036 - the user's interpreter is not the one that the project is checked for
    sys.exit(f"the worker of schemalint needs Python 3.9 or newer, and this is {sys.version.split()[0]}")

import collections.abc
import contextlib
import copy
import dataclasses
import datetime as dt
import decimal
import enum
import functools
import hashlib
import importlib
import importlib.util
import inspect
import json
import math
import os
import types
import typing
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Annotated, Any

# Python puts the folder of a script in front of the path; ours holds nothing that a user's import should find.
sys.path[:] = [entry for entry in sys.path if not entry or os.path.realpath(entry) != os.path.realpath(Path(__file__).parent)]

MAGIC = b"schemalint-worker-1"
MAX_TOOLS = 10_000
"""Tools of one container or generator that are listed."""
MAX_FILES = 1000
"""Files of a package that are named because nothing has loaded them."""
MAX_VALUES = 1_000_000
MAX_TEXT = 16 * 2**20
"""Code points of all texts together that are sent."""
MAX_DEPTH = 128
_MAX_DIGITS = 4000
"""Digits of a whole number that are sent; Python itself refuses to print more than 4300 (CVE-2020-10735)."""
_MISSING = object()


class Trouble(Exception):
    """What keeps a module or a tool from being read: `kind` and facts, of which the other side makes a message."""

    def __init__(self, kind: str, **facts: Any) -> None:
        super().__init__(kind)
        self.facts = {"kind": kind, **facts}


# ------------------------------------------------------------------------------------------------------------ the main road


def main() -> None:
    record = os.dup(1)
    os.dup2(2, 1)
    request = json.loads(sys.argv[1])
    _bound_memory(request.get("memory"))
    answer: dict[str, Any] = {"python": sys.version.split()[0], "executable": sys.executable}
    try:
        answer.update(_answer(request))
        payload = _encoded(answer, request["limit"])
    except Trouble as trouble:
        payload = json.dumps({**answer, "trouble": trouble.facts}).encode()
    except BaseException as error:
        payload = json.dumps({**answer, "trouble": raised(error, request["roots"])}).encode()
    _send(record, payload)
    # Threads and exit handlers of the module are nobody's business any more.
    os._exit(0)


def _encoded(answer: Mapping[str, Any], limit: int) -> bytes:
    payload = json.dumps(answer, allow_nan=False, ensure_ascii=False).encode()
    if len(payload) > limit:
        raise Trouble("too-much", limit=f"{limit} bytes")
    return payload


def _send(record: int, payload: bytes) -> None:
    head = b"\n%s %d %s\n" % (MAGIC, len(payload), hashlib.sha256(payload).hexdigest().encode())
    rest = memoryview(head + payload)
    while rest:
        rest = rest[os.write(record, rest) :]


def _bound_memory(limit: int | None) -> None:
    """A bound on the memory that is written to. Reserved address space is left alone: some libraries reserve terabytes."""
    if limit is None:
        return
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        bound = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, hard))
    except (ImportError, OSError, ValueError):  # not every system has it
        return


def _answer(request: Mapping[str, Any]) -> dict[str, Any]:
    module = _import(request)
    search = Search(request["forms"], frozenset(request["scanned"]))
    attribute = request["attribute"]
    value = module if attribute is None else _resolve(module, attribute, search)
    if attribute is None or isinstance(value, types.ModuleType):
        items = of_module(value, search)
    else:
        items = list(of_value(attribute, value, search, named=True))
        if not items:
            raise Trouble("unknown", type=qualified(type(value)))
    values = list(vars(module).values())
    return {
        "module": module.__name__,
        "file": file_of(module),
        "items": items,
        "functions": sum(isinstance(value, types.FunctionType) for value in values),
        "classes": sum(isinstance(value, type) for value in values),
        "unloaded": list(_unloaded(module)) if search.harvested else [],
    }


def _unloaded(module: types.ModuleType) -> Iterator[str]:
    """The files of a module's package, and of the packages below, that nothing has loaded; at most `MAX_FILES`."""
    file = file_of(module)
    if file is None or not module.__package__:
        return
    loaded_files = {file_of(one) for one in list(sys.modules.values()) if isinstance(one, types.ModuleType)}
    count = 0
    for folder, folders, names in os.walk(Path(file).parent):
        folders[:] = sorted(one for one in folders if Path(folder, one, "__init__.py").is_file())
        for name in sorted(names):
            path = os.path.realpath(Path(folder, name))
            if name.endswith(".py") and path not in loaded_files and count < MAX_FILES:
                count += 1
                yield path


# ---------------------------------------------------------------------------------------------------------------- importing


def _import(request: Mapping[str, Any]) -> types.ModuleType:
    """The module that a request names by its dotted name, or by its file, which is put where its package begins."""
    file, name, paths = request["file"], request["module"], list(request["paths"])
    if file is not None:
        root, name = _dotted(file)
        paths.insert(0, root)
    sys.path[:0] = list(dict.fromkeys(paths))
    sys.argv[:] = [file or name]
    if file is None:
        return importlib.import_module(name)
    if "." in Path(file).stem:
        return _load(name, file)
    # Another module of that name may have been loaded, or stand before it: a `json.py`, a second `tools.py`.
    if name in sys.modules and file_of(sys.modules[name]) != os.path.realpath(file):
        return _load(name, file)
    module = importlib.import_module(name)
    return module if file_of(module) == os.path.realpath(file) else _load(name, file)


def _dotted(file: str) -> tuple[str, str]:
    """The folder that has to be on the path, and the name that the file has from there."""
    path = Path(file)
    folder = path.parent
    parts = [] if path.name == "__init__.py" else [path.stem]
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return str(folder), ".".join(parts)


def _load(name: str, file: str) -> types.ModuleType:
    """A file to which its name does not lead, under a name of its own."""
    own = "schemalint_" + "".join(char if char.isalnum() else "_" for char in name)
    spec = importlib.util.spec_from_file_location(own, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is not a Python file", name=name, path=file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[own] = module
    spec.loader.exec_module(module)
    return module


def file_of(module: types.ModuleType) -> str | None:
    file = getattr(module, "__file__", None)
    return os.path.realpath(file) if isinstance(file, str) else None


def _resolve(module: types.ModuleType, attribute: str, search: Search) -> Any:
    """What `attr.sub`, or `factory()` with its parentheses, means in a module."""
    value: Any = module
    done: list[str] = []
    for step in attribute.split("."):
        name = step[:-2] if step.endswith("()") else step
        try:
            value = getattr(value, name)
        except AttributeError:
            found = [item["name"] for item in of_module(module, search)]
            raise Trouble("no-attribute", attribute=".".join([*done, name]), found=found[:12]) from None
        done.append(step)
        if step.endswith("()"):
            if not callable(value):
                raise Trouble("not-callable", attribute=".".join(done)[:-2], type=qualified(type(value)))
            value = waited(value())
    return value


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
        if trace.tb_frame.f_code.co_filename != __file__:
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


# ------------------------------------------------------------------------------------------------------- values, made plain


class Budget:
    """How much may still be sent; shared by all values of one answer."""

    def __init__(self) -> None:
        self.values, self.text = MAX_VALUES, MAX_TEXT


def plain(value: Any, budget: Budget, at: tuple[str | int, ...] = ()) -> Any:
    """A value as plain JSON types, decided by its real type: a class may lie about itself. Errors: `Trouble`."""
    kind = type(value)
    budget.values -= 1
    if budget.values < 0 or len(at) > MAX_DEPTH:
        raise Trouble("too-much", limit=f"{MAX_DEPTH} levels" if len(at) > MAX_DEPTH else f"{MAX_VALUES} values", at=list(at))
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
        raise Trouble("too-much", limit=f"{MAX_TEXT} characters", at=list(at))
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


# ------------------------------------------------------------------------------------------------------- what a module holds


class Search:
    """One search through a module: what the user taught us, what was found already, and how much may still be sent.

    Objects that were found are kept alive with their ids: an id alone would be given out again.
    """

    def __init__(self, forms: Mapping[str, Mapping[str, str]], scanned: frozenset[str] = frozenset()) -> None:
        self.forms, self.scanned = forms, scanned
        self.budget = Budget()
        self.seen: dict[int, Any] = {}
        self.served: list[Any] = []
        """What the tools of servers say: a server may list copies of the objects that stand in the module."""
        self.harvested = False
        """Whether a registry was asked for its tools, which has those of the modules that were loaded."""

    def is_new(self, *values: Any) -> bool:
        """Whether none of these was found before; they are from now on."""
        values = tuple(value for value in values if value is not None)
        new = all(id(value) not in self.seen for value in values)
        self.seen.update((id(value), value) for value in values)
        return new


Item = dict[str, Any]
"""What one name of a module holds: its `name`, a `form` (server, list, one, value), and `entries` or a `value`."""
Entry = dict[str, Any]
"""One tool: what it says (`wire`) or the facts of a plain function (`function`), or the `trouble` with it, or a `note`."""


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
    entries = list(_entries(value, search, functions=True))
    if not entries and not isinstance(value, type) and not callable(value):
        entries = _of_methods(value, search)
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
    listing = server_listing(value)
    if listing is None or not search.is_new(value):
        return
    item = {"name": name, "form": "server", "server": name_of(value), "framework": listing[0]}
    try:
        pairs = listed(listing[1](value))
    except Exception as error:
        yield {**item, "entries": [_refused(listing[0], error, name)]}
        return
    entries = []
    for wire, tool in pairs:
        function = function_of(tool)
        search.is_new(tool, function)
        search.served.append(wire)
        entries.append(_entry(wire, listing[0], function, search))
    yield {**item, "entries": entries}


def _container(name: str, value: Any, search: Search) -> Iterator[Item]:
    if isinstance(value, (list, tuple, dict, type)):
        return
    try:
        members = opened(value)
    except Exception as error:
        yield {"name": name, "form": "list", "entries": [_refused(qualified(type(value)), error, name)]}
        return
    if members is None or not search.is_new(value):
        return
    entries = [entry for member in members for entry in _members(member, search)]
    if any("note" not in entry for entry in entries):
        yield {"name": name, "form": "list", "entries": entries}


def _registry(name: str, value: Any, search: Search) -> Iterator[Item]:
    """An object that gives definitions itself and is no function: its tools may stand in the module one by one too."""
    if isinstance(value, type) or callable(value) or not has(value, "__schemalint__"):
        return
    entries = list(_entries(value, search, functions=False))
    search.served += [entry["wire"] for entry in entries if "wire" in entry]
    if entries:
        yield {"name": name, "form": "list" if len(entries) > 1 else "one", "entries": entries}


def _members(member: Any, search: Search) -> Iterator[Entry]:
    """What an element of an agent, a toolkit or a list is: a tool, a further toolkit, or something we do not know."""
    inner = None if isinstance(member, type) or is_mock(member) else opened(member)
    if inner is not None:
        if search.is_new(member):
            for one in inner:
                yield from _members(one, search)
        return
    found = list(_entries(member, search, functions=True))
    yield from found
    if not found and id(member) not in search.seen:
        yield {"note": f"passed over an object of type {qualified(type(member))}, which is not a known tool form"}


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
    for one in elements[: MAX_TOOLS + 1]:
        if isinstance(one, (dict, str, int, float, list, tuple)) or one is None:
            entries.append(_entry(one, None, None, search))
            continue
        found = list(_entries(one, search, functions=functions)) or (list(_members(one, search)) if functions else [])
        sure = sure or any("note" not in entry for entry in found)
        entries += found
    if len(elements) > MAX_TOOLS:
        raise Trouble("endless", limit=MAX_TOOLS)
    if sure and entries:
        yield {"name": name, "form": "list", "entries": entries}


def _one_by_one(name: str, elements: list[Any], search: Search, trouble: Trouble) -> Iterator[Item]:
    """A list of which one entry cannot be sent: the others can, and the trouble has a name."""
    if all(isinstance(one, dict) for one in elements) and trouble.facts["kind"] != "too-much":
        yield {"name": name, "form": "list", "entries": [_entry(one, None, None, search) for one in elements]}
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
    entries = list(_entries(value, search, functions=False))
    if not entries and id(value) not in search.seen and type(value).__module__ not in _PLAIN_TYPES and not callable(value):
        entries = _of_methods(value, search)
    if entries:
        yield {"name": name, "form": "list" if len(entries) > 1 else "one", "entries": entries}


_PLAIN_TYPES = ("builtins", "types", "functools", "typing")


def _of_methods(value: Any, search: Search) -> list[Entry]:
    """The tools among the methods of an object: those that a decorator has marked, or has made tools of."""
    entries: list[Entry] = []
    for name in sorted({name for cls in type(value).__mro__ for name in vars(cls)}):  # `dir` may run a metaclass's code
        method = static(type(value), name)
        if not (marker_of(method) is not None if isinstance(method, types.FunctionType) else _is_known(method)):
            continue
        try:
            entries += _entries(getattr(value, name), search, functions=True)
        except Exception as error:  # binding it to its object may run the framework's code
            entries.append(_refused(qualified(type(value)), error, name))
    return entries


def _is_known(value: Any) -> bool:
    """Whether an object is a tool by its class, and not only by what it has."""
    names = lineage(value)
    return any(names.intersection(classes) for _, classes, _, _ in _TABLE)


def _entries(value: Any, search: Search, functions: bool) -> Iterator[Entry]:
    """The tools that one object is: none where it is no known form, or was found before."""
    if is_mock(value) or id(value) in search.seen:
        return
    read = reader_of(value, search, functions)
    if read is None:
        return
    framework, make = read
    function = function_of(value)
    if not search.is_new(value, function):
        return
    try:
        made = make(value)
        if made == [] and framework == "__schemalint__":
            what = f"the {type(value).__name__} came up empty: no tool had been added when it was asked"
            yield {"note": f"{what}; import the modules that add theirs in front of it"}
        search.harvested = search.harvested or (framework == "__schemalint__" and isinstance(made, list))
        if isinstance(made, dict) and "facts" in made:
            yield {"function": plain(made["facts"], search.budget), "at": place_of(function)}
            return
        for wire in made if isinstance(made, list) else [made]:
            if wire in search.served:
                continue
            yield _entry(wire, framework, function, search)
    except Exception as error:
        yield _refused(framework, error, name_of(value))


def _entry(wire: Any, framework: str | None, function: Any, search: Search) -> Entry:
    at = place_of(function)
    try:
        return {"wire": plain(wire, search.budget), "framework": framework, "at": at}
    except Trouble as trouble:
        name = wire.get("name") if isinstance(wire, dict) else None
        return {"trouble": trouble.facts, "name": name if isinstance(name, str) else None, "at": at}


def _refused(framework: str, error: Exception, name: str | None) -> Entry:
    if isinstance(error, Trouble):
        return {"trouble": error.facts, "name": name}
    facts = {"kind": "refused", "framework": framework, "type": type(error).__name__, "message": short(error)}
    return {"trouble": facts, "name": name}


# ---------------------------------------------------------------------------------------------- objects, looked at from afar


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


def loaded(module: str, name: str) -> Any:
    """Something of a module that the user's code has loaded; None where it has not."""
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
    "_func",
    "_real_fn",
    "_fn",
    "_tool_func",
    "__wrapped__",
)


def function_of(value: Any) -> Any:
    """The function of the user that an object stands for, without what wraps it; None where it shows none."""
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
            held = (getattr(value, "__dict__", {}).get(name) for name in _FUNCTIONS)
            value = next(
                (one for one in held if isinstance(one, (types.FunctionType, types.MethodType, functools.partial))), None
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


# -------------------------------------------------------------------------------------------------- servers and containers

Wires = Iterable[tuple[Any, Any]]
"""What each tool of a server says, and its object or function where the server shows it."""


def server_listing(value: Any) -> tuple[str, Callable[[Any], Wires]] | None:
    """How an MCP server lists its tools; None for everything else."""
    if isinstance(value, type) or is_mock(value):
        return None
    names = lineage(value)
    if "fastmcp.server.server.FastMCP" in names:
        return "fastmcp", _fastmcp_tools
    if names & {"mcp.server.fastmcp.server.FastMCP", "mcp.server.mcpserver.server.MCPServer"}:
        return "mcp-sdk", _mcp_tools
    if "mcp.server.lowlevel.server.Server" in names or _lists_by_request(value):
        return "mcp", _low_level_tools
    if has(value, "_tool_manager", "get_tools"):
        return "fastmcp", _fastmcp_tools
    if has(value, "_tool_manager") and inspect.iscoroutinefunction(static(value, "list_tools")):
        return "mcp-sdk", _mcp_tools
    return None


def _lists_by_request(value: Any) -> bool:
    handlers = static(value, "request_handlers")
    return type(handlers) is dict and any(getattr(key, "__name__", "") == "ListToolsRequest" for key in handlers)


def dumped(tool: Any) -> Any:
    """A tool of an MCP library as it goes over the wire."""
    return tool.model_dump(mode="json", by_alias=True, exclude_none=True)


def _mcp_tools(server: Any) -> Wires:
    known = getattr(getattr(server, "_tool_manager", None), "_tools", None)
    known = known if isinstance(known, dict) else {}
    for tool in waited(server.list_tools()):
        yield dumped(tool), known.get(tool.name)


def _fastmcp_tools(server: Any) -> Wires:
    tools = waited(server.list_tools() if has(server, "list_tools") else server.get_tools())
    for tool in list(tools.values()) if isinstance(tools, dict) else tools:
        yield dumped(tool.to_mcp_tool()), tool


def _low_level_tools(server: Any) -> Wires:
    handlers = getattr(server, "request_handlers", None)
    if isinstance(handlers, dict):  # mcp 1
        for request, handler in list(handlers.items()):
            if getattr(request, "__name__", "") == "ListToolsRequest":
                answer = waited(handler(request(method="tools/list")))
                for tool in getattr(answer, "root", answer).tools:
                    yield dumped(tool), tool
        return
    if server.get_request_handler("tools/list") is None:
        return
    client = loaded("mcp.client.client", "Client")
    if client is None:
        raise RuntimeError("this version of the library has no client to list the tools with")
    for tool in waited(_ask(client, server)):  # mcp 2
        yield dumped(tool), None


async def _ask(client: Any, server: Any) -> list[Any]:
    found: list[Any] = []
    cursors: set[Any] = {None}
    cursor = None
    async with client(server) as session:
        while True:
            page = await (session.list_tools(cursor=cursor) if cursor is not None else session.list_tools())
            found += page.tools
            cursor = getattr(page, "next_cursor", None)
            if cursor is None:
                return found
            if cursor in cursors or len(found) > MAX_TOOLS:
                raise Trouble("endless", limit=MAX_TOOLS)
            cursors.add(cursor)


_CONTAINERS: Mapping[str, str] = {
    "pydantic_ai.agent.abstract.AbstractAgent": "toolsets",
    "agno.tools.toolkit.Toolkit": "functions",
    "semantic_kernel.functions.kernel_plugin.KernelPlugin": "functions",
    "semantic_kernel.kernel.Kernel": "plugins",
    "langgraph.prebuilt.tool_node.ToolNode": "tools_by_name",
    "langchain_core.tools.base.BaseToolkit": "get_tools()",
    "llama_index.core.tools.tool_spec.base.BaseToolSpec": "to_tool_list()",
    "strands.agent.agent.Agent": "tool_registry.registry",
    "google.genai.types.Tool": "function_declarations",
}
"""Classes whose tools are behind an attribute that has to be asked for; every other agent or toolkit keeps them in `tools`."""


def opened(value: Any) -> list[Any] | None:
    """The members of an agent, toolkit or other container of tools; None for what is none."""
    names = lineage(value)
    path = next((path for name, path in _CONTAINERS.items() if name in names), None)
    guessed = False
    if path is None and server_listing(value) is None and reader_in_table(value) is None:
        for name in ("tools_by_name", "functions", "tools"):
            held = static(value, name)
            if type(held) in (list, tuple, dict) and held:
                path = name
                break
        else:
            path = next((f"{name}()" for name in ("to_tool_list", "get_tools") if _takes_nothing(value, name)), None)
            guessed = path is not None
    if path is None:
        return None
    try:
        held = follow(value, path)
    except Exception:
        if guessed:
            return None
        raise
    if isinstance(held, Mapping):
        held = list(held.values())
    wrap = _wrapper(names)
    return [wrap(one) if isinstance(one, types.FunctionType) else one for one in listed(held or [])]


def _takes_nothing(value: Any, name: str) -> bool:
    method = static(value, name)
    if not isinstance(method, types.FunctionType):
        return False
    parameters = list(inspect.signature(method).parameters.values())[1:]
    return all(one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in parameters)


def _wrapper(names: set[str]) -> Callable[[Any], Any]:
    """What an agent makes of a plain function among its tools."""
    if any(name.startswith("google.adk.") for name in names):
        made = loaded("google.adk.tools.function_tool", "FunctionTool")
    elif any(name.startswith("agno.") for name in names):
        made = functools.partial(_agno_function, loaded("agno.tools.function", "Function"))
    else:
        made = None
    return made or (lambda function: function)


def _agno_function(maker: Any, function: Any) -> Any:
    if maker is None:
        return function
    made = maker.from_callable(function)
    made.skip_entrypoint_processing = True  # it has been done, and doing it twice gives another schema
    return made


def follow(value: Any, path: str) -> Any:
    """What stands at a path of attributes, members of dictionaries and calls without arguments (`schema.json()`)."""
    for step in path.split("."):
        name = step[:-2] if step.endswith("()") else step
        value = value[name] if isinstance(value, dict) and name in value else getattr(value, name)
        if step.endswith("()"):
            value = waited(value())
    return value


# ------------------------------------------------------------------------------------------------------ the forms of tools

Read = Callable[[Any], Any]
"""An object to what it says as a dictionary, or a list of those."""


def _langchain(tool: Any) -> Any:
    # What goes to a model is what the converter makes: without titles, with references resolved.
    convert = loaded("langchain_core.utils.function_calling", "convert_to_openai_tool")
    if convert is not None:
        return convert(tool)
    schema = tool.tool_call_schema
    return function_form(tool.name, tool.description, schema if isinstance(schema, dict) else json_schema(schema))


def _agents(tool: Any) -> Any:
    return {**function_form(tool.name, tool.description, tool.params_json_schema), "strict": tool.strict_json_schema}


def _pydantic_ai(tool: Any) -> Any:
    told = tool.tool_def
    strict = {} if told.strict is None else {"strict": told.strict}
    return {**function_form(told.name, told.description, told.parameters_json_schema), **strict}


def _claude(tool: Any) -> Any:
    schema = tool.input_schema
    if isinstance(schema, dict) and not isinstance(schema.get("type"), str):
        # A map from names to Python types, all of them required (claude_agent_sdk, create_sdk_mcp_server).
        mapped = TypeMap()
        properties = {name: mapped.of(kind) for name, kind in schema.items()}
        schema = {"type": "object", "properties": properties, "required": list(schema)}
    elif isinstance(schema, type):
        schema = json_schema(schema)
    made = {"name": tool.name, "description": tool.description, "inputSchema": schema}
    annotations = getattr(tool, "annotations", None)
    return {**made, "annotations": dumped(annotations)} if annotations is not None else made


def _smolagents(tool: Any) -> Any:
    convert = loaded("smolagents.models", "get_tool_json_schema")
    if convert is not None:
        return convert(tool)
    return {"name": tool.name, "description": tool.description, "inputs": tool.inputs, "output_type": tool.output_type}


def _llama_index(tool: Any) -> Any:
    told = tool.metadata
    return function_form(told.name, told.description, told.get_parameters_dict())


def _crewai(tool: Any) -> Any:
    convert = loaded("crewai.utilities.agent_utils", "convert_tools_to_openai_schema")
    try:
        made = convert([tool]) if convert is not None else None
    except Exception:  # it is no part of the library's interface
        made = None
    made = made[0] if isinstance(made, tuple) else made
    if isinstance(made, list) and made and isinstance(made[0], dict):
        return made[0]
    return function_form(tool.name, tool.description, json_schema(tool.args_schema))


def _adk(tool: Any) -> Any:
    declared = tool._get_declaration()
    if declared is None:
        raise ValueError("it has no declaration: the provider's own tool, or one that is made at run time")
    return dumped(declared)


def _strands(tool: Any) -> Any:
    return {"toolSpec": tool.tool_spec}


def _haystack(tool: Any) -> Any:
    return tool.tool_spec


def _agno(tool: Any) -> Any:
    tool = tool.model_copy(deep=False) if hasattr(tool, "model_copy") else copy.copy(tool)
    tool.process_entrypoint()
    return tool.to_dict()


def _semantic_kernel(function: Any) -> Any:
    # As semantic_kernel.connectors.ai.function_calling_utils has it.
    told = function.metadata
    shown = [one for one in told.parameters if getattr(one, "include_in_function_choices", True)]
    schema = {
        "type": "object",
        "properties": {one.name: one.schema_data for one in shown},
        "required": [one.name for one in shown if one.is_required],
    }
    return function_form(told.fully_qualified_name, told.description or "", schema)


def _dspy(tool: Any) -> Any:
    if has(tool, "format_as_litellm_function_call"):
        return tool.format_as_litellm_function_call()
    return {"name": tool.name, "desc": tool.desc, "args": tool.args}


def _mirascope(tool: Any) -> Any:
    schema = tool.parameters.model_dump(by_alias=True, exclude_none=True)
    return function_form(tool.name, tool.description, {"type": "object", **schema})


def _pydantic(model: Any) -> Any:
    if any(cls.__module__.split(".")[0] == "instructor" for cls in model.__mro__) and has(model, "openai_schema"):
        return model.openai_schema
    return function_form(model.__name__, own_doc(model), json_schema(model))


def _hook(value: Any) -> Any:
    made = waited(value.__schemalint__())
    return listed(made) if isinstance(made, (list, tuple, types.GeneratorType)) else made


def _taught(form: Mapping[str, str], value: Any) -> Any:
    """A tool of a class that the user has told us of: where its name, description and parameters are."""
    return {member: follow(value, path) for member, path in form.items()}


def function_form(name: Any, description: Any, parameters: Any) -> dict[str, Any]:
    made = {"name": name, "description": description, "parameters": parameters}
    return {key: member for key, member in made.items() if member is not None}


def json_schema(model: Any) -> Any:
    """The schema of a Pydantic class of either version."""
    return model.model_json_schema() if hasattr(model, "model_json_schema") else model.schema()


def own_doc(model: type) -> str | None:
    text = vars(model).get("__doc__")
    return inspect.cleandoc(text) if isinstance(text, str) and text.strip() else None


_TABLE: Sequence[tuple[str, tuple[str, ...], tuple[str, ...], Read]] = (
    # framework, names of classes, structural mark (most specific first), reader
    ("openai-agents", ("agents.tool.FunctionTool",), ("params_json_schema", "on_invoke_tool"), _agents),
    ("langchain", ("langchain_core.tools.base.BaseTool",), ("tool_call_schema", "args_schema"), _langchain),
    (
        "fastmcp",
        ("fastmcp.tools.tool.Tool", "fastmcp.tools.base.Tool"),
        ("to_mcp_tool",),
        lambda tool: dumped(tool.to_mcp_tool()),
    ),
    ("pydantic-ai", ("pydantic_ai.tools.Tool",), ("tool_def", "function_schema"), _pydantic_ai),
    (
        "agent-framework",
        ("agent_framework._tools.FunctionTool",),
        ("to_json_schema_spec", "parameters"),
        lambda tool: tool.to_json_schema_spec(),
    ),
    ("llama-index", ("llama_index.core.tools.types.BaseTool",), ("metadata", "_metadata"), _llama_index),
    ("strands", ("strands.types.tools.AgentTool",), ("tool_spec", "tool_name", "stream"), _strands),
    ("haystack", ("haystack.tools.tool.Tool",), ("tool_spec", "parameters", "outputs_to_string"), _haystack),
    ("google-adk", ("google.adk.tools.base_tool.BaseTool",), ("_get_declaration",), _adk),
    ("agno", ("agno.tools.function.Function",), ("process_entrypoint", "entrypoint"), _agno),
    ("dspy", ("dspy.adapters.types.tool.Tool",), ("arg_types", "args", "desc"), _dspy),
    ("autogen", ("autogen_core.tools._base.BaseTool",), ("args_type", "schema", "run_json"), lambda tool: tool.schema),
    (
        "anthropic",
        ("anthropic.lib.tools._beta_functions.BaseFunctionTool",),
        ("to_dict", "input_schema", "func"),
        lambda tool: tool.to_dict(),
    ),
    ("smolagents", ("smolagents.tools.BaseTool", "smolagents.tools.Tool"), ("inputs", "output_type", "forward"), _smolagents),
    ("claude-agent-sdk", ("claude_agent_sdk.SdkMcpTool",), ("handler", "input_schema"), _claude),
    ("crewai", ("crewai.tools.base_tool.BaseTool",), ("args_schema", "result_as_answer"), _crewai),
    (
        "google-genai",
        ("google.genai.types.FunctionDeclaration",),
        ("parameters_json_schema", "response_json_schema", "model_dump"),
        dumped,
    ),
    ("mcp", ("mcp.types.Tool", "mcp_types._types.Tool"), ("inputSchema", "model_dump"), dumped),
    (
        "mcp-sdk",
        ("mcp.server.fastmcp.tools.base.Tool", "mcp.server.mcpserver.tools.base.Tool"),
        (),
        lambda tool: {"name": tool.name, "description": tool.description, "inputSchema": tool.parameters},
    ),
    (
        "semantic-kernel",
        ("semantic_kernel.functions.kernel_function.KernelFunction",),
        ("metadata", "invocation_duration_histogram"),
        _semantic_kernel,
    ),
    ("mirascope", ("mirascope.llm.tools.tools.Tool",), ("parameters", "execute"), _mirascope),
)


def reader_in_table(value: Any) -> tuple[str, Read] | None:
    """The framework whose tool an object is: by the names of its classes, else by what it has."""
    names = lineage(value)
    for framework, classes, _, read in _TABLE:
        if names.intersection(classes):
            return framework, read
    if type(value).__module__ in ("builtins", "types", "functools"):
        return None
    for framework, _, mark, read in _TABLE:
        if mark and has(value, *mark):
            return framework, functools.partial(_guessed, read)
    return None


def _guessed(read: Read, value: Any) -> Any:
    """What an object says that only looks like a tool: nothing where it turns out to be none."""
    try:
        made = read(value)
    except Exception:
        return []
    wires = made if isinstance(made, list) else [made]
    told = [one.get("function", one.get("toolSpec", one)) for one in wires if isinstance(one, dict)]
    return made if told and all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in told) else []


def marker_of(function: Any) -> tuple[str, Read] | None:
    """The framework that has marked a function as a tool without wrapping it."""
    function = getattr(function, "__func__", function)
    mark = static(function, "__fastmcp__")
    if mark is not None and getattr(mark, "type", None) == "tool":
        return "fastmcp", _fastmcp_function
    return ("semantic-kernel", _kernel_function) if static(function, "__kernel_function__") is True else None


def _fastmcp_function(function: Any) -> Any:
    made = loaded("fastmcp.tools.function_tool", "FunctionTool") or loaded("fastmcp.tools.tool", "FunctionTool")
    return dumped(made.from_function(function).to_mcp_tool())


def _kernel_function(function: Any) -> Any:
    made = loaded("semantic_kernel.functions.kernel_function_from_method", "KernelFunctionFromMethod")
    return _semantic_kernel(made(method=function))


def reader_of(value: Any, search: Search, functions: bool) -> tuple[str, Read] | None:
    """How to read an object that is a tool; None where it is none. `functions`: plain functions and Pydantic classes count."""
    if has(value, "__schemalint__"):
        return "__schemalint__", _hook
    if isinstance(value, type):
        is_model = any(cls.__module__.split(".")[0] == "pydantic" for cls in value.__mro__[1:])
        return ("pydantic", _pydantic) if functions and is_model and has_schema(value) else None
    for name in lineage(value):
        if name in search.forms:
            return name, functools.partial(_taught, search.forms[name])
    found = reader_in_table(value)
    if found is not None:
        return found
    if isinstance(value, (types.FunctionType, types.MethodType)):
        marked = marker_of(value)
        if marked is not None:
            return marked
    if functions and _is_plain_callable(value):
        return "function", lambda function: {"facts": facts_of(function)}
    return None


def has_schema(model: type) -> bool:
    return has(model, "model_json_schema") or has(model, "__fields__", "schema")


def _is_plain_callable(value: Any) -> bool:
    if isinstance(value, (types.FunctionType, types.MethodType, functools.partial)):
        return True
    # An object that can be called, or a function in a cache: the user says that it is a tool by naming it.
    return not isinstance(value, (type, types.BuiltinFunctionType)) and callable(value) and not has(value, "mock_calls")


# --------------------------------------------------------------------------------------------------------- plain functions

_CONTEXTS = frozenset("Context RunContext RunContextWrapper ToolContext InvocationContext ToolRuntime".split())
"""Types by which frameworks hand a function what the model never sees."""


def facts_of(function: Any) -> dict[str, Any]:
    """What a plain function says of itself: name, docstring, the schema of its parameters, and what has none (`gaps`)."""
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
        elif not is_self and not _is_context(one.annotation) and not _is_context(annotation):
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


def _is_context(annotation: Any) -> bool:
    if isinstance(annotation, str):
        return any(part.split("[")[0].strip().rpartition(".")[2] in _CONTEXTS for part in annotation.split("|"))
    if annotation is inspect.Parameter.empty:
        return False
    origin = typing.get_origin(annotation)
    if origin is Annotated or _is_union(origin):
        return any(_is_context(one) for one in typing.get_args(annotation))
    return getattr(origin or annotation, "__name__", None) in _CONTEXTS


def _is_union(origin: Any) -> bool:
    return origin is typing.Union or origin is getattr(types, "UnionType", typing.Union)


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
        gap = {"parameter": parameter.name, "why": "no-json", "type": _shown(parameter.annotation), "message": short(error)}
        gaps.append(gap)
        default = parameter.default if parameter.default in (True, False, parameter.empty) else None
        return parameter.replace(annotation=Any, default=default)
    return parameter


def _adapted(adapter: Any, parameters: list[inspect.Parameter]) -> dict[str, Any]:
    # A stand-in that takes every parameter by name, whatever the function itself does with them.
    def stand_in() -> None: ...

    stand_in.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    stand_in.__annotations__ = {one.name: one.annotation for one in parameters}
    schema: dict[str, Any] = adapter(stand_in).json_schema()
    return schema


def _shown(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else repr(annotation)[:200]


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
            with contextlib.suppress(Trouble):  # a default that JSON does not know stays untold
                schema["default"] = plain(default, Budget())
        properties[one.name] = schema
    made: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        made["required"] = required
    if mapped.definitions:
        made["$defs"] = mapped.definitions
    return made


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
            return {**self.of(arguments[0]), **_told(arguments[1:])}
        if origin is typing.Literal:
            return self._enum(list(arguments))
        if _is_union(origin):
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
            self.unknown.append(_shown(kind))
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


def _told(extras: tuple[Any, ...]) -> dict[str, Any]:
    """What `Annotated` says of a parameter in words."""
    for extra in extras:
        text = extra if isinstance(extra, str) else getattr(extra, "description", None) or getattr(extra, "documentation", None)
        if isinstance(text, str):
            return {"description": text}
    return {}


if __name__ == "__main__":
    main()
