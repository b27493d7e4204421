"""How much one document may hold. Every limit follows from the one on its bytes, so that one option raises them all.

Far above what people write: of 1,111 real tools the largest has 346 values, and the largest file 6,949. Far below what a file
of 16 MiB can hold, where millions of values cost minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from schemalint.edge.read import MAX_FILE_SIZE
from schemalint.schema.pointer import Json

RAISED: Final = "--max-file-size raises the limit"


def _scaled(limit: int, part: int) -> int:
    """A part of the limit on bytes, or of the usual one where that is lower: a small file may hold what it has room for."""
    return max(limit, MAX_FILE_SIZE) // part


def most_values(limit: int) -> int:
    """Values that a document of JSON may have: 419,430 where it may have 16 MiB."""
    return _scaled(limit, 40)


def most_values_of(tools: int, limit: int) -> int:
    """Values that so many tools may have together: 104,857, which are checked in some seconds, and 40 more for each."""
    return _scaled(limit, 160) + 40 * tools


def most_yaml_values(limit: int) -> int:
    """The same of YAML, which takes six times as long to read: 65,536."""
    return _scaled(limit, 256)


def most_yaml_bytes(limit: int) -> int:
    """Bytes of a YAML file: 4 MiB."""
    return min(limit, _scaled(limit, 4))


def most_tool_values(limit: int) -> int:
    """Values that one tool may have: 20,971."""
    return _scaled(limit, 800)


def most_tools(limit: int) -> int:
    """Tools that one list may have: 10,485."""
    return _scaled(limit, 1600)


def most_source_bytes(limit: int) -> int:
    """Bytes of a Python file, whose syntax tree takes 400 times its size: 1 MiB."""
    return min(limit, _scaled(limit, 16))


def too_many(most: int, things: str) -> str:
    return f"holds more than {most:,} {things}; {RAISED}"


_CONTAINERS: Final = frozenset((dict, list))


def values_in(value: Json, most: int) -> int:
    """How many values a value is, with all that is in it; more than `most` are not counted to their end."""
    stack, count = [value], 1
    pop: Callable[[], Json] = stack.pop
    while stack:
        inner = pop()
        if not isinstance(inner, (dict, list)):
            continue
        count += len(inner)
        if count > most:
            break
        stack += (one for one in (inner.values() if isinstance(inner, dict) else inner) if type(one) in _CONTAINERS)
    return count
