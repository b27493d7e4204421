"""Where a module makes tools of its functions: decorators, calls that register or wrap, and lists called `tools`.

Yields each function once, with the settings it was registered with and the framework that did it. What is registered and cannot
be followed to a function of the module is counted, so that nobody takes silence for completeness.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from schemalint import frameworks
from schemalint.frameworks.common.record import FUNCTION, Framework
from schemalint.record import dataclass, field, replace
from schemalint.sources.forms import SCHEMA_KEYS
from schemalint.sources.python.own import of_project, taught
from schemalint.sources.python.reader import Function, Outline, Placed, dotted, simple
from schemalint.sources.python.servers import USUAL, imported, made_by, may_be_server, plain, registry_of
from schemalint.sources.python.targets import elements, function_at, is_bound, is_class, is_tool, is_unknown, listed_at

if TYPE_CHECKING:
    from schemalint.sources.python.beside import Neighbor


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A function that is a tool. `settings` is the call that says more of it; `server` the object that it is registered with.

    `certain`: the framework is known. `method`: the name of the method that registered it, where one did. `owner`: the class
    that is the tool, where one is; `function` is then the method with its parameters.
    """

    function: Function
    framework: Framework
    settings: ast.Call | None = None
    server: ast.Call | None = None
    method: str = ""
    bound: bool = False
    certain: bool = True
    owner: ast.ClassDef | None = None
    registry: str = ""
    """What tells the object that it is registered with from all others of the project, or its scope; empty where none does."""
    neighbor: Neighbor | None = None
    """The other file of the project that the function is in; it is placed `at` where this one mentions it."""
    at: ast.expr | None = None
    prefix: str = ""
    """What stands in front of its name, where its server is mounted on another."""

    @property
    def node(self) -> Function | ast.ClassDef:
        """What is a tool in the source."""
        return self.owner or self.function


@dataclass(slots=True)
class Found:
    """What a module registers: functions, and how many tools in ways that are not followed, the first of them on `line`."""

    registrations: list[Registration] = field(default_factory=list)
    constructed: list[ast.Call] = field(default_factory=list)
    unseen: int = 0
    line: int = 0
    uncertain: int = 0
    classes: int = 0
    notes: tuple[str, ...] = ()
    known: set[int] = field(default_factory=set)
    """Classes that are counted or read, or hold what is, by identity."""
    makers: Mapping[str, int] = field(default_factory=dict)
    """What seems to be made a tool by something that is not known, by its name."""

    def miss(self, node: ast.expr | ast.stmt) -> None:
        self.unseen += 1
        self.line = self.line or node.lineno


Classes: TypeAlias = Callable[[ast.ClassDef, Outline, Found], Iterator[Registration]]
"""What reads the tools of a class."""


def registered(outline: Outline, telling: Sequence[bool], classes: Classes) -> Found:
    """The tools that a module makes of functions and classes. `telling[n]`: whether line `n` of its text can speak of tools."""
    found = Found()
    seen: set[object] = set()

    def add(one: Registration | None) -> None:
        """Keep a registration unless it repeats one: a bare mention of a function that is a tool makes no second tool."""
        if one is None:
            return
        function = id(one.node)
        repeated = (function, named_by(one), id(one.server))
        if repeated in seen or (function in seen and named_by(one) is None and one.server is None):
            return
        seen.update((function, repeated))
        found.registrations.append(one)

    for placed in outline.placed:
        statement = placed.statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in statement.decorator_list:
                add(_decorated(statement, decorator, placed, outline, found))
        elif isinstance(statement, ast.ClassDef):
            for one in classes(statement, outline, found):
                add(one)
    for placed in outline.placed:
        if isinstance(placed.statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.Return) and any(
            telling[placed.statement.lineno : (placed.statement.end_lineno or placed.statement.lineno) + 1]
        ):
            for one in _called(placed, outline, found):
                add(one)
    for one in _listed(outline):
        add(one)
    return found


# ---------------------------------------------------------------------------------------------------------------- decorators


