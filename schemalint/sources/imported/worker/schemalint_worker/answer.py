"""The main road: a request comes in, a module is imported, and what it holds goes out.

The answer goes to what was standard output when the process began; before the first foreign line runs, everybody else's
standard output has become standard error. Magic, length and digest sign it off: an exit without it is a failure.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .entries import Search
from .known import Known
from .load import file_of, imported
from .search import of_module, of_value
from .values import Trouble, qualified, raised, waited

MAGIC = b"schemalint-worker-1"
MAX_FILES = 1000
"""Files of a package that are named because nothing has loaded them."""


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
    # Threads and exit handlers of the module are nobody's business from here on.
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
    module = imported(request)
    search = Search(request["forms"], Known(request["frameworks"], request["injected"]), frozenset(request["scanned"]))
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
