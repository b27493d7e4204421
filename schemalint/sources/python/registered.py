"""Where a module makes tools of its functions: decorators, calls that register or wrap, and lists called `tools`.

Yields each function once, with the settings it was registered with and the framework that did it. What is registered and cannot
be followed to a function of the module is counted, so that nobody takes silence for completeness.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from schemalint.sources.forms import SCHEMA_KEYS
from schemalint.sources.python.facts import Facts, Function, Placed, dotted, simple
from schemalint.sources.python.frameworks import (
    CALLS,
    DEFINITIONS,
    FUNCTION,
    MAKERS,
    MCP,
    METHODS,
    TAKERS,
    Framework,
    lookup,
    package,
)

_MAX_ALIASES: Final = 8
_SPECIFIED: Final = ("schemalint.define_tool", "schemalint.agent.define.define_tool")
"""Calls that make a tool of a dictionary in a form of its own, which is not followed."""
_BASES: Final = ("BaseTool", "BaseToolSpec")
_FULL_BASES: Final = ("smolagents.Tool", "smolagents.tools.Tool", "agno.tools.Toolkit", "agno.tools.toolkit.Toolkit")
"""Classes whose subclasses are tools, or hold some: by the last part of their names, or, where that is common, by all of it."""
_TELLING: Final = ("tool", "function_tool", "beta_tool", "beta_async_tool", "kernel_function", "ai_function")


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A function that is a tool. `settings` is the call that says more of it; `server` the object that it is registered with.

    `certain`: the framework is known. `method`: the name of the method that registered it, where one did.
    """

    function: Function
    framework: Framework
    settings: ast.Call | None = None
    server: ast.Call | None = None
    method: str = ""
    bound: bool = False
    certain: bool = True


@dataclass(slots=True)
class Found:
    """What a module registers: functions, and how many tools in ways that are not followed, the first of them on `line`."""

    registrations: list[Registration] = field(default_factory=list)
    constructed: list[ast.Call] = field(default_factory=list)
    unseen: int = 0
    line: int = 0
    uncertain: int = 0
    classes: int = 0

    def miss(self, node: ast.expr | ast.stmt) -> None:
        self.unseen += 1
        self.line = self.line or node.lineno


def registered(facts: Facts, telling: Sequence[bool]) -> Found:
    """The tools that a module makes of functions. `telling[n]` is whether line `n` of its text can speak of tools."""
    found = Found()
    seen: set[int] = set()

    def add(one: Registration | None) -> None:
        if one is not None and id(one.function) not in seen:
            seen.add(id(one.function))
            found.registrations.append(one)

    for placed in facts.placed:
        statement = placed.statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in statement.decorator_list:
                add(_decorated(statement, decorator, placed, facts, found))
        elif isinstance(statement, ast.ClassDef):
            names = [dotted(base, facts) for base in statement.bases]
            found.classes += any(name in _FULL_BASES or name.rpartition(".")[2] in _BASES for name in names)
    for placed in facts.placed:
        if isinstance(placed.statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.Return) and any(
            telling[placed.statement.lineno : (placed.statement.end_lineno or placed.statement.lineno) + 1]
        ):
            for one in _called(placed, facts, found):
                add(one)
    for function in _listed(facts):
        add(Registration(function, FUNCTION))
    return found


# ---------------------------------------------------------------------------------------------------------------- decorators


def _decorated(function: Function, decorator: ast.expr, placed: Placed, facts: Facts, found: Found) -> Registration | None:
    called = decorator if isinstance(decorator, ast.Call) else None
    named = called.func if called is not None else decorator
    bound = _is_method(function, placed)
    framework = lookup(CALLS, dotted(named, facts))
    if framework is not None:
        return Registration(function, framework, called, bound=bound)
    if isinstance(named, ast.Attribute) and named.attr in METHODS:
        return _by_method(function, named, called, facts, bound=bound)
    name = dotted(named, facts)
    if name.rpartition(".")[2] in _TELLING and isinstance(named, ast.Name) and named.id in facts.imports:
        found.uncertain += 1
        return Registration(function, FUNCTION, called, bound=bound, certain=False)
    return None


