r"""An enum has one value.

There is nothing to choose, and the parameter costs tokens in every request: leave it out and fill it in where the call is
handled, or list the other values. A `const` says the same, but Gemini, Kiro and Codex refuse or rewrite it. Among alternatives,
where the one value tells which of them it is, nothing is reported.

```yaml
- name: add_image
  description: Add an image.
  parameters:
    type: object
    properties:
      kind: {type: string, enum: [image]}   # finding: `enum` has the one value "image", so there is nothing to choose; leave the parameter out
```

```yaml ok
- {name: add_image, description: Add an image., parameters: {type: object, properties: {kind: {type: string, enum: [image, icon]}}}}
```

```yaml ok
- name: add_shape
  description: Add a shape.
  parameters:
    type: object
    properties:
      shape:
        anyOf:
          - {type: object, properties: {kind: {type: string, enum: [circle]}, radius: {type: number}}}
          - {type: object, properties: {kind: {type: string, enum: [square]}, side: {type: number}}}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.schema.values import shown


def check(node: Node) -> Iterator[Finding]:
    values = node.view.get("enum")
    chosen = any(step in ("anyOf", "oneOf") for step in node.at)
    if isinstance(values, list) and len(values) == 1 and "const" not in node.view and not chosen:
        what = f"`enum` has the one value {shown(values[0])}, so there is nothing to choose"
        yield Finding(node.place("enum"), f"{what}; leave the parameter out")


rule = Rule(check, keys=("enum",), lever="enum", severity="info", sets=("strict",))
