"""What a user sees where a planted fault once went unseen: exit codes, changes, findings and texts, all through the commands.

Nothing here names a function of the program, so that these hold whatever its modules become.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemalint import Tool, canonical
from schemalint.cli.main import main

Schema = dict[str, Any]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test runs in an empty folder that no configuration reaches."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    return tmp_path


def tool(parameters: Any, name: str = "read_file", **members: Any) -> Schema:
    return {"name": name, "description": "Read a text file and return its lines.", "parameters": parameters, **members}


def written(name: str, value: Any) -> str:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return name


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def ended(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return ended


def changes(run: Any, old: Any, new: Any) -> tuple[int, list[str]]:
    """The exit code of `diff` for two schemas of parameters, and each change: grade, kind, pointer."""
    sides = [written(f"{side}.json", [tool(schema)]) for side, schema in (("old", old), ("new", new))]
    code, out, _ = run("diff", *sides, "--output-format", "json")
    return code, [f"{one['grade']} {one['kind']} {one['pointer']}" for one in json.loads(out)["changes"]]


def findings(run: Any, *tools: Schema, target: str) -> tuple[int, list[str]]:
    """The exit code of `check --target` alone, and each finding: severity, rule, pointer."""
    path = written("tools.json", list(tools))
    rules = "rejected-by-target,dropped-by-target,rewritten-by-target,target-limits"
    code, out, _ = run("check", path, "--target", target, "--select", rules, "--output-format", "json")
    return code, [f"{one['severity']} {one['rule']} {one['pointer']}" for one in json.loads(out)["findings"]]


# ------------------------------------------------------------------------------------------------------------------------ diff


def test_to_say_that_parameters_are_an_object_breaks_nothing(run: Any) -> None:
    properties = {"properties": {"path": {"type": "string"}}}
    assert (0, ["behaviour description-changed /parameters"]) == changes(run, properties, {"type": "object", **properties})


def test_what_stands_beside_a_reference_counts_from_2019_on_only(run: Any) -> None:
    def schema(dialect: str, **beside: int) -> Schema:
        definitions = {"name": {"type": "string"}}
        own = {"$schema": dialect, "definitions": definitions, "type": "object"}
        return {**own, "properties": {"name": {"$ref": "#/definitions/name", **beside}}}

    draft_7, draft_2020 = "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"
    code, kinds = changes(run, schema(draft_2020), schema(draft_2020, maxLength=9))
    assert (1, ["breaking bounds-narrowed /parameters/properties/name/maxLength"]) == (code, kinds)
    code, kinds = changes(run, schema(draft_7), schema(draft_7, maxLength=9))
    assert 0 == code
    assert [] == [kind for kind in kinds if kind.startswith("breaking")]


def leaning(schema: Schema, longest: int) -> Schema:
    """Parameters whose `value` fits a schema about nodes and lists of nodes, each of which is written in terms of the other."""
    definitions = {
        "node": {"type": "array", "items": {"$ref": "#/$defs/short"}},
        "short": {"allOf": [{"$ref": "#/$defs/nodes"}, {"maxItems": longest}]},
        "nodes": {"type": "array", "items": {"$ref": "#/$defs/node"}},
    }
    return {"type": "object", "properties": {"value": schema}, "$defs": definitions}


NODE, NODES = {"$ref": "#/$defs/node"}, {"$ref": "#/$defs/nodes"}
BOTH: Schema = {"type": "array", "prefixItems": [NODE, NODES]}
EITHER: Schema = {"type": "array", "anyOf": [{"prefixItems": [NODE]}, {"prefixItems": [True, NODES]}]}
# A list of nine in the first element of `value`, and one level deeper in the second, fits BOTH with a longest of 9, and EITHER
# with 8 in neither arm.


def test_a_yes_that_rested_on_a_question_answered_no_is_asked_again(run: Any) -> None:
    """That lists of nodes accept what they did rests on the nodes, whose question is open; then their length decides it."""

    def inside(schema: Schema, longest: int) -> Schema:
        return leaning({"type": "array", "contains": schema}, longest)

    place = "/parameters/properties/value/contains"
    assert (0, [f"behaviour bounds-widened {place}"]) == changes(run, inside(BOTH, 9), inside(EITHER, 9))
    assert (1, [f"breaking bounds-narrowed {place}"]) == changes(run, inside(BOTH, 9), inside(EITHER, 8))


def test_a_circle_of_references_hides_no_break(run: Any) -> None:
    code, found = changes(run, leaning(BOTH, 9), leaning(EITHER, 9))
    assert (0, []) == (code, [one for one in found if one.startswith("breaking")])
    code, found = changes(run, leaning(BOTH, 9), leaning(EITHER, 8))
    assert (1, ["breaking bounds-narrowed /parameters"]) == (code, [one for one in found if one.startswith("breaking")])


# --------------------------------------------------------------------------------------------------------------------- targets


def test_portable_names_the_surest_source_of_the_worst_outcome(run: Any) -> None:
    def traits(target: str) -> dict[str, Any]:
        code, out, _ = run("targets", target, "--output-format", "json")
        assert 0 == code
        read: dict[str, Any] = json.loads(out)["traits"]
        return read

    members = {name: traits(name) for name in ("openai", "anthropic", "gemini", "bedrock-converse")}
    contested = 0
    sure = ("read in code", "documented", "reported", "inferred")
    for trait, cell in traits("portable").items():
        if "value" in cell:
            continue  # of a limit counts the narrowest, not the worst
        assert cell["source"] == members[cell["by"]][trait]["source"], trait
        cells = [member[trait] for member in members.values() if trait in member]
        as_bad = {one["sure"] for one in cells if (one["outcome"], one.get("when")) == (cell["outcome"], cell.get("when"))}
        contested += len(as_bad) > 1
        assert min(as_bad, key=sure.index) == cell["sure"], trait
    assert contested > 3


def test_an_enum_is_long_only_beyond_the_number_of_values_that_the_target_names(run: Any) -> None:
    def strict(count: int) -> Schema:
        value = {"type": "string", "enum": [f"{number:0100d}" for number in range(count)]}
        parameters = {"type": "object", "properties": {"a": value}, "required": ["a"], "additionalProperties": False}
        return tool(parameters, strict=True)

    assert (0, []) == findings(run, strict(250), target="openai-strict")
    code, found = findings(run, strict(251), target="openai-strict")
    assert (1, ["error target-limits /0/parameters/properties/a/enum"]) == (code, found)


def test_what_is_refused_of_strict_tools_is_an_error_of_a_strict_tool_and_nothing_of_another(run: Any) -> None:
    parameters = {
        "type": "object",
        "properties": {"count": {"type": "integer", "minimum": 1}},
        "required": ["count"],
        "additionalProperties": False,
    }
    assert (0, []) == findings(run, tool(parameters), target="bedrock-converse")
    code, found = findings(run, tool(parameters, strict=True), target="bedrock-converse")
    assert (1, ["error rejected-by-target /0/parameters/properties/count/minimum"]) == (code, found)


def test_an_object_without_a_type_is_known_by_its_properties(run: Any) -> None:
    inner = {"properties": {"line": {"type": "integer"}}, "required": ["line"]}
    outer = {"type": "object", "properties": {"at": inner}, "required": ["at"], "additionalProperties": False}
    code, found = findings(run, tool(outer, strict=True), target="deepseek")
    assert 1 == code
    assert "error rejected-by-target /0/parameters/properties/at" in found


# ----------------------------------------------------------------------------------------------------------------------- fixes


DESCRIBES = '''r"""A parameter `a` has no description."""

from collections.abc import Iterator

from schemalint import Edit, Finding, Fix, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    if node.name == "a" and not node.text:
        yield Finding(node.at, "describe it", Fix("Describe it", (Edit((*node.at, "description"), "The first."),), safe=True))


rule = Rule(check, lever="description", severity="warning", sets=("recommended",))
'''
ENTITLES = '''r"""A parameter `a` has no title."""

from collections.abc import Iterator

from schemalint import Edit, Finding, Fix, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    if node.name == "a" and "title" not in node.schema:
        fix = Fix("Give it a title", (Edit(node.at, {**node.schema, "title": "First"}),), safe=True)
        yield Finding(node.at, "give it a title", fix)


rule = Rule(check, lever="description", severity="warning", sets=("recommended",))
'''


def test_a_fix_of_a_part_and_one_of_the_whole_go_one_after_the_other(run: Any) -> None:
    written("own/describes.py", DESCRIBES)
    written("own/entitles.py", ENTITLES)
    path = written("tools.json", [tool({"type": "object", "properties": {"a": {"type": "string"}}})])
    code, out, _ = run("check", path, "--rules", "own", "--select", "describes,entitles", "--fix")
    assert 0 == code
    assert "2 fixed" in out
    (fixed,) = json.loads(Path(path).read_text(encoding="utf-8"))
    assert {"type": "string", "description": "The first.", "title": "First"} == fixed["parameters"]["properties"]["a"]


def test_a_fixed_file_of_a_folder_is_read_again_as_a_file_of_a_folder(run: Any) -> None:
    """A document that holds no tools is passed over in a folder, and an error in a file that was named."""
    documents = """\
