r"""An example does not fit the schema that it is an example of.

Examples are shown to the model (Anthropic: input examples), and a model copies what it is shown. One that the schema refuses
teaches a call that fails. The rule judges `examples` in schemas and `input_examples` of a tool.

Patterns and formats are not judged.

Options:

- `allow-partial` (default `false`): examples may leave out what is required, where they show one part of an object only.

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

```yaml
- name: add_users
  description: Add users to one team.
  parameters:
    type: object
    properties:
      team: {type: string}
      names: {type: array, items: {type: string}}
    required: [team, names]
  input_examples:
    - {team: core, names: [ada]}
    - {team: core}   # finding: "the input example {\"team\": \"core\"} does not fit its schema: 'names' is a required property"
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

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.judge import mismatch
from schemalint.schema.values import shown


def check(node: Node, *, allow_partial: bool = False) -> Iterator[Finding]:
    examples = node.view.get("examples")
    for index, value in enumerate(examples) if isinstance(examples, list) else ():
        reason = mismatch(value, node, partial=allow_partial)
        if reason is not None:
            of = f" of `{node.name}`" if node.name is not None else ""
            yield Finding(node.place("examples", index), f"the example {shown(value)}{of} {reason}")
    if node.is_root:
        inputs = node.tool.extra.get("input_examples")
        for index, value in enumerate(inputs) if isinstance(inputs, list) else ():
            reason = mismatch(value, node, partial=allow_partial)
            if reason is not None:
                yield Finding(("extra", "input_examples", index), f"the input example {shown(value)} {reason}")


rule = Rule(check, lever="validity", severity="warning", sets=("recommended",))
