"""When two JSON values are equal: the only definition in the program, and the stricter one that editing text needs."""

from __future__ import annotations

from collections.abc import Callable

from schemalint.schema.pointer import Json


def same(one: Json, other: Json) -> bool:
    """Equality of JSON Schema, at every depth: `1` and `1.0` are one value, `1` and `true` are two."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return _alike(one, other, same)


def written_alike(one: Json, other: Json) -> bool:
    """Whether two values are also of the same types at every depth, so that `1`, `1.0` and `true` are three values.

    Stricter than `same`, for whoever edits text: a fix that writes `1` in place of `1.0` changes the file although the value
    stays equal, so it must neither be skipped as done nor pass as an edit that changed nothing. Member order is ignored.
    """
    return type(one) is type(other) and _alike(one, other, written_alike)


def _alike(one: Json, other: Json, are_alike: Callable[[Json, Json], bool]) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(are_alike(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(are_alike, one, other))
    return bool(one == other)


def scalar_key(scalar: Json) -> tuple[bool, Json]:
    """A hashable key that two scalars share exactly if they are `same`, for sets and maps of many."""
    return isinstance(scalar, bool), scalar
