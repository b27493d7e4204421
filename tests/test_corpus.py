"""Tool sets, real and our own: every server is read whole, every finding is where its pointer says, canonical bytes hold."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from schemalint.canon import canonical
from schemalint.cli.inputs import all_rules
from schemalint.cli.main import main
from schemalint.cli.table import Check
from schemalint.config import Config
from schemalint.linting.rule import Rule, builtin, load
from schemalint.linting.run import lint
from schemalint.model import Tool, Toolset
from schemalint.schema.keywords import kind_of
from schemalint.schema.pointer import Json, Pointer, parse_pointer, pointer_text, value_at
from schemalint.sources import load as load_source
from schemalint.sources.source import Source

Report = dict[str, Any]


def checked(*sources: Path) -> Report:
    result = subprocess.run(
        [sys.executable, "-m", "schemalint", "check", "--isolated", "--output-format", "json", *map(str, sources)],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert result.stderr == ""
    assert result.returncode == 1
    report: Report = json.loads(result.stdout)
    return report


@pytest.fixture(scope="module")
def servers(corpus: Path) -> Report:
    return checked(corpus / "mcp")


@pytest.fixture(scope="module")
def functions(corpus: Path) -> Report:
    return checked(next(path for path in corpus.rglob("*.jsonl") if path.name in ("bfcl_v4.jsonl", "dataset.jsonl")))


def misplaced(report: Report, *, lines: bool = False) -> Iterator[str]:
    """The findings whose line and column do not hold what their pointer names, read anew from the file."""
    texts: dict[str, list[str]] = {}
    values: dict[tuple[str, int], Json] = {}
    for finding in report["findings"]:
        path, line = finding["path"], finding["line"]
        if path not in texts:
            texts[path] = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
        text = texts[path][line - 1][finding["column"] - 1 :]
        key = (path, line if lines else 0)
        if key not in values:
            values[key] = json.loads(texts[path][line - 1] if lines else "".join(texts[path]))
        at = parse_pointer(finding["pointer"], values[key])
        if at is None:
            yield f"{path}: nothing stands at {finding['pointer']}"
            continue
        last = at[-1] if at else None
        if isinstance(last, str):
            found, end = json.JSONDecoder().raw_decode(text)
            right = found == last and text[end:].lstrip().startswith(":")
        else:
            value = value_at(values[key], at)
            right = text.startswith("{" if isinstance(value, dict) else "[" if isinstance(value, list) else json.dumps(value))
        if not right:
            yield f"{path}:{line}:{finding['column']}: {text[:30]!r} is not {finding['pointer']}"


def test_all_servers_and_tools_are_read(servers: Report, captures: dict[str, list[Any]]) -> None:
    assert servers["broken"] == []
    assert (len(captures), sum(map(len, captures.values()))) == (servers["summary"]["files"], servers["summary"]["tools"])


def test_every_finding_of_the_servers_stands_where_its_pointer_says(servers: Report) -> None:
    assert len(servers["findings"]) > 60
    assert list(misplaced(servers)) == []


def test_fingerprints_tell_findings_of_one_file_apart(servers: Report) -> None:
    seen = Counter((finding["path"], finding["fingerprint"]) for finding in servers["findings"])
    assert [key for key, count in seen.items() if count > 1] == []


def test_the_benchmark_functions_are_read_and_their_own_types_reported(functions: Report) -> None:
    assert functions["broken"] == []
    assert functions["summary"]["tools"] in (4, 3420)
    assert {finding["rule"] for finding in functions["findings"]} >= {"unknown-type"}
    said = " ".join(finding["message"] for finding in functions["findings"] if finding["rule"] == "unknown-type")
    foreign = ("dict", "float", "any", "tuple", "String", "HashMap", "ArrayList", "long")
    for name in foreign[: 2 if functions["summary"]["tools"] == 4 else None]:
        assert f"`{name}`" in said, name
    assert "duplicate-name" not in {finding["rule"] for finding in functions["findings"]}


def test_every_finding_of_the_functions_stands_where_its_pointer_says(functions: Report) -> None:
    assert list(misplaced(functions, lines=True)) == []


# ------------------------------------------------------------------------------------------------------------- canonical bytes


@pytest.fixture(scope="module")
def sources(corpus: Path) -> list[Source]:
    found = [one for folder in ("mcp", "shapes") if (corpus / folder).is_dir() for one in load_source(str(corpus / folder))]
    assert all(isinstance(source, Source) for source in found)
    return [source for source in found if isinstance(source, Source)]


@pytest.fixture(scope="module")
def tools(sources: list[Source]) -> list[Tool]:
    return [tool for source in sources for toolset in source.toolsets for tool in toolset.tools]


def shuffled(value: Json, chance: random.Random) -> Json:
    if isinstance(value, dict):
        members = list(value.items())
        chance.shuffle(members)
        return {key: shuffled(member, chance) for key, member in members}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


def with_members(tool: Tool, change: Any) -> Tool:
    return replace(tool, **{name: change(value) for name, value in tool.members().items()})


def test_shuffled_keys_give_equal_bytes(tools: list[Tool]) -> None:
    chance = random.Random(20261130)
    differing = [tool.name for tool in tools if canonical(tool) != canonical(with_members(tool, lambda v: shuffled(v, chance)))]
    assert differing == []


def test_canonical_bytes_are_stable_under_canonicalizing_again(tools: list[Tool]) -> None:
    for tool in tools:
        once = canonical(tool)
        assert canonical(replace(tool, **{"extra": {}, **json.loads(once)})) == once


def changed_by_our_rules(tool: Tool) -> bool:
    """Whether a set is sorted or a mark of ours dropped in this tool, so that plain RFC 8785 bytes differ."""
    for node in tool.nodes():
        for _, layer in node.layers:
            names = layer.get("dependentRequired", {}).values()
            sets = [value for keyword, value in layer.items() if kind_of(keyword, value) == "set"]
            if any(value != sorted(set(value)) for value in [*sets, *names]):
                return True
    return any(name in tool.extra for name in ("_meta", "cache_control", "defer_loading"))


def test_bytes_equal_rfc_8785_where_our_set_rules_change_nothing(tools: list[Tool]) -> None:
    plain = [tool for tool in tools if not changed_by_our_rules(tool)]
    assert len(plain) > len(tools) / 4
    for tool in plain:
        if tool.output_schema is None and "big_numbers" not in tool.origin.source:
            assert canonical(tool) == rfc8785.dumps(tool.members())


# ------------------------------------------------------------------------------------------------- files rewritten in place


def findings(toolsets: list[Toolset], rules: list[Rule]) -> Counter[tuple[str, str, Pointer, str]]:
    return Counter(
        (f.rule, f.tool.name if f.tool else "", f.at, f.message) for toolset in toolsets for f in lint(toolset, rules)
    )


def test_writing_the_canonical_form_leaves_everything_else_and_the_findings_alone(corpus: Path, tmp_path: Path) -> None:
    rules = list(load(builtin()).values())
    for path in sorted((corpus / "mcp").glob("*.json")):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
    run = [sys.executable, "-m", "schemalint", "canon", "--isolated"]
    subprocess.run([*run, "--write", str(tmp_path)], check=True, capture_output=True, timeout=240)
    subprocess.run([*run, "--check", str(tmp_path)], check=True, capture_output=True, timeout=240)
    for path in sorted((corpus / "mcp").glob("*.json")):
        old, new = json.loads(path.read_bytes()), json.loads((tmp_path / path.name).read_bytes())
        assert outside(old) == outside(new), path.name
        before, after = ([s for s in load_source(str(p)) if isinstance(s, Source)] for p in (path, tmp_path / path.name))
        assert findings(list(before[0].toolsets), rules) == findings(list(after[0].toolsets), rules), path.name


def outside(document: Json) -> str:
    """Everything of a capture but its tools, in the order of the text."""
    return json.dumps({**document, "result": {**document["result"], "tools": len(document["result"]["tools"])}})


def test_the_rules_of_check_are_the_built_in_ones() -> None:
    assert list(load(builtin())) == list(all_rules(Check(), Config()))
    assert pointer_text(()) == ""


# --------------------------------------------------------------------------------------------------------- what is broken


def test_of_broken_files_what_can_be_read_is_read_and_the_rest_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).with_name("corpus") / "broken"
    assert 2 == main(["check", "--isolated", "--output-format", "json", str(folder)])
    report = json.loads(capsys.readouterr().out)
    assert 2 == report["summary"]["tools"]
    found = [(Path(one["path"]).name, one["line"], one["reason"]) for one in report["broken"]]
    assert [(file, line) for file, line, _ in BROKEN] == [(file, line) for file, line, _ in found]
    assert [] == [reason for (_, _, words), (_, _, reason) in zip(BROKEN, found, strict=True) if words not in reason]


BROKEN = (
    ("entries.json", 3, "has no `name`"),
    ("entries.json", 4, "must be a string, not a number"),
    ("entries.json", 5, "found a string"),
    ("entries.json", 6, "duplicate key `properties`"),
    ("lines.jsonl", 2, "ends inside a string"),
    ("lines.jsonl", 3, "`NaN`"),
    ("merge.yaml", 5, "merge key `<<`"),
)
