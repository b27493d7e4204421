r"""The same long sentence stands in the definitions of several tools.

A remark that holds for a whole server is paid for once a tool, on every request: one real server says in 46 of its tools how the
address of a region is found, at 14,000 characters. Say it once, in the instructions that a server gives (`instructions` of the
Model Context Protocol) or in the system prompt, and keep at the parameter what tells it from others. Where a client shows one
tool without the others, repeating it may be right.

Compared are the sentences of all descriptions, whatever their case and spacing; a block that lists arguments is left out. Where
the repetitions of a set cost more than 1,000 tokens together, the set gets one warning with the sum. Below that the strict set
tells each, as an info; sentences that the same tools share are one finding.

Options: `min-chars` (80): how long a sentence must be; `min-tools` (3): how many tools must say it; `max-tokens` (1000): what all
repetitions may cost; `each` (false): tell each sentence of a set that stays below (true in the strict set).

```yaml each=true
- name: get_order
  description: Get an order. Ask the customer for the number of the order first, and never guess it from a name or an address.   # finding: "3 tools say \"ask the customer for the number of the order fi…\"; say it once in the server's instructions (194 characters less)"
- name: cancel_order
  description: Cancel an order. Ask the customer for the number of the order first, and never guess it from a name or an address.
- name: return_order
  description: Return an order. Ask the customer for the number of the order first, and never guess it from a name or an address.
```

```yaml max-tokens=20
- name: get_order   # finding: "sentences that several tools repeat cost about 48 tokens of this set, more than 20; the dearest, in 3 tools: \"ask the customer for the number of the order fi…\"; say them once in the server's instructions"
  description: Get an order. Ask the customer for the number of the order first, and never guess it from a name or an address.
- name: cancel_order
  description: Cancel an order. Ask the customer for the number of the order first, and never guess it from a name or an address.
- name: return_order
  description: Return an order. Ask the customer for the number of the order first, and never guess it from a name or an address.
```

```yaml ok
- {name: get_order, description: Get an order by its number. Ask for the number first.}
- {name: cancel_order, description: Cancel an order by its number. Ask for the number first.}
- {name: return_order, description: Return an order by its number. Ask for the number first.}
```

Evidence: 1 warning on 87 real servers and 2 on 8 more, seen while the rule was made; 3 of 3 read right; 3 of 3 right on servers
that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language.docstrings import arguments_block
from schemalint.language.texts import quoted, sentences
from schemalint.model import Pointer
from schemalint.tokens import estimate_text


def check(
    tools: Toolset, *, min_chars: int = 80, min_tools: int = 3, max_tokens: int = 1000, each: bool = False
) -> Iterator[Finding]:
    if len(tools.tools) < min_tools or tools.independent:
        return
    said: dict[str, dict[int, Pointer]] = {}
    for index, tool in enumerate(tools.tools):
        for at, text in _descriptions(tool, min_chars):
            for sentence in sentences(text):
                if len(sentence) >= min_chars:
                    said.setdefault(sentence, {}).setdefault(index, at)
    wasted = {
        sentence: estimate_text(sentence) * (len(places) - 1) for sentence, places in said.items() if len(places) >= min_tools
    }
    if (total := sum(wasted.values())) > max_tokens:
        dearest = max(wasted, key=lambda sentence: wasted[sentence])
        cost = f"sentences that several tools repeat cost about {total:,} tokens of this set, more than {max_tokens:,}"
        message = (
            f"{cost}; the dearest, in {len(said[dearest])} tools: {quoted(dearest)}; say them once in the server's instructions"
        )
        yield Finding((), message, related=tuple((index, *at) for index, at in said[dearest].items()))
    elif each:
        yield from _each(said, min_tools)


def _each(said: dict[str, dict[int, Pointer]], min_tools: int) -> Iterator[Finding]:
    """What is said by several tools, those sentences together that the same tools share."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for sentence, places in said.items():
        if len(places) >= min_tools:
            groups.setdefault(tuple(places), []).append(sentence)
    for saying, repeated in groups.items():
        more = "" if len(repeated) == 1 else f" and {len(repeated) - 1} more"
        saved = sum(map(len, repeated)) * (len(saying) - 1)
        first, *others = ((index, *at) for index, at in said[repeated[0]].items())
        message = f"{len(saying)} tools say {quoted(repeated[0])}{more}"
        message = f"{message}; say it once in the server's instructions ({saved:,} characters less)"
        yield Finding(first, message, related=tuple(others), severity="info")


def _descriptions(tool: Tool, min_chars: int) -> Iterator[tuple[Pointer, str]]:
    """The long descriptions of a tool and of its parameters, without a block that lists arguments."""
    if len(tool.text) >= min_chars:
        block = arguments_block(tool.text)
        yield ("description",), tool.text if block is None else tool.text[: block.start] + tool.text[block.end :]
    for node in tool.nodes():
        if len(node.text) >= min_chars:
            yield node.place("description"), node.text


rule = Rule(check, lever="budget", severity="warning", sets=("recommended",), strict={"each": True})
