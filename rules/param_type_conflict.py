r"""One parameter name has types that exclude each other across the tools of a set.

A model that has learnt `issue_id` as a number writes a number where the next tool wants a string. Number and integer are one
here. The usual type is the most frequent one. One finding for all uses of a name.

Only ids are looked at: `limit` or `tags` may well mean two things in two tools, `issue_id` names one. The option `every` (false)
looks at all names but those as general as `type` or `value`.

```yaml
- {name: get_issue, description: Get., parameters: {type: object, properties: {issue_id: {type: integer}}}}
- name: close_issue
  description: Close.
  parameters:
    type: object
    properties:
      issue_id: {type: string}   # finding: `issue_id` is of type string here and of type integer in `get_issue`; use one type
```

```yaml ok
- {name: get_issue, description: Get., parameters: {type: object, properties: {issue_id: {type: integer}, limit: {type: string}}}}
- {name: close_issue, description: Close., parameters: {type: object, properties: {issue_id: {type: number}, limit: {type: boolean}}}}
```

```yaml every=true
- {name: list_users, description: List., parameters: {type: object, properties: {since: {type: string}, value: {type: string}}}}
- name: list_teams
  description: List.
  parameters:
    type: object
    properties:
      since: {type: integer}   # finding: `since` is of type integer here and of type string in `list_users`; use one type
      value: {type: integer}
```

Evidence: 12 findings on 9 of 1,111 real tools (0.8%), seen while the rule was made; 1 more in a registry of 755 tool summaries;
4 of 13 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Toolset
from schemalint.language.names import seen_together, tokens
from schemalint.model import Pointer

_GENERAL = frozenset("body content data filter input items name options output params parent text type value values".split())


def check(tools: Toolset, *, every: bool = False) -> Iterator[Finding]:
    for members in seen_together(tools):
        found: dict[str, dict[str, list[tuple[str, str, Pointer]]]] = {}
        listed: dict[str, set[str]] = {}
        for index, tool in members:
            for node in tool.nodes():
                if not node.is_parameter or node.name is None or node.type is None:
                    continue
                if node.name not in _GENERAL if every else tokens(node.name)[-1:] == ("id",) and node.name != "id":
                    kind = "number" if node.type == "integer" else node.type
                    if kind == "array":
                        listed.setdefault(node.name, set()).add(_items(node))
                    use = (node.type, tool.name, (index, *node.at))
                    found.setdefault(node.name, {}).setdefault(kind, []).append(use)
        for name, kinds in found.items():
            if len(kinds) == 2 and "array" in kinds and listed[name] <= kinds.keys():
                continue  # `get_issues` filters by several of what the others take one of
            if len(kinds) < 2:
                continue
            usual = max(kinds, key=lambda kind: len(kinds[kind]))
            expected, where, first = kinds[usual][0]
            (mine, _, at), *further = (use for kind, uses in kinds.items() if kind != usual for use in uses)
            message = f"`{name}` is of type {mine} here and of type {expected} in `{where}`; use one type"
            yield Finding(at, message, related=(*(place for _, _, place in further), first))


def _items(node: Node) -> str:
    """The type of the elements of a list; empty where it is not stated."""
    items = node.view.get("items")
    kind = items.get("type") if isinstance(items, dict) else None
    return "number" if kind == "integer" else kind if isinstance(kind, str) else ""


rule = Rule(check, lever="consistency", severity="warning", sets=("recommended",))
