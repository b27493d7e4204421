"""A Python expression -> the JSON value it is, where that can be seen without running anything, and where it is written.

Knows literals, names of constants, `+` of texts and lists, `*CONST` and `**CONST`. Everything else is a gap: left out of the
value, with its place and a reason. Bounded: what grows by being named again and again is refused before it is built.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from schemalint.record import dataclass, field, replace
from schemalint.schema.pointer import MAX_DEPTH, Json, Pointer
from schemalint.sources.python.places import Scope
from schemalint.text.document import Mark
from schemalint.text.scalars import MAX_DIGITS

_MAX_SIZE: Final = 1_000_000
"""Values, and letters of texts in sixty-fours, of one constant, counted with repetition."""
_MAX_BITS: Final = MAX_DIGITS * 3


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on a place inside a value, and the offset that it is about. `lost`: the value there is left out.

    The step `-` means an element, and `**` members, whose place is unknown.
    """

    at: Pointer
    reason: str
    offset: int
    lost: bool = False


class Refused(Exception):
    """A value that is too large or nested too deeply to be read."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Literal:
    """The value of an expression. `unknown` says why it has none; then `value` is None and means nothing.

    `uses` are the names that it was made with, `alias` the one name that it is. `size` and `depth` count with repetition.
    """

    value: Json
    mark: Mark
    unknown: str | None = None
    gaps: tuple[Note, ...] = ()
    faults: tuple[Note, ...] = ()
    uses: frozenset[str] = frozenset()
    alias: str | None = None
    size: int = 1
    depth: int = 0

    def named(self, target: ast.Name, scope: Scope) -> Literal:
        """The same value as a member, whose key is the name it is assigned to."""
        start, end = scope.extent(target)
        return replace(self, mark=_at_key(self.mark, start, end))

    def changed(self, reason: str, node: ast.expr, scope: Scope) -> Literal:
        """The same value, no longer certain."""
        return replace(self, gaps=(*self.gaps, Note((), reason, scope.extent(node)[0])))


Names: TypeAlias = dict[str, Literal]


def evaluate(node: ast.expr, names: Names, scope: Scope) -> Literal:
    """What an expression is. Errors: `Refused` for what is too large or too deep."""
    match node:
        case ast.Constant():
            return _constant(node.value, node, scope)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=ast.Constant(value=int() | float() as number)):
            return _constant(-number if isinstance(sign, ast.USub) else +number, node, scope)
        case ast.JoinedStr():
            return _formatted(node, scope)
        case ast.Name():
            return _name(node, names, scope)
        case ast.BinOp(op=ast.Add()):
            return _sum(node, names, scope)
        case ast.List() | ast.Tuple():
            return _list(node, names, scope)
        case ast.Dict():
            return _dict(node, names, scope)
        case _:
            return _unknown(node, "not a literal", scope)


def _unknown(node: ast.expr, why: str, scope: Scope) -> Literal:
    start, end = scope.extent(node)
    words = " ".join(scope.text[start:end].split())
    return Literal(None, Mark(start, end), unknown=f"`{words if len(words) <= 40 else words[:39] + '…'}` is {why}")


def _constant(value: object, node: ast.expr, scope: Scope) -> Literal:
    start, end = scope.extent(node)
    literal = Literal(value, Mark(start, end))
    match value:
        case None | bool():
            return literal
        case str():
            lone = not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value)
            literal = replace(literal, size=1 + len(value) // 64)
            return _faulty(literal, "lone surrogate: half of a character") if lone else literal
        case float():
            finite = value - value == 0
            return literal if finite else _faulty(replace(literal, value=None), "a number that JSON cannot hold")
        case int():
            short = value.bit_length() <= _MAX_BITS
            return literal if short else _faulty(replace(literal, value=None), f"an integer of more than {MAX_DIGITS:,} digits")
    return _unknown(node, "not a JSON value", scope)


def _faulty(literal: Literal, reason: str) -> Literal:
    return replace(literal, faults=(Note((), reason, literal.mark.start),))


def _formatted(node: ast.JoinedStr, scope: Scope) -> Literal:
    """An f-string; an expression in it stays as `{...}`, which is near enough to read and never exact."""
    pieces = [part.value if isinstance(part, ast.Constant) else "{...}" for part in node.values]
    literal = _constant("".join(map(str, pieces)), node, scope)
    if all(isinstance(part, ast.Constant) for part in node.values):
        return literal
    return replace(literal, gaps=(Note((), "its text holds an expression", literal.mark.start),))


def _name(node: ast.Name, names: Names, scope: Scope) -> Literal:
    literal = names.get(node.id)
    if literal is None:
        return _unknown(node, "not a literal of this module", scope)
    start, end = scope.extent(node)
    mark = Mark(start, end, inside=literal.mark.inside, borrowed=True)
    return replace(literal, mark=mark, uses=literal.uses | {node.id}, alias=node.id)


# ---------------------------------------------------------------------------------------------------------------- containers


@dataclass(slots=True)
class _Parts:
    """What a container has got from the values put into it."""

    offset: int
    gaps: list[Note] = field(default_factory=list)
    faults: list[Note] = field(default_factory=list)
    uses: set[str] = field(default_factory=set)
    size: int = 1
    depth: int = 0

    def take(self, literal: Literal, shift: Callable[[Pointer], Pointer], deeper: int) -> None:
        """Add a value, whose places `shift` moves to where they are in the container. Errors: `Refused`."""
        self.size += literal.size
        self.depth = max(self.depth, literal.depth + deeper)
        if self.size > _MAX_SIZE:
            raise Refused(f"a constant that grows to more than {_MAX_SIZE:,} values when its names are followed", self.offset)
        if self.depth > MAX_DEPTH:
            raise Refused(f"nested deeper than {MAX_DEPTH} levels", self.offset)
        self.gaps += (replace(note, at=shift(note.at)) for note in literal.gaps)
        self.faults += (replace(note, at=shift(note.at)) for note in literal.faults)
        self.uses |= literal.uses

    def miss(self, step: str, literal: Literal) -> None:
        """Report that a value was left out."""
        self.gaps.append(Note((step,), literal.unknown or "", literal.mark.start, lost=True))
        self.uses |= literal.uses

    def literal(self, value: Json, mark: Mark) -> Literal:
        return Literal(
            value, mark, None, tuple(self.gaps), tuple(self.faults), frozenset(self.uses), size=self.size, depth=self.depth
        )


def _below(*steps: str | int) -> Callable[[Pointer], Pointer]:
    return lambda at: (*steps, *at)


def _after(count: int) -> Callable[[Pointer], Pointer]:
    """The place that an element has after `count` others."""
    return lambda at: (at[0] + count, *at[1:]) if at and isinstance(at[0], int) else at


def _list(node: ast.List | ast.Tuple, names: Names, scope: Scope) -> Literal:
    start, end = scope.extent(node)
    parts = _Parts(start)
    value: list[Json] = []
    marks: list[Mark] = []
    for element in node.elts:
        starred = isinstance(element, ast.Starred)
        literal = evaluate(element.value if isinstance(element, ast.Starred) else element, names, scope)
        if starred and isinstance(literal.value, list):
            parts.take(literal, _after(len(value)), 0)
            value += literal.value
            marks += _elements(literal.mark)
        elif starred or literal.unknown is not None:
            parts.miss("-", literal if literal.unknown is not None else _unknown(element, "not a list", scope))
        else:
            parts.take(literal, _below(len(value)), 1)
            value.append(literal.value)
            marks.append(_without_key(literal.mark))
    parts.depth = max(parts.depth, 1)
    return parts.literal(value, Mark(start, end, inside=marks))


def _dict(node: ast.Dict, names: Names, scope: Scope) -> Literal:
    start, end = scope.extent(node)
    parts = _Parts(start)
    value: dict[str, Json] = {}
    marks: dict[str, Mark] = {}
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        literal = evaluate(value_node, names, scope)
        if key_node is None:
            if isinstance(literal.value, dict) and isinstance(literal.mark.inside, dict):
                parts.take(literal, _below(), 0)
                value.update(literal.value)
                marks.update(literal.mark.inside)
            else:
                parts.miss("**", literal if literal.unknown is not None else _unknown(value_node, "not a dict", scope))
            continue
        key = evaluate(key_node, names, scope)
        if not isinstance(key.value, str):
            parts.miss("**", key if key.unknown is not None else _unknown(key_node, "a key that is not a string", scope))
            continue
        parts.faults += key.faults
        parts.uses |= key.uses
        if literal.unknown is not None:
            parts.miss(key.value, literal)
            value.pop(key.value, None)
            continue
        parts.take(literal, _below(key.value), 1)
        value[key.value] = literal.value
        marks[key.value] = _at_key(literal.mark, key.mark.start, key.mark.end)
    parts.depth = max(parts.depth, 1)
    return parts.literal(value, Mark(start, end, inside=marks))


def _sum(node: ast.BinOp, names: Names, scope: Scope) -> Literal:
    """`a + b + c`, which the tree nests to the left as deep as it is long."""
    operands: list[ast.expr] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        operands.append(left.right)
        left = left.left
    total = evaluate(left, names, scope)
    for operand in reversed(operands):
        total = extended(total, evaluate(operand, names, scope), node, scope)
    return replace(total, alias=None)


def extended(one: Literal, other: Literal, node: ast.expr | ast.stmt, scope: Scope) -> Literal:
    """The sum of two values. Of two lists, the one that can be read is kept when the other cannot be."""
    start, end = scope.extent(node)
    key_start, key_end = one.mark.key_start, one.mark.key_end
    parts = _Parts(start)
    if isinstance(one.value, str) and isinstance(other.value, str):
        parts.take(one, _below(), 0)
        parts.take(other, _below(), 0)
        return parts.literal(one.value + other.value, Mark(start, end, key_start, key_end))
    readable = [literal for literal in (one, other) if isinstance(literal.value, list)]
    unknown = [literal for literal in (one, other) if literal.unknown is not None]
    if not readable or len(readable) + len(unknown) < 2:
        why = unknown[0].unknown if unknown else "a sum of what is neither two texts nor two lists"
        return replace(one, value=None, unknown=why, alias=None)
    value: list[Json] = []
    marks: list[Mark] = []
    for literal in (one, other):
        if literal.unknown is None:
            parts.take(literal, _after(len(value)), 0)
            value += literal.value
            marks += _elements(literal.mark)
        else:
            parts.miss("-", literal)
    return parts.literal(value, Mark(start, end, key_start, key_end, inside=marks))


def _elements(mark: Mark) -> Sequence[Mark]:
    return mark.inside if isinstance(mark.inside, list) else ()


def _at_key(mark: Mark, start: int, end: int) -> Mark:
    """The mark of a value as a member whose key stands at these offsets; a container named here is marked by its key alone."""
    return Mark(mark.start, mark.end, start, end, mark.inside)


def _without_key(mark: Mark) -> Mark:
    return Mark(mark.start, mark.end, inside=mark.inside, borrowed=mark.borrowed)
