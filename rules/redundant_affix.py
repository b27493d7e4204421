r"""A name says that it is a tool, or repeats the server that the client puts in front.

Every name on the list is a tool. With `mcp__search__search_tool` the model reads the same word three times, on every request, and
the 64 characters of a prefixed name fill up.

The server's name counts only with `client-prefixes`, since some clients do not prefix and then it tells tools apart.

Options: `client-prefixes` (false), whether clients put the server's name in front.

```yaml
- {name: search_tool, description: Search the index.}   # finding: "`search_tool` says `tool`, which every name here is: `search`"
```

```yaml client_prefixes=true server=github
- {name: github_list_issues, description: List issues.}   # finding: "`github_list_issues` repeats the server `github` that clients put in front: `list_issues`"
```

```yaml ok server=github
- {name: github_list_issues, description: List issues.}
- {name: call_function, description: Call a function of the program.}
- {name: tool, description: Get one tool of the workshop.}
```

Evidence: 6 findings on 6 of 1,111 real tools (0.5%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language import names


def check(tool: Tool, tools: Toolset, *, client_prefixes: bool = False) -> Iterator[Finding]:
    words = names.tokens(tool.name)
    style = names.style_of(tool.name)
    house: names.Style = style if style is not None and style != "mixed" else "snake_case"
    server = names.tokens(tools.server or "")
    if client_prefixes and server and words[: len(server)] == server and len(words) > len(server):
        better = names.restyle(words[len(server) :], house)
        message = f"`{tool.name}` repeats the server `{tools.server}` that clients put in front: `{better}`"
        yield Finding(("name",), message)
    elif len(words) > 1 and (words[-1] in ("tool", "api") or words[0] in ("mcp", "tool")):
        word = words[-1] if words[-1] in ("tool", "api") else words[0]
        rest = words[:-1] if words[-1] in ("tool", "api") else words[1:]
        better = names.restyle(rest, house)
        what = "which every name here is" if word == "tool" else "which tells nothing of this tool"
        if not (
            len(rest) == 1
            and rest[0] in ("get", "list", "create", "delete", "update", "call", "use", "search")
            and word == "api"
        ):
            yield Finding(("name",), f"`{tool.name}` says `{word}`, {what}: `{better}`")


rule = Rule(check, lever="naming", severity="info", sets=("strict",))
