"""What a catalog says, before it has a face: groups of tools with their parameters, cost and example call. Pure.

All texts are as their authors wrote them; Markdown, HTML and JSON each make them safe in their own way.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from schemalint.canon import CanonError, digest
from schemalint.catalogs.example import example
from schemalint.catalogs.parameters import Parameter, parameters
from schemalint.errors import Failure
from schemalint.language.texts import first_sentence
from schemalint.model import Json, Tool, Toolset
from schemalint.record import dataclass
from schemalint.schema.keywords import is_schema
from schemalint.schema.pointer import TooDeep
from schemalint.tokens import estimate_parts

GroupBy: TypeAlias = Literal["server", "file", "prefix"]
Effect: TypeAlias = Literal["reads", "writes", "destroys", ""]

HINTS: Final[Mapping[tuple[str, bool], str]] = {
    ("readOnlyHint", True): "only reads",
    ("readOnlyHint", False): "changes something",
    ("destructiveHint", True): "may destroy data",
    ("destructiveHint", False): "destroys nothing",
    ("idempotentHint", True): "may be repeated",
    ("idempotentHint", False): "does more when repeated",
    ("openWorldHint", True): "reaches outside systems",
    ("openWorldHint", False): "stays inside its system",
}

_HINTED: Final = tuple(dict.fromkeys(name for name, _ in HINTS))


class NothingToShow(Failure, ValueError):
    """There is no tool to show: an empty catalog would look as if everything were well."""


@dataclass(frozen=True, slots=True)
class Schema:
    """What a schema declares, or why that cannot be listed; `text` is the description of the whole."""

    parameters: tuple[Parameter, ...] = ()
    fault: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A tool in a catalog. `digest` is None where the definition has none, for the reason in `undigested`."""

    tool: Tool
    anchor: str
    first: str
    effect: Effect
    tokens: Mapping[str, int]
    parameters: Schema
    answer: Schema | None
    example: tuple[Json, ...]
    digest: str | None
    undigested: str = ""

    @property
    def name(self) -> str:
        return self.tool.name

    @property
    def title(self) -> str:
        """The title, where it says more than the name does."""
        title = self.tool.title if isinstance(self.tool.title, str) else ""
        return title.strip() if _letters(title) not in _letters(self.tool.name) else ""

    @property
    def cost(self) -> int:
        return sum(self.tokens.values())

    @property
    def source(self) -> str:
        return self.tool.origin.source

    @property
    def approximate(self) -> bool:
        return self.tool.origin.fidelity == "approximate"

    @property
    def deprecated(self) -> bool:
        schema = self.tool.parameters if isinstance(self.tool.parameters, dict) else {}
        words = (self.tool.extra.get("deprecated"), schema.get("deprecated"))
        return any(word is True or (isinstance(word, str) and word) for word in words)

    @property
    def hints(self) -> tuple[str, ...]:
        """What the annotations of the protocol say, in words; what a tool that only reads destroys or repeats is no news."""
        found = self.tool.annotations if isinstance(self.tool.annotations, dict) else {}
        left_out = {"destructiveHint", "idempotentHint"} if found.get("readOnlyHint") is True else set()
        stated = ((name, found[name]) for name in _HINTED if isinstance(found.get(name), bool) and name not in left_out)
        return tuple(HINTS[one] for one in stated)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Tools that a reader looks for together."""

    title: str
    anchor: str
    entries: tuple[Entry, ...]

    @property
    def cost(self) -> int:
        return sum(entry.cost for entry in self.entries)


@dataclass(frozen=True, slots=True, eq=False)
class Catalog:
    """All groups under one title, each tool with an anchor that no other has."""

    title: str
    groups: tuple[Group, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for group in self.groups for entry in group.entries)


def catalog_of(toolsets: Sequence[Toolset], *, title: str = "Tool catalog", group_by: GroupBy = "server") -> Catalog:
    """The catalog of all tools: groups by their title, those of servers first, and tools by name.

    Errors: `NothingToShow`.
    """
    taken: set[str] = set()
    groups = []
    grouped = _grouped(toolsets, group_by)
    shared = Counter(posixpath.basename(title) for _, title, _ in grouped)
    for (unserved, whole, _), members in sorted(grouped.items()):
        short = posixpath.basename(whole)
        title_here = short if unserved and shared[short] == 1 and ":" not in whole else whole
        anchor = _anchor("set", title_here, "", taken)
        digested = sorted(map(_digested, members), key=_order)
        entries = tuple(
            _entry(tool, own, reason, _anchor("tool", tool.name, own or "", taken)) for tool, own, reason in digested
        )
        groups.append(Group(title_here, anchor, entries))
    if not groups:
        raise NothingToShow("no tool was found, so there is no catalog to write")
    return Catalog(title, tuple(groups))


def link_from(source: str, folder: str) -> str:
    """The relative address of a source for a page in a folder; empty for what is no plain path below the current folder."""
    plain = source.replace("\\", "/")
    if not plain or plain.startswith(("/", "<", "-")) or ":" in plain or ".." in plain.split("/") or not plain.isprintable():
        return ""
    return posixpath.relpath(plain, folder.replace("\\", "/") or ".")


def _grouped(toolsets: Sequence[Toolset], group_by: GroupBy) -> dict[tuple[bool, str, int], list[Tool]]:
    found: dict[tuple[bool, str, int], list[Tool]] = {}
    for number, toolset in enumerate(sorted((one for one in toolsets if one.tools), key=_set_order)):
        own = _title(toolset)
        for tool in toolset.tools:
            match group_by:
                case "server":
                    key = (toolset.server is None, own, number)
                case "file":
                    key = (True, tool.origin.source or own, 0)
                case _:
                    key = (False, _prefix(tool.name), 0)
            found.setdefault(key, []).append(tool)
    return found


def _set_order(toolset: Toolset) -> tuple[bool, str, list[tuple[bytes, str]]]:
    return toolset.server is None, _title(toolset), sorted(_order(_digested(tool)) for tool in toolset.tools)


def _title(toolset: Toolset) -> str:
    """The name of a set: of its server, else of the one file that it comes from."""
    sources = {tool.origin.source for tool in toolset.tools} - {""}
    return toolset.server or toolset.configured or (min(sources) if len(sources) == 1 else "Tools")


def _prefix(name: str) -> str:
    for index, char in enumerate(name):
        if index and char in "_-./":
            return name[:index]
        if index and char.isupper() and name[index - 1].islower():
            return name[:index]
    return name


def _entry(tool: Tool, own: str | None, reason: str, anchor: str) -> Entry:
    try:
        tokens = estimate_parts(tool)
    except (CanonError, TooDeep):
        tokens = {}
    return Entry(
        tool,
        anchor,
        first_sentence(tool.text),
        _effect(tool),
        tokens,
        _schema(tool, "parameters"),
        _schema(tool, "output_schema") if tool.has("output_schema") else None,
        example(tool) if own is not None else (),
        own,
        reason,
    )


def _effect(tool: Tool) -> Effect:
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    if hints.get("readOnlyHint") is True:
        return "reads"
    if hints.get("destructiveHint") is True:
        return "destroys"
    return "writes" if hints.get("readOnlyHint") is False or hints.get("destructiveHint") is False else ""


def _schema(tool: Tool, member: str) -> Schema:
    schema = getattr(tool, member)
    if schema is not None and not is_schema(schema):
        return Schema(fault=f"{member} is not a schema")
    text = schema.get("description") if isinstance(schema, dict) else None
    try:
        return Schema(tuple(parameters(schema, (member,), tool)), text=text if isinstance(text, str) else "")
    except TooDeep as error:
        return Schema(fault=str(error))


def _digested(tool: Tool) -> tuple[Tool, str | None, str]:
    try:
        return tool, digest(tool), ""
    except (CanonError, TooDeep) as error:
        return tool, None, str(error)


def _order(entry: tuple[Tool, str | None, str]) -> tuple[bytes, str]:
    tool, own, _ = entry
    return tool.name.encode("utf-16-be", "surrogatepass"), own or ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _anchor(kind: str, name: str, unique: str, taken: set[str]) -> str:
    """A new id for a place on the page: the letters and digits of a name, numbered where that is taken."""
    letters = "".join(char if char.isascii() and (char.isalnum() or char == "_") else "-" for char in name[:60].lower())
    base = f"{kind}-{letters.strip('-') or unique.removeprefix('sha256:')[:8]}".rstrip("-")
    anchor, number = base, 2
    while anchor in taken:
        anchor, number = f"{base}-{number}", number + 1
    taken.add(anchor)
    return anchor


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
