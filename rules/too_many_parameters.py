r"""A tool takes more parameters than a model fills in well.

Each parameter is a decision, and all of them are read on every request. Of 1,934 real tools 15 had more than 15. Settings that
never change belong to the server's configuration; groups that exclude each other belong to tools of their own.

Thin mirrors of an outside interface may have no choice.

Options: `max-parameters` (15, in the strict set 8).

```yaml max_parameters=3
- name: list_orders
  description: List orders of one customer.
  parameters:
    type: object
    properties:   # finding: `list_orders` takes 4 parameters, more than 3; split it, or move settings to the server
      customer: {type: string}
      since: {type: string}
      until: {type: string}
      limit: {type: integer}
```

```yaml ok
- name: list_orders
  description: List orders of one customer.
  parameters: {type: object, properties: {customer: {type: string}, since: {type: string}, limit: {type: integer}}}
```

Evidence: 10 findings on 10 of 1,111 real tools (0.9%), seen while the rule was made; 10 of 10 read hits right; 15 of 15 right
on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule


def check(node: Node, *, max_parameters: int = 15) -> Iterator[Finding]:
    if node.is_root and len(node.properties) > max_parameters:
        count = f"takes {len(node.properties)} parameters, more than {max_parameters}"
        message = f"`{node.tool.name}` {count}; split it, or move settings to the server"
        yield Finding(node.place("properties"), message)


rule = Rule(check, root=True, lever="shape", severity="warning", sets=("recommended",), strict={"max_parameters": 8})
