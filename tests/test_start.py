"""What a short run costs: which modules, rules and patterns it loads, and how the process ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemalint.linting import rule as rule_module
from schemalint.linting.rule import Rule, builtin, index_text, load
from schemalint.record import fields

ROOT = Path(__file__).parents[1]
CLEAN = [
    {
        "name": "read_note",
        "description": "Read one note by its id. Use it when the id is known.",
        "inputSchema": {
            "type": "object",
            "properties": {"note_id": {"type": "string", "description": "Id of the note, as search_notes gives it."}},
            "required": ["note_id"],
        },
    },
    {
        "name": "search_notes",
        "description": "Search the notes for words and give the ids of those that have them.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Words that the note must have."},
                "order": {"type": "string", "enum": ["newest", "oldest"], "description": "Which notes come first."},
            },
            "required": ["query", "order"],
        },
    },
]

LOOK = """
import json, re, sys
compiled = []
import re._compiler as compiler
compile_one = compiler.compile
def counted(source, flags=0):
    compiled.append(source)
    return compile_one(source, flags)
compiler.compile = counted
from schemalint.cli.main import main
from schemalint.linting import rule
loaded = []
load_files = rule._load_files
def noted(paths):
    paths = list(paths)
    loaded.extend(path.name for path in paths)
    return load_files(paths)
rule._load_files = noted
code = main(["check", "--isolated", sys.argv[1]])
print(json.dumps({"code": code, "modules": sorted(sys.modules), "compiled": len(compiled), "loaded": loaded}))
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a clean check in a process of its own had loaded at its end."""
    if sys.version_info < (3, 11):
        pytest.skip("`re` is one module there, which is not looked into")
    path = tmp_path_factory.mktemp("clean") / "tools.json"
    path.write_text(json.dumps(CLEAN), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", LOOK, path], capture_output=True, text=True, check=False, cwd=path.parent)
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    assert result["code"] == 0, done.stdout
    return result


NEEDLESS = (
    "asyncio", "click", "dataclasses", "difflib", "docstring_parser", "hashlib", "importlib.metadata", "inspect", "jsonschema",
    "libcst", "logging", "multiprocessing", "pydantic", "rich", "ruamel", "signal", "subprocess", "threading", "tiktoken",
    "tomllib", "typer", "tempfile", "socket", "ssl", "http.client",
)  # fmt: skip


def test_a_clean_check_loads_no_module_that_it_does_not_need(seen: dict[str, object]) -> None:
    assert isinstance(seen["modules"], list)
    assert [] == [name for name in NEEDLESS if name in seen["modules"]]


def test_a_clean_check_compiles_few_patterns(seen: dict[str, object]) -> None:
    assert isinstance(seen["compiled"], int)
    assert seen["compiled"] <= 80


# ------------------------------------------------------------------------------------------------------- the index of rules


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> dict[str, Rule]:
    """Our rules by their index, as an installed wheel has them."""
    module = dict[str, dict[str, dict[str, object]]]()
    exec(index_text(load(builtin()).values()), module)
    folder = str(builtin())
    made = [rule_module._made({**row, "path": f"{folder}{os.sep}{file}"}) for file, row in module["RULES"].items()]
    return {rule.id: rule for rule in made}


def test_the_index_says_of_every_rule_what_its_file_says(indexed: dict[str, Rule]) -> None:
    files = load(builtin())
    assert list(files) == list(indexed)
    names = [one.name for one in fields(Rule) if one.name not in ("check", "page")]
    for rule_id, rule in files.items():
        assert {name: getattr(rule, name) for name in names} == {name: getattr(indexed[rule_id], name) for name in names}


def test_an_indexed_rule_reads_its_file_when_it_is_called_or_its_page_is_shown(
    indexed: dict[str, Rule], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    load_files = rule_module._load_files

    def noted(paths: list[Path]) -> Iterator[Rule]:
        read.extend(path.name for path in paths)
        return load_files(paths)

    monkeypatch.setattr(rule_module, "_load_files", noted)
    rule_module._read.cache_clear()
    rule = indexed["too-many-parameters"].configured(severity="error", options={"max_parameters": 2})
    assert ([], "error", 2) == (read, rule.severity, rule.options["max_parameters"])
    assert "too many" in rule.page or rule.title
    assert rule.check.__name__ == "check"
    assert indexed["too-many-parameters"].check is rule.check
    assert ["too_many_parameters.py"] == read
    with pytest.raises(AttributeError, match="a rule has no 'chekc'"):
        _ = rule.chekc  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------------ the end of a process


def ended(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "schemalint", *words], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload, no-any-return]


def test_the_version_is_said_without_loading_commands() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "schemalint", "--version"], capture_output=True, text=True, check=False
    )
    assert (0, True) == (done.returncode, done.stdout.startswith("schemalint "))
    assert "schemalint.cli" not in done.stderr


@pytest.mark.parametrize("words", [("--version",), ("check", "--isolated", "-"), ("rules",)])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_is_an_error_however_the_process_ends(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "schemalint", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            input="[]",
            text=True,
            check=False,
        )
    assert 2 == done.returncode
    assert "error: " in done.stderr


def test_a_whole_report_is_written_before_the_process_ends(tmp_path: Path) -> None:
    bad = [{"name": f"tool_{number}", "parameters": {"type": "objekt"}} for number in range(2000)]
    (tmp_path / "bad.json").write_text(json.dumps(bad), encoding="utf-8")
    done = ended("check", "--isolated", "--output-format", "json", "bad.json", cwd=tmp_path)
    assert 1 == done.returncode
    assert len(json.loads(done.stdout)["findings"]) >= 2000


def test_what_others_asked_to_be_called_at_the_end_is_called(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import atexit\natexit.register(print, 'called at the end')\n", encoding="utf-8")
    done = ended("--version", env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])})
    assert "called at the end" in done.stdout
