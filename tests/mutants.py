"""Mutants: every small edit of a Python file's syntax tree that may change what it does. `mutation.py` runs tests on them.

Left alone: annotations, docstrings, imports, decorators, assertions, messages (f-strings, texts of more than one word, whatever
is raised), and numbers from 100 on, which are bounds of effort. A word list that is split loses one word at a time.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class Mutant:
    """One edit of one file: `old` (bytes `start` to `end`) becomes `new`. `number` counts equal edits of one function."""

    path: str
    where: str
    line: int
    last: int
    start: int
    end: int
    old: str
    new: str
    number: int = 1

    def __str__(self) -> str:
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.path} {self.where}: {_short(self.old)} -> {_short(self.new)}{again}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


def _short(code: str) -> str:
    text = " ".join(code.split())
    return f"`{text if len(text) <= 100 else f'{text[:60]} ... {text[-35:]}'}`"


def mutants(path: str, source: bytes) -> list[Mutant]:
    """Every mutant of a file, in the order of its text."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: Any) -> tuple[int, int]:
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def text(node: ast.AST) -> str:
        start, end = span(node)
        return source[start:end].decode()

    found: list[Mutant] = []
    seen: Counter[tuple[str, str, str]] = Counter()
    for where, node in _nodes(tree, ""):
        for changed, new in edits(node, text):
            (start, end), old = span(changed), text(changed)
            changed_source = source[:start] + new.encode() + source[end:]
            try:
                if ast.dump(ast.parse(changed_source)) == ast.dump(tree):
                    continue
            except SyntaxError:
                continue
            seen[where, _short(old), _short(new)] += 1
            number = seen[where, _short(old), _short(new)]
            position: Any = changed
            found.append(Mutant(path, where, position.lineno, position.end_lineno, start, end, old, new, number))
    return found


def _nodes(tree: ast.AST, where: str) -> Iterator[tuple[str, ast.AST]]:
    """Every node that may be edited, with the qualified name of the function or class that it is in."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_left_alone(child):
                continue
            inner = f"{where}.{child.name}".lstrip(".") if isinstance(child, (ast.FunctionDef, ast.ClassDef)) else where
            yield inner, child
            yield from _nodes(child, inner)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Raise() | ast.Assert() | ast.Import() | ast.ImportFrom():
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Call(func=ast.Name(id="cast" | "TypeVar")):
            return True
        case _:
            return False


_SIGNS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_PAIRS: Final = (("<", "<="), (">", ">="), ("==", "!="), ("in", "not in"), ("is", "is not"))
_INSTEAD: Final = {**dict(_PAIRS), **{other: one for one, other in _PAIRS}}
_REVERSED: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.BitOr: "&",
    ast.BitAnd: "|",
    ast.BitXor: "|",
}
_TWINS: Final = {"any": "all", "all": "any", "min": "max", "max": "min"}


def edits(node: ast.AST, text: Callable[[ast.AST], str]) -> Iterator[tuple[ast.AST, str]]:
    """What may be changed at a node: the part of it that is replaced, and the text in its place."""
    match node:
        case ast.Compare():
            for changed in range(len(node.ops)):
                signs = [_SIGNS[type(operator)] for operator in node.ops]
                signs[changed] = _INSTEAD[signs[changed]]
                pairs = zip(signs, node.comparators, strict=True)
                yield node, f"({text(node.left)}) " + " ".join(f"{sign} ({text(value)})" for sign, value in pairs)
        case ast.BoolOp():
            word, other = (" and ", " or ") if isinstance(node.op, ast.And) else (" or ", " and ")
            parts = [f"({text(value)})" for value in node.values]
            yield node, f"({other.join(parts)})"
            yield from ((node, f"({word.join(parts[:i] + parts[i + 1 :])})") for i in range(len(parts)))
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({text(node.operand)})"
        case ast.IfExp():
            yield node, f"({text(node.body)}) if not ({text(node.test)}) else ({text(node.orelse)})"
        case ast.If():
            yield node.test, f"not ({text(node.test)})"
        case ast.comprehension():
            yield from ((condition, "True") for condition in node.ifs)
        case ast.BinOp(op=operator) if type(operator) in _REVERSED and not _is_text(node):
            yield node, f"({text(node.left)}) {_REVERSED[type(operator)]} ({text(node.right)})"
        case ast.AugAssign(op=operator) if type(operator) in _REVERSED and not _is_text(node):
            yield node, f"{text(node.target)} {_REVERSED[type(operator)]}= {text(node.value)}"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as value) if abs(value) < 100:
            yield node, str(value + 1)
        case ast.Constant(value=str() as value) if re.fullmatch(r"[\w$/.-]+", value):
            yield node, repr(f"{value}_")
        case ast.Call(func=ast.Name(id=name)) if name in _TWINS:
            yield node.func, _TWINS[name]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as words), attr="split"), args=[]):
            for i in range(len(words.split())):
                yield node, f"{' '.join(words.split()[:i] + words.split()[i + 1 :])!r}.split()"
        case ast.Expr(value=ast.Call()) | ast.Continue():
            yield node, "pass"
        case ast.Break():
            yield node, "continue"
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) if len(parts) > 2 and _are_constants(parts):
            brackets = {ast.Tuple: "()", ast.List: "[]", ast.Set: "{}"}[type(node)]
            for i in range(len(parts)):
                kept = ", ".join(text(part) for part in parts[:i] + parts[i + 1 :])
                yield node, f"{brackets[0]}{kept}{brackets[1]}"
        case _:
            pass


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether an operation is one on texts, which are messages for the most part."""
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str)) for one in sides
    )


def _are_constants(parts: Sequence[ast.AST]) -> bool:
    return all(isinstance(part, ast.Constant) for part in parts)
