r"""An enum has one value.

A value that cannot be anything else is a `const`, which says so and is shorter. Schemas that will grow more values may keep the
list; some providers do not know `const`.

```yaml
- name: add_image
  description: Add an image.
  parameters:
    type: object
    properties:
      kind: {type: string, enum: [image]}   # finding: `enum` has the one value "image"; write `const`
---
- name: add_image
  description: Add an image.
  parameters:
    type: object
    properties:
      kind: {type: string, const: image}
```

```yaml ok
- {name: add_image, description: Add an image., parameters: {type: object, properties: {kind: {type: string, enum: [image, icon]}}}}
```

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule
from schemalint.schema.values import shown


def check(node: Node) -> Iterator[Finding]:
    values = node.view.get("enum")
    if not isinstance(values, list) or len(values) != 1 or "const" in node.view:
        return
    at = node.place("enum")
    own = at == (*node.at, "enum")
    fix = Fix("Write const", (Edit((*node.at, "const"), values[0]), Edit(at, REMOVE)), safe=True) if own else None
    yield Finding(at, f"`enum` has the one value {shown(values[0])}; write `const`", fix)


rule = Rule(check, lever="enum", severity="info", sets=("strict",))
