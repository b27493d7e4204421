"""A function's signature -> the schema of its parameters and of its result, by its framework's ways.

Knows which parameters a model fills in, which are the object's own or the framework's, what has to be given, and which results
the MCP SDKs publish a schema for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from schemalint import frameworks
from schemalint.frameworks.common.docstrings import Docstring
from schemalint.frameworks.common.finish import finished, referred
from schemalint.frameworks.common.part import Part, target
from schemalint.frameworks.common.record import Framework, Results
from schemalint.frameworks.common.signs import pydantic_title
from schemalint.model import Json, Pointer
from schemalint.record import dataclass, replace
from schemalint.sources.python.annotations import schema
from schemalint.sources.python.classes import model_of
from schemalint.sources.python.fields import Member, is_field, is_injected, is_titled, member
from schemalint.sources.python.places import argument, line_in, name_of
from schemalint.sources.python.reader import Function, Outline, Reader, known, unquoted
from schemalint.sources.python.registered import Registration
from schemalint.sources.python.values import kind_of_class


@dataclass(frozen=True, slots=True)
class Parameters:
    """The schema of a function's parameters, as an object without definitions, and the parameters that are seen in part."""

    root: Part
    blind: tuple[Pointer, ...]
    closes: bool = True
    """False where the one parameter is a model, which stays as open as it is."""
    alone: str | None = None
    """The name of that model."""


def parameters(one: Registration, doc: Docstring, described: Mapping[str, str], reader: Reader) -> Parameters:
    """The parameters of a registered function. `described`: their texts by name."""
    function, framework = one.function, one.framework
    shown = list(_shown(one, reader))
    alone = _single_model(shown, reader) if framework.single_model else None
    if alone is not None:
        return Parameters(alone, (), closes=False, alone=getattr(shown[0][0].annotation, "id", None))
    found: dict[str, Member] = {}
    blind: list[Pointer] = []
    for node, default in shown:
        seen = len(reader.unseen)
        read = _parameter(node, default, framework, reader)
        if read.name.startswith("_") and "underscore" in framework.unlike:
            reader.miss(function, f"has the parameter `{read.name}`, which {framework.title} leaves out")
        if read.name != node.arg and "alias" in framework.unlike:
            reader.miss(function, f"has an alias for `{node.arg}`, which {framework.title} follows in a way of its own")
        _describe(read.part, node.arg, framework, doc, described)
        found[read.name] = read
        if len(reader.unseen) > seen:
            blind.append(("parameters", "properties", read.name))
    root = Part({"properties": {name: read.part for name, read in found.items()}, "type": "object"}, where=name_of(function))
    required: list[Json] = [name for name, read in found.items() if read.required]
    if required:
        root.members["required"] = required
    return Parameters(root, tuple(blind))


