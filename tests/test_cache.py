"""The cache effect is what a comparison of the two wires, byte by byte, says it is."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searches import search

from schemalint.canon import canonical
from schemalint.change.cache import BLOCK, Effect, common, effect, joined, pieces
from schemalint.locking import lock
from schemalint.model import Tool, Toolset
from schemalint.sources import Source, load
from schemalint.tokens import estimate, estimate_text


def tool(name: str, text: str = "Do it.", **properties: str) -> Tool:
    schema = {"type": "object", "properties": {key: {"type": kind} for key, kind in properties.items()}}
    return Tool(name, text, schema)


def tools(*names: str) -> Toolset:
    return Toolset(tuple(tool(name) for name in names))


def brute(one: bytes, other: bytes) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


words = st.sampled_from(["a", "b", "ab", "é", "\U0001f600", "\ue000", "z_1"])
some_tools = st.lists(
    st.builds(
        tool,
        words,
        st.sampled_from(["", "Do it.", "Do this.", "Tüe es.", "Do it. Then stop."]),
        x=st.sampled_from(["string", "integer"]),
    ),
    max_size=5,
).map(lambda found: Toolset(tuple(found)))


@given(some_tools, some_tools)
@search(150)
def test_the_first_changed_byte_is_that_of_a_comparison_byte_by_byte(old: Toolset, new: Toolset) -> None:
    one, other = canonical(old), canonical(new)
    found = effect(old, new)
    same = brute(one, other)
    assert found.first_changed_byte == (None if one == other else same)
    total = sum(map(estimate, new.tools))
    assert total == found.kept_tokens + found.rebilled_tokens
    if one != other:
        assert min(estimate_text(other[:same].decode(errors="ignore")), total) == found.kept_tokens
        assert found.first_changed_tool in {tool.name for tool in (*old.tools, *new.tools)}
    assert found.kept_tokens // BLOCK == found.kept_blocks


@given(some_tools, some_tools)
@search(60)
def test_no_order_keeps_more_than_the_one_that_is_offered(old: Toolset, new: Toolset) -> None:
    front = canonical(old)
    best = max(brute(front, joined(order)) for order in itertools.permutations(pieces(new)))
    found = effect(old, new)
    by_name = brute(front, canonical(new))
    if found.better_order is None:
        # What another order could gain lies inside one tool.
        assert front[by_name:best].count(b'},{"description"') == 0
        return
    left = list(pieces(new))
    order: list[tuple[str, bytes]] = []
    for name in found.better_order.names:
        # Of tools with one name that one comes first which goes on as the old wire does.
        options = [piece for piece in left if piece[0] == name]
        chosen = max(options, key=lambda piece: brute(front, joined([*order, piece])[:-1]))
        left.remove(chosen)
        order.append(chosen)
    assert best == brute(front, joined(order)) > by_name
    assert estimate_text(joined(order)[:best].decode(errors="ignore")) == found.better_order.kept_tokens


@given(some_tools, st.sampled_from(["sorted", "authored"]))
@search(60)
def test_the_pieces_are_those_of_the_canonical_wire(one: Toolset, order: str) -> None:
    assert canonical(one, property_order=order) == joined(pieces(one, order))  # type: ignore[arg-type]


def test_nothing_changed_keeps_everything() -> None:
    old = tools("a", "b")
    total = sum(map(estimate, old.tools))
    assert Effect(None, None, total, 0, total // BLOCK, 0) == effect(old, Toolset(old.tools[::-1]))


def test_a_new_tool_in_the_middle_bills_all_behind_it_and_at_the_end_it_would_not() -> None:
    names = [f"tool_{letter}" for letter in "bcdefghijklmnopqrstuvwxyz"]
    old, new = tools(*names), tools("tool_a", *names)
    found = effect(old, new)
    assert ("tool_a", len('[{"description":"Do it.","name":"tool_')) == (found.first_changed_tool, found.first_changed_byte)
    assert found.better_order is not None
    assert (*names, "tool_a") == found.better_order.names
    assert estimate_text(canonical(old).decode()) - 2 <= found.better_order.kept_tokens
    assert found.better_order.kept_blocks == found.better_order.kept_tokens // BLOCK > found.kept_blocks


def test_a_changed_description_keeps_what_stands_before_it() -> None:
    old = tools("a", "b", "c")
    new = Toolset((old.tools[0], tool("b", "Do it. Then say so."), old.tools[2]))
    found = effect(old, new)
    a = canonical(old.tools[0])
    assert ("b", len(b"[" + a + b"," + b'{"description":"Do it.')) == (found.first_changed_tool, found.first_changed_byte)
    assert found.better_order is None


def test_a_changed_tool_that_could_go_to_the_end_is_not_moved_where_it_begins_alike() -> None:
    """Behind the last unchanged tool comes the one that goes on as the old wire did, which is the changed one itself."""
    old = tools("a", "b", "c")
    new = Toolset((tool("a", "Do it now, and say so."), *old.tools[1:]))
    assert effect(old, new).better_order is None


def test_tools_taken_off_the_end_are_named() -> None:
    found = effect(tools("a", "b", "c"), tools("a"))
    assert ("b", len(canonical(tools("a"))) - 1) == (found.first_changed_tool, found.first_changed_byte)
    assert ("a", 1) == (effect(tools("a"), tools()).first_changed_tool, effect(tools(), tools("a")).first_changed_byte)


def test_blocks_are_counted_whole_where_kept_and_begun_where_billed() -> None:
    old = tools(*(f"tool_{number:02}" for number in range(40)))
    new = Toolset((*old.tools[:-1], replace(old.tools[-1], description="Do that.")))
    found = effect(old, new)
    total = found.kept_tokens + found.rebilled_tokens
    assert found.kept_blocks + found.rebilled_blocks == -(-total // BLOCK)
    assert (found.kept_blocks, found.rebilled_blocks) == (found.kept_tokens // BLOCK, 1)
    assert "estimate" == found.method


def test_under_the_authors_order_a_moved_property_ends_the_front() -> None:
    one, other = Toolset((tool("a", x="string", y="string"),)), Toolset((tool("a", y="string", x="string"),))
    assert None is effect(one, other).first_changed_byte
    assert (
        canonical(one, property_order="authored").index(b'x"')
        == effect(one, other, property_order="authored").first_changed_byte
    )


@pytest.mark.parametrize("seed", range(20))
def test_the_common_front_is_found_by_halving(seed: int) -> None:
    chance = random.Random(seed)
    one = bytes(chance.choices(b"ab", k=chance.randrange(40)))
    other = one[: chance.randrange(41)] + bytes(chance.choices(b"ab", k=chance.randrange(40)))
    assert brute(one, other) == common(one, other)


def independent(toolset: Toolset) -> bytes:
    """The tools of a request to OpenAI's chat API, written without this project."""
    tools = [
        {"type": "function", "function": {"name": one.name, "description": one.description, "parameters": one.parameters}}
        for one in sorted(toolset.tools, key=lambda one: one.name)
    ]
    return json.dumps(tools, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("change", ["annotations", "output_schema", "title", "extra", "description", "parameters"])
def test_the_payload_of_a_target_is_what_an_independent_writer_sends(change: str) -> None:
    """What is not sent changes nothing, and what is sent ends the front at the same byte, but for the last bracket."""
    values: dict[str, Any] = {
        "annotations": {"readOnlyHint": True},
        "output_schema": {"type": "object"},
        "title": "Search",
        "extra": {"_meta": {"build": 2}, "icons": [{"src": "a" * 2000}]},
        "description": "Do it. Then stop.",
        "parameters": {"type": "object", "properties": {"q": {"type": "string", "description": "What to look for."}}},
    }
    old = Toolset(tuple(tool(name, q="string") for name in ("find_a", "find_b", "find_c")))
    changed = replace(old.tools[1], **{change: values[change]})
    new = Toolset((old.tools[0], changed, old.tools[2]))
    found = effect(old, new, target="openai")
    one, other = independent(old), independent(new)
    assert (None if one == other else brute(one, other)) == found.first_changed_byte
    assert "openai" == found.payload
    assert (found.first_changed_byte is None) == (effect(old, new).first_changed_byte is None)


def test_a_diff_a_lock_and_the_budget_rule_agree_on_what_a_set_costs(corpus: Path) -> None:
    for source in load(str(corpus / "mcp")):
        assert isinstance(source, Source)
        [toolset] = source.toolsets
        found = effect(Toolset(()), toolset)
        locked = [one.tokens for one in lock([toolset]).sets.values()]
        assert sum(locked) == found.kept_tokens + found.rebilled_tokens == sum(map(estimate, toolset.tools))
