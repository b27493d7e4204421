"""Traits of keywords that belong to the schema as a document or to nobody, and of a tool's other members."""

from __future__ import annotations

from typing import Final

from schemalint.model import Tool
from schemalint.schema.keywords import KEYWORDS
from schemalint.schema.uri import is_reference
from schemalint.targets.positions import positions
from schemalint.targets.traits.trait import REMOVE_IT, Found, Schema, Trait, keyword

_HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_DIALECTS: Final = ("draft-06/", "draft-07/", "/2019-09/", "/2020-12/")
_TASKS: Final = ("forbidden", "optional", "required")
_KNOWN: Final = KEYWORDS | frozenset("defs example nullable propertyOrdering ref".split())
"""The keywords of JSON Schema, and those of OpenAPI and Gemini that have a trait of their own."""


def _extension(schema: Schema) -> Found:
    yield from (((key,), f"`{key}`") for key in schema if key.startswith("x-"))


def _unknown(schema: Schema) -> Found:
    yield from (((key,), f"the unknown keyword `{key}`") for key in schema if key not in _KNOWN and not key.startswith("x-"))


def _dot(tool: Tool) -> Found:
    if "." in tool.name:
        yield ("name",), f"the name `{tool.name}`, which has a dot"


def _long(tool: Tool) -> Found:
    if len(tool.name) > 64:
        yield ("name",), f"a name of {len(tool.name)} characters, more than 64"


def _empty_description(tool: Tool) -> Found:
    if tool.has("description") and tool.description == "":
        yield ("description",), ""


def _no_description(tool: Tool) -> Found:
    if not tool.has("description"):
        yield ("name",), ""


def _no_reference(tool: Tool) -> Found:
    for at, schema in positions(tool):
        for key in ("$id", "$ref", "$schema"):
            text = schema.get(key) if isinstance(schema, dict) else None
            if isinstance(text, str) and not is_reference(text):
                yield (*at, key), f"the `{key}` `{text}`, which is not a URI reference"


def _output_dialect(tool: Tool) -> Found:
    dialect = tool.output_schema.get("$schema") if isinstance(tool.output_schema, dict) else None
    if isinstance(dialect, str) and not any(name in dialect for name in _DIALECTS):
        yield ("output_schema", "$schema"), f"the dialect `{dialect}` of an output schema"


def _output_older(tool: Tool) -> Found:
    dialect = tool.output_schema.get("$schema") if isinstance(tool.output_schema, dict) else None
    if isinstance(dialect, str) and "/2020-12/" not in dialect:
        yield ("output_schema", "$schema"), f"the dialect `{dialect}` of an output schema"


def _output(tool: Tool) -> Found:
    schema = tool.output_schema
    if tool.has("output_schema") and not (isinstance(schema, dict) and schema.get("type") == "object"):
        typed = isinstance(schema, dict) and "type" in schema
        yield ("output_schema", "type") if typed else ("output_schema",), ""


def _hints(tool: Tool) -> Found:
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    for name in _HINTS:
        if name in hints and not isinstance(hints[name], bool):
            yield ("annotations", name), f"`{name}` that is neither true nor false"


def _task_support(tool: Tool) -> Found:
    execution = tool.extra.get("execution")
    if isinstance(execution, dict) and "taskSupport" in execution and execution["taskSupport"] not in _TASKS:
        yield ("extra", "execution", "taskSupport"), ""


def _icons(tool: Tool) -> Found:
    icons = tool.extra.get("icons")
    for i, icon in enumerate(icons if isinstance(icons, list) else ()):
        if not (isinstance(icon, dict) and isinstance(icon.get("src"), str)):
            yield ("extra", "icons", i), ""


def _strict(tool: Tool) -> Found:
    if "strict" in tool.extra:
        yield ("extra", "strict"), ""


def _unknown_member(tool: Tool) -> Found:
    yield from (
        (("extra", key), f"the member `{key}` of the tool") for key in tool.extra if key != "strict" and not key.startswith("_")
    )


TRAITS: Final = (
    keyword("dollar-schema", "$schema", cure="remove it", mild=True, silent=True),
    keyword("dollar-id", "$id", cure="remove it", mild=True, silent=True),
    Trait("extension-keyword", "keywords that begin with `x-`", "remove it", _extension, mild=True, silent=True),
    keyword("openapi-example", "example", cure="say it in the description", mild=True),
    keyword("property-ordering", "propertyOrdering", cure="remove it", mild=True, silent=True),
    keyword("content-keywords", "contentMediaType", "contentEncoding", "contentSchema", cure="say it in the description"),
    keyword("anchors", "$anchor", "$dynamicAnchor", "$dynamicRef", cure="write a `$ref` to `#/$defs/...`"),
    keyword("unevaluated", "unevaluatedItems", "unevaluatedProperties"),
    keyword("access-keywords", "readOnly", "writeOnly", "deprecated", cure="say it in the description", mild=True),
    Trait("unknown-keyword", "a keyword that JSON Schema does not have", REMOVE_IT, _unknown, mild=True),
    Trait("name-dot", "a name with a dot", "write `_` in its place", whole=_dot, rules=("tool-name-invalid",), stays=True),
    Trait(
        "name-long",
        "a name over 64 characters",
        "use a shorter name",
        whole=_long,
        rules=("tool-name-invalid", "tool-name-too-long-when-prefixed"),
        stays=True,
    ),
    Trait(
        "description-empty",
        "an empty description",
        "write one",
        whole=_empty_description,
        rules=("tool-description-missing",),
        stays=True,
    ),
    Trait(
        "description-missing",
        "a tool without description",
        "write one",
        whole=_no_description,
        rules=("tool-description-missing",),
        stays=True,
    ),
    Trait(
        "output-schema-not-object",
        "an output schema that is not `type: object`",
        "wrap the result in an object",
        whole=_output,
        rules=("output-schema-invalid",),
    ),
    Trait(
        "output-schema-older-dialect",
        "an output schema of another dialect than 2020-12",
        "declare 2020-12, or leave `$schema` out",
        whole=_output_older,
    ),
    Trait("output-schema-dialect", "an output schema of an unknown dialect", "leave `$schema` out", whole=_output_dialect),
    Trait(
        "uri-invalid",
        "`$id`, `$ref` or `$schema` that is not a URI reference",
        "name definitions with letters, digits, `_`, `.` and `-`; leave `$id` and `$schema` out",
        whole=_no_reference,
        stays=True,
        rules=("schema-invalid",),
    ),
    Trait("hint-not-boolean", "an annotation that is neither true nor false", "write true or false", whole=_hints),
    Trait(
        "task-support-unknown", "an unknown `execution.taskSupport`", f"write one of {', '.join(_TASKS)}", whole=_task_support
    ),
    Trait("icon-without-src", "an icon without `src`", "add its `src`", whole=_icons),
    Trait("strict-member", "the member `strict`", "remove it from the tool", whole=_strict, wire=True),
    Trait(
        "unknown-member", "members of the tool that it does not know", "remove it", whole=_unknown_member, mild=True, wire=True
    ),
)
