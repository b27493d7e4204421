r"""Two tools of a set have the same description.

The description is what a model chooses by. Where two tools say the same, the choice is left to the names, and half the calls go
to the wrong one.

Case and white space make no difference, and texts below `min-chars` characters are too short to be compared. Silent where the
text says deprecated: stubs of that kind are alike on purpose. Texts that are merely similar are fine: siblings often are. One finding
for all tools with one text.

Options: `min-chars` (20).

```yaml
- {name: get_order, description: Return the details of the requested record.}
- {name: get_refund, description: return the details of the  requested record.}   # finding: `get_refund` has the same description as `get_order`; say what only this one does
- {name: get_store, description: Return the details of one store.}
```

```yaml
- {name: get_order, description: Return the details of the requested record.}
- {name: get_refund, description: Return the details of the requested record.}   # finding: `get_refund`, `get_store` and `get_seller` have the same description as `get_order`; say what only each does
- {name: get_store, description: Return the details of the requested record.}
- {name: get_seller, description: Return the details of the requested record.}
```

```yaml ok
- {name: get_order, description: Return the details of one order.}
- {name: get_refund, description: Return the details of one refund.}
- {name: old_one, description: Deprecated; use get_order in its place.}
- {name: old_two, description: Deprecated; use get_order in its place.}
```

Evidence: no real hit seen on 1,111 real tools; 1 more in a registry of 755 tool summaries; 1 of 1 read hits right; precision
1.00, recall 1.00 on 28 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.family import agree, listed
from schemalint.language.names import seen_together


def check(tools: Toolset, *, min_chars: int = 20) -> Iterator[Finding]:
    for members in seen_together(tools):
        groups: dict[str, list[int]] = {}
        for index, tool in members:
            text = " ".join(tool.text.casefold().split())
            if len(text) >= min_chars and "deprecated" not in text:
                groups.setdefault(text, []).append(index)
        for first, *others in groups.values():
            # One finding a group, at the second: two hundred stubs with one text are one habit.
            name = tools.tools[first].name
            different = [index for index in others if tools.tools[index].name != name]
            if different:
                alike = listed(dict.fromkeys(tools.tools[index].name for index in different))
                have, this = agree(len(different), "has", "have"), agree(len(different), "this one", "each")
                message = f"{alike} {have} the same description as `{name}`; say what only {this} does"
                at, *further = ((index, "description") for index in different)
                yield Finding(at, message, related=((first, "description"), *further))


rule = Rule(check, lever="consistency", severity="warning", sets=("recommended",))
