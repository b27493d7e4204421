"""What each target accepts, as data: one file a target and date in `tables/`, read when a target is asked for.

A cell says what becomes of one trait, or holds one limit, with how sure that is and who says it. Knows no tool and detects
nothing. What no table says stays unsaid: there is no cell for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from schemalint.model import Json, Target

Outcome: TypeAlias = Literal["error", "drop", "rewrite", "ok"]
Kind: TypeAlias = Literal["provider", "protocol", "client", "engine", "computed"]

OUTCOMES: Final[tuple[Outcome, ...]] = ("error", "drop", "rewrite", "ok")
"""From the worst to none: the request is refused; the trait never reaches the model, or is not enforced; it arrives as
something else; it arrives."""

FOLDER: Final = Path(__file__).resolve().parent / "tables"
PORTABLE: Final = ("openai", "anthropic", "gemini", "bedrock-converse")
"""The four whose tables `portable` is made of: what any of them refuses is not portable."""


USUAL_PREFIX: Final = "mcp__{server}__"


class UnknownTarget(ValueError):
    """A name or date that has no table: `word`. The message names what there is."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


@dataclass(frozen=True, slots=True)
class Cell:
    """One outcome. `confidence`: 3 code read or run, or the error text of the API quoted; 2 documents or several reports that
    agree; 1 belief.

    `error` is the real text where it is public, `{key}` for the keyword that it names. `when` is a condition that the
    definition does not show, or `strict`.
    `contested`: sources disagree, so that a refusal is only a warning. `value` is a limit's number, pattern or template.
    """

    outcome: Outcome
    confidence: int
    source: str
    date: str
    error: str = ""
    when: str = ""
    note: str = ""
    contested: bool = False
    value: Json = None


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One target at one date. `traits` by the ids of `traits.TRAITS`, `limits` by the names of `limits.LIMITS`.

    `strict` names the target whose table judges a tool that says `strict: true`. `assumes` are conditions of cells (`when`)
    that hold for this target unless the user knows better. `members` are the targets that it was computed from.
    """

    name: str
    date: str
    title: str
    kind: Kind
    traits: Mapping[str, Cell]
    limits: Mapping[str, Cell]
    strict: str | None = None
    assumes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    members: tuple[str, ...] = ()

    def cells(self) -> Iterator[tuple[str, Cell]]:
        yield from self.traits.items()
        yield from self.limits.items()


# ------------------------------------------------------------------------------------------------------------- which there are


@lru_cache(maxsize=1)
def _dates() -> Mapping[str, tuple[str, ...]]:
    """The dates of each target's tables, the newest first, by name."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("*@*.json"), reverse=True):
        name, _, date = path.stem.partition("@")
        found.setdefault(name, []).append(date)
    found["portable"] = [found[PORTABLE[0]][0]]
    return {name: tuple(found[name]) for name in sorted(found)}


def names() -> tuple[str, ...]:
    """The names of all targets, without dates."""
    return tuple(_dates())


def dates(name: str) -> tuple[str, ...]:
    """The dates of one target's tables, the newest first. Errors: `KeyError`."""
    return _dates()[name]


def newest() -> tuple[Target, ...]:
    """The newest table of each target, and every version of the protocol."""
    return tuple(Target(name, date) for name in names() for date in (dates(name) if name == "mcp" else dates(name)[:1]))


def everything() -> tuple[Target, ...]:
    """Every table there is, the newest of each target first."""
    return tuple(Target(name, date) for name in names() for date in dates(name))


def find(word: str, prefix: str | None = None, *, prefixed: bool = False) -> Target:
    """The target that `NAME` or `NAME@DATE` names: its newest table, or the newest that is not after the date.

    A date may be a year or a month, and then means its end. For `mcp` it is a version of the protocol, exactly.
    `prefix` is what the client at hand puts before names; `prefixed` says that one does, in the usual way where the target's
    table knows no other. Errors: `UnknownTarget`.
    """
    target = _found(word, prefix)
    if prefixed and prefix is None and "name-prefix" not in table(target).limits:
        return replace(target, prefix=USUAL_PREFIX)
    return target


