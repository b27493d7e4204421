r"""A text lists the values of the `enum` beside it again.

The model reads the enum. A list of the same bare values in the text is paid for twice on every request, and goes its own way when
one of the two is changed. A text that says what the values mean is worth its tokens, and so is a default.

The list must hold exactly the values of the enum, three or more, with nothing said about any of them.

```yaml
- name: export_board
  description: Export a board.
  parameters:
    type: object
    properties:
      format: {type: string, enum: [pdf, svg, png], description: "File format: pdf, svg or png."}   # finding: the text of `format` lists the values of its `enum` again; say what they mean, or leave the list out
```

```yaml ok
- name: export_board
  description: Export a board.
  parameters:
    type: object
    properties:
      format: {type: string, enum: [pdf, svg, png], description: "pdf for printing, svg and png for the web."}
      size: {type: string, enum: [small, medium, large], description: "Size: small or medium; large for posters."}
      order: {type: string, enum: [asc, desc], description: "asc or desc"}
```

Evidence: 14 findings on 1,111 real tools and 1 on 267 more, seen while the rule was made; 15 of 15 read hits right; 3 of 3
right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.pattern import pattern
from schemalint.schema.members import choices

FEWEST = 3
_between = pattern(r"""[\s,;|/"'`*()\[\]–-]*(?:\b(?:or|and)\b)?[\s,;|/"'`*()\[\]–-]*""")


def check(node: Node) -> Iterator[Finding]:
    values = choices(node.view)
    if node.name is None or values is None or len(node.text) < FEWEST:
        return
    words = [value for value in values if isinstance(value, str) and value]
    if len(words) >= FEWEST and len(words) + values.count(None) == len(values) and _lists(node.text, words):
        yield Finding(
            node.at,
            f"the text of `{node.name}` lists the values of its `enum` again; say what they mean, or leave the list out",
        )


def _lists(text: str, words: list[str]) -> bool:
    """Whether the values follow each other in the text, each once, with nothing between them but signs and `or`."""
    left = sorted(words, key=len, reverse=True)
    starts = [at for word in left if (at := text.find(word)) >= 0]
    if len(starts) < len(left):
        return False
    at = min(starts)
    while left:
        word = next((one for one in left if text.startswith(one, at)), None)
        if word is None:
            return False
        left.remove(word)
        at += len(word)
        if at < len(text) and (text[at].isalnum() or text[at] in "_"):
            return False
        if left:
            match = _between().match(text, at)
            at = match.end() if match is not None and match.end() > at else len(text)
    return text[at : at + 2].lstrip("\"'`*)]")[:1] in ("", ".", ",", ";", "\n", " ") and _nothing_said(text[at:])


def _nothing_said(rest: str) -> bool:
    """Whether the list ends there, and is not the start of an explanation of its last value."""
    return rest.lstrip("\"'`*)] ")[:1] in ("", ".", ";", "\n", "(") or rest.lstrip("\"'`*)] ").lower().startswith(
        ("default", ", default")
    )


rule = Rule(check, keys=("enum",), lever="enum", severity="info", sets=("recommended",))
