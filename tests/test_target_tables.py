"""The data files on targets: their form, what is in them, and that they say what the page on targets says."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import oracles
import pytest

from schemalint.model import Target
from schemalint.targets import BrokenTable, UnknownTarget, dates, everything, find, newest, sources, table, tables
from schemalint.targets.tables import OUTCOMES, SURE

FOLDER = tables.FOLDERS[0]
XAI: dict[str, Any] = json.loads((FOLDER / "xai@2026-11-30.json").read_text(encoding="utf-8"))


# -------------------------------------------------------------------------------------------------------- the form of the files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose tables are targets beside the known ones."""
    monkeypatch.setattr(tables, "FOLDERS", (*tables.FOLDERS, tmp_path))
    return tmp_path


def test_a_renewed_table_differs_from_its_file_in_what_was_renewed_only() -> None:
    for path in sorted(path for folder in tables.FOLDERS for path in folder.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        assert oracles.written(json.loads(text)) == text, path.name


CONFIDENCE = (
    "traits.const.confidence: `confidence` is not a member; there are outcome, sure, source, date, when, contested, error,"
    " note, value"
)
NO_ADDRESS = "has no address: write owner/repository#1, PyPI NAME VERSION or https://..."


def changed(**members: Any) -> dict[str, Any]:
    value = {**copy.deepcopy(XAI), "name": "acme", **members}
    return {key: member for key, member in value.items() if member is not None}


def with_cell(trait: str, **members: Any) -> dict[str, Any]:
    value = changed()
    cell = {"outcome": "error", "sure": "reported", "source": "acme/docs#1", **members}
    value["traits"][trait] = {key: member for key, member in cell.items() if member is not None}
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "must be an object"),
        (changed(shappes=["mcp"]), "shappes: `shappes` is not a member; did you mean `shapes`?"),
        (changed(title=None), "needs `title`"),
        (changed(title=" "), "title: must be a text"),
        (changed(kind="clients"), "kind: `clients` is not known; did you mean `client`?"),
        (changed(shapes=None), "needs `shapes`"),
        (changed(shapes=[]), "shapes: must be a list that is not empty"),
        (changed(shapes=["openai-chats"]), "shapes: `openai-chats` is not known; did you mean `openai-chat`?"),
        (changed(strict="opnai-strict"), "strict: `opnai-strict` is not a target; did you mean `openai-strict`?"),
        (changed(members=["xai", "antropic"]), "members: `antropic` is not a target; did you mean `anthropic`?"),
        (changed(base="xai@2026-11-31"), "base: `xai@2026-11-31` is not a table; did you mean `xai@2026-11-30`?"),
        (changed(name="acmee"), "name: a file of acmee@2026-11-30 is called acmee@2026-11-30.json"),
        (changed(date="2026-11"), "date: must be a date such as 2026-11-30"),
        (changed(notes="No list."), "notes: must be a list that is not empty"),
        (with_cell("konst"), "traits.konst: `konst` is not a trait; did you mean `const`?"),
        (with_cell("tool"), "traits.tool: `tool` is not a trait; did you mean `tools`?"),
        (
            with_cell("const", outcome="refuse"),
            "traits.const.outcome: `refuse` is not known; there are error, drop, rewrite, ok",
        ),
        (with_cell("const", sure="documents"), "traits.const.sure: `documents` is not known; did you mean `documented`?"),
        (with_cell("const", confidence=3), CONFIDENCE),
        (with_cell("const", source="survey §5"), f"traits.const.source: `survey §5` {NO_ADDRESS}"),
        (with_cell("const", source="acme/docs#1; somewhere"), f"traits.const.source: `somewhere` {NO_ADDRESS}"),
        (with_cell("const", source=None), "traits.const: needs `source`"),
        (with_cell("const", source=" "), f"traits.const.source: ` ` {NO_ADDRESS}"),
        (with_cell("const", contested=False), "traits.const.contested: `False` is not known; there are True"),
        (with_cell("const", sauce="x"), "traits.const.sauce: `sauce` is not a member; did you mean `source`?"),
        (with_cell("const", value=3), "traits.const: only a limit has a `value`"),
        (with_cell("tools"), "traits.tools: a limit needs a `value`"),
        (with_cell("tools", value=0), "traits.tools.value: must be a number over 0, a pattern, a template, or a list of those"),
    ],
)
def test_a_table_that_says_what_is_not_known_is_refused_with_file_and_key(folder: Path, value: Any, message: str) -> None:
    path = folder / "acme@2026-11-30.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(BrokenTable) as caught:
        find("acme")
    assert f"{path}: {message}" == str(caught.value)


