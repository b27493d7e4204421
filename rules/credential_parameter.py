r"""A required parameter is a secret that the model would have to carry.

A secret in a call stands in the prompt, in logs and in every answer that repeats it. Configure it on the server, or let the tool
fetch it where it runs. Tools that set a password, protect something with one or work on secrets need one all the same: they are left
alone where their name says so (`protect_document`, `create_secret`). So is a secret that is a segment of an address: the model
reads it there.

Options: `names` (password, secret, api-key, access-token, client-secret, private-key), in any spelling.

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
- name: protect_document
  description: Protect a document.
  parameters: {type: object, properties: {password: {type: string}}, required: [password]}
- name: get_shared_file
  description: Fetch a file that was shared by link.
  parameters:
    type: object
    properties: {secret: {type: string, description: "Part of the link between /share/ and the name, as in /share/{secret}/plan.pdf"}}
    required: [secret]
- name: create_secret
  description: Store a secret.
  parameters: {type: object, properties: {secret: {type: string}}, required: [secret]}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule
from schemalint.language import names as words_of
from schemalint.language.family import unspelled
from schemalint.pattern import pattern

_NAMES = ("password", "secret", "api-key", "access-token", "client-secret", "private-key")
_SETS_ONE = frozenset("change decrypt encrypt hash lock protect reset rotate set store unlock unprotect verify".split())


_segment = pattern(
    r"(?i)/[\w.-]+/(?:[A-Z]{3,}\b|[<{:][\w-]+)|\b(?:segment|part) of (?:the|its|an?) (?:[\w-]+ ){0,2}(?:address|link|path|uri|url)\b"
)


def check(node: Node, *, names: tuple[str, ...] = _NAMES) -> Iterator[Finding]:
    if not (node.required and node.is_parameter and node.name and node.type == "string"):
        return
    if unspelled(node.name) not in {unspelled(name) for name in names}:
        return
    if _in_address(node.text):
        return
    tool = words_of.tokens(words_of.base(node.tool.name))
    if _SETS_ONE.isdisjoint(tool) and words_of.tokens(node.name)[-1] not in tool:
        yield Finding(node.at, f"`{node.name}` makes the model carry a secret; configure it on the server")


def _in_address(text: str) -> bool:
    """Whether a text calls the value a segment of an address: the model reads it there and carries nothing of its own."""
    return _segment().search(text) is not None


rule = Rule(check, lever="security", severity="warning", sets=("strict",))
