"""The one way in: what an argument holds, what is broken in it and where, and which tools form a set."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from schemalint.model import Tool
from schemalint.schema.pointer import value_at
from schemalint.sources import Broken, Outcome, PassedOver, Source, load, together

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
TOOL = '{"name": "get_note", "description": "Read.", "input_schema": {"type": "object"}}'
OTHER = TOOL.replace("get_note", "list_notes")


def outcomes(argument: str, cwd: Path, **options: Any) -> list[Outcome]:
    return list(load(argument, cwd=cwd, **options))


def source(argument: str, cwd: Path, **options: Any) -> Source:
    (one,) = outcomes(argument, cwd, **options)
    assert isinstance(one, Source), one
    return one


def broken(argument: str, cwd: Path, **options: Any) -> Broken:
    (one,) = outcomes(argument, cwd, **options)
    assert isinstance(one, Broken), one
    return one


def names(*sources: Source) -> list[list[str]]:
    return [[tool.name for tool in toolset.tools] for one in sources for toolset in one.toolsets]


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


# --------------------------------------------------------------------------------------------------------------- good fixtures

BOTH = ["get_note", "search_notes"]
GOOD: list[tuple[str, str, list[list[str]]]] = [
    ("anthropic.yaml", "list: anthropic", [BOTH]),
    ("bedrock.json", "tools list: bedrock", [BOTH]),
    ("dataset.jsonl", "JSONL, record: function", [[*BOTH, "get_note"]]),
    ("encoded.jsonl", "JSONL, list in a string: function", [["search_notes", "get_note"]]),
    ("gemini.json", "tools list: gemini", [BOTH]),
    ("mcp_answer.json", "tools list: mcp", [BOTH]),
    ("mcp_capture.json", "tools list: mcp", [BOTH]),
    ("name_map.yml", "name map: function", [BOTH]),
    ("openai_chat_request.json", "tools list: openai-chat", [BOTH]),
    ("openai_responses.json", "list: openai-responses", [BOTH]),
    ("python_tools.py", "list: openai-chat", [["get_note", "delete_note"]]),
    ("registry.json", "grouped list: mcp", [["get_note"], ["search_notes"]]),
    ("single_anthropic.json", "one tool: anthropic", [["get_note"]]),
]


@pytest.mark.parametrize(("name", "shape", "expected"), GOOD, ids=[row[0] for row in GOOD])
def test_a_good_file_is_read_whole(name: str, shape: str, expected: list[list[str]]) -> None:
    one = source(name, FIXTURES / "good")
    assert (name, shape, expected, ()) == (one.path, one.shape, names(one), one.broken)
    assert name == one.toolsets[0].tools[0].origin.source


@pytest.mark.parametrize("name", [row[0] for row in GOOD])
def test_every_place_of_a_good_file_is_in_its_text(name: str) -> None:
    one = source(name, FIXTURES / "good")
    for toolset in one.toolsets:
        for tool in toolset.tools:
            for at in tool.places:
                span = one.documents[tool.origin.document].locate(tool.document(at))
                assert span is not None, (tool.name, at)
                assert one.text.splitlines()[span.line - 1][span.column - 1 :]


def test_a_capture_says_its_server_and_a_data_set_that_its_tools_are_independent() -> None:
    assert "notes" == source("mcp_capture.json", FIXTURES / "good").toolsets[0].server
    assert ["notes", "archive"] == [one.server for one in source("registry.json", FIXTURES / "good").toolsets]
    assert [True, False] == [
        source(name, FIXTURES / "good").toolsets[0].independent for name in ("dataset.jsonl", "encoded.jsonl")
    ]


def test_what_was_passed_over_on_purpose_is_noted() -> None:
    assert ("passed over `web_search`, a tool that the provider defines",) == source(
        "openai_responses.json", FIXTURES / "good"
    ).skipped


def test_comments_silence_rules_on_their_line(tmp_path: Path) -> None:
    write(tmp_path / "a.json", TOOL.replace("Read.", "# schemalint: ignore[a]"))
    assert {} == source("a.json", tmp_path).ignores
    read = source("anthropic.yaml", FIXTURES / "good").ignores
    assert {10: [("tool-name-verb-first",)]} == {line: [one.words for one in found] for line, found in read.items()}


def test_the_lines_of_a_data_set_are_the_file_s(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", f"\n{TOOL}\n\n{OTHER}\n")
    one = source("a.jsonl", tmp_path)
    assert [(0, 2), (1, 4)] == [(tool.origin.document, place(one, tool)) for tool in one.toolsets[0].tools]


def place(one: Source, tool: Tool) -> int:
    span = one.locate(tool.origin.document, tool.document(("parameters", "nowhere")))
    assert span is not None
    return span.line


# ------------------------------------------------------------------------------------------------------------- broken fixtures

NO_TOOLS = "holds no tool definitions: found "
# One file a kind of break: the tools that are left (None: the file is lost), then reason, tool, line and column of each break.
BROKEN: list[tuple[str, list[str] | None, list[tuple[str, str | None, int | None, int | None]]]] = [
    ("truncated.json", None, [("the text ends inside an object opened on line 3, column 3", None, 3, 24)]),
    ("trailing_comma.json", None, [("trailing comma", None, 2, 149)]),
    ("comment.json", None, [("JSON has no comments", None, 2, 3)]),
    ("two_values.json", None, [("text after the end of the value", None, 3, 1)]),
    ("python_repr.json", None, [("single quotes", None, 1, 3)]),
    ("empty.json", None, [("empty file", None, 1, 1)]),
    ("utf16.json", None, [("not UTF-8 (looks like UTF-16 LE)", None, 1, 1)]),
    ("bad_utf8.json", None, [("not UTF-8: byte 0xe9 at offset 44", None, 2, 43)]),
    ("too_deep.json", None, [("nested deeper than 128 levels", None, 1, 1054)]),
    ("tab.yaml", None, [("a tab where YAML wants spaces", None, 3, 1)]),
    (
        "duplicate_key.json",
        ["get_note"],
        [("`description`: on line 3, column 26 and on line 3, column 70", "list_notes", 3, 70)],
    ),
    ("not_a_number.json", ["get_note"], [("`NaN` is not JSON", "list_notes", 3, 103)]),
    ("overflow.json", ["get_note"], [("`1e400` is too large", "list_notes", 3, 103)]),
    ("lone_surrogate.json", ["get_note"], [("lone surrogate", "list_notes", 3, 41)]),
    ("duplicate_outside.json", ["get_note"], [("`version`: on line 2, column 3 and on line 3, column 3", None, 3, 3)]),
    ("duplicate_key.yaml", ["get_note"], [("`description`: on line 5, column 3 and on line 7, column 3", "list_notes", 7, 3)]),
    ("merge_key.yaml", ["get_note"], [("merge key", None, 4, 3)]),
    ("date.yaml", ["get_note"], [("the date `2026-11-30` is not JSON", "list_notes", 6, 38)]),
    (
        "bad_entries.json",
        ["get_note"],
        [
            ("not a tool: expected an object with `name`, found a string", None, 3, 3),
            ("`function` has no `name`", None, 4, 24),
            ("the name of a tool must be a string, not a number", None, 5, 4),
            ("not a tool: expected `description`, `parameters`, `inputSchema` or `input_schema`", "list_notes", 6, 3),
        ],
    ),
    ("bad_line.jsonl", ["get_note", "list_notes"], [("the text ends inside an object", None, 2, 24)]),
    ("bad_string.json", [], [("a list written inside a string that cannot be read", None, 2, 3)]),
    ("scalar.json", None, [(NO_TOOLS + "a string; expected a list of tools", None, None, None)]),
    ("no_tools.json", None, [(NO_TOOLS + "an object with `name`, `version`, `private`; expected", None, None, None)]),
    ("empty_list.json", None, [("holds an empty list of tools", None, None, None)]),
    ("only_builtins.json", None, [("holds no tools that can be checked: passed over `web_search_20250305`", None, None, None)]),
    ("client_config.json", None, [("is a client configuration of `notes` (notes-server), `archive`", None, None, None)]),
    ("openapi.json", None, [("is an OpenAPI document", None, None, None)]),
    ("rpc_error.json", None, [("is a JSON-RPC error, not a list of tools: code -32601, Method not found", None, None, None)]),
    ("response_format.json", None, [("is a response format, not a tool", None, None, None)]),
    ("functions.py", None, [("holds no tool definitions; 1 function is in it: name one as in", None, None, None)]),
]


def test_every_broken_fixture_has_its_row() -> None:
    assert sorted(row[0] for row in BROKEN) == sorted(path.name for path in (FIXTURES / "broken").iterdir())


@pytest.mark.parametrize(("name", "left", "expected"), BROKEN, ids=[row[0] for row in BROKEN])
def test_what_is_broken_is_named_with_its_place(
    name: str, left: list[str] | None, expected: list[tuple[str, str | None, int | None, int | None]]
) -> None:
    (one,) = outcomes(name, FIXTURES / "broken")
    told = one.broken if isinstance(one, Source) else [one]
    assert (left is not None) == isinstance(one, Source)
    if isinstance(one, Source):
        assert left == [name for group in names(one) for name in group]
    assert len(expected) == len(told)
    for broke, (reason, tool, line, column) in zip(told, expected, strict=True):
        assert isinstance(broke, Broken)
        assert reason in broke.reason
        assert (name, tool, line, column) == (broke.path, broke.tool, broke.line, broke.column)


NOT_TOOLS_AT_ALL = {row[0] for row in BROKEN if row[1] is None and row[2][0][2] is None}


@pytest.mark.parametrize("name", [row[0] for row in BROKEN])
def test_with_ignore_unrecognized_only_what_speaks_of_tools_is_broken(name: str) -> None:
    (one,) = outcomes(name, FIXTURES / "broken", ignore_unrecognized=True)
    passed = NOT_TOOLS_AT_ALL | {"empty.json", "python_repr.json", "bad_string.json"}
    if name == "python_repr.json":  # it holds `input_schema`
        passed.remove(name)
    assert (name in passed) == isinstance(one, PassedOver), one


def test_a_syntax_error_in_python_has_its_place(tmp_path: Path) -> None:
    write(tmp_path / "a.py", "TOOLS = [\n  {'name': 'x' 'input_schema': {}}]\n")
    one = broken("a.py", tmp_path)
    assert ("not valid Python: invalid syntax", 2) == (one.reason[:32], one.line)


# ------------------------------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ("none.txt", "no such file or folder"),
        ("tool.json", "no such file or folder; did you mean `tools.json`?"),
        ("t/toolz.json", "no such file or folder; did you mean `t/tools.json`?"),
        ("none/a.json", "no such file or folder"),
        ("agent.tools", "would import `agent.tools`; a configuration may ask for that only with --trust"),
        ("agent:TOOLS", "would import `agent:TOOLS`; a configuration may ask for that only with --trust"),
        ("agent.py:TOOLS", "no such file or folder"),
        ("stdio:npx server", "would start or call a server"),
        ("stdio:*", "would start or call a server"),
        ("http://localhost/mcp", "would start or call a server"),
        ("https://x.example/mcp*", "would start or call a server"),
        ("git:HEAD:tools.json", "git says: not a git repository"),
        ("*.toml", "has no file that could hold tool definitions"),
        ("empty", "has no file that could hold tool definitions"),
        ("", "names nothing: expected a file, a folder or a glob"),
        ("a\0b", "no such file or folder"),
        ("x" * 5000, "no such file or folder"),
    ],
)
def test_an_argument_that_gives_nothing_says_why(tmp_path: Path, argument: str, reason: str) -> None:
    write(tmp_path / "tools.json", TOOL)
    write(tmp_path / "t" / "tools.json", TOOL)
    (tmp_path / "empty").mkdir()
    one = broken(argument, tmp_path)
    assert argument == one.path
    assert reason in one.reason


def test_a_toml_file_is_explained(tmp_path: Path) -> None:
    write(tmp_path / "config.toml", "[settings]\ncommand = 'y'\n")
    assert (
        "is TOML, which holds no tool definitions; expected JSON, JSONL, YAML or Python"
        == broken("config.toml", tmp_path).reason
    )


def test_a_python_file_is_read_for_one_name(tmp_path: Path) -> None:
    write(tmp_path / "a.py", f"A = [{TOOL}]\nB = [{OTHER}]\n")
    assert [["list_notes"]] == names(source("a.py:B", tmp_path))
    assert "a.py" == source("a.py:B", tmp_path).path
    assert "has no top-level name `C`; literals in it: `A`, `B`" == broken("a.py:C", tmp_path).reason


def test_a_file_whose_name_holds_a_colon_is_that_file(tmp_path: Path) -> None:
    write(tmp_path / "a.py:B", TOOL)
    write(tmp_path / "stdio:x", TOOL)
    assert "a.py:B" == source("a.py:B", tmp_path).path
    assert "stdio:x" == source("stdio:x", tmp_path).path


@pytest.mark.parametrize("argument", ["t/a.json", "./t/a.json", "t//a.json"])
def test_a_path_is_shown_as_it_was_written(tmp_path: Path, argument: str) -> None:
    write(tmp_path / "t" / "a.json", TOOL)
    assert argument == source(argument, tmp_path).path


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("tools", f"[{TOOL}]", ["get_note"]),
        ("tools.txt", f"  {TOOL}", ["get_note"]),
        ("tools.conf", "- name: get_note\n  description: Read.\n", ["get_note"]),
        ("tools.jsonc", f"[ // one\n{TOOL},\n]", ["get_note"]),
        ("lines.json", f"{TOOL}\n{OTHER}\n", ["get_note", "list_notes"]),
        ("bom.json", f"\ufeff[{TOOL}]", ["get_note"]),
        ("x.yaml", "- {name: a, description: b}", ["a"]),
        ("two.yaml", "name: a\nparameters: {type: object}\n---\nname: b\nparameters: {type: object}\n", ["a", "b"]),
    ],
)
def test_a_kind_is_told_by_suffix_and_else_by_content(tmp_path: Path, name: str, text: str, expected: list[str]) -> None:
    write(tmp_path / name, text)
    one = source(name, tmp_path)
    assert ([expected], (), "lines" in name) == (names(one), one.broken, one.toolsets[0].independent)


def test_standard_input_has_a_name_and_a_kind_only_when_told(tmp_path: Path) -> None:
    def read(text: str, filename: str | None = None) -> Outcome:
        (one,) = load("-", stdin=io.BytesIO(text.encode()), stdin_filename=filename, cwd=tmp_path)
        return one

    plain = read(f"[{TOOL}]")
    assert isinstance(plain, Source)
    assert ("<stdin>", [["get_note"]]) == (plain.path, names(plain))
    python = read(f"T = [{TOOL}]", "agent/tools.py")
    assert isinstance(python, Source)
    assert ("agent/tools.py", "list: anthropic") == (python.path, python.shape)
    assert isinstance(read("- name: a\n  description: b"), Source)
    assert Broken("<stdin>", "empty file", 1, 1) == read("")
    (one,) = load("-", stdin=io.BytesIO(b"\xff"), cwd=tmp_path)
    assert isinstance(one, Broken)
    assert ("not UTF-8: byte 0xff at offset 0", 1) == (one.reason, one.line)


def test_standard_input_is_the_process_s_own_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    class Standard:
        buffer = io.BytesIO(TOOL.encode())

    monkeypatch.setattr("sys.stdin", Standard())
    (one,) = load("-")
    assert isinstance(one, Source)
    monkeypatch.setattr("sys.stdin", None)
    assert [Broken("<stdin>", "cannot be read: there is no standard input")] == list(load("-"))


def test_the_limit_is_for_one_document(tmp_path: Path) -> None:
    write(tmp_path / "a.json", f"[{TOOL}]")
    write(tmp_path / "a.jsonl", f"{TOOL}\n" * 5)
    write(tmp_path / "long.jsonl", f"{TOOL}\n{OTHER}{' ' * 50}\n")
    size = len(TOOL) + 5
    assert 5 == len(source("a.jsonl", tmp_path, limit=size).toolsets[0].tools)
    assert "holds more than 10 bytes" in broken("a.json", tmp_path, limit=10).reason
    long = broken("long.jsonl", tmp_path, limit=size)
    assert (2, f"a line holds more than {size} bytes; --max-file-size raises the limit") == (long.line, long.reason)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_special_file_that_is_named_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    assert "is a FIFO, not a regular file" == broken("a.json", tmp_path).reason


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path / "a.json", TOOL)
    write(tmp_path / "b.json", TOOL)
    loading = load(".", cwd=tmp_path)
    assert isinstance(next(loading), Source)
    (tmp_path / "b.json").unlink()
    (one,) = loading
    assert Broken("b.json", "cannot be read: No such file or directory") == one


# --------------------------------------------------------------------------------------------------------------------- folders


def test_a_folder_gives_its_tool_files_and_counts_the_others(tmp_path: Path) -> None:
    write(tmp_path / "t" / "a.json", f"[{TOOL}]")
    write(tmp_path / "t" / "b.yaml", "- name: b\n  description: B.\n  parameters: {type: object}\n")
    write(tmp_path / "t" / "c.py", f"T = [{TOOL}]\n")
    write(tmp_path / "t" / "package.json", '{"name": "x", "version": "1", "type": "module"}')
    write(tmp_path / "t" / "tsconfig.json", '{\n  // comment\n  "compilerOptions": {}\n}')
    write(tmp_path / "t" / "schema.json", '{"type": "object", "properties": {}}')
    write(tmp_path / "t" / "mcp.json", '{"mcpServers": {"a": {"command": "b"}}}')
    write(tmp_path / "t" / "plain.py", "def f(): ...\n")
    write(tmp_path / "t" / "two.py", "print 'old'\n")
    write(tmp_path / "t" / "logo.json", b"\x89PNG\xff")
    found = outcomes("t", tmp_path)
    assert ["t/a.json", "t/b.yaml", "t/c.py"] == [one.path for one in found if isinstance(one, Source)]
    passed = {one.path: one.reason for one in found if isinstance(one, PassedOver)}
    assert [
        f"t/{name}" for name in ("logo.json", "mcp.json", "package.json", "plain.py", "schema.json", "tsconfig.json", "two.py")
    ] == list(passed)
    assert "is a JSON Schema, not a tool definition; name the file to check it as one" == passed["t/schema.json"]
    assert "holds no tool definitions, and cannot be read: comment: JSON has no comments" == passed["t/tsconfig.json"]
    assert [] == [one for one in found if isinstance(one, Broken)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", f"[{TOOL},"),
        ("a.json", f"[{TOOL}]".encode("utf-16")),
        ("a.json", b'[{"name": "x", "description": "\xff", "parameters": {}}]'),
        ("a.yaml", "- name: x\n  inputSchema:\n\ttype: object\n"),
        ("a.py", f"T = [{TOOL}\n"),
    ],
)
def test_a_broken_file_in_a_folder_is_told_when_it_speaks_of_tools(tmp_path: Path, name: str, data: str | bytes) -> None:
    write(tmp_path / "t" / name, data)
    assert f"t/{name}" == broken("t", tmp_path).path


def test_a_folder_or_glob_without_tools_is_broken(tmp_path: Path) -> None:
    write(tmp_path / "t" / "a.json", "{}")
    write(tmp_path / "t" / "b.json", "[]")
    for argument in ("t", "t/*.json"):
        found = outcomes(argument, tmp_path)
        assert [PassedOver, PassedOver, Broken] == [type(one) for one in found]
        assert Broken(argument, "holds no tool definitions: 2 files looked at") == found[-1]
        assert (
            PassedOver(argument, "holds no tool definitions: 2 files looked at")
            == outcomes(argument, tmp_path, ignore_unrecognized=True)[-1]
        )
    assert "holds no tool definitions: 1 file looked at" == outcomes("t/a*", tmp_path)[-1].reason  # type: ignore[union-attr]


def test_a_file_too_large_for_a_folder_is_passed_over_and_one_that_cannot_be_opened_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "t" / "a.json", TOOL)
    (one, last) = outcomes("t", tmp_path, limit=10)
    assert (PassedOver, Broken) == (type(one), type(last))
    monkeypatch.setattr(Path, "stat", _denied)
    assert [Broken("t/a.json", "cannot be read: Permission denied")] == [
        one for one in outcomes("t", tmp_path) if one.path == "t/a.json"
    ]


def _denied(self: Path, **_: object) -> object:
    if self.suffix == ".json":
        raise PermissionError(13, "Permission denied")
    return os.stat(self)  # noqa: PTH116


def test_a_folder_that_cannot_be_listed_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "t" / "a.json", TOOL)

    def refuse(path: str) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    assert Broken("t", "cannot be listed: Permission denied") == broken("t", tmp_path)


def test_a_line_that_is_no_tool_among_lines_that_are_is_told_in_a_folder_too(tmp_path: Path) -> None:
    write(tmp_path / "t" / "a.jsonl", f'{TOOL}\n{{"name": "x"}}\n[{{"name": "y", "description": "Y."}}]\n{{"tools": []}}\n')
    one = source("t", tmp_path)
    assert [["y"], ["get_note"]] == names(one)
    assert [(2, "holds no tool definitions: found an object with `name`")] == [
        (b.line, b.reason.partition(";")[0]) for b in one.broken
    ]


def test_a_yaml_document_without_tools_is_noted_in_a_folder_and_broken_when_named(tmp_path: Path) -> None:
    write(tmp_path / "t" / "a.yaml", "- name: a\n  parameters: {type: object}\n---\nversion: 1\n")
    assert "line 4: holds no tool definitions" in source("t", tmp_path).skipped[0]
    assert [4] == [one.line for one in source("t/a.yaml", tmp_path).broken]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "x\\ud800", "input_schema": {}}',
        '{"tools": "[\\ud800]", "note": "inputSchema"}',
        '{"version": NaN, "a": "inputSchema"}',
        f'{TOOL}\n{{"name": NaN, "inputSchema": {{}}}}\n',
    ],
)
def test_a_fault_is_told_where_it_hides_that_there_is_a_tool(tmp_path: Path, text: str) -> None:
    write(tmp_path / "t" / "a.jsonl", text)
    for argument in ("t", "t/a.jsonl"):
        (one,) = outcomes(argument, tmp_path)
        (broke,) = one.broken if isinstance(one, Source) else [one]
        assert isinstance(broke, Broken)
        assert (text.count("\n") or 1) == broke.line
        assert "surrogate" in broke.reason or "NaN" in broke.reason


def test_tools_in_one_string_are_lost_together_to_its_fault(tmp_path: Path) -> None:
    write(tmp_path / "a.json", f'{{"tools": "[]", "tools": {json.dumps(f"[{TOOL}, {OTHER}]")}}}')
    one = source("a.json", tmp_path)
    assert ([], [("duplicate key `tools`", None)]) == (names(one), [(b.reason.partition(":")[0], b.tool) for b in one.broken])


# ------------------------------------------------------------------------------------------------------------------------ sets


def test_single_tools_of_one_folder_form_one_set(tmp_path: Path) -> None:
    write(tmp_path / "t" / "a.json", TOOL)
    write(tmp_path / "t" / "b.yaml", "name: b\nparameters: {type: object}\n")
    write(tmp_path / "t" / "list.json", f"[{TOOL}]")
    write(tmp_path / "t" / "many.jsonl", f"{TOOL}\n{OTHER}\n")
    write(tmp_path / "t" / "spec.py", f"TOOL_SPEC = {OTHER}\n")
    write(tmp_path / "u" / "c.json", TOOL)
    sources = [one for one in outcomes(".", tmp_path) if isinstance(one, Source)]
    sets = together(sources)
    assert [["get_note", "b", "list_notes"], ["get_note"], ["get_note", "list_notes"], ["get_note"]] == [
        [tool.name for tool in one.tools] for one in sets
    ]
    assert ["t/a.json", "t/b.yaml", "t/spec.py"] == [tool.origin.source for tool in sets[0].tools]
    assert [False, False, True, False] == [one.independent for one in sets]


def test_sets_keep_a_server_that_all_agree_on(tmp_path: Path) -> None:
    for name, server in (("a", "notes"), ("b", "notes"), ("c", "mail")):
        value = {"server": server, "tools": {name: {"description": "D.", "parameters": {"type": "object"}}}}
        write(tmp_path / server / f"{name}.json", json.dumps(value))
        write(tmp_path / "all" / f"{name}.json", json.dumps(value))
    sets = together([one for one in outcomes(".", tmp_path) if isinstance(one, Source)])
    assert [(3, None), (1, "mail"), (2, "notes")] == [(len(one.tools), one.server) for one in sets]


# ------------------------------------------------------------------------------------------------------------ real definitions


def test_every_captured_server_loads_whole(shared: Path) -> None:
    found = outcomes("corpus/mcp", shared)
    sources = [one for one in found if isinstance(one, Source)]
    assert (87, 87) == (len(found), len(sources))
    assert [] == [broke for one in sources for broke in one.broken]
    assert 1111 == sum(map(len, names(*sources)))
    assert 7 == sum(one.toolsets[0].server is not None for one in sources)
    for one in sources:
        for tool in one.toolsets[0].tools:
            value = one.documents[0].value
            assert (tool.name, tool.parameters) == (
                value_at(value, tool.places["name",]),
                value_at(value, tool.places["parameters",]),
            )


def test_the_data_set_and_the_registry_load_whole(shared: Path) -> None:
    functions = source("corpus/functions/bfcl_v4.jsonl", shared)
    assert ((), [3420], True) == (functions.broken, list(map(len, names(functions))), functions.toolsets[0].independent)
    registry = source("corpus/functions/docker_mcp_registry.json", shared)
    assert ((), 28, 755) == (registry.broken, len(registry.toolsets), sum(map(len, names(registry))))
    assert None not in {one.server for one in registry.toolsets}


def test_test_suites_of_json_schema_are_no_tools(shared: Path) -> None:
    found = outcomes("corpus/jsonschema", shared)
    assert {PassedOver, Broken} == {type(one) for one in found}
    assert [Broken] == [type(one) for one in found if not isinstance(one, PassedOver)]


def test_an_openapi_document_with_numbers_for_keys_is_passed_over_in_a_folder(tmp_path: Path) -> None:
    head = 'swagger: "2.0"\npaths:\n  /a:\n    post:\n      parameters: [{name: a, description: b}]\n'
    (tmp_path / "api.yaml").write_text(f"{head}      responses:\n        200: {{description: x}}\n", encoding="utf-8")
    assert [] == [one for one in load(".", cwd=tmp_path) if isinstance(one, Broken) and one.path == "api.yaml"]
    (named,) = load("api.yaml", cwd=tmp_path)
    assert isinstance(named, Broken)
    assert "key `200` is not a string" in named.reason