def _by_method(
    function: Function, named: ast.Attribute, called: ast.Call | None, facts: Facts, *, bound: bool
) -> Registration | None:
    """A tool that a method of a server or agent makes: `@mcp.tool()`, `server.add_tool(f)`."""
    maker, framework = made_by(named.value, facts)
    if framework is not None:
        return Registration(function, framework, called, maker, named.attr, bound)
    name = simple(named.value)
    if name is None or not _may_be_server(name, facts):
        return None
    imported = _imported(facts)
    return Registration(function, imported or MCP, called, None, named.attr, bound, certain=imported is not None)


def made_by(node: ast.expr, facts: Facts, level: int = 0) -> tuple[ast.Call | None, Framework | None]:
    """The call that made an object, and the framework whose class it is: of `mcp` in `mcp = FastMCP("shop")`."""
    if isinstance(node, ast.Call):
        return node, lookup(MAKERS, dotted(node.func, facts))
    name = simple(node)
    if name is None:
        return None, None
    made = facts.assigned.get(name)
    if isinstance(made, ast.Call) and (framework := lookup(MAKERS, dotted(made.func, facts))) is not None:
        return made, framework
    if made is not None and simple(made) not in (None, name) and level < _MAX_ALIASES:  # self.mcp = mcp
        return made_by(made, facts, level + 1)
    annotation = facts.typed.get(name)
    if annotation is not None:
        annotation = annotation.value if isinstance(annotation, ast.Subscript) else annotation
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = ast.Name(annotation.value.partition("[")[0], ast.Load())
        return None, lookup(MAKERS, dotted(annotation, facts))
    return None, None


def _may_be_server(name: str, facts: Facts) -> bool:
    """Whether a name that nobody in the module defines may be a server or agent of another one."""
    if name in facts.imports:
        return True
    made = facts.assigned.get(name, facts.typed.get(name))
    if made is None:  # handed in without a word on its type
        return True
    # A function may make a server; a class that is none of a known framework does not.
    full = dotted(made.func, facts) if isinstance(made, ast.Call) else ""
    return bool(full) and not full.rpartition(".")[2][:1].isupper()


def _imported(facts: Facts) -> Framework | None:
    """The framework of servers or agents that a module imports something of, where its server itself is out of sight."""
    packages = {package(name) for name in facts.imports.values()}
    return next((framework for (root, _), framework in MAKERS.items() if root in packages), None)


def _is_method(function: Function, placed: Placed) -> bool:
    """Whether the first parameter of a function is the object or class it belongs to."""
    return bool(placed.around) and isinstance(placed.around[-1], ast.ClassDef) and is_bound(function)


def is_bound(method: Function) -> bool:
    """Whether a function in a class takes the object or class first."""
    return not any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in method.decorator_list)


# --------------------------------------------------------------------------------------------------------------------- calls


def _called(placed: Placed, facts: Facts, found: Found) -> Iterator[Registration]:
    """The functions that the calls in a statement make tools of."""
    value = getattr(placed.statement, "value", None)
    if value is None:
        return
    for node in ast.walk(value):
        if not isinstance(node, ast.Call):
            continue
        outer = node.func
        if _defines(node, facts):
            found.constructed.append(node)
        elif dotted(outer, facts) in _SPECIFIED:
            found.miss(node)
        elif isinstance(outer, ast.Call):  # server.tool(...)(f), tool("name")(f)
            yield from _applied(outer, node, placed, facts, found)
        elif (framework := lookup(CALLS, dotted(outer, facts))) is not None:
            target = _target(node)
            if target is not None:
                yield from _made(target, node, framework, placed, facts, found)
        elif isinstance(outer, ast.Attribute) and outer.attr in METHODS:
            target = _target(node)
            if target is not None and made_by(outer.value, facts)[1] is not None:
                yield from _followed(target, node, outer, placed, facts, found)
        if (taker := lookup(TAKERS, dotted(outer, facts))) is not None:
            yield from _taken(node, taker, placed, facts)


