"""Pointers: places inside a JSON value, their text, and what they lead to. Pure."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from schemalint.errors import Failure

Json: TypeAlias = Any
"""A parsed JSON value: dict with string keys, list, str, int, float, bool or None."""

Pointer: TypeAlias = tuple[str | int, ...]
"""A place inside a value: the keys and list indexes that lead to it. The only notion of place inside the program."""

MAX_DEPTH: Final = 128
"""Levels of nesting that are read, walked or written; deeper input is refused with a message, never a RecursionError."""


class TooDeep(Failure, ValueError):
    """A value is nested deeper than `MAX_DEPTH`. The message is fit for a user."""


def pointer_text(at: Pointer) -> str:
    """The RFC 6901 text of a pointer: `("a/b", 0)` is `/a~1b/0`, the whole document is the empty string."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in at)


def named_steps(text: str) -> tuple[str, ...]:
    """The steps that an RFC 6901 text names, all as strings, whatever document they are for."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in text.split("/")[1:])


def parse_pointer(text: str, document: Json) -> Pointer | None:
    """The pointer that an RFC 6901 text names in `document`, or None where it names nothing there."""
    if text == "":
        return ()
    if not text.startswith("/"):
        return None
    at: list[str | int] = []
    value = document
    for key in named_steps(text):
        if isinstance(value, dict) and key in value:
            at.append(key)
            value = value[key]
        elif isinstance(value, list) and key.isascii() and key.isdigit() and key == str(int(key)) and int(key) < len(value):
            at.append(int(key))
            value = value[int(key)]
        else:
            return None
    return tuple(at)


def value_at(document: Json, at: Pointer, default: Json = None) -> Json:
    """The value that stands at a place, or `default` where there is none."""
    for part in at:
        known = document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
        if part not in known:
            return default
        document = cast("Json", document)[part]
    return document
