r"""A tool has a name that models know, and other parameters than they expect.

A familiar name brings familiar parameters with it: a model that has called `read_file(path)` a thousand times calls yours so. What
it expects differs by vendor, so any of the usual names will do.

```yaml
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:   # finding: "`read_file` is a name that models know with `path`, `file_path`, `filePath` or `target_file`; use one of them"
      file_to_read: {type: string}
```

```yaml ok
- {name: read_file, description: Read a text file., parameters: {type: object, properties: {path: {type: string}}}}
- {name: read_page, description: Read a page., parameters: {type: object, properties: {page_to_read: {type: string}}}}
```

Evidence: 1 findings on 1 of 1,111 real tools (0.1%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule

_PATHS = ("path", "file_path", "filePath", "target_file")
_USUAL = {
    "bash": ("command", "cmd"),
    "edit_file": _PATHS,
    "fetch": ("url", "urls"),
    "glob": ("pattern", "glob_pattern", "globPattern"),
    "grep": ("pattern", "query", "regex"),
    "read_file": _PATHS,
    "web_search": ("query", "q", "queries"),
    "write_file": _PATHS,
}


def check(node: Node) -> Iterator[Finding]:
    usual = _USUAL.get(node.tool.name) if node.is_root else None
    if usual is not None and node.properties and not any(name in node.properties for name in usual):
        listed = f"{', '.join(f'`{name}`' for name in usual[:-1])} or `{usual[-1]}`"
        yield Finding(node.place("properties"), f"`{node.tool.name}` is a name that models know with {listed}; use one of them")


rule = Rule(check, lever="naming", severity="info", sets=("preview",))
