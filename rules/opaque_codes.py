r"""The values of an enum are codes, and nothing says what they mean.

Nobody can tell `1` from `2` by reading: a model guesses. Words that mean something are chosen right; where the codes are fixed by
another system, a legend in the description does as well ("0: off, 1: low, 2: high").

At least three values that are all small whole numbers without a gap, or all strings of at most two letters or digits. Left alone are
numbers that count or measure (`page_size`, `stars`, `hour`), codes that everybody knows (languages, countries, axes, sizes,
units), marks of an order or a comparison, and enums that are explained in a text or in `enumNames` or the like.

```yaml
- name: set_fan
  description: Set the fan.
  parameters:
    type: object
    properties:
      mode: {type: integer, enum: [0, 1, 2]}    # finding: the values of `mode` are codes (0, 1, 2); use words, or say in the description what each one means
      kind:
        type: string
        enum: [A, B, X2]    # finding: the values of `kind` are codes (A, B, X2); use words, or say in the description what each one means
```

```yaml ok
- name: set_fan
  description: Set the fan.
  parameters:
    type: object
    properties:
      mode: {type: integer, enum: [0, 1, 2], description: "0 = off, 1 = low, 2 = high"}
      speed: {type: string, enum: [a, b, c], description: "slow (a), steady (b) or fast (c)"}
      page_size: {type: integer, enum: [1, 2, 3]}
      width: {type: integer, enum: [10, 25, 50]}
      language: {type: string, enum: [de, en, fr]}
      op: {type: string, enum: ["<", ">", "="]}
      word: {type: string, enum: ["on", "up", "go"]}
      size: {type: string, enum: [s, m, l, xl]}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule
from schemalint.language.names import tokens
from schemalint.language.params import declaring, only_constrains

MEASURES = frozenset(
    "age amount beds bits bytes channels columns count cols day days depth digits dimension dimensions dpi factor font fps grade"
    " height hour hours indent length limit lines max min minute minutes month months n num number page pages per players points"
    " precision quantity quarter radius rate rating ratio retries row rows scale score seconds size star stars steps tabs times"
    " version week weekday weeks weight width year years zoom heading".split()
)
KNOWN = frozenset(
    "alpha2 axis country currency dimension direction extension format gender grade interval lang language languages lng locale"
    " market nation period province region size state symbol target timeframe unit units".split()
)
WORDS = frozenset(
    "am ai by do en go he hi if in is it me my no of off ok on or pm to tv up us we x y z n e s w ne nw se sw".split()
)
LEGENDS = ("enumNames", "enumDescriptions", "x-enumNames", "x-enum-varnames", "x-enum-descriptions", "markdownEnumDescriptions")
COMMON = frozenset(
    "xs s m l xl ms h d w cm mm km in ft yd mi kg g lb oz k c f b kb mb gb tb am pm js ts py go rs rb md cs".split()
)


def check(node: Node) -> Iterator[Finding]:
    values = node.view.get("enum")
    if not isinstance(values, list) or len(values) < 3:
        return
    kept = [value for value in values if value is not None]
    if len(kept) < 3 or not (are_numbers(kept) or are_codes(kept)) or only_constrains(node):
        return
    around = declaring(node)
    if around is None or around.name is None or any(legend in node.view for legend in LEGENDS):
        return
    called = frozenset(tokens(around.name))
    numbers = not isinstance(kept[0], str) or kept[0].isdigit()
    if called & MEASURES or (not numbers and called & KNOWN):
        return
    if not explained((node.text, around.text, node.tool.text), [str(value) for value in kept]):
        shown = ", ".join(str(value) for value in kept[:4]) + (", …" if len(kept) > 4 else "")
        message = f"the values of `{around.name}` are codes ({shown}); use words, or say in the description what each one means"
        yield Finding(node.place("enum"), message)


def are_numbers(values: list[object]) -> bool:
    """Whole numbers from 0, 1 or below, without a gap: what measures something has other steps."""
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return False
    numbers = sorted(value for value in values if isinstance(value, int))
    return numbers[0] in (-1, 0, 1) and numbers[-1] - numbers[0] == len(numbers) - 1


def are_codes(values: list[object]) -> bool:
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) < len(values) or not all(0 < len(text) <= 2 and text.isascii() and text.isalnum() for text in texts):
        return False
    small = [text.lower() for text in texts]
    return sum(text in WORDS or text in COMMON for text in small) * 2 <= len(small)


@cache
def _glossed() -> tuple[re.Pattern[str], ...]:
    """A code in front of its gloss (`0 = off`, `'a' (slow)`), and behind it (`off (0)`, `off=0`). Both may share characters."""
    quotes = "['\"`*]{0,3}"
    words = "is|means|for|stands|represents?|denotes"
    return (
        re.compile(rf"(?<![\w-])(-?\w{{1,4}}){quotes}[ \t]{{0,3}}(?:[:=(→–—-]|(?:{words})\b)[ \t]{{0,3}}\S"),
        re.compile(rf"\w['\"`]?[ \t]?(?:\(|[=:][ \t]?){quotes}(-?\w{{1,4}})(?!\w)"),
    )


def explained(texts: tuple[str, ...], values: list[str]) -> bool:
    """Whether at least two values stand beside a gloss in one text."""
    for text in dict.fromkeys(text for text in texts if text):
        if any(len({match[1] for match in pattern.finditer(text)}.intersection(values)) > 1 for pattern in _glossed()):
            return True
    return False


rule = Rule(check, keys=("enum",), lever="enum", severity="info", sets=("strict",))
