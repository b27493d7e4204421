r"""A number's highest or lowest value is stated in its description, and not by `maximum` or `minimum`.

The prose tells the model. The keyword tells validators, clients and constrained decoding as well: a call with 500 fails before it
is sent, with a message that names the bound.

Read are plain statements of one bound: `max 100`, `(max: 100)`, `maximum is 100`, `at most 100`, `between 1 and 100`, `1-100` in
brackets behind a name that counts. A number with a unit that is not the parameter's (`max 10 MB`) and a bound under a condition are
left alone, and so is a schema with `enum`, `const` or the keyword.

There is no fix: the server may accept more than the text says, and strict modes refuse both keywords.
The exporter leaves them out there.

```yaml
- name: list_rooms
  description: List rooms, newest first.
  parameters:
    type: object
    properties:
      per_page: {type: integer, description: "Rooms on a page (max: 100)"}   # finding: `per_page` states its highest value 100 in prose only; add `maximum`
      level: {type: number, description: Volume between 0 and 10.}   # finding: `level` states its lowest value 0 and its highest value 10 in prose only; add `minimum` and `maximum`
```

```yaml ok
- name: list_rooms
  description: List rooms.
  parameters:
    type: object
    properties:
      per_page: {type: integer, description: "Rooms on a page (max: 100)", maximum: 100}
      size: {type: integer, description: "File to send, max 10 MB each"}
      days: {type: integer, description: "Days to look back (max 30 for free accounts)"}
      line: {type: integer, description: Line at most 100 characters behind the mark.}
      code: {type: string, description: "Code (max 10 characters)"}
```

Evidence: 5 findings on 5 of 1,111 real tools, seen while the rule was made; the messages were read, not the servers' code; 10
of 10 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator
from re import Match

from schemalint import Finding, Node, Rule
from schemalint.language.names import tokens
from schemalint.language.scripts import reads_latin
from schemalint.pattern import pattern

NUMBER = r"(-?\d{1,3}(?:,\d{3})+|-?\d+(?:\.\d+)?)"
AFTER = r"(?![\w.,]*\d|[%°]|\s*(?:-|–|to)\s*\d)(?=(?P<after>[^\n]{0,24}))"
_highest = pattern(
    rf"(?i)\b(?:max(?:imum)?(?: (?:value|allowed|is|of))?|at most|up to|capped at|no more than|upper limit(?: is)?)\s?[:=]?\s?{NUMBER}{AFTER}"
)
_lowest = pattern(rf"(?i)\b(?:min(?:imum)?(?: (?:value|allowed|is|of))?|at least)\s?[:=]?\s?{NUMBER}{AFTER}")
_between = pattern(rf"(?i)\b(?:between {NUMBER} and|(?:range(?: is|:| of)?|from) {NUMBER} ?(?:to|-|–)) ?{NUMBER}{AFTER}")
_ends = pattern(
    r"\s*(?:[.,;)\]|]|$|\(|(?:and|but) (?:min|max|default|at)|default|inclusive|allowed|(?P<word>[a-z]+)(?:\s*[.,;)\]]|$))"
)


def check(node: Node) -> Iterator[Finding]:
    if node.name is None or node.type not in ("integer", "number") or not _SAYS.isdisjoint(node.view):
        return
    text = node.text
    if not any(char.isdigit() for char in text) or not reads_latin(text):
        return
    low, high = _bounds(text, node.name)
    stated = [
        (word, keyword, value)
        for word, keyword, value in (("lowest", "minimum", low), ("highest", "maximum", high))
        if value is not None and not {keyword, f"exclusive{keyword.capitalize()}"} & node.view.keys()
    ]
    if not stated:
        return
    values = " and ".join(f"its {word} value {value}" for word, _, value in stated)
    keywords = " and ".join(f"`{keyword}`" for _, keyword, _ in stated)
    yield Finding(node.at, f"`{node.name}` states {values} in prose only; add {keywords}")


_SAYS = frozenset(("enum", "const", "multipleOf"))


def _bounds(text: str, name: str) -> tuple[int | float | None, int | float | None]:
    """The lowest and the highest value that a text states without condition; None for one that it does not state once."""
    words = set(tokens(name))
    ranges = [match for match in _between().finditer(text) if _stands_alone(match["after"], words)]
    if len(ranges) == 1:
        low, high = _number(ranges[0][1] or ranges[0][2]), _number(ranges[0][3])
        return (low, high) if low < high else (None, None)
    if ranges:
        return None, None
    return _one(_lowest().finditer(text), words), _one(_highest().finditer(text), words)


def _one(matches: Iterator[Match[str]], words: set[str]) -> int | float | None:
    every = list(matches)
    found = {_number(match[1]) for match in every}
    return found.pop() if len(found) == 1 and all(_stands_alone(match["after"], words) for match in every) else None


def _stands_alone(after: str, words: set[str]) -> bool:
    """Whether the number ends the statement, or is of what the parameter counts: `max 100 rooms` of `room_count`."""
    ends = _ends().match(after)
    if ends is None:
        return False
    word = ends["word"]
    return word is None or word in _COUNTED or word in words or word.removesuffix("s") in words


_COUNTED = frozenset("entries items records results rows".split())


def _number(text: str) -> int | float:
    plain = text.replace(",", "")
    return float(plain) if "." in plain else int(plain)


rule = Rule(check, types=("integer", "number"), lever="validity", severity="info", sets=("recommended",))
