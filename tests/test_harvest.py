"""A registry that is asked for its tools: what it holds, what it does not hold, and what it could not hold."""

from __future__ import annotations

import importlib
import os
import re
import sys
import types
from pathlib import Path

import pytest

from schemalint import Registry
from schemalint.cli.main import main
from schemalint.model import Tool
from schemalint.sources import Broken, Outcome, Reach, Source, load
from schemalint.sources.imported.process import records
from schemalint.sources.imported.worker.schemalint_worker import answer
from schemalint.sources.imported.worker.schemalint_worker.entries import Search
from schemalint.sources.imported.worker.schemalint_worker.known import Known
from schemalint.sources.imported.worker.schemalint_worker.search import of_value

READ = '''from schemalint import register_builtin, tool


@register_builtin
@tool
def read_note(name: str) -> str:
    """Return the whole text of one note as Markdown.

    Args:
        name: Name of the note, as list_notes returns it.
    """
    return name
'''
WRITE = READ.replace("read_note", "write_note").replace("Return the whole text of one note", "Replace the text of one note")
APP = """from schemalint import Registry, builtins
from agent import reading

registry = Registry(builtins())
empty = Registry()
"""


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose registry has one tool; another module, which nothing loads, has a second one."""
    package = tmp_path / "agent"
    (package / "extra").mkdir(parents=True)
    (package / "no_package").mkdir()
    for name, text in {
        "__init__.py": "",
        "reading.py": READ,
        "app.py": APP,
        "helpers.py": "LIMIT = 3\n",
        "extra/__init__.py": "",
        "extra/writing.py": WRITE,
        "extra/test_writing.py": WRITE.replace("write_note", "try_note"),
        "no_package/old.py": WRITE.replace("write_note", "old_note"),
    }.items():
        (package / name).write_text(text, encoding="utf-8")
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(argument: str) -> list[Outcome]:
    return list(load(argument, reach=Reach(importing=True)))


def test_a_registry_is_read_with_the_tools_it_has_and_told_which_module_it_lacks(agent: Path) -> None:
    [source] = read("agent.app:registry")
    assert isinstance(source, Source)
    [found] = [tool for toolset in source.toolsets for tool in toolset.tools]
    assert isinstance(found, Tool)
    assert ("read_note", "__schemalint__", "exact") == (found.name, found.origin.framework, found.origin.fidelity)
    assert {"name": {"type": "string", "description": "Name of the note, as list_notes returns it."}} == found.parameters[
        "properties"
    ]
    [missing] = source.missing  # neither tests nor folders that are no package, nor modules without tools
    assert (str(Path("agent", "extra", "writing.py")), ("write_note",)) == (missing.path, missing.tools)


def test_a_registry_that_came_up_empty_is_not_checked_and_said_to_be_empty(agent: Path) -> None:
    [broken] = read("agent.app:empty")
    assert isinstance(broken, Broken)
    assert broken.reason == (
        "the Registry came up empty: no tool had been added when it was asked;"
        " import the modules that add theirs in front of it"
    )


def test_the_catalog_of_a_registry_is_not_written_while_it_lacks_a_module(
    agent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = (
        f"agent/app.py: `{Path('agent', 'extra', 'writing.py')}` defines `write_note` and was not loaded;"
        " import it where the registry is filled, or name it as another source"
    )
    assert 2 == main(["catalog", "agent.app:registry", "-o", "TOOLS.md"])
    shown = capsys.readouterr().err.splitlines()
    assert [
        f"note: {line}",
        "error: the catalog was not written, since it would lack what the registry has not loaded",
    ] == shown
    assert not Path("TOOLS.md").exists()


@pytest.mark.slow
def test_without_notes_the_catalog_names_the_module_all_the_same(agent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["catalog", "agent.app:registry", "-o", "TOOLS.md", "--quiet"])
    assert "defines `write_note` and was not loaded" in capsys.readouterr().err.splitlines()[0]


@pytest.mark.slow
def test_the_catalog_is_whole_where_the_module_is_named_beside_or_loaded(
    agent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["catalog", "agent.app:registry", "agent.extra.writing"])
    beside = capsys.readouterr()
    (agent / "agent" / "app.py").write_text(
        APP.replace("import reading", "import reading, extra.writing".replace(", ", "\nimport agent."))
    )
    assert 0 == main(["catalog", "agent.app:registry"])
    loaded = capsys.readouterr()
    assert ("", "") == (beside.err, loaded.err)
    assert ["read_note", "write_note"] == re.findall(r"^## .*`(\w+)`$", loaded.out, re.M)
    # Two sources make two sets; what is said of each tool is the same.
    said = loaded.out[loaded.out.index('## <a id="tool-read_note">') :]
    assert set(re.findall(r"^(?:- `|Example: |(?!About \d)[A-Z]).*", said, re.M)) <= set(beside.out.splitlines())


@pytest.mark.slow
def test_check_only_notes_what_a_registry_lacks(agent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["check", "agent.app:registry"])
    shown = capsys.readouterr()
    assert "1 tool in 1 file: nothing found" in shown.out
    assert shown.err.startswith("note: agent/app.py: `agent")


def test_the_own_decorator_is_read_without_importing_as_well(agent: Path) -> None:
    [source] = load("agent/reading.py")
    assert isinstance(source, Source)
    [found] = [tool for toolset in source.toolsets for tool in toolset.tools]
    assert ("read_note", "schemalint", "approximate") == (found.name, found.origin.framework, found.origin.fidelity)
    assert "Return the whole text of one note as Markdown." == found.description


def test_the_worker_names_each_file_of_a_package_that_nothing_has_loaded(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(agent))
    for name in [one for one in sys.modules if one.partition(".")[0] == "agent"]:
        monkeypatch.delitem(sys.modules, name)
    module = importlib.import_module("agent.helpers")
    found = [os.path.relpath(path, os.path.realpath(agent)) for path in answer._unloaded(module)]
    expected = ["app.py", "reading.py", "extra/__init__.py", "extra/test_writing.py", "extra/writing.py"]
    assert [str(Path("agent", name)) for name in expected] == found
    monkeypatch.setattr(answer, "MAX_FILES", 2)
    assert 2 == len(list(answer._unloaded(module)))
    assert [] == list(answer._unloaded(types.ModuleType("alone")))
    for name in [one for one in sys.modules if one.partition(".")[0] == "agent"]:
        monkeypatch.delitem(sys.modules, name)


def test_the_worker_notes_an_empty_registry_and_remembers_a_full_one() -> None:
    search = Search({}, Known(records()))
    [item] = of_value("registry", Registry(), search, named=True)
    assert item["entries"][0]["note"].startswith("the Registry came up empty: ")
    assert search.harvested
    search = Search({}, Known(records()))
    [item] = of_value("registry", Registry([Tool("read_note", "Read a note.", {"type": "object"})]), search, named=True)
    assert ["read_note"] == [entry["wire"]["name"] for entry in item["entries"]]
    assert search.harvested
