r"""A parameter has no description.

The name alone must then tell the model what to write, in which form and unit. Every vendor guide asks for a text on each
parameter (Anthropic, "Define tools"; AWS, design guidelines for MCP servers). One finding a tool lists the required
parameters without a text, as a warning; another, an info, the optional ones.

Ignored are a boolean or `enum` with a default, a `const`, names in the option `self-evident`, and a parameter whose elements
or alternatives carry the text. A text at the end of a `$ref` counts. A parameter that the tool's own description documents,
in a list of arguments, is not reported here: its text only stands in the wrong place. Names such as `timeout` are asked for
their unit.

Options: `self-evident` (list of names): parameters that need no text; `nested` (true or false): look at the members of
objects too (true in the strict set).

```yaml
- name: fetch_page
  parameters:
    type: object
    properties:   # finding: `url` is required and has no description # finding: `timeout` has no description; state its unit
      url: {type: string}
      timeout: {type: number}
      as_text: {type: boolean, default: false}
    required: [url]
```

```yaml ok
- name: fetch_page
  description: |
    Fetch one page.

    Args:
        url: Page to fetch, with its scheme.
  parameters:
    type: object
    properties:
      url: {type: string}
      timeout: {type: number, description: Seconds after which to give up.}
    required: [url]
```

Evidence: 311 findings on 222 of 1,111 real tools (20.0%), seen while the rule was made; 1 more in a registry of 755 tool
summaries; 40 of 40 read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Tool
from schemalint.frameworks.common.hints import hint
from schemalint.language.names import tokens
from schemalint.language.params import documented
from schemalint.model import Pointer
from schemalint.schema.members import choices

MEASURES = frozenset(
    "timeout delay duration interval ttl radius distance size age wait latency cooldown backoff lookback retention".split()
)
COUNTED = frozenset("batch bucket group list page pool result results sample set shard team".split())
SHOWN = 6


def check(tool: Tool, *, self_evident: tuple[str, ...] = (), nested: bool = False) -> Iterator[Finding]:
    root, *nodes = tool.nodes()
    parameters = [node for node in nodes if node.name is not None and (nested or node.is_parameter)]
    bare = [node for node in parameters if node.name not in self_evident and not _says(node) and not _is_unseen(node)]
    if not bare:
        return
    told = documented(tool.text, [node.name or "" for node in bare])
    bare = [node for node in bare if node.name not in told]
    at = root.place("properties")
    if required := [node for node in bare if node.required]:
        yield Finding(at, _message(required, "is required and has", "are required and have"), gathers=_places(required))
    if optional := [node for node in bare if not node.required]:
        yield Finding(at, _message(optional, "has", "have"), severity="info", gathers=_places(optional))


def _says(node: Node) -> bool:
    view = node.view
    if node.text.strip() or "const" in view or not isinstance(view.get("description", ""), str):
        return True
    if "default" in view and (node.type == "boolean" or "enum" in view):
        return True
    inner = [view.get("items"), *(arm for keyword in ("anyOf", "oneOf") for arm in _arms(view.get(keyword)))]
    return any(isinstance(schema, dict) and isinstance(schema.get("description"), str) for schema in inner)


def _places(nodes: list[Node]) -> list[Pointer]:
    return [node.at for node in nodes]


def _is_unseen(node: Node) -> bool:
    """Whether the type of a parameter is out of sight, which may bring a text with it."""
    return any(node.at[: len(place)] == place for place in node.tool.origin.unseen)


def _arms(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _message(nodes: list[Node], one: str, several: str) -> str:
    names = [_path(node) for node in nodes]
    shown = ", ".join(f"`{name}`" for name in names[:SHOWN])
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    units = [name for node, name in zip(nodes, names, strict=True) if _is_measure(node)]
    unit = ""
    if units:
        unit = "; state its unit" if names == units[:1] else f"; state the unit of `{units[0]}`"
    told = hint("undescribed", nodes[0]) if all(node.is_parameter for node in nodes) else ""
    return f"{shown}{more} {one if len(names) == 1 else several} no description{unit}{told}"


def _is_measure(node: Node) -> bool:
    parts = tokens(node.name or "")
    counts = parts[-1:] == ("size",) and COUNTED.intersection(parts)  # the size of a page is how many things are on it
    return node.type in ("number", "integer") and bool(parts) and parts[-1] in MEASURES and not counts


def _path(node: Node) -> str:
    """The names on the way to a parameter, and in brackets the form of a union that it is in: `steps[insert].index`."""
    names: list[str] = []
    form = ""
    around: Node | None = node
    while around is not None:
        if around.name is not None:
            names.append(f"{around.name}{form}")
            form = ""
        elif around.parent is not None and around.at[-2:-1] in (("anyOf",), ("oneOf",)):
            form = f"[{_form(around)}]{form}" if not around.parent.layers or around.at != around.parent.view_at else form
        around = around.parent
    return ".".join(reversed(names))


def _form(arm: Node) -> str:
    """What tells a form of a union from the others: the value that one of its members is fixed to, else its number."""
    for member in arm.properties.values():
        values = choices(member)
        if values is not None and len(values) == 1 and isinstance(values[0], str):
            return values[0]
    return str(int(arm.at[-1]) + 1)


rule = Rule(check, lever="description", severity="warning", sets=("recommended",), strict={"nested": True})
