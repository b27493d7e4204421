r"""A tool's name is written in another style than its family, or than snake_case where there is no family.

A model that has called `read_file` and `write_file` writes `delete_file` next, whatever the list says. One style over the
whole set is the first lever of the design guidance; snake_case is what most servers use (1,702 of 1,934 names counted).

The house style is the one that four fifths of at least four names of several words share, or that two or three agree on;
without one it is snake_case. A set whose own style is another gets one info, on the set, with the share of names
that have it; only names outside that style are warnings. A set that is too small or too mixed to have a style is judged tool by
tool. With the option `style` every other name is a warning. Names of one word have no style. Acronyms in capitals (`get_URL`) fit any style. What stands in front of `__`, `.`, `/` or
`:`, and a namespace that three tools share, is not judged.

It is wrong where names mirror an outside API on purpose: set `style` to theirs, or ignore the tools.

Options:

- `style` (default `auto`): `snake_case`, `kebab-case`, `camelCase`, `PascalCase` or `UPPER_CASE`.

```yaml
- {name: read_file, description: Read a text file.}
- {name: write_file, description: Write a text file.}
- {name: move_file, description: Move a file or folder.}
- {name: list_files, description: List the files of a folder.}
- name: deleteFile # finding: `deleteFile` is camelCase; tool names here are snake_case: `delete_file`
  description: Delete one file.
```

```yaml
- name: fileOp # finding: `fileOp` is camelCase; tool names are snake_case: `file_op`
  description: Read, write or delete a file.
```

```yaml
- {name: readFile, description: Read a text file.} # finding: tool names here are camelCase (4 of 4); the guidance asks for snake_case
- {name: writeFile, description: Write a text file.}
- {name: moveFile, description: Move a file or folder.}
- {name: listFiles, description: List the files of a folder.}
- {name: search, description: Find text in all files.}
```

```yaml ok style=camelCase
- {name: readFile, description: Read a text file.}
- {name: writeFile, description: Write a text file.}
```

Evidence: 2 findings on 2 of 1,111 real tools (0.2%), seen while the rule was made; 2 of 2 read hits right; precision 1.00,
recall 0.92 on 27 labels; 6 of 6 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator
from typing import Literal

from schemalint import Finding, Rule, Toolset
from schemalint.language import names, verbs


def check(tools: Toolset, *, style: Literal["auto", names.Style] = "auto") -> Iterator[Finding]:
    for members in names.seen_together(tools):
        judged = [names.base(tool.name) for _, tool in members]
        styles = [names.style_of(name) for name in judged]
        if "mixed" in styles:
            # `acme_getUser` in a family of `acme_...`: the prefix says whose it is, and only the rest has a style.
            split = [names.tokens(name) for name in judged]
            lengths = names.namespaces(split, tools.server, (), verbs.is_action)
            judged = [
                names.without(name, n) if s == "mixed" else name for name, n, s in zip(judged, lengths, styles, strict=True)
            ]
            styles = [names.style_of(name) for name in judged]
        house, habit = names.house_style(styles) if style == "auto" else (style, True)
        if habit and house != "snake_case" and style == "auto":
            yield names.told_once("tool names", house, styles)
        expected = f"tool names {'here ' if habit else ''}are {house}"
        for (index, tool), name, own in zip(members, judged, styles, strict=True):
            if own is not None and own != house:
                better = tool.name.removesuffix(name) + names.restyle(names.tokens(name), house)
                yield Finding((index, "name"), f"`{tool.name}` {names.says(own)}; {expected}: `{better}`")


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",))
