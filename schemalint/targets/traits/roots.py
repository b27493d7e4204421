"""Traits of the root of the parameters."""

from __future__ import annotations

from typing import Final

from schemalint.model import Tool
from schemalint.targets.traits.trait import Found, Schema, Trait, keyword

_ROOT: Final = " at the root"
_SPLIT: Final = "say it in the description, or split the tool in two"


def _missing(tool: Tool) -> Found:
    if not tool.has("parameters"):
        yield (("name",) if tool.name else ()), ""


def _not_object(tool: Tool) -> Found:
    if not tool.has("parameters"):
        return
    root = tool.parameters
    if not isinstance(root, dict):
        yield ("parameters",), "parameters that are not an object schema"
    elif "type" not in root:
        yield ("parameters",), "a root without `type`"
    elif not (isinstance(root["type"], str) and root["type"].lower() == "object"):
        yield ("parameters", "type"), "a root whose type is not `object` alone"


def _without_properties(schema: Schema) -> Found:
    declared = schema.get("type")
    if isinstance(declared, str) and declared.lower() == "object" and "properties" not in schema:
        yield (), ""


TRAITS: Final = (
    Trait(
        "parameters-missing",
        "a tool without parameters",
        'write {"type": "object", "properties": {}}',
        whole=_missing,
        stays=True,
        rules=("root-not-object",),
    ),
    Trait(
        "root-not-object",
        "a root that is not `type: object`",
        "make the root an object schema, with what there is as its properties",
        whole=_not_object,
        stays=True,
        rules=("root-not-object",),
    ),
    Trait(
        "root-without-properties",
        "a root object without `properties`",
        "add `properties: {}`",
        _without_properties,
        nested=False,
        stays=True,
        rules=("no-parameter-form",),
    ),
    keyword(
        "root-combinator",
        "oneOf",
        "anyOf",
        "allOf",
        nested=False,
        where=_ROOT,
        cure=_SPLIT,
        unless=("root-any-of",),
    ),
    keyword("root-any-of", "anyOf", nested=False, where=_ROOT, cure=_SPLIT),
    keyword("root-enum-or-const", "enum", "const", nested=False, where=_ROOT, cure="remove it from the root"),
    keyword("root-not", "not", nested=False, where=_ROOT, cure=_SPLIT),
    keyword("root-conditional", "if", "then", "else", nested=False, where=_ROOT, cure=_SPLIT),
    keyword(
        "root-definitions",
        "$defs",
        "definitions",
        nested=False,
        stays=True,
        where=_ROOT,
        cure="write the definitions in place of their references",
    ),
)
