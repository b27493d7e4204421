r"""A keyword of a schema is misspelled, so it does nothing.

Validators pass over keywords that they do not know, and so do providers: `requried` makes nothing required, and the mistake looks
like the model's. A keyword is taken for a typo within one change of a known one, two for words of six letters and more; two
letters that changed places are one change.

Vendor keywords, `x-` keywords and keywords of other dialects are not typos, nor is a word whose value could not be that of the
keyword it resembles: a `schema` that is an object is not a `$schema`.

Options:

- `known` (default empty): further keywords, as a list of words.

```yaml
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      path: {type: string, descripton: File to read.}   # finding: `descripton` is not a keyword and does nothing; did you mean `description`?
    requried: [path]   # finding: `requried` is not a keyword and does nothing; did you mean `required`?
---
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      path: {type: string, description: File to read.}
    required: [path]
```

```yaml
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      encoding: {type: string, description: Encoding of the file., optional: true}   # finding: `optional` is not a keyword and does nothing; a parameter is optional when `required` does not list it
```

```yaml ok
- name: read_file
  description: Read a text file.
  parameters:
    type: object
    properties:
      requried: {type: string, nullable: true, example: a.txt, x-typo: 1, propertyOrdering: [a], schema: {type: string}}
      color: {type: object, default: {descripton: data}}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 28 labels; 2026-11-30.
"""

from collections.abc import Iterator
from functools import lru_cache

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule
from schemalint.frameworks.common.hints import hint
from schemalint.schema.forms import fits
from schemalint.schema.keywords import KEYWORDS

_VENDOR = frozenset(
    "cache_control comment comments when defer_loading discriminator example externalDocs id label name note notes nullable options order propertyOrdering"
    " strict tags unit value xml optional hidden group format_ enumNames enumDescriptions markdownDescription errorMessage".split()
)


def check(node: Node, *, known: tuple[str, ...] = ()) -> Iterator[Finding]:
    for at, layer in node.layers:
        if isinstance(layer.get("optional"), bool) and "optional" not in known:
            what = "`optional` is not a keyword and does nothing"
            yield Finding((*at, "optional"), f"{what}; a parameter is optional when `required` does not list it")
        for keyword in layer:
            if keyword in KEYWORDS or keyword in _VENDOR or keyword in known or keyword.startswith(("x-", "x_", "$")):
                continue
            meant = _meant(keyword)
            if meant is None or not fits(meant, layer[keyword]):
                continue
            fix = None
            if meant not in layer and at[: len(node.at)] == node.at:
                fix = Fix(f"Write `{meant}`", (Edit((*at, meant), layer[keyword]), Edit((*at, keyword), REMOVE)))
            told = hint("defs", node).removeprefix(";") if keyword == "defs" and node.is_root else ""
            yield Finding((*at, keyword), f"`{keyword}` is not a keyword and does nothing; did you mean `{meant}`?{told}", fix)


@lru_cache(1024)
def _meant(keyword: str) -> str | None:
    most = 2 if len(keyword) >= 6 else 1
    near = {other: _distance(keyword, other, most) for other in KEYWORDS if abs(len(other) - len(keyword)) <= most}
    best = min(near, key=lambda other: (near[other], other), default=None)
    return best if best is not None and 0 < near[best] <= most and len(keyword) > 3 else None


def _distance(one: str, other: str, most: int) -> int:
    """Changes from one word to another: a letter put in, left out, replaced, or two changed places; `most` + 1 for more."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, before = before, row
        row = [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


rule = Rule(check, lever="validity", severity="warning", sets=("recommended",))
