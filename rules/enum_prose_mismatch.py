r"""The description lists a value that the enum does not have.

The model reads "asc, desc or random", sends `random`, and the call is refused; or the value is new and the enum was forgotten.
Only the author knows which of the two is out of date.

A list counts where it names at least two values of the enum and something else beside them, in one run: quoted values, or bare
words that end with the clause. What is in another sentence or explains one value is not part of the list; neither is a
value that differs in letter case or joints only, the name or a value of another parameter, a word that says when the list holds
(`on "update": ...`), or a list that goes on (`etc.`).

```yaml
- name: list_photos
  parameters:
    type: object
    properties:
      order:
        type: string
        description: "Order by date: asc, desc or random."    # finding: `order` lists the value `random` in its description, and not in its enum; add it to one or take it from the other
        enum: [asc, desc]
```

```yaml ok
- name: search_nodes
  parameters:
    type: object
    properties:
      source: {type: string, enum: [all, core, community], description: "all=everything, core=built in, community=by others"}
```

```yaml ok
- name: list_photos
  parameters:
    type: object
    properties:
      order: {type: string, description: "Order by date: ASC or DESC.", enum: [asc, desc]}
      status: {type: string, description: For example 'new' or 'sold'., enum: [new, sold, lent, lost]}
      unit: {type: string, description: Either 'mm' or 'inch'. The result has it in 'unit_label'., enum: [mm, inch]}
      scope: {type: string, description: "'org' or 'team'; `team_name` goes with the second.", enum: [org, team]}
      team_name: {type: string}
      action: {type: string, enum: [create, update]}
      merge: {type: string, description: "For 'update': 'keep', 'join' or 'drop'.", enum: [keep, join, drop]}
      mode: {type: string, description: "How it is done on 'rebuild': 'fast' or 'full'.", enum: [fast, full]}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 24 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator, Sequence

from schemalint import Finding, Node, Rule
from schemalint.language.params import declaring, only_constrains
from schemalint.language.pieces import Piece, pieces
from schemalint.language.runs import Run, brackets, read_run
from schemalint.schema.members import listed

NO_VALUE = re.compile(r"[\s:*{}<>\"'`=$\\()\[\]?%@;,]").search
ASIDE = frozenset(
    "all any automatic blank custom default empty false if none not nothing null omit optional required true".split()
)


def check(node: Node) -> Iterator[Finding]:
    values = node.view.get("enum")
    if not isinstance(values, list) or len(values) < 2 or only_constrains(node):
        return
    around = declaring(node)
    at, text = node.place("description"), node.text
    if not text and node.parent is not None and node.parent.view.get("items") is node.schema:
        at, text = node.parent.place("description"), node.parent.text
    if not text or around is None or sum(f"{value}=" in text for value in values) > 1:
        return  # `all=everything, core=built in` says what the values mean
    known = {plain(value) for value in values if isinstance(value, str)}
    siblings = {plain(name) for name in around.parent.properties} if around.parent is not None else set()
    elsewhere = {
        plain(value)
        for other in node.tool.nodes()
        if other is not node
        for value in listed(other.view, "enum")
        if isinstance(value, str)
    }
    extra = list(dict.fromkeys(more(text, known, siblings | {plain(around.name or "")}, elsewhere - known)))
    if extra:
        some = f"the value `{extra[0]}`" if len(extra) == 1 else "the values " + " and ".join(f"`{one}`" for one in extra[:3])
        said = f"`{around.name}` lists {some} in its description, and not in its enum"
        yield Finding(
            at,
            f"{said}; add {'it' if len(extra) == 1 else 'them'} to one or take {'it' if len(extra) == 1 else 'them'} from the other",
        )


def plain(value: str) -> str:
    """A value to compare by: without letter case and joints."""
    return re.sub(r"[\W_]+", "", value).casefold() or value


def more(text: str, known: set[str], others: set[str], elsewhere: set[str]) -> Iterator[str]:
    """The values that stand in one run with at least two values of the enum, and are none."""
    parts = pieces(text)
    closing = brackets(parts)
    here = 0
    while here < len(parts):
        run = read_run(parts, closing, here)
        if run is not None and not run.open and (run.quoted or run.whole):
            yield from beside(parts, run, known, others, elsewhere)
        here = max(run.next, here + 1) if run is not None else here + 1


def beside(parts: Sequence[Piece], run: Run, known: set[str], others: set[str], elsewhere: set[str]) -> Iterator[str]:
    values = [span for span in run.values if not is_condition(parts, *span)]
    shown = [" ".join(part.text for part in parts[first : last + 1]) for first, last in values]
    strange = [text for text in shown if plain(text) not in known and plain(text) not in elsewhere]
    if len({plain(text) for text in shown} & known) < 2 or any(plain(text) in others for text in strange):
        return
    if not any(NO_VALUE(text) or len(text) > 30 or text.lower() in ASIDE for text in strange):
        yield from strange


def is_condition(parts: Sequence[Piece], first: int, last: int) -> bool:
    """Whether a word only says when the list holds: `on "update": "merge" or "replace"`."""
    led = first > 0 and parts[first - 1].word in ("for", "if", "in", "on", "when", "with")
    return led and last + 1 < len(parts) and parts[last + 1].is_mark(":,")


rule = Rule(check, keys=("enum",), lever="enum", severity="warning", sets=("recommended",))
