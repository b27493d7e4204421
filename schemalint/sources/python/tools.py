"""A registered function -> a tool as its framework sends it, with the place of every part in the source."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from schemalint.model import MAX_DEPTH, Fidelity, Origin, Pointer, Tool
from schemalint.sources import forms
from schemalint.sources.python import docstrings
from schemalint.sources.python.classes import class_schema, docstring
from schemalint.sources.python.docstrings import Docstring
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
from schemalint.sources.python.functions import parameters
from schemalint.sources.python.kinds import kind_of_class
from schemalint.sources.python.parts import Part, name_of, value_of
from schemalint.sources.python.reader import Reader, Unseen, known
from schemalint.sources.python.registered import Registration
from schemalint.sources.python.results import output
from schemalint.sources.python.settings import Settings, own_schema, settings_of
from schemalint.sources.python.values import constant
from schemalint.text.json_text import is_too_deep

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
    """Why the framework itself takes no tool of this kind."""
    exact: bool = False
    """Whether everything is written as it is sent."""

    def tool(self, at: Pointer, origin: Origin) -> Tool | forms.Problem:
        """The tool, whose places begin at `at`."""
        whole: Fidelity = "exact" if self.exact else "derived"
        seen = not self.unseen and self.framework.faithful
        origin = replace(origin, fidelity=whole if seen else "approximate", unseen=self.blind)
        value = value_of(self.wire)
        if is_too_deep(value):
            return forms.Problem(at, f"nested deeper than {MAX_DEPTH} levels", self.name)
        read = forms.read_tool(value, at, origin)
        if isinstance(read, forms.Problem):
            return read
        return replace(read, origin=replace(origin, framework=self.framework.name or read.origin.framework))


def make(one: Registration, reader: Reader) -> Made:
    """The tool that a registration makes."""
    framework, function = one.framework, one.function
    reader = reader.fresh(framework.marks)
    if not one.certain:
        reader.miss(function, "is made a tool by another module, whose framework is not known")
    doc = docstrings.read(docstring(function))
    settings = settings_of(one, reader)
    text, described = _taken(doc, settings, framework)
    wire = Part(where=name_of(function))
    name = str(settings.values.get("name", function.name))
    wire.put("name", _crewai_name(name) if framework is CREWAI else name, settings.places.get("name") or name_of(function))
    _describe(wire, text, doc, settings, framework)
    found = parameters(function, framework, doc, reader, bound=one.bound, described=described)
    own = own_schema(settings, reader)
    blind = list(found.blind) if own is None else []
    shape = framework if found.closes else replace(framework, closed=False)
    root = finished(own or found.root, reader.definitions, shape, _title(name, one))
    refused = None
    if framework is OPENAI_AGENTS:
        root, refused = _agents(root, wire, settings)
    elif framework is LANGCHAIN:
        root.members.pop("description", None)  # that of a class; the tool's own is sent
        if "$defs" in root.members:
            reader.miss(function, "takes a class that refers to itself, which LangChain writes in a way of its own")
    wire.put(framework.key, Part({"json": root}, where=name_of(function)) if framework is STRANDS else root)
    _more(wire, one, settings, reader)
    blind += [(member,) for member in ("name", "description") if member in settings.blind]
    sure = not reader.unseen
    _result(wire, one, settings, reader)
    if sure and reader.unseen:
        blind.append(("output_schema",))
    return Made(str(wire.members["name"]), wire, framework, tuple(reader.unseen), tuple(blind), refused)


def _taken(doc: Docstring, settings: Settings, framework: Framework) -> docstrings.Taken:
    if settings.values.get("use_docstring_info") is False:
        return "", {}
    if framework is LANGCHAIN and settings.values.get("parse_docstring") is True:
        return docstrings.google_blocks(doc)
    return framework.reads(doc)


def _title(name: str, one: Registration) -> str:
    """What the title of a schema is made from."""
    if one.framework is CREWAI:
        return "".join(name.split()).title()
    return name if one.framework is OPENAI_AGENTS else one.function.name


def _crewai_name(name: str) -> str:
    """The name that CrewAI sends for one such as "Search the Web" (crewai 1.15.30, utilities/string_utils.py)."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    parted = re.sub(r"([a-z])([A-Z])", r"\1_\2", re.sub(r"([A-Z]{1,64})([A-Z][a-z])", r"\1_\2", plain))
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['\"]", "", parted.lower())).strip("_") or name


def _describe(wire: Part, text: str, doc: Docstring, settings: Settings, framework: Framework) -> None:
    given = settings.values.get("description")
    if given:
        wire.put("description", given, settings.places["description"])
    elif text or framework in (MCP, OPENAI_AGENTS, ANTHROPIC, AGENT_FRAMEWORK, HAYSTACK):
        wire.put("description", text, doc.node)
    elif framework is STRANDS:
        wire.put("description", wire.members["name"])
    elif framework is DSPY:
        wire.members["description"] = None


# ----------------------------------------------------------------------------------------------------- what else is sent


def _agents(root: Part, wire: Part, settings: Settings) -> tuple[Part, str | None]:
    """The schema in the strict form, unless it was switched off; a schema that the strict form refuses stays as it is."""
    wanted = settings.values.get("strict_mode", True) is not False
    wire.members["strict"] = wanted
    if not wanted:
        return root, None
    if is_open(root):
        return root, "openai-agents refuses an object with members that are not declared unless strict_mode=False"
    return strict(root), None


def _more(wire: Part, one: Registration, settings: Settings, reader: Reader) -> None:
    """What else a framework sends: titles and annotations of the MCP SDKs, settings of Anthropic and AutoGen."""
    framework = one.framework
    if framework is ANTHROPIC:
        for key in _SENT:
            if key in settings.values:
                wire.put(key, settings.values[key], settings.places[key])
    if framework is AUTOGEN:
        wire.members["strict"] = settings.values.get("strict", False)
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


def _result(wire: Part, one: Registration, settings: Settings, reader: Reader) -> None:
    """The schema of the result, which the MCP SDKs send too."""
    if not one.framework.output or settings.values.get("structured_output") is False:
        return
    given = "output_schema" in settings.places
    result = settings.values.get("output_schema") if given else output(one, reader)
    if result is not None:
        wire.put("outputSchema", result, settings.places.get("output_schema"))


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
