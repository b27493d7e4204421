r"""An optional parameter says nothing about what happens without it.

A parameter is safe to leave out only when the model knows what happens then: with `limit` it may get ten rows or ten million.
One sentence ("Defaults to 50.", "Omit for all.") lets it leave the parameter out with a good conscience.

The rule looks at the tool's own settings: numbers called limit, page, timeout, depth and the like, booleans whose text leaves both
answers open ("Whether to ..."), and enums. Any word on omission is enough, here or in the tool's description: default, omit, if not
given, otherwise, without, leave empty. Ignored are parameters whose absence explains itself: filters (by name, by text, or an
enum such as `status` of a tool that lists or searches), flags whose text says what true does ("Set to true to ...", "Show hidden
files"), parameters that belong to a condition ("required for ..."), and all parameters of tools that change something in place
(`update_`, `edit_`), where what is left out stays as it is.

Options: `filter-words` (after, before, cursor, end, from, has, is, max, min, since, start, to, until, where), first or last words
of names that are filters.

```yaml
- name: read_log
  description: Read a log.
  parameters:
    type: object
    properties:
      path: {type: string}
      lines: {type: integer, description: Number of lines to read}    # finding: `lines` is optional, but nothing says what happens without it; state the default
      level: {type: string, enum: [info, warning], description: Level of detail}    # finding: `level` is optional, but nothing says what happens without it; state the default
    required: [path]
```

```yaml ok
- name: read_log
  description: Read a log. Without `offset` reading starts at the first line.
  parameters:
    type: object
    properties:
      path: {type: string}
      offset: {type: integer, description: First line to read}
      lines: {type: integer, description: Number of lines to read (all if omitted)}
      level: {type: string, enum: [info, warning], default: info}
      since: {type: integer, description: Unix time}
      note: {type: string, description: Note for the log}
      raw: {type: boolean, description: Set to true to keep colour codes}
    required: [path]
- name: update_log
  description: Change the settings of a log.
  parameters: {type: object, properties: {lines: {type: integer, description: Lines to keep}}}
```

Evidence: 133 findings on 65 of 1,111 real tools (5.9%), seen while the rule was made; 4 more in a registry of 755 tool
summaries; 40 of 40 read hits right; precision 1.00, recall 0.92 on 25 labels; 10 of 10 right on servers that nobody had read
(tests/campaigns/precision.md); 2026-12-01.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule, Tool
from schemalint.language.names import tokens
from schemalint.language.omission import speaks_of_omission
from schemalint.language.scripts import reads_latin

FILTERS = ("after", "before", "cursor", "end", "from", "has", "is", "max", "min", "since", "start", "to", "until", "where")
SETTINGS = frozenset(
    """
    amount attempts backoff batch breadth budget chunk concurrency confidence context count delay depth distance dpi duration
    expiry fps hops interval length limit lines margin offset page pages per precision quality radius rate replicas results retries
    rows samples scale score seconds seed size speed steps tail temperature threshold timeout timeouts tokens top tries ttl volume
    wait window workers zoom
    """.split()
)
CHANGES = frozenset("amend change configure edit emulate modify patch set update upsert write".split())
LISTS = frozenset("browse count fetch filter find get list query read search".split())
KINDS = frozenset("category difficulty kind priority severity state status type visibility".split())
OPEN_FLAGS = frozenset("boolean bool controls determines indicates should specifies whether".split())


@cache
def explains_itself() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:set|pass|use|specify|if|when) (?:this |it |set )?(?:to |as )?[`'\"]*(?:true|yes)\b|\btrue (?:to|if|for|means|when)\b|\(for\b"
        r"|\bfilter|\bonly\b|\bnarrow|\brestrict|\blimit(?:s|ed)? to\b|\bmatching\b|\boptional(?:ly)? override|\boverrides?\b"
        r"|\brequired (?:for|when|if|with|by)\b|\b(?:used|applies|applicable|valid|needed|relevant|ignored) (?:for|when|with|by|if|to|in)\b"
        r"|\bif provided\b|\binstead of\b",
        re.IGNORECASE,
    )


def check(tool: Tool, *, filter_words: tuple[str, ...] = FILTERS) -> Iterator[Finding]:
    if CHANGES & set(tokens(tool.name)[:3]):
        return
    lists = bool(LISTS & set(tokens(tool.name)))
    said: frozenset[str] | None = None
    for node in tool.nodes():
        if not node.is_parameter or node.required or "default" in node.view:
            continue
        words = tokens(node.name or "")
        if not words or words[0] in filter_words or words[-1] in filter_words or not is_setting(node, words, lists):
            continue
        if not reads_latin(node.text) or speaks_of_omission(node.text) or explains_itself().search(node.text):
            continue
        said = words_on_omission(tool.text) if said is None else said
        if node.name not in said:
            yield Finding(node.at, f"`{node.name}` is optional, but nothing says what happens without it; state the default")


def words_on_omission(text: str) -> frozenset[str]:
    """The words of the sentences that speak of omission: names among them are explained."""
    parts = re.split(r"[.\n]", text)
    return frozenset(word for part in parts if speaks_of_omission(part) for word in re.findall(r"\w+", part))


def is_setting(node: Node, words: tuple[str, ...], lists: bool) -> bool:
    """Whether something must happen without the parameter, and not just less."""
    if node.type == "boolean":
        first = node.text.lower().split(None, 1)
        return not first or first[0].strip(",:`*()") in OPEN_FLAGS
    if node.type in ("number", "integer"):
        return not SETTINGS.isdisjoint(words)
    values = node.view.get("enum")
    if node.type != "string" or not isinstance(values, list):
        return False
    narrows = lists and words[-1] in KINDS and not any(value in ("all", "any", "both", "ALL", "ANY") for value in values)
    return not narrows


rule = Rule(check, lever="required", severity="info", sets=("recommended",))
