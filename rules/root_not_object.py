r"""A tool's parameters are not an object schema.

Arguments travel as one JSON object, so a tool's parameters must be a schema of `type: object`. MCP demands it of
`inputSchema` (specification, server/tools), and Anthropic, OpenAI and Bedrock refuse anything else when the request is
sent; some MCP clients drop every tool of a server for one such tool.

A tool without any `parameters` takes none: OpenAI and Gemini accept that, so it is left in peace, except where its
neighbours in the list have an `inputSchema` or `input_schema`, a member that MCP and Anthropic demand. A root whose type is a name that JSON Schema does not have is the business of
`unknown-type`. A `$ref` in place of the root hides the type: MCP and every provider look for `type: object` there.

The fix writes the portable form for no parameters, adds a missing `type: object`, or puts a bare list of parameters under
`properties`. It is unsafe: a schema without `type` accepted more than objects.

```yaml
- name: list_branches
  parameters: {}          # finding: `parameters` has no type; expected `type: object`
- name: echo
  parameters:
    type: string          # finding: `parameters` is of type `string`; expected `type: object` with `properties`
---
- name: list_branches
  parameters: {type: object, properties: {}}
- name: echo
  parameters:
    type: string
```

```yaml
- name: create_tag
  parameters:
    $ref: "#/$defs/Tag"   # finding: `parameters` is a `$ref`, so that its type is out of sight; write the schema that it names
    $defs:
      Tag: {type: object, properties: {name: {type: string}}, required: [name]}
```

```yaml ok
- name: list_branches
  parameters: {type: object, properties: {}}
- name: list_tags
  description: List the tags of the repository.
- name: create_tag
  parameters:
    type: object
    $ref: "#/$defs/Tag"
    $defs:
      Tag: {type: object, properties: {name: {type: string}}, required: [name]}
```

Evidence: 1 findings on 1 of 1,111 real tools (0.1%), seen while the rule was made; 1 of 1 read hits right; 2026-11-30.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from schemalint import Edit, Finding, Fix, Rule, Tool, Toolset
from schemalint.schema.keywords import ELSEWHERE, SHOWING_A_SCHEMA, VALUES

PLACE = ("parameters",)
DEMANDED = ("inputSchema", "input_schema")
TYPES = ("string", "number", "integer", "boolean", "array", "null")


def check(tool: Tool, tools: Toolset) -> Iterator[Finding]:
    if not tool.has("parameters"):
        yield from _absent(tool, tools)
        return
    root = tool.parameters
    if not isinstance(root, dict):
        fix = _emptied() if root is None or root is True else None
        yield Finding(PLACE, f"`parameters` is {_kind(root)}; expected an object schema (`type: object`)", fix)
        return
    if "$ref" in root and "type" not in root:
        yield Finding(
            (*PLACE, "$ref"), "`parameters` is a `$ref`, so that its type is out of sight; write the schema that it names"
        )
        return
    view = next(tool.nodes()).view
    declared = view.get("type")
    if declared == "object" and not isinstance(root.get("type"), list):
        return
    if declared is None:
        yield _typeless(root, view)
    elif isinstance(declared, list) or isinstance(root.get("type"), list):
        fix = Fix("write `type: object`", (Edit((*PLACE, "type"), "object"),)) if "type" in root else None
        place = (*PLACE, "type") if "type" in root else PLACE
        yield Finding(place, "`parameters` allows several types; expected `type: object` alone", fix)
    elif declared in TYPES or not isinstance(declared, str):
        place = (*PLACE, "type") if "type" in root else PLACE
        shown = f"of type `{declared}`" if isinstance(declared, str) else "of no valid type"
        yield Finding(place, f"`parameters` is {shown}; expected `type: object` with `properties`")


def _absent(tool: Tool, tools: Toolset) -> Iterator[Finding]:
    """A schema that is missing where the wire shape of the list demands one."""
    member = _demanded(tools)
    if member is not None:
        expected = '{"type": "object"}'
        yield Finding(("name",), f"`{tool.name}` has no `{member}`; expected {expected} for a tool without parameters")


@lru_cache(maxsize=4)
def _demanded(tools: Toolset) -> str | int | None:
    """The member that the wire shape of a list demands; None where it demands none."""
    members = (step for tool in tools.tools for step in tool.places.get(PLACE, ())[-1:])
    return next((step for step in members if step in DEMANDED), None)


def _typeless(root: Mapping[str, object], view: Mapping[str, object]) -> Finding:
    if root and SHOWING_A_SCHEMA.isdisjoint(root) and all(isinstance(value, dict) for value in root.values()):
        wrapped = Fix("put the parameters under `properties`", (Edit(PLACE, {"type": "object", "properties": dict(root)}),))
        return Finding(
            PLACE, "`parameters` lists parameters directly; expected them under `properties` of an object schema", wrapped
        )
    fix = None if root else _emptied()
    if root and ("properties" in root or (ELSEWHERE | VALUES | {"items"}).isdisjoint(view)):
        fix = Fix("add `type: object`", (Edit((*PLACE, "type"), "object"),))
    return Finding(PLACE, "`parameters` has no type; expected `type: object`", fix)


def _emptied() -> Fix:
    return Fix("write an object schema without parameters", (Edit(PLACE, {"type": "object", "properties": {}}),))


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return "a list" if isinstance(value, list) else "a text" if isinstance(value, str) else "a number"


rule = Rule(check, lever="validity", severity="error", sets=("minimal",))
