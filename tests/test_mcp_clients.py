"""Configuration files of MCP clients: which servers they name, what their variables mean, and that nothing starts unasked."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from schemalint.edge import child
from schemalint.sources import Broken, Outcome, PassedOver, Reach, Source, load
from schemalint.sources.mcp import clients, secrets
from schemalint.sources.mcp.clients import Client, read, target
from schemalint.sources.mcp.http import Endpoint
from schemalint.sources.mcp.messages import Failed
from schemalint.sources.mcp.stdio import Command
from schemalint.text.document import Malformed

STUB = Path(__file__).with_name("stub_server.py")
CONNECT = Reach(connect=True, timeout=10)
VARIABLES = {"HOME": "/home/me", "KEY": "k-1", "EMPTY": ""}


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.1)


def client(value: Any, path: str = "/work/app/.mcp.json") -> Client:
    text = value if isinstance(value, str) else json.dumps(value)
    found = read(text, Path(path), VARIABLES)
    assert isinstance(found, Client), found
    return found


def entry(value: Any, path: str = "/work/app/.mcp.json") -> Command | Endpoint:
    return target(client({"mcpServers": {"x": value}}, path), "x")


def argument(text: str) -> str:
    found = entry({"command": "run", "args": [text]})
    assert isinstance(found, Command)
    return found.argv[1]


def failure(value: Any) -> str:
    with pytest.raises(Failed) as raised:
        entry(value)
    return str(raised.value)


# ------------------------------------------------------------------------------------------------------ what the files name


@pytest.mark.parametrize(
    "text",
    [
        '{"mcpServers": {"x": {"command": "run"}}}',
        '{"servers": {"x": {"type": "stdio", "command": "run"}}, "inputs": []}',
        '{"context_servers": {"x": {"command": {"path": "run", "args": [], "env": {}}}}, "theme": "dark"}',
        '// mine\n{"mcpServers": {"x": {"command": "run", /* no */ "args": [],},},}',
    ],
)
def test_every_form_of_configuration_names_its_servers(text: str) -> None:
    assert Command(["run"], {}, Path("/work/app")) == target(client(text), "x")


@pytest.mark.parametrize("value", [[], {}, {"servers": []}, {"servers": {"x": 1}}, {"tools": []}])
def test_other_files_are_no_configuration(value: Any) -> None:
    assert read(json.dumps(value), Path("x.json"), {}) is None


def test_a_command_has_its_words_variables_and_folder() -> None:
    found = entry({"command": "run", "args": ["-n", 3], "env": {"A": "one", "B": 2, "C": True, "D": None}, "cwd": "sub"})
    assert (
        Command(["run", "-n", "3"], {"A": "one", "B": "2", "C": "true"}, Path("/work/app/sub"), ("one", "2", "true")) == found
    )


@pytest.mark.parametrize("folder", [".vscode", ".cursor"])
def test_the_folder_of_an_editor_is_not_the_workspace(folder: str) -> None:
    found = entry({"command": "${workspaceFolder}/run"}, f"/work/app/{folder}/mcp.json")
    assert Command(["/work/app/run"], {}, Path("/work/app")) == found


@pytest.mark.parametrize("key", ["url", "httpUrl", "serverUrl"])
def test_an_address_has_its_headers(key: str) -> None:
    found = entry({"type": "http", key: "https://h/mcp", "headers": {"Authorization": "Bearer ${KEY}"}})
    assert Endpoint("https://h/mcp", {"Authorization": "Bearer k-1"}, ("Bearer k-1",)) == found


def test_codex_names_variables_in_fields_and_expands_nothing() -> None:
    found = client(
        """
[mcp_servers.local]
command = "run"
args = ["${KEY}"]
env = { A = "b" }
env_vars = ["KEY", { name = "HOME" }, "NO_SUCH"]

