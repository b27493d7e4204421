"""Changes that somebody has accepted, in the `allow-change` tables of the configuration. Pure.

An entry covers its place and everything below it, until the day on which it expires. One that covers nothing is reported, or it
would cover the next change that nobody has looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from schemalint.change.grade import KINDS, Change
from schemalint.config import AllowedChange, Config
from schemalint.edge.show import did_you_mean
from schemalint.globs import means
from schemalint.record import dataclass

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True)
class Sorted:
    """Changes by whether they were accepted. `idle` are the tables that cover nothing: where each is, and why."""

    left: tuple[Change, ...]
    allowed: tuple[tuple[Change, str], ...]
    idle: tuple[str, ...]


def sort(changes: Iterable[Change], config: Config, today: date) -> Sorted:
    """Sort changes by the agreements in force on a day (the day of expiry itself still counts). Errors: `ConfigError`."""
    tables = [
        (layer, index, table) for layer in config.layers for index, table in enumerate(layer.values.get("allow-change", ()))
    ]
    for layer, index, table in tables:
        if table.kind not in KINDS:
            hint = did_you_mean(table.kind, KINDS, f"; the kinds are {', '.join(KINDS)}")
            raise layer.wrong(
                f"`allow-change.kind` is `{table.kind}`, which is not a kind of change{hint}", "allow-change", index
            )
    in_force = [table for _, _, table in tables if not _is_expired(table, today)]
    used: set[int] = set()
    left: list[Change] = []
    allowed: list[tuple[Change, str]] = []
    for change in changes:
        agreed = [table for table in in_force if _covers(table, change)]
        used.update(id(table) for table in agreed)
        if agreed:
            allowed.append((change, agreed[0].reason))
        else:
            left.append(change)
    idle: list[str] = []
    for layer, index, table in tables:
        if id(table) not in used:
            line = layer.line("allow-change", index)
            why = f"expired on {table.expires}" if _is_expired(table, today) else "matches no change"
            idle.append(f"{layer.name}{f':{line}' if line else ''}: `allow-change` for `{table.tool}` {why}; remove it")
    return Sorted(tuple(left), tuple(allowed), tuple(idle))


def _is_expired(table: AllowedChange, today: date) -> bool:
    return table.expires is not None and table.expires < today


def _covers(table: AllowedChange, change: Change) -> bool:
    name = change.tool or ""
    place: Sequence[str] = [str(step) for step in change.pointer[: len(table.at)]]
    return table.kind == change.kind and means(table.tool, name) and tuple(place) == table.at
