r"""A description repeats the tool's name and says nothing else.

Every word of it is paid for on every request and buys nothing: the model has read the name already. A study of 10,831 servers
found repeated names in 73 % of them (arXiv 2602.18914). What belongs here is what the name cannot say: effects that last,
limits, what is returned, which tool to use instead.

A word counts as said already when the name has it (`repos` and `repository` are one word, `deletes` and `delete` too) or when it
is an empty verb: do, execute, handle, manage, perform, process, run, use. At the front of a text, so are get, fetch, retrieve,
return and obtain (`archive_size`: "Gets the size of the archive"). One more word may be the name of a parameter. Numbers, quotes,
code and brackets always bring something new, and so does a verb that the name lacks (`git_branch`: "List Git branches"). A tool
without parameters whose name has one or two words is ignored: about `get_time` there may be no more to say. Texts that are not in
Latin script are left alone.

Options: `max-chars` (120), the longest description that is looked at.

```yaml
- name: delete_task
  description: Delete a task.    # finding: `delete_task` is described by its own name; say what the name does not: effects, limits, what to use instead
  parameters: {type: object, properties: {task_id: {type: string}}}
- name: archive_storage_size
  description: Gets the size of the archive    # finding: `archive_storage_size` is described by its own name; say what the name does not: effects, limits, what to use instead
  parameters: {type: object, properties: {archive: {type: string}}}
- name: get_order_status
  description: Retrieves the status of an order.    # finding: `get_order_status` is described by its own name; say what the name does not: effects, limits, what to use instead
  parameters: {type: object, properties: {order: {type: string}}}
- name: bash
  description: Runs a bash command.    # finding: `bash` is described by its own name; say what the name does not: effects, limits, what to use instead
  parameters: {type: object, properties: {command: {type: string}}}
```

```yaml ok
- name: delete_task
  description: Delete a task and its subtasks for good; use archive_task to keep them.
  parameters: {type: object, properties: {task_id: {type: string}}}
- name: git_branch
  description: List Git branches
  parameters: {type: object, properties: {repo_path: {type: string}}}
- name: get_time
  description: Get the time.
  parameters: {type: object, properties: {}}
```

Evidence: 33 findings on 33 of 1,111 real tools (3.0%), seen while the rule was made; 17 more in a registry of 755 tool
summaries; 50 of 50 read hits right; precision 1.00, recall 1.00 on 48 labels; 25 of 25 right on servers that nobody had read
(tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool
from schemalint.language.names import expand, tokens
from schemalint.language.scripts import reads_latin
from schemalint.language.words import content_words, stem
from schemalint.schema.members import properties

EMPTY_VERBS = frozenset(stem(verb) for verb in ("do", "execute", "handle", "manage", "perform", "process", "run", "use"))
GETTING = frozenset(stem(verb) for verb in ("fetch", "get", "obtain", "retrieve", "return"))
NEWS = frozenset('0123456789"`()[]{}<>“”')


def check(tool: Tool, *, max_chars: int = 120) -> Iterator[Finding]:
    text = tool.text.strip()
    if not text or len(text) > max_chars or not reads_latin(text) or not NEWS.isdisjoint(text):
        return
    if " '" in text or "://" in text or "e.g" in text.lower():
        return
    parameters = properties(tool.parameters)
    words = content_words(text)
    if not words or (not parameters and len(tokens(tool.name)) < 3):
        return
    in_name = EMPTY_VERBS | forms(tool.name)
    if stem(words[0]) in GETTING:
        in_name |= GETTING
    called_so = frozenset(form for name in parameters if len(tokens(name)) == 1 for form in forms(name))
    more = {stem(word) for word in words if stem(word) not in in_name and stem(expand(word)) not in in_name}
    if not more or (len(more) == 1 and more <= called_so):
        message = (
            f"`{tool.name}` is described by its own name; say what the name does not: effects, limits, what to use instead"
        )
        yield Finding(("description",), message)


def forms(name: str) -> frozenset[str]:
    return frozenset(form for token in tokens(name) for form in (stem(token), stem(expand(token))))


rule = Rule(check, lever="description", severity="warning", sets=("recommended",))
