r"""A tool's whole name could be the name of any tool.

`utility`, `helper`, `api` and `task` say nothing that a model could choose by; the design guidance bans the bare noun. A
name says the action and what it acts on.

Only whole names count, with a number behind them or without (`tool_2`): `call_api` and `test_tool` have a verb and are left
to the other rules. It is wrong where the word is the command itself, such as `test` in a tool set for one build system.

Options:

- `extra-names` (default none): further whole names, in snake_case.

```yaml
- name: utility # finding: `utility` could name any tool; name the action and its object, as in `convert_units`
  description: Convert between units.
- name: tool_2 # finding: `tool_2` could name any tool; name the action and its object, as in `convert_units`
  description: Convert between currencies.
```

```yaml ok
- {name: convert_units, description: Convert between units.}
- {name: run_command, description: Run a command line.}
- {name: api_search, description: Find an endpoint.}
- {name: test_connection, description: Try the credentials.}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 29 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool
from schemalint.language.names import GENERIC_NAMES, base, tokens


def check(tool: Tool, *, extra_names: tuple[str, ...] = ()) -> Iterator[Finding]:
    name = "_".join(tokens(base(tool.name)))
    if name.rstrip("0123456789").rstrip("_") in GENERIC_NAMES or name in extra_names:
        message = f"`{tool.name}` could name any tool; name the action and its object, as in `convert_units`"
        yield Finding(("name",), message)


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",))
