"""The schemas of a tool as they are written, each once, whatever leads to them.

`Node.view` looks through references and wrappers; a target does not, so traits are judged on the text itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from schemalint.model import Json, Pointer, Tool


def positions(tool: Tool) -> tuple[tuple[Pointer, Json], ...]:
    """Every place in the parameters where a schema may be, with what is there, of any type; parents before children, and what
    only references lead to last. None where the tool has no parameters; tools are told apart by identity.
    """
    kept: tuple[tuple[Pointer, Json], ...] | None = tool.memo.get("positions")
    if kept is None:
        kept = tool.memo["positions"] = tuple(_positions(tool))
    return kept


def _positions(tool: Tool) -> Iterator[tuple[Pointer, Json]]:
    if not tool.has("parameters"):
        return
    found: dict[Pointer, Json] = {}
    behind: dict[Pointer, Json] = {}
    for node in tool.nodes():
        found.setdefault(node.at, node.schema)
        for at, schema in node.layers[1:]:
            behind.setdefault(at, schema)
    yield from found.items()
    yield from ((at, schema) for at, schema in behind.items() if at not in found)
