"""A JSON Schema while it is built from Python, with the piece of source that each of its members comes from.

Knows how parts are put together, copied and finished; knows no annotation and no framework. Places are worked out only when
somebody asks for one: until then a part holds nodes of the syntax tree.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from schemalint.model import Json
from schemalint.sources.python.literal import Scope
from schemalint.text.spans import Mark

Where: TypeAlias = "ast.expr | ast.stmt | Mark | Callable[[Scope], tuple[int, int]] | None"
"""A piece of source: a node, the marks of a literal and all that is in it, or what finds it in the text."""

REF: Final = "#/$defs/"


@dataclass(slots=True)
class Part:
    """One schema, or another object, being built. `members` holds JSON values, parts, and lists and maps of parts.

    `where` is the name that declares it; `body` is what its members come from, where `texts` does not say it of one.
    """

    members: dict[str, Json] = field(default_factory=dict)
    where: Where = None
    body: Where = None
    texts: dict[str, Where] = field(default_factory=dict)

    def copy(self, **members: Json) -> Part:
        """A part with the same members and more, that can be changed by itself."""
        return Part({**self.members, **members}, self.where, self.body, dict(self.texts))

    def put(self, key: str, value: Json, where: Where = None) -> None:
        self.members[key] = value
        if where is not None:
            self.texts[key] = where


def ref(name: str, body: Where) -> Part:
    return Part({"$ref": REF + name}, body=body)


def value_of(built: Json) -> Json:
    """The JSON value of a part, a list or map of parts, or a value."""
    if isinstance(built, Part):
        return {key: value_of(member) for key, member in built.members.items()}
    if isinstance(built, dict):
        return {key: value_of(member) for key, member in built.items()}
    if isinstance(built, list):
        return [value_of(member) for member in built]
    return built


def mapped(built: Json, change: Callable[[Part], Part]) -> Json:
    """The same with each part changed, the inner ones first; what is changed must be a copy."""
    if isinstance(built, Part):
        members = {key: mapped(member, change) for key, member in built.members.items()}
        return change(Part(members, built.where, built.body, built.texts))
    if isinstance(built, dict):
        return {key: mapped(member, change) for key, member in built.items()}
    if isinstance(built, list):
        return [mapped(member, change) for member in built]
    return built


# -------------------------------------------------------------------------------------------------------------------- places


def mark_of(built: Json, around: Where, scope: Scope) -> Mark:
    """The marks of a part and of all that is in it; what has no piece of source of its own stands where `around` does."""
    if not isinstance(built, Part):
        if isinstance(around, Mark):
            return around
        mark = _scalar(around, scope)
        if isinstance(built, dict):
            mark.inside = {key: mark_of(member, around, scope) for key, member in built.items()}
        elif isinstance(built, list):
            mark.inside = [mark_of(member, around, scope) for member in built]
        if mark.inside is not None:
            mark.key_start, mark.key_end = mark.start, mark.end
        return mark
    own = built.where or built.body or around
    start, end = offsets(own, scope)
    body = built.body or own
    inside = {key: mark_of(member, built.texts.get(key, body), scope) for key, member in built.members.items()}
    return Mark(start, end, start, end, inside)


def _scalar(where: Where, scope: Scope) -> Mark:
    return Mark(*offsets(where, scope))


def offsets(where: Where, scope: Scope) -> tuple[int, int]:
    if where is None:
        return 0, 0
    if isinstance(where, Mark):
        return where.start, where.end
    return scope.extent(where) if isinstance(where, ast.expr | ast.stmt) else where(scope)


def name_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Where:
    """Where the name stands in the first line of a function or class."""
    name, line, column = node.name, node.lineno, node.col_offset  # not the node, which would keep all of its body

    def find(scope: Scope) -> tuple[int, int]:
        start = scope.offset(line, column)
        match = re.compile(rf"\b(?:def|class)\s+({re.escape(name)})").search(scope.text, start)
        return match.span(1) if match is not None else (start, start + 1)

    return find


def argument(node: ast.arg) -> Where:
    """Where the name of a parameter stands."""

    def find(scope: Scope) -> tuple[int, int]:
        start, _ = scope.extent(node)
        return start, start + len(node.arg)

    return find


def line_in(node: ast.expr, name: str) -> Where:
    """The line of a docstring that describes a parameter, or the docstring where no line begins with its name."""

    def find(scope: Scope) -> tuple[int, int]:
        start, end = scope.extent(node)
        before = r":\w{1,40}[ \t](?:[^:\n]{0,80}\b)?|[-*+]?[ \t]{0,8}[`*]{0,3}"
        match = re.compile(rf"^[ \t]*((?:{before}){re.escape(name)}\b[^\n]*)", re.MULTILINE).search(scope.text, start, end)
        return (match.start(1), match.start(1) + len(match[1].rstrip())) if match is not None else (start, end)

    return find


Definitions: TypeAlias = Mapping[str, Part]
