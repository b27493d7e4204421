"""The words for a verdict: one line that names target, place, trait, the real error where it is public, the cure and a source.

The rules on targets say nothing else; the whole of the sources stands on the target's page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemalint.model import SEVERITIES, Finding, Severity, Toolset
from schemalint.schema.pointer import Pointer, pointer_text
from schemalint.targets.sources import parts
from schemalint.targets.tables import Cell, Table
from schemalint.targets.verdicts import STRICT, Verdict, is_conditional, verdicts

_SAID: Final = 160
"""Characters of an error text that are quoted."""


def findings(tools: Toolset, topic: str, base: Severity) -> Iterator[Finding]:
    """The findings of the rule for one topic: `text` and `budget` for limits on texts and counts, else an outcome."""
    return (_finding(verdict, base) for verdict in verdicts(tools) if verdict.topic == topic)


def _finding(verdict: Verdict, base: Severity) -> Finding:
    return Finding(
        verdict.at,
        message(verdict),
        severity=severity(verdict, base),
        key=(verdict.target.label, verdict.trait),
        replaces=verdict.about.rules,
    )


def severity(verdict: Verdict, base: Severity) -> Severity:
    """The severity of a verdict under a rule, one step lower for each of these: it is believed only, sources disagree, it
    depends on the model or endpoint. What is lost without harm to the model is an info.
    """
    if verdict.about.mild and verdict.cell.outcome != "error":
        return "info"
    return SEVERITIES[min(_rank(verdict.cell, verdict.table, base), len(SEVERITIES) - 1)]


def is_fatal(cell: Cell, judge: Table) -> bool:
    """Whether a cell is a refusal that nothing makes doubtful."""
    return cell.outcome == "error" and _rank(cell, judge, "error") == 0


def is_warned_of(cell: Cell, judge: Table, base: Severity) -> bool:
    """Whether `check` reports a cell as a warning or worse; `base` is the severity of the rule."""
    return _rank(cell, judge, base) <= SEVERITIES.index("warning")


def _rank(cell: Cell, judge: Table, base: Severity) -> int:
    return SEVERITIES.index(base) + (cell.sure == "inferred") + cell.contested + is_conditional(cell, judge)


def message(verdict: Verdict) -> str:
    """The verdict in one line, without the tool's name, which every report puts in front."""
    cell = verdict.cell
    place = pointer_text(verdict.at[1:])
    trait = f"{verdict.trait} at {place}" if len(verdict.at) > 2 else verdict.trait
    source = f"{cell.by}: " * bool(cell.by) + parts(cell.source)[0]
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
        "drop": "does not enforce" if verdict.table.kind == "engine" else "cuts" if verdict.about.topic == "text" else "drops",
        "rewrite": "rewrites",
    }
    unsure = "may not take" if cell.outcome == "error" else f"probably {verbs[cell.outcome]}"
    return unsure if cell.contested or cell.sure == "inferred" else verbs[cell.outcome]


def _advice(verdict: Verdict) -> str:
    """What to do: the cure of what is refused; what is lost has to be said in words."""
    if verdict.cell.outcome == "drop" and not verdict.about.mild and verdict.about.topic != "text":
        seen = "nothing holds the model to it" if verdict.table.kind == "engine" else "the model never sees it"
        return f"{seen}: restate it in the description"
    return verdict.about.cure
