r"""A whole number is too large for JSON readers that keep numbers as doubles.

Between here and the model a definition passes programs that read numbers as IEEE doubles (JavaScript, Go, many gateways). Beyond
2^53 - 1 they may round: 9007199254740993 arrives as 9007199254740992. RFC 8785 refuses such numbers; our canonical form keeps the digits.

```yaml
- name: get_post
  description: Get a post by id.
  parameters:
    type: object
    properties:
      id: {type: integer, maximum: 9007199254740993}   # finding: 9007199254740993 is beyond 2^53 - 1 and may be rounded on the way; use a string, or a smaller number
```

```yaml ok
- name: get_post
  description: Get a post by id, such as 9007199254740993.
  parameters:
    type: object
    properties:
      id: {type: integer, maximum: 9007199254740991}
      text: {type: string, default: "9007199254740993"}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool
from schemalint.model import Json, Pointer

_LARGEST = 2**53 - 1


def check(tool: Tool) -> Iterator[Finding]:
    stack: list[tuple[Pointer, Json]] = [((member,), value) for member, value in tool.members().items()]
    while stack:
        at, value = stack.pop()
        if isinstance(value, dict):
            stack.extend(((*at, key), inner) for key, inner in value.items())
        elif isinstance(value, list):
            stack.extend(((*at, index), inner) for index, inner in enumerate(value))
        elif isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
            shown = str(value) if value.bit_length() < 200 else "a number of more than 60 digits"
            yield Finding(at, f"{shown} is beyond 2^53 - 1 and may be rounded on the way; use a string, or a smaller number")


rule = Rule(check, lever="validity", severity="warning", sets=("recommended",))
