r"""A text holds characters that nobody sees and a model reads.

Tag characters spell whole sentences that no editor shows, zero-width characters split words so that a filter misses them,
and fillers pass for nothing at all ("ASCII smuggling"; Trail of Bits 2025, OWASP MCP03). Over 1,934 real tools the only
such character with a purpose was U+FE0F after an emoji.

Every text of a tool is looked at: names, keys, descriptions, values, annotations. The rule finds the invisible characters of
Unicode (tags, zero width, soft hyphen, fillers, variation selectors, annotation), private use, noncharacters, and two or
more blank braille cells. Characters that writing needs are ignored: emoji sequences, keycaps and flags, joiners beside letters of Arabic,
Indic and like scripts, U+200B between Thai, Lao, Khmer or Myanmar letters, one variation selector after a Chinese or
Japanese character, braille in braille. Characters spelled out (`\u200b` as six characters) are text.

The fix takes the characters out. It is never safe and is not offered for names, keys and references: who put them there, and
why, is a question for a person.

```yaml
- name: add_numbers
  description: "Add two numbers.\U000E0068\U000E0069" # finding: `add_numbers`: the description hides 2 characters (U+E0068, U+E0069) that spell "hi"; remove them
  parameters:
    properties:
      unit: {type: string, enum: [metre, "foot\u3164"]} # finding: `unit`: a value hides 1 character (U+3164); remove it
---
- name: add_numbers
  description: Add two numbers.
  parameters:
    properties:
      unit: {type: string, enum: [metre, foot]}
```

```yaml ok
- name: get_forecast
  description: "Weather for a place: \u2600\uFE0F sun, \u2744\uFE0F snow, \U0001F468\u200D\U0001F469\u200D\U0001F467 family days."
  parameters:
    properties:
      word: {type: string, description: "For instance \u0645\u06CC\u200C\u0622\u06CC\u0645 in Persian."}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 32 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Edit, Finding, Fix, Rule, Tool
from schemalint.language.hidden import code_points, hidden_spans, tag_text, without_hidden
from schemalint.language.texts import is_mendable, place_words, texts


def check(tool: Tool) -> Iterator[Finding]:
    for at, text, is_key in texts(tool):
        if text.isascii():
            continue
        hidden = "".join(text[start:end] for start, end in hidden_spans(text))
        if not hidden:
            continue
        count = f"{len(hidden)} character{'s' if len(hidden) > 1 else ''}"
        spelled = tag_text(hidden)
        says = f' that spell "{spelled if len(spelled) <= 40 else spelled[:39] + "…"}"' if len(spelled) > 1 else ""
        message = f"{place_words(tool, at, is_key)} hides {count} ({code_points(hidden)}){says}; remove {_them(hidden)}"
        fix = None
        if is_mendable(at, is_key):
            fix = Fix("take out the hidden characters", (Edit(at, without_hidden(text)),))
        yield Finding(at, message, fix)


def _them(hidden: str) -> str:
    return "them" if len(hidden) > 1 else "it"


rule = Rule(check, foreign=True, lever="security", severity="error", sets=("minimal",))
