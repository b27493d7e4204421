r"""A default does not fit the schema of its own parameter.

The default is what a call gets that leaves the parameter out, and the example that the model copies. One that the schema refuses
makes the shortest call fail, or teaches the model a value that is not allowed.

A default of null beside a type that is not nullable is `null-default-non-nullable`. Patterns and formats are not judged. Defaults
that are lists or objects are checked with `jsonschema`, without fetching any reference.

```yaml
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      order:
        type: string
        enum: [asc, desc]
        default: ASC   # finding: the default "ASC" of `order` is not among its enum values
      limit:
        type: integer
        maximum: 50
        default: 100   # finding: the default 100 of `limit` is above its maximum 50
      tags:
        type: array
        items: {type: string}
        default: [1]   # finding: "the default [1] of `tags` does not fit its schema: 1 is not of type 'string' at /0"
```

```yaml
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      order: {type: [string, "null"], enum: [asc, desc], default: null}   # finding: "the default null of `order` is not among its enum values"
      hours: {type: number, multipleOf: 0.5, default: 0.7}   # finding: "the default 0.7 of `hours` is not a multiple of 0.5"
```

```yaml ok
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      order: {type: string, enum: [asc, desc], default: asc}
      limit: {type: integer, maximum: 50, default: 10.0}
      after: {type: string, default: null}
      price: {type: number, multipleOf: 0.01, default: 1.11}
      tags: {type: array, items: {type: string}, default: []}
      default: {type: string, default: default}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.judge import mismatch
from schemalint.schema.values import shown, type_names


def check(node: Node) -> Iterator[Finding]:
    if "default" not in node.view:
        return
    value = node.view["default"]
    reason = _null_left_out(node) if value is None else mismatch(value, node)
    if reason is not None:
        of = f" of `{node.name}`" if node.name is not None else ""
        yield Finding(node.place("default"), f"the default {shown(value)}{of} {reason}")


def _null_left_out(node: Node) -> str | None:
    """Null where the type allows it and the enum does not; where the type does not either, another rule speaks."""
    for _, layer in node.layers:
        values = layer.get("enum")
        allows = "null" in type_names(layer.get("type")) or layer.get("nullable") is True
        if allows and isinstance(values, list) and values and None not in values:
            return "is not among its enum values"
    return None


rule = Rule(check, keys=("default",), lever="validity", severity="error", sets=("minimal",))
