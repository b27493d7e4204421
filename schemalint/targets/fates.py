"""What becomes of each tool of a set at each target, as a table: text, Markdown or JSON values. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from schemalint.edge.show import show
from schemalint.model import Toolset
from schemalint.record import dataclass, field
from schemalint.schema.pointer import Json
from schemalint.targets.verdicts import Verdict, verdicts
from schemalint.targets.words import is_fatal, severity

Fate: TypeAlias = Literal["refused", "perhaps refused", "lossy", "fine"]

MARKS: Final[Mapping[Fate, str]] = {"refused": "E", "perhaps refused": "e", "lossy": "D", "fine": "."}
LEGEND: Final = "E refused, e may be refused or under a condition, D loses something on the way, . fine."
_ORDER: Final = tuple(MARKS)


@dataclass(frozen=True, slots=True)
class Row:
    """A tool, or a set as a whole under the empty name: its fate at each target by label, and the traits that decide it."""

    name: str
    source: str
    fates: Mapping[str, Fate]
    traits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def rows(toolset: Toolset) -> Iterator[Row]:
    """A row for each tool of a set, and one for the set where that is over a limit; for the targets that the set names."""
    labels = [target.label for target in toolset.targets]
    found: dict[int | None, dict[str, list[Verdict]]] = {}
    for verdict in verdicts(toolset):
        key = None if verdict.about.among is not None else int(verdict.at[0])
        found.setdefault(key, {}).setdefault(verdict.target.label, []).append(verdict)
    for index, tool in enumerate(toolset.tools):
        yield _row(tool.name, tool.origin.source, labels, found.get(index, {}))
    if None in found:
        yield _row("", toolset.tools[0].origin.source, labels, found[None])


def _row(name: str, source: str, labels: Sequence[str], found: Mapping[str, Sequence[Verdict]]) -> Row:
    fates: dict[str, Fate] = {}
    traits: dict[str, tuple[str, ...]] = {}
    for label in labels:
        own = [(_fate(verdict), verdict.trait) for verdict in found.get(label, ())]
        fates[label] = min([fate for fate, _ in own], key=_ORDER.index) if own else "fine"
        if fates[label] != "fine":
            traits[label] = tuple(dict.fromkeys(trait for fate, trait in own if fate == fates[label]))
    return Row(name, source, fates, traits)


def _fate(verdict: Verdict) -> Fate:
    if verdict.cell.outcome == "error":
        return "refused" if is_fatal(verdict.cell, verdict.table) else "perhaps refused"
    told = verdict.cell.outcome == "drop" and severity(verdict, "warning") == "warning"
    return "lossy" if told else "fine"


def is_refused(row: Row) -> bool:
    return "refused" in row.fates.values()


def table(found: Sequence[Row]) -> str:
    """The rows as text: the labels of the targets stand upright above their columns."""
    labels = list(found[0].fates) if found else []
    width = max((len(_name(row)) for row in found), default=0) + 2
    height = max(map(len, labels), default=0)
    heads = [" " * width + "".join(label.rjust(height)[i] + " " for label in labels) for i in range(height)]
    lines = [f"{_name(row):<{width}}" + " ".join(MARKS[row.fates[label]] for label in labels) for row in found]
    return "\n".join([*(line.rstrip() for line in (*heads, *lines)), "", LEGEND]) + "\n"


def markdown(found: Sequence[Row]) -> str:
    labels = list(found[0].fates) if found else []
    lines = [f"| tool | {' | '.join(labels)} |", "|---" * (len(labels) + 1) + "|"]
    for row in found:
        cells = [_cell(row, label) for label in labels]
        lines.append(f"| {_escaped(_name(row))} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def values(found: Sequence[Row]) -> dict[str, Json]:
    return {
        "version": 1,
        "tools": [{"name": row.name or None, "path": row.source, "targets": _at_targets(row)} for row in found],
    }


def _at_targets(row: Row) -> dict[str, Json]:
    return {label: {"fate": fate, "traits": list(row.traits.get(label, ()))} for label, fate in row.fates.items()}


def _name(row: Row) -> str:
    return show(row.name) if row.name else "(the whole set)"


def _cell(row: Row, label: str) -> str:
    fate = row.fates[label]
    return "" if fate == "fine" else f"{fate}: {', '.join(row.traits[label])}"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\|*<[]`_" else sign for sign in text)
