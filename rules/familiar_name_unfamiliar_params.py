r"""A tool has a name that models know, and other parameters than they expect.

A familiar name brings familiar parameters with it: a model that has called `read_file(path)` a thousand times calls yours so. What
it expects differs by vendor, so any of the usual names will do, in any spelling. Known are bash, edit_file, fetch, glob, grep,
read_file, web_search and write_file.

```yaml
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:   # finding: "`read_file` is a name that models know with `path`, `file_path`, `target_file` or `filename`; use one of them"
      file_to_read: {type: string}
```

```yaml ok
- {name: read_file, description: Read a text file., parameters: {type: object, properties: {filePath: {type: string}}}}
- {name: read_page, description: Read a page., parameters: {type: object, properties: {page_to_read: {type: string}}}}
```

Evidence: 1 findings on 1 of 1,111 real tools (0.1%), seen while the rule was made; no hits were read and there is no labelled
set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language.family import unspelled

_PATHS = ("path", "file_path", "target_file", "filename")
_USUAL = {
    "bash": ("command", "cmd"),
    "editfile": _PATHS,
    "fetch": ("url", "urls"),
    "glob": ("pattern", "glob_pattern"),
    "grep": ("pattern", "query", "regex"),
    "readfile": _PATHS,
    "websearch": ("query", "q", "queries"),
    "writefile": _PATHS,
}


def check(node: Node) -> Iterator[Finding]:
    if not node.is_root or not node.properties:
        return
    usual = _USUAL.get(unspelled(node.tool.name))
    if usual is not None and not {unspelled(name) for name in usual} & {unspelled(name) for name in node.properties}:
        known = f"{', '.join(f'`{name}`' for name in usual[:-1])} or `{usual[-1]}`"
        yield Finding(node.place("properties"), f"`{node.tool.name}` is a name that models know with {known}; use one of them")


rule = Rule(check, lever="naming", severity="info", sets=("preview",))
