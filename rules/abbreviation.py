r"""A name is shortened where the whole word would cost a token at most.

`usr_cfg` has as many tokens as `user_config`, and a model must guess what it stands for. Established short forms (id, url, repo,
org, dir, max, min, num, args, env, db, api, ip, os, cwd) are words by now. The rule looks for addr, btn, cfg, cnt, desc, fs, idx, lbl, mgr,
obj, pwd, qty, str, svc, tmp and usr, in names of tools and of their parameters.

Options: `words` (list of words): further short forms that are looked for.

```yaml
- name: get_user
  description: Get a user.
  parameters:
    type: object
    properties:
      usr_cfg: {type: string}   # finding: "`usr_cfg` shortens words; write `user_config`"
```

```yaml
- {name: deleteTmpFile, description: Delete a file.}   # finding: "`deleteTmpFile` shortens words; write `deleteTemporaryFile`"
```

```yaml ok
- name: get_user
  description: Get a user.
  parameters: {type: object, properties: {user_config: {type: string}, repo_url: {type: string}, max_num_results: {type: integer}}}
- name: list_files
  description: List files.
  parameters: {type: object, properties: {desc: {type: boolean}, pwd: {type: string, description: The working directory.}}}
```

Evidence: 6 findings on 6 of 1,111 real tools (0.5%), seen while the rule was made; 5 more in a registry of 755 tool summaries;
no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Tool
from schemalint.language import names

_LONG = {
    "addr": "address",
    "btn": "button",
    "cfg": "config",
    "cnt": "count",
    "desc": "description",
    "fs": "file_system",
    "idx": "index",
    "lbl": "label",
    "mgr": "manager",
    "obj": "object",
    "pwd": "password",
    "qty": "quantity",
    "str": "string",
    "svc": "service",
    "tmp": "temporary",
    "usr": "user",
}


def check(tool: Tool, *, words: tuple[str, ...] = ()) -> Iterator[Finding]:
    if better := _written_out(names.base(tool.name), words):
        yield Finding(("name",), f"`{tool.name}` shortens words; {better}")
    for node in tool.nodes():
        if node.name and node.is_parameter and not _means_another_word(node) and (better := _written_out(node.name, words)):
            yield Finding(node.at, f"`{node.name}` shortens words; {better}")


def _written_out(name: str, words: tuple[str, ...]) -> str:
    """What to write in place of a name with short forms; empty where it has none."""
    split = names.tokens(name)
    if not any(word in _LONG or word in words for word in split):
        return ""
    style = names.style_of(name)
    house: names.Style = "snake_case" if style is None or style == "mixed" else style
    better = names.restyle([part for word in split for part in _LONG.get(word, word).split("_")], house)
    return f"write `{better}`" if better != name else "write the whole words"


def _means_another_word(node: Node) -> bool:
    """`pwd` may be the working directory, and a `desc` that is true or false is descending."""
    split = names.tokens(node.name or "")
    return ("pwd" in split and "director" in node.text.lower()) or ("desc" in split and node.type == "boolean")


rule = Rule(check, lever="naming", severity="info", sets=("strict",))