def _found(word: str, prefix: str | None) -> Target:
    name, at, date = word.partition("@")
    if name not in _dates():
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), names(), n=1)
        hint = f"; did you mean `{near[0]}`?" if near else f"; there are {', '.join(names())}"
        raise UnknownTarget(word, f"`{name}` is no target{hint}")
    known = dates(name)
    if not at:
        return Target(name, known[0], prefix)
    if name == "mcp":
        fitting = [one for one in known if one == date]
        what = f"`{date}` is no version of the Model Context Protocol with a table"
    else:
        fitting = [one for one in known if one[: len(date)] <= date] if _is_date(date) else []
        what = f"`{name}` has no table as old as {date}" if _is_date(date) else f"`{date}` is no date such as 2026-11"
    if not fitting:
        raise UnknownTarget(word, f"{what}; there are {', '.join(f'{name}@{one}' for one in known)}")
    return Target(name, fitting[0], prefix)


def _is_date(text: str) -> bool:
    parts = text.split("-")
    return len(parts) <= 3 and all(
        part.isascii() and part.isdigit() and len(part) == size for part, size in zip(parts, (4, 2, 2), strict=False)
    )


# -------------------------------------------------------------------------------------------------------------------- reading


def table(target: Target) -> Table:
    """The table of a target that `find` gave."""
    return _portable(target.date) if target.name == "portable" else _read(target.name, target.date)


@lru_cache(maxsize=64)
def _read(name: str, date: str) -> Table:
    raw: dict[str, Json] = json.loads((FOLDER / f"{name}@{date}.json").read_text(encoding="utf-8"))
    base = raw.get("base")
    older = _read(*base.split("@")) if base is not None else None
    traits = dict(older.traits) if older is not None else {}
    limits = dict(older.limits) if older is not None else {}
    for cells, part in ((traits, raw.get("traits", {})), (limits, raw.get("limits", {}))):
        for key, cell in part.items():
            if cell is None:
                cells.pop(key, None)
            else:
                cells[key] = Cell(**{"date": date, **cell})
    return Table(
        name,
        date,
        raw.get("title", older.title if older else name),
        raw.get("kind", older.kind if older else "provider"),
        traits,
        limits,
        raw.get("strict", older.strict if older else None),
        tuple(raw.get("assumes", older.assumes if older else ())),
        tuple(raw.get("notes", older.notes if older else ())),
    )


@lru_cache(maxsize=4)
def _portable(date: str) -> Table:
    """What all four of `PORTABLE` take: of each trait the worst outcome among them, of each limit the narrowest."""
    members = [_read(name, dates(name)[0]) for name in PORTABLE]
    # Cells for strict tools are left out: each provider has its own idea of strict.
    traits: dict[str, Cell] = {}
    limits: dict[str, Cell] = {}
    for key in dict.fromkeys(key for member in members for key in member.traits):
        said = [(one.name, one.traits[key]) for one in members if key in one.traits and one.traits[key].when != "strict"]
        if said:
            traits[key] = _told(
                *min(said, key=lambda one: (OUTCOMES.index(one[1].outcome), bool(one[1].when), -one[1].confidence))
            )
    for key in dict.fromkeys(key for member in members for key in member.limits):
        limits[key] = _narrowest([(member.name, member.limits[key]) for member in members if key in member.limits])
    return Table(
        "portable",
        date,
        f"What {', '.join(PORTABLE[:-1])} and {PORTABLE[-1]} all accept",
        "computed",
        traits,
        limits,
        assumes=tuple(dict.fromkeys(word for member in members for word in member.assumes)),
        members=PORTABLE,
    )


def _narrowest(said: Sequence[tuple[str, Cell]]) -> Cell:
    name, cell = said[0]
    if all(isinstance(one.value, int) for _, one in said):
        return _told(*min(said, key=lambda one: int(one[1].value)))
    patterns = list(dict.fromkeys(one.value for _, one in said))
    if len(patterns) == 1:
        return _told(name, cell)
    sources = "; ".join(f"{member}: {one.source}" for member, one in said)
    return replace(cell, confidence=min(one.confidence for _, one in said), source=sources, error="", note="", value=patterns)


def _told(name: str, cell: Cell) -> Cell:
    return replace(cell, source=f"{name}: {cell.source}")
