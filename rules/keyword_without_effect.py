r"""A keyword cannot apply to the declared type, so it does nothing.

`maxLength` says nothing about an integer. Somebody meant a bound, and the model is told none.

With several types a keyword must fit none of them.

```yaml
- name: list_users
  description: List users.
  parameters:
    type: object
    properties:
      limit: {type: integer, maxLength: 3}   # finding: `maxLength` says nothing about a value of type integer; remove it, or use a keyword for that type
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
  parameters:
    type: object
    properties:
      limit: {type: [integer, string], maxLength: 3, maximum: 9}
      items: {type: string, format: date, minLength: 1}
      pattern: {type: integer}
      free: {maxLength: 3}
```

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule
from schemalint.validity import TYPES

_KINDS = {
    ("string",): "maxLength minLength pattern contentEncoding contentMediaType",
    ("integer", "number"): "exclusiveMaximum exclusiveMinimum maximum minimum multipleOf",
    ("array",): "items prefixItems maxItems minItems uniqueItems contains",
    ("object",): "properties required maxProperties minProperties patternProperties propertyNames dependentRequired",
}
_APPLIES = {keyword: types for types, keywords in _KINDS.items() for keyword in keywords.split()}


def check(node: Node) -> Iterator[Finding]:
    declared = node.view.get("type")
    names = [declared] if isinstance(declared, str) else declared if isinstance(declared, list) else []
    if not names or any(name not in TYPES for name in names):
        return
    for keyword in node.view:
        types = _APPLIES.get(keyword)
        if types is None or any(name in types for name in names):
            continue
        at = node.place(keyword)
        fix = Fix(f"Remove `{keyword}`", (Edit(at, REMOVE),), safe=True) if at[: len(node.at)] == node.at else None
        said = f"`{keyword}` says nothing about a value of type {' or '.join(names)}"
        yield Finding(at, f"{said}; remove it, or use a keyword for that type", fix)


rule = Rule(check, lever="validity", severity="warning", sets=("recommended",))
