r"""A keyword of the output schema has a value that no JSON Schema validator takes.

Clients validate what a tool answers against its output schema (Model Context Protocol, tools); one that cannot be compiled makes
every call fail, or none is checked.

```yaml
- name: get_weather
  description: Return the weather of one city.
  parameters: {type: object}
  outputSchema:
    type: object
    properties:
      degrees: {type: strng}   # finding: `strng` is no type; the types are array, boolean, integer, null, number, object, string
    required: degrees   # finding: `required` must be a list of different names
```

```yaml ok
- name: get_weather
  description: Return the weather of one city.
  parameters: {type: object}
  outputSchema:
    type: object
    properties:
      degrees: {type: number}
    required: [degrees]
```

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool
from schemalint.model import walk
from schemalint.validity import TYPES, faults


def check(tool: Tool) -> Iterator[Finding]:
    if not tool.has("output_schema"):
        return
    if not isinstance(tool.output_schema, (dict, bool)):
        if tool.output_schema is not None:
            yield Finding(("output_schema",), "an output schema is an object")
        return
    for at, expected in faults(tool.output_schema, ("output_schema",)):
        yield Finding(at, expected)
    for node in walk(tool.output_schema, ("output_schema",), tool):
        declared = node.view.get("type")
        for name in declared if isinstance(declared, list) else [declared]:
            if isinstance(name, str) and name not in TYPES:
                yield Finding(node.place("type"), f"`{name}` is no type; the types are {', '.join(TYPES)}")


rule = Rule(check, lever="validity", severity="error", sets=("minimal",))
