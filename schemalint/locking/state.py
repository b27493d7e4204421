"""Tools as they were reviewed: of each the digests of its parts, its source and its cost.

Knows neither the file (`file`) nor what is different now (`drifts`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Final, TypeAlias

from schemalint.canon import PRIVATE, PropertyOrder, canonical, canonical_json, digest
from schemalint.canon.spelling import utf16
from schemalint.errors import Failure
from schemalint.frameworks.common.docstrings import dedented
from schemalint.locking.labels import seen_from
from schemalint.model import Origin, Tool, Toolset
from schemalint.record import dataclass, field, replace
from schemalint.schema.keywords import Kind
from schemalint.schema.pointer import Json, Pointer, pointer_text
from schemalint.tokens import estimate

_MEMBERS: Final[tuple[tuple[str, Kind], ...]] = (
    ("description", "data"),
    ("title", "data"),
    ("annotations", "data"),
    ("output_schema", "schema"),
)
_PROPERTIES: Final = ("parameters", "properties")
_UNLOCKED: Final = "/resources/"
"""Resources come and go with the data of a server; their templates do not."""

Part: TypeAlias = tuple[Json, Kind]
"""A value inside a tool, and the kind of its place."""


class LockError(Failure):
    """A lock file that cannot be used: where in it, as far as that is known, and the reason. Line and column count from 1."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None, path: str = "") -> None:
        place = ":".join(str(part) for part in (path, line, column) if part) if path else ""
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class LockedTool:
    """One tool as it was. Digests are `sha256:` and 64 hexadecimal digits.

    `meaning` is the meaning digest, `wire` that of the bytes sent; `fields` has one digest for each part, by the text of its
    canonical pointer: `/description`, `/parameters/properties/path`; `/parameters` is all of it but the properties.
    `tool` is the tool itself, None where only digests are known.
    """

    name: str
    meaning: str
    wire: str
    source: str
    tokens: int
    fields: Mapping[str, str]
    tool: Tool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LockedSet:
    """One set of tools; `order` has their names as they are sent: sorted, or under the authors' order as they are listed."""

    order: tuple[str, ...]
    tools: tuple[LockedTool, ...]
    server: str | None = None
    about: Mapping[str, str] = field(default_factory=dict)
    """Digests of what the server states beside its tools, by the text of a pointer such as `/instructions`."""
    texts: Mapping[str, Json] = field(default_factory=dict, compare=False)
    """What has those digests, as far as it is known."""

    @property
    def tokens(self) -> int:
        return sum(tool.tokens for tool in self.tools)

    @property
    def wire(self) -> str:
        """The digest of the whole set as it is sent: over the digests of its tools, in their order.

        It is not in the lock file: one line that every change of any tool touches would make every merge of two changes fail.
        """
        return _sha256("\n".join(tool.wire for tool in self.tools).encode())


@dataclass(frozen=True, slots=True)
class Lock:
    """Sets by name: the server's, or that of the file or folder that holds the tools."""

    sets: Mapping[str, LockedSet]
    property_order: PropertyOrder = "sorted"


# ----------------------------------------------------------------------------------------------------------- what is locked


def lock(
    toolsets: Iterable[Toolset],
    *,
    property_order: PropertyOrder = "sorted",
    label: Callable[[str], str] | None = None,
) -> Lock:
    """The state of sets of tools, as `load` returns them; sets without tools are left out.

    `label` turns a source into the text that is recorded. By default files are named as seen from the current folder and
    servers lose whatever looks like a secret; `locking.seen_from(folder)` does the same for a lock file elsewhere.
    Raises `CanonError`.
    """
    label = label or seen_from()
    sets: dict[str, LockedSet] = {}
    counts: Counter[str] = Counter()
    for toolset in toolsets:
        if toolset.tools:
            tools = [locked_tool(tool, property_order, label) for tool in toolset.tools]
            in_order = sorted(tools, key=by_wire)
            order = tuple(tool.name for tool in (in_order if property_order == "sorted" else tools))
            name = _name(toolset, in_order)
            counts[name] += 1
            about = about_digests(toolset.about)
            texts = {at: toolset.about[at] for at in about}
            sets[unused(name, sets, counts[name])] = LockedSet(order, tuple(in_order), toolset.server, about, texts)
    return Lock(sets, property_order)


def by_wire(tool: LockedTool) -> tuple[bytes, str]:
    """What to compare to sort tools as locks have them: names, then digests."""
    return utf16(tool.name), tool.wire


