"""The tools that an agent offers now: added, suspended and taken away while it runs, exported in one stable order.

Holds state under one lock and nothing else: each tool's canonical bytes are made once, when it is added, and an export of an
unchanged registry is the same object again. What is added is owned: the caller's own values may change later, and what is
handed out refuses changes. Knows no provider.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from inspect import iscoroutinefunction
from threading import RLock
from typing import Final, Literal, Protocol, TypeAlias

from schemalint.agent.json_values import Trail, argument_place
from schemalint.agent.names import mcp_name, split_mcp_name, under
from schemalint.agent.owned import given, owned
from schemalint.canon import assembled, canonical
from schemalint.model import Json, Tool, Toolset
from schemalint.record import dataclass

Arguments: TypeAlias = Mapping[str, Json]
Call: TypeAlias = Callable[[Arguments], object]
Shown: TypeAlias = Callable[[object], bool]
"""Whether a tool is to be shown in a context, which is whatever the caller hands to `schemas_for`."""


class Defined(Protocol):
    """What `@tool` makes: a definition, all that is wrong with given arguments, and a way to run the function with them."""

    @property
    def definition(self) -> Tool: ...

    def faults(self, arguments: Json) -> list[str]: ...

    def invoke(self, arguments: Arguments) -> object: ...


Addable: TypeAlias = "Tool | Defined"


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One tool as it was added. `written` are its canonical bytes; `aliases` other names that calls may use for it."""

    tool: Tool
    written: bytes
    aliases: frozenset[str]
    call: Call | None
    faults: Callable[[Json], list[str]]
    shown: Shown | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which tool a name in a call means. Where it could mean several, `tool` is None and `candidates` their sorted names."""

    tool: Tool | None
    candidates: tuple[str, ...] = ()


Code: TypeAlias = Literal["UNKNOWN_TOOL", "INVALID_ARGS", "NOT_CALLABLE"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call: `value`, or `code` and a `message` for the model."""

    value: object = None
    code: Code | None = None
    message: str = ""


@dataclass(slots=True)
class _Ban:
    """A suspended prefix. `kept` are the entries to restore, in their order, where the caller asked to keep them."""

    anywhere: bool
    kept: list[Entry] | None = None


@dataclass(slots=True)
class _Export:
    """What the registry offers at one revision, made at most once."""

    tools: tuple[Tool, ...]
    written: bytes


