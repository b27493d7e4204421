"""Values spliced into text: what changes reads back as asked, what does not change keeps its bytes, the rest is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from searches import search

from schemalint.fixing import fix_sources
from schemalint.linting import rule as rules
from schemalint.linting.page import examples
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported, lint
from schemalint.model import REMOVE
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.sources.assemble import together
from schemalint.sources.editing import editable
from schemalint.sources.source import Place, Source
from schemalint.text import json_text, yaml_text
from schemalint.text.document import Document
from schemalint.text.edit import EditRefused
from schemalint.text.edit import edited as edited_values
from schemalint.text.edit.patch import patched
from schemalint.text.edit.quoting import is_plain

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
Edited = tuple[Pointer, Json]


def source(text: str, path: str = "tools.json") -> Source:
    """A source as far as the editor looks at one."""
    kind = {"jsonl": "lines", "yaml": "yaml", "py": "python"}.get(path.rpartition(".")[2], "json")
    parsed = yaml_text.parse(text) if kind == "yaml" else None
    if parsed is None:
        parsed = json_text.parse_lines(text) if kind == "lines" else [json_text.parse(text)]
    return Source(path, "list", (), (), [one for one in parsed if isinstance(one, Document)], text, kind=kind)


def spliced(read: Source, values: Mapping[int, Json]) -> str:
    return edited_values(editable(read), values)


def edited(text: str, *edits: Edited, path: str = "tools.json", document: int = 0) -> str:
    read = source(text, path)
    return spliced(read, {document: patched(read.documents[document].value, edits)})


def in_yaml(text: str, *edits: Edited) -> str:
    return edited(text, *edits, path="tools.yaml")


# ---------------------------------------------------------------------------------------------------------------------- JSON


@pytest.mark.parametrize(
    ("text", "edits", "expected"),
    [
        pytest.param('{"a": 1}', [(("a",), "x")], '{"a": "x"}', id="a scalar is replaced"),
        pytest.param('{ "a" :1 }\r\n', [(("a",), [1, 2])], '{ "a" :[1, 2] }\r\n', id="a list in the place of a scalar"),
        pytest.param('{"a":1,"b":2}', [(("c",), {"d": True})], '{"a":1,"b":2,"c":{"d":true}}', id="a compact member"),
        pytest.param('{"a": 1}', [(("b",), None)], '{"a": 1, "b": null}', id="a second member"),
        pytest.param('[{}, {"a": 1}]', [((0, "b"), 2)], '[{"b": 2}, {"a": 1}]', id="a member of an empty object"),
        pytest.param('{"a": 1, "b": 2, "c": 3}', [(("b",), REMOVE)], '{"a": 1, "c": 3}', id="a member goes with its comma"),
        pytest.param('{"a": 1,  "b": 2}', [(("a",), REMOVE)], '{"b": 2}', id="the first member goes"),
        pytest.param('{"a": 1,  "b": 2 }', [(("b",), REMOVE)], '{"a": 1 }', id="the last member goes"),
        pytest.param('{"a": [ 1 ]}', [(("a", 0), REMOVE)], '{"a": []}', id="the only element goes"),
        pytest.param(
            '{\n    "a": 1,\n    "b": {}\n}\n',
            [(("b", "c"), {"d": [1], "e": {}})],
            '{\n    "a": 1,\n    "b": {\n        "c": {\n            "d": [\n                1\n            ],\n'
            '            "e": {}\n        }\n    }\n}\n',
            id="lines are indented as the others are",
        ),
        pytest.param(
            '{\r\n\t"a": 1,\r\n\t"b": ["x", "y"]\r\n}',
            [(("c",), ["z", "w"])],
            '{\r\n\t"a": 1,\r\n\t"b": ["x", "y"],\r\n\t"c": ["z", "w"]\r\n}',
            id="short lists stay on one line, tabs and CRLF stay",
        ),
        pytest.param(
            '{\n  "a": 1,\n\n  "b": 2,\n\n  "c": 3\n}',
            [(("b",), REMOVE), (("d",), 4)],
            '{\n  "a": 1,\n\n  "c": 3,\n  "d": 4\n}',
            id="blank lines stay and are not made more",
        ),
        pytest.param('{"l": [1, 2, 4]}', [(("l",), [1, 2, 3, 4])], '{"l": [1, 2, 3, 4]}', id="an element is inserted"),
        pytest.param('{"l": [\n 2,\n 3]}', [(("l",), [1, 2, 3])], '{"l": [\n 1,\n 2,\n 3]}', id="an element is put in front"),
        pytest.param('{"l": ["a",\t"b", "a"]}', [(("l",), ["a", "b"])], '{"l": ["a",\t"b"]}', id="a repeat goes"),
        pytest.param(
            '{"a": 1, "requried" : ["x",  "y"], "z": 2}',
            [(("required",), ["x", "y"]), (("requried",), REMOVE)],
            '{"a": 1, "required" : ["x",  "y"], "z": 2}',
            id="a member with another key keeps its place and text",
        ),
        pytest.param(
            r'{"a": "\u00e9t\u00e9 \/ \ud83d\ude00  ", "b": "\u0041"}',
            [(("a",), "\u00e9t\u00e9 / \U0001f600")],
            r'{"a": "\u00e9t\u00e9 \/ \ud83d\ude00", "b": "\u0041"}',
            id="a shortened text keeps the spelling of what is left",
        ),
        pytest.param(
            r'{"a": "\u0041 to \/ b"}',
            [(("a",), "A from / \u00e9b")],
            r'{"a": "\u0041 from / éb"}',
            id="only the middle is written",
        ),
        pytest.param(
            r'{"a": "\u00e9", "b": 1}', [(("b",), "\u00fc")], r'{"a": "\u00e9", "b": "\u00fc"}', id="escapes as elsewhere"
        ),
        pytest.param('{"a": "é"}', [(("b",), "ü\u2028\x85")], '{"a": "é", "b": "ü\\u2028\\u0085"}', id="letters as elsewhere"),
        pytest.param("1", [((), {"a": [1]})], '{"a": [1]}', id="the whole document"),
        pytest.param('{"a": 1}', [(("a",), 1.0)], '{"a": 1.0}', id="a number of another type"),
        pytest.param('{\n"a": 1\n}', [(("b",), {"c": 1})], '{\n"a": 1,\n"b": {"c": 1}\n}', id="lines without indentation"),
    ],
)
def test_json_is_edited_in_place(text: str, edits: list[Edited], expected: str) -> None:
    assert expected == edited(text, *edits)


def test_one_line_of_many_is_edited() -> None:
    text = '{"a": 1}\r\n\r\n{"b":{"c":2}}\r\n'
    assert '{"a": 1}\r\n\r\n{"b":{"c":2,"d":[]}}\r\n' == edited(text, (("b", "d"), []), path="t.jsonl", document=1)


def test_a_text_that_says_what_it_shall_is_not_touched() -> None:
    assert '{"a" :1,\n"b": 2 }' == edited('{"a" :1,\n"b": 2 }', (("a",), 1), (("b",), 2))


# ---------------------------------------------------------------------------------------------------------------------- YAML


@pytest.mark.parametrize(
    ("text", "edits", "expected"),
    [
        pytest.param("a: 1 # one\nb: 2\n", [(("a",), "x")], "a: x # one\nb: 2\n", id="a scalar is replaced"),
        pytest.param("a: 1 # one\nb: 2 # two\n", [(("a",), REMOVE)], "b: 2 # two\n", id="a member goes with its line"),
        pytest.param("a: 1\n# about b\nb: 2\nc: 3", [(("b",), REMOVE)], "a: 1\n# about b\nc: 3", id="comments above stay"),
        pytest.param("a: 1\nb: 2 # two", [(("b",), REMOVE)], "a: 1", id="no line end at the end stays none"),
        pytest.param("- a: 1 # one\n  # about b\n  b: 2\n", [((0, "a"), REMOVE)], "- # about b\n  b: 2\n", id="behind a dash"),
        pytest.param(
            "a:\n    b: 1\n", [(("a", "c"), {"d": 2})], "a:\n    b: 1\n    c:\n        d: 2\n", id="indented as before"
        ),
        pytest.param("a:\n- x # ex\n", [(("a",), ["x", "z"])], "a:\n- x # ex\n- z\n", id="an element is appended"),
        pytest.param("a:\n- x\nb: 1\n", [(("b",), ["z"])], "a:\n- x\nb:\n- z\n", id="dashes stand where others do"),
        pytest.param("a: {b: 1}\n", [(("a", "c"), {"d": [1]})], "a: {b: 1, c: {d: [1]}}\n", id="between braces"),
        pytest.param("a: {b: 1, c: 2} # both\n", [(("a", "b"), REMOVE)], "a: {c: 2} # both\n", id="out of braces"),
        pytest.param("a: [x, y]\n", [(("a", 1), REMOVE)], "a: [x]\n", id="out of brackets"),
        pytest.param("a:\n  b: 1\n", [(("a", "b"), REMOVE)], "a: {}\n", id="the only member goes"),
        pytest.param(
            "a: {} # none\nb:\n  c: 1\n", [(("a", "d"), 1)], "a: # none\n  d: 1\nb:\n  c: 1\n", id="an empty mapping is filled"
        ),
        pytest.param(
            "a: |  # text\n  one\n  two\nb: 1\n",
            [(("a",), "one\nthree\n")],
            "a: | # text\n  one\n  three\nb: 1\n",
            id="a block stays",
        ),
        pytest.param(
            "a: |-\n    one\n    two\n", [(("a",), "one\n\n  two")], "a: |-\n    one\n\n      two\n", id="with its indentation"
        ),
        pytest.param("a: |\n  one\nb: 1\n", [(("a",), 5)], "a: 5\nb: 1\n", id="a block becomes a number"),
        pytest.param(
            "a: >-\n  one two\n  three\n\n  next\n",
            [(("a",), "one two three four\nnext")],
            "a: >-\n  one two\n  three\n  four\n\n  next\n",
            id="a folded text stays folded",
        ),
        pytest.param("a: x\n", [(("a",), "one\ntwo")], "a: |-\n  one\n  two\n", id="lines become a block"),
        pytest.param("a: 'x'\n", [(("a",), "it's")], "a: 'it''s'\n", id="single quotes stay"),
        pytest.param(
            'a: "\\u00e9\\x41 x "\n', [(("a",), "\u00e9A x")], 'a: "\\u00e9\\x41 x"\n', id="double quotes and escapes stay"
        ),
        pytest.param(
            "a: [x]\n",
            [(("a",), ["x", "no", "1:30", "a, b"])],
            'a: [x, "no", "1:30", "a, b"]\n',
            id="quoted where it has to be",
        ),
        pytest.param("a: ['x']\n", [(("a",), ["x", "y"])], "a: ['x', 'y']\n", id="quoted as the others are"),
        pytest.param('{"a": 1}\n', [(("b",), "x")], '{"a": 1, "b": x}\n', id="keys quoted as the others are"),
        pytest.param("a: 1\r\nb: 2\r\n", [(("c",), {"d": 1})], "a: 1\r\nb: 2\r\nc:\r\n  d: 1\r\n", id="CRLF stays"),
        pytest.param("a:\nb: 1\n", [(("a",), "x")], "a: x\nb: 1\n", id="a value that was not written"),
        pytest.param("a: 1.5\n", [(("a",), 1e30)], "a: 1.0e+30\n", id="a number that YAML 1.1 reads too"),
        pytest.param(
            "requried: [x] # r\nb: 1\n",
            [(("required",), ["x"]), (("requried",), REMOVE)],
            "required: [x] # r\nb: 1\n",
            id="renamed",
        ),
        pytest.param("# top\na: 1\n", [((), [1, {"b": 2}])], "# top\n- 1\n- b: 2\n", id="the whole document"),
        pytest.param(
            "a: >-\n  one two\nb: 1\n", [(("a",), " one")], 'a: " one"\nb: 1\n', id="a text that no block holds is quoted"
        ),
        pytest.param("a: >\n  x y\n", [(("a",), "x\n y\n")], 'a: "x\\n y\\n"\n', id="nor one that folds otherwise"),
        pytest.param(
            "a: >\n  one two\n", [(("a",), "six seven eight nine\n")], "a: >\n  six\n  seven\n  eight\n  nine\n", id="refolded"
        ),
        pytest.param("a: |\n  x\n", [(("a",), "x\n\ty\n")], "a: |\n  x\n  \ty\n", id="tabs in a block"),
        pytest.param("a: |\n  x\n", [(("a",), "x\x07\n")], 'a: "x\\u0007\\n"\n', id="a control character"),
        pytest.param("a:\n  b: 1\nc:\n  - 1\n", [(("a",), {"d": 2})], "a:\n  d: 2\nc:\n  - 1\n", id="no member is kept"),
        pytest.param("a: {b: 1, c: 2}\n", [(("a",), {"d": 3})], "a: {d: 3}\n", id="no member is kept between braces"),
        pytest.param("a:\n  b: 1 \n   \n  c: 2\n", [(("a", "b"), 3)], "a:\n  b: 3 \n   \n  c: 2\n", id="blanks behind a value"),
        pytest.param("a:\n- x # ex\n", [(("a", 0), ["y\nz"])], "a:\n- - |- # ex\n    y\n    z\n", id="a comment before lines"),
        pytest.param("a: |\n  x \n   \nb: 2\n", [(("a",), "x")], "a: |-\n  x\nb: 2\n", id="blanks in a block"),
        pytest.param(
            "a: |\n\n  x\nb: 1\n", [(("a",), "\ny\n")], "a: |\n\n  y\nb: 1\n", id="a block that begins with a blank line"
        ),
        pytest.param(
            "a: >-\n  one\n  two three\n",
            [(("a",), "one two three four")],
            "a: >-\n  one\n  two three\n  four\n",
            id="folded lines are kept, however short",
        ),
        pytest.param(
            "a: >-\n  one\n  two\n  three four five\n",
            [(("a",), "one two three four five six")],
            "a: >-\n  one\n  two\n  three four five\n  six\n",
            id="and all of them",
        ),
        pytest.param(
            "a:\n  b:\n    c: 1\n  d: 1\n",
            [(("a", "d"), {"e": 1})],
            "a:\n  b:\n    c: 1\n  d:\n    e: 1\n",
            id="a deep mapping",
        ),
        pytest.param("a:    1\nb: [{}]\n", [(("b", 0, "c"), 2)], "a:    1\nb: [{c: 2}]\n", id="a colon between braces"),
        pytest.param("a: {b : 1}\n", [(("a", "c"), 2)], "a: {b : 1, c : 2}\n", id="a colon as the others are"),
        pytest.param("a: {'b': 1}\n", [(("a", "c"), 2)], "a: {'b': 1, \"c\": 2}\n", id="a quoted key between braces"),
        pytest.param(
            "a: {requried: [x], b: 1}\n",
            [(("a", "required"), ["x"]), (("a", "requried"), REMOVE)],
            "a: {required: [x], b: 1}\n",
            id="renamed between braces",
        ),
        pytest.param("a: 1\n", [((), "x")], "x\n", id="a text for the whole document"),
        pytest.param("a: 1\n", [((), "x\ny")], "|-\n  x\n  y\n", id="lines for the whole document"),
        pytest.param("- - 1\n  - 2\n", [((0, 0), REMOVE), ((0, 1), 3)], "- - 3\n", id="lists in lists"),
    ],
)
def test_yaml_is_edited_in_place(text: str, edits: list[Edited], expected: str) -> None:
    assert expected == in_yaml(text, *edits)


def test_the_second_document_is_edited() -> None:
    assert "a: 1\n---\nb: 3 # x\n" == edited("a: 1\n---\nb: 2 # x\n", (("b",), 3), path="t.yaml", document=1)


def test_what_another_place_shares_in_yaml_is_refused() -> None:
    text = "base: &b\n  x: 1\nother: *b\nlast: &c {y: 1}\nalone: 1\n"
    for place in (("base", "x"), ("other", "x"), ("other",), ("last", "z")):
        with pytest.raises(EditRefused, match=r"anchor|alias"):
            in_yaml(text, (place, 2))
    assert text.replace("alone: 1", "alone: 2") == in_yaml(text, (("alone",), 2))


@pytest.mark.parametrize(
    ("text", "edits", "reason"),
    [
        ("a: !!str x\n", [(("a",), "y")], "a tag"),
        ("a: [x, # ex\n  y]\n", [(("a", 0), REMOVE)], "comments between the brackets"),
        ("a: # one\n  # two\n  - 1\n", [(("a",), 5)], "comments around the value"),
        ("a: [b: 1]\n", [(("a", 0, "c"), 2)], "no braces of its own"),
        ("? a\n: 1\n", [(("b",), 2)], "written in a way that is not edited"),
        ("a: |+\n  x\n\nb: 1\n", [(("b",), REMOVE)], "a change elsewhere"),
        ("a: &x 1\nb: *x\n", [(("a",), REMOVE)], "a change elsewhere|without faults|alias"),
    ],
)
def test_what_would_lose_something_in_yaml_is_refused(text: str, edits: list[Edited], reason: str) -> None:
    with pytest.raises(EditRefused, match=reason):
        in_yaml(text, *edits)


def test_what_has_no_text_of_this_kind_is_refused() -> None:
    with pytest.raises(EditRefused, match="Python files are edited by hand"):
        spliced(source('{"a": 1}', "tools.py"), {0: {}})
    with pytest.raises(EditRefused, match="no text to edit"):
        spliced(source("", "tools.json"), {0: {}})
    relaxed = json_text.parse('{"a": 1, // one\n}', comments=True)
    assert isinstance(relaxed, Document)
    with pytest.raises(EditRefused, match="JSON with comments"):
        spliced(Source("tools.jsonc", "list", (), (), [relaxed], '{"a": 1, // one\n}', kind="jsonc"), {0: {"a": 2}})


AMBIGUOUS = (
    "yes", "No", "ON", "off", "y", "N", "true", "NULL", "~", "", "1", "-1", "0x1F", "0o17", "017", "1_000", "1:30", "1e3",
    ".5", "1.", "-.inf", ".NaN", "2001-01-01", "2001-12-14 21:59:43.10 -5", "<<", "=", "- a", "? a", "a: b", "a #b", "a:",
    "#a", "&a", "*a", "!a", "%a", "@a", "`a", "|", ">", "'a'", '"a"', "[a]", "{a}", " a", "a ", "a\nb", "a\tb", "\u200b",
    "\u2028", "...", "---", ",", ".inf", "+.inf", "null", "false", "off", "n",
)  # fmt: skip


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_a_text_that_some_yaml_reader_takes_for_something_else_is_quoted(text: str) -> None:
    assert not is_plain(text, flow=False)
    yaml = pytest.importorskip("yaml")  # a reader of YAML 1.1, there because pre-commit needs it
    for written in (in_yaml("a: 1\n", (("a",), text)), in_yaml("a: [1]\n", (("a", 0), text))):
        assert yaml.safe_load(written)["a"] in (text, [text])


@pytest.mark.parametrize(
    "text", ["a", "read_file", "Output format: json", "a-b", "x:y", "http://a/b", "été", "3 files", "it's", "a, b"]
)
def test_a_text_that_every_yaml_reader_takes_for_a_text_stays_plain(text: str) -> None:
    assert is_plain(text, flow=False) is (": " not in text)


# ------------------------------------------------------------------------------------------------- texts in whatever style


class Author:
    """Writes values as YAML in a style of its own, the same for the same seed, with numbered comments."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.said = 0
        self.unit = self.random.choice([2, 2, 4])
        self.dash = self.random.choice([0, 2])
        self.flow_share = self.random.choice([0.0, 0.2, 0.6])
        self.quote = self.random.choice(["", "", '"', "'"])

    def text(self, value: Json) -> str:
        lines = [*self.above(0), *self.block(value, 0, top=True)]
        text = "\n".join(lines) + self.random.choice(["\n", "\n", "\n", ""])
        return text.replace("\n", self.random.choice(["\n", "\n", "\r\n"]))

    def above(self, column: int) -> list[str]:
        if self.random.random() > 0.15:
            return []
        self.said += 1
        return [*self.random.choice([[], [""]]), " " * column + f"# above {self.said}"]

    def behind(self) -> str:
        if self.random.random() > 0.2:
            return ""
        self.said += 1
        return f"  # behind: {self.said}"

    def block(self, value: Json, column: int, *, top: bool = False) -> list[str]:
        pad = " " * column
        if not isinstance(value, (dict, list)) or not value or (not top and self.random.random() < self.flow_share):
            return [pad + self.flow(value) + self.behind()]
        lines: list[str] = []
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            if lines:
                lines += self.above(column)
            head = f"{self.flow(key)}:" if isinstance(value, dict) else "-"
            inner = column + (2 if isinstance(value, list) else self.dash if isinstance(member, list) else self.unit)
            if isinstance(member, str) and self.is_block(member):
                lines.append(f"{pad}{head} {'|' if member.endswith(chr(10)) else '|-'}{self.behind()}")
                lines += [" " * (column + 2) + line if line else "" for line in member.removesuffix("\n").split("\n")]
            elif isinstance(member, (dict, list)) and member and self.random.random() >= self.flow_share:
                below = self.block(member, inner, top=True)
                if isinstance(value, list):
                    lines += [f"{pad}- {below[0].lstrip(' ')}", *below[1:]]
                else:
                    lines += [f"{pad}{head}{self.behind()}", *self.above(inner), *below]
            else:
                lines.append(f"{pad}{head} {self.flow(member)}{self.behind()}")
        return lines

    def is_block(self, text: str) -> bool:
        lines = text.removesuffix("\n").split("\n")
        fits = len(lines) > 1 and lines[0] and lines[-1] and lines[0][0] != " " and all(map(str.isprintable, lines))
        return bool(fits) and self.random.random() < 0.8

    def flow(self, value: Json) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{self.flow(key)}: {self.flow(member)}" for key, member in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.flow, value)) + "]"
        if isinstance(value, str) and not self.quote and is_plain(value, flow=True):
            return value
        if isinstance(value, str) and self.quote == "'" and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
        return json.dumps(value)


