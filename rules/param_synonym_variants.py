r"""One thing has two parameter names across the tools of a set.

`path` in one tool and `file_path` in the next is a difference that a model must remember and gains nothing by. Many pairs are
meant (`query` for SQL beside `search` for words), so this is for those who ask for it.

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
```

Evidence: 9 findings on 9 of 1,111 real tools (0.8%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.names import seen_together
from schemalint.model import Pointer

_GROUPS = (
    ("path", "filepath", "file"),
    ("query", "q", "search", "searchquery"),
    ("limit", "maxresults", "count"),
    ("repo", "repository"),
    ("cwd", "workdir", "workingdir", "workingdirectory"),
    ("cursor", "pagetoken"),
)
_GROUP: dict[str, tuple[str, ...]] = {name: group for group in _GROUPS for name in group}


def check(tools: Toolset) -> Iterator[Finding]:
    for members in seen_together(tools):
        found: dict[tuple[str, ...], dict[str, list[Pointer]]] = {}
        for index, tool in members:
            mine: dict[tuple[str, ...], list[tuple[str, Pointer]]] = {}
            for node in tool.nodes():
                group = (
                    _GROUP.get((node.name or "").casefold().replace("_", "").replace("-", "")) if node.is_parameter else None
                )
                if group is not None:
                    mine.setdefault(group, []).append((node.name or "", (index, *node.at)))
            for group, named in mine.items():
                if len(named) == 1:  # a tool that takes both means two things
                    found.setdefault(group, {}).setdefault(named[0][0], []).append(named[0][1])
        for names in found.values():
            usual = max(names, key=lambda name: len(names[name]))
            for name, places in names.items():
                if name != usual and name.casefold().replace("_", "") != usual.casefold().replace("_", ""):
                    message = f"`{name}` is called `{usual}` in other tools of this set; use one name"
                    yield Finding(places[0], message, related=(*places[1:], names[usual][0]))


rule = Rule(check, lever="consistency", severity="info", sets=("strict",))