class Registry:
    """Tools by name, for an agent that runs. Every method may be called from any thread.

    `revision` grows with every change of what is offered, so that a caller can skip an export.
    """

    __slots__ = ("_allowed", "_bans", "_entries", "_export", "_lock", "_revision", "_visible")

    def __init__(self, tools: Iterable[Addable] = ()) -> None:
        self._lock: Final = RLock()
        self._entries: dict[str, Entry] = {}
        self._bans: dict[str, _Ban] = {}
        self._visible: frozenset[str] | None = None
        self._allowed: Callable[[Tool], bool] | None = None
        self._revision = 0
        self._export: _Export | None = None
        for tool in tools:
            self.add(tool)

    # ------------------------------------------------------------------------------------------------- what goes in and out

    def add(
        self,
        tool: Addable,
        call: Call | None = None,
        *,
        aliases: Collection[str] = (),
        shown: Shown | None = None,
    ) -> bool:
        """Add a tool, or replace the one of its name in its place; True where it was taken.

        It is refused (False) while a suspended prefix covers its name or the allow policy says no. `call` runs it, with the
        arguments as a mapping; what `@tool` makes brings its own. Errors: `CanonError` for a tool without a canonical form.
        """
        entry = _entry(tool, call, frozenset(aliases), shown)  # outside of the lock: it is the only costly step
        name = entry.tool.name
        with self._lock:
            for prefix, ban in self._bans.items():
                if under(name, prefix, anywhere=ban.anywhere):
                    return False
            if self._allowed is not None and not self._allowed(entry.tool):
                return False
            self._entries[name] = entry
            self._changed()
            return True

    def remove(self, name: str) -> bool:
        """Take one tool away, also from the list of visible names; False where there is none of that name."""
        with self._lock:
            if name not in self._entries:
                return False
            self._drop((name,))
            return True

    def remove_prefix(self, prefix: str, *, anywhere: bool = False) -> int:
        """Take away every tool under a prefix, and say how many; the others keep their order.

        A prefix ends at a `__` of the name unless `anywhere`. Errors: `ValueError` for an empty prefix.
        """
        with self._lock:
            return len(self._drop(self._covered(prefix, anywhere)))

    def suspend_prefix(self, prefix: str, *, keep: bool = False, anywhere: bool = False) -> int:
        """Take away every tool under a prefix and refuse new ones until it is resumed; says how many were dropped.

        The ban holds even where nothing matched: a server whose handshake comes late must not bring its tools back. With
        `keep` the definitions are remembered for `resume_prefix`. Errors: `ValueError` for an empty prefix.
        """
        with self._lock:
            dropped = self._drop(self._covered(prefix, anywhere))
            earlier = self._bans.get(prefix)
            kept = [*(earlier.kept or ()), *dropped] if earlier is not None and earlier.kept is not None else dropped
            remember = keep or (earlier is not None and earlier.kept is not None)
            self._bans[prefix] = _Ban(anywhere or (earlier is not None and earlier.anywhere), kept if remember else None)
            return len(dropped)

    def resume_prefix(self, prefix: str) -> int:
        """Lift the ban on exactly this prefix; says how many kept definitions came back.

        Another ban that covers a name stays, and so does a tool that was added under the name meanwhile.
        """
        with self._lock:
            ban = self._bans.pop(prefix, None)
            back = 0
            for entry in (ban.kept or ()) if ban is not None else ():
                name = entry.tool.name
                covered = any(under(name, other, anywhere=one.anywhere) for other, one in self._bans.items())
                if covered or name in self._entries or (self._allowed is not None and not self._allowed(entry.tool)):
                    continue
                self._entries[name] = entry
                back += 1
            if back:
                self._changed()
            return back

    def set_visible(self, names: Iterable[str] | None) -> bool:
        """Export only these names, or with None all; `get` and calls find the others still. True where that changed it."""
        wanted = None if names is None else frozenset(name.strip() for name in names if name.strip())
        with self._lock:
            if wanted == self._visible:
                return False
            self._visible = wanted
            self._changed()
            return True

    def set_allow_policy(self, allowed: Callable[[Tool], bool] | None) -> int:
        """Drop the tools that a policy refuses, now and whenever one is added; says how many were dropped.

        None lifts the policy and brings nothing back.
        """
        with self._lock:
            self._allowed = allowed
            if allowed is None:
                return 0
            return len(self._drop([name for name, entry in self._entries.items() if not allowed(entry.tool)]))

    # ----------------------------------------------------------------------------------------------------------- to look at

    @property
    def revision(self) -> int:
        """How often what is offered has changed."""
        with self._lock:
            return self._revision

    def __len__(self) -> int:
        with self._lock:
            return len(self._entries)

    def __contains__(self, name: object) -> bool:
        with self._lock:
            return name in self._entries

    def get(self, name: str) -> Tool | None:
        """The tool of a name, visible or not; None for an unknown one."""
        with self._lock:
            entry = self._entries.get(name)
            return entry.tool if entry is not None else None

    def names(self) -> tuple[str, ...]:
        """Every name, visible or not, in the order of first adding."""
        with self._lock:
            return tuple(self._entries)

    def suspended(self) -> tuple[str, ...]:
        """The suspended prefixes, sorted."""
        with self._lock:
            return tuple(sorted(self._bans))

    def visible(self) -> frozenset[str] | None:
        """The names that `set_visible` allows; None for no restriction."""
        with self._lock:
            return self._visible

    def schemas(self) -> tuple[Tool, ...]:
        """The visible tools in canonical order; the same tuple until something changes."""
        return self._exported().tools

    def schemas_for(self, context: object) -> tuple[Tool, ...]:
        """The visible tools that want to be shown in a context: for diagnosis. A request that used it would lose its cache."""
        with self._lock:
            offered = [(tool, self._entries[tool.name].shown) for tool in self._exported().tools]
        return tuple(tool for tool, shown in offered if shown is None or shown(context))

    def toolset(self, server: str | None = None) -> Toolset:
        """The visible tools as one set, for linting, catalogs and exports."""
        return Toolset(self.schemas(), server)

    def __schemalint__(self) -> list[dict[str, Json]]:
        """The visible tools as plain JSON, for `schemalint catalog package.module:registry` and the other commands."""
        return [plain(tool) for tool in self.schemas()]

    def canonical(self) -> bytes:
        """The canonical bytes of the visible tools, equal to those of `toolset()`; nothing is canonicalized again."""
        return self._exported().written

    def resolve(self, name: str) -> Resolution:
        """The tool that a call means: the one of that very name, else the only one with that alias.

        Aliases are those given to `add` and, for a name `mcp__SERVER__TOOL`: `TOOL`, `SERVER/TOOL`, `SERVER.TOOL`.
        """
        with self._lock:
            if (entry := self._entries.get(name)) is not None:
                return Resolution(entry.tool)
            found = sorted(known for known, entry in self._entries.items() if name in entry.aliases)
            if len(found) == 1:
                return Resolution(self._entries[found[0]].tool)
            return Resolution(None, tuple(found))

    def dispatch(self, name: str, arguments: Json) -> Answer:
        """Run a call that a model made. What the function raises is the caller's.

        `UNKNOWN_TOOL` for a name that is not, or no longer, offered or that several tools share, `INVALID_ARGS` for arguments
        that the tool's definition refuses, with every fault, `NOT_CALLABLE` for a tool that was added without a `call` or with
        an async one. A null for what may be left out counts as left out. Of a plain `Tool`, no pattern or format is checked.
        """
        prepared = self._prepared(name, arguments)
        if isinstance(prepared, Answer):
            return prepared
        call, fitting = prepared
        if not _is_async(call):
            value = call(fitting)  # without the lock: a tool may take its time, and use the registry
            if not isinstance(value, Coroutine):
                return Answer(value)
            value.close()
        return Answer(code="NOT_CALLABLE", message=f"`{name}` is async; call it with `adispatch`")

    async def adispatch(self, name: str, arguments: Json) -> Answer:
        """The same as `dispatch`, for functions of either kind: what can be awaited is."""
        prepared = self._prepared(name, arguments)
        if isinstance(prepared, Answer):
            return prepared
        call, fitting = prepared
        value = call(fitting)
        return Answer(await value if isinstance(value, Awaitable) else value)

    def _prepared(self, name: str, arguments: Json) -> tuple[Call, Arguments] | Answer:
        """What runs a call, and its arguments as they count; else the answer that refuses it."""
        with self._lock:
            resolution = self.resolve(name)
            entry = self._entries[resolution.tool.name] if resolution.tool is not None else None
        if entry is None:
            several = f": it could be {', '.join(resolution.candidates)}" if resolution.candidates else ""
            return Answer(code="UNKNOWN_TOOL", message=f"there is no tool `{name}`{several}")
        if entry.call is None:
            return Answer(code="NOT_CALLABLE", message=f"`{entry.tool.name}` was added without a function to call")
        if not isinstance(arguments, dict):
            faults = entry.faults(arguments) or ["arguments must be an object"]
            return Answer(code="INVALID_ARGS", message="; ".join(faults))
        fitting = given(entry.tool.parameters, arguments)
        if faults := entry.faults(fitting):
            return Answer(code="INVALID_ARGS", message="; ".join(faults))
        return entry.call, fitting

    # ------------------------------------------------------------------------------------------------------ under the lock

    def _covered(self, prefix: str, anywhere: bool) -> list[str]:
        if not prefix:
            raise ValueError("an empty prefix would cover every tool; name the prefix, such as `mcp__github__`")
        return [name for name in self._entries if under(name, prefix, anywhere=anywhere)]

    def _drop(self, names: Iterable[str]) -> list[Entry]:
        dropped = [self._entries.pop(name) for name in list(names)]
        if dropped:
            if self._visible is not None:
                self._visible -= {entry.tool.name for entry in dropped}
            self._changed()
        return dropped

    def _changed(self) -> None:
        self._revision += 1
        self._export = None

    def _exported(self) -> _Export:
        with self._lock:
            if self._export is None:
                offered = [entry for name, entry in self._entries.items() if self._visible is None or name in self._visible]
                order, written = assembled((entry.tool.name, entry.written) for entry in offered)
                self._export = _Export(tuple(offered[index].tool for index in order), written)
            return self._export