def test_a_file_that_is_not_json_is_refused(folder: Path) -> None:
    (folder / "acme@2026-11-30.json").write_text("{", encoding="utf-8")
    with pytest.raises(BrokenTable, match=r"acme@2026-11-30\.json: cannot be read: "):
        find("acme")


@pytest.mark.parametrize("target", everything(), ids=lambda one: f"{one.name}@{one.date}")
def test_every_cell_says_what_how_sure_who_and_when(target: Target) -> None:
    for name, cell in table(target).traits.items():
        assert cell.outcome in OUTCOMES, name
        assert cell.sure in SURE, name
        assert all(sources.address(part) for part in sources.parts(cell.source)), (name, cell.source)
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", cell.date), name


# ------------------------------------------------------------------------------------------------------------- which there are


def test_every_file_is_a_target() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(f"{one.name}@{one.date}" for one in everything())
    assert set(newest()) <= set(everything())


@pytest.mark.parametrize(
    ("word", "date"),
    [
        ("anthropic", "2026-11-30"),
        ("anthropic@2026-11", "2026-11-30"),
        ("anthropic@2027", "2026-11-30"),
        ("anthropic@2026-11-30", "2026-11-30"),
        ("anthropic@2026-11-29", "2025-07-01"),
        ("anthropic@2025-04", "2025-03-01"),
        ("anthropic@2025", "2025-07-01"),
        ("mcp", "2026-07-28"),
        ("mcp@2025-06-18", "2025-06-18"),
        ("portable", "2026-11-30"),
    ],
)
def test_a_date_takes_the_newest_table_that_is_not_after_it(word: str, date: str) -> None:
    assert Target(word.partition("@")[0], date) == find(word)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("opnai", "`opnai` is not a target; did you mean `openai`?"),
        ("Claude Code", "`Claude Code` is not a target; did you mean `claude-code`?"),
        ("zzz", "`zzz` is not a target; there are agentscope, anthropic, anthropic-strict, azure"),
        ("openai@2020-01", "`openai` has no table as old as 2020-01; there are openai@2026-11-30"),
        ("openai@now", "`now` is not a date such as 2026-11; there are openai@2026-11-30"),
        ("openai@2026-1", "`2026-1` is not a date such as 2026-11"),
        ("openai@2026-11-30-1", "`2026-11-30-1` is not a date such as 2026-11"),
        ("openai@2O26-11", "`2O26-11` is not a date such as 2026-11"),
        ("mcp@2025-11", "`2025-11` is not a version of the Model Context Protocol with a table; there are mcp@2026-07-28,"),
    ],
)
def test_a_target_that_is_not_there_is_named_with_the_nearest(word: str, message: str) -> None:
    with pytest.raises(UnknownTarget) as caught:
        find(word)
    assert str(caught.value).startswith(message)
    assert word == caught.value.word


def test_a_prefix_is_kept_and_the_usual_one_is_for_targets_without_their_own() -> None:
    assert "x_{server}_" == find("openai", "x_{server}_", prefixed=True).prefix
    assert "mcp__{server}__" == find("openai", prefixed=True).prefix
    assert find("cursor", prefixed=True).prefix is None
    assert find("openai").prefix is None


def test_findings_name_the_protocol_with_its_date_and_others_without() -> None:
    assert ("mcp@2025-11-25", "openai") == (find("mcp@2025-11-25").label, find("openai").label)


# ---------------------------------------------------------------------------------------------------------------- older tables


@pytest.mark.parametrize(
    ("name", "limit", "values"),
    [
        ("anthropic", "name-length", {"2026-11-30": 128, "2025-07-01": 128, "2025-03-01": 64}),
        ("openai-strict", "properties", {"2026-11-30": 5000, "2026-02-01": 5000, "2024-08-06": 100}),
        ("openai-strict", "levels", {"2026-11-30": 10, "2026-02-01": 10, "2024-08-06": 5}),
        ("windsurf", "tools", {"2026-11-30": 100, "2025-04-01": 50}),
    ],
)
def test_an_older_table_has_the_limits_of_its_time(name: str, limit: str, values: dict[str, int]) -> None:
    assert values == {date: table(Target(name, date)).traits[limit].value for date in dates(name)}