[mcp_servers.far]
url = "https://h/mcp"
bearer_token_env_var = "KEY"
http_headers = { "X-A" = "1" }
env_http_headers = { "X-B" = "HOME" }
""",
        "/home/me/.codex/config.toml",
    )
    folder = Path("/home/me")
    env = {"A": "b", "KEY": "k-1", "HOME": "/home/me"}
    assert Command(["run", "${KEY}"], env, folder, tuple(env.values())) == target(found, "local")
    headers = {"X-A": "1", "X-B": "/home/me", "Authorization": "Bearer k-1"}
    assert Endpoint("https://h/mcp", headers, tuple(headers.values())) == target(found, "far")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[mcp_servers\n", Malformed("not TOML: Expected ']' at the end of a table declaration", 1, 13)),
        ("a = [", Malformed("not TOML: Invalid value (at end of document)", 1, 6)),
        ("a = " + "[" * 100_000, Malformed("not TOML that can be read: it is nested too deeply", 1, 1)),
    ],
)
def test_toml_that_is_none_has_a_place(text: str, expected: Malformed) -> None:
    found = read(text, Path("config.toml"), {})
    assert isinstance(found, Malformed)
    assert expected.line == found.line
    assert found.reason.startswith("not TOML")


def test_a_configuration_with_a_key_twice_is_malformed() -> None:
    found = read('{"mcpServers": {"x": {"command": "a", "command": "b"}}}', Path("x.json"), {})
    assert isinstance(found, Malformed)
    assert found.reason.startswith("duplicate key `command`")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (5, "is a number; expected an object with `command` or `url`"),
        ({"type": "http"}, "has neither a text at `command` nor one at `url`"),
        ({"command": ""}, "has neither a text at `command` nor one at `url`"),
        ({"command": {"args": []}}, "has neither a text at `command` nor one at `url`"),
        ({"command": "a", "args": "b"}, "has a string as `args`; expected a list of texts"),
        ({"command": "a", "args": [[]]}, "has a list as `args`; expected a list of texts"),
        ({"command": "a", "env": []}, None),
        ({"command": "a", "env": ["x"]}, "has a list as `env`; expected an object of texts"),
        ({"command": "a", "env": {"x": {}}}, "has an object as `env.x`; expected a text"),
        (
            {"url": "http://h", "headers": {"A": "sec\nret"}},
            "has a header `A` with a name or a value that cannot be sent",
        ),
        ({"url": "http://h", "headers": {"Host": "x"}}, "is not asked: the header `Host` is set by schemalint itself"),
    ],
)
def test_an_entry_that_is_no_server_is_an_error_by_member(value: Any, told: str | None) -> None:
    if told is None:
        assert isinstance(entry(value), Command)
    else:
        assert told == failure(value)


def test_names_of_variables_that_are_no_list_are_an_error() -> None:
    found = client("[mcp_servers.x]\ncommand = 'a'\nenv_vars = 'KEY'\n", "config.toml")
    with pytest.raises(Failed, match="has a string as `env_vars`; expected a list of names"):
        target(found, "x")


# ---------------------------------------------------------------------------------------------------------------- variables


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("${KEY}", "k-1"),
        ("a${KEY}b${env:KEY}c", "ak-1bk-1c"),
        ("${NONE:-x y}", "x y"),
        ("${NONE:-}", ""),
        ("${EMPTY:-x}", "x"),
        ("${KEY:-x}", "k-1"),
        ("${EMPTY}", ""),
        ("${workspaceFolder}/a", "/work/app/a"),
        ("${workspaceFolderBasename}", "app"),
        ("${userHome}${/}x", f"/home/me{os.sep}x"),
        ("$KEY ${} }", None),
        ("$KEY {x}", "$KEY {x}"),
    ],
)
def test_variables_are_put_in(text: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(Failed, match="needs the environment variable ``, which is not set"):
            argument(text)
    else:
        assert expected == argument(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("${NONE}", "needs the environment variable `NONE`, which is not set"),
        ("${env:NONE}", "needs the environment variable `NONE`, which is not set"),
        (
            "${input:api-key}",
            "needs the input `api-key`, which only its client can ask for; put the value in, or a `${VARIABLE}`",
        ),
        ("${command:x}", "needs `${command:x}`, which only its client knows; put the value in, or a `${VARIABLE}`"),
    ],
)
def test_a_variable_without_a_value_is_an_error_by_name(text: str, told: str) -> None:
    assert told == failure({"command": "run", "args": [text]})
    assert told == failure({"command": "run", "env": {"A": text}})
    assert told == failure({"url": f"http://h/{text}"})


# --------------------------------------------------------------------------------------------------------------- as sources


def stub(way: str, *words: str, **more: Any) -> dict[str, Any]:
    return {"command": sys.executable, "args": ["-S", "-I", str(STUB), way, *words], **more}


def write(folder: Path, servers: dict[str, Any], name: str = "mcp.json") -> None:
    (folder / name).write_text(json.dumps({"mcpServers": servers}))


def outcomes(folder: Path, reach: Reach = CONNECT, name: str = "mcp.json") -> list[Outcome]:
    return list(load(name, cwd=folder, reach=reach))


def seen(found: Outcome) -> tuple[dict[str, str], str, list[str]]:
    assert isinstance(found, Source), found
    variables, folder, words = json.loads(str(found.toolsets[0].tools[0].description))
    return variables, folder, words


def test_each_server_is_a_set_with_its_name_in_the_configuration(tmp_path: Path) -> None:
    write(tmp_path, {"notes": stub("honest"), "parts": stub("pages"), "off": stub("honest", disabled=True)})
    one, two, off = outcomes(tmp_path)
    assert isinstance(one, Source)
    assert isinstance(two, Source)
    assert ("mcp.json:notes", "notes") == (one.path, one.toolsets[0].server)
    assert ("mcp.json:parts", "parts", 3) == (two.path, two.toolsets[0].server, len(two.toolsets[0].tools))
    assert PassedOver("mcp.json:off", "is disabled in the configuration") == off


def test_one_that_fails_does_not_hide_the_others(tmp_path: Path) -> None:
    write(tmp_path, {"bad": stub("no_tools"), "odd": 5, "good": stub("honest"), "needs": stub("honest", "${input:k}")})
    bad, odd, good, needs = outcomes(tmp_path)
    assert (Broken("mcp.json:bad", "lists no tools"), "mcp.json:good") == (bad, good.path)
    assert Broken("mcp.json:odd", "is a number; expected an object with `command` or `url`") == odd
    assert isinstance(needs, Broken)
    assert needs.reason.startswith("needs the input `k`")


def test_only_the_named_servers_are_started_also_one_that_is_off(tmp_path: Path) -> None:
    write(tmp_path, {"a": stub("dies"), "b": stub("honest", disabled=True), "c": stub("honest", enabled=False)})
    found = outcomes(tmp_path, Reach(connect=True, servers=("c", "b")))
    assert ["mcp.json:b", "mcp.json:c"] == [one.path for one in found if isinstance(one, Source)]
    assert 2 == len(found)


def test_a_name_that_is_no_server_is_an_error_with_the_names(tmp_path: Path) -> None:
    write(tmp_path, {"a": stub("honest"), "b": stub("honest")})
    assert [Broken("mcp.json", "has no server `x`; its servers: `a`, `b`")] == outcomes(
        tmp_path, Reach(connect=True, servers=("x",))
    )


@pytest.mark.parametrize(
    ("servers", "why"),
    [({}, "it names no server"), ({"a": {"command": "x", "disabled": True}}, "all its servers are disabled")],
)
def test_a_configuration_that_starts_nothing_says_so(tmp_path: Path, servers: dict[str, Any], why: str) -> None:
    write(tmp_path, servers)
    assert Broken("mcp.json", f"is a client configuration, and {why}") == outcomes(tmp_path)[-1]


def test_variables_of_the_entry_and_of_the_command_line_reach_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ONE", "1")
    monkeypatch.setenv("TWO", "2")
    (tmp_path / "sub").mkdir()
    write(tmp_path, {"a": stub("environment", "${ONE}", "${TWO:-3}", env={"THREE": "${ONE}${NO_SUCH:-4}"}, cwd="sub")})
    [found] = outcomes(tmp_path, Reach(connect=True, pass_env=("TWO",)))
    variables, folder, words = seen(found)
    assert ("2", "14", "ONE" in variables) == (variables["TWO"], variables["THREE"], False)
    assert (str((tmp_path / "sub").resolve()), ["1", "2"]) == (folder, words)


def test_values_of_the_configuration_are_not_shown(tmp_path: Path) -> None:
    write(tmp_path, {"a": stub("dies", env={"KEY": "s3cr3t-value"})})
    [found] = outcomes(tmp_path)
    assert isinstance(found, Broken)
    assert found.reason.endswith("the vault | key is ***")


def test_nothing_starts_without_the_flag_and_the_flag_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"a": {"command": "touch", "args": ["started"]}, "b": {"url": "http://127.0.0.1:1/"}})
    told = (
        "is a client configuration of `a` (touch), `b` (http://127.0.0.1:1) and holds no tool definitions;"
        " --connect starts these 2 servers and lists their tools"
    )
    assert [Broken("mcp.json", told)] == outcomes(tmp_path, Reach())
    (tmp_path / "config.toml").write_text("[mcp_servers.a]\ncommand = 'touch'\nargs = ['started']\n")
    told = "is a client configuration of `a` (touch) and holds no tool definitions; --connect starts it and lists its tools"
    assert [Broken("config.toml", told)] == outcomes(tmp_path, Reach(), "config.toml")
    assert not (tmp_path / "started").exists()


def test_nothing_starts_for_a_configuration_of_ours_that_was_merely_found(tmp_path: Path) -> None:
    write(tmp_path, {"a": {"command": "touch", "args": ["started"]}})
    told = "would start or call servers; a configuration may ask for that only with --trust"
    assert [Broken("mcp.json", told)] == outcomes(tmp_path, Reach(allowed=False, connect=True))
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("where", [".", "*.json", "*"])
def test_nothing_starts_for_a_file_met_in_a_folder(tmp_path: Path, where: str) -> None:
    write(tmp_path, {"a": {"command": "touch", "args": ["started"]}})
    (tmp_path / "config.toml").write_text("[mcp_servers.a]\ncommand = 'touch'\nargs = ['started']\n")
    assert not any(isinstance(one, Source) for one in load(where, cwd=tmp_path, reach=CONNECT))
    assert not (tmp_path / "started").exists()


def test_the_flag_changes_nothing_for_a_file_of_tools(tmp_path: Path) -> None:
    tools = [{"name": "read_note", "inputSchema": {"type": "object"}}]
    (tmp_path / "mcp.json").write_text(json.dumps(tools))
    [found] = outcomes(tmp_path)
    assert isinstance(found, Source)
    assert "read_note" == found.toolsets[0].tools[0].name


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("mcp.json", b'{"mcpServers": {', "the text ends inside an object"),
        ("mcp.json", b"\xff", "not UTF-8: byte 0xff at offset 0"),
        ("config.toml", b"[mcp_servers", "not TOML: "),
        ("config.toml", b"x = 1", "is TOML, which holds no tool definitions"),
    ],
)
def test_a_file_that_cannot_be_read_is_broken_as_every_file_is(tmp_path: Path, name: str, data: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(data)
    [found] = outcomes(tmp_path, CONNECT, name)
    assert isinstance(found, Broken)
    assert found.reason.startswith(told)


def test_headers_that_are_given_take_the_place_of_those_in_the_file() -> None:
    found = client({"mcpServers": {"a": {"url": "http://h/", "headers": {"x-a": "1", "X-B": "2"}}, "b": {"url": "http://i/"}}})
    where = target(found, "a")
    assert isinstance(where, Endpoint)
    more = clients.with_headers(where, {"X-A": "new-secret"})
    assert ({"X-B": "2", "X-A": "new-secret"}, ("1", "2", "new-secret")) == (more.headers, more.secrets)


# ------------------------------------------------------------------------------------------------------------------ secrets


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("stdio:npx -y foo --token X --verbose", "stdio:npx -y foo --token *** --verbose"),
        ('stdio:foo --api-key="a b"c x', "stdio:foo --api-key=*** x"),
        ("stdio:foo --apiKey 'a b' -p x", "stdio:foo --apiKey *** -p x"),
        ("stdio:env GITHUB_TOKEN=abc foo", "stdio:env GITHUB_TOKEN=*** foo"),
        ("stdio:foo --header 'Authorization: Bearer abc'", "stdio:foo --header 'Authorization: Bearer ***'"),
        ("stdio:foo --header X-Api-Key:abc https://h/?q=1", "stdio:foo --header X-Api-Key:*** https://h/?q=***"),
        (
            "stdio:foo --path a --compat b --tokenizer c --use-token --d",
            "stdio:foo --path a --compat b --tokenizer c --use-token --d",
        ),
        ("https://u:p@h:1/x?key=1&b=&c#frag", "https://***@h:1/x?key=***&b=***&c"),
        ("https://u@v@h/a:b", "https://***@h/a:b"),
        ("stdio:env GH=ghp_abcdefgh12345678 srv sk-proj-abcdefgh12345678x", "stdio:env GH=*** srv ***"),
        ("https://h/s/eyJhbGciOiJI.eyJzdWIi.x/mcp", "https://h/s/***/mcp"),
        ("stdio:env npm_config_registry=x sk-learn-server-of-ours", "stdio:env npm_config_registry=x sk-learn-server-of-ours"),
        ("http://h/mcp", "http://h/mcp"),
    ],
)
def test_what_is_likely_a_key_is_not_shown(text: str, shown: str) -> None:
    assert shown == secrets.shown(text)


def test_values_are_hidden_the_longest_first_and_short_ones_not() -> None:
    assert "x *** *** abc" == secrets.hide("x abcdef abcd abc", ["abcd", "abcdef", "abc", ""])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("says secret-key and more", "says *** and more"),
        ("x" * 1498 + "secret-key and more", "x" * 1498 + "**..."),
        ("x" * 1501, "x" * 1500 + "..."),
        ("x" * 1500, "x" * 1500),
    ],
)
def test_what_is_told_of_a_server_is_bounded_and_half_a_secret_is_not_left(text: str, told: str) -> None:
    assert told == secrets.reported(text, ["secret-key"])


@pytest.mark.parametrize(
    ("address", "values"),
    [
        ("https://me:p%40ss@h/x?key=a%20b&c=d+e#f?g=h", ("me", "p%40ss", "p@ss", "a%20b", "a b", "d+e", "d e")),
        ("https://token@h/", ("token",)),
        ("http://h/a?b", ()),
    ],
)
def test_the_values_of_an_address_are_known_in_both_spellings(address: str, values: tuple[str, ...]) -> None:
    assert values == secrets.inside(address)