JSON_STYLES: tuple[tuple[int | str | None, tuple[str, str] | None, bool, str], ...] = (
    (None, None, True, "\n"),
    (2, None, False, "\n"),
    (4, None, True, "\r\n"),
    ("\t", None, False, "\n"),
    (None, (",", ":"), False, "\n"),
)

KEYS = st.sampled_from(["type", "enum", "a b", "y", "no", "required", "items", "description", "0", "é"])
TEXTS = st.one_of(
    st.sampled_from(
        [
            *AMBIGUOUS,
            "string",
            "line\nline two",
            "line\n\n  deep\nend\n",
            "[x]",
            "a\\b/c",
            "x\r\ny",
            "\U0001f600 t",
            "a\n\n",
            "\na",
            " l\nx",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12),
)
SCALARS = st.one_of(TEXTS, st.integers(-5, 100), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none())
VALUES = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)), max_leaves=12
)
DOCUMENTS = st.lists(st.dictionaries(KEYS, VALUES, min_size=1, max_size=5), min_size=1, max_size=3)


def places(value: Json, at: Pointer = ()) -> Iterator[Pointer]:
    yield at
    for step in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[step], (*at, step))


def changed(value: Json, random: Random, new: Json, key: str) -> Json:
    """A value with something replaced, removed, added or inserted somewhere."""
    at = random.choice([place for place in places(value) if place])
    there = value_at(value, at)
    chance = random.random()
    if chance < 0.5:
        return patched(value, [(at, new if chance < 0.3 else REMOVE)])
    if isinstance(there, dict):
        return patched(value, [((*at, key), new)])
    if isinstance(there, list):
        where = random.randint(0, len(there))
        return patched(value, [(at, [*there[:where], new, *there[where:]])])
    return patched(value, [(at, new)])


