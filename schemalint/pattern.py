"""Regular expressions that are compiled when they are first used: a run needs few of the many that are written down."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Pattern


def pattern(source: str) -> Callable[[], Pattern[str]]:
    """A function that gives the compiled form of a regular expression. Flags are written in it: `(?i)`."""

    @cache
    def compiled() -> Pattern[str]:
        import re  # with its parser 5 ms, which most commands need not spend

        return re.compile(source)

    return compiled
