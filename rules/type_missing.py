r"""A parameter declares no type.

Strict modes refuse a schema without a type, and a model without a type guesses between a string and an object.

An `enum`, a `const`, a `$ref`, a combination or keywords that only fit one type say enough. Silent where the text says that any
JSON value may be given.

```yaml
- name: set_value
  description: Put a value into the store.
  parameters:
    type: object
    properties:
      key: {description: Key to write.}   # finding: `key` declares no type; add `type`, or say in its description that any JSON value is taken
```

```yaml ok
- name: set_value
  description: Put a value into the store.
  parameters:
    type: object
    properties:
      key: {type: string}
      mode: {enum: [new, replace]}
      value: {description: Any JSON value.}
      extra: {properties: {a: {type: string}}}
      other: true
```

Evidence: 2 findings on 2 of 1,111 real tools (0.2%), seen while the rule was made; 2 of 2 read hits right; 5 of 5 right on
servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language.params import only_constrains
from schemalint.schema.keywords import ELSEWHERE, IN_PLACE, PARTS, VALUES

_SAYING = ELSEWHERE | IN_PLACE | PARTS | VALUES | {"type"}


def check(node: Node) -> Iterator[Finding]:
    if node.name is None or not isinstance(node.schema, dict) or not _SAYING.isdisjoint(node.view):
        return
    if only_constrains(node) or re.search(
        r"\b(any|arbitrary)\b.{0,30}\b(json|value|type|data)\b|\bjson value\b", node.text, re.IGNORECASE
    ):
        return
    message = f"`{node.name}` declares no type; add `type`, or say in its description that any JSON value is taken"
    yield Finding(node.at, message)


rule = Rule(check, lever="shape", severity="warning", sets=("recommended",))