def is_filled_list(value: Json) -> bool:
    return isinstance(value, list) and any(isinstance(element, (dict, list)) for element in value)


def untouched(old: Json, new: Json, at: Pointer = ()) -> Iterator[Pointer]:
    """Places with the same value in both, as far as it is beyond doubt which place became which."""
    if written_alike(old, new):
        yield at
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() & new.keys():
            yield from untouched(old[key], new[key], (*at, key))
    elif is_filled_list(old) and isinstance(new, list) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from untouched(before, after, (*at, index))


def is_still_there(old: Json, new: Json) -> bool:
    """Whether no place of a value went away, so that no comment may."""
    if not isinstance(old, (dict, list)) or not old:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return all(key in new and is_still_there(member, new[key]) for key, member in old.items())
    if len(old) != len(new) or (
        not is_filled_list(old) and sum(not written_alike(*pair) for pair in zip(old, new, strict=True)) > 1
    ):
        return False
    return all(map(is_still_there, old, new))


def comments(text: str) -> Counter[str]:
    return Counter(comment for _, comment in yaml_text.comments(text))


def assert_only_what_changed_was_touched(before: Source, text: str, old: Json, new: Json) -> None:
    after = source(text, before.path)
    for at in untouched(old, new):
        (start, end), (first, last) = before.documents[0].extent(at) or (0, 0), after.documents[0].extent(at) or (0, 0)
        assert before.text[start:end] == text[first:last], at
    assert ("\r\n" in before.text) <= ("\n" not in text.replace("\r\n", ""))


