r"""A required parameter only tells the user or a log why the tool is called.

An `explanation` that the tool does not use is written on every call: tokens, and time before the call is made. Some agents want it
so; make it optional where the tool can run without.

The rule looks for required strings called explanation, reason, rationale, intent, thought or justification (and `description` beside a
command) whose text speaks of the user, a log or why.

```yaml
- name: run_command
  description: Run a command.
  parameters:
    type: object
    properties:
      command: {type: string, description: Command to run.}
      explanation: {type: string, description: One sentence for the user on why it is run.}   # finding: `explanation` only tells why the tool is called; make it optional
    required: [command, explanation]
```

```yaml ok
- name: close_ticket
  description: Close a ticket.
  parameters:
    type: object
    properties: {reason: {type: string, description: Text that the customer is sent.}, explanation: {type: string}}
    required: [reason]
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Node, Rule

_NAMES = frozenset(
    "explanation intent invocation_reason justification rationale reason thought toolsummary tool_summary".split()
)


def check(node: Node) -> Iterator[Finding]:
    if not node.required or not node.is_parameter or node.name is None or node.type != "string" or "enum" in node.view:
        return
    properties = node.parent.properties if node.parent is not None else {}
    beside = node.name == "description" and any(name in properties for name in ("command", "code"))
    if node.name.lower() not in _NAMES and not beside:
        return
    why = r"\bwhy\b.{0,40}\b(this|tool|call|command|run|needed|used)\b|\b(shown|displayed|for|to) the user\b|\blog\b|\bwhat (the|this) (command|tool|call)\b"
    if re.search(why, node.text, re.IGNORECASE):
        yield Finding(node.at, f"`{node.name}` only tells why the tool is called; make it optional")


rule = Rule(check, lever="shape", severity="info", sets=("strict",))
