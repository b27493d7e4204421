r"""One parameter name has types that exclude each other across the tools of a set.

A model that has learnt `issue_id` as a number writes a number where the next tool wants a string. Number and integer are one
here, and names as general as `type` or `value` are left out.

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

Evidence: 12 findings on 8 of 1,111 real tools (0.7%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.names import seen_together
from schemalint.model import Pointer

_GENERAL = frozenset("body content data filter input items name options output params parent text type value values".split())


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        first: dict[str, tuple[str, str, Pointer]] = {}
        told: set[str] = set()
        for index, tool in members:
            for node in tool.nodes():
                if (
                    not node.is_parameter
                    or node.name is None
                    or node.name in _GENERAL
                    or node.type is None
                    or node.name in told
                ):
                    continue
                kind = "number" if node.type == "integer" else node.type
                usual = first.setdefault(node.name, (kind, tool.name, (index, *node.at)))
                if usual[0] != kind:
                    told.add(node.name)
                    other = "integer" if usual[0] == "number" else usual[0]
                    message = f"`{node.name}` is of type {node.type} here and of type {other} in `{usual[1]}`; use one type"
                    yield Finding((index, *node.at), message, related=(usual[2],))


rule = Rule(check, lever="consistency", severity="warning", sets=("preview",))
