"""The front of a request: the tools as `export` spells them, then the messages, in one piece or in many."""

from __future__ import annotations

import json
from typing import Any

import pytest

from schemalint import Registry, Tool, Toolset, canonical, export, load, wire
from schemalint.canon import canonical_json
from schemalint.history import Declared, DeveloperMessage, Fold, Projection, project, read_log, translate
from schemalint.model import Json
from schemalint.targets import find, names, table

SCHEMA = {"type": "object", "properties": {"b": {"type": "number", "minimum": 1.0}, "a": {"type": "string"}}, "required": ["b"]}
TOOLS = Toolset((Tool("write", "Write é.", SCHEMA), Tool("read", "Read.", SCHEMA)))
MESSAGES: list[Json] = [{"role": "user", "content": "Grüße"}, {"role": "assistant", "content": [{"type": "text", "text": "1"}]}]
ENDPOINTS = [name for name in names() if table(find(name)).shapes != ("mcp",)]


def joined(*given: Any, **options: Any) -> bytes:
    return b"".join(wire.stream(*given, **options))


def test_tools_stand_before_messages_and_both_are_canonical() -> None:
    expected = (
        b'{"tools":[{"description":"Read.","input_schema":{"properties":{"a":{"type":"string"},"b":{"minimum":1,"type":"number"}},'
        b'"required":["b"],"type":"object"},"name":"read"},'
        b'{"cache_control":{"type":"ephemeral"},"description":"Write \xc3\xa9.","input_schema":{"properties":{"a":'
        b'{"type":"string"},"b":{"minimum":1,"type":"number"}},"required":["b"],"type":"object"},"name":"write"}],'
        b'"messages":[{"content":"Gr\xc3\xbc\xc3\x9fe","role":"user"},{"content":[{"text":"1","type":"text"}],"role":"assistant"}]}'
    )
    assert expected == joined(TOOLS, "anthropic", MESSAGES)


@pytest.mark.parametrize("target", ENDPOINTS)
def test_the_pieces_together_are_the_request_and_its_tools_are_the_export(target: str) -> None:
    data = joined(TOOLS, target, MESSAGES, cache=False)
    front = wire.request(TOOLS, target, MESSAGES, cache=False)
    assert json.loads(data) == front
    [tools, messages] = front
    exported = export(TOOLS, target)
    assert (exported.payload, MESSAGES) == (front[tools]["tools"] if tools == "toolConfig" else front[tools], front[messages])
    assert exported.canonical() in data
    assert data.endswith(f'"{messages}":'.encode() + canonical_json(MESSAGES) + b"}")


@pytest.mark.parametrize("target", ENDPOINTS)
def test_without_tools_there_is_no_list_of_tools(target: str) -> None:
    [(key, messages)] = wire.request(Toolset(()), target, MESSAGES).items()
    assert key in ("messages", "contents")
    assert MESSAGES == messages
    assert f'{{"{key}":[]}}'.encode() == joined(Toolset(()), target)


def test_there_is_a_piece_for_each_tool_and_each_message() -> None:
    pieces = list(wire.stream(TOOLS, "openai", MESSAGES))
    assert [b'{"tools":[', b'{"function', b',{"functio', b'],"messages":[', b'{"content"', b',{"content', b"]}"] == [
        piece if len(piece) < 15 else piece[:10] for piece in pieces
    ]


def test_the_responses_endpoint_calls_its_messages_input() -> None:
    front = wire.request(TOOLS, "openai", MESSAGES, shape="openai-responses")
    assert ["tools", "input"] == list(front)
    assert {"type": "function", "strict": False, "name": "read"}.items() <= front["tools"][0].items()


def test_the_cache_mark_stands_at_the_end_of_the_tools_where_a_provider_has_one() -> None:
    marked = wire.request(TOOLS, "anthropic")["tools"]
    assert [None, {"type": "ephemeral"}] == [tool.get("cache_control") for tool in marked]
    assert {"cachePoint": {"type": "default"}} == wire.request(TOOLS, "bedrock-converse")["toolConfig"]["tools"][-1]
    assert b"cache" not in joined(TOOLS, "openai") + joined(TOOLS, "gemini")


