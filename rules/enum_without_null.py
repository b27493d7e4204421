r"""A parameter may be null by its type, and its enum does not list null.

The enum decides: null does not fit, though `type` or `nullable` says so. Whoever sends null for "no value", as strict modes ask
for, gets an error; most generators mean it to fit.

```yaml
- name: list_files
  description: List the files of one folder.
  parameters:
    type: object
    properties:
      order: {type: [string, "null"], enum: [name, size], description: Order of the list.}   # finding: "the type of `order` allows null, and its enum does not list it; add null to the enum, or take it out of the type"
      kind: {type: string, nullable: true, enum: [file, folder], description: Only this kind.}   # finding: "the type of `kind` allows null, and its enum does not list it; add null to the enum, or take it out of the type"
```

```yaml ok
- name: list_files
  description: List the files of one folder.
  parameters:
    type: object
    properties:
      order: {type: [string, "null"], enum: [name, size, null], description: Order of the list.}
      kind: {type: string, enum: [file, folder], description: Only this kind.}
      owner: {type: [string, "null"], description: Only of this owner.}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.schema.values import type_names


def check(node: Node) -> Iterator[Finding]:
    for at, layer in node.layers:
        values = layer.get("enum")
        allows = "null" in type_names(layer.get("type")) or layer.get("nullable") is True
        if allows and isinstance(values, list) and values and None not in values:
            name = f"`{node.name}`" if node.name is not None else "this schema"
            what = f"the type of {name} allows null, and its enum does not list it"
            yield Finding((*at, "enum"), f"{what}; add null to the enum, or take it out of the type")


rule = Rule(check, keys=("enum",), lever="enum", severity="info", sets=("recommended",))
