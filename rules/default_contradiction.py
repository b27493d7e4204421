r"""A description states one default and the `default` keyword another.

One of the two is wrong, and the model believes the text while programs believe the keyword: a call that leaves the parameter out
does not do what was expected. In one server of our corpus 16 tools say that a parameter defaults to null while the keyword says
the empty string.

A text in the arguments block of the tool counts where the parameter has none. Compared are literals: numbers as numbers,
other values without regard to case. A number with a unit ("10 minutes") is not a literal, nor is a word for something worked
out later (`now`, `latest`), another parameter's name, or a default under a condition ("true when the time changes"). A
keyword that is a list or an object is not compared. `default: null` beside a stated value (or the string "None") is
reported as info, because generators write it for "no default". Where text and keyword agree that there is nothing (null,
None, none), they agree.

```yaml
- name: list_events
  parameters:
    type: object
    properties:
      limit: {type: integer, default: 10, description: Most events to return. Defaults to 20.}    # finding: `limit` has the default 10, but its description says 20; make them agree
      order: {type: string, default: asc, description: "Sort order (default: 'desc')"}    # finding: `order` has the default "asc", but its description says 'desc'; make them agree
```

```yaml ok
- name: list_events
  parameters:
    type: object
    properties:
      limit: {type: integer, default: 20, description: "Most events to return (default: 20, max: 100)"}
      window: {type: integer, default: 600000, description: Milliseconds to look back. Defaults to 10 minutes.}
      diet: {type: string, default: none, description: Diet to keep. Default is none.}
      page: {type: integer, default: 0, description: Page to return (0 for default of 1)}
      check: {type: boolean, default: false, description: "Whether to look for conflicts (default: true when the time changes)"}
      name: {type: string, default: "", description: Name of the copy. Defaults to the name of the event.}
```

Evidence: 17 findings on 17 of 1,111 real tools (1.5%), seen while the rule was made; 17 of 17 read hits right; precision 1.00,
recall 1.00 on 34 labels; 2026-11-30.
"""

import json
from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Tool
from schemalint.language.defaults import ABSENT, Default, as_number, is_symbolic, stated_default, typed
from schemalint.language.params import documented
from schemalint.language.scripts import reads_latin
from schemalint.model import Pointer


def check(tool: Tool) -> Iterator[Finding]:
    nodes = list(tool.nodes())
    names = frozenset(node.name for node in nodes if node.name)
    told_at = set[tuple[Pointer, Pointer]]()
    bare = [node.name for node in nodes if node.is_parameter and node.name and "default" in node.view and not node.text.strip()]
    above = documented(tool.text, bare) if bare and "efault" in tool.text else {}
    for node in nodes:
        text = node.text.strip() or (above.get(node.name or "", "") if node.is_parameter else "")
        if "default" not in node.view or "efault" not in text or not reads_latin(text):
            continue
        enum = node.view.get("enum")
        own = {value for value in enum if isinstance(value, str)} if isinstance(enum, list) else set[str]()
        siblings = names if own.isdisjoint(names) else names - own
        stated = stated_default(text, node.name or "", siblings=siblings)
        # a shared definition is reported once
        places = (node.place("description") if node.text.strip() else node.at, node.place("default"))
        if stated is None or places in told_at or not differs(stated, node):
            continue
        told_at.add(places)
        keyword = node.view["default"]
        shown = f"'{stated.text}'" if stated.kind == "quoted" else stated.text
        yield Finding(
            node.at,
            f"{subject(node)} has the default {brief(json.dumps(keyword, ensure_ascii=False))}, "
            f"but its description says {brief(shown)}; make them agree",
            severity="info" if keyword in (None, "None") else None,
        )


def differs(stated: Default, node: Node) -> bool:
    keyword = node.view["default"]
    if isinstance(keyword, list | dict) or stated.kind == "list" or is_symbolic(stated, node.view):
        return False
    if stated.kind == "null" or stated.text.lower() in ("null", "none", "nil", "undefined"):
        return says_null_otherwise(stated, keyword)
    if keyword in (None, "null", "None"):
        # The text of a list or an object may state the default of a member.
        plain = stated.kind != "bare" and node.type not in ("array", "object")
        return plain or typed(stated, node.view) is not ABSENT
    if isinstance(keyword, bool):
        return stated.text.lower() in ("true", "false") and (stated.text.lower() == "true") is not keyword
    if isinstance(keyword, int | float):
        number = as_number(stated)
        return number is not None and number != keyword
    return says_text_otherwise(stated, str(keyword), node)


def says_null_otherwise(stated: Default, keyword: object) -> bool:
    """`none` in lower case is a word; null, None and nil are values, and the string "null" is none of them."""
    if keyword is None or stated.kind == "quoted" or stated.text == "none":
        return False
    if isinstance(keyword, str):
        return keyword == "null" or keyword.lower() not in ("none", "nil", "undefined", "n/a")
    return True


def says_text_otherwise(stated: Default, keyword: str, node: Node) -> bool:
    if stated.text.casefold() == keyword.casefold():
        return False
    if stated.kind == "quoted":
        return True
    if stated.kind == "number":
        try:
            return bool(float(keyword) != stated.value)
        except ValueError:
            return False
    if stated.kind == "boolean":
        return keyword.lower() in ("true", "false")
    # A bare word may be a name for the value (English for en): it contradicts only as another value of the same enum.
    return "enum" in node.view and typed(stated, node.view) is not ABSENT


def subject(node: Node) -> str:
    return f"`{node.name}`" if node.name else "the value"


def brief(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


rule = Rule(check, keys=("default",), lever="required", severity="error", sets=("recommended",))
