"""The words for a verdict: one line that names target, place, trait, the real error where it is public, the cure and a source.

The rules on targets say nothing else; the whole of the sources stands on the target's page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemalint.model import SEVERITIES, Finding, Pointer, Severity, Toolset, pointer_text
from schemalint.targets.limits import BUDGETS
from schemalint.targets.tables import Cell, Outcome
from schemalint.targets.verdicts import STRICT, Verdict, verdicts

_SAID: Final = 160
"""Characters of an error text that are quoted."""
_TEXTS: Final = ("description-length", "text-length")


def findings(tools: Toolset, outcome: Outcome, base: Severity) -> Iterator[Finding]:
    """The findings of the rule for one outcome, but for the limits, which have rules of their own."""
    for verdict in verdicts(tools):
        if verdict.cell.outcome == outcome and verdict.trait not in _TEXTS and verdict.trait not in BUDGETS:
            yield _finding(verdict, base)


def budget_findings(tools: Toolset, base: Severity) -> Iterator[Finding]:
    """What is over a limit that counts: tools, parameters, values."""
    return (_finding(verdict, base) for verdict in verdicts(tools) if verdict.trait in BUDGETS)


def text_findings(tools: Toolset, base: Severity) -> Iterator[Finding]:
    """Descriptions that are over a limit."""
    return (_finding(verdict, base) for verdict in verdicts(tools) if verdict.trait in _TEXTS)


def _finding(verdict: Verdict, base: Severity) -> Finding:
    return Finding(
        verdict.at,
        message(verdict),
        severity=severity(verdict, base),
        key=(verdict.target.label, verdict.trait),
        replaces=verdict.rules,
    )


def severity(verdict: Verdict, base: Severity) -> Severity:
    """The severity of a verdict under a rule, one step lower for each of these: it is believed only, sources disagree, it
    depends on the model or endpoint. What is lost without harm to the model is an info.
    """
    lowered = (verdict.cell.confidence == 1) + verdict.cell.contested + verdict.conditional
    index = SEVERITIES.index(base) + lowered
    if verdict.is_mild and verdict.cell.outcome != "error":
        return "info"
    return SEVERITIES[min(index, len(SEVERITIES) - 1)]


def message(verdict: Verdict) -> str:
    """The verdict in one line, without the tool's name, which every report puts in front."""
    cell = verdict.cell
    place = pointer_text(verdict.at[1:])
    trait = f"{verdict.trait} at {place}" if len(verdict.at) > 2 else verdict.trait
    source = cell.source.split(";")[0]
    return f"{_who(verdict)} {_does(verdict)} {verdict.what} ({trait}){_told(cell, verdict.at)}; {_advice(verdict)} [{source}]"


def _told(cell: Cell, at: Pointer) -> str:
    """The real error, with the keyword at hand in it where it names one; or what becomes of what is not refused."""
    if cell.error:
        error = cell.error.replace("{key}", str(at[-1]))
        return f': "{error}"' if len(error) <= _SAID else f': "{error[:_SAID]}..."'
    return f": {cell.note}" if cell.note and (cell.outcome != "error" or cell.contested) else ""


def _who(verdict: Verdict) -> str:
    label = verdict.target.label
    if verdict.conditional:
        return f"{label} (with {verdict.cell.when})"
    if verdict.cell.when == STRICT or verdict.table.name not in (verdict.target.name, "portable"):
        return f"{label} (strict)"
    return label


def _does(verdict: Verdict) -> str:
    cell = verdict.cell
    verbs = {
        "error": "refuses",
        "drop": "does not enforce" if verdict.table.kind == "engine" else "cuts" if verdict.trait in _TEXTS else "drops",
        "rewrite": "rewrites",
    }
    unsure = "may not take" if cell.outcome == "error" else f"probably {verbs[cell.outcome]}"
    return unsure if cell.contested or cell.confidence == 1 else verbs[cell.outcome]


def _advice(verdict: Verdict) -> str:
    """What to do: the cure of what is refused; what is lost has to be said in words."""
    if verdict.cell.outcome == "drop" and not verdict.is_mild and verdict.trait not in _TEXTS:
        seen = "nothing holds the model to it" if verdict.table.kind == "engine" else "the model never sees it"
        return f"{seen}: restate it in the description"
    return verdict.cure
