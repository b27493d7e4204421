"""The schema positions of a tool as they are written: every object and boolean that stands where a schema may, each once.

`Node.view` looks through references and wrappers; a target does not, so that traits are judged on the text itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from schemalint.model import Json, Pointer, Tool


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """What stands at one place, of any type. `role` is the keyword that leads there: `properties`, `items`, `anyOf`, `$defs`,
    `$ref` for what only references lead to, and the empty string for the root.
    """

    at: Pointer
    schema: Json
    role: str

    @property
    def is_root(self) -> bool:
        return not self.role


def positions(tool: Tool) -> Iterator[Position]:
    """Every position in the parameters, parents before children; none where the tool has no parameters."""
    if not tool.has("parameters"):
        return
    seen: set[Pointer] = set()
    behind: list[Position] = []
    for node in tool.nodes():
        if node.at not in seen:
            seen.add(node.at)
            yield Position(node.at, node.schema, _role(node.at, node.parent.layers if node.parent is not None else ()))
        for (outer, _), (inner, schema) in zip(node.layers, node.layers[1:], strict=False):
            behind.append(Position(inner, schema, _role(inner, ((outer, {}),))))
    for position in behind:
        if position.at not in seen:
            seen.add(position.at)
            yield position


def _role(at: Pointer, layers: tuple[tuple[Pointer, object], ...]) -> str:
    """The keyword behind the longest of the schemas that enclose a place; `$ref` where none does."""
    if len(at) == 1:
        return ""
    enclosing = [outer for outer, _ in layers if at[: len(outer)] == outer and len(at) > len(outer)]
    if enclosing:
        return str(at[len(max(enclosing, key=len))])
    return "$defs" if at[-2] in ("$defs", "definitions") else "$ref"
