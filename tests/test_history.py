"""Tools that change while a conversation runs: the sixteen scenarios in three modes, the fold, the wire form, the command."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from schemalint import history as api
from schemalint.cli.main import main
from schemalint.history import (
    BETA,
    Block,
    Declared,
    DeveloperMessage,
    Event,
    Fold,
    Header,
    History,
    LogError,
    Mode,
    Projection,
    UnsupportedContent,
    declared_of,
    project,
    read_log,
    steps,
    translate,
)
from schemalint.model import Json

MODES: tuple[Mode, ...] = ("in-history", "addition-only", "none")


def tool(name: str, text: str = "Reads.", *, deferred: bool = False) -> Declared:
    parameters: Json = {"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": ["b", "a"]}
    return Declared(declared_of({"name": name, "description": text, "parameters": parameters}).tool, deferred)


def header(seq: int, *tools: Declared | str, reason: Any = "change", starts_series: bool = False) -> Header:
    return Header(seq, reason, starts_series, tuple(one if isinstance(one, Declared) else tool(one) for one in tools))


def told(seq: int, *blocks: str, ref: int | None = None) -> DeveloperMessage:
    """`+b` adds, `-b` removes, anything else is text."""
    kinds = {"+": "tool_addition", "-": "tool_removal"}
    return DeveloperMessage(
        seq,
        f"m{seq}",
        ref,
        tuple(Block(kinds[one[0]], one[1:]) if one[:1] in kinds else Block("text", one) for one in blocks),  # type: ignore[arg-type]
    )


def at_end(events: Sequence[Event], mode: Mode, *, without: Sequence[str] = ()) -> Projection:
    fold = Fold(events)
    messages = [one for one in events if isinstance(one, DeveloperMessage) and one.id not in without]
    return project(messages, fold.active, mode, fold.history)


def shown(projection: Projection) -> tuple[str, str]:
    """Tools with `*` for deferred, and what each message says."""
    signs = {"tool_addition": "+", "tool_removal": "-", "text": ""}
    tools = " ".join(one.name + "*" * one.deferred for one in projection.tools)
    messages = " ".join(",".join(signs[block.type] + block.value for block in one.blocks) for one in projection.messages)
    return tools, messages


ADD_B = (header(1, "a", reason="initial"), header(2, "a", "b"), told(3, "+b", ref=2))
REMOVE_B = (*ADD_B, header(4, "a"), told(5, "-b"))
AGAIN = (*REMOVE_B, header(6, "a", "b"), told(7, "+b", ref=6))
RESTORED = (
    header(1, "a", "b", reason="initial"),
    header(2, "a"),
    told(3, "-b"),
    header(4, "a", "b"),
    told(5, "+b", ref=4),
)
CHANGED = (*REMOVE_B, header(6, "a", tool("b", "Writes.")), told(7, "+b", ref=6))
DEFERRED = (
    header(1, "a", tool("b", deferred=True), reason="initial"),
    told(2, "+b", ref=1),
    told(3, "+b", ref=1),
    header(4, "a"),
    told(5, "-b"),
    header(6, "a", "b"),
    told(7, "+b", ref=6),
)
EXCHANGED = (header(1, "a", reason="initial"), header(2, "b"), told(3, "+b", "-a", ref=2))
NEW_SERIES = (*ADD_B, header(4, "a", "b", reason="series"))


@pytest.mark.parametrize(
    ("scenario", "events", "expected"),
    [
        ("2: b is added to a", ADD_B, [("a b*", "+b"), ("a b*", "+b"), ("a b", "")]),
        ("3: b is added and removed", REMOVE_B, [("a b*", "+b -b"), ("a", ""), ("a", "")]),
        ("4: a of the baseline goes and b comes", EXCHANGED, [("a b*", "+b,-a"), ("b*", "+b"), ("b", "")]),
        ("5: b of the baseline goes and comes back as it was", RESTORED, [("a b", "-b +b"), ("a b", ""), ("a b", "")]),
        ("6: b is added, removed and added again", AGAIN, [("a b*", "+b -b +b"), ("a b*", "+b"), ("a b", "")]),
        ("7: b comes back changed", CHANGED, [("a b", ""), ("a b", ""), ("a b", "")]),
        ("8: a series starts by its reason", NEW_SERIES, [("a b", ""), ("a b", ""), ("a b", "")]),
        ("9: a tool of the baseline is deferred", DEFERRED, [("a b*", "+b -b +b"), ("a b*", "+b"), ("a b", "")]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_scenario(scenario: str, events: Sequence[Event], expected: Sequence[tuple[str, str]]) -> None:
    assert list(expected) == [shown(at_end(events, mode)) for mode in MODES]


@pytest.mark.parametrize("mode", MODES)
def test_scenario_1_nothing_changed_gives_the_same_objects(mode: Mode) -> None:
    fold = Fold([header(1, "a", reason="initial")])
    messages = [{"role": "user", "content": "hello"}]
    projection = project(messages, fold.active, mode, fold.history)
    assert projection.messages is messages
    assert projection.tools is fold.active
    assert fold.history is fold.history


def test_scenario_7_the_changed_definition_is_what_is_declared() -> None:
    assert ["Reads.", "Writes."] == [one.tool.description for one in at_end(CHANGED, "in-history").tools]
    assert 6 == (Fold(CHANGED).history or History(0, ())).start


def test_scenario_7_differs_a_key_that_moved_is_no_change_where_the_original_restarts() -> None:
    moved = declared_of(
        json.loads(
            '{"parameters":{"required":["a","b"],"properties":{"b":{},"a":{"type":"string"}},"type":"object"},"description":"Reads.","name":"b"}'
        )
    )
    events = (*REMOVE_B, header(6, "a", moved), told(7, "+b", ref=6))
    assert ("a b*", "+b -b +b") == shown(at_end(events, "in-history"))


def test_scenario_8_the_flag_starts_a_series_as_the_reason_does() -> None:
    events = (*ADD_B, header(4, "a", "b", starts_series=True))
    assert ("a b", "") == shown(at_end(events, "in-history"))


@pytest.mark.parametrize("mode", MODES)
def test_scenario_10_a_conversation_that_lost_an_update_gets_the_current_tools(mode: Mode) -> None:
    assert ("a b", "") == shown(at_end(AGAIN, mode, without=["m5"]))


@pytest.mark.parametrize("mode", MODES)
def test_scenario_11_without_a_history_the_current_tools_are_offered(mode: Mode) -> None:
    fold = Fold(ADD_B)
    assert ("a b", "") == shown(project([ADD_B[2]], fold.active, mode, None))
    assert Fold().history is None


def test_scenario_12_text_beside_a_removal_stays_and_the_message_is_copied() -> None:
    message = told(3, "Use a.", "-b")
    events = (header(1, "a", "b", reason="initial"), header(2, "a"), message)
    assert [("a b", "Use a.,-b"), ("a", "Use a."), ("a", "")] == [shown(at_end(events, mode)) for mode in MODES]
    assert message is at_end(events, "in-history").messages[0]
    assert 2 == len(message.blocks)


@pytest.mark.parametrize("mode", ["in-history", "addition-only"])
def test_scenario_13_a_header_whose_message_is_not_there_yet_falls_back_for_that_time(mode: Mode) -> None:
    assert ("a b", "") == shown(at_end(ADD_B[:2], mode))
    assert ("a b*", "+b") == shown(at_end(ADD_B, mode))


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("adds `z`, which header 1 does not define", told(2, "+z", ref=1)),
        ("names header 9, but there is none before it", told(2, "+a", ref=9)),
        ("adds `a` but names no header that defines it", told(2, "+a")),
    ],
)
def test_scenario_14_an_addition_that_no_header_defines_is_an_error(reason: str, message: DeveloperMessage) -> None:
    fold = Fold([header(1, "a", reason="initial")])
    with pytest.raises(LogError, match=reason):
        fold.read(message)
    assert ("a", "") == shown(project([], fold.active, "in-history", fold.history))


def test_a_message_before_every_header_is_an_error() -> None:
    with pytest.raises(LogError, match="before the first header"):
        Fold([told(1, "Hello.")])


@pytest.mark.parametrize("mode", MODES)
def test_scenario_15_a_message_of_an_older_series_is_dropped(mode: Mode) -> None:
    events = (*ADD_B, header(4, "a", "b", "c", reason="series"), header(5, "a", "b", "c", "d"), told(6, "+d", ref=5))
    assert ("+d" if mode != "none" else "") == shown(at_end(events, mode))[1]


def test_scenario_16_a_restored_session_has_an_equal_history_and_touches_not_the_original() -> None:
    fold = Fold(ADD_B)
    restored = fold.copy()
    before = fold.history
    assert before is not None
    again = Fold(ADD_B).history
    assert again is not None
    assert before.key == again.key
    for event in REMOVE_B[3:]:
        restored.read(event)
    assert fold.history is before
    assert ["a"] == [one.name for one in restored.active]
    assert restored.history is not None
    assert 2 == len(restored.history.updates)


def test_tools_are_removed_by_a_message_alone_when_the_header_says_so_too() -> None:
    assert ("a", "") == shown(at_end((*REMOVE_B,), "none"))
    assert ("a b", "-b") == shown(at_end((header(1, "a", "b", reason="initial"), header(2, "a"), told(3, "-b")), "in-history"))


def test_a_message_that_says_nothing_new_is_dropped_and_one_that_does_is_the_same_object() -> None:
    projection = at_end(AGAIN, "in-history")
    assert [AGAIN[2], AGAIN[4], AGAIN[6]] == list(projection.messages)
    assert all(one is other for one, other in zip(projection.messages, (AGAIN[2], AGAIN[4], AGAIN[6]), strict=True))


# ------------------------------------------------------------------------------------------------------------------- properties


def random_log(seed: int) -> list[Event]:
    """A log as a loop writes it: a header for each change, then its message; now and then a changed tool or a new series."""
    chance = random.Random(seed)
    active = dict.fromkeys(chance.sample("abcdef", chance.randrange(4)), "Reads.")
    events: list[Event] = [header(1, *(tool(name, text) for name, text in sorted(active.items())), reason="initial")]
    for _ in range(chance.randrange(8)):
        before = dict(active)
        if active and chance.random() < 0.4:
            del active[chance.choice(sorted(active))]
        if chance.random() < 0.7:
            active[chance.choice("abcdef")] = "Reads." if chance.random() < 0.9 else "Writes."
        seq = events[-1].seq + 1
        series = chance.random() < 0.1
        events.append(
            header(seq, *(tool(name, text) for name, text in sorted(active.items())), reason="series" if series else "change")
        )
        blocks = [f"+{name}" for name in active if name not in before] + [f"-{name}" for name in before if name not in active]
        if blocks:
            events.append(told(seq + 1, *blocks, ref=seq))
    return events


@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_two_thousand_random_logs_hold_what_the_modes_promise(first: int) -> None:
    for seed in range(first, first + 250):
        events = random_log(seed)
        fold = Fold()
        messages: list[DeveloperMessage] = []
        last: dict[str, tuple[int, list[bytes]]] = {}
        for count, event in enumerate(events, 1):
            fold.read(event)
            if isinstance(event, DeveloperMessage):
                messages.append(event)
            scratch = Fold(events[:count]).history
            assert scratch is not None
            assert fold.history is not None
            assert scratch.key == fold.history.key
            plain = project(messages, fold.active, "none", fold.history)
            assert [one.wire() for one in fold.active] == [one.wire() for one in plain.tools]
            assert [] == list(plain.messages)
            told_next = count < len(events) and isinstance(events[count], DeveloperMessage)
            if isinstance(event, Header) and told_next:
                continue  # between a header and its message the active tools stand in, which ends with the message
            whole = project(messages, fold.active, "in-history", fold.history)
            part = project(messages, fold.active, "addition-only", fold.history)
            active = {one.name for one in fold.active}
            assert {one.name for one in part.tools} == active
            assert active <= {one.name for one in whole.tools}
            for mode, projection in (("in-history", whole), ("addition-only", part)):
                written = [one.wire() for one in projection.tools]
                series, earlier = last.get(mode, (0, []))
                if series == fold.history.start:
                    # What was declared stays the front. Additions alone cannot say that a tool went, so there it is taken
                    # out and may come back in its old place; what stays keeps its order.
                    kept = [one for one in earlier if one in written]
                    assert kept == [one for one in written if one in earlier], (seed, mode)
                    assert mode == "addition-only" or earlier == written[: len(earlier)], seed
                last[mode] = (fold.history.start, written)
            offered = {one.name for one in whole.tools if not one.deferred}
            for message in whole.messages:
                for block in message.blocks:
                    assert (block.value in offered) == (block.type == "tool_removal")
                    offered ^= {block.value}
            assert offered == active, seed


# -------------------------------------------------------------------------------------------------------------------- wire form

USER = {"role": "user", "content": "hi"}
ASSISTANT = {"role": "assistant", "content": "hello"}


def projected(*messages: Any) -> Projection:
    return Projection((tool("a"), tool("b", deferred=True)), list(messages))


def test_a_change_becomes_a_system_message_behind_the_users_turn_and_sends_the_beta_header() -> None:
    result = translate(projected(USER, told(3, "+b", "", "Use b.", "-a"), ASSISTANT))
    assert ["user", "system", "assistant"] == [one["role"] for one in result.messages]
    assert [
        {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "b"}},
        {"type": "text", "text": "Use b."},
        {"type": "tool_removal", "tool": {"type": "tool_reference", "name": "a"}},
    ] == result.messages[1]["content"]
    assert {"anthropic-beta": BETA} == result.headers
    assert [["name", "description", "input_schema"], ["name", "description", "input_schema", "defer_loading"]] == [
        list(one) for one in result.tools
    ]


def test_without_a_change_there_is_no_beta_header() -> None:
    assert {} == translate(projected(USER, told(3, "Be brief."))).headers
    assert [USER] == translate(projected(USER, told(3, ""))).messages


def test_a_change_told_behind_the_assistant_waits_for_the_next_turn_of_the_user() -> None:
    result = translate(projected(USER, ASSISTANT, told(3, "+b"), {"role": "tool", "content": []}, ASSISTANT))
    assert ["user", "assistant", "tool", "system", "assistant"] == [one["role"] for one in result.messages]


@pytest.mark.parametrize(
    ("reason", "messages"),
    [
        ("no user turn before it", [told(3, "+b"), USER]),
        ("no user turn before it", [ASSISTANT, told(3, "+b")]),
        ("no user turn comes after it", [USER, ASSISTANT, told(3, "+b")]),
        ("of the role 'user'; only developer messages", [{"role": "user", "content": [{"type": "tool_removal"}]}]),
        ("of the role 'system'; only developer messages", [USER, {"role": "system", "content": [{"type": "tool_addition"}]}]),
    ],
)
def test_a_conversation_without_a_place_for_a_change_is_refused(reason: str, messages: list[Any]) -> None:
    with pytest.raises(UnsupportedContent, match=reason):
        translate(projected(*messages))


def test_a_tool_without_text_or_schema_is_declared_as_taking_nothing() -> None:
    bare = Projection((declared_of({"name": "x"}),), [])
    assert [{"name": "x", "input_schema": {"type": "object", "properties": {}}}] == translate(bare).tools


# -------------------------------------------------------------------------------------------------------------- log and command

LOG = """\
{"seq":1,"type":"header","reason":"initial","starts_series":false,"tools":[{"name":"a","description":"Reads.","parameters":{"type":"object"}}]}
{"seq":2,"type":"header","reason":"change","tools":[{"name":"a","parameters":{"type":"object"},"description":"Reads."},{"name":"b"}]}
{"seq":3,"type":"developer_message","id":"m1","header_seq":2,"blocks":[{"type":"tool_addition","name":"b"},{"type":"text",\
"text":"Use b."}]}
{"seq":4,"type":"header","reason":"change","tools":[{"name":"a","description":"Reads.","parameters":{"type":"object"}}]}
{"seq":5,"type":"developer_message","id":"m2","blocks":[{"type":"tool_removal","name":"b"}]}
"""
HEADER = '{"seq":1,"type":"header","reason":"initial"}\n'


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text(LOG, encoding="utf-8")
    return path


def test_the_command_prints_the_projection_in_canonical_form(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["history", str(log), "--mode", "in-history", "--at", "3", "--output-format", "json"])
    assert (
        '{"messages":[{"blocks":[{"name":"b","type":"tool_addition"},{"text":"Use b.","type":"text"}],"id":"m1"}],'
        '"mode":"in-history","series_start":1,'
        '"tools":[{"description":"Reads.","name":"a","parameters":{"type":"object"}},{"defer_loading":true,"name":"b"}]}\n'
    ) == capsys.readouterr().out


def test_the_command_prints_for_people_what_is_offered_and_told(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["history", str(log), "--mode", "in-history"])
    out = capsys.readouterr().out
    assert "series since seq 1\n\ntools:\n  a\n  b (deferred)\n" in out
    assert "  m1: adds b; says Use b.\n  m2: removes b\n" in out
    assert 0 == main(["history", str(log)])
    assert "series since seq 1\n\ntools:\n  a\n\nmessages:\n  none\n" == capsys.readouterr().out


@pytest.mark.parametrize(
    ("mode", "marks"),
    [
        ("in-history", "new kept kept"),
        ("addition-only", "new kept lost"),
        ("none", "new lost lost"),
    ],
)
def test_explain_says_for_each_update_whether_the_cached_front_survived(
    mode: Mode, marks: str, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["history", str(log), "--mode", mode, "--explain"])
    printed = [line.split()[2] for line in capsys.readouterr().out.splitlines()]
    assert marks.split() == printed
    assert 0 == main(["history", str(log), "--mode", mode, "--explain", "--output-format", "json"])
    explained = json.loads(capsys.readouterr().out)
    assert (1, 3) == (explained["version"], len(explained["steps"]))


@pytest.mark.parametrize(
    ("mode", "events", "kept", "why"),
    [
        ("in-history", CHANGED, False, "a new series starts: `b` was added to the loaded tools, before the messages"),
        (
            "in-history",
            (header(1, "a", reason="initial"), header(2, tool("a", "Writes."))),
            False,
            "a new series starts: the definition of `a` changed",
        ),
        ("none", (header(1, "b", reason="initial"), header(2, "a", "b")), False, "`a` is now before `b`"),
        ("none", (header(1, "a", "b", reason="initial"), header(2, "b")), False, "`a` is no longer loaded"),
        ("none", (header(1, "a", "b", reason="initial"), header(2, "a")), False, "`b` is no longer loaded"),
        ("none", (header(1, "a", reason="initial"), header(2, "a")), True, "nothing that is sent changed"),
    ],
)
def test_explain_names_what_moved_the_front(mode: Mode, events: Sequence[Event], kept: bool, why: str) -> None:
    lost = [step for step in steps(events, mode) if step.kept is not None]
    step = next((one for one in lost if one.why == why), None)
    assert step is not None, [one.why for one in lost]
    assert kept == step.kept


@pytest.mark.parametrize(
    ("line", "reason", "log_text"),
    [
        (1, "an event is an object", "[]"),
        (1, "`seq` must be a whole number", '{"seq":"1","type":"header"}'),
        (1, "`type` must be header or developer_message", '{"seq":1,"type":"note"}'),
        (1, "`reason` must be one of initial, change, series", '{"seq":1,"type":"header"}'),
        (1, "`starts_series` must be true or false", '{"seq":1,"type":"header","reason":"initial","starts_series":1}'),
        (1, "`tools` must be a list", '{"seq":1,"type":"header","reason":"initial","tools":{}}'),
        (1, "tool 0 must be an object with a string `name`", '{"seq":1,"type":"header","reason":"initial","tools":[{}]}'),
        (1, "is twice in one header", '{"seq":1,"type":"header","reason":"initial","tools":[{"name":"a"},{"name":"a"}]}'),
        (1, "duplicate", '{"seq":1,"seq":2,"type":"header","reason":"initial"}'),
        (
            2,
            "`seq` is 1 after 1, but must increase",
            HEADER + '{"seq":1,"type":"header","reason":"change"}',
        ),
        (2, "`id` must be a string", HEADER + '{"seq":2,"type":"developer_message"}'),
        (
            2,
            "`blocks` must be a list",
            HEADER + '{"seq":2,"type":"developer_message","id":"m"}',
        ),
        (
            2,
            "a block is an object whose `type`",
            HEADER + '{"seq":2,"type":"developer_message","id":"m","blocks":[1]}',
        ),
        (
            2,
            "`name` must be a string",
            HEADER + '{"seq":2,"type":"developer_message","id":"m","blocks":[{"type":"tool_removal"}]}',
        ),
        (
            2,
            "`header_seq` must be the `seq` of a header",
            HEADER + '{"seq":2,"type":"developer_message","id":"m","header_seq":"1","blocks":[]}',
        ),
        (
            3,
            "names header 2, but there is none",
            "\n"
            + HEADER
            + '{"seq":3,"type":"developer_message","id":"m","header_seq":2,"blocks":[{"type":"tool_addition","name":"a"}]}',
        ),
        (1, "expected a value", "nonsense"),
    ],
)
def test_a_line_that_is_no_event_is_an_error_with_its_line(
    line: int, reason: str, log_text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log_text, encoding="utf-8")
    assert 2 == main(["history", str(path)])
    err = capsys.readouterr().err
    assert f"log.jsonl:{line}: " in err
    assert reason in err


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("holds no header up to seq 0", ["--at", "0"]),
        ("--at: `x` is not a whole number", ["--at", "x"]),
        ("cannot", ["--max-file-size", "10"]),
    ],
)
def test_a_log_that_cannot_be_used_says_why(
    reason: str, words: list[str], log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main(["history", str(log), *words])
    err = capsys.readouterr().err
    assert reason in err or "larger" in err or "bytes" in err


def test_a_value_without_canonical_form_names_the_tool() -> None:
    with pytest.raises(LogError, match="the tool `a` has no canonical form"):
        declared_of({"name": "a", "description": "\ud800"})
    assert [1, 2, 3, 4, 5] == [event.seq for _, event in read_log(LOG)]
    assert api.project is project


def test_a_log_too_long_to_be_explained_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    first = {"type": "header", "seq": 0, "reason": "initial", "tools": [{"name": "read"}]}
    more = ({"type": "developer_message", "seq": n, "id": f"m{n}", "blocks": []} for n in range(1, 5001))
    log.write_text("\n".join(map(json.dumps, (first, *more))))
    assert 2 == main(["history", str(log), "--explain"])
    told = "has 5001 events, and --explain handles at most 5000; use --at SEQ to stop earlier\n"
    assert ("", f"error: {log}: {told}") == tuple(capsys.readouterr())
    assert 0 == main(["history", str(log), "--explain", "--at", "1"])
