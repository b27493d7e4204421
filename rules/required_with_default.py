r"""A required parameter has a default.

Required means that the model must write it on every call, so the default never applies: tokens are spent on a value that the
server knows. Take the parameter out of `required`, or take the default away if the server relies on the argument.

Schema generators make this from sound code when they print what comes out of validation and not what goes in (Zod's output mode,
Pydantic's serialization mode): ask for the input schema there. OpenAI's strict mode demands that everything is required; the
exporter adds that, sources need not. The rule is silent where a configured target demands it. `default: null` says nothing and is
left alone.

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

```yaml ok target=openai-strict
- name: translate
  parameters:
    type: object
    properties: {text: {type: string}, language: {type: string, default: en}}
    required: [text, language]
```

Evidence: 14 findings on 11 of 1,111 real tools (1.0%), seen while the rule was made; 14 of 14 read hits right; 2026-11-30.
"""

import json
from collections.abc import Iterator, Mapping

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule, Tool, Toolset
from schemalint.frameworks.common.hints import hint
from schemalint.model import Json, Pointer


def check(tool: Tool, tools: Toolset) -> Iterator[Finding]:
    if tools.targets:
        from schemalint.targets import demand_all

        if demand_all(tools):
            return
    known: dict[Pointer, Mapping[str, list[int]]] = {}
    for node in tool.nodes():
        if node.required and node.view.get("default") is not None:
            shown = json.dumps(node.view["default"], ensure_ascii=False)
            shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
            message = f"`{node.name}` is required, so its default {shown} never applies; take it out of `required`"
            yield Finding(node.at, message + hint("required default", node), fix=fix_of(node, known))


def fix_of(node: Node, known: dict[Pointer, Mapping[str, list[int]]]) -> Fix | None:
    """The object that declares the parameter must be the one whose `required` names it, and no definition shared by others."""
    where, parent = node.at[:-2], node.parent
    if parent is None or node.name is None or where[: len(parent.at)] != parent.at:
        return None
    if where not in known:
        known[where] = positions(next((layer.get("required") for at, layer in parent.layers if at == where), None))
    indexes = known[where].get(node.name)
    if indexes is None:
        return None
    if len(known[where]) == 1:
        return Fix("drop `required`", (Edit((*where, "required"), REMOVE),))
    return Fix(f"take `{node.name}` out of `required`", tuple(Edit((*where, "required", index), REMOVE) for index in indexes))


def positions(names: Json) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index, name in enumerate(names if isinstance(names, list) else ()):
        found.setdefault(str(name), []).append(index)
    return found


rule = Rule(check, lever="required", severity="warning", sets=("recommended",))
