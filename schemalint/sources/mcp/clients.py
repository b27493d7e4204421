"""The servers that the configuration file of an MCP client names, as what to start or to ask. Starts and asks nothing.

Knows the forms of Claude, Cursor, VS Code, Zed, Gemini and Codex, and the variables that they put values in with.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

from schemalint.edge.web import is_header
from schemalint.model import Json
from schemalint.record import dataclass, replace
from schemalint.sources.forms import kind_word
from schemalint.sources.mcp.http import Endpoint, demand_free
from schemalint.sources.mcp.messages import Failed
from schemalint.sources.mcp.stdio import Command
from schemalint.sources.nontools import configured_servers
from schemalint.text import json_text
from schemalint.text.document import Malformed

_URLS: Final = ("url", "httpUrl", "serverUrl")
EDITORS: Final = (".vscode", ".cursor", ".claude", ".codex", ".gemini", ".zed")
"""Folders of clients: a configuration inside is that of the folder around."""


@dataclass(frozen=True, slots=True)
class Client:
    """A configuration file that was read: its servers by name, and what its variables mean."""

    servers: Mapping[str, Json]
    folder: Path
    variables: Mapping[str, str]
    expands: bool = True
    """Whether `${...}` means something there; in TOML it does not."""


def read(text: str, actual: Path, variables: Mapping[str, str]) -> Client | Malformed | None:
    """The servers of a configuration; None for any other text."""
    toml = actual.suffix.lower() == ".toml"
    value = _toml(text) if toml else _json(text)
    if isinstance(value, Malformed):
        return value
    servers = configured_servers(value) if isinstance(value, dict) else None
    if servers is None:
        return None
    folder = actual.absolute().parent
    return Client(servers, folder.parent if folder.name in EDITORS else folder, variables, expands=not toml)


def _json(text: str) -> Json | Malformed:
    parsed = json_text.parse(text, comments=True)
    if isinstance(parsed, Malformed):
        return parsed
    for fault in parsed.faults:
        return Malformed(fault.reason, fault.span.line, fault.span.column)
    return parsed.value


def _toml(text: str) -> Json | Malformed:
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        value: Json = toml.loads(text)
        return value
    except RecursionError:
        return Malformed("not TOML that can be read: it is nested too deeply", 1, 1)
    except ValueError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (text.count("\n") + 1, 1)
        return Malformed(f"not TOML: {str(error).partition(' (at ')[0]}", line, column)


def is_off(entry: Json) -> bool:
    """Whether a server is switched off in its configuration."""
    return isinstance(entry, dict) and (entry.get("disabled") is True or entry.get("enabled") is False)


def target(client: Client, name: str) -> Command | Endpoint:
    """What to start or to ask for a server. Errors: `Failed`, naming the member or the variable that is wrong or missing."""
    entry = client.servers[name]
    if not isinstance(entry, dict):
        raise Failed(f"is {kind_word(entry)}; expected an object with `command` or `url`")
    command = entry.get("command")
    if isinstance(command, dict):  # Zed's older form
        entry = {**entry, **command, "command": command.get("path")}
        command = entry["command"]
    if isinstance(command, str) and command:
        return _command(client, entry)
    for key in _URLS:
        if isinstance(entry.get(key), str):
            return _endpoint(client, entry, entry[key])
    raise Failed("has neither a text at `command` nor one at `url`")


def _command(client: Client, entry: Mapping[str, Json]) -> Command:
    args = entry.get("args", [])
    if not isinstance(args, list) or not all(isinstance(arg, (str, int, float)) for arg in args):
        raise Failed(f"has {kind_word(args)} as `args`; expected a list of texts")
    argv = [_put_in(client, str(word)) for word in (entry["command"], *args)]
    env = dict(_texts(client, entry, "env"))
    if not client.expands:
        names = entry.get("env_vars", [])
        env |= {name: client.variables[name] for name in _names(names, "env_vars") if name in client.variables}
    cwd = entry.get("cwd")
    folder = client.folder / _put_in(client, cwd) if isinstance(cwd, str) else client.folder
    return Command(argv, env, folder, tuple(env.values()))


def _endpoint(client: Client, entry: Mapping[str, Json], url: str) -> Endpoint:
    headers = dict(_texts(client, entry, "headers"))
    if not client.expands:
        headers |= dict(_texts(client, entry, "http_headers"))
        headers |= {name: _variable(client, value) for name, value in _texts(client, entry, "env_http_headers")}
        if isinstance(token := entry.get("bearer_token_env_var"), str):
            headers["Authorization"] = f"Bearer {_variable(client, token)}"
    for name, value in headers.items():
        demand_free(name)
        if not is_header(name, value):
            raise Failed(f"has a header `{name}` with a name or a value that cannot be sent")
    return Endpoint(_put_in(client, url), headers, tuple(headers.values()))


def _texts(client: Client, entry: Mapping[str, Json], member: str) -> Iterator[tuple[str, str]]:
    values = entry.get(member) or {}
    if not isinstance(values, dict):
        raise Failed(f"has {kind_word(values)} as `{member}`; expected an object of texts")
    for name, value in values.items():
        if isinstance(value, (dict, list)):
            raise Failed(f"has {kind_word(value)} as `{member}.{name}`; expected a text")
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            yield name, _put_in(client, text)


def _names(names: Json, member: str) -> Iterator[str]:
    if not isinstance(names, list):
        raise Failed(f"has {kind_word(names)} as `{member}`; expected a list of names")
    for one in names:
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str):
            yield name


# ---------------------------------------------------------------------------------------------------------------- variables


def _put_in(client: Client, text: str) -> str:
    """A text with its variables replaced. Errors: `Failed` for one that has no value."""
    if not client.expands or "${" not in text:
        return text
    return re.sub(r"\$\{([^{}]*)\}", lambda match: _value(client, match[1]), text)


def _value(client: Client, inside: str) -> str:
    known = {
        "workspaceFolder": os.fspath(client.folder),
        "workspaceFolderBasename": client.folder.name,
        "userHome": client.variables.get("HOME") or client.variables.get("USERPROFILE", ""),
        "pathSeparator": os.sep,
        "/": os.sep,
    }
    if inside in known:
        return known[inside]
    kind, colon, name = inside.partition(":")
    if kind == "input" and colon:
        raise Failed(f"needs the input `{name}`, which only its client can ask for; put the value in, or a `${{VARIABLE}}`")
    if kind == "env" and colon:
        return _variable(client, name)
    if colon and not name.startswith("-"):
        raise Failed(f"needs `${{{inside}}}`, which only its client knows; put the value in, or a `${{VARIABLE}}`")
    return client.variables.get(kind) or name[1:] if colon else _variable(client, kind)


def _variable(client: Client, name: str) -> str:
    if name not in client.variables:
        raise Failed(f"needs the environment variable `{name}`, which is not set")
    return client.variables[name]


def with_headers(endpoint: Endpoint, headers: Mapping[str, str]) -> Endpoint:
    """An endpoint that is sent more headers, which take the place of its own."""
    given = {name.lower() for name in headers}
    kept = {name: value for name, value in endpoint.headers.items() if name.lower() not in given}
    return replace(endpoint, headers={**kept, **headers}, secrets=(*endpoint.secrets, *headers.values()))
