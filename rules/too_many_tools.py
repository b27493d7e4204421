r"""A set offers more tools than a model chooses well among.

Choosing gets worse with every tool: GitHub cut its default tools from 40 to 13 and gained two to five points on two benchmarks;
Sentry aims for 20. Offer fewer by default, in groups that are switched on when needed.

Clients that search for tools before they offer them do not need this rule.

Options: `max-tools` (40, in the strict set 20).

```yaml max_tools=2
- {name: get_user, description: Get a user by id.}   # finding: 3 tools are offered together, more than 2; offer fewer by default, in groups
- {name: get_team, description: Get a team by id.}
- {name: get_role, description: Get a role by id.}
```

```yaml ok
- {name: get_user, description: Get a user by id.}
- {name: get_team, description: Get a team by id.}
```

Evidence: 5 findings on 5 of 1,111 real tools (0.5%), seen while the rule was made; 2 more in a registry of 755 tool summaries;
5 of 5 read hits right; 4 of 4 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset, *, max_tools: int = 40) -> Iterator[Finding]:
    if len(tools.tools) > max_tools and not tools.independent:
        count = f"{len(tools.tools)} tools are offered together, more than {max_tools}"
        yield Finding((0, "name"), f"{count}; offer fewer by default, in groups")


rule = Rule(check, lever="budget", severity="info", sets=("recommended",), strict={"max_tools": 20})
