r"""A parameter has no description.

The name alone must then tell the model what to write, in which form and unit. Every vendor guide asks for a text on each
parameter (Anthropic, "Define tools"; AWS, design guidelines for MCP servers). A warning for a required parameter, an info for
an optional one. A name that has no text in three tools of a set or more is one finding, at its first required use; the other
uses are related places, since one text cures them all.

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
    properties:
      url: {type: string} # finding: `url` is required and has no description
      timeout: {type: number} # finding: `timeout` has no description; state its unit
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

```yaml
- name: add_row
  parameters: {type: object, properties: {sheet: {type: string}}}
- name: drop_row
  parameters:
    type: object
    properties:
      sheet: {type: string} # finding: `sheet` is required in 1 of 3 tools and has no description in any of these
    required: [sheet]
- name: list_rows
  parameters: {type: object, properties: {sheet: {type: string}}}
```

Evidence: 311 findings on 222 of 1,111 real tools (20.0%), seen while the rule was made; 1 more in a registry of 755 tool
summaries; 40 of 40 read hits right; 17 of 17 right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule, Tool, Toolset
from schemalint.frameworks.common.hints import hint
from schemalint.language.names import seen_together, tokens
from schemalint.language.params import documented
from schemalint.schema.members import choices

MEASURES = frozenset(
    "timeout delay duration interval ttl radius distance size age wait latency cooldown backoff lookback retention".split()
)
COUNTED = frozenset("batch bucket group list page pool result results sample set shard team".split())
REPEATED = 3
"""Tools in which a name without a text makes one finding on the set."""

CURED = ("id-without-origin", "optional-without-default")
"""Rules whose findings the text would cure."""


def check(tools: Toolset, *, self_evident: tuple[str, ...] = (), nested: bool = False) -> Iterator[Finding]:
    for members in seen_together(tools):
        found: dict[str, list[tuple[int, Node]]] = {}
        for index, tool in members:
            for node in _bare(tool, self_evident, nested):
                found.setdefault(_path(node), []).append((index, node))
        for path, uses in found.items():
            if len({index for index, _ in uses}) >= REPEATED:
                yield _repeated(path, uses)
            else:
                yield from (_single(path, index, node) for index, node in uses)


def _bare(tool: Tool, self_evident: tuple[str, ...], nested: bool) -> list[Node]:
    """The parameters of a tool that nothing describes."""
    nodes = (node for node in tool.nodes() if node.name is not None and (nested or node.is_parameter))
    bare = [node for node in nodes if node.name not in self_evident and not _says(node) and not _is_unseen(node)]
    told = documented(tool.text, [node.name or "" for node in bare]) if bare else ()
    return [node for node in bare if node.name not in told]


def _single(path: str, index: int, node: Node) -> Finding:
    is_required = "is required and " if node.required else ""
    message = f"`{path}` {is_required}has no description{_asks(node)}"
    return Finding((index, *node.at), message, severity=None if node.required else "info", replaces=CURED)


def _repeated(path: str, uses: list[tuple[int, Node]]) -> Finding:
    required = [use for use in uses if use[1].required]
    index, node = first = (required or uses)[0]
    if len(required) == len(uses):
        message = f"`{path}` is required and has no description in {len(uses)} tools"
    elif required:
        message = f"`{path}` is required in {len(required)} of {len(uses)} tools and has no description in any of these"
    else:
        message = f"`{path}` has no description in {len(uses)} tools"
    related = tuple((index, *node.at) for index, node in uses if (index, node) != first)
    return Finding(
        (index, *node.at), message + _asks(node), severity=None if required else "info", related=related, replaces=CURED
    )


def _asks(node: Node) -> str:
    """What the text should say, and where a framework takes it from."""
    return ("; state its unit" if _is_measure(node) else "") + (hint("undescribed", node) if node.is_parameter else "")


def _says(node: Node) -> bool:
    view = node.view
    if node.text.strip() or "const" in view or not isinstance(view.get("description", ""), str):
        return True
    if "default" in view and (node.type == "boolean" or "enum" in view):
        return True
    inner = [view.get("items"), *(arm for keyword in ("anyOf", "oneOf") for arm in _arms(view.get(keyword)))]
    return any(isinstance(schema, dict) and isinstance(schema.get("description"), str) for schema in inner)


def _is_unseen(node: Node) -> bool:
    """Whether the type of a parameter is out of sight, which may bring a text with it."""
    return any(node.at[: len(place)] == place for place in node.tool.origin.unseen)


def _arms(value: object) -> list[object]:
    return value if isinstance(value, list) else []


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
