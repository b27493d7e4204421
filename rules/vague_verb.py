r"""A tool's name has a verb that says nothing, with nothing behind it that says more.

`handle_file_request`, `process_data` and `do_task` could be any tool; a model that looks for a way to read a file passes
them by or calls them for everything. The design guidance bans the empty verbs: handle, process, do.

The verb is only vague when what follows is empty or as empty: `execute_sql`, `run_query` and `handle_dialog` name what they
act on and are left alone, and so is `pods_run`, whose object stands in front. `do` and `perform` before another verb
(`do_search`) are reported always: the other verb is the name. A namespace in front of the verb (the server's name, `mcp`,
words shared by at least three tools) is passed over.

It is wrong where a generic noun is the thing itself, such as `run_task` in a task runner: take the noun out of
`generic-nouns`.

Options:

- `verbs` (default handle process do perform manage deal run execute): the verbs that say nothing alone.
- `generic-nouns` (default file data request task operation action item stuff thing content resource): what adds nothing to
  them.

```yaml
- name: handle_file_request # finding: `handle_file_request` does not say what is done; name the action, as in `read_file`
  description: Read, write or delete a file.
- name: doSearch # finding: `doSearch` puts `do` before the verb that says it; name it `search`
  description: Find text in all files.
```

```yaml ok
- {name: read_file, description: Read a text file.}
- {name: execute_sql, description: Run one SQL statement.}
- {name: run_query, description: Run a saved query.}
- {name: handle_dialog, description: Accept or dismiss the open dialog.}
- {name: process_refund, description: Pay an order back.}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 31 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language import names
from schemalint.language.verbs import can_act, is_action
from schemalint.language.words import STOP_WORDS, stem

_VERBS = ("handle", "process", "do", "perform", "manage", "deal", "run", "execute")
_NOUNS = ("file", "data", "request", "task", "operation", "action", "item", "stuff", "thing", "content", "resource")


def check(tools: Toolset, *, verbs: tuple[str, ...] = _VERBS, generic_nouns: tuple[str, ...] = _NOUNS) -> Iterator[Finding]:
    nouns = {stem(noun) for noun in generic_nouns}
    nobody = {"mcp", *names.tokens(tools.server or "")}
    for members in names.seen_together(tools):
        split = [names.tokens(names.base(tool.name)) for _, tool in members]
        lengths = names.namespaces(split, tools.server, (), can_act)
        house = names.house_of(members)
        for (index, tool), words, length in zip(members, split, lengths, strict=True):
            verb, *rest = words[length:] or ("",)
            if verb not in verbs or "not" in rest[:1]:
                continue
            objects = [word for word in rest if word not in STOP_WORDS]
            owners = [word for owner in (*names.owners(tool.name), *words[:length]) for word in names.tokens(owner)]
            if not objects and any(word not in nobody for word in owners):
                continue  # `pods_run`: what is run stands in front
            if all(stem(names.expand(word)) in nouns for word in objects):
                yield Finding((index, "name"), f"`{tool.name}` does not say what is done; name the action, as in `read_file`")
            elif verb in ("do", "perform") and (is_action(objects[0]) or (len(objects) == 1 and can_act(objects[0]))):
                better = names.renamed(tool.name, (*words[:length], *rest), house)
                yield Finding((index, "name"), f"`{tool.name}` puts `{verb}` before the verb that says it; name it `{better}`")


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",))
