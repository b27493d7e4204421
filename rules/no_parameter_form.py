r"""A tool without parameters does not say so.

The Model Context Protocol recommends `{"type": "object", "additionalProperties": false}` for a tool that takes nothing: an open
object lets a model invent arguments. There is no fix: a call that brings an argument of its own would be refused, and Gemini's
API refuses the keyword; leave it to the exporter where you send tools there.

```yaml
- name: list_teams
  description: List all teams.
  parameters: {type: object, properties: {}}   # finding: `list_teams` takes no parameters; say so with `additionalProperties: false`
```

```yaml ok
- {name: list_teams, description: List all teams., parameters: {type: object, additionalProperties: false}}
- {name: list_users, description: List users., parameters: {type: object, properties: {team: {type: string}}}}
- {name: run_any, description: Run with any arguments., parameters: {type: object, additionalProperties: true}}
```

Evidence: 22 findings on 22 of 1,111 real tools (2.0%), seen while the rule was made; 3 more in a registry of 755 tool
summaries; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.schema.keywords import DESCRIBING_OBJECTS

_OTHER = DESCRIBING_OBJECTS - {"properties"} | {"required"}


def check(node: Node) -> Iterator[Finding]:
    if node.is_root and node.type == "object" and not node.view.get("properties") and _OTHER.isdisjoint(node.view):
        yield Finding(node.at, f"`{node.tool.name}` takes no parameters; say so with `additionalProperties: false`")


rule = Rule(check, root=True, lever="metadata", severity="info", sets=("strict",))
