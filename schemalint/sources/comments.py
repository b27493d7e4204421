"""Comments that silence rules where a person writes them: `# schemalint: ignore[rule, rule] reason`, in YAML and Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from schemalint.record import dataclass

_FORM: Final = r"schemalint:\s*ignore(?:\s*\[([^\]]*)\])?(?!\w)(.*)"
_UNTIL: Final = r"\buntil (\d{4}-\d\d-\d\d)\b"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment. `words` are the rules that it names, none for one that means all of them.

    `until` is the day, as written, after which it no longer counts: `ignore[rule] a reason, until 2027-06-30`.
    """

    line: int
    column: int
    words: tuple[str, ...]
    reason: str = ""
    until: str | None = None


def comments(text: str, kind: str) -> Mapping[int, tuple[Comment, ...]]:
    """The comments that count for findings on a line, by line; those on a decorator count for what it decorates."""
    if "schemalint:" not in text:
        return {}
    if kind == "python":
        found, decorated = _python_comments(text), _decorated(text)
    elif kind in ("yaml", ""):
        from schemalint.text import yaml_text

        found, decorated = yaml_text.comments(text), {}
    else:
        return {}
    form = re.compile(_FORM)
    lines = text.split("\n")
    ignores: dict[int, tuple[Comment, ...]] = {}
    for line, written in found:
        if match := form.search(written):
            names = tuple(name.strip() for name in (match[1] or "").split(",") if name.strip())
            until = re.search(_UNTIL, match[2])
            here = lines[line - 1] if line <= len(lines) else ""
            column = here.rfind("#", 0, here.find(written) + 1) + 1
            comment = Comment(line, max(column, 1), names, match[2].strip(" :,-"), until[1] if until else None)
            for place in {line, decorated.get(line, line)}:
                ignores[place] = (*ignores.get(place, ()), comment)
    return ignores


def _python_comments(text: str) -> Iterator[tuple[int, str]]:
    import io
    import tokenize

    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    except (tokenize.TokenError, SyntaxError):  # what parses has tokens; only versions differ in odd corners
        return


def _decorated(text: str) -> dict[int, int]:
    """The lines of decorators, each with the line of the function or class that they decorate."""
    import ast

    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
    return {
        line: node.lineno
        for node in nodes
        for one in node.decorator_list
        for line in range(one.lineno, (one.end_lineno or 0) + 1)
    }
