"""What a function returns -> the output schema that the MCP SDKs publish for it."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from schemalint.sources.python.annotations import schema
from schemalint.sources.python.facts import Facts, Function
from schemalint.sources.python.fields import is_titled, title_of
from schemalint.sources.python.finish import finished, referred
from schemalint.sources.python.frameworks import FASTMCP, MCP, Framework
from schemalint.sources.python.parts import Part
from schemalint.sources.python.reader import Reader, known
from schemalint.sources.python.registered import Registration

_CONTENT: Final = (
    "Image Audio File ToolResult TextContent ImageContent AudioContent ResourceLink EmbeddedResource CallToolResult"
    " ContentBlock InputRequiredResult PrefabApp".split()
)
"""Results that both MCP SDKs send as content and publish no schema for."""


def output(one: Registration, reader: Reader) -> Part | None:
    """The schema of a result, finished as its framework does; None where it publishes none."""
    node = one.function.returns
    if node is None or _is_content(node, reader):
        return None
    own = reader.fresh(one.framework.marks)
    own.serialized = one.framework is FASTMCP
    root = _returned(one.function, one.framework, own)
    reader.unseen.extend(own.unseen)
    if root is None:
        return None
    plain = replace(one.framework, closed=False, root_title=None)
    if "properties" not in root.members:
        root = root.copy(properties={})
        finish = finished(root, own.definitions, plain, one.function.name)
        finish.members.pop("properties")
        return finish
    needed = referred(root, own.definitions)
    used = {name: part for name, part in own.definitions.items() if part is not root or name in needed}
    return finished(root, used, plain, one.function.name)


def _is_content(node: ast.expr, reader: Reader) -> bool:
    """Whether a result is content of MCP, which is sent as it is."""
    names = (known(inner, reader) for inner in ast.walk(node) if isinstance(inner, ast.Name | ast.Attribute))
    return any(name.rpartition(".")[2] in _CONTENT for name in names)


_WRAPPED: Final = ("string", "integer", "number", "boolean", "null")


def _is_unpublished(node: ast.expr, inner: Part, framework: Framework, facts: Facts) -> bool:
    """Whether a type without arguments is one that the SDKs publish no schema for: any container, or any list."""
    if not isinstance(node, ast.Name | ast.Attribute | ast.Constant) or "$ref" in inner.members:
        return False
    kind = inner.members.get("type")
    if framework is FASTMCP and kind == "null":
        # `-> None` is no type for FastMCP, unless the module postpones annotations, which are then evaluated to one.
        return facts.imports.get("annotations") != "__future__.annotations"
    if framework is MCP:
        return kind not in _WRAPPED or inner.members.get("format", "binary") != "binary"
    if inner.members.get("format") == "binary":
        return True
    return kind == "array" and not inner.members.get("items", Part()).members


def _returned(function: Function, framework: Framework, reader: Reader) -> Part | None:
    """The schema of what a function returns, for the frameworks that publish it; None where there is none.

    A result that is no object is wrapped in one, as both SDKs do.
    """
    node = function.returns
    if node is None:
        return None
    inner = schema(node, reader)
    if not inner.members or _is_unpublished(node, inner, framework, reader.facts):
        return None
    title = None if framework is not MCP else f"{function.name}Output"
    name = inner.members.get("$ref")
    if isinstance(name, str) and reader.definitions[name.rpartition("/")[2]].members.get("type") == "object":
        return reader.definitions[name.rpartition("/")[2]]
    if inner.members.get("type") == "object" and framework is not MCP:
        return inner
    if inner.members.get("type") == "object" and "additionalProperties" in inner.members and isinstance(node, ast.Subscript):
        return inner.copy(title=f"{function.name}DictOutput")
    if "title" not in inner.members and is_titled(inner):
        inner = inner.copy(title=title_of("result"))
    wrapped = Part({"properties": {"result": inner}, "required": ["result"], "type": "object"}, body=node)
    if title is not None:
        wrapped.members["title"] = title
    else:
        wrapped.members["x-fastmcp-wrap-result"] = True
    return wrapped
