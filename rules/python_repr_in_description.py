r"""A description shows a Python signature, or the repr of a Python object.

`<Unit.METRIC: 'metric'>` and `<class 'datetime.date'>` are names that only the program knows: a model copies them into calls, and
they cost tokens on every request. A generator wrote them (LlamaIndex puts the whole signature in front of the docstring); the
types and defaults stand in the schema already.

The rule finds a signature of the tool itself at the beginning, and reprs of classes, enum members, objects at an address, and of
what Pydantic, dataclasses and typing put where something is missing. What stands in backticks is meant, and so is code that is
the subject of a tool. The fix drops the signature; it is unsafe because the text changes.

```yaml
- name: book_room
  description: |   # finding: the description begins with the Python signature of `book_room`; LlamaIndex puts it there unless description=... is given
    book_room(room: str, floor: int = 2) -> str
    Book a meeting room for one hour.
  parameters:
    type: object
    properties:
      room: {type: string, description: Number of the room.}
      unit: {type: string, description: "Unit of its size, <Unit.METRIC: 'metric'> by default."}   # finding: "the description of `unit` holds the Python repr `<Unit.METRIC: 'metric'>`; say it in words"
---
- name: book_room
  description: |
    Book a meeting room for one hour.
  parameters:
    type: object
    properties:
      room: {type: string, description: Number of the room.}
      unit: {type: string, description: "Unit of its size, <Unit.METRIC: 'metric'> by default."}
```

```yaml ok
- name: run_python
  description: Run Python code and return what it prints, such as `<class 'int'>` for print(type(1)).
- name: get_ip
  description: |
    get_ip (IPv4 or IPv6)
    Return the public address of this machine.
- name: call_contract
  description: Call a view function of a contract, such as balanceOf(address) -> uint256.
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 27 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Edit, Finding, Fix, Rule, Tool
from schemalint.frameworks.common.hints import hint
from schemalint.frameworks.common.signs import signature


@cache
def _repr() -> re.Pattern[str]:
    return re.compile(
        r"<class '[\w.<>]+'>|<[A-Z]\w{0,60}\.\w{1,60}: (?:'[^'\n]{0,80}'|\"[^\"\n]{0,80}\"|-?\d+)>"
        r"|<[^<>\n]{1,200} at 0x[0-9A-Fa-f]{6,16}>|\bFieldInfo\(annotation=|\bForwardRef\('|\bPydanticUndefined\b"
        r"|\binspect\._empty\b|\b_MISSING_TYPE\b"
    )


def check(tool: Tool) -> Iterator[Finding]:
    said = signature(tool.text, tool.name)
    if said is not None:
        rest = tool.text[len(said) :].removeprefix(" - ").lstrip()
        fix = Fix("Drop the signature", (Edit(("description",), rest),)) if rest else None
        message = f"the description begins with the Python signature of `{tool.name}`"
        told = hint("signature", tool) or "; say in words what it does"
        yield Finding(("description",), message + told, fix)
    elif (shown := _shown(tool.text)) is not None:
        yield Finding(("description",), f"the description holds the Python repr `{shown}`; say it in words")
    for node in tool.nodes():
        if (shown := _shown(node.text)) is not None:
            whose = f"the description of `{node.name}`" if node.name is not None else "this description"
            yield Finding(node.place("description"), f"{whose} holds the Python repr `{shown}`; say it in words")


def _shown(text: str) -> str | None:
    if not any(mark in text for mark in ("<", "(", "Undefined", "_empty", "_MISSING")):
        return None
    found = _repr().search(re.sub(r"`[^`]*`", "", text))
    return None if found is None else found[0] if len(found[0]) <= 60 else f"{found[0][:59]}…"


rule = Rule(check, lever="description", severity="warning", sets=("recommended",))