def test_an_older_table_is_its_base_but_for_what_it_says_itself() -> None:
    base, older = (table(Target("mcp", date)) for date in ("2026-07-28", "2025-11-25"))
    assert {"output-schema-not-object", "mcp-header-invalid"} == {
        name for name in base.traits if base.traits[name] != older.traits.get(name)
    }
    assert ("ok", "error") == tuple(one.traits["output-schema-not-object"].outcome for one in (base, older))
    assert ("2026-07-28", "2025-11-25") == tuple(
        one.traits[key].date for one, key in ((older, "const"), (older, "output-schema-not-object"))
    )
    oldest = table(find("mcp@2025-06-18"))
    assert "icon-without-src" not in oldest.traits
    assert {"name-pattern", "name-length"}.isdisjoint(oldest.traits)
    assert "error" == oldest.traits["output-schema-not-object"].outcome


# -------------------------------------------------------------------------------------------------------------------- portable


def test_portable_takes_the_worst_outcome_of_the_four_and_names_who() -> None:
    portable = table(find("portable"))
    members = {name: table(find(name)) for name in ("openai", "anthropic", "gemini", "bedrock-converse")}
    assert tuple(members) == portable.members
    for trait, cell in portable.traits.items():
        if cell.value is not None:
            continue
        said = {name: one.traits[trait] for name, one in members.items() if trait in one.traits}
        fair = {name: one for name, one in said.items() if one.when != "strict"}
        assert min(OUTCOMES.index(one.outcome) for one in fair.values()) == OUTCOMES.index(cell.outcome), trait
        assert (cell.outcome, cell.source) == (said[cell.by].outcome, said[cell.by].source), trait
    missing = {trait for one in members.values() for trait in one.traits} - portable.traits.keys()
    assert {"strict"} >= {one.traits[trait].when for trait in missing for one in members.values() if trait in one.traits}


def test_portable_has_the_narrowest_limits() -> None:
    limits = table(find("portable")).traits
    assert (64, 128, 1024) == tuple(limits[name].value for name in ("name-length", "tools", "description-length"))
    patterns = limits["name-pattern"].value
    fits = [
        name for name in ("read_file", "_a1", "a-b", "a.b", "1a", "a b") if all(re.fullmatch(one, name) for one in patterns)
    ]
    assert ["read_file", "_a1", "a-b"] == fits


# ----------------------------------------------------------------------------------------------- what the page on targets says

