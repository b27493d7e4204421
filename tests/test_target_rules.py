"""The rules on targets on what providers and clients are known to refuse and to accept; suppression, merging, reports."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main
from schemalint.config import Config, ConfigError
from schemalint.config import read as read_config
from schemalint.linting.choose import choose
from schemalint.linting.rule import builtin, load
from schemalint.linting.run import Reported, lint, spellings
from schemalint.linting.silences import silencer
from schemalint.model import Tool, Toolset
from schemalint.reports.report import Report, by_place, report
from schemalint.schema.pointer import Pointer, pointer_text
from schemalint.sources import Source
from schemalint.sources import load as load_source
from schemalint.targets import find, newest

RULES = load(builtin())
ON_TARGETS = [rule for rule in RULES.values() if rule.lever == "target"]
P = "/parameters/properties"


def obj(properties: Any = None, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {} if properties is None else properties, **more}


def strict(properties: Any = None, **more: Any) -> dict[str, Any]:
    own = {} if properties is None else properties
    return {"type": "object", "properties": own, "required": list(own), "additionalProperties": False, **more}


def x(schema: Any) -> dict[str, Any]:
    return obj({"x": schema})


def xs(schema: Any) -> dict[str, Any]:
    return strict({"x": schema})


def tool(parameters: Any, name: str = "ping", **members: Any) -> Tool:
    return Tool(name, description=members.pop("description", "Ping a host."), parameters=parameters, **members)


def found(*tools: Tool, target: str, server: str | None = None) -> list[Reported]:
    toolset = Toolset(tools, configured=server, targets=(find(target, "mcp__{server}__" if server else None),))
    return list(lint(toolset, ON_TARGETS))


def errors(*tools: Tool, target: str, server: str | None = None) -> list[tuple[str, str]]:
    rows = found(*tools, target=target, server=server)
    return [(one.key[1], pointer_text(one.at)) for one in rows if one.severity == "error"]


NODE = {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}}
STRICT_NODE = {"Node": strict({"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}})}
TEXT = {"type": "string"}

REFUSED: list[tuple[str, Any, str, str]] = [
    # target, parameters, trait, place
    ("openai", x({"type": "array"}), "array-without-items", f"{P}/x"),
    ("openai", x({"type": ["array", "null"]}), "array-without-items", f"{P}/x"),
    ("openai", x({"type": "array", "items": {"type": "array"}}), "array-without-items", f"{P}/x/items"),
    ("openai", {"type": "object"}, "root-without-properties", "/parameters"),
    ("openai", obj(anyOf=[{"required": ["a"]}]), "root-combinator", "/parameters/anyOf"),
    ("openai", obj({}, enum=[{}]), "root-enum-or-const", "/parameters/enum"),
    ("openai", obj({"not": {}}, **{"not": {}}), "root-not", "/parameters/not"),
    ("openai", {"properties": {}}, "root-not-object", "/parameters"),
    ("openai", {"type": "object", "properties": []}, "properties-not-object", "/parameters/properties"),
    ("openai", x(None), "property-not-schema", f"{P}/x"),
    ("azure", x({"type": "array"}), "array-without-items", f"{P}/x"),
    ("azure", obj(oneOf=[{}]), "root-combinator", "/parameters/oneOf"),
    ("anthropic", obj(anyOf=[{}]), "root-combinator", "/parameters/anyOf"),
    ("anthropic", obj(oneOf=[{}]), "root-combinator", "/parameters/oneOf"),
    ("anthropic", obj(allOf=[{}]), "root-combinator", "/parameters/allOf"),
    ("anthropic", obj({"filter[id]": TEXT}), "property-key-top", f"{P}/filter[id]"),
    ("anthropic", obj({"$top": TEXT}), "property-key-top", f"{P}/$top"),
    ("anthropic", obj({"two words": TEXT}), "property-key-top", f"{P}/two words"),
    ("anthropic", obj({"x" * 65: TEXT}), "property-key-top", f"{P}/{'x' * 65}"),
    ("anthropic", {"$schema": "http://json-schema.org/draft-07/schema#"}, "root-not-object", "/parameters"),
    ("anthropic", obj({"x": "string"}), "property-not-schema", f"{P}/x"),
    ("anthropic", obj({"x": {"type": "str"}}), "type-unknown", f"{P}/x/type"),
    ("anthropic@2025-03-01", obj({"a.b": TEXT}), "property-key-dot", f"{P}/a.b"),
    ("gemini", x({"type": "string", "const": "a"}), "const", f"{P}/x/const"),
    ("gemini", x({"type": ["string", "null"]}), "type-list-null", f"{P}/x/type"),
    ("gemini", x({"type": ["string", "integer"]}), "type-list", f"{P}/x/type"),
    ("gemini", x({"type": "integer", "enum": [1, 2]}), "enum-not-strings", f"{P}/x/enum"),
    ("gemini", x({"type": "string", "enum": ["a", ""]}), "enum-empty-string", f"{P}/x/enum/1"),
    ("gemini", obj(**{"$schema": "x"}), "dollar-schema", "/parameters/$schema"),
    ("gemini", x({"type": "integer", "exclusiveMinimum": 0}), "exclusive-bounds", f"{P}/x/exclusiveMinimum"),
    ("gemini", obj({"x": {"$ref": "#/$defs/A"}}, **{"$defs": {"A": TEXT}}), "local-ref", f"{P}/x/$ref"),
    ("gemini", x({"type": "string", "format": "uri"}), "format-uri", f"{P}/x/format"),
    ("gemini", x({"description": "Anything."}), "untyped-property", f"{P}/x"),
    ("gemini", x({"type": "array"}), "array-without-items", f"{P}/x"),
    ("gemini", obj(required=["gone"]), "required-undeclared", "/parameters/required/0"),
    ("gemini", obj({"a.b": TEXT}), "property-key-narrow", f"{P}/a.b"),
    (
        "gemini-json-schema",
        obj({"x": {"$ref": "#/$defs/A", "title": "A"}}, **{"$defs": {"A": TEXT}}),
        "ref-siblings",
        f"{P}/x/$ref",
    ),
    (
        "gemini-json-schema",
        obj({"x": {"$ref": "#/$defs/Node"}}, **{"$defs": NODE}),
        "recursive-ref",
        "/parameters/$defs/Node/properties/next/$ref",
    ),
    ("openai-strict", strict({"a": TEXT}, required=[]), "optional-property", P),
    ("openai-strict", obj({"a": TEXT}, required=["a"]), "additional-properties-absent", "/parameters"),
    (
        "openai-strict",
        xs({"type": "object", "additionalProperties": TEXT}),
        "additional-properties-open",
        f"{P}/x/additionalProperties",
    ),
    ("openai-strict", xs({"description": "Anything."}), "untyped-property", f"{P}/x"),
    (
        "openai-strict",
        strict({"x": {"$ref": "#/$defs/A", "description": "a"}}, **{"$defs": {"A": TEXT}}),
        "ref-siblings-text",
        f"{P}/x/$ref",
    ),
    ("openai-strict", xs({"type": "string", "format": "uri"}), "format-uri", f"{P}/x/format"),
    ("openai-strict", xs({"allOf": [TEXT, {"minLength": 1}]}), "nested-all-of", f"{P}/x/allOf"),
    ("openai-strict", xs({"type": "string", "pattern": "(?=a)b"}), "pattern-lookaround", f"{P}/x/pattern"),
    ("openai-strict", xs({"oneOf": [TEXT]}), "nested-one-of", f"{P}/x/oneOf"),
    ("openai-strict", xs({"type": "array", "items": TEXT, "uniqueItems": True}), "unique-items", f"{P}/x/uniqueItems"),
    ("anthropic-strict", xs({"type": "integer", "minimum": 1}), "numeric-bounds", f"{P}/x/minimum"),
    ("anthropic-strict", xs({"type": "string", "maxLength": 9}), "string-length", f"{P}/x/maxLength"),
    ("anthropic-strict", xs({"type": "array", "items": TEXT, "minItems": 2}), "array-length", f"{P}/x/minItems"),
    (
        "anthropic-strict",
        strict({"x": {"$ref": "#/$defs/Node"}}, **{"$defs": STRICT_NODE}),
        "recursive-ref",
        "/parameters/$defs/Node/properties/next/anyOf/0/$ref",
    ),
    ("anthropic-strict", obj(), "additional-properties-absent", "/parameters"),
    ("anthropic-strict", xs({"oneOf": [TEXT]}), "nested-one-of", f"{P}/x/oneOf"),
    ("anthropic-strict", xs({"type": "string", "pattern": r"\bword\b"}), "pattern-word-boundary", f"{P}/x/pattern"),
    ("deepseek", {}, "root-not-object", "/parameters"),
    ("deepseek-strict", strict({"a": TEXT}, required=[]), "optional-property", P),
    ("deepseek-strict", obj({"a": TEXT}, required=["a"]), "additional-properties-absent", "/parameters"),
    ("deepseek-strict", xs({"type": "string", "minLength": 1}), "string-length", f"{P}/x/minLength"),
    ("deepseek-strict", xs({"type": "array", "items": TEXT, "maxItems": 3}), "array-length", f"{P}/x/maxItems"),
    ("deepseek-strict", xs({"type": "string", "format": "date"}), "format-date-or-time", f"{P}/x/format"),
    ("moonshot", x({"description": "Anything."}), "untyped-property", f"{P}/x"),
    ("moonshot", x({"type": "string", "anyOf": [{"minLength": 1}]}), "any-of-beside-type", f"{P}/x/type"),
    ("moonshot", obj({"x": {"$ref": "#/definitions/A"}}, definitions={"A": TEXT}), "ref-to-definitions", f"{P}/x/$ref"),
    ("moonshot", x({"anyOf": [TEXT], "minLength": 1}), "any-of-constraints", f"{P}/x/anyOf"),
    ("moonshot", obj({"a/b": TEXT}), "property-key-slash", f"{P}/a~1b"),
    ("moonshot", obj({"$ref": TEXT}), "property-key-reserved", f"{P}/$ref"),
    ("moonshot", obj({"x": obj(required=["y"])}), "required-undeclared", f"{P}/x/required/0"),
    ("openai", x({"type": "string", "pattern": r"^[\p{L}]+$"}), "pattern-not-python", f"{P}/x/pattern"),
    ("azure", x({"type": "string", "pattern": r"^\p{Lu}"}), "pattern-not-python", f"{P}/x/pattern"),
    ("openai", obj({"x": {"$ref": "#/$defs/List<A>"}}, **{"$defs": {"List<A>": TEXT}}), "uri-invalid", f"{P}/x/$ref"),
    ("xai", x({"type": "string", "enum": []}), "enum-empty", f"{P}/x/enum"),
    ("xai", x({"anyOf": []}), "union-empty", f"{P}/x/anyOf"),
    ("xai", x({"type": "string", "pattern": "(?=a)a"}), "pattern-lookaround", f"{P}/x/pattern"),
    ("llama-cpp", obj({"x": True}), "property-true", f"{P}/x"),
    ("lm-studio", {"type": "object"}, "root-without-properties", "/parameters"),
    ("groq", obj(required=[]), "required-without-properties", "/parameters/required"),
    ("kiro", obj({"x": {"anyOf": [TEXT]}}), "nested-any-of", f"{P}/x/anyOf"),
    ("fireworks", x({"description": "Anything."}), "untyped-property", f"{P}/x"),
    ("codex", obj(anyOf=[{}]), "root-any-of", "/parameters/anyOf"),
    ("claude-code", {"type": "object", "required": None}, "required-null", "/parameters/required"),
    ("claude-desktop", {"jsonSchema": obj()}, "root-not-object", "/parameters"),
    ("anthropic", obj({"x": {"$ref": "#/$defs/Gone"}}), "dangling-ref", f"{P}/x/$ref"),
    ("moonshot", obj({"x": True}), "property-true", f"{P}/x"),
    ("moonshot", obj(anyOf=[{}]), "root-combinator", "/parameters/anyOf"),
    ("bedrock-converse", {"type": "string"}, "root-not-object", "/parameters/type"),
    ("bedrock-converse", obj({"two words": TEXT}), "property-key-top", f"{P}/two words"),
    ("bedrock-converse", obj(oneOf=[{}]), "root-combinator", "/parameters/oneOf"),
    ("mcp@2025-06-18", {"properties": {}}, "root-not-object", "/parameters"),
    ("mcp@2025-11-25", obj({"x": True}), "property-true", f"{P}/x"),
    ("mcp@2026-07-28", {"type": "object", "required": None}, "required-null", "/parameters/required"),
    ("mcp@2026-07-28", {"type": "object", "properties": []}, "properties-not-object", "/parameters/properties"),
    ("mcp@2026-07-28", x({"type": "number", "x-mcp-header": "A"}), "mcp-header-invalid", f"{P}/x/x-mcp-header"),
    ("claude-code", {"type": "string"}, "root-not-object", "/parameters/type"),
    ("claude-code", obj(anyOf=[{}]), "root-combinator", "/parameters/anyOf"),
    ("vscode", x({"type": "array"}), "array-without-items", f"{P}/x"),
    ("gemini-cli", x({"description": "Anything."}), "untyped-property", f"{P}/x"),
    ("llama-cpp", x({"type": "string", "pattern": "^(?!a)b$"}), "pattern-lookaround", f"{P}/x/pattern"),
    ("llama-cpp", x({"type": "string", "pattern": "abc"}), "pattern-unanchored", f"{P}/x/pattern"),
    ("llama-cpp", x({"type": "string", "pattern": r"^\d+$"}), "pattern-class-escape", f"{P}/x/pattern"),
    ("llama-cpp", x({"type": "string", "maxLength": 8000}), "string-length-huge", f"{P}/x/maxLength"),
    (
        "llama-cpp",
        x({"type": "array", "items": {"type": "string", "pattern": "^a$"}}),
        "pattern-in-items",
        f"{P}/x/items/pattern",
    ),
    ("vllm-xgrammar", x({"type": "integer", "multipleOf": 5}), "multiple-of", f"{P}/x/multipleOf"),
    ("vllm-xgrammar", x({"type": "string", "pattern": "^a$", "maxLength": 3}), "pattern-with-length", f"{P}/x/pattern"),
    ("vllm-xgrammar@2025-04-23", x({"type": "array", "items": TEXT, "minItems": 1}), "array-length-one", f"{P}/x/minItems"),
    ("llguidance", x({"not": TEXT}), "nested-not", f"{P}/x/not"),
    ("llguidance", x({"$ref": "#/$defs/Gone"}), "dangling-ref", f"{P}/x/$ref"),
    ("llguidance", x({"type": "string", "format": "color"}), "format-unknown", f"{P}/x/format"),
    ("outlines", x({"description": "Anything."}), "untyped-property", f"{P}/x"),
    ("outlines", x({"type": "array", "items": True}), "items-true", f"{P}/x/items"),
]


@pytest.mark.parametrize(("target", "parameters", "trait", "place"), REFUSED)
def test_a_documented_refusal_is_an_error_at_its_place(target: str, parameters: Any, trait: str, place: str) -> None:
    one = tool(parameters)
    assert (trait, place) in errors(one, target=target)
    assert {find(target).label} == {row.key[0] for row in found(one, target=target)}


@pytest.mark.parametrize(
    ("target", "members", "trait", "place"),
    [
        ("openai", {"name": "files.read"}, "name-dot", "/name"),
        ("openai", {"name": "files read"}, "name-pattern", "/name"),
        ("openai", {"name": "x" * 65}, "name-long", "/name"),
        ("anthropic", {"name": "files.read"}, "name-dot", "/name"),
        ("anthropic", {"name": "x" * 129}, "name-length", "/name"),
        ("claude-desktop", {"name": "x" * 65}, "name-long", "/name"),
        ("bedrock-converse", {"name": "files.read"}, "name-dot", "/name"),
        ("bedrock-converse", {"description": ""}, "description-empty", "/description"),
        ("moonshot", {"name": "2d_plot"}, "name-pattern", "/name"),
        ("gemini", {"name": "2d_plot"}, "name-pattern", "/name"),
        ("cohere", {"extra": {"strict": True}}, "strict-member", "/extra/strict"),
        ("mistral", {"extra": {"category": "net"}}, "unknown-member", "/extra/category"),
        ("mcp@2025-11-25", {"output_schema": {"type": "array"}}, "output-schema-not-object", "/output_schema/type"),
        ("mcp@2025-11-25", {"annotations": {"readOnlyHint": "yes"}}, "hint-not-boolean", "/annotations/readOnlyHint"),
        ("mcp@2025-11-25", {"extra": {"icons": [{}]}}, "icon-without-src", "/extra/icons/0"),
    ],
)
def test_a_documented_refusal_of_other_members_is_an_error(target: str, members: Any, trait: str, place: str) -> None:
    assert (trait, place) in errors(tool(obj(), **{"name": "ping", **members}), target=target)


@pytest.mark.parametrize("target", ["mcp@2025-06-18", "mcp@2025-11-25", "mcp@2026-07-28", "anthropic", "claude-code"])
def test_parameters_may_not_be_missing_where_the_protocol_wants_them(target: str) -> None:
    assert ("parameters-missing", "/name") in errors(tool(None), target=target)


def test_a_name_of_65_characters_behind_its_prefix_is_refused() -> None:
    over = "x" * (65 - len("mcp__github__"))
    assert [("name-length", "/name")] == errors(tool(obj(), over), target="openai", server="github")
    assert [] == errors(tool(obj(), over[1:]), target="openai", server="github")


@pytest.mark.parametrize(("target", "most"), [("openai", 128), ("vscode", 128), ("cursor", 80)])
def test_too_many_tools_are_refused(target: str, most: int) -> None:
    tools = [tool(obj(), f"t{i}") for i in range(most + 1)]
    assert [("tools", "/name")] == errors(*tools, target=target)
    assert [] == errors(*tools[1:], target=target)


TRAPS: list[tuple[str, str, Any]] = [
    ("Anthropic takes a root `not`", "anthropic", obj({"a": TEXT, "b": TEXT}, **{"not": {"required": ["a", "b"]}})),
    ("Anthropic takes a root `if`", "anthropic", obj(**{"if": {"required": ["a"]}, "then": {}, "else": {}})),
    ("Anthropic takes dots in property keys", "anthropic", obj({"a.b-c": TEXT})),
    ("Anthropic takes any nested property key", "anthropic", x(obj({"two words[]": TEXT}))),
    (
        "Anthropic takes `$schema` of any draft beside `type`",
        "anthropic",
        obj(**{"$schema": "http://json-schema.org/draft-07/schema#"}),
    ),
    ("Anthropic takes nested combinators", "anthropic", x({"anyOf": [{"oneOf": [TEXT]}, {"allOf": [TEXT, {}]}]})),
    ("Anthropic takes names of 128 characters", "anthropic", tool(obj(), "x" * 128)),
    ("Anthropic strict takes `minItems` of 1", "anthropic-strict", xs({"type": "array", "items": TEXT, "minItems": 1})),
    ("Anthropic strict takes the format uri", "anthropic-strict", xs({"type": "string", "format": "uri"})),
    (
        "Anthropic strict takes 24 optional parameters",
        "anthropic-strict",
        strict({f"p{i}": TEXT for i in range(24)}, required=[]),
    ),
    ("Bedrock takes nested keys with spaces", "bedrock-converse", x(obj({"two words": TEXT}))),
    ("Bedrock takes a missing description", "bedrock-converse", tool(obj(), description=None)),
    (
        "Bedrock takes bounds where the tool is not strict",
        "bedrock-converse",
        x({"type": "integer", "minimum": 1, "multipleOf": 2}),
    ),
    ("MCP takes an object without properties", "mcp@2025-11-25", {"type": "object"}),
    ("MCP takes a root combinator beside the type", "mcp@2026-07-28", {"type": "object", "oneOf": [{}]}),
    ("MCP takes a dangling reference", "mcp@2025-11-25", x({"$ref": "#/$defs/Gone"})),
    ("MCP 2026-07-28 takes any output schema", "mcp@2026-07-28", tool(obj(), output_schema={"type": "array"})),
    ("MCP takes names of 500 characters with slashes", "mcp@2025-11-25", tool(obj(), "a/b/c" * 100)),
    ("OpenAI takes a root `if`", "openai", obj(**{"if": {"required": ["a"]}, "then": {"required": ["b"]}})),
    ("OpenAI takes a tool without parameters", "openai", tool(None)),
    ("OpenAI takes nested combinators and patterns", "openai", x({"anyOf": [{"type": "string", "pattern": "a"}]})),
    ("OpenAI strict takes recursion", "openai-strict", strict({"x": {"$ref": "#/$defs/Node"}}, **{"$defs": STRICT_NODE})),
    ("OpenAI strict takes a union with null", "openai-strict", xs({"type": ["string", "null"]})),
    (
        "OpenAI strict takes bounds and known formats",
        "openai-strict",
        strict({"n": {"type": "integer", "minimum": 1}, "d": {"type": "string", "format": "date"}}),
    ),
    ("OpenAI strict is not sure about a length", "openai-strict", xs({"type": "string", "minLength": 1})),
    ("OpenAI strict is not sure about a default", "openai-strict", xs({"type": "string", "default": "a"})),
    ("Gemini takes names with dots and colons", "gemini", tool(obj({"a": TEXT}), "files.read:v1")),
    (
        "Gemini takes `nullable` and the format date-time",
        "gemini",
        x({"type": "string", "nullable": True, "format": "date-time"}),
    ),
    ("Gemini takes types in upper case", "gemini", {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}),
    ("Gemini takes `anyOf` alone", "gemini", x({"anyOf": [TEXT, {"type": "integer"}]})),
    (
        "Gemini's JSON schema takes a description beside `$ref`",
        "gemini-json-schema",
        obj({"x": {"$ref": "#/$defs/A", "description": "a"}}, **{"$defs": {"A": TEXT}}),
    ),
    ("DeepSeek takes empty properties", "deepseek", obj()),
    (
        "DeepSeek strict takes bounds, a pattern and recursion",
        "deepseek-strict",
        strict({"n": {"type": "integer", "minimum": 1}, "x": {"$ref": "#/$defs/Node"}}, **{"$defs": STRICT_NODE}),
    ),
    ("Moonshot takes recursion through `$defs`", "moonshot", obj({"x": {"$ref": "#/$defs/Node"}}, **{"$defs": NODE})),
    ("xAI takes a plain reference", "xai", obj({"x": {"$ref": "#/$defs/A"}}, **{"$defs": {"A": TEXT}})),
    ("VS Code takes a name with a dot", "vscode", tool(obj(), "files.read")),
    ("llama.cpp takes an anchored pattern", "llama-cpp", x({"type": "string", "pattern": "^[0-9]+$"})),
    (
        "llguidance takes lengths, bounds and patternProperties",
        "llguidance",
        x({"type": "object", "patternProperties": {"^a": {"type": "string", "maxLength": 3}}}),
    ),
    ("llguidance takes an undeclared name in an open object", "llguidance", obj(required=["gone"])),
    (
        "xgrammar takes `patternProperties` alone",
        "vllm-xgrammar",
        x({"type": "object", "patternProperties": {"^a": TEXT, "^b": TEXT}}),
    ),
    (
        "a property called like a keyword is none",
        "gemini",
        obj(dict.fromkeys(("format", "description", "const", "anyOf", "items", "type"), TEXT)),
    ),
    (
        "data is no schema",
        "openai",
        x({"type": "object", "properties": {}, "default": {"type": "array"}, "enum": [{"type": "array"}]}),
    ),
]


@pytest.mark.parametrize(("target", "one"), [trap[1:] for trap in TRAPS], ids=[trap[0] for trap in TRAPS])
def test_what_a_target_accepts_is_no_error(target: str, one: Any) -> None:
    assert [] == errors(one if isinstance(one, Tool) else tool(one), target=target)


def test_there_are_at_least_the_traps_of_the_page() -> None:
    assert len(TRAPS) >= 18


def test_the_portable_form_of_a_tool_is_clean_everywhere_it_should_be() -> None:
    one = tool(obj({"path": {"type": "string", "description": "Path of the file."}}, required=["path"]), "read_file")
    for target in newest():
        if not target.name.endswith("-strict"):
            assert [] == found(one, target=target.label), target.label


def test_without_a_target_nothing_is_said_and_nothing_loaded() -> None:
    assert [] == list(lint(Toolset((tool(obj(anyOf=[{}]), "a.b"),)), ON_TARGETS))
    script = (
        "import sys; from schemalint.cli.main import main; code = main(['check', 'fixtures/good', '--isolated']);"
        " print(code, [name for name in sys.modules if name.startswith('schemalint.targets')])"
    )
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=root, timeout=60)
    assert done.stdout.endswith(" []\n"), done.stdout + done.stderr


# ------------------------------------------------------------------------------------------------------------------ suppression


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, text: str = "") -> Config:
    (folder / "schemalint.toml").write_text(text, encoding="utf-8")
    return read_config(folder)


BOTH = Toolset((tool(obj({"a": {"type": "array"}}, anyOf=[{}])),), targets=(find("openai"), find("azure")))
ALL_FOUR = {
    ("openai", "root-combinator"),
    ("azure", "root-combinator"),
    ("openai", "array-without-items"),
    ("azure", "array-without-items"),
}


def left(config: Config, ignore: list[str] | None = None) -> set[tuple[str, ...]]:
    silences = silencer(RULES, config, ignore or [])
    return {one.key for one in lint(BOTH, ON_TARGETS, silences) if not one.silenced}


@pytest.mark.parametrize(
    ("word", "silenced"),
    [
        ("rejected-by-target", ALL_FOUR),
        ("rejected-by-target(openai:root-combinator)", {("openai", "root-combinator")}),
        ("rejected-by-target(*:root-combinator)", {("openai", "root-combinator"), ("azure", "root-combinator")}),
        ("rejected-by-target(azure:*)", {("azure", "root-combinator"), ("azure", "array-without-items")}),
        ("dropped-by-target(openai:root-combinator)", set()),
    ],
)
def test_one_trait_of_one_target_is_silenced(folder: Path, word: str, silenced: set[tuple[str, ...]]) -> None:
    assert ALL_FOUR == left(Config())
    assert ALL_FOUR - silenced == left(written(folder, f'[per-tool-ignores]\n"p*" = ["{word}"]\n'))
    assert ALL_FOUR - silenced == left(written(folder, f'[[suppress]]\ntool = "ping"\nrules = ["{word}"]\n'))
    assert ALL_FOUR == left(written(folder, f'[[suppress]]\ntool = "ping"\nat = "/properties/zzz"\nrules = ["{word}"]\n'))
    if "(" in word:
        assert ALL_FOUR - silenced == left(written(folder, f'ignore = ["{word}"]\n'))
        assert ALL_FOUR - silenced == left(written(folder, ""), [word])


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("rejected-by-target(opnai:const)", "`opnai` is not a target; did you mean `openai`?"),
        ("rejected-by-target(openai:konst)", "`konst` is not a trait; did you mean `const`?"),
        ("rejected-by-target(openai)", "expected a target and a trait, `rejected-by-target(openai:TRAIT)`"),
        ("rejected-by-target(openai@2026:const)", "findings name the target `openai`"),
        ("rejected-by-target(mcp:const)", "findings name the target `mcp@2026-07-28`"),
        ("too-deep(openai:const)", "`too-deep` is not a rule on targets"),
        ("rejectd-by-target(openai:const)", "`rejectd-by-target` is not a rule on targets; did you mean `rejected-by-target`?"),
    ],
)
def test_a_narrow_suppression_that_means_nothing_is_an_error(folder: Path, word: str, message: str) -> None:
    config = written(folder, f'# first\n[per-tool-ignores]\n"*" = ["{word}"]\n')
    with pytest.raises(ConfigError, match=r"schemalint\.toml:3: ") as caught:
        silencer(RULES, config)
    assert message in str(caught.value)
    with pytest.raises(ConfigError, match="--ignore"):
        choose(RULES, Config(), ignore=[word])


def test_a_narrow_word_selects_no_rule() -> None:
    with pytest.raises(ConfigError, match="is not a rule, lever or set"):
        choose(RULES, Config(), select=["rejected-by-target(openai:const)"])
    assert "rejected-by-target" in [rule.id for rule in choose(RULES, Config(), ignore=["rejected-by-target(openai:const)"])]


def test_a_finding_without_a_target_is_called_by_its_rule_alone() -> None:
    assert ("too-deep",) == spellings("too-deep", ())


def test_comments_silence_one_trait_of_one_target(folder: Path) -> None:
    (folder / "tools.yaml").write_text(
        "- name: ping\n  description: Ping a host.\n  parameters:\n    type: object\n"
        "    anyOf: [{}]  # schemalint: ignore[rejected-by-target(openai:root-combinator)] split later\n    properties: {}\n",
        encoding="utf-8",
    )
    result = checked(folder, "tools.yaml", "openai", "azure")
    assert [("azure", "root-combinator")] == [one.key for one in result.findings if one.rule == "rejected-by-target"]
    assert 1 == result.suppressed


# ---------------------------------------------------------------------------------------------------- one cause, one finding


def checked(folder: Path, name: str, *targets: str) -> Report:
    sources = [one for one in load_source(name) if isinstance(one, Source)]
    sets = [replace(one, targets=tuple(find(word) for word in targets)) for source in sources for one in source.toolsets]
    chosen = choose(RULES, Config())
    return report(sources, (), [(one, list(lint(one, chosen))) for one in sets])


TWO = [
    {
        "name": "a.b",
        "description": "Label an issue.",
        "parameters": x({"type": "array", "description": "List of label names."}),
    },
    {"name": "list_issues", "description": "List the issues.", "parameters": {"type": "string"}},
]


def test_a_generic_finding_of_the_same_cause_is_left_out_and_named(folder: Path) -> None:
    (folder / "tools.json").write_text(json.dumps(TWO), encoding="utf-8")
    without = {one.rule for one in checked(folder, "tools.json").findings}
    assert {"array-without-items", "tool-name-invalid", "root-not-object"} <= without
    result = checked(folder, "tools.json", "openai", "anthropic")
    assert {"array-without-items", "tool-name-invalid", "root-not-object"}.isdisjoint(one.rule for one in result.findings)
    named = {(one.key, other.rule) for one in result.findings for other in one.covers}
    assert {
        (("openai", "array-without-items"), "array-without-items"),
        (("openai", "name-dot"), "tool-name-invalid"),
        (("anthropic", "name-dot"), "tool-name-invalid"),
        (("openai", "root-not-object"), "root-not-object"),
        (("anthropic", "root-not-object"), "root-not-object"),
    } == named


def test_the_fix_of_the_generic_finding_is_kept_and_offered_once(folder: Path) -> None:
    (folder / "tools.json").write_text(json.dumps(TWO[:1]), encoding="utf-8")
    result = checked(folder, "tools.json", "openai", "azure", "vscode")
    own = [one for one in by_place(result.findings) if one.key[1:] == ("array-without-items",)]
    assert [("azure", "openai", "vscode")] == [tuple(one.key[0] for one in own)]
    assert 1 == sum(one.fix is not None for one in own)


def test_a_generic_finding_stays_where_the_target_is_less_sure_or_elsewhere(folder: Path) -> None:
    generic = {"required-undeclared", "array-without-items"}
    tools = [
        {
            "name": "ping",
            "description": "Ping a host.",
            "parameters": obj({"a": {"type": "array"}, "b": {"type": "array"}}, required=["c"]),
        }
    ]
    (folder / "tools.json").write_text(json.dumps(tools), encoding="utf-8")
    assert generic <= {one.rule for one in checked(folder, "tools.json", "codex").findings}
    assert {"required-undeclared"} == generic & {one.rule for one in checked(folder, "tools.json", "openai").findings}


def test_a_silenced_finding_of_a_target_replaces_nothing(folder: Path) -> None:
    (folder / "tools.yaml").write_text(
        "- name: ping\n  description: Ping a host.\n  parameters:\n    type: object\n    properties:\n"
        "      a: {type: array}  # schemalint: ignore[rejected-by-target]\n",
        encoding="utf-8",
    )
    assert ["array-without-items"] == [
        one.rule for one in checked(folder, "tools.yaml", "openai").findings if one.severity == "error"
    ]


# ------------------------------------------------------------------------------------------------------------ the command line


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_report_names_the_target(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.json").write_text(json.dumps(TWO), encoding="utf-8")
    code, out, _ = run(capsys, "check", "tools.json", "--target", "mcp@2025-11-25,openai", "--output-format", "json")
    findings = json.loads(out)["findings"]
    assert 1 == code
    assert {"mcp@2025-11-25", "openai", None} == {one["target"] for one in findings}
    assert {True} == {(one["target"] is not None) == ("target" in one["rule"]) for one in findings}
    rules = {place.get("rule") for one in findings for place in one["related"]}
    assert "root-not-object" in rules


def test_the_command_line_goes_before_the_table_and_the_table_before_the_rest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.json", "b.json"):
        (folder / name).write_text(json.dumps([{**TWO[0], "name": name[0]}]), encoding="utf-8")
    written(folder, 'targets = ["openai"]\nselect = ["target"]\n[[toolset]]\nsources = ["b.json"]\ntargets = ["vscode"]\n')

    def targets(*words: str) -> set[tuple[str, str]]:
        _, out, _ = run(capsys, "check", "a.json", "b.json", "--output-format", "json", *words)
        return {(one["path"], one["target"]) for one in json.loads(out)["findings"]}

    assert {("a.json", "openai"), ("b.json", "vscode")} == targets()
    assert {("a.json", "gemini"), ("b.json", "gemini")} == targets("--target", "gemini")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('targets = ["openai", "opnai"]', "schemalint.toml:1: `opnai` is not a target; did you mean `openai`?"),
        ('[[toolset]]\nsources = ["tools.json"]\ntargets = ["opnai"]', "schemalint.toml:3: `opnai` is not a target"),
    ],
)
def test_an_unknown_target_is_an_error_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    (folder / "tools.json").write_text(json.dumps(TWO), encoding="utf-8")
    written(folder, text)
    code, _, err = run(capsys, "check", "tools.json")
    assert (2, True) == (code, message in err)
    code, _, err = run(capsys, "check", "tools.json", "--isolated", "--target", "nope")
    assert (2, True) == (code, "error: --target: `nope` is not a target" in err)


def test_the_prefix_of_the_configuration_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.json").write_text(json.dumps([{**TWO[0], "name": "x" * 55, "parameters": obj()}]), encoding="utf-8")
    words = ("check", "tools.json", "--select", "target", "--target", "openai", "--server-name", "github")
    assert 0 == run(capsys, *words)[0]
    written(folder, 'name-prefix = "acme_{server}__"')
    _, out, _ = run(capsys, *words)
    assert "a name of 68 characters behind `acme_github__`, 4 over 64" in out
    written(folder, "client-prefixes = true")
    _, out, _ = run(capsys, *words)
    assert "a name of 68 characters behind `mcp__github__`, 4 over 64" in out


def test_the_configured_prefix_reaches_the_generic_rules(folder: Path) -> None:
    config = written(folder, 'name-prefix = "acme_{server}__"\nclient-prefixes = true')
    options = {rule.id: rule.options for rule in choose(RULES, config, select=["ALL"])}
    assert "acme_{server}__" == options["tool-name-too-long-when-prefixed"]["prefix"]
    assert options["redundant-affix"]["client_prefixes"] is True


# ---------------------------------------------------------------------------------------------------------------- real servers


def test_real_servers_are_judged_without_a_crash_and_in_time(corpus: Path) -> None:
    sources = [one for one in load_source(str(corpus / "mcp")) if isinstance(one, Source)]
    toolsets = [one for source in sources for one in source.toolsets]
    targets = tuple(find(word) for word in ("portable", "openai", "anthropic", "gemini"))
    began = time.process_time()
    rows = [row for one in toolsets for row in lint(replace(one, targets=targets), ON_TARGETS)]
    assert time.process_time() - began < 10
    assert {"rejected-by-target", "description-over-limit"} <= {row.rule for row in rows}
    for row in rows:
        assert row.tool is not None
        assert has(row.tool, row.at), (row.tool.name, row.at)


def has(one: Tool, at: Pointer) -> bool:
    from schemalint.schema.pointer import value_at

    missing = object()
    return value_at(one.members(), at, missing) is not missing
