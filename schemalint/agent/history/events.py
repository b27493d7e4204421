"""The events of a tool history, and the log that holds them: JSON Lines, one event a line.

A header says which tools are offered from then on, a developer message informs the model of the change. Pure: text in, events
or a `LogError` with its line out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, Literal, TypeAlias, cast, get_args

from schemalint.agent.json_values import described
from schemalint.canon import CanonError, canonical, canonical_json
from schemalint.model import MEMBERS, Tool
from schemalint.record import dataclass
from schemalint.schema.pointer import Json, Pointer, pointer_text

Reason: TypeAlias = Literal["initial", "change", "series"]
BlockType: TypeAlias = Literal["tool_addition", "tool_removal", "text"]

DEFER: Final = "defer_loading"
"""The member that says: declare the tool, and load it when an addition names it."""


@dataclass(frozen=True)  # no slots: they leave no room for what is computed once
class Declared:
    """A tool as a request declares it. `deferred`: it is known to the provider and loaded when an addition names it."""

    tool: Tool
    deferred: bool = False

    @property
    def name(self) -> str:
        return self.tool.name

    @cached_property
    def meaning(self) -> bytes:
        """What two definitions are compared by: canonical bytes without `defer_loading`, which says how one is carried."""
        return canonical(self.tool)

    def wire(self) -> bytes:
        """The tool as a member of the canonical output: the log's own members, and `defer_loading` where it is deferred."""
        members = {**self.tool.members(), **self.tool.extra, **({DEFER: True} if self.deferred else {})}
        members.pop("extra", None)
        written = (
            canonical_json(name) + b":" + canonical_json(members[name], "schema" if name in _SCHEMAS else "data")
            for name in sorted(members)
        )
        return b"{" + b",".join(written) + b"}"


_SCHEMAS: Final = ("parameters", "output_schema")


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a developer message. `value` is the tool's name, or the text of a `text` block."""

    type: BlockType
    value: str


@dataclass(frozen=True, slots=True, eq=False)
class Header:
    """The tools that are active from here on. `starts_series` or the reason "series" begins anew, without earlier updates."""

    seq: int
    reason: Reason
    starts_series: bool
    tools: tuple[Declared, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DeveloperMessage:
    """A message to the model. `header_seq` names the header that holds the definitions of the tools that are added."""

    seq: int
    id: str
    header_seq: int | None
    blocks: tuple[Block, ...]


Event: TypeAlias = Header | DeveloperMessage
"""One line of a log."""


class LogError(ValueError):
    """A log that cannot be followed. `line` counts from 1; None where no line is at fault alone."""

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line is not None else reason)
        self.line, self.reason = line, reason


def read_log(text: str) -> Iterator[tuple[int, Event]]:
    """The events of a log, each with its line. Errors: `LogError` for a line that is not an event, or a `seq` out of order."""
    from schemalint.text.document import Malformed
    from schemalint.text.json_text import parse_lines

    last: int | None = None
    for parsed in parse_lines(text):
        if isinstance(parsed, Malformed):
            raise LogError(parsed.line, parsed.reason)
        span = parsed.locate(())
        line = span.line if span is not None else 1
        if parsed.faults:
            raise LogError(line, parsed.faults[0].reason)
        event = _event(parsed.value, line)
        if last is not None and event.seq <= last:
            raise LogError(line, f"`seq` is {event.seq} after {last}, but must increase")
        last = event.seq
        yield line, event


def _event(value: Json, line: int) -> Event:
    if not isinstance(value, dict):
        raise LogError(line, f"an event is an object, not {described(value)}")
    seq = value.get("seq")
    if isinstance(seq, bool) or not isinstance(seq, int) or seq < 0:
        raise LogError(line, "`seq` must be a whole number, at least 0")
    match value.get("type"):
        case "header":
            return Header(seq, _reason(value, line), _flag(value, "starts_series", line), tuple(_tools(value, line)))
        case "developer_message":
            return DeveloperMessage(seq, _text(value, "id", line), _header_seq(value, line), tuple(_blocks(value, line)))
        case other:
            raise LogError(line, f"`type` must be header or developer_message, not {other!r}")


def _reason(value: Mapping[str, Json], line: int) -> Reason:
    reason = value.get("reason")
    if reason not in get_args(Reason):
        raise LogError(line, f"`reason` must be one of {', '.join(get_args(Reason))}, not {reason!r}")
    return cast("Reason", reason)


def _flag(value: Mapping[str, Json], key: str, line: int) -> bool:
    flag = value.get(key, False)
    if not isinstance(flag, bool):
        raise LogError(line, f"`{key}` must be true or false, not {described(flag)}")
    return flag


def _text(value: Mapping[str, Json], key: str, line: int) -> str:
    text = value.get(key)
    if not isinstance(text, str):
        raise LogError(line, f"`{key}` must be a string, not {described(text)}")
    return text


def _header_seq(value: Mapping[str, Json], line: int) -> int | None:
    seq = value.get("header_seq")
    if seq is not None and (isinstance(seq, bool) or not isinstance(seq, int)):
        raise LogError(line, f"`header_seq` must be the `seq` of a header, not {described(seq)}")
    return seq


def _tools(value: Mapping[str, Json], line: int) -> Iterator[Declared]:
    # Absent and empty mean the same: a request without tools has no such member.
    tools = value.get("tools", [])
    if not isinstance(tools, list):
        raise LogError(line, f"`tools` must be a list, not {described(tools)}")
    seen: set[str] = set()
    for index, tool in enumerate(tools):
        if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
            raise LogError(line, f"tool {index} must be an object with a string `name`")
        declared = declared_of(tool, line)
        if declared.name in seen:
            raise LogError(line, f"the tool `{declared.name}` is twice in one header")
        seen.add(declared.name)
        yield declared


def declared_of(value: Mapping[str, Json], line: int | None = None) -> Declared:
    """A tool from the members that it has in a log. Errors: `LogError`, also for values without a canonical form."""
    members = {key: member for key, member in value.items() if key in MEMBERS}
    extra = {key: member for key, member in value.items() if key not in MEMBERS and key != DEFER}
    name = members.pop("name")
    places: dict[Pointer, Pointer] = {(key,): (key,) for key in value if key in MEMBERS}
    declared = Declared(Tool(name, **members, extra=extra, places=places), _flag(value, DEFER, line or 0))
    try:
        declared.meaning  # noqa: B018 - once, here, where the line is known
    except CanonError as error:
        raise LogError(line, f"the tool `{name}` has no canonical form: {error.reason} at {pointer_text(error.at)}") from None
    return declared


def _blocks(value: Mapping[str, Json], line: int) -> Iterator[Block]:
    blocks = value.get("blocks")
    if not isinstance(blocks, list):
        raise LogError(line, f"`blocks` must be a list, not {described(blocks)}")
    for block in blocks:
        if not isinstance(block, dict) or block.get("type") not in get_args(BlockType):
            raise LogError(line, f"a block is an object whose `type` is one of {', '.join(get_args(BlockType))}")
        kind = cast("BlockType", block["type"])
        yield Block(kind, _text(block, "text" if kind == "text" else "name", line))
