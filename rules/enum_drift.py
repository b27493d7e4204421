r"""The same parameter has two enums that nearly agree.

`sort` takes asc and desc here, and asc, desc and none there: one of the two was not kept up, or the difference is one that nobody
will guess. Enums that share less than half of their values are taken for different things.

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
```

Evidence: 9 findings on 9 of 1,111 real tools (0.8%); no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.family import agree, listed
from schemalint.language.names import seen_together
from schemalint.model import Pointer


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        found: dict[str, dict[frozenset[str], list[tuple[str, Pointer]]]] = {}
        for index, tool in members:
            for node in tool.nodes():
                values = node.view.get("enum")
                if node.is_parameter and node.name is not None and isinstance(values, list):
                    texts = frozenset(value for value in values if isinstance(value, str))
                    if len(texts) > 1:
                        found.setdefault(node.name, {}).setdefault(texts, []).append((tool.name, (index, *node.at)))
        for name, enums in found.items():
            if len(enums) > 1:
                yield from _drift(name, enums)


def _drift(name: str, enums: dict[frozenset[str], list[tuple[str, Pointer]]]) -> Iterator[Finding]:
    """Each enum against the most frequent one, so that the work stays linear."""
    usual = max(enums, key=lambda values: len(enums[values]))
    near = [values for values in enums if values != usual and 2 * len(values & usual) >= max(len(values), len(usual))]
    if near:
        differing = sorted(near[0] ^ usual)
        at, *further = (place for values in near for _, place in enums[values])
        where, first = enums[usual][0]
        enough = agree(len(near), "one enum, or two names", "one enum, or a name for each")
        message = f"`{name}` takes other values here than in `{where}` (differing in {listed(differing)}); use {enough}"
        yield Finding(at, message, related=(*further, first))


rule = Rule(check, lever="consistency", severity="info", sets=("strict",))
