"""What each target accepts, as data: one file a target and date, read and checked when a target is asked for.

A cell says what becomes of one trait, with how sure that is and who says it; of a limit also its value. Knows no tool and
detects nothing. What no table says stays unsaid: there is no cell for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from schemalint.model import Json, Target
from schemalint.record import dataclass, replace
from schemalint.targets.shapes import SHAPES, Shape
from schemalint.targets.table_file import OUTCOMES as OUTCOMES
from schemalint.targets.table_file import SURE as SURE
from schemalint.targets.table_file import BrokenTable as BrokenTable
from schemalint.targets.table_file import UnknownTarget as UnknownTarget
from schemalint.targets.table_file import nearest, read, wrong
from schemalint.targets.traits import TRAITS

Outcome: TypeAlias = Literal["error", "drop", "rewrite", "ok"]
"""From the worst to none: the request is refused; the trait never reaches the model, or is not enforced; it arrives as
something else; it arrives."""

FOLDERS: tuple[Path, ...] = (Path(__file__).resolve().parent / "tables",)
"""Where the tables are: each file `NAME@DATE.json` in one of these is a target."""
USUAL_PREFIX: Final = "mcp__{server}__"


@dataclass(frozen=True, slots=True)
class Cell:
    """One outcome. `sure` is how it is known, one of `SURE`; `source` says where from, in the forms of `sources`.

    `error` is the real text where it is public, `{key}` for the keyword that it names. `when` is a condition that the
    definition does not show, or `strict`.
    `contested`: sources disagree, so that a refusal is only a warning. `value` is a limit's number, pattern or template.
    `by` is the target that it was taken over from.
    """

    outcome: Outcome
    sure: str
    source: str
    date: str
    error: str = ""
    when: str = ""
    note: str = ""
    contested: bool = False
    value: Json = None
    by: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One target at one date. `traits` by the ids of `traits.TRAITS`; `shapes` are the wire shapes that it speaks, the usual
    one first.

    `strict` names the target whose table judges a tool that says `strict: true`. `assumes` are conditions of cells (`when`)
    that hold for this target unless the user knows better. `members` are the targets that it is computed from, `api` those that
    a client sends its requests to, and `routes` those that it can be set to.
    """

    name: str
    date: str
    title: str
    kind: str
    traits: Mapping[str, Cell]
    shapes: tuple[str, ...]
    strict: str | None = None
    assumes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    api: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()


# ------------------------------------------------------------------------------------------------------------- which there are


@lru_cache(maxsize=4)
def _files(folders: tuple[Path, ...]) -> Mapping[str, Mapping[str, Path]]:
    """The files of each target's tables by date, the newest first, by name."""
    found: dict[str, dict[str, Path]] = {}
    for path in sorted(
        (path for folder in folders for path in folder.glob("*@*.json")), key=lambda path: path.stem, reverse=True
    ):
        name, _, date = path.stem.partition("@")
        found.setdefault(name, {})[date] = path
    return {name: found[name] for name in sorted(found)}


def names() -> tuple[str, ...]:
    """The names of all targets, without dates."""
    return tuple(_files(FOLDERS))


def dates(name: str) -> tuple[str, ...]:
    """The dates of one target's tables, the newest first. Errors: `KeyError`."""
    return tuple(_files(FOLDERS)[name])


