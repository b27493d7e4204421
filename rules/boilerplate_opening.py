r"""The description opens with words that every tool could open with.

A list of tools that all begin with "This tool allows you to" shows the same words where what differs should stand, and some
clients cut long texts after the first line.

"This tool allows you to", "This function is used to", "Use this tool to" and their like. "Use this tool when" says when, which is
guidance, and is left alone, as is what a tool must, cannot or requires.

The fix cuts the words. It is unsafe: the text is meant for the model.

```yaml
- name: read_file
  description: This tool allows you to read a file from the project.    # finding: the description opens with "This tool allows you to"; start with what it does ("Read a file from the project.")
- name: list_notes
  description: Use this tool to list notes.    # finding: the description opens with "Use this tool to"; start with what it does ("List notes.")
---
- name: read_file
  description: Read a file from the project.
- name: list_notes
  description: List notes.
```

```yaml ok
- name: read_file
  description: Use this tool when the path is known. This tool allows you to read one file.
- name: list_notes
  description: This tool requires a login.
- name: allow_user
  description: This function key allows you to enter.
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Edit, Finding, Fix, Rule, Tool
from schemalint.language.verbs import can_act


@cache
def _opening() -> re.Pattern[str]:
    what = r"(?:tool|function|method|endpoint|api|command|operation)"
    return re.compile(
        rf"\s*(?P<opening>(?:this|the) (?:\w+ )?{what} (?:(?:allows|enables|permits|helps) (?:you|users?|the user|agents?)(?: to)?"
        rf"|lets (?:you|users?|the user)|(?:is|can be|should be|may be) used (?:to|for)|is (?:designed|intended|meant) (?:to|for))"
        rf"|use this {what}(?: in order)? to"
        rf"|(?:a|an) (?:\w+ )?{what} (?:to|that (?:allows|enables) you to|that lets you))\s+(?P<rest>(?P<word>[A-Za-z]+).*)",
        re.IGNORECASE | re.DOTALL,
    )


def check(tool: Tool) -> Iterator[Finding]:
    match = _opening().match(tool.text[:2000]) if "to" in tool.text or "lets" in tool.text or "for" in tool.text else None
    if match is None:
        return
    opening, word = " ".join(match["opening"].split()), match["word"]
    start = match.start("rest")
    message = f'the description opens with "{opening}"; start with what it does'
    if not can_act(word.lower()):
        yield Finding(("description",), message)
        return
    text = word[0].upper() + tool.text[start + 1 :]
    first = " ".join(re.split(r"(?<=[.!?])\s|\n\s*\n", text, maxsplit=1)[0].split())
    shown = first if len(first) <= 60 else f"{first[:59].rsplit(' ', 1)[0]} …"
    fix = Fix("Cut the opening", (Edit(("description",), text),))
    yield Finding(("description",), f'{message} ("{shown}")', fix)


rule = Rule(check, lever="description", severity="info", sets=("strict",))
