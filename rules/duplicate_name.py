r"""Two tools of one set have the same name.

A call carries the name only, so one of the two can never be called; providers refuse such a list, and clients keep one and
drop the other without a word. MCP asks that names be unique within a server.

Each later tool is reported, the first is the related place. Data sets whose tools are never shown to one model together
(JSONL, one tool a line) repeat names and are not searched. Names that differ in case only are another rule's.

```yaml
- name: search
  description: Search the documents.
- name: search # finding: `search` is already the name of another tool in this set; give each a name of its own
  description: Search the code.
```

```yaml ok
- {name: search_documents, description: Search the documents.}
- {name: search_code, description: Search the code.}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset) -> Iterator[Finding]:
    if tools.independent:
        return
    first: dict[str, int] = {}
    for index, tool in enumerate(tools.tools):
        earlier = first.setdefault(tool.name, index)
        if earlier != index:
            message = f"`{tool.name}` is already the name of another tool in this set; give each a name of its own"
            yield Finding((index, "name"), message, related=((earlier, "name"),))


rule = Rule(check, lever="consistency", severity="error", sets=("minimal",))
