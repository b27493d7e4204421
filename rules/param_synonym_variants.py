r"""One thing has two parameter names across the tools of a set.

`path` in one tool and `file_path` in the next is a difference that a model must remember and gains nothing by. Many pairs are
meant (`query` for SQL beside `search` for words), so this is for those who ask for it.

The rule looks for path, file_path and file; query, q, search and search_query; limit, max_results and count; repo and repository; cwd
and working_directory; cursor and page_token. A tool that takes two of them means two things, and so do two types. The `count`
of a tool that changes things is how many it changes, not how many it returns. One finding for all
names of one thing.

```yaml
- {name: read_file, description: Read., parameters: {type: object, properties: {path: {type: string}}}}
- name: write_file
  description: Write.
  parameters:
    type: object
    properties:
      file_path: {type: string}   # finding: `file_path` is called `path` in other tools of this set; use one name
```

```yaml ok
- {name: read_file, description: Read., parameters: {type: object, properties: {path: {type: string}}}}
- {name: copy_file, description: Copy., parameters: {type: object, properties: {path: {type: string}, file_path: {type: string}}}}
- {name: insert_rows, description: Insert., parameters: {type: object, properties: {count: {type: integer}}}}
- {name: find_rows, description: Find., parameters: {type: object, properties: {limit: {type: integer}}}}
- {name: show_files, description: Show., parameters: {type: object, properties: {file: {type: boolean}}}}
```

Evidence: 9 findings on 9 of 1,111 real tools (0.8%), seen while the rule was made; no hits were read and there is no labelled
set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.family import agree, listed, unspelled
from schemalint.language.names import seen_together, tokens
from schemalint.model import Pointer

_GROUPS = (
    ("path", "filepath", "file"),
    ("query", "q", "search", "searchquery"),
    ("limit", "maxresults", "count"),
    ("repo", "repository"),
    ("cwd", "workdir", "workingdir", "workingdirectory"),
    ("cursor", "pagetoken"),
)
_READING = frozenset("browse fetch find get list lookup query read recent search show top".split())
_GROUP: dict[str, int] = {name: number for number, group in enumerate(_GROUPS) for name in group}


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        # by thing and type; then by name without its spelling, which is `param-spelling-variants`
        found: dict[tuple[int, str], dict[str, list[tuple[str, Pointer]]]] = {}
        for index, tool in members:
            mine: dict[int, list[tuple[str, str, Pointer]]] = {}
            for node in tool.nodes():
                if node.is_parameter and node.name and (group := _GROUP.get(unspelled(node.name))) is not None:
                    if unspelled(node.name) == "count" and _READING.isdisjoint(tokens(tool.name)):
                        continue  # how many rows to insert is not how many results to return
                    kind = "number" if node.type == "integer" else node.type or ""
                    mine.setdefault(group, []).append((kind, node.name, (index, *node.at)))
            for group, uses in mine.items():
                if len(uses) == 1:
                    kind, name, at = uses[0]
                    found.setdefault((group, kind), {}).setdefault(unspelled(name), []).append((name, at))
        for names in found.values():
            if len(names) > 1:
                yield _variants(names)


def _variants(names: dict[str, list[tuple[str, Pointer]]]) -> Finding:
    usual = max(names, key=lambda name: len(names[name]))
    others = [use for name, uses in names.items() if name != usual for use in uses]
    called = list(dict.fromkeys(name for name, _ in others))
    at, *further = (place for _, place in others)
    expected, first = names[usual][0]
    message = f"{listed(called)} {agree(len(called), 'is', 'are')} called `{expected}` in other tools of this set; use one name"
    return Finding(at, message, related=(*further, first))


rule = Rule(check, lever="consistency", severity="info", sets=("strict",))
