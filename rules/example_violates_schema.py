r"""An example does not fit the schema that it is an example of.

Examples are shown to the model (Anthropic: input examples), and a model copies what it is shown. One that the schema refuses
teaches a call that fails.

Patterns and formats are not judged.

```yaml
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      limit:
        type: integer
        examples: ["5", 10]   # finding: the example "5" of `limit` is not of type integer
```

```yaml ok
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      limit: {type: integer, examples: [5, 10]}
      after: {anyOf: [{type: string}, {type: "null"}], examples: [null, u7]}
      examples: {type: array, items: {type: string}}
```

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there are no labels; 2026-11-30.
"""

import json
from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.validity import mismatch


def check(node: Node) -> Iterator[Finding]:
    examples = node.view.get("examples")
    for value in examples if isinstance(examples, list) else ():
        reason = mismatch(value, node)
        if reason is not None:
            shown = json.dumps(value, ensure_ascii=False)
            of = f" of `{node.name}`" if node.name is not None else ""
            yield Finding(node.place("examples"), f"the example {shown if len(shown) <= 40 else shown[:39] + '…'}{of} {reason}")


rule = Rule(check, lever="validity", severity="warning", sets=("recommended",))
