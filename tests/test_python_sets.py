"""Which tools of Python files are one set: those that one program registers with one object, across files; no others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from schemalint.api import load
from schemalint.cli.main import main

HANDED = "from mcp.server.fastmcp import FastMCP\ndef configure(mcp: FastMCP) -> None:\n"
SERVER = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('{}')\n"
AGENTS = "from agents import Agent, function_tool\n"


def tool(name: str, decorator: str = "@mcp.tool()", indent: str = "", text: str = "Do one thing.") -> str:
    return f"{indent}{decorator}\n{indent}def {name}(x: str) -> str:\n{indent}    '''{text}'''\n"


def sets(folder: Path, files: Mapping[str, str], argument: str = ".") -> list[list[str]]:
    """The names of the tools of each set of a folder that holds files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return sorted(sorted(tool.name for tool in toolset.tools) for toolset in load(str(folder / argument)))


def test_files_that_register_with_an_object_handed_to_them_are_one_set(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "",
        "app/rows.py": HANDED + tool("query_rows", indent="    ") + tool("count_rows", indent="    "),
        "app/tables.py": HANDED + tool("get_tables", indent="    "),
    }
    assert [["count_rows", "get_tables", "query_rows"]] == sets(tmp_path, files)


def test_files_that_import_one_server_are_one_set_with_the_file_that_makes_it(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "",
        "app/__init__.py": "",
        "app/server.py": SERVER.format("shop") + tool("ping"),
        "app/rows.py": "from app.server import mcp\n" + tool("query_rows"),
        "app/tables.py": "from .server import mcp as server\n" + tool("get_tables", "@server.tool()"),
    }
    assert [["get_tables", "ping", "query_rows"]] == sets(tmp_path, files)


def test_a_name_that_is_handed_on_leads_to_the_same_server(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "",
        "app/__init__.py": "from .server import mcp\n",
        "app/server.py": SERVER.format("shop") + tool("ping"),
        "app/rows.py": "from app import mcp\n" + tool("query_rows"),
    }
    assert [["ping", "query_rows"]] == sets(tmp_path, files)


def test_programs_of_one_repository_are_sets_of_their_own(tmp_path: Path) -> None:
    files = {
        "a/pyproject.toml": "",
        "a/rows.py": HANDED + tool("query_rows", indent="    ") + tool("count_rows", indent="    "),
        "b/pyproject.toml": "",
        "b/rows.py": HANDED + tool("query_rows", indent="    ") + tool("count_rows", indent="    "),
    }
    assert [["count_rows", "query_rows"]] * 2 == sets(tmp_path, files)


def test_two_servers_of_one_file_are_two_sets_though_each_has_one_tool(tmp_path: Path) -> None:
    text = SERVER.format("one") + "other = FastMCP('two')\n" + tool("ping") + tool("pong", "@other.tool()")
    assert [["ping"], ["pong"]] == sets(tmp_path, {"server.py": text})


def test_servers_of_several_files_are_several_sets(tmp_path: Path) -> None:
    files = {f"{name}.py": SERVER.format(name) + tool("get_weather") for name in ("one", "two", "three")}
    assert [["get_weather"]] * 3 == sets(tmp_path, files)


@pytest.mark.parametrize("names", [("test_first", "test_second"), ("make_first", "make_second")])
def test_tools_of_different_functions_are_different_sets(tmp_path: Path, names: tuple[str, str]) -> None:
    text = AGENTS + "".join(f"def {name}():\n{tool('find_order', '@function_tool', '    ')}" for name in names)
    assert [["find_order"]] * 2 == sets(tmp_path, {"agents_here.py": text})


def test_tools_of_a_function_and_of_its_module_are_different_sets(tmp_path: Path) -> None:
    text = AGENTS + tool("find_order", "@function_tool") + "def make():\n" + tool("find_order", "@function_tool", "    ")
    assert [["find_order"]] * 2 == sets(tmp_path, {"agents_here.py": text})


def test_tests_that_are_handed_a_server_are_sets_of_their_own(tmp_path: Path) -> None:
    text = "from mcp.server.fastmcp import FastMCP\n"
    text += "".join(f"def test_{n}(mcp: FastMCP) -> None:\n{tool('find_order', indent='    ')}" for n in range(2))
    assert [["find_order"]] * 2 == sets(tmp_path, {"test_it.py": text})


def test_servers_that_functions_make_are_sets_of_their_own(tmp_path: Path) -> None:
    text = "from mcp.server.fastmcp import FastMCP\n"
    body = "    mcp = FastMCP('x')\n" + tool("find_order", indent="    ")
    text += "".join(f"def make_{n}():\n{body}" for n in range(2))
    assert [["find_order"]] * 2 == sets(tmp_path, {"it.py": text})


def test_the_tools_of_a_module_without_an_object_stay_one_set(tmp_path: Path) -> None:
    text = AGENTS + tool("find_order", "@function_tool") + tool("find_book", "@function_tool")
    assert [["find_book", "find_order"]] == sets(tmp_path, {"agents_here.py": text})


def test_a_tool_of_another_file_does_not_dangle_and_its_name_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = HANDED + tool("query_rows", indent="    ", text="Run a query. Take names from the get_tables tool.")
    tables = HANDED + tool("get_tables", indent="    ", text="List tables. Then use the query_rows tool.")
    sets(tmp_path, {"pyproject.toml": "", "rows.py": rows, "tables.py": tables + tool("query_rows", indent="    ")})
    monkeypatch.chdir(tmp_path)
    main(["check", ".", "--output-format", "json"])
    found = {(one["rule"], one["path"]) for one in json.loads(capsys.readouterr().out)["findings"]}
    assert ("duplicate-name", "tables.py") in found or ("duplicate-name", "rows.py") in found
    assert not any(rule == "dangling-tool-reference" for rule, _ in found)