def _decorated(function: Function, decorator: ast.expr, placed: Placed, outline: Outline, found: Found) -> Registration | None:
    called = decorator if isinstance(decorator, ast.Call) else None
    named = called.func if called is not None else decorator
    bound = _is_method(function, placed)
    name = dotted(named, outline)
    framework = frameworks.making(name)
    if framework is not None:
        return Registration(function, framework, called, bound=bound)
    if (maker := taught(name, outline)) is not None:
        return Registration(function, maker, called, bound=bound, certain=maker.name != FUNCTION.name, method="decorator")
    if isinstance(named, ast.Attribute) and named.attr in frameworks.methods():
        return _by_method(function, named, called, outline, bound=bound)
    if not isinstance(named, ast.Name):
        return None
    if (own := of_project(named, outline)) is not None:
        return Registration(function, own, called, bound=bound, certain=False, method="decorator")
    if name.rpartition(".")[2] in frameworks.decorators() and named.id in outline.imports:
        found.uncertain += 1
        return Registration(function, FUNCTION, called, bound=bound, certain=False)
    return None


def _by_method(
    function: Function, named: ast.Attribute, called: ast.Call | None, outline: Outline, *, bound: bool
) -> Registration | None:
    """A tool that a method of a server or agent makes: `@mcp.tool()`, `server.add_tool(f)`."""
    maker, framework = made_by(named.value, outline)
    registry = registry_of(named.value, outline)
    if framework is not None:
        return Registration(function, framework, called, maker, named.attr, bound, registry=registry)
    name = simple(named.value)
    if name is None or not may_be_server(name, outline):
        return None
    around = imported(outline)
    own = around or frameworks.named(USUAL)
    return Registration(function, own, called, None, named.attr, bound, certain=around is not None, registry=registry)


def named_by(one: Registration) -> str | None:
    """The name that the call which registers a function gives it, where that is a literal."""
    if one.settings is None:
        return None
    renamed = {"name", *(given for given, own in one.framework.arguments.items() if own == "name")}
    given = [keyword.value for keyword in one.settings.keywords if keyword.arg in renamed]
    if one.settings.args and one.framework.positional[:1] == ("name",):
        given.append(one.settings.args[0])
    return next((node.value for node in given if isinstance(node, ast.Constant) and isinstance(node.value, str)), None)


def _is_method(function: Function, placed: Placed) -> bool:
    """Whether the first parameter of a function is the object or class it belongs to."""
    return bool(placed.around) and isinstance(placed.around[-1], ast.ClassDef) and is_bound(function)


# --------------------------------------------------------------------------------------------------------------------- calls


def _called(placed: Placed, outline: Outline, found: Found) -> Iterator[Registration]:
    """The functions that the calls in a statement make tools of."""
    value = getattr(placed.statement, "value", None)
    if value is None:
        return
    for node in ast.walk(value):
        if not isinstance(node, ast.Call):
            continue
        outer = node.func
        if _defines(node, outline):
            found.constructed.append(node)
        elif frameworks.unfollowed(dotted(outer, outline)) is not None:
            found.miss(node)
        elif isinstance(outer, ast.Call):  # server.tool(...)(f), tool("name")(f)
            yield from _applied(outer, node, placed, outline, found)
        elif (framework := frameworks.making(dotted(outer, outline))) is not None:
            target = _target(node)
            if target is not None:
                yield from _made(target, node, framework, placed, outline, found)
        elif isinstance(outer, ast.Attribute) and outer.attr in frameworks.methods():
            target = _target(node)
            if target is not None and made_by(outer.value, outline)[1] is not None:
                yield from _followed(target, node, outer, placed, outline, found)
        elif isinstance(outer, ast.Attribute) and (binder := frameworks.binding(outer.attr)) is not None:
            yield from _bound(node, binder, placed, outline, found)
        if (taker := frameworks.hosting(dotted(plain(outer), outline))) is not None:
            yield from _taken(node, taker, placed, outline, found)


def _defines(call: ast.Call, outline: Outline) -> bool:
    """Whether a call constructs a definition: of a class that is one, with a name and a schema or a text."""
    framework = frameworks.defining(dotted(call.func, outline))
    if framework is None:
        return False
    given = {framework.members.get(keyword.arg or "", keyword.arg) for keyword in call.keywords}
    return "name" in given and bool(given & SCHEMA_KEYS.keys() or "description" in given)


