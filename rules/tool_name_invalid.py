r"""The name has characters that a provider refuses, or more than 64 of them.

OpenAI, Anthropic and Bedrock take letters, digits, `_` and `-`, at most 64. One name outside of that makes the whole request fail,
also when the tool is never called. The Model Context Protocol allows dots; clients that pass them on break (copilot-cli #1879).

Options: `pattern` (`^[A-Za-z0-9_-]{1,64}$`), a regular expression that the whole name must match. It may come with a clone, so it
is run in linear time: back-references, look-around, `\b` and flags are refused.

```yaml
- name: files.read/v1   # finding: "`files.read/v1` is refused by providers; use letters, digits, `_` and `-`, at most 64: `files_read_v1`"
  description: Read a file.
- name: ""   # finding: the name is empty; use letters, digits, `_` and `-`, at most 64
  description: Read a file.
```

```yaml ok
- {name: read_file, description: Read a file.}
- {name: read-file-2, description: Read a file again.}
```

```yaml ok pattern="^[a-z.]+$"
- {name: files.read, description: Read a file.}
```

Evidence: no real hit seen on 1,111 real tools; 2 more in a registry of 755 tool summaries; 2 of 2 read hits right; 2026-11-30.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Rule, Tool

_PATTERN = r"^[A-Za-z0-9_-]{1,64}$"


def check(tool: Tool, *, pattern: str = _PATTERN) -> Iterator[Finding]:
    if _fits(pattern, tool.name):
        return
    expected = "use letters, digits, `_` and `-`, at most 64" if pattern == _PATTERN else f"it must match {pattern}"
    better = re.sub(r"[^A-Za-z0-9_-]+", "_", tool.name).strip("_")
    hint = f": `{better}`" if better and better != tool.name and len(better) <= 64 and _fits(pattern, better) else ""
    what = f"`{tool.name}` is refused by providers" if tool.name else "the name is empty"
    yield Finding(("name",), f"{what}; {expected}{hint}")


def _fits(pattern: str, name: str) -> bool:
    if pattern == _PATTERN:
        return re.fullmatch(pattern, name) is not None
    from schemalint.automaton import Refused, compiled, matches

    compiled(pattern)
    try:
        return len(name) <= 1_000 and matches(pattern, name)
    except Refused:  # too many steps, which only an attack needs
        return False


rule = Rule(check, lever="naming", severity="error", sets=("minimal",))
