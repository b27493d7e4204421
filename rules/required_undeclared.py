r"""A parameter is required and declared nowhere.

The model must fill in a parameter about which it knows nothing. It leaves it out, and the call is refused, or it
invents one. Mostly a name was changed in `properties` and not in `required`.

Silent where other members are allowed by `additionalProperties`, `patternProperties` or a combination, as the parameter may be
declared there.

```yaml
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      path: {type: string, description: File to read.}
    required: [file]   # finding: `file` is required but not declared in `properties`; declare it, or take it out
---
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      path: {type: string, description: File to read.}
    required: []
```

```yaml ok
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      path: {type: string, description: File to read.}
    required: [path]
- name: find_file
  description: Find a file by its name or by its content.
  parameters:
    type: object
    properties:
      name: {type: string}
    required: [name, near]
    allOf:
      - properties: {near: {type: string}}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule
from schemalint.language.params import only_constrains
from schemalint.schema.keywords import IN_PLACE, REFERENCES

_OPEN = REFERENCES | IN_PLACE | {"patternProperties", "unevaluatedProperties"}


def check(node: Node) -> Iterator[Finding]:
    view = node.view
    required = view.get("required")
    if not isinstance(required, list) or not required or view.get("additionalProperties", False) is not False:
        return
    if not _OPEN.isdisjoint(view) or only_constrains(node):
        return
    if not (
        node.is_root or (isinstance(view.get("properties"), dict) and (node.name is not None or view.get("type") == "object"))
    ):
        return
    declared = {name for _, layer in node.layers if isinstance(members := layer.get("properties"), dict) for name in members}
    for index, name in enumerate(required):
        if isinstance(name, str) and name not in declared:
            at = node.place("required", index)
            message = f"`{name}` is required but not declared in `properties`; declare it, or take it out"
            fix = Fix(f"Take `{name}` out of `required`", (Edit(at, REMOVE),)) if at[: len(node.at)] == node.at else None
            yield Finding(at, message, fix)


rule = Rule(check, keys=("required",), lever="validity", severity="error", sets=("minimal",))
