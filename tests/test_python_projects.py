"""What one file of a project takes from another: servers, types, models, constants, decorators; never from outside of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from schemalint.cli.main import main
from schemalint.model import Tool
from schemalint.sources import Source, load

SERVER = 'from mcp.server.fastmcp import FastMCP\nmcp = FastMCP("shop")\n'
TYPES = """
from enum import Enum
from typing import Literal
from pydantic import BaseModel, Field

class Unit(Enum):
    A = "a"
    B = "b"

class Base(BaseModel):
    id: str = Field(description="Id of it.")

class Item(Base):
    unit: Unit = Unit.A

Kind = Literal["x", "y"]
LIMIT = 20
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def put(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def tools(path: str) -> list[Tool]:
    return [tool for source in load(path) if isinstance(source, Source) for tool in source.tools()]


def test_a_server_object_of_another_file_makes_its_tools_exact(project: Path) -> None:
    put(project, app__server=SERVER, app__tools="from app.server import mcp\n@mcp.tool()\ndef find(q: str): 'Find.'\n")
    [tool] = tools("app/tools.py")
    assert ("mcp-sdk", "derived") == (tool.origin.framework, tool.origin.fidelity)


@pytest.mark.parametrize("line", ["from app.types import {}", "from .types import {}", "from app import {}"])
def test_types_of_another_file_are_read(line: str, project: Path) -> None:
    put(
        project,
        app__types=TYPES,
        app__tools=f"{SERVER}{line.format('Item, Kind, Unit, LIMIT')}\n@mcp.tool()\n"
        "def find(item: Item, kind: Kind, unit: Unit = Unit.B, limit: int = LIMIT) -> str: 'Find.'\n",
    )
    (project / "app" / "__init__.py").write_text("from .types import Item, Kind, Unit, LIMIT\n", encoding="utf-8")
    [tool] = tools("app/tools.py")
    assert "derived" == tool.origin.fidelity
    properties = tool.parameters["properties"]
    assert ["x", "y"] == properties["kind"]["enum"]
    assert ("b", 20) == (properties["unit"]["default"], properties["limit"]["default"])
    assert ["id", "unit"] == list(tool.parameters["$defs"]["Item"]["properties"])


def test_findings_on_what_another_file_says_are_where_it_is_mentioned(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(project, types=TYPES, tools=f"{SERVER}from types_ import Kind\n", types_=TYPES)
    put(project, tools=f"{SERVER}from types_ import Item\n@mcp.tool()\ndef find_item(item: Item): 'Find one.'\n")
    main(["check", "tools.py", "--output-format", "json"])
    lines = {one["line"] for one in json.loads(capsys.readouterr().out)["findings"]}
    assert lines <= {4, 5}


@pytest.mark.parametrize(
    "text",
    [
        "from app.gone import Item",
        "from .types import Gone as Item",
        "from somewhere import Item",
        "from ....up import Item",
    ],
)
def test_what_is_not_found_stays_out_of_sight(text: str, project: Path) -> None:
    put(project, app__types=TYPES, app__tools=f"{SERVER}{text}\n@mcp.tool()\ndef find(item: Item): 'Find.'\n")
    [tool] = tools("app/tools.py")
    assert "approximate" == tool.origin.fidelity


def test_nothing_outside_of_the_project_is_read(project: Path) -> None:
    put(project.parent, types=TYPES)
    (project / "linked.py").symlink_to(project.parent / "types.py")
    text = "{}from {} import Item\n@mcp.tool()\ndef find(item: Item): 'Find.'\n"
    put(project, app__a=text.format(SERVER, "...types"), b=text.format(SERVER, "linked"))
    assert ["approximate"] == [tool.origin.fidelity for tool in tools("app/a.py")]
    assert ["approximate"] == [tool.origin.fidelity for tool in tools("b.py")]


def test_files_that_import_each_other_come_to_an_end(project: Path) -> None:
    put(project, a="from b import Item\n", b="from a import Item\n")
    put(project, t=f"{SERVER}from a import Item\n@mcp.tool()\ndef find(item: Item): 'Find.'\n")
    assert ["approximate"] == [tool.origin.fidelity for tool in tools("t.py")]


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_an_import_that_leads_to_a_pipe_does_not_wait(project: Path) -> None:
    os.mkfifo(project / "pipe.py")
    put(project, t=f"{SERVER}from pipe import Item\n@mcp.tool()\ndef find(item: Item): 'Find.'\n")
    assert ["approximate"] == [tool.origin.fidelity for tool in tools("t.py")]


REGISTRY = "FOUND = []\ndef {}(kind='read'):\n    def keep(f):\n        FOUND.append(f)\n        return f\n    return keep\n"


@pytest.mark.parametrize("name", ["tool", "is_tool", "register_tool"])
def test_a_decorator_of_the_project_that_is_called_a_tool_makes_some(name: str, project: Path) -> None:
    put(
        project,
        registry=REGISTRY.format(name),
        t=f"from registry import {name}\n@{name}(kind='write')\ndef find(q: str): 'Find.'\n",
    )
    [tool] = tools(".")
    assert ("find", "approximate") == (tool.name, tool.origin.fidelity)


@pytest.mark.parametrize("name", ["requires_tool", "toolbox", "skip_tool", "cache", "_register_tool"])
def test_other_decorators_make_none(name: str, project: Path) -> None:
    put(project, registry=REGISTRY.format(name), t=f"from registry import {name}\n@{name}()\ndef find(q: str): 'Find.'\n")
    assert [] == tools(".")


def test_a_decorator_of_the_project_that_wraps_a_known_one_is_like_it(project: Path) -> None:
    wrapper = f"{SERVER}def shop_tool(f):\n    return mcp.tool()(f)\n"
    put(project, registry=wrapper, t="from registry import shop_tool\n@shop_tool\ndef find(q: str): 'Find.'\n")
    found = [tool for tool in tools(".") if tool.name == "find"]
    assert ["mcp-sdk"] == [tool.origin.framework for tool in found]


def test_a_model_of_another_file_is_the_schema_of_a_class(project: Path) -> None:
    put(
        project,
        inputs="from pydantic import BaseModel\nclass Find(BaseModel):\n    q: str\n",
        t="from langchain_core.tools import BaseTool\nfrom inputs import Find\n"
        "class A(BaseTool):\n    name: str = 'find'\n    description: str = 'Find.'\n    args_schema: type = Find\n",
    )
    [tool] = tools("t.py")
    assert ("derived", ["q"]) == (tool.origin.fidelity, list(tool.parameters["properties"]))


def checked(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    main(["canon", *words])
    return [tool["name"] for tool in json.loads(capsys.readouterr().out or "[]")]


def test_the_configuration_says_what_a_decorator_is_like(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(project, acme="def action(**k):\n    return lambda f: f\n")
    put(project, t="from acme import action\n@action(name='find_note')\ndef find(q: str) -> str: 'Find.'\n")
    assert [] == tools(".")
    (project / "schemalint.toml").write_text('[tool-makers."acme.action"]\nas = "fastmcp"\n', encoding="utf-8")
    assert ["find_note"] == checked(capsys, ".")


def test_the_configuration_says_which_arguments_and_attributes_a_maker_has(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(project, acme="class Action: ...\ndef action(**k):\n    return lambda f: f\n")
    put(
        project,
        t="from acme import Action, action\n"
        "@action(title='find_note', summary='Find it.')\ndef find(q: str): 'No.'\n"
        "class Lend(Action):\n    title = 'lend_note'\n    summary = 'Lend it.'\n    def go(self, to: str): ...\n",
    )
    table = 'name = "title"\ndescription = "summary"\nmethod = "go"\n'
    text = "".join(f'[tool-makers."acme.{name}"]\n{table}' for name in ("Action", "action"))
    (project / "schemalint.toml").write_text(text, encoding="utf-8")
    main(["check", ".", "--output-format", "json", "--select", "ALL"])
    found = json.loads(capsys.readouterr().out)["findings"]
    assert {"find_note", "lend_note"} == {one["tool"] for one in found if one["tool"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tool-makers = 3", "`tool-makers` must be a table of tables, one a decorator or base class, not a number"),
        ('[tool-makers.a]\nas = "flask"', "`flask` is not a framework; there are agent-framework"),
        ('[tool-makers.a]\nnam = "x"', "unknown key `tool-makers.a.nam`; did you mean `name`?"),
    ],
)
def test_a_table_of_makers_that_is_wrong_is_refused(
    text: str, message: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "schemalint.toml").write_text(text + "\n", encoding="utf-8")
    assert 2 == main(["check", "."])
    assert message in capsys.readouterr().err
