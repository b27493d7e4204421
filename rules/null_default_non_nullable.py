r"""A default is null, and the type does not allow null.

Strict validators refuse the default, and a model that copies it makes a call that is refused. Mostly a generator wrote it for an
optional parameter: 148 of 5,532 real parameters had one. Pydantic writes it where `= None` follows a type without None, and
then the finding says so.

```yaml
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      after: {type: string, default: null}   # finding: `after` has the default null, and its type is string; leave the default out, or allow null
---
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      after: {type: string}
```

```yaml
- name: list_users
  parameters:
    type: object
    properties:
      after: {type: string, title: After, default: null}   # finding: "`after` has the default null, and its type is string; leave the default out, or allow null; Pydantic writes this for `x: T = None`: annotate `T | None`"
```

```yaml ok
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      after: {type: [string, "null"], default: null}
      before: {anyOf: [{type: string}, {type: "null"}], default: null}
      any: {default: null}
      kind: {enum: [a, null], default: null}
```

Evidence: 148 findings on 64 of 1,111 real tools (5.8%), seen while the rule was made; no hits were read and there is no
labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule
from schemalint.frameworks.common.hints import hint


def check(node: Node) -> Iterator[Finding]:
    if "default" not in node.view or node.view["default"] is not None or node.nullable:
        return
    declared = node.view.get("type")
    names = [declared] if isinstance(declared, str) else declared if isinstance(declared, list) else []
    if not names or "null" in names or not all(isinstance(name, str) for name in names):
        return
    at = node.place("default")
    fix = Fix("Leave the default out", (Edit(at, REMOVE),)) if at[: len(node.at)] == node.at else None
    name = f"`{node.name}`" if node.name is not None else "this schema"
    message = f"{name} has the default null, and its type is {' or '.join(names)}; leave the default out, or allow null"
    yield Finding(at, message + hint("null default", node), fix)


rule = Rule(check, keys=("default",), lever="validity", severity="info", sets=("strict",))
