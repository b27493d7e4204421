"""The formats that a report is printed in. Each file of this folder is one and gives it its name.

A format is a module with `render(report, look) -> str`. The first line of its docstring is what the documentation says of it.
A new one is a file here and nothing else: every command that prints a report, its help and the documentation find it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from schemalint.reports.report import Look, Report


def names() -> tuple[str, ...]:
    """The formats, the default first."""
    from pathlib import Path  # slow to import, and few runs name a format

    files = {file.stem for folder in __path__ for file in Path(folder).glob("[!_]*.py")}
    return ("text", *sorted(name.replace("_", "-") for name in files - {"text"}))


def renderer(name: str) -> Callable[[Report, Look], str]:
    """What makes the text of a report in a format."""
    render: Callable[[Report, Look], str] = _module(name).render
    return render


def about(name: str) -> str:
    """A format in one sentence."""
    return (_module(name).__doc__ or "").strip().split("\n", 1)[0]


def _module(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name.replace('-', '_')}")
