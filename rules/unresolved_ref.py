r"""A `$ref` leads nowhere: to nothing, to another document, or round in a circle.

A client does not fetch references (Model Context Protocol, tools), and no provider does: what the reference stands for never
reaches the model. Definitions live in `$defs` of the same schema.

Anchors of the same document are followed by name. Recursive schemas, whose references have something between them, are fine.

```yaml
- name: move_file
  description: Move a file into another folder.
  parameters:
    type: object
    properties:
      from: {$ref: "#/defs/Path"}   # finding: "`#/defs/Path` names nothing in this schema; did you mean `#/$defs/Path`?"
      to: {$ref: "https://example.com/path.json"}   # finding: "`https://example.com/path.json` lies outside of this schema and is never fetched; put it into `$defs`"
      mode: {$ref: "#/$defs/A"}
    $defs:
      Path: {type: string}
      A: {$ref: "#/$defs/B"}
      B: {$ref: "#/$defs/A"}   # finding: "`#/$defs/A` leads round in a circle and never to a schema"
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

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.model import Json, resolve, subschemas


def check(node: Node) -> Iterator[Finding]:
    if not node.layers:
        return
    # What is looked through ends at the first reference that cannot be followed; all before it were.
    at, layer = node.layers[-1]
    ref = layer.get("$ref")
    if not isinstance(ref, str):
        return
    root = node.tool.parameters
    if resolve(ref, root, ()) is not None:
        yield Finding((*at, "$ref"), f"`{ref}` leads round in a circle and never to a schema")
    elif not ref.startswith("#"):
        yield Finding((*at, "$ref"), f"`{ref}` lies outside of this schema and is never fetched; put it into `$defs`")
    elif not _is_anchor(ref[1:], root):
        guesses = (ref.replace("#/defs/", "#/$defs/"), ref.replace("#/definitions/", "#/$defs/"))
        near = next((guess for guess in guesses if guess != ref and resolve(guess, root, ())), None)
        hint = f"; did you mean `{near}`?" if near else "; declare it in `$defs`"
        yield Finding((*at, "$ref"), f"`{ref}` names nothing in this schema{hint}")


def _is_anchor(name: str, root: Json) -> bool:
    if not name or name.startswith("/"):
        return False
    stack = [root]
    while stack:
        schema = stack.pop()
        if isinstance(schema, dict):
            if name in (schema.get("$anchor"), schema.get("$dynamicAnchor")) or schema.get("$id") == f"#{name}":
                return True
            stack.extend(sub for _, sub in subschemas(schema))
    return False


rule = Rule(check, lever="validity", severity="error", sets=("minimal",))
