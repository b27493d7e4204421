"""By what a definition is recognized as one framework's: titles, signatures, the members that only one of them writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from schemalint.model import Json, Node, Tool

RAW: Final = "{} takes docstrings raw: pass description=inspect.getdoc(...)"
"""The cause of the habit "raw docstring" in most frameworks that have it."""


def root_of(tool: Tool) -> Mapping[str, Json]:
    return tool.parameters if isinstance(tool.parameters, dict) else {}


def properties_of(tool: Tool) -> Mapping[str, Mapping[str, Json]]:
    properties = root_of(tool).get("properties")
    return {name: one for name, one in properties.items() if isinstance(one, dict)} if isinstance(properties, dict) else {}


def root_titled(end: str) -> Callable[[Tool], bool]:
    """Whether the root is titled with the very name of the tool and a word behind it."""
    return lambda tool: bool(tool.name) and root_of(tool).get("title") == tool.name + end


def is_titled(where: Tool | Node) -> bool:
    """Whether a parameter has the title that Pydantic makes of its name."""
    if isinstance(where, Node):
        return where.name is not None and where.view.get("title") == pydantic_title(where.name)
    return any(is_titled(node) for node in where.nodes() if node.is_parameter)


def pydantic_title(name: str) -> str:
    """The title that Pydantic gives a field: `Repo Name` for `repo_name`."""
    return name.title().replace("_", " ").strip()


def signature(text: str, name: str) -> str | None:
    """The Python signature of `name` that a description begins with, None where it begins with none.

    It ends the line, or a dash parts it from the docstring, and it shows an annotation, a default or a return type.
    """
    if not name or not text.startswith(f"{name}("):
        return None
    depth = 0
    for index in range(len(name), len(text)):
        depth += (text[index] in "([{") - (text[index] in ")]}")
        if depth == 0:
            return _signature_to(text, len(name), index + 1)
    return None


def _signature_to(text: str, start: int, end: int) -> str | None:
    """The signature whose parameters are `text[start:end]`, brackets included, if what follows is what follows one."""
    line = text[end:].split("\n", 1)[0]
    returns, dash, _ = line.partition(" - ")
    typed = _returns().fullmatch(returns) is not None
    inside = text[start + 1 : end - 1]
    if not typed and (returns.strip() or not (":" in inside or "=" in inside)):
        return None
    if not typed and not dash and "\n" not in text[end:]:
        return None
    return text[:end] + returns.rstrip()


@cache
def _returns() -> re.Pattern[str]:
    one = r"(?:[A-Za-z_][\w.]*(?:\[[^\n]*\])?|'[\w.]+')"
    return re.compile(rf" -> {one}(?: \| {one})*:?[ \t]*")
