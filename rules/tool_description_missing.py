r"""A tool has no description.

The description is what a model chooses tools by; without one it has the name alone to go on, and it guesses. Every vendor
asks for one, and a study of 856 tools found an unclear purpose in more than half (arXiv 2602.14878). Among 1,934 tools of real
servers 19 had none.

Absent, null and blank are the same; so is a description that is not a string. There is no case in which this is right.

```yaml
- name: list_pull_requests    # finding: `list_pull_requests` has no description; say what it does, when to use it and what it returns
  parameters:
    type: object
    properties:
      repository: {type: string, description: Repository to look in.}
    required: [repository]
- name: close_pull_request
  description: ""    # finding: `close_pull_request` has no description; say what it does, when to use it and what it returns
  parameters: {type: object, properties: {number: {type: integer, description: Number of the pull request.}}}
```

```yaml ok
- name: list_pull_requests
  description: List the open pull requests of one repository, newest first.
  parameters:
    type: object
    properties:
      description: {type: string}
    required: [description]
```

Evidence: 19 findings on 19 of 1,111 real tools (1.7%), seen while the rule was made; 19 of 19 read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool


def check(tool: Tool) -> Iterator[Finding]:
    if not any(character.isprintable() and not character.isspace() for character in tool.text):
        at = "description" if tool.has("description") else "name"
        yield Finding((at,), f"`{tool.name}` has no description; say what it does, when to use it and what it returns")


rule = Rule(check, lever="description", severity="error", sets=("minimal",))
