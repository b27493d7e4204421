"""Which tools of Python files one program offers together: its unit in a repository, and the scopes that are programs alone."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path
from typing import Final

from schemalint.sources.python.reader import Function, Placed

_MARKS: Final = ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", ".git")
_TEST: Final = "test"


@lru_cache(maxsize=4096)
def unit_of(file: Path) -> str:
    """The nearest folder above a file that is a project of its own, else the uppermost package, else the file's folder."""
    absolute = file.absolute()
    for folder in absolute.parents:
        if any((folder / mark).exists() for mark in _MARKS):
            return str(folder)
    folder = absolute.parent
    while (folder / "__init__.py").exists():
        folder = folder.parent
    return str(folder)


def scope_of(placed: Placed, *, registered: bool) -> Function | None:
    """The outermost function around a tool where that makes a set of its own: a test, or whatever registers it nowhere else."""
    functions = [one for one in placed.around if not isinstance(one, ast.ClassDef)]
    outer = next((one for one in functions if one.name.startswith(_TEST)), None)
    return outer or (functions[0] if functions and not registered else None)
