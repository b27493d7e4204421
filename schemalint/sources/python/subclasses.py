"""Classes that are tools or hold some: derived from a framework's base, with attributes that are sent or with methods listed.

A class is met by its base, in the same file or by its full name; one whose base is out of sight by the attributes that only
tools have. Its attributes are read like the arguments of a call that registers a function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from schemalint import frameworks
from schemalint.frameworks.common.record import FUNCTION, Framework, ToolClass
from schemalint.sources.python.own import taught
from schemalint.sources.python.reader import Function, Outline, dotted
from schemalint.sources.python.registered import Found, Registration
from schemalint.sources.python.targets import method_of

_MAX_BASES = 16


def of_class(node: ast.ClassDef, outline: Outline, found: Found) -> Iterator[Registration]:
    """The tools that a class is or holds. One that is recognized and not read is counted."""
    framework, certain = _framework(node, outline)
    how = framework.subclass if framework is not None else None
    if framework is not None:
        found.known.add(id(node))
    if framework is None or how is None:
        found.classes += framework is not None
        return
    read = list(_methods(node, framework, how, outline)) if how.holds else list(_tool(node, framework, how, outline, certain))
    found.classes += not read and not _is_base(node, outline) and not (how.holds and _calls_makers(node, outline))
    yield from read


def _is_base(node: ast.ClassDef, outline: Outline) -> bool:
    """Whether a class is there to derive others from: one of the file does, or it says so itself."""
    names = {dotted(base, outline) for other in outline.classes.values() for base in other.bases}
    return node.name in names or any(dotted(base, outline).rpartition(".")[2] == "ABC" for base in node.bases)


def _calls_makers(node: ast.ClassDef, outline: Outline) -> bool:
    """Whether a class makes its tools by calls, which are met by themselves."""
    return any(isinstance(one, ast.Call) and frameworks.making(dotted(one.func, outline)) is not None for one in ast.walk(node))


def _lineage(node: ast.ClassDef, outline: Outline) -> list[ast.ClassDef]:
    """A class and those of the file that it derives from, itself first."""
    found, stack = [node], [node]
    while stack and len(found) < _MAX_BASES:
        for base in stack.pop().bases:
            plain = base.value if isinstance(base, ast.Subscript) else base
            other = outline.classes.get(plain.id) if isinstance(plain, ast.Name) else None
            if other is not None and other not in found and isinstance(plain, ast.Name) and plain.id not in outline.imports:
                found.append(other)
                stack.append(other)
    return found


def _framework(node: ast.ClassDef, outline: Outline) -> tuple[Framework | None, bool]:
    """The framework of a class, and whether its base says so; else its attributes may."""
    bases = [
        dotted(base.value if isinstance(base, ast.Subscript) else base, outline)
        for one in _lineage(node, outline)
        for base in one.bases
    ]
    for name in bases:
        if (framework := taught(name, outline)) is not None:
            return framework, framework.name != FUNCTION.name
        if (framework := frameworks.base(name)) is not None:
            return framework, frameworks.package(name) in framework.packages or framework.subclass is None
    given = _attributes(node, outline)
    if not bases or not {"name", "description"} <= given.keys():
        return None, False
    shaped = [one for one in frameworks.known() if one.subclass is not None and one.subclass.has_shape(given.keys())]
    imported = {frameworks.package(name) for name in outline.imports.values()}
    return min(shaped, key=lambda one: imported.isdisjoint(one.packages), default=None), False


# --------------------------------------------------------------------------------------------------------- a class is a tool


def _tool(node: ast.ClassDef, framework: Framework, how: ToolClass, outline: Outline, certain: bool) -> Iterator[Registration]:
    """The tool that a class is; none where it has no name, as the base of others."""
    given = _attributes(node, outline)
    name = given.get(how.name)
    if name is None or (isinstance(name, ast.Constant) and not name.value):
        return
    function = next((one for owner in _lineage(node, outline) for way in how.methods if (one := method_of(owner, way))), None)
    arguments = {"name": name, "description": given.get(how.description, _unseen(node, how.description))}
    schema = given.get(how.schema)
    if schema is not None and not (isinstance(schema, ast.Constant) and schema.value is None):
        arguments["args_schema"] = _object(schema) if how.are_properties else schema
    elif function is None:
        arguments["args_schema"] = _unseen(node, how.schema)
    keywords = [ast.keyword(name, value) for name, value in arguments.items()]
    settings = ast.copy_location(ast.Call(ast.Name(node.name, ast.Load()), [], keywords), node)
    yield Registration(function or _stub(node), framework, settings, bound=True, certain=certain, method="class", owner=node)


def _unseen(node: ast.ClassDef, attribute: str) -> ast.expr:
    """Stands for an attribute that is given elsewhere; it is placed where the class begins, up to its name."""
    start = ast.Name(f"{node.name}.{attribute}", ast.Load())
    ast.copy_location(start, node)
    start.end_lineno, start.end_col_offset = node.lineno, node.col_offset + len("class ") + len(node.name)
    return start


def _stub(node: ast.ClassDef) -> Function:
    """Stands for the method of a class that inherits it from elsewhere."""
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.copy_location(ast.FunctionDef(name=node.name, args=nothing, body=[], decorator_list=[]), node)


def _attributes(node: ast.ClassDef, outline: Outline) -> dict[str, ast.expr]:
    """What the attributes of a class are given: in its body and those of its bases, else in its constructor."""
    found: dict[str, ast.expr] = {}
    for owner in reversed(_lineage(node, outline)):
        for statement in owner.body:
            match statement:
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    found[name] = _default(value)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    found[name] = _default(value)
                case _:
                    pass
    constructor = method_of(node, "__init__")
    for statement in constructor.body if constructor is not None else ():
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value):
                found.setdefault(name, value)
            case _:
                pass
    return found


def _default(value: ast.expr) -> ast.expr:
    """What a field is given: the default in `Field(...)`, what a factory without parameters returns."""
    if not (isinstance(value, ast.Call) and getattr(value.func, "id", getattr(value.func, "attr", "")) == "Field"):
        return value
    for keyword in value.keywords:
        if keyword.arg == "default":
            return keyword.value
        if keyword.arg == "default_factory" and isinstance(keyword.value, ast.Lambda):
            return keyword.value.body
    return value.args[0] if value.args else value


def _object(properties: ast.expr) -> ast.expr:
    """The schema of an object with properties that are written out; one that says it is nullable may be left out."""
    required: list[ast.expr] = []
    for key, value in zip(properties.keys, properties.values, strict=True) if isinstance(properties, ast.Dict) else ():
        if key is not None and not _is_nullable(value):
            required.append(key)
    members: dict[str, ast.expr] = {
        "type": ast.Constant("object"),
        "properties": properties,
        "required": ast.List(required, ast.Load()),
    }
    keys: list[ast.expr | None] = [ast.copy_location(ast.Constant(name), properties) for name in members]
    values = [ast.copy_location(value, properties) for value in members.values()]
    return ast.copy_location(ast.Dict(keys, values), properties)


def _is_nullable(schema: ast.expr) -> bool:
    pairs = zip(schema.keys, schema.values, strict=True) if isinstance(schema, ast.Dict) else ()
    return any(
        isinstance(key, ast.Constant) and key.value == "nullable" and isinstance(value, ast.Constant) and value.value is True
        for key, value in pairs
    )


# ------------------------------------------------------------------------------------------------------- a class holds tools


def _methods(node: ast.ClassDef, framework: Framework, how: ToolClass, outline: Outline) -> Iterator[Registration]:
    """The methods that a class lists, each once: by name in an attribute, or as `self.method` in a list or call."""
    names: dict[str, None] = {}
    for owner in _lineage(node, outline):
        for inner in ast.walk(owner):
            names.update(dict.fromkeys(_listed(inner, how)))
    for name in names:
        function = next((one for owner in _lineage(node, outline) if (one := method_of(owner, name))), None)
        if function is not None:
            yield Registration(function, framework, bound=True, method="class")


def _listed(node: ast.AST, how: ToolClass) -> Iterator[str]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AnnAssign(target=ast.Name(id=name), value=value):
            yield from _members(value) if _lists(name, how) else ()
        case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
            yield from _members(value) if _lists(name, how) else ()
        case ast.keyword(arg=str() as name, value=value):
            yield from _members(value) if _lists(name, how) else ()
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=attr), args=[first, *_]) if attr in how.registers:
            yield from _members(ast.List([first], ast.Load()))
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" as attr), args=[argument]):
            added = ast.List([argument], ast.Load()) if attr == "append" else argument
            yield from _members(added) if _lists(name, how) else ()
        case _:
            pass


def _lists(name: str, how: ToolClass) -> bool:
    return name in how.holds


def _members(node: ast.expr | None) -> Iterator[str]:
    """The names of the methods in a list: `self.search`, `"search"`, or the first of a pair of them."""
    for element in node.elts if isinstance(node, ast.List | ast.Tuple) else ():
        match element:
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield name
            case ast.Constant(value=str() as name):
                yield name
            case ast.Tuple(elts=[ast.Constant(value=str() as name), *_]):
                yield name
            case _:
                pass
