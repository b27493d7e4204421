"""Rewriting in place: canonical inside the tools, not a byte moved outside, no comment lost, and refusals that say why."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searches import search

from schemalint.canon import canonical
from schemalint.model import Json, Origin, Tool, Toolset
from schemalint.sources import load
from schemalint.sources.editing import in_canonical_order
from schemalint.sources.source import Source
from schemalint.text import yaml_text
from schemalint.text.edit import EditRefused

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "canon"
SHARED = Path(__file__).resolve().parents[1].parent / "shared"
OWN = Path(__file__).with_name("corpus")
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared corpus is not here")


def source(text: str, name: str = "tools.json") -> Source:
    (read,) = load("-", stdin=BytesIO(text.encode()), stdin_filename=name)
    assert isinstance(read, Source), read
    return read


def alone(text: str) -> str:
    """The JSON text of one entry of a list, rewritten."""
    return in_canonical_order(source(f"[{text}]")).removeprefix("[").removesuffix("]")


def meant(read: Source, order: Any = "authored") -> list[bytes]:
    return [canonical(tool, property_order=order) for toolset in read.toolsets for tool in toolset.tools]


# ------------------------------------------------------------------------------------------------------------------ fixtures

PAIRS = sorted(path for path in FIXTURES.glob("*.*") if path.suffix != ".canonical" and ".rewritten" not in path.name)


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.name)
def test_a_file_is_rewritten_as_its_pair_says(path: Path) -> None:
    (read,) = load(str(path))
    assert isinstance(read, Source)
    expected = path.with_suffix(f".rewritten{path.suffix}").read_bytes().decode()
    assert expected == in_canonical_order(read)
    assert path.with_suffix(".canonical").read_bytes() == b"".join(canonical(tools) + b"\n" for tools in read.toolsets)


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.name)
def test_a_rewritten_file_is_left_alone_and_says_the_same(path: Path) -> None:
    (before,) = load(str(path))
    (after,) = load(str(path.with_suffix(f".rewritten{path.suffix}")))
    assert isinstance(before, Source)
    assert isinstance(after, Source)
    assert after.text == in_canonical_order(after)
    assert meant(before) == meant(after)


def test_there_are_pairs_of_every_kind_of_file() -> None:
    assert {".json", ".jsonl", ".yaml"} == {path.suffix for path in PAIRS}


# ---------------------------------------------------------------------------------------------------------------------- JSON


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param(
            '{"name":"t","description":"d","parameters":{"type":"object","properties":{}}}',
            '{"description":"d","name":"t","parameters":{"properties":{},"type":"object"}}',
            id="compact",
        ),
        pytest.param(
            '{ "name" : "t" , "description" : "d",\r\n\t"parameters" :{"type":"object"} }\r\n\r\n',
            '{ "description" : "d" , "name" : "t",\r\n\t"parameters" :{"type":"object"} }\r\n\r\n',
            id="gaps and line ends stay where they are",
        ),
        pytest.param(
            '{"name":"b","parameters":{}},1.0,{"name":"a","parameters":{},"description":""}',
            '{"name":"b","parameters":{}},1.0,{"description":"","name":"a","parameters":{}}',
            id="the order of the list and what is no tool stay",
        ),
        pytest.param(
            r'{"name":"t\u00e9","parameters":{"title":"\/ \ud83d\ude00","pattern":"\\d"},"description":"\u0041"}',
            r'{"description":"\u0041","name":"t\u00e9","parameters":{"pattern":"\\d","title":"\/ \ud83d\ude00"}}',
            id="strings keep their escapes",
        ),
        pytest.param(
            '{"name":"t","parameters":{"\\u0062":1,"a":[1.0,-0,1E3,0.10,12345678901234567890,true,null]}}',
            '{"name":"t","parameters":{"a":[1,0,1000,0.1,12345678901234567890,true,null],"\\u0062":1}}',
            id="numbers are spelled anew",
        ),
        pytest.param(
            '{"name":"t","parameters":{"required":[\n "b",\n "a",\n "b",\n "\\u0061"\n]}}',
            '{"name":"t","parameters":{"required":[\n "a",\n "b"\n]}}',
            id="sets are sorted and repeats dropped",
        ),
        pytest.param(
            '{"name":"t","parameters":{"properties":{"required":{"enum":["b","a"]},"a":{"default":{"z":1,"required":["b","a"]}}}}}',
            '{"name":"t","parameters":{"properties":{"required":{"enum":["b","a"]},"a":{"default":{"required":["b","a"],"z":1}}}}}',
            id="properties keep their order and data its lists",
        ),
        pytest.param(
            '{"name":"t","parameters":{"anyOf":[{"type":"object","required":["b","a"]}],"x-schemalint-ignore":["b","a"],"allOf":[]}}',
            '{"name":"t","parameters":{"allOf":[],"anyOf":[{"required":["a","b"],"type":"object"}],"x-schemalint-ignore":["b","a"]}}',
            id="our own keys stay in the file",
        ),
        pytest.param(
            '{"name":"t","inputSchema":{"$defs":{"b":{},"a":{"dependentRequired":{"x":["q","p"]}}}},"outputSchema":{"type":"object","required":["b","a"]}}',
            '{"inputSchema":{"$defs":{"a":{"dependentRequired":{"x":["p","q"]}},"b":{}}},"name":"t","outputSchema":{"required":["a","b"],"type":"object"}}',
            id="output schemas and definitions",
        ),
        pytest.param(
            '{"toolSpec":{"name":"t","inputSchema":{"json":{"type":"object","required":["b","a"]}},"description":"d"}}',
            '{"toolSpec":{"description":"d","inputSchema":{"json":{"required":["a","b"],"type":"object"}},"name":"t"}}',
            id="schemas inside wrappers",
        ),
        pytest.param(
            '{"name":"t","description":"d","inputs":{"b":{"type":"string","nullable":true},"a":{"type":"array","description":""}},"output_type":"string"}',
            '{"description":"d","inputs":{"b":{"nullable":true,"type":"string"},"a":{"description":"","type":"array"}},"name":"t","output_type":"string"}',
            id="a map of parameters without a schema around it",
        ),
        pytest.param(
            '{"\ufb33":1,"\U0001f600":1,"name":"t","parameters":{"type":"object"}}',
            '{"name":"t","parameters":{"type":"object"},"\U0001f600":1,"\ufb33":1}',
            id="keys go by UTF-16 code units",
        ),
        pytest.param('{"name":"t","parameters":{ }}', '{"name":"t","parameters":{ }}', id="empty objects"),
    ],
)
def test_json_is_rewritten_in_place(written: str, expected: str) -> None:
    assert expected == alone(written)
    assert expected == alone(expected)


def test_outside_the_tools_nothing_is_sorted_or_spelled_anew() -> None:
    written = '{"b":[1.0,2],"a":{"d":1,"c":2},"tools":[{"parameters":{"type":"object"},"name":"t"}]}'
    expected = '{"b":[1.0,2],"a":{"d":1,"c":2},"tools":[{"name":"t","parameters":{"type":"object"}}]}'
    assert expected == in_canonical_order(source(written))


def test_a_bare_schema_is_rewritten_as_the_schema_that_it_is() -> None:
    dialect = '"$schema": "https://json-schema.org/draft/2020-12/schema"'
    written = f'{{"type": "object", "properties": {{"b": {{}}, "a": {{}}}}, "required": ["b", "a"], {dialect}}}'
    expected = f'{{{dialect}, "properties": {{"b": {{}}, "a": {{}}}}, "required": ["a", "b"], "type": "object"}}'
    assert expected == in_canonical_order(source(written))


def test_properties_are_sorted_on_request() -> None:
    written = '{"name":"t","parameters":{"properties":{"b":{},"a":{}}}}'
    assert '{"name":"t","parameters":{"properties":{"a":{},"b":{}}}}' == in_canonical_order(source(written), "sorted")
    assert written == in_canonical_order(source(written))


def test_lines_are_rewritten_one_by_one_and_blank_and_broken_ones_stay() -> None:
    lines = [
        '{"parameters":{"type":"object"},"name":"b"}',
        "",
        '{"broken":',
        '  [{"parameters":{"type":"object"},"name":"a"}]  ',
    ]
    (read, *_) = load("-", stdin=BytesIO("\r\n".join(lines).encode()), stdin_filename="tools.jsonl")
    assert isinstance(read, Source)
    expected = [
        '{"name":"b","parameters":{"type":"object"}}',
        "",
        '{"broken":',
        '  [{"name":"a","parameters":{"type":"object"}}]  ',
    ]
    assert "\r\n".join(expected) == in_canonical_order(read)


def test_a_tool_with_a_fault_is_left_as_it_is_and_its_siblings_are_not() -> None:
    bad = '{"parameters":{"b":1,"b":2},"name":"bad"}'
    read = source(f'[{bad},{{"parameters":{{}},"name":"good"}}]')
    assert ["bad"] == [broken.tool for broken in read.broken]
    assert f'[{bad},{{"name":"good","parameters":{{}}}}]' == in_canonical_order(read)


def test_the_kind_of_text_is_known_without_a_suffix() -> None:
    assert ' [{"name":"t","parameters":{"maximum":1}}]' == in_canonical_order(
        source(' [{"parameters":{"maximum":1.0},"name":"t"}]', "<stdin>")
    )
    assert "- name: t\n  parameters: {maximum: 1.0}\n" == in_canonical_order(
        source("- parameters: {maximum: 1.0}\n  name: t\n", "<stdin>")
    )


LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4)
KEYS = st.sampled_from(
    ["type", "required", "properties", "items", "anyOf", "default", "$defs", "enum", "b", "a", "x-schemalint-z"]
)
VALUES = st.recursive(
    LEAVES | st.lists(st.sampled_from(["b", "a", "c"]), max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=25,
)
TOOLS = st.lists(
    st.fixed_dictionaries(
        {"parameters": st.dictionaries(KEYS, VALUES, max_size=6), "name": st.just("t"), "description": st.just("d")}
    ),
    min_size=1,
    max_size=3,
)


@search(80)
@given(
    tools=TOOLS,
    indent=st.none() | st.integers(0, 4),
    ascii_only=st.booleans(),
    tight=st.booleans(),
    order=st.sampled_from(["sorted", "authored"]),
)
def test_any_json_says_the_same_after_rewriting(
    tools: Json, indent: int | None, ascii_only: bool, tight: bool, order: Any
) -> None:
    separators = (",", ":") if tight else (", ", " : ")
    text = json.dumps({"z": [1.0], "tools": tools, "a": 1}, indent=indent, ensure_ascii=ascii_only, separators=separators)
    read = source(text)
    new = in_canonical_order(read, order)
    again = source(new)
    assert meant(read, order) == meant(again, order)
    assert new == in_canonical_order(again, order)
    assert text.count("\n") >= new.count("\n")
    if "\n" not in text:
        assert "\n" not in new


# ---------------------------------------------------------------------------------------------------------------------- YAML


def yaml_of(body: str) -> str:
    return in_canonical_order(source(f"- name: t\n  parameters:\n{re.sub('(?m)^(?=.)', '    ', body)}", "t.yaml"))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("type: object\nitems: {}\n", "items: {}\ntype: object\n", id="members change places"),
        pytest.param(
            "type: object # kind\n# on items\n\n# two\nitems: {} # last\n",
            "# on items\n\n    # two\nitems: {} # last\ntype: object # kind\n",
            id="comments go with their member",
        ),
        pytest.param(
            "type: object\n\n\nrequired: [a]\n\nproperties: {}\n",
            "properties: {}\n\n\nrequired: [a]\n\ntype: object\n",
            id="blank lines stay where they are",
        ),
        pytest.param(
            "type: object\nrequired:\n- b # one\n- a\n# three\n- c\n",
            "required:\n- a\n- b # one\n# three\n- c\ntype: object\n",
            id="sets in the column of their key",
        ),
        pytest.param("required:\n  - b\n  - a\n  - b\n  - 'a'\n", "required:\n  - a\n  - b\n", id="repeats are dropped"),
        pytest.param("required: [b,  'a' , b]\n", "required: ['a',  b]\n", id="flow sets"),
        pytest.param("{type: object, items: {b: 1, a: 2}}\n", "{items: {a: 2, b: 1}, type: object}\n", id="flow mappings"),
        pytest.param('{"b":1,"a":2}\n', '{"a":2,"b":1}\n', id="JSON in YAML"),
        pytest.param(
            "title: |\n  a\n\n  # b\ndescription: >-\n  c\n  d\n\nanyOf:\n  - type: string\n    enum: [b, a]\n",
            "anyOf:\n  - enum: [b, a]\n    type: string\ndescription: >-\n  c\n  d\n\ntitle: |\n  a\n\n  # b\n",
            id="block scalars move whole",
        ),
        pytest.param("minimum: 0x10\nmaximum: 1.50\n", "maximum: 1.50\nminimum: 0x10\n", id="scalars keep their spelling"),
        pytest.param(
            "type: 'object' \ndefault:\nconst: ~\n", "const: ~ \ndefault:\ntype: 'object'\n", id="values that are not written"
        ),
        pytest.param("\"type\" : object\n'items':   {}\n", "'items':   {}\n\"type\" : object\n", id="quoted keys"),
        pytest.param(
            'title: a\n  long\n  line\ndescription: "b\n\n  c"\n',
            'description: "b\n\n  c"\ntitle: a\n  long\n  line\n',
            id="texts over several lines",
        ),
        pytest.param(
            "type: object\nproperties:\n  # first\n  z: {}\n  # second\n  a: {}\n  # the end\n",
            "properties:\n  # first\n  z: {}\n  # second\n  a: {}\n  # the end\ntype: object\n",
            id="properties keep their order",
        ),
        pytest.param(
            "# up\ntype: object\nitems:\n  # in\n  type: string\n  enum: [a]\n    # deep\n",
            "items:\n  enum: [a]\n    # deep\n  # in\n  type: string\n# up\ntype: object\n",
            id="comments above a first member",
        ),
        pytest.param(
            "x-schemalint-ignore: [b, a]\ntype: object\n", "type: object\nx-schemalint-ignore: [b, a]\n", id="our own keys stay"
        ),
    ],
)
def test_yaml_is_rewritten_in_place(written: str, expected: str) -> None:
    expected = re.sub("(?m)^(?=.)", "    ", expected).replace("        # two", "    # two")
    assert f"- name: t\n  parameters:\n{expected}" == yaml_of(written)


def test_line_ends_stay_in_yaml() -> None:
    written = "parameters:\r\n  type: object # a\r\n\r\n  items: {}\r\nname: t"
    expected = "name: t\r\nparameters:\r\n  items: {}\r\n\r\n  type: object # a"
    assert expected == in_canonical_order(source(written, "t.yaml"))


def test_what_is_said_of_a_whole_file_stays_at_its_head() -> None:
    written = "# A licence.\nname: t\n# of the text\ndescription: d\nparameters: {}\n"
    assert "# A licence.\n# of the text\ndescription: d\nname: t\nparameters: {}\n" == in_canonical_order(
        source(written, "t.yaml")
    )


def test_every_document_of_a_yaml_file_is_rewritten() -> None:
    written = "%YAML 1.2\n---\nparameters: {type: object}\nname: a\n...\n---\nnote: [b, a]\n---\n- parameters: {}\n  name: b\n"
    expected = "%YAML 1.2\n---\nname: a\nparameters: {type: object}\n...\n---\nnote: [b, a]\n---\n- name: b\n  parameters: {}\n"
    (read, *_) = load("-", stdin=BytesIO(written.encode()), stdin_filename="t.yaml")
    assert isinstance(read, Source)
    assert expected == in_canonical_order(read)


def emitted(value: Json, chance: random.Random, level: int, path: str) -> Iterator[str]:
    """A value as lines of YAML, many of them with comments that name the member which they belong to."""
    pad = "  " * level
    for i, (key, member) in enumerate(value.items() if isinstance(value, dict) else enumerate(value)):
        here = f"{path}/{key}"
        head = f"{json.dumps(key)}:" if isinstance(value, dict) else "-"
        if chance.random() < 0.2 and (i or level > 1):
            yield f"{pad}# above {here}"
        if chance.random() < 0.1 and i:
            yield ""
        if member and isinstance(member, (dict, list)) and chance.random() < 0.8:
            yield pad + head
            yield from emitted(member, chance, level + 1, here)
        else:
            yield f"{pad}{head} {json.dumps(member)}" + (f" # beside {here}" if chance.random() < 0.3 else "")


def attempt(read: Source, order: Any) -> tuple[str, str]:
    """The new text and an empty refusal, or an empty text and why."""
    try:
        return in_canonical_order(read, order), ""
    except EditRefused as refused:
        return "", str(refused)


@search(40)
@given(tools=TOOLS, seed=st.integers(0, 2**32), order=st.sampled_from(["sorted", "authored"]))
def test_any_yaml_says_the_same_after_rewriting_and_keeps_comments_at_their_members(tools: Json, seed: int, order: Any) -> None:
    text = "\n".join(emitted(tools, random.Random(seed), 0, "")) + "\n"
    outcomes = list(load("-", stdin=BytesIO(text.encode("utf-8", "replace")), stdin_filename="t.yaml"))
    if len(outcomes) != 1 or not isinstance(outcomes[0], Source) or outcomes[0].broken:
        return
    read = outcomes[0]
    new, refusal = attempt(read, order)
    if refusal:
        assert "repeated" in refusal
        return
    again = source(new, "t.yaml")
    assert meant(read, order) == meant(again, order)
    assert new == in_canonical_order(again, order)
    assert sorted(comment for _, comment in yaml_text.comments(text)) == sorted(
        comment for _, comment in yaml_text.comments(new)
    )
    for line in new.splitlines():
        beside = re.search(r'^ *("[^"]*"):.* # beside .*/([^/]*)$', line)
        if beside and "\\" not in beside[1] and "/" not in beside[1]:
            assert json.loads(beside[1]) == beside[2]


# ------------------------------------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("- &a\n  parameters: {}\n  name: t\n", "t.yaml", "anchors or aliases"),
        ("- name: t\n  parameters: &s {}\n", "t.yaml", "anchors or aliases"),
        ("TOOLS = [{'name': 't', 'parameters': {'type': 'object'}, 'description': 'd'}]\n", "t.py", "Python files"),
        (
            '{"tools": "[{\\"parameters\\":{\\"type\\":\\"object\\"},\\"name\\":\\"t\\",\\"description\\":\\"d\\"}]"}',
            "t.json",
            "`t` is written inside a string",
        ),
        ('[{"parameters": {}, /* no */ "name": "t"}]', "t.jsonc", "JSON with comments"),
        ("- name: t\n  parameters: {b: 1, # b\n    a: 2}\n", "t.yaml", "comments between the brackets at /0/parameters"),
        ("- name: t\n  parameters: {b: 1, ? a : 2}\n", "t.yaml", "comments between the brackets at /0/parameters"),
        ("- name: t\n  parameters:\n    ? b\n    : 1\n    ? a\n    : 2\n", "t.yaml", "cannot be moved"),
        ("- name: t\n  parameters: !!map {b: 1, a: 2}\n", "t.yaml", "the tag at /0/parameters cannot be moved"),
        (
            "- name: t\n  parameters:\n    required:\n    - a\n    - a # again\n",
            "t.yaml",
            "the repeated `a` at /0/parameters/required has a comment",
        ),
        ("- parameters:\n    a: |+\n      text\n\n  name: t\n", "t.yaml", "cannot be rewritten in place"),
        ("- parameters: {}\n  name: |\n    t", "t.yaml", "cannot be rewritten in place"),
    ],
)
def test_what_cannot_be_moved_without_a_loss_is_refused(text: str, name: str, reason: str) -> None:
    with pytest.raises(EditRefused, match=re.escape(reason)):
        in_canonical_order(source(text, name))


def test_what_has_no_text_is_refused() -> None:
    tool = Tool("t", places={(): ()}, origin=Origin("server"))
    with pytest.raises(EditRefused, match="no text to edit"):
        in_canonical_order(Source("stdio:server", "MCP", (Toolset((tool,)),)))


# Nothing that is known makes the rewriting go wrong; these make sure that it would be noticed.


def tampered(read: Source, monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    from schemalint.text.edit import reorder

    right = reorder.reordered

    def wrong(*given: Any) -> Any:
        start, end, text = right(*given)
        return start, end, change(text)

    monkeypatch.setattr(reorder, "reordered", wrong)


@pytest.mark.parametrize(
    ("suffix", "old", "new", "reason"),
    [
        ("json", '"d"', '"e"', "without changing its meaning"),
        ("json", '"d"', '"d', "could not be read again"),
        ("json", '"type"', '"type" ', "is not yet canonical"),
        ("yaml", " # kept", "", "a comment would be lost"),
        ("yaml", "type", "kind", "without changing its meaning"),
    ],
)
def test_a_rewriting_gone_wrong_is_noticed_before_anyone_writes_it(
    suffix: str, old: str, new: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '[{"name":"t","parameters":{"type":"object"},"description":"d"}]'
    if suffix == "yaml":
        text = "- parameters: {type: object}\n  name: t # kept\n"
    read = source(text, f"t.{suffix}")
    tampered(read, monkeypatch, lambda said: said.replace(old, new))
    with pytest.raises(EditRefused, match=reason):
        in_canonical_order(read)


def test_tools_that_share_a_text_are_refused() -> None:
    read = source('[{"parameters":{},"name":"t"}]')
    (toolset,) = read.toolsets
    twice = Source(
        read.path, read.shape, (Toolset(toolset.tools * 2),), documents=read.documents, text=read.text, kind=read.kind
    )
    with pytest.raises(EditRefused, match="two tools share one piece of text"):
        in_canonical_order(twice)


# ---------------------------------------------------------------------------------------------------------------- the corpus


def outside(read: Source, text: str, documents: Any) -> list[str]:
    """The text around the tools, in pieces."""
    extents = sorted(
        documents[tool.origin.document].extent(tool.places[()]) for toolset in read.toolsets for tool in toolset.tools
    )
    cuts = [0, *(offset for extent in extents for offset in extent), len(text)]
    return [text[start:end] for start, end in zip(cuts[::2], cuts[1::2], strict=True)]


@pytest.mark.parametrize(
    ("folder", "least"),
    [
        (OWN / "mcp", 6),
        (OWN / "shapes", 9),
        pytest.param(SHARED / "corpus/mcp", 20, marks=needs_shared),
        pytest.param(SHARED / "samples/frameworks", 20, marks=needs_shared),
    ],
)
def test_real_files_are_rewritten_and_nothing_around_the_tools_moves(folder: Path, least: int) -> None:
    count = 0
    for read in load(str(folder)):
        if not isinstance(read, Source) or read.path.endswith((".py", "fleet.yml", "encoded.jsonl")):
            continue  # Python is not edited, nor are aliases and lists inside strings
        new = in_canonical_order(read)
        again = source(new, read.path)
        assert meant(read) == meant(again), read.path
        assert outside(read, read.text, read.documents) == outside(again, new, again.documents), read.path
        assert new == in_canonical_order(again), read.path
        assert [tool.name for tools in read.toolsets for tool in tools.tools] == [
            tool.name for tools in again.toolsets for tool in tools.tools
        ]
        count += 1
    assert count >= least
