"""A registered function -> a tool as its framework sends it, with the place of every part in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from schemalint import frameworks
from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.finish import finished
from schemalint.frameworks.common.part import Part, ref, value_of
from schemalint.frameworks.common.record import FUNCTION, Framework
from schemalint.model import Fidelity, Origin, Tool
from schemalint.record import dataclass, field, replace
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer
from schemalint.sources import forms
from schemalint.sources.python.annotations import schema
from schemalint.sources.python.classes import class_schema, docstring, model_of
from schemalint.sources.python.decorators import hiding
from schemalint.sources.python.fields import UNSEEN_TEXT
from schemalint.sources.python.places import name_of
from schemalint.sources.python.reader import Reader, Unseen, last_of, moved
from schemalint.sources.python.registered import Registration
from schemalint.sources.python.signatures import Parameters, check_annotations, parameters, refusal, result
from schemalint.sources.python.values import constant, kind_of_class
from schemalint.text.json_text import is_too_deep


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
    whole: bool = False
    """Whether all but the schema of the result is in sight, whatever is unseen."""

    def tool(self, at: Pointer, origin: Origin) -> Tool | forms.Problem:
        """The tool, whose places begin at `at`."""
        whole: Fidelity = "exact" if self.exact else "derived"
        seen = (self.whole or not self.unseen) and self.framework.exact
        origin = replace(origin, fidelity=whole if seen else "approximate", unseen=self.blind)
        value = value_of(self.wire)
        if is_too_deep(value):
            return forms.Problem(at, f"nested deeper than {MAX_DEPTH} levels", self.name)
        read = forms.read_tool(value, at, origin, name=None if value.keys() - {"name"} else self.name)
        if isinstance(read, forms.Problem):
            return read
        return replace(read, origin=replace(origin, framework=self.framework.name or read.origin.framework))


def make(one: Registration, reader: Reader) -> Made:
    """The tool that a registration makes."""
    framework, function = one.framework, one.function
    reader = reader.fresh(framework.marks)
    where = name_of(one.node) if one.neighbor is None else one.at
    if not one.certain:
        derived = "is derived from a class of another module" if one.owner is not None else "is made a tool by another module"
        reader.miss(one.node, f"{derived}, whose framework is not known")
    doc = docstrings.read(docstring(function))
    settings = _settings(one, reader)
    values = settings.values
    reads = next((way for (name, wanted), way in framework.switches.items() if values.get(name) == wanted), framework.reads)
    text, described = reads(doc)
    given = one.prefix + str(values.get("name", one.node.name))
    name = given if framework.renamed is None else framework.renamed(given)
    wire = Part(where=where)
    wire.put("name", name, settings.places.get("name") or where)
    if values.get("description"):
        wire.put("description", values["description"], settings.places["description"])
    else:
        _describe(
            wire, text, doc.node if one.neighbor is None else one.at, framework, is_all_sections=doc.style in framework.textless
        )
    own = _own_schema(settings, framework, reader)
    there = reader if one.neighbor is None or one.at is None else reader.over(one.neighbor, one.at)
    certain = False
    if own is None:
        check_annotations(function, there)
        for decorator, certain in hiding(one, there.outline):
            there.miss(decorator, f"{'hides' if certain else 'may hide'} the signature of the function")
    found = parameters(one, doc, described, there) if own is None else Parameters(own, ())
    shape = framework if found.closes else replace(framework, closed=False)
    title = framework.root_title(given, function.name) if framework.root_title is not None else None
    root = finished(found.root, reader.definitions, shape, title)
    if found.alone is not None and found.alone in root.members.get("$defs", {}):
        root = ref(found.alone, function.args.args[-1].annotation).copy(**{"$defs": root.members["$defs"]})
    if not framework.recursive and "$defs" in root.members:
        reader.miss(function, f"takes a class that refers to itself, which {framework.title} writes in a way of its own")
    if one.at is not None and one.neighbor is not None and own is None:
        root = moved(root, one.at)
    key, *inside = framework.key.split(".")
    wire.put(key, Part({inside[0]: root}, where=where) if inside else root)
    _send(wire, framework, settings, reader)
    refused = framework.complete(wire, values) if framework.complete is not None else None
    refused = refused or (refusal(one, there) if own is None else None)
    blind = [
        *found.blind,
        *([("parameters",)] if certain else []),
        *((name,) for name in ("name", "description") if name in settings.blind),
    ]
    sure = len(reader.unseen)
    _put_result(wire, one, settings, there)
    if reader.unseen[sure:]:
        blind.append(("output_schema",))
        wire.members.pop("outputSchema", None)  # what is known of it is not what is sent
    return Made(name, wire, framework, tuple(reader.unseen), tuple(blind), refused, whole=not sure)


def _describe(wire: Part, text: str, node: ast.expr | None, framework: Framework, *, is_all_sections: bool) -> None:
    if text or is_all_sections or framework.undescribed == "empty":
        wire.put("description", text, node)
    elif framework.undescribed != "absent":
        wire.put("description", wire.members["name"] if framework.undescribed == "name" else None)


def _send(wire: Part, framework: Framework, settings: Settings, reader: Reader) -> None:
    """Put in what else is sent: arguments as they are, and annotations."""
    for key in framework.sent:
        if key in settings.values:
            wire.put(key, settings.values[key], settings.places[key])
    node = settings.places.get("annotations")
    if framework.annotated and node is not None and not (isinstance(node, ast.Constant) and node.value is None):
        annotate(wire, node, reader)


def _put_result(wire: Part, one: Registration, settings: Settings, reader: Reader) -> None:
    if one.framework.results is None or settings.values.get("structured_output") is False:
        return
    given = "output_schema" in settings.places
    published = settings.values.get("output_schema") if given else result(one, reader)
    if one.neighbor is not None and one.at is not None and isinstance(published, Part):
        published = moved(published, one.at)
    if published is not None:
        wire.put("outputSchema", published, settings.places.get("output_schema"))


def annotate(wire: Part, node: ast.expr, reader: Reader) -> None:
    """Put the annotations of a tool into it: a literal, or a call of `ToolAnnotations`."""
    if isinstance(node, ast.Name) and isinstance(made := reader.outline.assigned.get(node.id), ast.Call):
        node = made
    if isinstance(node, ast.Call) and last_of(node, reader) == "ToolAnnotations":
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


# ------------------------------------------------------------------------------------------- the call that registers a tool

_SETTINGS: Final = frozenset(
    "name description title annotations args_schema input_schema output_schema structured_output strict".split()
)
"""Arguments that change what is sent by any framework that has them."""


@dataclass(slots=True)
class Settings:
    """What the call that registers a tool says of it: values that can be read, and the pieces of source they stand in."""

    values: dict[str, Json] = field(default_factory=dict)
    places: dict[str, ast.expr] = field(default_factory=dict)
    blind: list[str] = field(default_factory=list)


def _settings(one: Registration, reader: Reader) -> Settings:
    """The arguments of the call that registers a tool, as far as they can be read."""
    settings = Settings()
    telling = _SETTINGS.union(one.framework.settings, (name for name, _ in one.framework.switches))
    for name, node in _given(one, reader):
        if name in ("annotations", "args_schema", "input_schema", "func", "fn"):
            settings.places[name] = node
            continue
        found = constant(node, reader)
        if found.unknown is None:
            settings.values[name], settings.places[name] = found.value, node
            if found.gaps and name in telling:
                reader.miss(node, "holds an expression")
                settings.blind.append(name)
        elif name in telling:
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
    first = call.args[0] if call.args else None
    if len(one.framework.positional) > 1 or (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        yield from zip(one.framework.positional, call.args, strict=False)
    renamed = one.framework.arguments if one.framework is not FUNCTION else frameworks.arguments()
    for keyword in call.keywords:
        if keyword.arg is None:
            reader.miss(keyword.value, "holds settings that are not followed")
        else:
            yield renamed.get(keyword.arg, keyword.arg), keyword.value


def _own_schema(settings: Settings, framework: Framework, reader: Reader) -> Part | None:
    """The schema that the settings give in the place of the signature: a class of the module, a literal, a map of types."""
    node = settings.places.get("args_schema") or settings.places.get("input_schema")
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return None
    if isinstance(node, ast.Name | ast.Attribute):
        built = model_of(node, reader, aliased=framework.by_alias)
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
            reader.miss(node, "has names that are not literals")
    return Part({"properties": properties, "required": list(properties), "type": "object"}, body=node)


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
    framework = replace(FUNCTION, name="pydantic", closed=False)
    wire.put("parameters", finished(root, reader.definitions, framework))
    return Made(node.name, wire, framework, tuple(reader.unseen))
