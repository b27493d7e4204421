r"""An enum has so many values that a text or a pattern would say it better.

Every value is read on every request. A hundred country codes cost more than "ISO 3166-1 alpha-2" and a pattern, and models know
the standard. The largest of the real enums has 169 values.

Options: `max-values` (100, in the strict set 30); `allow-names` (none), parameters whose enum may be as long as it is.

```yaml max_values=3
- name: get_holidays
  description: List public holidays.
  parameters:
    type: object
    properties:
      country: {type: string, enum: [AT, CH, DE, FR]}   # finding: `country` lists 4 values, more than 3; use a pattern and name the standard, or a tool that lists them
```

```yaml ok
- name: get_holidays
  description: List public holidays.
  parameters: {type: object, properties: {country: {type: string, enum: [AT, CH, DE]}}}
```

Evidence: 5 findings on 5 of 1,111 real tools (0.5%), seen while the rule was made; 5 of 5 read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language.params import declaring


def check(node: Node, *, max_values: int = 100, allow_names: tuple[str, ...] = ()) -> Iterator[Finding]:
    values = node.view.get("enum")
    if not isinstance(values, list) or len(values) <= max_values:
        return
    parameter = declaring(node)
    name = parameter.name if parameter is not None and parameter.name else "the enum"
    if name not in allow_names:
        message = f"`{name}` lists {len(values)} values, more than {max_values}"
        yield Finding(node.place("enum"), f"{message}; use a pattern and name the standard, or a tool that lists them")


rule = Rule(check, keys=("enum",), lever="enum", severity="warning", sets=("recommended",), strict={"max_values": 30})
