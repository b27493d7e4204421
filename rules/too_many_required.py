r"""Nearly everything is required.

Required should mean: without this the tool cannot run. Each further required parameter is a value the model must produce,
and will invent where it does not know; an optional one with a stated default costs nothing. Whether a parameter really is
dispensable only the author knows, hence an info.

The rule fires when at least four parameters are all required, or more than five are, and one of them is of a kind that tools run
without: a switch, a limit, a format, an order, options. Ids that address one thing and a target with its content are all needed.
Parameters that belong together count as one: coordinates and sizes, the two ends of a range, the parts of a date, the owner and repository and branch of a file,
group, version and kind of a resource. A tool that calculates or converts needs all that stands in its formula. A parameter
that may be null, has a default or allows one value only is not counted: it asks for nothing.

Options: `all-required` (number, 4): so many are too many when all are required; `most-required` (number, 5): the most that
may be required at all.

```yaml
- name: write_cells
  parameters:
    type: object
    properties:
      file: {type: string}
      sheet: {type: string}
      values: {type: array, items: {type: string}}
      create_sheet: {type: boolean}
    required:     # finding: `write_cells` requires all 4 of its parameters; state defaults for those it can run without
      - file
      - sheet
      - values
      - create_sheet
```

```yaml ok
- name: fill_rectangle
  parameters:
    type: object
    properties:
      x: {type: number}
      y: {type: number}
      width: {type: number}
      height: {type: number}
      colour: {type: string}
    required: [x, y, width, height, colour]
- name: write_cells
  parameters:
    type: object
    properties:
      file: {type: string}
      sheet: {type: string}
      values: {type: array, items: {type: string}}
      create_sheet: {type: boolean, default: false}
    required: [file, sheet, values]
```

Evidence: 7 findings on 7 of 1,111 real tools (0.6%), seen while the rule was made; 4 more in a registry of 755 tool summaries;
6 of 7 read hits right; precision 1.00, recall 0.92 on 25 labels; 0 of 1 right on servers that nobody had read
(tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Tool
from schemalint.frameworks.common.hints import hint
from schemalint.language.names import tokens
from schemalint.language.params import record_of

USUAL = frozenset(
    """
    count currency encoding format language limit locale mode offset options opts order ordering page priority quality recursive
    retries settings size sort style theme timeout timezone unit units verbose visibility
    """.split()
)
FORMULAS = frozenset("calc calculate calculator compute convert converter solve".split())


def check(tool: Tool, *, all_required: int = 4, most_required: int = 5) -> Iterator[Finding]:
    root, *nodes = tool.nodes()
    parameters = [node for node in nodes if node.is_parameter]
    required = [node for node in parameters if node.required]
    asked = [node for node in required if not (node.nullable or "default" in node.view or "const" in node.view)]
    records = {record_of(node.name or "") for node in asked}
    every = len(required) == len(parameters) and len(asked) == len(required)
    too_many = len(records) > most_required or (every and len(records) >= all_required)
    if not too_many or FORMULAS & set(tokens(tool.name)) or not any(_has_usual_default(node) for node in asked):
        return
    count = f"all {len(parameters)}" if every else f"{len(asked)}"
    yield Finding(
        root.place("required"),
        f"`{tool.name}` requires {count} of its parameters; state defaults for those it can run without{hint('required', tool)}",
    )


def _has_usual_default(node: Node) -> bool:
    """Whether a parameter is of a kind that tools run without: a switch, a limit, a format, options."""
    return node.type == "boolean" or not USUAL.isdisjoint(tokens(node.name or "")[-1:])


rule = Rule(check, lever="required", severity="info", sets=("recommended",))
