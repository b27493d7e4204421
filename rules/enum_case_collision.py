r"""Two values of an enum differ by case or separators only.

`JSON` and `json` are one word to a model. It takes either, and only one of them does what it wants.

Values of one letter are ignored (`M` and `m` are units), and so are values that differ in other signs (`C++` and `C#`).

```yaml
- name: export_report
  description: Write the report to a file.
  parameters:
    type: object
    properties:
      format: {type: string, enum: [JSON, csv, json]}   # finding: "JSON" and "json" differ by case or separators only; keep one
```

```yaml ok
- name: export_report
  description: Write the report to a file.
  parameters:
    type: object
    properties:
      unit: {type: string, enum: [M, m]}
      language: {type: string, enum: [C, C++, "C#"]}
      sort: {type: string, enum: [title, -title]}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 24 labels; 2 of 2 right on servers that nobody
had read (tests/campaigns/precision.md); 2026-12-01.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    values = node.view.get("enum")
    first: dict[str, str] = {}
    for value in values if isinstance(values, list) else ():
        if not isinstance(value, str) or len(value) < 2:
            continue
        # Only between letters: a minus in front is the usual way to write a descending sort.
        key = re.sub(r"(?<=\w)[ _-]+(?=\w)", "", value.casefold().replace("_", " "))
        other = first.setdefault(key, value)
        if key and other != value:
            yield Finding(node.place("enum"), f'"{other}" and "{value}" differ by case or separators only; keep one')
            return


rule = Rule(check, keys=("enum",), lever="enum", severity="warning", sets=("recommended",))
