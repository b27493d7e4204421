r"""A keyword of the parameters' schema has a value that no JSON Schema validator takes.

The provider compiles the schema before the model sees it: a list where a string is expected makes the whole request fail, or the
constraint is dropped without a word. The Model Context Protocol takes JSON Schema 2020-12 where `$schema` names no other.
Each keyword is judged by itself, so that one mistake is one finding.

Types by unknown names, empty sets and impossible bounds have rules of their own. A form that only other dialects know (OpenAPI's
`nullable`) is not a fault here.

Options:

- `dialect` (default `auto`, the one that `$schema` declares): `draft-07`, `2019-09` or `2020-12`, for schemas that are written in
  a dialect without saying so.

```yaml
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      path: {type: string, description: 7}   # finding: `description` must be a string
      depth: text   # finding: `depth` must be a schema: an object, true or false
    required: path   # finding: `required` must be a list of different names
```

```yaml
- name: read_file
  description: Read a text file.
  parameters:
    $id: Parameters of read_file   # finding: `$id` must be a URI reference, without spaces and brackets
    type: object
    properties:
      lines: {$ref: "#/$defs/List<int>"}   # finding: `$ref` must be a URI reference, without spaces and brackets
    $defs: {"List<int>": {type: array, items: {type: integer}}}
```

```yaml ok
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      path: {type: string, description: File to read.}
      required: {type: boolean, description: Fail when there is no such file.}
      depth: true
    required: [path]
```

```yaml
- name: draw_line
  description: Draw a line from one point to another.
  parameters:
    type: object
    properties:
      from: {type: array, items: [{type: number}, {type: number}]}   # finding: `items` must be one schema; a list of them is `prefixItems` since 2020-12
```

```yaml ok dialect=draft-07
- name: draw_line
  description: Draw a line from one point to another.
  parameters:
    type: object
    properties:
      from: {type: array, items: [{type: number}, {type: number}]}
```

Evidence: 3 findings on 3 of 1,111 real tools (0.3%), seen while the rule was made; 3 of 3 read hits right; 2026-11-30.
"""

from collections.abc import Iterator
from typing import Literal

from schemalint import Finding, Rule, Tool
from schemalint.schema.forms import Dialect, faults


def check(tool: Tool, *, dialect: Literal["auto", Dialect] = "auto") -> Iterator[Finding]:
    if isinstance(tool.parameters, dict):
        for at, expected in faults(tool.parameters, ("parameters",), by=None if dialect == "auto" else dialect):
            yield Finding(at, expected)


rule = Rule(check, lever="validity", severity="error", sets=("minimal",))