def _defines(call: ast.Call, facts: Facts) -> bool:
    """Whether a call constructs a definition: of a class that is one, with a name and a schema or a text."""
    name = dotted(call.func, facts)
    if (package(name), name.rpartition(".")[2]) not in DEFINITIONS:
        return False
    given = {keyword.arg for keyword in call.keywords}
    return "name" in given and bool(given & SCHEMA_KEYS.keys() or "description" in given)


def _target(call: ast.Call) -> ast.expr | None:
    """The function that a call wraps: its first argument, or the one called so."""
    if call.args:
        return None if isinstance(call.args[0], ast.Constant) else call.args[0]
    return next((one.value for one in call.keywords if one.arg in ("func", "fn", "function", "coroutine", "async_fn")), None)


def _applied(maker: ast.Call, call: ast.Call, placed: Placed, facts: Facts, found: Found) -> Iterator[Registration]:
    if len(call.args) != 1 or call.keywords:
        return
    if (framework := lookup(CALLS, dotted(maker.func, facts))) is not None:
        yield from _made(call.args[0], maker, framework, placed, facts, found)
    elif (
        isinstance(maker.func, ast.Attribute)
        and maker.func.attr in METHODS
        and (made_by(maker.func.value, facts)[1] is not None or maker.func.attr == "tool")
    ):
        yield from _followed(call.args[0], maker, maker.func, placed, facts, found)


def _followed(
    target: ast.expr, settings: ast.Call, named: ast.Attribute, placed: Placed, facts: Facts, found: Found
) -> Iterator[Registration]:
    function, bound = _function(target, placed, facts)
    if function is None:
        if not isinstance(target, ast.Call):  # a tool that another call makes is met by itself
            found.miss(target)
        return
    one = _by_method(function, named, settings, facts, bound=bound)
    if one is not None:
        yield one


def _made(
    target: ast.expr, settings: ast.Call, framework: Framework, placed: Placed, facts: Facts, found: Found
) -> Iterator[Registration]:
    function, bound = _function(target, placed, facts)
    if function is not None:
        yield Registration(function, framework, settings, bound=bound)
    else:
        found.miss(target)


def _taken(call: ast.Call, framework: Framework, placed: Placed, facts: Facts) -> Iterator[Registration]:
    """The plain functions in `tools=[...]` of an agent."""
    for keyword in call.keywords:
        if keyword.arg == "tools" and isinstance(keyword.value, ast.List | ast.Tuple):
            for element in keyword.value.elts:
                function, bound = _function(element, placed, facts)
                if function is not None:
                    yield Registration(function, framework, bound=bound)


def _function(target: ast.expr, placed: Placed, facts: Facts) -> tuple[Function | None, bool]:
    """The function of the module that an expression names, and whether it is bound to an object: `f`, `self.f`, `Shop.f`."""
    if isinstance(target, ast.Name) and target.id in facts.functions and target.id not in facts.imports:
        return facts.functions[target.id], False
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        owner = target.value.id
        if owner in ("self", "cls"):
            classes = [one for one in placed.around if isinstance(one, ast.ClassDef)]
            return (method_of(classes[-1], target.attr) if classes else None), True
        made = facts.assigned.get(owner)
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in facts.classes:
            return method_of(facts.classes[made.func.id], target.attr), True
    return None, False


def method_of(owner: ast.ClassDef, name: str) -> Function | None:
    for statement in owner.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name == name:
            return statement
    return None


# --------------------------------------------------------------------------------------------------------------------- lists


def _listed(facts: Facts) -> Iterator[Function]:
    """The functions in the lists of a module that are called `tools`, `TOOLS` or `..._TOOLS`."""
    for name, value in facts.assigned.items():
        if name.rpartition("_")[2].lower() == "tools" and isinstance(value, ast.List | ast.Tuple):
            yield from functions_in(value, facts)


def functions_in(node: ast.List | ast.Tuple, facts: Facts) -> Iterator[Function]:
    for element in node.elts:
        if isinstance(element, ast.Name) and element.id in facts.functions and element.id not in facts.imports:
            yield facts.functions[element.id]
