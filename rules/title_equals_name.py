r"""The title of a tool repeats its name.

A title is what a person is shown in place of the name. One that is the name again shows nothing new and is sent all the same.

```yaml
- name: get_user
  description: Get a user by id.
  title: get_user   # finding: the title repeats the name `get_user`; drop it, or write it for people
---
- name: get_user
  description: Get a user by id.
```

```yaml ok
- {name: get_user, description: Get a user by id., title: Get user profile}
- {name: get_team, description: Get a team by id., title: Get team}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Rule, Tool


def check(tool: Tool) -> Iterator[Finding]:
    if isinstance(tool.title, str) and tool.title == tool.name:
        fix = Fix("Drop the title", (Edit(("title",), REMOVE),), safe=True)
        yield Finding(("title",), f"the title repeats the name `{tool.name}`; drop it, or write it for people", fix)


rule = Rule(check, lever="metadata", severity="info", sets=("strict",))
