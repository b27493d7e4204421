"""Live servers, listed a second time: what they then tell in another order, or otherwise. Nothing else is read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from schemalint.change.drift import reordered, rewritten
from schemalint.cli.inputs import Inputs, reach_of
from schemalint.cli.out import note
from schemalint.cli.table import Lock
from schemalint.config import Config
from schemalint.model import Tool
from schemalint.sources import Broken, Source, load


@dataclass(frozen=True, slots=True)
class Again:
    """A server listed twice: the second listing, what is odd about its order, and its tools that it told otherwise."""

    source: Source
    order: str | None
    rewritten: tuple[Tool, ...]


def listed_again(options: Lock, config: Config, inputs: Inputs) -> Iterator[Again]:
    """What is different when the live servers are listed once more. One that then fails is told on standard error."""
    first: dict[str, list[Source]] = {}
    for source in inputs.sources:
        if source.session is not None:
            first.setdefault(source.path, []).append(source)
    if not first:
        return
    from schemalint.sources.mcp.secrets import shown

    reach = reach_of(options, config, named=bool(options.sources))
    for argument in options.sources or config.sources:
        if not any(path == shown(argument) or path.startswith(f"{argument}:") for path in first):
            continue
        for item in load(argument, reach=reach, limit=options.max_file_size or config.max_file_size):
            if not isinstance(item, Source):
                if isinstance(item, Broken):
                    note(f"note: {item.path}: was not listed a second time, so that its order is not known: {item.reason}")
                continue
            before = first.get(item.path)
            if not before:
                continue
            for one, other in zip(before.pop(0).toolsets, item.toolsets, strict=False):
                how, otherwise = reordered(one, other), rewritten(one, other)
                if how is not None or otherwise:
                    yield Again(item, how, otherwise)
