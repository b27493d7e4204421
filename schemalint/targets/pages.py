"""The tables of targets as pages: the list, one target, and the matrix of traits and targets; as text, Markdown or JSON values.

Pure: tables in, text out. Everything shown comes from our own data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from schemalint.model import Json, Target
from schemalint.record import replace
from schemalint.targets.sources import linked
from schemalint.targets.tables import OUTCOMES, Cell, Table, dates, everything, find, newest, table
from schemalint.targets.traits import TRAITS, Trait
from schemalint.targets.verdicts import is_conditional

LETTERS: Final = {"error": "E", "drop": "D", "rewrite": "R", "ok": "S"}
LEGEND: Final = (
    "E refused, D dropped or not enforced, R rewritten, S accepted; ? inferred, * under a condition; empty: unknown, and never"
    " reported."
)
_HEADS: Final = {
    "error": "Refused",
    "drop": "Dropped or not enforced",
    "rewrite": "Rewritten",
    "ok": "Accepted",
}


# ------------------------------------------------------------------------------------------------------------------ the list


def listed() -> str:
    """The targets with the dates of their tables, a line each."""
    rows = [(one.name, one.date, table(one)) for one in newest()]
    width = max(len(name) for name, _, _ in rows)
    lines: list[str] = []
    for name, day, own in rows:
        older = ", ".join(other for other in dates(name) if other != day) if name != "mcp" else ""
        older = f"; older tables: {older}" if older else ""
        lines.append(f"{name:<{width}}  {day}  {own.kind:<8}  {len(own.traits):>3} traits  {own.title}{older}\n")
    return "".join(lines)


def listed_markdown() -> str:
    rows = [(f"[`{one.label}`](#{_anchor(one)})", one.date, table(one)) for one in newest()]
    lines = ["| target | table of | kind | traits | |", "|---|---|---|---|---|"]
    lines += [f"| {name} | {day} | {own.kind} | {len(own.traits)} | {_escaped(own.title)} |" for name, day, own in rows]
    return "\n".join(lines) + "\n"


def listed_values() -> list[dict[str, Json]]:
    """Every table: `{"name", "date", "traits"}`."""
    return [{"name": one.name, "date": one.date, "traits": len(table(one).traits)} for one in everything()]


# -------------------------------------------------------------------------------------------------------------- one target


def page(target: Target) -> str:
    """What is known of a target, as text."""
    own = table(target)
    lines = [f"{own.name}@{own.date}: {own.title}", *_facts(own), ""]
    lines += _wrapped(own.notes)
    for head, cells in _sections(own):
        lines += ["", f"{head}:"]
        width = max(len(name) for name, _, _ in cells)
        for name, what, cell in cells:
            lines.append(f"  {name:<{width}}  {what}  ({cell.sure}) {_details(cell)} [{cell.source}]".replace("  [", " ["))
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def page_markdown(target: Target, level: int = 2) -> str:
    """What is known of a target, as Markdown with a heading of that level; what it takes over from others is on their pages."""
    own = table(target)
    if own.api or own.routes:
        own = replace(own, traits={name: cell for name, cell in own.traits.items() if not cell.by})
    lines = [f'{"#" * level} <a id="{_anchor(target)}"></a>{target.label}', "", f"{own.title}, as of {own.date}.", ""]
    lines += [f"- {_escaped(line)}" for line in (*_facts(own), *own.notes)]
    for head, cells in _sections(own):
        lines += ["", f"**{head}**", "", "| trait | | sure | | source |", "|---|---|---|---|---|"]
        for name, what, cell in cells:
            shown = (f"`{name}`", _escaped(what), cell.sure, _escaped(_details(cell)), linked(cell.source))
            lines.append(f"| {' | '.join(shown)} |")
    return "\n".join(lines) + "\n"


def page_values(target: Target) -> dict[str, Json]:
    """What is known of a target, as JSON values."""
    own = table(target)
    return {
        "name": own.name,
        "date": own.date,
        "title": own.title,
        "kind": own.kind,
        "strict": own.strict,
        "members": list(own.members),
        "api": list(own.api),
        "routes": list(own.routes),
        "assumes": list(own.assumes),
        "notes": list(own.notes),
        "shapes": list(own.shapes),
        "traits": {name: _cell_values(cell) for name, cell in own.traits.items()},
    }


def _cell_values(cell: Cell) -> dict[str, Json]:
    shown: dict[str, Json] = {"value": cell.value} if cell.value is not None else {}
    shown |= {"outcome": cell.outcome, "sure": cell.sure, "source": cell.source, "date": cell.date}
    shown |= {name: text for name in ("by", "error", "when", "note") if (text := getattr(cell, name))}
    return {**shown, "contested": True} if cell.contested else shown


def _facts(own: Table) -> Iterator[str]:
    if own.members:
        yield f"Computed from {', '.join(own.members)}: of each trait the worst outcome, of each limit the narrowest."
    if own.api:
        yield f"What {' or '.join(own.api)} refuses is refused here, unless the table says otherwise."
    if own.routes:
        yield f"What one of {', '.join(own.routes)} refuses is refused when a model of it is chosen."
    if own.strict is not None:
        yield f"A tool that says `strict: true` is judged by {own.strict}."
    if own.assumes:
        yield f"Assumed: {', '.join(own.assumes)}."


def _wrapped(notes: Iterable[str]) -> Iterator[str]:
    import textwrap

    for note in notes:
        yield from textwrap.wrap(note, 100, break_on_hyphens=False)


def _sections(own: Table) -> Iterator[tuple[str, list[tuple[str, str, Cell]]]]:
    """The parts of a page: a head, and the name, the words and the cell of each trait."""
    known = [(trait, own.traits[trait.id]) for trait in TRAITS.values() if trait.id in own.traits]
    limits = [(trait.id, _limit(trait, cell), cell) for trait, cell in known if trait.is_limit]
    if limits:
        yield "Limits", limits
    for outcome in OUTCOMES:
        cells = [(trait.id, trait.what, cell) for trait, cell in known if not trait.is_limit and cell.outcome == outcome]
        if cells:
            yield _HEADS[outcome], cells


def _limit(trait: Trait, cell: Cell) -> str:
    """A limit and what becomes of what breaks it."""
    if isinstance(cell.value, int):
        value = f"{cell.value:,}"
    elif trait.id == "enum-characters":
        values, most = cell.value
        value = f"{most:,} (with more than {values} values)"
    else:
        value = " and ".join(f"`{one}`" for one in (cell.value if isinstance(cell.value, list) else [cell.value]))
    what = {"drop": "; the rest is cut", "rewrite": "; rewritten", "ok": "" if trait.id == "name-prefix" else "; only advised"}
    return f"{trait.what}: {value}{what.get(cell.outcome, '')}"


def _details(cell: Cell) -> str:
    parts = [
        f"if {cell.when}" if cell.when == "strict" else f"with {cell.when}" if cell.when else "",
        "sources disagree" if cell.contested else "",
        '"' + cell.error.replace("{key}", "...") + '"' if cell.error else "",
        cell.note,
        f"as {cell.by}" if cell.by else "",
    ]
    return "; ".join(part for part in parts if part)


# --------------------------------------------------------------------------------------------------------------- old cells


FRESH: Final = 183
"""Days after which somebody should look at a cell again."""


def stale(today: date, name: str | None = None) -> list[tuple[Target, str, Cell]]:
    """The cells of the newest tables that were last looked at over half a year ago, the oldest first; of one target or all."""
    limit = (today - timedelta(days=FRESH)).isoformat()
    targets = [find(name)] if name is not None else [target for target in newest() if not table(target).members]
    old = [
        (target, trait, cell)
        for target in targets
        for trait, cell in table(target).traits.items()
        if cell.date < limit and not cell.by
    ]
    return sorted(old, key=lambda found: (found[2].date, found[0].label))


def stale_text(cells: Sequence[tuple[Target, str, Cell]]) -> str:
    lines = [f"{cell.date}  {target.label}: {trait} [{cell.source}]\n" for target, trait, cell in cells]
    return "".join(lines) or "no cell is older than six months\n"


def stale_values(cells: Sequence[tuple[Target, str, Cell]]) -> list[dict[str, Json]]:
    return [{"target": target.label, "trait": trait, **_cell_values(cell)} for target, trait, cell in cells]


# -------------------------------------------------------------------------------------------------------------- the matrix


def matrix() -> str:
    """What each target does with each trait, as text: the names of the targets stand upright above their columns."""
    columns, features = _columns(), _features()
    width = max(map(len, features)) + 2
    height = max(len(one.label) for one in columns)
    heads = [one.label.rjust(height) for one in columns]
    lines = [" " * width + "".join(f"{head[i]:<4}" for head in heads).rstrip() for i in range(height)]
    lines += [f"{trait:<{width}}" + "".join(f"{_mark(one, trait):<4}" for one in columns) for trait in features]
    return "\n".join([*(line.rstrip() for line in lines), "", LEGEND]) + "\n"


def matrix_markdown() -> str:
    columns = _columns()
    heads = " | ".join(f"[{one.label}](#{_anchor(one)})" for one in columns)
    lines = [f"| trait | {heads} |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| `{trait}` | " + " | ".join(_mark(one, trait) for one in columns) + " |" for trait in _features()]
    return "\n".join(lines) + f"\n\n{_escaped(LEGEND)}\n"


def matrix_values() -> dict[str, Json]:
    """The matrix as JSON values: the targets, and of each trait its words and a cell for each target that says something."""
    return {
        "version": 1,
        "targets": [one.label for one in _columns()],
        "traits": {
            name: {
                "what": trait.what,
                "targets": {
                    one.label: _cell_values(table(one).traits[name]) for one in _columns() if name in table(one).traits
                },
            }
            for name, trait in _features().items()
        },
    }


def _columns() -> Sequence[Target]:
    return [one for one in newest() if table(one).traits.keys() & _features()]


def _features() -> dict[str, Trait]:
    """The traits that a row is about: a limit says too little without its value."""
    return {name: trait for name, trait in TRAITS.items() if not trait.is_limit}


def _mark(target: Target, trait: str) -> str:
    cell = table(target).traits.get(trait)
    if cell is None:
        return ""
    unsure = "?" if cell.sure == "inferred" else ""
    return f"{LETTERS[cell.outcome]}{unsure}{'*' if is_conditional(cell, table(target)) else ''}"


def _anchor(target: Target) -> str:
    return target.label.replace("@", "-")


def _escaped(text: str) -> str:
    """Text for Markdown: what would end a cell, or be read as markup or HTML, is escaped."""
    for sign in ("\\", "|", "*", "<", "[", "]"):
        text = text.replace(sign, f"\\{sign}")
    return text
