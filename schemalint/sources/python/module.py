"""A Python file -> the tools in it: constants that hold them, and functions that a framework makes tools of.

The document of a module is a value that is written nowhere: it maps the names of constants to their values and the names of
functions to what their frameworks send. Where each part of it is in the source is worked out only on demand.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from schemalint import frameworks
from schemalint.edge.read import Lines
from schemalint.model import Origin, Pointer
from schemalint.record import dataclass, field, replace
from schemalint.sources.assemble import Gap
from schemalint.sources.python.constants import names_of
from schemalint.sources.python.literal import Literal, Names, Refused, evaluate
from schemalint.sources.python.places import Scope
from schemalint.sources.python.unknown import written
from schemalint.sources.shapes import Recognized, recognize
from schemalint.sources.unread import Cause
from schemalint.text.document import Document, Fault, Found, Malformed, Mark, find, marked, span

if TYPE_CHECKING:
    from schemalint.sources.file import Place
    from schemalint.sources.python.beside import Beside
    from schemalint.sources.python.collect import Tools

_NOWHERE: Final = Origin()
_NOTHING: Final = "holds no tool definitions"
_TOO_DEEP: Final = "nested too deeply"


@dataclass(frozen=True, slots=True)
class Module:
    """A module that was read. The document's value maps the names of tool constants and tool functions to their values."""

    document: Document
    recognized: tuple[Recognized, ...]
    gaps: tuple[Gap, ...] = ()
    explanation: str | None = None
    unread: Mapping[Cause, int] = field(default_factory=dict)