@search(120)
@given(DOCUMENTS, st.integers(0, 10**6), VALUES, KEYS, st.integers(1, 3), st.sampled_from(JSON_STYLES))
def test_any_edit_of_any_json_text_reads_back_and_leaves_the_rest_alone(
    old: Json, seed: int, value: Json, key: str, times: int, style: tuple[int | str | None, tuple[str, str] | None, bool, str]
) -> None:
    indent, separators, ascii_only, line_end = style
    text = json.dumps(old, indent=indent, separators=separators, ensure_ascii=ascii_only).replace("\n", line_end)
    new, random = old, Random(seed)
    for _ in range(times):
        new = changed(new, random, value, key) if new else new
    before = source(text)
    assert_only_what_changed_was_touched(before, spliced(before, {0: new}), old, new)


@search(120)
@given(DOCUMENTS, st.integers(0, 10**6), VALUES, KEYS, st.integers(1, 3))
def test_any_edit_of_any_yaml_text_reads_back_and_leaves_the_rest_alone(
    old: Json, seed: int, value: Json, key: str, times: int
) -> None:
    new, random = old, Random(seed)
    for _ in range(times):
        new = changed(new, random, value, key) if new else new
    before = source(Author(seed).text(old), "t.yaml")
    assert written_alike(before.documents[0].value, old)
    try:
        text = spliced(before, {0: new})
    except EditRefused as refused:
        assert "there are comments around" in str(refused)  # noqa: PT017 - the only reason there may be, and only at times
        event("refused")
        return
    assert_only_what_changed_was_touched(before, text, old, new)
    assert not comments(text) - comments(before.text)
    if is_still_there(old, new):
        assert comments(text) == comments(before.text)


