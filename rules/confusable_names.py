r"""Two tools have names that differ by case or separators only.

Names are case-sensitive (Model Context Protocol, SEP-986), and models are not careful about it: `getUser` and `get_user` are one
word to a model that calls from memory. One of the two is called with the arguments of the other.

Names that are equal to the letter are `duplicate-name`, and a joint between digits counts: `api_1_0` is not `api_10`. Silent in
data sets, whose tools are never offered together. One finding for all spellings of a name.

```yaml
- {name: get_user, description: Get a user by id.}
- {name: delete_user, description: Delete a user for good.}
- {name: getUser, description: Get a user by login.}   # finding: `getUser` differs from `get_user` by case or separators only; keep one, or name what differs
```

```yaml ok
- {name: get_user, description: Get a user by id.}
- {name: get_users, description: Get users by team.}
- {name: user_get, description: Get the user that is logged in.}
- {name: read_v1_2, description: Read with the interface of version 1.2.}
- {name: read_v12, description: Read with the interface of version 12.}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 28 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.family import agree, listed, unspelled
from schemalint.language.names import seen_together


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        groups: dict[str, dict[str, int]] = {}
        for index, tool in members:
            if key := unspelled(tool.name):
                groups.setdefault(key, {}).setdefault(tool.name, index)
        for spellings in groups.values():
            if len(spellings) < 2:
                continue
            (first, place), *others = spellings.items()
            differ = agree(len(others), "differs", "differ")
            names = listed(name for name, _ in others)
            message = f"{names} {differ} from `{first}` by case or separators only; keep one, or name what differs"
            at, *further = ((index, "name") for _, index in others)
            yield Finding(at, message, related=((place, "name"), *further))


rule = Rule(check, lever="consistency", severity="error", sets=("recommended",))
