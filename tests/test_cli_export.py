"""`schemalint export`: what it prints and writes, what it tells, and with which exit code."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from schemalint import export, load
from schemalint.cli.main import main

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"path": {"type": "string", "description": "File to read."}, "at": {"type": "integer"}},
    "required": ["path"],
}
TOOLS: list[dict[str, Any]] = [
    {"name": "write_file", "description": "Write a file.", "parameters": SCHEMA},
    {"name": "read_file", "description": "Read a file.", "parameters": SCHEMA},
]
LOSING = [{"name": "find", "parameters": {"type": "object", "properties": {"a": {"type": "number", "multipleOf": 0.5}}}}]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test runs in an empty folder that no configuration reaches."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    return tmp_path


def put(name: str, value: Any = TOOLS) -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(value if isinstance(value, str) else json.dumps(value, indent=1), encoding="utf-8")
    return name


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["export", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_it_prints_the_payload_in_canonical_form(capsys: pytest.CaptureFixture[str]) -> None:
    name = put("tools.json")
    expected = export(load(name)[0], "anthropic").canonical().decode() + "\n"
    assert (0, expected, "") == run(capsys, "--to", "anthropic", name)
    assert ["read_file", "write_file"] == [tool["name"] for tool in json.loads(expected)]


def test_it_keeps_only_the_enum_values_that_all_parts_of_an_all_of_allow(capsys: pytest.CaptureFixture[str]) -> None:
    parts = [{"enum": [[1], [2]]}, {"enum": [[True], [2], [3]]}]
    pair = {"type": "array", "items": {"type": "integer"}, "allOf": parts}
    schema = {"type": "object", "properties": {"pair": pair}, "required": ["pair"]}
    _, out, _ = run(capsys, "--to", "openai-strict", put("tools.json", [{"name": "sum", "parameters": schema}]))
    assert [[2]] == json.loads(out)[0]["function"]["parameters"]["properties"]["pair"]["enum"]


def test_a_constant_1_and_a_constant_true_in_one_all_of_are_a_loss(capsys: pytest.CaptureFixture[str]) -> None:
    both = {"allOf": [{"const": 1}, {"const": True}]}
    schema = {"type": "object", "properties": {"state": both}, "required": ["state"]}
    _, _, err = run(capsys, "--to", "openai-strict", put("tools.json", [{"name": "set", "parameters": schema}]))
    assert err.startswith("loss: set: /parameters/properties/state/allOf: ")


def test_of_the_protocol_it_prints_the_answer_that_lists_tools(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--to", "mcp@2025-11-25", put("tools.json"))
    assert ["tools"] == list(json.loads(out))


def test_the_same_tools_give_the_same_bytes_from_every_kind_of_source(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [put("tools.json"), put("tools.py", f"TOOLS = {TOOLS[::-1]!r}\n"), put("tools.yaml", json.dumps(TOOLS))]
    sources.append(put("tools.jsonl", "\n".join(map(json.dumps, TOOLS))))
    for i, tool in enumerate(TOOLS):
        put(f"folder/{i}.json", tool)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(TOOLS).encode())))
    printed = {run(capsys, "--to", "gemini", source) for source in (*sources, "folder", "-")}
    assert 1 == len(printed)
    assert "STRING" in printed.pop()[1]


@pytest.mark.slow
def test_an_imported_registry_gives_the_bytes_of_its_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    put("agent_tools.py", f"from schemalint import Registry, load\nREGISTRY = Registry(load({TOOLS!r})[0].tools)\n")
    monkeypatch.setenv("PYTHONPATH", str(elsewhere))
    from_module = run(capsys, "--to", "openai", "agent_tools:REGISTRY")
    assert run(capsys, "--to", "openai", put("tools.json")) == from_module
    assert 0 == from_module[0]


def test_it_writes_the_same_bytes_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    name = put("tools.json")
    _, printed, _ = run(capsys, "--to", "openai", name)
    assert (0, "", "out.json: written, 2 tools for openai\n") == run(capsys, "--to", "openai", "-o", "out.json", name)
    assert printed.encode() == Path("out.json").read_bytes()


def test_losses_are_told_beside_the_payload(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--to", "gemini", put("tools.json", LOSING))
    assert (0, {"a": {"type": "NUMBER"}}) == (
        code,
        json.loads(out)[0]["functionDeclarations"][0]["parameters"]["properties"],
    )
    assert err.startswith(
        "loss: find: /parameters/properties/a/multipleOf: `multipleOf` is left out; gemini refuses `multipleOf`"
    )


def test_strict_exports_nothing_where_something_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    name = put("tools.json", LOSING)
    code, out, err = run(capsys, "--to", "gemini", "--strict", "-o", "out.json", name)
    assert (1, "", False) == (code, out, Path("out.json").exists())
    assert err.endswith("error: nothing was exported, since --strict allows no loss (1 reported above)\n")
    assert 0 == run(capsys, "--to", "openai", "--strict", name)[0]


def test_references_are_written_out_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}
    name = put("tools.json", [{"name": "find", "parameters": schema}])
    assert "$ref" in run(capsys, "--to", "openai", name)[1]
    _, out, _ = run(capsys, "--to", "openai", "--inline-refs", name)
    assert {"properties": {"a": {"type": "string"}}, "type": "object"} == json.loads(out)[0]["function"]["parameters"]


def test_tools_and_parameters_can_keep_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    name = put("tools.json")
    _, out, _ = run(capsys, "--to", "anthropic", "--order", "authored", name)
    assert [("write_file", ["path", "at"]), ("read_file", ["path", "at"])] == [
        (tool["name"], list(tool["input_schema"]["properties"])) for tool in json.loads(out)
    ]
    put("schemalint.toml", 'property-order = "authored"\n')
    _, out, _ = run(capsys, "--to", "anthropic", name)
    assert [("read_file", ["path", "at"]), ("write_file", ["path", "at"])] == [
        (tool["name"], list(tool["input_schema"]["properties"])) for tool in json.loads(out)
    ]


def test_openai_can_be_given_either_of_its_shapes(capsys: pytest.CaptureFixture[str]) -> None:
    name = put("tools.json")
    _, out, _ = run(capsys, "--to", "openai", "--shape", "openai-responses", name)
    assert ("read_file", False) == (json.loads(out)[0]["name"], json.loads(out)[0]["strict"])
    code, out, err = run(capsys, "--to", "anthropic", "--shape", "openai-chat", name)
    assert (2, "", "error: --shape: anthropic does not take the shape `openai-chat`; it takes anthropic\n") == (code, out, err)


def test_a_prefix_of_the_configuration_counts_for_the_length_of_names(capsys: pytest.CaptureFixture[str]) -> None:
    put(
        "schemalint.toml", 'name-prefix = "mcp__{server}__"\nserver-name = "a_server_with_a_very_long_name_of_its_own_indeed"\n'
    )
    code, _, err = run(capsys, "--to", "openai", put("tools.json", [{**TOOLS[0], "name": "write_a_file"}]))
    assert 1 == code
    assert "loss: write_a_file: /name: openai refuses a name of 67 characters" in err
    assert "error: nothing was exported, since openai would refuse it (1 reported above)" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "error: export needs --to TARGET; `schemalint targets` lists them"),
        (("--to", "opnai"), "error: --to: `opnai` is not a target; did you mean `openai`?"),
        (("--to", "mcp@2020-01-01"), "error: --to: `2020-01-01` is not a version of the Model Context Protocol"),
    ],
)
def test_a_target_that_is_not_there_is_an_error(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str) -> None:
    code, out, err = run(capsys, *words, put("tools.json"))
    assert (2, "") == (code, out)
    assert told in err


def test_several_sets_are_an_error_that_names_their_sources(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--to", "openai", put("a.json"), put("b.json"))
    assert (2, "") == (code, out)
    assert "there are 2 sets: a.json, b.json; name one, or merge them with [[tool.schemalint.toolset]]" in err
    put("schemalint.toml", '[[toolset]]\nsources = ["a.json", "b.json"]\n')
    _, out, _ = run(capsys, "--to", "openai", "a.json", "b.json")
    assert 4 == len(json.loads(out))


def test_nothing_is_exported_where_something_could_not_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--to", "openai", put("tools.json", [*TOOLS, {"name": 3, "parameters": {}}]))
    assert (2, "") == (code, out)
    assert "tools.json:" in err
    assert err.endswith("error: nothing was exported, since something could not be read\n")


def test_a_source_without_tools_is_an_error_but_for_hooks(capsys: pytest.CaptureFixture[str]) -> None:
    name = put("empty/notes.json", {"a": 1})
    assert (2, "") == run(capsys, "--to", "openai", "empty")[:2]
    assert (0, "") == run(capsys, "--to", "openai", "--ignore-unrecognized", name)[:2]


def test_a_tool_that_was_read_in_part_is_not_exported(capsys: pytest.CaptureFixture[str]) -> None:
    name = put("tools.py", f"TOOLS = [{TOOLS[0]!r}, {{**{TOOLS[1]!r}, 'title': title()}}]\n")
    code, out, err = run(capsys, "--to", "openai", name)
    assert (2, "") == (code, out)
    assert "`read_file` was read without running its code, so its exact bytes are not known; --import reads them" in err


def test_a_value_that_has_no_json_text_is_an_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise TooDeep("schema nested deeper than 128 levels")

    from schemalint.schema.pointer import TooDeep

    monkeypatch.setattr("schemalint.cli.export.export", fails)
    assert (2, "", "error: schema nested deeper than 128 levels\n") == run(capsys, "--to", "openai", put("tools.json"))


def test_hidden_characters_are_shown_on_a_terminal_and_exact_in_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = put("tools.json", [{**TOOLS[0], "description": "Write\u202e it."}])
    assert "\u202e" in run(capsys, "--to", "openai", name)[1]
    monkeypatch.setattr("schemalint.cli.out.is_terminal", lambda: True)
    assert "\u202e" not in run(capsys, "--to", "openai", name)[1]
