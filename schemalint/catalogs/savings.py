"""What a set of tools could cost less, how much, and the command that does it. Pure.

Nothing here knows a habit: a rule whose fix makes a definition cheaper is a saving, measured by applying the fix to a copy.
Sentences that several tools repeat have no fix, and are weighed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from schemalint.canon import CanonError
from schemalint.language.texts import sentences
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported, lint
from schemalint.model import MEMBERS, REMOVE, Edit, Json, Tool, Toolset
from schemalint.record import dataclass, replace
from schemalint.schema.pointer import TooDeep
from schemalint.tokens import estimate, estimate_text

_LONG: Final = 60
"""Characters of a sentence that is worth to be said once."""


@dataclass(frozen=True, slots=True)
class Saving:
    """About how many tokens a change saves on every request."""

    what: str
    tokens: int
    command: str


def savings(toolsets: Sequence[Toolset], rules: Mapping[str, Rule], sources: str = "") -> list[Saving]:
    """The savings of all sets, the largest first. `sources` ends the commands."""
    saved: dict[tuple[str, bool], int] = {}
    for toolset in toolsets:
        for found in lint(toolset, list(rules.values())):
            tokens = _saved(found)
            if found.fix is not None and tokens > 0:
                key = (found.rule, found.fix.safe)
                saved[key] = saved.get(key, 0) + tokens
    made = [
        Saving(_habit(rules[rule]), tokens, _command(sources, "--select", rule, "--fix", "" if safe else "--unsafe-fixes"))
        for (rule, safe), tokens in saved.items()
    ]
    repeated = sum(map(_repeated, toolsets))
    if repeated:
        command = _command(sources, "--select", "repeated-sentence", "--show", "info")
        made.append(Saving("The same long sentence stands in several tools of a set", repeated, command))
    return sorted(made, key=lambda one: (-one.tokens, one.what))


def _habit(rule: Rule) -> str:
    return rule.title.rstrip(".")


def _command(sources: str, *words: str) -> str:
    return " ".join(filter(None, ("schemalint check", sources, *words)))


def _saved(found: Reported) -> int:
    if found.fix is None or found.tool is None:
        return 0
    try:
        return estimate(found.tool) - estimate(edited(found.tool, found.fix.edits))
    except (CanonError, TooDeep, LookupError, TypeError, ValueError):
        return 0  # a fix that only the text of the file can take


def edited(tool: Tool, edits: Iterable[Edit]) -> Tool:
    """A tool with edits applied to a copy of its members. Errors: `LookupError`, `TypeError` for a place that is not there."""
    value: dict[str, Json] = copy.deepcopy(tool.members())
    for edit in edits:
        inside: Json = value
        for step in edit.at[:-1]:
            inside = inside[step]
        if edit.value is REMOVE:
            del inside[edit.at[-1]]
        else:
            inside[edit.at[-1]] = edit.value
    kept: dict[str, Any] = {member: value.get(member) for member in MEMBERS}
    return replace(tool, **kept)


def _repeated(toolset: Toolset) -> int:
    if toolset.independent:
        return 0
    seen: set[str] = set()
    total = 0
    for tool in toolset.tools:
        for sentence in dict.fromkeys(_texts(tool)):
            total += estimate_text(sentence) if sentence in seen else 0
            seen.add(sentence)
    return total


def _texts(tool: Tool) -> Iterator[str]:
    yield from (sentence for sentence in sentences(tool.text) if len(sentence) >= _LONG)
