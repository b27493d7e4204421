"""All tools that a module makes of its functions and classes, grouped by the server they are registered with.

The middle between what is registered (`registered`) and what one tool is (`tools`): names them, and reports what was not read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from schemalint import frameworks
from schemalint.frameworks.common.part import value_of
from schemalint.frameworks.common.record import FUNCTION
from schemalint.model import Json, Origin, Tool
from schemalint.record import dataclass, field, replace
from schemalint.sources.forms import Problem
from schemalint.sources.python import tools as tools_module
from schemalint.sources.python.annotations import schema
from schemalint.sources.python.beside import Beside
from schemalint.sources.python.constructed import construct
from schemalint.sources.python.literal import Names
from schemalint.sources.python.mounted import with_mounted
from schemalint.sources.python.places import Scope, mark_of
from schemalint.sources.python.reader import Outline, Placed, Reader, dotted, outlined
from schemalint.sources.python.registered import Found, Registration, functions_in, registered
from schemalint.sources.python.removed import without_removed
from schemalint.sources.python.subclasses import of_class
from schemalint.sources.python.targets import is_bound, method_of
from schemalint.sources.python.tools import Made
from schemalint.sources.python.units import scope_of
from schemalint.sources.python.unknown import looking
from schemalint.sources.shapes import Group, Recognized
from schemalint.sources.unread import MAKER, Cause
from schemalint.text.document import Fault, Mark, span

Item: TypeAlias = tuple[str, "ast.Call | None", str, Made]
"""A tool with the name it has in the document if no other has it, the server that it is registered with, and its set."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools that a module makes of functions and classes.

    `values` maps their names in the document to what their frameworks send, `mark` gives the places of one of them, `notes`
    are about what was not read, and `faults` about what no tool can hold.
    """

    values: Mapping[str, Json] = field(default_factory=dict)
    recognized: tuple[Recognized, ...] = ()
    notes: tuple[str, ...] = ()
    unread: Mapping[Cause, int] = field(default_factory=dict)
    mark: Callable[[str], Mark | None] = lambda _: None
    faults: tuple[Fault, ...] = ()


_IMPORT: Final = "--import reads"
_OWN_WAY: Final = "tools of {} are read approximately, since it makes schemas in a way of its own"


def collect(
    tree: ast.Module,
    names: Names,
    scope: Scope,
    origin: Origin,
    *,
    taken: Collection[str],
    uncertain: bool,
    beside: Beside | None = None,
) -> Tools:
    """The tools of a module's functions. `taken`: names in the document that constants have; `uncertain`: read also what a
    decorator out of sight makes.
    """
    outline = replace(outlined(tree), beside=beside)
    found = _listed(outline, scope)
    if not uncertain:
        found.registrations = [one for one in found.registrations if one.certain or one.method]
    reader = Reader(outline, names, scope, schema)
    scopes = {id(placed.statement): placed for placed in outline.placed}
    made = [
        (_key_of(one), one.server, _set_of(one, scopes, outline), tools_module.make(one, reader)) for one in found.registrations
    ]
    made += _constructed(found.constructed, found, reader)
    return _gathered(made, found, reader, origin, taken=taken, uncertain=uncertain)


def _listed(outline: Outline, scope: Scope) -> Found:
    """What a module registers and does not take away again."""
    found = registered(outline, _lines(scope, outline), of_class)
    found.makers = looking(outline, {*found.known, *(id(one.node) for one in found.registrations)})
    removed = without_removed(found.registrations, outline)
    found.registrations, notes = with_mounted(removed.kept, outline)
    found.notes = (*removed.notes, *notes)
    return found


def _constructed(calls: Sequence[ast.Call], found: Found, reader: Reader) -> Iterator[Item]:
    """The tools that are written as objects, with the one low-level server of the module if there is one.

    One whose name is computed is what turns other tools into objects, and no tool itself.
    """
    values = [one for one in reader.outline.assigned.values() if isinstance(one, ast.Call)]
    servers = [one for one in values if dotted(one.func, reader.outline).startswith("mcp.server")]
    for call in calls:
        made = construct(call, reader)
        if made.name:
            yield made.name, servers[0] if len(servers) == 1 else None, "", made
        else:
            found.miss(call)


def pick(attribute: str, tree: ast.Module, names: Names, scope: Scope, origin: Origin, beside: Beside | None = None) -> Tools:
    """The tools that one name of a module is: a function, a class, a list of them, a server, what a wrapper made."""
    outline = replace(outlined(tree), beside=beside)
    found = _listed(outline, scope)
    reader = Reader(outline, names, scope, schema)
    made: list[Item] = []
    own = [one for one in found.registrations if one.owner is not None and one.owner is outline.classes.get(attribute)]
    if own:
        made = [(_key_of(one), one.server, "", tools_module.make(one, reader)) for one in own]
    elif attribute in outline.classes and attribute not in outline.functions:
        model = tools_module.model(outline.classes[attribute], reader)
        made = [] if model is None else [(model.name, None, "", model)]
    else:
        made = [
            (_key_of(one), one.server, one.registry, tools_module.make(one, reader))
            for one in _meant(attribute, outline, found)
        ]
        made += _written(attribute, found, reader)
    return _gathered(made, Found(), reader, origin, taken=(), uncertain=True)


def _lines(scope: Scope, outline: Outline) -> Sequence[bool]:
    """Whether each line of a text, counted from 1, can speak of tools, also by the module's own name for a framework's."""
    lines = [False] * (len(scope.lines) + 2)
    words = frameworks.words()
    patterns = [words]
    aliases = [name for name, full in outline.imports.items() if words.search(full) and not words.search(name)]
    if aliases:
        patterns.append(re.compile(rf"\b(?:{'|'.join(map(re.escape, aliases))})\b"))
    for pattern in patterns:
        for match in pattern.finditer(scope.text):
            lines[scope.lines.at(match.start())[0]] = True
    return lines


def _meant(attribute: str, outline: Outline, found: Found) -> Iterator[Registration]:
    by_function = {id(one.function): one for one in found.registrations}
    function = outline.functions.get(attribute)
    value = outline.assigned.get(attribute)
    owner, _, method = attribute.partition(".")
    if method and owner in outline.classes and (found_method := method_of(outline.classes[owner], method)) is not None:
        yield by_function.get(id(found_method), Registration(found_method, FUNCTION, bound=is_bound(found_method)))
    elif function is not None:
        yield by_function.get(id(function), Registration(function, FUNCTION))
    elif isinstance(value, ast.List | ast.Tuple):
        for listed in functions_in(value, outline):
            yield by_function.get(id(listed), Registration(listed, FUNCTION))
    elif isinstance(value, ast.Call):
        inside = {id(node) for node in ast.walk(value)}
        named = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
        for one in found.registrations:
            if one.server is value or id(one.settings) in inside or one.function.name in named:
                yield one


def _written(attribute: str, found: Found, reader: Reader) -> Iterator[Item]:
    """The tools written as objects in the value of a name."""
    value = reader.outline.assigned.get(attribute)
    inside = {id(node) for node in ast.walk(value)} if value is not None else set()
    yield from _constructed([call for call in found.constructed if id(call) in inside], found, reader)


def _key_of(one: Registration) -> str:
    return one.node.name


def _set_of(one: Registration, scopes: Mapping[int, Placed], outline: Outline) -> str:
    """What the set of a tool is known by: what it is registered with, or the test or function that it is made in."""
    placed = scopes.get(id(one.node))
    scope = scope_of(placed, registered=bool(one.registry or one.server)) if placed is not None else None
    if scope is None:
        return one.registry
    return f"{outline.beside.file if outline.beside is not None else ''}:{scope.lineno}:{one.registry}"


# -------------------------------------------------------------------------------------------------------------------- groups


def _gathered(
    made: Sequence[Item],
    found: Found,
    reader: Reader,
    origin: Origin,
    *,
    taken: Collection[str],
    uncertain: bool,
) -> Tools:
    by_key: dict[str, Made] = {}
    counts: dict[str, int] = {}
    groups: dict[tuple[int, str], list[Tool]] = {}
    servers: dict[tuple[int, str], str | None] = {}
    problems: list[Problem] = []
    for wanted, server, registry, tool in made:
        counts[wanted] = counts.get(wanted, 0) + 1
        key = wanted if counts[wanted] == 1 and wanted not in taken else f"{wanted}#{counts[wanted] + (wanted in taken)}"
        by_key[key] = tool
        read = tool.tool((key,), origin)
        if isinstance(read, Problem):
            problems.append(read)
            continue
        together = (0 if registry else id(server), registry)
        groups.setdefault(together, []).append(read)
        servers[together] = _server_name(server)
    values = {key: value_of(tool.wire) for key, tool in by_key.items()}
    notes = tuple(_notes(list(by_key.values()), found, uncertain=uncertain))
    counts_by_cause: Mapping[Cause, int] = {
        "class": found.classes,
        "decorator": 0 if uncertain else found.uncertain,
        "call": found.unseen,
    }
    unread: dict[Cause, int] = {cause: count for cause, count in counts_by_cause.items() if count}
    unread |= {f"{MAKER}{name}": count for name, count in found.makers.items()}
    if not groups and not problems:
        return Tools(notes=notes, unread=unread)
    shape = "Python: " + ", ".join(dict.fromkeys(tool.framework.name or "objects" for tool in by_key.values()))
    sets = tuple(Group(tuple(tools), servers[one], registry=one[1]) for one, tools in groups.items())
    recognized = Recognized(shape, sets, tuple(problems), notes)
    faults = tuple(_faults(by_key, values, reader.scope))
    return Tools(values, (recognized,), notes, unread, partial(_mark, by_key, reader.scope, {}), faults)


def _server_name(server: ast.Call | None) -> str | None:
    """The name that a server is made with: `FastMCP("shop")`; the first argument of an agent is none."""
    if server is None or getattr(server.func, "attr", getattr(server.func, "id", "")) not in frameworks.server_names():
        return None
    given = [*server.args[:1], *(one.value for one in server.keywords if one.arg == "name")]
    return next((one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)), None)


def _mark(by_key: dict[str, Made], scope: Scope, known: dict[str, Mark], key: str) -> Mark | None:
    if key not in known:
        known[key] = mark_of(by_key[key].wire, None, scope)
    return known[key]


def _faults(by_key: dict[str, Made], values: dict[str, Json], scope: Scope) -> Iterator[Fault]:
    """Tools that hold half a character, which an escape in a string can write."""
    if "\\" not in scope.text:
        return
    for key, value in values.items():
        if _has_surrogate(value):
            mark = mark_of(by_key[key].wire, None, scope)
            yield Fault((key,), "lone surrogate: half of a character", span(scope.lines.at, *mark.reported()))


def _has_surrogate(value: Json) -> bool:
    if isinstance(value, str):
        return not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return any(_has_surrogate(key) or _has_surrogate(one) for key, one in value.items())
    return isinstance(value, list) and any(map(_has_surrogate, value))


# --------------------------------------------------------------------------------------------------------------------- notes


def _notes(made: Sequence[Made], found: Found, *, uncertain: bool) -> Iterator[str]:
    """What was read in part or not at all, each reported once for the file."""
    partly = [one for one in made if one.unseen]
    if partly:
        first = partly[0].unseen[0]
        count = f"{len(partly)} of {len(made)} tools" if len(made) > 1 else "1 tool"
        yield (
            f"{count} {_be(len(partly))} read in part, first `{partly[0].name}` on line {first.line}: {first.reason};"
            f" {_IMPORT} {'it' if len(partly) == 1 else 'them'} whole"
        )
    for name in dict.fromkeys(one.framework.name for one in made if not one.framework.exact):
        if not any(one.unseen for one in made if one.framework.name == name):
            yield f"{_OWN_WAY.format(name)}; {_IMPORT} them exactly"
    yield from found.notes
    for one in made:
        if one.refused is not None:
            yield f"`{one.name}`: {one.refused}"
    if found.unseen:
        calls = f"a call on line {found.line}" if found.unseen == 1 else f"calls, the first on line {found.line}"
        how = f"registered by {calls}, with what cannot be followed"
        yield f"{_count(found.unseen, 'tool')} {how}; {_IMPORT} {_them(found.unseen)}"
    if found.classes:
        yield f"{_count(found.classes, 'class', 'classes')} made a tool by inheritance; {_IMPORT} {_them(found.classes)}"
    if found.uncertain and not uncertain:
        yield (
            f"{_count(found.uncertain, 'function')} decorated by another module's `tool`;"
            f" name the file to check {_them(found.uncertain)}"
        )


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def _count(count: int, one: str, several: str | None = None) -> str:
    return f"{count} {one if count == 1 else several or one + 's'} {_be(count)}"
