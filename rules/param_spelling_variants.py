r"""One parameter name is spelled in two ways across the tools of a set.

A model that has just written `per_page` writes it again for the next tool, where it is called `perPage`; the call is refused or
the parameter ignored. Of 121 real servers 5 had such names, GitHub's own among them.

Top-level parameters count, whatever their types. Names of one letter are left alone (`-A` and `a` are two things), and a joint
between digits counts. One finding for all spellings of a name. Names that mirror an outside interface go to the option.

Options: `external-names` (list of names): spellings that are not ours to choose.

```yaml
- name: list_commits
  description: List commits of a branch.
  parameters: {type: object, properties: {per_page: {type: integer}}}
- name: list_tags
  description: List tags.
  parameters:
    type: object
    properties:
      perPage: {type: integer}   # finding: `perPage` is spelled `per_page` elsewhere in this set (1 against 1); use one spelling
```

```yaml ok
- name: list_commits
  description: List commits of a branch.
  parameters: {type: object, properties: {per_page: {type: integer}, line_1_1: {type: string}, -A: {type: integer}}}
- name: list_tags
  description: List tags.
  parameters: {type: object, properties: {page_size: {type: integer}, line_11: {type: string}, a: {type: string}}}
```

Evidence: 9 findings on 8 of 1,111 real tools (0.7%), seen while the rule was made; 9 of 9 read hits right; precision 1.00,
recall 1.00 on 28 labels; 1 of 1 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language.family import agree, listed, unspelled
from schemalint.language.names import seen_together
from schemalint.model import Pointer


def check(tools: Toolset, *, external_names: tuple[str, ...] = ()) -> Iterator[Finding]:
    for members in seen_together(tools):
        groups: dict[str, dict[str, list[Pointer]]] = {}
        for index, tool in members:
            for node in tool.nodes():
                if node.is_parameter and node.name and node.name not in external_names:
                    key = unspelled(node.name)
                    if len(key) > 1:
                        groups.setdefault(key, {}).setdefault(node.name, []).append((index, *node.at))
        for spellings in groups.values():
            if len(spellings) < 2:
                continue
            usual = max(spellings, key=lambda name: len(spellings[name]))
            others = [name for name in spellings if name != usual]
            at, *further = (place for name in others for place in spellings[name])
            counts = f"{1 + len(further)} against {len(spellings[usual])}"
            are = agree(len(others), "is", "are")
            message = f"{listed(others)} {are} spelled `{usual}` elsewhere in this set ({counts}); use one spelling"
            related = (*further, spellings[usual][0])
            yield Finding(at, message, related=related, replaces=("param-name-style",))


rule = Rule(
    check, lever="consistency", severity="warning", sets=("recommended",), from_config={"external_names": "external-names"}
)
