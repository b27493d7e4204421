r"""A boolean is called like a setting with several values, and no text says what true does.

`sort: true` may turn sorting on or turn it around. A model cannot ask; a name that says what true does (`sort_descending`,
`include_archived`) needs no text.

The rule looks at names that are one bare word such as sort, order, format, mode, type, status, level or filter. A text that says what
happens ("true", "if", "whether", "when set") settles it.

```yaml
- name: list_notes
  parameters:
    type: object
    properties:
      sort: {type: boolean}    # finding: `sort` is a boolean and does not say what true does; name the effect (such as `sort_…`) or describe it
      order: {type: boolean, description: Order of the notes.}    # finding: `order` is a boolean and does not say what true does; name the effect (such as `order_…`) or describe it
```

```yaml ok
- name: list_notes
  parameters:
    type: object
    properties:
      sort: {type: boolean, description: Whether to sort by title.}
      sort_descending: {type: boolean}
      include_archived: {type: boolean}
      dry_run: {type: boolean}
      recursive: {type: boolean}
      order: {type: string, description: Order of the notes.}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language.names import tokens
from schemalint.language.words import words

SETTINGS = frozenset(
    "action category direction encoding filter format kind level method mode order output position priority role scope sort"
    " sorting state status style type unit version view visibility".split()
)
EFFECTS = frozenset(
    "activate activates allow allows apply applies convert disable disables enable enabled enables exclude excludes false flag"
    " force forces if include includes only otherwise return returns set show shows skip true turn turns use when whether yes"
    " 是否".split()
)


def check(node: Node) -> Iterator[Finding]:
    if node.name is None or node.type != "boolean":
        return
    called = tokens(node.name)
    if len(called) != 1 or called[0] not in SETTINGS:
        return
    text = node.text
    if "是否" in text or not EFFECTS.isdisjoint(words(text)):
        return
    said = f"`{node.name}` is a boolean and does not say what true does"
    yield Finding(node.at, f"{said}; name the effect (such as `{node.name}_…`) or describe it")


rule = Rule(check, types=("boolean",), lever="description", severity="info", sets=("strict",))
