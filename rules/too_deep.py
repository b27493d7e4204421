r"""Parameters are nested deeper than a model fills in reliably.

Each level is one more pair of brackets to keep open and one more place for a value to land in the wrong object. Vendor
advice is flat scalars; no controlled study of nesting is known, so the bound sits above what real tools do (of 1,111 tools
of 87 servers none goes deeper).

Depth counts the parameters around a parameter: `a.b.c` is two levels deep; the elements of a list add none of their own.
One finding a tool, at the first parameter over the bound. A definition is counted where it is first used. Standards that
nest by nature (GeoJSON) are best silenced at their place.

Options: `max-depth` (number, 2): levels that are allowed.

```yaml
- name: style_chart
  parameters:
    type: object
    properties:
      chart:
        type: object
        properties:
          axis:
            type: object
            properties:
              label:
                type: object
                properties:
                  size: {type: integer}   # finding: `chart.axis.label.size` is nested 3 deep, expected at most 2; flatten it
                  colour: {type: string}
```

```yaml ok
- name: style_chart
  parameters:
    type: object
    properties:
      axes:
        type: array
        items:
          type: object
          properties:
            label: {type: object, properties: {size: {type: integer}}}
```

Evidence: no real hit seen on 1,111 real tools; 40 of 40 right on servers that nobody had read (tests/campaigns/precision.md);
2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Tool


def check(tool: Tool, *, max_depth: int = 2) -> Iterator[Finding]:
    for node in tool.nodes():
        if node.name is not None and node.depth > max_depth:
            yield Finding(
                node.at,
                f"`{_path(node)}` is nested {node.depth} deep, expected at most {max_depth}; flatten it",
            )
            return


def _path(node: Node) -> str:
    names = []
    around: Node | None = node
    while around is not None:
        if around.name is not None:
            names.append(around.name)
        around = around.parent
    return ".".join(reversed(names))


rule = Rule(check, lever="shape", severity="warning", sets=("recommended",))
