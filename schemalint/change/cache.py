"""What a change does to a cached prompt: how much of the front of every request stays the same, byte for byte.

Providers keep the longest unchanged front of a request, in blocks; everything from the first changed byte on is billed again.
So it matters where a change is, and the order of the tools decides that. Compares what models are sent of each tool: as a
target writes it, or without one name, description and parameters in canonical form. Annotations, output schemas, titles, icons
and `_meta` cost nothing where they are not sent. Pure; tokens are an estimate, without a target that of locks and budgets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from schemalint.canon import PropertyOrder, canonical
from schemalint.canon.spelling import text, utf16
from schemalint.model import Target, Tool, Toolset
from schemalint.record import dataclass
from schemalint.targets.tables import find, shape_of
from schemalint.tokens import METHOD, estimate, estimate_text

BLOCK: Final = 128
"""Tokens of one block, the piece in which providers keep a front (measured by the seed project, seed_systems.md 1.5)."""

Piece: TypeAlias = tuple[str, bytes]
"""A tool's name and its canonical bytes."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the new tools that keeps more than the order of names: their names, and the tokens that stay cached."""

    names: tuple[str, ...]
    kept_tokens: int
    kept_blocks: int


@dataclass(frozen=True, slots=True)
class Effect:
    """Where the cached front ends. Bytes count from 0 in the new wire; both places are None where nothing changed.

    `kept_tokens` and `rebilled_tokens` add up to what the new tools cost. Of the kept ones only whole blocks stay cached:
    `kept_blocks`; what is rebilled counts a part of a block as one. The tool is the one in which the front ends; where tools
    were only taken off the end, it is the first of those.
    """

    first_changed_tool: str | None
    first_changed_byte: int | None
    kept_tokens: int
    rebilled_tokens: int
    kept_blocks: int
    rebilled_blocks: int
    better_order: Order | None = None
    method: str = METHOD
    payload: str | None = None
    """The target whose payload was counted; None for name, description and parameters in canonical form."""


def effect(
    old: Toolset, new: Toolset, *, property_order: PropertyOrder = "sorted", target: Target | str | None = None
) -> Effect:
    """What the change from `old` to `new` does to a cached prompt, as `target` is sent it. Raises `CanonError`."""
    goal = find(target) if isinstance(target, str) else target
    before, after = (pieces(one, property_order, goal) for one in (old, new))
    front, wire = joined(before), joined(after)
    total = estimate_text(wire.decode()) if goal is not None else sum(map(estimate, new.tools))
    same = common(front, wire)
    kept = total if front == wire else _tokens(wire[:same], total)
    blocks = kept // BLOCK
    rebilled_blocks = 0 if front == wire else -(-total // BLOCK) - blocks
    label = goal.label if goal is not None else None
    if front == wire:
        return Effect(None, None, kept, 0, blocks, rebilled_blocks, payload=label)
    tool = _tool_at(after, same) or _tool_at(before, same)
    better = _better(before, after)
    return Effect(tool, same, kept, total - kept, blocks, rebilled_blocks, better, payload=label)


def pieces(toolset: Toolset, property_order: PropertyOrder = "sorted", target: Target | None = None) -> list[Piece]:
    """What models are sent of each tool, by name, then bytes: as a target writes it, or without one name, description and
    parameters in canonical form. Raises `CanonError`.
    """
    if target is not None:
        from schemalint.targets.export import export

        exported = export(toolset, target, property_order=property_order)
        return [(name, text(tool).encode()) for name, tool in zip(exported.names, exported.tools, strict=True)]
    found = [(tool.name, canonical(sent(tool), property_order=property_order)) for tool in toolset.tools]
    return sorted(found, key=lambda piece: (utf16(piece[0]), piece[1]))


def payload_of(targets: Sequence[Target]) -> Target | None:
    """The target whose payload is counted: the first that is a model's API. What clients send is not the shape of MCP."""
    return next((target for target in targets if shape_of(target, None).name != "mcp"), None)


def sent(tool: Tool) -> Tool:
    """What models are sent of a tool: its name, description and parameters."""
    places = {
        at: place for at, place in tool.places.items() if at[:1] not in (("annotations",), ("output_schema",), ("title",))
    }
    return Tool(tool.name, tool.description, tool.parameters, places=places, origin=tool.origin)


def joined(tools: Sequence[Piece]) -> bytes:
    """The wire of tools in this order."""
    return b"[" + b",".join(written for _, written in tools) + b"]"


def common(one: bytes, other: bytes) -> int:
    """The length of the common front."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _tokens(front: bytes, total: int) -> int:
    # A front may end inside a character, and inside a token, which then is not kept as such.
    return min(estimate_text(front.decode("utf-8", "ignore")), total)


def _tool_at(tools: Sequence[Piece], byte: int) -> str | None:
    """The tool to which a byte of the wire belongs, its comma or opening bracket included; None for the closing bracket."""
    end = 0
    for name, written in tools:
        end += 1 + len(written)
        if byte < end:
            return name
    return None


def _better(before: Sequence[Piece], after: Sequence[Piece]) -> Order | None:
    """The cheapest order, where it keeps more tools: what is unchanged as it stood, then what begins alike, then the rest.

    No order keeps more: a longer common front would have to go on with the very bytes of the next old tool. An order that
    gains nothing but a few bytes of a changed tool is not offered.
    """
    left = Counter(written for _, written in after)
    first: list[Piece] = []
    changed: bytes | None = None
    for name, written in before:
        if not left[written]:
            changed = written
            break
        left[written] -= 1
        first.append((name, written))
    rest: list[Piece] = []
    for piece in after:
        if left[piece[1]]:
            left[piece[1]] -= 1
            rest.append(piece)
    if first == after[: len(first)]:
        return None
    if changed is not None and rest:
        closest = max(rest, key=lambda piece: common(piece[1], changed))
        rest.remove(closest)
        rest.insert(0, closest)
    order = [*first, *rest]
    wire = joined(order)
    tokens = _tokens(wire[: common(joined(before), wire)], estimate_text(wire.decode()))
    return Order(tuple(name for name, _ in order), tokens, tokens // BLOCK)