def _shown(one: Registration, reader: Reader) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """The parameters that a model fills in, each with its default."""
    given = one.function.args
    marks = frameworks.injected()
    positional = [*given.posonlyargs, *given.args]
    missing = len(positional) - len(given.defaults)
    defaults: list[ast.expr | None] = [*([None] * missing), *given.defaults]
    if given.posonlyargs[1 if one.bound else 0 :] and "positional" in one.framework.unlike:
        reader.miss(one.function, f"has parameters by position only, which {one.framework.title} writes in a way of its own")
    pairs = [*zip(positional, defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    for node, default in pairs[1:] if one.bound and pairs else pairs:
        injected = is_injected(node.annotation, reader, marks) or is_injected(default, reader, marks)
        if not injected and node.arg not in one.framework.injected_names:
            yield node, default
    for stars, several in (("*", given.vararg), ("**", given.kwarg)):
        if several is not None:
            reader.miss(one.function, f"takes `{stars}{several.arg}`, which is not followed")


def _parameter(node: ast.arg, default: ast.expr | None, framework: Framework, reader: Reader) -> Member:
    read = member(node.arg, argument(node), node.annotation, default, reader, aliased=framework.by_alias)
    if node.annotation is None and framework.untyped is not None:
        read.part.members["type"] = "string"
        read.part.members["title"] = framework.untyped(node.arg)
    if framework.field_is_default and isinstance(default, ast.Call) and is_field(default, reader):
        return replace(read, required=False)
    return read


def refusal(one: Registration, reader: Reader) -> str | None:
    """Why a framework takes no function with these parameters."""
    refuses = one.framework.refuses
    first = next((node.arg for node, _ in _shown(one, reader.fresh("none")) if node.arg.startswith("_")), None)
    if "underscore" in refuses and first is not None:
        return f"{one.framework.title} refuses a parameter whose name begins with an underscore: `{first}`"
    if "positional" in refuses and one.function.args.posonlyargs[1 if one.bound else 0 :]:
        return f"{one.framework.title} refuses parameters by position only"
    return None


def check_annotations(function: Function, reader: Reader) -> None:
    """Report annotations with names that nothing sees when the framework evaluates them."""
    given = function.args
    outline = reader.outline
    postponed = outline.imports.get("annotations") == "__future__.annotations"
    every = [one.annotation for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg) if one]
    for annotation in filter(None, (*every, function.returns)):
        names = (inner for part in ast.walk(annotation) if (inner := unquoted(part) if isinstance(part, ast.expr) else None))
        for found in names:
            bound = outline.bound.get(found.id) if isinstance(found, ast.Name) and found.id not in outline.assigned else None
            if bound == {"type checkers"}:
                reader.miss(found, "is imported for type checkers only, and not there when the annotation is evaluated")
            elif bound is not None and "module" not in bound and postponed:
                reader.miss(found, "is known inside a function only, where postponed annotations are not evaluated")


def _describe(part: Part, name: str, framework: Framework, doc: Docstring, described: Mapping[str, str]) -> None:
    text = described.get(name)
    if text is not None and (framework.documented_first or "description" not in part.members):
        part.put("description", text, line_in(doc.node, name) if doc.node is not None else None)
    elif text is None and framework.parameter_text is not None:
        part.members.setdefault("description", framework.parameter_text.format(name))


def _single_model(shown: list[tuple[ast.arg, ast.expr | None]], reader: Reader) -> Part | None:
    """The schema of the one parameter that is a model and stands for all parameters."""
    if len(shown) != 1 or shown[0][1] is not None:
        return None
    annotation = shown[0][0].annotation
    return model_of(annotation, reader) if isinstance(annotation, ast.Name | ast.Attribute) else None


# ------------------------------------------------------------------------------------------------------------------- results


def result(one: Registration, reader: Reader) -> Part | None:
    """The schema of a result, finished as its framework does; None where it publishes none."""
    node, results = one.function.returns, one.framework.results
    if node is None or results is None:
        return None
    names = (known(inner, reader) for inner in ast.walk(node) if isinstance(inner, ast.Name | ast.Attribute))
    if any(name.rpartition(".")[2] in results.content for name in names):
        return None
    own = reader.fresh(one.framework.marks)
    own.serialized = results.serialized
    root = _returned(one.function.name, node, results, own)
    reader.unseen.extend(own.unseen)
    if root is None:
        return None
    plain = replace(one.framework, closed=False)
    if "properties" not in root.members:
        whole = finished(root.copy(properties={}), own.definitions, plain)
        whole.members.pop("properties")
        return whole
    needed = referred(root, own.definitions)
    used = {name: part for name, part in own.definitions.items() if part is not root or name in needed}
    return finished(root, used, plain)


def _is_hidden(node: ast.expr, inner: Part, results: Results, outline: Outline) -> bool:
    """Whether a type without arguments is one that no schema is published for."""
    if not isinstance(node, ast.Name | ast.Attribute | ast.Constant) or "$ref" in inner.members:
        return False
    return results.hides(inner, outline.imports.get("annotations") == "__future__.annotations")


def _has_field_calls(owner: ast.ClassDef, reader: Reader) -> bool:
    fields = (one.value for one in owner.body if isinstance(one, ast.AnnAssign))
    return kind_of_class(owner, reader) == "dataclass" and any(isinstance(value, ast.Call) for value in fields)


def _returned(function: str, node: ast.expr, results: Results, reader: Reader) -> Part | None:
    """The schema of a result; one that is not an object is wrapped in one."""
    inner = schema(node, reader)
    if not inner.members or _is_hidden(node, inner, results, reader.outline):
        return None
    name = target(inner)
    named = reader.definitions[name] if name is not None else None
    if named is not None and named.members.get("type") == "object":
        owner = reader.owners.get(name or "")
        if not results.dataclasses and owner is not None and _has_field_calls(owner, reader):
            reader.miss(node, "is a dataclass with `field(...)`, which is published in a way that is not followed")
        return named
    if named is not None and not results.enums and isinstance(node, ast.Name | ast.Attribute | ast.Constant):
        return None
    if inner.members.get("type") == "object" and results.title is None:
        return inner
    if inner.members.get("type") == "object" and "additionalProperties" in inner.members and isinstance(node, ast.Subscript):
        return inner.copy(title=f"{function}Dict{results.title}")
    if "title" not in inner.members and is_titled(inner):
        inner = inner.copy(title=pydantic_title("result"))
    wrapped = Part({"properties": {"result": inner}, "required": ["result"], "type": "object"}, body=node)
    wrapped.members.update({"title": f"{function}{results.title}"} if results.title else results.members)
    return wrapped
