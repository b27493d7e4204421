"""What people read has none of the words of a translation: messages, pages, docstrings and documents."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORDS = re.compile(
    r"\b(?:told|mend(?:s|ed|ing)?|spared?|spares|stands? at|any more|put down|it seems|twins?|namesakes?"
    r"|(?<!there\s)(?:is|are) no (?!longer\b|more\b|such\b)[a-z`])",
    re.IGNORECASE,
)
PATTERN = re.compile(r"\\[bswd]|\(\?|\[a-z")
"""A string that holds this is a regular expression over texts of others, and looks for the words that it has."""
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", ".pre-commit-hooks.yaml")),
    *(ROOT / "docs" / name for name in ("architecture.md", "commands.md", "rules.md", "targets.md")),
]
CODE = sorted([*ROOT.glob("rules/*.py"), *ROOT.glob("schemalint/**/*.py")])
WORD_LISTS = ("schemalint/language/words.py",)
"""Modules whose texts are words to look for."""


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of three words or more that a module holds, with its line: messages, docstrings, help."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # A rule's docstring is its page. Docstrings of the package are for contributors, and are worked through by hand.
    passed_over = (
        set() if path.parent.name == "rules" else {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    )
    for node in ast.walk(tree):
        if id(node) in passed_over or path.relative_to(ROOT).as_posix() in WORD_LISTS:
            continue
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if node.value.count(" ") > 1 and not PATTERN.search(node.value):
            yield node.lineno, without_examples(node.value)


def without_examples(text: str) -> str:
    """A text without the definitions of a page's examples, where only the messages are ours."""
    return re.sub(
        r"```(?:yaml|json).*?```", lambda block: "\n".join(re.findall(r"# finding: .*", block[0])), text, flags=re.DOTALL
    )


def found(path: Path) -> list[str]:
    if path.suffix == ".py":
        return [f"{line}: {match[0]}" for line, text in strings(path) for match in WORDS.finditer(text)]
    return [match[0] for match in WORDS.finditer(without_examples(path.read_text(encoding="utf-8")))]


@pytest.mark.parametrize("path", [*DOCUMENTS, *CODE], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_it_reads_as_an_engineer_writes(path: Path) -> None:
    assert [] == found(path)


def test_the_words_are_found_where_they_are() -> None:
    assert ["told", "is no k", "any more"] == WORDS.findall(
        "It is told of what is no keyword any more; there is no rule, no longer."
    )
