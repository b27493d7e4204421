"""What the functions and classes of a module are gathered into, and the words without which there is nothing to gather.

A value and a pattern; knows no framework and reads nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from schemalint.model import Json
from schemalint.sources.shapes import Recognized
from schemalint.text.document import Fault
from schemalint.text.spans import Mark


@cache
def telling() -> re.Pattern[str]:
    return re.compile(r"[oO][oO][lL]|kernel_function|ai_function|add_function|FunctionDeclaration")


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools that a module makes of functions and classes.

    `values` maps their names in the document to what their frameworks send, `mark` gives the places of one of them, `notes`
    say what was not read, and `faults` what no tool can hold.
    """

    values: Mapping[str, Json] = field(default_factory=dict)
    recognized: tuple[Recognized, ...] = ()
    notes: tuple[str, ...] = ()
    mark: Callable[[str], Mark | None] = lambda _: None
    faults: tuple[Fault, ...] = ()
