r"""The bounds of a parameter leave no value, or its pattern is not a regular expression.

No value satisfies a minimum above the maximum, so every call is refused. A pattern that does not compile is refused by the
provider, or fails when the first call is checked.

Patterns, also those of `patternProperties`, are read by the syntax of ECMA-262, which JSON Schema asks for (2020-12, core 6.4), and
never run. What is written for one language alone (Python's `(?i)` and `(?P<name>...)`, Java's `a++`) breaks clients that are
written in another. A pattern is let pass when it is one with the `u` flag or without it.

```yaml
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      limit: {type: integer, minimum: 10, maximum: 1}   # finding: `minimum` 10 is above `maximum` 1, so no value is accepted
      name: {type: string, pattern: "("}   # finding: "`pattern` is not a regular expression: a `(` is not closed"
      code: {type: string, pattern: "(?i)[a-z]+"}   # finding: "`pattern` is not a regular expression: `(?i` does not begin a group"
```

```yaml ok
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      limit: {type: integer, minimum: 10, maximum: 10}
      name: {type: string, pattern: '^\p{L}+(?<rest>[^]]*)$', minLength: 1, maxLength: 9}
      minimum: {type: integer}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.schema.bounds import contradictions, pattern_faults


def check(node: Node) -> Iterator[Finding]:
    for keyword, message in contradictions(node.view):
        yield Finding(node.place(keyword), message)
    for steps, message in pattern_faults(node.view):
        yield Finding(node.place(*steps), message)


rule = Rule(check, lever="validity", severity="error", sets=("minimal",))
