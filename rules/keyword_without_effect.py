r"""A keyword cannot apply to the declared type, so it does nothing.

`maxLength` says nothing about an integer. Somebody meant a bound, and the model does not get one.

With several types a keyword must fit none of them. A keyword whose value has the wrong form is `schema-invalid` and reported once.

The fix takes the keyword away. It is safe for bounds, as they never did anything; it is unsafe for keywords that hold schemas, as
the model may have read the texts in there.

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
      open: {type: object, additionalProperties: false}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule
from schemalint.schema.forms import fits
from schemalint.schema.keywords import OF_TYPE, SCHEMA_HOLDERS, SCHEMA_MAPS
from schemalint.schema.values import TYPES, type_names

# `format` is left out: it is an annotation to most validators, and harmless beside any type.
_APPLIES = {
    keyword: ("integer", "number") if name == "number" else (name,)
    for name, keywords in OF_TYPE.items()
    for keyword in keywords - {"format"}
}
_HOLD_SCHEMAS = SCHEMA_HOLDERS | SCHEMA_MAPS


def check(node: Node) -> Iterator[Finding]:
    view = node.view
    if "type" not in view or _APPLIES.keys().isdisjoint(view):
        return
    # Types of all layers: where they contradict each other, no keyword is to blame.
    names = [name for _, layer in node.layers for name in type_names(layer.get("type"))]
    if not names or any(name not in TYPES for name in names):
        return
    names = [name for name in dict.fromkeys(names) if name != "null"] or ["null"]
    for keyword, value in view.items():
        types = _APPLIES.get(keyword)
        if types is None or any(name in types for name in names) or not fits(keyword, value):
            continue
        at = node.place(keyword)
        inline = at[: len(node.at)] == node.at
        safe = keyword not in _HOLD_SCHEMAS or isinstance(value, bool)
        fix = Fix(f"Remove `{keyword}`", (Edit(at, REMOVE),), safe=safe) if inline else None
        said = f"`{keyword}` says nothing about a value of type {' or '.join(names)}"
        yield Finding(at, f"{said}; remove it, or use a keyword for that type", fix)


rule = Rule(check, keys=tuple(sorted(_APPLIES)), lever="validity", severity="warning", sets=("recommended",))
