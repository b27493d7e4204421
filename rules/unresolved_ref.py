r"""A `$ref` leads nowhere: to nothing, to another document, or round in a circle.

A client does not fetch references (Model Context Protocol, tools), and no provider does: what the reference stands for never
reaches the model. Definitions live in `$defs` of the same schema.

Anchors and embedded `$id`s of the same document are followed. A recursive schema is fine where it can end: in a list, in a
parameter that may be left out, or beside another choice. One that demands itself has no value at all.

```yaml
- name: move_file
  description: Move a file into another folder.
  parameters:
    type: object
    properties:
      from: {$ref: "#/defs/Path"}   # finding: "`#/defs/Path` names nothing in this schema; did you mean `#/$defs/Path`?"
      to: {$ref: "https://example.com/path.json"}   # finding: "`https://example.com/path.json` is outside this schema and is never fetched; copy it into `$defs`"
      mode: {$ref: "#/$defs/A"}
    $defs:
      Path: {type: string}
      A: {$ref: "#/$defs/B"}
      B: {$ref: "#/$defs/A"}   # finding: "`#/$defs/A` leads in a circle, never to a schema"
      Tree: {type: object, properties: {kid: {$ref: "#/$defs/Tree"}}, required: [kid]}   # finding: "`#/$defs/Tree` requires itself without end, so no value fits; make it optional"
```

```yaml ok
- name: move_file
  description: Move a file into another folder.
  parameters:
    type: object
    properties:
      from: {$ref: "#/$defs/Path"}
      to: {$ref: "#path"}
      tree: {$ref: "#/$defs/Tree"}
      $ref: {type: string}
    $defs:
      Path: {type: string, $anchor: path}
      Tree: {type: object, properties: {kids: {type: array, items: {$ref: "#/$defs/Tree"}}}}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool
from schemalint.schema.references import dead_ends


def check(tool: Tool) -> Iterator[Finding]:
    for at, message in dead_ends(tool.parameters, ("parameters",)):
        yield Finding(at, message)


rule = Rule(check, marks=("$ref",), lever="validity", severity="error", sets=("minimal",))
