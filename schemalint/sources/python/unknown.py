"""What looks like a tool of a maker that nobody here knows: counted by the maker's name, never read.

A decorator called `tool` or as two frameworks without files here call theirs, a class derived from a `Tool` or registered as
one, a function given to `register_tool_function`. Silence about them would be taken for completeness.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from schemalint.sources.forms import SCHEMA_KEYS
from schemalint.sources.python.reader import Outline, dotted

_TOOL: Final = re.compile(r"(?:\w+_)?(?:tool|tool_plain|tool_function)")
_CALL: Final = re.compile(r"(?:add|register)_(?:\w+_)?tools?(?:_function)?")
_BASE: Final = re.compile(r"(?:Base|Function|Agent)?Tool")
_LITERAL: Final = re.compile(r"""["'](?:name|parameters|input_?[sS]chema)["']\s*:""")
_ACTIONS: Final[Mapping[str, str]] = {"griptape": "activity", "browser_use": "action"}
"""Packages whose tools are made by a decorator of another name."""


def looking(outline: Outline, read: Collection[object]) -> Mapping[str, int]:
    """How many tools each unknown maker seems to make. `read`: functions and classes known as tools, by identity."""
    packages = {full.partition(".")[0] for full in outline.imports.values()}
    others = {name for package, name in _ACTIONS.items() if package in packages}
    found: Counter[str] = Counter()
    for placed in outline.placed:
        match placed.statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() as one if id(one) not in read:
                maker = next(_makers(one, outline, others), None)
                found.update([maker] if maker is not None else [])
            case ast.Expr(value=ast.Call() as call):
                found.update(_registered(call, outline, read))
            case _:
                pass
    return found


def _makers(
    one: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, outline: Outline, others: Collection[str]
) -> Iterator[str]:
    for decorator in one.decorator_list:
        name = _last(decorator)
        if _TOOL.fullmatch(name) or name in others:
            yield f"@{name}"
    if isinstance(one, ast.ClassDef) and not _is_base(one, outline) and _is_named(one):
        yield from (name for base in one.bases if _BASE.fullmatch(name := _last(base)))


def _last(node: ast.expr) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    node = node.value if isinstance(node, ast.Subscript) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_base(node: ast.ClassDef, outline: Outline) -> bool:
    return any(dotted(base, outline) == node.name for other in outline.classes.values() for base in other.bases)


def _is_named(node: ast.ClassDef) -> bool:
    """Whether a class gives itself a name: as an attribute, or to the constructor of its base."""
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="name")]) | ast.AnnAssign(target=ast.Name(id="name"), value=ast.expr()):
                return True
            case ast.FunctionDef(name="__init__"):
                if any(_names_itself(call) for call in ast.walk(statement) if isinstance(call, ast.Call)):
                    return True
            case _:
                pass
    return False


def _names_itself(call: ast.Call) -> bool:
    given = [keyword.arg for keyword in call.keywords]
    texts = [one for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return _last(call) == "__init__" and ("name" in given or len(texts) > 1)


def _registered(call: ast.Call, outline: Outline, read: Collection[object]) -> Iterator[str]:
    """The functions of the module, or of another, that a method of an unknown object registers."""
    if not (isinstance(call.func, ast.Attribute) and _CALL.fullmatch(call.func.attr)):
        return
    for argument in call.args[:1]:
        if isinstance(argument, ast.Name):
            function = outline.functions.get(argument.id)
            if (function is not None and id(function) not in read) or (function is None and argument.id in outline.imports):
                yield call.func.attr


def written(tree: ast.Module, text: str, read: Sequence[tuple[int, int]]) -> int:
    """How many definitions are written out where they are not followed: inside a function, or handed to a call.

    `read`: the first and last lines of the values that are read.
    """
    if len(set(_LITERAL.findall(text))) == 1 or _LITERAL.search(text) is None:
        return 0
    return sum(
        isinstance(node, ast.Dict) and _is_definition(node) and not any(first <= node.lineno <= last for first, last in read)
        for node in ast.walk(tree)
    )


def _is_definition(node: ast.Dict) -> bool:
    members = {key.value: value for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant)}
    name, schema = members.get("name"), next((members[key] for key in SCHEMA_KEYS if key in members), None)
    held = {key.value for key in schema.keys if isinstance(key, ast.Constant)} if isinstance(schema, ast.Dict) else set()
    return isinstance(name, ast.Constant) and "description" in members and not held.isdisjoint({"type", "properties"})
