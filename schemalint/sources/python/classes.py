"""Classes of a module -> JSON Schema: Pydantic models, dataclasses, typed dicts and enums, as Pydantic writes them.

Each becomes a definition that is built once for a tool and referred to. A class of another kind, or with a base that is not in
the file, is reported as unseen; nothing is guessed about it.
"""

from __future__ import annotations

import ast
import inspect
from typing import Final

from schemalint.frameworks.common.part import Part, ref
from schemalint.model import Json
from schemalint.record import replace
from schemalint.sources.python.fields import Member, member
from schemalint.sources.python.places import name_of
from schemalint.sources.python.reader import Reader, known, last_of, move_new, moved
from schemalint.sources.python.values import MODELS, choice, class_of, constant, enum_members, kind_of_class

_HARMLESS: Final = ("Generic", "ABC", "object", "Protocol")
_MAX_BASES: Final = 16


def defined(node: ast.ClassDef, use: ast.expr, reader: Reader) -> Part:
    """A reference to the definition of a class, which is built when it is first used."""
    if reader.owners.setdefault(node.name, node) is not node:
        reader.miss(use, "is one of two classes of this name")
        return Part(body=use)
    if node.name not in reader.definitions:
        placeholder = Part(where=name_of(node))
        reader.definitions[node.name] = placeholder  # a class may mention itself
        built = class_schema(node, reader)
        if built is None:
            del reader.definitions[node.name]
            reader.miss(use, "is a class that no schema is written for")
            return Part(body=use)
        placeholder.members, placeholder.body, placeholder.texts = built.members, built.body, built.texts
    return ref(node.name, use)


def class_schema(node: ast.ClassDef, reader: Reader, *, aliased: bool = True) -> Part | None:
    """The schema of a class, None for a class of no known kind. Unless `aliased`, its fields have their own names."""
    kind = kind_of_class(node, reader)
    if kind == "enum":
        return _enum(node, reader)
    if kind in ("model", "dataclass", "typed dict"):
        return _object(node, kind, reader, aliased=aliased)
    return None


def model_of(node: ast.expr, reader: Reader, *, aliased: bool = True) -> Part | None:
    """The schema of the model, dataclass or typed dict that an expression names, of the file or of another of the project."""
    found = class_of(node, reader)
    if found is None or kind_of_class(*found) not in ("model", "dataclass", "typed dict"):
        return None
    before = set(reader.definitions)
    built = class_schema(*found, aliased=aliased)
    if built is None or found[1] is reader:
        return built
    move_new(reader.definitions, before, node)
    return moved(built, node)


def docstring(node: ast.AST) -> ast.Constant | None:
    """The expression that is the docstring of a function or class."""
    body = getattr(node, "body", [])
    match body[:1]:
        case [ast.Expr(value=ast.Constant(value=str()) as text)]:
            return text
        case _:
            return None


# --------------------------------------------------------------------------------------------------------------------- enums


def _enum(node: ast.ClassDef, reader: Reader) -> Part:
    values: list[Json] = []
    for _, where, found in enum_members(node, reader):
        if found.unknown is not None:
            reader.miss(where, "is not a literal")
        else:
            values.append(found.value)  # a second name of a value is sent again
    members = choice(values) if values else {}
    if "const" in members:
        members["enum"] = [members.pop("const")]
    part = Part({**members, "title": node.name}, where=name_of(node))
    _describe(part, node)
    return part


# ------------------------------------------------------------------------------------------------------------------- objects


def _describe(part: Part, node: ast.ClassDef) -> None:
    text = docstring(node)
    if text is not None and isinstance(text.value, str):
        part.put("description", inspect.cleandoc(text.value), text)


def _object(node: ast.ClassDef, kind: str, reader: Reader, *, aliased: bool = True) -> Part:
    members = {one.name: one for one in fields(node, kind, reader, aliased=aliased)}
    part = Part({}, where=name_of(node))
    _describe(part, node)
    part.members["properties"] = {name: one.part for name, one in members.items()}
    required: list[Json] = [name for name, one in members.items() if one.required]
    if required:
        part.members["required"] = required
    title = _setting("title", node, reader) if kind == "model" else None
    part.members["title"] = title if isinstance(title, str) else node.name
    part.members["type"] = "object"
    extra = _setting("extra", node, reader)
    if extra in ("forbid", "allow"):
        part.members["additionalProperties"] = extra == "allow"
    more = _setting("json_schema_extra", node, reader)
    if isinstance(more, dict):
        part.members.update(more)
    elif more is not None:
        reader.miss(node, "changes its schema by a function or by what is not a literal of this file")
    return part


