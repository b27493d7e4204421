"""Decorators beneath the one that makes a tool: whether the framework still sees the signature that is written there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from schemalint import frameworks
from schemalint.sources.python.own import of_project, taught
from schemalint.sources.python.reader import Function, Outline, beside, dotted, simple
from schemalint.sources.python.registered import Registration
from schemalint.sources.python.servers import made_by

_KEEPING: Final = frozenset(
    "staticmethod classmethod property functools.cache functools.lru_cache abc.abstractmethod typing.override typing.final"
    " typing.no_type_check typing_extensions.override typing_extensions.deprecated warnings.deprecated pydantic.validate_call"
    " contextlib.asynccontextmanager tenacity.retry backoff.on_exception backoff.on_predicate langsmith.traceable"
    " langfuse.observe langfuse.decorators.observe".split()
)
"""Decorators of other packages that return the function itself, or one with `functools.wraps`."""


def hiding(one: Registration, outline: Outline) -> Iterator[tuple[ast.expr, bool]]:
    """The decorators that may hide the signature of a function from its framework, and whether one certainly does."""
    for decorator in _beneath(one, outline):
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = dotted(named, outline)
        own = outline.functions.get(name) if simple(named) == name else None
        if own is None and (found := beside(named, outline)) is not None:
            own = found[0].outline.functions.get(found[1])
        if own is not None:
            if not _keeps(own):
                yield decorator, True
        elif name not in _KEEPING and not _is_of_a_framework(named, name, outline):
            yield decorator, False


def _beneath(one: Registration, outline: Outline) -> list[ast.expr]:
    """The decorators that change a function before it becomes a tool; all of them where a call makes it one."""
    decorators = one.function.decorator_list
    for index, decorator in enumerate(decorators):
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        if decorator is one.settings or (one.settings is None and _makes(named, outline)):
            return decorators[index + 1 :]
    return decorators


def _makes(named: ast.expr, outline: Outline) -> bool:
    """Whether a decorator makes tools: of a framework, or in the project's own way."""
    name = dotted(named, outline)
    own = isinstance(named, ast.Name) and of_project(named, outline) is not None
    return own or taught(name, outline) is not None or _is_of_a_framework(named, name, outline)


def _is_of_a_framework(named: ast.expr, name: str, outline: Outline) -> bool:
    """Whether a decorator makes tools, or is another method of a server, which gives the function back."""
    if frameworks.making(name) is not None or name.rpartition(".")[2] in frameworks.decorators():
        return True
    return isinstance(named, ast.Attribute) and (
        named.attr in frameworks.methods() or made_by(named.value, outline)[1] is not None
    )


def _keeps(decorator: Function) -> bool:
    """Whether a decorator of the module keeps the signature: with `functools.wraps`, or by giving the function back."""
    names = {getattr(one, "id", getattr(one, "attr", "")) for one in ast.walk(decorator)}
    if "__signature__" in names or "__annotations__" in names:
        return False
    return not names.isdisjoint(("wraps", "update_wrapper")) or _gives_back(decorator)


def _gives_back(function: Function) -> bool:
    """Whether a function returns one of its parameters, or a function in it that does."""
    given = function.args
    parameters = {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    inner = {one.name: one for one in function.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
    stack: list[ast.AST] = list(function.body)
    returned: list[str | None] = []
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return) and node.value is not None:
            returned.append(simple(node.value))
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            stack.extend(ast.iter_child_nodes(node))
    return bool(returned) and all(
        name is not None and (name in parameters or (name in inner and _gives_back(inner[name]))) for name in returned
    )
