r"""A name holds letters of another script that look like the ones around them.

`re` + Cyrillic `a` + `d_file` reads as `read_file` to every person and is another name to every program: a second tool, a
second parameter, a value that no server knows. Several APIs also refuse names outside ASCII.

In a set whose names are Latin every non-ASCII letter in the name of a tool or a parameter is found, and in the values of an
`enum` those that imitate Latin letters: Cyrillic, Greek, Armenian or Cherokee look-alikes beside Latin letters or alone,
full-width and mathematical letters. Values in another script (`Русский`, `日本語`) and units (`μm`, `kΩ`) are what they are.
In a set that is written in another script, only words that mix it with Latin look-alikes are found; its tool names are the
business of `tool-name-invalid`.

```yaml
- name: "re\u0430d_note" # finding: `reаd_note` holds U+0430, which is not an ASCII letter; write the name in a-z
  parameters:
    properties:
      state: {type: string, enum: [open, "\u0441losed"]} # finding: `state`: the value `сlosed` imitates Latin letters (U+0441); write it in a-z
```

```yaml ok
- name: get_vocabulary
  description: Works for Русский and 日本語.
  parameters:
    properties:
      language: {type: string, enum: [English, Русский, 日本語]}
      unit: {type: string, enum: [μm, kΩ]}
      a: {type: number, description: The coefficient α.}
```

```yaml ok
- name: 查询天气
  parameters:
    properties:
      城市: {type: string}
      用户ID: {type: string}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 28 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language.hidden import code_points, visible
from schemalint.language.lookalikes import imitates_latin, is_other_letter
from schemalint.language.texts import keyword_of
from schemalint.model import Node, Pointer, walk


def check(tools: Toolset) -> Iterator[Finding]:
    names = [list(_names(tool)) for tool in tools.tools]
    together = _is_latin(name for own in names for _, name, _ in own)
    for index, (tool, own) in enumerate(zip(tools.tools, names, strict=True)):
        latin = _is_latin(name for _, name, _ in own) if tools.independent else together
        for at, name, is_value in own:
            if name.isascii():
                continue
            shown = visible(name if len(name) <= 40 else f"{name[:39]}…")
            if not is_value and latin and (found := [char for char in name if is_other_letter(char)]):
                what = "which is not an ASCII letter" if len(set(found)) == 1 else "which are not ASCII letters"
                yield Finding((index, *at), f"`{shown}` holds {code_points(found)}, {what}; write the name in a-z")
            elif found := imitates_latin(name, alone=latin):
                points = code_points(found)
                if is_value:
                    owner = keyword_of(at)[1] or tool.name
                    message = f"`{visible(owner)}`: the value `{shown}` imitates Latin letters ({points}); write it in a-z"
                else:
                    message = f"`{shown}` imitates Latin letters ({points}); write it in one script"
                yield Finding((index, *at), message)


def _names(tool: Tool) -> Iterator[tuple[Pointer, str, bool]]:
    """The identifiers of a tool: its name, its parameters' names, the values of its enums (marked)."""
    yield ("name",), tool.name, False
    for member, schema in (("parameters", tool.parameters), ("output_schema", tool.output_schema)):
        if schema is not None:
            for node in walk(schema, (member,), tool):
                yield from _in_node(node)


def _in_node(node: Node) -> Iterator[tuple[Pointer, str, bool]]:
    if node.name is not None:
        yield node.at, node.name, False
    values = node.view.get("enum")
    if isinstance(values, list):
        yield from ((node.place("enum", i), value, True) for i, value in enumerate(values) if isinstance(value, str))
    if isinstance(constant := node.view.get("const"), str):
        yield node.place("const"), constant, True


@cache
def _letters() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_]")


def _is_latin(names: Iterator[str]) -> bool:
    """Whether most names that hold letters begin with an ASCII letter or have mostly ASCII letters."""
    latin = other = 0
    for name in names:
        if name.isascii():
            latin += 1
        else:
            letters = _letters().findall(name)
            ascii_letters = sum(1 for letter in letters if letter.isascii())
            if 2 * ascii_letters >= len(letters):
                latin += 1
            else:
                other += 1
    return latin >= other


rule = Rule(check, lever="security", severity="error", sets=("minimal",))
