r"""A required parameter has a default.

Required means that the model must write it on every call, so the default never applies: tokens are spent on a value that the
server knows. Take the parameter out of `required`, or take the default away if the server relies on being told.

Schema generators make this from sound code when they print what comes out of validation and not what goes in (Zod's output mode,
Pydantic's serialization mode): ask for the input schema there. OpenAI's strict mode demands that everything is required; the
exporter adds that, sources need not. `default: null` says nothing and is left alone.

The fix takes the name out of `required`. It is unsafe, because the server may in truth need the parameter.

```yaml
- name: translate
  parameters:
    type: object
    properties:
      text: {type: string}
      language: {type: string, default: en}    # finding: `language` is required, so its default "en" never applies; take it out of `required`
    required: [text, language]
---
- name: translate
  parameters:
    type: object
    properties:
      text: {type: string}
      language: {type: string, default: en}
    required: [text]
```

```yaml ok
- name: translate
  parameters:
    type: object
    properties:
      text: {type: string}
      language: {type: string, default: en}
      glossary: {type: [string, "null"], default: null}
      default: {type: string}
    required: [text, glossary, default]
```

Evidence: 14 findings on 11 of 1,111 real tools (1.0%); no hits were read and there are no labels; 2026-11-30.
"""

import json
from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    if node.required and node.view.get("default") is not None:
        shown = json.dumps(node.view["default"], ensure_ascii=False)
        shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
        message = f"`{node.name}` is required, so its default {shown} never applies; take it out of `required`"
        yield Finding(node.at, message, fix=fix_of(node))


def fix_of(node: Node) -> Fix | None:
    """The object that declares the parameter must be the one whose `required` names it, and no definition shared by others."""
    where = node.at[:-2]
    parent = node.parent
    if parent is None or where[: len(parent.at)] != parent.at:
        return None
    names = next((layer.get("required") for at, layer in parent.layers if at == where), None)
    if not isinstance(names, list) or node.name not in names:
        return None
    if all(name == node.name for name in names):
        return Fix("drop `required`", (Edit((*where, "required"), REMOVE),))
    edits = tuple(Edit((*where, "required", index), REMOVE) for index, name in enumerate(names) if name == node.name)
    return Fix(f"take `{node.name}` out of `required`", edits)


rule = Rule(check, lever="required", severity="warning", sets=("recommended",))
