r"""An enum of two strings is a boolean.

A model writes `true` where the schema wants `"true"`, and the call is refused; a boolean has no such trap.

Only the pairs true and false, yes and no, on and off, in any case. A third value makes it something else.

```yaml
- name: list_files
  description: List files.
  parameters:
    type: object
    properties:
      hidden: {type: string, enum: ["true", "false"]}   # finding: `hidden` is a boolean written as the strings "true" and "false"; use `type` boolean
---
- name: list_files
  description: List files.
  parameters:
    type: object
    properties:
      hidden: {type: boolean}
```

```yaml ok
- name: list_files
  description: List files.
  parameters:
    type: object
    properties:
      hidden: {type: boolean, enum: [true, false]}
      color: {type: string, enum: ["on", "off", auto]}
      state: {type: string, enum: [open, closed]}
```

Evidence: 1 findings on 1 of 1,111 real tools (0.1%), seen while the rule was made; 1 of 1 read hits right; precision 1.00,
recall 1.00 on 24 labels; 2 of 2 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule
from schemalint.language.params import declaring

_PAIRS = ({"true": True, "false": False}, {"yes": True, "no": False}, {"on": True, "off": False})


def check(node: Node) -> Iterator[Finding]:
    values = node.view.get("enum")
    if not isinstance(values, list) or not all(isinstance(value, str) or value is None for value in values):
        return
    strings = [value for value in values if value is not None]
    pair = next((pair for pair in _PAIRS if len(strings) == 2 and {value.lower() for value in strings} == set(pair)), None)
    parameter = declaring(node)
    if pair is None or parameter is None or node.type not in ("string", None):
        return
    fix = None
    if (
        node.place("enum") == (*node.at, "enum")
        and isinstance(node.schema, dict)
        and len(strings) == len(values)
        and node.view_at == node.at
    ):
        edits = [Edit((*node.at, "type"), "boolean"), Edit((*node.at, "enum"), REMOVE)]
        default = node.schema.get("default")
        if isinstance(default, str) and default.lower() in pair:
            edits.append(Edit((*node.at, "default"), pair[default.lower()]))
        fix = Fix("Make it a boolean", tuple(edits)) if not isinstance(node.schema.get("type"), list) else None
    said = f'`{parameter.name}` is a boolean written as the strings "{strings[0]}" and "{strings[1]}"'
    yield Finding(node.place("enum"), f"{said}; use `type` boolean", fix)


rule = Rule(check, keys=("enum",), lever="enum", severity="warning", sets=("recommended",))