def unused(name: str, taken: Container[str], number: int = 1) -> str:
    """A name that is not in use: itself, or with a number after it, from `number` on."""
    while (one := name if number == 1 else f"{name} ({number})") in taken:
        number += 1
    return one


def _name(toolset: Toolset, tools: Sequence[LockedTool]) -> str:
    sources = list(dict.fromkeys(tool.source for tool in tools))
    if toolset.server or len(sources) == 1:
        return toolset.server or sources[0]
    steps = zip(*(source.split("/")[:-1] for source in sources), strict=False)
    return "/".join(step[0] for step in takewhile(lambda step: len(set(step)) == 1, steps)) or "."


def locked_tool(tool: Tool, property_order: PropertyOrder = "sorted", label: Callable[[str], str] = str) -> LockedTool:
    """The state of one tool. Raises `CanonError`.

    Its description counts as Python 3.13 has a docstring: older ones send it with the indentation of the source.
    """
    counted = tool
    if isinstance(tool.description, str) and "\n" in tool.description:
        counted = replace(tool, description=dedented(tool.description))
    fields = {
        pointer_text(at): _sha256(canonical_json(value, kind, property_order=property_order))
        for at, (value, kind) in parts(counted, property_order).items()
    }
    wire = _sha256(canonical(counted, property_order=property_order))
    # The tool itself is kept: drift is reported at its place, and the security rules look at this very object again.
    return LockedTool(tool.name, digest(counted), wire, label(tool.origin.source), estimate(tool), fields, tool)


def parts(tool: Tool, property_order: PropertyOrder = "sorted") -> dict[Pointer, Part]:
    """The parts of a tool that get a digest each, by canonical pointer.

    Under the authors' order the names of the properties, in their order, are a part of their own: `/parameters/properties`.
    """
    found: dict[Pointer, Part] = {(member,): (getattr(tool, member), kind) for member, kind in _MEMBERS if tool.has(member)}
    if tool.has("parameters"):
        schema = tool.parameters
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if isinstance(properties, dict):
            schema = {**schema, "properties": {}}
            found |= {(*_PROPERTIES, name): (value, "schema") for name, value in properties.items()}
            if property_order == "authored":
                found[_PROPERTIES] = (list(properties), "data")
        found["parameters",] = (schema, "schema")
    for key, value in tool.extra.items():
        if not key.startswith(PRIVATE):
            found["extra", key] = (value, "data")
    return found


def assembled(name: str, found: Mapping[Pointer, Json], source: str) -> Tool:
    """The tool of which these are the parts."""
    members: dict[str, Json] = {str(at[0]): value for at, value in found.items() if len(at) == 1}
    properties = {str(at[2]): value for at, value in found.items() if at[:2] == _PROPERTIES and len(at) == 3}
    if properties:
        names = found.get(_PROPERTIES, list(properties))
        members["parameters"] = {**members["parameters"], "properties": {one: properties[one] for one in names}}
    extra = {str(at[1]): value for at, value in found.items() if at[0] == "extra"}
    places: dict[Pointer, Pointer] = {(): (), **{(member,): (member,) for member in members}}
    return Tool(name, extra=extra, places=places, origin=Origin(source=source), **members)


def toolsets(locked: Lock) -> tuple[Toolset, ...] | None:
    """The sets themselves; None where the lock holds digests only."""
    sets = []
    for one in locked.sets.values():
        tools = tuple(tool.tool for tool in one.tools if tool.tool is not None)
        if len(tools) < len(one.tools):
            return None
        sets.append(Toolset(tools, one.server, about=one.texts))
    return tuple(sets)


def value_of(tool: Tool, at: str, expected: str | None, property_order: PropertyOrder = "sorted") -> tuple[Json] | None:
    """The part of a tool that a drift names, in a tuple; None where it has none, or one of another digest than expected."""
    for where, (value, kind) in parts(tool, property_order).items():
        if pointer_text(where) == at:
            same = expected in (None, _sha256(canonical_json(value, kind, property_order=property_order)))
            return (value,) if same else None
    return None


def about_digests(about: Mapping[str, Json]) -> dict[str, str]:
    """The digests of what a server states beside its tools, but for its resources. Raises `CanonError`."""
    return {at: data_digest(value) for at, value in about.items() if not at.startswith(_UNLOCKED)}


def data_digest(value: Json) -> str:
    """The digest of a value that is data. Raises `CanonError`."""
    return _sha256(canonical_json(value))


def _sha256(data: bytes) -> str:
    return f"sha256:{sha256(data).hexdigest()}"