# ------------------------------------------------------------------------------------------- twins of fixtures and of pages


def pages() -> Iterator[tuple[str, Rule, Json, Json]]:
    """The examples on the pages of rules that are fixed there: name, rule, what stands there before and after."""
    for rule in rules.load(rules.builtin()).values():
        for example in examples(rule.page):
            if example.after is not None and example.language == "yaml":
                before, after = (source(text, "t.yaml").documents[0].value for text in (example.before, example.after))
                yield f"{rule.id} line {example.line}", rule.configured(options=example.options), before, after


PAGES = list(pages())


def checked(chosen: list[Rule], read: list[Source]) -> list[Reported]:
    return [
        replace(reported, place=Place(reported.tool, reported.at, one))
        for toolset in together(read)
        for reported in lint(toolset, chosen)
        for one in read
        if reported.tool is not None and reported.tool.origin.source == one.path
    ]


def named(text: str, path: str) -> Source:
    from io import BytesIO

    from schemalint.sources import load

    (read,) = load("-", stdin=BytesIO(text.encode()), stdin_filename=path)
    assert isinstance(read, Source), read
    return read


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "rule", "before", "after"), PAGES, ids=[page[0] for page in PAGES])
def test_a_page_s_fix_holds_in_every_style(name: str, rule: Rule, before: Json, after: Json, seed: int) -> None:
    read = named(Author(seed * 7 + len(name)).text(before), "t.yaml")
    done = fix_sources([read], lambda read: checked([rule], list(read)), unsafe=True)
    if done.refused:
        assert {"there are comments"} == {" ".join(one.reason.split()[:3]) for one in done.refused}
        return
    text = done.sources[0].text
    assert written_alike(source(text, "t.yaml").documents[0].value, after)
    assert_only_what_changed_was_touched(read, text, before, after)
    assert not comments(text) - comments(read.text)
    if is_still_there(before, after):
        assert comments(text) == comments(read.text)


