r"""A tool of an MCP server does not say whether it only reads.

Without annotations a client must assume the worst: that the tool writes, destroys and reaches the open world (Model Context
Protocol, tool annotations). It asks the user before every call, or the user learns to click yes.

It looks where one tool of the set has annotations, so that other wire shapes are not affected. A directory of servers that
demands annotations refuses a server without any: `mcp-directory` asks for them in every set (give the rule another severity in
the same table).

Options: `mcp-directory` (false): whether sets in which no tool has annotations are judged too.

```yaml
- name: get_user   # finding: `get_user` has no `readOnlyHint`; clients take it for a tool that writes and destroys
  description: Get a user by id.
- name: delete_user
  description: Delete a user for good.
  annotations: {readOnlyHint: false, destructiveHint: true}
```

```yaml mcp_directory=true
- {name: get_user, description: Get a user by id.}   # finding: `get_user` has no `readOnlyHint`; clients take it for a tool that writes and destroys
```

```yaml ok
- name: get_user
  description: Get a user by id.
- name: delete_user
  description: Delete a user for good.
```

Evidence: 68 findings on 68 of 1,111 real tools (6.1%), seen while the rule was made; 4 more in a registry of 755 tool
summaries; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset, *, mcp_directory: bool = False) -> Iterator[Finding]:
    if not mcp_directory and not any(isinstance(tool.annotations, dict) for tool in tools.tools):
        return
    for index, tool in enumerate(tools.tools):
        hints = tool.annotations
        if not isinstance(hints, dict) or "readOnlyHint" not in hints:
            message = f"`{tool.name}` has no `readOnlyHint`; clients take it for a tool that writes and destroys"
            yield Finding((index, "name"), message)


rule = Rule(
    check,
    lever="metadata",
    severity="info",
    sets=("strict",),
    from_config={"mcp_directory": "mcp-directory"},
    recommended_with="mcp-directory",
)
