"""Tools that register themselves when their module is imported.

A process-wide map under one lock. Two tools with one name are a mistake in the program, reported at once with both places.
"""

from __future__ import annotations

import sys
from threading import Lock
from typing import Final, TypeVar

from schemalint.agent.registry import Addable
from schemalint.model import Tool
from schemalint.record import dataclass

T = TypeVar("T", bound=Addable)


class DuplicateToolError(ValueError):
    """Two tools want one name. `places` are those of the first and the second registration, as `file:line`."""

    def __init__(self, name: str, first: str, second: str) -> None:
        super().__init__(f"the tool `{name}` is registered twice: at {first} and again at {second}")
        self.name = name
        self.places = (first, second)


@dataclass(frozen=True, slots=True, eq=False)
class _Builtin:
    tool: Addable
    place: str
    hidden: bool


_lock: Final = Lock()
_builtins: Final[dict[str, _Builtin]] = {}


def register_builtin(tool: T, *, hidden: bool = False) -> T:
    """Register a tool for every agent of this process, and give it back: usable as a decorator above `@tool`.

    `hidden` tools are for the program alone: `builtins` and `lookup_builtin` do not show them. Errors: `DuplicateToolError`.
    """
    frame = sys._getframe(1)  # the caller alone, and without the cost of `inspect`
    place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
    name = name_of(tool)
    with _lock:
        if name in _builtins:
            raise DuplicateToolError(name, _builtins[name].place, place)
        _builtins[name] = _Builtin(tool, place, hidden)
    return tool


def builtins() -> tuple[Addable, ...]:
    """The registered tools that are not hidden, sorted by name; `Registry(builtins())` offers them."""
    with _lock:
        return tuple(_builtins[name].tool for name in sorted(_builtins) if not _builtins[name].hidden)


def lookup_builtin(name: str) -> Addable | None:
    """The registered tool of a name; None for an unknown or hidden one."""
    with _lock:
        found = _builtins.get(name)
        return found.tool if found is not None and not found.hidden else None


def name_of(tool: Addable) -> str:
    return tool.name if isinstance(tool, Tool) else tool.definition.name
