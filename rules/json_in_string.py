r"""A parameter takes JSON written into a string.

The model must write JSON inside of JSON, with every quote escaped twice, and nothing tells it the members. An object schema says
the same and is checked.

Silent where the string is the content itself: a file, a text, a body that is passed on; where JSON is only the other choice ("an id,
or a JSON object"); and beside an enum, a pattern or a content type.

```yaml
- name: query_rows
  description: Query rows of a table.
  parameters:
    type: object
    properties:
      filters: {type: string, description: JSON string of filters to apply.}   # finding: `filters` takes JSON in a string; declare the object or list itself
```

```yaml ok
- name: write_file
  description: Write a file.
  parameters:
    type: object
    properties:
      content: {type: string, description: JSON string to write into the file.}
      format: {type: string, enum: [json, csv], description: Return the rows as JSON or CSV.}
      path: {type: string, description: Path of the JSON file.}
```

Evidence: 13 findings on 10 of 1,111 real tools (0.9%), seen while the rule was made; 13 of 13 read hits right; precision 1.00,
recall 1.00 on 26 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule
from schemalint.language.names import tokens
from schemalint.language.params import declaring
from schemalint.language.scripts import reads_latin
from schemalint.schema.keywords import STRING_FORMS

_CONTENT = frozenset(
    "body code content contents data file html markdown message payload script source template text xml yaml".split()
)


@cache
def _says() -> re.Pattern[str]:
    return re.compile(
        r"\bjson[- ](?:encoded )?(?:string|text)\b|\bjson[- ](?:object|array|list|map|dict(?:ionary)?)\b"
        r"|\bjson[- ](?:encoded|formatted|serialized|serialised)\b|\bstringified\b|\bseriali[sz]ed\b"
        r"|\b(?:as|in) (?:a )?json\b(?! (?:file|or|schema|lines))|\bencoded as json\b|\bvalid json\b",
        re.IGNORECASE,
    )


def check(node: Node) -> Iterator[Finding]:
    text = node.text.lower()
    parameter = declaring(node)
    if parameter is None or node.type != "string" or not any(word in text for word in ("json", "stringified", "seriali")):
        return
    if "contentMediaType" in node.view or not STRING_FORMS.isdisjoint(node.view):
        return
    words = tokens(parameter.name or "")
    if (words and words[-1] in _CONTENT) or not reads_latin(node.text):
        return
    match = _says().search(node.text)
    if match is None or re.search(
        r"\b(file|path|key|field|member|inside|within|of) (?:in|inside|within|of|from|to)?\s*(?:the |a )?$|\bor (?:an? |the )?$",
        node.text[: match.start()],
        re.IGNORECASE,
    ):
        return
    if re.search(
        r"\b(content|text|body) (?:of|to write|to send)|\bfile\b|\b(?:return|output|export|result|response|answer)\w*\b",
        node.text,
        re.IGNORECASE,
    ):
        return
    yield Finding(node.at, f"`{parameter.name}` takes JSON in a string; declare the object or list itself")


rule = Rule(check, types=("string",), lever="shape", severity="warning", sets=("recommended",))
