r"""A tool of others has the name of a tool that clients bring themselves.

A server that offers `bash` or `read_file` takes the calls that were meant for the client's own (shadowing, Invariant Labs 2025). Only
tools of others are looked at: live servers without `--own`, and what `trust = "third-party"` marks. Honest servers do it too, so it
is an info.

Options: `names` (list of names), the tools that clients bring, in any spelling; ours are those of Claude Code, Cursor, Cline, Codex and
Gemini CLI.

```yaml trust=third-party
- {name: bash, description: Run a command.}   # finding: `bash` is the name of a tool that clients bring themselves; calls meant for that one may come here
- {name: acme_shell, description: Run a command.}
- {name: WebSearch, description: Search the web.}   # finding: `WebSearch` is the name of a tool that clients bring themselves; calls meant for that one may come here
```

```yaml ok
- {name: bash, description: Run a command.}
```

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language.family import unspelled

_NAMES = (
    "apply_patch",
    "bash",
    "codebase_search",
    "edit",
    "edit_file",
    "execute_command",
    "glob",
    "grep",
    "grep_search",
    "multi_edit",
    "notebook_edit",
    "read",
    "read_file",
    "replace_in_file",
    "run_shell_command",
    "run_terminal_cmd",
    "shell",
    "str_replace_editor",
    "task",
    "todo_write",
    "web_fetch",
    "web_search",
    "write",
    "write_file",
    "write_to_file",
)


def check(tool: Tool, tools: Toolset, *, names: tuple[str, ...] = _NAMES) -> Iterator[Finding]:
    if tools.trust == "third-party" and unspelled(tool.name) in {unspelled(name) for name in names}:
        yield Finding(
            ("name",),
            f"`{tool.name}` is the name of a tool that clients bring themselves; calls meant for that one may come here",
        )


rule = Rule(check, lever="security", severity="info", sets=("recommended",))
