"""YAML events -> one document: its JSON value, its marks and its faults.

Without recursion. Depth, repetition by aliases, keys and tags are checked while the events come, so that a bomb is refused
before it is built. Knows no text beyond the offsets of the events, and not how the events are made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

from schemalint.edge.read import Lines
from schemalint.record import dataclass, field
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer
from schemalint.text.document import Document, Fault, Mark, Unreadable, duplicate, find, marked, span
from schemalint.text.scalars import CORE, NotJson, in_yaml, short_tag, shorten

Events: TypeAlias = Iterator[tuple[str, Any]]
"""The name of each event's class, and the event of ruamel.yaml."""


@dataclass(slots=True)
class _Built:
    """A value, its mark, how many values it is with aliases written out, and how many levels of containers."""

    value: Json
    mark: Mark
    size: int = 1
    height: int = 0


@dataclass(slots=True)
class _Open:
    """A container that is being read. `key` is the key whose value comes next; a key that is not a string is `""` and `lost`.

    What is below a lost key is read and dropped: it is `stray`, and its faults are those of the container.
    """

    built: _Built
    anchor: str | None
    at: Pointer
    block: bool
    refused: bool
    key: str | None = None
    key_start: int = -1
    key_end: int = -1
    lost: bool = False
    stray: bool = False


