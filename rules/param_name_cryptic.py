r"""A parameter has a name of one letter, or a number in place of a name.

Models fill in parameters by their names first. `p` and `arg2` say nothing, and descriptions are read with less care.

Letters that are names by convention are ignored, with their siblings (`c` beside `a` and `b`), and so are numbers behind a
word that says something (`image_1`, `md5`).

Options: `letters` (a, b, i, k, n, q, r, t, x, y, z).

```yaml
- name: move_file
  description: Move a file.
  parameters:
    type: object
    properties:
      p: {type: string, description: Where from.}   # finding: `p` says nothing; name what it is
      arg1: {type: string, description: Where to.}   # finding: `arg1` says nothing; name what it is
```

```yaml ok
- name: plot_point
  description: Plot a point.
  parameters: {type: object, properties: {x: {type: number}, y: {type: number}, line_1: {type: string}, md5: {type: string}}}
- {name: solve_quadratic, description: Solve., parameters: {type: object, properties: {a: {type: number}, b: {type: number}, c: {type: number}}}}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule

_LETTERS = ("a", "b", "i", "k", "n", "q", "r", "t", "x", "y", "z")


@cache
def _numbered() -> re.Pattern[str]:
    return re.compile(r"(?:arg|argument|data|field|input|item|param|parameter|val|value|var)_?\d{1,3}", re.IGNORECASE)


def check(node: Node, *, letters: tuple[str, ...] = _LETTERS) -> Iterator[Finding]:
    name = node.name
    if name is None or not node.is_parameter or node.parent is None:
        return
    if len(name) == 1 and name.isascii() and name.isalpha():
        # `c` beside `a` and `b` is a coefficient.
        others = (other.lower() for other in node.parent.properties if len(other) == 1 and other != name)
        if name.lower() in letters or any(other in letters for other in others):
            return
    elif _numbered().fullmatch(name) is None:
        return
    yield Finding(node.at, f"`{name}` says nothing; name what it is")


rule = Rule(check, lever="naming", severity="info", sets=("strict",))
