r"""A parameter's name is written in another style than its siblings, or than snake_case where they have none.

Models write arguments from memory of their neighbours: beside `run_in_background` and `working_dir`, `timeoutMs` comes out
as `timeout_ms`, and the call fails or the value is dropped. The design guidance names exactly this drift; 15 of 121 real
servers mix styles, 18 tools inside one list of parameters.

The house style is the one that four fifths of the parameters of several words share, over all tools of the set and with at
least four of them, or that two or three agree on; without one it is snake_case. A set whose own style is another gets one info,
on the set, with the share of uses that have it; with the option `style` every other name is a warning. Only the tool's own
parameters are judged: nested objects often mirror an outside payload. They are asked for the style where a set has one lone parameter of several
words. Names of one word have no style, acronyms in capitals fit any. One finding a name, at its first use; the
other uses are related places.

Headers of HTTP (`If-Match`, `x-request-id`) are an outside API's by their form.

It is wrong where names mirror an outside API on purpose: list them in `external-names`.

Options:

- `style` (default `auto`): `snake_case`, `kebab-case`, `camelCase`, `PascalCase` or `UPPER_CASE`.
- `external-names` (default none): names that belong to an outside API and are not judged.

```yaml
- name: run
  parameters:
    type: object
    properties:
      command: {type: string}
      run_in_background: {type: boolean}
      timeoutMs: {type: number} # finding: `timeoutMs` is camelCase; parameters are snake_case: `timeout_ms`
```

```yaml
- name: list_pull_requests # finding: parameters here are camelCase (4 of 4); the guidance asks for snake_case
  parameters:
    type: object
    properties:
      perPage: {type: integer}
      sortOrder: {type: string}
      baseBranch: {type: string}
      headBranch: {type: string}
      URL: {type: string}
```

```yaml ok external_names=["perPage"]
- name: list_issues
  parameters:
    type: object
    properties:
      perPage: {type: integer}
      created_by: {type: string}
```

Evidence: 52 findings on 38 of 1,111 real tools (3.4%), seen while the rule was made; 50 of 52 read hits right; precision 1.00,
recall 1.00 on 28 labels; 11 of 24 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator
from typing import Literal

from schemalint import Finding, Rule, Toolset
from schemalint.language import names
from schemalint.model import Pointer
from schemalint.pattern import pattern

_header = pattern(
    r"(?i)x-[a-z0-9-]+|(?:accept|cache|content|if|user|api|idempotency|last)-(?:charset|control|encoding|language|type|length|disposition"
    r"|match|none-match|modified-since|unmodified-since|range|agent|version|key|event-id)"
)


def check(
    tools: Toolset, *, style: Literal["auto", names.Style] = "auto", external_names: tuple[str, ...] = ()
) -> Iterator[Finding]:
    for members in names.seen_together(tools):
        found: dict[str, list[Pointer]] = {}
        nested: list[names.Style | Literal["mixed"] | None] = []
        for index, tool in members:
            for node in tool.nodes():
                if node.name and _header().fullmatch(node.name):
                    continue
                if node.is_parameter and node.name and node.name not in external_names:
                    found.setdefault(node.name, []).append((index, *node.at))
                elif node.name and not node.is_parameter:
                    nested.append(names.style_of(node.name))
        styles = {name: names.style_of(name) for name in found}
        each = [styles[name] for name, places in found.items() for _ in places]
        if len(each) - each.count(None) == 1:
            each += nested
        house, habit = names.house_style(each) if style == "auto" else (style, True)
        if habit and house != "snake_case" and style == "auto":
            yield names.told_once("parameters", house, each)
        expected = f"parameters {'here ' if habit else ''}are {house}"
        for name, (first, *others) in found.items():
            own = styles[name]
            if own is not None and own != house:
                better = names.restyle(names.tokens(name), house)
                yield Finding(first, f"`{name}` {names.says(own)}; {expected}: `{better}`", related=tuple(others))


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",), from_config={"external_names": "external-names"})
