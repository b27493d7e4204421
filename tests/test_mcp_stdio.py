"""MCP servers over stdio: what an honest one lists is read; whatever another does ends in time, in words, with nobody left."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemalint.edge import child, system
from schemalint.edge.read import MAX_FILE_SIZE
from schemalint.sources import Broken, Outcome, Reach, Source, load, mcp
from schemalint.sources.mcp import stdio
from schemalint.sources.source import Session

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")

STUB = Path(__file__).with_name("stub_server.py")


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.1)


@pytest.fixture(scope="module", autouse=True)
def nobody_is_left() -> Iterator[None]:
    yield
    assert [] == [pid for pid in stubs(os.getpid()) if not is_gone(pid)]


def stubs(parent: int) -> list[int]:
    """The processes that run the stub and that a process started, or that nobody looks after any more."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes()
            its_parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if STUB.name.encode() in words and its_parent in (parent, 1):
            found.append(int(path.name))
    return found


def is_gone(pid: int) -> bool:
    for _ in range(100):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def command(way: str, *words: str) -> str:
    return "stdio:" + shlex.join([sys.executable, "-S", "-I", str(STUB), way, *words])


def listed(way: str, *words: str, timeout: float = 10, limit: int = MAX_FILE_SIZE, reach: Reach | None = None) -> Outcome:
    [outcome] = load(command(way, *words), limit=limit, reach=reach or Reach(timeout=timeout))
    return outcome


def source(way: str, *words: str, reach: Reach | None = None) -> Source:
    outcome = listed(way, *words, reach=reach)
    assert isinstance(outcome, Source), outcome
    return outcome


def names(found: Source) -> list[str]:
    return [tool.name for toolset in found.toolsets for tool in toolset.tools]


def reason(way: str, timeout: float = 10, limit: int = MAX_FILE_SIZE) -> str:
    outcome = listed(way, timeout=timeout, limit=limit)
    assert isinstance(outcome, Broken), outcome
    assert (command(way), None, None) == (outcome.path, outcome.line, outcome.column)
    return outcome.reason.replace(f"`{sys.executable}`", "`python`")


# ---------------------------------------------------------------------------------------------------------- an honest server


def test_an_honest_server_is_one_set_of_tools_with_its_name_and_how_it_was_asked() -> None:
    found = source("honest")
    [toolset] = found.toolsets
    assert ["read_note", "delete_note"] == names(found)
    assert ("stub", command("honest"), "MCP server (stdio)", "") == (toolset.server, found.path, found.shape, found.text)
    assert Session("stdio", "2025-11-25", "stub", "1.2", (), ()) == found.session
    assert ((), ()) == (found.broken, found.skipped)


def test_its_tools_have_places_in_the_list_and_none_in_a_text() -> None:
    found = source("honest")
    tool = found.toolsets[0].tools[1]
    assert ("tools", 1, "inputSchema", "properties", "id") == tool.document(("parameters", "properties", "id"))
    assert (None, "mcp", "exact") == (found.locate(0, ("tools", 1)), tool.origin.framework, tool.origin.fidelity)


def test_a_server_without_a_handshake_is_asked_by_the_stateless_revision() -> None:
    found = source("stateless")
    assert (["read_note"], "stub") == (names(found), found.toolsets[0].server)
    assert Session("stdio", "2026-07-28", "stub", "1.2") == found.session


@pytest.mark.parametrize(
    ("way", "tools"),
    [
        ("pages", ["read_part_0", "read_part_1", "read_part_2"]),
        ("empty_cursor", ["read_first", "read_second"]),
        ("changed", ["read_version_2"]),
        ("partial", ["read_note", "delete_note"]),
    ],
)
def test_every_page_is_read_in_order_and_the_newer_list_where_it_changed(way: str, tools: list[str]) -> None:
    found = source(way)
    assert (tools, ()) == (names(found), found.skipped)


def test_requests_of_the_server_are_answered_with_nothing_that_helps_it() -> None:
    [tool] = source("asks").toolsets[0].tools
    assert "Answers: ['s0', 's1', 's2', 's3'] [{}, {'roots': []}, -32601, -32601]." == tool.description


