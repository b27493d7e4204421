r"""A text sends the model to a tool that is not there.

The model calls the tool that a text names, although it was renamed or belongs to another server. The call fails, and the
tool that it was to prepare is never reached.

A name of two words or more is taken for one of a tool where it is called a tool or function (`the get_x tool`), or where it says an
action and is to be called first or to get something. Outside of code and quotes only names with underscores count. What the set
knows as a tool, a parameter, a value of an enum or a part of a result is none, nor is a tool that is said to be replaced. One
finding for all texts that name it.

Options: `known-external-tools` (list of names): tools of other servers that are there too.

```yaml
- name: get_component_props
  description: Return the props of a component. Find its id with the `component_detail` tool.   # finding: `component_detail` is not a tool of this set; name one that is, or list it in `known-external-tools`
  parameters: {type: object, properties: {component_id: {type: string}}}
- name: list_components
  description: List the components of the library.
- name: wiki_list_attachments
  description: List attachments.
- name: get_attachment
  description: Download an attachment.
  parameters:
    type: object
    properties:
      id: {type: string, description: Use list_attachments to find it.}   # finding: `list_attachments` is not a tool of this set; name `wiki_list_attachments`
```

```yaml ok
- name: get_component_props
  description: Return the props of a component. Find its id with the `list_components` tool, and pass it as `component_id` first.
  parameters: {type: object, properties: {component_id: {type: string}}}
- name: list_components
  description: List the components of the library, in `flat_list` form. Replaces the old `component_index` tool.
- name: format_sql
  description: Format a query. Wraps the `clang-format` and command-line tools; use the `date_trunc` function to group by month.
- name: search_logs
  description: Search logs. Group by `service_name` to get one row a service; use `next_page` to get more.
  output_schema: {type: object, properties: {next_page: {type: string}}}
```

Evidence: 3 findings on 3 of 1,111 real tools (0.3%), seen while the rule was made; 2 more in a registry of 755 tool summaries;
5 of 5 read hits right; precision 1.00, recall 1.00 on 29 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule, Tool, Toolset
from schemalint.language import verbs
from schemalint.language.names import base, tokens
from schemalint.model import Json, Pointer, walk


@cache
def _name() -> re.Pattern[str]:
    return re.compile(
        r"(?P<quote>[`\"'])(?P<quoted>[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+)(?:\(\))?(?P=quote)"
        r"|(?<![\w.$/@-])(?P<bare>[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+)(?:\(\))?(?![\w/=(\[-])"
    )


@cache
def _presented() -> re.Pattern[str]:
    return re.compile(r"\s+(?:tools?|(?P<function>functions?))\b", re.IGNORECASE)


@cache
def _announced() -> re.Pattern[str]:
    return re.compile(r"\b(?:tool|(?P<function>function)):?\s+$", re.IGNORECASE)


@cache
def _called() -> re.Pattern[str]:
    return re.compile(r"\b(?:use|uses|using|call|calling|invoke|invoking|run|via|with|from|by)\s+(?:the\s+)?$", re.IGNORECASE)


@cache
def _purpose() -> re.Pattern[str]:
    return re.compile(
        r"\s+(?:first\b|to\s+(?:get|find|obtain|look|list|retrieve|fetch|discover|search)\b|beforehand\b|before\b)",
        re.IGNORECASE,
    )


@cache
def _past() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:replac\w+|former(?:ly)?|deprecated|removed|renamed|old|previous(?:ly)?|unlike|supersed\w+|no longer)\b",
        re.IGNORECASE,
    )


def check(tools: Toolset, *, known_external_tools: tuple[str, ...] = ()) -> Iterator[Finding]:
    if tools.independent:
        return
    nodes = [list(tool.nodes()) for tool in tools.tools]
    there = {name.casefold() for tool in tools.tools for name in (tool.name, base(tool.name))}
    there.update(name.casefold() for name in known_external_tools)
    there.update(node.name.casefold() for members in nodes for node in members if node.name)
    found: dict[str, list[Pointer]] = {}
    for index, (tool, members) in enumerate(zip(tools.tools, nodes, strict=True)):
        for at, text in _texts(tool, members):
            for name in dict.fromkeys(_sent_to(text, there)):
                found.setdefault(name, []).append((index, *at))
    if not found:
        return
    values = _values(tools, nodes)
    behind = _behind_a_prefix(tools)
    for name, (at, *further) in found.items():
        if name.casefold() not in values:
            meant = behind.get(tokens(name))
            advice = f"name `{meant}`" if meant else "name one that is, or list it in `known-external-tools`"
            yield Finding(at, f"`{name}` is not a tool of this set; {advice}", related=tuple(further))


def _texts(tool: Tool, members: list[Node]) -> Iterator[tuple[Pointer, str]]:
    if tool.text:
        yield ("description",), tool.text
    yield from ((node.place("description"), node.text) for node in members if node.text)


def _sent_to(text: str, there: set[str]) -> Iterator[str]:
    """The names that a text presents as tools to call and that are not `there`."""
    if "_" not in text and "-" not in text:
        return
    for match in _name().finditer(text):
        name = match["quoted"] or match["bare"]
        if name.casefold() not in there and _is_tool(name, text[max(match.start() - 40, 0) : match.start()], text, match.end()):
            yield name


def _is_tool(name: str, before: str, text: str, end: int) -> bool:
    """Whether the words around a name present it as a tool that is to be called now."""
    before = before[before.rfind(". ") + 1 :]
    if _past().search(before):
        return False
    words = tokens(name)
    presented = _presented().match(text, end) or _announced().search(before)
    if presented is not None:
        # `date_trunc` is a function of SQL, `clang-tidy` a program: there a verb has to lead.
        plain = "-" not in name and presented["function"] is None
        return plain or (verbs.can_act(words[0]) and "only" not in words)
    return _called().search(before) is not None and _purpose().match(text, end) is not None and verbs.acts(words)


def _values(tools: Toolset, nodes: list[list[Node]]) -> set[str]:
    """The values of enums and the names inside results, in lower case."""
    listed: list[Json] = [value for members in nodes for node in members for value in _list(node.view.get("enum"))]
    listed += [node.view.get("const") for members in nodes for node in members]
    listed += [
        node.name for tool in tools.tools if tool.output_schema for node in walk(tool.output_schema, ("output_schema",), tool)
    ]
    return {value.casefold() for value in listed if isinstance(value, str)}


def _behind_a_prefix(tools: Toolset) -> dict[tuple[str, ...], str]:
    """The tools by the words of their names that are left when the first ones are dropped."""
    ends: dict[tuple[str, ...], str] = {}
    for tool in tools.tools:
        words = tokens(tool.name)
        for length in range(1, min(len(words), 4)):
            ends.setdefault(words[length:], tool.name)
    return ends


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


rule = Rule(
    check,
    lever="consistency",
    severity="warning",
    sets=("recommended",),
    from_config={"known_external_tools": "known-external-tools"},
)
