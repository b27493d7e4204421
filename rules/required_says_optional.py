r"""A required parameter calls itself optional.

The text and the schema say two things, and the model believes one of them: it leaves the parameter out and is refused, or makes up
a value that nobody needed.

The text must begin with the word or hold it in brackets. Silent where null is allowed, which is how strict modes write optional.

```yaml
- name: list_commits
  description: List commits.
  parameters:
    type: object
    properties:
      branch: {type: string, description: Optional branch to list.}   # finding: `branch` is required, and its description calls it optional; take it out of `required`, or say what it is for
    required: [branch]
```

```yaml ok
- name: list_commits
  description: List commits.
  parameters:
    type: object
    properties:
      branch: {type: [string, "null"], description: Optional branch.}
      path: {type: string, description: Path of the file; may have an optional slash.}
      since: {type: string, description: (optional) First day.}
    required: [branch, path]
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 24 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language.scripts import reads_latin


def check(node: Node) -> Iterator[Finding]:
    if not node.required or node.name is None or node.nullable or "ptional" not in node.text:
        return
    says = re.match(r"\W*optional\b(?!ly)", node.text, re.IGNORECASE) or re.search(
        r"[(\[]\s*optional\s*[)\],.;]", node.text, re.IGNORECASE
    )
    if says and reads_latin(node.text) and not re.search(r"\brequired\b", node.text, re.IGNORECASE):
        message = f"`{node.name}` is required, and its description calls it optional; take it out of `required`, or say what it is for"
        yield Finding(node.at, message)


rule = Rule(check, keys=("description",), lever="required", severity="warning", sets=("recommended",))
