r"""A required parameter is a secret that the model would have to carry.

A secret in a call stands in the prompt, in logs and in every answer that repeats it. Configure it on the server, or let the tool
fetch it where it runs. Tools that set a password need one all the same.

Options: `names` (password, secret, api-key, access-token, client-secret, private-key).

```yaml
- name: list_orders
  description: List orders.
  parameters:
    type: object
    properties:
      api_key: {type: string}   # finding: `api_key` makes the model carry a secret; configure it on the server
    required: [api_key]
```

```yaml ok
- name: list_orders
  description: List orders.
  parameters:
    type: object
    properties: {page_token: {type: string}, api_key: {type: string}}
    required: [page_token]
```

Evidence: 2 findings on 2 of 1,111 real tools (0.2%); no hits were read and there are no labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule

_NAMES = ("password", "secret", "api-key", "access-token", "client-secret", "private-key")


def check(node: Node, *, names: tuple[str, ...] = _NAMES) -> Iterator[Finding]:
    if node.required and node.is_parameter and node.name and node.type == "string":
        plain = node.name.casefold().replace("_", "").replace("-", "")
        if plain in {name.replace("-", "").replace("_", "") for name in names}:
            yield Finding(node.at, f"`{node.name}` makes the model carry a secret; configure it on the server")


rule = Rule(check, lever="security", severity="warning", sets=("strict",))
