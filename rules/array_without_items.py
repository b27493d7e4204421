r"""An array parameter does not say what its elements are.

OpenAI refuses such a schema ("array schema missing items"), Gemini and some clients do too, and elsewhere the model guesses
whether an element is an id, a name or an object. One careless array loses the whole request.

An array is exempt when it has `items` or `prefixItems` of any kind, when a `$ref` or a combination (`anyOf`, `oneOf`,
`allOf`) beside it may say so, or when it only constrains what is declared elsewhere (`if`, `not`, `contains`). A definition
that several parameters share is reported once.

The fix, `items: {type: string}`, is offered only when the text says that the elements are names, ids, paths or other
strings; it is unsafe, because the text may be loose.

```yaml
- name: label_issue
  parameters:
    type: object
    properties:
      labels:             # finding: `labels` is an array without `items`; say what its elements are
        type: array
        description: List of label names.
      points:             # finding: `points` is an array without `items`; say what its elements are
        type: array
        description: Outline, point by point.
---
- name: label_issue
  parameters:
    type: object
    properties:
      labels:
        type: array
        description: List of label names.
        items: {type: string}
      points:
        type: array
        description: Outline, point by point.
```

```yaml ok
- name: draw_line
  parameters:
    type: object
    properties:
      items: {type: object, properties: {array: {type: boolean}}}
      from: {type: array, prefixItems: [{type: number}, {type: number}]}
      path: {type: array, items: {type: array, items: {type: number}}}
```

Evidence: no real hit seen on 1,111 real tools; 4 more in a registry of 755 tool summaries; 4 of 4 read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Edit, Finding, Fix, Node, Rule
from schemalint.frameworks.common.hints import hint
from schemalint.language.params import only_constrains, says_strings
from schemalint.schema.keywords import ELSEWHERE, VALUES

SAYS_ELEMENTS = ELSEWHERE | VALUES | {"items", "prefixItems"}


def check(node: Node) -> Iterator[Finding]:
    declared = node.view.get("type")
    if declared != "array" and not (isinstance(declared, list) and "array" in declared):
        return
    if not SAYS_ELEMENTS.isdisjoint(node.view) or only_constrains(node):
        return
    place = node.place("type")[:-1]
    inline = place[: len(node.at)] == node.at
    what = f"`{node.name}` is an array" if inline and node.name is not None else "an array"
    fix = None
    if inline and says_strings(node.text):
        fix = Fix("say that the elements are strings", (Edit((*place, "items"), {"type": "string"}),))
    yield Finding(
        node.at if inline else place, f"{what} without `items`; say what its elements are{hint('no items', node)}", fix
    )


rule = Rule(check, types=("array",), lever="shape", severity="error", sets=("minimal",))
