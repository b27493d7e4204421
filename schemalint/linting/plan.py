"""Which rules can find something where: what rules declare about the places that they look at, asked before they are called.

A declaration only spares calls. It is proved by `tests/declared.py`: with and without it a rule finds the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from schemalint.linting.rule import Rule
from schemalint.model import Node, Tool
from schemalint.record import dataclass

Shape: TypeAlias = tuple[Any, ...]
"""What a schema position declares: its type, or those of a list of types, whether it is the whole of the parameters, and its
keywords."""

_MOST_SHAPES: Final = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Rules in their order, by what they are called with; `by_shape` fills as shapes are met."""

    tool: tuple[Rule, ...]
    node: tuple[Rule, ...]
    toolset: tuple[Rule, ...]
    by_shape: dict[Shape, tuple[Rule, ...]]

    def for_node(self, node: Node) -> tuple[Rule, ...]:
        """The node rules that can find something at a position."""
        shape = _shape(node)
        found = self.by_shape.get(shape)
        if found is None:
            found = tuple([rule for rule in self.node if _may_be(rule, shape)])
            if len(self.by_shape) < _MOST_SHAPES:
                self.by_shape[shape] = found
        return found

    def for_tool(self, tool: Tool) -> Iterator[Rule]:
        """The tool rules that can find something in a tool."""
        text = keywords = None
        foreign = True
        for rule in self.tool:
            if rule.marks or rule.foreign:
                if text is None:
                    text, foreign = searched(tool)
                if rule.foreign and not foreign:
                    continue
                if rule.marks and text and not any(map(text.__contains__, rule.marks)):
                    continue
            if rule.keys:
                if keywords is None:
                    keywords = {keyword for node in tool.nodes() for _, layer in node.layers for keyword in layer}
                if keywords.isdisjoint(rule.keys):
                    continue
            yield rule


@lru_cache(maxsize=16)
def plan(rules: tuple[Rule, ...], targets: bool) -> Plan:
    """The plan of some rules, with those that only judge targets where there are `targets`."""
    by_scope: dict[str, list[Rule]] = {"tool": [], "node": [], "toolset": []}
    for rule in rules:
        if targets or not rule.targets:
            by_scope[rule.scope].append(rule)
    return Plan(tuple(by_scope["tool"]), tuple(by_scope["node"]), tuple(by_scope["toolset"]), {})


def undeclared(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules without their declarations, so that they are called everywhere."""
    return tuple(rule.declaring_nothing() for rule in rules)


def _shape(node: Node) -> Shape:
    layers = node.layers
    declared = node.view.get("type")
    if not isinstance(declared, str):
        declared = tuple([name for name in declared if isinstance(name, str)]) if isinstance(declared, list) else ()
    if len(layers) == 1:
        return (declared, len(node.at) == 1, *layers[0][1])
    return (declared, len(node.at) == 1, *(keyword for _, layer in layers for keyword in layer))


def _may_be(rule: Rule, shape: Shape) -> bool:
    declared = shape[0]
    if rule.types and set(rule.types).isdisjoint((declared,) if isinstance(declared, str) else declared):
        return False
    if rule.root and not shape[1]:
        return False
    return not rule.keys or not set(rule.keys).isdisjoint(shape[2:])


_ALIKE: Final = str.maketrans("\u0131\u2018\u2019\u201c\u201d", "i''\"\"")
"""Letters that a pattern takes for one of ASCII when it ignores case, and quotation marks that rules make straight."""


def searched(tool: Tool) -> tuple[str, bool]:
    """All texts of a tool, keys too, as one text in lower case, and whether they have characters beyond ASCII.

    The text is written again without its emphasis, and with such characters left out and made blanks: whatever a rule does to
    them, a mark that it sees stands there. Empty for what cannot be searched.
    """
    try:
        text = json.dumps(tool.members(), ensure_ascii=False).casefold()
    except (TypeError, ValueError, RecursionError):
        return "", True
    foreign = not text.isascii()
    if foreign:
        text = text.translate(_ALIKE)
        text = text.encode("ascii", "ignore").decode() + text.encode("ascii", "replace").decode().replace("?", " ")
    return (text + text.replace("*", "") if "*" in text else text), foreign
