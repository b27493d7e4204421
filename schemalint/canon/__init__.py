"""The canonical form, version 1: definitions that mean the same give the same bytes, on every machine and in every release.

Knows order and spelling only: no fact that a validator or a model could notice is added or removed. Mending a schema is the
work of rules with fixes, never of this module; neither does it know files (`text.edit`) or wire shapes. The bytes go into
lock files and to the front of requests, so a later release may add a second form but may never change this one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from schemalint.canon.order import AUTHORED, PLAIN, PRIVATE, SORTED, Form, Refused, placed
from schemalint.canon.spelling import encode, has_astral, in_order, number, spread, text, unwritable, utf16
from schemalint.errors import Failure
from schemalint.model import Tool, Toolset
from schemalint.schema.keywords import Kind
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer, pointer_text

__all__ = [
    "PRIVATE",
    "CanonError",
    "PropertyOrder",
    "assembled",
    "canonical",
    "canonical_json",
    "digest",
    "in_order",
    "number",
    "readable",
]

PropertyOrder: TypeAlias = Literal["sorted", "authored"]
"""Whether the keys of each `properties` map are sorted or stand as the author wrote them. All else is the same in both."""

_FORMS: Final[Mapping[PropertyOrder, Form]] = {"sorted": SORTED, "authored": AUTHORED}
_KINDS: Final[Mapping[str, Kind]] = {"parameters": "schema", "output_schema": "schema"}
_NOT_MEANT: Final = frozenset(("_meta", "cache_control", "defer_loading"))
"""Members that say how a definition is carried, not what it means; the meaning digest leaves them out."""
_QUOTED_PRIVATE: Final = f'"{PRIVATE}'.encode()


class CanonError(Failure, ValueError):
    """A value that has no canonical form. `at` is its place in what was given; the message names it and the reason."""

    def __init__(self, at: Pointer, reason: str) -> None:
        super().__init__(f"{reason}, at {pointer_text(at) or 'the root'}")
        self.at = at
        self.reason = reason


def canonical(value: Tool | Toolset, *, property_order: PropertyOrder = "sorted") -> bytes:
    """The canonical bytes of a tool, or of a set: the list of its tools sorted by name, ties by their bytes.

    UTF-8, compact, no final newline. Raises `CanonError` where a value has no canonical form.
    """
    return _bytes(value, _FORMS[property_order], omit=())


def canonical_json(
    value: Json,
    kind: Kind = "data",
    *,
    keyword: str = "properties",
    property_order: PropertyOrder = "sorted",
    private: bool = False,
) -> bytes:
    """The canonical bytes of any JSON value, read as the given kind of place; `keyword` says whose value a "map" is.

    As "data" they are those of RFC 8785 wherever it has any; integers beyond 2^53 - 1 keep their digits. `private` keeps the
    project's own keys. Raises `CanonError`.
    """
    form = _FORMS[property_order]
    return _written(value, kind, keyword, (), form._replace(private=True) if private else form)


def assembled(tools: Iterable[tuple[str, bytes]]) -> tuple[list[int], bytes]:
    """The canonical bytes of a set from names and canonical bytes of its tools, and the order in which they stand there."""
    keys = [(utf16(name), written, index) for index, (name, written) in enumerate(tools)]
    keys.sort()
    return [index for _, _, index in keys], b"[" + b",".join(written for _, written, _ in keys) + b"]"


def digest(value: Tool | Toolset) -> str:
    """The meaning digest, `sha256:` and 64 hexadecimal digits: equal for definitions that mean the same.

    Taken over the sorted form without `_meta`, `cache_control` and `defer_loading`. Raises `CanonError`.
    """
    from hashlib import sha256

    return f"sha256:{sha256(_bytes(value, SORTED, omit=_NOT_MEANT)).hexdigest()}"


def readable(value: Tool | Toolset, indent: int = 2, *, property_order: PropertyOrder = "sorted") -> str:
    """The canonical form over several lines, for people: `indent` spaces a level, all else the same, no final newline."""
    return spread(canonical(value, property_order=property_order).decode(), indent)


def _bytes(value: Tool | Toolset, form: Form, omit: Collection[str]) -> bytes:
    if isinstance(value, Tool):
        return _tool(value, (), form, omit)
    return assembled((tool.name, _tool(tool, (i,), form, omit)) for i, tool in enumerate(value.tools))[1]


def _tool(tool: Tool, at: Pointer, form: Form, omit: Collection[str]) -> bytes:
    members = tool.members()
    if tool.extra:
        members["extra"] = {
            key: member for key, member in tool.extra.items() if key not in omit and not key.startswith(PRIVATE)
        }
        if not members["extra"]:
            del members["extra"]
    return _written(members, "tool", "", at, form)


def _written(value: Json, kind: Kind | Literal["tool"], keyword: str, at: Pointer, form: Form) -> bytes:
    """Nearly every definition goes the plain way, through the C encoder; for the rest there is a careful way of our own."""
    if form is SORTED:
        try:
            data = encode(_placed(value, kind, keyword, PLAIN)).encode()
        except (Refused, TypeError, ValueError):
            pass  # for good, or only here: the careful way finds out
        else:
            if _QUOTED_PRIVATE not in data and (data.isascii() or not has_astral(data)):
                return data
    try:
        return text(_placed(value, kind, keyword, form)).encode()
    except (Refused, TypeError, ValueError) as error:
        for where, reason in unwritable(value, at, MAX_DEPTH + (kind == "tool")):
            raise CanonError(where, reason) from None
        raise AssertionError("refused without a reason") from error


def _placed(value: Json, kind: Kind | Literal["tool"], keyword: str, form: Form) -> Json:
    if kind != "tool":
        return placed(value, kind, keyword, form)
    if form.careful:
        return {name: placed(value[name], _KINDS.get(name, "data"), "", form) for name in sorted(value)}
    plain = dict(value)
    for name, member in value.items():
        if not isinstance(member, str):
            plain[name] = placed(member, _KINDS.get(name, "data"), "", form)
    return plain
