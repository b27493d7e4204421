r"""A tool costs more tokens than a definition should.

Every definition is sent with every request, so its length must buy something: a wrong call that would otherwise be made. A study
of 856 tools (arXiv 2602.14878) found that longer descriptions help on average, add two thirds more steps, and make one case in
six worse. 99 of 100 real tools stay below 4,748 characters, about 1,200 tokens.

The number is an estimate over name, description and parameters as compact JSON; 95 of 100 are within 10 % of an exact count by
one vendor's tokenizer. Shorten the costliest part, drop what a generator wrote, or move details to a resource. A tool that is
worth its price can be allowed for by name in the configuration.

Options: `max-tokens` (1500, in the strict set 650).

```yaml max_tokens=40
- name: get_user   # finding: `get_user` costs about 58 tokens on every request, more than 40; most of it is the description (37)
  description: Get a user by id, with the name, the mail address, the teams, the time zone, the language and the date of the last visit.
  parameters: {type: object, properties: {id: {type: string}}}
- name: list_users   # finding: `list_users` costs about 46 tokens on every request, more than 40; most of it is the parameters (34)
  description: List users.
  parameters: {type: object, properties: {team: {type: string}, since: {type: string}, limit: {type: integer}, page: {type: integer}}}
```

```yaml ok
- name: get_user
  description: Get a user by id.
  parameters: {type: object, properties: {id: {type: string}}}
```

Evidence: 2 findings on 2 of 1,111 real tools (0.2%), seen while the rule was made; 2 of 2 read hits right; 40 of 40 right on
servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool
from schemalint.tokens import at_most, estimate_parts


def check(tool: Tool, *, max_tokens: int = 1500) -> Iterator[Finding]:
    if at_most(tool) <= max_tokens:
        return
    parts = estimate_parts(tool)
    cost = sum(parts.values())
    if cost > max_tokens:
        dearest = max(parts, key=lambda part: parts[part])
        message = f"`{tool.name}` costs about {cost:,} tokens on every request, more than {max_tokens:,}"
        yield Finding(("name",), f"{message}; most of it is the {dearest} ({parts[dearest]:,})")


rule = Rule(check, lever="budget", severity="warning", sets=("recommended",), strict={"max_tokens": 650})