def fields(
    node: ast.ClassDef, kind: str, reader: Reader, level: int = 0, seen: set[int] | None = None, *, aliased: bool = True
) -> list[Member]:
    """The fields of a class and, before them, those of its bases in the file, each base once and the last one first."""
    found: dict[str, Member] = {}
    seen = {id(node)} if seen is None else seen
    for base in reversed(node.bases):
        name = known(base.value if isinstance(base, ast.Subscript) else base, reader)
        other = reader.outline.class_at(name, base)
        if other is not None and other is not node and id(other) in seen:
            continue
        if other is not None and other is not node and level < _MAX_BASES:
            seen.add(id(other))
            found.update((one.name, one) for one in fields(other, kind, reader, level + 1, seen, aliased=aliased))
        elif name.rpartition(".")[2] not in (*MODELS, *_HARMLESS, "TypedDict"):
            imported = class_of(base, reader) if level < _MAX_BASES else None
            if imported is None or id(imported[0]) in seen:
                reader.miss(base, "is a base that is not defined in this file")
                continue
            seen.add(id(imported[0]))
            before = set(reader.definitions)
            for one in fields(imported[0], kind, imported[1], level + 1, seen, aliased=aliased):
                found[one.name] = replace(one, part=moved(one.part, base))
            move_new(reader.definitions, before, base)
    total = not any(
        keyword.arg == "total" and isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        for keyword in node.keywords
    )
    attribute_texts = _setting("use_attribute_docstrings", node, reader) is True
    if _setting("alias_generator", node, reader) is not None:
        reader.miss(node, "makes names by a function")
    body = node.body
    for index, statement in enumerate(body):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name) as target, annotation=annotation, value=value):
                if name == "model_config" or name.startswith("_") or _wrapped(annotation, "ClassVar", reader):
                    continue
                one = member(name, target, annotation, value, reader, aliased=aliased)
                if kind == "typed dict":
                    needed = (total or _wrapped(annotation, "Required", reader)) and not _wrapped(
                        annotation, "NotRequired", reader
                    )
                    one = replace(one, required=needed)
                if attribute_texts and "description" not in one.part.members:
                    _describe_attribute(one.part, body[index + 1 : index + 2])
                found[one.name] = one
            case ast.FunctionDef(decorator_list=decorators) if reader.serialized and decorators:
                if any(last_of(one, reader) == "computed_field" for one in decorators):
                    reader.miss(statement, "is computed, which is not followed")
            case _:
                pass
    return list(found.values())


def _describe_attribute(part: Part, following: list[ast.stmt]) -> None:
    match following:
        case [ast.Expr(value=ast.Constant(value=str() as text) as node)]:
            part.put("description", inspect.cleandoc(text), node)
        case _:
            pass


def _wrapped(annotation: ast.expr, wrapper: str, reader: Reader) -> bool:
    inner = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return known(inner, reader) == wrapper


def _setting(name: str, node: ast.ClassDef, reader: Reader) -> Json:
    """A setting of a model or, where it has none of its own, of its bases in the file; None where it is not set."""
    stack, seen = [(node, reader)], {id(node)}
    while stack:
        one, own = stack.pop()
        found = _own_setting(name, one, own)
        if found is not None:
            return found
        for base in one.bases:  # the last one wins, as each adds its own to those before it (pydantic, ConfigWrapper.for_model)
            other = class_of(base, own)
            if other is not None and id(other[0]) not in seen:
                seen.add(id(other[0]))
                stack.append(other)
    return None


def _own_setting(name: str, node: ast.ClassDef, reader: Reader) -> Json:
    """A setting from `model_config`, the arguments of a class, or an inner `Config`; None where it is not set there."""
    for keyword in node.keywords:
        if keyword.arg == name:
            return _setting_value(keyword.value, reader)
    for statement in node.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id="model_config")], value=value)
                | ast.AnnAssign(target=ast.Name(id="model_config"), value=ast.expr() as value)
            ):
                given: dict[str | None, ast.expr] = {}
                if isinstance(value, ast.Call):
                    given = {keyword.arg: keyword.value for keyword in value.keywords}
                elif isinstance(value, ast.Dict):
                    pairs = zip(value.keys, value.values, strict=True)
                    given = {str(key.value): inner for key, inner in pairs if isinstance(key, ast.Constant)}
                if name in given:
                    return _setting_value(given[name], reader)
            case ast.ClassDef(name="Config", body=body):
                for inner_statement in body:
                    match inner_statement:
                        case ast.Assign(targets=[ast.Name(id=own)], value=value) if own == name:
                            return _setting_value(value, reader)
                        case _:
                            pass
            case _:
                pass
    return None


def _setting_value(node: ast.expr, reader: Reader) -> Json:
    if isinstance(node, ast.Attribute):  # Extra.forbid of Pydantic 1
        return node.attr
    found = constant(node, reader)
    return found.value if found.unknown is None else "unseen"
