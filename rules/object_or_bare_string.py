r"""A parameter accepts an object or any string, and no text says what the string is.

Such unions are a workaround for clients that send objects as JSON in a string. The model cannot know that: it may send the object,
its JSON, a name or a sentence, and half of them fail. Declare the object alone and parse strings quietly, or describe the
string: "a JSON object, or its id".

Looked at are `anyOf` and `oneOf` with an object (or an array of objects) and a plain string without description, format, pattern
or values. A text of the parameter that speaks of a string, of JSON or of an id is enough.

```yaml
- name: change_page
  description: Set some values of a page.
  parameters:
    type: object
    properties:
      values:
        anyOf:   # finding: `values` accepts an object or any string, and nothing says what the string is; describe it, or accept the object alone
          - {type: object, additionalProperties: true}
          - {type: string}
```

```yaml ok
- name: change_page
  description: Set some values of a page.
  parameters:
    type: object
    properties:
      values:
        description: Values by name, as an object or its JSON.
        anyOf:
          - {type: object, additionalProperties: true}
          - {type: string}
      parent:
        anyOf:
          - {type: object, properties: {page_id: {type: string}}}
          - {type: string, description: Id of the parent.}
      width: {anyOf: [{type: number}, {type: string}]}
```

Evidence: 4 findings on 4 of 1,111 real tools of one server, seen while the rule was made; 23 of 23 right on servers that nobody
had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language.params import declaring, only_constrains
from schemalint.model import Json
from schemalint.pattern import pattern
from schemalint.schema.look import resolve

_says_string = pattern(r"(?i)\b(?:strings?|stringified|json|text|ids?|names?|urls?|paths?|serialized|either|or)\b")


def check(node: Node) -> Iterator[Finding]:
    if only_constrains(node):
        return
    for keyword in ("anyOf", "oneOf"):
        arms = node.view.get(keyword)
        if not isinstance(arms, list):
            continue
        seen = [_seen(arm, node) for arm in arms]
        objects = any(isinstance(arm, dict) and _is_object(arm) for arm in seen)
        bare = any(isinstance(arm, dict) and arm.get("type") == "string" and not arm.keys() - _PLAIN for arm in seen)
        parameter = declaring(node)
        if objects and bare and parameter is not None and not _says_string().search(f"{node.text} {parameter.text}"):
            yield Finding(
                node.place(keyword),
                f"`{parameter.name}` accepts an object or any string, and nothing says what the string is; "
                "describe it, or accept the object alone",
            )


_PLAIN = frozenset(("type", "title", "maxLength", "minLength", "default"))


def _is_object(schema: dict[str, Json]) -> bool:
    items = schema.get("items")
    return schema.get("type") == "object" or (
        schema.get("type") == "array" and isinstance(items, dict) and (items.get("type") == "object" or "$ref" in items)
    )


def _seen(arm: Json, node: Node) -> Json:
    """A form of the union behind its `$ref`."""
    for _ in range(20):
        if not (isinstance(arm, dict) and "$ref" in arm):
            break
        found = resolve(arm["$ref"], node.tool.parameters, ())
        arm = found[1] if found is not None else None
    return arm


rule = Rule(check, keys=("anyOf", "oneOf"), lever="shape", severity="warning", sets=("recommended",))
