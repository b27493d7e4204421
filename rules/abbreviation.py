r"""A name is shortened where the whole word would cost a token at most.

`usr_cfg` has as many tokens as `user_config`, and a model must guess what it stands for. Established short forms (id, url, repo,
org, dir, max, min, args, env, db, api, ip, os, cwd) are words by now.

Options: `words` (list of words): the short forms that are looked for, beside our own list.

```yaml
- name: get_user
  description: Get a user.
  parameters:
    type: object
    properties:
      usr_cfg: {type: string}   # finding: "`usr_cfg` shortens words; write `user_config`"
```

```yaml ok
- name: get_user
  description: Get a user.
  parameters: {type: object, properties: {user_config: {type: string}, repo_url: {type: string}, max_num_results: {type: integer}}}
```

Evidence: 0 findings on 0 of 1,111 real tools (0.0%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Tool
from schemalint.language import names

_LONG = {
    "addr": "address",
    "cfg": "config",
    "desc": "description",
    "mgr": "manager",
    "obj": "object",
    "pwd": "password",
    "qty": "quantity",
    "svc": "service",
    "usr": "user",
}


def check(tool: Tool, *, words: tuple[str, ...] = ()) -> Iterator[Finding]:
    for node in tool.nodes():
        if node.name and node.is_parameter:
            yield from _shortened(node, words)


def _shortened(node: Node, words: tuple[str, ...]) -> Iterator[Finding]:
    name = node.name or ""
    split = names.tokens(name)
    if any(word in _LONG or word in words for word in split):
        style = names.style_of(name)
        house: names.Style = style if style is not None and style != "mixed" else "snake_case"
        better = names.restyle([_LONG.get(word, word) for word in split], house)
        advice = f"write `{better}`" if better != name else "write the whole words"
        yield Finding(node.at, f"`{name}` shortens words; {advice}")


rule = Rule(check, lever="naming", severity="info", sets=("strict",))