def test_a_cache_mark_that_the_author_set_stays_the_only_one() -> None:
    own = Tool("a", "A.", SCHEMA, extra={"cache_control": {"type": "ephemeral", "ttl": "1h"}})
    tools = wire.request(Toolset((own, *TOOLS.tools)), "anthropic")["tools"]
    assert [{"type": "ephemeral", "ttl": "1h"}, None, None] == [tool.get("cache_control") for tool in tools]


def test_tools_stand_by_name_unless_their_own_order_is_asked_for() -> None:
    assert ["read", "write"] == [tool["name"] for tool in wire.request(TOOLS, "anthropic")["tools"]]
    authored = wire.request(TOOLS, "anthropic", order="authored")["tools"]
    assert ["write", "read"] == [tool["name"] for tool in authored]
    assert ["b", "a"] == list(authored[0]["input_schema"]["properties"])


def test_a_registry_gives_the_bytes_of_its_set_and_what_is_hidden_is_not_sent() -> None:
    registry = Registry(TOOLS.tools)
    assert joined(TOOLS, "gemini", MESSAGES) == joined(registry, "gemini", MESSAGES) == joined(registry, "gemini", MESSAGES)
    registry.set_visible(["read"])
    assert ["read"] == [tool["name"] for tool in wire.request(registry, "anthropic")["tools"]]


def test_what_a_caller_does_to_a_request_touches_no_later_one() -> None:
    registry = Registry(TOOLS.tools)
    front = wire.request(registry, "anthropic", MESSAGES)
    front["tools"][0]["input_schema"].clear()
    front["messages"].clear()
    assert SCHEMA == wire.request(registry, "anthropic", MESSAGES)["tools"][0]["input_schema"]


LOG = """
{"seq":1,"type":"header","reason":"initial","tools":[{"name":"b","description":"B.","parameters":{"type":"object","properties":{}}}]}
{"seq":2,"type":"header","reason":"change","tools":[{"name":"a","description":"A.","parameters":{"type":"object","properties":{}}},{"name":"b","description":"B.","parameters":{"type":"object","properties":{}}}]}
{"seq":3,"type":"developer_message","id":"m1","header_seq":2,"blocks":[{"type":"tool_addition","name":"a"}]}
""".strip()


def projected() -> Projection:
    events = [event for _, event in read_log(LOG)]
    fold = Fold(events)
    messages = [{"role": "user", "content": "Hi"}, *(event for event in events if isinstance(event, DeveloperMessage))]
    return project(messages, fold.active, "in-history", fold.history)


def test_a_projection_keeps_its_order_marks_what_is_deferred_and_translates_its_messages() -> None:
    projection = projected()
    front = wire.request(projection, "anthropic")
    assert [("b", None, {"type": "ephemeral"}), ("a", True, None)] == [
        (tool["name"], tool.get("defer_loading"), tool.get("cache_control")) for tool in front["tools"]
    ]
    assert translate(projection).messages == front["messages"]
    plain = wire.request(projection, "anthropic", cache=False)["tools"]
    assert translate(projection).tools == plain


def test_the_messages_of_a_projection_can_be_given() -> None:
    front = wire.request(projected(), "anthropic", [{"role": "user", "content": "Other"}])
    assert [{"role": "user", "content": "Other"}] == front["messages"]


def test_what_a_provider_does_not_know_of_histories_is_an_error() -> None:
    with pytest.raises(ValueError, match="openai does not know deferred tools, and `a` is one"):
        wire.request(projected(), "openai", [])
    loaded = Projection([Declared(TOOLS.tools[0])], projected().messages)
    with pytest.raises(ValueError, match="gemini does not know developer messages; project the history with the mode `none`"):
        wire.request(loaded, "gemini")
    assert [tool["name"] for tool in wire.request(loaded, "gemini", [])["tools"][0]["functionDeclarations"]] == ["write"]


@pytest.mark.parametrize("target", ["mcp", "vscode"])
def test_a_target_that_takes_no_requests_is_an_error_before_the_first_piece(target: str) -> None:
    with pytest.raises(ValueError, match="accepts lists of tools but no requests"):
        wire.stream(TOOLS, target)


def test_the_tools_of_a_request_are_read_back_as_they_were() -> None:
    for target in ("openai", "anthropic", "gemini-json-schema", "bedrock-converse"):
        [again] = load(wire.request(TOOLS, target, cache=False))
        assert canonical(TOOLS) == canonical(again)
