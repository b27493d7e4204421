r"""A target drops part of a definition, or does not enforce it.

The request passes, and what is dropped never reaches the model: it then sends what the schema was meant to forbid. Nothing reports
this at run time. What matters has to be said in the description, which every target passes on.

The rule runs for the targets that are configured or named with `--target`, and says nothing without one. Titles, comments and
examples are an info; so is what only some models drop. To silence one trait for one target: `dropped-by-target(codex:pattern)`.

```yaml target=codex
- name: get_invoice
  description: Get an invoice by number.
  parameters:
    type: object
    properties:
      number: {type: string, pattern: "^[0-9]+$"}   # finding: "codex drops `pattern` (pattern at /parameters/properties/number/pattern); the model never sees it: restate it in the description [https://github.com/openai/codex/blob/main/codex-rs/tools/src/json_schema.rs]"
```

```yaml target=outlines
- name: list_invoices
  description: List invoices, the newest first.
  parameters:
    type: object
    properties:
      limit: {type: integer, maximum: 100}   # finding: "outlines does not enforce `maximum` (numeric-bounds at /parameters/properties/limit/maximum); nothing holds the model to it: restate it in the description [PyPI outlines-core 0.2.14]"
```

```yaml ok target=openai
- name: get_invoice
  description: Get an invoice by number.
  parameters:
    type: object
    properties:
      number: {type: string, pattern: "^[0-9]+$"}
```

Evidence: 3205 findings on 829 of 1,111 real tools (74.6%) for `portable` and `codex`, seen while the rule was made; 40 of 40
read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset) -> Iterator[Finding]:
    if tools.targets:
        from schemalint.targets.words import findings

        yield from findings(tools, "drop", "warning")


rule = Rule(check, targets=True, lever="target", severity="warning", sets=("minimal",))
