r"""A parameter that counts is declared as a number.

`limit: 2.5` is accepted by such a schema. Models seldom write it; zod and others write `number` for every number.

Counts are recognized by their names: limit, count, offset, page, per_page, index, port, year, num_... Silent where a name or text speaks
of money, time or another measure: an offset in seconds and a price limit may have fractions.

```yaml
- name: list_users
  description: List users.
  parameters:
    type: object
    properties:
      limit: {type: number}   # finding: `limit` counts, and is declared as a number; use `type` integer
---
- name: list_users
  description: List users.
  parameters:
    type: object
    properties:
      limit: {type: integer}
```

```yaml ok
- name: list_users
  description: List users.
  parameters: {type: object, properties: {limit: {type: integer}, ratio: {type: number}, offset: {type: number, multipleOf: 0.5}}}
- name: play_song
  description: Play a song. The offset is in seconds.
  parameters: {type: object, properties: {offset: {type: number}, price_limit: {type: number}}}
```

Evidence: 97 findings on 61 of 1,111 real tools (5.5%), seen while the rule was made; no hits were read and there is no labelled
set; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Edit, Finding, Fix, Node, Rule
from schemalint.language.names import tokens
from schemalint.language.texts import sentences
from schemalint.model import Json

_COUNTS = frozenset("count index limit offset page port year".split())
_MEASURES = frozenset("limit offset".split())
"""Names that measure as often as they count."""


@cache
def _measure() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:seconds?|milliseconds?|minutes?|hours?|ms|pixels?|px|degrees?|met(?:er|re)s?|km|percent(?:age)?|prices?|cost|budget"
        r"|amounts?|spend(?:ing)?|money|dollars?|usd|eur|speed|temperature|weight|credit)\b",
        re.IGNORECASE,
    )


def _is_fraction(value: Json) -> bool:
    # `0.0` is the number 0: the canonical form writes it so, and findings may not depend on the spelling.
    return isinstance(value, float) and not value.is_integer()


def _said(name: str, text: str) -> str:
    """The sentences of the tool's description that speak of the parameter."""
    return " ".join(sentence for sentence in sentences(text) if name.lower() in sentence)


def check(node: Node) -> Iterator[Finding]:
    if node.name is None or node.type != "number" or "multipleOf" in node.view or _is_fraction(node.view.get("default")):
        return
    words = tokens(node.name)
    if words and (words[0] == "num" or words[-1] in _COUNTS or words[-2:] == ("per", "page")):
        if words[-1] in _MEASURES and _measure().search(f"{' '.join(words)} {node.text} {_said(node.name, node.tool.text)}"):
            return
        plain = node.place("type") == (*node.at, "type") and isinstance(node.schema.get("type"), str)
        fix = Fix("Use integer", (Edit(node.place("type"), "integer"),)) if plain else None
        yield Finding(node.place("type"), f"`{node.name}` counts, and is declared as a number; use `type` integer", fix)


rule = Rule(check, types=("number",), lever="shape", severity="info", sets=("strict",))
