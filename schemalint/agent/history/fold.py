"""Events -> the tool history of the series that runs now: what was declared at its start, and what the messages changed since.

A series ends where the cached front of the request would change anyway: a definition came back changed, or the log says so.
The fold holds state and reads each event once; its snapshots are frozen, and the same object until something changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from schemalint.agent.history.events import Declared, DeveloperMessage, Event, Header, LogError
from schemalint.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """One developer message of the series, and the definitions that its additions name."""

    message: str
    additions: tuple[Declared, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A series: the tools declared at its start, every update since. `start` is the `seq` of its header.

    Equality of two histories is that of `key`.
    """

    start: int
    tools: tuple[Declared, ...]
    updates: tuple[Update, ...] = ()

    @property
    def key(self) -> object:
        """What two histories are compared by: names, canonical bytes, flags and order."""
        return (
            self.start,
            tuple((one.meaning, one.deferred) for one in self.tools),
            tuple((one.message, tuple((added.meaning, added.deferred) for added in one.additions)) for one in self.updates),
        )


class Fold:
    """Reads events one by one. `history` and `active` may be asked for after each."""

    __slots__ = ("_active", "_available", "_baseline", "_declared", "_headers", "_snapshot", "_start", "_updates")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._headers: dict[int, Header] = {}
        self._declared: dict[str, Declared] = {}
        self._active: tuple[Declared, ...] = ()
        self._available: set[str] = set()
        self._start: int | None = None
        self._baseline: tuple[Declared, ...] = ()
        self._updates: list[Update] = []
        self._snapshot: History | None = None
        for event in events:
            self.read(event)

    def read(self, event: Event) -> None:
        """Take in the next event. Errors: `LogError` for an addition that its header does not define."""
        match event:
            case Header():
                self._header(event)
            case DeveloperMessage():
                self._message(event)
        self._snapshot = None

    def copy(self) -> Fold:
        """A fold that stands where this one stands; later events of either do not touch the other."""
        other = Fold()
        other._headers = dict(self._headers)
        other._declared = dict(self._declared)
        other._active = self._active
        other._available = set(self._available)
        other._start = self._start
        other._baseline = self._baseline
        other._updates = list(self._updates)
        other._snapshot = self._snapshot
        return other

    @property
    def active(self) -> tuple[Declared, ...]:
        """The tools of the latest header."""
        return self._active

    @property
    def is_behind(self) -> bool:
        """Whether the latest header offers other tools than the messages have announced so far."""
        return self._available != {one.name for one in self._active}

    @property
    def history(self) -> History | None:
        """The series that runs now, the same object until the next event; None before the first header.

        Where the log has a header whose change was not announced yet (or never, in an old log), it is the active tools alone.
        """
        if self._snapshot is None and self._start is not None:
            if self.is_behind:
                self._snapshot = History(self._start, self._active)
            else:
                self._snapshot = History(self._start, self._baseline, tuple(self._updates))
        return self._snapshot

    def _header(self, header: Header) -> None:
        self._headers[header.seq] = header
        changed = any(
            (known := self._declared.get(one.name)) is not None and known.meaning != one.meaning for one in header.tools
        )
        if self._start is None or header.reason == "series" or header.starts_series or changed:
            self._declared = {one.name: one for one in header.tools}
            self._available = set(self._declared)
            self._start, self._baseline, self._updates = header.seq, header.tools, []
        self._active = header.tools

    def _message(self, message: DeveloperMessage) -> None:
        additions = tuple(self._defined(message, block.value) for block in message.blocks if block.type == "tool_addition")
        if self._start is None:
            raise LogError(None, f"the message `{message.id}` is before the first header")
        for one in additions:
            self._declared[one.name] = one
        for block in message.blocks:
            if block.type == "tool_addition":
                self._available.add(block.value)
            elif block.type == "tool_removal":
                self._available.discard(block.value)
        self._updates.append(Update(message.id, additions))

    def _defined(self, message: DeveloperMessage, name: str) -> Declared:
        if message.header_seq is None:
            raise LogError(None, f"the message `{message.id}` adds `{name}` but names no header that defines it")
        header = self._headers.get(message.header_seq)
        if header is None:
            raise LogError(None, f"the message `{message.id}` names header {message.header_seq}, but there is none before it")
        for one in header.tools:
            if one.name == name:
                return one
        raise LogError(None, f"the message `{message.id}` adds `{name}`, which header {header.seq} does not define")
