r"""The name is too long once a client has put its prefix in front.

Clients send `mcp__server__tool`, and the providers refuse more than 64 characters: the whole session fails, not one call. It is
the hard failure with the most public reports (eight threads read), and the bare name never shows it.

The server is the one of the set (`server-name`); where it is not known, `server-allowance` characters are counted for it, and the
finding is an info. A name that starts with the prefix is taken as it stands. Clients that shorten long names do not need this rule.

Options: `prefix` (`mcp__{server}__`), `limit` (64), `server-allowance` (20).

```yaml server=enterprise-database-management
- name: synchronize_customer_data_across_regions   # finding: `synchronize_customer_data_across_regions` has 77 characters behind its prefix `mcp__enterprise-database-management__`, 13 over the limit of 64
  description: Bring customer data of all regions to one state.
```

```yaml
- name: synchronize_customer_data_across_all_regions   # finding: `synchronize_customer_data_across_all_regions` has 71 characters behind a prefix with 20 for the server, 7 over the limit of 64
  description: Bring customer data of all regions to one state.
```

```yaml ok server=enterprise-database-management
- {name: sync_customer_data, description: Bring customer data of all regions to one state.}
- {name: mcp__enterprise-database-management__sync_customer_data, description: Bring customer data to one state.}
```

Evidence: 3 findings on 3 of 1,111 real tools (0.3%); 3 more in a registry of 755 tool summaries; 3 of 3 read hits right;
precision 1.00, recall 1.00 on 26 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset


def check(
    tool: Tool, tools: Toolset, *, prefix: str = "mcp__{server}__", limit: int = 64, server_allowance: int = 20
) -> Iterator[Finding]:
    if tools.independent:
        return
    server = tools.server
    front = prefix.replace("{server}", server if server is not None else "x" * server_allowance)
    if "{server}" in prefix and (begins := prefix.partition("{server}")[0]) and tool.name.startswith(begins):
        front = ""  # a name that was recorded behind a client
    length = len(front) + len(tool.name)
    if length > limit:
        behind = (
            f"behind its prefix `{front}`" if server is not None else f"behind a prefix with {server_allowance} for the server"
        )
        behind = behind if front else "with its prefix"
        message = f"`{tool.name}` has {length} characters {behind}, {length - limit} over the limit of {limit}"
        yield Finding(("name",), message, severity=None if server is not None else "info")


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",), from_config={"prefix": "name-prefix"})
