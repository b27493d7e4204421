r"""`$schema` names a dialect that validators do not know.

A validator that does not know the dialect refuses the schema or judges it by another one: the TypeScript SDK of the Model Context
Protocol refuses the tool when it is called. Leave `$schema` out: the protocol's dialect is 2020-12 then.

```yaml
- name: count_cards
  description: Count the cards of one deck.
  parameters:
    $schema: https://example.com/my-dialect   # finding: "validators do not know the dialect `https://example.com/my-dialect`; leave `$schema` out, or name 2020-12"
    type: object
    properties: {deck: {type: string, description: Name of the deck.}}
```

```yaml ok
- name: count_cards
  description: Count the cards of one deck.
  parameters:
    $schema: http://json-schema.org/draft-07/schema#
    type: object
    properties: {deck: {type: string, description: Name of the deck.}}
```

Evidence: no real hit seen on 1,111 real tools; no hits were read and there is no labelled set; 2026-11-30.
"""

from collections.abc import Iterator
from re import fullmatch

from schemalint import Finding, Rule, Tool

_KNOWN = r"https?://json-schema\.org/(draft-0[3-7]/(hyper-)?schema|draft/(2019-09|2020-12)/schema|schema)#?"


def check(tool: Tool) -> Iterator[Finding]:
    for member in ("parameters", "output_schema"):
        schema = getattr(tool, member)
        dialect = schema.get("$schema") if isinstance(schema, dict) else None
        if isinstance(dialect, str) and fullmatch(_KNOWN, dialect) is None:
            what = f"validators do not know the dialect `{dialect}`"
            yield Finding((member, "$schema"), f"{what}; leave `$schema` out, or name 2020-12")


rule = Rule(check, lever="validity", severity="warning", sets=("recommended",))
