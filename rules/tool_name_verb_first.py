r"""The verb of a name does not stand first, where the other tools of the set put it first.

One order over the whole family lets a model guess the name that it has not seen: beside `create_port` it expects `forward_port`,
not `port_forward`. Which order is better differs by model (Anthropic, Writing effective tools), so only the minority of a set is named.

A set whose names mostly begin with the resource is left in peace, and so is a name without a verb, which is
`tool-name-no-verb`. Words that are nouns as often (file, list, label) count as the verb only in front of another word that is no verb.

Options: `namespace` (list of words): what stands in front of every name and is passed over.

```yaml
- {name: create_port, description: Open a port.}
- {name: delete_port, description: Close a port.}
- {name: list_ports, description: List open ports.}
- {name: port_forward, description: Forward a port.}   # finding: `port_forward` puts the verb behind the noun, and most names here begin with it: `forward_port`
```

```yaml ok
- {name: port_create, description: Open a port.}
- {name: port_delete, description: Close a port.}
- {name: list_ports, description: List open ports.}
```

Evidence: 28 findings on 28 of 1,111 real tools (2.5%); precision 1.00, recall 1.00 on 29 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Toolset
from schemalint.language import names, verbs
from schemalint.language.words import is_foreign

_HOW = frozenset("async auto batch bulk deep dry force multi quick reverse safe web".split())


def check(tools: Toolset, *, namespace: tuple[str, ...] = ()) -> Iterator[Finding]:
    for members in names.seen_together(tools):
        split = [names.tokens(names.base(tool.name)) for _, tool in members]
        lengths = names.namespaces(split, tools.server, namespace, verbs.can_act)
        house = names.house_of(members)
        behind: list[tuple[int, tuple[str, ...], int]] = []
        front = 0
        for (index, tool), words, length in zip(members, split, lengths, strict=True):
            rest = _without_how(words[length:])
            if not rest or "to" in rest[1:-1] or is_foreign(tool.text):
                continue
            if _leads(rest):
                front += 1
            elif len(rest) > 1 and verbs.is_action(rest[-1]):
                behind.append((index, (*words[:length], rest[-1], *rest[:-1]), length))
        if behind and front > len(behind):
            for index, words, _ in behind:
                better = names.renamed(tools.tools[index].name, words, house)
                message = (
                    f"`{tools.tools[index].name}` puts the verb behind the noun, and most names here begin with it: `{better}`"
                )
                yield Finding((index, "name"), message)


def _without_how(words: tuple[str, ...]) -> tuple[str, ...]:
    while len(words) > 1 and words[0] in _HOW:
        words = words[1:]
    return words


def _leads(words: tuple[str, ...]) -> bool:
    """Whether the first word is the verb; a word that is a noun as often is one only before a last word that is no verb."""
    first, last = words[0], words[-1]
    if verbs.is_action(first):
        return True
    return verbs.can_act(first) and (len(words) == 1 or not verbs.is_action(last))


rule = Rule(check, lever="naming", severity="info", sets=("recommended",))
