"""What real repositories hold is read; what is recognized and not read is reported in the last line of a run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from schemalint.sources import load
from schemalint.sources.source import Source


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def names(folder: Path) -> list[str]:
    return [tool.name for item in load(str(folder)) if isinstance(item, Source) for tool in item.tools()]


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "schemalint", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)


TOOL = '[{"name": "list_boats", "description": "List the boats in the harbor.", "parameters": {"type": "object"}}]'
MOOR = '\n\n@harbor.tool\ndef moor(berth: str) -> str:\n    """Moor a boat."""\n    return berth\n'


@pytest.mark.parametrize(
    ("made", "read"),
    [
        ("from pydantic_ai import Agent\nharbor = Agent[int, str]('test')" + MOOR, ["moor"]),
        ("from fastmcp import FastMCP\nclass Quay(FastMCP):\n    pass\nharbor = Quay('q')" + MOOR, ["moor"]),
        ("from fastmcp import FastMCP\nclass A(FastMCP):\n    pass\nclass B(A):\n    pass\nharbor = B('q')" + MOOR, ["moor"]),
        ("from harbors import Quay\nclass A(A, Quay):\n    pass\nharbor = A('q')" + MOOR, []),
        ("from agents.decorators import tool\n@tool\ndef moor(berth: str) -> str:\n    return berth", ["moor"]),
    ],
)
def test_a_server_of_a_derived_or_subscripted_class_registers_tools(tmp_path: Path, made: str, read: list[str]) -> None:
    write(tmp_path / "t" / "server.py", made)
    assert read == names(tmp_path / "t")


def test_one_function_under_two_names_is_two_tools_and_a_bare_mention_is_not(tmp_path: Path) -> None:
    made = (
        "from langchain_core.tools import StructuredTool, tool\n"
        "def find(words: str) -> str:\n    'Find.'\n"
        "a = StructuredTool.from_function(find, name='find_boats')\n"
        "b = StructuredTool.from_function(find, name='find_crews')\n"
        "@tool\ndef sail(to: str) -> str:\n    'Sail.'\n"
        "TOOLS = [sail, find]\n"
    )
    write(tmp_path / "t" / "tools.py", made)
    assert ["find_boats", "find_crews", "sail"] == sorted(names(tmp_path / "t"))


def test_one_function_on_two_servers_is_a_tool_of_both(tmp_path: Path) -> None:
    made = "from fastmcp import FastMCP\na = FastMCP('a')\nb = FastMCP('b')\ndef sail(to: str) -> str:\n    'Sail.'\n"
    write(tmp_path / "t" / "server.py", made + "a.tool()(sail)\nb.tool()(sail)\n")
    assert ["sail", "sail"] == names(tmp_path / "t")


def test_a_definition_that_a_method_returns_is_read_and_a_computed_one_is_not(tmp_path: Path) -> None:
    schema = "{'type': 'object', 'properties': {}}"
    made = (
        "class Sail:\n    def info(self):\n"
        f"        return {{'name': 'sail', 'description': 'Sail off.', 'parameters': {schema}}}\n"
        "class Wire:\n    def wire(self):\n"
        f"        return {{'name': self.name, 'description': 'Sail off.', 'parameters': {schema}}}\n"
    )
    write(tmp_path / "t" / "tools.py", made)
    assert ["sail"] == names(tmp_path / "t")


def test_schemas_under_params_are_read_where_a_text_and_an_object_schema_show_that_they_are_tools(tmp_path: Path) -> None:
    sail = '{"description": "Sail off.", "params": {"type": "object", "properties": {"to": {"type": "string"}}}}'
    write(tmp_path / "t" / "map.json", f'{{"sail": {sail}}}')
    write(tmp_path / "t" / "rpc.json", '[{"name": "x", "method": "tools/list", "params": {"cursor": "a"}}]')
    assert ["sail"] == names(tmp_path / "t")


def test_a_dump_with_run_params_schema_shows_its_parameters(tmp_path: Path) -> None:
    schema = '{"type": "object", "properties": {"to": {"type": "string"}}}'
    write(
        tmp_path / "t" / "specs.json", f'{{"tools": [{{"name": "sail", "description": "Go.", "run_params_schema": {schema}}}]}}'
    )
    (source,) = (item for item in load(str(tmp_path / "t")) if isinstance(item, Source))
    assert [{"to": {"type": "string"}}] == [tool.parameters["properties"] for tool in source.tools()]


def test_a_result_type_out_of_sight_does_not_keep_canon_from_a_tool(tmp_path: Path) -> None:
    made = "from fastmcp import FastMCP\nfrom out import Boat\nharbor = FastMCP('h')\n"
    write(tmp_path / "t.py", made + MOOR.replace("@harbor.tool", "@harbor.tool()").replace("-> str", "-> Boat"))
    printed = run("canon", "t.py", cwd=tmp_path)
    assert (0, True, False) == (printed.returncode, '"moor"' in printed.stdout, "outputSchema" in printed.stdout)


@pytest.mark.parametrize("strange", ["body: !!binary |\n  AAAA\nof: inputSchema\n", "on: !Equals [a, inputSchema]\n"])
def test_yaml_of_another_program_is_passed_over_in_a_folder(tmp_path: Path, strange: str) -> None:
    write(tmp_path / "tools.json", TOOL)
    write(tmp_path / "stack.yaml", strange)
    checked = run("check", ".", "--select", "duplicate-name", cwd=tmp_path)
    assert (0, "1 tool in 1 file: nothing found, 1 file without tools passed over\n") == (
        checked.returncode,
        checked.stdout,
    )


CLASS = "from crewai.tools import BaseTool\nclass Sail(BaseTool):\n    wind: int = 3\n"
SERVER = 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n'


def test_the_last_line_names_what_was_recognized_and_not_read_by_cause(tmp_path: Path) -> None:
    write(tmp_path / "tools.json", TOOL)
    write(tmp_path / "a.py", CLASS)
    write(tmp_path / "b.py", CLASS)
    write(tmp_path / "server.ts", SERVER)
    write(tmp_path / "page.ts", 'import { page } from "pages";\n')
    checked = run("check", ".", "--select", "duplicate-name", cwd=tmp_path)
    expected = (
        "1 tool in 1 file: nothing found;"
        " not read: 2 classes made tools by inheritance (read one with `schemalint check 'MODULE:CLASS()'`),"
        " 1 TypeScript or JavaScript file that calls an MCP SDK"
        " (ask the running server: `schemalint check 'stdio:COMMAND'`)\n"
    )
    assert (0, expected) == (checked.returncode, checked.stdout)


def test_a_folder_of_typescript_alone_says_how_its_tools_can_be_read(tmp_path: Path) -> None:
    write(tmp_path / "server.mts", SERVER)
    checked = run("check", ".", cwd=tmp_path)
    advice = "holds no tool definitions that can be read; not read: 1 TypeScript or JavaScript file that calls an MCP SDK"
    assert (2, True) == (checked.returncode, advice in checked.stdout)


BROKEN = '[{"name": "sail", "inputSchema": '


@pytest.mark.parametrize(
    ("exclude", "left_out"),
    [(["old"], 2), (["old/"], 2), (["/old/*.json"], 2), (["*.json", "!/tools.json"], 2), (["**/b.json", "a.json"], 2)],
)
def test_excluded_files_are_not_read_and_counted_in_the_last_line(tmp_path: Path, exclude: list[str], left_out: int) -> None:
    write(tmp_path / "schemalint.toml", f"exclude = {exclude}")
    write(tmp_path / "tools.json", TOOL)
    write(tmp_path / "old" / "a.json", BROKEN)
    write(tmp_path / "old" / "b.json", BROKEN)
    checked = run("check", ".", "--select", "duplicate-name", cwd=tmp_path)
    expected = f"1 tool in 1 file: nothing found; not read: {left_out} files left out by `exclude` (name a file to check it)"
    assert (0, expected) == (checked.returncode, checked.stdout.strip())


def test_an_excluded_file_is_read_when_it_is_named(tmp_path: Path) -> None:
    write(tmp_path / "schemalint.toml", "exclude = ['old']")
    write(tmp_path / "old" / "a.json", BROKEN)
    assert 2 == run("check", "old/a.json", cwd=tmp_path).returncode


HARBOR = "from fastmcp import FastMCP\nh = FastMCP('h')\n"


def test_a_note_that_several_files_share_is_one_line_and_the_rest_is_counted(tmp_path: Path) -> None:
    for number in range(30):
        text = f"from agno.tools import tool\n@tool\ndef find_{number}(x: int):\n    'Find.'\n"
        write(tmp_path / f"a{number:02}.py", text)
        made = f"{HARBOR}from out import Boat\n@h.tool\ndef moor_{number}(b: Boat):\n    'Moor.'\n"
        write(tmp_path / f"b{number:02}.py", made)
    noted = run("check", ".", "--select", "schema-invalid", cwd=tmp_path).stderr.splitlines()
    assert 21 == len(noted)
    assert noted[0].startswith("note: in 30 files, first a00.py: tools of agno are read approximately")
    assert "note: 11 more notes on files; -v lists them" == noted[-1]
    assert 31 == len(run("check", ".", "-v", "--select", "schema-invalid", cwd=tmp_path).stderr.splitlines())


def test_what_is_unseen_of_another_file_is_reported_where_it_is_mentioned(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    write(
        tmp_path / "models.py",
        "from pydantic import BaseModel\nfrom gone import Deep\n\n\n\nclass Boat(BaseModel):\n    deep: Deep\n",
    )
    made = "from fastmcp import FastMCP\nfrom models import Boat\nh = FastMCP('h')\n@h.tool\ndef moor(b: Boat):\n    'Moor.'\n"
    write(tmp_path / "t.py", made)
    [line] = run("check", "t.py", "--select", "schema-invalid", cwd=tmp_path).stderr.splitlines()
    assert "first `moor` on line 5: `Boat` is of another file, where it is read in part" in line
