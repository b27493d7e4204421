"""A function -> the schema of its parameters, by its framework's ways.

Knows signatures: which parameters a model fills in, which are the object's own or the framework's, what has to be given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from schemalint.model import Json, Pointer
from schemalint.sources.python.classes import class_schema
from schemalint.sources.python.docstrings import Docstring
from schemalint.sources.python.facts import Function
from schemalint.sources.python.fields import Member, is_injected, member, title_of
from schemalint.sources.python.frameworks import AGENT_FRAMEWORK, MCP, PYDANTIC_AI, STRANDS, Framework
from schemalint.sources.python.kinds import kind_of_class
from schemalint.sources.python.parts import Part, argument, line_in, name_of
from schemalint.sources.python.reader import Reader


@dataclass(frozen=True, slots=True)
class Parameters:
    """The schema of a function's parameters, as an object without definitions, and the parameters that are seen in part."""

    root: Part
    blind: tuple[Pointer, ...]
    closes: bool = True
    """False where the one parameter is a model, which stays as open as it is."""


def parameters(
    function: Function, framework: Framework, doc: Docstring, reader: Reader, *, bound: bool, described: Mapping[str, str]
) -> Parameters:
    """The parameters of a function. `bound`: its first one is the object it belongs to. `described`: texts by name."""
    shown = list(_shown(function, framework, reader, bound=bound))
    alone = _single_model(shown, framework, reader)
    if alone is not None:
        return Parameters(alone, (), closes=False)
    found: dict[str, Member] = {}
    blind: list[Pointer] = []
    for node, default in shown:
        seen = len(reader.unseen)
        one = _parameter(node, default, framework, reader)
        _describe(one.part, node.arg, framework, doc, described)
        found[one.name] = one
        if len(reader.unseen) > seen:
            blind.append(("parameters", "properties", one.name))
    root = Part({"properties": {name: one.part for name, one in found.items()}, "type": "object"}, where=name_of(function))
    required: list[Json] = [name for name, one in found.items() if one.required]
    if required:
        root.members["required"] = required
    return Parameters(root, tuple(blind))


def _shown(
    function: Function, framework: Framework, reader: Reader, *, bound: bool
) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """The parameters that a model fills in, each with its default."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    missing = len(positional) - len(given.defaults)
    defaults: list[ast.expr | None] = [*([None] * missing), *given.defaults]
    pairs = [*zip(positional, defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    for node, default in pairs[1:] if bound and pairs else pairs:
        injected = is_injected(node.annotation, reader, framework.injected) or is_injected(default, reader, framework.injected)
        if not injected and node.arg not in framework.injected_names:
            yield node, default
    for stars, several in (("*", given.vararg), ("**", given.kwarg)):
        if several is not None:
            reader.miss(function, f"takes `{stars}{several.arg}`, which is not followed")


def _parameter(node: ast.arg, default: ast.expr | None, framework: Framework, reader: Reader) -> Member:
    one = member(node.arg, argument(node), node.annotation, default, reader)
    if node.annotation is None and framework in (MCP, AGENT_FRAMEWORK):
        # Both take a parameter without an annotation for a text (func_metadata of the MCP SDK).
        one.part.members["type"] = "string"
        one.part.members["title"] = node.arg if framework is MCP else title_of(node.arg)
    return one


def _describe(part: Part, name: str, framework: Framework, doc: Docstring, described: Mapping[str, str]) -> None:
    text = described.get(name)
    if text is None and framework is STRANDS:
        text = f"Parameter {name}"
        if "description" not in part.members:
            part.members["description"] = text
        return
    if text is not None and (framework.documented_first or "description" not in part.members):
        part.put("description", text, line_in(doc.node, name) if doc.node is not None else None)


def _single_model(shown: list[tuple[ast.arg, ast.expr | None]], framework: Framework, reader: Reader) -> Part | None:
    """The schema of the one parameter that is a model, which pydantic-ai takes for all parameters."""
    if framework is not PYDANTIC_AI or len(shown) != 1 or shown[0][1] is not None:
        return None
    annotation = shown[0][0].annotation
    if not isinstance(annotation, ast.Name) or annotation.id not in reader.facts.classes:
        return None
    node = reader.facts.classes[annotation.id]
    if kind_of_class(node, reader) in ("model", "dataclass", "typed dict"):
        return class_schema(node, reader)
    return None
