"""The names at the top of the package, used as a program would use them."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import schemalint
from schemalint import LoadError, Rule, Toolset, canonical, catalog, digest, lint, load
from schemalint.linting.rule import builtin
from schemalint.linting.rule import load as load_rules
from schemalint.sources import Reach

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "fixtures" / "demo"
TOOL = {"name": "doThing", "description": "Does a thing.", "parameters": {"type": "object", "properties": {}}}


def test_a_file_is_loaded_linted_hashed_and_shown() -> None:
    (toolset,) = load(DEMO / "notes.json")
    assert ("notes", "search_notes") == (toolset.server, toolset.tools[0].name)
    found = lint(toolset)
    assert ("tool-name-style", "handleNote") in [(one.rule, one.tool.name) for one in found if one.tool is not None]
    assert canonical(toolset).startswith(b'[{"description":')
    assert digest(toolset) == digest(load(str(DEMO / "notes.json"))[0])
    assert digest(toolset) != digest(toolset.tools[0])
    assert "</a>Contents" in catalog(toolset, title="Notes")
    assert catalog(toolset, title="Notes").splitlines()[2] == "# Notes"


def test_a_folder_and_several_sources_give_the_sets_in_order() -> None:
    folder, three = load(DEMO), load(DEMO / "tickets.yaml", DEMO / "notes.json", DEMO / "agent" / "tools.py")
    assert [None, "notes", None] == [one.server for one in folder]
    assert [3, 6, 3] == [len(one.tools) for one in folder]
    assert [None, "notes", None] == [one.server for one in three]
    assert len(lint(folder)) == len(lint(three)) == sum(len(lint(one)) for one in three)
    assert "3 sets" in catalog(folder)


def test_values_are_read_as_files_are() -> None:
    (from_list,), (from_wrapper,) = load([TOOL]), load({"tools": [TOOL]})
    assert canonical(from_list) == canonical(from_wrapper)
    assert {"tool-name-style", "vague-verb"} <= {one.rule for one in lint(from_list)}


def test_what_cannot_be_read_is_raised_with_every_reason() -> None:
    with pytest.raises(LoadError) as caught:
        load(ROOT / "fixtures" / "broken" / "bad_entries.json", [TOOL, {"name": 3}], [], "no/such.json")
    said = str(caught.value).splitlines()
    assert len(said) == len(caught.value.broken)
    assert len(said) > 3
    assert "value at /1/name: the name of a tool must be a string, not a number" in said
    assert said[-1].startswith("no/such.json: no such file")


def test_a_server_is_started_only_where_that_is_allowed() -> None:
    source = f"stdio:{shlex.join([sys.executable, '-S', '-I', str(ROOT / 'tests' / 'stub_server.py'), 'honest'])}"
    with pytest.raises(LoadError, match="stdio:"):
        load(source)
    (toolset,) = load(source, reach=Reach())
    assert "stub" == toolset.server
    assert toolset.tools


def test_other_rules_and_other_sets_can_be_asked_for() -> None:
    sets = load([TOOL])
    own: list[Rule] = [load_rules(builtin())["tool-name-style"]]
    assert ["tool-name-style"] == [one.rule for one in lint(sets, own)]
    assert [] == lint(sets, [])
    counts = [len(lint(sets, rule_set=name)) for name in ("minimal", "recommended", "strict")]
    assert counts == sorted(counts)
    assert counts[0] < counts[2]


@pytest.mark.parametrize("name", schemalint.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert (name in ("history", "language", "wire")) == (getattr(schemalint, name).__class__.__name__ == "module")


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'schemalint' has no attribute 'linter'"):
        _ = schemalint.linter


@pytest.mark.parametrize("name", [name for name in schemalint.__all__ if name not in schemalint._MODULES])
def test_no_module_has_the_name_of_a_public_name(name: str) -> None:
    # Importing `schemalint.lint` would put the module in the place of the function.
    package = Path(schemalint.__file__).parent
    assert [] == [path.name for path in (package / name, package / f"{name}.py") if path.exists()]


@pytest.mark.parametrize("name", schemalint._MODULES)
def test_a_public_module_is_imported_by_its_name(name: str) -> None:
    code = f"import schemalint.{name} as module, schemalint; print(module is schemalint.{name}, len(dir(module)) > 10)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "True True\n"


def test_importing_the_package_imports_no_part_of_it() -> None:
    code = "import sys, schemalint; print([name for name in sys.modules if name.startswith('schemalint.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def test_an_empty_set_has_a_digest_and_no_findings() -> None:
    assert lint(Toolset(())) == []
    assert canonical(Toolset(())) == b"[]"


BARE: dict[str, Any] = {
    "name": "read_mail",
    "description": "Read the mails of a folder, the newest first.",
    "inputSchema": {"type": "object", "properties": {"tags": {"type": "array"}}, "required": ["tags"]},
}


def test_lists_of_dicts_paths_and_sets_are_linted_alike(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps([BARE]))
    expected = ["array-without-items", "param-description-missing"]
    for tools in ([BARE], {"tools": [BARE]}, path, str(path), load([BARE]), load([BARE])[0]):
        assert expected == sorted(found.rule for found in lint(tools))
    assert "read_mail" in catalog([BARE])


def test_rules_are_chosen_by_their_names() -> None:
    assert ["array-without-items"] == [found.rule for found in lint([BARE], select=["array-without-items"])]
    assert ["param-description-missing"] == [found.rule for found in lint([BARE], ignore=["array-without-items"])]


def test_targets_are_judged_by_their_names() -> None:
    assert "rejected-by-target" in {found.rule for found in lint([BARE], targets=["openai-strict"])}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"rule_set": "recomended"}, "rule_set is 'recomended', expected one of .*; did you mean `recommended`?"),
        ({"select": ["enum-in-pose"]}, "select names 'enum-in-pose', and there is no such rule; did you mean `enum-in-prose`?"),
        ({"ignore": "god-tol"}, "ignore names 'god-tol', and there is no such rule; did you mean `god-tool`?"),
        ({"targets": ["opnai-strict"]}, "targets: `opnai-strict` is not a target"),
    ],
)
def test_an_unknown_word_raises_with_the_nearest_one(words: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lint([BARE], **words)


def test_what_holds_no_tools_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="not int"):
        lint([1])