def test_a_flood_on_standard_error_holds_nobody_up_and_its_last_lines_are_kept() -> None:
    session = source("flood").session
    assert session is not None
    assert ("trouble with the vault",) * 50 == session.errors


def test_noise_on_standard_output_is_passed_over_and_told_with_its_first_three_lines() -> None:
    [told] = source("noise").skipped
    assert (
        "warning: writes 5 lines to standard output that are not messages, which breaks clients:"
        ' `Server is up`, `\x1b[31mred\x1b[0m`, `{"level": "info", "msg": "listening"}`, ...' == told
    )


def test_answers_that_nobody_waits_for_are_told() -> None:
    found = source("twice")
    assert (["read_note", "delete_note"], ("warning: sends answers that nobody waits for: id 1",)) == (
        names(found),
        found.skipped,
    )


def test_a_tool_with_a_fault_is_broken_by_name_and_the_others_are_read() -> None:
    found = source("duplicate")
    assert ["read_note"] == names(found)
    entry, fault = found.broken
    assert ("delete_note", None, None) == (fault.tool, fault.line, fault.column)
    assert fault.reason.startswith("duplicate key `type`: ")
    assert ("tools", 1, "inputSchema", "type") == fault.pointer
    assert ("not a tool: expected an object with `name`, found a number", ("tools", 2)) == (entry.reason, entry.pointer)


# ------------------------------------------------------------------------------------------------------------- its environment


def seen(found: Source) -> tuple[dict[str, str], str, list[str]]:
    variables, folder, words = json.loads(str(found.toolsets[0].tools[0].description))
    return variables, folder, words


def test_a_server_gets_six_variables_and_those_that_are_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_ONE", "1")
    monkeypatch.setenv("SECRET_TWO", "2")
    monkeypatch.setenv("SHELL", "() { :; }")
    variables, folder, _ = seen(source("environment", reach=Reach(pass_env=("SECRET_TWO",))))
    assert "2" == variables.pop("SECRET_TWO")
    few = {name for name in ("HOME", "LOGNAME", "PATH", "TERM", "USER") if name in os.environ}
    assert few == set(variables) - {"LC_CTYPE"}  # which the interpreter sets for itself
    assert str(Path.cwd()) == folder


def test_a_variable_to_pass_that_is_not_set_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH", raising=False)
    found = listed("honest", reach=Reach(pass_env=("NO_SUCH",)))
    assert Broken(command("honest"), "is not started: --pass-env names `NO_SUCH`, which is not set") == found


def test_no_shell_reads_the_words() -> None:
    words = ["$HOME", "; exit 9", "`id`", "*", "a b", "", "#x", 'q"t']
    assert words == seen(source("environment", *words))[2]


def test_windows_is_given_what_its_programs_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYSTEMROOT", "C:\\W")
    monkeypatch.setattr(sys, "platform", "win32")
    assert "C:\\W" == stdio.environment({})["SYSTEMROOT"]
    assert ["C:\\x y\\npx.cmd", "-y"] == system.words('"C:\\x y\\npx.cmd" -y')


# --------------------------------------------------------------------------------------------------------- what goes wrong


def test_a_server_that_dies_is_quoted() -> None:
    last = "cannot open\tthe vault | key is s3cr3t-value"
    told = f"`python` ended with code 3 before it answered `initialize`; its standard error ends with: {last}"
    assert told == reason("dies")


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("dies_on_list", "`python` was ended by signal 9 before it answered `tools/list`"),
        ("repeated", "page 2 of its list leads back to an earlier page by its `nextCursor`, so it never ends"),
        ("endless", "lists more than 100 pages of tools"),
        ("many", "lists more than 10000 tools, which no client could use"),
        ("no_tools", "lists no tools"),
        ("texts", "lists a string where a tool should be"),
        ("latin", "sent a message that is not UTF-8: byte 0xe9 at offset 67"),
    ],
)
def test_what_a_server_does_wrong_is_said(way: str, expected: str) -> None:
    assert expected == reason(way)


def test_a_message_that_is_no_json_is_an_error() -> None:
    assert reason("cut").startswith("sent a message that is not JSON: the text ends inside an object")


