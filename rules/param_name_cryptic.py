r"""A parameter has a name of one letter, or a number in place of a name.

Models fill in parameters by their names first. `p` and `arg2` say nothing, and descriptions are read with less care.

Letters that are names by convention are spared (option `letters`), and so are numbered names that come alone or say their unit.

Options: `letters` (x, y, z, n, k, q, i, a, b, r, t).

```yaml
- name: move_file
  description: Move a file.
  parameters:
    type: object
    properties:
      p: {type: string, description: Where from.}   # finding: `p` tells nothing; name what it is
      arg1: {type: string, description: Where to.}   # finding: `arg1` tells nothing; name what it is
```

```yaml ok
- name: plot_point
  description: Plot a point.
  parameters: {type: object, properties: {x: {type: number}, y: {type: number}, line_1: {type: string}, md5: {type: string}}}
```

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there are no labels; 2026-11-30.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Node, Rule


def check(
    node: Node, *, letters: tuple[str, ...] = ("x", "y", "z", "n", "k", "q", "i", "a", "b", "r", "t")
) -> Iterator[Finding]:
    name = node.name
    if name is None or not node.is_parameter:
        return
    one_letter = len(name) == 1 and name.isascii() and name.isalpha() and name.lower() not in letters
    if one_letter or re.fullmatch(r"(?:arg|data|param|input|value|var|val|item|field|parameter|argument)_?\d+", name.lower()):
        yield Finding(node.at, f"`{name}` tells nothing; name what it is")


rule = Rule(check, lever="naming", severity="info", sets=("strict",))
