r"""One parameter name has types that exclude each other across the tools of a set.

A model that has learnt `issue_id` as a number writes a number where the next tool wants a string. Number and integer are one
here, and names as general as `type` or `value` are left out. The usual type is the most frequent one. One finding for all uses of a
name.

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
- {name: get_issue, description: Get., parameters: {type: object, properties: {issue_id: {type: integer}, value: {type: string}}}}
- {name: close_issue, description: Close., parameters: {type: object, properties: {issue_id: {type: number}, value: {type: boolean}}}}
```

Evidence: 12 findings on 9 of 1,111 real tools (0.8%); 1 more in a registry of 755 tool summaries; no hits were read and there
is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.names import seen_together
from schemalint.model import Pointer

_GENERAL = frozenset("body content data filter input items name options output params parent text type value values".split())


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        found: dict[str, dict[str, list[tuple[str, str, Pointer]]]] = {}
        for index, tool in members:
            for node in tool.nodes():
                if node.is_parameter and node.name is not None and node.name not in _GENERAL and node.type is not None:
                    kind = "number" if node.type == "integer" else node.type
                    use = (node.type, tool.name, (index, *node.at))
                    found.setdefault(node.name, {}).setdefault(kind, []).append(use)
        for name, kinds in found.items():
            if len(kinds) < 2:
                continue
            usual = max(kinds, key=lambda kind: len(kinds[kind]))
            expected, where, first = kinds[usual][0]
            (mine, _, at), *further = (use for kind, uses in kinds.items() if kind != usual for use in uses)
            message = f"`{name}` is of type {mine} here and of type {expected} in `{where}`; use one type"
            yield Finding(at, message, related=(*(place for _, _, place in further), first))


rule = Rule(check, lever="consistency", severity="warning", sets=("preview",))
