"""Which framework wrote a definition, as far as its shape or its origin shows, and what its author can do about a habit of it.

The same function gets 24 different schemas in 29 versions of frameworks, each wrong in its own way, and the cure is mostly
one argument. A framework is named only where nothing else writes that shape, or where `origin.framework` names it; where
several share a shape, the cause is named that they share. Knows no rule: a rule asks `hint` and adds the answer to its message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from schemalint import frameworks
from schemalint.frameworks.common.signs import is_titled
from schemalint.model import Node, Tool

if TYPE_CHECKING:  # rules import this module, and most runs have nothing to hint at
    from schemalint.frameworks.common.record import Framework, Habit

PYDANTIC: Final = "Pydantic"
STRICT: Final = "strict"

_SHARED: Final[Mapping[tuple[Habit, str], str]] = {
    ("null default", PYDANTIC): "Pydantic writes this for `x: T = None`: annotate `T | None`",
    ("required default", STRICT): "the strict form requires everything: leave it to the exporter",
    ("required default", PYDANTIC): 'Pydantic writes this with mode="serialization"',
}


@cache
def hints() -> Mapping[tuple[Habit, str], str]:
    """What is known of a habit, by the title of the framework (or `Pydantic`, or the strict form) that has it."""
    own: dict[tuple[Habit, str], str] = {(habit, one.title): text for one in frameworks.known() for habit, text in _habits(one)}
    return {**own, **_SHARED}


def _habits(one: Framework) -> Iterator[tuple[Habit, str]]:
    from schemalint.frameworks.common.record import DOCSTRING

    if one.texts_from:
        yield "undescribed", f"{one.title} reads {one.texts_from}"
        if one.texts_from != DOCSTRING:
            yield "block", f"{one.title} reads {one.texts_from} only"
    yield from one.habits.items()


def hint(habit: Habit, where: Tool | Node) -> str:
    """What to add to a finding's message, `; CAUSE` with its cure where there is one; empty where no cause is certain."""
    tool = where if isinstance(where, Tool) else where.tool
    wrote = framework(tool)
    causes = (
        wrote.title if wrote is not None else None,
        STRICT if tool.extra.get("strict") is True else None,
        PYDANTIC if is_titled(where) else None,
    )
    known = hints()
    return next((f"; {known[habit, cause]}" for cause in causes if cause is not None and (habit, cause) in known), "")


def framework(tool: Tool) -> Framework | None:
    """The framework that wrote a tool; None where neither origin nor shape shows it."""
    origin = (tool.origin.framework or "").replace("_", "-")
    if origin:
        for one in frameworks.known():
            if origin.startswith((one.name,) if one.origins is None else one.origins):
                return one
    return next((one for one in frameworks.known() if one.wrote is not None and one.wrote(tool)), None)
