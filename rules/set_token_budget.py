r"""The tools of a set together cost more tokens than a set should.

The whole set is sent with every request, before the user has said a word, and it takes room from what the model is to work on.
GitHub cut its default set from 40 tools to 13 and gained speed and points on two benchmarks. Of 121 real servers three were
above 20,000 tokens. Offer fewer tools by default, in groups that are switched on when needed, or shorten the dearest.

The number is an estimate over name, description and parameters as compact JSON, near an exact count. Clients that search for
tools before they offer them do not need this rule, and lines of a data set are never offered together.

Options: `max-tokens` (20000, in the strict set 8000).

```yaml max_tokens=60
- name: get_user   # finding: 4 tools cost about 91 tokens on every request, more than 60; the dearest are `list_users` (34), `get_user` (31), `get_team` (13)
  description: Get a user by id.
  parameters: {type: object, properties: {id: {type: string}}}
- name: list_users
  description: List users.
  parameters: {type: object, properties: {team: {type: string}, limit: {type: integer}}}
- {name: get_team, description: Get a team.}
- {name: log_out, parameters: {type: object}}
```

```yaml ok
- name: get_user
  description: Get a user by id.
  parameters: {type: object, properties: {id: {type: string}}}
- {name: log_out, parameters: {type: object}}
```

Evidence: 3 findings on 3 of 1,111 real tools (0.3%), seen while the rule was made; 3 of 3 read hits right; 2 of 2 right on
servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.tokens import at_most, estimate

_NAMED = 3
"""How many of the dearest tools a message names."""


def check(tools: Toolset, *, max_tokens: int = 20000) -> Iterator[Finding]:
    if tools.independent or sum(map(at_most, tools.tools)) <= max_tokens:
        return
    costs = [estimate(tool) for tool in tools.tools]
    total = sum(costs)
    if total <= max_tokens:
        return
    dearest = sorted(range(len(costs)), key=lambda index: -costs[index])[:_NAMED]
    count = "1 tool costs" if len(costs) == 1 else f"{len(costs)} tools cost"
    named = ", ".join(f"`{tools.tools[index].name}` ({costs[index]:,})" for index in dearest)
    message = f"{count} about {total:,} tokens on every request, more than {max_tokens:,}; the dearest are {named}"
    yield Finding((0, "name"), message, related=tuple((index, "name") for index in dearest))


rule = Rule(check, lever="budget", severity="warning", sets=("recommended",), strict={"max_tokens": 8000})
