r"""A target changes part of a definition before the model sees it.

SDKs, clients and gateways rewrite schemas: they guess missing types, turn constants into enums, move bounds into descriptions. The
request passes and the model sees something else than what was tested. Write what arrives unchanged, or know what the target makes.

The rule runs for the targets that are configured or named with `--target`, and says nothing without one. To silence one trait for
one target: `rewritten-by-target(codex:const)`.

```yaml target=codex
- name: draw_shape
  description: Draw a shape.
  parameters:
    type: object
    properties:
      kind: {type: string, const: circle}   # finding: "codex rewrites `const` (const at /parameters/properties/kind/const): becomes an enum; write an enum of this one value [https://github.com/openai/codex/blob/main/codex-rs/tools/src/json_schema.rs]"
```

```yaml target=vscode
- name: list_shapes
  description: List all shapes.
  parameters: {type: object}   # finding: "vscode rewrites a root object without `properties` (root-without-properties): empty `properties` are added; add `properties: {}` [https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts]"
```

```yaml ok target=codex,vscode
- name: draw_shape
  description: Draw a shape.
  parameters:
    type: object
    properties:
      kind: {type: string, enum: [circle, square]}
```

Evidence: 80 findings on 30 of 1,111 real tools (2.7%) for `portable` and `codex`, seen while the rule was made; 40 of 40 read
hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset) -> Iterator[Finding]:
    if tools.targets:
        from schemalint.targets.words import findings

        yield from findings(tools, "rewrite", "info")


rule = Rule(check, targets=True, lever="target", severity="info", sets=("minimal",))
