r"""A description is longer than a target takes.

Azure OpenAI refuses more than 1,024 characters; Claude Code cuts a tool's description at 2,048 and says nothing, so that the model
never reads the rest.

The rule runs for the targets that are configured or named with `--target`, and says nothing without one; `description-too-long` has
one limit for all. To silence it for one target: `description-over-limit(azure:description-length)`.

```yaml target=azure
- name: get_user
  description: >-   # finding: "azure refuses a description of 1,151 characters, 127 over 1,024 (description-length): \"string_above_max_length\"; put the key facts first and shorten the rest [OpenHands/OpenHands#4838]"
    Get one user of the directory by id, with name, mail address, telephone number, office, language and time zone. The id is
    the number that list_users gives for each user, and never the login, which people change. Users who left the company are
    found for another year; their mail address is empty then, and active is false. The answer holds at most one user. Where
    there is none, the answer is an error that names the id. Guests of other companies are users too: company says whose they
    are, and their telephone number is never shown. Groups and rooms are no users; get_group and get_room are for them. The
    photograph is not part of the answer, nor are the teams: list_teams_of_user gives them by the same id, the oldest first.
    Times are in UTC and written as ISO 8601. Addresses are split into street, town and country; a part that nobody entered is
    left out. Fields whose names begin with custom_ were made by the administrator, and mean what the administrator says.
    Reading a user is logged, and the user may ask who read the entry. Call this once for each user; for more than twenty users
    list_users with a filter is quicker, and counts as one call.
```

```yaml ok target=azure,claude-code
- {name: get_user, description: Get a user by id.}
```

```yaml ok
- {name: get_user, description: Get a user by id.}
```

Evidence: 142 findings on 71 of 1,111 real tools (6.4%) for `portable` and `codex`, seen while the rule was made; 40 of 40 read
hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset) -> Iterator[Finding]:
    if tools.targets:
        from schemalint.targets.words import findings

        yield from findings(tools, "text", "warning")


rule = Rule(check, targets=True, lever="target", severity="warning", sets=("minimal",))
