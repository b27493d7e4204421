r"""The same parameter has two enums that nearly agree.

`sort` takes asc and desc here, and asc, desc and none there: one of the two was not kept up, or the difference is one that nobody
will guess. Enums that share less than half of their values are taken for different things.

```yaml
- {name: list_users, description: List., parameters: {type: object, properties: {sort: {enum: [asc, desc]}}}}
- name: list_teams
  description: List.
  parameters:
    type: object
    properties:
      sort: {enum: [asc, desc, none]}   # finding: `sort` takes other values here than in `list_users` (none); use one enum, or two names
```

```yaml ok
- {name: list_users, description: List., parameters: {type: object, properties: {sort: {enum: [asc, desc]}, state: {enum: [a, b]}}}}
- {name: list_teams, description: List., parameters: {type: object, properties: {sort: {enum: [desc, asc]}, state: {enum: [c, d]}}}}
```

Evidence: 16 findings on 14 of 1,111 real tools (1.3%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.names import seen_together
from schemalint.model import Pointer


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        seen: dict[str, list[tuple[frozenset[str], str, Pointer]]] = {}
        for index, tool in members:
            for node in tool.nodes():
                values = node.view.get("enum")
                if not node.is_parameter or node.name is None or not isinstance(values, list):
                    continue
                mine = frozenset(value for value in values if isinstance(value, str))
                kinds = seen.setdefault(node.name, [])
                if len(mine) < 2 or any(mine == other for other, _, _ in kinds):
                    continue
                near = next((one for one in kinds if 2 * len(mine & one[0]) >= max(len(mine), len(one[0]))), None)
                if near is not None:
                    differing = ", ".join(sorted(mine ^ near[0])[:5])
                    message = (
                        f"`{node.name}` takes other values here than in `{near[1]}` ({differing}); use one enum, or two names"
                    )
                    yield Finding((index, *node.at), message, related=(near[2],))
                if len(kinds) < 20:
                    kinds.append((mine, tool.name, (index, *node.at)))


rule = Rule(check, lever="consistency", severity="info", sets=("strict",))
