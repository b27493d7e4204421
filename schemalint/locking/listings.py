"""Live servers, listed a second time: which tools then have another place or definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from schemalint.canon import canonical
from schemalint.locking.state import about_digests
from schemalint.model import Tool, Toolset
from schemalint.record import dataclass
from schemalint.sources import Broken, Reach, Source, load


@dataclass(frozen=True, slots=True)
class Relisted:
    """The second listing of a server: what differs in its order as the end of a sentence, the tools that it redefines, and what
    else it states differently, by the text of a pointer such as `/instructions`.
    """

    source: Source
    order: str | None
    rewritten: tuple[Tool, ...]
    restated: tuple[str, ...] = ()


def list_again(sources: Iterable[Source], arguments: Iterable[str], *, reach: Reach, limit: int) -> Iterator[Relisted | Broken]:
    """What differs when the live servers among sources are listed once more; `arguments` are what named the sources.

    Nothing but servers is read again. A server that fails the second time is `Broken`.
    """
    first: dict[str, list[Source]] = {}
    for source in sources:
        if source.session is not None:
            first.setdefault(source.path, []).append(source)
    if not first:
        return
    from schemalint.sources.mcp.secrets import shown

    for argument in arguments:
        if not any(path == shown(argument) or path.startswith(f"{argument}:") for path in first):
            continue
        for item in load(argument, reach=reach, limit=limit):
            if isinstance(item, Broken):
                yield item
            elif isinstance(item, Source) and (before := first.get(item.path)):
                for old, new in zip(before.pop(0).toolsets, item.toolsets, strict=False):
                    order, changed, stated = reordered(old, new), rewritten(old, new), restated(old, new)
                    if order is not None or changed or stated:
                        yield Relisted(item, order, changed, stated)


def rewritten(first: Toolset, again: Toolset) -> tuple[Tool, ...]:
    """The tools of the second listing whose names are in the first, but not as they are. Raises `CanonError`."""
    known = {tool.name for tool in first.tools}
    wires = {canonical(tool) for tool in first.tools}
    return tuple(tool for tool in again.tools if tool.name in known and canonical(tool) not in wires)


def restated(first: Toolset, again: Toolset) -> tuple[str, ...]:
    """What the server states differently beside its tools. Raises `CanonError`."""
    before, after = (about_digests(one.about) for one in (first, again))
    return tuple(at for at in sorted({*before, *after}) if before.get(at) != after.get(at))


def reordered(first: Toolset, again: Toolset) -> str | None:
    """How the names of two listings of one server differ, as the end of a sentence; None where they do not."""
    before, after = ([tool.name for tool in listing.tools] for listing in (first, again))
    if before == after:
        return None
    if sorted(before) != sorted(after):
        odd = sorted(((Counter(before) - Counter(after)) + (Counter(after) - Counter(before))).elements())
        return f"hold different tools: `{odd[0]}` is in only one of them"
    at = next(n for n, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    return f"have different orders: tool {at + 1} is `{before[at]}` in one and `{after[at]}` in the other"
