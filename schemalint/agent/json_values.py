"""Recursion of any depth, places inside values, and what JSON cannot carry.

Pure. A definition or an argument may be nested deeper than Python's stack; what walks one is written as a generator that
yields the walks of its parts, and `run` does them in turn.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import TypeAlias

from schemalint.model import Json, Pointer

Walk: TypeAlias = Iterator["Walk"]
Trail: TypeAlias = "tuple[Trail, str | int] | None"
"""The way to a place, innermost step outside: a long way costs no more than a short one until its text is needed."""


def run(walk: Walk) -> None:
    """Do a walk, and each walk that it yields before it goes on."""
    stack = [walk]
    while stack:
        part = next(stack[-1], None)
        if part is None:
            stack.pop()
        else:
            stack.append(part)


def steps(trail: Trail) -> Pointer:
    """A trail as a pointer."""
    found: list[str | int] = []
    while trail is not None:
        trail, step = trail
        found.append(step)
    return tuple(reversed(found))


def place(root: str, trail: Trail) -> str:
    """The text of a place, such as `parameters.tags.oneOf[1]`; names that are not words are quoted."""
    return root + "".join(map(_spelled, steps(trail)))


def argument_place(root: str, trail: Trail) -> str:
    """The same as callers read it, without the root where a name follows: `arguments`, `config.host`, `tags[1]`."""
    text = place("", trail)
    return text[1:] if text.startswith(".") else root + text


def _spelled(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    is_word = step.isascii() and step.replace("-", "_").replace("$", "_").isidentifier()
    return f".{step}" if is_word else f"[{json.dumps(step)}]"


def described(value: object) -> str:
    """The kind of a value in words."""
    if value is None:
        return "null"
    for kind, words in (
        (bool, "a boolean"),
        (str, "a string"),
        (int, "an integer"),
        (float, "a number"),
        (list, "a list"),
        (dict, "an object"),
    ):
        if isinstance(value, kind):
            return words
    return f"a Python {type(value).__name__}"


def is_whole(value: object) -> bool:
    """Whether JSON Schema calls a value an integer: 2.0 is one, True is not."""
    if isinstance(value, float):
        return value.is_integer() and not is_negative_zero(value)
    return isinstance(value, int) and not isinstance(value, bool)


def is_negative_zero(value: float) -> bool:
    return value == 0 and math.copysign(1, value) < 0


def losses(value: object) -> list[tuple[Trail, str]]:
    """What JSON cannot carry of a value, or not to every reader, and where: other types, NaN, -0.0, cycles."""
    found: list[tuple[Trail, str]] = []
    run(_losses(value, None, set(), found))
    return found


def _losses(value: object, at: Trail, above: set[int], found: list[tuple[Trail, str]]) -> Walk:
    if not isinstance(value, (dict, list)):
        loss = _loss(value)
        if loss is not None:
            found.append((at, loss))
        return
    if id(value) in above:
        found.append((at, "holds itself"))
        return
    above.add(id(value))
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(value, dict) and not isinstance(key, str):
            found.append((at, f"has a key that is {described(key)}; keys of JSON are strings"))
        elif isinstance(key, str) and _is_broken(key):
            found.append((at, f"has the key {key!a}, which holds half of a surrogate pair and has no UTF-8"))
        else:
            yield _losses(member, (at, key), above, found)
    above.discard(id(value))


def _loss(value: object) -> str | None:
    if isinstance(value, float):
        if not math.isfinite(value):
            return f"is {value}, and numbers of JSON are finite"
        return "is -0.0, which some JSON readers confuse with 0; use 0" if is_negative_zero(value) else None
    if isinstance(value, str):
        return "holds half of a surrogate pair, which has no UTF-8" if _is_broken(value) else None
    return None if value is None or isinstance(value, int) else f"is {described(value)}, which JSON does not have"


def _is_broken(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)


def copied(value: Json) -> Json:
    """A copy of a JSON value that shares nothing with it; the value must be without `losses`."""
    found: list[Json] = []
    run(_copied(value, found))
    return found[0]


def _copied(value: Json, into: list[Json]) -> Walk:
    if not isinstance(value, (dict, list)):
        into.append(value)
        return
    members: list[Json] = []
    for member in value.values() if isinstance(value, dict) else value:
        yield _copied(member, members)
    into.append(dict(zip(value, members, strict=True)) if isinstance(value, dict) else members)