DEFINITIONS = sorted(path for folder in ("good", "bad", "demo", "canon") for path in (FIXTURES / folder).glob("*.json"))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("path", DEFINITIONS, ids=lambda path: path.name)
def test_a_fixture_is_fixed_alike_as_json_and_in_every_style_of_yaml(path: Path, seed: int) -> None:
    chosen = list(rules.load(rules.builtin()).values())
    value = json.loads(path.read_text(encoding="utf-8"))
    author = Author(seed)
    ours = [named(json.dumps(value), "t.json"), named(author.text(value), "t.yaml")]
    done = [fix_sources([one], lambda read: checked(chosen, list(read)), unsafe=True) for one in ours]
    first, second = (one.sources[0] for one in done)
    assert [] == [one.reason for one in done[0].refused if "string" not in one.reason and "form of a tool" not in one.reason]
    if not any("comments" in one.reason for one in done[1].refused):
        assert done[0].count == done[1].count
        assert written_alike(first.documents[0].value, second.documents[0].value)
    if is_still_there(value, second.documents[0].value):
        assert comments(second.text) == comments(ours[1].text)


# -------------------------------------------------------------------------------------------------------------- real tools


def instances(schema: Json, random: Random, depth: int = 0) -> Json:
    """Something that a schema may or may not accept: mostly of its types, with its enums and names, and now and then not."""
    if not isinstance(schema, dict) or random.random() < 0.15:
        return random.choice([None, True, 0, 7, 2.5, "", "text", [], ["a"], {}, {"a": 1}])
    for keyword in ("anyOf", "oneOf", "allOf"):
        if isinstance(schema.get(keyword), list) and schema[keyword] and random.random() < 0.7:
            return instances(random.choice(schema[keyword]), random, depth)
    if isinstance(schema.get("enum"), list) and schema["enum"] and random.random() < 0.7:
        return random.choice(schema["enum"])
    declared = schema.get("type")
    kind: Json = random.choice(declared) if isinstance(declared, list) and declared else declared
    if kind == "object" or "properties" in schema:
        members = schema.get("properties")
        names = [*(members if isinstance(members, dict) else {}), "other"]
        required: list[Json] = schema["required"] if isinstance(schema.get("required"), list) else []
        wanted = [name for name in names if random.random() < (0.9 if name in required else 0.3 if depth < 6 else 0)]
        return {name: instances(members.get(name) if isinstance(members, dict) else None, random, depth + 1) for name in wanted}
    if kind == "array":
        return [instances(schema.get("items"), random, depth + 1) for _ in range(random.randint(0, 2 if depth < 6 else 0))]
    numbers = [schema.get(key) for key in ("minimum", "maximum", "minLength", "maxLength") if key in schema]
    number = next((one for one in numbers if isinstance(one, int)), 3)
    choices: dict[str, Json] = {"string": "x" * min(number, 50), "integer": number, "number": number + 0.5, "boolean": False}
    return choices.get(str(kind), random.choice(list(choices.values())))


