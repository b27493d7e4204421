"""Servers that are mounted on another: their tools are that one's, under names with a prefix."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from schemalint.record import replace
from schemalint.sources.python.reader import Outline
from schemalint.sources.python.registered import Registration
from schemalint.sources.python.servers import made_by, registry_of

_PREFIXES: Final = ("namespace", "prefix")


def with_mounted(registrations: Sequence[Registration], outline: Outline) -> tuple[list[Registration], tuple[str, ...]]:
    """The registrations of a module with those of mounted servers as the outer ones list them, and what is not followed."""
    found = list(registrations)
    notes: list[str] = []
    for call, outer in _mounts(outline):
        inner, prefix = _arguments(call)
        maker, framework = made_by(inner, outline) if inner is not None else (None, None)
        mine = [index for index, one in enumerate(found) if maker is not None and one.server is maker]
        if framework is None or not mine or prefix is None:
            if framework is None or mine or prefix:
                notes.append(f"a server is mounted on line {call.lineno}, under names that are not followed; --import reads it")
            continue
        for index in mine:
            one = found[index]
            joined = f"{prefix}_{one.prefix}" if prefix else one.prefix
            found[index] = replace(one, server=made_by(outer, outline)[0], registry=registry_of(outer, outline), prefix=joined)
    return found, tuple(dict.fromkeys(notes))


def _mounts(outline: Outline) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls that mount a server, and the server that it is mounted on; each a statement of its own."""
    for placed in outline.placed:
        value = placed.statement.value if isinstance(placed.statement, ast.Expr) else None
        match value.value if isinstance(value, ast.Await) else value:
            case ast.Call(func=ast.Attribute(value=outer, attr=attr)) as call:
                framework = made_by(outer, outline)[1]
                if framework is not None and attr in framework.mounts:
                    yield call, outer
            case _:
                pass


def _arguments(call: ast.Call) -> tuple[ast.expr | None, str | None]:
    """The server that a call mounts, and its prefix: empty without one, None where it is not a literal."""
    given = [*call.args, *(one.value for one in call.keywords if one.arg == "server")]
    texts: list[ast.expr] = [one for one in given if isinstance(one, ast.Constant)]
    servers = [one for one in given if not isinstance(one, ast.Constant)]
    texts += [one.value for one in call.keywords if one.arg in _PREFIXES]
    others = {one.arg for one in call.keywords} - {"server", "as_proxy", *_PREFIXES}
    if len(servers) != 1 or others:
        return (servers[0] if servers else None), None
    if not texts or (isinstance(texts[0], ast.Constant) and texts[0].value is None):
        return servers[0], ""
    value = texts[0].value if isinstance(texts[0], ast.Constant) else None
    return servers[0], value if isinstance(value, str) else None
