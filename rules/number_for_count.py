r"""A parameter that counts is declared as a number.

`limit: 2.5` is accepted by such a schema. Models seldom write it; zod and others write `number` for every number.

```yaml
- name: list_users
  description: List users.
  parameters:
    type: object
    properties:
      limit: {type: number}   # finding: `limit` counts, and is declared as a number; use `type` integer
---
- name: list_users
  description: List users.
  parameters:
    type: object
    properties:
      limit: {type: integer}
```

```yaml ok
- name: list_users
  description: List users.
  parameters: {type: object, properties: {limit: {type: integer}, ratio: {type: number}, offset: {type: number, multipleOf: 0.5}}}
```

Evidence: 98 findings on 62 of 1,111 real tools (5.6%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Edit, Finding, Fix, Node, Rule
from schemalint.language.names import tokens
from schemalint.model import Json

_COUNTS = frozenset("count index limit offset page port year".split())


def _is_fraction(value: Json) -> bool:
    # `0.0` is the number 0: the canonical form writes it so, and findings may not depend on the spelling.
    return isinstance(value, float) and not value.is_integer()


def check(node: Node) -> Iterator[Finding]:
    if node.name is None or node.type != "number" or "multipleOf" in node.view or _is_fraction(node.view.get("default")):
        return
    words = tokens(node.name)
    if words and (words[0] == "num" or words[-1] in _COUNTS or words[-2:] == ("per", "page")):
        plain = node.place("type") == (*node.at, "type") and isinstance(node.schema.get("type"), str)
        fix = Fix("Use integer", (Edit(node.place("type"), "integer"),)) if plain else None
        yield Finding(node.place("type"), f"`{node.name}` counts, and is declared as a number; use `type` integer", fix)


rule = Rule(check, lever="shape", severity="info", sets=("strict",))
