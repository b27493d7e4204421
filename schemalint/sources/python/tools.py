"""A registered function -> a tool as its framework sends it, with the place of every part in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from schemalint.model import Fidelity, Json, Origin, Pointer, Tool
from schemalint.sources import forms
from schemalint.sources.python import docstrings
from schemalint.sources.python.annotations import Reader, Unseen, constant, known, schema
from schemalint.sources.python.classes import class_schema, docstring, kind_of_class
from schemalint.sources.python.docstrings import Docstring
from schemalint.sources.python.fields import UNSEEN_TEXT
from schemalint.sources.python.finish import finished, is_open, strict
from schemalint.sources.python.frameworks import (
    AGENT_FRAMEWORK,
    ANTHROPIC,
    AUTOGEN,
    CLAUDE_AGENT_SDK,
    CREWAI,
    DSPY,
    FASTMCP,
    FUNCTION,
    HAYSTACK,
    LANGCHAIN,
    MCP,
    OPENAI_AGENTS,
    STRANDS,
    Framework,
)
from schemalint.sources.python.functions import parameters, returned
from schemalint.sources.python.parts import Part, name_of, value_of
from schemalint.sources.python.registered import Registration

_CONTENT: Final = (
    "Image Audio File ToolResult TextContent ImageContent AudioContent ResourceLink EmbeddedResource CallToolResult"
    " ContentBlock InputRequiredResult PrefabApp".split()
)
"""Results that both MCP SDKs send as content and publish no schema for."""
_SETTINGS: Final = (
    *("name", "description", "title", "annotations", "args_schema", "input_schema", "output_schema", "structured_output"),
    *("strict", "strict_mode", "parse_docstring", "use_docstring_info"),
)
_SENT: Final = ("strict", "defer_loading", "cache_control", "allowed_callers", "eager_input_streaming", "input_examples")
"""Settings of Anthropic's decorator that are sent as they are."""


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A tool read from a function or class: what its framework sends, as a part; what of it is out of sight."""

    name: str
    wire: Part
    framework: Framework
    unseen: tuple[Unseen, ...] = ()
    blind: tuple[Pointer, ...] = ()
    refused: str | None = None
    exact: bool = False
    """Why the framework itself takes no tool of this kind."""

    def tool(self, at: Pointer, origin: Origin) -> Tool | forms.Problem:
        """The tool, whose places begin at `at`."""
        whole: Fidelity = "exact" if self.exact else "derived"
        seen = not self.unseen and self.framework.faithful
        origin = replace(origin, fidelity=whole if seen else "approximate", unseen=self.blind)
        read = forms.read_tool(value_of(self.wire), at, origin)
        if isinstance(read, forms.Problem):
            return read
        return replace(read, origin=replace(origin, framework=self.framework.name or read.origin.framework))


@dataclass(slots=True)
class _Settings:
    """What the call that registers a tool says of it: values that can be read, and the pieces of source they stand in."""

    values: dict[str, Json]
    places: dict[str, ast.expr]
    blind: list[str]


def make(one: Registration, reader: Reader) -> Made:
    """The tool that a registration makes."""
    framework, function = one.framework, one.function
    reader = reader.fresh(framework.marks)
    if not one.certain:
        reader.miss(function, "is made a tool by another module, whose framework is not known")
    doc = docstrings.read(docstring(function))
    settings = _settings(one, reader)
    if framework is LANGCHAIN and settings.values.get("parse_docstring") is True:
        text, described = docstrings.google_blocks(doc)
    else:
        text, described = framework.reads(doc)
    if settings.values.get("use_docstring_info") is False:
        text, described = "", {}
    wire = Part(where=name_of(function))
    name = settings.values.get("name", function.name)
    wire.put("name", name, settings.places.get("name") or name_of(function))
    _describe(wire, text, doc, settings, framework)
    found = parameters(function, framework, doc, reader, bound=one.bound, described=described)
    root, blind = found.root, list(found.blind)
    own = _own_schema(settings, reader)
    if own is not None:
        root, blind = own, []
    title = str(name) if framework is OPENAI_AGENTS else function.name
    if framework is CREWAI:
        title = "".join(str(name).split()).title()
    if framework is LANGCHAIN:
        root.members.pop("description", None)  # that of the class; the tool's own is sent
    root = finished(root, reader.definitions, framework if found.closes else replace(framework, closed=False), title)
    refused = None
    if framework is OPENAI_AGENTS:
        root, refused = _agents(root, wire, settings)
    if framework is LANGCHAIN and "$defs" in root.members:
        reader.miss(function, "takes a class that refers to itself, which LangChain writes in a way of its own")
    if framework is ANTHROPIC:
        for key in _SENT:
            if key in settings.values:
                wire.put(key, settings.values[key], settings.places[key])
    if framework is AUTOGEN:
        wire.members["strict"] = settings.values.get("strict", False)
    wire.put(framework.key, Part({"json": root}, where=name_of(function)) if framework is STRANDS else root)
    _more(wire, one, settings, reader)
    sure = not reader.unseen
    if framework.output and settings.values.get("structured_output") is not False:
        output = settings.values.get("output_schema") if "output_schema" in settings.places else _output(one, reader)
        if output is not None:
            wire.put("outputSchema", output, settings.places.get("output_schema"))
    if sure and reader.unseen:
        blind.append(("output_schema",))
    if any(member in settings.blind for member in ("name", "description")):
        blind += [(member,) for member in ("name", "description") if member in settings.blind]
    unseen = tuple(reader.unseen)
    return Made(str(name), wire, framework, unseen, tuple(blind), refused)


# ------------------------------------------------------------------------------------------------------------------ settings


def _settings(one: Registration, reader: Reader) -> _Settings:
    settings = _Settings({}, {}, [])
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


def _describe(wire: Part, text: str, doc: Docstring, settings: _Settings, framework: Framework) -> None:
    given = settings.values.get("description")
    if given:
        wire.put("description", given, settings.places["description"])
    elif text or framework in (MCP, OPENAI_AGENTS, ANTHROPIC, AGENT_FRAMEWORK, HAYSTACK):
        wire.put("description", text, doc.node)
    elif framework is STRANDS:
        wire.put("description", wire.members["name"])
    elif framework is DSPY:
        wire.members["description"] = None


def _own_schema(settings: _Settings, reader: Reader) -> Part | None:
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


# ----------------------------------------------------------------------------------------------------- what else is sent


def _agents(root: Part, wire: Part, settings: _Settings) -> tuple[Part, str | None]:
    """The schema in the strict form, unless it was switched off; a schema that the strict form refuses stays as it is."""
    wanted = settings.values.get("strict_mode", True) is not False
    wire.members["strict"] = wanted
    if not wanted:
        return root, None
    if is_open(root):
        return root, "openai-agents refuses an object with members that are not declared unless strict_mode=False"
    return strict(root), None


def _more(wire: Part, one: Registration, settings: _Settings, reader: Reader) -> None:
    """Title and annotations, which the MCP SDKs send too."""
    framework = one.framework
    if framework not in (MCP, FASTMCP, CLAUDE_AGENT_SDK):
        return
    title = settings.values.get("title")
    if title is not None:
        wire.put("title", title, settings.places["title"])
    elif framework is FASTMCP:
        wire.members["title"] = str(wire.members["name"]).replace("_", " ").replace("-", " ").title()
    node = settings.places.get("annotations")
    if node is not None and not (isinstance(node, ast.Constant) and node.value is None):
        annotate(wire, node, reader)


def annotate(wire: Part, node: ast.expr, reader: Reader) -> None:
    """Put the annotations of a tool into it: a literal, or a call of `ToolAnnotations`."""
    if isinstance(node, ast.Name) and isinstance(made := reader.facts.assigned.get(node.id), ast.Call):
        node = made
    if isinstance(node, ast.Call) and known(node.func, reader).rpartition(".")[2] == "ToolAnnotations":
        keys: list[ast.expr | None] = [ast.copy_location(ast.Constant(one.arg), one.value) for one in node.keywords]
        node = ast.copy_location(ast.Dict(keys, [one.value for one in node.keywords]), node)
    found = constant(node, reader)
    if isinstance(found.value, dict) and not found.gaps:
        members = {_camel(key): value for key, value in found.value.items() if value is not None}
        wire.put("annotations", members, found.mark)
    else:
        reader.miss(node, "is not a literal of this file")


def _camel(name: str) -> str:
    """`read_only_hint`, as version 2 of the SDK calls it, is `readOnlyHint` on the wire."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _output(one: Registration, reader: Reader) -> Part | None:
    node = one.function.returns
    if node is None or _is_content(node, reader):
        return None
    own = reader.fresh(one.framework.marks)
    root = returned(one.function, one.framework, own)
    reader.unseen.extend(own.unseen)
    if root is None:
        return None
    plain = replace(one.framework, closed=False, root_title=None)
    if "properties" not in root.members:
        root = root.copy(properties={})
        finish = finished(root, own.definitions, plain, one.function.name)
        finish.members.pop("properties")
        return finish
    used = {name: part for name, part in own.definitions.items() if part is not root}
    return finished(root, used, plain, one.function.name)


def _is_content(node: ast.expr, reader: Reader) -> bool:
    """Whether a result is content of MCP, which is sent as it is."""
    names = (known(inner, reader) for inner in ast.walk(node) if isinstance(inner, ast.Name | ast.Attribute))
    return any(name.rpartition(".")[2] in _CONTENT for name in names)


# ------------------------------------------------------------------------------------------------------------- classes alone


def model(node: ast.ClassDef, reader: Reader) -> Made | None:
    """The tool that a Pydantic model, dataclass or typed dict is by itself; None for a class of another kind."""
    if kind_of_class(node, reader) not in ("model", "dataclass", "typed dict"):
        return None
    reader = reader.fresh("fields")
    root = class_schema(node, reader)
    if root is None:
        return None
    wire = Part(where=name_of(node))
    wire.put("name", node.name, name_of(node))
    if "description" in root.members:
        wire.put("description", root.members["description"], root.texts.get("description"))
    definitions: Mapping[str, Part] = reader.definitions
    framework = replace(FUNCTION, name="pydantic", closed=False)
    wire.put("parameters", finished(root, definitions, framework, node.name))
    return Made(node.name, wire, framework, tuple(reader.unseen))
