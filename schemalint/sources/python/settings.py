"""What the call that registers a tool says of it: `@server.tool(name=..., description=...)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from schemalint.model import Json
from schemalint.sources.python.annotations import schema
from schemalint.sources.python.classes import class_schema
from schemalint.sources.python.facets import UNSEEN_TEXT
from schemalint.sources.python.frameworks import CLAUDE_AGENT_SDK
from schemalint.sources.python.kinds import kind_of_class
from schemalint.sources.python.parts import Part
from schemalint.sources.python.reader import Reader
from schemalint.sources.python.registered import Registration
from schemalint.sources.python.values import constant

_SETTINGS: Final = (
    *("name", "description", "title", "annotations", "args_schema", "input_schema", "output_schema", "structured_output"),
    *("strict", "strict_mode", "parse_docstring", "use_docstring_info"),
)


@dataclass(slots=True)
class Settings:
    """What the call that registers a tool says of it: values that can be read, and the pieces of source they stand in."""

    values: dict[str, Json]
    places: dict[str, ast.expr]
    blind: list[str]


def settings_of(one: Registration, reader: Reader) -> Settings:
    """The arguments of the call that registers a tool, as far as they can be read."""
    settings = Settings({}, {}, [])
    if one.settings is None:
        return settings
    for name, node in _given(one, reader):
        if name in ("annotations", "args_schema", "input_schema", "func", "fn"):
            settings.places[name] = node
            continue
        found = constant(node, reader)
        if found.unknown is None:
            settings.values[name], settings.places[name] = found.value, node
            if found.gaps and name in _SETTINGS:
                reader.miss(node, "holds an expression")
                settings.blind.append(name)
        elif name in _SETTINGS:
            reader.miss(node, "is not a literal of this file")
            settings.blind.append(name)
            settings.places[name] = node
            if name == "description":
                settings.values[name] = UNSEEN_TEXT
    settings.values = {name: value for name, value in settings.values.items() if value is not None}
    return settings


def _given(one: Registration, reader: Reader) -> Iterator[tuple[str, ast.expr]]:
    """The arguments of the call that registers a tool, by their names."""
    call = one.settings
    if call is None:
        return
    positional = [node for node in call.args if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    if one.framework is CLAUDE_AGENT_SDK:
        yield from zip(("name", "description", "input_schema"), call.args, strict=False)
    elif positional and positional[0] is call.args[0]:
        yield "name", positional[0]
    renamed = {"name_override": "name", "description_override": "description", "desc": "description"}
    renamed |= {"inputSchema": "input_schema", "schema": "input_schema"}
    for keyword in call.keywords:
        if keyword.arg is None:
            reader.miss(keyword.value, "holds settings that are not followed")
        else:
            yield renamed.get(keyword.arg, keyword.arg), keyword.value


def own_schema(settings: Settings, reader: Reader) -> Part | None:
    """The schema that the settings give in the place of the signature: a class of the module, a literal, a map of types."""
    node = settings.places.get("args_schema") or settings.places.get("input_schema")
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return None
    reader.definitions.clear()
    if isinstance(node, ast.Name) and node.id in reader.facts.classes:
        owner = reader.facts.classes[node.id]
        built = class_schema(owner, reader) if kind_of_class(owner, reader) in ("model", "dataclass", "typed dict") else None
        if built is not None:
            return built
    elif isinstance(node, ast.Dict):
        found = constant(node, reader)
        if isinstance(found.value, dict) and isinstance(found.value.get("type"), str) and not found.gaps:
            return _literal_part(found.value, node)
        return _type_map(node, reader)
    reader.miss(node, "is a schema that is not followed")
    return Part({"properties": {}, "type": "object"}, body=node)


def _literal_part(value: Json, node: ast.expr) -> Part:
    properties = value.get("properties")
    inner = {name: Part(dict(one), body=node) for name, one in properties.items()} if isinstance(properties, dict) else {}
    return Part({**value, "properties": inner}, body=node)


def _type_map(node: ast.Dict, reader: Reader) -> Part:
    """`{"name": str}`, which claude-agent-sdk takes for a schema in which everything is required."""
    properties: dict[str, Json] = {}
    for key, kind in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            part = schema(kind, reader).copy()
            part.where = key
            properties[key.value] = part
        else:
            reader.miss(node, "has names that are no literals")
    return Part({"properties": properties, "required": list(properties), "type": "object"}, body=node)
