"""Whether the bounds of a schema leave a value, and whether its patterns are regular expressions. No pattern is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from schemalint.schema.pointer import Json, Pointer
from schemalint.schema.values import is_number, shown

_PAIRS: Final = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
)
_OPEN_PAIRS: Final = (
    ("exclusiveMinimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "maximum"),
    ("minimum", "exclusiveMaximum"),
)
_UPPER: Final = frozenset(high for _, high in (*_PAIRS, *_OPEN_PAIRS))


def contradictions(view: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """The upper bounds that leave no value together with a lower one, by keyword, each with what is wrong."""
    if _UPPER.isdisjoint(view):
        return
    for low, high in _PAIRS:
        least, most = view.get(low), view.get(high)
        if is_number(least) and is_number(most) and most < least:
            yield high, f"`{low}` {shown(least)} is above `{high}` {shown(most)}, so no value is accepted"
    for low, high in _OPEN_PAIRS:
        least, most = view.get(low), view.get(high)
        if is_number(least) and is_number(most) and most <= least:
            yield high, f"`{low}` {shown(least)} is not below `{high}` {shown(most)}, so no value is accepted"


def pattern_faults(view: Mapping[str, Json]) -> Iterator[tuple[Pointer, str]]:
    """The patterns of one schema that are not regular expressions: the steps to each, and what is wrong with it."""
    pattern = view.get("pattern")
    if isinstance(pattern, str) and (fault := pattern_fault(pattern)) is not None:
        yield ("pattern",), f"`pattern` is not a regular expression: {fault}"
    patterns = view.get("patternProperties")
    for name in patterns if isinstance(patterns, dict) else ():
        if (fault := pattern_fault(name)) is not None:
            yield ("patternProperties", name), f"`{name}` is not a regular expression: {fault}"


def pattern_fault(pattern: str) -> str | None:
    """Why a pattern is not a regular expression by ECMA-262, or None where it is one."""
    from schemalint.schema import regex as ecma_regex  # 0.5 ms, and few tools have patterns

    return ecma_regex.fault(pattern)


def unicode_fault(pattern: str) -> str | None:
    """Why a pattern is not a regular expression with the `u` flag, which JSON Schema recommends, or None where it is one."""
    from schemalint.schema import regex as ecma_regex

    return ecma_regex.unicode_fault(pattern)