def test_a_server_that_does_not_answer_is_given_up_in_time() -> None:
    begin = time.monotonic()
    assert "did not answer `initialize` within 0.2 s" == reason("silent", timeout=0.2)
    assert time.monotonic() - begin < 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("silent_on_list", "did not answer `tools/list` within 1 s"),
        ("wrong_id", 'did not answer `initialize` within 1 s; it answered with id "1", which nobody asked with'),
        ("slow_pages", "did not list its tools within 1.5 s"),
    ],
)
def test_what_is_late_is_said_with_what_came_instead(way: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "_PAGES_TOGETHER", 0.5)
    assert expected == reason(way, timeout=1)


@pytest.mark.parametrize("way", ["huge", "large"])
def test_a_message_over_the_limit_is_refused(way: str) -> None:
    assert "sent a message of more than 4096 bytes; --max-file-size raises the limit" == reason(way, limit=4096)


def test_endless_noise_is_bounded() -> None:
    assert "wrote more than 81920 bytes" == reason("endless_noise", limit=16384)


def test_requests_without_end_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "_MAX_REQUESTS", 20)
    assert "sent more than 20 requests of its own instead of answering `initialize`" == reason("asks_forever")


def test_a_server_that_ends_for_no_one_is_killed_with_what_it_started() -> None:
    begin = time.monotonic()
    session = source("stubborn").session
    assert session is not None
    assert time.monotonic() - begin < 4
    assert [True, True] == [is_gone(int(pid)) for pid in session.errors[-1].split()]


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("stdio:no-such-server-here --x", "`no-such-server-here` cannot be started: "),
        ("stdio:", "names no command: expected stdio:COMMAND ARGS"),
        ("stdio:  ", "names no command: expected stdio:COMMAND ARGS"),
        ("stdio:a 'b", "cannot be split into words: No closing quotation"),
    ],
)
def test_a_command_that_is_none_is_an_error(argument: str, expected: str) -> None:
    [outcome] = load(argument, reach=Reach())
    assert isinstance(outcome, Broken)
    assert outcome.reason.startswith(expected)


def test_nothing_is_started_for_a_configuration_that_was_merely_found() -> None:
    [outcome] = load("stdio:touch started --token SECRET")
    told = "would start or call a server; a configuration may ask for that only with --trust"
    assert Broken("stdio:touch started --token ***", told) == outcome


def test_passed_values_are_not_shown_when_the_server_prints_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULT", "s3cr3t-value")
    found = listed("dies", reach=Reach(pass_env=("VAULT",)))
    assert isinstance(found, Broken)
    assert found.reason.endswith("the vault | key is ***")


def test_what_a_server_writes_beside_its_messages_is_hidden_before_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULT", "s3cr3t-value-of-twenty")
    found = source("repeats", reach=Reach(pass_env=("VAULT",)))
    assert (
        f"warning: writes a line to standard output that is not a message, which breaks clients: `{'z' * 190} ***`",
        'warning: sends answers that nobody waits for: id "***"',
    ) == found.skipped


def test_a_long_refusal_is_told_in_part() -> None:
    told = reason("speaks_long")
    assert told.startswith("answered `initialize` with error -1: long long")
    assert (told.endswith("..."), len(told)) == (True, 1503)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_a_signal_to_us_ends_the_server_too(number: int, code: int) -> None:
    ours = subprocess.Popen([sys.executable, "-m", "schemalint", "check", command("silent")], stdout=subprocess.DEVNULL)
    found: list[int] = []
    for _ in range(200):
        if found := stubs(ours.pid):
            break
        time.sleep(0.05)
    ours.send_signal(number)
    assert code == ours.wait(10)
    assert [True] == [is_gone(pid) for pid in found]


@pytest.mark.slow
def test_a_million_tools_are_refused() -> None:
    assert "lists more than 10000 tools, which no client could use" == reason("million")


@pytest.mark.slow
def test_an_endless_line_is_refused_at_the_usual_limit() -> None:
    assert "sent a message of more than 16777216 bytes; --max-file-size raises the limit" == reason("huge")
