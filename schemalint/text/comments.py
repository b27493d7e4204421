"""The comments of a text that silence rules, by line. Knows where comments are in YAML and Python, and no rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping


def silenced(text: str, kind: str) -> Mapping[int, tuple[str, ...]]:
    """The rules that `# schemalint: ignore[rule, rule] reason` names, by line; `*` for a comment that names none."""
    if "schemalint:" not in text:
        return {}
    if kind == "python":
        comments = _python_comments(text)
    elif kind in ("yaml", ""):
        from schemalint.text import yaml_text

        comments = yaml_text.comments(text)
    else:
        return {}
    pattern = re.compile(r"schemalint:\s*ignore(?:\s*\[([^\]]*)\])?(?!\w)")
    ignores: dict[int, tuple[str, ...]] = {}
    for line, comment in comments:
        if match := pattern.search(comment):
            rules = tuple(name.strip() for name in (match[1] or "*").split(",") if name.strip())
            ignores[line] = (*ignores.get(line, ()), *rules)
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
