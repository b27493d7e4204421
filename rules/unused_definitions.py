r"""A definition in `$defs` is never referred to.

It is sent with the tool on every request and no call can ever fill it in. Generators copy all definitions of an API into each
tool: on one server they were 52,732 of 139,399 bytes. Other rules do not judge what nothing refers to.

A definition counts as used where a `$ref` outside it leads to it or into it, by pointer, anchor or `$id`, also through other
definitions that are used. A tool with references to other documents, or with `$dynamicRef`, is left alone.

The fix removes it, and `$defs` once it is empty. It is safe: what the tool accepts and says stays the same.

```yaml
- name: get_page
  description: Return the page that has this id, as text.
  parameters:
    type: object
    properties:
      page_id: {type: string, description: Id from find_pages.}
    $defs:
      OldParent:   # finding: nothing refers to the definition `OldParent`, which costs about 21 tokens on every request; remove it
        type: object
        properties:
          page_id: {type: string}
          workspace: {type: boolean}
---
- name: get_page
  description: Return the page that has this id, as text.
  parameters:
    type: object
    properties:
      page_id: {type: string, description: Id from find_pages.}
```

```yaml ok
- name: move_page
  description: Move a page below another.
  parameters:
    type: object
    properties:
      parent: {$ref: '#/$defs/Parent'}
      icon: {$ref: '#icon'}
    $defs:
      Parent: {type: object, properties: {page: {$ref: '#/$defs/Id'}}}
      Id: {type: string}
      Icon: {$anchor: icon, type: string}
```

Evidence: no real hit seen on 1,111 real tools; made for a server with 27 such definitions; 40 of 40 right on servers that
nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Rule, Tool
from schemalint.model import Json, Pointer
from schemalint.schema.references import used
from schemalint.tokens import estimate_text

HOMES = ("$defs", "definitions")


def check(tool: Tool) -> Iterator[Finding]:
    root = tool.parameters
    if not isinstance(root, dict):
        return
    declared: list[Pointer] = [
        (home, name) for home in HOMES if isinstance(members := root.get(home), dict) for name in members
    ]
    reached = used(root, declared) if declared else None
    if reached is None:
        return
    unused = [place for place in declared if place not in reached]
    for home, name in unused:
        at = ("parameters", home, name)
        emptied = sum(place[0] == home for place in unused) == len(root[home])
        edit = Edit(at[:2] if emptied else at, REMOVE)
        cost = estimate_text(_text(root[home][name]))
        yield Finding(
            at,
            f"nothing refers to the definition `{name}`, which costs about {cost} tokens on every request; remove it",
            Fix("Remove it", (edit,), safe=True),
        )


def _text(schema: Json) -> str:
    import json

    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


rule = Rule(check, marks=("$defs", "definitions"), lever="budget", severity="warning", sets=("recommended",))
