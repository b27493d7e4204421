r"""The same parameter has two enums that nearly agree.

`sort` takes asc and desc here, and asc, desc and none there: one of the two was not kept up, or the difference is one that nobody
will guess. Enums that share less than half of their values are taken for different things.

Compared are tools about the same thing (`list_users` and `export_users`): the states of a ticket and of a pull request differ in
fact. Only an order, its direction and units are the same everywhere. A value that suits one of two tools (`auto` when reading,
`all` in a filter) is not drift, nor is any difference between reading and writing.

One finding for all enums of a name, at the first that differs from the most frequent one. Strings are compared, in any order.

```yaml
- {name: list_users, description: List., parameters: {type: object, properties: {sort: {enum: [asc, desc]}}}}
- name: list_teams
  description: List.
  parameters:
    type: object
    properties:
      sort: {enum: [asc, desc, none]}   # finding: `sort` takes other values here than in `list_users` (differing in `none`); use one enum, or two names
```

```yaml ok
- {name: list_users, description: List., parameters: {type: object, properties: {sort: {enum: [asc, desc]}, state: {enum: [a, b]}}}}
- {name: list_teams, description: List., parameters: {type: object, properties: {sort: {enum: [desc, asc]}, state: {enum: [c, d]}}}}
- {name: list_tickets, description: List., parameters: {type: object, properties: {phase: {enum: [open, done]}}}}
- {name: list_merges, description: List., parameters: {type: object, properties: {phase: {enum: [open, done, merged]}}}}
- {name: import_table, description: Read., parameters: {type: object, properties: {separator: {enum: [auto, comma, tab]}}}}
- {name: export_table, description: Write., parameters: {type: object, properties: {separator: {enum: [comma, tab]}}}}
```

Evidence: 9 findings on 9 of 1,111 real tools (0.8%), seen while the rule was made; no hits were read and there is no labelled
set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.family import agree, listed
from schemalint.language.names import base, seen_together, tokens
from schemalint.language.verbs import is_action
from schemalint.language.words import stem
from schemalint.model import Pointer

_GENERAL = frozenset("direction order ordering sort unit units".split())
"""Last words of names that mean the same of everything."""
_ONE_WAY = frozenset("all any auto automatic both default detect unknown".split())
"""Values that one of two tools has no use for."""
_READING = frozenset("import load open parse read".split())
_WRITING = frozenset("dump export render save write".split())

Use = tuple[str, Pointer]


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        found: dict[tuple[str, str], dict[frozenset[str], list[Use]]] = {}
        for index, tool in members:
            for node in tool.nodes():
                values = node.view.get("enum")
                if node.is_parameter and node.name is not None and isinstance(values, list):
                    texts = frozenset(value for value in values if isinstance(value, str))
                    if len(texts) > 1:
                        what = "" if tokens(node.name)[-1:] and tokens(node.name)[-1] in _GENERAL else _thing(tool.name)
                        found.setdefault((node.name, what), {}).setdefault(texts, []).append((tool.name, (index, *node.at)))
        for (name, _), enums in found.items():
            if len(enums) > 1:
                yield from _drift(name, enums)


def _thing(tool: str) -> str:
    """What a tool is about: its name without the verbs."""
    return " ".join(stem(word) for word in tokens(base(tool)) if not is_action(word))


def _way(tool: str) -> str:
    words = set(tokens(tool))
    return "in" if words & _READING else "out" if words & _WRITING else ""


def _drift(name: str, enums: dict[frozenset[str], list[Use]]) -> Iterator[Finding]:
    """Each enum against the most frequent one, so that the work stays linear."""
    usual = max(enums, key=lambda values: len(enums[values]))
    where, first = enums[usual][0]
    near = [
        values
        for values in enums
        if values != usual
        and 2 * len(values & usual) >= max(len(values), len(usual))
        and not {value.lower() for value in values ^ usual} <= _ONE_WAY
        and {_way(tool) for tool, _ in enums[values]} | {_way(where)} != {"in", "out"}
    ]
    if near:
        differing = sorted(near[0] ^ usual)
        at, *further = (place for values in near for _, place in enums[values])
        enough = agree(len(near), "one enum, or two names", "one enum, or a name for each")
        message = f"`{name}` takes other values here than in `{where}` (differing in {listed(differing)}); use {enough}"
        yield Finding(at, message, related=(*further, first))


rule = Rule(check, lever="consistency", severity="info", sets=("strict",))
