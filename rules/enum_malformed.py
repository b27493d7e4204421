r"""An enum is empty, repeats a value, or none of its values has the declared type.

An empty enum, or one whose values all contradict `type`, can never be satisfied; constrained decoders fail on it. A repeated
value is refused by some validators (JSON Schema forbade it until draft 4 and has advised against it since) and costs tokens.

`null` in the enum of a parameter that may be null is as it should be.

```yaml
- name: set_unit
  description: Choose the unit of temperatures.
  parameters:
    type: object
    properties:
      unit: {type: string, enum: [celsius, kelvin, celsius]}   # finding: `enum` repeats "celsius"; state each value once
---
- name: set_unit
  description: Choose the unit of temperatures.
  parameters:
    type: object
    properties:
      unit: {type: string, enum: [celsius, kelvin]}
```

```yaml
- name: set_level
  description: Choose how much is logged.
  parameters:
    type: object
    properties:
      level: {type: string, enum: [1, 2, 3]}   # finding: no value of `enum` is of type string; change the type or the values
      area: {enum: []}   # finding: `enum` is empty, so no value is ever accepted; state the values or remove it
```

```yaml ok
- name: set_unit
  description: Choose the unit of temperatures.
  parameters:
    type: object
    properties:
      unit: {type: [string, "null"], enum: [celsius, kelvin, null]}
      scale: {type: number, enum: [1, 2.5]}
      mixed: {enum: [1, "1", true]}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

import json
from collections.abc import Iterator

from schemalint import Edit, Finding, Fix, Node, Rule
from schemalint.model import Json
from schemalint.schema.values import TYPES, has_type, shown


def check(node: Node) -> Iterator[Finding]:
    values = node.view.get("enum")
    if not isinstance(values, list):
        return
    at = node.place("enum")
    if not values:
        yield Finding(at, "`enum` is empty, so no value is ever accepted; state the values or remove it")
        return
    # By text: 1 and 1.0 are one number and are let stand, as the fix takes exact repeats only.
    kept: dict[str, Json] = {}
    repeats: list[Json] = []
    for value in values:
        text = json.dumps(value, sort_keys=True)
        if text in kept:
            repeats.append(value)
        kept.setdefault(text, value)
    if repeats:
        shared = at[: len(node.at)] != node.at
        fix = None if shared else Fix("State each value once", (Edit(at, list(kept.values())),), safe=True)
        yield Finding(at, f"`enum` repeats {shown(repeats[0])}; state each value once", fix)
    declared = node.view.get("type")
    names = [declared] if isinstance(declared, str) else declared if isinstance(declared, list) else []
    if node.nullable and None in values:
        return
    if names and all(name in TYPES for name in names) and not any(has_type(value, name) for value in values for name in names):
        yield Finding(at, f"no value of `enum` is of type {' or '.join(names)}; change the type or the values")


rule = Rule(check, keys=("enum",), lever="validity", severity="error", sets=("minimal",))