REAL = pytest.mark.parametrize("unsafe", [False, True])


@pytest.mark.slow
@REAL
def test_real_tools_keep_all_that_is_not_fixed_and_get_no_new_errors(unsafe: bool, corpus: Path) -> None:
    from schemalint.sources import load

    chosen = list(rules.load(rules.builtin()).values())
    wanted = [corpus / "mcp", *(corpus / "shapes").glob("*"), *(corpus / "functions").glob("*.json*")]
    count = compared = tools = 0
    for path in wanted:
        for read in load(str(path)):
            if not isinstance(read, Source) or read.path.endswith((".py", "encoded.jsonl")):
                continue  # Python and lists inside strings are not edited
            done = fix_sources([read], lambda read: checked(chosen, list(read)), unsafe=unsafe)
            (after,) = done.sources
            assert [one.reason for one in done.refused] == []
            assert [] == [one.message for one in checked(chosen, [after]) if one.fix is not None and (unsafe or one.fix.safe)]
            count += done.count
            tools += sum(len(toolset.tools) for toolset in read.toolsets)
            assert len(read.documents) == len(after.documents)
            for before, now in zip(read.documents, after.documents, strict=True):
                for at in untouched(before.value, now.value):
                    (start, end), (first, last) = before.extent(at) or (0, 0), now.extent(at) or (0, 0)
                    assert read.text[start:end] == after.text[first:last], (read.path, at)
            errors: list[Counter[str]] = [
                Counter(
                    reported.tool.name
                    for toolset in one.toolsets
                    for reported in lint(toolset, chosen)
                    if reported.severity == "error" and reported.tool is not None
                )
                for one in (read, after)
            ]
            assert not errors[1] - errors[0]
            if not unsafe:
                compared += same_instances_are_accepted(read, after)
    assert count > tools / (3 if unsafe else 30)
    assert compared > (-1 if unsafe else tools / 60)


def same_instances_are_accepted(read: Source, after: Source) -> int:
    """Asserts it for each changed tool whose schema is one; how many these are."""
    import jsonschema

    random = Random(0)
    pairs = [
        (old, new)
        for before, now in zip(read.toolsets, after.toolsets, strict=True)
        for old, new in zip(before.tools, now.tools, strict=True)
        if isinstance(old.parameters, dict) and not written_alike(old.parameters, new.parameters)
    ]
    pairs = [pair for pair in pairs if all(is_valid_schema(tool.parameters) for tool in pair)]
    for old, new in pairs:
        validators = [jsonschema.Draft202012Validator(tool.parameters) for tool in (old, new)]
        for _ in range(60):
            arguments = instances(old.parameters, random)
            assert validators[0].is_valid(arguments) == validators[1].is_valid(arguments), (read.path, old.name, arguments)
    return len(pairs)


def is_valid_schema(schema: Json) -> bool:
    import jsonschema

    return bool(jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA).is_valid(schema))


def test_there_are_more_than_forty_twins() -> None:
    assert len(PAGES) + len(DEFINITIONS) > 20
    assert (len(PAGES) + len(DEFINITIONS)) * 3 > 100
