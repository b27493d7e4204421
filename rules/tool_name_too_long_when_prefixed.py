r"""The name is too long once a client has put its prefix in front.

Clients send `mcp__server__tool`, and the providers refuse more than 64 characters: the whole session fails, not one call. It is
the hard failure with the most public reports (eight threads read), and the bare name never shows it.

The server's name is the one that the user's client is configured with: state yours with `server-name`. What a server calls itself
is not what clients send. Where the name is not known, `server-allowance` characters are counted for it, about what READMEs
configure, and the finding is an info. A name that starts with the prefix is taken as it is. Clients that shorten long names do not
need this rule.

Options: `prefix` (`mcp__{server}__`), `limit` (64), `server-allowance` (12).

```yaml server=enterprise-database-management
- name: synchronize_customer_data_across_regions   # finding: `synchronize_customer_data_across_regions` has 77 characters behind its prefix `mcp__enterprise-database-management__`, 13 over the limit of 64
  description: Bring customer data of all regions to one state.
```

```yaml
- name: synchronize_customer_data_across_all_regions_again   # finding: `synchronize_customer_data_across_all_regions_again` has 69 characters if clients put `mcp__` and a server name of 12 in front, 5 over the limit of 64; set `server-name` to count yours
  description: Bring customer data of all regions to one state.
```

```yaml ok server=enterprise-database-management
- {name: sync_customer_data, description: Bring customer data of all regions to one state.}
- {name: mcp__enterprise-database-management__sync_customer_data, description: Bring customer data to one state.}
```

Evidence: 3 findings on 3 of 1,111 real tools (0.3%), seen while the rule was made; 3 more in a registry of 755 tool summaries;
3 of 3 read hits right; precision 1.00, recall 1.00 on 26 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset


def check(
    tool: Tool, tools: Toolset, *, prefix: str = "mcp__{server}__", limit: int = 64, server_allowance: int = 12
) -> Iterator[Finding]:
    if tools.independent:
        return
    server = tools.configured
    before, placeholder, _ = prefix.partition("{server}")
    front = prefix.replace("{server}", server if server is not None else "x" * server_allowance)
    if placeholder and tool.name.startswith(before):
        front = ""  # a name that was recorded behind a client
    length = len(front) + len(tool.name)
    if length <= limit:
        return
    assumed = bool(placeholder and front) and server is None
    where = f"behind its prefix `{front}`" if front else "with its prefix"
    if assumed:
        where = f"if clients put `{before}` and a server name of {server_allowance} in front"
    message = f"`{tool.name}` has {length} characters {where}, {length - limit} over the limit of {limit}"
    hint = "; set `server-name` to count yours" if assumed else ""
    yield Finding(("name",), message + hint, severity="info" if assumed else None)


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",), from_config={"prefix": "name-prefix"})