tools:
  - name: read_file
    description: Read a text file and return its lines.
    parameters:
      type: object
      properties: {path: {type: str, description: Where the file lies.}}
      required: [path]
---
title: no tools
"""
    path = written("folder/tools.yaml", documents)
    code, out, err = run("check", "folder", "--select", "unknown-type", "--fix", "--unsafe-fixes")
    assert documents.replace("type: str,", "type: string,") == Path(path).read_text(encoding="utf-8")
    assert (0, True) == (code, "1 fixed" in out)
    assert "not checked" not in out + err


# ------------------------------------------------------------------------------------------- the canonical form, reading, words


def test_a_bad_value_at_the_deepest_level_that_may_be_is_named(run: Any) -> None:
    def nested(levels: int) -> Schema:
        value: Any = float("nan")
        for _ in range(levels):
            value = {"a": value}
        return {"a": value}

    with pytest.raises(ValueError, match=r"^nan is not a JSON number, at /parameters/a/a/"):
        canonical(Tool("t", parameters=nested(127)))
    with pytest.raises(ValueError, match=r"^nested deeper than 128 levels, at /parameters/a/a/a$"):
        canonical(Tool("t", parameters=nested(128)))


def test_lines_of_a_data_set_form_no_set_with_the_files_beside_them(run: Any) -> None:
    one = tool({"type": "object", "properties": {"path": {"type": "string", "description": "Where the file lies."}}})
    written("folder/a.jsonl", json.dumps(one))
    written("folder/b.json", one)
    assert 0 == run("check", "folder", "--select", "duplicate-name")[0]
    written("folder/c.json", one)
    code, out, _ = run("check", "folder", "--select", "duplicate-name")
    assert (1, 1) == (code, out.count("duplicate-name"))


def test_options_of_a_field_are_its_values(run: Any) -> None:
    description = "Options are 'title', 'body' and 'tags'."
    parameters = {"type": "object", "properties": {"field": {"type": "string", "description": description}}}
    path = written("tools.json", [tool(parameters)])
    code, out, _ = run("check", path, "--select", "enum-in-prose")
    assert (1, True) == (code, "enum-in-prose" in out)
