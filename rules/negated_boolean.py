r"""A boolean says what is not done, and is true by default.

`disable_cache: true` by default makes the model think twice about what false does. Name what is done: `use_cache`, false.

A negation whose default is false is clear and common (`skip_hidden`), and is left alone.

```yaml
- name: read_file
  description: Read a file.
  parameters:
    type: object
    properties:
      disable_cache: {type: boolean, default: true}   # finding: `disable_cache` is a negation that is true by default; name what is done and turn the default round
```

```yaml ok
- name: read_file
  description: Read a file.
  parameters: {type: object, properties: {disable_cache: {type: boolean, default: false}, notify: {type: boolean, default: true}}}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language.names import tokens


def check(node: Node) -> Iterator[Finding]:
    if node.name is not None and node.type == "boolean" and node.view.get("default") is True:
        words = tokens(node.name)
        if words and words[0] in ("disable", "dont", "no", "not", "without"):
            message = f"`{node.name}` is a negation that is true by default"
            yield Finding(node.at, f"{message}; name what is done and turn the default round")


rule = Rule(check, types=("boolean",), lever="description", severity="info", sets=("strict",))
