r"""A parameter is an object of the framework, which no model can fill in.

`ctx`, `run_manager` or `**kwargs` are there for the function that runs the tool. Where the framework does not take them out, because
of a missing annotation or another import, a model is asked for them and makes something up.

Reported are `self`, `cls`, `kwargs`, `args` beside `kwargs`, `ctx`, `run_manager` and `callbacks` without a text, and a parameter whose
definition has the name of such a class (`RunnableConfig`, `RunContextWrapper`, `ToolContext`, ...).

```yaml
- name: search_cards
  description: Search the cards of a board.
  parameters:
    type: object
    properties:
      query: {type: string, description: Words to look for.}
      ctx: {title: Ctx}   # finding: `ctx` is the framework's, not the model's; keep it out of the parameters
      kwargs: {title: Kwargs}   # finding: `kwargs` is the framework's, not the model's; keep it out of the parameters
      config: {$ref: "#/$defs/RunnableConfig"}   # finding: `config` is the framework's, not the model's; keep it out of the parameters
    $defs: {RunnableConfig: {type: object, properties: {tags: {type: array, items: {type: string}}}}}
```

```yaml ok
- name: search_cards
  description: Search the cards of a board.
  parameters:
    type: object
    properties:
      ctx: {type: string, description: Name of the browsing context.}
      args: {type: array, items: {type: string}}
      config: {type: object, properties: {depth: {type: integer}}}
```

Evidence: no real hit seen on 1,378 real tools; it reports what the frameworks' own sources name; not
measured on unread servers; 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule

NAMES = frozenset("self cls ctx kwargs run_manager callback_manager callbacks".split())
CLASSES = frozenset(
    "RunnableConfig RunContext RunContextWrapper ToolContext ToolRuntime InvocationContext CallbackManagerForToolRun Context".split()
)


def check(node: Node) -> Iterator[Finding]:
    name = node.name
    if not node.is_parameter or name is None or not isinstance(node.schema, dict):
        return
    made_of = str(node.schema.get("$ref", "")).rpartition("/")[2]
    siblings = node.parent.properties if node.parent is not None else {}
    bare = not node.text.strip() and (name in NAMES or (name == "args" and "kwargs" in siblings))
    if bare or made_of in CLASSES:
        yield Finding(node.at, f"`{name}` is the framework's, not the model's; keep it out of the parameters")


rule = Rule(check, lever="shape", severity="info", sets=("recommended",))