COLUMNS = {
    "OA": "openai",
    "OS": "openai-strict",
    "AN": "anthropic",
    "AS": "anthropic-strict",
    "GP": "gemini",
    "GJ": "gemini-json-schema",
    "BC": "bedrock-converse",
    "MI": "mistral",
    "DS": "deepseek-strict",
    "MS": "moonshot",
    "XA": "xai",
    "MCP": "mcp",
    "VS": "vscode",
    "CX": "codex",
    "LC": "llama-cpp",
    "XG": "vllm-xgrammar",
    "LG": "llguidance",
    "OL": "outlines",
}
ROWS = {
    "type list with null": "type-list-null",
    "nullable (OpenAPI)": "nullable",
    "property without type": "untyped-property",
    "root type missing or not object": "root-not-object",
    "root object without properties": "root-without-properties",
    "root oneOf anyOf allOf": "root-combinator",
    "root not / if / then / else": "root-not root-conditional",
    "nested anyOf": "nested-any-of",
    "nested oneOf": "nested-one-of",
    "nested allOf, several members": "nested-all-of",
    "nested not": "nested-not",
    "local $ref to $defs": "local-ref",
    "$ref beside other keywords": "ref-siblings ref-siblings-text",
    "recursive $ref": "recursive-ref",
    "external $ref": "external-ref",
    "$ref to #/properties/...": "ref-outside-defs",
    "const": "const",
    "enum of non-strings": "enum-not-strings",
    "empty string in enum": "enum-empty-string",
    "additionalProperties absent": "additional-properties-absent",
    "additionalProperties true or schema": "additional-properties-open",
    "property not in required": "optional-property",
    "required names an undeclared key": "required-undeclared required-closed-out",
    "default": "default",
    "title": "title",
    "examples, $comment, x-*": "examples comment extension-keyword",
    "$schema / $id": "dollar-schema dollar-id",
    "format uri": "format-uri",
    "unknown format": "format-unknown",
    "pattern, plain and anchored": "pattern",
    "pattern with look-around or back-reference": "pattern-lookaround",
    "minLength maxLength": "string-length",
    "minimum maximum": "numeric-bounds",
    "exclusiveMinimum exclusiveMaximum": "exclusive-bounds",
    "multipleOf": "multiple-of",
    "array without items": "array-without-items",
    "items {} or true": "items-empty items-true",
    "items as a list (draft 7)": "items-list",
    "prefixItems": "prefix-items",
    "minItems maxItems": "array-length array-length-one",
    "uniqueItems": "unique-items",
    "contains": "contains",
    "patternProperties": "pattern-properties",
    "propertyNames": "property-names",
    "minProperties maxProperties": "min-properties max-properties",
    "dependentRequired / dependentSchemas": "dependent-keywords",
    "boolean schema as property": "property-true property-false",
    "property key outside A-Za-z0-9_.-": "property-key-top property-key-nested",
    "name with a dot": "name-dot",
    "name over 64 characters": "name-long",
}
"""The rows of the page's table and the traits that they speak of."""

NARROWER = {
    ("root not / if / then / else", "OA"): "root-not",  # "E3 (not)"
    ("$ref beside other keywords", "GJ"): "ref-siblings",  # "only description and default can be set alongside it"
    ("required names an undeclared key", "LG"): "required-closed-out",  # section 2: "naming a closed-out key"
    ("minLength maxLength", "LC"): "string-length-huge",
    ("items {} or true", "OL"): "items-true",
    ("minItems maxItems", "AS"): "array-length",  # "0,1 ok"
    ("minItems maxItems", "BC"): "array-length",  # section 2: "maxItems, minItems over 1"
    ("minItems maxItems", "GJ"): "",  # a sum: the limit below
    ("patternProperties", "XG"): "pattern-properties-mixed",
    ("propertyNames", "XG"): "property-names-mixed",
    ("minProperties maxProperties", "OL"): "max-properties",
    ("boolean schema as property", "LG"): "property-true",
    ("property key outside A-Za-z0-9_.-", "AN"): "property-key-top",  # section 1: "top-level property keys"
    ("property key outside A-Za-z0-9_.-", "AS"): "property-key-top",
    ("property key outside A-Za-z0-9_.-", "BC"): "property-key-top",
}
"""Cells that hold of some of a row's traits only, or of a narrower one."""

CORRECTED = {
    ("root object without properties", "LC"),  # of LM Studio alone
    ("$ref beside other keywords", "MS"),  # a text may be beside it
    ("title", "MS"),
    ("root type missing or not object", "MS"),
    ("name with a dot", "VS"),  # it is replaced
}
"""Cells that reports or code have proved wrong since the page was written."""

