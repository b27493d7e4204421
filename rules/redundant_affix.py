r"""A name says that it is a tool, or repeats the server that the client puts in front.

Every name on the list is a tool. With `mcp__search__search_tool` the model reads the same word three times, on every request, and
the 64 characters of a prefixed name fill up.

The rule looks for tool, function, api and mcp at the end and tool and mcp in front. Where the description speaks of one (a tool that
runs tools, or creates functions), the word is what the tool works on and stays.

The server's name counts only with `client-prefixes`, since some clients do not prefix and then it tells tools apart.

Options: `client-prefixes` (false), whether clients put the server's name in front.

```yaml
- {name: mcp_getRecipe, description: Get a recipe.}   # finding: "`mcp_getRecipe` says `mcp`, which says nothing about this tool: `getRecipe`"
- {name: search_tool, description: A tool to search the index.}   # finding: "`search_tool` says `tool`, which every name here is: `search`"
```

```yaml client_prefixes=true server=github
- {name: github_list_issues, description: List issues.}   # finding: "`github_list_issues` repeats the server `github` that clients put in front: `list_issues`"
```

```yaml ok server=github
- {name: github_list_issues, description: List issues.}
- {name: call_function, description: Call a function of the program.}
- {name: tool, description: Get one tool of the workshop.}
```

Evidence: 5 findings on 5 of 1,111 real tools (0.5%), seen while the rule was made; no hits were read and there is no labelled
set; 2026-11-30.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language import names

_LAST = ("api", "function", "mcp", "tool")
_FIRST = ("mcp", "tool")


def check(tool: Tool, tools: Toolset, *, client_prefixes: bool = False) -> Iterator[Finding]:
    words, places = names.tokens(tool.name), names.spans(tool.name)
    if len(words) < 2:
        return
    server = names.tokens(tools.server or "")
    if client_prefixes and server and words[: len(server)] == server and len(words) > len(server):
        better = _without(tool.name, len(server))
        message = f"`{tool.name}` repeats the server `{tools.server}` that clients put in front: `{better}`"
    elif words[-1] in _LAST and not _speaks_of(words[-1], tool):
        message = _says(tool, words[-1], tool.name[: places[-2][1]])
    elif words[0] in _FIRST and "__" not in tool.name and not _speaks_of(words[0], tool):
        message = _says(tool, words[0], _without(tool.name, 1))
    else:
        return
    yield Finding(("name",), message)


def _without(name: str, count: int) -> str:
    """A name without its first words, in its own style."""
    rest = names.without(name, count)
    return rest if name[:1].isupper() else rest[:1].lower() + rest[1:]


def _says(tool: Tool, word: str, better: str) -> str:
    what = "which every name here is" if word == "tool" else "which says nothing about this tool"
    return f"`{tool.name}` says `{word}`, {what}: `{better}`"


def _speaks_of(word: str, tool: Tool) -> bool:
    """Whether the tool works on what the word names: it executes a tool, creates a function, lists MCP servers."""
    return re.search(rf"(?<!this )\b{word}s?\b(?! (?:to|for|that|which)\b)", tool.text.lower()) is not None


rule = Rule(check, lever="naming", severity="info", sets=("strict",), from_config={"client_prefixes": "client-prefixes"})
