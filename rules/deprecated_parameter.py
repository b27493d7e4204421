r"""A deprecated parameter is still offered.

A model fills in what it is shown, deprecated or not, and each one costs tokens and a choice. Callers that still send it need no
definition of it: leave it out of what models see and accept it quietly until the callers are gone.

The schema says `deprecated: true`, or the text begins with the word, or holds it in capitals or brackets.

```yaml
- name: list_cards
  description: List the cards of a board.
  parameters:
    type: object
    properties:
      limit: {type: integer, description: Most cards to return.}
      count: {type: integer, description: "Deprecated: use limit."}   # finding: `count` is deprecated and still offered; leave it out of the definition
      filter: {type: string, description: Words to look for., deprecated: true}   # finding: `filter` is deprecated and still offered; leave it out of the definition
```

```yaml ok
- name: list_packages
  description: List packages.
  parameters:
    type: object
    properties:
      all: {type: boolean, description: Show deprecated packages too.}
      state: {type: string, description: "One of: current, deprecated."}
      deprecated: {type: boolean, description: Deprecated packages only.}
```

Evidence: no real hit on 1,111 real tools, 1 on 267 more, seen while the rule was made; read right; 1 of 1 right on servers that
nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.pattern import pattern

_says = pattern(
    r"\A\W{0,4}(?i:deprecated)(?:\W{0,3}\Z|\s*[:.,;)\]!*–—-]|\s+(?i:since|in favou?r|use|alias|and\s+ignored|parameter)\b)|[\[(](?i:deprecated)\b|\bDEPRECATED\b(?=\s*[:.!)\]-])"
)


def check(node: Node) -> Iterator[Finding]:
    if node.name is None or "deprecat" in node.name.lower():
        return
    if node.view.get("deprecated") is True or ("eprecated" in node.text.lower() and _says().search(node.text)):
        yield Finding(node.at, f"`{node.name}` is deprecated and still offered; leave it out of the definition")


rule = Rule(check, keys=("deprecated", "description"), lever="budget", severity="info", sets=("recommended",))
