"""Tools that a program takes away again or offers under another name: listed as the server lists them, and said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from test_python_tools import names, notes, read, tools
from test_worker import S, module, search

from schemalint.sources.imported.worker.schemalint_worker.search import of_module

SDK = "from mcp.server.fastmcp import FastMCP\nserver = FastMCP('x')\n"
FASTMCP = "from fastmcp import FastMCP\nserver = FastMCP('x')\nother = FastMCP('y')\n"


def tool(name: str, decorator: str = "@server.tool()") -> str:
    return f"{decorator}\ndef {name}(x: str) -> str: 'Do one thing.'\n"


MAY = "tools may be taken away on line {}; --import lists those that stay"
TWO = tool("lend") + tool("drop", "@server.tool(tags={'admin', 'x'})")


@pytest.mark.parametrize(
    ("head", "after", "expected"),
    [
        (SDK, "server.remove_tool('drop')", ["lend"]),
        (SDK, "server.remove_tool(name='drop')", ["lend"]),
        (SDK, "server.remove_tool('other')", ["drop", "lend"]),
        (SDK, "other.remove_tool('drop')", ["drop", "lend"]),
        (SDK, "if READ_ONLY:\n    server.remove_tool('drop')", ["drop", "lend"]),
        (FASTMCP, "server.disable(tags={'admin'})", ["lend"]),
        (FASTMCP, "server.disable(names={'drop', 'lend'})", []),
        (FASTMCP, "server.disable(keys={'tool:drop@'})", ["lend"]),
        (FASTMCP, "server.disable(components={'tool'})", []),
        (FASTMCP, "server.disable(components={'prompt'})", ["drop", "lend"]),
        (FASTMCP, "other.disable(tags={'admin'})", ["drop", "lend"]),
    ],
)
def test_what_a_program_takes_away_is_not_listed(head: str, after: str, expected: list[str]) -> None:
    assert expected == sorted(names(f"{head}{TWO}{after}\n"))


def test_what_a_function_takes_away_later_is_listed_first_and_said() -> None:
    found = read(f"{SDK}{TWO}def make():\n    if True:\n        server.remove_tool('drop')\n")
    assert ["lend", "drop"] == [tool.name for tool in tools(found)]
    assert ["tools may be taken away on line 9; --import lists those that stay"] == list(notes(found))


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("server.remove_tool('drop')", "`drop` is not listed: taken away on line 7"),
        (
            "for name in UNSAFE:\n    server.remove_tool(name)",
            MAY.format(8),
        ),
        ("if READ_ONLY:\n    server.remove_tool('drop')", MAY.format(8)),
        ("server.remove_tool(pick())", MAY.format(7)),
    ],
)
def test_what_is_taken_away_is_said_with_its_line(after: str, said: str) -> None:
    assert [said] == list(notes(read(f"{SDK}{TWO}{after}\n")))


@pytest.mark.parametrize(
    ("head", "decorator"),
    [
        (FASTMCP, "@server.tool(enabled=False)"),
        ("from agents import function_tool\n", "@function_tool(is_enabled=False)"),
    ],
)
def test_a_tool_that_is_switched_off_where_it_is_made_is_not_listed(head: str, decorator: str) -> None:
    found = read(head + tool("drop", decorator))
    assert ([], True) == (tools(found), "`drop` is not listed" in (found.explanation or ""))
    assert ["drop"] == names(head + tool("drop", decorator.replace("False", "True")))


# -------------------------------------------------------------------------------------------------------------------- mounted

MOUNTED = FASTMCP + tool("lend") + tool("ping", "@other.tool")


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("server.mount(other, namespace='desk')", {"lend", "desk_ping"}),
        ("server.mount(other, prefix='desk')", {"lend", "desk_ping"}),
        ("server.mount(other, 'desk')", {"lend", "desk_ping"}),
        ("server.mount('desk', other)", {"lend", "desk_ping"}),
        ("server.mount(other)", {"lend", "ping"}),
        ("async def setup():\n    await server.import_server(other, prefix='desk')", {"lend", "desk_ping"}),
    ],
)
def test_the_tools_of_a_mounted_server_have_its_prefix_and_are_the_outer_one_s(call: str, expected: set[str]) -> None:
    found = read(f"{MOUNTED}{call}\n")
    [group] = [group for one in found.recognized for group in one.groups]
    assert (expected, "x", ()) == ({tool.name for tool in group.tools}, group.server, notes(found))


def test_servers_that_are_mounted_on_one_another_add_their_prefixes() -> None:
    text = MOUNTED + "third = FastMCP('z')\nother.mount(third, 'in')\nserver.mount(other, 'out')\n" + tool("far", "@third.tool")
    assert ["lend", "out_in_far", "out_ping"] == sorted(names(text))


def test_the_title_of_a_mounted_tool_is_that_of_its_whole_name() -> None:
    [tool_] = [one for one in tools(read(f"{MOUNTED}server.mount(other, 'desk')\n")) if one.name == "desk_ping"]
    assert "Desk Ping" == tool_.title


@pytest.mark.parametrize(
    "call",
    ["server.mount(other, namespace=NAME)", "server.mount(make(), 'x')", "server.mount(other, tool_names={'ping': 'p'})"],
)
def test_a_mount_that_is_not_followed_is_said(call: str) -> None:
    said = "a server is mounted on line 8, under names that are not followed; --import reads it"
    assert [said] == list(notes(read(f"{MOUNTED}{call}\n")))


# ----------------------------------------------------------------------------------------------------------------- imported


def test_a_tool_that_an_imported_server_does_not_list_is_not_listed_beside_it() -> None:
    def hidden() -> None: ...

    server: Any = S.FastServer("bistro")
    kept = SimpleNamespace(fn=hidden, name="drop")
    server.providers = [SimpleNamespace(_components={"tool:drop@": kept})]
    [item] = of_module(module(server=server, hidden=hidden), search())
    assert {"note": "the server does not list `drop`, which it was given"} in item["entries"]
