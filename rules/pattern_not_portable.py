r"""A pattern means something else, or nothing, for some of those who read it.

JSON Schema asks for ECMA-262 with the `u` flag; validators in JavaScript set it and stop at a needless escape such as `\_`, with
them the whole tool. `\A` and `\Z` are Python's: in ECMA-262 they are the letters, so that no value fits.

```yaml
- name: add_user
  description: Add a user to the team.
  parameters:
    type: object
    properties:
      login: {type: string, pattern: '\A[a-z]+\Z', description: Login name.}   # finding: "`\\A` is the start of a text for Python alone, elsewhere the letter; write `^` and `$`"
      badge: {type: string, pattern: '^[0-9]{4}\_[a-z]$', description: Number of the badge.}   # finding: "validators that set the `u` flag refuse this pattern: `\\_` is not an escape; leave needless backslashes out"
```

```yaml ok
- name: add_user
  description: Add a user to the team.
  parameters:
    type: object
    properties:
      login: {type: string, pattern: '^[a-z0-9.\-]+$', description: Login name.}
      path: {type: string, pattern: '^C:\\Archive\\Zebra$', description: Where to.}
      word: {type: string, pattern: '^\p{L}+$', description: A word.}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.schema.bounds import pattern_fault, unicode_fault


def check(node: Node) -> Iterator[Finding]:
    pattern = node.view.get("pattern")
    if not isinstance(pattern, str) or pattern_fault(pattern) is not None:
        return
    anchors = [sign for sign in (r"\A", r"\Z", r"\z") if sign in pattern.replace(r"\\", "")]
    if anchors:
        where = "start" if anchors[0] == r"\A" else "end"
        what = f"`{anchors[0]}` is the {where} of a text for Python alone, elsewhere the letter"
        yield Finding(node.place("pattern"), f"{what}; write `^` and `$`")
    elif (fault := unicode_fault(pattern)) is not None:
        what = f"validators that set the `u` flag refuse this pattern: {fault}"
        yield Finding(node.place("pattern"), f"{what}; leave needless backslashes out")


rule = Rule(check, keys=("pattern",), lever="validity", severity="warning", sets=("recommended",))
