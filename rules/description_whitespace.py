r"""A description is indented, padded or spaced as its source code was.

A docstring taken over raw keeps the indentation of the function it stood in: 205 of 1,934 real tools. The model reads the same
text without it, and the blanks are tokens on every request.

The fix takes away what all lines are indented by, blanks at line ends and around the text, and blank lines beyond one. Relative
indentation stays, and so does everything inside code fences. In Python `inspect.cleandoc` does so at the source.

```yaml
- name: get_user
  description: "Get a user by id.\n\n    Fails when there is none.\n    "   # finding: the description carries blanks of its source code; strip and dedent it
---
- name: get_user
  description: "Get a user by id.\n\nFails when there is none."
```

```yaml ok
- name: get_user
  description: "Get a user by id.\n\n- one line\n  - and one below"
- name: run_code
  description: "Run code.\n```\na\n\n\n\nb\n```"
```

Evidence: 75 findings on 75 of 1,111 real tools (6.8%), seen while the rule was made; 40 of 40 read hits right; 10 of 10 right
on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Edit, Finding, Fix, Rule, Tool
from schemalint.frameworks.common.hints import hint

WORTH_A_WORD = 4
"""Characters that must be saved."""


def check(tool: Tool) -> Iterator[Finding]:
    text = tool.text
    if not text.strip() or ("\n" not in text and text == text.strip()):
        return
    clean = cleaned(text)
    # A final newline is how YAML and editors end a text, and a newline at both ends costs nothing worth a word.
    if len(text) - len(clean) >= WORTH_A_WORD:
        fix = Fix("Strip and dedent the text", (Edit(("description",), clean),), safe=True)
        told = hint("raw docstring", tool) if "\n" in text else ""
        yield Finding(("description",), f"the description carries blanks of its source code; strip and dedent it{told}", fix)


def cleaned(text: str) -> str:
    """The text without what its lines share, blanks at their ends, and blank lines beyond one; code fences stay as they are."""
    first, *rest = text.replace("\r\n", "\n").strip("\n").split("\n")
    widths = [len(line) - len(line.lstrip(" \t")) for line in rest if line.strip()]
    shared = min(widths, default=0)
    lines = [first.strip(" \t"), *(line[shared:] if line.strip() else "" for line in rest)]
    kept: list[str] = []
    fenced = False
    for line in lines:
        fence = line.lstrip().startswith(("```", "~~~"))
        plain = line if fenced and not fence else line.rstrip()
        if not fenced and not plain and (not kept or not kept[-1]):
            continue
        fenced = fenced is not fence
        kept.append(plain)
    return "\n".join(kept).strip()


rule = Rule(check, lever="budget", severity="info", sets=("recommended",))
