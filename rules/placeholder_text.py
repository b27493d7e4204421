r"""A text was never written: it is a placeholder.

"TODO", "string" or a template's `{{description}}` tell the model nothing, and somebody meant to come back.

The whole text must be a placeholder, or hold a marker that was not filled in. A marker in backticks is meant, and so is one in a
sentence about placeholders, templates or variables, or behind "e.g.".

```yaml
- name: get_user
  description: TODO   # finding: the description is a placeholder; say what it is for
  parameters:
    type: object
    properties:
      id: {type: string, description: "Id of {{entity}}"}   # finding: the description holds `{{entity}}`, which was never filled in
```

```yaml ok
- name: list_todos
  description: List the TODO comments of a file.
  parameters:
    type: object
    properties:
      mark: {type: string, description: "Template text, such as `{{name}}`."}
      number: {type: string, description: Number of the ticket.}
      find: {type: string, description: "Placeholder to replace, written {{NAME}} in the document."}
      path: {type: string, description: "Path with variables (e.g. ${HOME}/notes)."}
      subject: {type: string, description: "Subject line; merge fields like {{first_name}} are filled in for each reader."}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 26 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Rule, Tool
from schemalint.model import Pointer

_EMPTY = frozenset(
    "todo tbd tba fixme xxx n/a na none null undefined description string number integer boolean object array value placeholder text"
    " ... … - ?".split()
)


@cache
def _marker() -> re.Pattern[str]:
    return re.compile(
        r"\{\{\s*[\w.-]{1,40}\s*\}\}|\$\{[\w.-]{1,40}\}"
        # an element with its end is markup (pydantic-ai wraps what a docstring says of the result in <description>)
        r"|<(describe|description|insert|your|enter|fill in|add|explain|todo|placeholder)\b[^<>\n]{0,60}>(?![^<]{0,2000}</\1>)|\[(?:insert|your|describe|todo)\b[^\]\n]{0,60}\]",
        re.IGNORECASE,
    )


@cache
def _speaks_of_markers() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:placeholders?|templates?|variables?|merge (?:fields?|tags?)|tokens? (?:like|such as)|interpolat\w+|substitut\w+|syntax)\b"
        r"|\b(?:e\.g\.?|for example|such as|like)[ ,:]*[\"'(]*$"
    )


def check(tool: Tool) -> Iterator[Finding]:
    texts: list[tuple[Pointer, str]] = [(("description",), tool.text)] if tool.text.strip() else []
    texts += [(node.place("description"), node.text) for node in tool.nodes() if node.text.strip()]
    for at, text in texts:
        plain = text.strip().lower().strip(".!:;() \n")
        if plain in _EMPTY or not any(char.isalnum() for char in text) or plain.startswith("lorem ipsum"):
            yield Finding(at, "the description is a placeholder; say what it is for")
            continue
        marker = _marker().search(re.sub(r"`+[^`]*`+", "", text)) if any(char in text for char in "{<[") else None
        if marker is not None and not _is_subject(text, marker[0]):
            yield Finding(at, f"the description holds `{marker[0]}`, which was never filled in")


def _is_subject(text: str, marker: str) -> bool:
    """Whether the text speaks of markers, so that this one is an example: `replace placeholders (e.g. {{NAME}})`."""
    before = text[: text.find(marker)].lower()
    sentence = before.replace("e.g. ", "e.g.")
    sentence = sentence[max(sentence.rfind(". "), sentence.rfind("\n")) + 1 :]
    return _speaks_of_markers().search(sentence) is not None


rule = Rule(check, lever="description", severity="warning", sets=("recommended",))
