r"""A text sends the model to a tool that is not there.

The model calls what it is told to call: the name of a tool that was renamed, or that another server has. The call fails, and the
tool that it was to prepare is never reached.

A name is taken for one of a tool where it stands in code or quotes and is called a tool or function, or is to be called first or
to get something. It must have two words, and be neither a tool nor a parameter of the set.

Options: `known-external-tools` (list of names): tools of other servers that are there too.

```yaml
- name: get_component_props
  description: Return the props of a component. Find its id with the `component_detail` tool.   # finding: `component_detail` is no tool of this set; name one that is, or list it in `known-external-tools`
  parameters: {type: object, properties: {component_id: {type: string}}}
- name: list_components
  description: List the components of the library.
```

```yaml ok
- name: get_component_props
  description: Return the props of a component. Find its id with the `list_components` tool, and pass it as `component_id` first.
  parameters: {type: object, properties: {component_id: {type: string}}}
- name: list_components
  description: List the components of the library, in `flat_list` form.
```

Evidence: 1 findings on 1 of 1,111 real tools (0.1%); 1 of 1 read hits right; precision 1.00, recall 1.00 on 29 labels;
2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule, Tool, Toolset
from schemalint.model import Pointer


@cache
def _quoted() -> re.Pattern[str]:
    name = r"(?P<name>[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+)"
    return re.compile(rf"(?P<before>[^`\"'.]{{0,40}})(?P<quote>[`\"']){name}(?:\(\))?(?P=quote)(?P<after>[^`\"'.]{{0,30}})")


@cache
def _presented() -> re.Pattern[str]:
    return re.compile(r"^\s+(tools?|functions?)\b", re.IGNORECASE)


@cache
def _called() -> re.Pattern[str]:
    return re.compile(r"\b(use|uses|using|call|calling|invoke|invoking|run|via|with|from|by)\s+(the\s+)?$", re.IGNORECASE)


@cache
def _named() -> re.Pattern[str]:
    return re.compile(r"\b(the\s+)?(tools?|functions?):?\s+$", re.IGNORECASE)


@cache
def _purpose() -> re.Pattern[str]:
    return re.compile(
        r"^\s+(first\b|to\s+(get|find|obtain|look|list|retrieve|fetch|discover|search)\b|beforehand\b|before\b)", re.IGNORECASE
    )


def check(tools: Toolset, *, known_external_tools: tuple[str, ...] = ()) -> Iterator[Finding]:
    if tools.independent:
        return
    names = {tool.name.casefold() for tool in tools.tools} | {name.casefold() for name in known_external_tools}
    nodes = [(index, tool, list(tool.nodes())) for index, tool in enumerate(tools.tools)]
    parameters = {node.name.casefold() for _, _, members in nodes for node in members if node.name}
    for index, tool, members in nodes:
        for at, text in _texts(tool, members):
            said: set[str] = set()
            for match in _quoted().finditer(text):
                name = match["name"]
                if name.casefold() in names or name.casefold() in parameters or name in said or not _is_tool(match):
                    continue
                said.add(name)
                message = f"`{name}` is no tool of this set; name one that is, or list it in `known-external-tools`"
                yield Finding((index, *at), message)


def _texts(tool: Tool, members: list[Node]) -> Iterator[tuple[Pointer, str]]:
    if tool.text:
        yield ("description",), tool.text
    yield from ((node.place("description"), node.text) for node in members if node.text)


def _is_tool(match: re.Match[str]) -> bool:
    """Whether the words around a quoted name present it as a tool that is to be called."""
    if _presented().match(match["after"]) or _named().search(match["before"]):
        return True
    return _called().search(match["before"]) is not None and _purpose().match(match["after"]) is not None


rule = Rule(check, lever="consistency", severity="warning", sets=("recommended",))
