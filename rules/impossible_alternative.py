r"""One of several alternatives fits no value at all.

`{"not": {}}` and `false` are what zod and Pydantic write for "undefined": JSON has no such value, so the alternative only costs
tokens, and providers that do not know `not` refuse the tool. Leave it out, and the parameter out of `required`.

```yaml
- name: find_user
  description: Find users by their name.
  parameters:
    type: object
    properties:
      name: {anyOf: [{not: {}}, {type: string}], description: Part of the name.}   # finding: "no value fits this alternative of `anyOf`; leave it out, and the parameter out of `required`"
```

```yaml ok
- name: find_user
  description: Find users by their name.
  parameters:
    type: object
    properties:
      name: {anyOf: [{not: {type: string}}, {type: string}], description: Part of the name.}
```

Evidence: 1 findings on 1 of 1,111 real tools (0.1%), seen while the rule was made; no hits were read and there is no labelled
set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    for keyword in ("anyOf", "oneOf"):
        arms = node.view.get(keyword)
        for index, arm in enumerate(arms if isinstance(arms, list) else ()):
            if arm is False or (isinstance(arm, dict) and arm.get("not", False) in ({}, True)):
                what = f"no value fits this alternative of `{keyword}`"
                yield Finding((*node.place(keyword), index), f"{what}; leave it out, and the parameter out of `required`")


rule = Rule(check, keys=("anyOf", "oneOf"), lever="validity", severity="warning", sets=("recommended",))
