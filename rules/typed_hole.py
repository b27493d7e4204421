r"""A parameter takes an object and says nothing of its members.

An object without properties leaves the model to invent both keys and values, from the prose at best. Gemini refuses some
such objects, OpenAI's strict mode all of them.

Whoever means that anything goes writes `additionalProperties: true`; a map says what its values are, `additionalProperties:
{type: string}`: both are left in peace, and so is an object described by a combination, an `enum` or a default with
members. Also ignored are names whose keys belong to somebody else (option `allow-names`, compared with the last word of
the name) and texts that say key-value, map, dictionary, any JSON, arbitrary, or show an example object. Whether the members
that are listed are the right ones no machine can tell.

An object that is closed and has no properties takes only `{}`, and that is found too; generators write it for types that they
do not know. Texts that say empty, a default, and the alternatives of a union, which such an object may mark, are ignored.

Options: `allow-names` (list of words): last words of names whose objects may be open.

```yaml
- name: search_orders
  parameters:
    type: object
    properties:
      filter:             # finding: `filter` is an object without properties; list them, or write `additionalProperties: true`
        type: object
        description: What to look for.
      parts:
        type: array
        items:   # finding: `parts` holds objects without properties; list them, or write `additionalProperties: true`
          type: object
      due: {type: object, properties: {}, additionalProperties: false}   # finding: `due` takes no object but an empty one; say what belongs in it
```

```yaml ok
- name: search_orders
  parameters:
    type: object
    properties:
      filter:
        type: object
        properties:
          customer: {type: string}
          status: {type: string, enum: [open, shipped]}
      headers: {type: object}
      counts: {type: object, additionalProperties: {type: integer}}
      answers: {type: object, description: Map of question id to answer.}
      payload: {type: object, additionalProperties: true}
```

Evidence: no real hit seen on 1,111 real tools; 10 more in a registry of 755 tool summaries; 10 of 10 read hits right; precision
1.00, recall 1.00 on 27 labels; 4 of 4 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.frameworks.common.hints import hint
from schemalint.language.names import tokens
from schemalint.language.params import OPEN_NAMES, declaring, is_hole, says_open, step
from schemalint.schema.keywords import PARTS

TAILS = ("data", "object")


def check(node: Node, *, allow_names: tuple[str, ...] = OPEN_NAMES) -> Iterator[Finding]:
    if _takes_nothing(node):
        whose = declaring(node)
        what = "takes" if whose is node else "holds"
        if whose is not None and "empty" not in f"{node.text} {whose.text}".lower():
            message = f"`{whose.name}` {what} no object but an empty one; say what belongs in it"
            yield Finding(node.at, message + hint("empty object", node))
        return
    if node.view.get("type") != "object" or not is_hole(node) or node.view.get("default") or node.view.get("examples"):
        return
    parameter = declaring(node)
    if parameter is None or not _holds(node):
        return
    name = parameter.name or ""
    if _last_words(name) & set(allow_names):
        return
    if says_open(node.text) or says_open(parameter.text) or parameter.view.get("default") or parameter.view.get("examples"):
        return
    what = "is an object" if node is parameter else "may be an object" if step(node) in ("anyOf", "oneOf") else "holds objects"
    told = hint("bare object", node)
    yield Finding(node.at, f"`{name}` {what} without properties; list them, or write `additionalProperties: true`{told}")


def _takes_nothing(node: Node) -> bool:
    """Whether only `{}` fits, outside of the alternatives of a union, where such an object marks one of them."""
    view = node.view
    if view.get("additionalProperties") is not False or not is_hole(node, closed=True) or "default" in view:
        return False
    around = node.parent
    while around is not None and around.name is None and step(around) not in ("anyOf", "oneOf"):
        around = around.parent
    in_union = around is not None and step(around) in ("anyOf", "oneOf")
    return not in_union and (node.name is not None or step(node) in ("items", "additionalProperties"))


def _last_words(name: str) -> set[str]:
    """The last word of a name, and the one before it where the last says nothing: `patch_data` is a `patch`."""
    words = tokens(name)
    ends = set(words[-1:])
    while words and words[-1] in TAILS:
        words = words[:-1]
    return ends.union(words[-1:])


def _holds(node: Node) -> bool:
    """Whether the position declares a value of its own, and does not merely repeat that its parent is an object."""
    if node.name is not None:
        return True
    keyword = step(node)
    if keyword in ("anyOf", "oneOf"):
        return node.parent is not None and node.parent.view.get("type") != "object" and not node.parent.properties
    return keyword in PARTS


rule = Rule(check, lever="shape", severity="warning", sets=("recommended",))
