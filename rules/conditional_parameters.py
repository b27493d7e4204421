r"""One parameter chooses an action, and decides which of the others may be given.

The schema takes every combination, and only the texts say which ones work: a model must keep the table in mind while it fills
in the call. One tool for each action needs no table, and its schema says what is required. Vendors differ: Anthropic advises
fewer tools with an `action`, so this is an info, and the finding gives the table to look at.

The rule looks for an enum of three or more values, two of which start with a verb, beside parameters whose texts tie them to one
of its values: "only used for 'close'", "required when method is 'create'", "for the close operation". An enum of formats,
kinds or periods is ignored.

Options: `min-params` (2): how many parameters must be tied to a value.

```yaml
- name: manage_issue
  description: Create, rename or close an issue.
  parameters:
    type: object
    properties:
      method: {type: string, enum: [create, rename, close], description: What to do.}   # finding: "`method` decides which parameters apply (create: title; rename: title, number; close: number); one tool for each value needs no table"
      title: {type: string, description: Title (required for 'create' and 'rename').}
      number: {type: integer, description: Number of the issue. Required for all methods except 'create'.}
```

```yaml ok
- name: export_rows
  description: Export rows of a table.
  parameters:
    type: object
    properties:
      format: {type: string, enum: [csv, json, xml]}
      delimiter: {type: string, description: Only used for 'csv'.}
      indent: {type: integer, description: Only used for 'json'.}
- name: merge_change
  description: Merge a change.
  parameters:
    type: object
    properties:
      method: {type: string, enum: [merge, squash, rebase]}
      title: {type: string, description: Title of the commit (only used for 'squash').}
      note: {type: string, description: "Note, such as 'merge after review'."}
```

Evidence: 8 findings on 8 of 1,111 real tools (0.7%), seen while the rule was made; 8 of 8 read hits right; precision 1.00,
recall 1.00 on 24 labels; 5 of 5 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule, Tool
from schemalint.language.names import tokens
from schemalint.language.verbs import can_act

_LONGEST = 90
"""Characters of the table that a message shows."""


@cache
def _tie() -> re.Pattern[str]:
    # A word that ties and what it says up to the end of its clause. "If omitted" and "if not given" speak of the parameter.
    return re.compile(
        r"\b(?:except|only|required|requires|needed|mandatory|used|ignored|optional|valid|supported|applies|applicable|available"
        r"|relevant|when|if)\b(?! (?:omitted|not)\b)[^.;\n)]{0,160}",
        re.IGNORECASE,
    )


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r"['\"`‘’“”]([\w][\w .:/-]{0,60})['\"`‘’“”]|(?:=|\bis)\s*([\w-]{1,60})\b")


@cache
def _called() -> re.Pattern[str]:
    """A value without quotes that is called what it is: "for the drain operation"."""
    return re.compile(
        r"\b(?:for|in|with|when using)(?: the)? ['\"`]?([\w-]{1,60})['\"`]? (?:actions?|commands?|methods?|modes?|operations?)\b",
        re.IGNORECASE,
    )


def check(tool: Tool, *, min_params: int = 2) -> Iterator[Finding]:
    parameters = [node for node in tool.nodes() if node.is_parameter]
    for selector in parameters if len(parameters) > min_params else ():
        values = selector.view.get("enum")
        if not isinstance(values, list) or not _are_actions(values):
            continue
        tied = {node.at: found for node in parameters if node is not selector and (found := _values_for(node, values))}
        if len(tied) >= min_params:
            names = {node.at: node.name or "" for node in parameters}
            table = {value: [names[at] for at, some in tied.items() if value in some] for value in values}
            message = (
                f"`{selector.name}` decides which parameters apply ({_short(table)}); one tool for each value needs no table"
            )
            yield Finding(selector.place("enum"), message, related=tuple(tied))
            return


def _are_actions(values: list[object]) -> bool:
    """Whether values are at least three, two of which start with a verb."""
    words = [tokens(value)[:2] for value in values if isinstance(value, str)]
    verbs = [some for some in words if some and (can_act(some[0]))]
    return len(words) == len(values) >= 3 and len(verbs) >= 2


def _values_for(node: Node, values: list[str]) -> list[str]:
    """The values of the selector that a parameter's text ties it to, in their order."""
    tied: set[str] = set()
    for match in _tie().finditer(node.text):
        said, *spared = re.split(r"\b(?:except|unless)\b", match[0], maxsplit=1, flags=re.IGNORECASE)
        tied |= _named(said, values)
        if others := _named(" ".join(spared), values):
            tied |= set(values) - others
    tied.update(value for value in _called().findall(node.text) if value in values)
    return [value for value in values if value in tied]


def _named(text: str, values: list[str]) -> set[str]:
    return {one for pair in _quoted().findall(text) for one in pair if one in values}


def _short(table: dict[str, list[str]]) -> str:
    """The table as words, as much of it as a line can hold."""
    rows = [f"{value}: {', '.join(names)}" for value, names in table.items() if names]
    shown = rows[:1]
    while len(shown) < len(rows) and len("; ".join([*shown, rows[len(shown)]])) <= _LONGEST:
        shown.append(rows[len(shown)])
    said = "; ".join(shown)
    if len(said) > _LONGEST:
        said = said[: _LONGEST - 1] + "…"
    return said if len(shown) == len(rows) else f"{said}; and {len(rows) - len(shown)} more"


rule = Rule(check, keys=("enum",), lever="shape", severity="info", sets=("recommended",))
