r"""A parameter takes a list written into a string.

"Comma-separated ids" makes the model write a list that nothing checks, and a value with a comma in it cannot be written. An array
says the same. A string that an outside interface wants so may be honest.

```yaml
- name: get_users
  description: Get users.
  parameters:
    type: object
    properties:
      ids: {type: string, description: Comma-separated ids of the users.}   # finding: `ids` takes a list in a string; declare an array
```

```yaml ok
- name: get_users
  description: Get users.
  parameters:
    type: object
    properties:
      ids: {type: array, items: {type: string}, description: Comma-separated ids of the users.}
      line: {type: string, description: Line to write into the comma-separated file.}
```

Evidence: 27 findings on 19 of 1,111 real tools (1.7%), seen while the rule was made; 27 of 27 read hits right; 2026-11-30.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    if node.name is None or node.type != "string" or "separated" not in node.text:
        return
    match = re.search(
        r"\b(?:comma|semicolon|space|pipe|newline)[- ]separated\b(?! (?:file|values? file|format|text))",
        node.text,
        re.IGNORECASE,
    )
    if match is not None and "enum" not in node.view and "pattern" not in node.view:
        yield Finding(node.at, f"`{node.name}` takes a list in a string; declare an array")


rule = Rule(check, types=("string",), lever="shape", severity="info", sets=("strict",))
