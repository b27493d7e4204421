"""A catalog as JSON for other generators, as `catalog.schema.json` beside this file describes it. Pure."""

from __future__ import annotations

import json

from schemalint.catalogs.model import Catalog, Entry, Group, Schema
from schemalint.catalogs.parameters import Parameter
from schemalint.model import Json

VERSION = 1


def as_json(catalog: Catalog) -> str:
    """The catalog as indented JSON with a final newline; its lone surrogates stay escapes."""
    value = {
        "version": VERSION,
        "title": catalog.title,
        "tools": len(catalog.entries),
        "tokens": sum(entry.cost for entry in catalog.entries),
        "groups": [_group(group) for group in catalog.groups],
    }
    return json.dumps(value, ensure_ascii=True, indent=1) + "\n"


def _group(group: Group) -> dict[str, Json]:
    return {
        "title": group.title,
        "anchor": group.anchor,
        "tokens": group.cost,
        "tools": [_entry(entry) for entry in group.entries],
    }


def _entry(entry: Entry) -> dict[str, Json]:
    return {
        "name": entry.name,
        "anchor": entry.anchor,
        "title": entry.title,
        "summary": entry.first,
        "description": entry.tool.text,
        "effect": entry.effect or None,
        "hints": list(entry.hints),
        "deprecated": entry.deprecated,
        "approximate": entry.approximate,
        "source": entry.source,
        "tokens": dict(entry.tokens),
        "digest": entry.digest,
        "parameters": _schema(entry.parameters),
        "answer": _schema(entry.answer) if entry.answer is not None else None,
        "example": entry.example[0] if entry.example else None,
    }


def _schema(schema: Schema) -> dict[str, Json]:
    return {
        "description": schema.text,
        "fault": schema.fault or None,
        "members": [_parameter(one) for one in schema.parameters],
    }


def _parameter(one: Parameter) -> dict[str, Json]:
    value: dict[str, Json] = {
        "name": one.name,
        "depth": one.depth,
        "type": one.type,
        "required": one.required,
        "description": one.text,
        "allowed": list(one.allowed),
        "bounds": list(one.bounds),
        "deprecated": one.deprecated,
        "form": one.form or None,
    }
    return value | ({"default": one.default[0]} if one.default else {})
