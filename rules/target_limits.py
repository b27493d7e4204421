r"""A set or a tool is over a limit of a target: tools in one request, parameters, values, levels.

Providers and clients count. OpenAI and VS Code take 128 tools, Cursor 80; Anthropic's strict mode adds up the optional parameters
of all strict tools; OpenAI's counts properties, levels and values of enums. Over the limit the request is refused, or tools vanish.

A count of the whole set is reported at its first tool, a sum at the tool that exceeds it. The rule runs for the targets that are
configured or named with `--target`, and says nothing without one. A data set of single tools is not counted. To silence one limit of
one target: `target-limits(cursor:tools)`.

```yaml target=openai-strict@2024-08-06
- name: place_order
  description: Place an order.
  parameters:
    type: object
    properties:
      order:
        type: object
        properties:
          customer:
            type: object
            properties:
              account:
                type: object
                properties:
                  owner:
                    type: object
                    properties:
                      address: {type: object, properties: {}}   # finding: "openai-strict refuses 6 levels of nested objects, more than 5 (levels at /parameters/properties/order/properties/customer/properties/account/properties/owner/properties/address); flatten the objects [openai/openai-node#1176]"
```

```yaml ok target=openai,openai-strict,cursor
- name: place_order
  description: Place an order.
  parameters: {type: object, additionalProperties: false, properties: {id: {type: string}}, required: [id]}
```

Evidence: no real hit seen on 1,111 real tools for `portable` and `codex`; no hits were read and there is no labelled set;
2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset) -> Iterator[Finding]:
    if tools.targets:
        from schemalint.targets.words import findings

        yield from findings(tools, "budget", "error")


rule = Rule(check, targets=True, lever="target", severity="error", sets=("minimal",))
