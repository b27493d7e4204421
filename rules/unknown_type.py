r"""A schema names a type that JSON Schema does not have.

JSON Schema has seven types: string, number, integer, boolean, array, object and null (2020-12, validation 6.1.1). Names
from a programming language (`float`, `dict`, `str`, `ArrayList`) and names in capitals pass many a validator unseen, and
are refused by the providers' APIs when the tool is sent, which loses the whole request.

The fix puts the JSON Schema name in place of the known foreign ones, and takes `any` away, since a schema without `type`
accepts anything. It is unsafe because only the author knows whether `date` meant more than a string. A finding in a
definition that several parameters share is reported once, in the definition, and is not fixed from there. A tool whose
parameters are an `OBJECT` is written for Gemini, whose own names are these seven in capitals: they are left in peace.

```yaml
- name: convert_currency
  parameters:
    type: object
    properties:
      amount:
        type: float       # finding: `float` is not a JSON Schema type; use `number`
        description: Sum to convert.
      options:
        type: any         # finding: `any` is not a JSON Schema type; leave `type` out to accept anything
        description: Passed on as they are.
    required: [amount]
---
- name: convert_currency
  parameters:
    type: object
    properties:
      amount:
        type: number
        description: Sum to convert.
      options:
        description: Passed on as they are.
    required: [amount]
```

```yaml ok
- name: schedule
  parameters:
    type: object
    properties:
      type: {type: string, enum: [date, float]}
      limit: {type: [integer, "null"], default: null}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Node, Rule

TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")
FOREIGN = {
    foreign: known
    for known, names in {
        "string": "str text char character varchar date datetime date-time time timestamp uuid guid email uri url path file",
        "number": "float double decimal real float32 float64 numeric bigdecimal",
        "integer": "int long short byte int8 int16 int32 int64 uint uint32 uint64 bigint",
        "boolean": "bool",
        "array": "list tuple arraylist vector sequence set frozenset",
        "object": "dict dictionary map hashmap hash struct record mapping",
        "null": "none nil void nonetype undefined",
        "": "any mixed unknown anything",
    }.items()
    for foreign in names.split()
} | {known: known for known in TYPES}


def check(node: Node) -> Iterator[Finding]:
    for at, layer in node.layers:
        declared = layer.get("type")
        place = (*at, "type")
        if isinstance(declared, str):
            if not _known(declared, node):
                yield Finding(place, _message(declared), _fix(declared, place, node))
        elif isinstance(declared, list):
            for i, name in enumerate(declared):
                if isinstance(name, str) and not _known(name, node):
                    yield Finding((*place, i), _message(name), _fix_list(declared, name, place, node))


def _known(name: str, node: Node) -> bool:
    if name in TYPES:
        return True
    root = node.tool.parameters
    return name.lower() in TYPES and name.isupper() and isinstance(root, dict) and root.get("type") == "OBJECT"


def _message(name: str) -> str:
    meant = FOREIGN.get(name.lower())
    if meant is None:
        return f"`{name}` is not a JSON Schema type; use one of {', '.join(TYPES)}"
    return f"`{name}` is not a JSON Schema type; " + (f"use `{meant}`" if meant else "leave `type` out to accept anything")


def _fix(name: str, place: tuple[str | int, ...], node: Node) -> Fix | None:
    meant = FOREIGN.get(name.lower())
    if meant is None or place[: len(node.at)] != node.at:
        return None
    return Fix(f"write `{meant}`" if meant else "leave `type` out", (Edit(place, meant or REMOVE),))


def _fix_list(declared: list[object], name: str, place: tuple[str | int, ...], node: Node) -> Fix | None:
    meant = FOREIGN.get(name.lower())
    if meant is None or place[: len(node.at)] != node.at:
        return None
    if not meant:
        return Fix("leave `type` out", (Edit(place, REMOVE),))
    kept = list(dict.fromkeys(meant if other == name else other for other in declared if isinstance(other, str)))
    return Fix(f"write `{meant}`", (Edit(place, kept),))


rule = Rule(check, lever="validity", severity="error", sets=("minimal",))
