"""Tools that a module writes as objects: `types.Tool(name=..., inputSchema={...})`, `FunctionDeclaration(...)` and their kin.

Their arguments are literals, constants, or `Model.model_json_schema()` of a class of the module.
"""

from __future__ import annotations

import ast
from typing import Final

from schemalint import frameworks
from schemalint.frameworks.common.finish import finished
from schemalint.frameworks.common.part import Part
from schemalint.frameworks.common.record import FUNCTION, Framework
from schemalint.model import Json, Pointer
from schemalint.sources.forms import SCHEMA_KEYS
from schemalint.sources.python.classes import model_of
from schemalint.sources.python.fields import UNSEEN_TEXT
from schemalint.sources.python.reader import Reader, dotted
from schemalint.sources.python.tools import Made, annotate
from schemalint.sources.python.values import constant

_RENAMED: Final = {
    "parameters_json_schema": "parameters",
    "output_schema": "outputSchema",
    "outer_typed_dict_key": None,
    "icons": None,
    "meta": None,
    "_meta": None,
}
_SCHEMAS: Final = ("json", "schema", "model_json_schema")


def construct(call: ast.Call, reader: Reader) -> Made:
    """The tool that a call constructs. Its framework is none: it is written in the form that is sent."""
    framework = frameworks.defining(dotted(call.func, reader.outline)) or Framework("")
    reader = reader.fresh("fields")
    settings: dict[str, Json] = {}
    wire = Part(where=call.func)
    blind: list[Pointer] = []
    derived = False
    for keyword in call.keywords:
        if keyword.arg is None:
            reader.miss(keyword.value, "holds members that are not followed")
            continue
        key = framework.members.get(keyword.arg, keyword.arg)
        if key is None:
            continue
        if key in framework.settings:
            found = constant(keyword.value, reader)
            settings[key] = found.value
            if found.unknown is not None:
                reader.miss(keyword.value, "is not a literal of this file")
            continue
        if key == "annotations":
            annotate(wire, keyword.value, reader)
        elif key in SCHEMA_KEYS or key in ("outputSchema", "output_schema"):
            derived = _schema(wire, key, keyword.value, reader, blind) or derived
        elif _RENAMED.get(key, key) is not None:
            _member(wire, key, keyword.value, reader, blind)
    own = str(wire.members.get("name", ""))
    if not framework.members or framework.complete is None:
        return Made(own, wire, Framework(""), tuple(reader.unseen), tuple(blind), exact=not derived)
    schema = wire.members.get("parameters")
    refused = None
    if isinstance(schema, Part):
        refused = framework.complete(wire, settings)
    elif schema is not None:
        reader.miss(call, f"has a schema written by hand, which {framework.title} changes in a way that is not followed")
    return Made(own, wire, framework, tuple(reader.unseen), tuple(blind), refused)


def _member(wire: Part, key: str, node: ast.expr, reader: Reader, blind: list[Pointer]) -> None:
    found = constant(node, reader)
    if found.unknown is None:
        if found.value is not None:
            wire.put(key, found.value, found.mark)
        if found.gaps:
            reader.miss(node, "holds an expression")
    else:
        reader.miss(node, "is not a literal of this file")
        if key == "description":
            wire.put(key, UNSEEN_TEXT, node)
    if key in ("name", "description") and (found.unknown is not None or found.gaps):
        blind.append((key,))


def _schema(wire: Part, key: str, node: ast.expr, reader: Reader, blind: list[Pointer]) -> bool:
    """Put a schema into a tool; whether it was derived from a class."""
    target = "outputSchema" if key == "output_schema" else key
    model = _model(node, reader)
    if model is not None:
        wire.put(target, model)
        return True
    found = constant(node, reader)
    place = "output_schema" if target == "outputSchema" else "parameters"
    if found.unknown is None:
        wire.put(target, found.value, found.mark)
        blind += [(place, *_seen_steps(note.at)) for note in found.gaps]
    else:
        wire.put(target, {}, node)
        blind.append((place,))
    if found.unknown is not None or found.gaps:
        why = found.unknown or found.gaps[0].reason
        reader.miss(node, f"is read in part: {why}" if found.unknown is None else "is a schema that is not followed")
    return False


def _seen_steps(at: Pointer) -> Pointer:
    """A place without its last step where that means members or elements without a known name."""
    return at[:-1] if at and at[-1] in ("-", "**") else at


def _model(node: ast.expr, reader: Reader) -> Part | None:
    """The schema of `Model.model_json_schema()`, where `Model` is a class of the module."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=[], keywords=[]) if attr in _SCHEMAS:
            built = model_of(owner, reader)
            if built is None or "properties" not in built.members:
                return None
            return finished(built, reader.definitions, Framework("pydantic", key=FUNCTION.key))
        case _:
            return None
