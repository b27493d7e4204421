"""What looks like a tool and is not read is said at the end of a run, with the name of what made it."""

from pathlib import Path

import pytest

from schemalint.cli.main import main

CLASS = """
from elsewhere.tools import Tool

class Wipe(Tool):
    def __init__(self):
        super().__init__(name="wipe_table", description="Wipes a table.")
"""
DECORATED = """
from .server import mcp
from .registry import Registry

own = Registry()

@own.tool
def wipe_table(table: str) -> str:
    return table
"""
ACTION = """
from griptape.tools import shared
from griptape.utils.decorators import activity

class Wiper:
    @activity(config={"description": "Wipes a table."})
    def wipe(self, params: dict): ...
"""
REGISTERED = """
from .tables import wipe_table

kit = make()
kit.register_tool_function(wipe_table)
"""
CLASS_DECORATED = """
from .base import Base, register_tool

@register_tool("wipe_table")
class Wipe(Base):
    description = "Wipes a table."
"""
LOCAL = """
def ask(client):
    tools = [{"name": "wipe", "description": "Wipes.", "parameters": {"type": "object", "properties": {}}}]
    return client.ask(tools)
"""


def last_line(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    (folder / "code.py").write_text(code)
    monkeypatch.chdir(folder)
    main(["check", ".", "--isolated"])
    return capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    ("code", "maker"),
    [
        (CLASS, "Tool"),
        (DECORATED, "@tool"),
        (ACTION, "@activity"),
        (REGISTERED, "register_tool_function"),
        (CLASS_DECORATED, "@register_tool"),
    ],
)
def test_what_an_unknown_maker_makes_is_counted_under_its_name(
    code: str, maker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = last_line(tmp_path, code, monkeypatch, capsys)
    assert f"not read: 1 function or class that seems to be made a tool by `{maker}` (say how in `tool-makers`)" in line


def test_a_definition_inside_a_function_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "1 definition written inside a function or a call" in last_line(tmp_path, LOCAL, monkeypatch, capsys)


@pytest.mark.parametrize(
    "code",
    [
        "from slack import app\n\n@app.action('ok')\ndef ok(): ...\n",
        "class Hammer(Thing):\n    name = 'hammer'\n",
        "import kit\n\nkit.register_handler(print)\n",
        "TOOLS = [{'name': 'wipe', 'description': 'Wipes a table.', 'parameters': {'type': 'object', 'properties': {}}}]\n",
    ],
)
def test_what_is_no_tool_or_is_read_is_not_counted(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "not read" not in last_line(tmp_path, code, monkeypatch, capsys)