@dataclass(slots=True)
class Reading:
    """One document being read."""

    text: str
    lines: Lines
    most: int
    """Values that the document may have once its aliases are written out: what every later walk has to visit."""
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, _Built | None] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    root: _Built | None = None
    nodes: int = 0
    last: int = 0
    """Where the last event that has text ended."""

    def document(self, events: Events) -> Document | None:
        """The document whose start event was just taken; None for one without content."""
        empty = True
        for kind, event in events:
            if kind == "DocumentEndEvent":
                break
            empty = empty and kind == "ScalarEvent" and event.value == "" and event.start_mark.index == event.end_mark.index
            if kind.endswith("EndEvent"):
                self._close(event)
            elif self.stack and isinstance(self.stack[-1].built.value, dict) and self.stack[-1].key is None:
                self._key(kind, event, events)
            elif kind == "AliasEvent":
                self._alias(event)
            elif kind == "ScalarEvent":
                self._scalar(event)
            else:
                self._open(event, {} if kind == "MappingStartEvent" else [])
        if self.root is None or empty:
            return None
        return marked(self.root.value, partial(find, self.root.mark), self.lines.at, tuple(self.faults))

    def _at(self) -> Pointer:
        """The place of the value that comes next."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        if top.stray or top.lost:
            return top.at
        return (*top.at, len(top.built.value) if top.key is None else top.key)

    def _fault(self, reason: str, start: int, end: int, at: Pointer | None = None) -> None:
        self.faults.append(Fault(self._at() if at is None else at, reason, span(self.lines.at, start, end)))

    def _count(self, size: int, height: int, offset: int) -> None:
        self.nodes += size
        if self.nodes > self.most:
            reason = f"holds more than {self.most:,} values once its aliases are written out; --max-file-size raises the limit"
            raise Unreadable(reason, offset)
        if len(self.stack) + height > MAX_DEPTH:
            raise Unreadable(f"nested deeper than {MAX_DEPTH} levels", offset)

    def _put(self, built: _Built) -> None:
        """Set a finished value into the container that is open, or make it the root."""
        if not self.stack:
            self.root = built
            return
        top = self.stack[-1]
        top.built.size += built.size
        top.built.height = max(top.built.height, built.height + 1)
        inside = top.built.mark.inside
        if isinstance(inside, list):
            top.built.value.append(built.value)
            inside.append(built.mark)
        elif isinstance(inside, dict) and top.key is not None:
            mark = built.mark
            mark.key_start, mark.key_end = top.key_start, top.key_end
            if not top.lost:
                top.built.value[top.key] = built.value
                inside[top.key] = mark
            top.key, top.lost = None, False
        top.built.mark.end = max(top.built.mark.end, built.mark.end)

    def _open(self, event: Any, value: Json) -> None:
        start = event.start_mark.index
        self._count(1, 1, start)
        at = self._at()
        wanted = f"{CORE}{'map' if isinstance(value, dict) else 'seq'}"
        refused = event.tag not in (None, "!", wanted)
        if refused:
            self._fault(f"tag `{short_tag(event.tag)}` is not JSON: leave it out", start, event.end_mark.index, at)
        mark = Mark(start, max(start, event.end_mark.index), inside={} if isinstance(value, dict) else [])
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self.last = max(self.last, event.end_mark.index)
        opened = _Open(_Built(value, mark, 1, 1), event.anchor, at, not event.flow_style, refused)
        opened.stray = bool(self.stack) and (self.stack[-1].stray or self.stack[-1].lost)
        self.stack.append(opened)

    def _close(self, event: Any) -> None:
        closed = self.stack.pop()
        if not closed.block:
            closed.built.mark.end = self.last = event.end_mark.index
        if closed.refused:
            closed.built.value = None
        if closed.anchor is not None:
            self.anchors[closed.anchor] = closed.built
        self._put(closed.built)

    def _scalar(self, event: Any) -> None:
        start, end = self._extent(event)
        self._count(1, 0, start)
        value: Json = None
        try:
            value = in_yaml(event.value, event.tag, bool(event.style))
        except NotJson as problem:
            self._fault(str(problem), start, end)
        built = _Built(value, Mark(start, end))
        if event.anchor is not None:
            self.anchors[event.anchor] = built
        self.last = end
        self._put(built)

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        named = self.anchors.get(event.anchor)
        if named is None:
            known = event.anchor in self.anchors
            self._fault(f"alias `*{event.anchor}` {'lies inside what it names' if known else 'names no anchor'}", start, end)
            named = _Built(None, Mark(start, end))
        self._count(named.size, named.height, start)
        self.last = end
        self._put(_Built(named.value, Mark(start, end, inside=named.mark.inside, borrowed=True), named.size, named.height))

    def _key(self, kind: str, event: Any, events: Events) -> None:
        top = self.stack[-1]
        start, end = (event.start_mark.index, event.end_mark.index) if kind != "ScalarEvent" else self._extent(event)
        self._count(1, 0, start)
        top.key, top.key_start, top.key_end, top.lost = "", start, end, False
        key: Json = None
        reason = "key is a container; JSON keys are strings"
        if kind == "ScalarEvent":
            top.key = event.value
            try:
                key = in_yaml(event.value, event.tag, bool(event.style))
                reason = f"key `{shorten(event.value)}` is not a string; JSON keys are strings: quote it"
                if event.anchor is not None:
                    self.anchors[event.anchor] = _Built(key, Mark(start, end))
            except NotJson as problem:
                reason = f"key: {problem}"
        elif kind == "AliasEvent":
            named = self.anchors.get(event.anchor)
            key = named.value if named else None
            reason = f"key `*{event.anchor}` does not name a string; JSON keys are strings"
        else:
            end = start + len(self.text[start : _skip(events)].rstrip(" \t\r\n"))
        self.last = end
        if not isinstance(key, str):
            top.lost = kind != "ScalarEvent"
            self._fault(reason, start, end)
            return
        top.key = key
        if key == "<<" and not event.style and event.tag is None:
            self._fault("merge key `<<` is not JSON and no longer YAML 1.2; write the members out", start, end)
        first = top.built.mark.inside[key] if isinstance(top.built.mark.inside, dict) and key in top.built.value else None
        if first is not None:
            self._fault(duplicate(key, self.lines.at, first.key_start, start), start, end)

    def _extent(self, event: Any) -> tuple[int, int]:
        """The offsets of a scalar's text, without the line breaks that ruamel.yaml counts to a block scalar."""
        start, end = event.start_mark.index, event.end_mark.index
        if event.style in ("|", ">"):
            return start, max(start + 1, start + len(self.text[start:end].rstrip(" \t\r\n")))
        if start == end:  # a value that is not written: ruamel.yaml gives the place of the next token
            start = end = self._after_indicator()
        return start, end

    def _after_indicator(self) -> int:
        """Just behind the `:` or `-` that announces a value which is not written."""
        match = re.compile(r"(?:\s|#[^\r\n]*)*[:\-]").match(self.text, self.last)
        return match.end() if match else self.last


def _skip(events: Events) -> int:
    """Read to the end of the container whose start event was just taken; where it ends."""
    depth, end = 1, 0
    for kind, event in events:
        depth += kind in ("MappingStartEvent", "SequenceStartEvent")
        depth -= kind in ("MappingEndEvent", "SequenceEndEvent")
        end = event.end_mark.index
        if depth > MAX_DEPTH:
            raise Unreadable(f"nested deeper than {MAX_DEPTH} levels", event.start_mark.index)
        if depth == 0:
            break
    return end
