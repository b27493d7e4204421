r"""A target refuses a tool as it stands.

One tool that a provider refuses makes the whole request fail, and some clients drop every tool of its server without a word;
the error names an index in a merged list, if anything. Of 98 definitions from public reports of refusals 91 are valid JSON
Schema, so that no validator finds them.

The rule runs for the targets that are configured (`targets = ["openai"]`) or named (`--target openai`), and says nothing without
one. `schemalint targets NAME` shows what is known of a target, with the sources; what no source says is not reported. A finding is
only a warning where the refusal is believed and not documented, where sources disagree, or where it depends on the model.

To silence one trait for one target: `rejected-by-target(openai:array-without-items)`.

```yaml target=openai,anthropic
- name: search_issues
  parameters:
    type: object
    anyOf:   # finding: "openai refuses `anyOf` at the root (root-combinator at /parameters/anyOf): \"schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.\"; say it in the description, or split the tool in two [imagekit-developer/imagekit-nodejs#150]" # finding: "anthropic refuses `anyOf` at the root (root-combinator at /parameters/anyOf): \"input_schema does not support oneOf, allOf, or anyOf at the top level\"; say it in the description, or split the tool in two [anthropics/claude-code#5319]"
      - required: [labels]
      - required: [author]
    properties:
      labels:   # finding: "openai refuses an array without `items` (array-without-items at /parameters/properties/labels): \"array schema missing items.\"; say what its elements are [szeider/mcp-dblp#3]"
        type: array
      author: {type: string}
```

```yaml ok target=anthropic
- name: search_issues
  parameters:
    $schema: http://json-schema.org/draft-07/schema#
    type: object
    not: {required: [labels, author]}
    properties:
      labels: {type: array}
      author.name: {type: string}
```

```yaml ok
- name: search_issues
  parameters: {type: object, properties: {labels: {type: array}}}
```

Evidence: 1384 findings on 632 of 1,111 real tools (56.9%) for `portable` and `codex`, seen while the rule was made; 40 of 40
read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset


def check(tools: Toolset) -> Iterator[Finding]:
    if tools.targets:
        from schemalint.targets.words import findings

        yield from findings(tools, "error", "error")


rule = Rule(check, targets=True, lever="target", severity="error", sets=("minimal",))
