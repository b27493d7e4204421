r"""A `$ref` is written in a way that many clients do not follow.

Providers and clients resolve references to `#/$defs/NAME`, and to `#/definitions/NAME` of older drafts; few resolve a reference
to another property, as zod writes it where one schema is used twice, and the parameter is shown as anything or the tool is
refused. A `$ref` in place of the root is the business of `root-not-object`.

```yaml
- name: move_event
  description: Move an event to another time.
  parameters:
    type: object
    properties:
      start: {type: string, format: date-time, description: When it starts.}
      end: {$ref: "#/properties/start"}   # finding: "many clients do not follow the `$ref` `#/properties/start`; move what it names to `$defs`"
    required: [start, end]
```

```yaml ok
- name: move_event
  description: Move an event to another time.
  parameters:
    type: object
    properties:
      start: {$ref: "#/$defs/Time"}
      end: {$ref: "#/definitions/Time"}
      parent: {$ref: "#"}
    $defs: {Time: {type: string, format: date-time, description: A time.}}
    definitions: {Time: {type: string, format: date-time, description: A time.}}
```

Evidence: 6 findings on 5 of 1,111 real tools (0.5%), seen while the rule was made; no hits were read and there is no labelled
set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    ref = node.schema.get("$ref") if isinstance(node.schema, dict) else None
    if isinstance(ref, str) and ref.startswith("#/") and not ref.startswith(("#/$defs/", "#/definitions/")):
        yield Finding((*node.at, "$ref"), f"many clients do not follow the `$ref` `{ref}`; move what it names to `$defs`")


rule = Rule(check, keys=("$ref",), lever="validity", severity="warning", sets=("recommended",))