def _target(call: ast.Call) -> ast.expr | None:
    """The function that a call wraps: its first argument, or the one called so."""
    if call.args:
        return None if isinstance(call.args[0], ast.Constant) else call.args[0]
    return next((one.value for one in call.keywords if one.arg in ("func", "fn", "function", "coroutine", "async_fn")), None)


def _applied(maker: ast.Call, call: ast.Call, placed: Placed, outline: Outline, found: Found) -> Iterator[Registration]:
    if len(call.args) != 1 or call.keywords:
        return
    if (framework := frameworks.making(dotted(maker.func, outline))) is not None:
        yield from _made(call.args[0], maker, framework, placed, outline, found)
    elif (
        isinstance(maker.func, ast.Attribute)
        and maker.func.attr in frameworks.methods()
        and (made_by(maker.func.value, outline)[1] is not None or maker.func.attr == "tool")
    ):
        yield from _followed(call.args[0], maker, maker.func, placed, outline, found)


def _followed(
    target: ast.expr, settings: ast.Call, named: ast.Attribute, placed: Placed, outline: Outline, found: Found
) -> Iterator[Registration]:
    meant = function_at(target, placed, outline)
    if meant.function is None:
        if not isinstance(target, ast.Call) and not meant.is_tool:  # a tool that another call makes is met by itself
            found.miss(target)
        return
    one = _by_method(meant.function, named, settings, outline, bound=meant.bound)
    if one is not None:
        yield replace(one, neighbor=meant.neighbor, at=target)


def _made(
    target: ast.expr, settings: ast.Call, framework: Framework, placed: Placed, outline: Outline, found: Found
) -> Iterator[Registration]:
    meant = function_at(target, placed, outline)
    if meant.function is not None:
        yield Registration(meant.function, framework, settings, bound=meant.bound, neighbor=meant.neighbor, at=target)
    elif not meant.is_tool:
        found.miss(target)


def _taken(call: ast.Call, framework: Framework, placed: Placed, outline: Outline, found: Found) -> Iterator[Registration]:
    """The plain functions in `tools=[...]` of an agent, or in a list that it is given first."""
    given = [one.value for one in call.keywords if one.arg == "tools"]
    given += [one for one in call.args if isinstance(listed_at(one, outline), ast.List | ast.Tuple)]
    for element in (element for one in given for element in elements(one, outline)):
        meant = function_at(element, placed, outline)
        if meant.function is not None:
            at = element if meant.neighbor is not None else None
            yield Registration(meant.function, framework, bound=meant.bound, neighbor=meant.neighbor, at=at)
        elif not meant.is_tool and is_unknown(element, outline):
            found.miss(element)


def _bound(call: ast.Call, framework: Framework, placed: Placed, outline: Outline, found: Found) -> Iterator[Registration]:
    """The plain functions that a model is given, which are read approximately; classes are counted as not read."""
    given = [*call.args[:1], *(one.value for one in call.keywords if one.arg == "tools")]
    for element in (element for one in given for element in elements(one, outline)):
        meant = function_at(element, placed, outline)
        if meant.function is not None and not is_tool(meant.function, outline):
            at = element if meant.neighbor is not None else None
            own = replace(framework, exact=False)
            yield Registration(meant.function, own, bound=meant.bound, neighbor=meant.neighbor, at=at)
        elif isinstance(element, ast.Name) and (element.id in outline.classes or is_class(element, outline)):
            found.miss(element)


# --------------------------------------------------------------------------------------------------------------------- lists


def _listed(outline: Outline) -> Iterator[Registration]:
    """The functions in the lists of a module that are called `tools`, `TOOLS` or `..._TOOLS`."""
    for name, value in outline.assigned.items():
        if name.rpartition("_")[2].lower() == "tools" and isinstance(value, ast.List | ast.Tuple):
            for element in elements(value, outline):
                meant = function_at(element, Placed(ast.Pass(), ()), outline)
                if meant.function is not None and isinstance(element, ast.Name):
                    at = element if meant.neighbor is not None else None
                    yield Registration(meant.function, FUNCTION, neighbor=meant.neighbor, at=at)


def functions_in(node: ast.List | ast.Tuple, outline: Outline) -> Iterator[Function]:
    for element in node.elts:
        if isinstance(element, ast.Name) and element.id in outline.functions and element.id not in outline.imports:
            yield outline.functions[element.id]