def _file(name: str, date: str) -> Path:
    return _files(FOLDERS)[name][date]


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
    table knows no other. Errors: `UnknownTarget`, `BrokenTable` among them.
    """
    target = _found(word, prefix)
    own = table(target)
    if prefixed and prefix is None and "name-prefix" not in own.traits:
        return replace(target, prefix=USUAL_PREFIX)
    return target


ALL: Final = "all"


def chosen(word: str, prefix: str | None = None, *, prefixed: bool = False) -> tuple[Target, ...]:
    """The targets that a word of the user names: one, or with `all` the newest table of each that is not computed from others.

    Errors: `UnknownTarget`.
    """
    words = [target.label for target in newest() if not table(target).members] if word == ALL else [word]
    return tuple(find(name, prefix, prefixed=prefixed) for name in words)


def _found(word: str, prefix: str | None) -> Target:
    name, at, date = word.partition("@")
    if name not in names():
        raise UnknownTarget(word, f"`{name}` is not a target{nearest(name, names())}")
    known = dates(name)
    if not at:
        return Target(name, known[0], prefix)
    if name == "mcp":
        fitting = [one for one in known if one == date]
        what = f"`{date}` is not a version of the Model Context Protocol with a table"
    else:
        fitting = [one for one in known if one[: len(date)] <= date] if _is_date(date) else []
        what = f"`{name}` has no table as old as {date}" if _is_date(date) else f"`{date}` is not a date such as 2026-11"
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
    """The table of a target that `find` gave. Errors: `BrokenTable`."""
    return _read(_file(target.name, target.date))


def shape_of(target: Target, name: str | None = None) -> Shape:
    """The shape for a target, by default its usual one. Errors: `ValueError` for one that it does not speak."""
    known = table(target).shapes
    if name is not None and name not in known:
        raise ValueError(f"{target.name} does not take the shape `{name}`; it takes {' and '.join(known)}")
    return SHAPES[name or known[0]]


@lru_cache(maxsize=128)
def _read(path: Path) -> Table:
    said = _laid_over(path)
    for key in ("title", "kind", "shapes"):
        if key not in said:
            raise wrong(path, "", f"needs `{key}`")
    others = {key: _others(path, key, said.get(key, ())) for key in ("strict", "members", "api", "routes")}
    traits = {**dict(_worst(others["members"])), **dict(_on_routes(others["routes"])), **dict(_behind(others["api"]))}
    for trait, cell in said["traits"].items():
        if cell is None:
            traits.pop(trait, None)
        else:
            traits[trait] = Cell(**cell)
    return Table(
        said["name"],
        said["date"],
        said["title"],
        said["kind"],
        traits,
        tuple(said["shapes"]),
        said.get("strict"),
        tuple(
            said.get(
                "assumes", dict.fromkeys(word for key in ("members", "api") for one in others[key] for word in one.assumes)
            )
        ),
        tuple(said.get("notes", ())),
        *(tuple(said.get(key, ())) for key in ("members", "api", "routes")),
    )


def _others(path: Path, key: str, named: str | Sequence[str]) -> list[Table]:
    """The newest tables of the targets that a file names; of `strict` none, as it may name the file itself."""
    for name in [named] if isinstance(named, str) else named:
        if name not in names():
            raise wrong(path, key, f"`{name}` is not a target{nearest(name, names())}")
    return [] if isinstance(named, str) else [_read(_file(name, dates(name)[0])) for name in named]


def _laid_over(path: Path) -> dict[str, Any]:
    """The members of a file, laid over those of the file that it changes; null takes a cell away."""
    raw = read(path)
    cells = {trait: cell and {"date": raw["date"], **cell} for trait, cell in raw.get("traits", {}).items()}
    if "base" not in raw:
        return {**raw, "traits": cells}
    known = {f"{name}@{date}": file for name, own in _files(FOLDERS).items() for date, file in own.items()}
    if raw["base"] not in known:
        raise wrong(path, "base", f"`{raw['base']}` is not a table{nearest(raw['base'], known)}")
    older = _laid_over(known[raw["base"]])
    return {**older, **raw, "traits": {**older["traits"], **cells}}


def _behind(apis: Sequence[Table]) -> Iterable[tuple[str, Cell]]:
    """What the APIs behind a client refuse: it fails there as well, where the client's own table says nothing else."""
    for api in apis:
        for trait, cell in api.traits.items():
            if cell.outcome == "error" and cell.when != "strict" and not TRAITS[trait].wire:
                yield trait, _named(api.name, cell)


def _on_routes(routes: Sequence[Table]) -> Iterable[tuple[str, Cell]]:
    """What any of the APIs refuses that a client can be set to, under the condition that it is."""
    refused: dict[str, list[tuple[str, Cell]]] = {}
    for route in routes:
        for trait, cell in _behind([route]):
            refused.setdefault(trait, []).append((route.name, cell))
    for trait, cells in refused.items():
        own = [cell for _, cell in cells]
        worst = _narrowest(cells) if own[0].value is not None else min(own, key=lambda cell: SURE.index(cell.sure))
        who = " or ".join(name for name, _ in cells)
        yield trait, replace(worst, by=who, when="" if len(cells) == len(routes) else f"models of {who}")


def _worst(members: Sequence[Table]) -> Iterable[tuple[str, Cell]]:
    """What all of several targets accept: of each trait the worst outcome among them, of each limit the narrowest."""
    for trait in dict.fromkeys(trait for member in members for trait in member.traits):
        # Cells for strict tools are left out: each provider has its own idea of strict.
        cells = [
            (member.name, member.traits[trait])
            for member in members
            if trait in member.traits and member.traits[trait].when != "strict"
        ]
        if cells:
            yield trait, (_narrowest(cells) if cells[0][1].value is not None else _named(*min(cells, key=_goodness)))


def _goodness(said: tuple[str, Cell]) -> tuple[int, bool, int]:
    _, cell = said
    return OUTCOMES.index(cell.outcome), bool(cell.when), SURE.index(cell.sure)


def _narrowest(cells: Sequence[tuple[str, Cell]]) -> Cell:
    name, cell = cells[0]
    if all(isinstance(other.value, int) for _, other in cells):
        return _named(*min(cells, key=lambda pair: int(pair[1].value)))
    if all(other.value == cell.value for _, other in cells):
        return _named(name, cell)
    # Patterns that a name has to match, or names that are reserved.
    every = [other.value if isinstance(other.value, list) else [other.value] for _, other in cells]
    values = list(dict.fromkeys(value for own in every for value in own))
    sources = "; ".join(dict.fromkeys(other.source for _, other in cells))
    least = max((other.sure for _, other in cells), key=SURE.index)
    return replace(cell, sure=least, source=sources, error="", note="", value=values)


def _named(name: str, cell: Cell) -> Cell:
    return replace(cell, by=name)
