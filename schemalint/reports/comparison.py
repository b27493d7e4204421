"""What changed between two sides, sorted and placed, and the sentences and words that every format shows of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from schemalint.linting.run import Reported
from schemalint.model import Severity, Tool
from schemalint.record import dataclass, field, replace
from schemalint.schema.pointer import Pointer, pointer_text, value_at
from schemalint.sources.source import Place, Source

if TYPE_CHECKING:  # a check has no use for them, and starts without them
    from schemalint.change.cache import Effect
    from schemalint.change.grade import Change, Diff, Grade
    from schemalint.text.changed import Piece

MOST_CHANGES: Final = 20_000
"""Changes that are printed; nobody reads more."""

_SEVERITIES: Final[Mapping[Grade, Severity]] = {"breaking": "error", "behaviour": "warning", "safe": "info"}


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """`changes` that nobody accepted, the worst first; `allowed` ones with the reason.

    `places` are where changes show in the new files, by `id`. `cache` is None where texts are not at hand.
    """

    changes: tuple[Change, ...]
    allowed: tuple[tuple[Change, str], ...] = ()
    places: Mapping[int, Place] = field(default_factory=dict)
    cache: Effect | None = None

    @property
    def listed(self) -> tuple[Change, ...]:
        """The changes to print, the worst ones where there are too many."""
        return self.changes[:MOST_CHANGES]

    @property
    def grade(self) -> Grade:
        from schemalint.change.grade import worst

        return worst(self.changes)


def worst_first(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Changes with the worst first, else in their order."""
    from schemalint.change.grade import GRADES

    return tuple(sorted(changes, key=lambda change: GRADES.index(change.grade)))


def places(diff: Diff, sources: Iterable[Source]) -> dict[int, Place]:
    """Where changes show, by the `id` of the change; the sources are those of the new side."""
    homes = {id(tool): source for source in sources for toolset in source.toolsets for tool in toolset.tools}
    found: dict[int, Place] = {}
    for change in diff.changes:
        tool = diff.tools.get(id(change))
        source = homes.get(id(tool))
        if tool is not None and source is not None:
            elsewhere = Place(tool, (), Source(source.path, source.shape, ()))  # of a tool that is not there only the file
            found[id(change)] = Place(tool, _nearest(tool, change), source) if tool.name == change.tool else elsewhere
    return found


def _nearest(tool: Tool, change: Change) -> Pointer:
    """The place of a change in the new tool, or of the nearest thing around it that is still there."""
    members, missing = tool.members(), object()
    at = change.pointer
    while at and value_at(members, at, missing) is missing:
        at = at[:-1]
    return at


def as_findings(comparison: Comparison) -> Iterator[Reported]:
    """The changes as findings, for formats that know nothing else: the kind is the rule, a break is an error."""
    for change in comparison.listed:
        tool = Tool(change.tool) if change.tool is not None else None
        message = f"{change.grade}: {change.message} ({pointer_text(change.pointer) or '/'})"
        finding = Reported(change.kind, _SEVERITIES[change.grade], tool, change.pointer, message, words=words_of(change))
        place = comparison.places.get(id(change))
        yield replace(finding, place=place) if place is not None else finding


def words_of(change: Change) -> tuple[Piece, ...]:
    """The words that a change of a text consists of; none for any other change."""
    from schemalint.text.changed import changed_words

    if change.kind != "description-changed" or not isinstance(change.old, str) or not isinstance(change.new, str):
        return ()
    return changed_words(change.old, change.new)


def cache_sentences(effect: Effect) -> list[str]:
    """What happens to a cached prompt. Names are unchanged, for the format to make them safe."""
    if effect.first_changed_byte is None:
        return ["the tools are sent byte for byte as before, so the cached prompt stays valid"]
    tool = f" (in `{effect.first_changed_tool}`)" if effect.first_changed_tool is not None else ""
    total = effect.kept_tokens + effect.rebilled_tokens
    blocks = f"{counted(effect.kept_blocks, 'block')} of 128"
    kept = f"about {effect.kept_tokens} of {total} tokens stay cached ({blocks}), {effect.rebilled_tokens} are billed again"
    counted_on = f"the payload for {effect.payload}" if effect.payload else "name, description and parameters"
    sentences = [
        f"the cached prompt stays valid up to byte {effect.first_changed_byte}{tool}: {kept} ({effect.method}, on {counted_on})"
    ]
    if effect.better_order is not None:
        tokens = effect.better_order.kept_tokens
        sentences.append(f"another order of the tools, new ones last, would keep about {tokens} tokens cached")
    return sentences


def counted(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
