r"""A description shouts.

Capitals, "MUST" and exclamation marks win attention from the other tools, not for a reason: assertive words alone moved choices 82
to 7 (arXiv 2505.18135). What is said plainly is followed as well, and a set in which all shout says nothing.

More than two words in capitals of the kind MUST, ALWAYS, NEVER, IMPORTANT, CRITICAL, or more than two emoji.

```yaml
- name: get_status
  description: IMPORTANT! You MUST ALWAYS call this.   # finding: the description shouts (IMPORTANT, MUST, ALWAYS); say it once and plainly
```

```yaml ok
- name: get_status
  description: Return the status. NEVER sends mail, and always works.
```

Evidence: 4 findings on 4 of 1,111 real tools (0.4%), seen while the rule was made; 4 more in a registry of 755 tool summaries;
no hits were read and there is no labelled set; 2026-11-30.
"""

import re
from collections.abc import Iterator

from schemalint import Finding, Rule, Tool


def check(tool: Tool) -> Iterator[Finding]:
    words = re.findall(r"\b(?:MUST|ALWAYS|NEVER|IMPORTANT|CRITICAL|WARNING)\b", tool.text)
    emoji = re.findall("[\U0001f300-\U0001faff\u2600-\u27bf]", tool.text)
    if len(words) > 2 or len(emoji) > 2:
        shown = ", ".join(dict.fromkeys(words)) if len(words) > 2 else f"{len(emoji)} emoji"
        yield Finding(("description",), f"the description shouts ({shown}); say it once and plainly")


rule = Rule(check, lever="description", severity="info", sets=("strict",))