LETTERS = {"E": "error", "D": "drop", "R": "rewrite", "S": "ok"}
CONDITIONS = {
    "(strict)": "strict",
    "(dev API)": "the developer API",
    "(gpt-4*)": "gpt-4 models",
    "(TS SDK 1.x)": "the TypeScript SDK 1.x",
}
NOT_CONDITIONS = {"", "(not)", "(24)", "(0,1 ok)", "(huge)", "(true)", "(sum)", "(mixed)", "(max)", "(warns)", "(128)"}


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first Markdown table below a heading, its own head first."""
    lines = text.split(heading, 1)[1].split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    found = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return [found[0], *found[2:]]


@pytest.fixture(scope="module")
def page(shared: Path) -> str:
    return (shared / "spec" / "targets.md").read_text(encoding="utf-8")


def test_every_filled_cell_of_the_page_is_in_the_data_unless_a_report_corrected_it(page: str) -> None:
    head, *body = rows(page, "## 5. Keyword by target")
    assert list(COLUMNS) == head[1:]
    assert list(ROWS) == [row[0] for row in body]
    filled, wrong = 0, list[object]()
    for row in body:
        for column, text in zip(head[1:], row[1:], strict=True):
            own = table(find(COLUMNS[column]))
            traits = NARROWER.get((row[0], column), ROWS[row[0]]).split()
            if text == "?" or (row[0], column) in CORRECTED:
                continue
            filled += 1
            condition = text[2:].strip()
            assert condition in CONDITIONS or condition in NOT_CONDITIONS, text
            expected = (LETTERS[text[0]], CONDITIONS.get(condition, ""))
            for name in traits:
                cell = own.traits.get(name)
                if cell is None or expected != (cell.outcome, cell.when):
                    wrong.append((row[0], column, text, name, cell))
    assert [] == wrong
    assert filled > 600
    print(f"{filled} filled cells")


def test_the_sum_of_max_items_is_a_limit(page: str) -> None:
    cell = table(find("gemini-json-schema")).traits["max-items-sum"]
    assert "sum of `maxItems` about 960" in page
    assert (960, "error", "reported") == (cell.value, cell.outcome, cell.sure)


LIMIT_ROWS = {
    "OpenAI, non-strict (Chat Completions and Responses)": ["openai"],
    "OpenAI strict": ["openai-strict"],
    "Azure OpenAI": ["azure"],
    "Anthropic Messages": ["anthropic"],
    "Anthropic strict": ["anthropic-strict"],
    "Claude Desktop and claude.ai connectors": ["claude-desktop"],
    "Gemini API and Vertex": ["gemini", "gemini-json-schema"],
    "Bedrock Converse": ["bedrock-converse"],
    "Mistral": ["mistral"],
    "Cohere v2": ["cohere"],
    "DeepSeek": ["deepseek", "deepseek-strict"],
    "xAI": ["xai"],
    "Moonshot / Kimi": ["moonshot"],
    "MCP 2025-11-25 and 2026-07-28": ["mcp@2025-11-25", "mcp"],
    "Cursor": ["cursor"],
    "VS Code / GitHub Copilot chat": ["vscode"],
    "Claude Code": ["claude-code"],
    "Gemini CLI": ["gemini-cli"],
    "Windsurf": ["windsurf"],
}
NAMES = {  # what the page says of names in words, as a pattern; `as the API`, `same` and `as OpenAI` are resolved here
    "OpenAI strict": "[a-zA-Z0-9_-]+",
    "Azure OpenAI": "[a-zA-Z0-9_-]+",
    "Anthropic strict": "[a-zA-Z0-9_-]+",
    "Gemini API and Vertex": "[a-zA-Z_][a-zA-Z0-9_.:-]*",
    "Cohere v2": "[A-Za-z_][A-Za-z0-9_]*",
    "DeepSeek": "[a-zA-Z0-9_-]+",
    "xAI": "[a-zA-Z0-9_-]+",
    "Moonshot / Kimi": "[^0-9].*",
    "Claude Code": "[a-zA-Z0-9_-]+",
    "MCP 2025-11-25 and 2026-07-28": "[A-Za-z0-9_.-]+",
}
LENGTHS = {
    "OpenAI strict": 64,
    "Anthropic strict": 128,
    "xAI": 64,
    "Claude Code": 64,
    "MCP 2025-11-25 and 2026-07-28": 128,
    "Bedrock Converse": 64,
}
TOOLS = {
    "Gemini API and Vertex": 512,
    "OpenAI strict": 128,
    "Gemini CLI": 512,
    "Cursor": 80,
    "Windsurf": 100,
    "Anthropic strict": None,
    "Bedrock Converse": None,
}
"""Where the number of the page is said by reference, is a belief, was corrected, or is second in its cell: the later counts."""
PROBES = ["read_file", "read-file", "_a1", "a.b", "a:b", "a/b", "a b", "1a", "ä", ""]


def number(text: str) -> int | None:
    found = re.match(r"[^\d(\[]*(\d[\d,]*)", text)
    return int(found[1].replace(",", "")) if found else None


def test_the_limits_of_the_page_are_in_the_data(page: str) -> None:
    head, *body = rows(page, "## 1. Limits at a glance")
    assert ["target", "name", "name length", "description", "tools per request", "size limits"] == head
    assert [*LIMIT_ROWS, "Strands"] == [row[0] for row in body]  # Strands is no target: a framework, checked at registration
    for name, pattern, length, _, tools, _ in body[:-1]:
        for word in LIMIT_ROWS[name]:
            limits = table(find(word)).traits
            said = re.match(r"`\^?([^`]+?)(?:\{1,\d+\})?\$?`", pattern)
            wanted = NAMES.get(name) or (said[1] if said and not said[1].startswith("mcp__") else None)
            if wanted is not None and word not in ("vscode", "gemini-cli"):
                wanted = wanted if wanted.endswith(("+", "*")) else f"{wanted}+"
                fits = [probe for probe in PROBES if re.fullmatch(wanted, probe)]
                assert fits == [probe for probe in PROBES if re.fullmatch(limits["name-pattern"].value, probe)], word
            most = LENGTHS.get(name, number(length))
            assert most == (limits["name-length"].value if "name-length" in limits else None), word
            most = TOOLS[name] if name in TOOLS else number(tools)
            assert most == (limits["tools"].value if "tools" in limits else None), word


@pytest.mark.parametrize(
    ("word", "limit", "value", "outcome", "said"),
    [
        ("azure", "description-length", 1024, "error", "1,024, `string_above_max_length`"),
        ("openai", "description-length", 1024, "error", "1,024 reported on some models"),
        ("vscode", "text-length", 1024, "drop", "cut at 1,024 per node for gpt-4 family"),
        ("claude-code", "description-length", 2048, "drop", "cut at 2,048 (anthropics/claude-code#41593)"),
        ("claude-code", "name-prefix", "mcp__{server}__", "ok", "prefix `mcp__server__`"),
        ("gemini-cli", "name-prefix", "mcp_{server}_", "ok", "adds `mcp_` and the server"),
        ("gemini-cli", "name-length", 63, "rewrite", "63, middle replaced by three dots"),
        ("cursor", "name-length", 60, "error", "server + tool name at most 60"),
        ("openai-strict", "properties", 5000, "error", "5,000 properties"),
        ("openai-strict", "levels", 10, "error", "10 object levels"),
        ("openai-strict", "enum-values", 1000, "error", "1,000 enum values in all"),
        ("openai-strict", "name-characters", 120000, "error", "120,000 characters over property"),
        ("openai-strict", "enum-characters", [250, 15000], "error", "more than 250 values: 15,000 characters"),
        ("anthropic-strict", "strict-tools", 20, "error", "20 strict tools"),
        ("anthropic-strict", "optional-parameters", 24, "error", "24 optional and 16 union-typed parameters"),
        ("anthropic-strict", "union-parameters", 16, "error", "24 optional and 16 union-typed parameters"),
        ("anthropic", "tool-search-name-length", 64, "error", "`tool_reference.tool_name` at most 64"),
        ("cohere", "properties-sum", 200, "error", "with `strict_tools`: 200 fields over all tools"),
    ],
)
def test_what_the_page_says_of_sizes_is_in_the_data(
    page: str, word: str, limit: str, value: Any, outcome: str, said: str
) -> None:
    assert said in page
    cell = table(find(word)).traits[limit]
    assert (value, outcome) == (cell.value, cell.outcome)


@pytest.mark.parametrize(
    ("row", "trait", "outcomes"),
    [
        ("inputSchema root", "root-not-object", ("error", "error", "error")),
        ("outputSchema", "output-schema-not-object", ("error", "error", "ok")),
        ("icons", "icon-without-src", (None, "error", "error")),
        ("execution.taskSupport", "task-support-unknown", (None, "error", "error")),
        ("new", "mcp-header-invalid", (None, None, "error")),
    ],
)
def test_the_versions_of_the_protocol_differ_as_the_page_says(
    page: str, row: str, trait: str, outcomes: tuple[Any, ...]
) -> None:
    head, *body = rows(page, "### MCP specification")
    assert row in [one[0] for one in body]
    versions = [cell[:10] for cell in head[1:]]
    found = [table(find(f"mcp@{version}")).traits.get(trait) for version in versions]
    assert outcomes == tuple(cell.outcome if cell else None for cell in found)
