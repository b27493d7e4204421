"""`tools.lock.json`: a `Lock` as text, and back. Lock format 1, over canonical form 1.

One line a field, sorted, so that git merges changes of different tools by itself; equal locks have equal bytes. A file that was
edited, merged by halves or written by a later version is refused with its line, never half understood.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from schemalint.canon import CanonError, PropertyOrder, canonical_json, in_order
from schemalint.edge.read import Refused, decode, read_file
from schemalint.edge.write import write_inside
from schemalint.locking.state import (
    Lock,
    LockedSet,
    LockedTool,
    LockError,
    assembled,
    by_wire,
    data_digest,
    locked_tool,
    parts,
    unused,
)
from schemalint.model import Tool
from schemalint.record import replace
from schemalint.schema.pointer import Json, Pointer, named_steps, pointer_text, value_at
from schemalint.text import json_text
from schemalint.text.document import Document, Malformed

NAME: Final = "tools.lock.json"
FORMAT: Final = 1
CANONICAL: Final = "canonical-1"
LARGEST: Final = 64 * 2**20
"""Bytes of a lock file that are read."""
_INDENT: Final = 2
Stored: TypeAlias = bool | Collection[str]
"""Whether texts are stored, or the sources whose texts are."""


# ------------------------------------------------------------------------------------------------------------------ to text


def write_lock(path: str | os.PathLike[str], lock: Lock, *, store_text: Stored = False) -> bool:
    """Write a lock file, all of it or nothing; whether it differs from the one that was there.

    With `store_text` the definitions are written beside their digests, so that a later comparison can show words; it may name
    the sources whose definitions are meant. Raises `CanonError`, and `WriteRefused` where the system refuses or a link leads
    out of the repository.
    """
    path, data = Path(path), lock_text(lock, store_text=store_text).encode()
    try:
        same = read_file(path, len(data)) == data
    except Refused:
        same = False
    if not same:
        write_inside(path, data)
    return not same


def lock_text(lock: Lock, *, store_text: Stored = False) -> str:
    """The text of a lock file; with `store_text` the parts themselves stand beside their digests. Raises `CanonError`."""
    sets = {name: _set(one, lock.property_order, store_text) for name, one in lock.sets.items()}
    members = {
        "canonical": _leaf(CANONICAL),
        "lock": str(FORMAT),
        "property_order": _leaf(lock.property_order),
        "sets": _block(sets, 1),
    }
    return _block(members, 0) + "\n"


def _is_stored(tool: LockedTool, store_text: Stored) -> bool:
    return store_text if isinstance(store_text, bool) else tool.source in store_text


def _set(one: LockedSet, property_order: PropertyOrder, store_text: Stored) -> str:
    tools: dict[str, str] = {}
    taken = {tool.name for tool in one.tools}
    numbers: Counter[str] = Counter()
    for tool in one.tools:
        # A name that is there twice is an error of the set; both are locked all the same.
        numbers[tool.name] += 1
        key = tool.name if numbers[tool.name] == 1 else unused(tool.name, taken, numbers[tool.name])
        taken.add(key)
        tools[key] = _tool(tool, key, property_order, _is_stored(tool, store_text))
    members = {"order": _rows(map(_leaf, one.order), "[", "]", 3), "tools": _block(tools, 3)}
    if one.server is not None:
        members["server"] = _leaf(one.server)
    if one.about:
        members["about"] = _block({at: _leaf(value) for at, value in one.about.items()}, 3)
        if any(_is_stored(tool, store_text) for tool in one.tools):
            members["text"] = _block({at: canonical_json(value).decode() for at, value in one.texts.items()}, 3)
    return _block(members, 2)


def _tool(tool: LockedTool, key: str, property_order: PropertyOrder, store_text: bool) -> str:
    members = {
        "fields": _block({at: _leaf(one) for at, one in tool.fields.items()}, 5),
        "meaning": _leaf(tool.meaning),
        "source": _leaf(tool.source),
        "tokens": str(tool.tokens),
        "wire": _leaf(tool.wire),
    }
    if key != tool.name:
        members["name"] = _leaf(tool.name)
    if store_text and tool.tool is not None:
        texts = {
            pointer_text(at): canonical_json(value, kind, property_order=property_order).decode()
            for at, (value, kind) in parts(tool.tool, property_order).items()
        }
        members["text"] = _block(texts, 5)
    return _block(members, 4)


def _leaf(text: str) -> str:
    return canonical_json(text).decode()


def _block(members: Mapping[str, str], level: int) -> str:
    return _rows((f"{_leaf(name)}: {members[name]}" for name in in_order(members.keys())), "{", "}", level)


def _rows(rows: Iterable[str], opening: str, closing: str, level: int) -> str:
    pad = "\n" + " " * (_INDENT * level)
    inside = ",".join(f"{pad}{' ' * _INDENT}{row}" for row in rows)
    return f"{opening}{inside}{pad}{closing}" if inside else f"{opening}{closing}"


# ---------------------------------------------------------------------------------------------------------------- from text


def read_lock(path: str | os.PathLike[str]) -> Lock:
    """The lock in a file; `locking.toolsets` returns its tools if their texts are stored. Errors: `LockError`."""
    name = os.fspath(path)
    if not os.path.lexists(path):
        raise LockError("there is no such file; run `schemalint lock` to write it", path=name)
    try:
        return parse(decode(read_file(Path(path), LARGEST)))
    except (Refused, LockError) as error:
        raise LockError(error.reason, error.line, error.column, name) from None


def is_lock(value: Json) -> bool:
    """Whether a parsed JSON value means to be a lock file, of whatever version."""
    return isinstance(value, dict) and {"lock", "canonical", "sets"} <= value.keys()


def is_lock_file(path: Path, limit: int = LARGEST) -> bool:
    """Whether a path names a lock file: by its name or, as `lock --file` accepts any name, by how the file begins."""
    if path.suffix != ".json" or not path.is_file():
        return False
    if path.name.endswith(".lock.json"):
        return True
    try:
        start = read_file(path, limit)[:200]
    except Refused:
        return False
    return b'"canonical": "canonical-' in start and b'"lock": ' in start


def parse(text: str) -> Lock:
    """The lock that a text holds. Errors: `LockError`."""
    document = json_text.parse(text)
    if isinstance(document, Malformed) or document.faults:
        if line := _conflict(text):
            raise LockError("contains merge conflict markers; pick either side, then run `schemalint lock`", line, 1)
        if isinstance(document, Malformed):
            raise LockError(document.reason, document.line, document.column)
        fault = document.faults[0]
        raise LockError(fault.reason, fault.span.line, fault.span.column)
    return _lock(document)


def _conflict(text: str) -> int | None:
    marker = re.compile(r"(?m)^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)").search(text)
    return text.count("\n", 0, marker.start()) + 1 if marker else None


def _wrong(document: Document, at: Pointer, what: str) -> LockError:
    span = next(found for n in range(len(at), -1, -1) if (found := document.locate(at[:n])) is not None)
    place = pointer_text(at) or "the file"
    return LockError(f"{place} {what}; run `schemalint lock` to write a new lock file", span.line, span.column)


def _members(document: Document, at: Pointer, required: str = "", optional: str = "") -> dict[str, Json]:
    """The object at a place, with just these members where any are named."""
    value = value_at(document.value, at)
    if not isinstance(value, dict):
        raise _wrong(document, at, "is not an object")
    for name in required.split():
        if name not in value:
            raise _wrong(document, at, f"lacks `{name}`")
    for name in value if required else ():
        if name not in f"{required} {optional}".split():
            raise _wrong(document, (*at, name), "is not expected here")
    return value


def _string(document: Document, at: Pointer) -> str:
    value = value_at(document.value, at)
    if not isinstance(value, str):
        raise _wrong(document, at, "is not a string")
    return value


def _digest(document: Document, at: Pointer) -> str:
    value = _string(document, at)
    if re.fullmatch(r"sha256:[0-9a-f]{64}", value) is None:
        raise _wrong(document, at, "is not a digest")
    return value


def _lock(document: Document) -> Lock:
    top = _members(document, ())
    if not is_lock(top):
        raise _wrong(document, (), "is not a lock file")
    for key, known in (("lock", FORMAT), ("canonical", CANONICAL)):
        if top[key] != known or isinstance(top[key], bool):
            found = canonical_json(top[key]).decode()[:40]
            raise _wrong(document, (key,), f"is {found}, and this version of schemalint knows {known}")
    _members(document, (), "lock canonical property_order sets")
    order = top["property_order"]
    if order not in ("sorted", "authored"):
        raise _wrong(document, ("property_order",), "is neither `sorted` nor `authored`")
    return Lock({name: _read_set(document, ("sets", name), order) for name in _members(document, ("sets",))}, order)


def _read_set(document: Document, at: Pointer, property_order: PropertyOrder) -> LockedSet:
    value = _members(document, at, "order tools", "server about text")
    if not isinstance(value["order"], list):
        raise _wrong(document, (*at, "order"), "is not a list")
    order = tuple(_string(document, (*at, "order", n)) for n in range(len(value["order"])))
    keys = _members(document, (*at, "tools"))
    tools = [_read_tool(document, (*at, "tools", key), key, property_order) for key in keys]
    if sorted(order) != sorted(tool.name for tool in tools):
        raise _wrong(document, (*at, "order"), "does not list each tool exactly once")
    server = _string(document, (*at, "server")) if "server" in value else None
    named = _parts(document, (*at, "about")) if "about" in value else {}
    about = {name: _digest(document, (*at, "about", name)) for name in named}
    texts = _parts(document, (*at, "text")) if "text" in value else {}
    if any(about.get(name) != data_digest(text) for name, text in texts.items()):
        raise _wrong(document, (*at, "text"), "does not match the digests beside it")
    return LockedSet(order, tuple(sorted(tools, key=by_wire)), server, about, texts)


def _read_tool(document: Document, at: Pointer, key: str, property_order: PropertyOrder) -> LockedTool:
    value = _members(document, at, "fields meaning source tokens wire", "name text")
    tokens = value["tokens"]
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
        raise _wrong(document, (*at, "tokens"), "is not a number of tokens")
    tool = LockedTool(
        _string(document, (*at, "name")) if "name" in value else key,
        _digest(document, (*at, "meaning")),
        _digest(document, (*at, "wire")),
        _string(document, (*at, "source")),
        tokens,
        {name: _digest(document, (*at, "fields", name)) for name in _parts(document, (*at, "fields"))},
    )
    if "text" not in value:
        return tool
    texts: dict[Pointer, Json] = {named_steps(name): part for name, part in _parts(document, (*at, "text")).items()}
    whole = _assembled(tool, texts, property_order)
    if whole is None:
        # A text that was edited beside its digest would be shown as what was reviewed.
        raise _wrong(document, (*at, "text"), "does not match the digests beside it")
    return replace(tool, tool=whole)


def _parts(document: Document, at: Pointer) -> dict[str, Json]:
    """The object at a place, whose keys name parts of a tool."""
    value = _members(document, at)
    for name in value:
        if not named_steps(name):
            raise _wrong(document, (*at, name), "has an empty name, which is not that of a part of a tool")
    return value


def _assembled(tool: LockedTool, texts: Mapping[Pointer, Json], property_order: PropertyOrder) -> Tool | None:
    """The tool whose parts are stored; None where they are not those of its digests."""
    if any(len(at) != 1 and at[:2] != ("parameters", "properties") and at[0] != "extra" for at in texts):
        return None
    try:
        whole = assembled(tool.name, texts, tool.source)
        again = locked_tool(whole, property_order)
    except (CanonError, TypeError, LookupError):
        return None
    return whole if (again.fields, again.meaning, again.wire) == (tool.fields, tool.meaning, tool.wire) else None
