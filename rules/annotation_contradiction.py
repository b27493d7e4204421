r"""The annotations of a tool contradict each other, or its name.

Clients do not ask the user before running a tool that claims to be read-only. A tool that deletes and states `readOnlyHint`
runs without a question. None of 488 annotated real tools did; where it happens it is dangerous.

Read-only contradicts destructive, and verbs that change things; not destructive contradicts delete, drop, purge and kill. The
verbs set, add and mark are left out: they may change nothing but the session.

A reader that is marked destructive (`search_notes`) is a warning: nothing is lost, but clients ask before every search. Generators
write that for every HTTP POST.

```yaml
- name: delete_repo
  description: Delete a repository for good.
  annotations:
    readOnlyHint: true   # finding: `readOnlyHint` is true, and `delete_repo` deletes; clients would not ask before it runs
- name: purge_cache
  description: Purge the cache of a zone.
  annotations: {readOnlyHint: true, destructiveHint: true}   # finding: `readOnlyHint` and `destructiveHint` are both true; a tool that only reads destroys nothing
- name: drop_table
  description: Drop a table.
  annotations:
    destructiveHint: false   # finding: `destructiveHint` is false, and `drop_table` drops; clients would not ask before it runs
- name: search_notes
  description: Find notes by words in their titles.
  annotations:
    destructiveHint: true   # finding: `destructiveHint` is true, and `search_notes` only reads by its name; clients would ask before every call
```

```yaml ok
- name: find_and_replace
  description: Replace words.
  annotations: {destructiveHint: true}
- name: delete_repo
  description: Delete a repository for good.
  annotations: {readOnlyHint: false, destructiveHint: true}
- name: list_deleted_repos
  description: List deleted repositories.
  annotations: {readOnlyHint: true}
- name: get_update
  description: Get one update.
  annotations: {readOnlyHint: true, destructiveHint: false}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 31 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language.names import base, tokens
from schemalint.language.verbs import is_action

_CHANGING = {
    "create": "creates",
    "delete": "deletes",
    "drop": "drops",
    "kill": "kills",
    "merge": "merges",
    "purge": "purges",
    "remove": "removes",
    "send": "sends",
    "update": "updates",
    "write": "writes",
}
_READING = frozenset("count describe fetch find get list search show".split())
_DESTROYING = ("delete", "drop", "kill", "purge")


def check(tool: Tool, tools: Toolset) -> Iterator[Finding]:
    hints = tool.annotations
    if not isinstance(hints, dict):
        return
    if hints.get("readOnlyHint") is True and hints.get("destructiveHint") is True:
        message = "`readOnlyHint` and `destructiveHint` are both true; a tool that only reads destroys nothing"
        yield Finding(("annotations", "readOnlyHint"), message)
        return
    verb = _verb(tool, tools)
    for hint, value, verbs in (("readOnlyHint", True, tuple(_CHANGING)), ("destructiveHint", False, _DESTROYING)):
        if hints.get(hint) is value and verb in verbs:
            said = f"`{hint}` is {'true' if value else 'false'}, and `{tool.name}` {_CHANGING[verb]}"
            yield Finding(("annotations", hint), f"{said}; clients would not ask before it runs")
            return
    if hints.get("destructiveHint") is True and verb in _READING and not _changes(tool):
        message = f"`destructiveHint` is true, and `{tool.name}` only reads by its name; clients would ask before every call"
        yield Finding(("annotations", "destructiveHint"), message, severity="warning")


def _changes(tool: Tool) -> bool:
    """Whether another word of the name is a verb that changes something, or the description says that something is lost."""
    words = tokens(base(tool.name))
    text = tool.text.lower()
    return any(word not in _READING and is_action(word) for word in words) or any(
        sign in text for sign in ("delet", "destr", "overwrit", "replac", "remov", "eras")
    )


def _verb(tool: Tool, tools: Toolset) -> str:
    """The first word of the name that is a verb, behind the name of the server."""
    words = list(tokens(base(tool.name)))
    server = list(tokens(tools.server or ""))
    if server and words[: len(server)] == server:
        words = words[len(server) :]
    return next((word for word in words if is_action(word) or word in _CHANGING), "")


rule = Rule(check, lever="metadata", severity="error", sets=("recommended",))