def plain(tool: Tool) -> dict[str, Json]:
    """A tool as JSON that every reader of tools knows."""
    members = tool.members()
    return {**members.pop("extra", {}), **members}


def _entry(tool: Addable, call: Call | None, aliases: frozenset[str], shown: Shown | None) -> Entry:
    faults: Callable[[Json], list[str]] | None = None
    if not isinstance(tool, Tool):
        call = call or tool.invoke
        faults = tool.faults
        tool = tool.definition
    written = canonical(tool)
    tool = owned(tool)
    split = split_mcp_name(tool.name)
    if split is not None:
        server, name = split
        aliases |= {name, f"{server}/{name}", f"{server}.{name}", mcp_name(server, name)}
    return Entry(tool, written, aliases - {tool.name}, call, faults or _plain_faults(tool), shown)


def _plain_faults(tool: Tool) -> Callable[[Json], list[str]]:
    """All that is wrong with arguments by the schema of a plain tool, whoever wrote it."""
    from schemalint.judge import checker

    check = checker(tool)

    def faults(arguments: Json) -> list[str]:
        if not isinstance(arguments, dict):
            return ["arguments must be an object"]
        return [f"{argument_place('arguments', _trail(at))}: {fault}" for at, fault in check(arguments)]

    return faults


def _trail(at: Iterable[str | int]) -> Trail:
    trail: Trail = None
    for step in at:
        trail = (trail, step)
    return trail


def _is_async(call: Call) -> bool:
    owner = getattr(call, "__self__", None)  # the `invoke` of what `@tool` makes
    return iscoroutinefunction(call) or iscoroutinefunction(getattr(owner, "function", None))
