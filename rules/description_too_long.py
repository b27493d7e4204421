r"""A description is longer than clients pass on.

Every character is paid for on every request, and clients cut long texts: what stands behind the cut never reaches the model. Of
1,934 real tools 1.9 % had more than 2,048 characters. Say what, when and the limits; the rest belongs to a resource.

Options: `max-chars` (2048, in the strict set 1024).

```yaml max_chars=40
- name: get_user
  description: Get a user by id, with name, mail and the teams.   # finding: the description has 48 characters, more than 40; clients may cut it, and it is paid for on every request
```

```yaml ok
- {name: get_user, description: Get a user by id.}
```

Evidence: 20 findings on 20 of 1,111 real tools (1.8%), seen while the rule was made; 1 more in a registry of 755 tool
summaries; 20 of 20 read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool


def check(tool: Tool, *, max_chars: int = 2048) -> Iterator[Finding]:
    if len(tool.text) > max_chars:
        message = f"the description has {len(tool.text)} characters, more than {max_chars}"
        yield Finding(("description",), f"{message}; clients may cut it, and it is paid for on every request")


rule = Rule(check, lever="budget", severity="warning", sets=("recommended",), strict={"max_chars": 1024})
