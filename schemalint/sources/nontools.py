"""What is recognized and holds no tools: client configurations, OpenAPI, JSON-RPC errors, logs, response formats, the unknown.

Every answer is a sentence for the user that completes "PATH: ...". Nothing is started, fetched or shown that may be a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from schemalint.model import Json
from schemalint.sources import forms

_EXPECTED: Final = (
    "expected a list of tools, an object with a `tools` list,"
    " or one tool with `name` and `parameters`, `inputSchema` or `input_schema`"
)
_SHOWN: Final = 6


def explain(value: Mapping[str, Json]) -> tuple[str, str] | None:
    """The shape of an object that is known to hold no tools, and why it holds none; None for every other object."""
    if value.get("jsonrpc") == "2.0":
        result = value.get("result")
        if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
            return "JSON-RPC", _json_rpc(value)
        return None
    for key in ("openapi", "swagger"):
        if isinstance(value.get(key), str):
            return "OpenAPI", "is an OpenAPI document; its operations are not read as tools"
    servers = configured_servers(value)
    if servers is not None:
        return "client configuration", _configuration(servers)
    if isinstance(value.get("seq"), int) and value.get("type") in ("header", "developer_message"):
        return "history log", "is a log of tools that change in a conversation; `schemalint history` reads it"
    if _is_response_format(value):
        return "response format", "is a response format, not a tool: it describes how the model answers, not what it can call"
    return None


def _json_rpc(value: Mapping[str, Json]) -> str:
    error = value.get("error")
    if isinstance(error, dict):
        return f"is a JSON-RPC error, not a list of tools: code {error.get('code')}, {error.get('message')}"
    if isinstance(value.get("method"), str):
        return f"is a JSON-RPC request (`{value['method']}`), not the answer with `result.tools`"
    return "is a JSON-RPC answer without a list at `result.tools`"


def configured_servers(value: Mapping[str, Json]) -> Mapping[str, Json] | None:
    """The servers, by name, of an MCP client's configuration; None for anything else."""
    for key in ("mcpServers", "mcp_servers", "context_servers"):
        if isinstance(value.get(key), dict):
            return dict(value[key])
    servers = value.get("servers")
    if isinstance(servers, dict) and servers and all(map(_is_server, servers.values())):
        return dict(servers)
    return None


def _is_server(entry: Json) -> bool:
    return isinstance(entry, dict) and any(key in entry for key in ("command", "url", "type"))


def _configuration(servers: Mapping[str, Json]) -> str:
    """What a client would start. Arguments, variables and the paths of addresses stay out: they hold keys."""
    on = {name: entry for name, entry in servers.items() if not _is_off(entry)}
    listed = ", ".join(f"`{name}`{_how(entry)}" for name, entry in list(on.items())[:_SHOWN])
    more = f" and {len(on) - _SHOWN} more" if len(on) > _SHOWN else ""
    names = f" of {listed}{more}" if listed else ""
    them = "it and lists its tools" if len(on) == 1 else f"these {len(on)} servers and lists their tools"
    start = f"; --connect starts {them}" if listed else ""
    return f"is a client configuration{names} and holds no tool definitions{start}"


def _is_off(entry: Json) -> bool:
    return isinstance(entry, dict) and (entry.get("disabled") is True or entry.get("enabled") is False)


def _how(entry: Json) -> str:
    if not isinstance(entry, dict):
        return ""
    command, url = entry.get("command"), entry.get("url")
    if isinstance(command, str) and command:
        return f" ({command.split()[0] if command.split() else command})"
    if isinstance(url, str) and "://" in url:
        scheme, _, rest = url.partition("://")
        return f" ({scheme}://{rest.split('/')[0].split('?')[0].rpartition('@')[2]})"
    return ""


def _is_response_format(value: Mapping[str, Json]) -> bool:
    if value.get("type") == "json_schema":
        return True
    named = isinstance(value.get("name"), str) and isinstance(value.get("schema"), dict)
    return named and not any(key in value for key in forms.SCHEMA_KEYS)


def server_name(value: Mapping[str, Json]) -> str | None:
    """The name of the MCP server that a capture or a registry entry is of; None where it does not say."""
    result = value.get("result")
    holders = [value, result] if isinstance(result, dict) else [value]
    for holder in holders:
        for key in ("serverInfo", "server_info", "server"):
            info = holder.get(key)
            name = info.get("name") if isinstance(info, dict) else info
            if isinstance(name, str) and name:
                return name
    return None


def unknown(value: Json) -> str:
    """What was seen instead of tools, and what was expected."""
    if isinstance(value, dict):
        shown = ", ".join(f"`{key}`" for key in list(value)[:_SHOWN]) + (", ..." if len(value) > _SHOWN else "")
        seen = f"an object with {shown}" if value else "an empty object"
    elif isinstance(value, list):
        first = f"begins with {forms.kind_word(value[0])}" if value else "is empty"
        seen = f"a list that {first}"
        if value and isinstance(value[0], dict):
            seen += " with " + (", ".join(f"`{key}`" for key in list(value[0])[:_SHOWN]) or "no keys")
    else:
        seen = forms.kind_word(value)
    return f"holds no tool definitions: found {seen}; {_EXPECTED}"
