r"""The bounds of a parameter leave no value, or its pattern is no regular expression.

No value satisfies a minimum above the maximum, so every call is refused. A pattern that does not compile is refused by the
provider, or fails when the first call is checked. Patterns are read by the syntax of ECMA-262 and never run.

```yaml
- name: list_users
  description: List the users of one team.
  parameters:
    type: object
    properties:
      limit: {type: integer, minimum: 10, maximum: 1}   # finding: `minimum` 10 is above `maximum` 1, so no value is accepted
      name: {type: string, pattern: "("}   # finding: "`pattern` is no regular expression: missing ), unterminated subpattern"
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

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.validity import is_number, pattern_fault

_PAIRS = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
)


def check(node: Node) -> Iterator[Finding]:
    view = node.view
    for low, high in _PAIRS:
        least, most = view.get(low), view.get(high)
        if is_number(least) and is_number(most) and most < least:
            yield Finding(node.at, f"`{low}` {least} is above `{high}` {most}, so no value is accepted")
    least, most = view.get("exclusiveMinimum"), view.get("exclusiveMaximum")
    if is_number(least) and is_number(most) and most <= least:
        yield Finding(node.at, f"`exclusiveMinimum` {least} is not below `exclusiveMaximum` {most}, so no value is accepted")
    pattern = view.get("pattern")
    if isinstance(pattern, str) and (fault := pattern_fault(pattern)) is not None:
        yield Finding(node.place("pattern"), f"`pattern` is no regular expression: {fault}")


rule = Rule(check, lever="validity", severity="error", sets=("minimal",))
