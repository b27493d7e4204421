"""The worked example in fixtures/demo/agent: an agent's tools, their catalog, their lock, and the log of a conversation."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import demo_agent
import pytest
from demo_agent import AGENT, REGISTRY, run

from schemalint import Toolset, canonical, catalog, lint
from schemalint.catalogs.example import example
from schemalint.cli.main import main
from schemalint.model import Json, Tool
from schemalint.sources import Source, load

NAMES = ["book_seats", "cancel_booking", "find_connections"]


@pytest.fixture(scope="module")
def tools() -> dict[str, Tool]:
    return demo_agent.tools()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(AGENT)


def test_its_tools_pass_the_rules_and_its_catalog_is_up_to_date(tools: dict[str, Tool]) -> None:
    toolset = Toolset(tuple(tools.values()))
    assert [] == [one.message for one in lint(toolset) if one.severity != "info"]
    written = AGENT.joinpath("TOOLS.md").read_text(encoding="utf-8")
    assert catalog(toolset) == written
    assert NAMES == re.findall(r"^## <a .*>`(\w+)`$", written, re.M)


CALLS = """
import json, sys
from tools import registry
print(json.dumps({name: registry.dispatch(name, given).code for name, given in json.load(sys.stdin).items()}))
"""


def test_its_registry_takes_the_example_calls_of_its_catalog(tools: dict[str, Tool]) -> None:
    calls = json.dumps({name: example(tool)[0] for name, tool in tools.items()})
    command = [sys.executable, "-c", CALLS]
    done = subprocess.run(command, cwd=AGENT, input=calls, capture_output=True, text=True, timeout=120, check=True)
    assert dict.fromkeys(tools) == json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["check", REGISTRY], "3 tools in 1 file: nothing found\n"),
        (["catalog", REGISTRY, "-o", "TOOLS.md", "--check"], ""),
        (["lock", REGISTRY, "--check"], "tools.lock.json: 3 tools as recorded\n"),
    ],
    ids=["check", "catalog", "lock"],
)
def test_the_commands_that_keep_it_true_exit_with_0(words: list[str], expected: str) -> None:
    done = run(*words, "--python", sys.executable)
    assert (0, expected, "") == (done.returncode, done.stdout, done.stderr)


def test_its_log_declares_the_tools_as_they_are(tools: dict[str, Tool]) -> None:
    assert sorted(tools) == NAMES
    assert demo_agent.log(tools) == AGENT.joinpath("history.jsonl").read_text(encoding="utf-8")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("mode", "declared", "messages"),
    [
        ("none", ["cancel_booking", "find_connections"], []),
        ("addition-only", ["find_connections", "cancel_booking"], ["m1", "m2"]),
        ("in-history", ["book_seats", "find_connections", "cancel_booking"], ["m1", "m2"]),
    ],
)
def test_its_log_says_what_the_next_request_offers_and_tells(
    mode: str, declared: list[str], messages: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["history", "history.jsonl", "--mode", mode, "--output-format", "json"])
    shown: Json = json.loads(capsys.readouterr().out)
    assert declared == [tool["name"] for tool in shown["tools"]]
    assert messages == [message["id"] for message in shown["messages"]]


def test_read_without_importing_its_tools_are_the_same_ones(tools: dict[str, Tool]) -> None:
    [source] = load("tools.py", cwd=AGENT)
    assert isinstance(source, Source)
    found = {tool.name: tool for toolset in source.toolsets for tool in toolset.tools}
    assert {"approximate"} == {tool.origin.fidelity for tool in found.values()}
    assert [tools[name].description for name in NAMES] == [found[name].description for name in NAMES]
    assert canonical(tools["cancel_booking"]) == canonical(found["cancel_booking"])


@pytest.mark.usefixtures("here")
def test_met_in_a_folder_the_log_and_the_lock_are_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["check", ".", "--verbose"])
    shown = capsys.readouterr()
    assert "3 tools in 1 file: nothing found, 2 files without tools passed over" == shown.out.strip()
    log = "note: history.jsonl: passed over: is a log of tools that change in a conversation; `schemalint history` reads it"
    assert log in shown.err.splitlines()
