r"""A parameter is mirrored into an HTTP header in a way that makes clients drop the whole tool.

`x-mcp-header` asks clients to send the value of a parameter as the header `Mcp-Param-...` too, so that a gateway can read it. A
client on Streamable HTTP must leave a tool out of its list where one such mark breaks the rules (Model Context Protocol 2026-07-28,
server/tools): the name is a token of RFC 9110 and unique whatever its case, the parameter is a string, an integer or a boolean, and
nothing but `properties` leads to it. The server still lists the tool, and nobody says why the model never sees it.

Two findings are warnings: a type that only a reference or a list with null tells, which some clients refuse, and a password or key,
which everybody on the way could read.

```yaml
- name: run_query
  description: Run a query in one region.
  parameters:
    type: object
    properties:
      region: {type: string, x-mcp-header: My Header}   # finding: `My Header` is not a header name; expected letters, digits and hyphens, such as `Region`
      tenant: {type: string, x-mcp-header: Tenant}
      share: {type: number, x-mcp-header: Share}   # finding: `share` is of type number; a header mirrors a string, an integer or a boolean
      filters:
        type: array
        items: {type: string, x-mcp-header: Filter}   # finding: a header mirrors only what `properties` alone lead to, and `items` is in between
      other: {type: string, x-mcp-header: tenant}   # finding: the header name `tenant` is that of `tenant` already; names that differ in case are one
      api_key: {type: string, x-mcp-header: Key}   # finding: `api_key` would travel in the header `Mcp-Param-Key`, which everybody on the way can read
```

```yaml ok
- name: run_query
  description: Run a query in one region.
  parameters:
    type: object
    properties:
      region: {type: string, x-mcp-header: Region}
      scope:
        type: object
        properties:
          tenant: {type: integer, x-mcp-header: Tenant-Id}
          x-mcp-header: {type: string, default: My Header}
      page_token: {type: string, x-mcp-header: Page}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Rule, Tool
from schemalint.language import tokens
from schemalint.model import Json, Pointer
from schemalint.schema.keywords import subschemas

MARK = "x-mcp-header"
TYPES = ("string", "integer", "boolean")
SECRETS = ("password", "passphrase", "secret", "credentials", "authorization")
SECRET_PAIRS = ("api key", "access token", "auth token", "bearer token", "client secret", "private key", "secret key")


def check(tool: Tool) -> Iterator[Finding]:
    first: dict[str, Pointer] = {}
    for place, name, schema in _marked(tool.parameters):
        at = (*place, MARK)
        header = schema[MARK]
        if not isinstance(header, str) or not _token().fullmatch(header):
            shown = f"`{header}`" if isinstance(header, str) and header else "what stands here"
            yield Finding(at, f"{shown} is not a header name; expected letters, digits and hyphens, such as `Region`")
        elif header.lower() in first:
            other = first[header.lower()]
            message = f"the header name `{header}` is that of `{other[-1]}` already; names that differ in case are one"
            yield Finding(at, message, related=(other,))
        else:
            first[header.lower()] = place
        if name is None:
            way = next((str(step) for step in place[1::2] if step != "properties"), "the root")
            way = f"`{way}` is in between" if way != "the root" else "the root is not a property"
            yield Finding(at, f"a header mirrors only what `properties` alone lead to, and {way}")
        else:
            yield from _unfit(at, name, schema)


def _unfit(at: Pointer, name: str, schema: dict[str, Json]) -> Iterator[Finding]:
    """What is wrong with the parameter that a header mirrors."""
    declared = schema.get("type")
    if declared not in TYPES:
        names = declared if isinstance(declared, list) else [declared]
        told = isinstance(declared, list) and all(one in (*TYPES, "null") for one in names)
        if told or (declared is None and ("$ref" in schema or "anyOf" in schema or "oneOf" in schema)):
            message = (
                f"`{name}` does not state one type beside its header; some clients drop the tool, so write `type` with one name"
            )
            yield Finding(at, message, severity="warning")
        else:
            shown = (
                "several types"
                if isinstance(declared, list)
                else f"type {declared}"
                if isinstance(declared, str)
                else "no type"
            )
            yield Finding(at, f"`{name}` is of {shown}; a header mirrors a string, an integer or a boolean")
    words = [word.lower() for word in tokens(name)]
    secret = words and (words[-1] in SECRETS or " ".join(words[-2:]) in SECRET_PAIRS or words == ["token"])
    header = schema[MARK]
    if secret and isinstance(header, str) and _token().fullmatch(header):
        message = f"`{name}` would travel in the header `Mcp-Param-{header}`, which everybody on the way can read"
        yield Finding(at, message, severity="warning")


def _marked(root: Json) -> Iterator[tuple[Pointer, str | None, dict[str, Json]]]:
    """Every schema with the mark: its place, and its name where `properties` alone lead to it."""
    stack: list[tuple[Pointer, Json, str | None, bool]] = [(("parameters",), root, None, True)]
    while stack:
        place, schema, name, plain = stack.pop()
        if not isinstance(schema, dict):
            continue
        if MARK in schema:
            yield place, name, schema
        inside = [
            (
                (*place, *steps),
                sub,
                str(steps[1]) if plain and steps[0] == "properties" else None,
                plain and steps[0] == "properties",
            )
            for steps, sub in subschemas(schema)
        ]
        stack.extend(reversed(inside))


@cache
def _token() -> re.Pattern[str]:
    return re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")


rule = Rule(check, marks=("x-mcp-header",), lever="validity", severity="error", sets=("minimal",))