def parse(
    text: str,
    attribute: str | None = None,
    origin: Origin = _NOWHERE,
    *,
    named: bool = True,
    place: Place | None = None,
) -> Module | Malformed:
    """The tools of a module, or only those that `attribute` is: a constant, a function, a class, a list, a server.

    Without `attribute` a constant counts only when it certainly holds tools, and one that is part of another counts once.
    Unless `named`, a decorator called `tool` whose framework is out of sight makes no tool. Imports are followed from `place`
    to other files of its project; where it is None they are out of sight.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in somebody's strings are not ours to report
            tree = ast.parse(text)
    except SyntaxError as error:
        line = max(1, min(error.lineno or 1, len(Lines(text))))
        return Malformed(f"not valid Python: {error.msg}", line, max(1, error.offset or 1))
    except (RecursionError, MemoryError):
        return Malformed(f"not valid Python: {_TOO_DEEP}", 1, 1)
    except ValueError as error:
        return Malformed(f"not valid Python: {error}", 1, 1)
    scope = Scope(text)
    try:
        names = names_of(tree, scope)
        beside = _beside(place)
        if attribute is not None:
            return _named(attribute, names, tree, scope, origin, beside)
        return _all(names, tree, scope, origin, named=named, beside=beside)
    except Refused as refused:
        return Malformed(refused.reason, *scope.lines.at(refused.offset))
    except RecursionError:
        return Malformed(_TOO_DEEP, 1, 1)


def _beside(place: Place | None) -> Beside | None:
    if place is None:
        return None
    from schemalint.sources.python.beside import Beside, project_of

    return Beside(place.file.absolute(), project_of(place.file), place.makers)


# -------------------------------------------------------------------------------------------------------- which of them count


def _all(names: Names, tree: ast.Module, scope: Scope, origin: Origin, *, named: bool, beside: Beside | None) -> Module:
    for name, literal in _returned(tree, names, scope):
        names.setdefault(name, literal)
    held = _certain(names, origin)
    if frameworks.words().search(scope.text) is None and not (beside is not None and beside.mentions(scope.text)):
        return _with_written(_module(names, held, None, scope, None if held else _nothing(tree)), tree, names, held, scope)
    from schemalint.sources.python.collect import collect

    tools = collect(tree, names, scope, origin, taken=held, uncertain=named, beside=beside)
    explanation = None if held or tools.recognized else _nothing(tree, tools.notes)
    return _with_written(_module(names, held, tools, scope, explanation), tree, names, held, scope)


def _with_written(module: Module, tree: ast.Module, names: Names, held: Mapping[str, Recognized], scope: Scope) -> Module:
    """A module with the count of the definitions that it writes out where they are not read."""
    marks = [names[name].mark for name in held]
    read = [(scope.lines.at(mark.start)[0], scope.lines.at(mark.end)[0]) for mark in marks]
    count = written(tree, scope.text, read)
    return replace(module, unread={**module.unread, "literal": count}) if count else module


def _nothing(tree: ast.Module, notes: tuple[str, ...] = ()) -> str:
    """Why a module holds no tools, as far as it can be seen, and what to do about it."""
    functions = sum(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in tree.body)
    advice = notes
    if functions and not notes:
        several = "1 function is" if functions == 1 else f"{functions} functions are"
        advice = (f"{several} in it: name one as in `file.py:function`, or put them in a list called TOOLS",)
    return "; ".join((_NOTHING, *advice))


def _named(
    attribute: str, names: Names, tree: ast.Module, scope: Scope, origin: Origin, beside: Beside | None
) -> Module | Malformed:
    from schemalint.sources.python.collect import pick

    literal = names.get(attribute)
    whole = literal is not None and not any(note.lost for note in literal.gaps) and literal.unknown is None
    tools = None if whole else pick(attribute, tree, names, scope, origin, beside)
    if tools is not None and tools.recognized:
        return _module(names, {}, tools, scope)
    if literal is None:
        return Malformed(*_why_not(attribute, names, tree))
    recognized = recognize(literal.value, named=True, stem=attribute, at=(attribute,), origin=origin)
    explanation = None if recognized.explanation is None else f"`{attribute}` {recognized.explanation}"
    if literal.unknown is not None:
        explanation = f"`{attribute}` is not read: {literal.unknown}"
    return _module(names, {attribute: recognized}, tools, scope, explanation)


def _why_not(attribute: str, names: Names, tree: ast.Module) -> tuple[str, int, int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == attribute:
            what = f"`{attribute}` is a class that no schema is written for: not a model, dataclass or typed dict"
            return what, node.lineno, 1
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == attribute:
            return f"`{attribute}` is not a literal at the top level of the module", node.lineno, 1
    holders = [name for name, literal in names.items() if isinstance(literal.value, dict | list)]
    known = f"; literals in it: {', '.join(f'`{name}`' for name in holders[:6])}" if holders else ""
    return f"has no top-level name `{attribute}`{known}", 1, 1


# ----------------------------------------------------------------------------------------------------------------- documents


def _module(
    names: Names, held: Mapping[str, Recognized], tools: Tools | None, scope: Scope, explanation: str | None = None
) -> Module:
    literals = {name: names[name] for name in held}
    root = Mark(0, len(scope.text), inside={name: literal.mark for name, literal in literals.items()})
    value = {name: literal.value for name, literal in literals.items()} | (dict(tools.values) if tools else {})
    faults = [fault for name, literal in literals.items() for fault in _faults_in(name, literal, scope)]
    gaps = [gap for name, literal in literals.items() for gap in _gaps_in(name, literal, scope)]

    def find_mark(at: Pointer) -> Found:
        if tools is not None and at and isinstance(at[0], str) and at[0] in tools.values:
            mark = tools.mark(at[0])
            found = find(mark, at[1:]) if mark is not None else None
        else:
            found = find(root, at)
        return (found[0], False) if found is not None else None

    document = marked(value, find_mark, scope.lines.at, [*faults, *(tools.faults if tools else ())])
    recognized = (*held.values(), *(tools.recognized if tools else ()))
    return Module(document, recognized, tuple(gaps), explanation, tools.unread if tools else {})


# -------------------------------------------------------------------------------------------------------- which of them count


def _certain(names: Names, origin: Origin) -> dict[str, Recognized]:
    """The constants that certainly hold tools; one that is part of another counts once."""
    found: dict[str, Recognized] = {}
    for name, literal in names.items():
        if isinstance(literal.value, dict | list) and literal.alias is None:
            recognized = recognize(literal.value, named=False, stem=name, at=(name,), origin=origin)
            if recognized.groups or recognized.problems:
                found[name] = recognized
    inner = {used for name in found for used in names[name].uses}
    return {name: recognized for name, recognized in found.items() if name not in inner}


def _returned(tree: ast.Module, names: Names, scope: Scope) -> Iterator[tuple[str, Literal]]:
    """The dictionaries that functions and methods return, written as literals to the last member: `Class.method` and value."""
    owners: list[ast.Module | ast.ClassDef] = [tree, *(one for one in tree.body if isinstance(one, ast.ClassDef))]
    for owner in owners:
        for function in owner.body:
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            returned = [one.value for one in ast.walk(function) if isinstance(one, ast.Return)]
            if len(returned) == 1 and isinstance(returned[0], ast.Dict):
                literal = evaluate(returned[0], names, scope)
                if literal.unknown is None and not literal.gaps:
                    yield (f"{owner.name}." if isinstance(owner, ast.ClassDef) else "") + function.name, literal


def _faults_in(name: str, literal: Literal, scope: Scope) -> Iterator[Fault]:
    """The faults of a constant, placed in the module's document."""
    for note in literal.faults:
        yield Fault((name, *note.at), note.reason, span(scope.lines.at, note.offset, note.offset + 1))


def _gaps_in(name: str, literal: Literal, scope: Scope) -> Iterator[Gap]:
    """What could not be read of a constant, placed in the module's document."""
    for note in literal.gaps:
        yield Gap((name, *note.at), note.reason, scope.lines.at(note.offset)[0], note.lost)
