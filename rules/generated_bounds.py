r"""A number is bounded by the largest integer that JavaScript counts exactly.

Generators write `minimum: -9007199254740991` and `maximum: 9007199254740991` (2^53 - 1) for every integer, because the language that
they are written in counts no further. The author meant no bound, the model pays about twenty tokens for each parameter, and the bound
that matters, such as 100 items on a page, is not there.

The fix takes the bounds out. It is not safe by our measure: larger numbers are accepted then.

```yaml
- name: list_cards
  description: List the cards of a board.
  parameters:
    type: object
    properties:
      page: {type: integer, minimum: 1, maximum: 9007199254740991, description: Page to show.}   # finding: `page` has the bound 9007199254740991, which a generator adds to every integer; leave it out
---
- name: list_cards
  description: List the cards of a board.
  parameters:
    type: object
    properties:
      page: {type: integer, minimum: 1, description: Page to show.}
```

```yaml ok
- name: list_cards
  description: List the cards of a board.
  parameters:
    type: object
    properties:
      page: {type: integer, minimum: 1, maximum: 100, description: Page to show.}
      since: {type: integer, maximum: 9007199254740000, description: Time in microseconds.}
```

Evidence: 23 findings on 1,111 real tools and 9 on 267 more, seen while the rule was made, half of them read, all right; 10 of
10 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule

BOUNDS = {
    "minimum": -(2**53) + 1,
    "maximum": 2**53 - 1,
    "exclusiveMinimum": -(2**53),
    "exclusiveMaximum": 2**53,
}


def check(node: Node) -> Iterator[Finding]:
    generated = [keyword for keyword, bound in BOUNDS.items() if node.view.get(keyword) == bound]
    if not generated or node.name is None:
        return
    bounds = " and ".join(f"{node.view[keyword]}" for keyword in generated)
    own = node.view_at == node.at and isinstance(node.schema, dict)
    fix = (
        Fix("take the generated bounds out", tuple(Edit((*node.at, keyword), REMOVE) for keyword in generated)) if own else None
    )
    plural = "bounds" if len(generated) > 1 else "bound"
    message = f"`{node.name}` has the {plural} {bounds}, which a generator adds to every integer; leave {'them' if len(generated) > 1 else 'it'} out"
    yield Finding(node.at, message, fix)


rule = Rule(check, keys=tuple(BOUNDS), lever="budget", severity="info", sets=("recommended",))
