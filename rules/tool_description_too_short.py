r"""The description of a tool has only a few words.

Vendors ask for several sentences: what it does, when to use it, what it returns. More text costs steps, too, so this is for those
who ask for it. Names that are commands by themselves (grep, bash) may need no more.

Options: `min-words` (6).

```yaml
- name: deploy_branch
  description: Deploys to staging.   # finding: the description has 3 words; say when to use it and what it returns
```

```yaml ok
- name: deploy_branch
  description: Deploy the current branch to staging and return the release id.
```

Evidence: 109 findings on 109 of 1,111 real tools (9.8%), seen while the rule was made; 117 more in a registry of 755 tool
summaries; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool
from schemalint.language.scripts import reads_latin


def check(tool: Tool, *, min_words: int = 6) -> Iterator[Finding]:
    count = len(tool.text.split())
    if 0 < count < min_words and reads_latin(tool.text):
        yield Finding(("description",), f"the description has {count} words; say when to use it and what it returns")


rule = Rule(check, lever="description", severity="info", sets=("strict",))
