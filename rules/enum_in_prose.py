r"""A string parameter lists the only values it takes in its description, and not in `enum`.

A model that reads "json, text, or csv" may still send `JSON` or `plain text`, and nothing stops it before the call fails. As an
`enum` the same list is checked, shown by editors, and under constrained decoding it cannot be missed. OpenAI and Gemini both
advise it for closed sets.

A list counts as closed when words in front of it say so (`one of`, `valid values:`, `options are`, `either`), when the parameter
or the noun before the list calls for values (`mode`, `format`, `Sort order:`), or when three or more quoted values follow a
colon, stand in bullets or are the whole text. Three or more codes of a number with their meanings (`0 = nobody, 30 = developer,
40 = admin`) count too. It is left alone when it gives examples (`e.g.`, `such as`, `like`), goes on (`etc.`, `or any other`), holds date
templates, file names or URLs, speaks of fields or of another parameter (`required for 'add' and 'reply'`), when several values may
be joined by commas, when quoted values of another group follow it, and when the default is none of the values. A schema with `enum`, `const`, `pattern`, `format` or a union
says more already.

The text is the parameter's own, or where it has none the one that a list of arguments in the tool's description gives it.

The fix adds `enum` with the values in the order of the text, for an array to its `items`. It is unsafe: the server may accept
more than the text says. Where it does, `e.g.` in front of the list says so.

Options: `cues` (none), more phrases that state a closed list; `value-names` (none), more last words of parameter names that call
for values; `min-values` (2).

```yaml
- name: export_report
  parameters:
    type: object
    properties:
      format:    # finding: `format` lists its only values in prose (json, text, csv): add `enum`, or write `e.g.` if it takes others
        type: string
        description: "Output format: json, text, or csv"
      parts:    # finding: `parts` lists its only values in prose (summary, history): add `enum`, or write `e.g.` if it takes others
        type: array
        items: {type: string}
        description: What to export. Valid values are 'summary' and 'history'.
---
- name: export_report
  parameters:
    type: object
    properties:
      format:
        type: string
        description: "Output format: json, text, or csv"
        enum: [json, text, csv]
      parts:
        type: array
        items: {type: string, enum: [summary, history]}
        description: What to export. Valid values are 'summary' and 'history'.
```

```yaml ok
- name: comment
  parameters:
    type: object
    properties:
      method: {type: string, enum: [add, reply, delete]}
      body: {type: string, description: "Text of the comment (required for 'add' and 'reply' methods)"}
      owner: {type: string, description: Owner of the repository (username or organization)}
      encoding: {type: string, description: "Encoding of the text (e.g. 'utf-8', 'latin-1')"}
      sort: {type: string, description: "Sort field: created, updated, etc."}
      answer: {type: string, description: "'accept', 'dismiss', or the text to type into the prompt"}
```

Evidence: 44 findings on 30 of 1,111 real tools (2.7%), seen while the rule was made; 33 more in a registry of 755 tool
summaries; 77 of 77 read hits right; precision 1.00, recall 1.00 on 81 labels; 29 of 31 right on servers that nobody had read
(tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator, Mapping

from schemalint import Edit, Finding, Fix, Node, Rule, Tool
from schemalint.language.closed_runs import ClosedRun, closed_runs
from schemalint.language.defaults import stated_default
from schemalint.language.names import tokens
from schemalint.language.params import documented
from schemalint.language.scripts import reads_latin
from schemalint.model import Pointer
from schemalint.pattern import pattern
from schemalint.schema.keywords import IN_PLACE, REFERENCES, STRING_FORMS

SAYS_VALUES = STRING_FORMS | REFERENCES | IN_PLACE


def check(
    tool: Tool, *, cues: tuple[str, ...] = (), value_names: tuple[str, ...] = (), min_values: int = 2
) -> Iterator[Finding]:
    nodes = list(tool.nodes())
    names = {node.name for node in nodes if node.name}
    told_at = set[Pointer]()
    foreign = {value for node in nodes for value in values_of(node) if isinstance(value, str)}
    above = documented(tool.text, [node.name for node in nodes if node.is_parameter and node.name and not node.text.strip()])
    for node in nodes:
        if node.type in ("integer", "number") and node.name and (codes := codes_of(node)):
            brief_codes = ", ".join(f"{number} = {word}" for number, word in list(codes.items())[:4])
            more = f" and {len(codes) - 4} more" if len(codes) > 4 else ""
            message = f"`{node.name}` lists its only values in prose ({brief_codes}{more}): add `enum`"
            yield Finding(node.at, message)  # no fix: Gemini, Vertex and others refuse an `enum` of numbers
            continue
        holder = takes_strings(node)
        text = node.text.strip() or (above.get(node.name or "", "") if node.is_parameter else "")
        if holder is None or not text:
            continue
        name = node.name or (node.parent.name if node.parent else None) or ""
        runs = closed_runs(text, name, siblings=names, foreign=foreign, cues=cues, value_names=value_names)
        latin = reads_latin(text)
        found = [run for run in runs if latin or (run.quoted and run.cue == "named")]
        widest = max(found, key=lambda run: len(run.values), default=None)
        values = set(widest.texts) if widest is not None else set[str]()
        if widest is None or len(values) < min_values or not all(values.issuperset(run.texts) for run in found):
            continue
        if goes_on_in_groups(text, widest):
            continue
        told = stated_default(text, name)
        others = [node.view.get("default"), *examples_of(node), told.text if told and told.kind == "quoted" else None]
        listed = {text.lower() for text in widest.texts}
        # a definition that several parameters share is reported once
        place = node.place("description") if node.text.strip() else node.at
        if place not in told_at and all(other.lower() in listed for other in others if isinstance(other, str) and other):
            told_at.add(place)
            shown = node.name or f"{name} items"
            message = (
                f"`{shown}` lists its only values in prose ({brief(widest)}): add `enum`, or write `e.g.` if it takes others"
            )
            yield Finding(node.at, message, fix=fix_of(node, holder, widest))


def goes_on_in_groups(text: str, run: ClosedRun) -> bool:
    """Whether quoted values of another group follow (`Alpha: 'a', 'b'. Beta: 'c'`): the set is then larger than the list."""
    return run.quoted and any(match[2] not in run.texts for match in group().finditer(text, run.end))


group = pattern(r"[.;\n]\s*(?:[-*]\s*)?[A-Z][\w ]{0,24}: ?(['\"`])([^'\"`\n]{1,30})\1")


def values_of(node: Node) -> list[object]:
    values = node.view.get("enum")
    return values if isinstance(values, list) else []


def examples_of(node: Node) -> list[object]:
    examples = node.view.get("examples")
    return examples if isinstance(examples, list) else []


def takes_strings(node: Node) -> str | None:
    """`"type"` for a plain string, `"items"` for an array of plain strings: the keyword beside or in which `enum` belongs."""
    if not SAYS_VALUES.isdisjoint(node.view):
        return None
    if node.type == "string":
        return "type"
    items = node.view.get("items")
    plain = isinstance(items, Mapping) and items.get("type") == "string" and SAYS_VALUES.isdisjoint(items)
    return "items" if node.type == "array" and plain else None


code = pattern(r"(?<![\w.,-])(-?\d{1,4}) ?= ?([A-Z]?[\w'-]+(?: [\w'-]+){0,4})(?=\s*[,;|/)\]\n.]|\s*$|\s+(?:or|and)\s)")


def codes_of(node: Node) -> dict[int, str]:
    """The codes that a text lists with their meanings (`0 = nobody, 30 = developer, 40 = admin`); none for a scale of values."""
    if not SAYS_VALUES.isdisjoint(node.view) or "=" not in node.text or not reads_latin(node.text):
        return {}
    if {"minimum", "maximum", "multipleOf"} & node.view.keys() or SCALES.intersection(tokens(node.name or "")):
        return {}
    found = {int(match[1]): match[2] for match in code().finditer(node.text)}
    default = node.view.get("default")
    opened = any(sign in node.text for sign in ("e.g", "etc", "...", "or any", "between"))
    return found if len(found) > 2 and not opened and (default is None or default in found) else {}


SCALES = frozenset("confidence factor quality rate rating score strength temperature threshold volume weight".split())
"""Names whose numbers mean degrees: the text explains some of them."""


def fix_of(node: Node, holder: str, run: ClosedRun) -> Fix | None:
    at = node.place(holder)
    default = node.view.get("default")
    if at[: len(node.at)] != node.at or (isinstance(default, str) and default not in run.texts):
        return None
    if holder == "items":
        return Fix("add `enum` to the items", (Edit((*at, "enum"), list(run.texts)),))
    layer = next(layer for where, layer in node.layers if where == at[:-1])
    if isinstance(layer["type"], list) or layer.get("nullable") is True:
        return None  # Moonshot refuses an `enum` of strings and null
    return Fix("add `enum`", (Edit((*at[:-1], "enum"), list(run.texts)),))


def brief(run: ClosedRun) -> str:
    """The values, as many as fit."""
    shown: list[str] = []
    for text in run.texts:
        if shown and len(", ".join([*shown, text])) > 48:
            return f"{', '.join(shown)} and {len(run.texts) - len(shown)} more"
        shown.append(text)
    return ", ".join(shown)


rule = Rule(check, lever="enum", severity="warning", sets=("recommended",))
