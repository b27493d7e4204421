"""The lock: what it remembers of a tool, how it is written and read, what counts as drift, and that git can merge it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searches import search

from schemalint.canon import PropertyOrder, canonical, canonical_json, digest
from schemalint.locking import Drift, Lock, LockError, drift, growth, lock, lock_text, read_lock, toolsets
from schemalint.locking.file import is_lock, is_lock_file, parse
from schemalint.locking.labels import looks_secret, without_secrets
from schemalint.locking.listings import reordered
from schemalint.locking.state import parts, value_of
from schemalint.model import Origin, Tool, Toolset
from schemalint.reports.lines import marked
from schemalint.sources import Source, load
from schemalint.text.changed import changed_words

READ = Tool(
    "read_file",
    "Read a text file.",
    {
        "type": "object",
        "properties": {"path": {"type": "string", "description": "File to read."}, "limit": {"type": "integer"}},
        "required": ["path"],
    },
    origin=Origin("tools.json"),
)
SEND = Tool(
    "send", "Send it.", {"type": "object", "properties": {}}, {"readOnlyHint": False}, extra={"kind": 1, "_meta": {"v": 1}}
)


def of(*tools: Tool, order: PropertyOrder = "sorted") -> Lock:
    return lock([Toolset(tools)], property_order=order)


def fields(found: list[Drift]) -> list[tuple[str | None, str, str]]:
    return [(one.tool, one.field, one.kind) for one in found]


def differences(old: Tool, new: Tool, order: PropertyOrder = "sorted") -> list[tuple[str | None, str, str]]:
    return fields(list(drift(of(old, order=order), of(new, order=order))))


# --------------------------------------------------------------------------------------------------------- what is remembered


def test_each_part_has_a_digest_and_the_whole_has_two() -> None:
    [one] = of(SEND).sets[""].tools
    assert ["/annotations", "/description", "/extra/_meta", "/extra/kind", "/parameters"] == sorted(one.fields)
    assert digest(SEND) == one.meaning != one.wire
    [one] = of(READ).sets["tools.json"].tools
    assert ["/description", "/parameters", "/parameters/properties/limit", "/parameters/properties/path"] == sorted(one.fields)
    assert ("tools.json", one.meaning) == (one.source, one.wire)
    assert 30 < one.tokens < 60


def with_parameters(**changes: Any) -> Tool:
    return replace(READ, parameters={**READ.parameters, **changes})


def with_path(**changes: Any) -> Tool:
    properties = READ.parameters["properties"]
    return with_parameters(properties={**properties, "path": {**properties["path"], **changes}})


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (replace(READ, description="Read a text file"), [("/description", "changed")]),
        (replace(READ, description="Read  a text file."), [("/description", "changed")]),
        (replace(READ, description="Read a text file.\u200b"), [("/description", "changed")]),
        (replace(READ, description=None), [("/description", "removed")]),
        (replace(READ, title="Read"), [("/title", "added")]),
        (replace(READ, annotations={"readOnlyHint": True}), [("/annotations", "added")]),
        (replace(READ, output_schema={"type": "string"}), [("/output_schema", "added")]),
        (replace(READ, extra={"icons/x": []}), [("/extra/icons~1x", "added")]),
        (replace(READ, extra={"_meta": {}}), [("/extra/_meta", "added")]),
        (with_path(description="File to read!"), [("/parameters/properties/path", "changed")]),
        (with_path(enum=["b", "a"]), [("/parameters/properties/path", "changed")]),
        (with_parameters(required=[]), [("/parameters", "changed")]),
        (with_parameters(additionalProperties=False), [("/parameters", "changed")]),
        (with_parameters(properties={"limit": {"type": "integer"}}), [("/parameters/properties/path", "removed")]),
        (
            with_parameters(properties={**READ.parameters["properties"], "a/b~c": {}}),
            [("/parameters/properties/a~1b~0c", "added")],
        ),
        (
            replace(READ, parameters=True),
            [
                ("/parameters", "changed"),
                ("/parameters/properties/limit", "removed"),
                ("/parameters/properties/path", "removed"),
            ],
        ),
        (replace(READ, origin=Origin("other.json")), [("source", "changed")]),
    ],
)
def test_drift_names_the_field(new: Tool, expected: list[tuple[str, str]]) -> None:
    assert [("read_file", *one) for one in expected] == differences(READ, new)


@pytest.mark.parametrize(
    "same",
    [
        replace(READ, parameters=dict(reversed(READ.parameters.items()))),
        with_parameters(properties=dict(reversed(READ.parameters["properties"].items()))),
        with_parameters(required=["path", "path"]),
        with_parameters(**{"x-schemalint-ignore": ["x"]}),
        replace(READ, extra={"x-schemalint-ignore": ["x"]}),
        replace(READ, origin=Origin("tools.json", document=3, framework="other")),
    ],
)
def test_what_means_the_same_is_no_drift(same: Tool) -> None:
    assert [] == differences(READ, same)


def test_under_the_authors_order_the_order_of_parameters_is_drift() -> None:
    turned = with_parameters(properties=dict(reversed(READ.parameters["properties"].items())))
    assert [("read_file", "/parameters/properties", "changed")] == differences(READ, turned, "authored")


def test_under_the_authors_order_the_order_of_the_list_is_drift() -> None:
    assert [] == list(drift(of(READ, SEND), of(SEND, READ)))
    [one] = drift(of(READ, SEND, order="authored"), of(SEND, READ, order="authored"))
    assert ("order", None, "send") == (one.field, one.tool, one.detail)


def test_tools_that_come_and_go_are_named() -> None:
    assert [("send", "/", "added")] == fields(list(drift(of(READ), of(READ, SEND))))
    assert [("send", "/", "removed")] == fields(list(drift(of(READ, SEND), of(READ))))


def test_of_two_tools_with_one_name_the_changed_one_is_found() -> None:
    twin = replace(READ, description="The other one.")
    before = of(READ, twin)
    assert [] == list(drift(before, of(twin, READ)))
    changed = replace(twin, description="The other one, again.")
    for after in (of(READ, changed), of(changed, READ)):
        assert [("read_file", "/description", "changed")] == fields(list(drift(before, after)))
    assert [("read_file", "/", "removed")] == fields(list(drift(before, of(READ))))
    assert before == parse(lock_text(before))
    assert list(json.loads(lock_text(before))["sets"]["tools.json"]["tools"]) == ["read_file", "read_file (2)"]


def test_sets_are_matched_by_name_and_the_last_two_with_each_other() -> None:
    a, b = Toolset((READ,), "a"), Toolset((SEND,), "b")
    renamed = lock([a, replace(b, server="c")])
    assert [(None, "server", "changed")] == fields(list(drift(lock([a, b]), renamed)))
    assert ["b -> c"] == [one.detail for one in drift(lock([a, b]), renamed)]
    assert [("b", None, "/", "removed")] == [(d.set, d.tool, d.field, d.kind) for d in drift(lock([a, b]), lock([a]))]
    assert [("b", "send", "/", "added")] == [(d.set, d.tool, d.field, d.kind) for d in drift(lock([a]), lock([a, b]))]


def test_sets_are_named_after_server_file_or_folder() -> None:
    def at(*paths: str) -> Toolset:
        return Toolset(tuple(replace(SEND, name=f"t{n}", origin=Origin(path)) for n, path in enumerate(paths)))

    found = lock(
        [
            at("a.json"),
            at("a.json"),
            at("x/y/a.json", "x/y/b.json"),
            at("x/a/c.json", "x/b/c.json"),
            at("p.json", "q/r.json"),
            Toolset(()),
        ]
    )
    assert ["a.json", "a.json (2)", "x/y", "x", "."] == list(found.sets)


def test_another_property_order_is_one_drift() -> None:
    [one] = drift(of(READ), of(READ, order="authored"))
    assert ("property_order", "sorted -> authored") == (one.field, one.detail)


def test_the_sets_wire_digest_follows_every_byte_and_the_order() -> None:
    one = of(READ, SEND, order="authored").sets["."]
    assert one.wire == of(READ, SEND, order="authored").sets["."].wire
    assert one.wire != of(READ, replace(SEND, description="Send it!"), order="authored").sets["."].wire
    assert one.wire != of(READ, replace(SEND, extra={"kind": 1, "_meta": {"v": 2}}), order="authored").sets["."].wire


def test_the_old_value_is_given_only_where_it_is_the_one_that_was_locked() -> None:
    [one] = of(READ).sets["tools.json"].tools
    assert ("Read a text file.",) == value_of(READ, "/description", one.fields["/description"])
    assert None is value_of(replace(READ, description="x"), "/description", one.fields["/description"])
    assert None is value_of(READ, "/title", None)


# ------------------------------------------------------------------------------------------------------------- cost and order


def test_growth_is_measured_by_set_against_what_was_locked() -> None:
    old = of(READ)
    new = of(replace(READ, description="Read a text file. " * 10))
    [one] = growth(old, new, 10)
    assert one.before < one.after
    assert one.percent == 100 * (one.after - one.before) / one.before
    assert [] == list(growth(old, new, one.percent))
    assert [] == list(growth(new, old, 0))
    assert [] == list(growth(old, lock([Toolset((READ,)), Toolset((SEND,), "more")]), 0))


def test_a_set_that_cost_nothing_grew_without_bound() -> None:
    free = Lock({"": replace(of(SEND).sets[""], tools=())})
    [one] = growth(free, of(SEND), 1000)
    assert float("inf") == one.percent


def test_two_listings_are_compared_by_the_order_of_names() -> None:
    def listing(*names: str) -> Toolset:
        return Toolset(tuple(Tool(name) for name in names))

    assert None is reordered(listing("a", "b"), listing("a", "b"))
    assert reordered(listing("a", "b", "c"), listing("a", "c", "b")) == (
        "have different orders: tool 2 is `b` in one and `c` in the other"
    )
    assert "hold different tools: `c` is in only one of them" == reordered(listing("a", "b"), listing("a", "c", "b"))


# ------------------------------------------------------------------------------------------------------------------- the file


@pytest.mark.parametrize("order", ["sorted", "authored"])
@pytest.mark.parametrize("store", [False, True])
def test_what_is_written_is_read_again(order: PropertyOrder, store: bool) -> None:
    locked = lock(
        [Toolset((READ, SEND, Tool("bare")), "files"), Toolset((replace(READ, name="é\U0001f600\ue000"),))],
        property_order=order,
    )
    text = lock_text(locked, store_text=store)
    again = parse(text)
    assert locked == again
    assert text == lock_text(again, store_text=store)
    sets = toolsets(again)
    if not store:
        assert sets is None
        return
    assert sets is not None
    assert ["files", None] == [one.server for one in sets]
    wires = [canonical(tool, property_order=order) for one in sets for tool in one.tools]
    expected = [canonical(tool.tool, property_order=order) for one in locked.sets.values() for tool in one.tools if tool.tool]
    assert expected == wires


def test_the_file_is_canonical_with_a_line_for_each_field() -> None:
    text = lock_text(of(READ, SEND), store_text=True)
    value = json.loads(text)
    assert ("canonical-1", 1, "sorted") == (value["canonical"], value["lock"], value["property_order"])
    assert text.endswith("}\n")
    assert canonical_json(value).decode() == "".join(re_joined(text))
    tool = value["sets"]["."]["tools"]["read_file"]
    for at, one in tool["fields"].items():
        assert 1 == text.count(f'"{at}": "{one}"')
    assert '            "/parameters/properties/path": {"description":"File to read.","type":"string"}\n' in text
    assert ["read_file", "send"] == value["sets"]["."]["order"]


def re_joined(text: str) -> list[str]:
    """A text that is spread over lines as the compact one; no string in it has a line end or a blank behind a colon."""
    return [line.strip().replace('": ', '":', 1) for line in text.splitlines()]


def wrong(change: Callable[[dict[str, Any]], object]) -> str:
    value = json.loads(lock_text(lock([Toolset((READ,), "s")]), store_text=True))
    change(value)
    with pytest.raises(LockError) as caught:
        parse(json.dumps(value, indent=1))
    assert caught.value.line is not None
    return caught.value.reason


def tool_of(value: dict[str, Any]) -> dict[str, Any]:
    return value["sets"]["s"]["tools"]["read_file"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda v: v.update(lock=2), "/lock is 2, and this version of schemalint knows 1"),
        (lambda v: v.update(lock=True), "/lock is true, and this version of schemalint knows 1"),
        (lambda v: v.update(canonical="c-2"), '/canonical is "c-2", and this version of schemalint knows canonical-1'),
        (lambda v: v.update(property_order="any"), "/property_order is neither `sorted` nor `authored`"),
        (lambda v: v.update(more=1), "/more is not expected here"),
        (lambda v: v.pop("property_order"), "the file lacks `property_order`"),
        (lambda v: v.pop("sets"), "the file is not a lock file"),
        (lambda v: v.update(sets=[]), "/sets is not an object"),
        (lambda v: v["sets"]["s"].update(order="x"), "/sets/s/order is not a list"),
        (lambda v: v["sets"]["s"].update(order=[1]), "/sets/s/order/0 is not a string"),
        (lambda v: v["sets"]["s"].update(order=["x"]), "/sets/s/order does not list each tool exactly once"),
        (lambda v: v["sets"]["s"].update(server=1), "/sets/s/server is not a string"),
        (lambda v: tool_of(v).update(tokens=-1), "/sets/s/tools/read_file/tokens is not a number of tokens"),
        (lambda v: tool_of(v).update(tokens=True), "/sets/s/tools/read_file/tokens is not a number of tokens"),
        (lambda v: tool_of(v).update(meaning="sha256:00"), "/sets/s/tools/read_file/meaning is not a digest"),
        (lambda v: tool_of(v).update(name=1), "/sets/s/tools/read_file/name is not a string"),
        (lambda v: tool_of(v)["fields"].update({"/title": "x"}), "/sets/s/tools/read_file/fields/~1title is not a digest"),
        (
            lambda v: tool_of(v)["text"].update({"/description": "Read it."}),
            "/sets/s/tools/read_file/text does not match the digests beside it",
        ),
        (
            lambda v: tool_of(v)["text"].update({"/nonsense": 1}),
            "/sets/s/tools/read_file/text does not match the digests beside it",
        ),
        (
            lambda v: tool_of(v)["text"].update({"/a/b/c": 1}),
            "/sets/s/tools/read_file/text does not match the digests beside it",
        ),
        (
            lambda v: tool_of(v)["text"].pop("/parameters"),
            "/sets/s/tools/read_file/text does not match the digests beside it",
        ),
    ],
)  # fmt: skip
def test_a_file_that_is_no_sound_lock_is_refused(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    assert f"{reason}; run `schemalint lock` to write a new lock file" == wrong(change)


def test_many_tools_of_one_name_are_written_in_linear_time() -> None:
    tools = [Tool("same", f"Do {n}.") for n in range(5000)]
    begin = time.process_time()
    text = lock_text(of(*tools))
    assert time.process_time() - begin < 5
    [written] = json.loads(text)["sets"].values()
    assert {"same", "same (2)", "same (5000)"} <= written["tools"].keys()


def test_a_lock_is_written_as_every_json_printer_writes_it() -> None:
    text = lock_text(lock([Toolset((READ, SEND), "mail"), Toolset((Tool("bare"),))]))
    assert json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n" == text


def test_a_tool_may_cost_no_token_and_never_less() -> None:
    text = lock_text(of(Tool("bare")))
    [line] = [line for line in text.splitlines() if '"tokens"' in line]
    assert 0 == next(iter(parse(text.replace(line, line.rstrip("0123456789,") + "0,")).sets.values())).tools[0].tokens
    for wrong in ("-1", "true", "1.0"):
        with pytest.raises(LockError, match="is not a number of tokens"):
            parse(text.replace(line, line.rstrip("0123456789,") + f"{wrong},"))


def test_a_lock_file_is_known_by_its_name_or_by_how_a_json_file_begins(tmp_path: Path) -> None:
    (tmp_path / "folder.lock.json").mkdir()
    for name, text in (
        ("a.lock.json", "{}"),
        ("b.json", lock_text(of(READ))),
        ("c.json", '{"canonical": "canonical-1"}'),
        ("d.txt", lock_text(of(READ))),
    ):
        (tmp_path / name).write_text(text)
    found = sorted(path.name for path in (*tmp_path.iterdir(), tmp_path / "gone.lock.json") if is_lock_file(path))
    assert ["a.lock.json", "b.json"] == found


def test_conflict_markers_and_broken_text_are_told_with_their_line() -> None:
    text = lock_text(of(READ))
    lines = text.split("\n")
    merged = "\n".join([*lines[:5], "<<<<<<< HEAD", *lines[5:7], "=======", *lines[5:7], ">>>>>>> other", *lines[7:]])
    with pytest.raises(LockError, match=r"contains merge conflict markers; pick either side") as caught:
        parse(merged)
    assert 6 == caught.value.line
    with pytest.raises(LockError) as caught:
        parse(text[:-4])
    assert caught.value.line is not None
    with pytest.raises(LockError, match="duplicate key"):
        parse(text.replace('"lock": 1,', '"lock": 1, "lock": 1,'))


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(LockError, match="there is no such file"):
        read_lock(tmp_path / "none")
    with pytest.raises(LockError, match="is a directory"):
        read_lock(tmp_path)
    (tmp_path / "l").write_bytes(b"\xff\xfe")
    with pytest.raises(LockError, match="not UTF-8"):
        read_lock(tmp_path / "l")
    (tmp_path / "l").write_text(lock_text(of(READ)))
    assert of(READ) == read_lock(tmp_path / "l")


def test_a_lock_is_told_from_other_json() -> None:
    assert is_lock(json.loads(lock_text(of(READ))))
    assert not any(map(is_lock, ([], {}, {"tools": []}, None)))


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet=st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "type", "properties", "required", "é", "x/y~"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.lists(
        st.builds(
            Tool,
            st.sampled_from(["a", "b", "b (2)"]),
            values,
            values,
            values,
            values,
            extra=st.dictionaries(st.text("ab/~", max_size=3), values, max_size=2),
        ),
        max_size=4,
    )
)
@search(30)
def test_any_tools_are_locked_written_and_read(tools: list[Tool]) -> None:
    orders: tuple[PropertyOrder, ...] = ("sorted", "authored")
    for order in orders:
        locked = lock([Toolset(tuple(tools))], property_order=order)
        for store in (False, True):
            again = parse(lock_text(locked, store_text=store))
            assert locked == again
            assert [] == list(drift(again, locked))


# ------------------------------------------------------------------------------------------------------------- git and merges


def git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for role in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{role}_NAME": "T", f"GIT_{role}_EMAIL": "t@example.org"}
    return subprocess.run(["git", *words], cwd=folder, env=env, check=False, capture_output=True, text=True)


def named(*names: str) -> list[Tool]:
    return [replace(READ, name=name, description=f"Do {name} with it.") for name in names]


BASE = named("alpha", "beta", "gamma", "delta", "epsilon")
LONGER = replace(BASE[1], description="Do beta with it, and say so.")


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ([BASE[0], LONGER, *BASE[2:]], [*BASE[:3], replace(BASE[3], title="Delta"), BASE[4]]),
        ([replace(BASE[0], title="A"), *BASE[1:]], [BASE[0], LONGER, *BASE[2:]]),  # neighbours
        ([*BASE, *named("apex")], [*BASE, *named("zeta")]),
        ([*BASE[1:]], [BASE[0], *BASE[1:3], replace(BASE[3], annotations={"readOnlyHint": True}), BASE[4]]),
        ([*BASE[:2], *BASE[3:]], [BASE[0], LONGER, *BASE[2:], *named("alpha2")]),
    ],
)
@pytest.mark.parametrize("store", [False, True])
def test_git_merges_changes_of_different_tools(ours: list[Tool], theirs: list[Tool], store: bool, tmp_path: Path) -> None:
    path = tmp_path / "tools.lock.json"
    by_name = {tool.name: tool for tool in BASE}
    merged = {tool.name: tool for tool in ours}
    for tool in theirs:
        if by_name.get(tool.name) is not tool:
            merged[tool.name] = tool
    for name, tools in (("base", BASE), ("ours", ours), ("theirs", theirs)):
        (tmp_path / name).write_text(lock_text(of(*tools), store_text=store))
    result = git(tmp_path, "merge-file", "-p", "ours", "base", "theirs")
    assert (0, "") == (result.returncode, result.stderr)
    path.write_text(result.stdout)
    expected = of(*(merged[name] for name in merged if name in {tool.name for tool in theirs} or name not in by_name))
    assert [] == list(drift(read_lock(path), expected))
    assert lock_text(expected, store_text=store) == result.stdout


def test_changes_of_one_tool_on_both_sides_do_not_pass_for_merged(tmp_path: Path) -> None:
    for name, tool in (("base", READ), ("ours", replace(READ, title="A")), ("theirs", replace(READ, description="B"))):
        (tmp_path / name).write_text(lock_text(of(tool)))
    result = git(tmp_path, "merge-file", "-p", "ours", "base", "theirs")
    assert result.returncode > 0
    with pytest.raises(LockError, match="conflict markers"):
        parse(result.stdout)


# -------------------------------------------------------------------------------------------------------------------- secrets


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("stdio:npx -y @scope/server-files@2.1.0 /data/My Files", "stdio:npx -y @scope/server-files@2.1.0 /data/My Files"),
        ("stdio:uvx server --api-key abc --port 80", "stdio:uvx server --api-key *** --port 80"),
        ("stdio:uvx server --token=abc --level=high", "stdio:uvx server --token=*** --level=high"),
        ("stdio:env API=abc DEBUG=1 python -m server", "stdio:env API=*** DEBUG=*** python -m server"),
        ("stdio:docker run -e KEY=abc -i image", "stdio:docker run -e KEY=*** -i image"),
        ("stdio:curl -H 'Authorization: Bearer abc' x", "stdio:curl -H Authorization: *** x"),
        ("stdio:curl --header=X-Key:abc -u me:pw x", "stdio:curl --header=X-Key: *** -u *** x"),
        ("stdio:srv ghp_abcdefgh12345678", "stdio:srv ***"),
        ("stdio:srv sk-proj-abcdefgh12345678", "stdio:srv ***"),
        ("stdio:srv 0123456789abcdef01234567", "stdio:srv ***"),
        ("stdio:srv 6f9619ff-8b86-d011-b42d-00c04fc964ff", "stdio:srv ***"),
        ("stdio:srv Zm9vYmFyQmF6UXV4MTIz", "stdio:srv ***"),
        ("stdio:sh -c 'TOKEN=abc exec srv'", "stdio:sh -c TOKEN=***"),
        ("stdio:srv https://me:pw@host.example/x?key=abc", "stdio:srv https://host.example/x?key=***"),
        ("stdio:srv 'open", "stdio:srv ***"),
        ("stdio:srv --password -v", "stdio:srv --password -v"),
        ("https://me:pw@host.example:8/mcp?key=abc&b=1#frag", "https://host.example:8/mcp?key=***&b=***"),
        ("https://host.example/s/Zm9vYmFyQmF6UXV4MTIz/mcp", "https://host.example/s/***/mcp"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("tools.json", "tools.json"),
    ],
)  # fmt: skip
def test_secrets_of_a_source_are_not_written_down(source: str, expected: str) -> None:
    assert expected.replace("'", "") == without_secrets(source).replace("'", "")
    assert without_secrets(source) == without_secrets(without_secrets(source))


@pytest.mark.parametrize(
    "word",
    ["@modelcontextprotocol/server-filesystem", "mcp-server-git", "2026.10.19", "--allow-write", "toolsServerWithLongName"],
)
def test_names_of_packages_are_no_secrets(word: str) -> None:
    assert not looks_secret(word)


# --------------------------------------------------------------------------------------------------------------------- corpus


def shuffled(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        keys = list(value)
        chance.shuffle(keys)
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_the_corpus_is_locked_without_drift_also_after_shuffles(step: int, corpus: Path, tmp_path: Path) -> None:
    """Real sets; written, read and compared, also with their keys shuffled and another indentation."""
    chance = random.Random(6)
    before: list[Toolset] = []
    after: list[Toolset] = []
    for path in sorted((corpus / "mcp").glob("*.json"))[::step]:
        value = json.loads(path.read_text(encoding="utf-8"))
        (tmp_path / path.name).write_text(json.dumps(shuffled(value, chance), indent=3, ensure_ascii=chance.random() < 0.5))
        for sets, folder in ((before, path.parent), (after, tmp_path)):
            sets += [one for item in load(path.name, cwd=folder) if isinstance(item, Source) for one in item.toolsets]
    locked = parse(lock_text(lock(before)))
    assert len(before) > (80 if len(before) > 6 else 4) // step
    assert [] == list(drift(locked, lock(after)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bfcl_v4.jsonl", "docker_mcp_registry.json"])
def test_large_data_sets_are_locked_without_drift(name: str, shared: Path) -> None:
    """Ten thousand tools, many of one name, in thousands of sets."""
    [source] = load(name, cwd=shared / "corpus" / "functions", limit=64 * 2**20)
    assert isinstance(source, Source)
    assert [] == list(drift(parse(lock_text(lock(source.toolsets))), lock(source.toolsets)))


def test_any_one_character_change_of_a_description_is_caught(corpus: Path) -> None:
    chance = random.Random(7)
    for path in sorted((corpus / "mcp").glob("*.json"))[::5]:
        for item in load(path.name, cwd=path.parent):
            for one in item.toolsets if isinstance(item, Source) else ():
                index = chance.randrange(len(one.tools))
                tool = one.tools[index]
                at = chance.randrange(len(tool.text) + 1)
                cut = chance.choice(
                    [(tool.text[:at] + chance.choice("x .\u200b\n") + tool.text[at:]), tool.text[:at] + tool.text[at + 1 :]]
                )
                if cut == tool.text:
                    continue
                changed = replace(one, tools=(*one.tools[:index], replace(tool, description=cut), *one.tools[index + 1 :]))
                found = list(drift(lock([one]), lock([changed])))
                assert [(tool.name, "/description")] == [(d.tool, d.field) for d in found]
                shown = marked(changed_words(tool.text, cut))
                assert "[-" in shown or "{+" in shown


def test_parts_put_together_are_the_tool_again() -> None:
    from schemalint.locking.state import assembled

    for tool in (READ, SEND, Tool("bare")):
        found = {at: value for at, (value, _) in parts(tool).items()}
        assert canonical(tool) == canonical(assembled(tool.name, found, "x"))
