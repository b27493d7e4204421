r"""The text of a required parameter says that it is required.

The list `required` says so already, to the model too. The word costs tokens on every request, and stays behind when the list changes.

The word must stand for itself: in brackets at the start or the end of a sentence, or as the first or last word of the text. "Required when ...", which
says under which condition, is left alone.

```yaml
- name: get_card
  description: Get one card.
  parameters:
    type: object
    properties:
      card_id: {type: string, description: "(required) Id of the card, from list_cards."}   # finding: the text of `card_id` says that it is required, as `required` does; leave the word out
      board: {type: string, description: Board of the card. Required.}   # finding: the text of `board` says that it is required, as `required` does; leave the word out
    required: [card_id, board]
```

```yaml ok
- name: get_card
  description: Get one card.
  parameters:
    type: object
    properties:
      card_id: {type: string, description: "Id of the card. Required when no board is given."}
      fields: {type: string, description: "Required fields, separated by commas."}
      card: {type: object, description: "Card with 'title' (required) and further fields."}
      board: {type: string, description: "(required) Board of the card."}
    required: [card_id, fields, card]
```

Evidence: 4 findings on 1,111 real tools and 6 on 267 more, seen while the rule was made and its words fitted to them; 10 of 10
right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.pattern import pattern

_says = pattern(
    r"\A\W{0,3}(?:REQUIRED|Required)\s*[:.,;!)\]–—]|\A[(\[*]+required[)\]*]|\A\s*REQUIRED\s+(?=[-A-Z])"
    r"|[(\[]\s*(?i:required)\s*[)\]]\s*(?:[.;,]|\Z)|[.;:,–—-]\s*(?i:required)\s*[.!]?\s*\Z"
)


def check(node: Node) -> Iterator[Finding]:
    text = node.text
    if not node.required or node.name is None or text.lower().count("required") != 1 or "optional" in text.lower():
        return  # a text with several marks tells which members of an object are required
    if _says().search(text):
        yield Finding(node.at, f"the text of `{node.name}` says that it is required, as `required` does; leave the word out")


rule = Rule(check, keys=("description",), lever="description", severity="info", sets=("recommended",))
