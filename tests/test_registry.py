"""The registry that an agent runs with: every row of the seed's table of methods, its guards, and its threads."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest

import schemalint.agent.registry as under_test
from schemalint import canonical
from schemalint.agent.builtin import DuplicateToolError, builtins, lookup_builtin, register_builtin
from schemalint.agent.names import mcp_name, split_mcp_name, under
from schemalint.agent.registry import Registry
from schemalint.model import Json, Tool, Toolset


def tool(name: str, description: str = "Reads a file.") -> Tool:
    return Tool(name, description, {"type": "object", "required": ["b", "a"], "properties": {"b": {}, "a": {}}})


@dataclass(frozen=True)
class Echo:
    """Stands for what `@tool` makes."""

    definition: Tool

    def faults(self, arguments: Json) -> list[str]:
        missing = "a" not in arguments if isinstance(arguments, dict) else True
        return ["arguments.a is missing"] if missing else []

    def invoke(self, arguments: Mapping[str, Json]) -> object:
        return arguments["a"]


# ---------------------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        (("fs", "read"), "mcp__fs__read"),
        (("fs", "read__deep"), "mcp__fs__read__deep"),
        (("a_b", "c"), "mcp__a_b__c"),
        (("_fs", "x"), "mcp___fs__x"),
        (("fs", "_x"), "mcp__fs___x"),
        (None, ""),
        (None, "bash"),
        (None, "mcp__"),
        (None, "mcp__fs"),
        (None, "mcp__fs__"),
        (None, "mcp____read"),
        (None, "MCP__fs__x"),
        (None, "mcp_fs_read"),
    ],
)
def test_a_public_name_is_taken_apart_at_its_first_boundary(expected: tuple[str, str] | None, name: str) -> None:
    assert expected == split_mcp_name(name)


def test_a_plain_and_short_name_stays_as_it_is() -> None:
    assert "mcp__fs__read_file" == mcp_name("fs", "read_file")
    assert 64 == len(mcp_name("fs", "r" * 55))
    assert mcp_name("fs", "r" * 55).endswith("rrr")


@pytest.mark.parametrize(("server", "name"), [("fs", "read/file"), ("my fs", "read"), ("fs", "r" * 56), ("fs", "lös")])
def test_any_other_name_ends_in_a_hash_and_has_the_length_and_letters_allowed(server: str, name: str) -> None:
    public = mcp_name(server, name)
    assert len(public) <= 64
    assert "_" == public[-13]
    assert set() == set(public) - set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    assert int(public[-12:], 16) >= 0


def test_the_hash_is_of_server_nul_and_raw_name_behind_51_characters() -> None:
    from hashlib import sha256

    name = "read file " * 9
    expected = "mcp__disk__" + name.replace(" ", "_")
    assert expected[:51] + "_" + sha256(b"disk\0" + name.encode()).hexdigest()[:12] == mcp_name("disk", name)


def test_two_names_that_look_alike_once_cleaned_stay_two_and_server_and_tool_cannot_be_exchanged() -> None:
    names = [
        ("a", "b/c"),
        ("a", "b c"),
        ("a", "b_c"),
        ("a_", "b c"),
        ("a/", "c"),
        ("a", "/c"),
        ("a", "\ud800"),
        ("a", "\ud801"),
    ]
    assert len(names) == len({mcp_name(*pair) for pair in names})


@pytest.mark.parametrize(("server", "name", "limit"), [("", "x", 64), ("x", "", 64), ("a", "b", 18)])
def test_a_name_that_cannot_be_is_refused(server: str, name: str, limit: int) -> None:
    with pytest.raises(ValueError, match=r"needs a server|no room"):
        mcp_name(server, name, limit)


@pytest.mark.parametrize(
    ("expected", "name", "prefix"),
    [
        (True, "mcp__fs__read", "mcp__fs"),
        (True, "mcp__fs__read", "mcp__fs__"),
        (True, "mcp__fs__read", "mcp__fs__read"),
        (False, "mcp__fs2__x", "mcp__fs"),
        (False, "mcp__fs__read", "mcp__fs__re"),
        (True, "mcp__fs__read", "mcp__"),
        (False, "bash", "mcp__"),
    ],
)
def test_a_prefix_ends_at_a_boundary(expected: bool, name: str, prefix: str) -> None:
    assert expected == under(name, prefix)
    assert name.startswith(prefix) == under(name, prefix, anywhere=True)


# ------------------------------------------------------------------------------------------------------- adding and taking away


def test_a_tool_replaced_keeps_its_place_and_counts_as_a_change_even_where_nothing_differs() -> None:
    registry = Registry([tool("b"), tool("a")])
    before = registry.revision
    assert registry.add(tool("b"))
    assert ("b", "a") == registry.names()
    assert before + 1 == registry.revision
    assert registry.add(tool("b", "Writes a file."))
    found = registry.get("b")
    assert found is not None
    assert "Writes a file." == found.description


def test_names_come_in_the_order_of_adding_and_schemas_in_canonical_order() -> None:
    registry = Registry([tool("c"), tool("a"), tool("b")])
    assert ["a", "b", "c"] == [one.name for one in registry.schemas()]
    assert ("c", "a", "b") == registry.names()
    assert (3, True, False) == (len(registry), "a" in registry, "z" in registry)


def test_an_unknown_name_is_none_and_removing_it_changes_nothing() -> None:
    registry = Registry([tool("a")])
    assert registry.get("z") is None
    assert not registry.remove("z")
    assert 0 == registry.remove_prefix("z")
    assert 1 == registry.revision


def test_the_canonical_bytes_are_those_of_the_set_for_any_order_of_adding() -> None:
    tools = [tool(name) for name in ("b", "a", "\U0001f600", "\uffee", "Z")]
    for seed in range(6):
        random.Random(seed).shuffle(tools)
        registry = Registry(tools)
        assert canonical(Toolset(tuple(tools))) == registry.canonical()
        assert [one.name for one in registry.schemas()] == [one.name for one in registry.toolset("disk").tools]
    assert "disk" == Registry(tools).toolset("disk").server


def test_each_tool_is_canonicalized_exactly_once_over_ten_thousand_adds_and_a_thousand_exports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = 0

    def counted(value: Tool) -> bytes:
        nonlocal count
        count += 1
        return canonical(value)

    monkeypatch.setattr(under_test, "canonical", counted)
    registry = Registry(tool(f"t{index}") for index in range(10_000))
    exports = {id(registry.canonical()) for _ in range(1_000)}
    assert (10_000, 1) == (count, len(exports))
    registry.add(tool("one_more"))
    assert 10_001 == registry.canonical().count(b'"name":')
    assert 10_001 == count


def test_removing_a_prefix_leaves_other_servers_and_the_order_alone() -> None:
    registry = Registry([tool("mcp__b__x"), tool("mcp__fs__x"), tool("mcp__a__x"), tool("mcp__fs__y"), tool("mcp__fs2__x")])
    assert 2 == registry.remove_prefix("mcp__fs")
    assert ("mcp__b__x", "mcp__a__x", "mcp__fs2__x") == registry.names()
    assert 1 == registry.remove_prefix("mcp__f", anywhere=True)


@pytest.mark.parametrize("method", ["remove_prefix", "suspend_prefix"])
def test_an_empty_prefix_is_refused_where_the_original_removed_everything(method: str) -> None:
    registry = Registry([tool("a")])
    with pytest.raises(ValueError, match="every tool"):
        getattr(registry, method)("")
    assert ("a",) == registry.names()


def test_a_late_add_during_a_suspension_is_refused_with_a_word_and_taken_after_it() -> None:
    registry = Registry([tool("mcp__fs__x"), tool("bash")])
    assert 1 == registry.suspend_prefix("mcp__fs")
    assert not registry.add(tool("mcp__fs__late"))
    assert registry.add(tool("mcp__fs2__x"))
    assert 0 == registry.resume_prefix("mcp__fs")
    assert registry.add(tool("mcp__fs__late"))
    assert ("bash", "mcp__fs2__x", "mcp__fs__late") == registry.names()


def test_a_ban_holds_where_nothing_matched_and_changes_no_revision() -> None:
    registry = Registry()
    assert 0 == registry.suspend_prefix("mcp__late__")
    assert (0, ("mcp__late__",)) == (registry.revision, registry.suspended())
    assert not registry.add(tool("mcp__late__x"))


def test_resuming_forgets_that_exact_prefix_only() -> None:
    registry = Registry()
    registry.suspend_prefix("mcp__fs__")
    registry.suspend_prefix("mcp__")
    assert 0 == registry.resume_prefix("mcp__fs__")
    assert not registry.add(tool("mcp__fs__x"))
    assert 0 == registry.resume_prefix("never suspended")
    assert 0 == registry.revision


def test_kept_definitions_come_back_where_nothing_else_bans_them_or_took_their_name() -> None:
    registry = Registry([tool("mcp__fs__a"), tool("mcp__fs__b"), tool("bash")])
    assert 2 == registry.suspend_prefix("mcp__fs", keep=True)
    assert 0 == registry.suspend_prefix("mcp__fs")  # said again without `keep`: what was kept stays kept
    assert 2 == registry.resume_prefix("mcp__fs")
    assert ("bash", "mcp__fs__a", "mcp__fs__b") == registry.names()
    registry.suspend_prefix("mcp__fs", keep=True)
    registry.suspend_prefix("mcp__fs__b")
    assert 1 == registry.resume_prefix("mcp__fs")
    assert ("bash", "mcp__fs__a") == registry.names()


def test_visible_names_hide_from_exports_only() -> None:
    registry = Registry([tool("a"), tool("b"), tool("c")])
    assert registry.set_visible([" a ", "", "c"])
    assert ["a", "c"] == [one.name for one in registry.schemas()]
    assert registry.get("b") is not None
    before = registry.revision
    assert not registry.set_visible(["c", "a"])
    assert before == registry.revision
    registry.remove("a")
    assert frozenset({"c"}) == registry.visible()
    assert registry.set_visible(None)
    assert ["b", "c"] == [one.name for one in registry.schemas()]


def test_a_policy_drops_now_and_later_and_lifting_it_brings_nothing_back() -> None:
    registry = Registry([tool("read"), tool("write")])
    assert 1 == registry.set_allow_policy(lambda one: one.name != "write")
    assert not registry.add(tool("write"))
    assert 0 == registry.set_allow_policy(None)
    assert ("read",) == registry.names()
    assert registry.add(tool("write"))


def test_a_hook_hides_a_tool_in_a_context_and_never_from_a_request() -> None:
    registry = Registry([tool("a")])
    registry.add(tool("plan"), shown=lambda context: context == "planning")
    assert ["a"] == [one.name for one in registry.schemas_for("coding")]
    assert ["a", "plan"] == [one.name for one in registry.schemas_for("planning")]
    assert ["a", "plan"] == [one.name for one in registry.schemas()]


# ---------------------------------------------------------------------------------------------------------------------- calling


def test_a_call_finds_the_exact_name_first_then_the_only_alias_then_says_what_it_could_mean() -> None:
    registry = Registry([tool("mcp__fs__read"), tool("mcp__net__read"), tool("mcp__net__fetch"), tool("read/now")])
    registry.add(tool("bash"), aliases=["shell", "fs/read/raw"])
    for name, expected in [
        ("bash", "bash"),
        ("shell", "bash"),
        ("net/fetch", "mcp__net__fetch"),
        ("net.fetch", "mcp__net__fetch"),
        ("fetch", "mcp__net__fetch"),
        ("read/now", "read/now"),
    ]:
        found = registry.resolve(name).tool
        assert found is not None, name
        assert expected == found.name
    assert ("mcp__fs__read", "mcp__net__read") == registry.resolve("read").candidates
    assert registry.resolve("read").tool is None
    assert () == registry.resolve("nothing").candidates


def test_a_call_is_answered_with_its_value_or_with_what_is_wrong() -> None:
    registry = Registry([Echo(tool("echo")), tool("mute")])
    assert (7, None) == ((answer := registry.dispatch("echo", {"a": 7})).value, answer.code)
    assert ("INVALID_ARGS", "arguments.a is missing") == ((bad := registry.dispatch("echo", {})).code, bad.message)
    assert "NOT_CALLABLE" == registry.dispatch("mute", {}).code
    registry.add(tool("loose"), call=dict)
    assert {"a": 1, "b": 2} == registry.dispatch("loose", {"a": 1, "b": 2}).value
    assert "INVALID_ARGS" == registry.dispatch("loose", {"a": 1}).code
    assert "INVALID_ARGS" == registry.dispatch("loose", [1]).code


def test_a_call_of_a_removed_tool_is_an_unknown_tool() -> None:
    registry = Registry([Echo(tool("echo"))])
    registry.remove("echo")
    answer = registry.dispatch("echo", {"a": 1})
    assert ("UNKNOWN_TOOL", "there is no tool `echo`") == (answer.code, answer.message)
    several = Registry([tool("mcp__a__x"), tool("mcp__b__x")]).dispatch("x", {})
    assert "there is no tool `x`: it could be mcp__a__x, mcp__b__x" == several.message


# -------------------------------------------------------------------------------------------------------------------- built-ins


def test_built_ins_come_sorted_without_the_hidden_and_a_second_of_one_name_names_both_places() -> None:
    assert () == tuple(one for one in builtins() if isinstance(one, Tool) and one.name.startswith("builtin_test_"))
    second, first = tool("builtin_test_b"), Echo(tool("builtin_test_a"))
    assert second is register_builtin(second)
    assert first is register_builtin(first)
    register_builtin(tool("builtin_test_hidden"), hidden=True)
    assert (first, second) == tuple(builtins())
    assert first is lookup_builtin("builtin_test_a")
    assert lookup_builtin("builtin_test_hidden") is None
    assert lookup_builtin("unknown") is None
    with pytest.raises(DuplicateToolError, match="`builtin_test_b` is registered twice") as told:
        register_builtin(tool("builtin_test_b"))
    places = [place.rpartition(":") for place in told.value.places]
    assert [__file__, __file__] == [file for file, _, _ in places]
    assert int(places[0][2]) < int(places[1][2])


# ---------------------------------------------------------------------------------------------------------------------- threads


def churn(seconds: float, threads_at_once: int = 8) -> tuple[int, list[str]]:
    """Threads that add, remove, suspend and export; the number of exports, and what was wrong in them."""
    registry = Registry(tool(f"mcp__{server}__{index}") for server in "ab" for index in range(6))
    wrong: list[str] = []
    exports = [0] * threads_at_once
    end = time.monotonic() + seconds

    def work(seed: int) -> None:
        chance = random.Random(seed)
        last = 0
        while time.monotonic() < end:
            name = f"mcp__{chance.choice('ab')}__{chance.randrange(6)}"
            match chance.randrange(6):
                case 0 | 1:
                    registry.add(tool(name, f"Text {chance.randrange(4)}."))
                case 2:
                    registry.remove(name)
                case 3:
                    registry.suspend_prefix(f"mcp__{chance.choice('ab')}", keep=True)
                case 4:
                    registry.resume_prefix(f"mcp__{chance.choice('ab')}")
                case _:
                    registry.set_visible(chance.choice([None, [f"mcp__a__{index}" for index in range(6)]]))
            before = registry.revision
            written, tools = registry.canonical(), registry.schemas()
            after = registry.revision
            exports[seed] += 1
            if before < last or after < before:
                wrong.append("the revision went back")
            last = after
            if before == after and written != canonical(Toolset(tools)):
                wrong.append("the canonical form is stale or torn")
            if list(tools) != sorted(tools, key=lambda one: one.name) or len({one.name for one in tools}) != len(tools):
                wrong.append("the list is torn")

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(threads_at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(exports), wrong


def test_threads_never_see_a_torn_list_or_a_stale_form() -> None:
    exports, wrong = churn(0.5)
    assert exports > 50
    assert [] == wrong


@pytest.mark.slow
def test_sixteen_threads_never_do_in_thirty_seconds() -> None:
    exports, wrong = churn(30, 16)
    assert exports > 1_000
    assert [] == wrong


def _plain(name: str = "count", **properties: Any) -> Tool:
    return Tool(name, "Count.", {"type": "object", "properties": properties, "required": ["n"]})


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"n": "5"}, "n: '5' is not of type 'integer'"),
        ({}, "arguments: 'n' is a required property"),
        ({"n": 1, "tags": ["a", 2]}, "tags[1]: 2 is not of type 'string'"),
        ({"n": 1, "kind": None}, ""),
        ({"n": None}, "n: None is not of type 'integer'"),
        ({"n": 1, "label": None}, ""),
    ],
)
def test_the_arguments_of_a_plain_tool_are_checked_against_its_schema(arguments: dict[str, Any], expected: str) -> None:
    tags = {"type": "array", "items": {"type": "string"}}
    label = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    registry = Registry()
    registry.add(_plain(n={"type": "integer"}, tags=tags, kind={"type": "string"}, label=label), dict)
    assert expected == registry.dispatch("count", arguments).message


def test_null_counts_as_left_out_only_where_the_schema_does_not_allow_it() -> None:
    registry = Registry()
    registry.add(_plain(n={"type": "integer"}, kind={"enum": ["a"]}, label={"type": ["string", "null"]}), dict)
    assert {"n": 2, "label": None} == registry.dispatch("count", {"n": 2, "kind": None, "label": None}).value


def test_what_was_added_is_out_of_the_callers_reach() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    registry = Registry()
    registry.add(Tool("t", "T.", schema), dict)
    before = registry.canonical()
    schema["properties"]["n"]["type"] = "string"
    schema["required"].clear()
    assert before == registry.canonical()
    assert {"n": {"type": "integer"}} == registry.schemas()[0].parameters["properties"]
    with pytest.raises(TypeError, match="belongs to a registry"):
        registry.schemas()[0].parameters["properties"]["n"]["type"] = "string"
    with pytest.raises(TypeError, match="belongs to a registry"):
        registry.schemas()[0].parameters["required"].append("m")
    copy = deepcopy(registry.schemas()[0].parameters)
    copy["required"].append("m")
    assert (["n"], ["n", "m"]) == (registry.schemas()[0].parameters["required"], copy["required"])


def test_an_async_function_is_awaited_by_adispatch_and_refused_by_dispatch() -> None:
    async def double(arguments: Mapping[str, Any]) -> int:
        return 2 * int(arguments["n"])

    registry = Registry()
    registry.add(_plain(n={"type": "integer"}), double)
    registry.add(_plain("same", n={"type": "integer"}), dict)
    registry.add(_plain("hidden", n={"type": "integer"}), lambda arguments: double(arguments))
    assert 8 == asyncio.run(registry.adispatch("count", {"n": 4})).value
    assert {"n": 4} == asyncio.run(registry.adispatch("same", {"n": 4})).value
    assert "INVALID_ARGS" == asyncio.run(registry.adispatch("count", {})).code
    refused = [registry.dispatch(name, {"n": 4}) for name in ("count", "hidden")]
    assert ["`count` is async; call it with `adispatch`", "`hidden` is async; call it with `adispatch`"] == [
        answer.message for answer in refused
    ]


def test_no_two_pairs_of_server_and_tool_share_a_name() -> None:
    pairs = [("a", "b__c"), ("a__b", "c"), ("a_", "_b"), ("a", "__b"), ("a__", "b"), ("a_", "b"), ("a", "_b")]
    names = [mcp_name(server, tool) for server, tool in pairs]
    assert len(pairs) == len(set(names))
    cut = mcp_name("a b", "c")
    assert cut != mcp_name(*(split_mcp_name(cut) or ("", "")))
